"""Without noise everything equals lifelines and statsmodels to 1e-12; their numbers are in oracles.json."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scipy import stats

from epsilog.core.law import DiscreteLaplace
from epsilog.postprocess.life.causes import cumulative_incidence
from epsilog.postprocess.life.curve import kaplan_meier, log_gradient, log_variance, nelson_aalen
from epsilog.postprocess.life.exits import Exits
from epsilog.postprocess.life.logrank import logrank, logrank_statistic
from epsilog.postprocess.life.summary import quantile_time, restricted_mean

ORACLES = json.loads((Path(__file__).parent / "oracles.json").read_text(encoding="utf-8"))
CASES = ["lung", "three groups, two causes"]
QUIET = DiscreteLaplace(Fraction(1, 900))  # a law that never moves anything: for tests only


def exits(told: dict[str, Any], bins: int) -> Exits:
    return Exits(np.arange(1, bins + 1), told["events"], told["censored"], told["followed"], QUIET)


@pytest.mark.parametrize("name", CASES)
def test_kaplan_meier_and_its_interval(name: str) -> None:
    told = ORACLES[name]
    curve = kaplan_meier(exits(told, told["bins"]))
    assert np.abs(curve.value - told["survival"]).max() < 1e-12
    some = curve.value < 1  # at 1 lifelines states no doubt at all; we do
    assert np.abs(curve.low - told["low"])[some].max() < 1e-12
    assert np.abs(curve.high - told["high"])[some].max() < 1e-12
    assert (curve.low[~some] < 1).all()


@pytest.mark.parametrize("name", CASES)
def test_greenwood_is_statsmodels_and_the_gradient_gives_it_too(name: str) -> None:
    told = ORACLES[name]
    table = exits(told, told["bins"])
    value = kaplan_meier(table).value
    at = np.array(told["statsmodels_times"], dtype=int) - 1
    inside = at < told["bins"]
    error = value * np.sqrt(log_variance(table.tidy, 0.0))
    assert np.abs(error[at[inside]] - np.array(told["statsmodels_se"])[inside]).max() < 1e-12
    tidy = table.tidy
    events, censored, still = log_gradient(tidy)
    squares = events**2 @ tidy.deaths + censored**2 @ tidy.censored + still**2 * tidy.followed
    left = tidy.at_risk - tidy.deaths >= 1  # where fewer are left a floor stands in
    assert np.abs(squares - log_variance(tidy, 0.0))[left].max() < 1e-12


@pytest.mark.parametrize("name", CASES)
def test_hazard_median_and_restricted_mean(name: str) -> None:
    told = ORACLES[name]
    table = exits(told, told["bins"])
    assert np.abs(nelson_aalen(table).value - told["hazard"]).max() < 1e-12
    assert quantile_time(kaplan_meier(table)).value[0] == told["median"]
    assert abs(restricted_mean(table).value[0] - told["rmst"]) < 1e-12


def test_competing_risks() -> None:
    told = ORACLES["three groups, two causes"]
    table = exits(told, told["bins"])
    at = np.array(told["cif_times"], dtype=int) - 1
    inside = at < told["bins"]
    both = np.zeros(told["bins"])
    for cause in (0, 1):
        curve = cumulative_incidence(table, cause)
        assert np.abs(curve.value[at[inside]] - np.array(told["cif"][cause])[inside]).max() < 1e-12
        both += curve.value
    assert np.abs(both - (1 - kaplan_meier(table).value)).max() < 1e-12


def test_one_cause_has_the_interval_of_its_survival_curve() -> None:
    told = ORACLES["lung"]
    table = exits(told, told["bins"])
    one, other = cumulative_incidence(table, 0), kaplan_meier(table)
    left = table.tidy.at_risk - table.tidy.deaths >= 1
    assert np.abs((1 - one.high) - other.low)[left].max() < 1e-9
    assert np.abs((1 - one.low) - other.high)[left].max() < 1e-9


@pytest.mark.parametrize("name", CASES)
def test_the_log_rank_statistic(name: str) -> None:
    told = ORACLES[name]
    groups = [exits(group, told["bins"]) for group in told["groups"]]
    found = logrank_statistic([group.tidy for group in groups])
    assert abs(found - told["logrank"]) < 1e-12
    assert abs(found - told["survdiff"]) < 1e-12
    again = logrank(groups, simulations=4999)
    assert abs(again.statistic[0] - told["logrank"]) < 1e-12
    assert abs(again.p_value[0] - stats.chi2.sf(told["logrank"], len(groups) - 1)) < 0.02
