"""Ask for counts, sums and histograms.

::

    count: rows                                     # or persons, each once
    sum: cost, between: [0, 1000]                   # values beyond the ends are clamped
    histogram: age, between: [0, 100], bins: 10     # or edges: [0, 18, 65, 120]
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any, ClassVar

from epsilog.core.grid import MOST_BINS, Axis, Bins
from epsilog.core.measure import Measure, Persons, Rows, Total
from epsilog.roles.ask import Ask, Refused, Written
from epsilog.roles.cut import check_ends, settle_ends
from epsilog.roles.ranges import (
    NO_BETWEEN,
    NO_COLUMN,
    NO_EDGES,
    bins_from,
    clamp_from,
    ends_from,
    ends_lines,
    ends_record,
    number_lines,
    number_record,
    numbers_from,
    refusal,
    stored_ends,
    stored_numbers,
)
from epsilog.roles.sought import Clamp, EvenBins, Sought

if TYPE_CHECKING:
    from epsilog.roles.entry import Entry

_OF_A_RANGE = ("`grain` and `missing` belong to sums, means, quantiles and the like", "grain", "leave them out")


@dataclass(frozen=True)
class Cells(Ask):
    """Rows, persons, a sum or bins, with noise on every cell.

    between    of a sum: its clamp; `grain` is the step values are rounded to, `missing` what a missing value is
    edges      of a histogram
    sought     the clamp or the bins, where they are to be found first

    >>> Cells("sum", "cost", between=(Fraction(0), Fraction(10))).numbers()
    ('cost',)
    """

    kind: ClassVar[str] = "cells"
    names: ClassVar[tuple[str, ...]] = ("rows", "persons", "sum", "histogram")
    words: ClassVar[tuple[str, ...]] = ("count", "sum", "histogram")
    details: ClassVar[tuple[str, ...]] = ("between", "within", "keep", "bins", "edges", "grain", "missing")
    meant: ClassVar[Mapping[str, Mapping[str, Any]]] = {"count": {"kind": "rows"}}
    refusals: ClassVar[Mapping[str, Refused]] = {
        "column": NO_COLUMN,
        "between": NO_BETWEEN,
        "edges": NO_EDGES,
        "grain": _OF_A_RANGE,
        "missing": _OF_A_RANGE,
        "sought": ("nothing is clamped here", "between", "between: [low, high]"),
    }
    adds_up: ClassVar[tuple[str, ...]] = ("rows", "histogram", "sum")
    tells_population: ClassVar[tuple[str, ...]] = ("rows", "persons", "histogram")

    word: str
    column: str | None = None
    between: tuple[Fraction, Fraction] | None = None
    grain: Fraction | None = None
    missing: Fraction | None = None
    edges: tuple[Fraction, ...] | None = None
    sought: Sought | None = None

    def __post_init__(self) -> None:
        settle_ends(self, clamped=self.word == "sum", centred=False, binned=self.word == "histogram")
        if (self.word in ("rows", "persons")) == (self.column is not None):
            raise refusal(NO_COLUMN)
        if (self.between is not None) != (self.word == "sum"):
            raise refusal(NO_BETWEEN)
        if (self.edges is not None) != (self.word == "histogram"):
            raise refusal(NO_EDGES)
        if (self.grain is not None or self.missing is not None) and self.word != "sum":
            raise refusal(_OF_A_RANGE)

    def check(self, entry: Entry) -> None:
        """Refuse what an unknown clamp does not go with."""
        check_ends(entry)

    def may_have_total(self, entry: Entry) -> bool:
        """Rows have one."""
        return self.word in ("rows", "histogram")

    def axes(self) -> tuple[Axis, ...]:
        """The bins of a histogram."""
        return () if self.edges is None or self.column is None else (Bins(self.column, self.edges),)

    def in_cells(self, entry: Entry) -> tuple[Measure, ...]:
        """One vector."""
        if self.word == "rows":
            return (Rows(),)
        if self.word == "persons":
            return (Persons(),)
        if self.word == "histogram":
            return (Rows(of=self.column),)
        assert self.column is not None
        assert self.between is not None
        if isinstance(self.sought, Clamp):
            return (self.sought.total(self.column, self.missing, centred=False),)
        return (Total.between(self.column, *self.between, self.grain, self.missing),)

    @classmethod
    def read(cls, said: Written, given: Mapping[str, Any]) -> dict[str, Any]:
        """What is counted or added up; ends and edges, of a mean or a quantile too."""
        fields = said.fields
        found: dict[str, Any] = {}
        if said.word == "count":
            found["kind"] = fields["count"].choice(("rows", "persons"))
        elif said.word in cls.words:
            found["column"] = fields[said.word].text()
        found |= _bins(said) if said.word == "histogram" else _ends(said)
        for name in ("grain", "missing"):
            if not (name == "grain" and isinstance(found.get("sought"), EvenBins)):
                found |= numbers_from(fields, name)
        return found

    @classmethod
    def stored(cls, record: Mapping[str, Any]) -> dict[str, Any]:
        """Read them back."""
        ends = stored_ends(record, "between") | stored_ends(record, "edges")
        return ends | stored_numbers(record, "grain", "missing")

    def to_dict(self, entry: Entry) -> dict[str, Any]:
        """As they are stored."""
        ends = ends_record("between", self.between, self.sought) | ends_record("edges", self.edges, self.sought)
        return ends | number_record(grain=self.grain, missing=self.missing)

    def range_lines(self, entry: Entry) -> list[str]:
        """Ends or edges, grain, and what a missing value is."""
        ends = ends_lines(self.sought, between=self.between, edges=self.edges)
        return [*ends, *number_lines(grain=self.grain, missing=self.missing)]


def _ends(said: Written) -> dict[str, Any]:
    for name in ("bins", "edges"):
        if name in said.fields:
            said.fields[name].refuse(
                f"`{name}` belongs to a histogram", "histogram: age, between: [0, 100], bins: 10"
            )
    if (clamp := clamp_from(said.node, said.fields)) is not None:
        return {"sought": clamp}
    return {"between": ends_from(said.fields["between"])} if "between" in said.fields else {}


def _bins(said: Written) -> dict[str, Any]:
    """Edges of a histogram, given or equally spaced."""
    node, fields = said.node, said.fields
    if (even := bins_from(node, fields)) is not None:
        return {"sought": even}
    if "edges" in fields:
        for name in ("between", "bins"):
            if name in fields:
                fields[name].refuse(f"`edges` say everything: leave `{name}` out", "edges: [0, 18, 65, 120]")
        return {"edges": tuple(edge.number() for edge in fields["edges"].items())}
    if "between" not in fields or "bins" not in fields:
        node.refuse(
            "a histogram needs `between` with `bins`, or `edges`",
            "between: [0, 100], bins: 10; ends you know without looking",
        )
    (low, high), bins = ends_from(fields["between"]), fields["bins"].whole(at_least=1, at_most=MOST_BINS)
    return {"edges": tuple(low + (high - low) * Fraction(at, bins) for at in range(bins + 1))}
