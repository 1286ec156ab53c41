"""The command `epsilog`, its sub-commands, and how refusals leave it."""

from __future__ import annotations

import copy
from collections.abc import Mapping, Sequence
from importlib import import_module
from typing import Annotated, Any, Final

import typer
from typer.core import TyperGroup

from epsilog import __version__
from epsilog.cli.screen import Lang, say_stopped, show_refusal
from epsilog.errors import EpsilogError
from epsilog.words import language

# File and function of every command, in the order in which they are listed; groups are commands of commands.
COMMANDS: Final[Mapping[str, str]] = {
    "new": "new:new",
    "init": "init:init",
    "recommend": "recommend:recommend",
    "plan": "plan:plan",
    "check": "check:check",
    "publish": "publish:publish",
    "explain": "explain:explain",
    "verify": "verify:verify",
    "board": "board:board",
    "map": "map:draw",
    "price": "price:price",
    "convert": "convert:convert",
    "calibrate": "calibrate:calibrate",
    "meaning": "meaning:meaning",
    "noise": "noise:noise",
    "audit": "audit:audit",
    "attack": "attack:attack",
    "reproduce": "reproduce:reproduce",
    "demo": "demo:demo",
}
GROUPS: Final[Mapping[str, str]] = {"ledger": "ledger.commands:app", "stream": "stream:app"}
PAYING: Final = ("publish", "ledger", "stream")  # commands that may write into the books
STOPPED: Final = 130  # the exit status of what Ctrl-C stopped
# Under which heading the help lists them; what is named nowhere is about publishing.
PANELS: Final[Mapping[str, tuple[str, ...]]] = {
    "Publish": (),
    "Live": ("stream",),
    "Ledger": ("ledger",),
    "Understand": ("price", "convert", "calibrate", "meaning", "noise", "demo", "reproduce"),
    "Attack": ("audit", "attack"),
}


def _version(asked: bool) -> None:
    if asked:
        typer.echo(f"epsilog {__version__}")
        raise typer.Exit


def epsilog(
    lang: Lang = None,
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Show the version and stop.")
    ] = False,
) -> None:
    """Publish data about people and protect each one of them.

    From a file to a release: new; or init, ledger open, plan, check, publish, explain, verify.

    Exact noise, honest prices, an auditor that keeps both honest, and a ledger that cannot be overdrawn.

    Every command takes --json for machines and --lang zh for 简体中文. Begin with: epsilog demo
    """
    language(lang)  # an unknown one is refused, also where no command follows


def panel_of(name: str) -> str:
    """The heading under which the help lists a command."""
    return next((title for title, names in PANELS.items() if name in names), "Publish")


class _InPanels(TyperGroup):
    """All commands, in the order of their headings; stopped, they say what became of the money."""

    def invoke(self, ctx: Any) -> Any:
        try:
            return super().invoke(ctx)
        except KeyboardInterrupt:
            words = ctx.obj or [""]
            say_stopped(words, "books" if words[0] in PAYING else "free")
            raise typer.Exit(STOPPED) from None

    def list_commands(self, ctx: Any) -> list[str]:
        return sorted(self.commands, key=lambda name: [*PANELS].index(panel_of(name)))


def application(words: Sequence[str] = ()) -> typer.Typer:
    """The command with all that it can do, or, where the words of a call name a command, with that one alone.

    To read what forty commands take costs as long as many a command itself.
    """
    app = typer.Typer(
        name="epsilog",
        cls=_InPanels,
        no_args_is_help=True,
        pretty_exceptions_enable=False,
        rich_markup_mode="rich",
        context_settings={"help_option_names": ["-h", "--help"]},
    )
    app.callback()(epsilog)
    asked = words[0] if words and words[0] in {*COMMANDS, *GROUPS} else None
    for name, place in COMMANDS.items():
        if asked in (None, name):
            app.command(name, rich_help_panel=panel_of(name))(_find_command(place))
    for name, place in GROUPS.items():
        if asked in (None, name):
            app.add_typer(_narrow(_find_command(place), words[1:]), name=name, rich_help_panel=panel_of(name))
    return app


def _find_command(place: str) -> Any:
    module, name = place.split(":")
    return getattr(import_module(f"epsilog.cli.{module}"), name)


def _narrow(group: typer.Typer, words: Sequence[str]) -> typer.Typer:
    """A command of commands with the one that is named alone; where none of them is, with all."""
    kept = [one for one in group.registered_commands if words and one.name == words[0]]
    if not kept:
        return group
    alone = copy.copy(group)
    alone.registered_commands = kept
    return alone


def run(arguments: Sequence[str]) -> int:
    """Run one command and give back its exit status: 0, or the code of the kind of error (usage errors are 2)."""
    try:
        words = language_last(arguments)
        typer.main.get_command(application(words)).main(words, prog_name="epsilog", obj=words)
    except EpsilogError as error:
        show_refusal(error, arguments)
        return error.code
    except SystemExit as stop:
        return stop.code if isinstance(stop.code, int) else int(stop.code is not None)
    return 0


def language_last(arguments: Sequence[str]) -> list[str]:
    """The words of a command with a language that was said before it behind it, where every command reads it.

    >>> language_last(["--lang", "zh", "ledger", "show"]), language_last(["init", "--lang=zh"])
    (['ledger', 'show', '--lang', 'zh'], ['init', '--lang=zh'])
    """
    words = list(arguments)
    size = 2 if words[:1] == ["--lang"] else 1 if words and words[0].startswith("--lang=") else 0
    said, rest = words[:size], words[size:]
    if not said or not rest or rest[0].startswith("-"):
        return words
    end = rest.index("--") if "--" in rest else len(rest)
    if any(word == "--lang" or word.startswith("--lang=") for word in rest[:end]):
        return rest  # what stands nearer to the command holds
    return [*rest[:end], *said, *rest[end:]]
