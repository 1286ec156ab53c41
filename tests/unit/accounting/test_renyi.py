"""Rényi curves: tight for randomized response, additive, equal to the moments accountant, never below the truth."""

import math
from fractions import Fraction

import mpmath
import pytest
from dp_accounting import dp_event
from dp_accounting.rdp import rdp_privacy_accountant

import brute_divergence as brute
from epsilog.accounting import gaussian, renyi, zcdp
from epsilog.core.charge import Approx, BoundedRange, Charge, Gaussian, GeoInd, Laplace, Pure
from epsilog.errors import CurrencyMismatch, SpecError

ALPHAS = ["1.001", "1.1", "1.5", "2", "3.7", "10", "64", "1000"]
KINDS: list[Charge] = [
    Pure(1),
    Laplace(20, 20, 20),
    Laplace(2, 3, 9),
    Gaussian(9, 2),
    BoundedRange("0.7"),
    Approx("0.4", "1e-9"),
]


@pytest.mark.parametrize("epsilon", ["1e-6", "0.01", "0.5", "1", "3", "20", "300"])
@pytest.mark.parametrize("alpha", ALPHAS)
def test_the_curve_of_randomized_response_by_its_definition(epsilon: str, alpha: str) -> None:
    with mpmath.workdps(60):
        e, a = mpmath.mpf(epsilon), mpmath.mpf(alpha)
        p, q = mpmath.exp(e) / (1 + mpmath.exp(e)), 1 / (1 + mpmath.exp(e))
        true = mpmath.log(p**a * q ** (1 - a) + q**a * p ** (1 - a)) / (a - 1)
        ours = renyi.curve(Pure(epsilon))(alpha)
        assert true <= ours <= true * (1 + mpmath.mpf("1e-11"))


@pytest.mark.parametrize("epsilon", [Fraction(n, 100) for n in (1, 10, 50, 100, 200, 400, 800)], ids=str)
def test_the_price_of_pure_is_the_least_that_covers_the_curve(epsilon: Fraction) -> None:
    """sup over alpha of D_alpha/alpha is epsilon tanh(epsilon/2): never above, and reached as alpha falls to 1."""
    price = Pure(epsilon).price().rho / 1e12
    curve = renyi.curve(Pure(epsilon))
    above_one = [math.exp(t / 10) for t in range(-160, 80)]
    ratios = [curve.at(a) / (1 + a) for a in above_one]
    assert max(ratios) <= price * (1 + 1e-11) + 1e-12
    assert max(ratios) >= price * (1 - 1e-5) - 1e-12


@pytest.mark.parametrize("charge", KINDS, ids=repr)
def test_n_releases_have_n_times_the_divergence(charge: Charge) -> None:
    once, many = renyi.curve(charge), renyi.curve(charge * 37)
    for alpha in ALPHAS:
        assert many(alpha) == pytest.approx(37 * once(alpha), rel=1e-14)
    assert many.delta == 37 * once.delta
    assert renyi.curve(charge + charge)(2) == pytest.approx(2 * once(2), rel=1e-14)


@pytest.mark.parametrize("charge", KINDS, ids=repr)
def test_no_curve_exceeds_the_ledgers_price(charge: Charge) -> None:
    for alpha in ALPHAS:
        assert renyi.curve(charge)(alpha) <= float(alpha) * charge.price().rho / 1e12 * (1 + 1e-9) + 1e-11


@pytest.mark.parametrize("scale", [0.5, 1.0, 3.0])
@pytest.mark.parametrize("shift", [(1,), (2,), (5,), (1, 1), (2, 1), (3, -2), (1, 1, -1)])
def test_laplace_vectors_by_brute_force(scale: float, shift: tuple[int, ...]) -> None:
    charge = Laplace(Fraction(str(scale)), sum(map(abs, shift)), sum(d * d for d in shift))
    reach = int(60 * scale) + 10
    for alpha in (1.2, 2.0, 5.0):
        true = math.fsum(
            brute.renyi(
                brute.discrete_laplace(scale, 0, reach),
                brute.discrete_laplace(scale, d, reach),
                alpha,
            )
            for d in shift
        )
        assert true <= renyi.curve(charge)(alpha) * (1 + 1e-9)
        assert true <= alpha * charge.price().rho / 1e12 * (1 + 1e-9)
        if set(map(abs, shift)) == {1}:  # unit steps: the curve is exact
            assert renyi.curve(charge)(alpha) == pytest.approx(true, rel=1e-8) or len(shift) > 1


