"""Means of numbers: the range holds the mean of the devices, measured."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.stats import binom

from epsilog.errors import SpecError
from epsilog.mechanisms.local.duchi import Duchi
from epsilog.mechanisms.local.hybrid import Hybrid
from epsilog.mechanisms.local.piecewise import Piecewise
from epsilog.postprocess.local.mean import mean_of


@pytest.mark.parametrize("kind", [Duchi, Piecewise, Hybrid])
@pytest.mark.parametrize("epsilon", ["1/2", 4])
def test_ranges_hold_the_mean(kind: type, epsilon: int | str) -> None:
    """1,500 rounds of 100 devices near one end; at 0.945 fewer than the limit would come once in 1e6."""
    ask = kind(100, epsilon)
    values = np.tile(np.r_[np.zeros(80, dtype=np.int64), np.full(20, 30)], 1500)
    numbers = ask.numbers(ask.reports(values)).reshape(1500, 100)
    held = 0
    for row in numbers:
        found = mean_of(row, 0.0, 1.0, ask.steps)
        held += found.low <= 0.06 <= found.high
    assert held >= binom.ppf(1e-6, 1500, 0.945)
    wrong = sum(abs(row.mean() + 1 - 0.12) <= 1.2 * row.std() / 10 for row in numbers)
    assert wrong < binom.ppf(1e-6, 1500, 0.945), "a range of 77 % must be noticed"


def test_few_reports_have_no_range() -> None:
    with pytest.raises(SpecError):
        mean_of(np.zeros(29), 0, 1, 10)
