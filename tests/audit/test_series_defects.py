"""Mistakes found in public code and papers on private series, made again here and caught, beside what we do.

False-alarm rate 1e-6 per audit. Two kinds have more tests elsewhere: wrong sparse vector variants in `zoo` and
tests/unit/mechanisms/series/test_monitor.py, the sampled mechanism with raw points in tests/unit/classic. Local
reports over time are not part of this product yet: what one port gets wrong is derived here.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from epsilog.audit import audit
from epsilog.audit.families import HalfLines
from epsilog.classic.sampling_kalman import SamplingKalman
from epsilog.core.law import DiscreteGaussian
from epsilog.core.participation import Participation
from epsilog.mechanisms.series.adaptive import Adaptive
from epsilog.mechanisms.series.bounded_series import BoundedSeries
from epsilog.mechanisms.series.decay import Decay
from epsilog.mechanisms.series.factorised import Factorised
from epsilog.mechanisms.series.monitor import Monitor
from epsilog.mechanisms.series.transform import Transform
from epsilog.mechanisms.series.tree import BinaryTree
from epsilog.mechanisms.series.window import Window
from epsilog.noise import system
from epsilog.postprocess.pacing import Controller
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


def test_a_slow_tail_does_not_end_where_a_quadrature_does() -> None:
    """Σ c² of (1 − z)^−½ · L^−0.51, L = ln(1/(1 − z))/z: published code integrates it in doubles and states 1.333.

    The first coefficients exactly; then c_k² → (ln k)^−1.02 / (πk), so the rest is 50·(ln n)^−0.02 / π. A double
    cannot tell 1 − z from 0 beyond ln k = 37: what lies there is most of it. Our endless strategies sum whole
    numbers to the last tap, and a horizon is stated (`horizon`).
    """
    n, power = 2048, -0.51
    slow, raised = 1 / np.arange(1, n + 1), np.zeros(n)
    raised[0] = 1.0
    for m in range(1, n):  # the power of a series, term by term
        k = np.arange(1, m + 1)
        raised[m] = ((k * (power + 1) - m) * slow[1 : m + 1] * raised[m - 1 :: -1][:m]).sum() / m
    root = np.cumprod([1.0, *(1 - 1 / (2 * k) for k in range(1, n))])
    head = float((np.convolve(root, raised)[:n] ** 2).sum())

    def beyond(end: float) -> float:
        return 50 * (np.log(n) ** -0.02 - end**-0.02) / np.pi

    assert np.sqrt(head + beyond(37.0)) == pytest.approx(1.333, rel=0.04)  # what is stated
    assert np.sqrt(head + beyond(np.inf)) == pytest.approx(4.073, rel=0.02)  # what is true


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


def test_the_integral_of_fast_is_a_mean_and_its_filter_knows_the_noise() -> None:
    """One port adds up the last errors instead of averaging them, and sets R to a million whatever epsilon is."""
    errors, goal = [0.5, 0.25, 0.125], 0.4

    # A filter that follows every value: after 100, 200, 267, 305 its errors are those above.
    values = [100.0]
    for error in errors:
        values.append(values[-1] / (1 - error))
    ours = Controller(1, 1e-6, goal=goal, memory=3, paces=(1e9,))
    steps = [ours.told(np.array([value]), 1) for value in values]

    def interval(share: float) -> float:
        """After the second error and after the third, the first having filled the memory of three samples."""
        out = 1.0
        for seen in (2, 3):
            feedback = 0.9 * errors[seen - 1] + 0.1 * sum(errors[:seen]) * share
            out = max(1.0, out + 5 * (1 - np.exp((feedback - goal) / goal)))
        return out

    assert steps[-1] == round(interval(1 / 3))
    assert round(interval(1 / 3)) != round(interval(1.0))  # the port's
    loud, quiet = (Controller(1, variance, paces=(1.0,)) for variance in (1e6, 1.0))
    for controller in (loud, quiet):
        controller.told(np.array([0.0]), 1)
    assert loud._bank.reference == 1e6  # R is the variance of the noise that was drawn, and Q is in its units
    assert quiet._bank.reference == 1.0
    for epsilon in (1, Fraction(1, 10)):
        mechanism = Adaptive.at_epsilon(100, 15, EVERY_STEP, Fraction(1), epsilon)
        assert mechanism.variance == pytest.approx(2 * (15 / float(epsilon)) ** 2, rel=1e-2)


def test_raw_values_between_samples_are_caught() -> None:
    """The sampled filter as published tells steps that are not sampled as they are, so one step decides."""
    quiet, there = np.full(6, 20.0), np.full(6, 20.0)
    there[1] += 1  # not a sampled step

    def published(data: Any, size: int, rng: np.random.Generator) -> Any:
        return np.array([SamplingKalman(3, 1.0, 1.0)(data, rng).values[0, 1] for _ in range(size)])

    assert not audit(published, quiet, there, 1, samples=1_000, confidence=SURE, seed=4).passed


@pytest.mark.parametrize(("values", "epsilon"), [(2, 1.0), (5, 0.5), (16, 2.0)])
def test_local_reports_err_by_what_their_own_users_say(values: int, epsilon: float) -> None:
    """The error of a fresh publication is that of the N_pp users who report for it, not of N_pp + N_1.

    Population division: N_1 users are asked how far the histogram is from the last release, N_pp others report for
    a fresh one, every user once in w steps with all of epsilon. A report tells the true one of d values with
    p = e^ε/(e^ε + d − 1), each other with q = 1/(e^ε + d − 1); f̂ = (ȳ − q)/(p − q) over the N users who report, so
    Var f̂ = [f·p(1 − p) + (1 − f)·q(1 − q)] / (N (p − q)²), with q(1 − q)/(p − q)² = (d − 2 + e^ε)/(e^ε − 1)² and
    (p(1 − p) − q(1 − q))/(p − q)² = (d − 2)/(e^ε − 1). The N_1 reports are not in f̂, and may not be: whether f̂ is
    published at all was decided by them. One port divides by N_pp + N_1, states too little, and publishes where the
    last release was nearer.
    """
    asked, telling, trials = 600, 900, 4000
    growth = np.exp(epsilon)
    share = np.array([0.5, *[0.5 / (values - 1)] * (values - 1)])

    def error(users: int) -> float:
        each = (values - 2 + growth) / (growth - 1) ** 2 + share * (values - 2) / (growth - 1)
        return float(each.mean() / users)

    rng = np.random.default_rng(11)
    keep, lie = growth / (growth + values - 1), 1 / (growth + values - 1)
    holders = np.round(share * telling).astype(int)
    told = np.zeros((trials, values))
    for value, count in enumerate(holders):
        chances = np.full(values, lie)
        chances[value] = keep
        told += rng.multinomial(count, chances, size=trials)
    users = holders.sum()
    found = (told / users - lie) / (keep - lie)
    squared = ((found - holders / users) ** 2).mean(axis=1)
    spread = squared.std() / np.sqrt(trials)
    assert abs(squared.mean() - error(int(users))) < 6 * spread + 0.01 * error(int(users))  # shares are rounded
    assert error(int(users) + asked) < squared.mean() - 6 * spread  # the port's: caught, and too small
    drift = (error(int(users)) + error(int(users) + asked)) / 2  # a last release that is nearer than a fresh one
    assert drift < error(int(users))
    assert drift > error(int(users) + asked)
