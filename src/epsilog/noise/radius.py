"""One secret radius, and uniform integers within it: noise for whoever may be in every step of a series."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from epsilog.core.mechanism import RandomWords
from epsilog.core.number import Number, exact, whole
from epsilog.core.price import exp_minus
from epsilog.core.radius import LARGEST_MEAN, MOST_CELLS, MOST_DRAWS, SMALLEST_SCALE, points, points_by_size
from epsilog.noise.comparison import Bracket, coin
from epsilog.noise.randomness import redrawn_after_fork, system
from epsilog.noise.saturation import saturate
from epsilog.noise.size import shape_of
from epsilog.noise.uniform import uniform_below


def secret_radius(draws: int, cells: int, scale: Number, rng: RandomWords = system) -> int:
    """An integer S >= 0 with P(S = r) proportional to points(cells, r)^draws · exp(-r / scale), exactly.

    >>> from epsilog.testing import seeded
    >>> 0 <= secret_radius(12, 1, 2, seeded(1)) < 200
    True

    With it `draws` times a uniform point of the ball of radius S (`ball_draws`) has a density that falls as
    exp(-(the largest of their sizes) / scale). More draws than that are not covered: that is the caller's to keep.

    Proof: docs/proofs/radius.md, section 3. Rejection under steps that halve; the comparison of a uniform number
    with the weights' ratio is certified and gets more bits until it is sure.

    Numerics: whole numbers only. S has no upper end; draws · cells · scale is at most 2^54.

    Checked by: tests/statistical/test_radius.py, tests/unit/noise/test_radius.py.
    """
    shape_of(1, rng)
    law = radius_law(
        whole(draws, "draws", at_least=1, at_most=MOST_DRAWS),
        whole(cells, "cells", at_least=1, at_most=MOST_CELLS),
        exact(scale, "scale", at_least=SMALLEST_SCALE, at_most=LARGEST_MEAN),
    )
    whole(math.ceil(law.draws * law.cells * law.scale), "scale", at_most=LARGEST_MEAN)
    return redrawn_after_fork(lambda: law.draw(rng))


def ball_draws(radius: int, cells: int, count: int, rng: RandomWords = system) -> NDArray[np.int64]:
    """Uniform integer points whose absolute values add up to at most `radius`, one row each; held to ±2^62.

    >>> ball_draws(0, 3, 2).tolist()
    [[0, 0, 0], [0, 0, 0]]

    Proof: docs/proofs/radius.md, section 3. One cell is a uniform integer of −radius … radius. Of several cells
    first how many are not zero, by the exact numbers of such points, then which, their partial sums (different
    numbers of 1 … radius) and their signs. The radius is secret: no error speaks of it.
    """
    shape_of(1, rng)
    width = whole(cells, "cells", at_least=1, at_most=MOST_CELLS)
    number = whole(count, "count", at_least=0, at_most=MOST_DRAWS)
    return redrawn_after_fork(lambda: _rows(radius, width, number, rng))


def _rows(radius: int, cells: int, count: int, rng: RandomWords) -> NDArray[np.int64]:
    if cells == 1 and 2 * radius + 1 <= 2**63:
        return uniform_below(2 * radius + 1, (count, 1), rng) - radius
    if cells == 1:
        wide = [_below(2 * radius + 1, rng) - radius for _ in range(count)]
        return np.array([saturate(one) for one in wide], dtype=np.int64).reshape(count, 1)
    sizes = points_by_size(cells, radius)
    rows = [_point(radius, sizes, rng) for _ in range(count)]
    return np.array(rows, dtype=np.int64).reshape(count, cells)


def _point(radius: int, sizes: list[int], rng: RandomWords) -> list[int]:
    at, taken = _below(sum(sizes), rng), 0
    while at >= sizes[taken]:
        at, taken = at - sizes[taken], taken + 1
    row, before = [0] * (len(sizes) - 1), 0
    places = _different(len(row), taken, rng)  # from 1
    for place, total in zip(places, _different(radius, taken, rng), strict=True):
        size, before = saturate(total - before), total
        row[place - 1] = -size if _below(2, rng) else size
    return row


def _different(most: int, count: int, rng: RandomWords) -> list[int]:
    """So many different numbers of 1 … most in rising order, every set as likely (Floyd)."""
    found: set[int] = set()
    for last in range(most - count + 1, most + 1):
        one = 1 + _below(last, rng)
        found.add(last if one in found else one)
    return sorted(found)


def _side_and_heads(rng: RandomWords) -> tuple[int, int]:
    """One fair bit, and how many heads a fair coin shows before its first tail."""
    word = int(rng.words(1, 64)[0])
    right, word, left, heads = word & 1, word >> 1, 63, 0
    while word == (1 << left) - 1:  # heads only: toss on
        heads, left, word = heads + left, 64, int(rng.words(1, 64)[0])
    return right, heads + (~word & (word + 1)).bit_length() - 1


def _below(n: int, rng: RandomWords) -> int:
    """A uniform integer below n, however large."""
    bits = (n - 1).bit_length()
    while True:
        found = 0
        for word in rng.words(-(-bits // 64), 64).tolist():
            found = found << 64 | word
        found &= (1 << bits) - 1
        if found < n:
            return found


@dataclass(frozen=True)
class RadiusLaw:
    """The weights w(r) = points(cells, r)^draws · exp(-r/scale), their largest place and a step that halves them.

    >>> law = radius_law(12, 1, Fraction(2))
    >>> law.mode, law.stride >= 1
    (24, True)
    """

    draws: int
    cells: int
    scale: Fraction
    mode: int
    stride: int

    def draw(self, rng: RandomWords) -> int:
        """Propose a step and a place in it, keep it as often as the weights say."""
        while True:
            right, steps = _side_and_heads(rng)
            away = steps * self.stride + _below(self.stride, rng)
            place = self.mode + away if right else self.mode - 1 - away
            # A place below zero is never kept; its coin is not drawn.
            if place >= 0 and coin(self.raised(place, steps), rng):
                return place

    def raised(self, place: int, doublings: int) -> Bracket:
        """Brackets of 2^doublings · w(place)/w(mode)."""
        return lambda bits: ratio_of_weights(self.draws, self.cells, self.scale, place, self.mode, bits + doublings)


def ratio_of_weights(
    draws: int, cells: int, scale: Fraction, place: int, beside: int, bits: int
) -> tuple[int, int]:
    """Integers (low, high) with low <= w(place)/w(beside) · 2^bits <= high, closing in as bits grow.

    >>> low, high = ratio_of_weights(1, 1, Fraction(1), 1, 0, 64)          # 3/e
    >>> low / 2**64, high - low <= 2
    (1.103638323514327, True)

    Proof. The ratio is x^draws with x = b · exp(-y), b = points(place)/points(beside), y = (place − beside)/(draws
    · scale). Pairs of integers bracket 2^work · x, one rounded down and one up; a product of brackets of numbers
    that are not negative brackets the product. Guard bits: see docs/proofs/radius.md, section 3; they only make the
    bracket narrow, and it is right with any number of them.
    """
    up, down = points(cells, place), points(cells, beside)
    y = (place - beside) / (draws * scale)
    room = abs(up.bit_length() - down.bit_length()) + 2 * math.ceil(abs(y)) + 4
    work = bits + room + 2 * draws.bit_length() + 16
    low, high = exp_minus(abs(y), work + room)
    if y >= 0:
        above = -(-up * high // down)
        low, high = up * low // down >> room, -(-above >> room)
    else:
        one = 1 << (2 * work + room)
        low, high = up * (one // high) // down, -(-up * -(-one // low) // down)
    low, high = _power(low, high, draws, work)
    spare = work - bits
    return low >> spare, -(-high >> spare)


def _power(low: int, high: int, exponent: int, work: int) -> tuple[int, int]:
    """The power of a bracketed number, bracketed, by squaring."""
    found_low = found_high = 1 << work
    while exponent:
        if exponent & 1:
            found_low, found_high = found_low * low >> work, -(-found_high * high >> work)
        exponent >>= 1
        if exponent:
            low, high = low * low >> work, -(-high * high >> work)
    return found_low, found_high


@lru_cache(maxsize=64)
def radius_law(draws: int, cells: int, scale: Fraction) -> RadiusLaw:
    """The place of the largest weight, and a stride after which the weights are at most half, both certified.

    The weights are log-concave (docs/proofs/radius.md, section 3), so what holds beside the largest holds beyond.
    """

    def at_most(place: int, beside: int, halves: int = 0) -> bool:
        """Whether w(place) <= w(beside)/2^halves: sure, because the two are never equal for place != beside."""
        if place < 0:
            return True
        bits = 64
        while True:
            low, high = ratio_of_weights(draws, cells, scale, place, beside, bits)
            if high << halves <= 1 << bits:
                return True
            if low << halves > 1 << bits:
                return False
            bits *= 2

    mode = _first(lambda r: at_most(r + 1, r))
    stride = _first(lambda s: at_most(mode + s, mode, 1) and at_most(mode - s, mode, 1), 1)
    return RadiusLaw(draws, cells, scale, mode, stride)


def _first(holds: Callable[[int], bool], start: int = 0) -> int:
    """The first whole number from `start` for which it holds, if it goes on holding from there."""
    if holds(start):
        return start
    low, high = start, start + 1
    while not holds(high):
        low, high = high, 2 * high
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if holds(middle) else (middle, high)
    return high
