"""Bit patterns of floats: how fine the last bit is, and whether a value could have come from a given centre.

A textbook sampler adds a float to a float. Which doubles can come out then depends on the secret: the lowest set
bit is finer on one neighbour (Haney and others 2022), or a value is impossible on the other (Mironov 2012).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from epsilog.audit.answers import Answers
from epsilog.audit.event import Candidate, Event, Target
from epsilog.audit.families.halfline import HalfLines
from epsilog.audit.features import Feature


def lowest_bit(x: NDArray[Any]) -> NDArray[np.int64]:
    """The exponent of the lowest set bit; 1000 for zero, which has none.

    >>> lowest_bit(np.array([1.0, 0.5, 3.0, 0.1, 0.0])).tolist()
    [0, -1, 0, -55, 1000]
    """
    significand, exponent = np.frexp(np.where(np.isfinite(x), x, 0.0).astype(np.float64))
    whole = np.abs(np.ldexp(significand, 53)).astype(np.int64)
    lowest = whole & -whole
    place = np.round(np.log2(np.where(lowest > 0, lowest, 1))).astype(np.int64)
    return np.where(whole > 0, place + exponent - 53, 1000)


def trailing_zeros(x: NDArray[Any]) -> NDArray[np.int64]:
    """How many low bits of the 53-bit significand are zero; 53 for zero."""
    significand, _ = np.frexp(np.where(np.isfinite(x), x, 0.0).astype(np.float64))
    whole = np.abs(np.ldexp(significand, 53)).astype(np.int64)
    lowest = whole & -whole
    return np.where(whole > 0, np.round(np.log2(np.where(lowest > 0, lowest, 1))).astype(np.int64), 53)


@dataclass(frozen=True)
class Bits:
    """Half-lines on the lowest set bit and on trailing zeros, per coordinate and over all of them."""

    name: str = "bits"

    def candidates(self, likely: Answers, rare: Answers, target: Target) -> Sequence[Candidate]:
        """Only floats have bits worth reading."""
        if likely.values.dtype.kind != "f" and rare.values.dtype.kind != "f":
            return []
        return self._lines(min(likely.values.shape[1], rare.values.shape[1])).candidates(likely, rare, target)

    def rebuild(self, record: Mapping[str, Any]) -> Event:
        """As a half-line."""
        return self._lines(8).rebuild(record)

    def _lines(self, width: int) -> HalfLines:
        features = [
            Feature("the finest lowest bit", lambda v: lowest_bit(v).min(axis=1)),
            Feature("the fewest trailing zeros", lambda v: trailing_zeros(v).min(axis=1)),
        ]
        if width > 1:
            for j in range(min(width, 8)):
                features.append(_of_cell(j))
        return HalfLines(tuple(features), self.name, plain=False)


def _of_cell(j: int) -> Feature:
    return Feature(f"the lowest bit of cell {j}", lambda v: lowest_bit(v[:, j]))


@dataclass(frozen=True)
class Reachable:
    """Whether a value could have come from `centre` plus the noise -scale·log(u), u a multiple of 2^-53.

    This is Mironov's attack: it needs to know how the noise was computed, which an attacker does.

    >>> Reachable(centre=0.0, scale=1.0).of(np.array([[-np.log(0.25)], [0.1]])).tolist()
    [1, 0]
    """

    centre: float
    scale: float
    name: str = "reachable"

    def of(self, values: NDArray[Any]) -> NDArray[np.int64]:
        """1 where some u near exp(-|x - centre|/scale) gives exactly this double, else 0."""
        x = values[:, 0].astype(np.float64)
        distance = x - self.centre
        nearest = np.round(np.exp(-np.abs(distance) / self.scale) * 2.0**53)
        found = np.zeros(len(x), dtype=np.bool_)
        for step in range(-4, 5):
            u = np.clip(nearest + step, 1.0, 2.0**53) * 2.0**-53
            found |= self.centre + np.sign(distance) * (-self.scale * np.log(u)) == x
        return found.astype(np.int64)

    def candidates(self, likely: Answers, rare: Answers, target: Target) -> Sequence[Candidate]:
        """Reachable, or not."""
        return self._lines().candidates(likely, rare, target)

    def rebuild(self, record: Mapping[str, Any]) -> Event:
        """As a half-line."""
        return self._lines().rebuild(record)

    def _lines(self) -> HalfLines:
        return HalfLines((Feature(f"reachability from {self.centre:g}", self.of),), self.name, plain=False)
