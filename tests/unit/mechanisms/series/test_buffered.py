"""Buffers in whole numbers: exact floors, a norm that covers the rounding, stream = batch, figures."""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np
import pytest

from epsilog.errors import SpecError
from epsilog.kinds.series.plan.shapes import ALIKE
from epsilog.mechanisms.series.buffered import SCALE, Buffered
from epsilog.mechanisms.series.square_root import SquareRoot
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
    np.testing.assert_allclose(decoded, strategy.decode_all(batch + noise, 12), atol=1e-5)
    np.testing.assert_allclose(strategy.decode_all(batch, 12), np.cumsum(values, axis=0), atol=1e-2)


def test_gains_are_the_variances_of_the_decoder():
    strategy = SHORT[1]
    decoder = strategy.decode_all(np.eye(12, dtype=np.int64) * 2**20, 12) / 2**20
    np.testing.assert_allclose((decoder**2).sum(axis=1), strategy.gains(12), rtol=1e-9)


def over_the_root(n, normalised, units):
    """How much more than the root's the error is, for each unit: the largest and the root mean square."""
    root, own = SquareRoot(n, normalised=normalised), Buffered.fitted(n, normalised=normalised)
    gains, least = own.gains(n), root.gains(n)
    for unit in units:
        norms = own.reach(unit).l2_squared / root.reach(unit).l2_squared
        for more in (gains.max() / least.max(), gains.mean() / least.mean()):
            yield math.sqrt(norms * more) - 1


def units(n, each):
    """One contribution; several, near and far apart, that fit into n steps."""
    pairs = {
        (times, apart) for times in each for apart in (1, 3, 7, 30, n // (2 * times), n // (times + 1), n // times)
    }
    return [visit(), *(visit(*one) for one in sorted(pairs) if one[1] and (one[0] - 1) * one[1] < n)]


@pytest.mark.parametrize(
    "n", [*range(1, 12), 18, 27, 31, 32, 33, 43, 60, 90, 128, 129, 168, 180, 256, 365, 520, 744, 1024, 1025, 2400]
)
def test_buffers_err_at_most_a_two_thousandth_more_than_the_root(n):
    for normalised in (False, True):
        assert max(over_the_root(n, normalised, units(n, (2, 8)))) <= ALIKE


@pytest.mark.parametrize("n", [4096, 4097, 16384, 16385, 23000, 45000, 65536])
def test_buffers_of_long_series_err_at_most_a_two_thousandth_more_too(n):
    assert max(over_the_root(n, normalised=False, units=[visit(), visit(2, n // 4)])) <= ALIKE
    assert len(Buffered.fitted(n, normalised=False).decays) <= 6


@pytest.mark.nightly
@pytest.mark.parametrize("part", range(16))
def test_buffers_err_as_little_at_every_number_of_steps(part):
    """Every number of steps up to 1,100; a twentieth more each time after that, as far as the planner compares."""
    further = [int(1100 * 1.05**k) for k in range(84)]
    for n in [*range(1, 1101), 2048, 4096, 4097, 8192, 16384, 16385, 32768, 65536, *further][part::16]:
        for normalised in (False, True) if n <= 2**13 else (False,):
            assert max(over_the_root(n, normalised, units(n, (2, 3, 8, 20, 50)))) <= ALIKE, (n, normalised)


@pytest.mark.parametrize(
    ("decays", "weights"),
    [((), ()), ((0,), (5,)), ((2**30,), (5,)), ((5,), (0,)), ((5,), (2**14 + 1,)), ((5, 6), (5,))],
)
def test_buffers_that_would_break_the_norm_are_refused(decays, weights):
    with pytest.raises(SpecError):
        Buffered(12, decays, weights, normalised=False)
    with pytest.raises(SpecError):
        Buffered(12, (5,), (5,), normalised=1)
