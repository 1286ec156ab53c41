"""Expected counts of a population in whole steps, also where the noise is too wide to be added up term by term."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Final

import numpy as np
from numpy.typing import ArrayLike

from epsilog.core.law import Law, Noise
from epsilog.core.number import Number
from epsilog.postprocess.infer import exact
from epsilog.postprocess.infer.estimate import (
    MOST_PEOPLE,
    Estimates,
    Floats,
    Integers,
    finite_numbers,
    known_law,
    sure,
    together,
    whole_numbers,
)
from epsilog.postprocess.infer.mixture import NEGLIGIBLE, Poisson, furthest
from epsilog.postprocess.infer.spread import normal_quantile

# Counts and rates of a population from noisy counts: exact intervals of Poisson ⊗ noise.


def rate(noisy: ArrayLike, exposure: ArrayLike, law: Law, confidence: Number = "0.95") -> Estimates:
    """Expected events per unit of a public exposure (people, person-years, area), from noisy counts of events.

    >>> from epsilog.core.law import DiscreteLaplace
    >>> found = rate([12, 0], [1000, 1000], DiscreteLaplace(1))
    >>> (1000 * found.low).round(2), (1000 * found.high).round(2)
    (array([5.75, 0.  ]), array([21.5 ,  5.34]))

    Model: the number of events is Poisson with expectation rate × exposure, and carries noise of `law`. An exposure
    of 1 asks for the expected count itself. Coverage is never below the confidence (`exact.limits`).
    """
    z = whole_numbers(noisy, "noisy", at_least=-MOST_PEOPLE, at_most=MOST_PEOPLE)
    law, confident = known_law(law), sure(confidence)
    people = finite_numbers(exposure, "exposure", above=0)
    people = np.broadcast_to(people, z.shape) if len(people) == 1 else people
    together(z, people, fields="noisy and exposure")
    half = float(1 - confident) / 2
    # Roots of Poisson counts have a deviation of about 1/2: nothing above this explains z.
    top = (np.sqrt(np.maximum(z + furthest(law, half * NEGLIGIBLE), 0) + 1) + 8) ** 2
    low, high, bound = exact.limits(Poisson(len(z)), z, law, top.astype(np.float64), confident)
    return Estimates(np.maximum(z, 0) / people, low / people, high / people, bound, confident)


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
