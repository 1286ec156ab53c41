"""Shares and their ranges: coverage summed over every outcome, the nearest distribution, and who may be named."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from scipy.stats import binom

from epsilog.errors import SpecError
from epsilog.mechanisms.local.generalized_response import GeneralizedResponse
from epsilog.mechanisms.local.randomized_response import RandomizedResponse
from epsilog.mechanisms.local.subset_selection import SubsetSelection
from epsilog.mechanisms.local.unary import Unary
from epsilog.postprocess.local.shares import (
    find_above,
    least_count,
    nearest_distribution,
    poison_margin,
    shared_variance,
    shares_of,
    variance_of,
)

COIN = RandomizedResponse("1.0986")  # p is 3/4, within 1e-5
ASKS = (Unary(10, 1), SubsetSelection(50, 1), GeneralizedResponse(1000, 4), Unary(4, 4, symmetric=True))


def coverage(ask: Unary, devices: int, holders: int, confidence: str) -> tuple[float, float]:
    """How often the range holds the share: among given devices, and in a population. Summed over all counts."""
    p, q = float(ask.p), float(ask.q)
    counts = np.arange(devices + 1)
    found = shares_of(counts, devices, ask, confidence)
    share = holders / devices
    holds = (found.low <= share + 1e-12) & (share <= found.high + 1e-12)
    given = np.convolve(
        binom.pmf(np.arange(holders + 1), holders, p),
        binom.pmf(np.arange(devices - holders + 1), devices - holders, q),
    )
    return float(given @ holds), float(binom.pmf(counts, devices, q + (p - q) * share) @ holds)


@pytest.mark.parametrize("ask", ASKS, ids=lambda ask: f"{type(ask).__name__}-{ask.size}")
@pytest.mark.parametrize("confidence", ["19/20", "99/100", "1/2"])
def test_ranges_hold_as_often_as_said(ask: Unary, confidence: str) -> None:
    """No simulation: every count, every number of holders up to 60 devices and a grid of 1,000."""
    level = float(Fraction(confidence))
    for devices, step in ((1, 1), (7, 1), (60, 1), (1000, 50)):
        for holders in range(0, devices + 1, step):
            given, drawn = coverage(ask, devices, holders, confidence)
            assert given >= level
            assert drawn >= level


def test_a_narrower_range_would_not_hold() -> None:
    """The power twin: the range of 90 % held to 95 % fails somewhere on the same grid, and by a lot."""
    assert min(coverage(ASKS[0], 1000, holders, "9/10")[0] for holders in range(0, 1001, 50)) < 0.94


def test_estimates_are_unbiased_over_all_counts() -> None:
    ask, devices, holders = Unary(10, 1), 40, 13
    p, q = float(ask.p), float(ask.q)
    law = np.convolve(binom.pmf(np.arange(holders + 1), holders, p), binom.pmf(np.arange(28), devices - holders, q))
    share = shares_of(np.arange(devices + 1), devices, ask).share
    assert law @ share == pytest.approx(holders / devices)
    variance = law @ share**2 - (holders / devices) ** 2
    assert variance == pytest.approx(variance_of(holders / devices, devices, ask.p, ask.q))


def test_no_report_says_nothing() -> None:
    found = shares_of(np.array([0]), 0, COIN)
    assert np.isnan(found.share[0])
    assert (found.low[0], found.high[0]) == (0, 1)
    for support in ([-1], [3]):
        with pytest.raises(SpecError):
            shares_of(np.array(support), 2, COIN)


def test_each_value_may_have_a_number_of_reports_of_its_own() -> None:
    found = shares_of(np.array([5, 5]), np.array([10, 20]), COIN)
    assert found.share.tolist() == pytest.approx([0.5, 0.0], abs=1e-4)


def test_the_nearest_distribution_is_nearest() -> None:
    """Against every distribution of a fine grid of three values."""
    for raw in ([0.7, 0.5, -0.3], [2.0, -1.0, -1.0], [0.1, 0.1, 0.1], [-1.0, -2.0, -3.0]):
        found = nearest_distribution(np.array(raw))
        assert found.sum() == pytest.approx(1)
        assert (found >= 0).all()
        grid = np.array([[a, b, 100 - a - b] for a in range(101) for b in range(101 - a)]) / 100
        best = ((grid - raw) ** 2).sum(axis=1).min()
        assert ((found - raw) ** 2).sum() <= best + 1e-12


def test_no_false_name_more_often_than_said() -> None:
    """For one value that nobody has, exactly; for all of them by the union bound."""
    oracle = Unary(10, 1)
    q = oracle.q
    for devices in (1, 10, 1000):
        least = least_count(devices, float(q), 0.05 / 20)
        assert binom.sf(least - 1, devices, float(q)) <= 0.05 / 20
        assert least == 0 or binom.sf(least - 2, devices, float(q)) > 0.05 / 20
        assert not find_above(np.array([least - 1]), devices, oracle, 20)[0]
        assert find_above(np.array([least]), devices, oracle, 20)[0]


def test_what_fakes_can_do_is_what_they_can_do() -> None:
    """A tenth of the devices all support a value, or none of them."""
    p, q, share = Fraction(1, 2), Fraction(1, 4), 0.2
    honest = 0.9 * (float(q) + float(p - q) * share)
    down, up = poison_margin(0.1, share, p, q)
    for fakes, moved in ((0.0, down), (0.1, up)):
        assert (honest + fakes - float(q)) / float(p - q) - share == pytest.approx(moved)


def test_collisions_only_add() -> None:
    assert shared_variance(0.0, 100, Fraction(1, 10)) == pytest.approx(0.099)
    assert shared_variance(0.0, 100, Fraction(1, 10), squares=0.0) == 0
