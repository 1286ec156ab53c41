"""How far off a published mean may be: a noisy sum divided by a noisy number of rows.

Numbers made of several noisy vectors: variances, covariances, ratios, before any data and afterwards.

Means have files of their own (`mean_margin`, `postprocess`): their ranges are tighter than these boxes.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache
from statistics import NormalDist
from typing import Final

import numpy as np
from numpy.typing import NDArray

from epsilog.accounting.rounding import up_to
from epsilog.accounting.special import erfc
from epsilog.core.law import DiscreteGaussian, DiscreteLaplace, Law, Noise
from epsilog.core.measure import Squares, Total, contribution
from epsilog.core.number import Number, exact
from epsilog.core.pair import PAIRED
from epsilog.core.price import RHO_UNITS
from epsilog.errors import SpecError
from epsilog.kinds.mean.ask import mean_of
from epsilog.postprocess.moments import FINER, deviation_range, largest_variance, variance_range
from epsilog.postprocess.pairs import (
    STEPS,
    correlation_off,
    correlation_range,
    covariance_off,
    covariance_range,
    largest_covariance,
)
from epsilog.postprocess.ranges import Integers, Ranged, margin_of
from epsilog.postprocess.ratios import ratio_range, ratio_step, slopes_of
from epsilog.roles.budget import Coin, LawName, Vector, noisy_pull
from epsilog.roles.column import Figures
from epsilog.roles.entry import Entry
from epsilog.roles.error import ASSUMED_ROWS
from epsilog.roles.moments import KINDS, shapes_of, together_charge
from epsilog.roles.noisy import NoisyPlanner, buy_noise, cheapest, law_at_price
from epsilog.roles.plan import Plan
from epsilog.roles.planned import Draw, Remark
from epsilog.roles.planner import Reasoned
from epsilog.roles.range_rules import FIRST, Rules
from epsilog.roles.spec import Spec
from epsilog.words import plain

_POINTS: Final = 8_001
_FINEST: Final = 1e-9  # of a grain
_SUMMED_UP_TO: Final = 1_000.0
# What is left out of a law when it is written as a list of integers. It counts as missed.
_LEFT_OUT: Final = 1e-12
_DEVIATIONS: Final = 7.2  # the same for Gaussian noise


class MeanError:
    """The law of the error of a mean, at the worst place the declared range has for it.

    A mean is centre + S'/n', with S' = S + Z the noisy sum of distances from the centre and n' = n + N the noisy
    number of rows. Its error is (Z - m N)/(n + N) with m = S/n, so it stays within x exactly when Z lies within
    x (n + N) of m N. Z is symmetric and falls away from 0: for every value of N that is least likely where |m| is
    largest, at the ends of the range, and likelier with more rows. So what is computed at |m| = `reach` holds for
    every mean the range allows and for every cell of at least `rows` rows. All numbers are in grains.

    >>> from fractions import Fraction
    >>> pressure = MeanError(DiscreteLaplace(Fraction(140_000)), DiscreteLaplace(Fraction(20)), 1000, 7000)
    >>> round(pressure.margin("0.95"))          # 5.77 mmHg at a grain of 0.01
    577
    """

    def __init__(self, total: Law, count: Law, rows: Number, reach: int) -> None:
        self._total = total
        self._sigma = math.sqrt(total.variance)
        self._rows = float(exact(rows, "expect", above=0))
        self._reach = float(reach)
        self._noise, self._chance = _law_values(count)
        self._tail: NDArray[np.float64] | None = None

    def miss(self, within: float) -> float:
        """The chance that the mean is further off than this."""
        radius = within * (self._rows + self._noise)
        shift = self._reach * self._noise
        out = self._above(shift + radius) + self._above(radius - shift)
        # No rows left after the noise: nothing can be said about the mean.
        missed = float((self._chance * np.where(radius <= 0, 1.0, np.minimum(out, 1.0))).sum())
        return min(1.0, missed + _LEFT_OUT)

    def margin(self, confidence: Number) -> float:
        """The distance the mean stays within at least that often; at most half the range, which is known anyway."""
        most = float(1 - exact(confidence, "confidence", above=0, below=1))
        low, high = 0.0, self._reach
        if self.miss(high) > most:
            return self._reach
        while high - low > max(1e-12 * high, _FINEST):  # noise of next to nothing has a margin of next to nothing
            middle = (low + high) / 2
            low, high = (middle, high) if self.miss(middle) > most else (low, middle)
        return high

    def _above(self, t: NDArray[np.float64]) -> NDArray[np.float64]:
        """The probability that the noise of the sum exceeds each number."""
        k = np.floor(t)
        least = np.where(k >= 0, k, -k - 1)
        upper = self._beyond(least) / 2
        return np.where(k >= 0, upper, 1 - upper)

    def _beyond(self, t: NDArray[np.float64]) -> NDArray[np.float64]:
        """P(|Z| > t) for whole numbers from 0 on, all at once."""
        law = self._total
        if isinstance(law, DiscreteLaplace):
            rate = float(1 / law.scale)
            return np.asarray(2 * np.exp(-rate * (t + 1)) / (1 + math.exp(-rate)), dtype=np.float64)
        sigma = self._sigma
        if sigma > _SUMMED_UP_TO:  # the half-step correction is right to 1 / (24 sigma²)
            return np.asarray(erfc((t + 0.5) / (sigma * math.sqrt(2))), dtype=np.float64)
        if self._tail is None:
            mass = law.pmf(np.arange(math.ceil(40 * sigma) + 3, dtype=np.int64))
            self._tail = np.append(2 * np.cumsum(mass[::-1])[::-1], 0.0)
        place = np.minimum(t + 1, len(self._tail) - 1).astype(np.int64)
        return np.asarray(self._tail[place], dtype=np.float64)


@lru_cache(maxsize=64)
def _mean_margin(total: Law, count: Law, rows: Number, reach: int, confidence: Fraction) -> float:
    """The margin in grains; one plan asks for the same several times: for its warnings, its table, its advice."""
    return MeanError(total, count, rows, reach).margin(confidence)


def _law_values(law: Law) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """The values of a law and their probabilities; a wide law is thinned to a hundredth of its deviation."""
    if isinstance(law, DiscreteGaussian):
        width = math.sqrt(float(law.sigma_squared))
        furthest = math.ceil(_DEVIATIONS * width)
    else:
        furthest = int(Noise(law, exact(1, "grain")).margin(1 - Fraction(str(_LEFT_OUT))))
    step = max(1, 2 * furthest // _POINTS)
    half = np.arange(0, furthest + step, step, dtype=np.float64)
    values = np.concatenate([-half[:0:-1], half])
    if isinstance(law, DiscreteGaussian):  # its own pmf would first sum up a law that may be very wide
        chance = np.exp(-((values / width) ** 2) / 2)
    else:
        chance = law.pmf(values.astype(np.int64))
    return values, chance / chance.sum()


# How far noise alone carries a mean about the population, known before any data.


_USUAL_ROWS: Final = 1_000


def noise_of_mean(query: Entry, laws: Sequence[Law], confidence: Fraction, rows: Number | None = None) -> float:
    """How far noise alone carries the mean at most, as often as stated, in the data's own units."""
    total = query.measures()[0]
    assert isinstance(total, Total)
    if query.total is not None:
        most = margin_of(laws[0], confidence) / max(query.total, 1)
        return min(most, float(total.reach)) * float(total.grain)
    many = rows if rows is not None else query.expect
    people = exact(_USUAL_ROWS if many is None else many, "expect")
    return MeanError(laws[0], laws[2], people, total.reach).margin(confidence) * float(total.grain)


