"""Means of numbers: the range holds the mean of the devices, summed over every outcome and measured."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.stats import binom, t

from epsilog.errors import SpecError
from epsilog.mechanisms.local.duchi import Duchi
from epsilog.mechanisms.local.hybrid import Hybrid
from epsilog.mechanisms.local.numeric import Numeric
from epsilog.mechanisms.local.piecewise import Piecewise
from epsilog.mechanisms.local.square_wave import SquareWave
from epsilog.postprocess.local.mean import bernstein_half, mean_of

WORST = ((Piecewise, 8, 30, 950), (Duchi, 8, 1000, 999), (Hybrid, 2, 30, 950), (Hybrid, 8, 100, 990))


@pytest.mark.parametrize(("kind", "epsilon", "devices", "value"), WORST)
def test_ranges_hold_where_the_normal_law_does_not(kind: type, epsilon: int, devices: int, value: int) -> None:
    """1,000 rounds of devices that all have one extreme number: fewer than the limit would come once in 1e6.

    The twin: Student's range of the same reports is below that limit (for the third it is only just about there).
    """
    ask = kind(1000, epsilon)
    numbers = ask.numbers(ask.reports(np.full(1000 * devices, value))).reshape(1000, devices)
    found = [mean_of(row, ask, 0.0, 1.0) for row in numbers]
    assert sum(one.low <= value / 1000 <= one.high for one in found) >= binom.ppf(1e-6, 1000, 0.95)
    if (kind, epsilon) != (Hybrid, 2):
        half = t.ppf(0.975, devices - 1) * numbers.std(axis=1, ddof=1) / devices**0.5
        student = (abs(numbers.mean(axis=1) - (2 * value / 1000 - 1)) <= half + 1 / 1000).sum()
        assert student < binom.ppf(1e-6, 1000, 0.95)


@pytest.mark.parametrize("kind", [Duchi, Piecewise, Hybrid])
@pytest.mark.parametrize("epsilon", ["1/2", 4])
def test_ranges_hold_the_mean_of_devices_that_differ(kind: type, epsilon: int | str) -> None:
    """500 rounds of 100 devices near one end, drawn once; the limit as above. A range of no width is noticed."""
    ask = kind(100, epsilon)
    values = np.tile(np.r_[np.zeros(80, dtype=np.int64), np.full(20, 30)], 500)
    numbers = ask.numbers(ask.reports(values)).reshape(500, 100)
    found = [mean_of(row, ask, 0.0, 1.0) for row in numbers]
    assert sum(one.low <= 0.06 <= one.high for one in found) >= binom.ppf(1e-6, 500, 0.95)
    assert sum(abs(one.mean - 0.06) <= 0.001 for one in found) < 250


@pytest.mark.parametrize("devices", [2, 30, 300])
@pytest.mark.parametrize("miss", [0.5, 0.05, 0.001])
def test_bernstein_holds_for_every_count_of_coins(devices: int, miss: float) -> None:
    """No simulation: numbers 0 and 1, every count, 200 chances. Also where all devices say the same."""
    count = np.arange(devices + 1)
    variance = count * (devices - count) / devices / (devices - 1)
    half = np.array([bernstein_half(one, devices, 1.0, miss) for one in variance.tolist()])
    for chance in [*np.linspace(0, 1, 201).tolist(), 1e-4, 1 / devices, 3 / devices]:
        if chance <= 1:
            holds = abs(count / devices - chance) <= half + 1e-12
            assert binom.pmf(count, devices, chance) @ holds >= 1 - miss


def test_without_its_last_term_it_would_not_hold() -> None:
    """The power twin: three heads expected in 300 coins, no spread seen once in twenty, and the rest is skew."""
    count = np.arange(301)
    half = np.sqrt(2 * np.log(60) * count * (300 - count) / 300 / 299 / 300)
    assert binom.pmf(count, 300, 0.009) @ (abs(count / 300 - 0.009) <= half) < 0.94


@pytest.mark.parametrize(
    "ask", [Duchi(20, 1), Piecewise(20, 3), Hybrid(20, "1/2"), Hybrid(20, 3), SquareWave(20, 2)]
)
def test_extremes_are_the_ends_of_the_table(ask: Numeric) -> None:
    """The numbers of all reports that have a chance; and which protocols have two of them only."""
    said = {name for row in ask.channel().rows for name, chance in row.items() if chance}
    numbers = ask.numbers(np.array([list(name) for name in said], dtype=np.uint8))
    assert (numbers.min(), numbers.max()) == pytest.approx(ask.extremes)
    assert (ask.coin is not None) == (len(set(numbers.tolist())) == 2)
    if ask.coin is not None:
        assert 1 / float(ask.coin) == pytest.approx(numbers.max())


def test_a_range_is_never_outside_the_question() -> None:
    """All reports at one end: the mean leaves the scale, the range does not, and low is below high or at it."""
    for ask in (Duchi(10, 1), Piecewise(10, 1), Piecewise(1000, 8)):
        for end, nearest in zip(ask.extremes, (10.0, 20.0), strict=True):
            found = mean_of(np.full(200_000, end), ask, 10.0, 20.0)
            assert not 10 <= found.mean <= 20
            assert 10 <= found.low <= found.high <= 20
            assert nearest in (found.low, found.high)


def test_what_is_no_sample_of_reports_is_refused() -> None:
    for numbers in (np.zeros(1), np.full(40, 99.0), np.full(40, np.nan)):
        with pytest.raises(SpecError):
            mean_of(numbers, Piecewise(10, 1), 0, 1)
