"""The published mechanism, step by step as its document says it."""

from __future__ import annotations

import math

import numpy as np
import pytest

from epsilog.classic.experiments import choice_of_variance, information_by_interval, shock_of, usefulness
from epsilog.classic.information import bins_for, mutual_information, nearest_to_mean
from epsilog.classic.sampling_kalman import SamplingKalman, relative_error
from epsilog.errors import SpecError


class Fixed:
    """A generator whose Laplace draws are given: noise that can be worked out by hand."""

    def __init__(self, *draws):
        self.draws = np.array([draws], dtype=float)
        self.scales = []

    def laplace(self, centre, scale, shape):
        assert (centre, shape) == (0.0, self.draws.shape)
        self.scales.append(scale)
        return self.draws


def test_the_worked_numbers_of_the_document() -> None:
    sampled, unsampled = SamplingKalman(6, 1.0, 1.0), SamplingKalman(1, 1.0, 1.0)
    assert (sampled.samples(1000), sampled.measurement(1000)) == (166, 27_556.0)
    assert unsampled.measurement(1000) == 1e6
    assert bins_for(1000) == math.floor(1.87 * 999**0.4) == 29


def test_two_samples_by_hand() -> None:
    """Six steps, t = 3, so T = 2, epsilon 1/2: scale 4, R 16. Q = 9. The prior is the raw value before."""
    series = np.array([10.0, 20.0, 30.0, 40.0, 50.0, 60.0])
    rng = Fixed(4.0, -8.0)
    out = SamplingKalman(3, 0.5, 9.0)(series, rng)  # type: ignore[arg-type]
    assert rng.scales == [4.0]
    first_gain = 9 / (9 + 16)
    first = 20 + first_gain * (34 - 20)
    before = (1 - first_gain) * 9 + 9
    second = 50 + before / (before + 16) * (52 - 50)
    assert out.values[0].tolist() == pytest.approx([10, 20, first, 40, 50, second], rel=1e-12)
    assert out.sampled.tolist() == [[2, 5]]
    assert out.noisy.tolist() == [[34.0, 52.0]]


def test_the_unsampled_filter_goes_on_from_its_own_values() -> None:
    series, rng = np.array([10.0, 20.0]), Fixed(1.0, -2.0)
    out = SamplingKalman(1, 1.0, 5.0, variance=4.0)(series, rng).values[0]  # type: ignore[arg-type]
    gain = (4 + 5) / (4 + 5 + 4)
    assert out.tolist() == pytest.approx([11, 11 + gain * (18 - 11)], rel=1e-12)


def test_every_value_that_is_not_sampled_is_the_truth() -> None:
    series = np.round(np.random.default_rng(3).gamma(2, 40, 500), 2)
    for sampling in ("fixed", "random"):
        mechanism = SamplingKalman(7, 0.01, 100.0, sampling=sampling)  # type: ignore[arg-type]
        out = mechanism(series, np.random.default_rng(4), 3)
        for values, sampled in zip(out.values, out.sampled, strict=True):
            assert len(set(sampled.tolist())) == 71
            raw = np.ones(500, dtype=bool)
            raw[sampled] = False
            assert (values[raw] == series[raw]).all()
            assert (values[~raw] != series[~raw]).all()


def test_information_by_hand_and_in_both_kinds_of_bins() -> None:
    x = np.tile([0.0, 1.0, 2.0, 3.0], 250)
    assert mutual_information(x, x) == pytest.approx(2)
    assert mutual_information(x, x % 2) == pytest.approx(1)
    assert mutual_information(x, np.repeat([0.0, 1.0], 500)) == pytest.approx(0, abs=1e-12)
    skewed = np.exp(np.linspace(0, 12, 1000))
    assert mutual_information(skewed, skewed, "equal probability") > mutual_information(skewed, skewed) + 2
    assert nearest_to_mean([1.0, 5.0, 3.2, 3.0]) == 4


def test_the_experiments_have_the_documents_shape() -> None:
    """On a walk of amounts: information grows with the interval, and errors fall from Laplace to sampled."""
    rng = np.random.default_rng(5)
    series = np.round(500 + np.abs(np.cumsum(rng.normal(0, 30, 400))), 2)
    found = information_by_interval(series, 1.0, rng, repetitions=2)
    assert len(found.width) == 100
    assert found.width[0] < found.width[20] < found.width[-1] + 0.2
    assert 1 <= found.chosen <= 100
    for one in usefulness(series, 6, rng, repetitions=4):
        assert one.kalman.mean() < one.sample.mean() < one.laplace.mean()
    variance = choice_of_variance(series, 1.0, rng, repetitions=4)
    assert variance.base == 400**2
    assert max(variance.errors) == variance.errors[0]  # an R far too small leaves all of the noise
    assert shock_of(series) == pytest.approx(np.var(np.diff(series)))
    assert relative_error(np.array([4.0]), np.array([0.5])).tolist() == [3.5]


@pytest.mark.parametrize(
    "wrong",
    [
        {"interval": 0},
        {"interval": 1.5},
        {"epsilon": 0.0},
        {"epsilon": math.nan},
        {"epsilon": math.inf},
        {"shock": -1.0},
        {"shock": math.nan},
        {"variance": 0.0},
    ],
)
def test_what_cannot_be_is_refused(wrong) -> None:
    with pytest.raises(SpecError):
        SamplingKalman(**{"interval": 6, "epsilon": 1.0, "shock": 1.0, **wrong})
