"""Hierarchies that add up: the two passes against a dense solve, the whole table against every table there is."""

from __future__ import annotations

import itertools
import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from epsilog.core.law import DiscreteGaussian, DiscreteLaplace, Law
from epsilog.postprocess.tidy import nearest_with_total
from epsilog.postprocess.tree import Tree
from epsilog.postprocess.tree_fit import STEPS, consistent, fit_cells, shares_of
from epsilog.postprocess.tree_ranges import chernoff, margin_of_terms, margins, terms_of
from epsilog.postprocess.tree_whole import Search, nearest, weights_of

Floats = NDArray[np.float64]
SURE = Fraction(95, 100)


def design(tree: Tree) -> Floats:
    """Every node as a sum of cells."""
    cells = np.eye(tree.sizes[0])
    return np.concatenate([np.asarray(tree.sum_up(cells, level)) for level in range(len(tree.sizes))])


def hat(tree: Tree, variances: tuple[float, ...]) -> Floats:
    """The matrix that takes what was drawn to the least-squares table, by a dense solve."""
    sums = design(tree)
    weights = np.concatenate([[1 / variances[level]] * size for level, size in enumerate(tree.sizes)])
    solved: Floats = sums @ np.linalg.solve(sums.T @ (weights[:, None] * sums), sums.T * weights)
    return solved


@st.composite
def trees(draw: st.DrawFn, cells: int = 12, levels: int = 3) -> Tree:
    """Any shape: runs of the level below, of unequal lengths."""
    size, found = draw(st.integers(1, cells)), []
    for _ in range(draw(st.integers(1, levels))):
        cuts = sorted(draw(st.sets(st.integers(1, size - 1)))) if size > 1 else []
        ends = [0, *cuts, size]
        found.append(tuple(right - left for left, right in itertools.pairwise(ends)))
        size = len(found[-1])
    return Tree(tuple(found))


def drawn(tree: Tree, seed: int, low: int = -20, high: int = 60, columns: int = 1) -> list[NDArray[np.int64]]:
    rng = np.random.default_rng(seed)
    return [rng.integers(low, high, (size, columns)) for size in tree.sizes]


@settings(max_examples=60, deadline=None)
@given(trees(), st.integers(0, 2**32), st.lists(st.floats(0.3, 1000), min_size=4, max_size=4))
def test_two_passes_are_the_dense_solution(tree: Tree, seed: int, spread: list[float]) -> None:
    variances = tuple(spread[: len(tree.sizes)])
    levels = drawn(tree, seed, columns=2)
    cells, scale = fit_cells(tree, levels, shares_of(tree, variances))
    found = np.array([[float(Fraction(int(one), 2**scale)) for one in row] for row in cells])
    wanted = (hat(tree, variances) @ np.concatenate(levels))[: tree.sizes[0]]
    assert np.abs(found - wanted).max() < 1e-5


@settings(max_examples=60, deadline=None)
@given(trees(), st.integers(0, 2**32), st.sampled_from([None, 0, 37, 10**6]))
def test_tables_add_up_and_stay_within_a_step(tree: Tree, seed: int, total: int | None) -> None:
    variances = (4.0, 2.0, 9.0, 1.0)[: len(tree.sizes)]
    levels = drawn(tree, seed)
    told = consistent(tree, levels, variances, total)
    for level in range(1, len(tree.sizes)):
        assert (told[level] == tree.sum_up(told[0], level)).all()
    if total is not None:
        assert told[0].sum() == total * STEPS
        return
    exact = hat(tree, variances) @ np.concatenate(levels)
    assert np.abs(np.concatenate(told).astype(float) / STEPS - exact).max() < 1 / STEPS + 1e-5


def test_a_public_total_is_a_sum_without_noise() -> None:
    tree = Tree(((2, 3), (2,)))
    levels, known = drawn(tree, 5), 91
    told = consistent(tree, levels, (3.0, 2.0, 7.0), known)
    # The dense way: a further row of almost no variance.
    sums = np.concatenate([design(tree), np.ones((1, 5))])
    weights = np.array([1 / 3] * 5 + [1 / 2] * 2 + [1 / 7] + [1e9])
    seen = np.concatenate([*levels, [[known]]])
    cells = np.linalg.solve(sums.T @ (weights[:, None] * sums), sums.T @ (weights[:, None] * seen))
    assert np.abs(told[0].astype(float) / STEPS - cells).max() < 0.011


@settings(max_examples=40, deadline=None)
@given(trees(cells=9))
def test_coefficients_are_those_of_the_dense_solution(tree: Tree) -> None:
    variances = (4.0, 2.5, 9.0, 1.0)[: len(tree.sizes)]
    rows = iter(hat(tree, variances))
    for level in terms_of(tree, shares_of(tree, variances)):
        for terms, row in zip(level, rows, strict=False):
            for power in (1, 2, 3):
                summed = sum(count * coefficient**power for (_, coefficient), count in terms.items())
                assert summed == pytest.approx(float((np.abs(row) ** power).sum()), rel=1e-6, abs=1e-6)


def smallest(tree: Tree, levels: list[NDArray[np.int64]], weights: tuple[int, ...], total: int | None) -> int:
    """The least distance of any whole table, by looking at all of them."""
    sums = [np.asarray(tree.sum_up(np.eye(tree.sizes[0], dtype=np.int64), at)) for at in range(len(tree.sizes))]
    most = 11 if total is None else total
    best = None
    for cells in itertools.product(range(most + 1), repeat=tree.sizes[0]):
        if total is not None and sum(cells) != total:
            continue
        far = sum(
            weight * int(((rows @ np.array(cells) - level[:, 0]) ** 2).sum())
            for weight, rows, level in zip(weights, sums, levels, strict=True)
        )
        best = far if best is None else min(best, far)
    assert best is not None
    return best


