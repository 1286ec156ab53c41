"""Coverage of means on skewed pressures and of proportions with unknown totals, simulated.

Each case draws 20,000 samples (exact intervals of two cells: 3,000); it fails if the misses are impossible, but for
1e-6, for a coverage within the stated bounds. The twins pull the same intervals in by 15 % (two cells by 25 %:
clipped at 0, they have slack) and must fail.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy.stats import gamma

from epsilog.core.law import DiscreteGaussian, DiscreteLaplace, Law
from epsilog.postprocess.infer.clipping import clipping_bias, mean_without_clamp
from epsilog.postprocess.infer.estimate import PublicTotal
from epsilog.postprocess.infer.mean import Clamp, Laws, mean
from epsilog.postprocess.infer.two_cells import proportion_of_cells
from statistical.infer.simulated import misses, noise, within

DRAWS = 20_000
CLAMP = Clamp(80, 220)
VALUES = np.arange(80, 221) - 150
# Pressures: 88 + Gamma, skewness 1.1, 0.6 % clamped at 220; mean 132.7, deviation 24.6.
_EDGES = np.arange(80, 222) - 0.5
_EDGES[0], _EDGES[-1] = -np.inf, np.inf
SHARES = np.diff(gamma.cdf(_EDGES - 88, 3.2, scale=14))
TRUTH = float(150 + SHARES @ VALUES)

Integers = NDArray[np.int64]


@cache
def samples(n: int) -> tuple[Integers, Integers]:
    people = np.random.default_rng(n).multinomial(n, SHARES, DRAWS)
    return people @ VALUES, people @ VALUES**2


def laplace(scale: float) -> DiscreteLaplace:
    return DiscreteLaplace(Fraction(scale).limit_denominator(1000))


def missed(n: int, laws: Laws, pulled_in: float = 0.0) -> int:
    sums, squares = samples(n)
    noisy = [sums + noise(laws.sums, DRAWS, 1), squares + noise(laws.squares, DRAWS, 2)]
    count = PublicTotal(n, "replace") if laws.counts is None else n + noise(laws.counts, DRAWS, 3)
    return misses(mean(*noisy, count, CLAMP, laws), TRUTH, pulled_in)


def public(epsilon: float) -> Laws:
    """Replace neighbours: four fifths for the sum (140), a fifth for the squares (4900), the total public."""
    return Laws(laplace(140 / (0.8 * epsilon)), laplace(4900 / (0.2 * epsilon)), None)


def unknown(epsilon: float) -> Laws:
    """Add-remove neighbours: 70, 4900 and 1, with three, one and one fifths of the budget."""
    return Laws(laplace(70 / (0.6 * epsilon)), laplace(4900 / (0.2 * epsilon)), laplace(1 / (0.2 * epsilon)))


def gaussian(sigma: float) -> Laws:
    """One vector of sum, squares and count, each with its own reach."""
    return Laws(*(DiscreteGaussian(Fraction(round((sigma * reach) ** 2))) for reach in (70, 4900, 1)))


CASES = {
    "public n = 100, epsilon 0.2": (100, public(0.2)),
    "public n = 100, epsilon 1": (100, public(1)),
    "public n = 500, epsilon 0.2": (500, public(0.2)),
    "public n = 500, epsilon 1": (500, public(1)),
    "public n = 4699, epsilon 0.05": (4699, public(0.05)),
    "unknown n = 100, epsilon 1": (100, unknown(1)),
    "unknown n = 500, epsilon 0.2": (500, unknown(0.2)),
    "unknown n = 500, epsilon 1": (500, unknown(1)),
    "unknown n = 4699, epsilon 0.05": (4699, unknown(0.05)),
    "unknown n = 500, gaussian 4": (500, gaussian(4)),
    "unknown n = 4699, gaussian 20": (4699, gaussian(20)),
}


@pytest.mark.parametrize("case", CASES)
def test_intervals_of_means_cover_as_stated(case: str) -> None:
    assert within(missed(*CASES[case]), DRAWS, 0.94, 0.96)


@pytest.mark.parametrize("case", CASES)
def test_intervals_of_means_fifteen_per_cent_too_short_are_caught(case: str) -> None:
    assert not within(missed(*CASES[case], pulled_in=0.15), DRAWS, 0.94, 0.96)


def test_the_documents_formula_falls_short() -> None:
    """Noise alone, as peers tell it: far fewer than 95 in 100."""
    laws = public(1)
    sums, _ = samples(500)
    reach = float(-np.log(0.05) * laws.sums.scale) / 500  # type: ignore[attr-defined]
    near = (sums + noise(laws.sums, DRAWS, 1)) / 500 + 150
    share = float((np.abs(near - TRUTH) <= reach).mean())
    assert share < 0.7


CELLS: dict[str, tuple[int, float, Law]] = {
    "n = 50, p = 0.1, epsilon 1/2": (50, 0.1, DiscreteLaplace(2)),
    "n = 50, p = 0.5, epsilon 1": (50, 0.5, DiscreteLaplace(1)),
    "n = 200, p = 0.05, epsilon 1/10": (200, 0.05, DiscreteLaplace(10)),
    "n = 200, p = 0.05, epsilon 1": (200, 0.05, DiscreteLaplace(1)),
    "n = 1000, p = 0.01, epsilon 1/2": (1000, 0.01, DiscreteLaplace(2)),
    "n = 400, p = 0.3, gaussian": (400, 0.3, DiscreteGaussian(20)),
}


def cells(n: int, p: float, law: Law) -> tuple[Integers, Integers]:
    having = np.random.default_rng(n).binomial(n, p, DRAWS)
    return having + noise(law, DRAWS, 5), n - having + noise(law, DRAWS, 6)


@pytest.mark.parametrize("case", CELLS)
def test_two_noisy_cells_cover_as_stated(case: str) -> None:
    n, p, law = CELLS[case]
    found = proportion_of_cells(*cells(n, p, law), law)
    assert within(misses(found, p), DRAWS, 0.94, 0.96)
    assert not within(misses(found, p, 0.25), DRAWS, 0.94, 0.96)


@pytest.mark.parametrize("case", CELLS)
def test_the_exact_interval_of_two_cells_covers_at_least_as_stated(case: str) -> None:
    n, p, law = CELLS[case]
    having, lacking = (cell[:3000] for cell in cells(n, p, law))
    found = proportion_of_cells(having, lacking, law, method="exact")
    assert within(misses(found, p), 3000, 0.95, 1.0)
    assert not within(misses(found, p, 0.7), 3000, 0.95, 1.0)


def test_the_mean_nobody_clamped_is_held() -> None:
    """Clamped at 160, a tenth of the people are cut: the clamped interval misses E[x], the widened one does not."""
    tight = Clamp(80, 160)
    raw = np.arange(80, 221)
    people = np.random.default_rng(9).multinomial(2000, SHARES, 4000)
    held = np.clip(raw, 80, 160) - 120
    laws = Laws(DiscreteLaplace(80), DiscreteLaplace(8000), DiscreteLaplace(5))
    parts = [people @ held, people @ held**2, people.sum(axis=1)]
    noisy = [
        part + noise(law, 4000, 7) for part, law in zip(parts, (laws.sums, laws.squares, laws.counts), strict=True)
    ]
    found = mean(noisy[0], noisy[1], noisy[2], tight, laws)
    law = DiscreteLaplace(2)
    ends = [people[:, raw < 80].sum(axis=1), people[:, (raw >= 80) & (raw <= 160)].sum(axis=1)]
    ends.append(people[:, raw > 160].sum(axis=1))
    counts = [end + noise(law, 4000, 20 + at) for at, end in enumerate(ends)]
    wide = mean_without_clamp(found, clipping_bias(counts[0], counts[1], counts[2], law, tight, (40, 260)))
    assert float(wide.confidence) == 0.94
    assert misses(found, TRUTH) > 3900
    assert misses(wide, TRUTH) == 0
