"""Protocols for numbers: unbiased and as exact as their formulas, summed over the exact table."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from epsilog.mechanisms.local.duchi import Duchi
from epsilog.mechanisms.local.hybrid import Hybrid
from epsilog.mechanisms.local.piecewise import Piecewise
from epsilog.mechanisms.local.square_wave import SquareWave, half_width
from local_protocols import NUMBERS, rows_of

# Worst variances at epsilon 1/2, 1, 2, 4.
WORST = {
    Duchi: (16.671, 4.6827, 1.7241, 1.0760),
    Piecewise: (21.223, 5.2236, 1.2276, 0.24135),
    Hybrid: (16.671, 4.2890, 1.0423, 0.21898),
}


@pytest.mark.parametrize("epsilon", ["1/2", 1, 3])
@pytest.mark.parametrize("name", NUMBERS)
def test_mean_and_variance_over_the_whole_table(name: str, epsilon: int | str) -> None:
    ask = NUMBERS[name](epsilon)
    channel = ask.channel()
    for value in range(ask.size):
        numbers = ask.numbers(rows_of(channel, value))
        chances = np.array([float(chance) for chance in channel.rows[value].values() if chance])
        x = 2 * value / ask.steps - 1
        assert chances @ numbers == pytest.approx(x, abs=1e-9)
        assert chances @ numbers**2 - x * x == pytest.approx(ask.variance(x), rel=1e-9)


@pytest.mark.parametrize("kind", WORST)
def test_worst_variances(kind: type) -> None:
    """5 % would do; with 4,096 steps a thousandth is what rounding costs."""
    for epsilon, worst in zip(("1/2", 1, 2, 4), WORST[kind], strict=True):
        ask = kind(4096, epsilon)
        assert max(ask.variance(x / 10) for x in range(-10, 11)) == pytest.approx(worst, rel=2e-3)


def test_half_widths_of_the_square_wave() -> None:
    for epsilon, width in (("1/2", 0.35816), (1, 0.25608), (2, 0.12934), (4, 0.030428)):
        assert half_width(Fraction(epsilon)) == pytest.approx(width, abs=1e-5)
        assert SquareWave(10_000, epsilon).width == pytest.approx(2 * width * 10_000, abs=1)
    assert half_width(Fraction(1, 50)) == pytest.approx(0.5 - 0.02 / 3, abs=1e-3)


def test_the_transition_of_bins_is_that_of_the_table() -> None:
    """With one bin for each report and one for each value between two steps."""
    ask = SquareWave(7, 1)
    table = ask.transition(ask.places, 700)
    assert table.sum(axis=0) == pytest.approx(1)
    exact = [float(chance) for chance in ask.channel().rows[3].values()]
    assert table[:, 300] == pytest.approx(exact, abs=0.01)
