"""Expected counts of a population in whole steps, also where the noise is too wide to be added up term by term."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Final

import numpy as np

from epsilog.core.law import Law, Noise
from epsilog.postprocess.infer.estimate import Floats, Integers, sure
from epsilog.postprocess.infer.rate import rate
from epsilog.postprocess.infer.spread import normal_quantile
from epsilog.postprocess.infer.total import MOST_PEOPLE

TOO_WIDE: Final = 1e8  # a variance beyond which exact limits would need too many terms


def expected_counts(noisy: Integers, law: Law, confidence: Fraction) -> tuple[Floats, Floats]:
    """The ends of the ranges of expected counts: sampling (Poisson) and noise.

    >>> from epsilog.core.law import DiscreteLaplace
    >>> low, high = expected_counts(np.array([12, 0]), DiscreteLaplace(1), Fraction(95, 100))
    >>> low.round(2), high.round(2)
    (array([5.75, 0.  ]), array([21.5 ,  5.34]))

    Exact where that can be computed. Where the noise has a deviation of ten thousand or more, or the count leaves
    what can be computed, each of the two errors gets half of what may be missed, which is wider.
    """
    low, high = np.empty(len(noisy)), np.empty(len(noisy))
    plain = (np.abs(noisy) <= MOST_PEOPLE) & (law.variance <= TOO_WIDE)
    if plain.any():
        found = rate(noisy[plain], [1.0], law, confidence)
        low[plain], high[plain] = found.low, found.high
    if not plain.all():
        half = 1 - (1 - sure(confidence)) / 2
        margin = Noise(law, Fraction(1)).margin(half)
        z, far = normal_quantile(half), noisy[~plain].astype(np.float64)
        least, most = np.maximum(far - margin, 0.0), np.maximum(far + margin, 0.0)
        # Roots of Poisson counts have a deviation of at most 1/2, up to a small constant.
        low[~plain] = np.maximum(np.sqrt(least) - z / 2, 0.0) ** 2 - 1
        high[~plain] = (np.sqrt(most) + z / 2) ** 2 + 1 + math.log(2)
    return np.maximum(low, 0.0), high
