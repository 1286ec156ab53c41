"""Coverage of survival curves, bands and restricted means, and how near they come to the curve without noise.

A coverage fails if its misses are impossible, but for 1e-6, for the stated bounds; Greenwood's variance alone is
the twin that must fail.
"""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
from scipy.stats import binom, chi2

from epsilog.core.law import DiscreteLaplace
from epsilog.noise import discrete_laplace
from epsilog.postprocess.life.band import simultaneous
from epsilog.postprocess.life.causes import cumulative_incidence
from epsilog.postprocess.life.curve import kaplan_meier, log_log, log_variance, nelson_aalen
from epsilog.postprocess.life.exits import Exits
from epsilog.postprocess.life.logrank import logrank, logrank_statistic
from epsilog.postprocess.life.summary import quantile_time, restricted_mean
from epsilog.testing import seeded
from statistical.infer.simulated import FALSE_ALARM, within
from statistical.life.scenes import BINS, BURST, FALLING, RARE, STEADY, cohorts, truth

DRAWS = 2000
SCENES = [(200, "1"), (500, "0.5"), (1000, "0.2")]
LUNG = json.loads(
    (Path(__file__).parents[2] / "unit" / "postprocess" / "life" / "oracles.json").read_text(encoding="utf-8")
)["lung"]


@pytest.mark.parametrize(("people", "epsilon"), SCENES)
def test_pointwise_intervals_cover_as_stated(people: int, epsilon: str) -> None:
    law, true = DiscreteLaplace(1 / Fraction(epsilon)), truth(FALLING)
    area = 1 + true[:-1].sum()
    missed, short, mean_missed = np.zeros(BINS), np.zeros(BINS), 0
    for exits in cohorts(people, FALLING, law, DRAWS, 1):
        curve = kaplan_meier(exits)
        missed += (curve.low > true) | (curve.high < true)
        low, high = log_log(curve.value, exits.tidy, 0.0, 1.959964, 0.05)
        short += (low > true) | (high < true)
        mean = restricted_mean(exits)
        mean_missed += bool((mean.low[0] > area) | (mean.high[0] < area))
    for day in (3, 10, 20, 30):
        assert within(int(missed[day - 1]), DRAWS, 0.93, 0.98), day
    for day in (10, 20, 30):
        assert not within(int(short[day - 1]), DRAWS, 0.93, 0.98), "Greenwood alone must be caught"
    assert within(mean_missed, DRAWS, 0.93, 0.98)


@pytest.mark.parametrize("name", RARE)
def test_events_that_drown_in_noise_are_held(name: str) -> None:
    """The least coverage of any day. One scale for sampling and noise, log(-log S), is the twin that must fail."""
    hazard, people, epsilon = RARE[name]
    law, true, summed = DiscreteLaplace(1 / Fraction(epsilon)), truth(hazard), np.cumsum(hazard)
    missed, short, hazards = np.zeros(BINS), np.zeros(BINS), np.zeros(BINS)
    for exits in cohorts(people, hazard, law, 600, 21):
        curve, aalen = kaplan_meier(exits), nelson_aalen(exits)
        missed += (curve.low > true) | (curve.high < true)
        hazards += (aalen.low > summed) | (aalen.high < summed)
        one = -np.log(np.where(curve.value > 0, curve.value, 0.5))
        both = np.minimum(1.96 * np.sqrt(log_variance(exits.tidy, law.variance)), 700 * one)
        factor = np.exp(both / np.where(one > 0, one, 1.0))
        short += (one > 0) & ((one / factor > -np.log(true)) | (one * factor < -np.log(true)))
        assert (curve.high - curve.low < 0.75).all(), "nor is everything possible: thousands are at risk"
    most = binom.isf(FALSE_ALARM, 600, 0.07)
    assert missed.max() <= most
    assert hazards.max() <= most
    if name != "0.3 % a day":  # there the twin comes too near: 0.90
        assert short.max() > most


def test_a_burst_before_a_quiet_time_is_held() -> None:
    """1,000 people, ε = 0.1. Limits about the tidied curve alone, which held it 0.81 times, are the twin."""
    law, true, summed = DiscreteLaplace(10), truth(BURST), np.cumsum(BURST)
    missed, alone, hazards, causes = np.zeros(BINS), np.zeros(BINS), np.zeros(BINS), np.zeros(BINS)
    for exits in cohorts(1000, BURST, law, 600, 23, lost=0.0):
        curve, aalen, cause = kaplan_meier(exits), nelson_aalen(exits), cumulative_incidence(exits, 0)
        low, high = log_log(curve.value, exits.tidy, law.variance, 1.959964, 0.05)
        missed += (curve.low > true) | (curve.high < true)
        alone += (low > true) | (high < true)
        hazards += (aalen.low > summed) | (aalen.high < summed)
        causes += (cause.low > 1 - true) | (cause.high < 1 - true)
    most = binom.isf(FALSE_ALARM, 600, 0.07)
    assert missed.max() <= most
    assert hazards.max() <= most
    assert causes.max() <= most
    assert alone.max() > most


