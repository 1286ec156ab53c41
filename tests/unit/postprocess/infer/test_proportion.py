"""Intervals of proportions and rates against numbers worked out elsewhere, and against bad input."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from scipy import stats
from scipy.special import gammaln

from epsilog.core.law import DiscreteGaussian, DiscreteLaplace, Law
from epsilog.errors import PrivacyError, SpecError
from epsilog.postprocess.infer import exact
from epsilog.postprocess.infer.estimate import PublicTotal
from epsilog.postprocess.infer.expected import rate
from epsilog.postprocess.infer.mixture import Binomial, NoisyCount
from epsilog.postprocess.infer.proportion import proportion
from epsilog.postprocess.infer.two_cells import proportion_of_cells, total_margin
from epsilog.postprocess.means import Tail

# z, n, epsilon, low, high: solved beforehand with brentq on the summed law, six digits.
VECTORS = [
    (10, 100, 1, 0.043809, 0.182234),
    (0, 100, 1, 0.0, 0.052510),
    (-3, 100, 1, 0.0, 0.005931),
    (50, 200, "0.5", 0.185730, 0.322138),
]
QUIET = DiscreteLaplace(Fraction(1, 900))  # no draw of it differs from 0 in the life of the universe


def public(*n: int) -> PublicTotal:
    return PublicTotal(list(n), "replace")


@pytest.mark.parametrize(("z", "n", "epsilon", "low", "high"), VECTORS)
def test_exact_intervals_to_six_digits(z: int, n: int, epsilon: object, low: float, high: float) -> None:
    found = proportion([z], public(n), DiscreteLaplace(1 / Fraction(str(epsilon))))
    assert abs(found.low[0] - low) < 1e-6
    assert abs(found.high[0] - high) < 1e-6
    assert not found.at_bound[0]


@pytest.mark.parametrize("law", [DiscreteLaplace(3), DiscreteGaussian(20), DiscreteGaussian(Fraction(1, 4))])
@pytest.mark.parametrize(("z", "n"), [(7, 40), (0, 40), (40, 40), (46, 60), (-1, 5), (1, 1), (3, 5000)])
def test_each_end_is_rejected_by_its_own_tail_just_outside(law: Law, z: int, n: int) -> None:
    """Against the law summed plainly with scipy, no window and no solver."""
    found = proportion([z], public(n), law)
    k = np.arange(-600, 601)
    noise = law.pmf(k)
    x = np.arange(n + 1)

    def total(p: float, inside: Callable[[int], Any]) -> float:
        return float(
            sum(mass * noise[inside(i)].sum() for i, mass in zip(x, stats.binom.pmf(x, n, p), strict=True))
        )

    def upper(p: float) -> float:  # P(X + N >= z)
        return float(
            sum(mass * noise[k >= z - i].sum() for i, mass in zip(x, stats.binom.pmf(x, n, p), strict=True))
        )

    def lower(p: float) -> float:
        return float(
            sum(mass * noise[k <= z - i].sum() for i, mass in zip(x, stats.binom.pmf(x, n, p), strict=True))
        )

    low, high = found.low[0], found.high[0]
    if low > 0:
        assert upper(low) <= 0.025
        assert upper(low + 1e-7) > 0.025
    else:
        assert upper(0) >= 0.025
    if high < 1:
        assert lower(high) <= 0.025
        assert lower(high - 1e-7) > 0.025
    else:
        assert lower(1) >= 0.025


def test_without_noise_the_exact_interval_is_clopper_and_pearsons() -> None:
    z = np.arange(0, 31)
    found = proportion(z, public(30), QUIET)
    told = [stats.binomtest(int(k), 30).proportion_ci(0.95, "exact") for k in z]
    assert np.abs(found.low - [one.low for one in told]).max() < 2e-9
    assert np.abs(found.high - [one.high for one in told]).max() < 2e-9


def test_without_noise_wilson_is_wilsons_and_credible_is_jeffreys() -> None:
    z = np.arange(0, 31)
    wilson = proportion(z, public(30), QUIET, method="wilson")
    told = [stats.binomtest(int(k), 30).proportion_ci(0.95, "wilson") for k in z]
    assert np.abs(wilson.low - [one.low for one in told]).max() < 1e-12
    assert np.abs(wilson.high - [one.high for one in told]).max() < 1e-12
    credible = proportion(z, public(30), QUIET, method="credible")
    assert np.abs(credible.low - stats.beta.ppf(0.025, z + 0.5, 30.5 - z))[1:].max() < 2e-10
    assert np.abs(credible.high - stats.beta.ppf(0.975, z + 0.5, 30.5 - z))[:-1].max() < 2e-10
    assert (credible.low[0], credible.high[-1]) == (0, 1)  # as Brown, Cai and DasGupta advise


@pytest.mark.parametrize("law", [DiscreteLaplace(2), DiscreteGaussian(9)])
def test_credible_intervals_are_the_posterior_on_a_grid(law: Law) -> None:
    # Jeffreys' prior is flat in t where p = sin² t.
    p = np.sin((np.arange(20_000) + 0.5) / 20_000 * np.pi / 2) ** 2
    for z, n in [(12, 60), (-4, 60), (70, 60)]:
        x = np.arange(n + 1)
        like = sum(law.pmf(np.array([z - i]))[0] * stats.binom.pmf(i, n, p) for i in x)
        share = np.cumsum(like)
        share /= share[-1]
        found = proportion([z], public(n), law, method="credible")
        told = np.interp([0.025, 0.975], share, p)
        assert abs(told[0] - found.low[0]) < 1e-4 if z > 0 else found.low[0] == 0
        assert abs(told[1] - found.high[0]) < 1e-4 if z < n else found.high[0] == 1


def test_without_noise_a_rate_has_garwoods_interval() -> None:
    z = np.array([0, 1, 5, 40, 900])
    found = rate(z, [10.0], QUIET)
    assert np.allclose(10 * found.low, _garwood(z), atol=1e-5)
    assert np.allclose(10 * found.high, stats.chi2.ppf(0.975, 2 * z + 2) / 2, atol=1e-5)


def _garwood(z: np.ndarray) -> np.ndarray:
    return np.array([stats.chi2.ppf(0.025, 2 * k) / 2 if k else 0.0 for k in z])


def test_many_cells_are_told_as_if_each_were_alone() -> None:
    z, n = np.array([-2, 0, 3, 50, 99, 120]), np.array([40, 40, 41, 100, 100, 100])
    law = DiscreteLaplace(2)
    for method in ("exact", "wilson", "credible"):
        many = proportion(z, PublicTotal(n, "replace"), law, method=method)  # type: ignore[arg-type]
        for cell in range(len(z)):
            one = proportion([z[cell]], public(int(n[cell])), law, method=method)  # type: ignore[arg-type]
            assert abs(one.low[0] - many.low[cell]) < 3e-9
            assert abs(one.high[0] - many.high[cell]) < 3e-9
            assert one.at_bound[0] == many.at_bound[cell]


def test_more_confidence_is_wider_and_more_noise_too() -> None:
    z = np.arange(-5, 60, 5)
    widths = [proportion(z, public(50), DiscreteLaplace(1), level).width for level in ("0.8", "0.95", "0.999")]
    assert (widths[0] <= widths[1] + 2e-9).all()
    assert (widths[1] <= widths[2] + 2e-9).all()
    quiet, loud = (proportion([25], public(50), DiscreteLaplace(b)).width[0] for b in (1, 8))
    assert quiet < loud


def test_an_answer_no_proportion_explains_says_so() -> None:
    found = proportion([105, -9, 101], public(100), DiscreteLaplace(1))
    assert found.at_bound.tolist() == [True, True, False]
    assert (found.low[0], found.high[0]) == (1.0, 1.0)
    assert (found.low[1], found.high[1]) == (0.0, 0.0)
    credible = proportion([105], public(100), DiscreteLaplace(1), method="credible")
    assert 0.9 < credible.low[0] < credible.high[0] <= 1


def test_nobody_and_one() -> None:
    found = proportion([3, 0], PublicTotal([0, 1], "replace"), DiscreteLaplace(1))
    assert (found.low[0], found.high[0]) == (0, 1)
    assert np.isnan(found.value[0])
    assert not found.at_bound[0]
    assert (found.low[1], found.high[1]) == (0, 1)
    for method in ("wilson", "credible"):
        none = proportion([3], public(0), DiscreteLaplace(1), method=method)  # type: ignore[arg-type]
        assert (none.low[0], none.high[0]) == (0, 1)


def test_an_exact_total_needs_replace_neighbours() -> None:
    with pytest.raises(PrivacyError, match="joins or leaves"):
        PublicTotal(100, "add-remove")
    with pytest.raises(SpecError):
        PublicTotal(100, "swap")  # type: ignore[arg-type]


@pytest.mark.parametrize("bad", [float("nan"), [1.5], [True], ["3"], [[1, 2]], [2**62], float("inf")])
def test_noisy_counts_that_are_none(bad: object) -> None:
    with pytest.raises(SpecError):
        proportion(bad, public(10), DiscreteLaplace(1))  # type: ignore[arg-type]


def test_other_bad_input() -> None:
    law = DiscreteLaplace(1)
    with pytest.raises(SpecError, match="same length"):
        proportion([1, 2, 3], public(10, 20), law)
    with pytest.raises(SpecError):
        PublicTotal(-1, "replace")
    with pytest.raises(SpecError):
        PublicTotal(10**9, "replace")
    for level in (0, 1, "1.5", float("nan")):
        with pytest.raises(SpecError):
            proportion([1], public(10), law, level)
    with pytest.raises(SpecError, match="unknown method"):
        proportion([1], public(10), law, method="wald")  # type: ignore[arg-type]
    with pytest.raises(SpecError, match="law"):
        proportion([1], public(10), 1.0)  # type: ignore[arg-type]
    for exposure in (0, -1, float("nan"), [1.0, 2.0, 3.0]):
        with pytest.raises(SpecError):
            rate([1, 2], exposure, law)
    with pytest.raises(SpecError, match="unknown method"):
        proportion_of_cells([1], [2], law, method="wald")  # type: ignore[arg-type]


def test_two_cells_that_say_nothing_and_cells_that_say_much() -> None:
    for method in ("fieller", "exact"):
        nothing = proportion_of_cells([0, -3, 1], [0, 2, 1], DiscreteLaplace(1), method=method)  # type: ignore[arg-type]
        assert nothing.low.tolist() == [0, 0, 0]
        assert nothing.high.tolist() == [1, 1, 1]
        much = proportion_of_cells([300_000], [700_000], DiscreteLaplace(1), method=method)  # type: ignore[arg-type]
        assert 0.2989 < much.low[0] < 0.3 < much.high[0] < 0.3011


def test_fieller_mirrors() -> None:
    one = proportion_of_cells([5, 30], [95, 4], DiscreteLaplace(2))
    other = proportion_of_cells([95, 4], [5, 30], DiscreteLaplace(2))
    assert np.allclose(one.low, 1 - other.high, atol=3e-8)
    assert np.allclose(one.high, 1 - other.low, atol=3e-8)


@pytest.mark.parametrize("share", [7e-6, 9e-6])
def test_what_large_factorials_lose_is_allowed_for(share: float) -> None:
    """At a hundred million people a tail is 2e-7 of itself off: more than is dropped, less than is allowed for."""
    n, z, law = 10**8, 1000, DiscreteLaplace(20)
    tail = NoisyCount(Binomial(np.array([n])), np.array([z]), law, 0.025).part(np.array([0]), upper=True)
    told = float(tail(np.array([share]), np.array([0]))[0])
    x = np.arange(3000)
    weight = Tail(law)((z - x - 1).astype(np.float64))  # P(N >= z - x)
    # scipy's binomial law goes through the incomplete beta function, without logarithms of factorials.
    true = float(np.diff(stats.binom.cdf(np.arange(-1, 3000), n, share)) @ weight)
    assert 1e-8 < abs(told / true - 1) < exact._ROUNDING * gammaln(n + 1)


def test_more_people_than_can_be_worked_out_have_no_lower_limit() -> None:
    """A total cut to a hundred million would put the lower limit above the truth, here a quarter."""
    found = proportion_of_cells([10**8, 25], [3 * 10**8, 75], DiscreteLaplace(1), method="exact")
    assert found.low[0] == 0.0
    assert not found.at_bound.any()
    assert 0.1 < found.low[1] < 0.25 < found.high[1]


def test_the_margin_of_a_sum_of_two_noises_is_the_least() -> None:
    for law in (DiscreteLaplace(2), DiscreteGaussian(7)):
        k = np.arange(-200, 201)
        both = np.convolve(law.pmf(k), law.pmf(k))
        steps = np.arange(-400, 401)
        margin = total_margin(law, 0.005)
        assert both[np.abs(steps) > margin].sum() <= 0.005
        assert both[np.abs(steps) > margin - 1].sum() > 0.005


def test_empty_lists_are_answered_with_empty_lists() -> None:
    for method in ("exact", "wilson", "credible"):
        assert len(proportion([], public(10), DiscreteLaplace(1), method=method)) == 0  # type: ignore[arg-type]
    for kind in ("fieller", "exact"):
        assert len(proportion_of_cells([], [], DiscreteLaplace(1), method=kind)) == 0  # type: ignore[arg-type]
    assert len(rate([], [1.0], DiscreteLaplace(1))) == 0


def test_answers_at_the_edge_of_saturation() -> None:
    found = proportion([2**61, -(2**61)], public(100), DiscreteLaplace(1))
    assert found.low.tolist() == [1, 0]
    assert found.high.tolist() == [1, 0]
    assert found.at_bound.all()
    for kind in ("fieller", "exact"):
        cells = proportion_of_cells([2**61, 5], [0, 2**61], DiscreteLaplace(1), method=kind)  # type: ignore[arg-type]
        assert ((cells.low >= 0) & (cells.low <= cells.high) & (cells.high <= 1)).all()
