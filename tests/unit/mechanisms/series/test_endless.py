"""Windows and decay: norms against all patterns, figures, stability, stream = batch, memory."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from scipy.special import ellipk

from epsilog.errors import SpecError
from epsilog.mechanisms.series.bounded_series import BoundedSeries
from epsilog.mechanisms.series.decay import Decay
from epsilog.mechanisms.series.factorised import Factorised
from epsilog.mechanisms.series.independent import Independent
from epsilog.mechanisms.series.strategy import multiplier_error
from epsilog.mechanisms.series.window import Window
from epsilog.testing import seeded
from series_patterns import matrix_of, streamed, visit, worst, worst_replacement

MADE = {"window 1": Window(1), "window 3": Window(3), "window 7": Window(7), "decay": Decay("0.8")}
every = pytest.mark.parametrize("strategy", MADE.values(), ids=MADE)


@every
def test_no_pattern_moves_the_answers_further_than_stated(strategy):
    """Contributions within the first 12 steps; answers followed until nothing of them is left."""
    length = 12 + len(strategy.taps)
    matrix = strategy.answers(np.eye(length, dtype=np.int64))[:, :12]
    for times, apart in [(1, 1), (2, 1), (3, 1), (2, 4), (3, 4), (4, 3)]:
        l1, l2 = worst(matrix, times, apart)
        reach = strategy.reach(visit(times, apart))
        assert l1 <= reach.l1
        assert l2 <= reach.l2_squared
        if times == 1 or isinstance(strategy, Decay):
            assert l2 == reach.l2_squared
        l1, l2 = worst_replacement(matrix, min(times, 2), apart)
        reach = strategy.reach(visit(min(times, 2), apart, neighbours="replace"))
        assert l1 <= reach.l1
        assert l2 <= reach.l2_squared


def test_more_contributions_than_taps():
    """Sixty contributions five apart outlast the taps of a short memory."""
    strategy = Decay("0.5")
    length = 300 + len(strategy.taps)
    values = np.zeros((length, 1), dtype=np.int64)
    values[0:300:5] = 1
    moved = strategy.answers(values)
    assert int((moved**2).sum()) == strategy.reach(visit(60, 5)).l2_squared


@pytest.mark.parametrize(
    ("strategy", "figure"),
    [(Window(7), 1.7783), (Window(24), 2.2775), (Window(64), 2.6750), (Window(365), 3.3806),
     (Decay("0.9"), 1.4518), (Decay("0.95"), 1.6489), (Decay("0.99"), 2.1369), (Decay("0.999"), 2.8620)],
)  # fmt: skip
def test_figures_that_do_not_grow(strategy, figure):
    for steps in (2**13, 2**16):
        largest, _ = multiplier_error(strategy, visit(), steps)
        assert largest == pytest.approx(figure, rel=3e-4)
    if isinstance(strategy, Decay):
        assert figure == pytest.approx(2 / np.pi * ellipk(float(strategy.rate) ** 2), abs=6e-5)


@pytest.mark.parametrize("strategy", [Window(7), Window(24), Window(168), Decay("0.9"), Decay("0.99")])
def test_the_error_is_the_mean_of_the_response(strategy):
    """|b||c| = Σ c² = (1/2π)∫|a| for the outer square root: no factorisation into filters goes below."""
    angle = (np.arange(2**16) + 0.5) * 2 * np.pi / 2**16
    if isinstance(strategy, Decay):
        response = 1 / np.abs(1 - float(strategy.rate) * np.exp(1j * angle))
    else:
        response = np.abs(np.sin(strategy.width * angle / 2) / np.sin(angle / 2))
    least = float(response.mean())
    largest, _ = multiplier_error(strategy, visit(), 2**13)
    assert largest == pytest.approx(least, rel=3e-4)
    if isinstance(strategy, Decay):  # a window's taps fade a little so that they end: their norm is less than b's
        taps = strategy.taps.astype(np.float64) / float(strategy.taps[0])
        assert float((taps**2).sum()) == pytest.approx(least, rel=1e-3)
    naive, _ = multiplier_error(Independent(strategy), visit(), 2**13)
    assert naive > 1.4 * least  # the twin: another factorisation is well above


@pytest.mark.parametrize(
    "strategy", [Window(2), Window(24), Window(100), Window(365), Decay("0.5"), Decay("0.999")]
)
def test_taps_can_be_undone(strategy):
    """No zero in the closed unit disc: away from zero on the circle, and winding number zero."""
    size = 1 << (8 * len(strategy.taps)).bit_length()
    circle = np.fft.fft(strategy.taps.astype(float), size)
    assert np.abs(circle).min() > 0.05 * strategy.taps[0]
    turned = np.angle(np.roll(circle, -1) / circle).sum() / (2 * np.pi)
    assert abs(turned) < 1e-6


@every
def test_stream_and_batch_are_the_same(strategy):
    rng = np.random.default_rng(6)
    values = rng.integers(0, 1000, (200, 2))
    batch = strategy.answers(values)
    noise = rng.integers(-(10**6), 10**6, batch.shape)
    answers, decoded = streamed(strategy, values, noise)
    assert np.array_equal(answers, batch)
    np.testing.assert_allclose(decoded, strategy.decode_all(batch + noise, 200), atol=1e-6)


@every
def test_without_noise_the_answer_is_the_window_or_the_fading_sum(strategy):
    values = np.random.default_rng(7).integers(-100, 1000, (300, 1))
    wanted = np.convolve(values[:, 0], strategy.weights(300))[:300]
    np.testing.assert_allclose(strategy.decode_all(strategy.answers(values), 300)[:, 0], wanted, atol=1e-6)
    decoder = strategy.decode_all(np.eye(60, dtype=np.int64) * 2**30, 60) / 2**30
    np.testing.assert_allclose((decoder**2).sum(axis=1), strategy.gains(60), rtol=1e-9)


def test_an_endless_stream_keeps_a_bounded_memory():
    mechanism = Factorised.at_rho(Window(3), visit(2, 5), Fraction(1), 1)
    state = mechanism.start(1)
    for step in range(400):
        out, state = mechanism.step(
            BoundedSeries(np.array([[step]]), Fraction(1), visit(2, 5)), state, seeded(step)
        )
    assert len(state.walk._rows._rows) <= 2 * 48
    assert abs(out[0] - 3 * 398) < 40


def test_the_matrix_really_has_negative_entries():
    """Else the bound for signed answers was never put to the test."""
    assert matrix_of(Window(7), 30).min() < 0
    assert Window(7)._overlaps.min() < 0


@pytest.mark.parametrize("bad", [0, -1, 2.5, True, "x", None, 10**6])
def test_bad_windows_and_rates(bad):
    with pytest.raises(SpecError):
        Window(bad)
    with pytest.raises(SpecError):
        Decay(1 if bad == 2.5 else bad)
