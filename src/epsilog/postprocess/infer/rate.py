"""Counts and rates of a population from noisy counts: exact intervals of Poisson ⊗ noise."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from epsilog.core.law import Law
from epsilog.core.number import Number
from epsilog.postprocess.infer import exact
from epsilog.postprocess.infer.estimate import Estimates, counted, known, measured, sure, together
from epsilog.postprocess.infer.mixture import NEGLIGIBLE, Poisson, furthest
from epsilog.postprocess.infer.total import MOST_PEOPLE


def rate(noisy: ArrayLike, exposure: ArrayLike, law: Law, confidence: Number = "0.95") -> Estimates:
    """Expected events per unit of a public exposure (people, person-years, area), from noisy counts of events.

    >>> from epsilog.core.law import DiscreteLaplace
    >>> found = rate([12, 0], [1000, 1000], DiscreteLaplace(1))
    >>> (1000 * found.low).round(2), (1000 * found.high).round(2)
    (array([5.75, 0.  ]), array([21.5 ,  5.34]))

    Model: the number of events is Poisson with expectation rate × exposure, and carries noise of `law`. An exposure
    of 1 asks for the expected count itself. Coverage is never below the confidence (`exact.limits`).
    """
    z = counted(noisy, "noisy", at_least=-MOST_PEOPLE, at_most=MOST_PEOPLE)
    law, confident = known(law), sure(confidence)
    people = measured(exposure, "exposure", above=0)
    people = np.broadcast_to(people, z.shape) if len(people) == 1 else people
    together(z, people, fields="noisy and exposure")
    half = float(1 - confident) / 2
    # Roots of Poisson counts have a deviation of about 1/2: nothing above this explains z.
    top = (np.sqrt(np.maximum(z + furthest(law, half * NEGLIGIBLE), 0) + 1) + 8) ** 2
    low, high, bound = exact.limits(Poisson(len(z)), z, law, top.astype(np.float64), confident)
    return Estimates(np.maximum(z, 0) / people, low / people, high / people, bound, confident)
