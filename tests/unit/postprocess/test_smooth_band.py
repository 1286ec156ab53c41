"""Smoothed values whose band holds on average: predictions that leave a tick out, unbiased errors, edges."""

from __future__ import annotations

import numpy as np
import pytest

from epsilog.errors import SpecError
from epsilog.postprocess.band_noise import bounded_risk, log_density, log_noise, raw_margin
from epsilog.postprocess.band_posterior import BATCH, Posterior, learned_shares
from epsilog.postprocess.band_predictors import Calendar, predictions
from epsilog.postprocess.smooth_band import convex_weights, nonnegative, smooth_bands
from epsilog.postprocess.smooth_band_live import LiveBand, Season

SHAPES = ("laplace", "gaussian")


def week(ticks: int, rng: np.random.Generator) -> np.ndarray:
    return 300 + 150 * np.sin(2 * np.pi * np.arange(ticks) / 7) + np.cumsum(rng.normal(0, 3, ticks))


def drawn(shape: str, deviation: float, size: object, rng: np.random.Generator) -> np.ndarray:
    return rng.laplace(0, deviation / np.sqrt(2), size) if shape == "laplace" else rng.normal(0, deviation, size)


def test_no_prediction_without_a_season_uses_its_own_tick() -> None:
    values = np.random.default_rng(1).normal(0, 1, (1, 30))
    other = values.copy()
    other[0, 11] += 1000
    there = np.ones((1, 30))
    moved = predictions(other, there, ()) - predictions(values, there, ())
    assert np.abs(moved[:, 0, 11]).max() == 0
    assert np.abs(np.delete(moved[:, 0], 11, axis=1)).max(axis=1).min() > 1


def test_predictions_with_a_season_hardly_use_it() -> None:
    values = np.random.default_rng(1).normal(0, 1, (1, 84))
    other = values.copy()
    other[0, 40] += 1000
    moved = predictions(other, np.ones((1, 84)), (7,)) - predictions(values, np.ones((1, 84)), (7,))
    assert np.abs(moved[:, 0, 40]).max() < 1000 * 3 / 84


