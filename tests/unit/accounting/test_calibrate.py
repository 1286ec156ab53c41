"""Least noise for a budget, least budget for an error: worked numbers, and one step less always fails."""

import math
from fractions import Fraction

import mpmath
import pytest

from epsilog.accounting import calibrate, gaussian
from epsilog.accounting.allowance import Allowance
from epsilog.accounting.filter import Filter
from epsilog.core.bounded import Sensitivity
from epsilog.core.charge import Approx, Gaussian, Laplace, Pure
from epsilog.core.law import DiscreteGaussian, DiscreteLaplace
from epsilog.errors import SpecError

STEP = Fraction(1, 10**9)
ONE = Sensitivity.of_cells(1)


def test_laplace_scales() -> None:
    assert calibrate.laplace_scale(0.1) == 10
    assert calibrate.laplace_scale(0.5, 1000) == 2000


@pytest.mark.parametrize(("epsilon", "delta"), [(1, 1e-6), ("0.1", 1e-6), (3, 1e-9), (8, "0.01")])
@pytest.mark.parametrize("l2_squared", [1, 4, 1440])
def test_the_least_variance_an_account_can_pay(epsilon: object, delta: object, l2_squared: int) -> None:
    variance = calibrate.gaussian_variance(epsilon, delta, l2_squared)  # type: ignore[arg-type]
    account = Filter(Allowance.approximate(epsilon, delta))  # type: ignore[arg-type]
    assert account.admits(Gaussian(variance, l2_squared))
    assert not account.admits(Gaussian(variance * (1 - Fraction(1, 10**6)), l2_squared))


def test_ledger_and_frozen_deviations() -> None:
    ledger, frozen = calibrate.gaussian_variance(1, 1e-6), calibrate.frozen_variance(1, 1e-6)
    assert math.sqrt(ledger) == pytest.approx(4.531, abs=5e-4)
    assert math.sqrt(frozen) == pytest.approx(4.2247, abs=5e-5)
    assert ledger.denominator <= 10**9
    with mpmath.workdps(40):
        mu = Fraction(1) / Fraction(math.sqrt(frozen))
        assert gaussian.delta_of(mu * (1 - Fraction(1, 10**12)), 1) <= 1e-6


def test_reserving_delta_for_events_needs_more_noise() -> None:
    assert calibrate.gaussian_variance(1, 1e-6, for_events=5e-7) > calibrate.gaussian_variance(1, 1e-6)


def tail(law: DiscreteLaplace | DiscreteGaussian, t: int) -> mpmath.mpf:
    """P(|Z| > t) summed with 30 digits, not by the code's own formula."""
    with mpmath.workdps(30):
        if isinstance(law, DiscreteLaplace):
            rate = mpmath.mpf(law.scale.denominator) / law.scale.numerator
            weight = [mpmath.exp(-k * rate) for k in range(int(60 / rate) + t + 5)]
        else:
            s = mpmath.mpf(law.sigma_squared.numerator) / law.sigma_squared.denominator
            weight = [mpmath.exp(-(k * k) / (2 * s)) for k in range(int(12 * mpmath.sqrt(s)) + t + 5)]
        return 2 * mpmath.fsum(weight[t + 1 :]) / (2 * mpmath.fsum(weight[1:]) + 1)


@pytest.mark.parametrize("law", ["laplace", "gaussian"])
@pytest.mark.parametrize("margin", [1, 3, 6, 30])
@pytest.mark.parametrize("confidence", ["0.95", "0.99"])
def test_margins_are_met_and_one_step_more_noise_misses(
    law: calibrate.LawName, margin: int, confidence: str
) -> None:
    target = calibrate.for_margin(margin, ONE, law=law, confidence=confidence)
    miss = 1 - mpmath.mpf(confidence)
    one = target.noise.law
    assert isinstance(one, DiscreteLaplace | DiscreteGaussian)
    assert tail(one, margin) <= miss + mpmath.mpf("1e-12")
    parameter = one.scale if isinstance(one, DiscreteLaplace) else one.sigma_squared
    assert tail(type(one)(parameter * (1 + Fraction(1, 10**7))), margin) > miss
    assert target.noise.margin(float(confidence)) <= margin


@pytest.mark.parametrize("law", ["laplace", "gaussian"])
@pytest.mark.parametrize("error", ["0.5", "2", "40"])
def test_mean_errors_are_met_and_one_step_more_noise_misses(law: calibrate.LawName, error: str) -> None:
    target = calibrate.for_mean_error(error, ONE, law=law)
    assert target.noise.mean_absolute <= float(error)
    assert target.noise.mean_absolute == pytest.approx(float(error), rel=1e-6)


@pytest.mark.parametrize("margin", [2_500, 10_000, 10**9, 10**30])
@pytest.mark.parametrize("confidence", ["0.5", "0.95", "0.9999999"])
def test_guesses_on_a_fine_grid_are_not_believed(margin: int, confidence: str) -> None:
    """Where a guess shortens the search, the answer still follows from the exact law alone."""
    found = calibrate.for_margin(margin, ONE, "gaussian", confidence).noise.law
    assert isinstance(found, DiscreteGaussian)
    miss = float(1 - Fraction(confidence))
    assert (
        found.beyond(margin)
        <= miss
        < DiscreteGaussian(found.sigma_squared * (1 + Fraction(1, 10**9))).beyond(margin)
    )


def test_the_price_of_a_target_is_that_of_its_noise() -> None:
    sensitivity = Sensitivity.of_rows(3)
    target = calibrate.for_margin(60, sensitivity, grain=2)
    assert target.charge == Laplace(target.noise.law.scale, 3, 9)  # type: ignore[attr-defined]
    assert target.epsilon is not None
    assert target.epsilon >= 3 / target.charge.scale  # type: ignore[union-attr]
    assert target.noise.grain == 2
    assert target.noise.margin(0.95) == 60
    normal = calibrate.for_margin(60, sensitivity, law="gaussian")
    assert normal.epsilon is None
    assert normal.rho * 10**12 == normal.charge.price().rho


def test_worked_error_margins() -> None:
    """b = 2: mean absolute error 2 and b ln 20 = 6 on the line; on the lattice 1.92 and 6."""
    assert 2 * math.log(20) == pytest.approx(6, abs=0.01)
    assert DiscreteLaplace(Fraction(2)).mean_absolute == pytest.approx(1.919, abs=5e-4)


def test_how_many_releases() -> None:
    account = Allowance.approximate(1, 1e-6)
    assert calibrate.releases(account, Pure("0.01")) == 487
    assert calibrate.releases(account, Gaussian(10**4, 1)) == 487
    assert calibrate.releases(Allowance.pure(1), Pure("0.01")) == 100
    assert calibrate.releases(account, Approx(0, "1e-9")) == 0
    assert calibrate.releases(Allowance.approximate(1, 1e-6, "1e-8"), Approx(0, "1e-9")) == 10
    assert calibrate.releases(account, Pure(3)) == 0


@pytest.mark.parametrize("law", ["normal", "", None, 3])
def test_unknown_laws(law: object) -> None:
    with pytest.raises(SpecError):
        calibrate.for_margin(6, ONE, law=law)  # type: ignore[arg-type]


def test_errors_below_a_grain() -> None:
    with pytest.raises(SpecError, match="grain"):
        calibrate.for_margin("0.5", ONE)
