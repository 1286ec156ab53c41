"""Plan a series of repeated values: its epsilon, and what can be said of its errors before any data."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any, Final

from epsilog.accounting.scale import epsilon_at
from epsilog.core.number import Number
from epsilog.core.unit import Unit
from epsilog.errors import SpecError
from epsilog.kinds.repeat.plan.kind import draw_of, repeat_draw_from
from epsilog.kinds.repeat.plan.planned import RepeatDraw, repeats_of
from epsilog.kinds.repeat.plan.spells import SpellDraw
from epsilog.roles.budget import Coin, Vector, every_tick
from epsilog.roles.participations import window_participation
from epsilog.roles.plan import Plan
from epsilog.roles.planned import Remark
from epsilog.roles.planner import Planner
from epsilog.roles.query import Query
from epsilog.roles.smoothed import SEASONS
from epsilog.roles.spec import Spec
from epsilog.words import plain

_LEAST: Final = Fraction(1, 10**7)  # of a step's share: what `Events` takes
_MOST: Final = 2**20  # numbers of a series told in spells: its pacer keeps 178 filters for each cell


def repeats_for(
    vector: Vector, unit: Unit, units: int, confidence: Fraction, coin: Coin
) -> tuple[RepeatDraw, Remark]:
    """The series for its part of a budget, and how it compares with noise on every tick."""
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
            f"spells are for at most {_MOST:,} numbers", where=f"{where}.as.per-step", hint="fewer keys or ticks"
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
        return draw, Remark(f"plan.why.repeat.spells.{_known(draw)}", said)
    return draw, Remark(f"plan.why.repeat.{draw.word}", said)


def _known(draw: SpellDraw) -> str:
    """What is public of how the numbers move: `moves`, or a season, which spells do not know; or nothing.

    Which method is expected to err least at the same price, where anything public says it: `series_offers`.
    """
    if draw.moves is not None or draw.entry.expect is not None:
        return "said"
    assert draw.entry.every is not None
    turns = any(draw.ticks >= 3 * season for season in SEASONS.get(draw.entry.every, ()))
    return "season" if turns else "unknown"


def closest_at(draw: RepeatDraw, coin: Coin, units: int, confidence: Fraction) -> float:
    """The margin of the best of fresh values at another price, in the data's units."""
    other = draw_of(draw.entry)(
        draw.query, draw.part, epsilon_at(units, coin), draw.participation, draw.contribution, draw.entry
    )
    return other.closest(confidence) if other.best else float("nan")


def repeat_pull(vector: Vector, coin: Coin) -> Fraction:
    """What its part is proportional to: the square of the noise of a value, at a price of one, of equal shares."""
    most = min(one.most for one in vector.ways if not one.apiece)
    square = 2 * (100 * Fraction(most, vector.contribution.reach)) ** 2
    return Fraction(f"{float(2 * square / 100 if coin == 'zcdp' else square / 20_000):.3e}")


class RepeatPlanner(Planner):
    """Values that are told now and then and repeated meanwhile."""

    marks = ("repeat",)

    def pull(self, vector: Vector, coin: Coin) -> Fraction:
        """The square of the noise of a value, of equal shares."""
        return repeat_pull(vector, coin)

    def best(self, spec: Spec, vector: Vector, units: int, coin: Coin) -> tuple[RepeatDraw, Remark]:
        """The series for its part."""
        return repeats_for(vector, spec.protect.unit, units, spec.confidence, coin)

    def margin(self, plan: Plan, at: int, rows: Number | None) -> float:
        """That of the best of fresh values."""
        return _repeats(plan, at).closest(plan.spec.confidence)

    def margin_at(self, plan: Plan, at: int, times: Fraction, coin: Coin) -> float:
        """The same at another price."""
        draw = _repeats(plan, at)
        return closest_at(draw, coin, max(1, int(draw.price(coin) * times)), plan.spec.confidence)

    def margin_words(self, plan: Plan, at: int) -> Remark:
        """A margin is that of a fresh value."""
        return Remark("plan.picture.tradeoff.fresh")

    def read(self, spec: Spec, record: Mapping[str, Any]) -> RepeatDraw:
        """A stored series."""
        return repeat_draw_from(spec, record)

    def warnings(self, plan: Plan, query: Query, margin: float) -> list[Remark]:
        """None: the margin is that of the best tick, and nothing follows for the others."""
        return []


def _repeats(plan: Plan, at: int) -> RepeatDraw:
    found = repeats_of(plan, at)
    assert found is not None
    return found