def test_labels_of_a_calendar_make_a_season_of_their_own() -> None:
    hours = np.arange(168 * 4)
    labels = hours % 24 + 24 * (hours // 24 % 7 >= 5)
    truth = np.where(labels >= 24, 10.0, 100.0) + 50 * (labels % 24 == 8)
    found = predictions(truth[None, :], np.ones((1, len(hours))), (), Calendar(168, labels))
    assert np.abs(found[-1, 0] - truth).max() < 1e-9


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("error", [0.0, 1.0, 4.0, 30.0])
def test_the_bounded_risk_is_unbiased(shape: str, error: float) -> None:
    noise = np.linspace(-60, 60, 240_001)
    law = np.exp(log_noise(noise, shape))
    found = (bounded_risk(error + noise, np.ones(1), np.full(1, 3.0), shape) * law).sum() / law.sum()
    assert found == pytest.approx(18 * (1 - np.exp(-(error**2) / 18)), abs=1e-6)


@pytest.mark.parametrize("shape", SHAPES)
def test_the_posterior_is_that_of_a_fine_grid(shape: str) -> None:
    rest, scale, noise = np.array([[0.0, 3.0, -20.0, 8.0]]), np.array([[2.0, 1.0, 4.0, 0.1]]), np.full((1, 4), 9.0)
    seen, shares = np.ones((1, 4), dtype=bool), np.zeros((1, BATCH.places))
    shares[0, [10, 18]] = 0.8, 0.2
    found = np.array(Posterior(BATCH, 80)(rest, scale, noise, seen, shape, shares, 0.9))[:, 0]
    errors = np.linspace(-120, 120, 960_001)
    for at in range(4):
        bumps = [
            part / one * np.exp(-0.5 * (errors / (one * scale[0, at])) ** 2)
            for part, one in zip((0.8, 0.2), BATCH.scales[[10, 18]], strict=True)
        ]
        density = sum(bumps) * np.exp(log_noise((rest[0, at] - errors) / 3, shape))
        below = np.cumsum(density) / density.sum()
        exact = (errors * density).sum() / density.sum(), *errors[np.searchsorted(below, [0.05, 0.95])]
        np.testing.assert_allclose(found[:, at], exact, atol=0.02 * (exact[2] - exact[1]))


@pytest.mark.parametrize("shape", SHAPES)
def test_what_cannot_be_predicted_has_its_raw_range_and_what_is_flat_a_narrow_one(shape: str) -> None:
    rng = np.random.default_rng(5)
    wild, flat = 1e5 * rng.normal(0, 1, 200), np.full(200, 1e5)
    noisy = np.stack([wild, flat]) + drawn(shape, 10, (2, 200), rng)
    found = smooth_bands(noisy, 100.0, shape, 0.95)
    raw = float(raw_margin(np.full(1, 100.0), 0.95, shape)[0])
    np.testing.assert_allclose(found.values[0], noisy[0], atol=0.5)
    np.testing.assert_allclose(found.high[0] - noisy[0], raw, rtol=0.03)
    np.testing.assert_allclose(noisy[0] - found.low[0], raw, rtol=0.03)
    assert (found.high[1] - found.low[1]).mean() < 1.2 * raw
    assert np.abs(found.values[1] - flat).max() < 3


def test_what_stands_where_a_tick_is_missing_does_not_matter() -> None:
    rng = np.random.default_rng(6)
    truth = week(140, rng)
    seen = rng.random((1, 140)) > 0.2
    noisy = (truth + drawn("laplace", 60, 140, rng))[None, :]
    first = smooth_bands(noisy, 3600.0, "laplace", 0.95, (7,), seen=seen)
    again = smooth_bands(np.where(seen, noisy, np.nan), 3600.0, "laplace", 0.95, (7,), seen=seen)
    for name in ("values", "low", "high"):
        np.testing.assert_array_equal(getattr(first, name), getattr(again, name))
    held = (first.low <= truth) & (truth <= first.high)
    assert held[~seen].mean() > 0.85


@pytest.mark.parametrize("shape", SHAPES)
def test_noise_that_differs_from_tick_to_tick_is_known_tick_by_tick(shape: str) -> None:
    rng = np.random.default_rng(7)
    truth = week(400, rng)
    deviation = np.where(np.arange(400) % 5 == 0, 400.0, 20.0)
    noisy = truth + deviation * drawn(shape, 1, (6, 400), rng)
    known = smooth_bands(noisy, deviation**2, shape, 0.95, (7,))
    held = (known.low <= truth) & (truth <= known.high)
    assert held.mean() > 0.93
    assert held[:, ::5].mean() > 0.85
    equal = smooth_bands(noisy, float((deviation**2).mean()), shape, 0.95, (7,))
    assert ((known.values - truth) ** 2).mean() < 0.5 * ((equal.values - truth) ** 2).mean()


def test_what_another_machine_would_round_otherwise_changes_nothing_that_is_shown() -> None:
    rng = np.random.default_rng(8)
    noisy = np.round(week(200, rng) + drawn("laplace", 80, (4, 200), rng))
    shaken = noisy * (1 + 1e-14 * rng.normal(0, 1, noisy.shape))
    first, other = (smooth_bands(one, 6400.0, "laplace", 0.95, (7,)) for one in (noisy, shaken))
    for name in ("values", "low", "high"):
        np.testing.assert_allclose(getattr(first, name), getattr(other, name), rtol=0, atol=1e-8)


def test_rows_are_smoothed_each_by_itself() -> None:
    rng = np.random.default_rng(9)
    noisy = np.round(week(90, rng) + drawn("gaussian", 50, (5, 90), rng))
    together = smooth_bands(noisy, 2500.0, "gaussian", 0.95, (7,))
    alone = smooth_bands(noisy[3:4], 2500.0, "gaussian", 0.95, (7,))
    np.testing.assert_allclose(together.low[3], alone.low[0], rtol=1e-9)


@pytest.mark.parametrize("size", [1e-3, 1.0, 1e9, 2.0**61])
def test_numbers_at_the_edge_stay_finite_and_in_order(size: float) -> None:
    rng = np.random.default_rng(10)
    for row in (np.zeros(12), np.ones(12), rng.normal(0, 1, 12), np.arange(12) % 2 * 1e6):
        for shape in SHAPES:
            found = smooth_bands(row[None, :] * size, size * size, shape, 0.95, (4,))
            assert np.isfinite([found.low, found.values, found.high]).all()
            assert (found.low <= found.values).all()
            assert (found.values <= found.high).all()


def test_tables_that_cannot_be_smoothed_are_refused() -> None:
    row = np.zeros((1, 12))
    for noisy, variance in ((row[:, :4], 1.0), (row, 0.0), (row, np.inf), (row + np.nan, 1.0), (row[0], 1.0)):
        with pytest.raises(SpecError):
            smooth_bands(noisy, variance, "laplace", 0.95)
    with pytest.raises(SpecError):
        smooth_bands(row, 1.0, "laplace", 0.95, seen=np.arange(12)[None, :] < 4)
    with pytest.raises(SpecError):
        LiveBand(2, "laplace", 0.95).step(np.zeros(3), 1.0)


def test_least_squares_under_signs_are_those_of_another_solver() -> None:
    from scipy.optimize import nnls

    rng = np.random.default_rng(11)
    for _ in range(5):
        table, aim = rng.normal(0, 1, (60, 6)), rng.normal(0, 1, 60)
        found = nonnegative((table.T @ table)[None], (table.T @ aim)[None], 400)[0]
        np.testing.assert_allclose(found, nnls(table, aim)[0], atol=1e-6)
    shares = convex_weights(rng.normal(0, 1, (9, 3, 40)), np.ones((3, 40)))
    assert (shares >= 0).all()
    np.testing.assert_allclose(shares.sum(axis=1), 1)


def test_the_shares_of_scales_follow_the_residuals() -> None:
    rng = np.random.default_rng(12)
    rest = np.stack([rng.normal(0, 1, 4000), rng.normal(0, 1, 4000) * np.where(rng.random(4000) < 0.1, 20, 1)])
    seen, one = np.ones(rest.shape, dtype=bool), np.ones(rest.shape)
    calm, wild = learned_shares(rest + drawn("laplace", 1, rest.shape, rng), one, one, seen, "laplace")
    far = BATCH.scales > 5
    assert calm[far].sum() < 0.01
    assert 0.05 < wild[far].sum() < 0.15
    assert log_density(rest, one, one, "gaussian").shape == rest.shape


def test_a_live_band_never_looks_ahead_and_begins_with_the_raw_range() -> None:
    rng = np.random.default_rng(13)
    noisy = np.round(week(60, rng) + drawn("laplace", 40, (2, 60), rng))

    def stepped(table: np.ndarray) -> list[np.ndarray]:
        live = LiveBand(2, "laplace", 0.95, [Season.of(7)])
        bands = [live.step(table[:, tick], 1600.0) for tick in range(table.shape[1])]
        return [np.array([band.low, band.values, band.high]) for band in bands]

    whole, other = stepped(noisy), noisy.copy()
    other[:, 40:] += 500
    for tick, (first, again) in enumerate(zip(whole, stepped(other), strict=True)):
        assert (first == again).all() == (tick < 40)
    margin = float(raw_margin(np.full(1, 1600.0), 0.95, "laplace")[0])
    np.testing.assert_allclose(whole[0][2] - noisy[:, 0], margin, rtol=0.03)
    np.testing.assert_array_equal(whole[0][1], noisy[:, 0])


def test_a_live_cell_without_a_value_learns_nothing_and_has_a_band() -> None:
    rng = np.random.default_rng(14)
    live = LiveBand(2, "gaussian", 0.95, [Season.of(7)])
    for tick in range(60):
        there = np.array([True, tick % 3 > 0])
        noisy = 500 + drawn("gaussian", 30, 2, rng)
        band = live.step(np.where(there, noisy, np.nan), 900.0, there)
        assert np.isfinite([band.low, band.values, band.high]).all()
        assert (band.low <= band.values).all()
    assert band.low[1] < 500 < band.high[1]
    assert band.high[1] - band.low[1] < 120
