"""Which noises a decoded value is made of: their weights, each at least as heavy as it is in truth.

A margin needs every weight of every tick: as many numbers as there are pairs of ticks. What strays further with
heavier weights may be told heavier ones: neighbouring ticks share a row, and close weights are one size.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from epsilog.errors import SpecError
from epsilog.mechanisms.series.banded import Banded
from epsilog.mechanisms.series.buffered import Buffered
from epsilog.mechanisms.series.outer import Endless
from epsilog.mechanisms.series.square_root import SquareRoot
from epsilog.mechanisms.series.strategy import Integers, Reals, Strategy
from epsilog.mechanisms.series.tree import BinaryTree

_EVERY: Final = 32  # ticks that have a row of their own; beyond, a sixteenth of the ticks before share one
_FINE: Final = 256  # sizes in a doubling: a weight is told at most 0.28 % heavier
_LEAST: Final = 24 * _FINE  # doublings below the heaviest; what is lighter is told as heavy as that
_WIDER: Final = 1 + 1e-12  # for what floats lose when a size is made
_LOW: Final = 6  # levels of a tree told one by one; higher nodes are nearly alike and are told as one


@dataclass(frozen=True, eq=False)
class Weighed:
    """Rows of weights. The value of tick t strays no further than the sum of row `of_tick[t]`.

    sizes     the different weights there are, above zero
    counts    one row per sum: how many independent noises of each size are in it
    of_tick   the row of every tick
    """

    sizes: Reals
    counts: Integers
    of_tick: Integers


def weigh_steps(strategy: Strategy, steps: int) -> Weighed:
    """The weights of a strategy that answers step by step.

    >>> found = weigh_steps(BinaryTree(4), 3)                      # the third total: a block of two and one of one
    >>> [(round(float(size), 3), int(many)) for size, many in zip(found.sizes, found.counts[3], strict=True)]
    [(0.333, 2), (0.667, 1), (1.0, 1)]

    Proof. A sum of independent symmetric numbers whose densities fall away from zero strays further if one of its
    weights grows, or if another such number is added (Birnbaum 1948). *By lag:* row t of a filter has the weight
    line[l] on the answer l steps back, the same for every t or, with weighted columns, one of its own; ticks of one
    block get the largest weight of the block at each lag, and the lags of its last tick. *Tree:* the blocks that
    make up t are independent; a node of level j holds 2^i answers of i levels below it, each with the share of its
    level times what the levels above leave, and the largest of all high levels stands for each of them.
    """
    if isinstance(strategy, BinaryTree):
        return _of_tree(strategy.shares, steps)
    if isinstance(strategy, Endless):
        return _of_line(np.abs(strategy.decoder(steps)))
    if isinstance(strategy, SquareRoot | Banded | Buffered):
        inverse, weights = strategy.undoing(steps)
        if np.all(weights == weights[0]):
            return _of_line(np.abs(np.cumsum(inverse / weights[0])))
        return _of_columns(inverse, weights)
    raise SpecError("the weights of this strategy are not told by lag", where="strategy")


def _of_line(line: Reals) -> Weighed:
    """Tick t has the first t weights of one line."""
    ends, of_tick = _blocks(len(line))
    return _count_weights([line[:end] for end in ends], of_tick)


def _of_columns(inverse: Reals, weights: Reals) -> Weighed:
    """Tick t has, l steps back, the sum of inverse[k] / weights[t - l + k] up to k = l."""
    steps = len(weights)
    ends, _ = _blocks(steps)
    # Columns change fastest at either end of the series, so blocks are short at both.
    ends = sorted({*ends, *(steps - end for end in ends if end < steps)})
    of_tick = np.searchsorted(np.array(ends), np.arange(1, steps + 1)).astype(np.int64)
    rows = np.zeros((len(ends), steps))
    for first in range(steps):
        own = np.abs(np.cumsum(inverse[: steps - first] / weights[first:]))
        at = (of_tick[first:], np.arange(steps - first))
        rows[at] = np.maximum(rows[at], own)
    return _count_weights(list(rows), of_tick)


def _blocks(steps: int) -> tuple[list[int], Integers]:
    """The last tick, counted from one, of every block, and the block of every tick."""
    ends = list(range(1, min(steps, _EVERY) + 1))
    while ends[-1] < steps:
        ends.append(min(steps, ends[-1] + ends[-1] // 16))
    return ends, np.searchsorted(np.array(ends), np.arange(1, steps + 1)).astype(np.int64)


def _count_weights(rows: Sequence[Reals], of_tick: Integers) -> Weighed:
    """Weights told as sizes that are a part of a doubling apart, never lighter."""
    heaviest = max(float(row.max(initial=0.0)) for row in rows)
    counts = np.zeros((len(rows), _LEAST + 1), dtype=np.int64)
    for at, row in enumerate(rows):
        some = row[row > 0] / heaviest
        below = np.minimum(np.floor(-np.log2(some) * _FINE), _LEAST).astype(np.int64)
        counts[at] = np.bincount(below, minlength=_LEAST + 1)
    used = np.flatnonzero(counts.any(axis=0))
    return Weighed(heaviest * 2.0 ** (-used / _FINE) * _WIDER, counts[:, used], of_tick)


def _of_tree(shares: Reals, steps: int) -> Weighed:
    """A row for every set of low blocks, and every number of high ones beside them."""
    levels = min(len(shares), steps.bit_length())
    low = min(levels, _LOW)
    nodes = [_node(shares, level) for level in range(levels)]
    high = np.zeros(max(map(len, nodes)))
    for node in nodes[low:]:
        high[: len(node)] = np.maximum(high[: len(node)], node)
    kinds = [*nodes[:low], high]
    sizes = np.concatenate(kinds)
    many = np.zeros((len(kinds), len(sizes)), dtype=np.int64)
    first = 0
    for at, kind in enumerate(kinds):
        many[at, first : first + len(kind)] = np.where(kind > 0, 2 ** np.arange(len(kind)), 0)
        first += len(kind)
    patterns = np.arange((levels - low + 1) << low)
    has = np.stack([(patterns >> level) & 1 for level in range(low)] + [patterns >> low], axis=1)
    counts = has @ many
    used = np.flatnonzero(counts.any(axis=0))
    t = np.arange(1, steps + 1)
    beside = np.asarray(sum((t >> level) & 1 for level in range(low, levels)), dtype=np.int64) + np.zeros_like(t)
    of_tick = (beside << low) + (t & ((1 << low) - 1))
    order = used[np.argsort(sizes[used], kind="stable")]
    return Weighed(sizes[order], counts[:, order], of_tick)


def _node(shares: Reals, level: int) -> Reals:
    """The weight of each answer in a node, by how many levels it lies below: 1, 2, 4, … of them."""
    left, out = 1.0, []
    for at in range(level, -1, -1):
        out.append(left * float(shares[at]))
        left *= 1 - float(shares[at])
    return np.array(out)
