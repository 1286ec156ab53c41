"""Sketches: counts are unbiased over functions, and the variance has the term that collisions add."""

from __future__ import annotations

import numpy as np
import pytest

from epsilog.errors import SpecError
from epsilog.mechanisms.local.count_mean import CountMean
from epsilog.mechanisms.local.hadamard_sketch import HadamardSketch
from epsilog.postprocess.local.shares import find_above, shared_variance, shares_of, sketched_shares_of, variance_of

VALUES = np.repeat(np.arange(8), [4000, 2000, 1000, 500, 250, 125, 75, 50])


@pytest.mark.parametrize("kind", [CountMean, HadamardSketch])
def test_mean_and_variance_over_functions(kind: type) -> None:
    """60 sketches of 8,000 devices, 8 values each. The mean is within 6.5 deviations of its own error.

    The variance is a mean of 480 squares, correlated in a sketch; it is held to a third. Without the term of
    shared functions, which is 3/4 of it here, it would be off by a factor of four.
    """
    shares = np.bincount(VALUES, minlength=40)[:40] / len(VALUES)
    found, told = [], 0.0
    for at in range(60):
        ask = kind(40, 4, 4, 16, label=b"%d" % at)
        support = ask.support(ask.reports(VALUES))
        found.append((support / len(VALUES) - float(ask.q)) / float(ask.p - ask.q))
    errors = np.array(found)[:, 8:] - shares[8:]  # values that nobody has
    squares = float((shares**2).sum())
    told = variance_of(0.0, len(VALUES), ask.p, ask.q) + shared_variance(0.0, len(VALUES), ask.collision, squares)
    assert variance_of(0.0, len(VALUES), ask.p, ask.q) < told / 2
    assert abs(errors.mean()) < 6.5 * (told / 60) ** 0.5
    assert 2 / 3 < (errors**2).mean() / told < 3 / 2


@pytest.mark.parametrize("kind", [CountMean, HadamardSketch])
def test_a_sketch_has_no_ranges_and_no_certain_values(kind: type) -> None:
    """All of 20,000 devices have one value: others collide with it. Ranges would miss, so they are refused.

    The mean square of errors of 39 values in 40 sketches is at most the stated one: 0.889 of it, and no run of six
    was off by 0.003, for the functions are fixed and devices' coins are a two-hundredth of it. The twin: without
    collisions the stated one would be less than a fifth of what is seen.
    """
    devices, errors, told = 20_000, [], 0.0
    for at in range(40):
        ask = kind(40, 4, 4, 16, label=b"%d" % at)
        support = ask.support(ask.reports(np.zeros(devices, dtype=np.int64)))
        for refused in (lambda: shares_of(support, devices, ask), lambda: find_above(support, devices, ask, 40)):  # noqa: B023
            with pytest.raises(SpecError, match="sketch"):
                refused()
        found = sketched_shares_of(support, devices, ask)
        errors.append(found.share[1:])
        told = found.deviation
    seen = float((np.array(errors) ** 2).mean())
    assert 0.8 * told**2 < seen <= told**2
    assert variance_of(0.0, devices, ask.p, ask.q) < seen / 5
    with pytest.raises(SpecError):
        sketched_shares_of(np.zeros(40, dtype=np.int64), 0, ask)


def test_any_keys_can_be_counted() -> None:
    ask = CountMean(2, 2, 8, 32)
    keys = np.array([1, 2**40, 2**63 + 5], dtype=np.uint64)
    reports = ask.reports_of(np.repeat(keys, 10))
    assert ask.fits(reports).all()
    assert ask.support_of(reports, keys).shape == (3,)
    assert not ask.fits(np.full((1, ask.length), 255, dtype=np.uint8)).any()


@pytest.mark.parametrize(("functions", "width"), [(0, 16), (4, 12), (4, 4), (2**17, 16), (4, 2**17)])
def test_a_sketch_has_a_power_of_two_of_cells(functions: int, width: int) -> None:
    for kind in (CountMean, HadamardSketch):
        with pytest.raises(SpecError):
            kind(10, 1, functions, width)
