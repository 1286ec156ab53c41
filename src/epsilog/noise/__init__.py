"""Exact integer noise on a cryptographic generator.

Every draw has exactly the law its name says, given uniform words: thresholds are certified by whole-number
arithmetic, and what a word cannot decide is decided by drawing more of it. `Randomness` supplies the words.
"""

from epsilog.noise.choice import exponential_choice, permute_and_flip
from epsilog.noise.coins import bernoulli
from epsilog.noise.gaussian import discrete_gaussian
from epsilog.noise.laplace import discrete_laplace, geometric
from epsilog.noise.radius import ball_draws, secret_radius
from epsilog.noise.randomness import Randomness, system
from epsilog.noise.saturation import LIMIT, SATURATION, saturating_add
from epsilog.noise.uniform import uniform_below

__all__ = [
    "LIMIT",
    "SATURATION",
    "Randomness",
    "ball_draws",
    "bernoulli",
    "discrete_gaussian",
    "discrete_laplace",
    "exponential_choice",
    "geometric",
    "permute_and_flip",
    "saturating_add",
    "secret_radius",
    "system",
    "uniform_below",
]
