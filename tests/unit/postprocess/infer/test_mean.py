"""Means: the quantile of normal and Laplace, totals that are public or noisy, clamps, and bad input."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from scipy import integrate, stats

from epsilog.core.law import DiscreteGaussian, DiscreteLaplace
from epsilog.errors import SpecError
from epsilog.postprocess.infer.clipping import clipping_bias, mean_without_clamp
from epsilog.postprocess.infer.estimate import PublicTotal
from epsilog.postprocess.infer.mean import Clamp, Laws, mean
from epsilog.postprocess.infer.spread import half_width, tail

ONE = np.array([1.0])
LAPLACE = Laws(DiscreteLaplace(140), DiscreteLaplace(12_250), DiscreteLaplace(4))
QUIET = Fraction(1, 900)


@pytest.mark.parametrize(
    ("s", "b", "confidence", "told"),
    [
        (1, 1, 0.95, 3.495132),
        (1, 1, 0.99, 5.105169),
        (1, 0.5, 0.95, 2.415754),
        (1, 0.5, 0.99, 3.285878),
        (0.5, 1, 0.95, 3.120732),
        (0.5, 1, 0.99, 4.730170),
        (0, 1, 0.95, 2.995732),
        (1, 0, 0.95, 1.959964),
    ],
)
def test_half_widths_of_normal_and_laplace(s: float, b: float, confidence: float, told: float) -> None:
    assert abs(half_width(s * ONE, (b * ONE,), confidence)[0] - told) < 1e-6


@pytest.mark.parametrize(
    ("s", "b", "c"), [(1, 1, 1), (1, 2, 0.1), (0.1, 3, 2.9), (5, 0.01, 1), (1, 0, 2), (1, 0, 0)]
)
def test_the_tail_of_two_laplaces_is_their_integral(s: float, b: float, c: float) -> None:
    for x in (0.0, 0.7, 4.0):

        def below(y: float, x: float = x) -> float:
            one = tail(np.array([abs(x - y)]), s * ONE, (b * ONE,))[0]
            return float(stats.laplace.pdf(y, scale=c) * (one if x >= y else 1 - one))

        told = tail(np.array([x]), s * ONE, (b * ONE, c * ONE))[0]
        if c == 0:
            assert abs(told - tail(np.array([x]), s * ONE, (b * ONE,))[0]) < 1e-9
            continue
        found = integrate.quad(below, -60 * c, 60 * c, points=[0, x], limit=400)[0]
        assert abs(found - told) < 1e-6


def test_without_noise_a_mean_has_students_interval_almost() -> None:
    values = np.arange(100, 200)
    quiet = Laws(DiscreteLaplace(QUIET), DiscreteLaplace(QUIET), DiscreteLaplace(QUIET))
    found = mean([(values - 150).sum()], [((values - 150) ** 2).sum()], [100], Clamp(80, 220), quiet)
    told = stats.t.interval(0.95, 100, loc=values.mean(), scale=values.std() / 10)
    assert np.allclose([found.low[0], found.high[0]], told, atol=1e-4)


def test_a_public_total_and_a_noiseless_one_agree() -> None:
    laws = Laws(DiscreteLaplace(140), DiscreteLaplace(4900), None)
    quiet = Laws(DiscreteLaplace(140), DiscreteLaplace(4900), DiscreteLaplace(QUIET))
    one = mean([500], [20_000], PublicTotal(100, "replace"), Clamp(80, 220), laws)
    other = mean([500], [20_000], [100], Clamp(80, 220), quiet)
    assert np.allclose([one.low, one.high], [other.low, other.high], atol=1e-4)


def test_grains_and_centres_do_not_matter() -> None:
    coarse = mean(
        [50], [20_000], [100], Clamp(80, 220), Laws(DiscreteLaplace(140), DiscreteLaplace(4900), DiscreteLaplace(4))
    )
    laws = Laws(DiscreteLaplace(1400), DiscreteLaplace(490_000), DiscreteLaplace(4))
    fine = mean([500], [2_000_000 - 100 * 245_000], [100], Clamp(80, 220, "0.1", centre=245_000), laws)
    assert np.allclose([coarse.low, coarse.high], [fine.low, fine.high], atol=0.02)


def test_cautious_is_wider() -> None:
    plain = mean([500], [20_000], [100], Clamp(80, 220), LAPLACE)
    careful = mean([500], [20_000], [100], Clamp(80, 220), LAPLACE, cautious=True)
    assert careful.low[0] < plain.low[0]
    assert careful.high[0] > plain.high[0]


def test_few_or_no_people_leave_the_whole_clamp() -> None:
    found = mean([10, 10, 0], [50, 50, 0], [0, -7, 1], Clamp(80, 220), LAPLACE)
    assert found.low.tolist() == [80, 80, 80]
    assert found.high.tolist() == [220, 220, 220]
    assert np.isnan(found.value[:2]).all()


def test_a_sum_beyond_the_clamp_stays_inside_it_and_says_so() -> None:
    found = mean([9 * 10**6], [0], [100], Clamp(80, 220), LAPLACE)
    assert found.at_bound[0]
    assert found.low[0] == found.high[0] == found.value[0] == 220


def test_gaussian_noise_too() -> None:
    laws = Laws(*(DiscreteGaussian(k) for k in (10**4, 10**8, 9)))
    found = mean([1400], [270_000], [500], Clamp(80, 220), laws)
    assert 150 < found.low[0] < 152.8 < found.high[0] < 156


def test_bad_clamps_laws_and_totals() -> None:
    for low, high in ((220, 80), (80, 80), (float("nan"), 1)):
        with pytest.raises(SpecError):
            Clamp(low, high)
    with pytest.raises(SpecError):
        Clamp(0, 1, grain=0)
    with pytest.raises(SpecError):
        Laws(DiscreteLaplace(1), 3.0, None)  # type: ignore[arg-type]
    with pytest.raises(SpecError, match="law"):
        mean([1], [1], PublicTotal(5, "replace"), Clamp(0, 1), LAPLACE)
    with pytest.raises(SpecError, match="law"):
        mean([1], [1], [5], Clamp(0, 1), Laws(DiscreteLaplace(1), DiscreteLaplace(1), None))
    with pytest.raises(SpecError, match="same length"):
        mean([1, 2], [1], [5, 5], Clamp(0, 1), LAPLACE)


def test_the_bias_of_a_clamp() -> None:
    law = DiscreteLaplace(1)
    without = clipping_bias([5], [100], [7], law, Clamp(80, 220), None)
    assert without.down[0] == -np.inf
    assert without.up[0] == np.inf
    some = clipping_bias([5], [100], [7], law, Clamp(80, 220), (40, 300))
    assert -40 < some.down[0] < -40 * 5 / 112
    assert 80 > some.up[0] > 80 * 7 / 112
    one_sided = clipping_bias([0], [5000], [900], law, Clamp(80, 220), (40, 300))  # each end by its own count
    assert one_sided.down[0] > -40 * 10 / 5900
    assert one_sided.up[0] > 80 * 900 / 5900
    nobody = clipping_bias([0], [0], [0], law, Clamp(80, 220), (40, 300))
    assert (nobody.down[0], nobody.up[0]) == (-40, 80)
    with pytest.raises(SpecError, match="hold the clamp"):
        clipping_bias([5], [100], [7], law, Clamp(80, 220), (90, 300))
    found = mean([10], [4000], [110], Clamp(80, 220), LAPLACE)
    wide = mean_without_clamp(found, some)
    assert wide.low[0] == found.low[0] + some.down[0]
    assert wide.confidence == Fraction(94, 100)
