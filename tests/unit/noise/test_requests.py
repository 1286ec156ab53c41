"""Sizes and parameters: what is drawn, and what is refused with a reason."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest

from epsilog.errors import SpecError
from epsilog.noise import (
    bernoulli,
    discrete_gaussian,
    discrete_laplace,
    exponential_choice,
    geometric,
    permute_and_flip,
    uniform_below,
)

SAMPLERS = [discrete_laplace, discrete_gaussian, geometric, uniform_below]
each = pytest.mark.parametrize("sampler", SAMPLERS, ids=lambda f: f.__name__)


@each
@pytest.mark.parametrize("size", [0, 1, 7, (), (0,), (2, 3), (0, 5), (2, 3, 4), 100_003, np.int64(3)])
def test_any_shape_can_be_asked_for(sampler, size):
    draws = sampler(3, size)
    assert draws.shape == (tuple(size) if isinstance(size, tuple) else (int(size),))
    assert draws.dtype == np.int64
    assert draws.flags.writeable


@each
@pytest.mark.parametrize(
    "size", [-1, True, False, None, 2.5, "many", 2**40, 2**63, (2**20, 2**20), (3, -1), (True,), [3], float("nan")]
)
def test_other_sizes_are_refused(sampler, size):
    with pytest.raises(SpecError):
        sampler(3, size)


@pytest.mark.parametrize("sampler", [discrete_laplace, discrete_gaussian, geometric], ids=lambda f: f.__name__)
@pytest.mark.parametrize(
    "scale",
    [
        *(0, -1, -0.0, "0", True, np.True_, None, float("nan"), float("inf"), -float("inf"), 5e-324, "1e400"),
        *("0x1", "", "1/0", "nan", 1e-300, "1e-13", 1e35, 10**36, Decimal("NaN"), [1], 1 + 0j),
    ],
    ids=repr,
)
def test_parameters_out_of_range_are_refused(sampler, scale):
    with pytest.raises(SpecError) as refusal:
        sampler(scale, 3)
    assert refusal.value.where in ("scale", "sigma_squared")


@pytest.mark.parametrize("scale", [1e-12, "1e-12", "1e30", Fraction(10**29, 7), 1e30])
def test_the_ends_of_the_range_are_drawn(scale):
    assert discrete_laplace(scale, 10).shape == (10,)
    assert geometric(scale, 10).shape == (10,)


@pytest.mark.parametrize("variance", [1e-12, "1e-12", "1e34", Fraction(10**33, 7), 2**22, 2**22 + 1])
def test_the_ends_of_the_variances_are_drawn(variance):
    assert discrete_gaussian(variance, 10).shape == (10,)


def test_one_number_can_be_written_in_many_ways():
    from epsilog.noise.digits import digits_of

    before = digits_of.cache_info().currsize
    same_number = Fraction(123457, 1000), 123.457, "123.457", "123457/1000", Decimal("123.457"), np.float64(123.457)
    for same in same_number:
        discrete_laplace(same, 1)
    assert digits_of.cache_info().currsize <= before + 1


@pytest.mark.parametrize("p", [-0.1, 1.1, 2, float("nan"), True, "x", None])
def test_probabilities_out_of_range_are_refused(p):
    with pytest.raises(SpecError):
        bernoulli(p, 3)


@pytest.mark.parametrize("n", [0, -1, 2**63 + 1, 2**64, 1.5, True, "x", None])
def test_uniform_ranges_out_of_reach_are_refused(n):
    with pytest.raises(SpecError):
        uniform_below(n, 3)


@pytest.mark.parametrize("rng", [None, 7, np.random.default_rng(1), "system"])
def test_other_generators_are_refused(rng):
    for draw in (
        lambda: discrete_laplace(1, 3, rng),
        lambda: discrete_gaussian(1, 3, rng),
        lambda: uniform_below(9, 3, rng),
        lambda: exponential_choice([1, 2], rng=rng),
        lambda: permute_and_flip([1, 2], rng=rng),
    ):
        with pytest.raises(SpecError, match="gives no random words"):
            draw()
