"""What a threshold does to ranges, and ranges that hold in spite of it. Functions of public numbers only.

A count that is shown has noise large enough to be shown. Near the threshold "value plus or minus margin" then
covers far less often than it says, down to never: with scale 1, threshold 15 and the 95 % margin 3, a true
count of 10 is never covered when it shows, one of 12 in 63 cases of 100. `conditional_range` inverts the law of a
*shown* count instead, and holds at its confidence for every true count. Proof: docs/proofs/threshold.md.
"""

from __future__ import annotations

import math
from fractions import Fraction
from functools import lru_cache
from typing import Final

import numpy as np

from epsilog.accounting.rare import UnitLaw as UnitLaw
from epsilog.core.law import DiscreteGaussian, DiscreteLaplace
from epsilog.core.number import Number, exact, whole
from epsilog.errors import SpecError
from epsilog.noise.gaussian import LARGEST_SIGMA_SQUARED, SMALLEST_SIGMA_SQUARED
from epsilog.noise.laplace import LARGEST_SCALE, SMALLEST_SCALE

# The laws that counts of units may get before a threshold: our samplers draw them, their tails are certified.


def read_law(law: object) -> UnitLaw:
    """The law, if its rare draws can be bounded here and drawn by our samplers."""
    if isinstance(law, DiscreteLaplace):
        exact(law.scale, "scale", at_least=SMALLEST_SCALE, at_most=LARGEST_SCALE)
        return law
    if isinstance(law, DiscreteGaussian):
        exact(law.sigma_squared, "sigma_squared", at_least=SMALLEST_SIGMA_SQUARED, at_most=LARGEST_SIGMA_SQUARED)
        return law
    raise SpecError(
        "a threshold needs discrete Laplace or discrete Gaussian noise", where="law", hint="DiscreteLaplace(2)"
    )


# Sums of floats are right to about 1e-12 here, the normal integral beyond sigma = 2000 to about 1e-6; every
# comparison leans to the wide side by more than that.
_LEANING: Final = 1e-5
_SUMMED_UP_TO: Final = 2_000.0
_FAR_OUT: Final = 10_000.0
_FARTHEST: Final = 2**61


def chance_of_being_seen(law: UnitLaw, threshold: int, count: int) -> float:
    """P(count + Z >= threshold).

    >>> round(chance_of_being_seen(DiscreteLaplace(Fraction(1)), 15, 10), 6)
    0.004926
    """
    return math.exp(_log_tail(read_law(law), whole(threshold, "threshold") - whole(count, "count")))


def conditional_coverage(law: UnitLaw, threshold: int, count: int, margin: int) -> float:
    """How often value ± margin holds the true count, among the draws in which it is shown.

    >>> [round(conditional_coverage(DiscreteLaplace(Fraction(1)), 15, count, 3), 2) for count in (10, 12, 15, 30)]
    [0.0, 0.63, 0.98, 0.97]
    """
    read_law(law)
    needed = whole(threshold, "threshold") - whole(count, "count")
    reach = whole(margin, "margin")
    first = max(-reach, needed)
    if first > reach:
        return 0.0
    return -math.expm1(_log_ratio(law, reach + 1, first)) * math.exp(_log_ratio(law, first, needed))


def conditional_range(law: UnitLaw, threshold: int, value: int, confidence: Number) -> tuple[int, int]:
    """Ends between which the true count lies at least that often, given that it is shown, whatever it is.

    >>> law = DiscreteLaplace(Fraction(1))
    >>> conditional_range(law, 15, 16, "0.95"), conditional_range(law, 15, 40, "0.95")
    ((1, 19), (37, 43))

    Just above the threshold the lower end is 1: a value that had to be large to be shown says nothing about how
    small the truth is. The value itself always lies inside.
    """
    read_law(law)
    lowest = whole(threshold, "threshold", at_least=2, at_most=_FARTHEST)
    shown = whole(value, "value", at_most=_FARTHEST)
    if shown < lowest:
        raise SpecError("a value below the threshold is not shown", where="value")
    return _range(law, lowest, shown, exact(confidence, "confidence", above=0, below=1))


@lru_cache(maxsize=65536)  # a table has many equal values
def _range(law: UnitLaw, threshold: int, value: int, confidence: Fraction) -> tuple[int, int]:
    side = float(1 - confidence) / 2 * (1 - _LEANING)

    def too_small(count: int) -> bool:
        """Whether a value this large would be a rare surprise."""
        return math.exp(_log_ratio(law, value - count, threshold - count)) <= side

    def too_large(count: int) -> bool:
        """Whether a value this small would be one."""
        return -math.expm1(_log_ratio(law, value + 1 - count, threshold - count)) <= side

    low, fits = 0, value  # nobody has a key that nobody has
    while fits - low > 1:
        middle = (low + fits) // 2
        low, fits = (middle, fits) if too_small(middle) else (low, middle)
    high, step = value, 1
    while not too_large(high + step) and high + step < _FARTHEST:
        high, step = high + step, 2 * step
    beyond = high + step
    while beyond - high > 1:
        middle = (high + beyond) // 2
        high, beyond = (high, middle) if too_large(middle) else (middle, beyond)
    return fits, high


def _log_ratio(law: UnitLaw, further: int, nearer: int) -> float:
    """ln P(Z >= further)/P(Z >= nearer), from differences of whole numbers where both are far out."""
    if nearer < 1:
        return _log_tail(law, further) - _log_tail(law, nearer)
    if isinstance(law, DiscreteLaplace):
        return (nearer - further) * float(1 / law.scale)
    variance = float(law.sigma_squared)
    sigma = math.sqrt(variance)
    if sigma <= _SUMMED_UP_TO:
        fall = (further - nearer) * (further + nearer) / (2 * variance)
        return _log_inside(law, further) - _log_inside(law, nearer) - fall
    if nearer <= _FAR_OUT * sigma:
        return _log_tail(law, further) - _log_tail(law, nearer)
    # So far out the normal tail is exp(-x²/2)/x but for one part in x².
    fall = (further - nearer) * (further + nearer - 1) / (2 * variance)
    return math.log((nearer - 0.5) / (further - 0.5)) - fall


def _log_tail(law: UnitLaw, t: int) -> float:
    """ln P(Z >= t)."""
    if t <= 0:
        return math.log1p(-math.exp(_log_tail(law, 1 - t)))
    if isinstance(law, DiscreteLaplace):
        rate = float(1 / law.scale)
        return -t * rate - math.log1p(math.exp(-rate))
    variance = float(law.sigma_squared)
    sigma = math.sqrt(variance)
    if sigma > _SUMMED_UP_TO:
        from scipy.special import log_ndtr  # a fifth of a second, which few releases need

        return float(log_ndtr(-(t - 0.5) / sigma))
    return -t * t / (2 * variance) + _log_inside(law, t) - _log_mass(variance)


def _log_inside(law: DiscreteGaussian, t: int) -> float:
    """ln of the sum of the weights from t >= 1 on, in parts of the first."""
    variance = float(law.sigma_squared)
    further = np.arange(math.ceil(12 * math.sqrt(variance)) + 2, dtype=np.float64)  # then less than e^-72 of it
    return math.log(float(np.exp(-(2 * t * further + further**2) / (2 * variance)).sum()))


@lru_cache(maxsize=256)
def _log_mass(variance: float) -> float:
    k = np.arange(1, math.ceil(12 * math.sqrt(variance)) + 2, dtype=np.float64)
    return math.log1p(2 * float(np.exp(-(k**2) / (2 * variance)).sum()))
