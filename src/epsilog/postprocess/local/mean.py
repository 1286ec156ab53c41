"""A mean from the unbiased numbers of reports, with a range that is proved."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import log, sqrt
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from epsilog.core.number import exact
from epsilog.errors import SpecError
from epsilog.postprocess.local.shares import ranges_of_coins


class Numbers(Protocol):
    """What is asked of a protocol for numbers; `epsilog.mechanisms.local.numeric` says what they mean."""

    @property
    def steps(self) -> int: ...  # noqa: D102

    @property
    def extremes(self) -> tuple[float, float]: ...  # noqa: D102

    @property
    def coin(self) -> Fraction | None: ...  # noqa: D102


@dataclass(frozen=True)
class MeanRange:
    """A mean on the scale of the question, and a range that holds it. The mean itself may leave the scale."""

    mean: float
    low: float
    high: float
    reports: int


def mean_of(
    numbers: NDArray[np.float64],
    protocol: Numbers,
    low: float,
    high: float,
    confidence: Fraction | float | str = Fraction(19, 20),
) -> MeanRange:
    """The mean of a number from `low` to `high`, out of the unbiased numbers of the reports of `protocol`.

    >>> from epsilog.mechanisms.local.duchi import Duchi
    >>> ask = Duchi(steps=100, epsilon=1)
    >>> found = mean_of(np.array([-ask.end, ask.end] * 500), ask, 0.0, 100.0)
    >>> found.mean, round(found.low, 2), round(found.high, 2)
    (50.0, 42.66, 57.34)

    The range holds the mean of the devices that reported, and that of a population they were drawn from, each at
    least as often as stated, whatever the numbers are. Which bound it stands on follows from the protocol alone:
    with reports of two numbers (`coin`) the exact one of a binomial, else Bernstein's with the spread of the
    reports (docs/proofs/local.md, section 4). Rounding to steps may have moved each number by half a step, which is
    added at both ends. What lies beyond `low` and `high` is cut off; a range that would lie wholly beyond is the
    nearer of the two.
    """
    n = len(numbers)
    if n < 2:
        raise SpecError("too few reports for a range of their mean", where="reports", hint="2 at least")
    level = exact(confidence, "confidence", at_least=Fraction(1, 2), below=1)
    least, most = protocol.extremes
    slack = 1e-9 * (most - least)
    if not ((numbers >= least - slack) & (numbers <= most + slack)).all():
        raise SpecError("a number that no report of this protocol has", where="reports")
    mean = float(numbers.mean())
    if protocol.coin is None:
        half = bernstein_half(float(numbers.var(ddof=1)), n, most - least, float(1 - level))
        lowest, highest = (mean - half + 1) / 2, (mean + half + 1) / 2
    else:
        chances = (1 + protocol.coin) / 2, (1 - protocol.coin) / 2
        highs = np.array([int((numbers > 0).sum())])
        found = ranges_of_coins(highs, n, *chances, level)
        lowest, highest = float(found.low[0]), float(found.high[0])
    step = 1 / protocol.steps / 2
    start, end = (low + min(max(end, 0.0), 1.0) * (high - low) for end in (lowest - step, highest + step))
    return MeanRange(low + (mean + 1) / 2 * (high - low), start, end, n)


def bernstein_half(variance: float, n: int, width: float, miss: float) -> float:
    """How far from its expectation a mean of independent numbers is, but with probability `miss`.

    >>> round(bernstein_half(0.25, 1000, 1.0, 0.05), 5)
    0.0548

    `variance` is that of the sample (divided by n - 1), `width` that of an interval that holds every number.
    With L = ln(3/miss): sqrt(2 L variance/n) + width L (2/sqrt(n (n - 1)) + 1/(3 n)). That is Maurer and Pontil
    (2009), whose 7/3 · L/(n - 1) is at least the last factor; both sides share one bound on the variance.
    """
    once = log(3 / miss)
    return sqrt(2 * once * variance / n) + width * once * (2 / sqrt(n * (n - 1)) + 1 / (3 * n))
