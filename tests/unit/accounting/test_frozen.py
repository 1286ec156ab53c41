"""Frozen plans: valid, tighter than the ledger, and never free because a calculator failed."""

import builtins
import math
from fractions import Fraction

import numpy as np
import pytest
from scipy.special import gammaln

from epsilog.accounting import composition, frozen, gaussian, zcdp
from epsilog.accounting.loss import loss_of
from epsilog.core.charge import Approx, BoundedRange, Charge, Gaussian, GeoInd, Laplace, Pure
from epsilog.errors import CurrencyMismatch, SpecError

PLANS: list[Charge] = [
    Pure("0.01") * 487,
    Pure(1),
    Laplace(10, 1, 1) * 40,
    Laplace(20, 20, 20) * 3,
    Gaussian(400, 1) * 25,
    Gaussian(400, 25),
    Gaussian(400, 25, "continuous"),
    BoundedRange("0.1") * 30,
    Approx("0.05", "1e-9") * 20,
    Pure("0.05") * 10 + Gaussian(900, 4) * 5 + BoundedRange("0.2") + Approx("0.01", "1e-10"),
]


@pytest.mark.parametrize("plan", PLANS, ids=str)
def test_quotes_lie_above_our_own_convolution_and_below_the_ledger(plan: Charge) -> None:
    quote = frozen.epsilon_of(plan, 1e-6)
    ours = loss_of(plan).epsilon_of(1e-6)
    assert quote.distribution >= ours * (1 - 1e-6) - 1e-9
    assert quote.value <= quote.zcdp
    assert quote.value == min(quote.distribution, quote.zcdp, quote.sum) == getattr(quote, quote.bound)
    assert quote.distribution <= ours * 1.01 + 1e-3
    assert float(quote) == quote.value
    back = frozen.delta_of(plan, quote.value)
    assert back.value <= 1e-6 * (1 + 1e-4) + 2e-11
    assert quote.pairs


@pytest.mark.parametrize(("epsilon", "times"), [("0.1", 10), ("0.5", 4), ("1", 2)])
def test_randomized_response_against_the_binomial(epsilon: str, times: int) -> None:
    e = float(epsilon)
    p = 1 / (1 + math.exp(-e))
    for at in (0.0, 0.3, 0.8):
        true = math.fsum(
            math.comb(times, k) * p**k * (1 - p) ** (times - k) * max(0.0, 1 - math.exp(at - (2 * k - times) * e))
            for k in range(times + 1)
        )
        quote = frozen.delta_of(Pure(epsilon) * times, at)
        assert true <= quote.distribution <= true * (1 + 1e-4) + 1e-9


def binomial_delta(epsilon: float, times: int, at: float) -> float:
    """The exact delta of so many randomized responses, to eight digits for ten million of them."""
    p = 1 / (1 + math.exp(-epsilon))
    first = math.floor((at / epsilon + times) / 2) + 1
    k = np.arange(first, min(times, first + 20 * math.isqrt(times)) + 1, dtype=np.float64)
    logs = gammaln(times + 1) - gammaln(k + 1) - gammaln(times - k + 1) + k * math.log(p)
    weight = np.exp(logs + (times - k) * math.log1p(-p))
    return float(np.dot(weight, -np.expm1(at - epsilon * (2 * k - times))))


@pytest.mark.parametrize(
    ("epsilon", "times", "delta"), [("0.00003", 10**7, 1e-10), ("0.0001", 10**7, 1e-9), ("0.001", 10**5, 1e-7)]
)
def test_ten_million_releases_do_not_outrun_the_arithmetic(epsilon: str, times: int, delta: float) -> None:
    """A transform to the power 10^7 once quoted an epsilon whose true delta was 11 % above the one asked for."""
    quote = frozen.epsilon_of(Pure(epsilon) * times, delta)
    assert binomial_delta(float(epsilon), times, quote.value) <= delta
    back = frozen.delta_of(Pure(epsilon) * times, quote.value)
    assert back.value >= binomial_delta(float(epsilon), times, float(quote.value)) * (1 - 1e-7)


def test_the_plain_sum_is_a_bound_too() -> None:
    """Twenty cells at scale 20: one epsilon by addition, 1.014 by the distribution of the zCDP curve."""
    twenty = Laplace(20, 20, 20)
    quote = frozen.epsilon_of(twenty, 1e-6)
    assert (quote.bound, quote.value, quote.sum) == ("sum", 1.0, 1.0)
    assert quote.distribution > 1
    assert frozen.delta_of(twenty, 1).value == 0.0
    assert frozen.delta_of(twenty, "0.999999").sum == 1.0
    assert frozen.epsilon_of(twenty * 30, 1e-6).bound != "sum"
    assert frozen.epsilon_of(Gaussian(9, 1), 1e-6).sum == math.inf
    # With deltas it speaks only from their sum upwards.
    event = Approx("0.3", "1e-6") * 2
    assert frozen.epsilon_of(event, "2e-6").sum == pytest.approx(0.6, rel=1e-15)
    assert frozen.epsilon_of(event, "1.9e-6").sum == math.inf
    assert frozen.delta_of(event, "0.6").value == pytest.approx(2e-6, rel=1e-12)
    assert Fraction(frozen.delta_of(event, "0.6").value) >= Fraction(2, 10**6)


