"""Candidates with private scores, as non-negative exponents: how far each lies below the best."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate
from typing import Any, Final, NoReturn

import numpy as np
from numpy.typing import NDArray

from epsilog.core.number import Number, exact
from epsilog.core.price import exp_minus
from epsilog.errors import PrivacyError, SpecError

Scores = Sequence[Number] | NDArray[np.integer[Any]] | NDArray[np.floating[Any]]

_STEEPEST: Final = Fraction(2**60)


@dataclass(frozen=True, repr=False, eq=False)
class Candidates:
    """Candidate i has weight exp(-gamma_of(i)), the best has weight 1. Private: shows no values, is not pickled."""

    offsets: NDArray[np.uint64] | NDArray[np.object_]  # best score minus score, exact: machine words or Fractions
    rate: Fraction

    def __len__(self) -> int:
        return len(self.offsets)

    def __repr__(self) -> str:
        return f"Candidates({len(self)} private scores)"

    def __reduce__(self) -> NoReturn:
        raise PrivacyError("private scores are not pickled")

    def gamma_of(self, index: int) -> Fraction:
        """The exact exponent."""
        offset = self.offsets[index]
        return self.rate * (offset if isinstance(offset, Fraction) else int(offset))

    def gammas(self) -> NDArray[np.float64]:
        """The exponents as floats g with |exp(-g) - exp(-gamma)| < 2^-50, and |g - gamma| < 2^-45 if gamma <= 46.

        Proof. Up to 2^60 each float is within 2^-51 of its exponent, relatively (a conversion, a rounded rate, a
        product); since x · exp(-x) < 1/2, the exponentials differ by less than 2^-51 (and a rate too small for a
        float moves an exponent by less than 2^-900). A rate or an exponent held to 2^60 leaves both exponentials
        below 2^-64.
        """
        if self.offsets.dtype == np.uint64:
            return self.offsets.astype(np.float64) * float(min(self.rate, _STEEPEST))
        return np.array([float(min(self.rate * offset, _STEEPEST)) for offset in self.offsets], dtype=np.float64)

    def sums(self, bits: int) -> tuple[list[int], list[int]]:
        """Brackets of 2^bits times the sum of the weights up to each index."""
        values, which = np.unique(self.offsets, return_inverse=True)
        ends = [exp_minus(self.rate * value, bits) for value in values.tolist()]
        places = which.tolist()
        low = accumulate(ends[place][0] for place in places)
        high = accumulate(ends[place][1] for place in places)
        return list(low), list(high)


def candidates(scores: Scores, rate: Number) -> Candidates:
    """Read scores without ever quoting one.

    Arrays of machine integers stay arrays. Anything else is read number by number, so that a float means the
    decimal it prints.
    """
    steepness = exact(rate, "rate", at_least=0)
    if isinstance(scores, np.ndarray):
        if scores.ndim != 1 or scores.dtype.kind not in "iuf":
            raise SpecError("scores are one list of numbers", where="scores")
        if scores.dtype.kind in "iu" and len(scores):
            # In 64-bit arithmetic that wraps, a difference of two 64-bit integers still comes out exactly.
            wrapped = scores.astype(np.uint64)
            return Candidates(scores.max().astype(np.uint64) - wrapped, steepness)
        scores = scores.tolist()
    if isinstance(scores, str | bytes) or not isinstance(scores, Sequence):
        raise SpecError("scores are one list of numbers", where="scores")
    if not len(scores):
        raise SpecError("there is nothing to choose from", where="scores", hint="give at least one candidate")
    read = [_read(score) for score in scores]
    best = max(read)
    offsets = np.empty(len(read), dtype=np.object_)
    offsets[:] = [best - score for score in read]
    return Candidates(offsets, steepness)


def _read(score: object) -> Fraction:
    """A score as a rational. A refusal would be visible, so every int, Fraction and finite float is read."""
    if type(score) is int or type(score) is Fraction:
        return Fraction(score)
    if isinstance(score, float) and math.isfinite(score):
        return Fraction(float.__repr__(score))
    try:
        return exact(score, "scores")
    except SpecError:
        # The reader's own message would quote the score, and scores are private.
        raise SpecError("every score must be a finite number", where="scores") from None
