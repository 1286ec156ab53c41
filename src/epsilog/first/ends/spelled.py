"""Clamps and bins to be found, as they are written in a file.

::

    mean: cost,  between: unknown, within: [0, 1000000]                 # keep: 0.98 if not said
    mean: cost,  between: unknown, within: [0, 100, 500, 2000, 10000]   # all the ends there may be
    histogram: age, edges: unknown, within: [0, 120], bins: 10          # grain: 1 for whole years
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction

from epsilog.core.document import Node
from epsilog.core.unknown import UNKNOWN
from epsilog.roles.place import placed
from epsilog.roles.sought import USUAL_KEEP, Clamp, EvenBins, Sought

_ENDS = "within: [0, 1000000]; ends you know without looking at the data"


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
    return placed(lambda: Clamp(marks, keep), node, node)


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
    return placed(lambda: EvenBins(marks, bins, step), node, node)


def _within(asked: Node, fields: Mapping[str, Node]) -> tuple[Fraction, ...]:
    if "within" not in fields:
        asked.refuse("ends that are found need ends to look between: data is never peeked at", _ENDS)
    marks = tuple(mark.number() for mark in fields["within"].items())
    if len(marks) < 2:
        fields["within"].refuse("say two ends, or all candidates", _ENDS)
    return marks


def cut_lines(sought: Sought, spell: Callable[[Fraction], str]) -> list[str]:
    """As they are written."""
    lines = [f"within: [{', '.join(spell(mark) for mark in sought.within)}]"]
    if isinstance(sought, EvenBins):
        lines = [f"edges: {UNKNOWN}", *lines, f"bins: {sought.bins}"]
        return lines + ([] if sought.step is None else [f"grain: {spell(sought.step)}"])
    lines = [f"between: {UNKNOWN}", *lines]
    return lines + ([] if sought.keep == USUAL_KEEP else [f"keep: {spell(sought.keep)}"])
