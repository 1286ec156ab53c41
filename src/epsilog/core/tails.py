"""The rows of a mean that its clamp moved, counted beside it: from them follows how far clamping moved the mean.

``{mean: systolic, between: [80, 220], tails: [40, 300]}`` clamps to [80, 220] and counts, with noise, the rows
below 80 and those above 220. With nobody outside [40, 300] a row was moved by at most 40 up or 80 down, so the two
counts bound what clamping did to the mean (docs/proofs/infer.md, section 3). They are vectors of the same
entry, drawn from the same bounded rows and paid like them. Where a tail ends with the clamp nothing is counted.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Final

from epsilog.core.measure import Beyond, Side, Total
from epsilog.core.number import exact
from epsilog.errors import SpecError

if TYPE_CHECKING:
    from epsilog.roles.query import Query

TAILED: Final = ("mean", "expectation")


def settle_tails(query: Query) -> None:
    """Read the ends of the tails, and refuse what cannot be bounded from them, whatever is in the data."""
    if query.tails is None:
        return
    if query.kind not in TAILED or query.column is None:
        raise SpecError("tails are those of a mean's clamp", where="tails", hint="leave it out")
    if query.sought is not None:
        raise SpecError(
            "a clamp that is found has ends nobody knows, so tails cannot be said to lie beyond them",
            where="tails",
            hint="declare the clamp: between: [80, 220]",
        )
    ends = tuple(query.tails)
    if len(ends) != 2:
        raise SpecError("say two ends", where="tails", hint="tails: [40, 300]")
    object.__setattr__(query, "tails", tuple(exact(end, "tails") for end in ends))
    if query.between is None:  # said to be missing elsewhere
        return
    assert query.tails is not None
    low, high = (exact(end, "between") for end in query.between)
    if query.tails[0] > low or query.tails[1] < high:
        raise SpecError(
            "values are taken to lie within these ends, so they hold the clamp",
            where="tails",
            hint="tails: ends no value passes, at or beyond those of `between`",
        )
    if not sides_of(query):
        raise SpecError("end where the clamp ends: nothing is counted", where="tails", hint="leave it out")


def sides_of(query: Query) -> tuple[Side, ...]:
    """On which sides of the clamp there is a tail."""
    return () if query.tails is None else tuple(furthest_of(query))


def furthest_of(query: Query) -> dict[Side, Fraction]:
    """How far clamping may have moved one row on each side that has a tail: to the clamp as it is on the grain.

    >>> from epsilog.roles.query import Query
    >>> furthest_of(Query("mean", "age", between=(Fraction(18), Fraction(90)), tails=(Fraction(18), Fraction(120))))
    {'over': Fraction(30, 1)}
    """
    assert query.tails is not None
    total = clamped(query)
    found: dict[Side, Fraction] = {
        "under": total.low * total.grain - query.tails[0],
        "over": query.tails[1] - total.high * total.grain,
    }
    return {side: far for side, far in found.items() if far > 0}


def clamped(query: Query) -> Total:
    """The sum whose values are clamped."""
    assert query.column is not None
    assert query.between is not None
    return Total.between(query.column, *query.between, query.grain, query.missing, centred=True)


def tails_of(query: Query) -> tuple[Beyond, ...]:
    """The counts that are drawn for the tails."""
    return tuple(Beyond.of_values(clamped(query), side) for side in sides_of(query))
