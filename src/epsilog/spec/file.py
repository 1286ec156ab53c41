"""A request as a file: YAML or JSON, read strictly, every complaint with its file, line and field.

::

    release: flu-by-region
    edition: 2026-W46
    source: {file: visits.csv, columns: {patient_id: text, region: text, visited_at: timestamp, systolic: number}}
    protect: {each: patient_id, per: 1mo, zone: Asia/Shanghai}
    bound: {rows: 4, cells: 4}
    publish:
      - {count: rows, by: {region: [North, South]}, every: 1d, time: visited_at, from: 2026-01-01, to: 2026-12-31}
      - {mean: systolic, between: [80, 220]}
    spend: {epsilon: 0.5, delta: 1e-6, from: clinic/2026}

The rules of a live series, and a replay of one, for tests and demonstrations:

::

    stream: {wait: 15m, late: drop, future: hold}
    stream: {clock: {from: 2026-01-05T00:00, speed: 3600}}

docs/spec.md has the whole spelling. Nothing here looks at data.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from functools import partial
from typing import Any, Final

from epsilog.core.bounds import Bounds
from epsilog.core.date_format import date_format
from epsilog.core.origin import COLUMN_KINDS, TIMES, ColumnKind, Lookup, Origin
from epsilog.core.unit import Protect, Unit
from epsilog.errors import SpecError
from epsilog.registry.asks import asked_in, choice_from
from epsilog.roles.document import Node, parse_document, read_document, read_fields
from epsilog.roles.entry import CHOICES
from epsilog.roles.place import make_at
from epsilog.roles.spec import Spec, Spend, Tidy
from epsilog.roles.stream_rules import CLOCK, FIELDS, Replay, Said, seconds_of
from epsilog.spec.entry import STRETCH, during_from, entry_from, name_of, one_of, path_of, period
from epsilog.spec.yaml import spell_spec

VERSION: Final = "1"
OPEN_QUESTION: Final = "____"
REQUIRED: Final = ("release", "edition", "source", "protect", "publish", "spend")
OPTIONAL: Final = ("epsilog", "bound", "during", "confidence", "tidy", "mechanism", "stream")
_BLANK: Final = re.compile(r"_{3,}")
# What other tools call the same kind of column.
_ALSO_CALLED: Final = {
    **dict.fromkeys(("string", "str", "varchar", "category", "code", "uuid"), "text"),
    **dict.fromkeys(("int", "int64", "bigint", "long"), "integer"),
    **dict.fromkeys(("float", "float64", "double", "decimal", "real", "numeric"), "number"),
    **dict.fromkeys(("datetime", "time", "local"), "timestamp"),
    **dict.fromkeys(("timestamptz", "utc", "datetimetz"), "instant"),
    "bool": "boolean",
}


def read_spec(path: str | os.PathLike[str]) -> Spec:
    """Read a request from a file; `.json` is read as JSON, anything else as YAML."""
    return spec_from_node(read_document(path))


def spec_from_text(text: str, name: str = "<text>") -> Spec:
    """Read a request from YAML text; `name` is what complaints call it.

    >>> spec_from_text("release: visits\\nediton: 2026-W46\\n", "spec.yaml")
    Traceback (most recent call last):
        ...
    epsilog.errors.SpecError: spec.yaml:2, editon: unknown field 'editon' (hint: did you mean edition?)
    """
    return spec_from_node(parse_document(text, name))


def to_yaml(spec: Spec) -> str:
    """Spell a request as YAML that reads back to exactly the same request, or refuse.

    >>> from epsilog import Query
    >>> spec = Spec("visits", "2026-W46", Origin("visits.csv", {"patient_id": "text"}), Protect(Unit("patient_id")),
    ...             Bounds(rows=4), (Query("rows"),), Spend("clinic/2026", Fraction(1, 2), Fraction(1, 10**6)))
    >>> spec_from_text(to_yaml(spec)) == spec
    True
    """
    text = spell_spec(spec)
    if spec_from_text(text, "spec.yaml").digest != spec.digest:
        raise SpecError(
            "this request cannot be written as a file", where=spec.release, hint="publish it from Python"
        )
    return text


def spec_from_node(root: Node) -> Spec:
    """Read a request from a document; a complaint of the library gets the place where its cause was written."""
    _no_question_is_open(root)
    fields = root.mapping(*REQUIRED, *OPTIONAL, required=REQUIRED)
    if "epsilog" in fields and fields["epsilog"].word() != VERSION:
        fields["epsilog"].refuse("unknown version of a spec", f"this release reads `epsilog: {VERSION}`")
    stretch = fields["during"].mapping(*STRETCH) if "during" in fields else {}
    during = during_from(fields["during"], stretch) if "during" in fields else None
    usual = fields["mechanism"].choice(CHOICES) if "mechanism" in fields else "auto"
    entries = fields["publish"].items()
    if not entries:
        fields["publish"].refuse("nothing to publish", "publish:\n  - count: rows")
    booleans = _booleans(fields["source"])
    asked = asked_in(entries, lambda entry: entry_from(entry, during, stretch, usual, booleans))
    root = replace(root, value={**fields, "publish": replace(fields["publish"], value=asked.order)})
    confidence = fields["confidence"].number(above=0, below=1) if "confidence" in fields else Fraction(95, 100)
    parts: dict[str, Any] = {
        "release": name_of(fields["release"]),
        "edition": name_of(fields["edition"]),
        "source": _origin(fields["source"]),
        "protect": _protect(fields["protect"]),
        "bound": _bounds(fields["bound"]) if "bound" in fields else Bounds(),
        "publish": asked.queries,
        "tests": asked.questions,
        "spend": _spend(fields["spend"]),
        "during": during,
        "confidence": confidence,
        "tidy": _tidy(fields["tidy"]) if "tidy" in fields else Tidy(),
        "stream": _stream(fields["stream"]) if "stream" in fields else None,
    }
    return make_at(lambda: Spec(**parts), root, root)


def _no_question_is_open(root: Node) -> None:
    """Refuse a draft whose blanks nobody has filled in."""
    blanks = list(_blanks(root))
    if blanks:
        lines = sorted({node.line for node in blanks})
        listed = ", ".join(map(str, lines[:12])) + (", …" if len(lines) > 12 else "")
        blanks[0].refuse(
            "a question of the draft is not answered yet",
            f"put your answer in place of {OPEN_QUESTION}; not answered yet: "
            f"line{'s' if len(lines) > 1 else ''} {listed}",
        )


def _blanks(node: Node) -> Iterator[Node]:
    if isinstance(node.value, dict):
        for name, inner in node.value.items():
            if _BLANK.fullmatch(name):
                yield inner
            yield from _blanks(inner)
    elif isinstance(node.value, list):
        for inner in node.value:
            yield from _blanks(inner)
    elif isinstance(node.value, str) and _BLANK.fullmatch(node.value):
        yield node


def _booleans(node: Node) -> frozenset[str]:
    """Columns that are declared boolean, whose keys need not be said; what else is wrong is complained of later."""
    columns = node.value.get("columns") if isinstance(node.value, dict) else None
    if not isinstance(columns, Node) or not isinstance(columns.value, dict):
        return frozenset()
    return frozenset(name for name, kind in columns.value.items() if _said_kind(kind) == "boolean")


def _said_kind(kind: Node) -> object:
    inner = kind.value.get("kind") if isinstance(kind.value, dict) else kind
    return inner.value if isinstance(inner, Node) else None


def _origin(node: Node) -> Origin:
    known = ("file", "database", "table", "columns", "encoding", "delimiter", "quote", "quoting", "join")
    fields = node.mapping(*known, required=("columns",))
    formats: dict[str, str] = {}
    columns = _columns(fields["columns"], formats)
    given = read_fields(
        fields,
        join=_lookups,
        file=lambda file: path_of(file, "say a path, such as visits.csv or visits/*.parquet", "file: visits.csv"),
        database=Node.text,
        table=Node.text,
        encoding=partial(one_of, known=("utf-8", "gb18030"), also={"gbk": "gb18030", "gb2312": "gb18030"}),
        delimiter=Node.text,
        quote=partial(one_of, known=("double", "none"), also={"off": "none"}),
    )
    if "quoting" in fields:
        _check_lines(fields["quoting"])
    parts = {"file": None, "columns": columns, "formats": formats, **given}
    return make_at(lambda: Origin(**parts), node, node)


def _lookups(node: Node) -> tuple[Lookup, ...]:
    return tuple(_lookup(lookup) for lookup in (node.items() if isinstance(node.value, list) else [node]))


def _check_lines(node: Node) -> None:
    """A cell stays on its line: what one row could hide otherwise has no price (docs/proofs/bounding.md, 0a)."""
    lines = node.mapping("lines", required=("lines",))["lines"]
    if lines.whole(at_least=1) != 1:
        lines.refuse(
            "if a cell continues over several lines, one row can hide other rows, and no price covers that",
            "keep the rows as Parquet or in a database, or write new lines in cells as spaces",
        )


def _columns(node: Node, formats: dict[str, str] | None = None) -> dict[str, ColumnKind]:
    """The kinds of columns; those that write dates their own way say so: {kind: timestamp, format: "%m/%d/%Y"}."""
    columns: dict[str, ColumnKind] = {}
    for name, kind in node.mapping().items():
        if not name.strip():
            kind.refuse("a column without a name", "columns: {patient: text}")
        if formats is not None and isinstance(kind.value, dict):
            fields = kind.mapping("kind", "format", required=("kind",))
            kind = fields["kind"]
            if "format" in fields:
                formats[name] = fields["format"].text()
                if _kind(kind) not in TIMES:
                    fields["format"].refuse(
                        "a format says how dates are written, and this is no date", "leave it out"
                    )
                make_at(partial(date_format, formats[name], ""), fields["format"], fields["format"])
        columns[name] = _kind(kind)
    return columns


def _lookup(node: Node) -> Lookup:
    fields = node.mapping("file", "table", "on", "columns", "public", required=("on", "columns"))
    given = read_fields(fields, file=Node.text, table=Node.text, public=Node.flag)
    columns: Any = _columns(fields["columns"])
    return make_at(lambda: Lookup(fields["on"].text(), columns, **given), node, node)


def _kind(node: Node) -> ColumnKind:
    found = one_of(node, COLUMN_KINDS, _ALSO_CALLED)
    return next(kind for kind in COLUMN_KINDS if kind == found)


def _protect(node: Node) -> Protect:
    fields = node.mapping("each", "per", "window", "zone", "neighbours", required=("each",))
    unit = read_fields(
        fields,
        each=Node.text,
        per=period,
        window=partial(Node.whole, at_least=1),
        neighbours=partial(Node.choice, options=("add-remove", "replace")),
    )
    zone = read_fields(fields, zone=Node.text)
    return make_at(lambda: Protect(Unit(**unit), **zone), node, node)


def _bounds(node: Node) -> Bounds:
    fields = node.mapping("rows", "cells", "rows_per_cell", "norm", "choose")
    if "choose" in fields:
        if len(fields) > 1:
            fields["choose"].refuse("stands alone: what is said is not chosen", "bound: {choose: …}")
        return make_at(lambda: Bounds(choose=choice_from(fields["choose"])), node, node)
    given: dict[str, Any] = {
        name: field.number(above=0) if name == "norm" else field.whole(at_least=1) for name, field in fields.items()
    }
    return make_at(lambda: Bounds(**given), node, node)


def _spend(node: Node) -> Spend:
    fields = node.mapping("epsilon", "delta", "events", "from", required=("from",))
    chance = partial(Node.number, at_least=0, below=1)
    given = read_fields(fields, epsilon=partial(Node.number, above=0, at_most=10**6), delta=chance, events=chance)
    return make_at(lambda: Spend(name_of(fields["from"]), **given), node, node)


def _tidy(node: Node) -> Tidy:
    fields = node.mapping("whole", "totals")
    return Tidy(**{name: field.flag() for name, field in fields.items()})


def _stream(node: Node) -> Said:
    """What is said under `stream`; nothing said there is the usual rules, and still a live series."""
    fields = node.mapping(*FIELDS)
    given = read_fields(
        fields,
        wait=lambda wait: wait.asking(lambda text, name: seconds_of(text)),
        late=partial(Node.choice, options=("drop", "next")),
        future=partial(Node.choice, options=("hold", "drop")),
        clock=_replay,
    )
    return make_at(lambda: Said(**given), node, node)


def _replay(node: Node) -> Replay:
    fields = node.mapping(*CLOCK, required=("from",))
    start = fields["from"].text()
    clock = fields["from"].asking(lambda text, name: Replay.at(start))
    if "speed" not in fields:
        return clock
    return fields["speed"].asking(lambda text, name: Replay.at(start, text))
