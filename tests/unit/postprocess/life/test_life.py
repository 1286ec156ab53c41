"""Noisy exit histograms: possible numbers, curves that fall, refusals, honest ends."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats
from scipy.optimize import isotonic_regression

from epsilog.core.law import DiscreteGaussian, DiscreteLaplace
from epsilog.errors import PrivacyError, SpecError
from epsilog.postprocess.infer.estimate import PublicTotal
from epsilog.postprocess.life.band import simultaneous
from epsilog.postprocess.life.causes import cumulative_incidence
from epsilog.postprocess.life.curve import (
    hazard_limits,
    kaplan_meier,
    log_gradient,
    log_variance,
    nelson_aalen,
    survival,
)
from epsilog.postprocess.life.exits import Exits, Tidy, isotonic, tidy_exits
from epsilog.postprocess.life.logrank import _simulate, logrank, logrank_statistic
from epsilog.postprocess.life.recipe import split_curve
from epsilog.postprocess.life.summary import quantile_time, rate_by, restricted_mean

LAW = DiscreteLaplace(2)
cells = st.lists(st.integers(-40, 60), min_size=4, max_size=4)


@settings(max_examples=60, deadline=None)
@given(cells, cells, cells, st.integers(-60, 300))
def test_any_noisy_table_gives_a_possible_curve(one: list[int], two: list[int], lost: list[int], rest: int) -> None:
    exits = Exits([7, 14, 21, 28], [one, two], lost, rest, LAW)
    tidy = exits.tidy
    assert min(tidy.events.min(), tidy.censored.min(), float(tidy.followed)) >= 0
    assert (np.diff(tidy.at_risk) <= 1e-9).all()
    for curve in (kaplan_meier(exits), simultaneous(exits, simulations=199)):
        assert (np.diff(curve.value) <= 1e-12).all()
        assert (curve.low >= 0).all()
        assert (curve.high <= 1).all()
        assert (curve.low <= curve.value + 1e-12).all()
        assert (curve.value <= curve.high + 1e-12).all()
    hazard = nelson_aalen(exits)
    assert (np.diff(hazard.value) >= -1e-12).all()
    assert (hazard.low <= hazard.value).all()
    assert (hazard.value <= hazard.high).all()
    for cause in (0, 1):
        curve = cumulative_incidence(exits, cause)
        assert (
            (curve.low >= -1e-12) & (curve.low <= curve.value + 1e-12) & (curve.value <= curve.high + 1e-12)
        ).all()
    mean = restricted_mean(exits)
    assert 0 <= mean.low[0] <= mean.value[0] <= mean.high[0] <= 28
    median = quantile_time(kaplan_meier(exits))
    assert median.low[0] <= median.value[0] <= median.high[0]


@settings(max_examples=60, deadline=None)
@given(st.lists(st.integers(-50, 50), min_size=1, max_size=12))
def test_isotonic_is_scipys(row: list[int]) -> None:
    told = isotonic_regression(np.array(row, dtype=float)).x
    assert np.abs(isotonic(np.array([row], dtype=float))[0] - told).max() < 1e-9


def test_without_noise_nothing_is_tidied() -> None:
    table = np.array([[3, 0, 2], [1, 4, 0], [0, 0, 5]])
    tidy = tidy_exits(table, np.array(7))
    assert (tidy.events == table[:2]).all()
    assert (tidy.censored == table[2]).all()
    assert tidy.followed == 7


def test_noise_is_averaged_and_not_lifted_cell_by_cell() -> None:
    """Running totals 3, 0, 0 are nearest to 1, 1, 1; lifting cells would count three events, two too many."""
    tidy = tidy_exits(np.array([[3, -3, 0], [0, 0, 0]]), np.array(10))
    assert np.abs(tidy.events - [[1, 0, 0]]).max() < 1e-12
    assert float(tidy.followed) == 9
    assert float(tidy.people) == 10


def test_gradients_are_derivatives() -> None:
    events, lost, rest = np.array([[5.0, 7, 3], [2, 2, 4]]), np.array([1.0, 2, 3]), 40.0

    def log_s(change: np.ndarray) -> np.ndarray:
        moved = events.copy()
        moved[0] += change[:3]
        return np.log(survival(Tidy(moved, lost + change[3:6], np.array(rest + change[6]))))

    told = log_gradient(Tidy(events, lost, np.array(rest)))
    gradient = np.concatenate([told[0], told[1], told[2][:, None]], axis=1)
    for cell in range(7):
        step = np.zeros(7)
        step[cell] = 1e-5
        assert np.abs((log_s(step) - log_s(-step)) / 2e-5 - gradient[:, cell]).max() < 1e-8


def test_every_cause_brings_its_own_noise() -> None:
    """The noise's part of the variance, from differences instead of the formula: one term per noisy cell."""
    events, lost, rest = np.array([[5.0, 7, 3], [2, 2, 4]]), np.array([1.0, 2, 3]), 40.0

    def log_s(change: np.ndarray) -> np.ndarray:
        moved = Tidy(events + change[:6].reshape(2, 3), lost + change[6:9], np.array(rest + change[9]))
        return np.log(survival(moved))

    squares = np.zeros(3)
    for step in np.eye(10) * 1e-5:
        squares += ((log_s(step) - log_s(-step)) / 2e-5) ** 2
    tidy = Tidy(events, lost, np.array(rest))
    added = log_variance(tidy, 8.0) - log_variance(tidy, 0.0)
    assert np.abs(added - 8.0 * squares).max() < 1e-9


