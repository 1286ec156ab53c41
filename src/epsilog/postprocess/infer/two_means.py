"""Whether two groups have the same mean, from noisy sums, squares and counts of clamped values."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import ArrayLike

from epsilog.errors import SpecError
from epsilog.postprocess.infer.association import Finding
from epsilog.postprocess.infer.estimate import Floats, Truths, together, whole_numbers
from epsilog.postprocess.infer.mean import Clamp, Laws, Method, skewed_ends, spread_of_values
from epsilog.postprocess.infer.replay import SIMULATIONS, fresh, p_value, portions, replay, times
from epsilog.postprocess.infer.spread import normal_quantile

LEAST_P: Final = 1e-6
_STEPS: Final = 14


@dataclass(frozen=True, eq=False)
class Moments:
    """Noisy sums around the clamp's middle, of squares around its centre, and counts, of one group or of many."""

    sums: Floats
    squares: Floats
    counts: Floats

    def __init__(self, sums: ArrayLike, squares: ArrayLike, counts: ArrayLike) -> None:
        found = [
            whole_numbers(part, name) for part, name in ((sums, "sums"), (squares, "squares"), (counts, "counts"))
        ]
        together(*found, fields="sums, squares and counts")
        for name, part in zip(("sums", "squares", "counts"), found, strict=True):
            object.__setattr__(self, name, part.astype(np.float64))


def two_means(
    group: Moments,
    against: Moments,
    clamp: Clamp,
    laws: Laws,
    *,
    simulations: int = SIMULATIONS,
    seed: int | None = None,
) -> Finding:
    """Whether two groups that share nobody have the same clamped mean.

    >>> from epsilog.core.law import DiscreteLaplace
    >>> laws = Laws(DiscreteLaplace(140), DiscreteLaplace(12_250), DiscreteLaplace(4))
    >>> one, other = Moments(-3000, 250_000, 400), Moments(-8000, 300_000, 400)
    >>> bool(two_means(one, other, Clamp(80, 220), laws).p_value[0] < 0.01)
    True

    Welch's statistic, squared, with the variance of the noise beside that of sampling. Under the null both groups
    share one mean and keep their own variance; sums are drawn as normal numbers, squares around what mean and
    variance imply, and all three get fresh noise.
    """
    if laws.counts is None:
        raise SpecError("each group's count is noisy here", where="laws.counts")
    draws = times(simulations)
    together(group.sums, against.sums, fields="the two groups")
    parts = [part for one in (group, against) for part in (one.sums, one.squares, one.counts)]
    rng = replay("two means", *parts, laws, clamp, draws, seed=seed)
    one, other = _read(group, clamp), _read(against, clamp)
    middle = (one[0] * one[2] + other[0] * other[2]) / (one[2] + other[2])
    observed = _welch(group, against, clamp, laws)
    found = np.empty(len(observed))
    for some in portions(len(observed), 6 * draws):
        arms = [
            _simulate(middle[some], arm[1][some], arm[2][some], clamp, laws, draws, rng) for arm in (one, other)
        ]
        found[some] = p_value(observed[some], _welch(arms[0], arms[1], clamp, laws))
    return Finding(observed, found, draws)


def two_skewed_means(
    group: Moments, against: Moments, clamp: Clamp, laws: Laws, method: Method = "missing"
) -> Finding:
    """The same for values of any shape: p is the least share of misses at which the means' ranges set them apart.

    >>> from epsilog.core.law import DiscreteLaplace
    >>> laws = Laws(DiscreteLaplace(140), DiscreteLaplace(12_250), DiscreteLaplace(4))
    >>> one, other = Moments(-3000, 250_000, 400), Moments(-8000, 300_000, 400)
    >>> bool(two_skewed_means(one, other, Clamp(80, 220), laws).p_value[0] < 0.01)
    True

    "missing": the two distances to the ranges' ends that face each other are added as squares (variance recovery).
    It rejects seldom where there is nothing: 3 to 40 times in 1,000 instead of 50, because the ranges are wide.
    "sure": the two ranges, each at half of what may be missed, do not meet. That is proved.
    """
    together(group.sums, against.sums, fields="the two groups")
    cells = len(group.sums)
    miss_low, miss_high = np.full(cells, LEAST_P), np.ones(cells)
    statistic = np.zeros(cells)
    for step in range(_STEPS + 1):
        # The first look is at what is usual, for the statistic.
        miss = np.full(cells, 0.05) if step == 0 else np.sqrt(miss_low * miss_high)
        apart, off = _apart(group, against, clamp, laws, method, np.minimum(miss, 0.998))
        if step == 0:
            statistic = off
            continue
        miss_high = np.where(apart, miss, miss_high)
        miss_low = np.where(apart, miss_low, miss)
    return Finding(statistic, miss_high, 0)


