"""A first spec to edit: drafted from a look at a file, with questions for the steward, or a commented example.

A draft has looked at private rows, so it says so, and it fills in nothing that a release must not take from data:
who is protected, ends of ranges, lists of keys, days and the budget are blanks (``____``), and a spec with a blank
is refused by everything that reads one.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from epsilog.errors import SpecError
from epsilog.roles.text import quote_text, word
from epsilog.spec.file import OPEN_QUESTION
from epsilog.words import Language, join_names, say
from epsilog.words.wrapping import wrap_text

if TYPE_CHECKING:
    from epsilog.sources.draft import Column
    from epsilog.sources.draft import FileSample as FileSample

_WIDTH: Final = 96
_MOST_KEYS: Final = 1
_MOST_AMOUNTS: Final = 2
_PERIODS: Final = "1h 1d 1w 1mo 1q 1y"


@dataclass(frozen=True)
class Draft:
    """The text of a spec to be, and what the screen says about it."""

    text: str
    questions: tuple[tuple[int, str], ...]
    columns: tuple[tuple[str, str, str], ...] = ()
    rows: int = 0


def draft_from(
    path: Path, spec_folder: Path, encoding: str | None = None, lang: Language = "en", *, header: bool = False
) -> Draft:
    """Look at a file and draft a spec that would lie in `spec_folder`.

    A CSV whose first line looks like a row is refused, unless `header` says that it does name the columns.
    """
    seen = sample_rows(path, encoding, header=header)
    return draft_spec(seen, file_as_named(path, spec_folder), lang)


def sample_rows(path: Path, encoding: str | None = None, *, header: bool = False) -> FileSample:
    """Look at the first rows of a file, or of the first file that a glob finds."""
    from epsilog.sources.draft import sample_file

    first = path
    if re.search(r"[*?\[]", path.name):
        found = sorted(path.parent.glob(path.name))
        if not found:
            raise SpecError("no file has such a name", where=path.name, hint="check the path")
        first = found[0]
    seen = sample_file(first, encoding, header=header)
    if not seen.columns:
        raise SpecError(
            "the file has no columns", where=path.name, hint="the first line of a CSV names its columns"
        )
    return seen


def file_as_named(path: Path, folder: Path) -> str:
    """The file as the spec names it: relative to the spec where it lies beside or below it."""
    try:
        return path.resolve().relative_to(folder.resolve()).as_posix()
    except ValueError:
        return path.resolve().as_posix()


def draft_spec(seen: FileSample, file: str, lang: Language = "en") -> Draft:
    """Draft a spec from what a look found.

    >>> from epsilog.sources.draft import Column, FileSample
    >>> seen = FileSample((Column("patient_id", "text", "person"), Column("region", "text", "key")))
    >>> draft = draft_spec(seen, "visits.csv")
    >>> print("\\n".join(line for line in draft.text.splitlines() if line and "#" not in line))
    epsilog: 1
    release: visits
    edition: ____
    source:
      file: visits.csv
      columns:
        patient_id: text
        region: text
    protect:
      each: ____
    bound:
      rows: ____
    publish:
      - count: rows
        by:
          region: [____]
    spend:
      epsilon: ____
      from: ____
    """
    page = _Page(lang)
    stem = Path(file).name.partition(".")[0].strip("*?[]-_ ") or "release"
    page.loud("front.draft.looked", file=Path(file).name, rows=f"{seen.rows:,}")
    page.tell("front.draft.blanks", blank=OPEN_QUESTION)
    page.add("epsilog: 1", f"release: {word(stem)}")
    page.ask("edition", f"edition: {OPEN_QUESTION}")
    page.tell("front.draft.columns")
    page.add("source:", f"  file: {word(file)}")
    if seen.encoding != "utf-8":
        page.add(f"  encoding: {seen.encoding}")
    if seen.delimiter != ",":
        page.add(f"  delimiter: {quote_text(seen.delimiter)}")
    page.add("  columns:")
    for column in seen.columns:
        if column.unfit != "none":
            page.tell(f"front.draft.unfit.{column.unfit}", 4, kind=column.kind)
        if len(column.ways) == 1:
            page.add(f"    {word(column.name)}: {{kind: {column.kind}, format: {quote_text(column.ways[0])}}}")
        elif column.ways:
            page.tell("front.ask.way", 4, one=column.ways[0], other=column.ways[1])
            page.add(f"    {word(column.name)}: {{kind: {column.kind}, format: {OPEN_QUESTION}}}", question="way")
        else:
            page.add(f"    {word(column.name)}: {column.kind}")
    times = _role(seen.columns, "time")
    persons, once = _role(seen.columns, "person"), _role(seen.columns, "once")
    page.gap()
    page.add("protect:")
    if persons or not once:
        page.ask("each", f"  each: {OPEN_QUESTION}", guess=_list_columns(persons, lang))
    else:
        page.tell("front.ask.each.once", 2)
        page.add(f"  each: {OPEN_QUESTION}", question="each")
    if len(once) == 1:
        page.tell("front.draft.once", 2, column=once[0].name)
    elif once:
        page.tell("front.draft.once.several", 2, columns=_list_columns(once, lang))
    page.tell("front.draft.event", 2)
    if times:
        page.ask("zone", f"  zone: {OPEN_QUESTION}")
        page.tell("front.draft.per", 2, periods=_PERIODS)
    page.gap()
    page.add("bound:")
    page.ask("rows", f"  rows: {OPEN_QUESTION}")
    if times:
        page.ask("days", "during:", f"  time: {word(times[0].name)}", guess=_list_columns(times, lang))
        page.add(f"  from: {OPEN_QUESTION}", f"  to: {OPEN_QUESTION}", question="days")
    _publish(page, seen.columns, bool(times), lang)
    page.gap()
    page.add("spend:")
    page.ask("epsilon", f"  epsilon: {OPEN_QUESTION}")
    page.tell("front.draft.delta", 2)
    page.ask("account", f"  from: {OPEN_QUESTION}")
    return Draft(page.text, tuple(page.questions), guesses_of(seen, lang), seen.rows)


def guesses_of(seen: FileSample, lang: Language) -> tuple[tuple[str, str, str], ...]:
    """Name, kind and guess of every column."""
    return tuple((column.name, column.kind, _guess(column, lang)) for column in seen.columns)


def _guess(column: Column, lang: Language) -> str:
    if column.role == "once":
        role = say("front.role.once", lang, column=column.name)
    else:
        role = say(f"front.role.{column.role}", lang)
    if len(column.ways) == 1:
        role = say("front.role.way", lang, role=role, way=column.ways[0])
    elif column.ways:
        role = say("front.role.ways", lang, role=role, one=column.ways[0], other=column.ways[1])
    return role if column.unfit == "none" else say(f"front.role.unfit.{column.unfit}", lang, role=role)


def _publish(page: _Page, columns: Sequence[Column], timed: bool, lang: Language) -> None:
    keys, amounts = _role(columns, "key"), _role(columns, "amount")
    page.tell("front.draft.publish")
    page.add("publish:", "  - count: rows")
    if timed:
        page.add("    every: 1d")
    if keys:
        page.ask("keys", "    by:", guess=_list_columns(keys, lang), indent=4)
        for column in keys[:_MOST_KEYS]:
            page.add(f"      {word(column.name)}: [{OPEN_QUESTION}]", question="keys")
    for at, column in enumerate(amounts[:_MOST_AMOUNTS]):
        page.add(f"  - mean: {word(column.name)}")
        ends = f"    between: [{OPEN_QUESTION}, {OPEN_QUESTION}]"
        if at == 0:
            page.ask("ends", ends)
        else:
            page.add(ends, question="ends")


def _role(columns: Sequence[Column], role: str) -> list[Column]:
    return [column for column in columns if column.role == role]


def _list_columns(columns: Sequence[Column], lang: Language) -> str:
    # Only names: what stands in a column is nobody's business here.
    names = [column.name for column in columns[:6]]
    return join_names(names, lang) if names else say("front.draft.none", lang)


def example(lang: Language = "en") -> str:
    """A commented example that `plan` reads as it is.

    >>> from epsilog.spec.file import spec_from_text
    >>> spec_from_text(example()) == spec_from_text(example("zh"))
    True
    """
    page = _Page(lang)
    page.tell("front.example.lead")
    for key, lines in _EXAMPLE:
        page.tell(f"front.example.{key}", len(lines[0]) - len(lines[0].lstrip()))
        page.add(*lines)
    return page.text


_EXAMPLE: Final[tuple[tuple[str, tuple[str, ...]], ...]] = (
    ("name", ("epsilog: 1", "release: flu-by-region", "edition: 2026-W46")),
    (
        "source",
        (
            "source:",
            "  file: visits.csv",
            "  columns: {patient_id: text, region: text, visited_at: timestamp, systolic: number}",
        ),
    ),
    ("protect", ("protect: {each: patient_id, per: 1mo, zone: Asia/Shanghai}",)),
    ("bound", ("bound: {rows: 4}",)),
    ("during", ("during: {time: visited_at, from: 2026-01-01, to: 2026-12-31}",)),
    ("publish", ("publish:",)),
    ("count", ("  - {count: rows, by: {region: [North, South, East, West]}, every: 1d}",)),
    ("persons", ("  - {count: persons, every: 1mo}",)),
    ("mean", ("  - {mean: systolic, between: [80, 220]}",)),
    ("histogram", ("  - {histogram: systolic, edges: [80, 120, 140, 220], weight: 2}",)),
    ("spend", ("spend: {epsilon: 0.5, delta: 1e-6, from: clinic/2026}",)),
    ("tidy", ("tidy: {whole: true}",)),
)


class _Page:
    """Lines of YAML with comments above them, wrapped; remembers at which line each question stands."""

    def __init__(self, lang: Language) -> None:
        self.lang = lang
        self.lines: list[str] = []
        self.questions: list[tuple[int, str]] = []

    @property
    def text(self) -> str:
        return "\n".join(self.lines) + "\n"

    def add(self, *lines: str, question: str = "") -> None:
        for line in lines:
            self.lines.append(line)
            if question and OPEN_QUESTION in line:  # a column may have the name of a blank
                self.questions.append((len(self.lines), say(f"front.short.{question}", self.lang)))

    def gap(self) -> None:
        if self.lines and self.lines[-1]:
            self.lines.append("")

    def tell(self, key: str, indent: int = 0, /, **values: str) -> None:
        lead = " " * indent + "# "
        if indent == 0:
            self.gap()
        said = _on_one_line(say(key, self.lang, **values))
        self.lines += [lead + line for line in wrap_text(said, _WIDTH - len(lead))]

    def loud(self, key: str, **values: str) -> None:
        rule = "# " + "=" * (_WIDTH - 2)
        self.lines.append(rule)
        said = say(key, self.lang, **values)
        self.lines += [f"# {line}" for line in wrap_text(_on_one_line(said), _WIDTH - 2)]
        self.lines.append(rule)

    def ask(self, name: str, *lines: str, indent: int | None = None, **values: str) -> None:
        depth = len(lines[0]) - len(lines[0].lstrip()) if indent is None else indent
        self.tell(f"front.ask.{name}", depth, **values)
        self.add(*lines, question=name)


def _on_one_line(text: str) -> str:
    """Names come from a file's header; a line break in one must not end a comment."""
    return re.sub(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff]", " ", text)
