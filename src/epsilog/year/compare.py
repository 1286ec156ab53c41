"""The same calendar at the same errors, paid in three ways: pure epsilon, zCDP, and as a plan frozen beforehand.

The first two are valid whatever is decided after answers were seen. The third is valid only if nothing is: every
release with exactly its planned noise, none left out or added because of a number. It is shown, never charged.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Final

from epsilog.accounting import frozen
from epsilog.core.charge import Charge, Composed
from epsilog.core.number import exact
from epsilog.errors import EpsilogError
from epsilog.plan.planner import ASSUMED_ROWS
from epsilog.year.calendar import Report
from epsilog.year.plan import CalendarPlan, Planned
from epsilog.year.pricing import Pricing, Share

USUAL_DELTA: Final = Fraction(1, 10**6)  # what a pure calendar is compared at


@dataclass(frozen=True)
class Ways:
    """Epsilons of the whole calendar. None where a way does not exist for these reports, or needs an extra.

    pure      the sum of epsilons with Laplace noise; delta 0
    zcdp      the sum of rhos, read at `delta`
    frozen    the distribution of the privacy loss of the very same noise, read at `delta`
    """

    delta: Fraction
    pure: Fraction | None
    zcdp: Fraction | None
    frozen: float | None
    extra_missing: bool = False


def ways_of(planned: CalendarPlan) -> Ways:
    """All three, for the errors of the plan."""
    delta = planned.purse.delta or USUAL_DELTA
    is_pure = planned.purse.coin == "pure"
    other = _in_other_coin(planned, Fraction(0) if not is_pure else delta)
    epsilon = None if other is None else other[0]
    charge = other[1] if is_pure and other is not None else planned.charge
    quote, missing = _price_frozen(charge, delta)
    own = planned.epsilon
    return Ways(delta, own if is_pure else epsilon, epsilon if is_pure else own, quote, missing)


def _price_frozen(charge: Charge, delta: Fraction) -> tuple[float | None, bool]:
    try:
        return frozen.epsilon_of(charge, delta).value, False
    except frozen.ExtraMissing:
        return None, True
    except EpsilogError:  # more releases than the calculator takes
        return None, False


def _in_other_coin(planned: CalendarPlan, delta: Fraction) -> tuple[Fraction, Charge] | None:
    """The epsilon and the charge of the same errors in the currency with this delta."""
    calendar = replace(planned.calendar, spend=replace(planned.calendar.spend, epsilon=None, delta=delta))
    pricing = Pricing(calendar, None)
    total: dict[str, int] = {}
    charges: list[Charge] = []
    try:
        for one in planned.reports:
            if one.share is not None:
                plan = pricing.plan(_asking(one), Share(error=exact(one.margin, "error", above=0)))
                charges.append(plan.charge * one.met)
                for block, times in one.loads.items():
                    total[block] = total.get(block, 0) + times * plan.price.main
        return pricing.purse.epsilon(max(total.values())), Composed(tuple(charges))
    except EpsilogError:
        return None


def _asking(one: Planned) -> Report:
    query = one.report.query
    if query.kind == "mean" and query.expect is None:
        query = replace(query, expect=Fraction(ASSUMED_ROWS))
    return replace(one.report, query=replace(query, mechanism="auto"))
