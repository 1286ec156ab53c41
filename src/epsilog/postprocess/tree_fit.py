"""Least squares on a hierarchy: noisy levels that contradict each other become one table that adds up.

Every node v of a tree has a noisy number y(v), the sum of the cells under it plus noise of variance var(v), all
independent. Wanted are cells x, and their sums, that make Σ (x(v) - y(v))² / var(v) least: the best linear unbiased
estimate (Gauss and Markov), in two passes over the tree.

Up.     z(v) is the best estimate from what lies under v and at v, s(v) its variance. A cell has z = y, s = var.
        Above, the children offer S = Σ z(c) of variance V = Σ s(c), independent of y(v), and the best mix of two
        independent unbiased numbers weighs them by the inverse of their variances: z(v) = a y(v) + (1 - a) S with a
        = V / (V + var(v)), and s(v) = V var(v) / (V + var(v)).
Down.   At the top x = z. Below, given the sum x(v) of the children, what remains to be made least is Σ (x(c) -
        z(c))² / s(c), because everything under c enters through z(c) and s(c) alone (the square is completed on the
        way up). Lagrange: x(c) = z(c) + b(c) (x(v) - S) with b(c) = s(c) / V, and Σ b(c) = 1.

A public total T is a node above the top that is known without noise: x = T there, whatever was drawn.

Numerics. The shares a and b are rounded to multiples of 2^-30, the b of a family so that they add up to one
exactly. Everything after that is whole numbers: the estimate is an exact linear function of what was drawn, it adds
up exactly and is unbiased for any shares; its variance is above the least by less than one part in 10^8, and
`tree_ranges` computes the law of its error from the very same shares. Cells are told in hundredths of a grain by
rounding their *running sums* down: a node's number is the difference of two of them, so every sum in the table
still adds up and each number lies less than one step from the estimate.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise
from typing import Final

import numpy as np

from epsilog.postprocess.tree import Exact, Tree, exactly

STEPS: Final = 100  # of a grain
BITS: Final = 30
_ONE: Final = 2**BITS


@dataclass(frozen=True)
class Shares:
    """How much each node listens: `own` to its own number (levels from 1), `give` of its parent's correction.

    In units of 2^-30. With `fixed` the single node at the top is known.
    """

    own: tuple[tuple[int, ...], ...]
    give: tuple[tuple[int, ...], ...]
    fixed: bool


def shares_of(tree: Tree, variances: Sequence[float], fixed: bool = False) -> Shares:
    """The best shares, for one variance per level. With `fixed` the top has one node, and its variance is not read.

    >>> shares_of(Tree(((2,),)), (1.0, 2.0)).own == ((_ONE // 2,),)     # two cells of variance 1, a total of 2
    True
    """
    spread = [max(variances[0], 1e-300)] * tree.sizes[0]
    own, give = [], []
    for level in range(1, len(tree.sizes)):
        starts, above, given, listened = tree.starts(level), [], [], []
        for first, count in zip(starts.tolist(), tree.children[level - 1], strict=True):
            family = spread[first : first + count]
            running = list(accumulate(family))
            under = running[-1]
            ends = [0, *(int(_ONE * (one / under)) for one in running)]  # the last is exactly one
            given += [right - left for left, right in pairwise(ends)]
            if fixed and level == len(tree.sizes) - 1:
                listened.append(_ONE)
                above.append(0.0)
                continue
            listened.append(round(_ONE * under / (under + variances[level])))
            above.append(max(under * variances[level] / (under + variances[level]), 1e-300))
        own.append(tuple(listened))
        give.append(tuple(given))
        spread = above
    return Shares(tuple(own), tuple(give), fixed)


def fit_cells(tree: Tree, levels: Sequence[Exact], shares: Shares) -> tuple[Exact, int]:
    """The cells of the least-squares table as whole numbers over one power of two, whose exponent comes second.

    `levels` are the numbers of each level, cells first, one row per node and one column per table of that shape.
    """
    upward, offered = [exactly(levels[0])], []
    for level in range(1, len(tree.sizes)):
        children = np.add.reduceat(upward[-1], tree.starts(level), axis=0)
        listen = exactly(shares.own[level - 1])[:, None]
        drawn = exactly(levels[level]) * 2 ** (BITS * (level - 1))
        offered.append(children)
        upward.append(listen * drawn + (_ONE - listen) * children)
    top = len(tree.sizes) - 1
    found, scale = upward[top], BITS * top
    for level in range(top - 1, -1, -1):
        counts = np.asarray(tree.children[level])
        wanted = np.repeat(found - offered[level] * 2 ** (scale - BITS * level), counts, axis=0)
        give = exactly(shares.give[level])[:, None]
        found = upward[level] * 2 ** (scale + BITS - BITS * level) + give * wanted
        scale += BITS
    return found, scale


def in_steps(cells: Exact, scale: int) -> Exact:
    """Cells in hundredths of a grain, rounded by running sums: every sum of a run is off by less than one step."""
    running = np.cumsum(cells, axis=0, dtype=object) * STEPS // 2**scale
    return np.concatenate((running[:1], np.diff(running, axis=0)))


def consistent(
    tree: Tree, levels: Sequence[Exact], variances: Sequence[float], total: int | None = None
) -> list[Exact]:
    """All levels of the least-squares table, in hundredths of a grain; with a public total they add up to it.

    >>> tree = Tree(((2, 1),))
    >>> noisy = [np.array([[10], [14], [7]]), np.array([[30], [9]])]
    >>> cells, regions = consistent(tree, noisy, (2.0, 2.0))
    >>> cells.ravel().tolist(), regions.ravel().tolist()
    ([1200, 1600, 800], [2800, 800])
    """
    whole, given, known = tree, list(levels), list(variances)
    if total is not None:
        whole = Tree((*tree.children, (tree.sizes[-1],)))
        given.append(np.full((1, given[0].shape[1]), total, dtype=object))
        known.append(0.0)
    cells = in_steps(*fit_cells(whole, given, shares_of(whole, known, total is not None)))
    return [tree.sum_up(cells, level) for level in range(len(tree.sizes))]
