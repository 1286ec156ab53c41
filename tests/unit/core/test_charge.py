"""Prices of charges: worked numbers, rounding, sums, and what may not be added."""

import copy
import pickle
from collections.abc import Callable
from fractions import Fraction

import mpmath
import pytest

from epsilog.core.charge import (
    Approx,
    BoundedRange,
    Charge,
    Composed,
    Gaussian,
    GeoInd,
    Laplace,
    Price,
    Pure,
    Repeated,
    charge_from_dict,
)
from epsilog.core.price import rho_of_pure
from epsilog.errors import CurrencyMismatch, SpecError

LEAVES: list[Charge] = [
    Pure(1),
    Pure("1/7"),
    Laplace("3/2", 4, 4),
    Laplace(20, 20, 400),
    Gaussian(7, 3),
    Gaussian("1/4", 1, "continuous"),
    Approx(1, 1e-6),
    Approx(0, "1e-9"),
    BoundedRange("0.3"),
]


def true_rho(epsilon: Fraction) -> mpmath.mpf:
    with mpmath.workdps(60):
        e = mpmath.mpf(epsilon.numerator) / epsilon.denominator
        return e * mpmath.tanh(e / 2) * 10**12


@pytest.mark.parametrize(
    "text", ["1e-12", "1e-7", "0.001", "0.01", "0.1", "1/3", "1", "2", "8", "60", "1000", "1e30"]
)
def test_rho_of_pure_is_rounded_up_by_less_than_one_unit(text: str) -> None:
    epsilon = Fraction(text)
    with mpmath.workdps(60):
        gap = rho_of_pure(epsilon) - true_rho(epsilon)
        assert 0 <= gap < 1 + mpmath.mpf("1e-6")


def test_worked_prices() -> None:
    assert Pure(1).price() == Price(462117157261, 0)
    # Twenty distinct cells at epsilon = 1: 0.462 as a pure charge, 0.025 by the squared L2 norm.
    twenty = Laplace(20, 20, 20)
    assert twenty.pure() == 10**12
    assert twenty.price().rho == pytest.approx(0.025e12, rel=1e-3)
    assert Laplace(20, 20, 400).price().rho == Pure(1).price().rho
    assert Gaussian(100, 4).price().rho == 2 * 10**10
    assert BoundedRange(1).price().rho == 125 * 10**9
    # A share of an account priced as an approximate charge would cost 0.1225 instead of 0.0066.
    assert Approx("0.5", "1e-6").price().rho / 1e12 == pytest.approx(0.1225, abs=5e-5)


def test_small_epsilon_saves_against_half_the_square_and_never_exceeds_it() -> None:
    for epsilon, saved in ((1, 0.076), (2, 0.24), (3, 0.40)):
        half = epsilon**2 / 2
        assert 1 - Pure(epsilon).price().rho / 1e12 / half == pytest.approx(saved, abs=0.005)
    for text in ("0.001", "0.1", "1", "5"):
        assert Pure(text).price().rho <= Fraction(text) ** 2 / 2 * 10**12 + 1


@pytest.mark.parametrize("charge", LEAVES, ids=repr)
@pytest.mark.parametrize("n", [1, 2, 3, 1000, 2**40])
def test_n_charges_are_n_times_one(charge: Charge, n: int) -> None:
    one, many = charge.price(), charge * n
    assert many.price() == Price(one.rho * n, one.delta * n)
    pure = charge.pure()
    assert many.pure() == (None if pure is None else pure * n)
    assert list(many.parts()) == [(charge, n)]
    if n <= 1000:
        assert Composed((charge,) * n).price() == many.price()


def test_composition_is_flat_and_one_way_to_write_one_thing() -> None:
    a, b, c = Pure(1), Gaussian(4, 1), Approx(1, 1e-6)
    assert ((a + b) + c) == (a + (b + c)) == Composed((a, b, c))
    assert (a * 3) * 4 == a * 12 == 12 * a
    assert (a + b) * 2 != Composed((a, b, a, b))
    assert ((a + b) * 2).price() == Composed((a, b, a, b)).price()


def test_currencies_do_not_mix() -> None:
    place, person = GeoInd("0.01"), Pure(1)
    for mixed in (
        lambda: place + person,
        lambda: person + place,
        lambda: Composed((person, place * 2)),
        lambda: place.price(),
        lambda: place.pure(),
        lambda: (place * 3).price(),
        lambda: person.per_metre(),
        lambda: (person + person).per_metre(),
    ):
        with pytest.raises(CurrencyMismatch):
            mixed()
    assert (place + place * 2).per_metre() == 3 * 10**10
    assert (place * 5).currency == (place + place).currency == "per-metre"


class Cheap(Pure):
    """A subclass that lies about its price."""

    def price(self) -> Price:
        return Price(0, 0)


def test_the_set_of_kinds_is_closed() -> None:
    for build in (lambda: Cheap(1) * 2, lambda: Cheap(1) + Pure(1), lambda: Repeated(Cheap(1), 2)):
        with pytest.raises(SpecError):
            build()
    for stranger in (1, "pure", None, Price(1, 0)):
        with pytest.raises(SpecError):
            Composed((stranger,))  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        Pure(1) + 1  # type: ignore[operator]
    with pytest.raises(SpecError):
        Composed(())


def test_nesting_is_bounded_where_it_is_built() -> None:
    charge: Charge = Pure(1)
    for _ in range(16):
        charge = Composed((charge * 2, Pure(1)))
    assert charge_from_dict(charge.to_dict()) == charge
    with pytest.raises(SpecError, match="deep"):
        charge * 2


def test_repetitions_cannot_overflow() -> None:
    with pytest.raises(SpecError):
        (Pure(1) * 2**40) * 2**40


EPSILONS = [0, -1, float("nan"), float("inf"), 1e-320, "0x1", True, None, "", "1e400", -0.0]


@pytest.mark.parametrize("bad", EPSILONS, ids=repr)
@pytest.mark.parametrize(
    "make",
    [
        lambda v: Pure(v),
        lambda v: BoundedRange(v),
        lambda v: GeoInd(v),
        lambda v: Laplace(v, 1, 1),
        lambda v: Laplace(1, v, 1),
        lambda v: Laplace(1, 1, v),
        lambda v: Gaussian(v, 1),
        lambda v: Gaussian(1, v),
        lambda v: Approx(1, v),
        lambda v: Pure(1) * v,
    ],
)
def test_bad_parameters_are_refused(make: Callable[[object], object], bad: object) -> None:
    with pytest.raises(SpecError):
        make(bad)


@pytest.mark.parametrize("bad", [1, 2, "1.0", -1], ids=repr)
def test_delta_lies_below_one(bad: object) -> None:
    with pytest.raises(SpecError):
        Approx(1, bad)  # type: ignore[arg-type]
    with pytest.raises(SpecError):
        Gaussian(1, 1, "other")  # type: ignore[arg-type]


@pytest.mark.parametrize("charge", [*LEAVES, GeoInd(1), Pure(1) + Gaussian(1, 1), Pure(1) * 3], ids=repr)
def test_charges_are_values(charge: Charge) -> None:
    assert pickle.loads(pickle.dumps(charge)) == charge  # noqa: S301  (our own bytes)
    assert copy.deepcopy(charge) == charge
    assert hash(copy.deepcopy(charge)) == hash(charge)
    assert pickle.loads(pickle.dumps(charge)).currency == charge.currency  # noqa: S301
