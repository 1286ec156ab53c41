"""Ranges of least-squares numbers hold the truth as often as they say, at every level, for every law."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy.stats import binom

from epsilog.core.law import DiscreteGaussian, DiscreteLaplace, Law
from epsilog.postprocess.tree import Tree
from epsilog.postprocess.tree_fit import consistent, shares_of
from epsilog.postprocess.tree_ranges import margins

SURE = Fraction(95, 100)
TIMES = 20_000
# A check fails by chance at most this often: 3 scenes of 3 levels.
ALARM = 1e-6 / 9
SHAPE = Tree(((1, 5, 2), (2, 1), (2,)))


def drawn(law: Law, size: int, rng: np.random.Generator) -> NDArray[np.int64]:
    k = np.arange(-400, 401)
    mass = law.pmf(k)
    found: NDArray[np.int64] = rng.choice(k, (size, TIMES), p=mass / mass.sum())
    return found


SCENES: dict[str, tuple[Law, Law, Law, Law]] = {
    "laplace": (DiscreteLaplace(Fraction(8)),) * 4,
    "gaussian": (DiscreteGaussian(Fraction(60)),) * 4,
    "mixed": (
        DiscreteLaplace(Fraction(2)),
        DiscreteGaussian(Fraction(90)),
        DiscreteLaplace(Fraction(11)),
        DiscreteGaussian(Fraction(5)),
    ),
}


def held(laws: tuple[Law, ...], shorter: float) -> list[tuple[int, float]]:
    """For one node of each level how often its range held 0, the truth, and how wide it was in deviations."""
    rng = np.random.default_rng(20261116)
    levels = [drawn(law, size, rng) for law, size in zip(laws, SHAPE.sizes, strict=True)]
    variances = [law.variance for law in laws]
    fits = consistent(SHAPE, levels, variances)
    wide = margins(SHAPE, shares_of(SHAPE, variances), laws, SURE)
    found = []
    for fit, reach in zip(fits, wide, strict=True):
        errors = np.abs(fit[-1].astype(float))
        found.append((int((errors <= shorter * reach[-1]).sum()), float(reach[-1]) / errors.std()))
    return found


@pytest.mark.parametrize("scene", sorted(SCENES))
def test_ranges_of_fits_hold_the_truth(scene: str) -> None:
    for hits, _ in held(SCENES[scene], 1.0):
        assert hits >= binom.ppf(ALARM, TIMES, 0.95)
        assert hits <= 0.965 * TIMES  # and they are not much wider than they must be


@pytest.mark.parametrize("scene", sorted(SCENES))
def test_ranges_a_tenth_shorter_would_be_found_out(scene: str) -> None:
    assert any(hits < binom.ppf(ALARM, TIMES, 0.95) for hits, _ in held(SCENES[scene], 0.9))
