"""What an inference answers with, and how it reads what it is given."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Final

import numpy as np
from numpy.typing import ArrayLike, NDArray

from epsilog.core.law import DiscreteGaussian, DiscreteLaplace, Law
from epsilog.core.number import exact
from epsilog.core.unit import Neighbours
from epsilog.errors import PrivacyError, SpecError

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]
Truths = NDArray[np.bool_]
MOST: Final = 2**61  # noisy answers saturate here
FURTHEST: Final = 2**40  # ten thousand deviations of the most noise that statistics are told under


@dataclass(frozen=True, eq=False)
class Estimates:
    """Numbers about a population, each with the interval that holds it as often as stated.

    `at_bound` marks answers that noise carried so far that no possible value of the parameter explains them at this
    confidence. Their interval is a single end of what is possible, and that is a convention, not knowledge: say "at
    the bound" and show a credible interval instead.
    """

    value: Floats
    low: Floats
    high: Floats
    at_bound: Truths
    confidence: Fraction

    def __len__(self) -> int:
        return len(self.value)

    @property
    def width(self) -> Floats:
        """How wide each interval is."""
        return self.high - self.low


def whole_numbers(values: ArrayLike, field: str, *, at_least: int = -MOST, at_most: int = MOST) -> Integers:
    """Whole numbers as a vector, whatever kind of list they came in.

    >>> whole_numbers([3, 4], "cells"), whole_numbers(5.0, "cells")
    (array([3, 4]), array([5]))
    >>> whole_numbers([1.5], "cells")
    Traceback (most recent call last):
        ...
    epsilog.errors.SpecError: cells: must be whole numbers
    """
    found = np.asarray(values)
    if found.dtype.kind not in "iuf" or found.ndim > 1:
        raise SpecError("must be whole numbers, one or a list of them", where=field)
    found = np.atleast_1d(found)
    if found.dtype.kind == "f" and not (np.isfinite(found).all() and (found == np.rint(found)).all()):
        raise SpecError("must be whole numbers", where=field)
    if found.size and (found.min() < at_least or found.max() > at_most):
        raise SpecError(f"must lie between {at_least} and {at_most}", where=field)
    return found.astype(np.int64)


def finite_numbers(values: ArrayLike, field: str, *, above: float | None = None) -> Floats:
    """Finite numbers as a vector.

    >>> finite_numbers([1, 2.5], "person-years", above=0)
    array([1. , 2.5])
    """
    found = np.asarray(values)
    if found.dtype.kind not in "iuf" or found.ndim > 1:
        raise SpecError("must be numbers, one or a list of them", where=field)
    found = np.atleast_1d(found).astype(np.float64)
    if not np.isfinite(found).all():
        raise SpecError("must be finite numbers", where=field)
    if above is not None and found.size and found.min() <= above:
        raise SpecError(f"must be above {above:g}", where=field)
    return found


def together(*vectors: NDArray[np.generic], fields: str) -> None:
    """Refuse vectors of different lengths."""
    if len({len(vector) for vector in vectors}) != 1:
        raise SpecError(f"{fields} must have the same length", where=fields.split(",")[0].split(" and ")[0])


def sure(confidence: object) -> Fraction:
    """A confidence strictly between 0 and 1, and short of what float64 can tell from certainty.

    >>> sure(0.95)
    Fraction(19, 20)
    """
    return exact(confidence, "confidence", above=0, at_most=Fraction(10**9 - 1, 10**9))


def known_law(law: Law) -> Law:
    """One of the two laws whose tails are known exactly."""
    if not isinstance(law, DiscreteLaplace | DiscreteGaussian):
        raise SpecError(
            "inference needs the law of the noise",
            where="law",
            hint="DiscreteLaplace(scale) or DiscreteGaussian(sigma_squared)",
        )
    return law


def within_reason(values: Integers) -> Integers:
    """Noisy counts moved to what sampling can be computed for; noise that is allowed carries none beyond it."""
    return np.clip(values, -FURTHEST, FURTHEST)


# An exact public total, which only replace neighbours allow.


MOST_PEOPLE = 10**8  # beyond, the logarithms of binomial coefficients lose the digits we promise


@dataclass(frozen=True, eq=False)
class PublicTotal:
    """How many units there are, known to everybody.

    If one unit may come or go, an exact total gives it away: only where neighbours replace one another (and the
    noise was calibrated for that) may a total be public.

    >>> PublicTotal(5000, "replace").n
    array([5000])
    >>> PublicTotal(5000, "add-remove")
    Traceback (most recent call last):
        ...
    epsilog.errors.PrivacyError: public.n: an exact total shows who joins or leaves (hint: protect with \
neighbours: replace, or give both noisy cells and leave n unknown)
    """

    n: Integers

    def __init__(self, n: ArrayLike, neighbours: Neighbours) -> None:
        if neighbours not in ("add-remove", "replace"):
            raise SpecError(f"unknown relation {neighbours!r}", where="protect.neighbours")
        if neighbours != "replace":
            raise PrivacyError(
                "an exact total shows who joins or leaves",
                where="public.n",
                hint="protect with neighbours: replace, or give both noisy cells and leave n unknown",
            )
        object.__setattr__(self, "n", whole_numbers(n, "public.n", at_least=0, at_most=MOST_PEOPLE))