def test_the_log_rank_statistic_holds_the_noise() -> None:
    """(O - E)² / statistic is the variance: with noise it is larger by v times the squared slopes of O - E."""
    cells = np.array([[5.0, 7, 3, 1, 2, 3, 40], [9.0, 4, 6, 0, 1, 5, 30]])

    def arms(table: np.ndarray) -> list[Tidy]:
        return [Tidy(row[None, :3], row[3:6], np.array(row[6])) for row in table]

    def off(table: np.ndarray) -> float:
        one, other = arms(table)
        expected = (one.deaths + other.deaths) * one.at_risk / (one.at_risk + other.at_risk)
        return float((one.deaths - expected).sum())

    slopes = []
    for cell in range(cells.size):
        step = np.zeros(cells.size)
        step[cell] = 1e-5
        change = step.reshape(cells.shape)
        slopes.append((off(cells + change) - off(cells - change)) / 2e-5)
    quiet, loud = (float(logrank_statistic(arms(cells), noise)) for noise in (0.0, 3.0))
    assert abs(off(cells) ** 2 / loud - off(cells) ** 2 / quiet - 3.0 * np.square(slopes).sum()) < 1e-7


def test_simulated_strata_lose_people_as_they_did() -> None:
    """Means of 4,000 simulated strata within six standard errors of the stratum they stand for."""
    law = DiscreteLaplace(Fraction(1, 900))
    exits = Exits([1, 2, 3], [50, 40, 30], [60, 50, 40], 230, law)
    hazard = exits.tidy.deaths / exits.tidy.at_risk
    drawn = _simulate(exits.tidy, hazard, exits, 4000, np.random.default_rng(1))
    for found, wanted in ((drawn.censored, exits.tidy.censored), (drawn.deaths, exits.tidy.deaths)):
        assert (np.abs(found.mean(axis=0) - wanted) < 6 * np.sqrt(wanted / 4000)).all()
    assert abs(drawn.followed.mean() - 230) < 6 * np.sqrt(230 / 4000)


@settings(max_examples=60, deadline=None)
@given(st.lists(st.integers(0, 60), min_size=8, max_size=8), st.lists(st.integers(-40, 40), min_size=8, max_size=8))
def test_tidying_moves_running_totals_by_no_more_than_the_noise(people: list[int], noise: list[int]) -> None:
    """The lemma of docs/proofs/infer.md, section 5: projections bring no two points further apart."""
    exact = np.array(people).reshape(2, 4)
    running = np.cumsum(exact, axis=-1)
    added = np.cumsum(np.array(noise).reshape(2, 4), axis=-1)
    tidy = tidy_exits(exact + np.array(noise).reshape(2, 4), np.array(100))
    found = np.cumsum(np.concatenate([tidy.events, tidy.censored[None]]), axis=-1)
    for row in range(2):
        assert np.linalg.norm(found[row] - running[row]) <= np.linalg.norm(added[row]) + 1e-9