_BOXED: Final = 2  # up to this version of `moments`, correlations had boxes
FORMED: Final = ("variance", "deviation", "ratio", "expectation", *PAIRED)
# The column of a table that holds each raw vector.
NOISY: Final = {
    "sum": "noisy_sum_from_middle",
    "squares": "noisy_squares_from_middle",
    "rows": "noisy_count",
    "other": "noisy_other_from_middle",
    "product": "noisy_products_from_middle",
    "other_squares": "noisy_other_squares_from_middle",
    "pairs": "noisy_pairs",
    "above": "noisy_sum",
    "below": "noisy_per",
    "under": "noisy_below_clamp",
    "over": "noisy_above_clamp",
}


def part_margins(laws: Sequence[Law], confidence: Fraction) -> tuple[int, ...]:
    """The margins of the vectors, in grains: each may miss with an equal part of what all may miss with."""
    each = 1 - (1 - exact(confidence, "confidence", above=0, below=1)) / len(laws)
    return tuple(margin_of(law, each) for law in laws)


def step_of(query: Entry) -> Fraction:
    """The step in which an entry's values are told."""
    if query.kind == "correlation":
        return Fraction(1, STEPS)
    if query.kind == "covariance":
        one, two = mean_of(query).pair
        return one.grain * two.grain
    first = _total(query)
    if query.kind == "variance":
        return first.grain**2
    return first.grain / FINER if query.kind in ("deviation", "expectation") else ratio_step(*_sums(query))


