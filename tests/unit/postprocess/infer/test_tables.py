"""Contrasts and tests: without noise they are the textbook's; the same release gives the same answer; bad input."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from scipy import stats

from epsilog.core.law import DiscreteGaussian, DiscreteLaplace, Law
from epsilog.errors import SpecError
from epsilog.postprocess.infer.association import (
    association_statistic,
    fit_statistic,
    goodness_of_fit,
    holm,
    independence,
    two_proportions,
)
from epsilog.postprocess.infer.contrast import Group, contrast
from epsilog.postprocess.infer.mean import Clamp, Laws
from epsilog.postprocess.infer.replay import fresh, p_value, replay
from epsilog.postprocess.infer.standardised import standardised_rate
from epsilog.postprocess.infer.two_means import Moments, two_means

LAW = DiscreteLaplace(2)
QUIET = DiscreteLaplace(Fraction(1, 900))


def test_without_noise_the_statistics_are_scipys() -> None:
    table = np.array([[12, 30, 7], [22, 18, 40]])
    told = stats.chi2_contingency(table, correction=False)
    assert abs(association_statistic(table, 0.0) - told.statistic) < 1e-12
    observed = np.array([16, 18, 16, 14, 12, 12])
    share = np.full(6, 1 / 6)
    assert abs(fit_statistic(observed, share, 0.0) - stats.chisquare(observed).statistic) < 1e-12
    pair = two_proportions(Group(12, 30), Group(22, 18), QUIET, simulations=199)
    told = stats.chi2_contingency([[12, 30], [22, 18]], correction=False)
    assert abs(pair.statistic[0] - told.statistic) < 1e-12


def test_without_noise_two_means_are_welchs() -> None:
    rng = np.random.default_rng(1)
    one, other = rng.integers(90, 200, 80), rng.integers(100, 210, 50)
    arms = [Moments((x - 150).sum(), ((x - 150) ** 2).sum(), len(x)) for x in (one, other)]
    found = two_means(arms[0], arms[1], Clamp(80, 220), Laws(QUIET, QUIET, QUIET), simulations=9999)
    told = stats.ttest_ind(one, other, equal_var=False)
    assert abs(found.statistic[0] - told.statistic**2) < 1e-10
    assert abs(found.p_value[0] - told.pvalue) < 0.02


def test_without_noise_p_values_are_close_to_the_classical_ones() -> None:
    table = [[52, 130], [70, 118]]
    told = stats.chi2_contingency(table, correction=False).pvalue
    assert abs(independence(table, QUIET, simulations=9999).p_value[0] - told) < 0.02


def test_without_noise_a_relative_risk_has_the_textbooks_interval() -> None:
    found = contrast(Group(300, 700), Group(200, 800), QUIET, "relative risk", simulations=9999)
    told = stats.contingency.relative_risk(300, 1000, 200, 1000).confidence_interval(0.95)
    assert abs(found.low[0] - told.low) < 0.03
    assert abs(found.high[0] - told.high) < 0.05
    odds = contrast(Group(300, 700), Group(200, 800), QUIET, "odds ratio", simulations=9999)
    told = stats.contingency.odds_ratio([[300, 700], [200, 800]], kind="sample").confidence_interval(0.95)
    assert abs(odds.low[0] - told.low) < 0.04
    assert abs(odds.high[0] - told.high) < 0.06


def test_the_same_release_gives_the_same_answer_and_a_seed_another() -> None:
    groups = Group(30, 70), Group(20, 80)
    one, other = (contrast(*groups, LAW, "odds ratio") for _ in range(2))
    seeded = contrast(*groups, LAW, "odds ratio", seed=1)
    assert (one.low, one.high) == (other.low, other.high)
    assert one.low != seeded.low
    assert abs(one.low - seeded.low) < 0.1
    table = [[30, 70], [20, 80]]
    assert independence(table, LAW).p_value == independence(table, LAW).p_value


@pytest.mark.parametrize("law", [DiscreteLaplace(3), DiscreteGaussian(Fraction(1, 3)), DiscreteGaussian(10**8)])
def test_simulated_noise_follows_its_law(law: Law) -> None:
    """20 equally likely classes; false alarms one in a million, and a tenth more spread is seen."""
    drawn = fresh(law, 200_000, replay("law"))
    assert abs(drawn.mean()) < 5 * np.sqrt(law.variance / 200_000)
    ratio = drawn.var() / law.variance
    assert abs(ratio - 1) < 0.03
    assert abs((drawn * 1.1).var() / law.variance - 1) > 0.03


def test_many_tables_are_simulated_in_portions_and_keep_their_places(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Three tables at a time: the strong and the weak findings stay in their places."""
    monkeypatch.setattr("epsilog.postprocess.infer.replay._AT_ONCE", 3 * 199 * 4)
    strong, weak = [[90, 10], [10, 90]], [[50, 50], [50, 50]]
    found = independence([strong, weak] * 5, LAW, simulations=199).p_value
    assert (found[::2] < 0.01).all()
    assert (found[1::2] > 0.2).all()
    rows = goodness_of_fit([[90, 10, 10], [30, 30, 30]] * 5, [1, 1, 1], LAW, simulations=199).p_value
    assert (rows[::2] < 0.01).all()
    assert (rows[1::2] > 0.2).all()
    ones = np.tile([90, 50], 5)
    pair = Group(ones, 100 - ones), Group(100 - ones, ones)
    risks = two_proportions(*pair, LAW, simulations=199)
    assert (risks.p_value[::2] < 0.01).all()
    assert (risks.p_value[1::2] > 0.2).all()
    odds = contrast(*pair, LAW, "difference", simulations=199)
    assert (odds.low[::2] > 0.5).all()
    assert (np.abs(odds.value[1::2]) < 1e-12).all()
    laws = Laws(DiscreteLaplace(140), DiscreteLaplace(4900), DiscreteLaplace(2))
    arms = Moments(30 * ones, 400 * ones, np.full(10, 200)), Moments(1500 + 0 * ones, 400 * ones, np.full(10, 200))
    means = two_means(*arms, Clamp(80, 220), laws, simulations=199)
    assert (means.p_value[::2] < 0.05).all()
    assert (means.p_value[1::2] > 0.2).all()


