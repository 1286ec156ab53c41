"""Exact integer noise on a cryptographic generator."""

from epsilog.noise.laplace import discrete_laplace, geometric
from epsilog.noise.randomness import Randomness, system
from epsilog.noise.saturation import LIMIT, SATURATION, saturating_add

__all__ = ["LIMIT", "SATURATION", "Randomness", "discrete_laplace", "geometric", "saturating_add", "system"]
