"""Hashing by all linear functions over a finite field: no two values conspire, and counting is one transform."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from epsilog.core.mechanism import RandomWords
from epsilog.mechanisms.local.channel import Channel
from epsilog.mechanisms.local.generalized_response import respond
from epsilog.mechanisms.local.local_hashing import hashing_variance
from epsilog.mechanisms.local.oracle import Oracle, Reports, Values, bytes_for, count_each, from_bytes, to_bytes
from epsilog.noise.pick import pick_below
from epsilog.noise.randomness import system

_LARGEST_TABLE: Final = 1 << 25
_PRIMES: Final = tuple(n for n in range(2, 1024) if all(n % m for m in range(2, int(n**0.5) + 1)))


@dataclass(frozen=True)
class LinearHashing(Oracle):
    """The device draws one of `functions` public functions, and says truly or not into which cell its value falls.

    >>> ask = LinearHashing(size=1024, epsilon=1)
    >>> ask.cells, ask.functions, ask.length
    (3, 2187, 2)

    A value is written in base g, g = `cells` prime; function a maps it to its inner product with a, modulo g. All
    g^digits functions together are pairwise independent *exactly*, so estimates have no collision term, however
    concentrated the values are; K random functions would have one that never averages out. And all counts of
    support are one transform of a table of g^(digits+1) cells.

    Neighbours: any two values of one device.
    Sensitivity/Channel: for every function, generalized response over its cells: `channel`.
    Proof: as for local hashing: the function is drawn without looking at the value, and the ratio given it is 1 or
        at most odds. q = 1/g exactly: for two values the inner products differ by that of a with a vector that is
        not zero, which is uniform over the field.
    Charge: `charge`, pure epsilon for each report.
    Numerics: rational coins; one pick for the function, one coin, one pick.
    Checked by: tests/unit/mechanisms/local/test_hashing.py, tests/statistical/test_local_laws.py,
        tests/mutants_local.py.
    References: Carter, Wegman 1979; Feldman, Nelson, Nguyen, Talwar 2022 use fields in the same spirit.
    """

    @property
    def cells(self) -> int:
        """The prime with the least variance whose table is not too large."""
        return best_prime(self.size, self.odds)

    @property
    def digits(self) -> int:
        """How many numbers of the field write a value."""
        return digits_for(self.size, self.cells)

    @property
    def functions(self) -> int:
        """How many public functions there are."""
        return int(self.cells**self.digits)

    @property
    def p(self) -> Fraction:
        """The chance that the cell is the value's own."""
        return self.odds / (self.odds + self.cells - 1)

    @property
    def q(self) -> Fraction:
        """The chance that it is another value's."""
        return Fraction(1, self.cells)

    @property
    def length(self) -> int:
        """One number: the function times `cells`, plus the cell."""
        return bytes_for(self.functions * self.cells)

    def reports(self, values: Values, rng: RandomWords = system) -> Reports:
        """One report for each value."""
        values, g = self.valid(values), self.cells
        function = pick_below(self.functions, len(values), rng)
        said = respond(inner_product(function, values, g, self.digits), g, self.p, rng)
        return to_bytes(function * g + said, self.length)

    def fits(self, reports: Reports) -> NDArray[np.bool_]:
        """A function and a cell that there are."""
        found: NDArray[np.bool_] = from_bytes(self.rows(reports)) < self.functions * self.cells
        return found

    def support(self, reports: Reports) -> NDArray[np.int64]:
        """A report supports all values that fall into its cell.

        With T[a, y] the reports of function a and cell y, the support of x is the sum of T[a, <a, x>] over all a.
        Digit by digit a_i is replaced by x_i: T'[x_i, y] is the sum of T[a_i, y + a_i x_i]; at the end y is 0.
        """
        g = self.cells
        table = count_each(from_bytes(self.rows(reports)), self.functions * g)
        for _ in range(self.digits):
            table = table.reshape(g, -1, g)
            changed = np.empty_like(table)
            for x in range(g):
                changed[x] = table[0]
                for a in range(1, g):
                    changed[x] += np.roll(table[a], -(a * x % g), axis=1)
            table = np.moveaxis(changed, 0, 1)
        return np.ascontiguousarray(table.reshape(-1, g)[: self.size, 0])

    def channel(self) -> Channel:
        """The exact law of a report."""
        g, other = self.cells, (1 - self.p) / (self.cells - 1)
        rows = []
        for value in range(self.size):
            row = {}
            for function in range(self.functions):
                own = int(inner_product(np.array([function]), np.array([value]), g, self.digits)[0])
                for cell in range(g):
                    name = (function * g + cell).to_bytes(self.length, "big")
                    row[name] = (self.p if cell == own else other) / self.functions
            rows.append(row)
        return Channel(tuple(rows))


def inner_product(a: NDArray[np.int64], x: NDArray[np.int64], g: int, digits: int) -> NDArray[np.int64]:
    """The sum of the products of their digits in base g, modulo g."""
    total = np.zeros(np.broadcast(a, x).shape, dtype=np.int64)
    for _ in range(digits):
        total += (a % g) * (x % g)
        a, x = a // g, x // g
    return total % g


def digits_for(size: int, g: int) -> int:
    """How many digits in base g write every number below `size`."""
    digits = 1
    while g**digits < size:
        digits += 1
    return digits


@lru_cache(maxsize=256)
def best_prime(size: int, odds: Fraction) -> int:
    """The prime number of cells with the least variance, among those whose table is not too large."""
    fit = [g for g in _PRIMES if g ** (digits_for(size, g) + 1) <= _LARGEST_TABLE]
    return min(fit, key=lambda g: hashing_variance(odds, g))
