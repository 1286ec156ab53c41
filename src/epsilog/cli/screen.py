"""How a command speaks: tables and sentences for people, one JSON document for machines.

A refusal in the reader's language.

The library refuses in English: its words are part of what programs rely on. The catalogue knows the common ones as
sentences with gaps. One that fits is said again in the other language with the same fillings; one that is not known
stays as it is, which is better than a guess.
"""

from __future__ import annotations

import json
import math
import re
import sys
from collections.abc import Iterable, Sequence
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer
from rich import box
from rich.console import Console
from rich.padding import Padding
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from epsilog.cli.fitting import columns_within, fold_text, longest_piece, width_of_cell
from epsilog.cli.lettering import harmless, shows_all_letters
from epsilog.errors import EpsilogError, SpecError
from epsilog.words import CATALOGUE, LANGUAGES, Language, language, say
from epsilog.words.wrapping import width_of, wrap_text

if TYPE_CHECKING:
    pass

_PREFIX: Final = "refusal."


def in_language(text: str, lang: Language) -> str:
    """What or hint of a refusal in a language; in English, or where it is unknown, unchanged.

    >>> in_language("the field 'edition' is missing", "zh"), in_language("something else", "zh")
    ("缺少字段 'edition'", 'something else')
    """
    if lang == "en":
        return text
    for name, pattern in _patterns():
        found = pattern.fullmatch(text)
        if found is not None:
            fillings = {gap: in_language(filling, lang) for gap, filling in found.groupdict().items()}
            return say(f"refusal.{name}", lang, **fillings)
    return text


@lru_cache(maxsize=1)
def _patterns() -> tuple[tuple[str, re.Pattern[str]], ...]:
    """Every sentence as a pattern, the ones that say most first: a gap must not swallow what another one says."""
    known = [(key.removeprefix(_PREFIX), text) for key, text in CATALOGUE["en"].items() if key.startswith(_PREFIX)]
    known.sort(key=lambda pair: -len(re.sub(r"\{\w+\}", "", pair[1])))
    return tuple((name, re.compile(_pattern(text), re.DOTALL)) for name, text in known)


def _pattern(text: str) -> str:
    pieces = re.split(r"\{(\w+)\}", text)
    return "".join(f"(?P<{piece}>.+)" if at % 2 else re.escape(piece) for at, piece in enumerate(pieces))


Lang = Annotated[
    str | None,
    typer.Option("--lang", envvar="EPSILOG_LANG", help="Language of the words: en or zh.", show_default="en"),
]
Json = Annotated[bool, typer.Option("--json", help="Print one JSON document instead of tables.")]
PictureTo = Annotated[Path | None, typer.Option("--picture", help="Also draw pictures into this folder.")]

INK: Final = "bold"
QUIET: Final = "dim"


class Screen:
    """Where one command writes. With --json only `result` prints anything, and it prints once."""

    def __init__(self, command: str, lang: str | None, as_json: bool) -> None:
        self.command = command
        self.lang: Language = language(lang)
        self.as_json = as_json
        self.console = Console(highlight=False, soft_wrap=False, quiet=as_json)

    def say(self, key: str, **values: object) -> str:
        """A sentence of the catalogue in this screen's language."""
        return say(key, self.lang, **values)

    def heading(self, text: str) -> None:
        """A line that opens a part of the screen."""
        self.console.print()
        self.console.print(Text(self._fitted(text), style="bold cyan"))

    def line(self, text: str, style: str = "") -> None:
        """One sentence."""
        self.console.print(Text(self._fitted(text), style=style))

    def note(self, text: str) -> None:
        """A quiet sentence."""
        self.console.print(Text(self._fitted(text), style=QUIET))

    def _fitted(self, text: str, indent: int = 0) -> str:
        # Rich breaks lines at spaces only, which leaves Chinese ragged. A full stop may hang over by its own width.
        hanging = 2 if self.lang == "zh" else 0
        return "\n".join(wrap_text(harmless(text), max(20, self.console.width - indent - hanging)))

    def sentences(self, lines: Iterable[str]) -> None:
        """Sentences as an indented list; one that begins with "- " belongs to the one before it."""
        grid = Table.grid(padding=(0, 1))
        grid.add_column()
        grid.add_column(overflow="fold")
        for text in lines:
            if text.lstrip().startswith("- "):
                first, *rest = self._fitted(text.lstrip()[2:], 7).split("\n")
                grid.add_row("", Text("\n".join([f"– {first}", *(f"  {line}" for line in rest)])))
            else:
                grid.add_row(Text("•", style=QUIET), Text(self._fitted(text, 5)))
        self.console.print(Padding(grid, (0, 0, 0, 1)))

    def table(
        self,
        columns: Sequence[tuple[str, str]],
        rows: Sequence[Sequence[str | Text]],
        total: Sequence[str] | None = None,
        title: str = "",
    ) -> None:
        """A table; columns are (name, "left" or "right"); a cell that is a Text is never broken."""
        # As Text, because Rich reads orders of its own ([bold], [link=…]) in plain strings.
        head = Text(harmless(title), style="bold") if title else None
        widths, blanks = self._widths(columns, rows, total)
        grid = Table(
            box=box.SIMPLE_HEAD,
            title=head,
            title_justify="left",
            show_footer=total is not None,
            padding=(0, blanks),
        )
        for index, (name, side) in enumerate(columns):
            grid.add_column(
                Text(harmless(name)),
                justify="right" if side == "right" else "left",
                no_wrap=side == "right" or any(isinstance(row[index], Text) for row in rows),
                overflow="fold",
                footer=Text(harmless(total[index])) if total is not None else "",
                header_style="bold",
                footer_style="bold",
            )
        for row in rows:
            grid.add_row(
                *(
                    Text(fold_text(harmless(cell), width)) if isinstance(cell, str) else cell
                    for cell, width in zip(row, widths, strict=True)
                )
            )
        self.console.print(grid)

    def _widths(
        self,
        columns: Sequence[tuple[str, str]],
        rows: Sequence[Sequence[str | Text]],
        total: Sequence[str] | None,
    ) -> tuple[list[int], int]:
        """How wide each column may be and how many blanks stand beside it, so that Rich need not break a word."""
        lines = [[name for name, _ in columns], *rows, *([total] if total is not None else [])]
        widths = [max(width_of_cell(str(line[at])) for line in lines) for at in range(len(columns))]
        soft = [
            side == "left" and not any(isinstance(row[at], Text) for row in rows)
            for at, (_, side) in enumerate(columns)
        ]
        pieces = [max(longest_piece(str(line[at])) for line in lines) for at in range(len(columns))]
        for blanks in (1, 0):  # many columns stand closer together before a word is broken
            room = self.console.width - (2 * blanks + 1) * len(columns) - 1
            fitted = columns_within(widths, soft, room)
            if sum(fitted) <= room and all(width >= piece for width, piece in zip(fitted, pieces, strict=True)):
                break
        return fitted, blanks

    def pairs(self, rows: Sequence[tuple[str, str]]) -> None:
        """Names and what they stand for, aligned."""
        grid = Table.grid(padding=(0, 2))
        grid.add_column(style=QUIET)
        grid.add_column(overflow="fold")
        aside = 6 + max((width_of(name) for name, _ in rows), default=0)
        for name, value in rows:
            grid.add_row(Text(harmless(name)), Text(self._fitted(value, aside)))
        self.console.print(Padding(grid, (0, 0, 1, 1)))

    def commands(self, rows: Sequence[tuple[str, str]]) -> None:
        """Commands to copy, each above what it shows; never broken in the middle."""
        for command, words in rows:
            self.console.print(Text(f"  {harmless(command)}", style="bold"), soft_wrap=True)
            lines = self._fitted(words, 6).split("\n")
            self.console.print(Text("\n".join(f"      {line}" for line in lines), style=QUIET))

    def pictures(self, written: Sequence[Path]) -> None:
        """Say where pictures went."""
        for path in written:
            if path.suffix == ".png":
                self.note(self.say("screen.picture", path=path))

    def result(self, record: dict[str, Any]) -> None:
        """The document for machines; `schema` names its shape and version."""
        if self.as_json:
            document = {"schema": f"epsilog.{self.command}/1", **_finite(record)}
            escaped = not shows_all_letters()  # a stand-in would change the data
            sys.stdout.write(json.dumps(document, ensure_ascii=escaped, indent=2, allow_nan=False) + "\n")


