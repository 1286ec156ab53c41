"""Epsilog publishes data about people without betraying any one of them.

The names below are the whole public surface of the package root. Each is imported when first used, so
`import epsilog` costs almost nothing; docs/reference.md says what each is for.

>>> import epsilog
>>> epsilog.Pure("0.5").price().rho / 1e12
0.122459331202
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from epsilog.accounting.allowance import Allowance
    from epsilog.accounting.filter import Filter
    from epsilog.accounting.meaning import meaning
    from epsilog.accounting.side_by_side import side_by_side
    from epsilog.core.bounded import Bounded, Noisy, Sensitivity
    from epsilog.core.budget import Budget
    from epsilog.core.charge import (
        Approx,
        BoundedRange,
        Charge,
        Gaussian,
        GeoInd,
        Laplace,
        Pure,
        charge_from_dict,
    )
    from epsilog.core.law import DiscreteGaussian, DiscreteLaplace, Noise
    from epsilog.core.unit import Unit
    from epsilog.errors import BudgetExceeded, EpsilogError, PrivacyError, SpecError
    from epsilog.noise import Randomness, discrete_gaussian, discrete_laplace

__version__ = "0.1.0"

_HOMES: Final = {
    "Allowance": "epsilog.accounting.allowance",
    "Approx": "epsilog.core.charge",
    "Bounded": "epsilog.core.bounded",
    "BoundedRange": "epsilog.core.charge",
    "Budget": "epsilog.core.budget",
    "BudgetExceeded": "epsilog.errors",
    "Charge": "epsilog.core.charge",
    "DiscreteGaussian": "epsilog.core.law",
    "DiscreteLaplace": "epsilog.core.law",
    "EpsilogError": "epsilog.errors",
    "Filter": "epsilog.accounting.filter",
    "Gaussian": "epsilog.core.charge",
    "GeoInd": "epsilog.core.charge",
    "Laplace": "epsilog.core.charge",
    "Noise": "epsilog.core.law",
    "Noisy": "epsilog.core.bounded",
    "PrivacyError": "epsilog.errors",
    "Pure": "epsilog.core.charge",
    "Randomness": "epsilog.noise",
    "Sensitivity": "epsilog.core.bounded",
    "SpecError": "epsilog.errors",
    "Unit": "epsilog.core.unit",
    "charge_from_dict": "epsilog.core.charge",
    "discrete_gaussian": "epsilog.noise",
    "discrete_laplace": "epsilog.noise",
    "meaning": "epsilog.accounting.meaning",
    "side_by_side": "epsilog.accounting.side_by_side",
}

__all__ = [
    "Allowance",
    "Approx",
    "Bounded",
    "BoundedRange",
    "Budget",
    "BudgetExceeded",
    "Charge",
    "DiscreteGaussian",
    "DiscreteLaplace",
    "EpsilogError",
    "Filter",
    "Gaussian",
    "GeoInd",
    "Laplace",
    "Noise",
    "Noisy",
    "PrivacyError",
    "Pure",
    "Randomness",
    "Sensitivity",
    "SpecError",
    "Unit",
    "charge_from_dict",
    "discrete_gaussian",
    "discrete_laplace",
    "meaning",
    "side_by_side",
]


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'epsilog' has no attribute {name!r}")
    value = getattr(importlib.import_module(_HOMES[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted([*__all__, "__version__"])