def test_gaussian_repeated() -> None:
    """k alpha l2²/(2 sigma²) + ln(1/delta)/(alpha - 1), minimised over alpha, three ways."""
    sigma, k, l2, delta = 10, 10, 2, 1e-6
    charge = Gaussian(sigma**2, l2**2) * k
    assert renyi.curve(charge)(3) == pytest.approx(k * 3 * l2**2 / (2 * sigma**2))
    grid = min(
        k * a * l2**2 / (2 * sigma**2) + math.log(1 / delta) / (a - 1)
        for a in (1 + n / 1000 for n in range(1, 60000))
    )
    assert renyi.gaussian_repeated(sigma, k, l2, delta) == pytest.approx(grid, rel=1e-6)
    assert renyi.epsilon_of(charge, delta, form="classic") == pytest.approx(grid, rel=1e-6)
    assert renyi.epsilon_of(charge, delta) < grid


@pytest.mark.parametrize("charge", [Gaussian(25, 3) * 10, Pure("0.1") * 50, Laplace(20, 20, 20) * 5], ids=repr)
def test_moments_accountant_is_the_classic_renyi_bound(charge: Charge) -> None:
    moments = renyi.Moments(charge)
    for order in ("0.5", "1", "7"):
        assert moments.log_moment(order) == pytest.approx(float(order) * renyi.curve(charge)(1 + Fraction(order)))
    for delta in (1e-3, 1e-6, 1e-9):
        epsilon = moments.epsilon_of(delta)
        assert epsilon == renyi.epsilon_of(charge, delta, form="classic")
        assert moments.delta_of(epsilon) <= delta * (1 + 1e-6)
        assert moments.delta_of(epsilon * 0.999) > delta


@pytest.mark.parametrize("charge", KINDS, ids=repr)
def test_tight_is_tighter_and_no_looser_than_zcdp(charge: Charge) -> None:
    plan = charge * 20
    delta = Fraction("1e-6")
    tight = renyi.epsilon_of(plan, delta)
    assert tight <= renyi.epsilon_of(plan, delta, form="classic")
    ledger = zcdp.epsilon_of(Fraction(plan.price().rho, 10**12), delta - Fraction(plan.price().delta, 10**18))
    assert tight <= ledger * (1 + 1e-6) + 1e-9


def test_dp_accounting_agrees_on_gaussians() -> None:
    oracle = rdp_privacy_accountant.RdpAccountant(orders=[1 + n / 20 for n in range(1, 4000)])
    oracle.compose(dp_event.GaussianDpEvent(5.0), 30)
    assert renyi.epsilon_of(Gaussian(25, 1) * 30, 1e-6) == pytest.approx(oracle.get_epsilon(1e-6), rel=1e-4)


def test_the_oracles_free_lunch_cannot_be_ordered_here() -> None:
    """RdpAccountant answers epsilon = 0 for a Gaussian with NaN noise; our charges do not take NaN."""
    oracle = rdp_privacy_accountant.RdpAccountant()
    oracle.compose(dp_event.GaussianDpEvent(math.nan))
    assert oracle.get_epsilon(1e-6) == 0
    for bad in (math.nan, math.inf, "nan", 0, -1):
        with pytest.raises(SpecError):
            Gaussian(bad, 1)  # type: ignore[arg-type]


def test_deltas_are_kept_aside() -> None:
    plan = Approx("0.1", "1e-7") * 5
    assert renyi.curve(plan).delta == Fraction(5, 10**7)
    assert renyi.epsilon_of(plan, "1e-6") > renyi.epsilon_of(Pure("0.1") * 5, "1e-6")
    with pytest.raises(SpecError, match="use up"):
        renyi.epsilon_of(plan, "5e-7")
    with pytest.raises(CurrencyMismatch):
        renyi.curve(GeoInd(1))


def test_the_tail_bound_never_falls_to_nothing() -> None:
    """exp(-10^4) is no float; a delta of 0 would be a promise the bound does not make."""
    assert renyi.Moments(Gaussian(10**6, 1)).delta_of(1) > 0


@pytest.mark.parametrize("delta", [1 - Fraction(1, 10**k) for k in (3, 6, 9, 12)], ids=str)
def test_deltas_close_to_one_are_still_upper_bounds(delta: Fraction) -> None:
    """Near delta = 1 the terms of the conversion cancel; the figure stays above the same line at high precision."""
    for charge in (Gaussian(1, 40), Pure(7), Pure("0.001") * 50):
        ours = renyi.epsilon_of(charge, delta)
        rho = Fraction(charge.price().rho, 10**12)
        assert ours <= zcdp.epsilon_of(rho, delta) * (1 + 1e-6) + 1e-6
        if isinstance(charge, Gaussian):
            assert ours >= gaussian.epsilon_of("6.324555320336759", delta)
