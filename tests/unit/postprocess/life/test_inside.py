"""What happens inside a bin: every order lies between the two ends, and deviations are derivatives."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from epsilog.core.exit import WITHDRAWN
from epsilog.core.law import DiscreteGaussian, DiscreteLaplace
from epsilog.errors import SpecError
from epsilog.postprocess.life.band import band_within, falling, simultaneous
from epsilog.postprocess.life.causes import cumulative_incidence, incidence_within
from epsilog.postprocess.life.curve import kaplan_meier, nelson_aalen
from epsilog.postprocess.life.exits import Exits, Tidy
from epsilog.postprocess.life.inside import (
    Reading,
    even_share,
    hazard_within,
    mean_within,
    median_within,
    rate_within,
    reading,
    readings,
    shares_of,
    survival_within,
)
from epsilog.postprocess.life.logrank import least_statistic, logrank, logrank_statistic
from epsilog.postprocess.life.summary import restricted_mean

QUIET = DiscreteLaplace(Fraction(1, 900))
LAW = DiscreteLaplace(2)
EVENTS = np.array([[5, 7, 3], [2, 2, 4]])
LOST, REST = np.array([6, 9, 4]), 30
few = st.lists(st.integers(0, 5), min_size=3, max_size=3)
cells = st.lists(st.integers(-40, 60), min_size=4, max_size=4)


def in_order(events: np.ndarray, lost: np.ndarray, rest: int, rng: np.random.Generator) -> list[np.ndarray]:
    """Kaplan–Meier, the hazard and both incidences at ends of bins, one person after the other in a random order.

    Events of one bin are at times of their own, or several at the same one.
    """
    left, alive, hazard, had = int(events.sum() + lost.sum() + rest), 1.0, 0.0, np.zeros(2)
    found: list[list[float]] = [[], [], [], []]
    for bin_ in range(events.shape[1]):
        order = rng.permutation(np.repeat([0, 1, 2], [*events[:, bin_], lost[bin_]]))
        if rng.random() < 0.4:
            order = np.sort(order) if rng.random() < 0.5 else np.sort(order)[::-1]
        at = 0
        while at < len(order):
            many = 1
            if order[at] < 2:  # some are tied
                while at + many < len(order) and order[at + many] < 2 and rng.random() < 0.3:
                    many += 1
                died = np.bincount(order[at : at + many], minlength=2)
                had += alive * died[:2] / left
                hazard += many / left
                alive *= 1 - many / left
            left -= many
            at += many
        for kept, number in zip(found, (alive, hazard, *had), strict=True):
            kept.append(number)
    return [np.array(part) for part in found]


@settings(max_examples=80, deadline=None)
@given(few, few, few, st.integers(0, 12), st.integers(0, 2**32))
def test_any_order_of_a_bin_lies_between_the_two_ends(
    one: list[int], two: list[int], lost: list[int], rest: int, seed: int
) -> None:
    """Without noise and sampling: the ends alone, before any limit is put around them."""
    if sum(one) + sum(two) + sum(lost) + rest == 0:
        rest = 1
    exits = Exits([1, 2, 3], [one, two], lost, rest, QUIET)
    upper, lower = reading(exits, 0.0), reading(exits, 1.0)
    exact = in_order(exits.events, exits.censored, rest, np.random.default_rng(seed))
    alive, hazard, *had = exact
    assert (lower.value - 1e-9 <= alive).all()
    assert (alive <= upper.value + 1e-9).all()
    # Where the last people go the hazard is as large as one likes; one person of R + 1 is left then.
    some = exits.at_risk - exits.tidy.deaths - exits.tidy.censored >= 1
    assert (np.cumsum(exits.tidy.deaths / np.maximum(exits.at_risk, 1)) <= hazard + 1e-9).all()
    assert (hazard[some] <= lower.hazard[some] + 1e-9).all()
    for cause in (0, 1):
        told = incidence_within(exits, cause)
        assert (told.low - 1e-9 <= had[cause]).all()
        assert (had[cause] <= told.high + 1e-9).all()
    # A range holds much more; the ends themselves are seen where many people make it narrow.
    times = 10**6
    large = Exits([1, 2, 3], times * exits.events, times * exits.censored, times * rest, QUIET)
    share = in_order(exits.events, exits.censored, rest, np.random.default_rng(seed))
    middle = survival_within(large)
    assert (middle.low - 0.01 <= alive).all()
    assert (alive <= middle.high + 0.01).all()
    for cause in (0, 1):
        told = incidence_within(large, cause)
        assert (told.low - 0.01 <= share[2 + cause]).all()
        assert (share[2 + cause] <= told.high + 0.01).all()


def test_both_ends_are_reached() -> None:
    """So no narrower range would hold every order: all losses first, and all events first."""
    exits = Exits([1, 2], [10, 10], [20, 20], 40, QUIET)
    first = np.cumprod([1 - 10 / 80, 1 - 10 / 50])
    last = np.cumprod([1 - 10 / 100, 1 - 10 / 70])
    assert reading(exits, 1.0).value == pytest.approx(first, abs=1e-12)
    assert reading(exits, 0.0).value == pytest.approx(last, abs=1e-12)


@pytest.mark.parametrize("gone", [0.0, 0.5, 1.0])
def test_deviations_are_those_of_all_cells(gone: float) -> None:
    """By differences instead of the formulas: log S, and the area under it with any height of its bins."""

    def moved(change: np.ndarray) -> Reading:
        tidy = Tidy(EVENTS + change[:6].reshape(2, 3), LOST + change[6:9], np.array(REST + change[9]))
        return Reading(tidy, gone, 3.0, tidy.deaths, tidy.censored)

    base = moved(np.zeros(10))
    people = np.concatenate([EVENTS.ravel(), LOST, [REST]])
    width = np.array([1.0, 2.0, 4.0])
    steps = np.eye(10) * 1e-5
    slopes = np.array([(np.log(moved(s).value) - np.log(moved(-s).value)) / 2e-5 for s in steps])
    sampling, noisy = base.deviations()
    assert noisy**2 == pytest.approx(3.0 * (slopes**2).sum(axis=0), rel=1e-6)
    if gone == 0:
        assert sampling**2 == pytest.approx((slopes**2 * people[:, None]).sum(axis=0), rel=1e-6)
    for first in (0.0, 0.5, 1.0):
        area, deviation = base.area(width, first)
        edges = np.concatenate([[1.0], base.value])
        assert area == pytest.approx((width * (first * edges[:-1] + (1 - first) * edges[1:])).sum())
        slope = np.array([(moved(s).area(width, first)[0] - moved(-s).area(width, first)[0]) / 2e-5 for s in steps])
        assert deviation**2 == pytest.approx((slope**2 * (people + 3.0)).sum(), rel=1e-6)


@pytest.mark.parametrize("withdrawn", WITHDRAWN)
def test_deviations_of_an_incidence_are_those_of_all_cells(withdrawn: str, monkeypatch: pytest.MonkeyPatch) -> None:
    from epsilog.postprocess.life import causes

    seen: list[tuple[np.ndarray, np.ndarray, np.ndarray]] = []
    kept = causes._interval

    def watched(exits: Exits, value: np.ndarray, told: np.ndarray, s: np.ndarray, n: np.ndarray, *rest):  # type: ignore[no-untyped-def]
        seen.append((value, s, n))
        return kept(exits, value, told, s, n, *rest)

    monkeypatch.setattr(causes, "_interval", watched)
    size = 10**6  # whole cells may be moved by little of themselves
    start = size * np.concatenate([EVENTS.ravel(), LOST, [REST]])

    def told(cells: np.ndarray) -> list[tuple[np.ndarray, np.ndarray, np.ndarray]]:
        seen.clear()
        exits = Exits([1, 2, 3], cells[:6].reshape(2, 3), cells[6:9], int(cells[9]), LAW)
        incidence_within(exits, 1, withdrawn)  # type: ignore[arg-type]
        return list(seen)

    base = told(start)
    step = 1000
    for which in range(3):
        squares, noise = np.zeros(3), np.zeros(3)
        for cell in range(10):
            change = np.zeros(10, dtype=np.int64)
            change[cell] = step
            slope = (told(start + change)[which][0] - told(start - change)[which][0]) / (2 * step)
            squares += slope**2 * start[cell]
            noise += slope**2 * LAW.variance
        # `evenly` takes the share of losses before events as given, though it moves a little with the cells.
        near = 0.01 if withdrawn == "evenly" else 1e-5
        assert base[which][1] ** 2 == pytest.approx(squares, rel=near)
        assert base[which][2] ** 2 == pytest.approx(noise, rel=near)


def test_losses_at_the_end_are_the_rule_there_was() -> None:
    exits = Exits([7, 14, 21], EVENTS, LOST, REST, LAW, firm=True)
    old, new = kaplan_meier(exits), survival_within(exits, "at the end")
    assert np.abs(np.stack([old.value - new.value, old.low - new.low, old.high - new.high])).max() < 1e-12
    assert np.abs(nelson_aalen(exits).value - hazard_within(exits, "at the end").value).max() < 1e-12
    assert np.abs(nelson_aalen(exits).low - hazard_within(exits, "at the end").low).max() < 1e-12
    for cause in (0, 1):
        was, now = cumulative_incidence(exits, cause), incidence_within(exits, cause, "at the end")
        assert np.abs(np.stack([was.value - now.value, was.low - now.low, was.high - now.high])).max() < 1e-12
    was_mean, now_mean = restricted_mean(exits), mean_within(exits, "at the end")
    assert now_mean.value[0] == pytest.approx(was_mean.value[0])
    assert now_mean.high[0] == pytest.approx(was_mean.high[0])
    assert now_mean.low[0] < was_mean.low[0] - 1, "an event may be at the start of its week"
    assert rate_within(exits, "at the end").value[0] == pytest.approx(1 - old.value[-1])


@settings(max_examples=40, deadline=None)
@given(cells, cells, cells, st.integers(-60, 300), st.sampled_from(WITHDRAWN))
def test_any_noisy_table_gives_something_possible(
    one: list[int], two: list[int], lost: list[int], rest: int, withdrawn: str
) -> None:
    exits = Exits([7, 14, 21, 28], [one, two], lost, rest, LAW)
    said: dict = {"withdrawn": withdrawn}
    points, band = survival_within(exits, **said), band_within(exits, **said, simulations=199)
    for curve in (points, band):
        assert (np.diff(curve.value) <= 1e-12).all()
        assert ((curve.low >= 0) & (curve.low <= curve.value) & (curve.value <= curve.high)).all()
        assert (curve.high <= 1).all()
    for curve in (hazard_within(exits, **said), incidence_within(exits, 0, **said)):
        assert ((curve.low >= -1e-12) & (curve.low <= curve.value) & (curve.value <= curve.high)).all()
        assert not np.isnan(curve.high).any(), "without an end where nobody may be at risk"
    mean, median = mean_within(exits, **said), median_within(points)
    assert 0 <= mean.low[0] <= mean.value[0] <= mean.high[0] <= 28
    assert 0 <= median.low[0] <= median.high[0]
    assert median.low[0] <= median.value[0] <= median.high[0]
    other = Exits([7, 14, 21, 28], [two, one], lost, 20, LAW)
    assert 0 < logrank([exits, other], withdrawn, simulations=199).p_value[0] <= 1  # type: ignore[arg-type]


@settings(max_examples=40, deadline=None)
@given(cells, cells, st.integers(-60, 300), st.sampled_from(WITHDRAWN), st.integers(0, 2**32 - 1))
def test_a_band_that_falls_holds_a_curve_exactly_when_the_band_did(
    deaths: list[int], lost: list[int], rest: int, withdrawn: str, seed: int
) -> None:
    """For curves that never rise, at the times the band speaks of: what is cut off held none of them."""
    exits = Exits([7, 14, 21, 28], deaths, lost, rest, LAW)
    said: dict = {"withdrawn": withdrawn}
    band = band_within(exits, **said, simulations=199)
    told = falling(band, exits, **said)
    assert (told.value == band.value).all()
    assert ((band.low <= told.low) & (told.low <= told.value)).all()
    assert ((told.value <= told.high) & (told.high <= band.high)).all()
    upper, lower, _ = readings(exits, withdrawn)  # type: ignore[arg-type]
    enough = exits.tidy.at_risk >= min(10, exits.tidy.at_risk.max())
    above, below = enough & (upper.value > 0), enough & (lower.value > 0)
    assert (np.diff(told.high[above]) <= 1e-9).all()
    assert (np.diff(told.low[below]) <= 1e-9).all()
    drawn = np.random.default_rng(seed).uniform(-0.05, 1.05, (200, 4))
    curves = -np.sort(-(band.low + drawn * (band.high - band.low)), axis=1)
    was, now = (
        (curves <= one.high + 1e-9)[:, above].all(axis=1) & (curves >= one.low - 1e-9)[:, below].all(axis=1)
        for one in (band, told)
    )
    assert (was == now).all()


def test_ends_of_a_band_that_rose_fall_and_those_of_single_times_stay() -> None:
    exits = Exits([10, 20, 30, 40], [60, 0, 0, 9], [50, 30, 20, 0], 30, DiscreteLaplace(4))
    points, band = survival_within(exits, "evenly"), band_within(exits, "evenly", simulations=199)
    told = falling(band, exits, "evenly")
    assert (np.diff(points.high) > 0).any()
    assert (np.diff(band.high) > 0).any()
    assert (np.diff(told.high) <= 0).all()
    assert (told.high < points.high).any()  # about all times at once, and still shorter than that of one time


def test_losses_that_only_noise_made_leave_the_others_at_risk() -> None:
    """Nobody was lost; noise lost 8 in the first bin and brought them back. Tidied, some of them stay lost."""
    one = reading(Exits([1, 2, 3], [20, 20, 20], [8, -8, 0], 40, LAW), 0.0)
    assert one.told_risk.tolist() == [100, 72, 60]
    assert one.risk[2] < 58


def test_wider_where_less_is_known() -> None:
    exits = Exits([10, 20, 30], [25, 14, 12], [30, 20, 13], 86, DiscreteGaussian(4))
    unknown, even = survival_within(exits), survival_within(exits, "evenly")
    assert (unknown.low < even.low).all()
    assert (unknown.high > even.high).all()
    assert ((even.value < unknown.value) & (even.value > unknown.value - 0.01)).all(), "losses a little before ½"
    band, old = band_within(exits, simulations=999), simultaneous(exits)
    assert (band.low < unknown.low).all()
    assert (band.high > unknown.high).all()
    assert (band.low < old.low).all()


def test_between_ends_of_bins_a_range_reaches_over_the_bin() -> None:
    curve = survival_within(Exits([10, 20, 30], [25, 14, 12], [30, 20, 13], 86, LAW))
    inside, end = curve.at(15), curve.at(20)
    assert (inside.low[0], inside.high[0]) == (curve.low[1], curve.high[0])
    assert inside.value[0] == pytest.approx((curve.value[0] + curve.value[1]) / 2)
    assert (end.low[0], end.high[0]) == (curve.low[1], curve.high[1])
    assert curve.at(0).value[0] == curve.at(0).high[0] == 1
    assert (curve.at(5).low[0], curve.at(5).high[0]) == (curve.low[0], 1.0)


def test_a_median_that_nothing_says_lies_beyond_the_horizon() -> None:
    found = median_within(survival_within(Exits([10, 20, 30], [5, 4, 2], [0, 1, 3], 85, LAW)))
    assert (found.value[0], found.low[0], found.high[0]) == (np.inf, 30, np.inf)


def test_the_order_that_speaks_least_for_a_difference() -> None:
    """Beside a net of all shares of losses before events, in every bin and stratum."""
    rng = np.random.default_rng(3)
    net = np.array([0.0, 0.5, 1.0])
    for _ in range(6):
        table = rng.integers(1, 60, (3, 5))
        arms = [Tidy(row[None, :2].astype(float), row[2:4].astype(float), np.array(float(row[4]))) for row in table]
        least = float(least_statistic(arms, 2.0, "unknown"))
        tried = [
            float(logrank_statistic(arms, 2.0, np.array(shares).reshape(3, 2))) for shares in product(net, repeat=6)
        ]
        assert least <= min(tried) * (1 + 1e-6) + 1e-9
        assert least <= float(least_statistic(arms, 2.0, "evenly")) + 1e-12


def steady(events: float, losses: float, bins: int, people: float = 1e6) -> Tidy:
    """What is to be expected in bins of a unit of time where both leave at a constant rate."""
    both = events + losses
    left = people * np.exp(-both * np.arange(bins + 1.0))
    gone = -np.diff(left)
    return Tidy(gone[None] * events / both, gone * losses / both, np.array(left[-1]))


@pytest.mark.parametrize(("events", "losses"), [(0.01, 0.02), (0.3, 0.2), (0.2, 1.5), (1.0, 1.0), (0.5, 0.0)])
def test_events_and_losses_that_come_alike_are_read_as_they_are(events: float, losses: float) -> None:
    """Until 18 November 2026 `evenly` put half of the losses before the events: 0.45 instead of 0.37 is far off."""
    tidy = steady(events, losses, 3)
    upper, lower, middle = shares_of("evenly", tidy)
    assert upper is lower is middle
    one = Reading(tidy, middle, 0.0, tidy.deaths, tidy.censored)
    assert one.value == pytest.approx(np.exp(-events * np.arange(1, 4)), rel=1e-9)
    half = Reading(tidy, 0.5, 0.0, tidy.deaths, tidy.censored)
    assert losses < 1 or half.value[0] > one.value[0] + 0.01


def test_arms_that_lose_people_at_other_rates_do_not_differ_where_both_come_alike() -> None:
    arms = [steady(0.5, 0.1, 3), steady(0.5, 1.5, 3)]
    assert float(least_statistic(arms, 0.0, "evenly")) < 1e-6
    assert float(logrank_statistic(arms, 0.0, 0.5)) > 100, "the twin: half of the losses before the events"


def test_a_bin_that_everybody_leaves_or_nobody_is_in_has_a_share() -> None:
    cells = np.array([[5.0, 0.0, 0.0], [0.0, 0.3, 0.0]])
    for events, lost in (cells, cells[::-1], 0 * cells):
        share = even_share(Tidy(events[None], lost, np.array(0.0)))
        assert ((share >= 0.5) & (share <= 1.0)).all()


def test_where_noise_may_be_all_who_are_at_risk_nothing_is_known() -> None:
    """200 people, half of them gone after each bin, noise of 7 a cell: what is left soon is noise."""
    cells = ([60, 30, 8, 9, 2], [40, 22, 6, 1, 4], 5, DiscreteLaplace(5))
    told, firm = Exits(range(1, 6), *cells), Exits(range(1, 6), *cells, firm=True)
    drowned = 1.96 * reading(told, 1.0).unsure >= 1
    assert drowned.tolist() == [False, False, True, True, True]
    curve, before = survival_within(told), survival_within(firm)
    assert (curve.low[drowned] == 0).all()
    assert (before.low > 0).all()
    assert (curve.low < before.low).all()
    assert (curve.value == before.value).all()
    assert (curve.high == before.high).all()
    hazard, known = hazard_within(told), hazard_within(firm)
    assert np.isinf(hazard.high[drowned]).all()
    assert np.isfinite(known.high).all()
    assert (hazard.low == known.low).all()


def test_a_mean_counts_no_time_in_which_nobody_may_be_at_risk() -> None:
    cells = ([41, 20, 40, 0, -3], [59, 21, 52, 33, 3], 13, DiscreteLaplace(5))
    told, firm = Exits(range(1, 6), *cells), Exits(range(1, 6), *cells, firm=True)
    new, old = mean_within(told, "evenly"), mean_within(firm, "evenly")
    assert new.low[0] < old.low[0] - 0.3
    assert new.high[0] == old.high[0]
    assert new.value[0] == old.value[0]


def test_where_there_is_little_noise_ranges_are_as_wide_as_before() -> None:
    exits, firm = (
        Exits([10, 20, 30], [[250, 240, 220], [90, 80, 70]], [100, 110, 130], 700, DiscreteLaplace(1), firm=firm)
        for firm in (False, True)
    )
    for told in (survival_within, hazard_within, lambda one: incidence_within(one, 0)):
        new, old = told(exits), told(firm)
        assert ((new.high - new.low) <= 1.02 * (old.high - old.low)).all()
        assert ((new.low <= old.low) & (old.high <= new.high)).all()


def test_a_cause_has_no_more_than_who_is_left() -> None:
    """Nobody may be at risk in the last bins, and still nine in ten are known to have had an event."""
    exits = Exits([1, 2, 3, 4], [[600, 260, 30, 6], [60, 30, 6, 4]], [3, -2, 5, 1], -3, DiscreteLaplace(5))
    assert (1.96 * reading(exits, 0.0).unsure >= 1).tolist() == [False, False, False, True]
    rare = incidence_within(exits, 1)
    assert rare.high[-1] < 0.3
    assert ((rare.low <= rare.value) & (rare.value <= rare.high)).all()


def test_a_word_nobody_knows_is_refused() -> None:
    with pytest.raises(SpecError, match="when people are lost"):
        survival_within(Exits([1], [1], [1], 1, LAW), "sometimes")  # type: ignore[arg-type]
