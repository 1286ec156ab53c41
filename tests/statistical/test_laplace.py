"""Discrete Laplace and geometric draws against the exact law. False alarms: below 1e-6 each."""

from __future__ import annotations

from fractions import Fraction

import mpmath
import numpy as np
import pytest

from epsilog.noise import discrete_laplace, geometric, system
from epsilog.noise.digits import digits_of
from epsilog.noise.laplace import laplace_draws
from statistical.exact_laws import laplace, laplace_below
from statistical.goodness_of_fit import LEVEL, between, binned, p_value
from unit.noise.scripted_words import CountingWords

DRAWS = 300_000
SCALES = [Fraction(1), Fraction(3, 2), Fraction(2), Fraction(3), Fraction(10), Fraction(1000), Fraction(10**15)]
names = pytest.mark.parametrize("scale", SCALES, ids=str)


def fit(draws, scale: Fraction) -> float:
    step = max(1, int(scale) // 8)
    edges = np.arange(-64, 65) * step
    return p_value(binned(draws, edges), between([float(laplace_below(int(edge), scale)) for edge in edges]))


@names
def test_the_law_is_exact(scale):
    assert fit(discrete_laplace(scale, DRAWS), scale) > LEVEL


@names
@pytest.mark.parametrize("error", [Fraction(95, 100), Fraction(105, 100)], ids=["5% low", "5% high"])
def test_a_scale_wrong_by_five_per_cent_is_caught(scale, error):
    assert fit(discrete_laplace(scale * error, DRAWS), scale) < LEVEL


@pytest.mark.parametrize("scale", [Fraction(10), Fraction(1000), Fraction(10**6)], ids=str)
def test_the_last_digits_follow_the_law_too(scale):
    """Wide bins would not see a wrong low digit: here are the residues modulo 16."""
    draws = discrete_laplace(scale, DRAWS)
    assert p_value(np.bincount(draws % 16, minlength=16), residues(scale)) > LEVEL
    stuck = draws - draws % 2 * (np.arange(DRAWS) % 20 == 0)  # one odd draw in twenty loses its lowest bit
    assert p_value(np.bincount(stuck % 16, minlength=16), residues(scale)) < LEVEL


def residues(scale: Fraction) -> list[float]:
    """P(Z = r modulo 16): two geometric series of ratio q^16."""
    with mpmath.workdps(40):
        q16 = mpmath.exp(-16 * mpmath.mpf(scale.denominator) / scale.numerator)
        up = [laplace(r, scale) / (1 - q16) for r in range(16)]
        down = [laplace(r - 16, scale) / (1 - q16) for r in range(16)]
        return [float(a + b) for a, b in zip(up, down, strict=True)]


@pytest.mark.parametrize(
    ("scale", "count"), [(Fraction(1), 1), (Fraction(3), 2), (Fraction(10), 3), (Fraction(1, 2), 0)], ids=str
)
def test_ties_and_tail_of_short_words_follow_the_law(scale, count):
    """8-bit words tie once in 256 digits; few digits leave much to the tail. Both branches must have run."""
    digits = digits_of(scale, 8, count)
    rng = CountingWords(system)
    _, far = digits.draw(8192, rng)
    # Each step of a far part asks for one 64-bit word; every other such request resolves a tie. 32 are expected
    # for each digit and for the tail, and fewer than 5 of 32 have a probability below 1e-8.
    assert rng.extensions - sum(far.values()) >= 5, "ties must occur"
    draws, beyond = laplace_draws(digits, 60_000, rng)
    assert len(beyond) > 1000, "the tail branch must run"
    assert all(draws[at] == value for at, value in beyond.items())
    assert fit(draws, scale) > LEVEL
    assert fit(draws, scale * Fraction(115, 100)) < LEVEL


@pytest.mark.parametrize("scale", [Fraction(1, 2), Fraction(7), Fraction(500)], ids=str)
def test_geometric_draws_follow_their_law(scale):
    edges = np.arange(1, 65) * max(1, int(scale) // 8)
    q = np.exp(-float(1 / scale))

    def fit_geometric(draws) -> float:
        return p_value(binned(draws, edges), between((1 - q**edges).tolist()))

    assert fit_geometric(geometric(scale, DRAWS)) > LEVEL
    assert fit_geometric(geometric(scale * Fraction(105, 100), DRAWS)) < LEVEL
