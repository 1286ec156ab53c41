"""What has to be found before an entry can be answered: quantiles that make its clamp or its bins."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Final

from epsilog.core.bounds import Bounds
from epsilog.core.grid import Bins, Grid
from epsilog.core.measure import Rows, contribution
from epsilog.core.source import Tally
from epsilog.core.unit import Unit
from epsilog.errors import SpecError
from epsilog.roles.sought import Clamp, EvenBins

if TYPE_CHECKING:
    from epsilog.core.during import During
    from epsilog.roles.entry import Entry

CENTRED: Final = ("mean", "variance", "deviation")


@dataclass(frozen=True)
class Cut:
    """Quantiles that have to be found first: of a column, over the rows inside the rest of a table.

    marks      the candidates, which are the edges of a histogram
    shares     the ranks, as shares of the rows
    beside     the keys of the table: rows with any other are outside
    """

    column: str
    marks: tuple[Fraction, ...]
    shares: tuple[Fraction, ...]
    beside: Grid
    during: During | None

    @property
    def grid(self) -> Grid:
        """The cells that rows are counted in: the stretches between candidates."""
        return Grid((Bins(self.column, self.marks),))

    @property
    def measure(self) -> Rows:
        """What is counted in them."""
        return Rows(of=self.column)

    def tally(self) -> Tally:
        """What the source is asked for."""
        return Tally(self.grid, (self.measure,), self.during, self.beside)


def cuts_of(query: Entry) -> tuple[Cut, ...]:
    """What has to be found before a query can be answered; () where every end is declared."""
    if query.ask.sought is None and (query.ask.per is None or query.ask.per.sought is None):
        return ()
    beside, found = Grid(query.by), []
    if query.ask.sought is not None and query.column is not None:
        sought, centred = query.ask.sought, query.kind in CENTRED
        shares = sought.shares(centred=centred) if isinstance(sought, Clamp) else sought.shares()
        found.append(Cut(query.column, query.ask.sought.marks, shares, beside, query.during))
    if query.ask.per is not None and query.ask.per.sought is not None:
        per = query.ask.per.sought
        found.append(Cut(query.ask.per.column, per.marks, per.shares(centred=False), beside, query.during))
    return tuple(found)


def with_found_ends(query: Entry, found: Mapping[Cut, tuple[int, ...]]) -> Entry:
    """The same query with the ends or edges that were found."""
    cuts = list(cuts_of(query))
    if not cuts:
        return query
    given: dict[str, Any] = {}
    if query.ask.sought is not None:
        ends = "edges" if isinstance(query.ask.sought, EvenBins) else "between"
        given |= {ends: None, "sought": query.ask.sought.answered(found[cuts.pop(0)])}
    if cuts and query.ask.per is not None and query.ask.per.sought is not None:
        given["per"] = query.ask.per.of_clamp(query.ask.per.sought.answered(found[cuts.pop(0)]))
    return query.asking(**given)


def settle_ends(ask: Any, *, clamped: bool, centred: bool, binned: bool = False) -> None:
    """Fill in the ends or edges of an ask that has to find them, and refuse what finding does not go with.

    clamped, binned    whether it has ends, or edges, that can be found
    centred            whether its values are counted from the middle of their clamp
    """
    sought = ask.sought
    if isinstance(sought, EvenBins):
        if not binned:
            raise SpecError("only a histogram has edges", where="edges", hint="between: [0, 100]")
        _same(ask, "edges", sought.edges())
    elif isinstance(sought, Clamp):
        if not clamped:
            raise SpecError("nothing is clamped here", where="between", hint="between: [low, high]")
        _same(ask, "between", sought.ends(centred=centred))
        if ask.grain is not None:
            raise SpecError(
                "the grain of an unknown clamp follows from what is found", where="grain", hint="leave `grain` out"
            )
    elif sought is not None:
        raise SpecError(
            "what is to be found is a Clamp or EvenBins", where="sought", hint="between: unknown, or edges: unknown"
        )


def _same(ask: object, name: str, ends: tuple[Fraction, ...]) -> None:
    if getattr(ask, name) not in (None, ends):
        raise SpecError(f"`{name}` is to be found, and is also given", where=name, hint="say one of the two")
    object.__setattr__(ask, name, ends)


def check_ends(query: Entry) -> None:
    """Refuse what finding ends or edges does not go with in the rest of an entry."""
    clamps = isinstance(query.ask.sought, Clamp) or (query.ask.per is not None and query.ask.per.sought is not None)
    if clamps and query.error is not None and not (query.relative and query.kind in ("mean", "variance")):
        raise SpecError(
            "an error in the data's own units cannot be promised before the clamp is known",
            where="error",
            hint="say an epsilon and no error; a mean or variance may have a share of its clamp: error: 2%",
        )
    if (clamps or query.ask.sought is not None) and query.shape is not None:
        raise SpecError(
            "a series needs ends and edges that are declared",
            where="as",
            hint="between: [0, 1000], or leave `as` out",
        )


def check_bounds(query: Entry, unit: Unit, bounds: Bounds) -> None:
    """Refuse bounds under which the rows of one unit cannot be counted: before anything is read."""
    for cut in cuts_of(query):
        if bounds.norm is not None:
            raise SpecError(
                "a norm bounds vectors for Gaussian noise; ends and edges are found by ranks of rows",
                where="bound.norm",
                hint="bound: {rows: 4, cells: 4}",
            )
        contribution(cut.measure, cut.grid, unit, bounds)


def places_of(query: Entry) -> dict[Cut, tuple[int, ...] | None]:
    """What was found for each cut of a query; None before."""
    clamps = (query.ask.sought, None if query.ask.per is None else query.ask.per.sought)
    return dict(zip(cuts_of(query), [one.found for one in clamps if one is not None], strict=True))
