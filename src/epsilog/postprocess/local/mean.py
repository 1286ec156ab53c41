"""A mean from the unbiased numbers of reports, with a range."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray
from scipy.special import stdtrit

from epsilog.core.number import exact
from epsilog.errors import SpecError


@dataclass(frozen=True)
class MeanRange:
    """A mean on the scale of the question, and a range that holds it."""

    mean: float
    low: float
    high: float
    reports: int


def mean_of(
    numbers: NDArray[np.float64],
    low: float,
    high: float,
    steps: int,
    confidence: Fraction | float | str = Fraction(19, 20),
) -> MeanRange:
    """The mean of a number from `low` to `high`, out of unbiased numbers on the scale from -1 to 1.

    >>> found = mean_of(np.array([-2.0, 2.0] * 500), 0.0, 100.0, steps=100)
    >>> found.mean, round(found.low, 2), round(found.high, 2)
    (50.0, 43.29, 56.71)

    The range is Student's, from the spread of the numbers themselves: that holds the noise and the differences
    between devices, so it is about a population, and wider than need be about the devices that reported. Rounding
    to steps may have moved each number by half a step, which is added at both ends. Reports are bounded and hardly
    skew: coverage was measured (tests/unit/postprocess/local/test_mean.py), not proved.
    """
    if len(numbers) < 30:
        raise SpecError("too few reports for a range of their mean", where="reports", hint="30 at least")
    level = exact(confidence, "confidence", at_least=Fraction(1, 2), below=1)
    half = float(numbers.std(ddof=1)) / len(numbers) ** 0.5
    half *= float(stdtrit(len(numbers) - 1, 1 - float(1 - level) / 2))
    scale, step = (high - low) / 2, (high - low) / steps / 2
    middle = low + (float(numbers.mean()) + 1) * scale
    ends = max(low, middle - half * scale - step), min(high, middle + half * scale + step)
    return MeanRange(middle, min(ends), max(ends), len(numbers))
