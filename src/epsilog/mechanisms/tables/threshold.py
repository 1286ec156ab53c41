"""Unknown keys: a key found in the data is published only if its noisy number of units reaches a threshold."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Final

import numpy as np
from numpy.typing import NDArray

from epsilog.accounting.rare import UnitLaw, at_least, least_above
from epsilog.core import charge
from epsilog.core.charge import DELTA_UNITS
from epsilog.core.law import DiscreteGaussian, DiscreteLaplace
from epsilog.core.mechanism import RandomWords
from epsilog.core.number import Number, ceiling, exact, whole
from epsilog.core.unknown import Seen
from epsilog.errors import SensitivityExceeded, SpecError
from epsilog.noise import discrete_gaussian, discrete_laplace, saturating_add
from epsilog.noise.gaussian import LARGEST_SIGMA_SQUARED, SMALLEST_SIGMA_SQUARED
from epsilog.noise.laplace import LARGEST_SCALE, SMALLEST_SCALE

HIGHEST: Final = 2**60


def read_law(law: object) -> UnitLaw:
    """The law, if its rare draws can be bounded here and drawn by our samplers."""
    if isinstance(law, DiscreteLaplace):
        exact(law.scale, "scale", at_least=SMALLEST_SCALE, at_most=LARGEST_SCALE)
        return law
    if isinstance(law, DiscreteGaussian):
        exact(law.sigma_squared, "sigma_squared", at_least=SMALLEST_SIGMA_SQUARED, at_most=LARGEST_SIGMA_SQUARED)
        return law
    raise SpecError(
        "a threshold needs discrete Laplace or discrete Gaussian noise", where="law", hint="DiscreteLaplace(2)"
    )


@dataclass(frozen=True, eq=False)
class Found:
    """Keys that reached the threshold, sorted by their text, with their noisy counts. Public.

    Every count is `threshold` or more, so "value plus or minus margin" does not hold as often as it says, near the
    threshold never: counts are for choosing among keys, not for a table. A key that is missing may still be in the
    data.
    """

    keys: tuple[str, ...]
    counts: NDArray[np.int64]
    law: UnitLaw
    threshold: int
    reproducible: bool


@dataclass(frozen=True)
class Threshold:
    """Rare keys stay hidden, common ones come out with a noisy count of the units that have them.

    >>> from epsilog.testing import seeded
    >>> diagnoses = Seen(("flu", "cold", "plague"), np.array([210, 96, 1]), cells=2)
    >>> common = Threshold.for_delta(DiscreteLaplace(Fraction(2)), cells=2, delta="1e-6")
    >>> common.threshold
    30
    >>> common(diagnoses, seeded(1)).keys
    ('cold', 'flu')
    >>> common.charge.price().delta / 1e18
    6.27871817471e-07

    Neighbours: add/remove, one unit in at most `cells` keys. Under replace the two units together touch at most
        `cells` keys, so twice as many must be said.
    Sensitivity: `cells`, each key by at most one; a `Seen` that says more is refused before anything is drawn.
    Proof: docs/proofs/threshold.md. A key only one unit has shows with probability p = P(Z >= threshold - 1), and
        cannot show in the neighbour: delta = cells · p. Given that none shows, only counts of common keys differ.
    Charge: `charge`, that of the noise on `cells` cells plus (0, delta).
    Numerics: integers throughout; exact draws; delta is a certified upper bound in units of 1e-18. How long a draw
        takes depends on how many keys there are, which is private.
    Checked by: tests/property/test_choosing_threshold.py (every pair of small tables, exact curve),
        tests/unit/mechanisms/test_threshold.py, tests/statistical/test_tables_threshold.py,
        tests/audit/test_choosing.py, tests/mutants_tables.py.
    References: Korolova, Kenthapadi, Mishra, Ntoulas 2009; Wilson and others 2020.
    """

    law: UnitLaw
    cells: int
    threshold: int

    def __post_init__(self) -> None:
        read_law(self.law)
        object.__setattr__(self, "cells", whole(self.cells, "cells", at_least=1, at_most=10**9))
        object.__setattr__(self, "threshold", whole(self.threshold, "threshold", at_least=2, at_most=HIGHEST))
        if self.delta >= 1:
            raise SpecError(
                "one unit alone would be seen almost surely",
                where="threshold",
                hint="a higher threshold, or Threshold.for_delta",
            )

    @classmethod
    def for_delta(cls, law: UnitLaw, cells: int, delta: Number) -> Threshold:
        """The lowest threshold whose delta is no more than this."""
        allowed = exact(delta, "delta", at_least=Fraction(1, DELTA_UNITS), below=1)
        keys = whole(cells, "cells", at_least=1, at_most=10**9)
        # What is charged is rounded up to whole units, so what may be charged is rounded down to them first.
        chance = Fraction(allowed * DELTA_UNITS // 1, DELTA_UNITS) / keys
        return cls(law, keys, 1 + least_above(read_law(law), chance))

    @property
    def delta(self) -> Fraction:
        """An upper bound of the probability that a key of one unit alone shows, for any of its keys."""
        return Fraction(ceiling(self.cells * at_least(self.law, self.threshold - 1) * DELTA_UNITS), DELTA_UNITS)

    @property
    def charge(self) -> charge.Charge:
        """What one call costs."""
        hidden = charge.Approx(Fraction(0), self.delta)
        if isinstance(self.law, DiscreteLaplace):
            return charge.Laplace(self.law.scale, self.cells, self.cells) + hidden
        return charge.Gaussian(self.law.sigma_squared, self.cells) + hidden

    def __call__(self, seen: Seen, rng: RandomWords) -> Found:
        """Draw once."""
        if seen.cells > self.cells:
            raise SensitivityExceeded(
                f"one unit may be in {seen.cells} keys, the threshold covers {self.cells}",
                hint="lower the bound on a unit's keys, or calibrate for more",
            )
        present = list(seen.present())
        counts = np.array([count for _, count in present], dtype=np.int64)
        if isinstance(self.law, DiscreteLaplace):
            noise = discrete_laplace(self.law.scale, len(present), rng)
        else:
            noise = discrete_gaussian(self.law.sigma_squared, len(present), rng)
        noisy = saturating_add(counts, noise)
        shown = noisy >= self.threshold
        keys = tuple(key for (key, _), is_shown in zip(present, shown.tolist(), strict=True) if is_shown)
        return Found(keys, noisy[shown], self.law, self.threshold, rng.reproducible)
