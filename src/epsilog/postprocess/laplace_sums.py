"""Margins of sums of whole Laplace noises by their own law, for many rows of weights at once.

`laplace_ranges` gives a grain away for each noise. Here what whole numbers cost is paid once for a sum, not once
for each of its noises; and rows are told as sizes and how many noises have each, so that there may be very many.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

import numpy as np
from numpy.typing import NDArray

from epsilog.postprocess.laplace_ranges import Reals, laplace_factors
from epsilog.postprocess.series_ranges import weighted_factor

Counts = NDArray[np.int64]
_ALIAS: Final = 1e-9
_CUT: Final = 1000  # of what may be missed, the part that may be left out of the sum over frequencies
_CHUNK: Final = 64
_MOST: Final = 4096  # frequencies; where that is not enough the bound of `series_ranges` stays
_HALVINGS: Final = 40
_WIDER: Final = 1 + 1e-9  # for what floats lose on the way
_ALIKE: Final = 0.5  # rows are looked at together while their lengths differ by less than this
# For scales up to so much, the part of the misses that is given away for whole numbers: much where a grain is much.
_PARTS: Final = ((2, Fraction(1, 20)), (50, Fraction(1, 100)))
_LEAST_PART: Final = Fraction(1, 10_000)


@dataclass(frozen=True, eq=False)
class Reached:
    """How far sums stray, whatever the scale of their noise: `margins` says it for one.

    factors   for continuous noise of scale one
    more      for whole numbers, in grains
    """

    factors: Reals
    more: Reals

    def margins(self, scale: Fraction) -> Reals:
        """For every row a distance that |Σ w_i·Z_i| stays within as often as asked, Z discrete Laplace.

        >>> rows = np.array([[1], [2], [50]])
        >>> one = reach_of_rows(np.array([1.0]), rows, Fraction(95, 100), part_for(Fraction(100)))
        >>> one.margins(Fraction(100)).round().tolist()      # one noise: ln 20 scales; two; fifty
        [300.0, 412.0, 1973.0]

        Proof. Let U be even on (-½, ½) and q = exp(-1/b). Beyond y, |Z + U| lies with probability
        q^k (1 - 2 tanh(1/2b)(y - k)), k the whole number next to y. A continuous Laplace Y of scale
        B = 1/(2 tanh(1/2b)) >= b lies there with exp(-k/B) exp(-(y-k)/B), which is at least
        q^k (1 - (y-k)/B): the same. Both densities are even and fall away from zero, so Σ w_i (Z_i + U_i) strays
        no further than Σ w_i Y_i (Birnbaum 1948). V = Σ w_i U_i does not depend on the Z_i, so
        P(S > x) P(V >= -v) <= P(S + V > x - v), and P(V < -v) <= exp(-6v²/Σw²), as E exp(tU) <= exp(t²/24);
        it is 0 from v = Σ|w|/2 on. `more` is such a v at which it is at most the part given away.
        """
        rate = 1 / float(scale)
        return np.asarray((self.factors / (2 * math.tanh(rate / 2)) + self.more) * _WIDER)


def part_for(scale: Fraction) -> Fraction:
    """The part of the misses that is given away; any would do, and this one is good at this scale."""
    return next((part for most, part in _PARTS if scale <= most), _LEAST_PART)


def reach_of_rows(sizes: Reals, counts: Counts, confidence: Fraction, part: Fraction) -> Reached:
    """Of rows told as sizes and how many noises have each."""
    factors = sum_factors(sizes, counts, 1 - (1 - confidence) * (1 - part))
    return Reached(factors, _more(counts @ sizes**2, counts @ sizes, part))


def reached_by_rows(weights: Reals, confidence: Fraction, part: Fraction) -> Reached:
    """The same of rows of weights."""
    factors = laplace_factors(weights, 1 - (1 - confidence) * (1 - part))
    return Reached(factors, _more((weights**2).sum(axis=1), np.abs(weights).sum(axis=1), part))


def _more(squares: Reals, totals: Reals, part: Fraction) -> Reals:
    return np.asarray(np.minimum(np.sqrt(squares * (-math.log(part) / 6)), totals / 2))


def sum_factors(sizes: Reals, counts: Counts, confidence: Fraction) -> Reals:
    """For every row a distance that a sum of continuous Laplace numbers of scale one stays within that often.

    Proof: that of `laplace_factors`, with frequencies that several rows share. A step that is small enough for the
    longest row of a group is small enough for the others.
    """
    miss, lengths = float(1 - confidence), np.sqrt(counts @ sizes**2)
    best = np.zeros(len(counts))
    order = np.argsort(-lengths, kind="stable")
    order = order[lengths[order] > 0]
    while len(order):
        near = lengths[order] > _ALIKE * lengths[order[0]]
        group, order = order[near], order[~near]
        best[group] = _group(sizes, counts[group].astype(np.float64), lengths[group], miss)
    return best


def _group(sizes: Reals, counts: Reals, lengths: Reals, miss: float) -> Reals:
    bound = weighted_factor(miss)
    step = 2 * math.pi / ((bound + weighted_factor(_ALIAS)) * float(lengths.max()))
    heaviest = np.where(counts > 0, sizes, 0.0).max(axis=1)
    found: list[Reals] = []
    left = np.full(len(counts), np.inf)
    while len(found) * _CHUNK < _MOST and float(left.max()) > miss / _CUT:
        first = len(found) * _CHUNK
        turns = (np.arange(first, first + _CHUNK) + 0.5) * step
        found.append(np.exp(-(np.log1p((turns[:, None] * sizes) ** 2) @ counts.T)))
        left = found[-1][-1] * (1 + 1 / (heaviest * turns[-1]) ** 2)
    waves = np.concatenate(found)
    places = np.arange(len(waves)) + 0.5
    terms = waves / (math.pi * places)[:, None]
    low, high = np.zeros(len(counts)), bound * lengths
    room = miss / 2 - _ALIAS - left
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        tail = 0.5 - (np.sin((places * step)[:, None] * middle) * terms).sum(axis=0)
        enough = tail <= room
        low, high = np.where(enough, low, middle), np.where(enough, middle, high)
    return np.asarray(np.where(left < miss / 100, high, bound * lengths) * _WIDER)
