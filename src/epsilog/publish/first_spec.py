"""The text of a first spec from the answers to a few questions, and how exact it would be; reads no row."""

from __future__ import annotations

import datetime as dt
import math
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import TYPE_CHECKING, Final

from epsilog.errors import EpsilogError
from epsilog.plan.planner import margin, plan
from epsilog.roles.text import number, quote_text, word
from epsilog.spec.file import spec_from_text
from epsilog.words import Language, say
from epsilog.words.wrapping import wrap_text

if TYPE_CHECKING:
    from epsilog.roles.plan import Plan
    from epsilog.sources.draft import FileSample

PERIODS: Final = ("1h", "1d", "1w", "1mo", "1q", "1y")
USEFUL: Final = 0.05  # an error of this part of what is expected, or less
_FEWEST: Final = 20  # rows that are expected in a cell: below, no noise is small beside them
_DAYS: Final = {"1h": 1 / 24, "1d": 1, "1w": 7, "1mo": 30, "1q": 91, "1y": 365}


@dataclass(frozen=True)
class FirstSpec:
    """What was answered. A `bound` of None is found by a paid look; `rows` and `average` are public guesses."""

    seen: FileSample
    file: str
    release: str
    edition: str
    person: str
    period: str | None
    time: str | None
    way: str | None
    zone: str
    first: dt.date | None
    last: dt.date | None
    rows: Fraction
    average: Fraction
    bound: int | None
    epsilon: Fraction
    keys: Mapping[str, list[str]] = field(default_factory=dict)
    ends: Mapping[str, tuple[Fraction, Fraction]] = field(default_factory=dict)
    every: str | None = None
    account: str = "first"

    @property
    def delta(self) -> str:
        """A power of ten far below one in the number of people, who are no more than the rows."""
        return f"1e-{3 + math.ceil(math.log10(max(1000.0, float(self.rows))))}"

    @property
    def in_a_cell(self) -> int | None:
        """How many rows of one person may lie in the same cell, where a person's rows lie in several of them."""
        spread = self.every is not None and self.period is None and self.bound is not None and self.bound > 3
        return -(-self.bound // 3) if spread and self.bound is not None else None

    def text(self, lang: Language = "en") -> str:
        """The spec as a file, which says at its head that it began with a look."""
        rule = "# " + "=" * 94
        seen = say("ask.looked", lang, file=_one_line(self.file), rows=f"{self.seen.rows:,}")
        head = [rule, *(f"# {line}" for line in wrap_text(seen, 94)), rule]
        source = ["source:", f"  file: {word(self.file)}"]
        source += [f"  encoding: {self.seen.encoding}"] if self.seen.encoding != "utf-8" else []
        source += [f"  delimiter: {quote_text(self.seen.delimiter)}"] if self.seen.delimiter != "," else []
        used = {self.person, self.time, *self.keys, *self.ends}
        source += [
            "  columns:",
            *(
                f"    {self._spell_column(at)}"
                for at in range(len(self.seen.columns))
                if self.seen.columns[at].name in used
            ),
        ]
        protect = f"protect: {{each: {word(self.person)}"
        protect += f", per: {self.period}" if self.period else ""
        protect += f", zone: {word(self.zone)}}}" if self.zone != "UTC" else "}"
        lines = [*head, "epsilog: 1", f"release: {word(self.release)}", f"edition: {word(self.edition)}", *source]
        lines += [protect, f"bound: {self._spell_bound()}"]
        if self.time is not None:
            lines.append(f"during: {{time: {word(self.time)}, from: {self.first}, to: {self.last}}}")
        lines += ["publish:", f"  - {{{self._spell_count()}}}", *map(self._spell_mean, self.ends)]
        spend = f"spend: {{epsilon: {number(self.epsilon)}, delta: {self.delta}, from: {word(self.account)}}}"
        return "\n".join([*lines, spend]) + "\n"

    def _spell_column(self, at: int) -> str:
        column = self.seen.columns[at]
        ways = (self.way,) if column.name == self.time and self.way else column.ways[:1]
        if ways:
            return f"{word(column.name)}: {{kind: {column.kind}, format: {quote_text(ways[0])}}}"
        return f"{word(column.name)}: {column.kind}"

    def _spell_bound(self) -> str:
        if self.bound is None:
            return f"{{choose: {{look: {{up_to: {max(10, math.ceil(10 * self.average))}}}}}}}"
        cell = "" if self.in_a_cell is None else f", rows_per_cell: {self.in_a_cell}"
        return f"{{rows: {self.bound}{cell}}}"

    def _spell_count(self) -> str:
        keys = ", ".join(f"{word(name)}: [{', '.join(map(word, known))}]" for name, known in self.keys.items())
        parts = [
            "count: rows",
            *([f"by: {{{keys}}}"] if keys else []),
            *([f"every: {self.every}"] if self.every else []),
        ]
        return ", ".join([*parts, *(["weight: 4"] if self.ends else [])])

    def _spell_mean(self, name: str) -> str:
        low, high = self.ends[name]
        return f"  - {{mean: {word(name)}, between: [{number(low)}, {number(high)}], expect: {number(self.rows)}}}"

    def planned(self) -> Plan:
        """The plan by the spec alone."""
        return plan(spec_from_text(self.text(), "spec.yaml"))

    def expected(self, made: Plan) -> float:
        """How many rows a cell of the first entry has, if the guess is right."""
        return float(self.rows) / made.spec.publish[0].shown().size

    def useful_period(self) -> str | None:
        """The shortest period whose numbers are off by little beside what is expected; None where there is none."""
        if self.first is None or self.last is None:
            return None
        days, cells = (self.last - self.first).days + 1, math.prod(map(len, self.keys.values()))
        for every in PERIODS:
            ticks = days / _DAYS[every]
            if ticks < 2 or self.rows / (cells * Fraction(ticks)) < _FEWEST:
                continue
            tried = replace(self, every=every)
            try:
                made = tried.planned()
            except EpsilogError:  # such as a quarter, where persons are protected within a month
                continue
            if margin(made, 0) <= USEFUL * tried.expected(made):
                return every
        return None


def _one_line(text: str) -> str:
    return "".join(letter if letter.isprintable() else " " for letter in text)
