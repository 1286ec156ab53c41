"""Blocks added and subtracted: the telescope, the norm, stream = batch, the figures."""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np
import pytest

from epsilog.errors import PrivacyError, SensitivityExceeded, SpecError
from epsilog.mechanisms.series.bounded_series import BoundedSeries
from epsilog.mechanisms.series.subtraction import Subtraction
from epsilog.mechanisms.series.subtraction_blocks import best_arity, blocks, levels_of, reach
from epsilog.noise import Randomness
from epsilog.testing import seeded
from series_patterns import visit, worst, worst_replacement


def made(n, arity, unit=None, epsilon=1):
    return Subtraction.at_epsilon(n, arity, unit or visit(), Fraction(1), epsilon)


def factors(tree):
    """M: which steps each block holds; L: with which sign each total uses it."""
    n, rows, units = tree.horizon, [], []
    counts = [tree.nodes(level) for level in range(tree.levels)]
    for level, count in enumerate(counts):
        for index in range(count):
            size = tree.arity**level
            rows.append([int(index * size <= step < (index + 1) * size) for step in range(n)])
            units.append((level, index))
    noises = [np.zeros((count, len(units)), dtype=np.int64) for count in counts]
    for column, (level, index) in enumerate(units):
        noises[level][index, column] = 1
    return np.array(rows), tree.combine(noises)


@pytest.mark.parametrize("arity", [3, 5, 7, 25])
@pytest.mark.parametrize("n", [1, 2, 5, 9, 12])
def test_blocks_telescope_to_totals_and_no_pattern_moves_them_further(n, arity):
    tree = made(n, arity)
    sums, signs = factors(tree)
    assert np.array_equal(signs @ sums, np.tril(np.ones((n, n), dtype=np.int64)))
    assert set(np.unique(signs)) <= {-1, 0, 1}
    assert np.array_equal(np.abs(signs).sum(axis=1), blocks(n, arity))
    for times, apart in [(1, 1), (3, 1), (3, 4)]:
        assert worst(sums, times, apart)[0] <= reach(n, arity, visit(times, apart))
    assert worst_replacement(sums, 2, 3)[0] <= reach(n, arity, visit(2, 3, neighbours="replace"))
    assert 5 * reach(n, arity, visit()) == reach(n, arity, visit(most=5))


@pytest.mark.parametrize(("n", "arity"), [(1, 3), (12, 3), (40, 5), (60, 7)])
def test_stream_and_batch_are_the_same(n, arity):
    tree = made(n, arity)
    rng = np.random.default_rng(4)
    noises = [rng.integers(-100, 100, (tree.nodes(level), 2)) for level in range(tree.levels)]
    ahead = [iter(noise) for noise in noises]
    state = tree.start(2)
    walked = []
    for _ in range(n):
        walked.append(tree.walked(state, lambda level, shape: next(ahead[level])[None, :]))
        assert sum(len(sums) for sums in state.sums) <= tree.levels * (arity + 1)
    assert np.array_equal(np.array(walked), tree.combine(noises))


@pytest.mark.parametrize(
    ("n", "arity", "figure"),
    [(64, 13, 6.801), (256, 23, 9.500), (1024, 13, 13.058), (4096, 21, 16.458), (16384, 33, 20.778),
     (2**20, 19, 33.874)],
)  # fmt: skip
def test_figures(n, arity, figure):
    assert math.sqrt(2 * levels_of(n, arity) ** 2 * blocks(n, arity).mean()) == pytest.approx(figure, abs=5e-4)
    if n <= 16384:
        assert best_arity(n) == arity


def test_the_release_lies_on_the_grid_of_the_data_and_costs_its_epsilon():
    values = np.arange(40, dtype=np.int64)[:, None]
    tree = made(40, 5, epsilon="0.5")
    assert tree.charge.pure() == 5 * 10**11
    noisy = tree(BoundedSeries(values, Fraction(1), visit()), Randomness())
    assert np.array_equal(noisy.values, np.round(noisy.values))
    state = tree.start(1)
    for value in values:
        out, state = tree.step(BoundedSeries(value[None, :], Fraction(1), visit()), state, seeded(1))
    assert out == np.round(out)
    with pytest.raises(PrivacyError, match="horizon"):
        tree.step(BoundedSeries(values[:1], Fraction(1), visit()), state, seeded(1))
    with pytest.raises(SensitivityExceeded):
        tree(BoundedSeries(values, Fraction(1), visit(2)), seeded(1))
    with pytest.raises(SpecError, match="odd"):
        made(40, 4)


def test_variance_at_five_times():
    """False alarms 1e-6: five sample variances of 20,000 draws, each within 6 % (Laplace sums: sd below 1.6 %)."""
    tree = made(40, 5, epsilon=1)
    zero = BoundedSeries(np.zeros((40, 20_000), dtype=np.int64), Fraction(1), visit())
    noisy = tree(zero, seeded(8))
    ratio = noisy.values.var(axis=1) / noisy.deviation**2
    assert np.all(np.abs(ratio[[0, 7, 12, 30, 39]] - 1) < 0.085)
    assert not np.all(np.abs(1.17 * ratio[[0, 7, 12, 30, 39]] - 1) < 0.085)
