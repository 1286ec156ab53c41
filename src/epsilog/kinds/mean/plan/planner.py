"""Plan means, variances, ratios and their like: numbers made of several noisy vectors."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from fractions import Fraction
from statistics import NormalDist
from typing import Final

from epsilog.core.measure import Total
from epsilog.core.number import Number
from epsilog.core.pair import PAIRED
from epsilog.errors import SpecError
from epsilog.kinds.mean.ask import mean_of
from epsilog.kinds.mean.plan.joining import joined
from epsilog.kinds.mean.plan.margin import MeanError
from epsilog.kinds.mean.plan.moments import FORMED, formed_margin, refuse_error
from epsilog.postprocess.pairs import largest_covariance
from epsilog.roles.budget import Coin, LawName, Vector, noisy_pull
from epsilog.roles.entry import Entry
from epsilog.roles.error import ASSUMED_ROWS
from epsilog.roles.noisy import NoisyPlanner, bought, cheapest, scaled
from epsilog.roles.plan import Plan
from epsilog.roles.planned import Draw, Remark
from epsilog.roles.planner import Reasoned
from epsilog.roles.spec import Spec
from epsilog.words import plain

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
        error = MeanError(total.noise.law, count.noise.law, many, total.contribution.reach)
        return error.margin(plan.spec.confidence) * float(total.grain)

    def margin_at(self, plan: Plan, at: int, times: Fraction, coin: Coin) -> float:
        """The same at another price."""
        query, draws, confidence = plan.spec.publish[at], plan.draws_of(at), plan.spec.confidence
        laws = [scaled(draw, times, coin) for draw in draws]
        if query.kind in FORMED:
            return formed_margin(query, laws, confidence)
        rows = query.expect if query.expect is not None else ASSUMED_ROWS
        error = MeanError(laws[0], laws[1], rows, draws[0].contribution.reach)
        return error.margin(confidence) * float(draws[0].grain)

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
            assert query.between is not None
            half = float(query.between[1] - query.between[0]) / 2
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
        return joined(plan)


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
        noisy_sum, noisy_rows, *_ = bought(units, pair, law, coin)  # tails come after them
        return MeanError(noisy_sum.in_grains, noisy_rows.in_grains, rows, total.reach).miss(within) <= miss

    # Begin where noise of the right deviation would be, and look for the edge in both directions.
    quantile = -NormalDist().inv_cdf(max(miss / 2, 1e-300))
    deviation = within * float(rows) / quantile / total.reach
    spread = sum(one.weight * noisy_pull(one, coin) for one in pair)
    start = 2 * float(spread) / deviation**2 if coin == "zcdp" else 4 * math.sqrt(float(spread)) / deviation
    return bought(_least(good, max(1000, int(min(start * 1e12, 1e17)))), pair, law, coin)


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
    if query.between is not None and width >= (query.between[1] - query.between[0]) ** 2 / 4:
        raise SpecError("no variance is larger than that, without any data", hint="ask for a smaller error")

    def good(units: int) -> bool:
        laws = [one.in_grains for one in bought(units, three, law, coin)]
        return formed_margin(query, laws, confidence) <= float(width)

    return bought(_least(good, 10**9), three, law, coin)


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
