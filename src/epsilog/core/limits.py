"""How large the numbers may be that meet private ones: every limit once, checked before anything is paid for.

Behind the paid line nothing may fail for some tables only: a failure that depends on data is a release without a
price. So every integer that meets private numbers is *held* within a constant (a minimum moves no two neighbours
further apart) or is public and *refused by the plan* where it is too large. docs/proofs/total.md has the list.

===================  ==============================================================================================
`HELD`               a norm, a cost or a noisy number inside a score or a packed answer is held to ±2^60
`FURTHEST`           exact answers are held to ±2^61, and so are noisy ones
`LARGEST_SCALE`      Laplace noise of a plan: the sampler takes 1e30, but beyond 2^56 the ends at 2^61 would be seen
`LARGEST_VARIANCE`   Gaussian noise: what the sampler takes
`GRAINS`             a grain, in the data's units: its floats, its square's and 2^62 times them are ordinary numbers
===================  ==============================================================================================
"""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from epsilog.core.law import DiscreteGaussian, DiscreteLaplace
from epsilog.errors import SpecError

HELD: Final = 2**60
FURTHEST: Final = 2**61
SMALLEST_SCALE: Final = Fraction(1, 10**12)
LARGEST_SCALE: Final = Fraction(2**56)
SMALLEST_VARIANCE: Final = Fraction(1, 10**12)
LARGEST_VARIANCE: Final = Fraction(10**34)
GRAINS: Final = (Fraction(1, 10**100), Fraction(10**100))


def held(number: int) -> int:
    """A whole number within ±2^60. Holding moves no two numbers further apart.

    >>> held(5), held(-(2**63)) == -HELD
    (5, True)
    """
    return max(-HELD, min(number, HELD))


def is_drawable(law: DiscreteLaplace | DiscreteGaussian) -> bool:
    """Whether noise of this law can be drawn, and stays within what a sum can hold.

    >>> is_drawable(DiscreteLaplace(Fraction(10))), is_drawable(DiscreteGaussian(Fraction(10**35)))
    (True, False)
    """
    if isinstance(law, DiscreteGaussian):
        return SMALLEST_VARIANCE <= law.sigma_squared <= LARGEST_VARIANCE
    return SMALLEST_SCALE <= law.scale <= LARGEST_SCALE


def too_wide(where: str = "") -> SpecError:
    """What is said of noise that no sampler draws, or that no number could be read through."""
    return SpecError(
        "the noise would be wider or narrower than can be drawn",
        where=where,
        hint="a coarser grain, tighter bounds, or another budget",
    )


def refuse_undrawable(law: DiscreteLaplace | DiscreteGaussian, where: str = "") -> None:
    """Refuse such noise."""
    if not is_drawable(law):
        raise too_wide(where)


def refuse_extreme_grain(grain: Fraction, where: str) -> None:
    """Refuse a grain whose multiples are no ordinary floats."""
    if not GRAINS[0] <= grain <= GRAINS[1]:
        raise SpecError(
            "a grain lies between 1e-100 and 1e100",
            where=where,
            hint="count in another unit: metres, not light years",
        )
