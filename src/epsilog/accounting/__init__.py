"""Pure functions of charges: filters, conversions, calibration, the privacy-loss random variable, their meaning.

    zcdp          rho to (epsilon, delta) and back         allowance, filter   what an account may still spend
    gaussian      the analytic Gaussian, three bounds      renyi, composition  the older rules, for comparison
    loss          the privacy-loss random variable         frozen              plans fixed beforehand (extra)
    calibrate     budget to noise, error to budget         sensitivity         the worked sensitivities

Names are loaded when they are first used, so that a device that only adds noise does not wait for the mathematics.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from epsilog.accounting.allowance import Allowance
    from epsilog.accounting.filter import Filter
    from epsilog.accounting.loss import Loss, loss_of

_HOMES: Final = {"Allowance": "allowance", "Filter": "filter", "Loss": "loss", "loss_of": "loss"}


def __getattr__(name: str) -> Any:
    if name in _HOMES:
        return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


__all__ = ["Allowance", "Filter", "Loss", "loss_of"]
