"""`epsilog init`: a first spec to edit, drafted from a look at a file or as a commented example."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

from epsilog.cli.opening_command import open_command
from epsilog.cli.screen import Json, Lang, Screen
from epsilog.errors import SpecError

if TYPE_CHECKING:
    from epsilog.publish.draft import Draft

_EXAMPLE: Final = "example.yaml"


def init(
    source: Annotated[
        Path | None, typer.Option("--from", help="Draft from this .csv or .parquet file; looks at its first rows.")
    ] = None,
    out: Annotated[
        Path | None, typer.Option(help="The spec to write; - for the screen. Never overwrites.", show_default=False)
    ] = None,
    encoding: Annotated[
        str | None, typer.Option(help="Of a CSV: utf-8 or gb18030; left out, both are tried.")
    ] = None,
    header: Annotated[
        bool, typer.Option("--header", help="Of a CSV: its first line does name the columns, odd as it looks.")
    ] = False,
    as_json: Json = False,
    lang: Lang = None,
) -> None:
    """Write a first spec: a draft with questions from a look at a file, or a commented example.

    A draft looks at private data. Its blanks (____) are yours to fill in, from what you know without looking. A CSV
    whose first line looks like a row is refused: names of columns are published.

    [dim]epsilog init --from visits.csv
    epsilog init --out release.yaml[/dim]
    """
    from epsilog.publish.draft import draft_from, example
    from epsilog.spec.file import spec_from_text

    screen = Screen("init", lang, as_json)
    if as_json and out is not None and str(out) == "-":
        raise SpecError("one document at a time", where="out", hint="--out FILE with --json")
    if source is None:
        if encoding is not None or header:
            where = "header" if encoding is None else "encoding"
            raise SpecError("this belongs to --from", where=where, hint="add --from FILE")
        path = Path(_EXAMPLE) if out is None else out
        text = example(screen.lang)
        _write(path, text)
        if str(path) != "-":
            screen.heading(screen.say("front.init.example", path=path))
            spec = spec_from_text(text)
            _next(screen, path, "front.next.edit", open_command(spec.protect, spec.spend))
        screen.result({"spec": str(path), "looked_at": None, "questions": []})
        return
    path = Path(source.name.partition(".")[0].strip("*?[]-_ ") or "release").with_suffix(".yaml")
    path = path if out is None else out
    folder = path.parent if str(path) != "-" else Path.cwd()
    draft = draft_from(source, folder, encoding, screen.lang, header=header)
    _write(path, draft.text)
    if str(path) != "-":
        _show(screen, draft, source, path)
    screen.result(
        {
            "spec": str(path),
            "looked_at": str(source),
            "rows_looked_at": draft.rows,
            "questions": [{"line": line, "question": words} for line, words in draft.questions],
            "columns": [{"name": name, "kind": kind} for name, kind, _ in draft.columns],
        }
    )


def _write(path: Path, text: str) -> None:
    if str(path) == "-":
        sys.stdout.write(text)
        return
    try:
        with path.open("x", encoding="utf-8") as file:
            file.write(text)
    except FileExistsError:
        raise SpecError("this file exists already", where=path.name, hint="--out ANOTHER.yaml") from None
    except OSError as error:
        reason = (error.strerror or "not a usable path").lower()
        raise SpecError(f"cannot write it: {reason}", where=path.name, hint="--out ANOTHER.yaml") from None


def _show(screen: Screen, draft: Draft, source: Path, path: Path) -> None:
    from epsilog.spec.file import OPEN_QUESTION

    screen.heading(screen.say("front.init.draft", path=path))
    screen.line(screen.say("front.init.looked", file=source.name, rows=f"{draft.rows:,}"), "bold yellow")
    columns = [(screen.say(f"front.init.{name}"), "left") for name in ("column", "kind", "guess")]
    # A name comes from a file's header, and what could move the cursor stays out of the terminal.
    shown = [
        ("".join(letter if letter.isprintable() else "�" for letter in row[0]), *row[1:]) for row in draft.columns
    ]
    screen.table(columns, shown)
    screen.line(screen.say("front.init.questions", count=len(draft.questions)))
    screen.table(
        [(screen.say("front.init.line"), "right"), (screen.say("front.init.question"), "left")],
        [(str(line), words) for line, words in draft.questions],
    )
    zone = " --zone ZONE" if f"  zone: {OPEN_QUESTION}" in draft.text.splitlines() else ""
    opening = f"epsilog ledger open ACCOUNT --each COLUMN{zone} --epsilon 2 --by YOU"
    _next(screen, path, "front.next.fill", opening)


def _next(screen: Screen, path: Path, first: str, opening: str) -> None:
    screen.note(screen.say("front.next"))
    name = shlex.quote(str(path))
    screen.note(f"  {screen.say(first, path=path)}")
    screen.commands(
        [
            (opening, screen.say("front.next.open")),
            (f"epsilog check {name}", screen.say("front.next.check")),
            (f"epsilog plan {name}", screen.say("front.next.plan")),
            (f"epsilog publish {name}", screen.say("front.next.publish")),
        ]
    )
