"""Ends of values, and sums of other columns, as files write them and as they are stored: said, or to be found.

::

    mean: cost,  between: [0, 10000]
    mean: cost,  between: unknown, within: [0, 1000000]                 # keep: 0.98 if not said
    mean: cost,  between: unknown, within: [0, 100, 500, 2000, 10000]   # all the ends there may be
    histogram: age, edges: unknown, within: [0, 120], bins: 10          # grain: 1 for whole years
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any, Final

from epsilog.core.number import exact, spell_number
from epsilog.core.unknown import UNKNOWN
from epsilog.errors import SpecError
from epsilog.roles.candidates import Sum
from epsilog.roles.document import Node
from epsilog.roles.place import make_at
from epsilog.roles.sought import USUAL_KEEP, Clamp, EvenBins, Sought
from epsilog.roles.text import number, word

NO_BETWEEN: Final = (
    "sums, means, variances and ratios need `between: [low, high]`, other queries have none",
    "between",
    "values beyond the ends are clamped; say ends you know without looking at the data",
)
FOUND_BINS: Final = (
    "bins that were found are even in these rows, and ranges about a population would not know it",
    "edges",
    "declare the edges",
)
NO_EDGES: Final = ("a histogram needs `edges`, or `between` with `bins`", "edges", "between: [0, 100], bins: 10")
NO_COLUMN: Final = (
    "counts name no column, other queries do",
    "publish",
    "count: rows, or mean: systolic",
)

_ENDS: Final = "within: [0, 1000000]; ends you know without looking at the data"


def is_unknown(node: Node | None) -> bool:
    """Whether a field says `unknown`."""
    return node is not None and node.value == UNKNOWN


def clamp_from(node: Node, fields: Mapping[str, Node]) -> Clamp | None:
    """The clamp of what adds values up, where it is to be found; None where it is declared."""
    if not is_unknown(fields.get("between")):
        for name in ("within", "keep"):
            if name in fields:
                fields[name].refuse(
                    f"`{name}` goes with `between: unknown`", "between: unknown, within: [0, 1000000]"
                )
        return None
    marks = _within(fields["between"], fields)
    keep = fields["keep"].number() if "keep" in fields else USUAL_KEEP
    return make_at(lambda: Clamp(marks, keep), node, node)


def bins_from(node: Node, fields: Mapping[str, Node]) -> EvenBins | None:
    """The bins of a histogram, where they are to be found."""
    if is_unknown(fields.get("between")):
        fields["between"].refuse("a histogram finds its edges", f"edges: unknown, {_ENDS}")
    if not is_unknown(fields.get("edges")):
        for name in ("within", "keep"):
            if name in fields:
                fields[name].refuse(
                    f"`{name}` goes with ends or edges that are unknown",
                    "edges: unknown, within: [0, 120], bins: 10",
                )
        return None
    for name in ("between", "keep"):
        if name in fields:
            fields[name].refuse(
                f"unknown edges lie `within` their ends: leave `{name}` out",
                "edges: unknown, within: [0, 120], bins: 10",
            )
    if "bins" not in fields:
        fields["edges"].refuse("say how many bins", "bins: 10")
    marks, bins = _within(fields["edges"], fields), fields["bins"].whole(at_least=2, at_most=100)
    step = fields["grain"].number() if "grain" in fields else None
    return make_at(lambda: EvenBins(marks, bins, step), node, node)


def _within(asked: Node, fields: Mapping[str, Node]) -> tuple[Fraction, ...]:
    if "within" not in fields:
        asked.refuse("ends that are found need ends to look between: data is never peeked at", _ENDS)
    marks = tuple(mark.number() for mark in fields["within"].items())
    if len(marks) < 2:
        fields["within"].refuse("give two ends, or all candidates", _ENDS)
    return marks


def cut_lines(sought: Sought) -> list[str]:
    """As they are written."""
    lines = [f"within: [{', '.join(map(number, sought.within))}]"]
    if isinstance(sought, EvenBins):
        lines = [f"edges: {UNKNOWN}", *lines, f"bins: {sought.bins}"]
        return lines + ([] if sought.step is None else [f"grain: {number(sought.step)}"])
    lines = [f"between: {UNKNOWN}", *lines]
    return lines + ([] if sought.keep == USUAL_KEEP else [f"keep: {number(sought.keep)}"])


def refusal(said: tuple[str, str, str]) -> SpecError:
    """An error of what, where and hint."""
    what, where, hint = said
    return SpecError(what, where=where, hint=hint)


def ends_from(node: Node) -> tuple[Fraction, Fraction]:
    """Two ends."""
    ends = node.items()
    if len(ends) != 2:
        node.refuse("give two ends", f"{node.field.rpartition('.')[2] or 'between'}: [low, high]")
    low, high = (end.number() for end in ends)
    if low >= high:
        node.refuse("the lower end must be below the upper end", "between: [low, high]")
    return low, high


def numbers_from(fields: Mapping[str, Node], *names: str) -> dict[str, Fraction]:
    """The fields among these that are said, as numbers."""
    return {name: fields[name].number() for name in names if name in fields}


def sum_from(node: Node, hint: str) -> Sum:
    """A sum of another column; under `per` its clamp may be found."""
    fields = node.mapping("sum", "between", "within", "keep", "grain", "missing")
    for name in ("sum", "between"):
        if name not in fields:
            node.refuse(f"the field {name!r} is missing", hint)
    given: dict[str, Any] = numbers_from(fields, "grain", "missing")
    if (clamp := clamp_from(node, fields)) is not None:
        if "grain" in given:
            fields["grain"].refuse("the grain of an unknown clamp follows from what is found", "leave `grain` out")
        if not hint.startswith("per"):
            fields["between"].refuse(
                "what the best have most of needs a declared clamp", "best: {sum: cost, between: [0, 1000]}"
            )
        return make_at(lambda: Sum.unknown(fields["sum"].text(), clamp, given.get("missing")), node, node)
    return make_at(lambda: Sum(fields["sum"].text(), ends_from(fields["between"]), **given), node, node)


def sum_lines(other: Sum, what: str = "sum") -> str:
    """The same written again, on one line."""
    said = [f"{what}: {word(other.column)}"]
    said += [f"between: {spell_list(other.between)}"] if other.sought is None else cut_lines(other.sought)
    given = (("grain", other.grain), ("missing", other.missing))
    return (
        "{" + ", ".join([*said, *(f"{name}: {number(value)}" for name, value in given if value is not None)]) + "}"
    )


def spell_list(numbers: Iterable[Fraction]) -> str:
    """Numbers as a list in a file."""
    return f"[{', '.join(map(number, numbers))}]"


def ends_lines(sought: Sought | None, **ends: tuple[Fraction, ...] | None) -> list[str]:
    """Ends or edges as a file writes them: those that were said, or what is to be found."""
    if sought is not None:
        return cut_lines(sought)
    return [f"{name}: {spell_list(said)}" for name, said in ends.items() if said is not None]


def number_lines(**given: Fraction | None) -> list[str]:
    """A line for every number that was said."""
    return [f"{name}: {number(value)}" for name, value in given.items() if value is not None]


def number_record(**given: Fraction | None) -> dict[str, Any]:
    """A field for every number that was said, as it is stored."""
    return {name: spell_number(value) for name, value in given.items() if value is not None}


def ends_record(name: str, ends: tuple[Fraction, ...] | None, sought: Sought | None) -> dict[str, Any]:
    """Ends or edges as they are stored: those that were said, or what is to be found."""
    if ends is None:
        return {}
    return {name: [spell_number(end) for end in ends] if sought is None else {UNKNOWN: sought.to_dict()}}


def stored_ends(record: Mapping[str, Any], name: str) -> dict[str, Any]:
    """Read them back."""
    said = record.get(name)
    if said is None:
        return {}
    if not isinstance(said, Mapping):
        return {name: tuple(exact(end, name) for end in said)}
    found = said[UNKNOWN]
    return {"sought": _stored_clamp(found) if name == "between" else _stored_bins(found)}


def stored_numbers(record: Mapping[str, Any], *names: str) -> dict[str, Any]:
    """The fields among these that were stored, as numbers."""
    return {name: exact(record[name], name) for name in names if name in record}


def stored_sum(record: Mapping[str, Any]) -> Sum:
    """Read a sum of another column back."""
    given: dict[str, Any] = {**record, **stored_numbers(record, "grain", "missing")}
    if isinstance(given["between"], Mapping):
        return Sum.unknown(given["column"], _stored_clamp(given["between"][UNKNOWN]), given.get("missing"))
    low, high = (exact(end, "between") for end in given["between"])
    return Sum(**{**given, "between": (low, high)})


def _stored_clamp(record: Mapping[str, Any]) -> Clamp:
    return Clamp(tuple(exact(mark, "within") for mark in record["within"]), exact(record["keep"], "keep"))


def _stored_bins(record: Mapping[str, Any]) -> EvenBins:
    marks = tuple(exact(mark, "within") for mark in record["within"])
    return EvenBins(marks, record["bins"], exact(record["step"], "grain") if "step" in record else None)
