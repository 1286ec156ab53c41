"""Discrete Laplace noise on a table of integers: pure differential privacy."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from epsilog.core import charge
from epsilog.core.bounded import Bounded, Noisy, Sensitivity
from epsilog.core.law import DiscreteLaplace, Noise
from epsilog.core.mechanism import RandomWords
from epsilog.core.number import exact
from epsilog.mechanisms.tables.cover import refuse_unless_covered, to_noisy
from epsilog.noise import discrete_laplace, saturating_add
from epsilog.noise.laplace import LARGEST_SCALE, SMALLEST_SCALE


@dataclass(frozen=True)
class Laplace:
    """Every cell of the table moves by an independent whole number of grains, mostly small, never bounded.

    >>> from fractions import Fraction
    >>> import numpy as np
    >>> from epsilog.core.bounded import Bounded, Sensitivity
    >>> from epsilog.testing import seeded
    >>> visits = Bounded(("North", "South"), np.array([120, 80]), Fraction(1), Sensitivity.of_cells(1))
    >>> one_visit = Laplace(scale=Fraction(2), covers=Sensitivity.of_cells(1))
    >>> one_visit.charge.pure() / 1e12                       # epsilon
    0.5
    >>> noisy = one_visit(visits, seeded(1))
    >>> noisy.reproducible                                   # a seed protects nobody, and the answer says so
    True

    Neighbours: whatever relation `exact.sensitivity` was proved for; it is carried, not chosen, here.
    Sensitivity: `covers`, in grains; a table that may move further is refused before anything is drawn.
    Proof: P(y|x)/P(y|x') = exp((|y-x'|₁ - |y-x|₁)/scale) <= exp(l1/scale), cell by cell by the triangle inequality;
        the saturating sum and the change to floats come after the noise. docs/proofs/charges.md has the zCDP price.
    Charge: `charge`, which holds the scale and both norms and takes the smaller valid price.
    Numerics: integers throughout; exact draws (docs/proofs/noise-laplace.md); floats are born after the noise.
    Checked by: tests/unit/mechanisms, tests/audit, and the mutants on noise and charges.
    References: Dwork, McSherry, Nissim, Smith 2006; Ghosh, Roughgarden, Sundararajan 2009 (the discrete law).
    """

    scale: Fraction
    covers: Sensitivity
    grain: Fraction = Fraction(1)

    def __post_init__(self) -> None:
        object.__setattr__(
            self, "scale", exact(self.scale, "scale", at_least=SMALLEST_SCALE, at_most=LARGEST_SCALE)
        )
        object.__setattr__(self, "grain", exact(self.grain, "grain", above=0))

    @property
    def charge(self) -> charge.Laplace:
        """What one call costs."""
        return charge.Laplace(self.scale, self.covers.l1, self.covers.l2_squared)

    @property
    def noise(self) -> Noise:
        """The law of the noise in each cell."""
        return Noise(DiscreteLaplace(self.scale), self.grain)

    def grains(self, exact: Bounded, rng: RandomWords) -> NDArray[np.int64]:
        """Draw once, in whole grains: what a release stores. All after this line is post-processing."""
        refuse_unless_covered(self, exact)
        return saturating_add(exact.values, discrete_laplace(self.scale, len(exact.keys), rng))

    def __call__(self, exact: Bounded, rng: RandomWords) -> Noisy:
        """Draw once, in the data's own units."""
        return to_noisy(exact, self.grains(exact, rng), self.noise, rng)
