"""How far a sum of Laplace noises with known weights strays: the tail itself, not a bound that fits all weights.

`series_ranges` bounds such a sum by its squared weights alone, which is right for one heavy draw and far too wide
for many light ones. Here the tail is computed from the characteristic function, and every error of that is
added to it, so that what comes out still always holds.
"""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Final

import numpy as np
from numpy.typing import NDArray

from epsilog.postprocess.series_ranges import weighted_factor

Reals = NDArray[np.float64]
_ALIAS: Final = 1e-9
_CUT: Final = 1e-9
_CHUNK: Final = 64
_MOST: Final = 2048  # frequencies; a sum that needs more has a heavy draw, and the bound is good for that
_HALVINGS: Final = 40
_WIDER: Final = 1 + 1e-9  # for what floats lose on the way


def laplace_factors(weights: Reals, confidence: Fraction) -> Reals:
    """For every row of weights w how far Σ w_i·Y_i strays, Y continuous Laplace noise of scale one.

    Times the scale, and Σ|w| more, it is a distance that Σ w_i·Z_i of discrete noise stays within that often.

    >>> one = np.array([[1.0, 0.0], [3.0, 0.0]])
    >>> laplace_factors(one, Fraction(95, 100)).round(1).tolist()                # a Laplace's own: ln 20 scales
    [3.0, 9.0]
    >>> many = np.full((1, 50), 50**-0.5)                                        # nearly normal: 1.97·√2 scales
    >>> bool(2.75 < laplace_factors(many, Fraction(95, 100))[0] < 2.85)
    True

    Proof. *From discrete to continuous:* with q = exp(-1/b), P(|Z| >= k) = 2q^k/(1+q) lies between q^k and q^(k-1),
    so Z and a continuous Laplace Y can be drawn together with one sign and |Z - Y| <= 1: their sums differ by at
    most Σ|w_i|, which the caller adds. *Tail:* Y has the characteristic function 1/(1 + b²ω²), and for any δ and
    S = Σ w_i·Y_i, P(S > x) = 1/2 - Σ_{j>=0} sin((j+½)δx)·φ((j+½)δ)/(π(j+½)) up to P(S > 2π/δ - x) (Davies 1973).
    δ is so small that this is below 1e-9 by the bound of `series_ranges`. *The sum cut at J:* with u the largest
    weight, φ(ω) <= φ(ω_J)(1 + ω_J²u²)/(1 + ω²u²) beyond ω_J, so what is left out is at most φ(ω_J)(1 + 1/(uω_J)²).
    Both are added to the tail. Where the second is not small, the bound of `series_ranges` is kept.
    """
    miss = float(1 - confidence)
    lengths = np.sqrt((weights**2).sum(axis=1))
    bound = weighted_factor(miss)
    # In units of the length: then all rows have one spread and share their frequencies.
    shares = weights / np.maximum(lengths, 1e-300)[:, None]
    step = 2 * math.pi / (bound + weighted_factor(_ALIAS))
    heaviest = np.abs(shares).max(axis=1)
    squares = shares**2
    found: list[Reals] = []
    left = np.full(len(weights), np.inf)
    while len(found) * _CHUNK < _MOST and float(left.max(initial=0.0)) > _CUT:
        first = len(found) * _CHUNK
        turns = (np.arange(first, first + _CHUNK) + 0.5) * step
        chunk = np.stack([np.exp(-np.log1p(turn**2 * squares).sum(axis=1)) for turn in turns], axis=1)
        found.append(chunk)
        left = chunk[:, -1] * (1 + 1 / np.maximum(heaviest * turns[-1], 1e-300) ** 2)
    waves = np.concatenate(found, axis=1)
    places = np.arange(waves.shape[1]) + 0.5
    terms = waves / (math.pi * places)
    low, high = np.zeros(len(weights)), np.full(len(weights), bound)
    room = miss / 2 - _ALIAS - left
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        tail = 0.5 - (np.sin(middle[:, None] * (places * step)) * terms).sum(axis=1)
        enough = tail <= room
        low, high = np.where(enough, low, middle), np.where(enough, middle, high)
    best = np.where(left < miss / 100, high, bound)
    return np.asarray(best * lengths * _WIDER)
