"""Local hashing: the value falls into one of few cells by a public hash function, and the cell is randomized."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Final

import numpy as np
from numpy.typing import NDArray

from epsilog.core.mechanism import RandomWords
from epsilog.core.number import whole
from epsilog.mechanisms.local.channel import Channel
from epsilog.mechanisms.local.generalized_response import respond, response_rows
from epsilog.mechanisms.local.hashes import SEED_BYTES, Keys, cells_of, seed_bytes, seeds_from
from epsilog.mechanisms.local.oracle import Oracle, Reports, Values, bytes_for, from_bytes, to_bytes
from epsilog.noise.randomness import system

_BLOCK: Final = 1 << 13
MOST_CELLS: Final = 1 << 16


@dataclass(frozen=True)
class LocalHashing(Oracle):
    """The device draws a hash function of its own, and says truly or not into which cell its value falls.

    >>> LocalHashing(size=1000, epsilon=1).cells, LocalHashing(size=1000, epsilon=2).cells
    (4, 8)

    Short reports for any domain, and the only protocol here for domains that cannot be listed: `support_of` takes
    any keys. Its server hashes every candidate for every report; where the domain can be listed,
    `linear_hashing` says the same at a thousand times the speed.

    Neighbours: any two values of one device.
    Sensitivity/Channel: for every fixed hash function, generalized response over its cells: `channel_given`.
    Proof: the function is drawn without looking at the value. Given it, the report is generalized response on a
        cell that the value determines; two values share a cell (ratio 1) or not (ratio at most odds).
    Charge: `charge`, pure epsilon for each report. A device that drew its function once and kept it could be told
        by it: the function is new in every report.
    Numerics: rational coins; three words of 64 bits for the function, one coin, one pick. q is 1/cells within
        2^-32.
    Checked by: tests/unit/mechanisms/local/test_hashing.py, tests/statistical/test_local_laws.py,
        tests/mutants_local.py.
    References: Bassily, Smith 2015; Wang, Blocki, Li, Jha 2017.
    """

    cells: int = 0

    def __post_init__(self) -> None:
        super().__post_init__()
        cells = self.cells or best_cells(self.odds)
        object.__setattr__(self, "cells", whole(cells, "cells", at_least=2, at_most=MOST_CELLS))

    @property
    def p(self) -> Fraction:
        """The chance that the cell is the value's own."""
        return self.odds / (self.odds + self.cells - 1)

    @property
    def q(self) -> Fraction:
        """The chance that it is another value's, over the hash functions."""
        return Fraction(1, self.cells)

    @property
    def length(self) -> int:
        """The seeds of the function, and a cell."""
        return SEED_BYTES + bytes_for(self.cells)

    def reports(self, values: Values, rng: RandomWords = system) -> Reports:
        """One report for each value."""
        return self.reports_of(self.valid(values).astype(np.uint64), rng)

    def reports_of(self, keys: Keys, rng: RandomWords = system) -> Reports:
        """One report for each key of 64 bits, whether it is in a list or not."""
        seeds = rng.words(3 * len(keys), 64).astype(np.uint64).reshape(-1, 3)
        said = respond(cells_of(seeds, keys, self.cells), self.cells, self.p, rng)
        return np.hstack((seed_bytes(seeds), to_bytes(said, bytes_for(self.cells))))

    def fits(self, reports: Reports) -> NDArray[np.bool_]:
        """A cell that there is."""
        found: NDArray[np.bool_] = from_bytes(self.rows(reports)[:, SEED_BYTES:]) < self.cells
        return found

    def support(self, reports: Reports) -> NDArray[np.int64]:
        """A report supports all values that fall into its cell."""
        return self.support_of(reports, np.arange(self.size, dtype=np.uint64))

    def support_of(self, reports: Reports, keys: Keys) -> NDArray[np.int64]:
        """The same for any keys.

        Cell y holds the mixed numbers from ceil(y · 2^32/cells) · 2^32 up to where the next begins: a key is in it
        where its mixed number less that beginning, modulo 2^64, is below the width of the cell.
        """
        reports = self.rows(reports)
        said = from_bytes(reports[:, SEED_BYTES:])
        edges = np.array([-(-(cell << 32) // self.cells) for cell in range(self.cells + 1)], dtype=np.uint64)
        starts, wide = edges[said], (edges[said + 1] - edges[said]) << np.uint64(32)
        seeds = seeds_from(reports[:, :SEED_BYTES])
        base = seeds[:, 2] - (starts << np.uint64(32))
        counts = np.zeros(len(keys), dtype=np.int64)
        consecutive = len(keys) > 1 and int(keys[-1]) < 2**32 and bool((np.diff(keys) == 1).all())
        for at in range(0, len(reports), _BLOCK):
            a, b = seeds[at : at + _BLOCK, 0], seeds[at : at + _BLOCK, 1]
            shift, width = base[at : at + _BLOCK], wide[at : at + _BLOCK]
            if consecutive:
                place = shift + b * keys[0]
                inside = np.empty(len(place), dtype=np.bool_)
                for number in range(len(keys)):
                    np.less(place, width, out=inside)
                    counts[number] += np.count_nonzero(inside)
                    place += b
            else:
                for number, key in enumerate(keys):
                    place = a * (key >> np.uint64(32)) + b * (key & np.uint64(2**32 - 1)) + shift
                    counts[number] += np.count_nonzero(place < width)
        return counts

    def channel(self) -> Channel:
        """The law given one function, the one that numbers 1, 2, 3 seed; every other has the same odds."""
        return self.channel_given(np.array([1, 2, 3], dtype=np.uint64))

    def channel_given(self, seed: NDArray[np.uint64]) -> Channel:
        """The exact law of a report whose function is known, as all see it."""
        cells = cells_of(seed, np.arange(self.size, dtype=np.uint64), self.cells)
        rows = response_rows(self.cells, self.p, (1 - self.p) / (self.cells - 1))
        name = seed_bytes(seed.reshape(1, 3))[0].tobytes()
        return Channel(tuple({name + said: chance for said, chance in rows[cell].items()} for cell in cells))


def best_cells(odds: Fraction) -> int:
    """The whole number of cells with the least variance: odds + 1 rounded, whichever neighbour is better.

    >>> best_cells(Fraction(3))
    4
    """
    near = min(int(odds) + 1, MOST_CELLS - 1)
    return min((max(near, 2), near + 1), key=lambda cells: hashing_variance(odds, cells))


def hashing_variance(odds: Fraction, cells: int) -> Fraction:
    """n times the variance of the estimated share of a value that nobody has.

    >>> round(float(hashing_variance(Fraction(3), 4)), 4)
    3.0
    """
    return (odds + cells - 1) ** 2 / ((cells - 1) * (odds - 1) ** 2)
