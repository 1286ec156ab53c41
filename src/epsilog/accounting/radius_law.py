"""The law of one number whose noise is uniform within a secret radius: what its range is computed from."""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Final

import numpy as np
from numpy.typing import NDArray

from epsilog.core.number import exact, whole

_PLACES: Final = 4001  # radii that are summed over, a quarter where cells are many; beyond that every so-manieth
_FURTHEST: Final = 14.0  # deviations of the radius on either side


@dataclass(frozen=True)
class SecretRadius:
    """One coordinate of `draws` uniform points of a ball in `cells` dimensions, its radius S drawn once for all:
    P(S = r) proportional to points(cells, r)^draws · exp(-r/scale). The drawn radius is never used here.

    >>> law = SecretRadius(720, 1, Fraction(1))
    >>> round(law.variance ** 0.5), round((2 * 720.0**2) ** 0.5)          # and that of Laplace noise for the same
    (417, 1018)
    """

    draws: int
    cells: int
    scale: Fraction

    def __post_init__(self) -> None:
        object.__setattr__(self, "draws", whole(self.draws, "draws", at_least=1))
        object.__setattr__(self, "cells", whole(self.cells, "cells", at_least=1))
        object.__setattr__(self, "scale", exact(self.scale, "scale", above=0))

    @cached_property
    def _radii(self) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Radii and their probabilities. A sum over every so-manieth radius of a smooth bell is the same sum."""
        mean, scale = float(self.draws * self.cells * self.scale), float(self.scale)
        room = _FURTHEST * math.sqrt(self.draws * self.cells + 1) * scale + 40 * (scale + 1)
        first, last = max(0, math.floor(mean - room)), math.ceil(mean + room)
        stride = max(1, (last - first) // (_PLACES if self.cells < 8 else _PLACES // 4))
        radii = np.arange(first, last + 1, stride, dtype=np.float64)
        weight = self.draws * _sum(radii, self.cells, 0) - radii / scale
        chance = np.exp(weight - weight.max())
        return radii, chance / chance.sum()

    def _mean(self, found: NDArray[np.float64]) -> float:
        return float((found * self._radii[1]).sum())

    def _share(self, plus: int, less: int, dimensions: int) -> NDArray[np.float64]:
        """2·Σ_i C(dimensions, i)·2^i·C(r + plus − less, i + plus)/points(r), for every radius."""
        radii = self._radii[0]
        return np.asarray(
            2 * np.exp(_sum(radii + (plus - less), dimensions, plus) - _sum(radii, self.cells, 0)), np.float64
        )

    @cached_property
    def variance(self) -> float:
        """E[z²]; for one cell E[S(S + 1)]/3."""
        return self._mean(self._share(2, 1, self.cells))

    @cached_property
    def mean_absolute(self) -> float:
        """E|z|."""
        return self._mean(self._share(2, 1, self.cells - 1))

    def pmf(self, k: NDArray[np.int64]) -> NDArray[np.float64]:
        """From the tails."""
        size = np.abs(np.asarray(k, dtype=np.int64))
        tails = {int(one): self.beyond(int(one)) for one in {*size.ravel().tolist(), *(size.ravel() - 1).tolist()}}
        found = [1 - tails[0] if one == 0 else (tails[one - 1] - tails[one]) / 2 for one in size.ravel().tolist()]
        return np.array(found, dtype=np.float64).reshape(size.shape)

    def beyond(self, t: int) -> float:
        """P(|z| > t) = E[2·(points of the other cells within S − t − 1, and so on down)/points(S)]."""
        return 1.0 if t < 0 else self._mean(self._share(1, t + 1, self.cells - 1))


def _sum(radii: NDArray[np.float64], dimensions: int, plus: int) -> NDArray[np.float64]:
    """ln Σ_i C(dimensions, i)·2^i·C(r, i + plus), −inf where it is empty. Products of few factors, no factorials.

    With plus = 0 these are the points of a ball. docs/proofs/radius.md, section 4 derives the others.
    """
    with np.errstate(divide="ignore"):
        falling = np.log(np.maximum(radii[None, :] - np.arange(dimensions + plus)[:, None], 0.0))
        sizes = np.log(np.arange(1, dimensions + plus + 1, dtype=np.float64))
    terms = np.concatenate([np.zeros((1, len(radii))), np.cumsum(falling - sizes[:, None], axis=0)])[plus:]
    logs = [math.log(math.comb(dimensions, i) << i) for i in range(dimensions + 1)]
    terms = terms + np.array(logs)[:, None]
    top = terms.max(axis=0)
    held = np.where(np.isfinite(top), top, 0.0)
    with np.errstate(divide="ignore"):
        return np.asarray(held + np.log(np.exp(terms - held).sum(axis=0)), np.float64)
