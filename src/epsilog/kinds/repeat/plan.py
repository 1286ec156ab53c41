"""Plan a series that says a new value now and then and repeats it meanwhile: its epsilon, and what can be said of
its errors before any data.

A `RepeatDraw` (sample, distribution, absorption) or `SpellDraw` is a description only: `kinds.repeat.draw` draws
from it. Of a `RepeatDraw` one whole number is drawn for each cell and tick: twice the noisy grains of the last
fresh value, and one more if it is fresh.

A series told in spells says at a spell's end a noisy sum of its last ticks, and that again as a mean until the
next. A result keeps a row for each cell and two before them, each as long as the series: how many ticks were added
up at a spell's end (0 elsewhere), what each of them took of the window's epsilon, in billionths, and the noisy
sums. All three are what the mechanism told, or follow from what it told before; no decision need be made again to
read them.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, Final, Literal

import numpy as np
from numpy.typing import NDArray

from epsilog.accounting.scale import epsilon_at
from epsilog.core import charge as charges
from epsilog.core.law import DiscreteLaplace, Noise
from epsilog.core.measure import Contribution, contribution
from epsilog.core.number import Number, exact, spell_number, whole
from epsilog.core.participation import Participation
from epsilog.core.series_method import Repeated, Spelled, amounts, down
from epsilog.errors import EpsilogError, LedgerError, SpecError
from epsilog.postprocess.ranges import Integers
from epsilog.roles.budget import Coin, Vector, every_tick
from epsilog.roles.entry import Entry
from epsilog.roles.participations import participations_of, window_participation
from epsilog.roles.plan import Plan
from epsilog.roles.planned import OneSeries, Remark
from epsilog.roles.planner import Planner
from epsilog.roles.shape import repeated_of
from epsilog.roles.smoothed import SEASONS
from epsilog.roles.spec import Spec
from epsilog.words import plain

FINE: Final = 10**9  # amounts are multiples of a billionth of a window's epsilon
_ROOM: Final = 2**61  # what a noisy sum is held to
_WIDEST: Final = 2**56  # margins, in grains: ten times a sum and its margin fit 63 bits
_LEAST: Final = Fraction(1, 10**7)  # of a step's share: what `Events` takes
_MOST: Final = 2**20  # numbers of a series told in spells: its pacer keeps 178 filters for each cell


@dataclass(frozen=True)
class RepeatDraw(OneSeries):
    """Entry `query` of `publish`, told now and then; `epsilon` holds for every window of the unit's span."""

    query: int
    part: int
    epsilon: Fraction
    participation: Participation
    contribution: Contribution
    entry: Entry

    @property
    def kind(self) -> str:
        """A series that repeats its values."""
        return "repeat"

    @property
    def rule(self) -> Literal["sample", "distribution", "absorption"]:
        """When a value is fresh."""
        method = repeated_of(self.entry)
        assert isinstance(method, Repeated)
        return method.rule

    @property
    def word(self) -> str:
        """The method in a word."""
        method = repeated_of(self.entry)
        assert method is not None
        return method.rule

    @property
    def width(self) -> int:
        """Ticks of a window."""
        assert self.participation.span is not None
        return self.participation.span

    @property
    def law(self) -> Literal["laplace"]:
        """The law of the noise."""
        return "laplace"

    @property
    def reach(self) -> int:
        """How far one unit moves one row, in grains."""
        return self.participation.most

    @property
    def best(self) -> Fraction:
        """The most that one fresh value may take of epsilon."""
        return {
            "sample": self.epsilon,
            "distribution": down(self.epsilon / 4),
            "absorption": down(self.epsilon / 2),
        }[self.rule]

    @property
    def parameter(self) -> Fraction:
        """The scale of the noise on the best of fresh values."""
        return self.reach / self.best

    @property
    def charge(self) -> charges.Pure:
        """What all of it costs, however long it is."""
        return charges.Pure(self.epsilon)

    def margin(self, amount: Fraction, confidence: Fraction) -> int:
        """Grains that a fresh value of this amount is off by at most, that often."""
        return math.ceil(Noise(DiscreteLaplace(self.reach / amount), Fraction(1)).margin(confidence))

    def closest(self, confidence: Fraction) -> float:
        """The margin of the best of fresh values, in the data's units."""
        return float(self.margin(self.best, confidence) * self.grain)

    def bearable(self, confidence: Fraction) -> bool:
        """Whether the mechanism takes so small a budget, and its ranges fit whole numbers."""
        return self.epsilon >= Fraction(1, 10**6)

    def told(self, values: Integers) -> tuple[Integers, NDArray[np.bool_], tuple[Fraction, ...]]:
        """Grains of every cell and tick; which ticks are fresh; what the last fresh value before each took."""
        fresh = (values.reshape(self.cells, self.ticks) & 1).astype(np.bool_)
        paid = amounts(self.rule, self.width, self.epsilon, fresh[0].tolist())
        return np.asarray(values >> 1), fresh[0], paid

    def checked(self, values: Integers) -> None:
        """Refuse what no run could have said."""
        table = values.reshape(self.cells, self.ticks)
        fresh, grains = (table & 1).astype(np.bool_), table >> 1
        before = np.concatenate([np.zeros((self.cells, 1), dtype=np.int64), grains[:, :-1]], axis=1)
        try:
            _, told, _ = self.told(values)
        except EpsilogError:
            raise LedgerError("a stored series says what it could not", where="result") from None
        due = np.arange(self.ticks) % self.width == 0
        if self.rule == "sample" and (told != due).any():
            raise LedgerError("a stored series says what it could not", where="result")
        if (fresh != fresh[:1]).any() or ((grains != before) & ~fresh).any():
            raise LedgerError("a stored series says what it could not", where="result")

    def to_dict(self) -> dict[str, Any]:
        """As it is stored."""
        repeat = {"width": self.width, "epsilon": spell_number(self.epsilon)}
        return {"query": self.query, "part": self.part, "repeat": repeat}


