"""Plan a series: every strategy that could make it, at the price asked, and how far off each of its ticks would be.

Reads no rows and draws nothing. All that a unit's bounds allow to say about its contributions is tried with every
strategy (`participations_of`), and what errs least over the horizon, as a root mean square, is taken.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from epsilog.accounting.scale import Coin, laplace_scale, pure_scale
from epsilog.core.bounded import Sensitivity
from epsilog.core.law import DiscreteGaussian, DiscreteLaplace, is_drawable
from epsilog.core.measure import Contribution
from epsilog.core.participation import Participation
from epsilog.core.series_method import Basis, Coefficients, Fast
from epsilog.errors import SpecError
from epsilog.kinds.series.plan.planned import BLOCKS, SeriesDraw
from epsilog.mechanisms.series import subtraction_blocks
from epsilog.mechanisms.series.banded import Banded
from epsilog.mechanisms.series.buffered import Buffered
from epsilog.mechanisms.series.choice import (
    DENSE,
    FAST,
    Candidate,
    Choice,
    Why,
    coefficients,
    endless,
    fixed_price,
    gains_of,
    reach_of,
    running_totals,
    samples,
    transform,
)
from epsilog.mechanisms.series.decay import Decay as DecayTaps
from epsilog.mechanisms.series.dense import FITS, LONGEST_SHIPPED, Dense, size_of
from epsilog.mechanisms.series.independent import Independent
from epsilog.mechanisms.series.outer import Endless
from epsilog.mechanisms.series.sampling import Sampling
from epsilog.mechanisms.series.square_root import SquareRoot
from epsilog.mechanisms.series.strategy import Strategy, gaussian_at
from epsilog.mechanisms.series.transform import Transform
from epsilog.mechanisms.series.tree import BinaryTree
from epsilog.mechanisms.series.weighed import weigh_steps
from epsilog.mechanisms.series.window import Window as WindowTaps
from epsilog.postprocess.laplace_ranges import laplace_factors
from epsilog.postprocess.laplace_sums import Reached, part_for, reach_of_rows, reached_by_rows
from epsilog.postprocess.series_ranges import series_margins
from epsilog.roles.entry import Entry
from epsilog.roles.participations import participations_of
from epsilog.roles.plan import Plan
from epsilog.roles.range_rules import FIRST, NEWEST
from epsilog.roles.shape import Decay, Running, Window, method_of, ticks_of

UNITS: Final = 10**12
Makeup = tuple[NDArray[np.float64], NDArray[np.int64] | None]  # see `makeup_of`
_INDEPENDENT: Final = "independent steps"
_MOST: Final = 10**18  # units of 1e-12: an epsilon of a million
_CLOSE: Final = Fraction(1, 10**6)
RULE: Final = NEWEST["series"]  # what margins are made by; older versions are for plans that name them
ALIKE: Final = 0.0005  # buffers err at most so much more than the root they stand for
ROOT: Final = "square root"
# What a spec calls a strategy, and what it is called here; of several the one that errs least is taken.
_NAMED: Final = {
    "tree": ("binary tree",),
    "square-root": ("square root", "square root, normalised"),
    "buffered": ("buffered", "buffered, normalised"),
    "banded": ("banded",),
    "subtraction": (BLOCKS,),
    "dense": (DENSE,),
    "independent": (_INDEPENDENT,),
}


@dataclass(frozen=True)
class Option:
    """One strategy and one law at a price: what it is made for, and its errors in the data's own units.

    typical   root mean square of the standard deviations of all ticks
    largest   the largest of them
    """

    name: str
    law: str
    participation: Participation
    candidate: Candidate

    @property
    def typical(self) -> float:
        """Root mean square over the horizon."""
        return self.candidate.typical

    @property
    def largest(self) -> float:
        """The worst tick."""
        return self.candidate.largest


@dataclass(frozen=True)
class Options:
    """All that was tried, best first, and what was not, with the reason.

    Best is the least typical error; of those that err alike, live one whose memory does not grow, else the root.

    held      how many grains one tick of one cell may have at most; more is held there
    """

    found: tuple[Option, ...]
    refused: tuple[tuple[str, Why], ...]
    held: int = 0

    @property
    def best(self) -> Option:
        """The one that is taken."""
        return self.found[0]


def options_for(
    query: Entry,
    ways: Sequence[Participation],
    grain: Fraction,
    coin: Coin,
    amount: Fraction,
    *,
    beside: bool = False,
) -> Options:
    """Every strategy the entry allows at this price; the amount is rho in zCDP and epsilon where delta is zero.

    beside   those it does not allow as well, to compare with
    """
    best: dict[str, Option] = {}
    refused: dict[str, Why] = {}
    allowed = None if beside else _allowed_names(query)
    for way in ways:
        choice = _choice(query, way, grain, coin, amount)
        refused.update(choice.refused)
        for one in choice.candidates:
            name, law = one.name.rsplit(", ", 1)
            if query.mechanism not in ("auto", law) or (allowed is not None and name not in allowed):
                continue
            if one.name not in best or one.typical < best[one.name].typical:
                best[one.name] = Option(name, law, way, one)
    found = sorted(best.values(), key=lambda one: (one.typical, one.candidate.name))
    if allowed is None and not beside:
        found = _alike_first(found, live=query.live)
    if not found and allowed is not None and any(refused.get(name) == "pure only" for name in allowed):
        raise SpecError(
            "this strategy is fitted for pure epsilon",
            where="as",
            hint="as: running, or an account without a delta",
        )
    if not found and allowed is not None and any(name in allowed for name in refused):
        raise SpecError(
            "this strategy is not for so many ticks", where="as", hint="as: running, or a longer step in `every`"
        )
    if not found:
        raise SpecError(
            "no strategy of this law can be paid in this currency",
            where="mechanism",
            hint="auto, or an account with a delta",
        )
    return Options(tuple(found), tuple(sorted(refused.items())))


def _alike_first(found: list[Option], *, live: bool) -> list[Option]:
    """Of strategies that err alike, live first one whose memory is the same at every tick: it is kept for long.

    A root keeps all its ticks and is written down with each of them; buffers of the same law err as little. A
    release keeps nothing, and takes the root itself before buffers that imitate it.
    """
    if not found or not (live or found[0].name.startswith("buffered")):
        return found
    near = [one for one in found if one.typical <= (1 + ALIKE) * found[0].typical]
    first = next((one for one in near if one.name.startswith(ROOT) is not live), None)
    return found if first is None else [first, *(one for one in found if one is not first)]


def options_at(plan: Plan, draw: SeriesDraw) -> Options:
    """Every strategy at the price of a draw."""
    coin: Coin = "pure" if plan.share.coin == "pure" else "zcdp"
    ways = participations_of(draw.entry, plan.spec.bound, plan.spec.protect.unit)
    found = options_for(draw.entry, ways, draw.grain, coin, Fraction(draw.price(coin), UNITS), beside=True)
    strategy = strategy_of(draw)
    return replace(found, held=2**61 // draw.ticks if strategy is None else strategy.largest)


def _allowed_names(query: Entry) -> tuple[str, ...] | None:
    """The strategies an entry names; None where all are as good."""
    if isinstance(method := method_of(query), Coefficients):
        return (method.basis,)
    if isinstance(method, Fast):
        return (FAST,)
    if isinstance(query.shape, Running) and query.shape.strategy is not None:
        return _NAMED[query.shape.strategy]
    return None


def is_named(query: Entry) -> bool:
    """Whether the entry says how it is made."""
    return _allowed_names(query) is not None


def _choice(query: Entry, way: Participation, grain: Fraction, coin: Coin, amount: Fraction) -> Choice:
    ticks = ticks_of(query)
    shape = (ticks, query.grid().size // ticks)
    if isinstance(method := method_of(query), Coefficients):
        return coefficients(shape, method.keep, way, grain, coin, amount)
    if isinstance(method, Fast):
        return samples(shape, method.samples, way, grain, coin, amount)
    wanted = _endless_of(query)
    if wanted is None:
        return running_totals(ticks, way, grain, coin, amount, live=query.live)
    return endless(wanted, way, grain, coin, amount, look=ticks)


def _endless_of(query: Entry) -> Endless | None:
    """What is read off an endless strategy; None for running totals."""
    assert query.every is not None
    if isinstance(query.shape, Window):
        return _window(query.shape.ticks(query.every))
    if isinstance(query.shape, Decay):
        return _decay(query.shape.keep)
    assert isinstance(query.shape, Running), "alerts have a plan of their own"
    return None


@lru_cache(maxsize=16)
def _window(width: int) -> WindowTaps:
    return WindowTaps(width)


@lru_cache(maxsize=16)
def _decay(rate: Fraction) -> DecayTaps:
    return DecayTaps(rate)


def strategy_of(draw: SeriesDraw) -> Strategy | None:
    """The questions a draw asks, from its name and constants; None for subtracted blocks."""
    allowed = _allowed_names(draw.entry)
    if allowed is not None and draw.strategy not in allowed:
        raise SpecError("another strategy than the request names", where="plan")
    if isinstance(method := method_of(draw.entry), Coefficients):
        if draw.constants != ((method.keep,),):
            raise SpecError("another number of coefficients than the request says", where="plan")
        return transform(draw.ticks, method.basis, method.keep, draw.cells)
    if isinstance(method, Fast):
        return Sampling(draw.ticks, method.samples)
    horizon, wanted = draw.ticks, _endless_of(draw.entry)
    if wanted is not None and draw.strategy in ("outer root", _INDEPENDENT):
        return wanted if draw.strategy == "outer root" else Independent(wanted)
    if wanted is None and draw.strategy == BLOCKS:
        return None
    normalised = draw.strategy.endswith(", normalised")
    makers: dict[str, Any] = {
        "binary tree": lambda: BinaryTree(horizon),
        _INDEPENDENT: lambda: Banded(horizon, (1,)),
        "banded": lambda: Banded(horizon, draw.constants[0]),
        "square root": lambda: SquareRoot(horizon, normalised=normalised),
        DENSE: lambda: _dense(draw),
        "buffered": lambda: Buffered(horizon, draw.constants[0], draw.constants[1], normalised),
    }
    make = makers.get(draw.strategy.removesuffix(", normalised"))
    if wanted is not None or make is None:
        raise SpecError("a strategy this release does not know", where="plan")
    made: Strategy = make()
    return made


def _dense(draw: SeriesDraw) -> Dense:
    if draw.ticks > LONGEST_SHIPPED or draw.constants != ((size_of(draw.ticks), FITS),):
        raise SpecError("a fit this version does not have", where="plan")
    return Dense.load_shipped(draw.ticks)


def _constants(strategy: Strategy | None, name: str, arity: int | None) -> tuple[tuple[int, ...], ...]:
    if isinstance(strategy, Banded) and name != _INDEPENDENT:
        return (strategy.coefficients,)
    if isinstance(strategy, Buffered):
        return (strategy.decays, strategy.weights)
    if isinstance(strategy, Transform):
        return ((strategy.keep,),)
    if isinstance(strategy, Dense):
        return ((size_of(strategy.horizon), FITS),)
    return ((arity,),) if arity is not None else ()


def drawn_as(query: Entry, at: int, moved: Contribution, option: Option, confidence: Fraction) -> SeriesDraw:
    """The description of a mechanism that a plan stores."""
    made = option.candidate
    law, strategy = made.law, made.strategy
    if strategy is None:
        l1 = subtraction_blocks.reach(ticks_of(query), made.arity or 3, option.participation)
        reach = Sensitivity(l1, l1 * l1)
    else:
        reach = reach_of(strategy, option.participation)
    parameter = law.sigma_squared if isinstance(law, DiscreteGaussian) else law.scale
    blank = SeriesDraw(
        at,
        0,
        option.name,
        _constants(strategy, option.name, made.arity),
        "gaussian" if isinstance(law, DiscreteGaussian) else "laplace",
        parameter,
        option.participation,
        reach,
        (0,),
        1,
        moved,
        query,
    )
    margins, finer = margins_of(blank, confidence)
    return replace(blank, margins=margins, finer=finer)


def fixed_option(query: Entry, basis: Basis, keep: int, way: Participation, coin: Coin, amount: Fraction) -> Option:
    """So many coefficients at one price: what a choice of their number may lead to."""
    ticks = ticks_of(query)
    made = fixed_price((ticks, query.grid().size // ticks), basis, keep, way, coin, amount)
    return Option(basis, made.name.rsplit(", ", 1)[1], way, made)


def margins_of(draw: SeriesDraw, confidence: Fraction, version: int = RULE) -> tuple[tuple[int, ...], int]:
    """How far off each tick may be, in steps, and how many steps a grain has.

    Sums of whole draws are whole grains. Other values are rounded to steps of which every margin has a hundred (a
    thousand steps to a grain is the finest), and a margin is one step wider for that.
    """
    made = makeup_of(draw)
    margins = _by_law(made, strategy_of(draw), draw.noise, confidence, version)
    if margins is None:
        margins = series_margins(draw.noise, *made, 2 * draw.ticks, confidence)
    if _is_whole(draw.entry, draw.strategy):
        return tuple(math.ceil(margin) for margin in margins.tolist()), 1
    finer = _finer(float(margins.min()))
    return tuple(math.ceil(margin * finer) + 1 for margin in margins.tolist()), finer


def makeup_of(draw: SeriesDraw) -> Makeup:
    """Σb² of the draws in every tick and, where all weights are one, how many draws; see `series_margins`."""
    return _made_of(draw.entry, draw.strategy, draw.constants, strategy_of(draw))


def _by_law(
    made: Makeup,
    strategy: Strategy | None,
    law: DiscreteGaussian | DiscreteLaplace,
    confidence: Fraction,
    version: int,
) -> NDArray[np.float64] | None:
    """Margins from all weights of Laplace draws; None where sums of whole draws or a bound are as good."""
    gains, counts = made
    if strategy is None or counts is not None or not isinstance(law, DiscreteLaplace):
        return None
    steps = len(gains)
    if version == FIRST:
        if not isinstance(strategy, Dense | Transform):
            return None
        factors, more = _factors(strategy, steps, confidence)
        return np.asarray((factors * float(law.scale) + more) * (1 + 1e-9))
    known = _reach_of(strategy, steps, confidence, part_for(law.scale))  # type: ignore[arg-type]  # they are frozen
    return np.minimum(known.margins(law.scale), series_margins(law, gains, None, 2 * steps, confidence))


@lru_cache(maxsize=32)
def _factors(
    strategy: Dense | Transform, steps: int, confidence: Fraction
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    weights = strategy.weights(steps)
    return laplace_factors(weights, confidence), np.asarray(np.abs(weights).sum(axis=1))


@lru_cache(maxsize=64)
def _reach_of(strategy: Any, steps: int, confidence: Fraction, part: Fraction) -> Reached:
    """What every tick comes to, whatever the noise; remembered, because plans ask for many prices."""
    if isinstance(strategy, Dense | Transform):
        return reached_by_rows(strategy.weights(steps), confidence, part)
    rows = weigh_steps(strategy, steps)
    found = reach_of_rows(rows.sizes, rows.counts, confidence, part)
    return Reached(found.factors[rows.of_tick], found.more[rows.of_tick])


def _finer(margin: float) -> int:
    """How many steps a grain has: so many that a margin has a hundred."""
    return next((steps for steps in (1, 10, 100) if margin * steps >= 100), 1000)


def _is_whole(query: Entry, name: str) -> bool:
    """Whether decoded values are sums of draws, each taken once."""
    return name in (BLOCKS, FAST) or (name == _INDEPENDENT and not isinstance(query.shape, Decay))


def _made_of(query: Entry, name: str, constants: tuple[tuple[int, ...], ...], strategy: Strategy | None) -> Makeup:
    """What every tick is made of: the squared weights of the draws in it and, where all are one, how many."""
    steps = ticks_of(query)
    if strategy is None:
        counts = subtraction_blocks.blocks(steps, constants[0][0])
        return counts.astype(np.float64), counts
    if not _is_whole(query, name):
        return gains_of(strategy, steps), None
    if name == FAST:
        return gains_of(strategy, steps), np.ones(steps, dtype=np.int64)
    width = query.shape.ticks(query.every or "1d") if isinstance(query.shape, Window) else steps
    return gains_of(strategy, steps), np.minimum(np.arange(1, steps + 1), width)


def widest_of(query: Entry, option: Option, confidence: Fraction) -> float:
    """The margin of the worst tick, in grains; the same as the largest of `margins_of`, and quicker."""
    made = option.candidate
    constants = _constants(made.strategy, option.name, made.arity)
    return _widest(_made_of(query, option.name, constants, made.strategy), made.strategy, made.law, confidence)


def widest_at(draw: SeriesDraw, coin: Coin, units: int, confidence: Fraction, version: int = RULE) -> float:
    """The same in the data's own units if a draw had another price."""
    amount, law = Fraction(units, UNITS), draw.noise
    if draw.law == "gaussian":
        law = gaussian_at(draw.reach, amount)
    else:
        scale = pure_scale(draw.reach.l1, coin, amount)
        law = DiscreteLaplace(scale if draw.strategy == BLOCKS else laplace_scale(draw.reach, coin, amount))
    return _widest(makeup_of(draw), strategy_of(draw), law, confidence, version) * float(draw.grain)


