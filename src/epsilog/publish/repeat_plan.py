"""Plan a series of repeated values: its epsilon, and what can be said of its errors before any data."""

from __future__ import annotations

import math
from fractions import Fraction
from statistics import NormalDist
from typing import Final

import numpy as np

from epsilog.core.law import DiscreteLaplace
from epsilog.core.unit import Unit
from epsilog.errors import SpecError
from epsilog.postprocess.timely import FLICKERS, PACES, spell_errors
from epsilog.publish.alert_plan import epsilon_at, every_tick
from epsilog.publish.budgeting import Coin, Vector
from epsilog.publish.plan import Remark
from epsilog.publish.repeat_draw import RepeatDraw, covered
from epsilog.publish.repeat_kind import kind_of
from epsilog.publish.spell_draw import FINE, SpellDraw
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
        way = covered(entry, vector.ways, unit)
    except SpecError as error:
        raise SpecError(error.what, where=f"{where}.{error.where}", hint=error.hint) from None
    draw = kind_of(entry)(vector.query, 0, epsilon_at(units, coin), way, vector.contribution, entry)
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
        which, more = better_method(draw, beside / _deviations(float(confidence), coin))
        return draw, Remark(f"plan.why.repeat.spells.{which}", (*said, *more))
    return draw, Remark(f"plan.why.repeat.{draw.word}", said)


def _deviations(confidence: float, coin: Coin) -> float:
    """How many deviations the margin of single ticks has: of Laplace noise in pure epsilon, else of Gaussian."""
    if coin == "pure":
        return math.log(1 / (1 - confidence)) / math.sqrt(2)
    return NormalDist().inv_cdf((1 + confidence) / 2)


def better_method(draw: SpellDraw, every: float) -> tuple[str, tuple[tuple[str, str], ...]]:
    """Whether spells or single ticks that are smoothed are expected to err less, from public facts alone.

    every    the deviation of the noise on single ticks at the same price
    With `moves`, a level that wanders so far a tick: a spell that is repeated for ever errs as `spell_errors` says;
    single ticks with noise R are smoothed to R·q/√(q² + 4qR), and live to (√(q² + 4qR) - q)/2. Without it, what has
    a season is better told tick by tick: a spell holds a value while the season turns. Else nothing public decides.
    """
    if draw.moves is None:
        from epsilog.publish.smooth_columns import SEASONS  # and all that smooths: not needed to publish

        assert draw.entry.every is not None
        turns = any(draw.ticks >= 3 * season for season in SEASONS.get(draw.entry.every, ()))
        return ("season" if turns else "unknown"), ()
    alone = DiscreteLaplace(draw.reach / draw.taken(FINE // draw.width)).variance
    pace = float(draw.moves / draw.grain) ** 2
    paces = np.asarray(PACES, dtype=np.float64)
    near = int(np.argmin(np.abs(np.log(np.maximum(paces, 1e-12)) - math.log(max(pace / alone, 1e-12)))))
    told = math.sqrt(float(spell_errors(draw.width)[1][:, near * len(FLICKERS)].min()) * alone) * float(draw.grain)
    noise, moved = every**2, float(draw.moves) ** 2
    root = math.sqrt(moved * moved + 4 * moved * noise)
    left = (root - moved) / 2 if draw.entry.live else noise * moved / root if root else 0.0
    smoothed = math.sqrt(max(left, noise / draw.ticks))
    figures = (("told", plain(told)), ("smoothed", plain(smoothed)), ("moves", plain(float(draw.moves), 6)))
    return ("better" if told < 0.98 * smoothed else "worse"), figures  # level is no reason for spells


def closest_at(draw: RepeatDraw, coin: Coin, units: int, confidence: Fraction) -> float:
    """The margin of the best of fresh values at another price, in the data's units."""
    other = kind_of(draw.entry)(
        draw.query, draw.part, epsilon_at(units, coin), draw.participation, draw.contribution, draw.entry
    )
    return other.closest(confidence) if other.best else float("nan")


def repeat_pull(vector: Vector, coin: Coin) -> Fraction:
    """What its part is proportional to: the square of the noise of a value, at a price of one, of equal shares."""
    most = min(one.most for one in vector.ways if not one.apiece)
    square = 2 * (100 * Fraction(most, vector.contribution.reach)) ** 2
    return Fraction(f"{float(2 * square / 100 if coin == 'zcdp' else square / 20_000):.3e}")
