"""Special functions and searches of SciPy, loaded when the first of them is called.

Loading SciPy takes longer than most commands take altogether, and few of them need it.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from importlib import import_module
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray


def _later(room: str, name: str) -> Callable[..., Any]:
    """A function of SciPy that is looked for when it is called."""
    return lambda *given, **named: getattr(import_module(room), name)(*given, **named)


ndtr = _later("scipy.special", "ndtr")  # the normal law: the probability of being at most x
log_ndtr = _later("scipy.special", "log_ndtr")  # its logarithm
ndtri = _later("scipy.special", "ndtri")  # the quantile of the normal law
stdtrit = _later("scipy.special", "stdtrit")  # the quantile of Student's law: df, p
chdtrc = _later("scipy.special", "chdtrc")  # the probability that a chi-squared number is above x: df, x
betainc = _later("scipy.special", "betainc")  # the beta law: the probability of being at most x: a, b, x
betaln = _later("scipy.special", "betaln")  # the logarithm of the beta function
gammaln = _later("scipy.special", "gammaln")  # the logarithm of the gamma function
gammainc = _later("scipy.special", "gammainc")  # the gamma law: the probability of being at most x: a, x
gammaincc = _later("scipy.special", "gammaincc")  # and of being above it
minimize = _later("scipy.optimize", "minimize")  # the lowest point of a function of several numbers
minimize_scalar = _later("scipy.optimize", "minimize_scalar")  # and of a function of one


def erfc(x: Any) -> NDArray[np.float64]:
    """The complementary error function of every number, as exact as a float is, without loading SciPy.

    Cody's rational approximations (Mathematics of Computation 22, 1969) on three stretches. Plans and tables of
    means ask for nothing else of SciPy.

    >>> bool(abs(erfc(1.0) / math.erfc(1.0) - 1) < 1e-15)
    True
    """
    given = np.asarray(x, dtype=np.float64)
    far = np.abs(given)
    out = np.zeros_like(far)  # beyond 27 it is below the least float
    near, middle, wide = far <= 0.46875, (far > 0.46875) & (far <= 4), (far > 4) & (far < 27.3)
    if near.any():
        at = far[near] ** 2
        out[near] = 1 - far[near] * _ratio(_NEAR, at)
    if middle.any():
        at = far[middle]
        out[middle] = _falling(at) * _ratio(_MIDDLE, at)
    if wide.any():
        away = far[wide]
        at = 1 / away**2
        out[wide] = _falling(away) * (1 / math.sqrt(math.pi) - at * _ratio(_WIDE, at)) / away
    out[np.isnan(given)] = np.nan
    return np.asarray(np.where(given < 0, 2 - out, out), dtype=np.float64)


def _ratio(of: tuple[tuple[float, ...], tuple[float, ...]], at: NDArray[np.float64]) -> NDArray[np.float64]:
    above, below = of
    top, bottom = np.full_like(at, above[0]), np.full_like(at, below[0])
    for whole, steps in ((top, above[1:]), (bottom, below[1:])):
        for one in steps:  # in place: arrays of ten thousands are asked for
            whole *= at
            whole += one
    top /= bottom
    return top


def _falling(far: NDArray[np.float64]) -> NDArray[np.float64]:
    """exp(-x²); the square is taken apart, because its last digits would be lost."""
    coarse = np.trunc(far * 16) / 16
    return np.asarray(np.exp(-coarse * coarse) * np.exp(-(far - coarse) * (far + coarse)), dtype=np.float64)


# From the highest power down: numerators and denominators.
_NEAR: Final = (
    (
        *(1.85777706184603153e-1, 3.16112374387056560, 1.13864154151050156e2, 3.77485237685302021e2),
        3.20937758913846947e3,
    ),
    (1.0, 2.36012909523441209e1, 2.44024637934444173e2, 1.28261652607737228e3, 2.84423683343917062e3),
)
_MIDDLE: Final = (
    (
        *(2.15311535474403846e-8, 5.64188496988670089e-1, 8.88314979438837594, 6.61191906371416295e1),
        *(2.98635138197400131e2, 8.81952221241769090e2, 1.71204761263407058e3, 2.05107837782607147e3),
        1.23033935479799725e3,
    ),
    (
        *(1.0, 1.57449261107098347e1, 1.17693950891312499e2, 5.37181101862009858e2),
        *(1.62138957456669019e3, 3.29079923573345963e3, 4.36261909014324716e3, 3.43936767414372164e3),
        1.23033935480374942e3,
    ),
)
_WIDE: Final = (
    (
        *(1.63153871373020978e-2, 3.05326634961232344e-1, 3.60344899949804439e-1, 1.25781726111229246e-1),
        *(1.60837851487422766e-2, 6.58749161529837803e-4),
    ),
    (
        *(1.0, 2.56852019228982242, 1.87295284992346725, 5.27905102951428412e-1),
        *(6.05183413124413191e-2, 2.33520497626869185e-3),
    ),
)
