"""What one release of a report costs, alone or as a part of a coarser report's sum. Prices are remembered."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Final

from epsilog.core.during import Slot
from epsilog.errors import EpsilogError, SpecError
from epsilog.ledger.terms import Terms
from epsilog.plan.planner import plan
from epsilog.postprocess.sums import margin_of_sum
from epsilog.registry.plans import pull_of
from epsilog.roles.budget import Coin, Purse, purse_of, vectors_of
from epsilog.roles.entry import Entry
from epsilog.roles.error import width_of
from epsilog.roles.plan import Plan
from epsilog.year.calendar import Calendar, Report, ticks_in
from epsilog.year.division import root

_DIGITS: Final = 6
_CLOSE: Final = 200  # an error of a part is found to half a hundredth


@dataclass(frozen=True)
class Share:
    """What a release is made with: an error to keep, or an epsilon to spend; and the law, where it must be one."""

    error: Fraction | None = None
    epsilon: Fraction | None = None
    law: str | None = None


@dataclass
class Pricing:
    """The reports of a calendar under the terms of one account."""

    calendar: Calendar
    terms: Terms | None
    _plans: dict[tuple[str, Share], Plan] = field(default_factory=dict)
    _sums: dict[tuple[str, Fraction, int], Share | None] = field(default_factory=dict)

    @property
    def purse(self) -> Purse:
        """The currency, and the delta at which its epsilons are read."""
        return purse_of(self.calendar.spend, self.terms)

    @property
    def coin(self) -> Coin:
        """The currency."""
        return self.purse.coin

    def target(self, report: Report) -> Fraction | None:
        """The error asked for, in the data's own units."""
        return width_of(report.query)

    def plan(self, report: Report, share: Share) -> Plan:
        """The dearest of its releases: those of longer months may cost more."""
        known = (report.name, share)
        if known not in self._plans:
            plans = (self._planned(report, slot, share) for slot in sizes(self.calendar, report))
            self._plans[known] = max(plans, key=lambda one: one.price.main)
        return self._plans[known]

    def price(self, report: Report, share: Share) -> int:
        """The same in units of 1e-12."""
        return self.plan(report, share).price.main

    def _planned(self, report: Report, slot: Slot, share: Share) -> Plan:
        made = replace(report, query=_wish(report.query, share))
        try:
            return plan(self.calendar.spec(made, slot, share.epsilon), self.terms)
        except EpsilogError as error:
            # The only entry of such a release is a report of the calendar, and is complained about as one.
            at = [one.name for one in self.calendar.reports].index(report.name)
            if error.where.startswith("publish[0]"):
                error.where = f"reports[{at}]{error.where.removeprefix('publish[0]')}"
            raise

    def of_sum(self, report: Report, width: Fraction, parts: int) -> Share | None:
        """The widest error of one number with which the sum of so many stays within a width; None if none does."""
        known = (report.name, width, parts)
        if known not in self._sums:
            self._sums[known] = self._of_sum(report, width, parts)
        return self._sums[known]

    def _of_sum(self, report: Report, width: Fraction, parts: int) -> Share | None:
        first = self.calendar.slots(report)[0]
        grain = self.plan(report, Share(epsilon=Fraction(1))).draws_of(0)[0].grain
        steps = int(width / grain)

        def good(error: int) -> Share | None:
            share = Share(error=error * grain)
            try:
                drawn = self._planned(report, first, share).draws_of(0)[0]
            except SpecError:
                return None
            fits = margin_of_sum(drawn.noise.law, parts, self.calendar.confidence) <= steps
            return replace(share, law=drawn.law) if fits else None

        low, high, found = 0, steps, None
        while high - low > 1 and (high - low) * _CLOSE > low:
            middle = (low + high) // 2
            share = good(middle)
            low, high, found = (middle, high, share) if share is not None else (low, middle, found)
        return found

    def sum_margin(self, made: Plan, parts: int) -> float:
        """How far the sum of so many of a report's numbers strays, in the data's own units."""
        drawn = made.draws_of(0)[0]
        return margin_of_sum(drawn.noise.law, parts, self.calendar.confidence) * float(drawn.grain)

    def epsilon_within(self, units: int) -> Fraction:
        """The largest epsilon of six digits whose share of the account costs at most so many units."""
        epsilon = self.purse.epsilon(units)
        size = 0
        while epsilon * 10**size < 10 ** (_DIGITS - 1):
            size += 1
        step = Fraction(1, 10**size)
        while epsilon > step and self.purse.allowance(epsilon).cap > units:
            epsilon -= step
        return epsilon

    def spread(self, report: Report) -> Fraction:
        """The variance of one release, times its price in rho or the square of its price in epsilon.

        Divided inside as `budgeting` divides it, in rows at their furthest. In rho, parts with variances p/(2 x)
        are best as (Σ√p)²/(2 x); in epsilon, with 2 p/x², as 2 (Σ p^(1/3))³/x².
        """
        vectors = vectors_of(self.calendar.spec(report, self.calendar.slots(report)[0], Fraction(1)))
        pulls = [pull_of(vector, self.coin) / vector.weight for vector in vectors]
        if self.coin == "zcdp":
            return sum((root(pull, 2) for pull in pulls), Fraction(0)) ** 2 / 2
        return 2 * sum((root(pull, 3) for pull in pulls), Fraction(0)) ** 3


def sizes(calendar: Calendar, report: Report) -> tuple[Slot, ...]:
    """One release of each size: a month of 28 days, one of 30, one of 31."""
    found = {ticks_in(slot, report.every): slot for slot in reversed(calendar.slots(report))}
    return tuple(found.values())


def _wish(query: Entry, share: Share) -> Entry:
    law = {} if share.law is None else {"mechanism": share.law}
    return replace(query, error=share.error, relative=False, **law)  # type: ignore[arg-type]