def _apart(
    group: Moments, against: Moments, clamp: Clamp, laws: Laws, method: Method, miss: Floats
) -> tuple[Truths, Floats]:
    """Whether the means are set apart at that share of misses, and by how many recovered deviations, squared."""
    values, lows, highs = [], [], []
    for arm in (group, against):
        some = arm.counts > 0
        people = np.where(some, arm.counts, 1.0)
        sums, squares = arm.sums.astype(np.int64), arm.squares.astype(np.int64)
        variance = spread_of_values(sums, squares, people, clamp, laws)
        each = miss / 2 if method == "sure" else miss
        low, high = skewed_ends(arm.sums, squares, people, variance, clamp, laws, each, method)
        values.append(np.where(some, np.clip(arm.sums / people, -clamp.half, clamp.half), 0.0))
        lows.append(np.where(some, low, -clamp.half))
        highs.append(np.where(some, high, clamp.half))
    swapped = values[0] < values[1]  # the higher mean first
    gap = np.abs(values[0] - values[1])
    low = np.where(swapped, lows[1], lows[0])
    high = np.where(swapped, highs[0], highs[1])
    near = np.maximum(np.maximum(*values) - low, 0.0)
    far = np.maximum(high - np.minimum(*values), 0.0)
    reach = np.maximum(np.hypot(near, far), 1e-12)
    apart = low > high if method == "sure" else gap > reach
    return np.asarray(apart), np.square(gap / reach * normal_quantile(0.95))


def _read(arm: Moments, clamp: Clamp) -> tuple[Floats, Floats, Floats]:
    """Mean, variance and number of people, each moved to something possible."""
    half = clamp.half
    people = np.maximum(arm.counts, 2.0)
    mean = np.clip(arm.sums / people, -half, half)
    square = float(clamp.centre) + arm.squares / people
    variance = (square - mean**2) * people / (people - 1)
    return mean, np.clip(variance, 1e-6 * half**2, half**2), people


def _welch(one: Moments, other: Moments, clamp: Clamp, laws: Laws) -> Floats:
    assert laws.counts is not None
    spread, difference = np.zeros(1), np.zeros(1)
    for arm, sign in ((one, 1), (other, -1)):
        mean, variance, people = _read(arm, clamp)
        noise = (laws.sums.variance + mean**2 * laws.counts.variance) / people**2
        spread = spread + variance / people + noise
        difference = difference + sign * mean
    return np.asarray(difference**2 / spread)


def _simulate(
    mean: Floats, variance: Floats, people: Floats, clamp: Clamp, laws: Laws, draws: int, rng: np.random.Generator
) -> Moments:
    assert laws.counts is not None
    shape = (draws, len(people))
    strayed = np.sqrt(people * variance) * rng.standard_normal(shape)
    sums = np.rint(people * mean + strayed)
    centre = float(clamp.centre)
    # Σx² = Σ(x - m)² + 2mΣ(x - m) + nm²: squares stray with the sums. Without that a mean far from the clamp's
    # middle would seem to have a variance that is mostly chance.
    squares = people * (variance + mean**2 - centre) + 2 * mean * strayed
    squares = squares + np.sqrt(2 * people) * variance * rng.standard_normal(shape)
    found = object.__new__(Moments)  # rows of simulations, which nobody needs to check
    object.__setattr__(found, "sums", sums + fresh(laws.sums, shape, rng))
    object.__setattr__(found, "squares", np.rint(squares) + fresh(laws.squares, shape, rng))
    object.__setattr__(found, "counts", np.rint(people) + fresh(laws.counts, shape, rng))
    return found
