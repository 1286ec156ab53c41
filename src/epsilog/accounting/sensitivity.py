"""How far one unit may move the answers everybody asks for. Each figure is checked by brute force in the tests.

The running example is a building: X[i][t] = 1 when person i is inside during minute t, T minutes in all.
"""

from __future__ import annotations

from fractions import Fraction

from epsilog.core.bounded import Sensitivity
from epsilog.core.number import Number, exact, whole
from epsilog.core.unit import Neighbours, Unit
from epsilog.errors import SpecError


def counts(unit: Unit, horizon: int) -> Sensitivity:
    """Counts x[1..T], each person counted at most once per step.

    An event touches one step; under replace it may move from one step to another. A person touches all T steps,
    or as many as fit into the unit's window.

    >>> counts(Unit("row"), 1440), counts(Unit("person"), 1440)
    (Sensitivity(l1=1, l2_squared=1), Sensitivity(l1=1440, l2_squared=1440))
    """
    steps = whole(horizon, "horizon", at_least=1)
    if unit.each == "row":
        return Sensitivity.of_cells(1 if unit.neighbours == "add-remove" or steps == 1 else 2)
    return Sensitivity.of_cells(_steps_touched(unit, steps))


def cumulative_counts(unit: Unit, horizon: int) -> Sensitivity:
    """Running totals of the same counts.

    A person present throughout moves them by 1, 2, …, T: L1 = T(T+1)/2 and L2² = T(T+1)(2T+1)/6. Within a window of
    w steps the movement stops at w. One event moves every later total by one.

    >>> cumulative_counts(Unit("person"), 3), cumulative_counts(Unit("row"), 3)
    (Sensitivity(l1=6, l2_squared=14), Sensitivity(l1=3, l2_squared=3))
    """
    steps = whole(horizon, "horizon", at_least=1, at_most=2**20)
    if unit.each == "row":
        return Sensitivity.of_cells(steps)
    w = _steps_touched(unit, steps)
    later = steps - w
    l1 = w * (w + 1) // 2 + later * w
    return Sensitivity(l1, w * (w + 1) * (2 * w + 1) // 6 + later * w * w)


def histogram(neighbours: Neighbours, rows: int = 1, histograms: int = 1) -> Sensitivity:
    """Histograms of the same people, at most so many rows of one person in each.

    Under replace a row leaves one cell and enters another: twice the L1 norm. All rows of a person may lie in one
    cell, so the squared L2 norm grows with the square of the rows but only linearly with the histograms.

    >>> histogram("add-remove"), histogram("replace"), histogram("add-remove", histograms=6)
    (Sensitivity(l1=1, l2_squared=1), Sensitivity(l1=2, l2_squared=2), Sensitivity(l1=6, l2_squared=6))
    """
    k, m = whole(rows, "rows", at_least=1), whole(histograms, "histograms", at_least=1)
    sides = _sides(neighbours)
    return Sensitivity(sides * k * m, sides * k * k * m)


def clamped_sum(low: Number, high: Number, neighbours: Neighbours, grain: Number = 1) -> Sensitivity:
    """A sum of one value per unit, each clamped to [low, high] and put on the grain, in grains.

    Ends of the clamp that lie between two grains are counted at the outer one.

    >>> clamped_sum(0, 1000, "add-remove"), clamped_sum(80, 220, "replace")
    (Sensitivity(l1=1000, l2_squared=1000000), Sensitivity(l1=140, l2_squared=19600))
    """
    step = exact(grain, "grain", above=0)
    below, above = exact(low, "low") / step, exact(high, "high") / step
    if below >= above:
        raise SpecError("a clamp needs low below high", where="low")
    bottom, top = below // 1, -((-above) // 1)
    reach = top - bottom if _sides(neighbours) == 2 else max(abs(bottom), abs(top))
    return Sensitivity.of_rows(reach)


def mean_public_n(low: Number, high: Number, people: int, neighbours: Neighbours) -> Fraction:
    """The mean of a *public* number of values in [low, high] under replace: (high - low)/n, in the data's units.

    >>> mean_public_n(80, 220, 1000, "replace")
    Fraction(7, 50)
    """
    if _sides(neighbours) == 1:
        raise SpecError(
            "under add-remove the number of people is private, and this bound is false",
            where="neighbours",
            hint="replace, or a noisy sum over a noisy count",
        )
    bottom, top = exact(low, "low"), exact(high, "high")
    if bottom >= top:
        raise SpecError("a clamp needs low below high", where="low")
    return (top - bottom) / whole(people, "people", at_least=1)


def _steps_touched(unit: Unit, steps: int) -> int:
    if unit.per is not None:
        raise SpecError(
            "how many steps a period holds is a matter of the clock",
            where="protect.per",
            hint="give the unit a window in steps",
        )
    return steps if unit.window is None else min(unit.window, steps)


def _sides(neighbours: str) -> int:
    if neighbours not in ("add-remove", "replace"):
        raise SpecError(f"unknown relation {neighbours!r}", where="neighbours", hint="add-remove or replace")
    return 1 if neighbours == "add-remove" else 2
