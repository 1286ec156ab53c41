"""Which reports are sums of which: every way, what it must cost at least, and how the rest is divided."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from itertools import product
from typing import Final

from epsilog.core.during import Slot
from epsilog.errors import SpecError
from epsilog.year.calendar import Calendar, Report, ticks_in
from epsilog.year.division import Claim, divide_budget
from epsilog.year.pricing import Pricing, Share

_MOST_CHOICES: Final = 512


@dataclass(frozen=True)
class Choice:
    """Which reports are sums of which, and what the others must cost at least."""

    pricing: Pricing
    sums: Mapping[int, tuple[int, int]]  # report → the finer report, and how many of its numbers
    shares: Mapping[int, Share]  # of reports whose price is settled by errors, their own or those of sums
    budget: int | None

    @property
    def calendar(self) -> Calendar:
        """What is planned."""
        return self.pricing.calendar

    @cached_property
    def loads(self) -> list[Counter[str]]:
        """How many releases of each report one unit meets, by time block."""
        return [self.calendar.loads(report) for report in self.calendar.reports]

    @cached_property
    def free(self) -> list[int]:
        """Reports of their own that no error of their own settles."""
        reports = self.calendar.reports
        return [at for at, one in enumerate(reports) if at not in self.sums and one.query.error is None]

    @cached_property
    def lows(self) -> dict[int, int]:
        """The least price of one release of each report of its own."""
        found = {}
        for at, report in enumerate(self.calendar.reports):
            if at not in self.sums:
                found[at] = self.pricing.price(report, self.shares[at]) if at in self.shares else 0
                if report.floor is not None:
                    found[at] = max(found[at], self.pricing.purse.allowance(report.floor).cap)
        return found

    @cached_property
    def needed(self) -> int:
        """What the fullest block must pay at least; 1 more where somebody waits for the rest."""
        return int(max(self._blocks(self.lows).values())) + bool(self.free)

    def _blocks(self, prices: Mapping[int, int] | Mapping[int, Fraction]) -> dict[str, Fraction]:
        found = {block: Fraction(0) for loads in self.loads for block in loads}
        for at, price in prices.items():
            for block, times in self.loads[at].items():
                found[block] += times * price
        return found

    @cached_property
    def prices(self) -> dict[int, Fraction]:
        """What one release of each free report may cost."""
        if not self.free or self.budget is None:
            return {}
        settled = self._blocks({at: low for at, low in self.lows.items() if at not in self.free})
        left = min(self.budget - spent for spent in settled.values())
        claims = []
        for at in self.free:
            times = max(self.loads[at].values())
            report, low = self.calendar.reports[at], Fraction(self.lows[at])
            high = None if report.cap is None else Fraction(self.pricing.purse.allowance(report.cap).cap)
            if high is not None and high < low:
                raise SpecError(
                    "is below what the sums of its numbers need",
                    where=f"reports[{at}].cap",
                    hint="a higher cap, or `reuse: false`",
                )
            pull = self._importance(at) * self.pricing.spread(report) / times
            claims.append(Claim(times, pull, low, high))
        parts = dict(zip(self.free, divide_budget(left, claims, self.pricing.coin), strict=True))
        # Each claim was counted in its own fullest block. Those need not be the same: hand out the difference.
        used = self._blocks(parts)
        room = min((self.budget - settled[block]) / spent for block, spent in used.items() if spent)
        for at, claim in zip(self.free, claims, strict=True):
            more = parts[at] * max(room, Fraction(1))
            parts[at] = more if claim.high is None else min(more, claim.high)
        return parts

    def _importance(self, at: int) -> Fraction:
        """How much the variance of a report's numbers counts: for itself, and in the sums made of them."""
        reports = self.calendar.reports
        found = reports[at].query.weight * len(self.calendar.slots(reports[at]))
        for coarse, (fine, parts) in self.sums.items():
            if fine == at and reports[coarse].query.error is None:
                found += reports[coarse].query.weight * len(self.calendar.slots(reports[coarse])) * parts
        return found

    @property
    def rank(self) -> tuple[bool, float, int, int]:
        """The better choice has the smaller rank: possible, exact where errors are free, cheap, plain."""
        return not self.possible, self._objective if self.possible else 0.0, self.needed, len(self.sums)

    @property
    def possible(self) -> bool:
        """Whether the budget is enough."""
        return self.budget is None or self.needed <= self.budget

    @property
    def chosen(self) -> tuple[int | None, ...]:
        """For each report the finer one it is a sum of."""
        return tuple(self.sums[at][0] if at in self.sums else None for at in range(len(self.calendar.reports)))

    @property
    def _objective(self) -> float:
        """The weighted sum of squared errors of all reports without an error of their own."""
        reports, power, total = self.calendar.reports, 1 if self.pricing.coin == "zcdp" else 2, 0.0
        for at, report in enumerate(reports):
            if report.query.error is None:
                fine, parts = self.sums.get(at, (at, 1))
                price = float(self.prices.get(fine, Fraction(self.lows[fine]))) / 1e12
                weight = float(report.query.weight) * len(self.calendar.slots(report)) * parts
                total += weight * float(self.pricing.spread(reports[fine])) / price**power
        return total


def options(pricing: Pricing, budget: int | None) -> Iterator[Choice | None]:
    """Every way of making reports sums of others."""
    reports = pricing.calendar.reports
    ways: list[list[int | None]] = []
    for coarse in reports:
        finer = [at for at, fine in enumerate(reports) if fine.adds_up_to(coarse)]
        finer = finer if coarse.reuse and coarse.floor is None else []
        ways.append([None, *finer])
    count = 1
    for way in ways:
        count *= len(way)
        if count > _MOST_CHOICES:
            raise SpecError(
                "too many reports could be sums of others",
                where="reports",
                hint="say `reuse: false` for those that should be releases of their own",
            )
    for chosen in product(*ways):
        if all(fine is None or chosen[fine] is None for fine in chosen):
            yield choice_of(pricing, chosen, budget)


def choice_of(pricing: Pricing, chosen: tuple[int | None, ...], budget: int | None) -> Choice | None:
    """What a way of making sums asks of the reports they are made of; None where it cannot be."""
    reports, calendar = pricing.calendar.reports, pricing.calendar
    sums: dict[int, tuple[int, int]] = {}
    shares: dict[int, Share] = {}
    for at, report in enumerate(reports):
        if chosen[at] is None and report.query.error is not None:
            shares[at] = Share(error=pricing.target(report))
    for at, fine in enumerate(chosen):
        if fine is None:
            continue
        parts = max(ticks_in(slot, reports[fine].every) for slot in _ticks(calendar, reports[at]))
        sums[at] = (fine, parts)
        width = pricing.target(reports[at])
        if width is None:
            continue
        share = pricing.of_sum(reports[fine], width, parts)
        if share is None:
            return None
        if fine not in shares or pricing.price(reports[fine], share) > pricing.price(reports[fine], shares[fine]):
            shares[fine] = share
    for at, share in shares.items():
        cap = reports[at].cap
        if cap is not None and pricing.price(reports[at], share) > pricing.purse.allowance(cap).cap:
            return None
    return Choice(pricing, sums, shares, budget)


def _ticks(calendar: Calendar, report: Report) -> tuple[Slot, ...]:
    """The ticks a report's numbers are about, whole ones, however they are published."""
    return calendar.slots(replace(report, together=None))
