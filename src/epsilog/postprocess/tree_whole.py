"""The nearest table of whole numbers from 0 on a hierarchy, exactly.

Given noisy numbers y(v) at the nodes of a tree and whole weights w(v), find cells x(i) ∈ {0, 1, 2, …} that make F =
Σ w(v) (x(v) - y(v))² least, where x(v) is the sum of the cells under v; with the total free, or fixed to a public
number. The weights are the inverse variances of the levels in whole numbers of about six digits.

Proof that what is found is nearest. Think of x as an integer flow: from the top through the tree to the cells, from
each cell to a sink, and, where the total is free, from the sink back to the top. F adds one convex function of the
flow on each edge. Such a flow is optimal if and only if no cycle of the residual network has negative cost for one
unit (cycle cancelling: the difference of two integer flows is a sum of cycles whose edges agree in direction with
it; by convexity the cost of the difference is at least the sum of their costs for one unit each, so if all of those
are at least 0 nothing is better). A tree has no cycle of its own, so a simple cycle passes the sink and is one of
three: take one from cell j and give it to cell i (only what lies below their nearest common ancestor changes), add
one to a cell, or take one away from a cell, the last two only where the total is free. The search stops when none
of the three helps. It does stop, because F falls by at least one each time and is a whole number from 0.

Speed. Families are halved into nodes of weight 0 until every node has two children at most: that changes no sum.
Every node knows the cheapest cell to add to, the cheapest to take from and the cheapest exchange under it, so a
step costs one walk from the cells to the top. Steps of 2^k come first and make the number of steps of one small;
the last ones are of one, and the proof speaks of those alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np

from epsilog.postprocess.tidy import nearest_with_total
from epsilog.postprocess.tree import Exact, Tree
from epsilog.postprocess.tree_fit import STEPS, consistent

_DIGITS: Final = 2**20
_NEVER: Final = 1 << 400  # a cost nothing reaches: no such step is possible
Move = tuple[int, int, int]  # cost, cell that gains (or -1), cell that loses (or -1)


def weights_of(variances: Sequence[float]) -> tuple[int, ...]:
    """Inverse variances as whole numbers.

    >>> weights_of((4.0, 1.0))
    (262144, 1048576)
    """
    least = min(max(one, 1e-300) for one in variances)
    return tuple(max(1, round(_DIGITS * least / max(one, 1e-300))) for one in variances)


def nearest(
    tree: Tree, levels: Sequence[Exact], variances: Sequence[float], total: int | None = None
) -> list[Exact]:
    """All levels of the nearest non-negative whole table; one row per node, one column per table.

    >>> noisy = [np.array([[10], [-4], [7]]), np.array([[3], [9]])]
    >>> cells, regions = nearest(Tree(((2, 1),)), noisy, (1.0, 1.0))
    >>> cells.ravel().tolist(), regions.ravel().tolist()
    ([7, 0, 8], [7, 8])
    """
    close = consistent(tree, levels, variances, total)
    columns = []
    for at in range(close[0].shape[1]):
        fit = (close[0][:, at] * 2 + STEPS) // (2 * STEPS)
        wanted = max(0, int(sum(fit))) if total is None else total
        begun = nearest_with_total(np.asarray(np.clip(fit, -(2**61), 2**61), dtype=np.int64), wanted)
        drawn = [[int(one) for one in level[:, at]] for level in levels]
        search = Search(tree, drawn, weights_of(variances), [int(one) for one in begun], total is None)
        columns.append(search.run())
    cells = np.array(columns, dtype=object).T.reshape(tree.sizes[0], -1)
    return [tree.sum_up(cells, level) for level in range(len(tree.sizes))]


class Search:
    """Steps that bring a table nearer, until none does."""

    def __init__(
        self, tree: Tree, drawn: Sequence[Sequence[int]], weights: Sequence[int], begun: Sequence[int], free: bool
    ) -> None:
        count = tree.sizes[0]
        self.free, self.cells, self.step = free, count, 1
        self.weight, self.target = [weights[0]] * count, list(drawn[0])
        self.total = list(begun)
        self.pair: list[tuple[int, int]] = [(-1, -1)] * count
        self.parent = [-1] * count
        nodes = list(range(count))
        for level, families in enumerate(tree.children, start=1):
            above, first = [], 0
            for node, size in enumerate(families):
                held = self._halved(nodes[first : first + size])
                above.append(self._node(held, -1, weights[level], drawn[level][node]))
                first += size
            nodes = above
        self.top = self._halved(nodes)
        self.up: list[tuple[int, int]] = [(_NEVER, -1)] * len(self.total)
        self.down: list[tuple[int, int]] = [(_NEVER, -1)] * len(self.total)
        self.swap: list[Move] = [(_NEVER, -1, -1)] * len(self.total)

    def _node(self, left: int, right: int, weight: int, target: int) -> int:
        at = len(self.total)
        self.pair.append((left, right))
        self.parent.append(-1)
        self.weight.append(weight)
        self.target.append(target)
        self.total.append(sum(self.total[child] for child in (left, right) if child >= 0))
        for child in (left, right):
            if child >= 0:
                self.parent[child] = at
        return at

    def _halved(self, nodes: Sequence[int]) -> int:
        """One node above them all, by pairs."""
        row = list(nodes)
        while len(row) > 1:
            pairs = [self._node(row[at], row[at + 1], 0, 0) for at in range(0, len(row) - 1, 2)]
            row = pairs + row[len(row) - len(row) % 2 :]
        return row[0]

    def run(self) -> list[int]:
        """The cells of the nearest table."""
        furthest = max(abs(has - wanted) for has, wanted in zip(self.total, self.target, strict=True))
        size = 1 << max(0, min(60, furthest.bit_length() - 1))
        while True:
            self.step = size
            for node in range(len(self.total)):
                self._look(node)
            while (move := self._best())[0] < 0:
                self._apply(move)
            if size == 1:
                return self.total[: self.cells]
            size //= 2

    def _best(self) -> Move:
        best = self.swap[self.top]
        if self.free:
            best = min(best, (*self.up[self.top], -1), (self.down[self.top][0], -1, self.down[self.top][1]))
        return best

    def _apply(self, move: Move) -> None:
        _, gains, loses = move
        for cell, by in ((gains, self.step), (loses, -self.step)):
            node = cell
            while node >= 0:
                self.total[node] += by
                node = self.parent[node]
        for cell in (gains, loses):
            node = cell
            while node >= 0:
                self._look(node)
                node = self.parent[node]

    def _look(self, node: int) -> None:
        """What one step up, down or across costs under a node; its children know already."""
        step, off = self.step, self.total[node] - self.target[node]
        more, less = self.weight[node] * step * (2 * off + step), self.weight[node] * step * (step - 2 * off)
        left, right = self.pair[node]
        if left < 0:
            self.up[node] = (more, node)
            self.down[node] = (less, node) if self.total[node] >= step else (_NEVER, -1)
            return
        if right < 0:
            up, down, swap = self.up[left], self.down[left], self.swap[left]
        else:
            up, down = min(self.up[left], self.up[right]), min(self.down[left], self.down[right])
            across = (self._across(left, right), self._across(right, left))
            swap = min(self.swap[left], self.swap[right], *across)
        self.up[node] = (up[0] + more, up[1])
        self.down[node] = (down[0] + less, down[1]) if down[1] >= 0 else (_NEVER, -1)
        self.swap[node] = swap

    def _across(self, gains: int, loses: int) -> Move:
        if self.down[loses][1] < 0:
            return (_NEVER, -1, -1)
        return (self.up[gains][0] + self.down[loses][0], self.up[gains][1], self.down[loses][1])
