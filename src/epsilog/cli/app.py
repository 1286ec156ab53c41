"""The command `epsilog`, its sub-commands, and how refusals leave it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

import typer

from epsilog import __version__
from epsilog.cli import (
    attack,
    audit,
    board,
    calibrate,
    check,
    convert,
    demo,
    explain,
    init,
    meaning,
    noise,
    plan,
    price,
    publish,
    recommend,
    reproduce,
    stream,
    verify,
)
from epsilog.cli import map as map_table
from epsilog.cli.ledger import commands as ledger
from epsilog.cli.screen import Lang, show_refusal
from epsilog.errors import EpsilogError
from epsilog.words import language

app = typer.Typer(
    name="epsilog",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode="rich",
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _version(asked: bool) -> None:
    if asked:
        typer.echo(f"epsilog {__version__}")
        raise typer.Exit


@app.callback()
def epsilog(
    lang: Lang = None,
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Say the version and stop.")
    ] = False,
) -> None:
    """Publish data about people without betraying any one of them.

    From a file to a release: init, ledger open, plan, check, publish, explain, verify.

    Exact noise, honest prices, an auditor that keeps both honest, and a ledger that cannot be overdrawn.

    Every command takes --json for machines and --lang zh for 简体中文. Begin with: epsilog demo
    """
    language(lang)  # an unknown one is refused, also where no command follows


app.command("init")(init.init)
app.command("recommend")(recommend.recommend)
app.command("plan")(plan.plan)
app.command("check")(check.check)
app.command("publish")(publish.publish)
app.command("explain")(explain.explain)
app.command("verify")(verify.verify)
app.command("board")(board.board)
app.command("map")(map_table.draw)
app.command("price")(price.price)
app.command("convert")(convert.convert)
app.command("calibrate")(calibrate.calibrate)
app.command("meaning")(meaning.meaning)
app.command("noise")(noise.noise)
app.command("audit")(audit.audit)
app.command("attack")(attack.attack)
app.add_typer(ledger.app, name="ledger")
app.add_typer(stream.app, name="stream")
app.command("reproduce")(reproduce.reproduce)
app.command("demo")(demo.demo)


def run(arguments: Sequence[str]) -> int:
    """Run one command and give back its exit status: 0, or the code of the kind of error (usage errors are 2)."""
    try:
        typer.main.get_command(app).main(language_last(arguments), prog_name="epsilog")
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