def test_a_rare_cause_is_held_and_does_not_fill_the_picture() -> None:
    """Beside a cause of 1.4 % a bin one of 0.02 %, 2,000 people, ε = 0.2: at no time is everything possible."""
    bins, often, rare, law = 15, 0.014, 0.0002, DiscreteLaplace(5)
    left = np.cumprod(np.full(bins, 1 - often - rare))
    before = np.concatenate([[1.0], left[:-1]])
    true = np.stack([np.cumsum(before * often), np.cumsum(before * rare)])
    shares = np.concatenate([before * often, before * rare, np.zeros(bins), left[-1:]])
    cells = np.random.default_rng(22).multinomial(2000, shares, 400)
    noisy = cells + discrete_laplace(law.scale, cells.size, seeded(22)).reshape(cells.shape)
    missed = np.zeros((2, bins))
    for row in noisy:
        exits = Exits(
            np.arange(1, bins + 1), row[: 2 * bins].reshape(2, bins), row[2 * bins : -1], int(row[-1]), law
        )
        for cause in range(2):
            curve = cumulative_incidence(exits, cause)
            missed[cause] += (curve.low > true[cause]) | (curve.high < true[cause])
            assert curve.high.max() < 0.5
    assert missed.max() <= binom.isf(FALSE_ALARM, 400, 0.07)


def test_bands_cover_the_whole_curve_as_stated() -> None:
    """300 cohorts; the pointwise intervals are the twin: all thirty days at once they hold far less often."""
    law, true = DiscreteLaplace(2), truth(FALLING)
    missed = pointwise = 0
    for exits in cohorts(500, FALLING, law, 300, 2):
        band, points = simultaneous(exits, simulations=199), kaplan_meier(exits)
        missed += bool(((band.low > true) | (band.high < true)).any())
        pointwise += bool(((points.low > true) | (points.high < true)).any())
    assert within(missed, 300, 0.92, 0.98)
    assert not within(pointwise, 300, 0.92, 0.98)


def test_the_median_is_held() -> None:
    law = DiscreteLaplace(2)
    true = 13.0  # the first day at which (1 - 0.055)^t is at most a half
    assert truth(STEADY)[11] > 0.5 >= truth(STEADY)[12]
    found = [quantile_time(kaplan_meier(exits)) for exits in cohorts(500, STEADY, law, 1000, 3)]
    missed = sum(bool(one.low[0] > true or one.high[0] < true) for one in found)
    assert within(missed, 1000, 0.94, 1.0)  # days are whole, so more than 95 in 100


def noisy_log_rank(epsilon: str, count: int, seeds: tuple[int, int] = (4, 5)) -> tuple[int, int]:
    law = DiscreteLaplace(1 / Fraction(epsilon))
    one, other = (cohorts(200, STEADY, law, count, seed) for seed in seeds)
    ours = naive = 0
    for pair in zip(one, other, strict=True):
        ours += bool(logrank(pair, simulations=199).p_value[0] <= 0.05)
        naive += bool(logrank_statistic([arm.tidy for arm in pair]) > chi2.isf(0.05, 1))
    return ours, naive


def test_the_log_rank_test_has_the_size_it_states_where_the_classical_one_rejects_half() -> None:
    ours, naive = noisy_log_rank("0.3", 300)
    most = binom.isf(FALSE_ALARM / 2, 300, 0.06)
    assert ours <= most < naive
    assert 0.4 < naive / 300 < 0.65


@pytest.mark.nightly
@pytest.mark.timeout(3600)
def test_the_size_of_the_log_rank_test_in_full() -> None:
    # The test got its form on other seeds than these.
    for epsilon, seeds in (("1", (2611400, 2611401)), ("0.3", (2611402, 2611403))):
        ours, _ = noisy_log_rank(epsilon, 4000, seeds)
        assert binom.ppf(FALSE_ALARM / 2, 4000, 0.04) <= ours <= binom.isf(FALSE_ALARM / 2, 4000, 0.06)


def test_the_log_rank_test_finds_a_hazard_ratio() -> None:
    law = DiscreteLaplace(1)
    pairs = zip(cohorts(200, STEADY, law, 60, 6), cohorts(200, STEADY / 1.75, law, 60, 7), strict=True)
    found = sum(bool(logrank(pair, simulations=199).p_value[0] <= 0.05) for pair in pairs)
    assert found > 36


def test_errors_beside_the_curve_without_noise() -> None:
    """Lung, 228 patients in 30 bins, ε = 1: mean largest error at most 0.06; 9105 people over 30 days: 0.001."""
    true = np.array(LUNG["survival"])
    cells = np.concatenate([LUNG["events"][0], LUNG["censored"], [LUNG["followed"]]])
    assert mean_error(cells, true, 1, 200) <= 0.06
    assert mean_error(cells, true, 4, 200) > 0.06, "four times the noise must be seen"
    cohort = cohorts(9105, FALLING * 0.6, DiscreteLaplace(Fraction(1, 900)), 1, 8, lost=0.0)[0]
    cells = np.concatenate([cohort.events[0], cohort.censored, [cohort.followed]])
    assert mean_error(cells, kaplan_meier(cohort).value, 1, 200) <= 0.001
    assert mean_error(cells, kaplan_meier(cohort).value, 4, 200) > 0.001


def mean_error(cells: np.ndarray, true: np.ndarray, scale: int, runs: int) -> float:
    law = DiscreteLaplace(scale)
    noisy = cells + discrete_laplace(scale, len(cells) * runs, seeded(9)).reshape(runs, -1)
    curves = [kaplan_meier(Exits(np.arange(1, 31), row[:30], row[30:60], int(row[60]), law)).value for row in noisy]
    return float(np.abs(np.array(curves) - true).max(axis=1).mean())
