"""Margins of sums of whole Laplace noises against the exact law of the sum: never too narrow, hardly too wide."""

from __future__ import annotations

from fractions import Fraction
from math import lcm

import numpy as np
import pytest

from epsilog.core.law import DiscreteLaplace
from epsilog.errors import SpecError
from epsilog.mechanisms.series.banded import Banded
from epsilog.mechanisms.series.buffered import Buffered
from epsilog.mechanisms.series.decay import Decay
from epsilog.mechanisms.series.dense import Dense
from epsilog.mechanisms.series.independent import Independent
from epsilog.mechanisms.series.square_root import SquareRoot
from epsilog.mechanisms.series.strategy import Strategy
from epsilog.mechanisms.series.toeplitz import root_coefficients
from epsilog.mechanisms.series.tree import BinaryTree
from epsilog.mechanisms.series.weighed import Weighed, weigh_steps
from epsilog.mechanisms.series.window import Window
from epsilog.postprocess.laplace_sums import part_for, reach_of_rows, reached_by_rows
from epsilog.postprocess.series_ranges import weighted_margin

STRATEGIES: dict[str, Strategy] = {
    "tree": BinaryTree(200),
    "root": SquareRoot(150, normalised=False),
    "root, normalised": SquareRoot(150, normalised=True),
    "buffered": Buffered.fitted(100, normalised=True),
    "banded": Banded(120, root_coefficients(7)),
    "window": Window(24),
    "decay": Decay(Fraction(9, 10)),
    "independent decay": Independent(Decay(Fraction(9, 10))),
}


