"""A vector of a release that is chosen and has no noise of its own: quantiles, the top of a list.

A `Draw` adds noise to every cell of a table. A `Pick` gives for each group of cells a few numbers of candidates, by
the exponential mechanism or permute-and-flip. Everything it needs follows from the spec and its one parameter, the
epsilon of a round; what it costs is for all groups together (docs/proofs/choose.md).
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, Final, Literal

from epsilog.accounting.rounding import up_to
from epsilog.accounting.rounds import LARGEST_EPSILON, SMALLEST_EPSILON, epsilon_for, within_reach
from epsilog.accounting.within import exponential_within, flip_within
from epsilog.core import charge as charges
from epsilog.core.law import HELD, too_wide
from epsilog.core.measure import Contribution, Measure, Total, contribution
from epsilog.core.number import Number, exact, spell_number
from epsilog.core.price import EPSILON_UNITS
from epsilog.errors import LedgerError, SpecError
from epsilog.kinds.choice.ask import Choice, choice_of, spread
from epsilog.postprocess.ranges import Integers
from epsilog.roles.budget import Coin, Vector
from epsilog.roles.entry import Entry
from epsilog.roles.error import width_of
from epsilog.roles.plan import Plan
from epsilog.roles.planned import OneVector, Remark
from epsilog.roles.planner import Planner
from epsilog.roles.spec import Spec
from epsilog.words import plain

PickLaw = Literal["exponential", "flip"]
PICK_LAWS: Final[tuple[PickLaw, ...]] = ("exponential", "flip")
MOST_ANSWERS: Final = 200_000  # drawn one by one, some ten thousand a second
_CLOSE: Final = Fraction(1, 10**9)


@dataclass(frozen=True)
class Pick(OneVector):
    """Entry `query` of `publish`, chosen: `parameter` is the epsilon of one round, in all groups together."""

    query: int
    part: int
    law: PickLaw
    parameter: Fraction
    contribution: Contribution
    entry: Entry

    @property
    def kind(self) -> str:
        """A choice."""
        return "choice"

    def __post_init__(self) -> None:
        if self.contribution.norm is not None:
            raise SpecError(
                "a norm bounds vectors for Gaussian noise; a choice needs bounds that count rows",
                where="bound.norm",
                hint="bound: {rows: 4, cells: 4}",
            )
        if self.size > MOST_ANSWERS:
            raise SpecError(
                f"{self.size:,} choices are too many; at most {MOST_ANSWERS:,}",
                where=f"publish[{self.query}]",
                hint="fewer groups, or a longer step of time",
            )

    @property
    def measure(self) -> Measure:
        """What the candidates have more or less of."""
        (found,) = self.entry.measures()
        return found

    @property
    def grain(self) -> Fraction:
        """The step of the grid the candidates are counted on."""
        return self.measure.grain if isinstance(self.measure, Total) else Fraction(1)

    @property
    def rounds(self) -> int:
        """How many answers each group gives."""
        return choice_of(self.entry).rounds

    @property
    def candidates(self) -> int:
        """How many there are to choose from in each group."""
        return choice_of(self.entry).candidates().size

    @property
    def groups(self) -> int:
        """How many groups there are."""
        return self.entry.grid().size // self.candidates

    @property
    def size(self) -> int:
        """How many numbers are stored."""
        return self.groups * self.rounds

    @property
    def reach(self) -> int:
        """What the rate is made for: the rows one unit moves in a histogram, or the spread of candidates."""
        return reach_of(self.entry, self.contribution)

    @property
    def charge(self) -> charges.Repeated | charges.Pure:
        """What it costs."""
        if self.law == "flip":
            return charges.Pure(self.parameter)
        return charges.Repeated(charges.BoundedRange(self.parameter), self.rounds)

    def off(self, confidence: Fraction, place: int | None = None) -> Fraction:
        """How far off an answer is at most, as often as stated: rows of rank, or the data's units behind the best.

        `place` is the number of a quantile; the worst of them if not said.
        """
        miss = 1 - exact(confidence, "confidence", above=0, below=1)
        at = choice_of(self.entry).at
        if at is None:
            bound = flip_within if self.law == "flip" else exponential_within
            return bound(self.parameter / self.reach, self.candidates, miss / self.rounds) * self.grain
        shares = at if place is None else at[place : place + 1]
        # What one row weighs, in parts of it: see mechanisms/tables/ranks.py.
        ratios = (share.as_integer_ratio() for share in shares)
        weights = {(max(above, parts - above), parts) for above, parts in ratios}
        return max(self._rank_off(weight, parts, miss) for weight, parts in weights)

    def _rank_off(self, weight: int, parts: int, miss: Fraction) -> Fraction:
        """As `Quantile.rows_off`: the rate of one of its draws, and a distance in so many parts of a row."""
        rate = self.parameter / (2 * self.reach * weight)
        return Fraction(exponential_within(rate, self.candidates, miss), parts)

    def checked(self, values: Integers) -> None:
        """Refuse stored numbers that cannot be this pick's answers."""
        if values.shape != (self.size,) or int(values.min()) < 0 or int(values.max()) >= self.candidates:
            raise LedgerError("a stored choice is none of its candidates", where="result")
        if choice_of(self.entry).at is None and any(len(set(row)) < self.rounds for row in self._rows(values)):
            raise LedgerError("a stored choice names a candidate twice", where="result")

    def _rows(self, values: Integers) -> list[list[int]]:
        found: list[list[int]] = values.reshape(self.groups, self.rounds).tolist()
        return found

    def to_dict(self) -> dict[str, Any]:
        """As it is stored. Sensitivities are not: they follow from the spec."""
        return {"query": self.query, "part": self.part, "law": self.law, "parameter": spell_number(self.parameter)}


