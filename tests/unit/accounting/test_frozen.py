"""Frozen plans: valid, tighter than the ledger, and never free because a calculator failed."""

import builtins
import math
from fractions import Fraction

import pytest

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
    assert quote.value == min(quote.distribution, quote.zcdp)
    assert quote.distribution <= ours * 1.01 + 1e-3
    assert float(quote) == quote.value
    back = frozen.delta_of(plan, quote.value)
    assert back.value <= 1e-6 * (1 + 1e-4) + 2e-12
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
    quote = frozen.epsilon_of(Pure(1), 1e-6)
    assert (quote.bound, quote.distribution) == ("zcdp", math.inf)
    assert frozen.delta_of(Pure(1), "0.5").distribution == 1.0


def test_refusals() -> None:
    with pytest.raises(CurrencyMismatch):
        frozen.epsilon_of(GeoInd(1), 1e-6)
    with pytest.raises(SpecError, match="releases"):
        frozen.epsilon_of(Pure("0.0001") * 10**8, 1e-6)
