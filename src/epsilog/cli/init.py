"""`epsilog init`: a first spec to edit, drafted from a look at a file or as a commented example."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

from epsilog.cli.interview import Interview
from epsilog.cli.opening_command import open_command
from epsilog.cli.screen import Json, Lang, Screen
from epsilog.errors import SpecError

if TYPE_CHECKING:
    from epsilog.publish.draft import Draft
    from epsilog.publish.first_spec import FirstSpec

_EXAMPLE: Final = "example.yaml"
Answers = Annotated[
    Path | None, typer.Option("--answers", help="Answers to the questions, in YAML: docs/reference.md.")
]


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
    answers: Answers = None,
    draft: Annotated[
        bool, typer.Option("--draft", help="Ask nothing on a terminal: write a draft with blanks.")
    ] = False,
    as_json: Json = False,
    lang: Lang = None,
) -> None:
    """Write a first spec: from a few questions, or a draft with blanks, or a commented example.

    On a terminal, or with --answers FILE, it asks in plain words and ends with a spec that can be published.
    Otherwise it writes a draft whose blanks (____) are yours to fill in, from what you know without looking. Both
    look at private data. A CSV whose first line looks like a row is refused: names of columns are published.

    [dim]epsilog init --from visits.csv
    epsilog init --from visits.csv --answers answers.yaml
    epsilog init --out release.yaml[/dim]
    """
    from epsilog.publish.draft import draft_from, example
    from epsilog.spec.file import spec_from_text

    screen = Screen("init", lang, as_json)
    if as_json and out is not None and str(out) == "-":
        raise SpecError("one document at a time", where="out", hint="--out FILE with --json")
    if source is None:
        if encoding is not None or header or answers is not None:
            where = "encoding" if encoding is not None else "header" if header else "answers"
            raise SpecError("this belongs to --from", where=where, hint="add --from FILE")
        path = Path(_EXAMPLE) if out is None else out
        text = example(screen.lang)
        write_spec(path, text)
        if str(path) != "-":
            screen.heading(screen.say("front.init.example", path=path))
            spec = spec_from_text(text)
            _next(screen, path, "front.next.edit", open_command(spec.protect, spec.spend))
        screen.result({"spec": str(path), "looked_at": None, "questions": []})
        return
    path = spec_beside(source) if out is None else out
    asking = Interview(screen, answers) if answers is not None else None
    if asking is None and not draft and str(path) != "-":
        asking = Interview.on_a_terminal(screen)
    if asking is not None:
        found, errors = walk(asking, source, path, encoding, header=header)
        asking.finish(but=("total", "by", "publish"))
        write_spec(path, found.text(screen.lang))
        if str(path) != "-":
            screen.heading(screen.say("ask.spec", path=path))
            spec = spec_from_text(found.text(), path.name)
            _next(screen, path, "front.next.edit", open_command(spec.protect, spec.spend))
        looked = {"looked_at": str(source), "rows_looked_at": found.seen.rows}
        screen.result({"spec": str(path), **looked, "questions": [], "errors": errors})
        return
    folder = path.parent if str(path) != "-" else Path.cwd()
    drafted = draft_from(source, folder, encoding, screen.lang, header=header)
    write_spec(path, drafted.text)
    if str(path) != "-":
        _show(screen, drafted, source, path)
    screen.result(
        {
            "spec": str(path),
            "looked_at": str(source),
            "rows_looked_at": drafted.rows,
            "questions": [{"line": line, "question": words} for line, words in drafted.questions],
            "columns": [{"name": name, "kind": kind} for name, kind, _ in drafted.columns],
        }
    )


def spec_beside(source: Path) -> Path:
    """Where the spec of a file is written if nobody says."""
    return Path(source.name.partition(".")[0].strip("*?[]-_ ") or "release").with_suffix(".yaml")


def walk(
    asking: Interview, source: Path, path: Path, encoding: str | None, *, header: bool
) -> tuple[FirstSpec, dict[str, float]]:
    """Look at the first rows, ask, and show what the answers come to; nothing is written."""
    from epsilog.cli.first_questions import ask_first_spec, show_first_spec
    from epsilog.publish.draft import file_as_named, guesses_of, sample_rows

    screen, quiet = asking.screen, str(path) == "-"
    if not quiet and path.exists():
        raise SpecError("this file exists already", where=path.name, hint="--out ANOTHER.yaml")
    with asking.stopping():
        seen = sample_rows(source, encoding, header=header)
        folder = path.parent if not quiet else Path.cwd()
        if not quiet:
            screen.line(screen.say("ask.looked", file=source.name, rows=f"{seen.rows:,}"), "bold yellow")
            _show_columns(screen, guesses_of(seen, screen.lang))
            screen.note(screen.say("ask.begin"))
        found = ask_first_spec(asking, seen, file_as_named(source, folder), spec_beside(source).stem)
        return found, show_first_spec(screen, found, quiet=quiet)


def write_spec(path: Path, text: str) -> None:
    """Write a new file, or the screen where the path is a dash."""
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
    _show_columns(screen, draft.columns)
    screen.line(screen.say("front.init.questions", count=len(draft.questions)))
    screen.table(
        [(screen.say("front.init.line"), "right"), (screen.say("front.init.question"), "left")],
        [(str(line), words) for line, words in draft.questions],
    )
    zone = " --zone ZONE" if f"  zone: {OPEN_QUESTION}" in draft.text.splitlines() else ""
    opening = f"epsilog ledger open ACCOUNT --each COLUMN{zone} --epsilon 2 --by YOU"
    _next(screen, path, "front.next.fill", opening)


def _show_columns(screen: Screen, guesses: Sequence[tuple[str, str, str]]) -> None:
    columns = [(screen.say(f"front.init.{name}"), "left") for name in ("column", "kind", "guess")]
    # A name comes from a file's header, and what could move the cursor stays out of the terminal.
    shown = [("".join(letter if letter.isprintable() else "�" for letter in row[0]), *row[1:]) for row in guesses]
    screen.table(columns, shown)


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
