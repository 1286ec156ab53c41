"""Plan a calendar: is it possible, what does each release cost, which report is better a sum of another's numbers.

Errors asked for are met at the least price. What is left of the budget goes to the reports without an error, so
that the weighted sum of squared errors is least (`calendar_division`). A report whose numbers are sums of a finer
one's may be that sum, for nothing: then the finer one must be exact enough for both. All such choices are tried.
No row is read and no ledger is written; a new plan of the same calendar is the same plan.
"""

from __future__ import annotations

import hashlib
import math
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from typing import Any, Final

from epsilog.core.charge import Charge, Composed
from epsilog.core.during import Slot
from epsilog.errors import BudgetExceeded, EpsilogError, PrivacyError, SpecError
from epsilog.ledger.chain import canonical
from epsilog.ledger.terms import Terms
from epsilog.plan.planned_question import question_of
from epsilog.plan.planner import margin
from epsilog.roles.budget import Purse
from epsilog.roles.error import width_of
from epsilog.roles.plan import Plan
from epsilog.roles.spec import Spec
from epsilog.words.advice import did_you_mean
from epsilog.year.calendar import Calendar, Report
from epsilog.year.choice import Choice, choice_of, options
from epsilog.year.division import worse_by
from epsilog.year.pricing import Pricing, Share

VERSION: Final = 1
_TRIES: Final = 80


@dataclass(frozen=True)
class Planned:
    """One report of a planned calendar.

    plan      the dearest of its releases; of the finer report's where it is a sum
    share     what its releases are made with; None where it is a sum
    sum_of    the finer report it is the sum of, and of how many numbers at most
    margin    the half-width of a number's range at the calendar's confidence, in the data's own units
    """

    report: Report
    slots: tuple[Slot, ...]
    loads: Mapping[str, int]
    plan: Plan
    share: Share | None
    margin: float
    sum_of: str | None = None
    parts: int = 1

    @property
    def price(self) -> int:
        """What one of its releases costs, in units of 1e-12; nothing for a sum."""
        return 0 if self.share is None else self.plan.price.main

    @property
    def met(self) -> int:
        """How many of its releases one unit meets at most."""
        return 0 if self.share is None else max(self.loads.values())

    @property
    def target(self) -> Fraction | None:
        """The error that was asked for, in the data's own units."""
        return width_of(self.report.query)


@dataclass(frozen=True)
class CalendarPlan:
    """A priced calendar.

    budget    units of 1e-12 there are; None where the question was which budget it takes
    wider     by how much every error must grow to fit, where the budget is too small; `possible` is that plan
    other     the same calendar in the other currency of its account, where one was chosen: see `choose_currency`
    turn      the currency the account must be turned to first, "pure" or "rho"; nothing where it counts in it
    """

    calendar: Calendar
    purse: Purse
    reports: tuple[Planned, ...]
    budget: int | None
    wider: Fraction | None = None
    possible: CalendarPlan | None = None
    other: CalendarPlan | None = None
    turn: str = ""

    @property
    def blocks(self) -> Counter[str]:
        """What is spent in each time block if everything is published."""
        found: Counter[str] = Counter()
        for one in self.reports:
            found.update({block: one.price * times for block, times in one.loads.items()})
        return found

    @property
    def total(self) -> int:
        """What one unit meets at most, in units of 1e-12: the fullest block."""
        return max(self.blocks.values())

    @property
    def epsilon(self) -> Fraction:
        """The epsilon that the whole calendar needs, read at the delta of its account."""
        return self.purse.epsilon(self.total)

    @property
    def feasible(self) -> bool:
        """Whether the budget is enough."""
        return self.budget is None or self.total <= self.budget

    @property
    def charge(self) -> Charge:
        """Everything one unit may meet, as one charge: the most of each report in any block."""
        own = [one for one in self.reports if one.share is not None]
        return Composed(tuple(one.plan.charge * one.met for one in own))

    def named(self, name: str) -> Planned:
        """A report by its name."""
        for one in self.reports:
            if one.report.name == name:
                return one
        hint = did_you_mean(name, [one.report.name for one in self.reports])
        raise SpecError(f"no report {name[:60]!r}", where="reports", hint=hint[:200])

    def spec(self, name: str, label: str) -> Spec:
        """The request of one planned release, ready to be published: the price is the planned one."""
        one = self.named(name)
        if one.share is None:
            raise SpecError(
                f"{name[:60]!r} is the sum of {one.sum_of!r} and is not published by itself",
                where="release",
                hint="publish the finer report; its numbers add up to this one",
            )
        for slot in one.slots:
            if slot.label == label.partition("+")[0]:
                slot = replace(slot, label=label)  # a second attempt is an edition of its own
                query = replace(one.report.query, error=one.share.error, relative=False)
                if one.share.law is not None:
                    query = replace(query, mechanism=one.share.law)  # type: ignore[arg-type]
                return self.calendar.spec(replace(one.report, query=query), slot, one.share.epsilon)
        near = did_you_mean(label, [slot.label for slot in one.slots])
        hint = near if near.startswith("did you") else f"one of {one.slots[0].label} … {one.slots[-1].label}"
        raise SpecError(f"{label[:40]!r} is not planned", where="edition", hint=hint)

    def to_dict(self) -> dict[str, Any]:
        """What two people approve: the calendar, and the price and the question of each release."""
        return {
            "version": VERSION,
            "name": self.calendar.name,
            "from": self.calendar.first.isoformat(),
            "to": self.calendar.last.isoformat(),
            "coin": self.purse.coin,
            "releases": [_release(one) for one in self.reports if one.share is not None],
            "request": self.calendar.to_dict(),
        }

    @cached_property
    def digest(self) -> str:
        """SHA-256 of what is approved, in its one spelling."""
        return hashlib.sha256(canonical(self.to_dict()).encode()).hexdigest()