def formed_range(
    query: Entry, laws: Sequence[Law], vectors: Sequence[Integers], confidence: Fraction, rules: Rules
) -> Ranged:
    """Values and ranges, in `step_of` the entry, by the rules of the plan's own day."""
    margins = part_margins(laws, confidence)
    if query.kind == "ratio":
        return ratio_range(vectors, *_sums(query), slopes_of(laws[0], laws[1], confidence))
    if query.kind == "expectation":
        from epsilog.roles.population_mean import population_mean

        return population_mean(query, laws, vectors, confidence, rules("mean"))
    by_law = rules("moments") != FIRST
    if by_law:  # only where it is needed: it stands on special functions, which take their time to import
        from epsilog.postprocess.moment_laws import covariance_by_law, variance_by_law
    if query.kind == "covariance" and by_law:
        return covariance_by_law(vectors, *mean_of(query).pair, laws, confidence)
    if query.kind == "correlation" and rules("moments") > _BOXED:
        from epsilog.postprocess.correlation_law import correlation_by_law

        return correlation_by_law(vectors, *mean_of(query).pair, _both_squares(query), laws, confidence)
    if query.kind in PAIRED:
        return _pair_range(query, vectors, margins)
    if by_law:
        found = variance_by_law(vectors, _total(query), _squares(query).centre, laws, confidence)
    else:
        found = variance_range(vectors, _total(query), _squares(query), margins)
    return deviation_range(found) if query.kind == "deviation" else found


def _pair_range(query: Entry, vectors: Sequence[Integers], margins: Sequence[int]) -> Ranged:
    if query.kind == "covariance":
        return covariance_range(vectors, *mean_of(query).pair, margins)
    return correlation_range(vectors, *mean_of(query).pair, _both_squares(query), margins)


def _both_squares(query: Entry) -> list[Total]:
    return [one for one in query.measures()[3:5] if isinstance(one, Total)]


def formed_columns(
    query: Entry, laws: Sequence[Law], vectors: Sequence[Integers], confidence: Fraction, rules: Rules
) -> list[Figures]:
    """The columns of its table: the value, its range, and the noisy numbers it is made of."""
    found, step = formed_range(query, laws, vectors, confidence, rules), step_of(query)
    columns = [Figures("value", found.value, step), Figures("low", found.low, step)]
    columns.append(Figures("high", found.high, step))
    for name, measure, vector in zip(query.parts, query.measures(), vectors, strict=True):
        grain = measure.grain if isinstance(measure, Total) else Fraction(1)
        columns.append(Figures(NOISY[name], vector, grain))
    return columns