def simulated_p(people: int, scale: int, noise: float) -> float:
    """The Kolmogorov–Smirnov p of simulated log-rank statistics of two arms against chi-square."""
    law = DiscreteLaplace(scale)
    arm = Exits([1, 2, 3, 4], [people // 20] * 4, [people // 50] * 4, people * 18 // 25, law)
    hazard = arm.tidy.deaths / arm.tidy.at_risk
    rng = np.random.default_rng(17)
    drawn = [_simulate(arm.tidy, hazard, arm, 4000, rng) for _ in range(2)]
    return float(stats.kstest(logrank_statistic(drawn, noise), stats.chi2(1).cdf).pvalue)


def test_with_many_people_both_halves_of_the_log_rank_test_are_one_law() -> None:
    """docs/proofs/infer.md, section 5. A false alarm once in 1e6; the twin, noise left out among few, must fail."""
    assert simulated_p(40_000, 2, DiscreteLaplace(2).variance) > 1e-6
    assert simulated_p(400, 6, 0.0) < 1e-6


def test_all_censored_and_nobody_at_all() -> None:
    censored = Exits([1, 2, 3], [0, 0, 0], [20, 20, 20], 0, LAW)
    curve = kaplan_meier(censored)
    assert (curve.value == 1).all()
    assert (curve.low < 1).all()
    assert quantile_time(curve).value[0] == np.inf
    assert np.isfinite(simultaneous(censored, simulations=199).low).all()
    empty = Exits([1, 2, 3], [0, 0, -1], [0, -2, 0], 0, LAW)
    for found in (kaplan_meier(empty), nelson_aalen(empty), simultaneous(empty, simulations=199)):
        assert np.isfinite([found.value, found.low, found.high]).all()
    assert kaplan_meier(empty).low[0] < 0.1
    other = Exits([1, 2, 3], [5, 5, 5], [0, 0, 0], 90, LAW)
    assert logrank([empty, other], simulations=199).p_value[0] > 0.05
    assert logrank([empty, empty], simulations=199).p_value[0] > 0.05


def test_everybody_has_the_event() -> None:
    curve = kaplan_meier(Exits([1, 2], [50, 50], [0, 0], 0, DiscreteLaplace(Fraction(1, 900))))
    assert curve.value[1] == 0
    assert 0 < curve.high[1] < 0.2


@pytest.mark.parametrize("events", [0.0, 1e-9, 1e-3, 0.1, 0.5, 0.8, 1.0, 2.0, 7.0, 40.0])
def test_limits_of_a_hazard_hold_poissons_and_do_not_leap(events: float) -> None:
    """Of d events among r: not below the exact limit of as many (scipy), nor far beyond it where d is no event."""
    risk, z = 1000.0, float(stats.norm.isf(0.025))
    given = (np.array([events / risk]), np.array([np.sqrt(events) / risk]))
    ends = [hazard_limits(*given, np.array([noisy / risk]), np.array([risk]), z, 0.05) for noisy in (0.0, 9.0)]
    (low, high), (least, most) = ((one[0] * risk, other[0] * risk) for one, other in ends)
    exact = stats.chi2.isf(0.025, 2 * (events + 1)) / 2
    assert exact - 1e-9 <= high <= events + 1.3 * z * np.sqrt(events) + 4.5
    assert low <= events
    assert most >= max(high, events + 9 * z)
    assert least == pytest.approx(max(0.0, events - np.hypot(events - low, 9 * z)), abs=1e-9)
    if events <= 9 * z:
        assert least == 0, "noise may have made up all of them"


def test_the_noise_widens_every_interval() -> None:
    made = ([1, 2, 3], [[10, 8, 6], [4, 3, 2]], [2, 3, 4], 160)
    quiet, loud = (Exits(*made, DiscreteLaplace(b)) for b in (Fraction(1, 900), 5))
    for read in (kaplan_meier, nelson_aalen, lambda x: cumulative_incidence(x, 1)):
        one, other = read(quiet), read(loud)
        assert (other.high - other.low > one.high - one.low).all()
    assert restricted_mean(loud).width[0] > restricted_mean(quiet).width[0]


def test_reading_a_curve() -> None:
    exits = Exits([10, 20, 30], [5, 4, 2], [0, 1, 3], 85, LAW)
    curve = kaplan_meier(exits)
    assert curve.at(5).value[0] == 1
    assert nelson_aalen(exits).at(5).value[0] == 0
    assert curve.at(10).value[0] == curve.value[0]
    assert curve.at(99).value[0] == curve.value[2]
    rate = rate_by(exits, 30)
    assert rate.value[0] == 1 - curve.value[2]
    assert rate.low[0] == 1 - curve.high[2]
    assert restricted_mean(exits, 10).value[0] == 10
    assert restricted_mean(exits, 20).value[0] == 10 + 10 * curve.value[0]
    for wrong in (0, -1, 31, float("nan")):
        with pytest.raises(SpecError):
            rate_by(exits, wrong)
        with pytest.raises(SpecError):
            restricted_mean(exits, wrong)
    for share in (0, 1, 2):
        with pytest.raises(SpecError):
            quantile_time(curve, share)
    with pytest.raises(SpecError):
        cumulative_incidence(exits, 1)


@pytest.mark.parametrize(
    ("times", "events", "censored"),
    [
        ([], [], []),
        ([0, 1], [1, 2], [1, 2]),
        ([-1, 1], [1, 2], [1, 2]),
        ([2, 1], [1, 2], [1, 2]),
        ([1, 1], [1, 2], [1, 2]),
        ([1, float("nan")], [1, 2], [1, 2]),
        ([1, 2], [1, 2, 3], [1, 2]),
        ([1, 2], [1, 2], [1]),
        ([1, 2], [1.5, 2], [1, 2]),
        ([1, 2], [[[1, 2]]], [1, 2]),
        ([1, 2], [True, False], [1, 2]),
    ],
)
def test_histograms_that_are_none(times: list[float], events: list[int], censored: list[int]) -> None:
    with pytest.raises(SpecError):
        Exits(times, events, censored, 10, LAW)


def test_strata_that_cannot_be_compared() -> None:
    one = Exits([1, 2], [3, 4], [0, 1], 50, LAW)
    with pytest.raises(SpecError, match="two strata"):
        logrank([one])
    with pytest.raises(SpecError, match="grid"):
        logrank([one, Exits([1, 3], [3, 4], [0, 1], 50, LAW)])
    with pytest.raises(SpecError, match="one release"):
        logrank([one, Exits([1, 2], [3, 4], [0, 1], 50, DiscreteGaussian(4))])


def test_strata_may_come_in_any_order() -> None:
    rng = np.random.default_rng(1)
    tidy = [tidy_exits(rng.integers(1, 20, (2, 6)), np.array(30)) for _ in range(3)]
    found = logrank_statistic(tidy, 8.0)
    assert abs(found - logrank_statistic(tidy[::-1], 8.0)) < 1e-9


def test_the_same_release_gives_the_same_band_and_p_value() -> None:
    one, other = Exits([1, 2], [30, 40], [0, 1], 50, LAW), Exits([1, 2], [10, 40], [0, 1], 50, LAW)
    assert (simultaneous(one).low == simultaneous(one).low).all()
    assert (simultaneous(one).low != simultaneous(one, seed=5).low).any()
    assert logrank([one, other]).p_value == logrank([one, other]).p_value


def test_the_textbook_recipe_refuses_censoring() -> None:
    total = PublicTotal(100, "replace")
    with pytest.raises(PrivacyError, match="hides nobody"):
        split_curve([1, 2], [3, 4], total, LAW, complete=False)
    with pytest.raises(PrivacyError):
        split_curve([1, 2], [3, 4], PublicTotal(100, "add-remove"), LAW, complete=True)
    curve = split_curve([1, 2, 3], [9, 4, 30], total, LAW, complete=True)
    assert (np.diff(curve.value) <= 0).all()
    for times, events in (([1], [3, 4]), ([2, 1], [3, 4]), ([], [])):
        with pytest.raises(SpecError):
            split_curve(times, events, total, LAW, complete=True)
    with pytest.raises(SpecError):
        split_curve([1], [0], PublicTotal(0, "replace"), LAW, complete=True)