@dataclass(frozen=True)
class SpellDraw(RepeatDraw):
    """Entry `query` of `publish`, told in spells; `epsilon` holds for every window of the unit's span."""

    @property
    def moves(self) -> Fraction | None:
        """How far the numbers go from tick to tick, where the request says so."""
        method = repeated_of(self.entry)
        assert isinstance(method, Spelled)
        return method.moves

    def size_of(self, entry: Entry) -> int:
        """How many whole numbers a result keeps of it."""
        return self.ticks * (self.cells + 2)

    @property
    def best(self) -> Fraction:
        """The most that one fresh value may take of epsilon."""
        return self.epsilon

    @property
    def least(self) -> int:
        """The least that a tick of a sum takes, in billionths: half of a window's part for one tick."""
        return -(-(FINE // self.width) // 2)

    def taken(self, amount: int) -> Fraction:
        """Billionths as epsilon."""
        return amount * self.epsilon / FINE

    def widest(self, confidence: Fraction) -> float:
        """The margin of the noisiest of fresh values, in the data's units."""
        return float(self.margin(self.taken(self.least), confidence) * self.grain)

    def bearable(self, confidence: Fraction) -> bool:
        """Whether the mechanism takes so small a budget, and its ranges fit whole numbers."""
        return super().bearable(confidence) and self.margin(self.taken(self.least), confidence) <= _WIDEST

    def parts(self, values: Integers) -> tuple[Integers, Integers, Integers]:
        """Ticks added up and billionths each took, for every tick; noisy sums for every cell and tick."""
        table = values.reshape(self.cells + 2, self.ticks)
        return table[0], table[1], table[2:]

    def checked(self, values: Integers) -> None:
        """Refuse what no run could have said: sums that overlap, windows that spent too much, noise too small."""
        added, amounts, sums = self.parts(values)
        spent, last = np.zeros(self.ticks, dtype=np.int64), -1
        for tick in np.flatnonzero((added != 0) | (amounts != 0) | (sums != 0).any(axis=0)).tolist():
            count, amount = int(added[tick]), int(amounts[tick])
            held = (np.abs(sums[:, tick]) <= _ROOM).all()
            if not (1 <= count <= min(self.width, tick - last) and self.least <= amount <= FINE and held):
                raise LedgerError("a stored series says what it could not", where="result")
            spent[tick - count + 1 : tick + 1], last = amount, tick
        total = np.concatenate([[0], np.cumsum(spent)])
        if (total[self.width :] - total[: len(total) - self.width] > FINE).any() or total[
            : self.width
        ].max() > FINE:
            raise LedgerError("a stored series says what it could not", where="result")


def draw_of(query: Entry) -> type[RepeatDraw]:
    """Spells keep more of a tick than whether it is fresh."""
    return SpellDraw if isinstance(repeated_of(query), Spelled) else RepeatDraw


def _known_moves(draw: SpellDraw) -> str:
    """What is public of how the numbers move: `moves`, or a season, which spells do not know; or nothing.

    Which method is expected to err least at the same price, where anything public says it: `series_offers`.
    """
    if draw.moves is not None or draw.entry.expect is not None:
        return "said"
    assert draw.entry.every is not None
    turns = any(draw.ticks >= 3 * season for season in SEASONS.get(draw.entry.every, ()))
    return "season" if turns else "unknown"


class RepeatPlanner(Planner):
    """Values that are told now and then and repeated meanwhile."""

    marks = ("repeat",)

    def pull(self, vector: Vector, coin: Coin) -> Fraction:
        """The square of the noise of a value of equal shares, at a price of one: what its part goes by."""
        most = min(one.most for one in vector.ways if not one.apiece)
        square = 2 * (100 * Fraction(most, vector.contribution.reach)) ** 2
        return Fraction(f"{float(2 * square / 100 if coin == 'zcdp' else square / 20_000):.3e}")

    def best(self, spec: Spec, vector: Vector, units: int, coin: Coin) -> tuple[RepeatDraw, Remark]:
        """The series for its part of a budget, and how it compares with noise on every tick."""
        unit, confidence = spec.protect.unit, spec.confidence
        entry, where = vector.entry, f"publish[{vector.query}]"
        assert entry is not None
        if entry.mechanism == "gaussian":
            raise SpecError("repeated values have Laplace noise", where=f"{where}.mechanism", hint="leave it out")
        try:
            way = window_participation(entry, vector.ways, unit)
        except SpecError as error:
            raise SpecError(error.what, where=f"{where}.{error.where}", hint=error.hint) from None
        draw = draw_of(entry)(vector.query, 0, epsilon_at(units, coin), way, vector.contribution, entry)
        if isinstance(draw, SpellDraw) and draw.ticks * draw.cells > _MOST:
            raise SpecError(
                f"spells are for at most {_MOST:,} numbers",
                where=f"{where}.as.per-step",
                hint="fewer keys or ticks",
            )
        if draw.epsilon / (2 * draw.width) < _LEAST or not draw.bearable(confidence):
            raise SpecError(
                "this budget is too small for windows of so many ticks", where=where, hint="a shorter window"
            )
        beside = every_tick(vector, units, confidence, coin)
        said = (
            ("entry", entry.name),
            ("margin", plain(draw.closest(confidence), way="up")),
            ("every", plain(beside, way="up")),
        )
        if isinstance(draw, SpellDraw):
            return draw, Remark(f"plan.why.repeat.spells.{_known_moves(draw)}", said)
        return draw, Remark(f"plan.why.repeat.{draw.word}", said)

    def margin(self, plan: Plan, at: int, rows: Number | None) -> float:
        """That of the best of fresh values."""
        return plan.vector_of(at, RepeatDraw).closest(plan.spec.confidence)

    def margin_at(self, plan: Plan, at: int, times: Fraction, coin: Coin) -> float:
        """The margin of the best of fresh values at another price, in the data's units."""
        draw = plan.vector_of(at, RepeatDraw)
        units = max(1, int(draw.price(coin) * times))
        other = replace(draw, epsilon=epsilon_at(units, coin))
        return other.closest(plan.spec.confidence) if other.best else float("nan")

    def margin_words(self, plan: Plan, at: int) -> Remark:
        """A margin is that of a fresh value."""
        return Remark("plan.picture.tradeoff.fresh")

    def read(self, spec: Spec, record: Mapping[str, Any]) -> RepeatDraw:
        """Read a stored one back; what one unit may do follows from the spec."""
        query, unit = spec.publish[record["query"]], spec.protect.unit
        if repeated_of(query) is None:
            raise LedgerError("repeated values where the request has none", where="plan")
        (measure,) = query.measures()
        draw = draw_of(query)(
            record["query"],
            whole(record["part"], "part", at_most=0),
            exact(record["repeat"]["epsilon"], "epsilon", above=0),
            window_participation(query, participations_of(query, spec.bound, unit), unit),
            contribution(measure, query.grid(), unit, spec.bound),
            query,
        )
        if draw.width != record["repeat"]["width"]:
            raise LedgerError("a stored series protects another window than its request", where="plan")
        return draw

    def warnings(self, plan: Plan, query: Entry, margin: float) -> list[Remark]:
        """None: the margin is that of the best tick, and nothing follows for the others."""
        return []