def formed_margin(query: Entry, laws: Sequence[Law], confidence: Fraction, rows: Number | None = None) -> float:
    """How far off a value may be at most, as often as stated, in the data's own units; known before any data.

    For a variance or deviation in every cell of at least `rows` rows (`expect`, else ASSUMED_ROWS), wherever in the
    range its values lie; for a covariance likewise, for a correlation where both columns have a deviation of a
    quarter of their width or more (`postprocess.pairs`). For a ratio where the sum below is at least `rows`
    (`expect`, else so many rows at their largest) and the ratio at most that of the two largest values.

    >>> from epsilog import Query
    >>> from epsilog.core.law import DiscreteGaussian
    >>> query = Query("variance", "systolic", between=(Fraction(80), Fraction(220)))
    >>> laws = [DiscreteGaussian(Fraction(number) ** 2) for number in (70_000, 245_000_000, 10)]
    >>> round(formed_margin(query, laws, Fraction(95, 100), 100_000), 2)
    2.58

    Proof, in grains, with R the reach of values and c the centre of the squares. By `moment_laws`
    V' - V = (Zq - 2m Zs + (c + m² - V) Zc)/C - (m' - m)², where |m| <= R and c + m² - V lies within c ± R². The law
    of that sum takes nine tenths of what may be missed; the rest is for C >= n - Mc and m' - m, then at most
    (Ms + R Mc)/(n - Mc). Roots: |√a - √b| <= √|a - b|. Ratios: A'/B' - A/B = (Za - r Zb)/(B + Zb), and the law
    of Za - r Zb takes nine tenths likewise. Covariances, with means m, n within R and T:
    K' - K = (Zp - n Zs - m Zt + (mn - K) Zc)/C - (m' - m)(n' - n), and |mn - K| <= RT by Cauchy and Schwarz, as
    |K| <= √(R² - m²)√(T² - n²). Correlations: `correlation_off`, a box, wider than what is told afterwards.
    """
    from epsilog.postprocess.moment_laws import noise_margin

    margins = part_margins(laws, confidence)
    if query.kind == "expectation":
        return noise_of_mean(query, laws, confidence, rows)
    many = rows if rows is not None else query.expect
    if query.kind in PAIRED:
        one, two = mean_of(query).pair
        held = float(exact(ASSUMED_ROWS if many is None else many, "expect"))
        if query.kind == "correlation":
            return correlation_off(one, two, _both_squares(query), margins, held)
        return _covariance_margin((one, two), laws, confidence, held) * float(one.grain * two.grain)
    if query.kind == "ratio":
        above, below = _sums(query)
        least = ASSUMED_ROWS * below.reach if many is None else exact(many, "expect") / below.grain
        steep = Fraction(above.reach, below.reach)
        miss = 1 - confidence
        strays = Fraction(noise_margin(laws, (1.0, float(steep)), float(miss * 9 / 10)))
        off = strays / max(Fraction(1), least - margin_of(laws[1], 1 - miss / 10))
        return float(off * above.grain / below.grain)
    total, squares = _total(query), _squares(query)
    left = exact(ASSUMED_ROWS if many is None else many, "expect") - margins[2]
    most = largest_variance(total)
    off = Fraction(most)
    if left > 0:
        # By the identity of `moment_laws`: V' - V is the law's noise over C, less the squared error of the mean.
        miss = 1 - confidence
        for_sum, _, for_count = part_margins(laws, 1 - miss / 10)
        rest = max(left + margins[2] - for_count, Fraction(1))
        apart = (for_sum + total.reach * for_count) / rest
        most_count = max(squares.centre + total.reach**2, abs(squares.centre - total.reach**2))
        weights = (1.0, 2.0 * total.reach, float(most_count))
        stray = noise_margin((laws[1], laws[0], laws[2]), weights, float(miss * 9 / 10))
        off = min(off, Fraction(stray) / rest + apart**2)
    variance = float(off * total.grain**2)
    return variance**0.5 if query.kind == "deviation" else variance


