"""How many coefficients of a transform to keep, chosen by the data and paid for; then the transform itself."""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

import numpy as np

from epsilog.core import charge
from epsilog.core.law import DiscreteGaussian, DiscreteLaplace, limit_to_60_bits
from epsilog.core.mechanism import RandomWords
from epsilog.core.number import exact, whole
from epsilog.core.participation import Participation, rounded_root
from epsilog.core.series_method import Basis
from epsilog.errors import SpecError
from epsilog.mechanisms.series.bounded_series import BoundedSeries, NoisySeries, refuse_unless_moved_so
from epsilog.mechanisms.series.factorised import Factorised
from epsilog.mechanisms.series.strategy import Integers, gaussian_at
from epsilog.mechanisms.series.transform import Transform
from epsilog.mechanisms.tables.choose import Choose
from epsilog.mechanisms.tables.scored import Reach, Scored


@dataclass(frozen=True)
class Kept:
    """First an exponential mechanism picks how many coefficients, then `Transform` releases so many.

    >>> always = Participation(times=64, apart=1, most=1, signed=False, neighbours="add-remove")
    >>> prices = {"choice": Fraction(1), "rho": Fraction(1, 50)}
    >>> paid = Kept(64, "cosine", (1, 2, 4, 8, 16, 32, 64), 1, always, Fraction(1), **prices)
    >>> paid.charge.price().rho / 1e12                    # 1/8 for the choice, 0.02 for the coefficients
    0.145
    >>> wave = np.round(500 + 300 * np.cos(np.pi * (np.arange(64) + 0.5) * 3 / 64)).astype(np.int64)
    >>> from epsilog.testing import seeded
    >>> paid(BoundedSeries(wave[:, None], Fraction(1), always), seeded(1))[0]
    4

    The utility of keeping k is minus (the norm of the coefficients that are dropped + the norm the noise on k of
    them is expected to have). Both parts are in the units of the integer coefficients.

    rho      the price of the coefficients in zCDP (Gaussian noise); or
    epsilon  their pure price (Laplace noise). Exactly one of the two is given.
    choice   the epsilon of the choice

    Neighbours: those of `covers`.
    Sensitivity: the norm of the dropped integer coefficients moves by at most that of all of them,
        `Transform.reach` of the whole basis; rounding it down to an integer adds nothing to a whole bound. The
        noise's part is public.
    Proof: docs/proofs/series.md, section 13.
    Charge: `charge`: a bounded range for the choice, and what every candidate's release costs at most.
    Numerics: norms are exact integer square roots; horizons up to 2^11, because the whole basis is used. Norm and
        cost are each held to 2^60, so that every table has utilities (docs/proofs/total.md).
    Checked by: tests/unit/mechanisms/series/test_kept.py.
    References: Rastogi, Nath 2010; Ács, Castelluccia, Chen 2012 (with exact phases it would not be private).
    """

    horizon: int
    basis: Basis
    candidates: tuple[int, ...]
    cells: int
    covers: Participation
    grain: Fraction
    choice: Fraction
    rho: Fraction | None = None
    epsilon: Fraction | None = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "horizon", whole(self.horizon, "horizon", at_least=1, at_most=2**11))
        object.__setattr__(self, "grain", exact(self.grain, "grain", above=0))
        kept = tuple(whole(k, "candidates", at_least=1, at_most=self.horizon) for k in self.candidates)
        if not kept or len(set(kept)) != len(kept):
            raise SpecError("candidates are different numbers of coefficients", where="candidates")
        object.__setattr__(self, "candidates", kept)
        if (self.rho is None) == (self.epsilon is None):
            raise SpecError("say rho or epsilon, one of them", where="rho")
        for name in ("choice", "rho", "epsilon"):
            if getattr(self, name) is not None:
                object.__setattr__(self, name, exact(getattr(self, name), name, above=0))
        _ = self.charge, self._releases  # what no candidate could draw is refused here, whichever is picked later

    @cached_property
    def whole(self) -> Transform:
        """All coefficients: what the choice looks at."""
        return Transform(self.horizon, self.basis, self.horizon, self.cells)

    @cached_property
    def chooser(self) -> Choose:
        """The exponential mechanism that picks."""
        moved = rounded_root(self.whole.reach(self.covers).l2_squared)
        return Choose(self.choice, Reach.each(moved))

    @property
    def charge(self) -> charge.Charge:
        """What both together cost."""
        if self.rho is not None:
            # A norm of 1 would be read as one number moved by one grain, whose law is better than its price.
            told: charge.Charge = charge.Gaussian(1 / self.rho, 2)
        else:
            assert self.epsilon is not None
            told = charge.Pure(self.epsilon)
        return charge.Composed((self.chooser.charge, told))

    def release(self, keep: int) -> Factorised:
        """The mechanism for so many coefficients; none costs more than was paid."""
        return self._releases[keep]

    @cached_property
    def _releases(self) -> dict[int, Factorised]:
        made = {keep: Transform(self.horizon, self.basis, keep, self.cells) for keep in self.candidates}
        return {keep: Factorised(one, self.covers, self.grain, self._law(one)) for keep, one in made.items()}

    def cost(self, keep: int) -> int:
        """The norm that noise on so many coefficients is expected to have, in their integer units. Public.

        Held like the norm it is added to: a cost near the end of a word would make the sum fail for some tables.
        """
        law = self._releases[keep].law
        return limit_to_60_bits(math.ceil(math.sqrt(keep * self.cells * float(law.variance))))

    def __call__(self, exact: BoundedSeries, rng: RandomWords) -> tuple[int, NoisySeries]:
        """How many coefficients were chosen, and the series made of them."""
        refuse_unless_moved_so(self.covers, exact)
        if len(exact.values) != self.horizon or exact.values.shape[1] > self.cells:
            raise SpecError(f"a series has {self.horizon} steps of at most {self.cells} cells", where="exact")
        lost = self.dropped(exact.values)
        utilities = np.array([-(lost[k] + self.cost(k)) for k in self.candidates], dtype=np.int64)  # within 2^61
        picked = self.chooser(Scored(self.candidates, utilities, self.chooser.covers), rng)
        keep = whole(picked.label, "keep")
        return keep, self.release(keep)(exact, rng)

    def dropped(self, values: Integers) -> dict[int, int]:
        """The norm of what each candidate leaves out, rounded down. Private."""
        every = self.whole
        inside = np.clip(values, -every.largest, every.largest)
        energies = [sum(int(c) ** 2 for c in row) for row in every.answers(inside).tolist()]
        return {k: limit_to_60_bits(math.isqrt(sum(energies[k:]))) for k in self.candidates}

    def _law(self, transform: Transform) -> DiscreteGaussian | DiscreteLaplace:
        reach = transform.reach(self.covers)
        if self.rho is not None:
            return gaussian_at(reach, self.rho)
        assert self.epsilon is not None
        return DiscreteLaplace(reach.l1 / self.epsilon)
