"""Mistakes found in public code and papers on private series, made again here and caught, beside what we do.

False-alarm rate 1e-6 per audit. Wrong sparse vector variants are in `zoo`; the sampled mechanism with raw points
has tests of its own; local reports over time are not part of this product yet.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from epsilog.audit import audit
from epsilog.audit.families import HalfLines
from epsilog.core.law import DiscreteGaussian
from epsilog.mechanisms.series.bounded_series import BoundedSeries
from epsilog.mechanisms.series.decay import Decay
from epsilog.mechanisms.series.factorised import Factorised
from epsilog.mechanisms.series.monitor import Monitor
from epsilog.mechanisms.series.participation import Participation
from epsilog.mechanisms.series.transform import Transform
from epsilog.mechanisms.series.tree import BinaryTree
from epsilog.mechanisms.series.window import Window
from epsilog.noise import system
from epsilog.postprocess.smooth import smooth_best, smooth_given
from series_patterns import visit

SURE = "0.999999"
STEPS = 64
EVERY_STEP = Participation(times=STEPS, apart=1, most=1, signed=False, neighbours="add-remove")


def released(mechanism: Factorised) -> Any:
    def publish(data: list[int], size: int) -> Any:
        table = np.repeat(np.array(data, dtype=np.int64)[:, None], size, axis=1)
        return mechanism(BoundedSeries(table, Fraction(1), mechanism.covers), system).values.T

    return publish


def test_a_deviation_taken_for_a_variance_is_caught() -> None:
    """One smooth tree hands a variance to a sampler that wants a deviation; the other way round costs privacy."""
    honest, swapped = (
        Factorised(BinaryTree(1), visit(), Fraction(1), DiscreteGaussian(Fraction(wide))) for wide in (64, 8)
    )
    for mechanism, passes in ((honest, True), (swapped, False)):
        verdict = audit(
            released(mechanism), [0], [1], honest.charge, samples=500_000, confidence=SURE, families=[HalfLines()]
        )
        assert verdict.passed is passes, str(verdict)


@pytest.mark.parametrize("strategy", [Decay(Fraction(999, 1000)), Window(365)], ids=["decay", "window"])
def test_an_endless_sensitivity_is_not_cut_short(strategy: Any) -> None:
    """A published horizon-free code integrates its sensitivity over a first stretch only: it states too little."""
    taps = strategy.taps.astype(object)
    exact, cut = sum(int(tap) ** 2 for tap in taps), sum(int(tap) ** 2 for tap in taps[: len(taps) // 8])
    assert strategy.reach(visit()).l2_squared >= exact
    long = strategy.answers(np.eye(2 * len(taps), 1, dtype=np.int64)).astype(object)  # one event, a long look
    assert sum(int(value) ** 2 for value in long[:, 0]) == exact
    assert cut < exact  # so stating the first stretch would have been a false promise


def test_exact_phases_are_caught() -> None:
    """Noise on the magnitudes of Fourier coefficients, phases as they are: one reference code does this."""
    quiet = [3, 0, 1, 0, 5, 0, 2, 0]
    moved = [3, 0, 1, 1, 5, 0, 2, 0]

    def leak(data: list[int], size: int, rng: np.random.Generator) -> Any:
        found = np.fft.rfft(data) / np.sqrt(len(data))
        loud = np.abs(found) + rng.laplace(0, 5.0, (size, len(found)))
        return np.stack([loud[:, 1], np.tile(np.angle(found)[1], size)], axis=1)

    assert not audit(leak, quiet, moved, 1, samples=4_000, confidence=SURE, seed=1).passed


def test_unnormalised_fourier_noise_is_caught_and_ours_is_not() -> None:
    """numpy's transform is √n times the orthonormal one: noise for the latter on the former is √n too little."""
    quiet, there = [0] * STEPS, [1] * STEPS
    keep = 4

    def snippet(data: list[int], size: int, rng: np.random.Generator) -> Any:
        scale = np.sqrt(keep) * np.sqrt(STEPS) / 1.0  # √k · Δ₂ / epsilon, for a person in every step
        return np.fft.fft(data)[0].real + rng.laplace(0, scale, size)

    assert not audit(snippet, quiet, there, 1, samples=20_000, confidence=SURE, seed=2).passed
    ours = Factorised.at_epsilon(Transform(STEPS, "fourier", keep, cells=2**14), EVERY_STEP, Fraction(1), 1)
    assert audit(released(ours), quiet, there, ours.charge, samples=4_000, confidence=SURE).passed


def test_the_smoother_never_hears_of_the_raw_series() -> None:
    """Several ports set Q to the variance of the raw stream: two streams with equal releases then differ."""
    rng = np.random.default_rng(3)
    one, other = np.full(60, 20.0), np.full(60, 20.0)
    other[30] += 40
    noisy = one + rng.normal(0, 30, 60)  # a release that either of them may have given
    first, second = (smooth_best(noisy, 900.0).values for _ in (one, other))
    assert np.array_equal(first, second)
    structure = smooth_best(noisy, 900.0).structure
    shocks = [[float(np.var(raw)) + 1e-9] * len(smooth_best(noisy, 900.0).shocks) for raw in (one, other)]
    third, fourth = (smooth_given(noisy, 900.0, structure, shock).values for shock in shocks)
    assert not np.allclose(third, fourth)


def test_threshold_noise_is_drawn_once_and_does_not_add_up() -> None:
    """One port adds fresh noise to the threshold at every step: it walks away, and the answers with it."""
    watch = Monitor.split(100, 3, EVERY_STEP, Fraction(1), alerts=1, answers=0)
    state = watch.start(system)
    line = state.line
    for _ in range(50):
        quiet = BoundedSeries(np.array([[-(2**40)]]), Fraction(1), EVERY_STEP)
        _, state = watch.step(quiet, state, system)
        assert state.line == line