def _release(one: Planned) -> dict[str, Any]:
    price, spec = [one.plan.price.main, one.plan.price.delta], one.plan.spec
    return {"release": one.report.name, "every": one.report.cadence, "price": price, "question": question_of(spec)}


def plan_calendar(calendar: Calendar, terms: Terms | None = None, *, cap: int | None = None) -> CalendarPlan:
    """Price a calendar under the terms of the account that will pay; without one, from the calendar alone.

    Its budget is `spend.epsilon`, else the whole account, else it is what the plan says; never more than `cap`,
    what a department or a project has of the account above it, in units of 1e-12.
    """
    pricing = Pricing(calendar, terms)
    budget = _budget(calendar, pricing, terms)
    if cap is not None:
        budget = cap if budget is None else min(budget, cap)
    _check_reports(calendar, pricing, budget)
    best = min((one for one in options(pricing, budget) if one is not None), key=lambda one: one.rank)
    if budget is None or best.possible:
        return _plan_of(best, budget)
    return _too_dear(calendar, terms, best, budget)


def choose_currency(calendar: Calendar, terms: Terms, *, cap: int) -> CalendarPlan:
    """The calendar in whichever currency of a new account suits it better; the plan says which.

    Better is: it fits; then smaller errors, where reports have none of their own (each counts by the factor between
    its two errors, as often as it is published and by its weight); then a smaller part of the account. The
    account's own currency where both are equal. An account that was used, or cannot be turned, keeps it.
    """
    own = plan_calendar(calendar, terms, cap=cap)
    allowance = terms.allowance
    if not allowance.turns:
        return own
    turned = allowance.turned("pure" if allowance.coin == "zcdp" else "zcdp")
    try:
        other = plan_calendar(calendar, replace(terms, allowance=turned), cap=cap * turned.cap // allowance.cap)
    except EpsilogError:  # some report cannot be asked in it
        return own
    if _badness(other) < _badness(own):
        return replace(other, other=own, turn="pure" if turned.coin == "pure" else "rho")
    return replace(own, other=other)


def _badness(planned: CalendarPlan) -> tuple[bool, float, Fraction]:
    free = [one for one in planned.reports if one.report.query.error is None]
    errors = sum(float(one.report.query.weight) * len(one.slots) * math.log(one.margin or 1e-9) for one in free)
    return not planned.feasible, round(errors, 6), Fraction(planned.total, planned.budget or 1)


def _budget(calendar: Calendar, pricing: Pricing, terms: Terms | None) -> int | None:
    if calendar.spend.epsilon is not None:
        return pricing.purse.allowance(calendar.spend.epsilon).cap
    return None if terms is None else terms.allowance.cap


def _check_reports(calendar: Calendar, pricing: Pricing, budget: int | None) -> None:
    for at, report in enumerate(calendar.reports):
        error, where = report.query.error, f"reports[{at}]"
        if error is None and budget is None:
            raise SpecError(
                "without a budget every report needs an `error`",
                where=f"{where}.error",
                hint="say spend.epsilon, or the error each report may have",
            )
        if error is not None and report.floor is not None:
            raise SpecError("an error is a floor of its own", where=f"{where}.floor", hint="leave one of them out")
        if error is not None and report.cap is not None:
            price, cap = pricing.price(report, Share(error=pricing.target(report))), report.cap
            if price > pricing.purse.allowance(cap).cap:
                needs = float(pricing.purse.epsilon(price))
                raise BudgetExceeded(
                    f"the error asked for needs epsilon {needs:.6g} for each release, the cap is {float(cap):.6g}",
                    where=f"{where}.cap",
                    hint="a larger error, or a higher cap",
                )


def _plan_of(choice: Choice, budget: int | None) -> CalendarPlan:
    """The plan that a choice is."""
    calendar, pricing = choice.calendar, choice.pricing
    made: dict[int, Planned] = {}
    for at, report in enumerate(calendar.reports):
        if at not in choice.sums:
            share = _share(choice, at, report)
            plan = pricing.plan(report, share)
            made[at] = Planned(report, calendar.slots(report), choice.loads[at], plan, share, margin(plan, 0))
    for at, (fine, parts) in choice.sums.items():
        report, plan = calendar.reports[at], made[fine].plan
        off, name = pricing.sum_margin(plan, parts), made[fine].report.name
        made[at] = Planned(report, calendar.slots(report), {}, plan, None, off, name, parts)
    found = CalendarPlan(calendar, pricing.purse, tuple(made[at] for at in range(len(made))), budget)
    if not found.feasible and choice.possible:
        raise PrivacyError(
            "the calendar would cost more than its budget", hint="this is a defect; nothing was spent"
        )
    return found


def _share(choice: Choice, at: int, report: Report) -> Share:
    settled = choice.shares.get(at)
    if at not in choice.free and settled is not None:
        return settled
    if not choice.possible:  # shown beside what would be possible, never published
        return settled or Share(epsilon=report.floor or Fraction(1, 1000))
    units = int(choice.prices[at])
    if units < 1:
        raise SpecError("gets nothing", where=f"reports[{at}]", hint="more weight, a floor, or more budget")
    epsilon = choice.pricing.epsilon_within(units)
    if report.floor is not None:
        epsilon = max(epsilon, report.floor)
    return Share(epsilon=epsilon, law=None if settled is None else settled.law)


def _too_dear(calendar: Calendar, terms: Terms | None, best: Choice, budget: int) -> CalendarPlan:
    """The plan as it was asked for, and the one that every error must grow to."""
    asked = _plan_of(best, budget)
    # Reports without an error get a tenth where nothing would be left for them.
    goal = budget * 9 // 10 if best.free else budget
    start = Fraction(f"{worse_by(best.needed, goal, best.pricing.coin):.3g}")
    for attempt in range(_TRIES):
        wider = start * (1 + Fraction(attempt, 200))
        reports = tuple(_widen(report, wider) for report in calendar.reports)
        try:
            choice = choice_of(Pricing(replace(calendar, reports=reports), terms), best.chosen, budget)
            if choice is not None and choice.possible:
                return replace(asked, wider=wider, possible=_plan_of(choice, budget))
        except SpecError:  # an error so small that not even the grain is
            continue
    return asked


def _widen(report: Report, wider: Fraction) -> Report:
    width = width_of(report.query)
    if width is None:
        return report
    return replace(report, query=replace(report.query, error=width * wider, relative=False))
