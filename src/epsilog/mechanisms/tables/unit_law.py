"""The laws that counts of units may get before a threshold: our samplers draw them, their tails are certified."""

from __future__ import annotations

from epsilog.accounting.rare import UnitLaw as UnitLaw
from epsilog.core.law import DiscreteGaussian, DiscreteLaplace
from epsilog.core.number import exact
from epsilog.errors import SpecError
from epsilog.noise.gaussian import LARGEST_SIGMA_SQUARED, SMALLEST_SIGMA_SQUARED
from epsilog.noise.laplace import LARGEST_SCALE, SMALLEST_SCALE


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
