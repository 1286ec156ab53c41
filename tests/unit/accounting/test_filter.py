"""Allowances and filters: caps round down, refusals spend nothing, states read back, time is linear."""

import functools
import json
import math
from fractions import Fraction
from typing import Any

import pytest

from epsilog.accounting.allowance import Allowance
from epsilog.accounting.filter import Amount, Filter
from epsilog.core.charge import Approx, BoundedRange, Charge, Gaussian, GeoInd, Laplace, Price, Pure
from epsilog.errors import BudgetExceeded, CurrencyMismatch, LedgerError, PrivacyError, SpecError


def test_worked_allowances() -> None:
    assert Allowance.approximate(1, 1e-6).cap == 24355970359
    assert Allowance.approximate(1, 1e-6, for_events=5e-7).cap / 1e12 == pytest.approx(0.02294, abs=5e-6)
    split = Allowance.approximate(1, 1e-6, for_events=5e-7)
    assert (split.cap_delta, split.promise.delta) == (5 * 10**11, Fraction(1, 10**6))
    assert Allowance.pure("1/3").cap == 333333333333  # down, never up


def test_487_queries() -> None:
    account = Filter(Allowance.approximate(1, 1e-6))
    for _ in range(487):
        account.spend(Pure("0.01"))
    before = account.to_dict()
    assert not account.admits(Pure("0.01"))
    with pytest.raises(BudgetExceeded) as caught:
        account.spend(Pure("0.01"))
    assert account.to_dict() == before
    message = str(caught.value)
    for said in ("0.0243", "nothing was spent", "more noise", "already published", "new account"):
        assert said in message
    tiny = Gaussian(10**6, 1)
    assert account.admits(tiny)  # a refusal does not brick the account
    account.spend(tiny)


def test_the_last_unit_fits_and_one_more_does_not() -> None:
    account = Filter(Allowance.pure(1))
    account.spend(Pure("0.999999999999"))
    assert account.remaining == Amount(1, 0)
    assert account.admits(Pure("0.000000000001"))
    assert not account.admits(Pure("0.0000000000011"))
    account.spend(Pure("0.000000000001"))
    assert account.share == 1.0


def test_events_have_their_own_cap() -> None:
    account = Filter(Allowance.approximate(1, 1e-6, for_events="3e-9"))
    for _ in range(3):
        account.spend(Approx("0.01", "1e-9"))
    with pytest.raises(BudgetExceeded, match="delta of events"):
        account.spend(Approx("0.01", "1e-9"))
    assert account.share == 1.0
    assert not Filter(Allowance.approximate(1, 1e-6)).admits(Approx("0.01", "1e-18"))


def test_each_account_has_one_currency() -> None:
    persons, pure, places = (
        Filter(Allowance.approximate(1, 1e-6)),
        Filter(Allowance.pure(1)),
        Filter(Allowance.per_metre("0.1")),
    )
    for account, charge in (
        (persons, GeoInd("0.001")),
        (pure, GeoInd("0.001")),
        (pure, Gaussian(100, 1)),
        (pure, Approx("0.1", 1e-9)),
        (pure, Pure("0.1") + Gaussian(100, 1)),
        (places, Pure("0.01")),
    ):
        assert not account.admits(charge)
        with pytest.raises(CurrencyMismatch):
            account.spend(charge)
        assert account.spent == Amount(0, 0)
    places.spend(GeoInd("0.01") * 10)
    assert not places.admits(GeoInd("1e-12"))


class Cheap(Pure):
    def price(self) -> Price:
        return Price(0, 0)


def test_a_charge_that_lies_about_its_price_is_refused() -> None:
    account = Filter(Allowance.approximate(1, 1e-6))
    for charge in (Cheap(1000), Price(0, 0), None):
        with pytest.raises(SpecError):
            account.spend(charge)  # type: ignore[arg-type]
        with pytest.raises(SpecError):
            account.admits(charge)  # type: ignore[arg-type]
    with pytest.raises(PrivacyError):
        Filter("lots")  # type: ignore[arg-type]


MIXED: list[Charge] = [
    Pure("0.01"),
    Laplace(200, 20, 20),
    Gaussian(10**4, 3),
    BoundedRange("0.02"),
    Approx("0.001", "1e-12"),
]


def test_n_times_one_is_n_charges_for_every_kind() -> None:
    for charge in MIXED:
        one_by_one, at_once = (Filter(Allowance.approximate(1, 1e-6, for_events=1e-7)) for _ in range(2))
        for _ in range(50):
            one_by_one.spend(charge)
        at_once.spend(charge * 50)
        assert one_by_one.spent == at_once.spent


def test_time_is_linear_in_the_number_of_charges(monkeypatch: pytest.MonkeyPatch) -> None:
    """Counts prices worked out, not seconds: one per charge, however many came before."""
    worked_out = 0
    original = Pure.price

    def counted(self: Pure) -> Price:
        nonlocal worked_out
        worked_out += 1
        return original(self)

    monkeypatch.setattr(Pure, "price", counted)
    account = Filter(Allowance.approximate(3, 1e-6))
    for _ in range(500):
        account.spend(Pure("0.001"))
    assert worked_out == 500
    assert set(account.to_dict()) == {"version", "allowance", "spent", "spent_delta"}