def reach_of(entry: Entry, moved: Contribution) -> int:
    """What one unit may do to a choice: rows in a histogram of quantiles, the spread of other candidates."""
    if choice_of(entry).at is not None:
        return moved.sensitivity.l1
    (measure,) = entry.measures()
    return spread(measure, moved, entry.grid().size // choice_of(entry).candidates().size)


def law_for(entry: Entry, coin: str) -> PickLaw:
    """Permute-and-flip where one is chosen and epsilon is pure: it is never worse there. Else the exponential."""
    return "flip" if coin == "pure" and choice_of(entry).k == 1 else "exponential"


def epsilon_within(pick: Pick, width: Fraction, confidence: Fraction) -> Fraction:
    """About the least epsilon of a round at which no answer is further off than this, as often as stated."""

    def good(epsilon: Fraction) -> bool:
        found = Pick(pick.query, pick.part, pick.law, epsilon, pick.contribution, pick.entry)
        return found.off(confidence) <= width

    low, high = SMALLEST_EPSILON, Fraction(1)
    while not good(high):
        low, high = high, 4 * high
        if high > LARGEST_EPSILON:
            raise SpecError("no choice is sharp enough for this error", hint="ask for a larger error")
    while high > low * (1 + _CLOSE) and high > 2 * SMALLEST_EPSILON:
        # By the middle of the logarithms while they are far apart, so that small ones are found quickly too.
        near = Fraction(math.sqrt(low * high)) if high > 4 * low else (low + high) / 2
        middle = up_to(near, EPSILON_UNITS)
        if not low < middle < high:
            break
        low, high = (low, middle) if good(middle) else (middle, high)
    return within_reach(high)


class ChoicePlanner(Planner):
    """Choices have no noise: a round of r strays by s/epsilon, as an exponential law does."""

    def pull(self, vector: Vector, coin: Coin) -> Fraction:
        """s is the spread, of a quantile twice the rows; epsilon is a round's r-th part, or the root of 8 rho/r."""
        assert vector.entry is not None
        asked = choice_of(vector.entry)
        twice, rounds = 1 if asked.at is None else 2, asked.rounds
        far = Fraction(twice * reach_of(vector.entry, vector.contribution), vector.contribution.reach) ** 2
        return far * rounds**2 / 2 if coin == "pure" else far * rounds / 4

    def best(self, spec: Spec, vector: Vector, units: int, coin: Coin) -> tuple[Pick, Remark]:
        """The sharpest choice for its part."""
        entry = spec.publish[vector.query]
        blank = Pick(vector.query, vector.part, law_for(entry, coin), Fraction(1), vector.contribution, entry)
        pick = replace(blank, parameter=epsilon_for(units, blank.rounds, coin))
        if pick.off(spec.confidence) > HELD * pick.grain:
            raise too_wide(f"publish[{vector.query}]")
        named = (("entry", entry.called(vector.part)), ("part", f"plan.part.{entry.part_of(vector.part)}"))
        return pick, Remark(f"plan.why.pick.{pick.law}", named)

    def within(self, spec: Spec, vectors: Sequence[Vector], coin: Coin) -> tuple[tuple[Pick, Remark], ...]:
        """The choice that meets the entry's error at the least price: rows of rank, or units behind the best."""
        vector = vectors[0]
        query = spec.publish[vector.query]
        width, law = width_of(query), law_for(query, coin)
        where = f"publish[{vector.query}].error"
        if width is None:
            raise SpecError("no error was asked for", where=where, hint="error: 25")
        blank = Pick(vector.query, vector.part, law, Fraction(1), vector.contribution, query)
        try:
            pick = replace(blank, parameter=epsilon_within(blank, width, spec.confidence))
        except SpecError as error:
            raise SpecError(error.what, where=where, hint=error.hint) from None
        named = (("entry", query.name), ("part", f"plan.part.{query.kind}"))
        return ((pick, Remark(f"plan.why.pick.error.{pick.law}", named)),)

    def margin(self, plan: Plan, at: int, rows: Number | None) -> float:
        """Rows of rank, or so much behind the best."""
        return float(plan.vector_of(at, Pick).off(plan.spec.confidence))

    def margin_at(self, plan: Plan, at: int, times: Fraction, coin: Coin) -> float:
        """The same at another price."""
        pick = plan.vector_of(at, Pick)
        try:
            scaled = epsilon_for(max(1, int(pick.price(coin) * times)), pick.rounds, coin)
        except SpecError:
            return math.nan
        return float(replace(pick, parameter=scaled).off(plan.spec.confidence))

    def read(self, spec: Spec, record: Mapping[str, Any]) -> Pick:
        """A stored choice read back; what one unit may do follows from the spec."""
        query = spec.publish[record["query"]]
        if not isinstance(query.ask, Choice) or record["law"] not in PICK_LAWS:
            raise LedgerError("an unknown law", where="plan")
        moved = contribution(query.measures()[record["part"]], query.grid(), spec.protect.unit, spec.bound)
        parameter = exact(record["parameter"], "parameter", above=0)
        pick = Pick(record["query"], record["part"], record["law"], parameter, moved, query)
        if pick.law == "flip" and (choice_of(query).at is not None or choice_of(query).k != 1):
            raise LedgerError("a law that cannot choose this", where="plan")
        return pick

    def warnings(self, plan: Plan, query: Entry, margin: float) -> list[Remark]:
        """Answers that could as well be others."""
        name, off = ("entry", query.name), ("margin", plain(margin, way="up"))
        if query.expect is None:
            return [Remark(f"plan.warn.pick.{query.kind}.open", (name, off))]
        if float(query.expect) <= 2 * margin:
            values = (name, ("expect", plain(float(query.expect))), off)
            return [Remark(f"plan.warn.pick.{query.kind}", values)]
        return []