def _covariance_margin(both: tuple[Total, Total], laws: Sequence[Law], confidence: Fraction, held: float) -> float:
    """In products of grains; the proof is that of `formed_margin`."""
    from epsilog.postprocess.moment_laws import noise_margin

    (one, two), miss = both, 1 - confidence
    for_sum, for_other, _, for_count = part_margins(laws, 1 - miss / 10)
    left = held - for_count
    if left <= 0:
        return covariance_off(one, two, part_margins(laws, confidence), held)
    weights = (1.0, float(two.reach), float(one.reach), float(one.reach * two.reach))
    stray = noise_margin((laws[2], laws[0], laws[1], laws[3]), weights, float(miss * 9 / 10))
    apart = (for_sum + one.reach * for_count) / left * (for_other + two.reach * for_count) / left
    return min(stray / left + apart, 2.0 * largest_covariance(one, two))


_PAIRED_ERROR: Final = (
    "the error of a covariance or correlation depends on the rows and how they are spread",
    "say an epsilon and no error; the plan says what to expect",
)
_ERRORS: Final = {
    "deviation": (
        "the error of a deviation depends on the deviation itself",
        "ask for the error of its variance, or say an epsilon and no error",
    ),
    **dict.fromkeys(PAIRED, _PAIRED_ERROR),
    "expectation": (
        "how far a mean is from that of the population depends on the people, not on the noise alone",
        "say an epsilon and no error, or ask for a mean about the data",
    ),
    "ratio": (
        "the error of a ratio depends on the ratio itself",
        "publish the two sums with an error each, or say an epsilon and no error",
    ),
}


def refuse_error(query: Entry) -> None:
    """Refuse an error that cannot be met for every table the request allows."""
    if query.kind in _ERRORS:
        what, hint = _ERRORS[query.kind]
        raise SpecError(what, where="error", hint=hint)


def _total(query: Entry) -> Total:
    found = query.measures()[0]
    assert isinstance(found, Total)
    return found


def _squares(query: Entry) -> Squares:
    found = query.measures()[1]
    assert isinstance(found, Squares)
    return found


def _sums(query: Entry) -> tuple[Total, Total]:
    above, below = query.measures()
    assert isinstance(above, Total)
    assert isinstance(below, Total)
    return above, below


# Whether the vectors of an entry are better drawn together, for the price of drawing them one by one.


_DIGITS = 10**12
_LARGE = 10**9


def join_vectors(plan: Plan) -> Plan:
    """The same plan, entry by entry with its vectors drawn together where that has the smaller margin.

    Only where the noise may be Gaussian and no error was asked for. The price stays within that of the parts.
    """
    for at, query in enumerate(plan.spec.publish):
        free = query.kind in KINDS and query.error is None and query.mechanism != "laplace"
        if free and plan.share.coin == "zcdp":
            plan = _better(plan, at)
    return plan


def _better(plan: Plan, at: int) -> Plan:
    apart = plan.draws_of(at)
    others = [number for number, query in enumerate(plan.spec.publish) if query.ask.together]
    spec = plan.spec.joined([*others, at])
    draws = together_for(replace(plan, spec=spec), at, sum(draw.charge.price().rho for draw in apart))
    before, after = _margin(plan, at, apart), _margin(replace(plan, spec=spec), at, draws)
    if after >= before:
        return plan
    rest = [draw for draw in plan.draws if draw.query != at]
    named = (("entry", plan.spec.publish[at].name),)
    why = Remark("plan.why.together", (*named, ("margin", plain(after)), ("other", plain(before))))
    if plan.spec.publish[at].kind in PAIRED:
        why = Remark("plan.why.together.pair", (*named, ("part", plain(100 * after / before, 3, "up"))))
    alone = {f"plan.why.{kind}" for kind in ("auto.gaussian", "auto.laplace", "asked.gaussian")}
    reasons = [one for one in plan.reasons if one.key not in alone or named[0] not in one.values]
    both = sorted([*rest, *draws], key=lambda one: (one.query, one.part))
    return replace(plan, spec=spec, draws=tuple(both), reasons=(*reasons, why))