# Tables that only an exchange across a node brings nearer.
@example(Tree(((2, 1),)), 3, 9)
@example(Tree(((1, 2),)), 2, 4)
@example(Tree(((2, 2),)), 0, 4)
@settings(max_examples=40, deadline=None)
@given(trees(cells=3, levels=2), st.integers(0, 2**32), st.sampled_from([None, 0, 4, 9]))
def test_no_whole_table_is_nearer(tree: Tree, seed: int, total: int | None) -> None:
    levels = drawn(tree, seed, -4, 6)
    variances = (4.0, 2.0, 1.0)[: len(tree.sizes)]
    weights = weights_of(variances)
    found = nearest(tree, levels, variances, total)
    far = sum(
        weight * int(((one[:, 0] - level[:, 0]) ** 2).sum())
        for weight, one, level in zip(weights, found, levels, strict=True)
    )
    assert (found[0] >= 0).all()
    assert total is None or found[0].sum() == total
    assert far == smallest(tree, levels, weights, total)


def test_search_needs_its_three_moves() -> None:
    """A start that only an exchange, an addition or a removal improves."""
    tree = Tree(((2, 2),))
    for begun, wanted in (([5, 0, 1, 1], [3, 2, 1, 1]), ([0, 0, 0, 0], [3, 2, 1, 1]), ([9, 9, 9, 9], [3, 2, 1, 1])):
        search = Search(tree, [[3, 2, 1, 1], [5, 2]], (1, 1), begun, True)
        assert search.run() == wanted
    held = Search(tree, [[3, 2, 1, 1], [5, 2]], (1, 1), [0, 0, 0, 0], False)
    assert held.run() == [0, 0, 0, 0]


def test_large_tables_are_finished() -> None:
    tree = Tree((tuple([20] * 20), (20,)))
    rng = np.random.default_rng(3)
    truth = rng.poisson(2, (400, 1))
    levels = [
        tree.sum_up(truth, at) + np.rint(rng.normal(0, 30, (size, 1))).astype(int)
        for at, size in enumerate(tree.sizes)
    ]
    found = nearest(tree, levels, (900.0, 900.0, 900.0))
    assert (found[0] >= 0).all()
    # Nothing that one step could improve is left.
    again = Search(
        tree,
        [[int(one) for one in level[:, 0]] for level in levels],
        (1, 1, 1),
        [int(one) for one in found[0][:, 0]],
        True,
    )
    assert again.run() == found[0][:, 0].tolist()


@pytest.mark.parametrize("total", [0, 1, 7, 50, 10**9])
def test_nearest_with_a_public_total(total: int) -> None:
    values = np.array([7, 2, 1, -2])
    found = nearest_with_total(values, total)
    assert found.sum() == total
    assert (found >= 0).all()
    if total <= 10:
        tables = [one for one in itertools.product(range(total + 1), repeat=4) if sum(one) == total]
        least = min(int(((np.array(one) - values) ** 2).sum()) for one in tables)
        assert int(((found - values) ** 2).sum()) == least


@pytest.mark.parametrize(
    "law", [DiscreteLaplace(Fraction(3)), DiscreteGaussian(Fraction(9)), DiscreteGaussian(Fraction(1, 3))]
)
def test_margin_of_one_noise_is_close_to_its_own_law(law: Law) -> None:
    found = margin_of_terms({(0, 1.0): 1}, (law,), SURE)
    reach = found // STEPS
    assert law.beyond(reach) <= 0.05
    assert found / STEPS <= 1.05 * chernoff([(law, 1.0, 1)], 0.05)


def test_margin_of_a_sum_of_two_laws_is_that_of_their_convolution() -> None:
    one, two = DiscreteLaplace(Fraction(4)), DiscreteGaussian(Fraction(20))
    k = np.arange(-300, 301)
    both = np.convolve(one.pmf(k), two.pmf(k))
    at = np.arange(-600, 601)
    within = next(m for m in range(600) if both[np.abs(at) <= m].sum() >= 0.95)
    found = margin_of_terms({(0, 1.0): 1, (1, 1.0): 1}, (one, two), SURE) / STEPS
    assert within - 1 < found <= within + 1


def test_margins_are_shorter_than_those_of_the_raw_numbers() -> None:
    tree, law = Tree(((10,) * 10, (10,))), DiscreteGaussian(Fraction(400))
    shares = shares_of(tree, (400.0,) * 3)
    cells, regions, country = margins(tree, shares, (law,) * 3, SURE)
    raw = 1.96 * 20 * STEPS
    assert cells.max() < raw * 0.97
    assert regions.max() < raw * 0.96
    assert country.max() < raw * 0.97
    fixed = Tree((*tree.children, (1,)))
    told = margins(fixed, shares_of(fixed, (400.0, 400.0, 400.0, 0.0), True), (law, law, law, None), SURE)
    assert told[2].tolist() == [1]  # known, but for the rounding of the table
    assert told[3].tolist() == [1]


def test_margins_beyond_what_floats_tell_say_everything() -> None:
    law = DiscreteLaplace(Fraction(2**55))
    assert margin_of_terms({(0, 1.0): 1}, (law,), SURE) == 2**61
    assert margin_of_terms({(0, 1.0): 1}, (DiscreteLaplace(Fraction(3)),), 1 - Fraction(1, 10**7)) == 2**61
    assert math.isfinite(chernoff([(DiscreteLaplace(Fraction(1, 100)), 1.0, 1)], 0.05))
