"""The permanent record of a charge: golden, strict, and deaf to whatever it was not made for."""

import json
from pathlib import Path
from typing import Any

import pytest

from epsilog.core.charge import (
    KINDS,
    Approx,
    BoundedRange,
    Charge,
    Gaussian,
    GeoInd,
    Laplace,
    Pure,
    charge_from_dict,
)
from epsilog.errors import LedgerError

GOLDEN = Path(__file__).parents[2] / "golden" / "charges-v1.json"


def every_kind() -> dict[str, Charge]:
    return {
        "pure": Pure("1/3"),
        "laplace": Laplace("20", 20, 20),
        "gaussian": Gaussian("20.529", 4),
        "gaussian-continuous": Gaussian("1/4", 1, "continuous"),
        "approx": Approx("0.5", "1e-9"),
        "bounded-range": BoundedRange(1),
        "geo-ind": GeoInd("0.01"),
        "composed": Pure(1) + Gaussian(100, 4) * 3 + Approx(0, "1e-12"),
        "repeated": (Pure("0.01") + Laplace(1, 1, 1)) * 365,
    }


def test_records_of_version_1_keep_their_meaning_for_ever() -> None:
    golden = json.loads(GOLDEN.read_text(encoding="utf-8"))
    kinds = every_kind()
    assert set(golden) == set(kinds)
    assert {record["record"]["kind"] for record in golden.values()} == set(KINDS)
    for name, stored in golden.items():
        charge = charge_from_dict(stored["record"])
        assert charge == kinds[name]
        assert charge.to_dict() == stored["record"]
        if charge.currency == "persons":
            price = charge.price()
            # Prices may become tighter in a later version, never dearer and never a surprise.
            assert (price.rho, price.delta) == (stored["price"]["rho"], stored["price"]["delta"])


@pytest.mark.parametrize("charge", every_kind().values(), ids=lambda c: c.kind)
def test_json_there_and_back(charge: Charge) -> None:
    assert charge_from_dict(json.loads(json.dumps(charge.to_dict()))) == charge


def nested(depth: int) -> dict[str, Any]:
    record: dict[str, Any] = Pure(1).to_dict()
    for _ in range(depth):
        twice = {"kind": "repeated", "version": 1, "charge": record, "times": 2}
        record = {"kind": "composed", "version": 1, "charges": [twice]}
    return record


PURE = {"kind": "pure", "version": 1, "epsilon": "1"}
LAPLACE = {"kind": "laplace", "version": 1, "scale": "1", "l1": 1, "l2_squared": 1}
REPEATED = {"kind": "repeated", "version": 1, "charge": PURE, "times": 2}
HOSTILE: dict[str, object] = {
    "nothing": None,
    "a list": [],
    "text": "pure",
    "empty": {},
    "a class name": {"kind": "subprocess.Popen", "version": 1, "args": ["true"]},
    "a module": {"kind": "epsilog.core.charge.Pure", "version": 1, "epsilon": "1"},
    "python's own": {"kind": "__class__", "version": 1},
    "the parent": {"kind": "Charge", "version": 1},
    "a list as kind": {"kind": ["pure"], "version": 1, "epsilon": "1"},
    "a number as kind": {"kind": 10**5000, "version": 1},
    "capital": PURE | {"kind": "Pure"},
    "a Cyrillic twin": PURE | {"kind": "рure"},
    "full-width digits": PURE | {"epsilon": "１"},
    "an invisible space": PURE | {"epsilon": "1\u200b"},
    "spaces": PURE | {"epsilon": " 1"},
    "another spelling": PURE | {"epsilon": "1.0"},
    "not reduced": PURE | {"epsilon": "2/2"},
    "a plus": PURE | {"epsilon": "+1"},
    "an exponent": PURE | {"epsilon": "1e0"},
    "a float": PURE | {"epsilon": 1.0},
    "an integer for text": PURE | {"epsilon": 1},
    "a truth value": PURE | {"epsilon": True},
    "NaN": PURE | {"epsilon": float("nan")},
    "NaN as text": PURE | {"epsilon": "nan"},
    "zero": PURE | {"epsilon": "0"},
    "negative": PURE | {"epsilon": "-1"},
    "null": PURE | {"epsilon": None},
    "no version": {"kind": "pure", "epsilon": "1"},
    "version 2": PURE | {"version": 2},
    "version text": PURE | {"version": "1"},
    "version true": PURE | {"version": True},
    "version float": PURE | {"version": 1.0},
    "version huge": PURE | {"version": 10**5000},
    "an extra field": PURE | {"note": "x"},
    "an extra key that is no text": PURE | {7: "x"},
    "a private field": PURE | {"__dict__": {}},
    "a missing field": {"kind": "laplace", "version": 1, "scale": "1", "l1": 1},
    "a text for an integer": LAPLACE | {"l1": "1"},
    "a truth value for an integer": LAPLACE | {"l1": True},
    "a float for an integer": LAPLACE | {"l1": 1.0},
    "a huge integer": LAPLACE | {"l2_squared": 10**5000},
    "a negative integer": LAPLACE | {"l1": -1},
    "a huge text": PURE | {"epsilon": "9" * 10**6},
    "an unknown law": {"kind": "gaussian", "version": 1, "sigma_squared": "1", "l2_squared": 1, "law": "normal"},
    "delta of one": {"kind": "approx", "version": 1, "epsilon": "1", "delta": "1"},
    "no parts": {"kind": "composed", "version": 1, "charges": []},
    "parts that are no list": {"kind": "composed", "version": 1, "charges": {"0": PURE}},
    "parts in parts": {
        "kind": "composed",
        "version": 1,
        "charges": [{"kind": "composed", "version": 1, "charges": [PURE]}],
    },
    "twice twice": REPEATED | {"charge": REPEATED},
    "zero times": REPEATED | {"times": 0},
    "true times": REPEATED | {"times": True},
    "text times": REPEATED | {"times": "2"},
    "float times": REPEATED | {"times": 2.0},
    "huge times": REPEATED | {"times": 10**5000},
    "a charge that is none": REPEATED | {"charge": "pure"},
    "mixed currencies": {"kind": "composed", "version": 1, "charges": [PURE, GeoInd(1).to_dict()]},
    "too deep": nested(20),
    "far too deep": nested(200),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_records_are_refused(name: str) -> None:
    with pytest.raises(LedgerError) as caught:
        charge_from_dict(HOSTILE[name])
    assert len(str(caught.value)) < 500


def test_the_harmless_twins_of_the_hostile_records_are_read() -> None:
    for record in (PURE, LAPLACE, REPEATED, nested(15)):
        assert charge_from_dict(record).to_dict() == record
