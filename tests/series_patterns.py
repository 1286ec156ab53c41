"""Every way one unit may be in a short series, and the strategies that must survive all of them."""

from __future__ import annotations

import itertools
from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from epsilog.core.participation import Participation
from epsilog.mechanisms.series.strategy import Strategy


def visit(times=1, apart=1, most=1, signed=False, neighbours="add-remove", span=None):
    return Participation(times, apart, most, signed, neighbours, span)


def patterns(n: int, times: int, apart: int) -> Iterator[tuple[int, ...]]:
    """All sets of at most `times` steps of n, at least `apart` apart."""
    for count in range(1, times + 1):
        for steps in itertools.combinations(range(n), count):
            if all(b - a >= apart for a, b in itertools.pairwise(steps)):
                yield steps


def matrix_of(strategy: Strategy, n: int) -> NDArray[np.int64]:
    """The strategy asked about every unit vector: its matrix, if it is one."""
    return strategy.answers(np.eye(n, dtype=np.int64))


def worst(matrix: NDArray[np.int64], times: int, apart: int) -> tuple[int, int]:
    """The largest L1 and squared L2 norm of the answers over all patterns and all signs."""
    l1 = l2 = 0
    for steps in patterns(matrix.shape[1], times, apart):
        for signs in itertools.product((1, -1), repeat=len(steps) - 1):
            moved = matrix[:, list(steps)] @ np.array((1, *signs))
            l1, l2 = max(l1, int(np.abs(moved).sum())), max(l2, int(moved @ moved))
    return l1, l2


def worst_replacement(matrix: NDArray[np.int64], times: int, apart: int) -> tuple[int, int]:
    """The same when one unit's pattern goes and another's comes, neither negative."""
    n, l1, l2 = matrix.shape[1], 0, 0
    answers = [matrix[:, list(steps)].sum(axis=1) for steps in patterns(n, times, apart)]
    for come, gone in itertools.combinations([*answers, 0 * answers[0]], 2):
        moved = come - gone
        l1, l2 = max(l1, int(np.abs(moved).sum())), max(l2, int(moved @ moved))
    return l1, l2


def streamed(strategy: Strategy, values: NDArray[np.int64], noise: NDArray[np.int64]):
    """Answers and decoded values of a walk that meets the given noise in order."""
    walk = strategy.walk(values.shape[1])
    answers, decoded, at = [], [], 0
    for row in values:
        exact = walk.answer(row)
        answers.append(exact)
        decoded.append(walk.decode(exact + noise[at : at + len(exact)]))
        at += len(exact)
    return np.concatenate(answers), np.array(decoded)
