"""The shape of a hierarchy: levels of nodes from the cells upwards, each node a run of nodes of the level below."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

Integers = NDArray[np.int64]
# Whole numbers of any size: what is added and weighed here must not round.
Exact = NDArray[Any]


@dataclass(frozen=True)
class Tree:
    """children[k][g] says how many nodes of level k the node g of level k + 1 has. Level 0 are the cells.

    The top may have several nodes: then each of them is a tree of its own.

    >>> clinics = Tree(((2, 1), (2,)))     # three clinics in two regions in one country
    >>> clinics.sizes, clinics.leaves(2)
    ((3, 2, 1), (3,))
    """

    children: tuple[tuple[int, ...], ...]

    def __post_init__(self) -> None:
        for below, above in zip(self.children, self.children[1:], strict=False):
            assert sum(above) == len(below), "every node has one parent"
        assert all(count >= 1 for level in self.children for count in level), "no group is empty"

    @cached_property
    def sizes(self) -> tuple[int, ...]:
        """How many nodes each level has, from the cells upwards."""
        return (sum(self.children[0]), *(len(level) for level in self.children)) if self.children else ()

    def starts(self, level: int) -> NDArray[np.int64]:
        """The first child of every node of a level above the cells."""
        return np.concatenate(([0], np.cumsum(self.children[level - 1])[:-1])).astype(np.int64)

    def leaves(self, level: int) -> tuple[int, ...]:
        """How many cells lie under each node of a level."""
        counts: Exact = np.ones(self.sizes[0], dtype=np.int64)
        for at in range(1, level + 1):
            counts = np.add.reduceat(counts, self.starts(at))
        return tuple(int(count) for count in counts)

    def sum_up(self, cells: Exact, level: int) -> Exact:
        """The sums of cells (along the first axis) under each node of a level."""
        found = cells
        for at in range(1, level + 1):
            found = np.add.reduceat(found, self.starts(at), axis=0)
        return found


def exactly(values: Sequence[Any] | Integers) -> Exact:
    """Whole numbers that never overflow."""
    return np.asarray(values).astype(object)