def together_for(plan: Plan, at: int, units: int) -> tuple[Draw, ...]:
    """The vectors of an entry that is drawn together, with the least noise that so many units of rho pay for."""
    spec, query = plan.spec, plan.spec.publish[at]
    measures = query.measures()
    moved = [contribution(one, query.grid(), spec.protect.unit, spec.bound) for one in measures]
    shapes = shapes_of(measures, moved)
    least = together_charge(measures, moved, shapes)
    times = least.l2_squared / (2 * least.sigma_squared) * RHO_UNITS / units
    # Rounded up, every one of them: more noise, and no higher price.
    variances = [_up(shape * times) for shape in shapes]
    return tuple(
        Draw(at, part, "gaussian", variance, one.grain, one)
        for part, (variance, one) in enumerate(zip(variances, moved, strict=True))
    )


def _up(variance: Fraction) -> Fraction:
    return up_to(variance, _DIGITS) if variance < 10**6 else up_to(variance, 1)


def _margin(plan: Plan, at: int, draws: tuple[Draw, ...]) -> float:
    query, laws = plan.spec.publish[at], [draw.noise.law for draw in draws]
    # A correlation is nothing at all in small cells, however it is drawn: compared where it is something.
    return formed_margin(query, laws, plan.spec.confidence, _LARGE if query.kind in PAIRED else None)


# Plan means, variances, ratios and their like: numbers made of several noisy vectors.


_MOST: Final = 10**18  # units of 1e-12: an epsilon of a million, beyond which nothing is private
_CLOSE: Final = Fraction(1, 10**7)


class MeanPlanner(NoisyPlanner):
    """Noise on every cell of every vector, and an error of what is made of them."""

    def within(self, spec: Spec, vectors: Sequence[Vector], coin: Coin) -> tuple[Reasoned, ...]:
        """The least price of all vectors together that keeps the number within the error."""
        query = spec.publish[vectors[0].query]
        meet = _for_variance if query.kind in FORMED else _for_mean
        return cheapest(
            spec, vectors, coin, lambda law, width: meet(query, vectors, law, width, spec.confidence, coin)
        )

    def margin(self, plan: Plan, at: int, rows: Number | None) -> float:
        """The widest half-width the declared range allows in a cell of so many rows.

        Of `rows`, else the entry's `expect`, else ASSUMED_ROWS. For what is no mean see `formed_margin`.
        """
        query, draws = plan.spec.publish[at], plan.draws_of(at)
        if query.kind in FORMED:
            return formed_margin(query, [draw.noise.law for draw in draws], plan.spec.confidence, rows)
        total, count, *_ = draws  # tails come after them
        many = rows if rows is not None else query.expect if query.expect is not None else ASSUMED_ROWS
        reach, confidence = total.contribution.reach, plan.spec.confidence
        return _mean_margin(total.in_grains, count.in_grains, many, reach, confidence) * float(total.grain)

    def margin_at(self, plan: Plan, at: int, times: Fraction, coin: Coin) -> float:
        """The same at another price."""
        query, draws, confidence = plan.spec.publish[at], plan.draws_of(at), plan.spec.confidence
        laws = [law_at_price(draw, times, coin) for draw in draws]
        if query.kind in FORMED:
            return formed_margin(query, laws, confidence)
        rows = query.expect if query.expect is not None else ASSUMED_ROWS
        reach = draws[0].contribution.reach
        return _mean_margin(laws[0], laws[1], rows, reach, confidence) * float(draws[0].grain)

    def margin_words(self, plan: Plan, at: int) -> Remark | None:
        """For how many rows a margin is; a ratio has none."""
        query = plan.spec.publish[at]
        if query.kind == "ratio":
            return None
        rows = plain(float(query.expect) if query.expect is not None else ASSUMED_ROWS)
        return Remark("plan.picture.tradeoff.mean", (("rows", rows),))

    def warnings(self, plan: Plan, query: Entry, margin: float) -> list[Remark]:
        """A range as wide as what is known without any data."""
        name, off = ("entry", query.name), ("margin", plain(margin))
        if query.kind == "ratio":
            return [Remark("plan.warn.ratio", (name,))]
        if query.kind in PAIRED:
            most = _furthest(query)
        else:
            assert query.ask.between is not None
            half = float(query.ask.between[1] - query.ask.between[0]) / 2
            if query.kind in ("mean", "expectation"):
                return [Remark("plan.warn.mean", (name, off))] if 2 * margin >= half else []
            most = half ** (2 if query.kind == "variance" else 1)
        return [Remark("plan.warn.spread", (name, off, ("most", plain(most))))] if 2 * margin >= most else []

    def why_divided(self, queries: Sequence[Entry]) -> list[Remark]:
        """How the parts of such a number weigh against each other."""
        kinds = {query.kind for query in queries}
        found = [Remark("plan.why.mean")] if "mean" in kinds else []
        found += [Remark("plan.why.spread")] if kinds & {"variance", "deviation"} else []
        return found + ([Remark("plan.why.pair")] if kinds & set(PAIRED) else [])

    def improve(self, plan: Plan) -> Plan:
        """Vectors drawn together where that has the smaller margin."""
        return join_vectors(plan)