def _widest(
    made: Makeup,
    strategy: Strategy | None,
    law: DiscreteGaussian | DiscreteLaplace,
    confidence: Fraction,
    version: int = RULE,
) -> float:
    if (margins := _by_law(made, strategy, law, confidence, version)) is not None:
        return float(margins.max())
    (gains, counts), steps = made, len(made[0])
    most = None if counts is None else counts.max(keepdims=True)
    return float(series_margins(law, gains.max(keepdims=True), most, 2 * steps, confidence)[0])


def cheapest_option(
    query: Entry, ways: Sequence[Participation], grain: Fraction, coin: Coin, within: Fraction, confidence: Fraction
) -> tuple[int, Option]:
    """The least units of 1e-12 at which every tick is within the error, and the strategy that does it."""

    def meeting(units: int) -> Option | None:
        for one in options_for(query, ways, grain, coin, Fraction(units, UNITS)).found:
            widest = widest_of(query, one, confidence)
            rounded = 1 if _is_whole(query, one.name) else Fraction(2, _finer(widest))
            if (Fraction(widest) + rounded) * grain <= within and is_drawable(one.candidate.law):
                return one
        return None

    high = 10**9
    while (met := meeting(high)) is None:
        high *= 4
        if high > _MOST:
            raise SpecError("no noise is small enough for this error", hint="ask for a larger error")
    low = high // 4
    while low > 1000 and (lower := meeting(low)) is not None:
        low, high, met = low // 4, low, lower
    while high - low > 1 and high - low > low * _CLOSE:
        middle = (low + high) // 2
        if (found := meeting(middle)) is None:
            low = middle
        else:
            high, met = middle, found
    return high, met


def pull_of(query: Entry, ways: Sequence[Participation], moved: Contribution, coin: Coin) -> Fraction:
    """What its part of a budget is proportional to: see `budgeting`. Mean squared error at a price of one, in rows
    at their furthest, to four digits, so that every machine divides alike.
    """
    best = options_for(query, ways, Fraction(1, moved.reach), coin, Fraction(1, 100)).best
    square = best.typical**2 / 100 if coin == "zcdp" else best.typical**2 / 10_000
    return Fraction(f"{2 * square if coin == 'zcdp' else square / 2:.3e}")