def test_continuous_gaussians_against_the_analytic_curve() -> None:
    plan = Gaussian(400, 25, "continuous") * 4
    for epsilon in (0.5, 1.0, 3.0):
        true = gaussian.delta_of(0.5, epsilon)
        assert true <= frozen.delta_of(plan, epsilon).distribution <= true * 1.001 + 1e-11


def test_the_calendar() -> None:
    """365 daily, 52 weekly, 12 monthly reports with margins 50, 25, 10: 31.69 added, 6.17 in zCDP, 5.78 frozen."""
    pairs = ((365, 50), (52, 25), (12, 10))
    pure = sum(k * math.log(20) / a for k, a in pairs)
    assert pure == pytest.approx(31.69, abs=5e-3)
    z = Fraction("1.959964")
    rho = sum(k * z**2 / (2 * a * a) for k, a in pairs)
    assert float(rho) == pytest.approx(0.67072, abs=5e-6)
    assert zcdp.epsilon_of(rho, 1e-6) == pytest.approx(6.17, abs=5e-3)
    mu = math.sqrt(2 * rho)
    assert mu == pytest.approx(1.15820, abs=5e-6)
    assert gaussian.epsilon_of(mu, 1e-6) == pytest.approx(5.78, abs=5e-3)
    assert zcdp.loose_epsilon(rho, 1e-6) == pytest.approx(6.76, abs=5e-3)
    plan: Charge = Gaussian((Fraction(50) / z) ** 2, 1, "continuous") * 365
    plan = plan + Gaussian((Fraction(25) / z) ** 2, 1, "continuous") * 52
    plan = plan + Gaussian((Fraction(10) / z) ** 2, 1, "continuous") * 12
    quote = frozen.epsilon_of(plan, 1e-6)
    assert quote.value == pytest.approx(5.78, abs=6e-3)
    assert quote.zcdp == pytest.approx(6.17, abs=5e-3)
    assert composition.basic(1, 0, 3).epsilon == 3


def test_gaussian_sigma_100_gains_13_percent_in_plan_mode() -> None:
    """487 releases of sigma = 100 under zCDP, 560 as one frozen continuous plan."""
    cap = zcdp.rho_of(1, 1e-6)
    assert int(cap / Fraction(1, 20000)) == 487
    most = max(n for n in range(487, 600) if gaussian.delta_of(math.sqrt(n) / 100, 1) <= 1e-6)
    assert most == 560
    assert frozen.epsilon_of(Gaussian(10**4, 1, "continuous") * 555, 1e-6).value <= 1


def test_below_what_floats_can_see_the_ledger_answers() -> None:
    quote = frozen.epsilon_of(Pure("0.01") * 100, "1e-15")
    assert quote.bound == "zcdp"
    assert quote.distribution == math.inf
    leaky = frozen.epsilon_of(Approx("0.1", "1e-3"), "1e-6")
    assert leaky.value == math.inf


def test_without_the_extra_there_is_a_hint(monkeypatch: pytest.MonkeyPatch) -> None:
    real = builtins.__import__

    def missing(name: str, *rest: object, **named: object) -> object:
        if name.startswith("dp_accounting"):
            raise ImportError(name)
        return real(name, *rest, **named)  # type: ignore[arg-type]

    monkeypatch.setattr(builtins, "__import__", missing)
    with pytest.raises(SpecError, match=r"epsilog\[accounting\]"):
        frozen.epsilon_of(Pure(1), 1e-6)


def test_a_failing_calculator_makes_nothing_cheaper(monkeypatch: pytest.MonkeyPatch) -> None:
    from dp_accounting.pld import privacy_loss_distribution

    for name in ("get_epsilon_for_delta", "get_delta_for_epsilon"):
        monkeypatch.setattr(privacy_loss_distribution.PrivacyLossDistribution, name, lambda self, x: math.nan)
    quote = frozen.epsilon_of(Pure("0.01") * 487, 1e-6)
    assert (quote.bound, quote.distribution) == ("zcdp", math.inf)
    assert frozen.delta_of(Pure(1), "0.5").distribution == 1.0


def test_refusals() -> None:
    with pytest.raises(CurrencyMismatch):
        frozen.epsilon_of(GeoInd(1), 1e-6)
    with pytest.raises(SpecError, match="releases"):
        frozen.epsilon_of(Pure("0.0001") * 10**8, 1e-6)
