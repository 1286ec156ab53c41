"""The laws the samplers must follow, computed with mpmath and nothing of ours."""

from __future__ import annotations

from fractions import Fraction

import mpmath
import numpy as np
from numpy.typing import NDArray

_DIGITS = 40


def laplace(k: int, scale: Fraction) -> mpmath.mpf:
    """P(Z = k) = tanh(1/(2 scale)) exp(-|k|/scale)."""
    with mpmath.workdps(_DIGITS):
        rate = mpmath.mpf(scale.denominator) / scale.numerator
        return mpmath.tanh(rate / 2) * mpmath.exp(-abs(k) * rate)


def laplace_below(k: int, scale: Fraction) -> mpmath.mpf:
    """P(Z < k)."""
    with mpmath.workdps(_DIGITS):
        q = mpmath.exp(-mpmath.mpf(scale.denominator) / scale.numerator)
        return q ** (1 - k) / (1 + q) if k <= 0 else 1 - q**k / (1 + q)


def gaussian(k: int, variance: Fraction) -> mpmath.mpf:
    """P(Z = k) = exp(-k²/(2 variance)) over Jacobi's theta function."""
    with mpmath.workdps(_DIGITS):
        x = mpmath.mpf(variance.denominator) / (2 * variance.numerator)
        return mpmath.exp(-k * k * x) / gaussian_whole(variance)


def gaussian_whole(variance: Fraction) -> mpmath.mpf:
    """The sum of exp(-k²/(2 variance)) over all integers k, by its fast-converging form."""
    with mpmath.workdps(_DIGITS):
        v = mpmath.mpf(variance.numerator) / variance.denominator
        if v < 1:
            return 1 + 2 * mpmath.nsum(lambda k: mpmath.exp(-k * k / (2 * v)), [1, mpmath.inf])
        # Poisson summation: sqrt(2 pi v) · sum of exp(-2 pi² v m²).
        return mpmath.sqrt(2 * mpmath.pi * v) * (
            1 + 2 * sum(mpmath.exp(-2 * mpmath.pi**2 * v * m * m) for m in range(1, 6))
        )


def gaussian_below(edges: NDArray[np.int64], variance: Fraction) -> list[float]:
    """P(Z < edge) for increasing edges.

    Up to a variance of 2^22 by direct summation. Above, by the integral between half-integers: the midpoint rule
    misses the sum over one integer by at most (1 + z²)/(24 variance) of it, here below 1e-6 for |z| < 10.
    """
    whole = float(gaussian_whole(variance))
    if variance <= 2**22:
        reach = int(40 * float(variance) ** 0.5) + 3
        k = np.arange(-reach, reach + 1, dtype=np.float64)
        running = np.concatenate([[0.0], np.cumsum(np.exp(-k * k / (2 * float(variance))))]) / whole
        return [float(running[min(max(int(edge) + reach, 0), len(running) - 1)]) for edge in edges]
    sigma = mpmath.sqrt(mpmath.mpf(variance.numerator) / variance.denominator)
    return [float(mpmath.ncdf((mpmath.mpf(int(edge)) - 0.5) / sigma)) for edge in edges]
