"""Strategies without an end: integer taps that look back a fixed number of steps, the same at every step.

For a fixed way of weighing the past, a(z), the best pair of filters is b = c = the outer square root of a: its
error does not grow with time. Taps are rounded to integers first; every norm below is that of the integers.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from functools import cached_property

import numpy as np

from epsilog.core.bounded import Sensitivity
from epsilog.core.participation import Participation
from epsilog.mechanisms.series import toeplitz
from epsilog.mechanisms.series.strategy import Integers, Reals
from epsilog.mechanisms.series.toeplitz import ROOM, Rows


class Endless(ABC):
    """Integer taps and what is read off the undone answers.

    Sensitivity: docs/proofs/series.md, section 6. One contribution moves the answers by the taps themselves; of
    several, pairs at least i·apart steps apart add at most twice the largest |autocorrelation| from that lag on.
    """

    @property
    def horizon(self) -> None:
        """There is no last step."""
        return None

    @property
    @abstractmethod
    def taps(self) -> Integers:
        """The strategy: the newest value's coefficient first."""

    @abstractmethod
    def weights(self, terms: int) -> Reals:
        """a(z): how much the value so many steps back counts in what is wanted."""

    @cached_property
    def largest(self) -> int:
        """Values beyond this many grains are held there."""
        return ROOM // int(np.abs(self.taps).sum())

    @cached_property
    def _overlaps(self) -> Integers:
        """Autocorrelation of the taps at lags 0, 1, …: exact."""
        taps = self.taps
        return np.asarray(np.convolve(taps, taps[::-1])[len(taps) - 1 :])

    def reach(self, participation: Participation) -> Sensitivity:
        """Exact for one contribution and for falling taps; a bound otherwise. Holds for streams of any length."""
        overlaps, times = self._overlaps, participation.times
        square = times * int(overlaps[0])
        worst = np.maximum.accumulate(np.abs(overlaps)[::-1])[::-1]  # the largest from each lag on
        for apart in range(1, min(times, -(-len(overlaps) // participation.apart))):
            square += 2 * (times - apart) * int(worst[apart * participation.apart])
        total = times * int(np.abs(self.taps).sum())
        return participation.moved(total, square, aligned=bool(overlaps.min() >= 0))

    def answers(self, values: Integers) -> Integers:
        """One answer per step."""
        return toeplitz.answers(self.taps, np.ones(len(values), dtype=np.int64), values)

    def decode_all(self, released: Integers, steps: int) -> Reals:
        """What is wanted, at every step."""
        filtered = toeplitz.convolve(released.astype(np.float64), self.decoder(steps)[:, None], axes=0)
        return np.asarray(filtered[:steps])

    def gains(self, steps: int) -> Reals:
        """Variance per unit of noise variance; it rises to a limit."""
        return np.asarray(np.cumsum(self.decoder(steps) ** 2))

    def walk(self, cells: int) -> EndlessWalk:
        """Begin a stream; memory is one row per tap."""
        return EndlessWalk(self.taps, self.reader(cells))

    @abstractmethod
    def reader(self, cells: int) -> Reader:
        """Begin reading undone rows."""

    def decoder(self, steps: int) -> Reals:
        """How much the noise so many steps back counts in what is read; the same at every step."""
        undo = toeplitz.series_inverse(self.taps.astype(np.float64), steps)
        return np.asarray(toeplitz.convolve(undo, self.weights(steps))[:steps])


class Reader(ABC):
    """Public: turns undone rows into what is wanted, one step at a time."""

    def __init__(self, cells: int) -> None:
        self.cells = cells

    @abstractmethod
    def read(self, undone: Reals) -> Reals:
        """The value wanted after this row."""


class EndlessWalk:
    """The last rows (private) and the last undone rows (public)."""

    def __init__(self, taps: Integers, reader: Reader) -> None:
        self._taps, self._later, self._reader = taps, taps[1:].astype(np.float64), reader
        self._rows = Rows(len(taps), reader.cells, np.int64)
        self._undone = Rows(max(1, len(taps) - 1), reader.cells, np.float64)

    def answer(self, row: Integers) -> Integers:
        """Taps times the rows so far."""
        self._rows.append(row)
        return np.asarray(self._rows.against(self._taps)[None, :], dtype=np.int64)

    def decode(self, released: Integers) -> Reals:
        """Undo the taps, read."""
        undone = (released[0] - self._undone.against(self._later)) / float(self._taps[0])
        self._undone.append(undone)
        return self._reader.read(undone)
