"""Buffers in whole numbers: exact floors, a norm that covers the rounding, stream = batch, figures."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from epsilog.errors import SpecError
from epsilog.mechanisms.series.buffered import SCALE, Buffered
from epsilog.mechanisms.series.buffered_fits import BUFFERED
from epsilog.mechanisms.series.square_root import SquareRoot
from epsilog.mechanisms.series.strategy import multiplier_error
from series_patterns import patterns, streamed, visit

SHORT = [Buffered(12, (1072914365, 604277469), (3000, 5000), normalised) for normalised in (False, True)] + [
    Buffered(12, (2**30 - 1, 2**29 + 1, 3), (1, 16000, 7), normalised=False)
]


@pytest.mark.parametrize("strategy", SHORT)
def test_no_pattern_moves_the_rounded_answers_further_than_stated(strategy):
    """Answers are rounded, so the base series matters: many of them, every pattern, spread over cells or not."""
    rng = np.random.default_rng(1)
    bases = [np.zeros((12, 2), dtype=np.int64)] + [rng.integers(-(2**20), 2**20, (12, 2)) for _ in range(4)]
    for times, apart, most in [(1, 1, 1), (2, 1, 1), (3, 4, 1), (3, 4, 7)]:
        reach = strategy.reach(visit(times, apart, most=most))
        for base in bases:
            before, moves = strategy.answers(base), []
            for steps in patterns(12, times, apart):
                for sign in (1, -1):
                    after = base.copy()
                    after[list(steps), 0] += most
                    after[steps[-1]] = base[steps[-1]] + sign * np.array([most - most // 2, most // 2])
                    moves.append(after)
            moved = strategy.answers(np.concatenate(moves, axis=1)).reshape(12, len(moves), 2) - before[:, None, :]
            assert (moved.astype(object) ** 2).sum(axis=(0, 2)).max() <= reach.l2_squared
            assert np.abs(moved).sum(axis=(0, 2)).max() <= reach.l1


@pytest.mark.parametrize("strategy", SHORT)
def test_the_rounding_costs_next_to_nothing(strategy):
    unit = visit()
    matrix = strategy.answers(np.eye(12, dtype=np.int64) * 2**10).astype(float) / 2**10
    real = (matrix**2).sum(axis=0).max()
    assert real * (1 - 1e-4) <= strategy.reach(unit).l2_squared <= real * 1.001


@pytest.mark.parametrize("strategy", SHORT)
def test_answers_are_the_stated_floors_of_exact_fractions(strategy):
    rng = np.random.default_rng(2)
    values = rng.integers(-strategy.largest, strategy.largest, (12, 1))
    values[:3] = [[strategy.largest], [-strategy.largest], [1]]
    buffers = [Fraction(0)] * len(strategy.decays)
    expected = []
    for t, x in enumerate(values[:, 0].tolist()):
        v = x * int(strategy.lifts[t])
        inner = sum(w * b for w, b in zip(strategy.weights, buffers, strict=True))
        expected.append(SCALE * v + int(inner // 1))
        buffers = [
            Fraction(int(b * a / 2**30 * 2**32 // 1), 2**32) + v
            for b, a in zip(buffers, strategy.decays, strict=True)
        ]
    assert strategy.answers(values)[:, 0].tolist() == expected


@pytest.mark.parametrize("strategy", SHORT)
def test_stream_and_batch_are_the_same(strategy):
    rng = np.random.default_rng(3)
    values = rng.integers(0, 1000, (12, 3))
    batch = strategy.answers(values)
    noise = rng.integers(-(10**6), 10**6, batch.shape)
    answers, decoded = streamed(strategy, values, noise)
    assert np.array_equal(answers, batch)
    np.testing.assert_allclose(decoded, strategy.decoded(batch + noise, 12), atol=1e-5)
    np.testing.assert_allclose(strategy.decoded(batch, 12), np.cumsum(values, axis=0), atol=1e-2)


def test_gains_are_the_variances_of_the_decoder():
    strategy = SHORT[1]
    decoder = strategy.decoded(np.eye(12, dtype=np.int64) * 2**20, 12) / 2**20
    np.testing.assert_allclose((decoder**2).sum(axis=1), strategy.gains(12), rtol=1e-9)


@pytest.mark.parametrize("n", [256, 1024, 4096])
def test_within_two_thousandths_of_the_square_root_it_imitates(n):
    for normalised in (False, True):
        root = multiplier_error(SquareRoot(n, normalised=normalised), visit(), n)
        own = multiplier_error(Buffered.fitted(n, normalised=normalised), visit(), n)
        assert own[0] <= root[0] * 1.002
        assert own[1] <= root[1] * 1.002


def test_long_horizons_are_within_a_few_thousandths_too():
    """The figures of the real-valued square root: 4.1552 / 3.9929 and 4.5964 / 4.4344."""
    for n, most, mean in ((16384, 4.1552, 3.9929), (65536, 4.5964, 4.4344)):
        largest, typical = multiplier_error(Buffered.fitted(n, normalised=False), visit(), n)
        assert largest <= most * 1.002
        assert typical <= mean * 1.002
    assert all(len(decays) <= 6 for decays, _ in BUFFERED.values())


@pytest.mark.parametrize(
    ("decays", "weights"),
    [((), ()), ((0,), (5,)), ((2**30,), (5,)), ((5,), (0,)), ((5,), (2**14 + 1,)), ((5, 6), (5,))],
)
def test_buffers_that_would_break_the_norm_are_refused(decays, weights):
    with pytest.raises(SpecError):
        Buffered(12, decays, weights, normalised=False)
    with pytest.raises(SpecError):
        Buffered(12, (5,), (5,), normalised=1)
