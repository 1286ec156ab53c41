"""Exact integer noise on a cryptographic generator.

Every draw has exactly the law its name says, given uniform words: thresholds are certified by whole-number
arithmetic, and what a word cannot decide is decided by drawing more of it. `Randomness` supplies the words.

Names are loaded when they are first used, so that a device that only tosses coins does not load the rest.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from epsilog.noise.choice import exponential_choice, permute_and_flip
    from epsilog.noise.coins import bernoulli
    from epsilog.noise.derived import DerivedRandomness
    from epsilog.noise.gaussian import discrete_gaussian
    from epsilog.noise.laplace import discrete_laplace, geometric
    from epsilog.noise.pick import pick_below
    from epsilog.noise.radius import ball_draws, secret_radius
    from epsilog.noise.randomness import Randomness, system
    from epsilog.noise.saturation import LIMIT, SATURATION, saturating_add
    from epsilog.noise.uniform import uniform_below

_HOMES: Final = {
    "LIMIT": "saturation",
    "SATURATION": "saturation",
    "DerivedRandomness": "derived",
    "Randomness": "randomness",
    "ball_draws": "radius",
    "bernoulli": "coins",
    "discrete_gaussian": "gaussian",
    "discrete_laplace": "laplace",
    "exponential_choice": "choice",
    "geometric": "laplace",
    "permute_and_flip": "choice",
    "pick_below": "pick",
    "saturating_add": "saturation",
    "secret_radius": "radius",
    "system": "randomness",
    "uniform_below": "uniform",
}


def __getattr__(name: str) -> Any:
    if name in _HOMES:
        return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


__all__ = [
    "LIMIT",
    "SATURATION",
    "DerivedRandomness",
    "Randomness",
    "ball_draws",
    "bernoulli",
    "discrete_gaussian",
    "discrete_laplace",
    "exponential_choice",
    "geometric",
    "permute_and_flip",
    "pick_below",
    "saturating_add",
    "secret_radius",
    "system",
    "uniform_below",
]
