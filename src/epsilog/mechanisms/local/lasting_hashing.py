"""Local hashing in two rounds (LOLOHA): one hash function for good, a permanent cell, noisy copies of it."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from epsilog.core.mechanism import RandomWords
from epsilog.core.number import whole
from epsilog.mechanisms.local.channel import Channel
from epsilog.mechanisms.local.generalized_response import respond, response_rows
from epsilog.mechanisms.local.hashes import SEED_BYTES, cells_of, seed_bytes, seeds_from
from epsilog.mechanisms.local.lasting import Choices, Lasting, Memos, second_p
from epsilog.mechanisms.local.local_hashing import MOST_CELLS, LocalHashing, best_cells
from epsilog.mechanisms.local.oracle import Reports, Values, bytes_for, from_bytes, to_bytes
from epsilog.noise.randomness import system


@dataclass(frozen=True)
class LastingHashing(Lasting):
    """The device draws a hash function for good; reports are noisy copies of a permanent cell.

    >>> ask = LastingHashing(size=1000, epsilon=1, ever=2)
    >>> ask.cells, round(float(ask.q * (1 - ask.q) / (ask.p - ask.q) ** 2), 3)
    (4, 3.692)

    The function is sent with every report and tells reports of one device from those of another: they are never
    unlinkable. Published versions keep one answer for a cell and say that they lose `cells` times `ever` at most,
    however often the value changes. They show when the *cell* changed, and so which values do not share one.

    Neighbours: any two values of one device that stay.
    Sensitivity/Channel: for every hash function, two generalized responses over its cells.
    Proof: the function does not depend on the value. Given it, `lasting_response` on cells.
    Charge: `charge`, `ever` for each permanent answer.
    Numerics: as `lasting_response`; q is 1/cells within 2^-32.
    Checked by: tests/unit/mechanisms/local/test_lasting.py, tests/statistical/test_local_laws.py.
    References: Arcolezi, Pinzón, Palamidessi, Gambs 2023; calibrated here on both rounds together.
    """

    cells: int = 0

    def __post_init__(self) -> None:
        super().__post_init__()
        cells = self.cells or best_cells(self.odds)
        object.__setattr__(self, "cells", whole(cells, "cells", at_least=2, at_most=MOST_CELLS))

    @property
    def p(self) -> Fraction:
        """The chance of the own cell after both rounds."""
        return self.odds / (self.odds + self.cells - 1)

    @property
    def q(self) -> Fraction:
        """The chance of another value's cell, over the hash functions."""
        return Fraction(1, self.cells)

    @property
    def first(self) -> Fraction:
        """The chance that the permanent cell is the own one."""
        return self.odds_ever / (self.odds_ever + self.cells - 1)

    @property
    def second(self) -> Fraction:
        """The chance that a report says the permanent cell."""
        return second_p(self.odds, self.odds_ever, self.cells)

    @property
    def length(self) -> int:
        """The seeds of the function, and a cell."""
        return SEED_BYTES + self._cell_bytes

    @property
    def _cell_bytes(self) -> int:
        return bytes_for(self.cells)

    def choose(self, devices: int, rng: RandomWords = system) -> Choices:
        """A hash function for each device."""
        return seed_bytes(rng.words(3 * devices, 64).astype(np.uint64).reshape(-1, 3))

    def own_cells(self, choices: Choices, values: Values) -> NDArray[np.int64]:
        """The cell of the value."""
        return cells_of(seeds_from(choices), self.valid(values).astype(np.uint64), self.cells)

    def remember(self, choices: Choices, values: Values, rng: RandomWords = system) -> Memos:
        """The first round."""
        return to_bytes(respond(self.own_cells(choices, values), self.cells, self.first, rng), self._cell_bytes)

    def reports(self, choices: Choices, memos: Memos, rng: RandomWords = system) -> Reports:
        """The second round."""
        said = respond(from_bytes(memos), self.cells, self.second, rng)
        return np.hstack((choices, to_bytes(said, self._cell_bytes)))

    def fits(self, reports: Reports) -> NDArray[np.bool_]:
        """A cell that there is."""
        found: NDArray[np.bool_] = from_bytes(self.rows(reports)[:, SEED_BYTES:]) < self.cells
        return found

    def support(self, reports: Reports) -> NDArray[np.int64]:
        """As in local hashing."""
        return LocalHashing(self.size, self.epsilon, self.cells).support(reports)

    def first_channel(self, choice: bytes = b"") -> Channel:
        """Generalized response over cells with odds_ever."""
        seeds = seeds_from(np.frombuffer(choice, dtype=np.uint8).reshape(1, SEED_BYTES))
        rows = response_rows(self.cells, self.first, (1 - self.first) / (self.cells - 1))
        return Channel(
            tuple(rows[at] for at in cells_of(seeds, np.arange(self.size, dtype=np.uint64), self.cells).tolist())
        )

    def second_channel(self, choice: bytes = b"") -> dict[bytes, dict[bytes, Fraction]]:
        """Generalized response over cells with what is left."""
        rows = response_rows(self.cells, self.second, (1 - self.second) / (self.cells - 1))
        return {
            at.to_bytes(self._cell_bytes, "big"): {choice + said: chance for said, chance in row.items()}
            for at, row in enumerate(rows)
        }
