"""Released series have the variance their closed form says, at five times. False alarms: 1e-6 per strategy.

Many cells of one release are independent copies: 20,000 columns give the empirical variance of each step.
"""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from scipy.stats import chi2

from epsilog.mechanisms.series.banded import Banded
from epsilog.mechanisms.series.bounded_series import BoundedSeries
from epsilog.mechanisms.series.buffered import Buffered
from epsilog.mechanisms.series.decay import Decay
from epsilog.mechanisms.series.dense import Dense
from epsilog.mechanisms.series.factorised import Factorised
from epsilog.mechanisms.series.square_root import SquareRoot
from epsilog.mechanisms.series.toeplitz import root_coefficients
from epsilog.mechanisms.series.transform import Transform
from epsilog.mechanisms.series.tree import BinaryTree
from epsilog.mechanisms.series.window import Window
from epsilog.testing import seeded
from series_patterns import visit

DRAWS, STEPS = 20_000, 40
TIMES = (0, 6, 19, 30, 39)
MADE = {
    "tree": BinaryTree(STEPS),
    "root": SquareRoot(STEPS, normalised=False),
    "normalised": SquareRoot(STEPS, normalised=True),
    "buffered": Buffered.fitted(STEPS, normalised=True),
    "banded": Banded(STEPS, root_coefficients(8)),
    "window": Window(7),
    "decay": Decay(Fraction(9, 10)),
    "cosine": Transform(STEPS, "cosine", 12, cells=DRAWS),
    "dense": Dense.fitted(STEPS),
}
LAWS = {"gaussian": Factorised.at_rho, "laplace": Factorised.at_epsilon}


def alarms(mechanism, factor=1.0):
    """At which of the five times the empirical variance is outside its chi-square range.

    Sums of integer noise are not quite normal: the range is widened by the excess kurtosis of one draw, which is at
    most 3 (Laplace), so that the variance of a sample variance is at most 2.5 times the normal one.
    """
    zero = BoundedSeries(np.zeros((STEPS, DRAWS), dtype=np.int64), Fraction(1), visit())
    noisy = mechanism(zero, seeded(20))
    seen = (noisy.values[list(TIMES)] ** 2).mean(axis=1) * factor
    said = noisy.deviation[list(TIMES)] ** 2
    freedom = DRAWS / 2.5
    low, high = chi2.ppf([1e-7, 1 - 1e-7], freedom) / freedom
    return [time for time, ratio in zip(TIMES, seen / said, strict=True) if not low < ratio < high]


@pytest.mark.parametrize("law", LAWS.values(), ids=LAWS)
@pytest.mark.parametrize("strategy", MADE.values(), ids=MADE)
def test_variance_at_five_times(strategy, law):
    mechanism = law(strategy, visit(), Fraction(1), "0.5")
    assert alarms(mechanism) == []


@pytest.mark.parametrize("strategy", MADE.values(), ids=MADE)
def test_a_sixth_too_much_or_too_little_is_noticed(strategy):
    """The power twin."""
    mechanism = Factorised.at_rho(strategy, visit(), Fraction(1), "0.5")
    assert len(alarms(mechanism, 7 / 6)) == 5
    assert len(alarms(mechanism, 5 / 6)) == 5