def _for_mean(
    query: Entry, pair: Sequence[Vector], law: LawName, width: Fraction, confidence: Fraction, coin: Coin
) -> tuple[Draw, ...]:
    """The least price of sum and number of rows together that keeps the mean within the error.

    The error is met for every mean the declared range allows in every cell of at least `expect` rows.
    """
    total = pair[0].measure
    assert isinstance(total, Total)
    if query.expect is None:
        raise SpecError(
            "the error of a mean depends on how many rows a cell has",
            hint="add `expect`, a public guess of the least number of rows in a cell that matters",
        )
    within = float(width / total.grain)
    if within >= total.reach:
        raise SpecError("half the declared range is known without any data", hint="ask for a smaller error")
    rows, miss = query.expect, float(1 - confidence)

    def good(units: int) -> bool:
        noisy_sum, noisy_rows, *_ = buy_noise(units, pair, law, coin)  # tails come after them
        return MeanError(noisy_sum.in_grains, noisy_rows.in_grains, rows, total.reach).miss(within) <= miss

    # Begin where noise of the right deviation would be, and look for the edge in both directions.
    quantile = -NormalDist().inv_cdf(max(miss / 2, 1e-300))
    deviation = within * float(rows) / quantile / total.reach
    spread = sum(one.weight * noisy_pull(one, coin) for one in pair)
    start = 2 * float(spread) / deviation**2 if coin == "zcdp" else 4 * math.sqrt(float(spread)) / deviation
    return buy_noise(_least(good, max(1000, int(min(start * 1e12, 1e17)))), pair, law, coin)


def _for_variance(
    query: Entry, three: Sequence[Vector], law: LawName, width: Fraction, confidence: Fraction, coin: Coin
) -> tuple[Draw, ...]:
    """The same for sum, squares and number of rows of a variance, by the bound of `formed_margin`."""
    refuse_error(query)
    if query.expect is None:
        raise SpecError(
            "the error of a variance depends on how many rows a cell has",
            hint="add `expect`, a public guess of the least number of rows in a cell that matters",
        )
    if query.ask.between is not None and width >= (query.ask.between[1] - query.ask.between[0]) ** 2 / 4:
        raise SpecError("no variance is larger than that, without any data", hint="ask for a smaller error")

    def good(units: int) -> bool:
        laws = [one.in_grains for one in buy_noise(units, three, law, coin)]
        return formed_margin(query, laws, confidence) <= float(width)

    return buy_noise(_least(good, 10**9), three, law, coin)


def _furthest(query: Entry) -> float:
    """The largest covariance that its ranges allow, or 1."""
    if query.kind == "correlation":
        return 1.0
    one, two = mean_of(query).pair
    return float(largest_covariance(one, two) * one.grain * two.grain)


def _least(good: Callable[[int], bool], start: int) -> int:
    """About the least number of units that is good, looked for in both directions."""
    high = start
    while not good(high):
        high *= 2
        if high > _MOST:
            raise SpecError("no noise is small enough for this error", hint="ask for a larger error")
    low = high // 2
    while low > 1000 and good(low):
        low, high = low // 2, low
    while high - low > 1 and high - low > low * _CLOSE:
        middle = (low + high) // 2
        low, high = (low, middle) if good(middle) else (middle, high)
    return high