def misses(weights: list[Fraction], scale: Fraction, far: float) -> float:
    """P(|Σ w·Z| > far), every sum counted: weights on one lattice, the law of each draw put on it and folded."""
    fine = lcm(*(weight.denominator for weight in weights))
    steps = [int(weight * fine) for weight in weights]
    reach = int(24 * scale) + 24
    spread = 2 ** (2 * sum(steps) * reach + 1).bit_length()
    waves = np.ones(spread // 2 + 1, dtype=complex)
    k = np.arange(-reach, reach + 1)
    for step in steps:
        line = np.zeros(spread)
        np.add.at(line, (k * step) % spread, DiscreteLaplace(scale).pmf(k))
        waves = waves * np.fft.rfft(line)
    law = np.fft.irfft(waves, spread)
    at = np.minimum(np.arange(spread), spread - np.arange(spread)) / fine
    return float(law[at > far].sum())


def counted(weights: list[Fraction]) -> tuple[np.ndarray, np.ndarray]:
    sizes, counts = np.unique(np.array([float(abs(weight)) for weight in weights]), return_counts=True)
    return sizes, counts[None, :]


@pytest.mark.parametrize("scale", [Fraction(7, 10), Fraction(3), Fraction(20), Fraction(60)], ids=str)
@pytest.mark.parametrize(
    "weights",
    [
        [Fraction(1)],
        [Fraction(1), Fraction(2, 3), Fraction(1, 3), Fraction(1, 3)],
        [Fraction(1, 2)] * 9,
        [Fraction(1, k) for k in range(1, 7)],
    ],
    ids=["one", "tree", "equal", "falling"],
)
def test_margins_hold_by_counting_every_sum(weights: list[Fraction], scale: Fraction) -> None:
    for confidence in (Fraction(1, 2), Fraction(95, 100), Fraction(999, 1000)):
        both = reach_of_rows(*counted(weights), confidence, part_for(scale))
        rows = reached_by_rows(np.array([[float(weight) for weight in weights]]), confidence, part_for(scale))
        for found in (both, rows):
            (margin,) = found.margins(scale)
            assert misses(weights, scale, margin) <= 1 - confidence
        # The power twin: where a grain is little beside the noise, a tenth less breaks the promise.
        if scale >= 20:
            assert misses(weights, scale, 0.9 * float(both.margins(scale)[0])) > 1 - confidence


def test_the_running_tree_is_as_sure_as_it_says_and_half_as_wide_as_it_was() -> None:
    """Eight ticks of the pure tree, every tick by its exact law: the weights are parts of 105."""
    scale, confidence = Fraction(4), Fraction(95, 100)
    rows = weigh_steps(BinaryTree(8), 8)
    margins = reach_of_rows(rows.sizes, rows.counts, confidence, part_for(scale)).margins(scale)[rows.of_tick]
    shares = [Fraction(1), Fraction(2, 3), Fraction(4, 7), Fraction(8, 15)]
    for t in range(1, 9):
        weights: list[Fraction] = []
        for level in (level for level in range(4) if t >> level & 1):
            left = Fraction(1)
            for below in range(level + 1):
                weights += [left * shares[level - below]] * 2**below
                left *= 1 - shares[level - below]
        margin = float(margins[t - 1])
        assert misses(weights, scale, margin) <= 0.05
        assert misses(weights, scale, 0.88 * margin) > 0.05
        old = weighted_margin(DiscreteLaplace(scale), 16, confidence) * float(sum(w * w for w in weights)) ** 0.5
        assert margin < 0.56 * old


@pytest.mark.parametrize("scale", [0.3, 1.0, 7.0])
def test_whole_noise_and_an_even_part_of_a_grain_stray_no_further_than_laplace(scale: float) -> None:
    """The lemma of `Reached.margins`, on a fine grid; with the scale itself it would be false."""
    y = np.linspace(0, 12 * scale, 4001)
    k = np.floor(y + 0.5)
    q = np.exp(-1 / scale)
    beyond = np.where(k > 0, 2 * q**k / (1 + q), 1.0)
    inside = (1 - q) / (1 + q) * q**k * np.where(k > 0, 2, 1)
    part = np.where(k > 0, y - k + 0.5, 2 * y)
    told = beyond - inside * part
    assert (told <= np.exp(-y * 2 * np.tanh(1 / (2 * scale))) * (1 + 1e-12)).all()
    assert (told > np.exp(-y / scale) * (1 + 1e-12)).any()


def true_weights(strategy: Strategy, steps: int) -> np.ndarray:
    """Of every noise in every tick, by decoding answers that are one and otherwise zero."""
    answers = len(strategy.answers(np.zeros((steps, 1), dtype=np.int64)))
    return np.asarray(strategy.decode_all(np.eye(answers, dtype=np.int64), steps))


@pytest.mark.parametrize("name", STRATEGIES)
def test_no_noise_is_told_lighter_than_it_is(name: str) -> None:
    strategy = STRATEGIES[name]
    steps = strategy.horizon or 130
    found, true = weigh_steps(strategy, steps), true_weights(strategy, steps)
    for t in range(steps):
        told = np.repeat(found.sizes, found.counts[found.of_tick[t]])[::-1]
        own = np.sort(np.abs(true[t]))[::-1]
        own = own[own > 1e-12 * own[0]]
        assert len(told) >= len(own)
        assert (np.sort(told)[::-1][: len(own)] >= own * (1 - 1e-9)).all()
    # Not much heavier either: as lengths, at most four parts in a hundred.
    lengths = np.sqrt((found.counts @ found.sizes**2)[found.of_tick])
    assert (lengths <= 1.04 * np.sqrt((true**2).sum(axis=1))).all()


def test_other_strategies_are_not_told_by_lag() -> None:
    with pytest.raises(SpecError, match="by lag"):
        weigh_steps(Dense.load_shipped(8), 8)


def test_rows_of_many_lengths_are_told_apart() -> None:
    found: Weighed = weigh_steps(BinaryTree(2**14), 2**14)
    factors = reach_of_rows(found.sizes, found.counts, Fraction(95, 100), part_for(Fraction(100))).factors
    assert factors[0] == 0
    lengths = np.sqrt(found.counts[1:] @ found.sizes**2)
    ratio = factors[1:] / lengths
    assert 1.96 * 2**0.5 < ratio.min() < ratio.max() < 3.01