def test_empty_lists_are_answered_with_empty_lists() -> None:
    assert len(contrast(Group([], []), Group([], []), LAW, "difference")) == 0
    assert len(two_proportions(Group([], []), Group([], []), LAW).p_value) == 0


def test_p_values_count_ties_against_the_finding() -> None:
    assert p_value(np.array([1.0]), np.ones((3, 1)))[0] == 1.0
    assert p_value(np.array([5.0]), np.ones((199, 1)))[0] == 0.005


def test_nobody_at_all() -> None:
    for kind in ("difference", "relative risk", "odds ratio"):
        found = contrast(Group([0, -3], [0, -2]), Group([0, 10], [-1, 20]), LAW, kind)  # type: ignore[arg-type]
        assert np.isfinite([found.low, found.high]).all()
        assert (found.low < found.high).all()
    none = independence([[0, 0], [0, 0]], LAW)
    assert none.p_value[0] > 0.3
    assert goodness_of_fit([0, 0, -1], [1, 1, 1], LAW).p_value[0] > 0.3
    assert two_proportions(Group(0, 0), Group(-4, 0), LAW).p_value[0] > 0.3
    laws = Laws(DiscreteLaplace(140), DiscreteLaplace(4900), DiscreteLaplace(2))
    assert two_means(Moments(0, 0, 0), Moments(50, -9, -1), Clamp(80, 220), laws).p_value[0] > 0.1


def test_empty_strata_have_an_honest_rate() -> None:
    found = standardised_rate([0, 0, 0], [10, 10, 10], [1, 1, 1], LAW)
    assert found.low[0] == 0
    assert found.high[0] > 0
    far = standardised_rate([-90, 0, 0], [10, 10, 10], [1, 1, 1], DiscreteLaplace(1))
    assert far.at_bound[0]


def test_holm() -> None:
    assert np.allclose(holm([0.01, 0.04, 0.03, 0.005]), [0.03, 0.06, 0.06, 0.02])
    assert holm([]).tolist() == []
    assert holm([0.9, 0.8]).tolist() == [1.0, 1.0]
    for bad in ([1.5], [-0.1], [float("nan")]):
        with pytest.raises(SpecError):
            holm(bad)


def test_bad_input() -> None:
    with pytest.raises(SpecError, match="unknown contrast"):
        contrast(Group(1, 2), Group(3, 4), LAW, "hazard ratio")  # type: ignore[arg-type]
    with pytest.raises(SpecError, match="same length"):
        contrast(Group([1, 2], [2, 3]), Group(3, 4), LAW, "difference")
    with pytest.raises(SpecError, match="simulations"):
        contrast(Group(1, 2), Group(3, 4), LAW, "difference", simulations=10)
    with pytest.raises(SpecError):
        Group([1.5], [2])
    for table in ([1, 2, 3], [[1, 2, 3]], [[1], [2]], [], [[1.5, 2], [3, 4]]):
        with pytest.raises(SpecError):
            independence(table, LAW)
    for shares in ([1, 1], [1, 1, 0], [1, 1, -1], [1, 1, float("nan")]):
        with pytest.raises(SpecError):
            goodness_of_fit([1, 2, 3], shares, LAW)
    with pytest.raises(SpecError):
        goodness_of_fit([7], [1], LAW)
    for population in ([0, 5, 5], [5, 5], [-1, 5, 5]):
        with pytest.raises(SpecError):
            standardised_rate([1, 2, 3], population, [1, 1, 1], LAW)
    for standard in ([0, 0, 0], [1, -1, 1]):
        with pytest.raises(SpecError):
            standardised_rate([1, 2, 3], [5, 5, 5], standard, LAW)
    with pytest.raises(SpecError, match="noisy here"):
        two_means(Moments(1, 1, 1), Moments(1, 1, 1), Clamp(0, 1), Laws(LAW, LAW, None))
