"""One secret radius: certified ratios, the largest weight, halving strides, and points of a ball."""

from __future__ import annotations

import itertools
import math
from fractions import Fraction

import mpmath
import numpy as np
import pytest

from epsilog.core.radius import points, points_by_size
from epsilog.errors import SpecError
from epsilog.noise import ball_draws, secret_radius, system
from epsilog.noise.radius import _different, _side_and_heads, radius_law, ratio_of_weights
from unit.noise.scripted_words import ScriptedWords

CASES = [
    (1, 1, Fraction(1)),
    (2, 1, Fraction(1, 100)),
    (12, 1, Fraction(7, 3)),
    (720, 1, Fraction(48)),
    (5, 3, Fraction(2)),
    (100, 64, Fraction(10**9)),
    (2**20, 1, Fraction(10**9)),
]


def exactly(draws, cells, scale, place, beside):
    with mpmath.workdps(80):
        ratio = mpmath.mpf(points(cells, place)) / points(cells, beside)
        return ratio**draws * mpmath.exp(mpmath.mpf(beside - place) * scale.denominator / scale.numerator)


@pytest.mark.parametrize("cells", [1, 2, 3, 4])
def test_points_of_a_ball_are_counted_one_by_one(cells):
    for radius in range(5):
        inside = [
            point
            for point in itertools.product(range(-radius, radius + 1), repeat=cells)
            if sum(map(abs, point)) <= radius
        ]
        assert points(cells, radius) == len(inside)
        sizes = [sum(1 for point in inside if sum(map(bool, point)) == i) for i in range(cells + 1)]
        assert points_by_size(cells, radius) == sizes


@pytest.mark.parametrize("cells", [1, 2, 7, 64])
def test_numbers_of_points_are_log_concave(cells):
    counts = [points(cells, radius) for radius in range(200)]
    assert all(b * b >= a * c for a, b, c in zip(counts, counts[1:], counts[2:], strict=False))


@pytest.mark.parametrize(("draws", "cells", "scale"), CASES)
def test_ratios_are_certified_and_close_in(draws, cells, scale):
    law = radius_law(draws, cells, scale)
    for place in {0, law.mode + 1, max(0, law.mode - 1), law.mode + law.stride, law.mode + 9 * law.stride}:
        truth = exactly(draws, cells, scale, place, law.mode)
        for bits in (1, 64, 150):
            low, high = ratio_of_weights(draws, cells, scale, place, law.mode, bits)
            with mpmath.workdps(120):
                assert low <= truth * 2**bits <= high
            assert high - low <= 2


@pytest.mark.parametrize(("draws", "cells", "scale"), CASES)
def test_no_weight_is_larger_than_the_steps_it_is_drawn_under(draws, cells, scale):
    law = radius_law(draws, cells, scale)
    for steps, far in itertools.product(range(6), (0, law.stride - 1)):
        for place in (law.mode + steps * law.stride + far, law.mode - 1 - steps * law.stride - far):
            if place >= 0:
                assert exactly(draws, cells, scale, place, law.mode) * 2**steps <= 1


def test_a_place_below_zero_is_proposed_again():
    """Left of zero first, then the mode itself, whose coin is sure."""
    law = radius_law(1, 1, Fraction(1, 100))
    assert (law.mode, law.stride) == (0, 1)
    assert law.draw(ScriptedWords(long=[0b0, 0b1], more=0)) == 0


def test_heads_are_counted_over_the_end_of_a_word():
    assert _side_and_heads(ScriptedWords(long=[0b0])) == (0, 0)
    assert _side_and_heads(ScriptedWords(long=[0b1])) == (1, 0)
    assert _side_and_heads(ScriptedWords(long=[0b10111])) == (1, 2)
    assert _side_and_heads(ScriptedWords(long=[2**64 - 1, 0b1010])) == (1, 63)
    assert _side_and_heads(ScriptedWords(long=[2**64 - 2, 2**64 - 1, 0b0011])) == (0, 63 + 64 + 2)


def test_every_set_of_different_numbers_is_as_likely():
    """All words of Floyd's draws, one by one: each pair of 1 … 4 comes from as many of them."""
    found = {}
    for first, second in itertools.product(range(3), range(4)):
        pair = tuple(_different(4, 2, ScriptedWords(long=[first, second])))
        found[pair] = found.get(pair, 0) + 1
    assert found == dict.fromkeys(itertools.combinations(range(1, 5), 2), 2)


def test_a_radius_beyond_a_machine_word_still_draws():
    wide = ball_draws(2**70, 1, 4, system)
    assert wide.shape == (4, 1)
    assert (np.abs(wide) <= 2**62).all()
    assert (np.abs(ball_draws(2**70, 3, 2, system)) <= 2**62).all()
    most = ball_draws((2**63 - 1) // 2, 1, 100, system)
    assert most.dtype == np.int64


def test_points_stay_in_their_ball():
    for radius, cells in ((0, 1), (1, 64), (5, 3), (10**12, 2)):
        assert (np.abs(ball_draws(radius, cells, 50, system)).sum(axis=1) <= radius).all()


@pytest.mark.parametrize(
    ("draws", "cells", "scale"),
    [(0, 1, 1), (1, 0, 1), (1, 65, 1), (2**20 + 1, 1, 1), (1, 1, "1/101"), (1, 1, 2**55), (2**20, 1, 2**40)],
)
def test_what_is_too_much_is_refused_by_public_numbers(draws, cells, scale):
    with pytest.raises(SpecError):
        secret_radius(draws, cells, scale)


def test_the_largest_request_draws():
    assert math.isfinite(secret_radius(2**20, 1, 2**34))
    assert math.isfinite(secret_radius(2**14, 64, 2**30))
