"""Laws of private choices in certified brackets: every probability lies between two Fractions.

Written from the definitions, not from the code under test: only rates and utilities come from there.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction

from epsilog.core.price import exp_minus

BITS = 200
Bracket = tuple[Fraction, Fraction]
Law = Mapping[Hashable, Bracket]


def weights(rate: Fraction, utilities: Sequence[int]) -> list[Bracket]:
    """exp(rate · (u - best)) for each utility."""
    best = max(utilities)
    ends = [exp_minus(rate * (best - int(u)), BITS) for u in utilities]
    return [(Fraction(low, 1 << BITS), Fraction(high, 1 << BITS)) for low, high in ends]


def exponential(rate: Fraction, utilities: Sequence[int]) -> list[Bracket]:
    """The exponential mechanism: weights divided by their sum."""
    each = weights(rate, utilities)
    low, high = (sum((w[end] for w in each), Fraction(0)) for end in (0, 1))
    return [(w[0] / high, w[1] / low) for w in each]


def flip(rate: Fraction, utilities: Sequence[int]) -> list[Bracket]:
    """Permute-and-flip: walk every order until a coin shows heads. Few candidates only."""
    coins = weights(rate, utilities)
    low, high = [Fraction(0)] * len(coins), [Fraction(0)] * len(coins)
    orders = list(itertools.permutations(range(len(coins))))
    for order in orders:
        reach_low = reach_high = Fraction(1, len(orders))
        for at in order:
            low[at] += reach_low * coins[at][0]
            high[at] += reach_high * coins[at][1]
            reach_low, reach_high = reach_low * (1 - coins[at][1]), reach_high * (1 - coins[at][0])
    return list(zip(low, high, strict=True))


def peeling(rate: Fraction, utilities: Sequence[int], number: int) -> dict[tuple[int, ...], Bracket]:
    """Every ranking of that many candidates with its probability."""
    law = {(): (Fraction(1), Fraction(1))}
    for _ in range(number):
        longer: dict[tuple[int, ...], Bracket] = {}
        for drawn, (low, high) in law.items():
            left = [at for at in range(len(utilities)) if at not in drawn]
            for at, share in zip(left, exponential(rate, [utilities[i] for i in left]), strict=True):
                longer[(*drawn, at)] = (low * share[0], high * share[1])
        law = longer
    return law


def losses(p: Iterable[Bracket], q: Iterable[Bracket]) -> list[tuple[float, float]]:
    """ln p/q of each outcome, between two floats that are right to 1e-14."""
    return [(math.log(a[0] / b[1]) - 1e-14, math.log(a[1] / b[0]) + 1e-14) for a, b in zip(p, q, strict=True)]


def largest_loss(p: Iterable[Bracket], q: Iterable[Bracket]) -> float:
    """An upper bound of the largest |ln p/q|, right to 1e-13."""
    return max(max(abs(low), abs(high)) for low, high in losses(p, q))


def loss_range(p: Iterable[Bracket], q: Iterable[Bracket]) -> float:
    """An upper bound of the length of the interval all losses lie in, right to 1e-13."""
    found = losses(p, q)
    return max(high for _, high in found) - min(low for low, _ in found)


def tables(cells: int, most: int) -> Iterator[tuple[int, ...]]:
    """Every table of so many cells with entries from 0 to `most`."""
    return itertools.product(range(most + 1), repeat=cells)