@pytest.mark.parametrize(
    "allowance",
    [
        Allowance.pure("1/3"),
        Allowance.approximate(1, 1e-6),
        Allowance.approximate(2, 1e-9, for_events=1e-10),
        Allowance.per_metre(1),
    ],
    ids=repr,
)
def test_states_read_back(allowance: Allowance) -> None:
    account = Filter(allowance)
    account.spend(GeoInd("0.01") if allowance.coin == "per-metre" else Pure("0.01"))
    again = Filter.from_dict(json.loads(json.dumps(account.to_dict())))
    assert again.to_dict() == account.to_dict()
    assert again.allowance == allowance


def state(**changes: Any) -> dict[str, Any]:
    return Filter(Allowance.approximate(1, 1e-6)).to_dict() | changes


def allowed(**changes: Any) -> dict[str, Any]:
    return state(allowance=Allowance.approximate(1, 1e-6).to_dict() | changes)


HOSTILE: list[object] = [
    None,
    [],
    {},
    state(version=2),
    state(version=True),
    state(extra=1),
    state(spent=-1),
    state(spent=1.0),
    state(spent=True),
    state(spent="1"),
    state(spent=24355970360),
    state(spent_delta=1),
    state(allowance=None),
    allowed(cap=24355970360),  # one unit more than the promise can bear
    allowed(cap=0),
    allowed(cap=1.0),
    allowed(cap_delta=1),
    allowed(coin="gold"),
    allowed(coin="pure"),
    allowed(epsilon="1.0"),
    allowed(epsilon=1),
    allowed(epsilon="-1"),
    allowed(delta="0"),
    allowed(delta="1"),
    allowed(for_events="1"),
    allowed(for_events="-1/1000000000"),
    allowed(version=2),
    allowed(note="x"),
]


@pytest.mark.parametrize("record", HOSTILE, ids=str)
def test_hostile_states_are_refused(record: object) -> None:
    with pytest.raises(LedgerError):
        Filter.from_dict(record)


def test_a_tighter_cap_than_todays_formula_is_kept() -> None:
    old = Filter.from_dict(allowed(cap=24355970000))
    assert old.allowance.cap == 24355970000


@pytest.mark.parametrize("epsilon", [0, -1, float("nan"), float("inf"), 1e-320, "0x1", True, 10**7], ids=repr)
def test_bad_epsilons(epsilon: Any) -> None:
    for make in (Allowance.pure, Allowance.per_metre, lambda e: Allowance.approximate(e, 1e-6)):
        with pytest.raises(SpecError):
            make(epsilon)


@pytest.mark.parametrize(
    ("delta", "events"),
    [(0, 0), (1, 0), (2, 0), (float("nan"), 0), (1e-6, 1e-6), (1e-6, 2e-6), (1e-6, -1e-9), (1e-6, True)],
)
def test_bad_deltas(delta: Any, events: Any) -> None:
    with pytest.raises(SpecError):
        Allowance.approximate(1, delta, events)


def test_promises_below_the_units_of_the_ledger_are_refused() -> None:
    for make in (lambda: Allowance.pure("1e-13"), lambda: Allowance.approximate("1e-9", "1e-18")):
        with pytest.raises(SpecError, match="too small"):
            make()


def test_an_allowance_of_floats_is_refused() -> None:
    """A float times 10^18 may round up; caps are worked out from rationals only."""
    with pytest.raises(SpecError, match="exact rationals"):
        Allowance("zcdp", Fraction(1), Fraction(1, 10**6), 1e-7, 1, 10**11)  # type: ignore[arg-type]


def worst_adversary(allowance: Allowance, caps_times: int) -> float:
    """The largest delta at the promised epsilon that any analyst reaches who picks each question from the answers.

    Dynamic programming over (epsilon still to be lost, rho spent, delta spent): every branch takes its own best.
    """
    questions: list[Pure | Approx] = [Pure("0.1"), Pure("0.3"), Approx("0.1", "0.003")]
    priced = [(one.price(), int(one.epsilon * 10), float(getattr(one, "delta", 0))) for one in questions]
    cap, cap_delta = allowance.cap * caps_times, allowance.cap_delta * caps_times

    @functools.cache
    def best(left: int, rho: int, delta: int) -> float:
        value = max(0.0, -math.expm1(left / 10))  # stop here
        for price, step, leak in priced:
            if rho + price.rho <= cap and delta + price.delta <= cap_delta:
                up = 1 / (1 + math.exp(-step / 10))
                lucky = best(left - step, rho + price.rho, delta + price.delta)
                other = best(left + step, rho + price.rho, delta + price.delta)
                value = max(value, leak + (1 - leak) * (up * lucky + (1 - up) * other))
        return value

    return best(int(allowance.epsilon * 10), 0, 0)


def test_no_adaptive_analyst_exceeds_the_promise() -> None:
    allowance = Allowance.approximate("0.8", "0.02", for_events="0.006")
    reached = worst_adversary(allowance, 1)
    assert 0.006 < reached <= 0.02
    assert worst_adversary(allowance, 3) > 0.02  # power: caps three times as large are not safe
