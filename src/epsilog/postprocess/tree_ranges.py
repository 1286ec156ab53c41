"""Ranges of a least-squares table: the law of a weighted sum of independent noises, turned into a margin.

The error of a fitted number is Σ c(u) Z(u), with the noise Z(u) of node u and coefficients that follow from the
shares of `tree_fit`: they depend on the shape of the tree, never on what was drawn.

Coefficients. Let A(v) be the weight of z(v) in x(v); all other terms O(v) come from outside the subtree of v. At
the top A = 1 and there is nothing outside; where the total is public A = 0. For a child c of p, with x(c) = z(c) +
b (x(p) - S) and z(p) = a y(p) + (1 - a) S, put q = b (A(p) (1 - a) - 1): then A(c) = 1 + q, every other child of p
enters with q, y(p) with b A(p) a, and O(p) with b. Nodes of equal shape and place have equal lists, which are
computed once.

Margin. Let X be the error, φ its characteristic function (the product of those of its terms, which are known in
closed form), and W independent of X, the sum of four uniform numbers within ±w/4, so |W| <= w. On a circle of
circumference T the chance of X + W landing within ±m is exactly the Fourier sum

    2m/T + Σ_k φ(t) sinc(w t/4)⁴ · 2 sin(t m)/(π k),   t = 2π k/T.

|X| > m + w implies |X + W| > m, so the smallest m whose chance is right, plus w, is a valid margin of X. Kept back
from the allowed misses: what leaves the circle (T is twice Chernoff's margin for 1e-9), the terms not summed (at
most (2/π) (2T/(π w))⁴/(4K⁴), about 1e-7), and float64. With w a fiftieth of the deviation the margin is at most a
few hundredths of a deviation above the shortest one.

Where a tree has too many different places for that, Chernoff's bound is used throughout: it is valid, and about 1.4
times as wide. Which one is used depends on the shape of the tree alone.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from epsilog.core.law import DiscreteGaussian, DiscreteLaplace, Law
from epsilog.postprocess.tree import Tree
from epsilog.postprocess.tree_fit import BITS, STEPS, Shares

Terms = Mapping[tuple[int, float], int]  # level and coefficient → how many
Floats = NDArray[np.float64]
_GUARD: Final = 1e-6
_SUMMED: Final = 2**15
_SMOOTH: Final = 0.02
_NOTHING: Final = -60.0
_TERMS: Final = 20_000  # as many different coefficients, over all places of a tree, as are worth the exact law
_WIDEST: Final = 2**50  # beyond this deviation floats cannot tell, and a range says everything


def terms_of(tree: Tree, shares: Shares) -> list[list[Terms]]:
    """For every node of every level the coefficients of its error; equal lists are one object."""
    own = [[1.0] * tree.sizes[0], *([share / 2**BITS for share in level] for level in shares.own)]
    inside, kinds = _inside(tree, own)
    top = len(tree.sizes) - 1
    known: dict[tuple[object, ...], tuple[float, Terms]] = {}
    found: list[list[tuple[float, Terms]]] = [[] for _ in tree.sizes]
    found[top] = [(0.0 if shares.fixed else 1.0, {})] * tree.sizes[top]
    for level in range(top - 1, -1, -1):
        first = 0
        for parent, count in enumerate(tree.children[level]):
            weight, outer = found[level + 1][parent]
            listens = own[level + 1][parent]
            family = Counter(kinds[level][first : first + count])
            for child in range(first, first + count):
                kind, gives = kinds[level][child], shares.give[level][child] / 2**BITS
                place = (level, kind, gives, listens, weight, id(outer), tuple(sorted(family.items())))
                if place not in known:
                    known[place] = _outside(inside[level], family, kind, gives, listens, weight, outer, level)
                found[level].append(known[place])
            first += count
    said: dict[tuple[int, int, float, int], Terms] = {}
    result: list[list[Terms]] = []
    for level, nodes in enumerate(found):
        row = []
        for kind, (weight, outer) in zip(kinds[level], nodes, strict=True):
            key = (level, kind, weight, id(outer))
            if key not in said:
                whole: Counter[tuple[int, float]] = Counter(outer)
                _add_terms(whole, inside[level][kind], weight)
                said[key] = {term: count for term, count in whole.items() if term[1]}
            row.append(said[key])
        result.append(row)
    return result


def _inside(tree: Tree, own: Sequence[Sequence[float]]) -> tuple[list[list[Terms]], list[list[int]]]:
    """The coefficients of z for each kind of subtree, and the kind of every node."""
    kinds: list[list[int]] = [[0] * tree.sizes[0]]
    inside: list[list[Terms]] = [[{(0, 1.0): 1}]]
    for level in range(1, len(tree.sizes)):
        numbers: dict[tuple[object, ...], int] = {}
        lists: list[Terms] = []
        mine, first = [], 0
        for node, count in enumerate(tree.children[level - 1]):
            family, share = Counter(kinds[level - 1][first : first + count]), own[level][node]
            key = (share, tuple(sorted(family.items())))
            if key not in numbers:
                numbers[key] = len(lists)
                made: Counter[tuple[int, float]] = Counter({(level, share): 1})
                for kind, many in family.items():
                    _add_terms(made, inside[level - 1][kind], 1 - share, many)
                lists.append(made)
            mine.append(numbers[key])
            first += count
        kinds.append(mine)
        inside.append(lists)
    return inside, kinds


def _outside(
    inside: Sequence[Terms],
    family: Counter[int],
    kind: int,
    gives: float,
    listens: float,
    weight: float,
    outer: Terms,
    level: int,
) -> tuple[float, Terms]:
    pulled = gives * (weight * (1 - listens) - 1)
    terms: Counter[tuple[int, float]] = Counter()
    _add_terms(terms, outer, gives)
    _add_terms(terms, {(level + 1, 1.0): 1}, gives * weight * listens)
    for other, many in family.items():
        _add_terms(terms, inside[other], pulled, many - (other == kind))
    return 1 + pulled, terms


def _add_terms(into: Counter[tuple[int, float]], terms: Terms, times: float, many: int = 1) -> None:
    if not times or not many:
        return
    for (level, coefficient), count in terms.items():
        # Signs do not matter, the laws are symmetric; twelve digits let equal coefficients meet.
        into[level, float(f"{abs(coefficient * times):.12g}")] += count * many


def margins(
    tree: Tree, shares: Shares, laws: Sequence[Law | None], confidence: Fraction
) -> list[NDArray[np.int64]]:
    """For every node of every level a margin in hundredths of a grain, rounding of the table included.

    `laws` are those of the levels; None for a level known without noise.

    >>> from epsilog.postprocess.tree_fit import shares_of
    >>> tree, laplace = Tree(((2,),)), DiscreteLaplace(Fraction(10))
    >>> shares = shares_of(tree, (laplace.variance, laplace.variance))
    >>> [level.tolist() for level in margins(tree, shares, (laplace, laplace), Fraction(95, 100))]
    [[2387, 2387], [2387]]
    """
    return list(_margins(tree, shares, tuple(laws), confidence))


@lru_cache(maxsize=64)
def _margins(
    tree: Tree, shares: Shares, laws: tuple[Any, ...], confidence: Fraction
) -> tuple[NDArray[np.int64], ...]:
    nodes = terms_of(tree, shares)
    different = {id(terms): terms for level in nodes for terms in level}
    exact = sum(map(len, different.values())) <= _TERMS
    known = {key: margin_of_terms(terms, laws, confidence, exact=exact) for key, terms in different.items()}
    return tuple(np.array([known[id(terms)] for terms in level], dtype=np.int64) for level in nodes)


def margin_of_terms(terms: Terms, laws: Sequence[Law | None], confidence: Fraction, *, exact: bool = True) -> int:
    """What the weighted sum stays within at least that often, in hundredths of a grain, one more for rounding."""
    noisy = [(laws[level], coefficient, count) for (level, coefficient), count in terms.items() if laws[level]]
    parts = [(law, coefficient, count) for law, coefficient, count in noisy if law is not None]
    deviation = math.sqrt(sum(count * coefficient**2 * law.variance for law, coefficient, count in parts))
    miss = float(1 - confidence) - _GUARD
    if deviation > _WIDEST or miss <= 0:
        return 2**61
    if deviation < 1e-9:
        return 1
    wide = chernoff(parts, miss)
    found = min(wide, _by_inversion(parts, deviation, miss)) if exact else wide
    return math.ceil(found * STEPS * (1 + 1e-12)) + 1


def chernoff(parts: Sequence[tuple[Law, float, int]], miss: float) -> float:
    """P(|X| > m) <= 2 exp(Σ ln E exp(θ c Z) - θ m) for every θ; the best of a grid of them.

    A discrete Gaussian has E exp(tZ) <= exp(t² σ²/2) (Canonne, Kamath and Steinke 2020, Lemma 9).
    """
    steepest = min(
        (float(1 / law.scale) / coefficient for law, coefficient, _ in parts if isinstance(law, DiscreteLaplace)),
        default=math.inf,
    )
    # Where a law is so narrow that its variance vanishes in floats, its bound still holds.
    spread = math.sqrt(
        sum(count * coefficient**2 * max(_bound_of(law), 1e-30) for law, coefficient, count in parts)
    )
    tilt = np.geomspace(1e-3, 60, 4_000) / spread
    tilt = tilt[tilt < 0.999 * steepest] if tilt[0] < 0.999 * steepest else np.array([0.5 * steepest])
    summed = np.zeros_like(tilt)
    for law, coefficient, count in parts:
        if isinstance(law, DiscreteLaplace):
            rate = float(1 / law.scale)
            t = tilt * coefficient
            log = 2 * math.log(-math.expm1(-rate)) - np.log(-np.expm1(t - rate)) - np.log(-np.expm1(-t - rate))
            summed += count * np.maximum(log, 0)
        else:
            summed += count * (tilt * coefficient) ** 2 * _bound_of(law) / 2
    return float(np.min((math.log(2 / miss) + summed) / tilt))


def _bound_of(law: Law) -> float:
    return float(law.sigma_squared) if isinstance(law, DiscreteGaussian) else law.variance


def _by_inversion(parts: Sequence[tuple[Law, float, int]], deviation: float, miss: float) -> float:
    smooth, circle = _SMOOTH * deviation, 2 * chernoff(parts, 1e-9)
    k = np.arange(1, _SUMMED + 1, dtype=np.float64)
    t = 2 * np.pi * k / circle
    logs, alive = np.zeros(_SUMMED), np.arange(_SUMMED)
    # The widest terms first: where they leave less than exp(-60) there is nothing more to multiply.
    for law, coefficient, count in sorted(parts, key=lambda one: -one[2] * one[1] ** 2 * one[0].variance):
        logs[alive] += count * np.log(np.maximum(characteristic(law, coefficient * t[alive]), 1e-300))
        alive = alive[logs[alive] > _NOTHING]
    logs, t, k = logs[alive], t[alive], k[alive]
    weights = np.exp(logs) * np.sinc(smooth * t / (4 * np.pi)) ** 4 * 2 / (np.pi * k)
    missed = 2 / np.pi * (2 * circle / (np.pi * smooth)) ** 4 / (4 * _SUMMED**4) + 1e-9
    allowed = miss - missed
    if allowed <= 0:
        return math.inf
    low, high = 0.0, circle / 2
    for _ in range(60):
        middle = (low + high) / 2
        chance = 2 * middle / circle + float(np.sum(weights * np.sin(t * middle)))
        low, high = (middle, high) if chance < 1 - allowed else (low, middle)
        if high - low < 1e-9 * deviation:
            break
    return high + smooth


def characteristic(law: Law, t: Floats) -> Floats:
    """E cos(tZ).

    >>> law = DiscreteGaussian(Fraction(2))
    >>> k, t = np.arange(-60, 61), np.array([0.3, 3.0, 6.2])
    >>> bool(np.allclose(characteristic(law, t), [(law.pmf(k) * np.cos(at * k)).sum() for at in t]))
    True
    """
    if isinstance(law, DiscreteLaplace):
        rate = float(1 / law.scale)
        # (1 - q)² / (1 - 2 q cos t + q²) with q = exp(-rate), divided through by (1 - q)²
        return np.asarray(1 / (1 + np.sin(t / 2) ** 2 / math.sinh(rate / 2) ** 2 if rate < 700 else t * 0 + 1))
    assert isinstance(law, DiscreteGaussian)
    within = t - 2 * np.pi * np.round(t / (2 * np.pi))
    variance = float(law.sigma_squared)
    if variance < 1:
        k = np.arange(1, 41)
        mass = law.pmf(k)
        return np.asarray(law.pmf(np.zeros(1, dtype=np.int64))[0] + 2 * (mass * np.cos(within[:, None] * k)).sum(1))
    # Poisson's summation: the transform of the lattice law is the periodic sum of the normal one.
    shifts = (-2 * np.pi, 0.0, 2 * np.pi)
    above = sum(np.exp(-variance * (within + shift) ** 2 / 2) for shift in shifts)
    return np.asarray(above / (1 + 2 * math.exp(-2 * math.pi**2 * variance)), dtype=np.float64)
