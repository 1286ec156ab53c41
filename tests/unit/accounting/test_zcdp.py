"""The zCDP conversion: worked numbers, the safe side, extremes, and a second slower computation."""

from fractions import Fraction

import mpmath
import pytest

from epsilog.accounting import zcdp

WORKED = [
    (1, 1e-6, 0.0243560),
    (0.5, 1e-6, 0.0066415),
    (1, 1e-9, 0.0149731),
    (3, 1e-6, 0.1850698),
    (4, 1e-6, 0.3110650),
]


@pytest.mark.parametrize(("epsilon", "delta", "rho"), WORKED)
def test_worked_budgets(epsilon: float, delta: float, rho: float) -> None:
    assert float(zcdp.rho_of(epsilon, delta)) == pytest.approx(rho, abs=6e-8)


def test_half_of_delta_reserved_for_events() -> None:
    assert float(zcdp.rho_of(1, 5e-7)) == pytest.approx(0.02294, abs=5e-6)


def test_the_loose_form_is_looser() -> None:
    assert zcdp.loose_epsilon("0.017469", 1e-6) == pytest.approx(1, abs=2e-5)
    assert zcdp.loose_epsilon("0.67072", 1e-6) == pytest.approx(6.76, abs=5e-3)
    for rho in ("1e-9", "0.001", "1", "100"):
        assert zcdp.epsilon_of(rho, 1e-6) < zcdp.loose_epsilon(rho, 1e-6)


def slow_epsilon(rho: Fraction, delta: Fraction) -> mpmath.mpf:
    """The minimum over alpha by a 60-digit search that shares nothing with the code."""
    r, log = (
        mpmath.mpf(rho.numerator) / rho.denominator,
        mpmath.log(mpmath.mpf(delta.denominator) / delta.numerator),
    )

    def at(t: mpmath.mpf) -> mpmath.mpf:
        a = mpmath.exp(t)
        return r * (a + 1) + (log + a * mpmath.log(a / (a + 1)) - mpmath.log(a + 1)) / a

    best = min((mpmath.mpf(t) / 4 for t in range(-160, 161)), key=at)
    low, high = best - mpmath.mpf(1) / 4, best + mpmath.mpf(1) / 4
    for _ in range(150):
        left, right = low + (high - low) / 3, high - (high - low) / 3
        low, high = (low, right) if at(left) < at(right) else (left, high)
    return at((low + high) / 2)


def slow_delta(rho: Fraction, epsilon: Fraction) -> mpmath.mpf:
    r, e = (mpmath.mpf(x.numerator) / x.denominator for x in (rho, epsilon))

    def slope(t: mpmath.mpf) -> mpmath.mpf:
        a = mpmath.exp(t)
        return (2 * a + 1) * r - e + mpmath.log(a / (a + 1))

    low, high = mpmath.mpf(-60), mpmath.mpf(60)
    for _ in range(220):
        middle = (low + high) / 2
        low, high = (low, middle) if slope(middle) > 0 else (middle, high)
    a = mpmath.exp(low)
    return mpmath.exp(a * ((a + 1) * r - e)) / a * (a / (a + 1)) ** (a + 1)


GRID = [
    (Fraction(rho), Fraction(delta))
    for rho in ("1e-12", "1e-6", "1/41", "1", "1000", "1000000")
    for delta in ("1e-60", "1e-18", "1e-6", "0.01", "0.5")
]


@pytest.mark.parametrize(("rho", "delta"), GRID, ids=str)
def test_epsilon_is_on_the_safe_side_and_tight(rho: Fraction, delta: Fraction) -> None:
    with mpmath.workdps(60):
        true = max(mpmath.mpf(0), slow_epsilon(rho, delta))
        ours = zcdp.epsilon_of(rho, delta)
        assert ours >= true
        assert ours <= true * (1 + mpmath.mpf("1e-12")) + mpmath.mpf("1e-25")


@pytest.mark.parametrize("rho", [Fraction(r) for r in ("1e-12", "1e-6", "1/41", "1", "1000")], ids=str)
@pytest.mark.parametrize("factor", ["0", "1/2", "1", "3", "20"])
def test_delta_is_on_the_safe_side_and_tight(rho: Fraction, factor: str) -> None:
    epsilon = Fraction(zcdp.epsilon_of(rho, "1e-6")) * Fraction(factor)
    with mpmath.workdps(60):
        true = slow_delta(rho, epsilon)
        ours = mpmath.mpf(zcdp.delta_of(rho, epsilon))
        assert ours >= min(true, 1)
        assert ours <= true * (1 + mpmath.mpf("1e-11")) + mpmath.mpf("5e-324")


@pytest.mark.parametrize(("rho", "delta"), GRID, ids=str)
def test_rho_never_overspends_its_promise(rho: Fraction, delta: Fraction) -> None:
    epsilon = Fraction(zcdp.epsilon_of(rho, delta))
    if not 0 < epsilon <= 10**6:
        return
    back = zcdp.rho_of(epsilon, delta)
    assert back.denominator <= 10**12
    with mpmath.workdps(60):
        e = mpmath.mpf(epsilon.numerator) / epsilon.denominator
        if back:
            assert slow_epsilon(back, delta) <= e
    assert back >= rho * (1 - Fraction(1, 10**11)) - Fraction(1, 10**12)


def test_nothing_spent_promises_everything() -> None:
    assert zcdp.epsilon_of(0, 1e-6) == 0
    assert zcdp.delta_of(0, 0) == 0


def test_a_promise_too_small_for_the_units_allows_nothing() -> None:
    assert zcdp.rho_of("1e-9", "1e-18") == 0
