"""Cards: a golden file, and a reader that believes no field by itself."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from epsilog.accounting.allowance import Allowance
from epsilog.core.charge import Pure
from epsilog.errors import LedgerError
from epsilog.show.card import LOUD, Card
from epsilog.show.conditions import Condition
from release_scenes import SOFTWARE, TIDY, everything, plan_of, result_of, stored

GOLDEN = Path(__file__).parents[2] / "golden" / "card-v1.json"


def golden_card(**changes: object) -> Card:
    given: dict[str, Any] = {
        # Made before the rules of ranges had versions: every one was the first.
        "plan": replace(plan_of(everything(tidy=TIDY), ("gaussian", "laplace")), rules=()),
        "receipt": "7f" * 16,
        "account": "clinic/2026",
        "allowance": Allowance.approximate(3, "1e-6"),
        "ledger": "a0" * 16,
        "fingerprint": "0123456789abcdef" * 4,
        "drawn_at": "2026-11-15T08:00:00+00:00",
        "software": SOFTWARE,
        "reproducible": False,
        "conditions": (
            Condition(7, "2026-03-01", "refund", "12ab", ("Ada", "Grace"), "断电"),
            Condition(9, "2026-03-02", "resume", "", ("Ada", "Grace"), "the disk died"),
        ),
    }
    return Card(**{**given, **changes})


def test_the_golden_card_is_read_and_written_the_same() -> None:
    raw = GOLDEN.read_bytes()
    assert Card.from_bytes(raw) == golden_card()
    assert golden_card().to_bytes() == raw


def leaves(node: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    if isinstance(node, dict | list) and node:
        for key in node if isinstance(node, dict) else range(len(node)):
            yield from leaves(node[key], (*path, key))
    else:
        yield path


def changed(record: Any, path: tuple[Any, ...], value: Any) -> bytes:
    found = copy.deepcopy(record)
    inner = found
    for key in path[:-1]:
        inner = inner[key]
    inner[path[-1]] = value
    return (json.dumps(found, ensure_ascii=False, indent=2) + "\n").encode()


# These facts are stated by the card alone: others (the certificate, the ledger) vouch for them.
FACTS = {"receipt", "ledger", "fingerprint", "drawn_at", "software", "conditions"}
# A cap may be tighter than a promise asks for, so a weaker promise with the same cap is an allowance too.
WEAKER = ("account", "promises_when_used_up", "epsilon")


def test_no_derived_field_can_be_changed_by_hand() -> None:
    record = json.loads(GOLDEN.read_bytes())
    tried = 0
    for path in leaves(record):
        if path[0] in FACTS or path == WEAKER:
            continue
        value = record
        for key in path:
            value = value[key]
        other: Any = not value if isinstance(value, bool) else value + 1 if isinstance(value, int) else f"{value}1"
        with pytest.raises(LedgerError):
            Card.from_bytes(changed(record, path, other))
        tried += 1
    assert tried > 250


@pytest.mark.parametrize("name", sorted(json.loads(GOLDEN.read_bytes())))
def test_no_field_can_be_left_out_or_turned_into_something_else(name: str) -> None:
    record = json.loads(GOLDEN.read_bytes())
    without = {key: value for key, value in record.items() if key != name}
    for broken in (
        without,
        {**record, name: None},
        {**record, name: 1.5},
        {**record, name: [[]]},
        {**record, "x": 1},
    ):
        with pytest.raises(LedgerError):
            Card.from_bytes((json.dumps(broken, ensure_ascii=False, indent=2) + "\n").encode())


@pytest.mark.parametrize(
    "raw", [b"", b"{}", b"[]", b"null", b"\xff", b"[" * 100_000, b'{"version": 2}', b'{"version": true}']
)
def test_what_is_no_card_is_refused(raw: bytes) -> None:
    with pytest.raises(LedgerError):
        Card.from_bytes(raw)


@pytest.mark.parametrize(
    "wrong",
    [
        "the word of two",
        {},
        {"entry": "7"},
        {"entry": True},
        {"day": "2026-3-1"},
        {"day": "soon"},
        {"kind": "oath"},
        {"receipt": 5},
        {"by": "Ada"},
        {"by": [5]},
        {"why": None},
        {"more": 1},
    ],
)
def test_conditions_are_read_strictly(wrong: Any) -> None:
    good = golden_card().conditions[0].to_dict()
    assert Condition.from_dict(good).to_dict() == good
    bad = {**good, **wrong} if isinstance(wrong, dict) and wrong else wrong
    record = json.loads(GOLDEN.read_bytes())
    with pytest.raises(LedgerError):
        Card.from_bytes(changed(record, ("conditions", 0), bad))


def test_a_space_more_is_another_file() -> None:
    with pytest.raises(LedgerError, match="agree"):
        Card.from_bytes(GOLDEN.read_bytes() + b" ")


def test_a_seed_is_said_aloud_near_the_top() -> None:
    raw = golden_card(reproducible=True).to_bytes().decode()
    assert LOUD in raw[:200]
    assert LOUD not in golden_card().to_bytes().decode()


def test_a_promise_smaller_than_the_price_is_refused() -> None:
    plan = plan_of(everything())
    with pytest.raises(LedgerError, match="more than the share"):
        golden_card(plan=replace(plan, share=Allowance.approximate("0.1", "1e-6")))


def test_a_receipt_for_something_else_is_refused(tmp_path) -> None:
    ledger, release = stored(result_of(plan_of(everything())), tmp_path)
    ledger.close()
    assert Card.of(release).fingerprint == release.fingerprint
    for change in ({"charge": Pure(1)}, {"key": "other"}, {"request": "other"}, {"account": "other"}):
        with pytest.raises(LedgerError):
            Card.of(replace(release, receipt=replace(release.receipt, **change)))
