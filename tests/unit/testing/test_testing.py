"""The public checks: they hold for ours, and each of them can fail."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from epsilog.core.bounded import Bounded, Noisy, Sensitivity
from epsilog.core.charge import Approx, BoundedRange, Charge, Gaussian, Laplace, Price, Pure
from epsilog.core.law import DiscreteLaplace, Noise
from epsilog.core.unit import Unit
from epsilog.errors import SensitivityExceeded, SpecError
from epsilog.mechanisms.tables import gaussian as gaussian_table
from epsilog.mechanisms.tables import laplace as laplace_table
from epsilog.noise import discrete_laplace
from epsilog.testing import (
    CHARGE_CHECKS,
    FUNCTION_CHECKS,
    MECHANISM_CHECKS,
    CheckFailed,
    Report,
    check_charge,
    check_mechanism,
    neighbours,
    seeded,
)

ONE = Sensitivity(1, 1)


def table(*values: int, sensitivity: Sensitivity = ONE) -> Bounded:
    return Bounded(tuple(range(len(values))), np.array(values, dtype=np.int64), Fraction(1), sensitivity)


@pytest.mark.parametrize(
    "charge",
    [
        Pure(1),
        Pure("0.001"),
        Laplace(3, 2, 4),
        Laplace(20, 20, 20),
        Gaussian(100, 4),
        Approx(1, "1e-6"),
        BoundedRange(1),
        Pure(1) + Gaussian(4, 1) * 3,
        Laplace("1/3", 1, 1) * 12,
    ],
    ids=lambda charge: charge.kind,
)
def test_our_charges_pass(charge: Charge) -> None:
    assert check_charge(charge).count == CHARGE_CHECKS


@dataclass(frozen=True)
class Unregistered(Pure):
    """Looks like a kind of the registry and is not: the ledger would read something else."""


def test_a_charge_outside_the_registry_fails() -> None:
    with pytest.raises(CheckFailed, match="reads back"):
        check_charge(Unregistered(1))


def test_a_price_beyond_its_epsilon_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Pure, "price", lambda self: Price(10**13, 0))
    with pytest.raises(CheckFailed, match="at most epsilon²/2"):
        check_charge(Pure(1))


def test_a_free_charge_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Pure, "price", lambda self: Price(0, 0))
    with pytest.raises(CheckFailed, match="not all zero"):
        check_charge(Pure(1))


def test_a_price_below_its_renyi_curve_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Pure, "price", lambda self: Price(10**11, 0))
    with pytest.raises(CheckFailed, match="Rényi"):
        check_charge(Pure(1))


@pytest.mark.parametrize("seed", [1, None])
def test_our_mechanisms_pass(seed: int | None) -> None:
    mechanism = laplace_table.Laplace(Fraction(2), ONE)
    report = check_mechanism(mechanism, table(3, 5), table(4, 5), samples=2500, seed=seed)
    assert report.count == MECHANISM_CHECKS
    assert report.verdict is not None
    assert report.verdict.reproducible is (seed is not None)


def test_our_gaussian_passes() -> None:
    mechanism = gaussian_table.Gaussian(Fraction(4), ONE)
    assert check_mechanism(mechanism, table(3), table(4), samples=2500, seed=2).count == MECHANISM_CHECKS


@dataclass(frozen=True)
class Specimen:
    """Discrete Laplace by the book, with switches that break one promise each."""

    scale: Fraction = Fraction(2)
    covers: Sensitivity = ONE
    really: Fraction = Fraction(2)
    stated: Fraction = Fraction(2)
    fickle: bool = False
    short: bool = False
    talkative: bool = False
    lax: bool = False
    shy: bool = False

    @property
    def charge(self) -> Charge:
        return Laplace(self.scale, self.covers.l1, self.covers.l2_squared)

    @property
    def noise(self) -> Noise:
        return Noise(DiscreteLaplace(self.stated), Fraction(1))

    def __call__(self, exact: Bounded, rng: Any) -> Noisy:
        if not self.covers.covers(exact.sensitivity) and not self.lax:
            values = f" for {exact.values}" if self.talkative else ""
            raise SensitivityExceeded("not covered" + values)
        words = None if self.fickle else rng
        drawn = discrete_laplace(self.really, len(exact.keys), *([] if words is None else [words]))
        values = (exact.values + drawn).astype(np.float64)
        keys = exact.keys[:-1] if self.short and exact.values[0] > 3 else exact.keys
        return Noisy(keys, values[: len(keys)], self.noise, rng.reproducible and not self.shy)


def test_the_specimen_passes_unbroken() -> None:
    assert check_mechanism(Specimen(), table(3), table(4), samples=2500, seed=1).count == MECHANISM_CHECKS


@pytest.mark.parametrize(
    ("broken", "message"),
    [
        ({"really": Fraction(1), "stated": Fraction(1)}, "surer than the claim"),
        ({"stated": Fraction(3)}, "stated law"),
        ({"fickle": True}, "same words"),
        ({"short": True}, "keys and lengths"),
        ({"talkative": True}, "private value"),
        ({"lax": True}, "refuses"),
        ({"shy": True}, "says so"),
    ],
)
def test_every_broken_promise_is_named(broken: dict[str, Any], message: str) -> None:
    with pytest.raises(CheckFailed, match=message):
        check_mechanism(replace(Specimen(), **broken), table(3), table(4), samples=8000, seed=1)


def test_neighbours_too_far_apart_are_refused() -> None:
    with pytest.raises(CheckFailed, match="no further apart"):
        check_mechanism(Specimen(), table(3), table(7), samples=2000)


def test_a_table_beyond_the_cover_is_refused() -> None:
    wide = Sensitivity(2, 4)
    with pytest.raises(CheckFailed, match="covers the declared"):
        check_mechanism(Specimen(), table(3, sensitivity=wide), table(4, sensitivity=wide), samples=2000)


def test_a_plain_function_needs_a_claim() -> None:
    with pytest.raises(SpecError, match="claim"):
        check_mechanism(lambda data: data, 0, 1)


def test_a_plain_function_that_leaks_fails_readably() -> None:
    def leak(data: int, size: int) -> Any:
        return np.full(size, data)

    with pytest.raises(CheckFailed, match="surer than the claim") as caught:
        check_mechanism(leak, 0, 1, claim=1, samples=2000)
    assert "measured" in str(caught.value)
    assert FUNCTION_CHECKS == 2


def test_a_suite_that_lost_a_check_fails() -> None:
    report = Report("x")
    report.hold("one", True)
    with pytest.raises(CheckFailed, match="1 of 2"):
        report.complete(2)


def test_seeded_repeats_itself_and_says_so() -> None:
    a, b = seeded(9), seeded(9)
    assert a.reproducible
    assert (a.words(8, 64) == b.words(8, 64)).all()
    assert not (a.words(8, 64) == seeded(10).words(8, 64)).all()


@pytest.mark.parametrize("bad", [-1, True, 1.5, "x"])
def test_a_bad_seed_is_refused(bad: Any) -> None:
    with pytest.raises(SpecError, match="seed"):
        seeded(bad)


@pytest.mark.parametrize("relation", ["add-remove", "replace"])
@pytest.mark.parametrize("each", ["row", "person"])
def test_neighbours_are_exactly_one_unit_apart(each: str, relation: Any) -> None:
    unit = Unit(each, neighbours=relation)
    tables = list(neighbours(unit, cells=3, rows=3, people=2))
    assert len(tables) == 9
    for before, after in tables:
        if each == "row":
            assert unit.distance(before, after) == 1
        else:
            assert unit.distance(by_person(before), by_person(after)) == 1


def by_person(rows: list[Any]) -> list[Any]:
    people = sorted({who for who, _ in rows})
    return [(who, tuple(cell for name, cell in rows if name == who)) for who in people]
