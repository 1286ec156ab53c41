"""Which currency suits how many releases: advice when an account is opened. Never a price.

Both currencies keep the same promise (docs/proofs/turning.md). What differs is what k equal releases about the same
people get from it: Laplace noise of scale k/epsilon in pure epsilon, Gaussian noise of variance k/(2 rho) in rho. A
few releases are sharper in the first, many in the second, for one grows like k and the other like its root.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from epsilog.accounting.allowance import Allowance
from epsilog.core.law import DiscreteGaussian, DiscreteLaplace, Noise
from epsilog.core.number import whole
from epsilog.core.price import RHO_UNITS

_SURE: Final = Fraction(19, 20)
_ROUNDING: Final = 3  # whole numbers around the crossover of the continuous laws


@dataclass(frozen=True)
class Suits:
    """How far one count is off, 95 times in 100, if an account is divided over equal releases; and up to how many
    of them pure epsilon is the sharper currency.

    >>> suits(Allowance.approximate(1, 1e-6), 1)
    Suits(releases=1, pure=3.0, rho=9.0, crossover=8)
    """

    releases: int
    pure: float
    rho: float
    crossover: int

    @property
    def better(self) -> str:
        """The currency with the smaller error; rho where they are equal, because it also pays for more."""
        return "pure" if self.pure < self.rho else "rho"


def suits(allowance: Allowance, releases: int) -> Suits:
    """Both currencies beside each other, for a promise that can be counted in either."""
    count = whole(releases, "releases", at_least=1, at_most=10**6)
    rho = Fraction(allowance.turned("zcdp").cap, RHO_UNITS)
    near = int((1.959964 / math.log(20)) ** 2 * float(allowance.epsilon**2 / (2 * rho)))
    tried = range(max(1, near - _ROUNDING), near + _ROUNDING + 1)
    better = [one for one in tried if _pure(allowance, one) < _rho(rho, one)]
    return Suits(count, _pure(allowance, count), _rho(rho, count), max(better, default=0))


def _pure(allowance: Allowance, releases: int) -> float:
    return Noise(DiscreteLaplace(releases / allowance.epsilon), Fraction(1)).margin(_SURE)


def _rho(rho: Fraction, releases: int) -> float:
    return Noise(DiscreteGaussian(releases / (2 * rho)), Fraction(1)).margin(_SURE)


__all__ = ["Suits", "suits"]
