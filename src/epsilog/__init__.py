"""Epsilog publishes data about people and protects each one of them.

The names below are the whole public surface of the package root. Each is imported when first used, so
`import epsilog` costs almost nothing; docs/reference.md says what each is for.

>>> import epsilog
>>> epsilog.Pure("0.5").price().rho / 1e12
0.122459331202
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any, Final

from epsilog.core.uncollected import pause_collection

if TYPE_CHECKING:
    from epsilog.accounting.allowance import Allowance
    from epsilog.accounting.filter import Filter
    from epsilog.accounting.meaning import meaning
    from epsilog.accounting.side_by_side import side_by_side
    from epsilog.core.bounded import Bounded, Sensitivity
    from epsilog.core.bounds import Bounds
    from epsilog.core.charge import Charge, Gaussian, Laplace, Pure
    from epsilog.core.during import During
    from epsilog.core.grid import Keys
    from epsilog.core.law import Noise
    from epsilog.core.origin import Origin
    from epsilog.core.price import Budget
    from epsilog.core.unit import Protect, Unit
    from epsilog.dataset import Dataset
    from epsilog.errors import BudgetExceeded, EpsilogError, PrivacyError, SpecError
    from epsilog.ledger import Ledger, Terms
    from epsilog.noise import Randomness
    from epsilog.registry.asks import Query
    from epsilog.roles.spec import Spec, Spend, Tidy

__version__ = "0.1.0"

_HOMES: Final = {
    "Allowance": "epsilog.accounting.allowance",
    "Bounded": "epsilog.core.bounded",
    "Bounds": "epsilog.core.bounds",
    "Budget": "epsilog.core.price",
    "BudgetExceeded": "epsilog.errors",
    "Charge": "epsilog.core.charge",
    "Dataset": "epsilog.dataset",
    "During": "epsilog.core.during",
    "EpsilogError": "epsilog.errors",
    "Filter": "epsilog.accounting.filter",
    "Gaussian": "epsilog.core.charge",
    "Keys": "epsilog.core.grid",
    "Laplace": "epsilog.core.charge",
    "Ledger": "epsilog.ledger",
    "Noise": "epsilog.core.law",
    "Origin": "epsilog.core.origin",
    "PrivacyError": "epsilog.errors",
    "Protect": "epsilog.core.unit",
    "Pure": "epsilog.core.charge",
    "Query": "epsilog.registry.asks",
    "Randomness": "epsilog.noise",
    "Sensitivity": "epsilog.core.bounded",
    "Spec": "epsilog.roles.spec",
    "SpecError": "epsilog.errors",
    "Spend": "epsilog.roles.spec",
    "Terms": "epsilog.ledger",
    "Tidy": "epsilog.roles.spec",
    "Unit": "epsilog.core.unit",
    "meaning": "epsilog.accounting.meaning",
    "side_by_side": "epsilog.accounting.side_by_side",
}

__all__ = [
    "Allowance",
    "Bounded",
    "Bounds",
    "Budget",
    "BudgetExceeded",
    "Charge",
    "Dataset",
    "During",
    "EpsilogError",
    "Filter",
    "Gaussian",
    "Keys",
    "Laplace",
    "Ledger",
    "Noise",
    "Origin",
    "PrivacyError",
    "Protect",
    "Pure",
    "Query",
    "Randomness",
    "Sensitivity",
    "Spec",
    "SpecError",
    "Spend",
    "Terms",
    "Tidy",
    "Unit",
    "meaning",
    "side_by_side",
]


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'epsilog' has no attribute {name!r}")
    with pause_collection():
        value = getattr(importlib.import_module(_HOMES[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted([*__all__, "__version__"])
