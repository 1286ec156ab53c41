"""A year of reports in one budget: what is published how often, how exact, and what one person may weigh.

A calendar is a request like a spec, complete and free of data: no row is read to make, price or change one. Each
report is published once for every whole tick between the first and the last day: a daily report on 365 days, a
weekly one in every week that lies inside. `calendar_plan` prices it, `calendarfile` reads it.
"""

from __future__ import annotations

import datetime as dt
import hashlib
from collections import Counter
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from typing import Any, Final

from epsilog.core.bounds import Bounds
from epsilog.core.clock import PERIODS, Period, fits_within, tick_of
from epsilog.core.during import During, Slot, slots_between
from epsilog.core.number import exact, spell_number
from epsilog.core.origin import Origin
from epsilog.core.unit import Protect
from epsilog.core.unknown import key_search_of
from epsilog.errors import SpecError
from epsilog.ledger.block import EVERYTHING, blocks_between
from epsilog.ledger.chain import canonical
from epsilog.roles.cut import cuts_of
from epsilog.roles.entry import Entry
from epsilog.roles.spec import Spec, Spend

VERSION: Final = 1
MOST_REPORTS: Final = 24
_ADDS_UP: Final = ("rows", "sum", "histogram")


@dataclass(frozen=True)
class Report:
    """One thing that is published again and again.

    query      what is counted, over which keys, with which error or weight; it names no days and no ticks
    every      the tick each number is about
    together   how often it is published, if not tick by tick: the days of a month in one release. Only then can
               `bound.cells` say in how many of these days one person counts.
    floor, cap the least and the most epsilon of one release, with the meaning of `spend.epsilon`; a report with a
               floor is always a release of its own
    reuse      whether it may be the sum of a finer report's numbers instead of a release of its own
    """

    query: Entry
    every: Period
    bound: Bounds = field(default_factory=Bounds)
    together: Period | None = None
    floor: Fraction | None = None
    cap: Fraction | None = None
    reuse: bool = True

    def __post_init__(self) -> None:
        if self.query.every is not None or self.query.during is not None:
            raise SpecError(
                "a report's ticks are those of the calendar", where="every", hint="say `every` beside the report"
            )
        if key_search_of(self.query) is not None:
            # Its one budget holds no delta for events, and sums of what was found miss what was not.
            raise SpecError(
                "the reports of a calendar list their keys", where="by", hint="publish unknown keys by themselves"
            )
        if cuts_of(self.query):
            # What a plan says of errors would be that of the widest clamp, and a year would be divided by it.
            raise SpecError(
                "the reports of a calendar declare their ends", where="between", hint="between: [0, 1000]"
            )
        if self.together is not None and (
            self.together == self.every or not fits_within(self.every, self.together)
        ):
            what = f"{self.every} does not fit into {self.together}"
            raise SpecError(what, where="together", hint=_together_advice(self.every))
        if self.bound.norm is not None or self.bound.choose is not None:
            raise SpecError(
                "a calendar's reports need bounds that are given: rows and cells",
                where="bound.norm" if self.bound.choose is None else "bound.choose",
                hint="bound: {rows: 4}",
            )
        if self.cadence == "1h":
            raise SpecError("an hour is published with others of its day", where="together", hint="together: 1d")
        for name in ("floor", "cap"):
            if (value := getattr(self, name)) is not None:
                object.__setattr__(self, name, exact(value, name, above=0, at_most=10**6))
        if self.floor is not None and self.cap is not None and self.cap < self.floor:
            raise SpecError("lies below the floor", where="cap", hint="a cap above the floor")

    @property
    def name(self) -> str:
        """What its releases are called."""
        return self.query.name

    @property
    def cadence(self) -> Period:
        """How often it is published."""
        return self.together or self.every

    def adds_up_to(self, coarser: Report) -> bool:
        """Whether the other's numbers are sums of this one's: the same thing counted, in ticks that fit.

        Persons do not add up: who came on two days is one person of the week.
        """
        mine, theirs = (replace(one.query, **_WISHES, name="x") for one in (self, coarser))
        same = mine == theirs and self.query.kind in _ADDS_UP and len(self.query.measures()) == 1
        return same and self.every != coarser.every and fits_within(self.every, coarser.every)

    def to_dict(self) -> dict[str, Any]:
        """The canonical form."""
        bound = self.bound
        return {
            "publish": self.query.to_dict(),
            "every": self.every,
            "together": self.together,
            "bound": {"rows": bound.rows, "cells": bound.cells, "rows_per_cell": bound.rows_per_cell},
            "floor": None if self.floor is None else spell_number(self.floor),
            "cap": None if self.cap is None else spell_number(self.cap),
            "reuse": self.reuse,
        }


