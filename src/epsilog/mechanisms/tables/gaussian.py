"""Discrete Gaussian noise on a table of integers: the gentler law when one unit touches many cells."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from epsilog.core import charge
from epsilog.core.bounded import Bounded, Noisy, Sensitivity
from epsilog.core.law import DiscreteGaussian, Noise
from epsilog.core.mechanism import RandomWords
from epsilog.core.number import exact
from epsilog.mechanisms.tables.cover import refuse_unless_covered, to_noisy
from epsilog.noise import discrete_gaussian, saturating_add
from epsilog.noise.gaussian import LARGEST_SIGMA_SQUARED, SMALLEST_SIGMA_SQUARED


@dataclass(frozen=True)
class Gaussian:
    """Every cell of the table moves by an independent whole number of grains with thin tails.

    >>> from fractions import Fraction
    >>> from epsilog.core.bounded import Sensitivity
    >>> many_cells = Gaussian(sigma_squared=Fraction(100), covers=Sensitivity.of_cells(4))
    >>> many_cells.charge.price().rho / 1e12
    0.02
    >>> many_cells.noise.margin(0.95)
    20.0

    Neighbours: whatever relation `exact.sensitivity` was proved for; it is carried, not chosen, here.
    Sensitivity: `covers`, in grains; a table that may move further is refused before anything is drawn.
    Proof: the Rényi divergence between discrete Gaussians shifted by an integer d is at most alpha d²/(2 sigma²)
        (docs/proofs/charges.md); cells are independent, so the squares add up to l2_squared.
    Charge: `charge`. It is zCDP and never "Gaussian DP": on the lattice the mu-curve does not hold.
    Numerics: integers throughout; exact draws (docs/proofs/noise-gaussian.md); floats are born after the noise.
    Checked by: tests/unit/mechanisms, tests/audit, and the mutants on noise and charges.
    References: Canonne, Kamath, Steinke 2020.
    """

    sigma_squared: Fraction
    covers: Sensitivity
    grain: Fraction = Fraction(1)

    def __post_init__(self) -> None:
        variance = exact(
            self.sigma_squared, "sigma_squared", at_least=SMALLEST_SIGMA_SQUARED, at_most=LARGEST_SIGMA_SQUARED
        )
        object.__setattr__(self, "sigma_squared", variance)
        object.__setattr__(self, "grain", exact(self.grain, "grain", above=0))

    @property
    def charge(self) -> charge.Gaussian:
        """What one call costs."""
        return charge.Gaussian(self.sigma_squared, self.covers.l2_squared)

    @property
    def noise(self) -> Noise:
        """The law of the noise in each cell."""
        return Noise(DiscreteGaussian(self.sigma_squared), self.grain)

    def grains(self, exact: Bounded, rng: RandomWords) -> NDArray[np.int64]:
        """Draw once, in whole grains: what a release stores. All after this line is post-processing."""
        refuse_unless_covered(self, exact)
        return saturating_add(exact.values, discrete_gaussian(self.sigma_squared, len(exact.keys), rng))

    def __call__(self, exact: Bounded, rng: RandomWords) -> Noisy:
        """Draw once, in the data's own units."""
        return to_noisy(exact, self.grains(exact, rng), self.noise, rng)
