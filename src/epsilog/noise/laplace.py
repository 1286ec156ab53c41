"""Geometric and discrete Laplace noise, exact at every scale."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Final

import numpy as np
from numpy.typing import NDArray

from epsilog.core.mechanism import RandomWords
from epsilog.core.number import Number, exact
from epsilog.noise.digits import Digits, digits_of, fits_a_machine_word
from epsilog.noise.randomness import redrawn_after_fork, system
from epsilog.noise.saturation import saturate
from epsilog.noise.size import Size, shape_of

SMALLEST_SCALE: Final = Fraction(1, 10**12)
LARGEST_SCALE: Final = Fraction(10**30)


def discrete_laplace(scale: Number, size: Size, rng: RandomWords = system) -> NDArray[np.int64]:
    """Integers Z with P(Z = k) proportional to exp(-|k| / scale), exactly; scale is any rational in range.

    >>> discrete_laplace("3/2", (2, 3)).shape
    (2, 3)

    Proof: docs/proofs/noise-laplace.md. Z = G1 - G2 for two independent geometric numbers, each drawn as
    independent binary digits. Support is all integers; nothing is truncated and no delta is hidden.

    Numerics: Z beyond ±2^62 is returned as ±2^62; `saturating_add` shows why a sum is not harmed by that. A float
    scale means the decimal it prints. Scales from 1e-12 to 1e30; others are refused.

    Timing: a batch does the same work whatever it draws, up to an undecided word (one in 2^32) and the tail
    beyond the digits (rarer still). Single numbers inside numpy's loops are not otherwise shielded.

    Checked by: tests/statistical/test_laplace.py (chi-square against the exact law, with power twins),
    tests/unit/noise/test_digits.py (ties and tail forced with 8-bit words, exact enumeration).

    References: Marsaglia 1971 (independent binary digits); Dwork et al. 2006, "Our data, ourselves", section 4.
    """
    shape = shape_of(size, rng)
    digits = _digits(scale)
    return redrawn_after_fork(lambda: laplace_draws(digits, math.prod(shape), rng)[0].reshape(shape))


def geometric(scale: Number, size: Size, rng: RandomWords = system) -> NDArray[np.int64]:
    """Integers G >= 0 with P(G >= k) = exp(-k / scale), exactly; beyond 2^62 they are returned as 2^62.

    >>> bool((geometric(10, 1000) >= 0).all())
    True

    Proof, numerics, timing, references: as for `discrete_laplace`, of which this is one half.
    """
    shape = shape_of(size, rng)
    digits = _digits(scale)
    return redrawn_after_fork(lambda: _geometric_draws(digits, math.prod(shape), rng).reshape(shape))


def laplace_draws(digits: Digits, number: int, rng: RandomWords) -> tuple[NDArray[np.int64], dict[int, int]]:
    """Draws held to ±2^62, and the exact value of each that has a part beyond the digits (where a digit count
    fits a machine word, every draw not listed is exact as it stands)."""
    drawn = np.empty(number, dtype=np.int64)
    beyond: dict[int, int] = {}
    step = digits.per_chunk // 2
    for start in range(0, number, step):
        part = drawn[start : start + step]
        size = len(part)
        if not fits_a_machine_word(digits):
            wide = digits.draw_unbounded(2 * size, rng)
            differences = [wide[at] - wide[size + at] for at in range(size)]
            part[:] = [saturate(z) for z in differences]
            beyond.update((start + at, z) for at, z in enumerate(differences))
            continue
        low, high = digits.draw(2 * size, rng)
        np.subtract(low[:size], low[size:], out=part, dtype=np.int64, casting="unsafe")
        for at in {index % size for index in high}:
            plus = int(low[at]) + (high.get(at, 0) << digits.count)
            minus = int(low[size + at]) + (high.get(size + at, 0) << digits.count)
            beyond[start + at] = plus - minus
            part[at] = saturate(plus - minus)
    return drawn, beyond


def _geometric_draws(digits: Digits, number: int, rng: RandomWords) -> NDArray[np.int64]:
    drawn = np.empty(number, dtype=np.int64)
    for start in range(0, number, digits.per_chunk):
        part = drawn[start : start + digits.per_chunk]
        if not fits_a_machine_word(digits):
            part[:] = [saturate(g) for g in digits.draw_unbounded(len(part), rng)]
            continue
        low, high = digits.draw(len(part), rng)
        part[:] = low.astype(np.int64)
        for at, above in high.items():
            part[at] = saturate(int(low[at]) + (above << digits.count))
    return drawn


def _digits(scale: Number) -> Digits:
    return digits_of(exact(scale, "scale", at_least=SMALLEST_SCALE, at_most=LARGEST_SCALE))