def _together_advice(every: Period) -> str:
    """With what a report's ticks may be published together."""
    longer = [period for period in PERIODS if period != every and fits_within(every, period)]
    if every == "1w":
        return "a week may lie in two months: leave `together` out, or say every: 1d, together: 1mo"
    return f"together: {' or '.join(longer)}, or leave it out" if longer else "leave `together` out"


# What somebody wishes of a number does not change which number it is.
_WISHES: Final[dict[str, Any]] = {
    "error": None,
    "relative": False,
    "expect": None,
    "weight": Fraction(1),
    "mechanism": "auto",
}


@dataclass(frozen=True)
class Calendar:
    """All reports of a stretch of days and the budget they share; `spend.epsilon` None asks which one they need."""

    name: str
    first: dt.date
    last: dt.date
    time: str
    source: Origin
    protect: Protect
    spend: Spend
    reports: tuple[Report, ...]
    confidence: Fraction = Fraction(95, 100)

    def __post_init__(self) -> None:
        if not self.name.strip() or len(self.name) > 80:
            raise SpecError("say a name of 1 to 80 characters", where="calendar", hint="calendar: clinic-2026")
        if not 1 <= len(self.reports) <= MOST_REPORTS:
            raise SpecError(
                f"a calendar has 1 to {MOST_REPORTS} reports", where="reports", hint="divide it into two calendars"
            )
        During(self.time, self.first, self.last)
        object.__setattr__(self, "confidence", exact(self.confidence, "confidence", above=0, below=1))
        if len({report.name for report in self.reports}) != len(self.reports):
            raise SpecError("two reports have the same name", where="reports", hint="give each a `name`")
        for at, report in enumerate(self.reports):
            slots = self.slots(report)
            if not slots:
                raise SpecError(
                    f"no whole {report.cadence} lies between {self.first} and {self.last}",
                    where=f"reports[{at}].every",
                    hint="a longer stretch, or a shorter tick",
                )
            try:
                self.spec(report, slots[0])
            except SpecError as error:
                where = f"reports[{at}]" + (f", {error.where}" if error.where else "")
                raise SpecError(error.what, where=where, hint=error.hint) from None

    def slots(self, report: Report) -> tuple[Slot, ...]:
        """Every planned release of a report, in order: its whole ticks between the first and the last day."""
        return tuple(slots_between(self.first, self.last, report.cadence))

    def spec(self, report: Report, slot: Slot, epsilon: Fraction | None = None) -> Spec:
        """The request of one planned release; `epsilon` is its share where the report states no error."""
        query = replace(report.query, every=report.every if report.together is not None else None)
        spend = replace(self.spend, epsilon=epsilon)
        if epsilon is None and query.error is None:
            spend = replace(self.spend, epsilon=self.spend.epsilon or Fraction(1))
        return Spec(
            report.name,
            slot.label,
            self.source,
            self.protect,
            report.bound,
            (query,),
            spend,
            During(self.time, slot.first, slot.last),
            self.confidence,
        )

    def loads(self, report: Report) -> Counter[str]:
        """How many releases of a report one unit may meet, by time block; one block where the unit has none."""
        per = self.protect.unit.block
        found: Counter[str] = Counter()
        for slot in self.slots(report):
            found.update((EVERYTHING,) if per is None else blocks_of(slot, per))
        return found

    def to_dict(self) -> dict[str, Any]:
        """The canonical form: complete, exact, free of data."""
        spec = self.spec(self.reports[0], self.slots(self.reports[0])[0]).to_dict()
        return {
            "version": VERSION,
            "calendar": self.name,
            "from": self.first.isoformat(),
            "to": self.last.isoformat(),
            "time": self.time,
            "source": spec["source"],
            "protect": spec["protect"],
            "spend": {
                "from": self.spend.account,
                "epsilon": None if self.spend.epsilon is None else spell_number(self.spend.epsilon),
                "delta": spell_number(self.spend.delta),
            },
            "confidence": spell_number(self.confidence),
            "reports": [report.to_dict() for report in self.reports],
        }

    @cached_property
    def digest(self) -> str:
        """SHA-256 of the canonical form."""
        return hashlib.sha256(canonical(self.to_dict()).encode()).hexdigest()


def blocks_of(slot: Slot, per: str) -> tuple[str, ...]:
    """The time blocks a planned release touches."""
    start, end = dt.datetime.combine(slot.first, dt.time()), dt.datetime.combine(slot.last, dt.time(23, 59, 59))
    return blocks_between(start, end, per)


def ticks_in(slot: Slot, every: Period) -> int:
    """How many whole ticks of another length a planned release covers."""
    end = dt.datetime.combine(slot.last, dt.time(23, 59, 59))
    return tick_of(end, every) - tick_of(dt.datetime.combine(slot.first, dt.time()), every) + 1
