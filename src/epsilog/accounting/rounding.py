"""The safe side: real expressions enclosed in intervals, read off upwards or downwards.

Every figure this room calls a bound is the end of an interval computed with outward rounding at 200 bits
(mpmath's interval arithmetic), and only then turned into a float or a rational, again outward.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from typing import Any, Final


class _Intervals:
    """Interval arithmetic at 200 bits, loaded with its first use: what prices nothing need not wait for it.

    A context of our own: mpmath's global one has a precision anybody may change.
    """

    _context: Any = None

    def __getattr__(self, name: str) -> Any:
        if self._context is None:
            from mpmath.ctx_iv import MPIntervalContext

            self._context = MPIntervalContext()
            self._context.prec = 200
        return getattr(self._context, name)


intervals: Final[Any] = _Intervals()


def enclose(number: Fraction) -> Any:
    """An interval around a rational.

    >>> upper(enclose(Fraction(1, 3))) >= Fraction(1, 3) >= lower(enclose(Fraction(1, 3)))
    True
    """
    return intervals.mpf(number.numerator) / intervals.mpf(number.denominator)


def upper(interval: Any) -> Fraction:
    """The upper end, exactly."""
    return _end(interval._mpi_[1])


def lower(interval: Any) -> Fraction:
    """The lower end, exactly."""
    return _end(interval._mpi_[0])


def _end(raw: Any) -> Fraction:
    from mpmath.libmp import to_rational

    above, below = to_rational(raw)
    return Fraction(int(above), int(below))


def float_up(number: Fraction) -> float:
    """The least float not below a rational; infinity beyond the largest.

    >>> float_up(Fraction(1, 3)) > Fraction(1, 3), float_up(Fraction(1, 2))
    (True, 0.5)
    """
    try:
        near = float(number)
    except OverflowError:
        return math.inf if number > 0 else -1.7976931348623157e308
    return near if Fraction(near) >= number else math.nextafter(near, math.inf)


def float_down(number: Fraction) -> float:
    """The greatest float not above a rational."""
    return -float_up(-number)


def up_to(number: Fraction, units: int) -> Fraction:
    """The least multiple of 1/units not below a rational.

    >>> up_to(Fraction(1, 3), 10), down_to(Fraction(1, 3), 10)
    (Fraction(2, 5), Fraction(3, 10))
    """
    return Fraction(-((-number * units) // 1), units)


def down_to(number: Fraction, units: int) -> Fraction:
    """The greatest multiple of 1/units not above a rational."""
    return Fraction((number * units) // 1, units)


def lowest_point(curve: Callable[[float], float], low: float, high: float) -> float:
    """Where a curve that falls and then rises is lowest, by golden section; only tightness depends on it.

    >>> round(lowest_point(lambda t: (t - 2) ** 2, -60, 60), 6)
    2.0
    """
    golden = (math.sqrt(5) - 1) / 2
    left, right = high - golden * (high - low), low + golden * (high - low)
    at_left, at_right = curve(left), curve(right)
    for _ in range(90):
        if at_left <= at_right:
            high, right, at_right = right, left, at_left
            left = high - golden * (high - low)
            at_left = curve(left)
        else:
            low, left, at_left = left, right, at_right
            right = low + golden * (high - low)
            at_right = curve(right)
    return (low + high) / 2
