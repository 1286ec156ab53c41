"""The ends of 64 bits, against Python's unbounded integers."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from epsilog.errors import SpecError
from epsilog.noise import LIMIT, SATURATION, discrete_gaussian, discrete_laplace, geometric, saturating_add
from epsilog.noise.saturation import saturate

EDGES = [
    *(0, 1, -1, 10**6, LIMIT - 1, LIMIT, LIMIT + 1, -LIMIT, -LIMIT - 1, -LIMIT + 1),
    *(2**62 - 1, 2**62, -(2**62), 2**63 - 1, -(2**63), -(2**63) + 1),
]
UNBOUNDED = [*EDGES, 2**62 + 1, -(2**62) - 1, 2**63, 2**64, -(2**64), 10**30, -(10**30)]


def clip(value: int) -> int:
    return max(-LIMIT, min(LIMIT, value))


def test_the_sum_is_a_function_of_the_clipped_answer_plus_unbounded_noise():
    pairs = list(itertools.product(EDGES, UNBOUNDED))
    exact = np.array([x for x, _ in pairs], dtype=np.int64)
    noise = np.array([saturate(z) for _, z in pairs], dtype=np.int64)
    assert saturating_add(exact, noise).tolist() == [clip(clip(x) + z) for x, z in pairs]


def test_the_inputs_are_left_alone():
    exact, noise = np.array([2**63 - 1]), np.array([2**62])
    saturating_add(exact, noise)
    assert exact.tolist() == [2**63 - 1]
    assert noise.tolist() == [2**62]


@pytest.mark.parametrize(
    ("exact", "noise"),
    [
        (np.array([1.0]), np.array([1])),
        (np.array([1]), np.array([1], dtype=np.int32)),
        (np.array([1]), np.array([1, 2])),
        (np.array([2**63], dtype=np.uint64), np.array([1])),
        ([4711], np.array([1])),
        (np.array([True]), np.array([1])),
    ],
)
def test_other_types_and_shapes_are_refused_without_showing_a_value(exact, noise):
    with pytest.raises(SpecError) as refusal:
        saturating_add(exact, noise)
    assert "4711" not in str(refusal.value)


def test_huge_noise_is_held_and_never_wraps():
    for draws in (discrete_laplace("1e30", 2000), discrete_laplace(10**19, 2000)):
        assert set(np.sign(draws)) >= {-1, 1}
        assert draws.max() == SATURATION
        assert draws.min() == -SATURATION
    assert geometric("1e30", 100).max() == SATURATION
    assert geometric("1e30", 100).min() >= 0
    wide = discrete_gaussian("1e34", 2000)
    assert abs(wide).max() < SATURATION
    assert abs(wide).mean() > 10**16


def test_a_wide_draw_is_a_difference_before_it_is_held():
    """At scale 1e19 each half is beyond 2^62 more often than not; a third of the differences are not."""
    draws = discrete_laplace(10**19, 4000)
    inside = (abs(draws) < SATURATION).mean()
    # P(|Z| < 2^62) = 1 - exp(-0.4611686) = 0.3695; within 6 standard errors, a false alarm below 1e-8.
    assert abs(inside - 0.3695) < 6 * (0.3695 * 0.6305 / 4000) ** 0.5
