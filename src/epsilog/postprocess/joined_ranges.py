"""How far a number strays that is put together from several releases, each with noise of its own.

A running total that goes on over two horizons is the last value of the first plus a value of the second. Its noise
is a sum of independent draws of two laws, with public weights; a range needs the tail of that sum.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Final

import numpy as np

from epsilog.core.law import DiscreteGaussian, DiscreteLaplace
from epsilog.postprocess.series_ranges import rounded_up
from epsilog.postprocess.sums import margin_of_sum

_WIDER: Final = 1 + 1e-9  # for what floats lose on the way
_LEAST: Final = 1e-300
_ALIKE: Final = 1e-12


@dataclass(frozen=True)
class Strand:
    """The noise one release brings into a number: Σ b_i·Z_i with draws Z of one law.

    gain     Σb², in squared units of the data
    draws    how many draws there are at most
    count    how many of them are in it, where all have the same weight; None otherwise
    """

    law: DiscreteGaussian | DiscreteLaplace
    gain: float
    draws: int
    count: int | None = None

    def times(self, factor: float) -> Strand:
        """The same noise in a number that keeps so much of this one."""
        return replace(self, gain=self.gain * factor * factor)


@dataclass(frozen=True)
class Strands:
    """The same for every tick of a series, and how its values were rounded.

    gains    Σb² of each tick, in squared grains
    counts   how many draws are in each, where all have the same weight; None otherwise
    step     what its values are whole multiples of
    """

    law: DiscreteGaussian | DiscreteLaplace
    gains: tuple[float, ...]
    counts: tuple[int, ...] | None
    grain: Fraction
    step: Fraction

    def at(self, number: int) -> Strand:
        """The noise of tick 1, 2, 3, …"""
        square, count = float(self.grain) ** 2, None if self.counts is None else self.counts[number - 1]
        return Strand(self.law, self.gains[number - 1] * square, 2 * len(self.gains), count)

    @property
    def rounding(self) -> float:
        """How far a value was rounded: to steps, or not at all where it is a sum of whole draws."""
        return 0.0 if self.counts is not None else float(self.step)


def joined_margin(strands: Sequence[Strand], confidence: Fraction) -> float:
    """A distance, in units of the data, that the sum of all strands stays within at least that often.

    >>> from epsilog.core.law import DiscreteGaussian
    >>> one = Strand(DiscreteGaussian(Fraction(100) ** 2), 4.0, 1000)
    >>> round(joined_margin([one], Fraction(95, 100)), 1), round(joined_margin([one, one], Fraction(95, 100)), 1)
    (398.0, 562.8)

    Proof. Strands are independent: each release draws its own noise. *One law, one weight w:* the sum is w times a
    sum of as many draws (`margin_of_sum`; more draws stray further). *Gaussian:* as in `weighted_margin`, draw by
    draw: with a normal of variance τ² added to each, the density of the draw of strand j is at most 1 + e_j
    times the normal one of variance σ_j² + τ², e_j = 2 Σ_k exp(-2π²v_j k²), v_j = σ_j²τ²/(σ_j²+τ²). So the sum S
    and the added T obey P(S > x) P(T >= -zτs) <= Π(1+e_j)^draws_j · Q((x - zτs)/√Σ g_j(σ_j²+τ²)), s² = Σ g_j.
    *Any laws:* Chernoff's bound. E exp(tS) is a product over strands: at most exp(t²σ²g/2) for a Gaussian one, and
    (1 - t²b²g/c)^-c for a Laplace one of c equal weights, or c = 1 for any weights (`weighted_margin`). Each of
    these holds, and the least of them is chosen by public numbers alone.
    """
    known = [replace(strand, gain=max(strand.gain, _LEAST)) for strand in strands]
    found = [_chernoff(known, confidence)]
    if all(isinstance(strand.law, DiscreteGaussian) for strand in known):
        found.append(_normal(known, confidence))
    weights = [math.sqrt(strand.gain / strand.count) for strand in known if strand.count is not None]
    if len(weights) == len(known) and len({strand.law for strand in known}) == 1:
        heaviest = max(weights)
        if heaviest - min(weights) <= _ALIKE * heaviest:
            count = rounded_up(sum(strand.count or 0 for strand in known))
            found.append(heaviest * margin_of_sum(known[0].law, count, confidence))
    return min(found) * _WIDER


def _normal(strands: Sequence[Strand], confidence: Fraction) -> float:
    from scipy.special import log_ndtr, ndtri_exp

    miss, added = float(1 - confidence), sum(strand.gain for strand in strands)
    found = math.inf
    for tau2 in (0.5, 1.0, 2.0, 4.0):
        more, square = 0.0, 0.0
        for strand in strands:
            assert isinstance(strand.law, DiscreteGaussian)
            sigma2 = float(strand.law.sigma_squared)
            small = math.exp(-2 * math.pi**2 * sigma2 * tau2 / (sigma2 + tau2))
            more += strand.draws * math.log1p(2 * small / (1 - small))
            square += strand.gain * (sigma2 + tau2)
        for z in (2.0, 3.0, 4.0, 5.0, 6.0):
            left = math.log(miss / 2) - more + float(log_ndtr(z))
            found = min(found, math.sqrt(square) * -float(ndtri_exp(left)) + z * math.sqrt(tau2 * added))
    return found


def _chernoff(strands: Sequence[Strand], confidence: Fraction) -> float:
    """The least of the bounds that tilts of a grid give; each of them holds."""
    normal, heavy = 0.0, []
    for strand in strands:
        if isinstance(strand.law, DiscreteGaussian):
            normal += float(strand.law.sigma_squared) * strand.gain
        else:
            count = strand.count or 1
            heavy.append((float(strand.law.scale) ** 2 * strand.gain / count, count))
    wanted = math.log(2 / float(1 - confidence))
    if not heavy:
        return math.sqrt(2 * wanted * normal)
    ends = 1 / math.sqrt(max(square for square, _ in heavy))
    shares = np.concatenate((np.geomspace(1e-6, 1e-3, 500), np.linspace(1e-3, 1, 8_000, endpoint=False)))
    tilt = ends * shares
    logs = tilt**2 * normal / 2
    for square, count in heavy:
        logs = logs - count * np.log1p(-(tilt**2) * square)
    return float(np.min((wanted + logs) / tilt))