def _finite(value: Any) -> Any:
    """Numbers a strict JSON reader accepts: an infinite bound is the word "infinite"."""
    if isinstance(value, dict):
        return {str(name): _finite(inner) for name, inner in value.items()}
    if isinstance(value, list | tuple):
        return [_finite(inner) for inner in value]
    if isinstance(value, float) and not math.isfinite(value):
        return "not a number" if math.isnan(value) else ("infinite" if value > 0 else "-infinite")
    return value


def picture_folder(folder: Path) -> Path:
    """A folder that can be written to, or a refusal that names it."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        reason = (error.strerror or "not a usable folder").lower()
        raise SpecError(
            f"cannot make the folder: {reason}", where=folder.name, hint="choose another path"
        ) from None
    return folder


def show_refusal(error: EpsilogError, arguments: Sequence[str]) -> None:
    """What, where, and what to do next, on standard error and without a traceback."""
    if "--json" in arguments:
        record = {"kind": type(error).__name__, "code": error.code}
        record |= {"what": error.what, "where": error.where, "hint": error.hint}
        document = {"schema": "epsilog.error/1", "error": record}
        sys.stderr.write(json.dumps(document, ensure_ascii=not shows_all_letters()) + "\n")
        return
    lang = _language_of(arguments)
    body = Text(harmless(in_language(error.what, lang)), style="bold")
    if error.where:
        body.append(f"\n{say('error.where', lang)}  ", style=QUIET)
        body.append(harmless(error.where), style="not bold")
    if error.hint:
        body.append(f"\n{say('error.hint', lang)}  ", style=QUIET)
        body.append(harmless(in_language(error.hint, lang)), style="not bold green")
    title = say(f"error.{_title_of(error)}", lang)
    Console(stderr=True, highlight=False).print(
        Panel(body, title=Text(title, style="bold red"), title_align="left", border_style="red", padding=(0, 1))
    )


def say_stopped(arguments: Sequence[str], kind: str) -> None:
    """After Ctrl-C: what became of the money, on standard error."""
    sys.stderr.write(say(f"screen.stopped.{kind}", _language_of(arguments)) + "\n")


def _title_of(error: EpsilogError) -> str:
    """The nearest kind of error that the catalogue has a title for: rooms have kinds of their own."""
    return next(kind.__name__ for kind in type(error).__mro__ if f"error.{kind.__name__}" in CATALOGUE["en"])


def _language_of(arguments: Sequence[str]) -> Language:
    """The language of a refused command, read from its words because it may have failed before reading them."""
    for before, word in zip(arguments, [*arguments[1:], ""], strict=True):
        chosen = word if before == "--lang" else before.removeprefix("--lang=")
        if chosen in LANGUAGES:
            return language(chosen)
    import os

    chosen = os.environ.get("EPSILOG_LANG", "en")
    return language(chosen) if chosen in LANGUAGES else "en"
