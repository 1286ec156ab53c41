"""Margins of weighted Laplace sums against closed forms: never too narrow, and not needlessly wide."""

from __future__ import annotations

import itertools
import math
from fractions import Fraction

import numpy as np
import pytest

from epsilog.postprocess.laplace_ranges import laplace_factors
from epsilog.postprocess.sampled import fill_between


def beyond(weights: tuple[float, ...], x: float) -> float:
    """P(|Σ w_i·Y_i| > x) for different weights, by partial fractions."""
    total = 0.0
    for at, own in enumerate(weights):
        share = math.prod(own**2 / (own**2 - other**2) for k, other in enumerate(weights) if k != at)
        total += share * math.exp(-x / own)
    return total


@pytest.mark.parametrize("weights", [(1.0,), (1.0, 0.5), (3.0, 1.0, 0.2), (1.0, 0.9, 0.8, 0.7, 0.6, 0.5)])
@pytest.mark.parametrize("confidence", [Fraction(1, 2), Fraction(95, 100), Fraction(999, 1000)])
def test_the_tail_is_the_one_of_the_closed_form(weights: tuple[float, ...], confidence: Fraction) -> None:
    (factor,) = laplace_factors(np.array([weights]), confidence)
    miss = beyond(weights, factor)
    assert miss <= float(1 - confidence)
    assert miss >= 0.98 * float(1 - confidence)
    # The power twin: three parts in a hundred less, and the promise is broken.
    assert beyond(weights, 0.97 * factor) > float(1 - confidence)


def test_whole_draws_of_two_small_laws_stay_within_by_counting() -> None:
    """Every pair of two discrete draws is counted: rounding from continuous to whole noise is paid for."""
    for scale, weights in itertools.product((0.7, 3.0), ((1.0, 0.6), (1.0, 0.05))):
        q = math.exp(-1 / scale)
        draws = np.arange(-60, 61)
        law = (1 - q) / (1 + q) * q ** np.abs(draws)
        (factor,) = laplace_factors(np.array([weights]), Fraction(95, 100))
        margin = factor * scale + sum(weights)
        far = np.abs(weights[0] * draws[:, None] + weights[1] * draws[None, :]) > margin
        assert float((law[:, None] * law[None, :])[far].sum()) <= 0.05


def test_rows_are_told_apart_and_many_light_draws_are_nearly_normal() -> None:
    rows = np.zeros((2, 400))
    rows[0, 0], rows[1] = 2.0, 0.05
    heavy, light = laplace_factors(rows, Fraction(95, 100))
    assert heavy == pytest.approx(2 * math.log(20), rel=1e-2)
    assert light == pytest.approx(1.96 * math.sqrt(2), rel=1e-2)


def test_filling_in_goes_through_good_samples_and_is_unsure_between_them() -> None:
    places = np.array([0, 4, 8, 12])
    level, off = fill_between(np.array([0.0, 400.0, 0.0, 400.0]), places, 16, 1.0)
    np.testing.assert_allclose(level[places], [0, 400, 0, 400], atol=2)
    assert level[2] == pytest.approx(200, abs=5)
    assert off[2] > 10 * off[4]
    assert off[15] > off[13] > off[12]
    flat, calm = fill_between(np.full(9, 7.0), np.arange(9) * 3, 27, 100.0)
    np.testing.assert_allclose(flat, 7.0)
    assert calm.max() < 4
    alone, wide = fill_between(np.array([5.0]), np.array([0]), 3, 4.0)
    assert alone.tolist() == [5.0, 5.0, 5.0]
    assert wide[0] == pytest.approx(2.0)
