"""Means of skewed values: `missing` and `sure` hold where Student's range does not.

Each case draws 400 releases; it fails if so many misses are possible once in a million runs at a coverage of 0.93
(`missing`) or 0.95 (`sure`). The twin: Student's range must fail by the same count.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import numpy as np
import pytest
from scipy.stats import binom

from epsilog.core.law import DiscreteGaussian, DiscreteLaplace, Law
from epsilog.postprocess.infer.estimate import PublicTotal
from epsilog.postprocess.infer.mean import Clamp, Laws, mean
from epsilog.postprocess.infer.skewed_mean import _levels
from epsilog.postprocess.infer.two_means import Moments, two_means, two_skewed_means
from statistical.infer.simulated import noise

DRAWS = 400
CENTRE = 312
CLAMP = Clamp(0, 50, centre=CENTRE)
Draw = Callable[[np.random.Generator, tuple[int, int]], np.ndarray]


def few_at_the_bound(share: float) -> Draw:
    return lambda rng, shape: np.where(rng.random(shape) < share, 50.0, 0.0)


def laplace(epsilon: float) -> Laws:
    return Laws(*(DiscreteLaplace(Fraction(3 * reach) / Fraction(epsilon)) for reach in (25, 313, 1)))


def gaussian(sigma: float) -> Laws:
    return Laws(*(DiscreteGaussian(Fraction(sigma * reach) ** 2) for reach in (25, 313, 1)))


# How values are drawn, their mean, how many people, the noise.
CASES: dict[str, tuple[Draw, float, int, Laws]] = {
    "1 % at the bound, 300": (few_at_the_bound(0.01), 0.5, 300, laplace(20)),
    "2 % at the bound, 60, Gaussian": (few_at_the_bound(0.02), 1.0, 60, gaussian(0.25)),
}


def released(draw: Draw, people: int, laws: Laws, seed: int) -> list[np.ndarray]:
    values = draw(np.random.default_rng(seed), (DRAWS, people)) - 25
    exact = (values.sum(axis=1), (values**2 - CENTRE).sum(axis=1), np.full(DRAWS, people))
    told: list[Law] = [laws.sums, laws.squares, *([] if laws.counts is None else [laws.counts])]
    pairs = enumerate(zip(exact, told, strict=True))
    return [part.astype(np.int64) + noise(law, DRAWS, seed + at) for at, (part, law) in pairs]


def missed(case: str, method: str, coverage: float) -> tuple[int, int]:
    draw, truth, people, laws = CASES[case]
    sums, squares, counts = released(draw, people, laws, 10)
    found = mean(sums, squares, counts, CLAMP, laws, method=method)  # type: ignore[arg-type]
    misses = int(((found.low > truth) | (truth > found.high)).sum())
    return misses, int(binom.isf(1e-6, DRAWS, 1 - coverage))


@pytest.mark.parametrize("case", CASES)
def test_what_chance_kept_out_is_held(case: str) -> None:
    misses, most = missed(case, "missing", 0.93)
    assert misses <= most
    misses, most = missed(case, "sure", 0.95)
    assert misses <= most
    misses, most = missed(case, "student", 0.93)
    assert misses > most, "the twin has lost its power: choose a more skewed case"


def test_for_many_even_values_little_is_lost() -> None:
    rng = np.random.default_rng(3)
    values = np.clip(np.rint(rng.normal(25, 5, (20, 5000))), 0, 50) - 25
    laws = laplace(3)
    parts = [values.sum(axis=1), (values**2 - CENTRE).sum(axis=1), np.full(20, 5000)]
    sums, squares, counts = (part.astype(np.int64) for part in parts)
    wide = {
        how: mean(sums, squares, counts, CLAMP, laws, method=how).width.mean() for how in ("student", "missing")
    }
    assert 1 <= wide["missing"] / wide["student"] < 1.15


@pytest.mark.parametrize("convex", [False, True])
def test_no_law_of_values_beats_the_bound_of_its_sum(convex: bool) -> None:
    """Exact tails of sums of few numbers with three values each, at every place where they can lie."""
    rng = np.random.default_rng(7)
    tried = 0
    for _ in range(120):
        top, people = 1.0, int(rng.integers(1, 9))
        ends = np.sort(np.r_[-rng.uniform(0.05, 3), rng.uniform(-0.5, 0.9), top])
        share = rng.dirichlet([1, 1, 0.3])
        ends = ends - share @ ends  # of mean 0; the top moves with it
        variance = float(share @ ends**2)
        if convex:  # the widest law on its own range: the two ends
            variance = float(-ends[0] * ends[-1])
        places, bounds = _levels(np.array([float(people)]), ends[-1:], np.array([variance]), convex)
        sums, mass = np.zeros(1), np.ones(1)
        for _person in range(people):
            sums, mass = (sums[:, None] + ends).ravel(), (mass[:, None] * share).ravel()
        for place, bound in zip(places[0], bounds[0], strict=True):
            assert mass[sums >= place * (1 + 1e-9)].sum() <= bound + 1e-9
            tried += 1
    assert tried > 10_000


@pytest.mark.parametrize("sigma", [0.1, 0.3, 0.5, 0.8, 1.0, 2.0, 7.0, 100.0])
def test_a_discrete_gaussian_is_at_most_its_twin_and_a_grain(sigma: float) -> None:
    from scipy.special import ndtr

    k = np.arange(-int(12 * sigma) - 6, int(12 * sigma) + 7)
    mass = np.exp(-(k**2) / (2 * sigma**2))
    above = np.cumsum((mass / mass.sum())[::-1])[::-1]
    assert (above <= ndtr(-(k - 1) / sigma) + 1e-12).all()


def test_without_people_or_beyond_the_clamp_nothing_fails() -> None:
    odd = np.array([0, -(2**61), 2**61, 10**9, -5, 2**61])
    counts = np.array([0, -7, 1, 2**61, 3, 2**61])
    for laws in (laplace(1), gaussian(4)):
        for how in ("missing", "sure"):
            found = mean(odd, odd[::-1].copy(), counts, CLAMP, laws, method=how)  # type: ignore[arg-type]
            assert (found.low <= found.high).all()
            assert (found.low >= 0).all()
            assert (found.high <= 50).all()
    known = Laws(laplace(1).sums, laplace(1).squares, None)
    found = mean([30], [100], PublicTotal(40, "replace"), CLAMP, known, method="sure")
    assert found.low[0] < found.value[0] < found.high[0]


def test_two_means_of_skewed_values_are_not_set_apart_too_often() -> None:
    """Thirty people against three hundred, five per cent of them above 0: 100 pairs that do not differ.

    Of 100 pairs, 21 rejections are possible once in a million runs at a size of 0.05. The twin: where the groups do
    differ it sees it, and Welch's test rejects more often here than `missing`.
    """
    rng, laws = np.random.default_rng(11), laplace(40)

    def arm(people: int, share: float) -> Moments:
        values = np.where(rng.random((100, people)) < share, 50.0, 0.0) - 25
        parts = (values.sum(axis=1), (values**2 - CENTRE).sum(axis=1), np.full(100, people))
        told = (laws.sums, laws.squares, laws.counts)
        return Moments(*(part.astype(np.int64) + noise(law, 100, 5) for part, law in zip(parts, told, strict=True)))  # type: ignore[arg-type]

    few = Moments(*(part[:25] for part in _parts(arm(30, 0.05))))
    many = Moments(*(part[:25] for part in _parts(arm(300, 0.05))))
    p = two_skewed_means(few, many, CLAMP, laws).p_value
    assert int((p <= 0.05).sum()) <= int(binom.isf(1e-6, 25, 0.05))
    assert (p > 0).all()
    high = Moments(*(part[:10] for part in _parts(arm(300, 0.4))))
    low = Moments(*(part[:10] for part in _parts(arm(300, 0.1))))
    assert (two_skewed_means(high, low, CLAMP, laws).p_value < 0.01).all()
    assert (two_skewed_means(high, low, CLAMP, laws, "sure").p_value < 0.05).all()
    welch = two_means(few, many, CLAMP, laws, simulations=199).p_value
    assert (welch <= 0.05).sum() >= (p <= 0.05).sum()


def _parts(arm: Moments) -> list[np.ndarray]:
    return [arm.sums, arm.squares, arm.counts]
