"""Looking at releases: nothing is written by it, and a name finds its own keys, whatever signs it is made of."""

from __future__ import annotations

import pytest

from epsilog.accounting.allowance import Allowance
from epsilog.core.charge import Pure
from epsilog.core.unit import Unit
from epsilog.errors import SpecError
from epsilog.ledger import Ledger, State, Terms

DIGEST = "0123456789abcdef"
NAMES = [
    *("visits@1", "visits@1%", "visits@1_", "visits@1'", 'visits@1"', "visits@1\\", "visits@1*", "visits@1?"),
    *("visits@10", "visit@1", "VISITS@1", "就诊@一", "就诊@二", "é@1", "e@1"),
    *("visits@1#x", "visits@1 ", "$@#", "[a]@1"),
]


def books(place: str) -> Ledger:
    ledger = Ledger.open(place, create=True)
    ledger.open_account("clinic", Terms(Unit("patient"), Allowance.pure(100)), by="Ada")
    return ledger


def test_a_name_finds_its_own_keys_and_no_others(place: str) -> None:
    with books(place) as ledger:
        for name in NAMES:
            for digit in "09af":
                ledger.debit("clinic", Pure("1/10"), f"{name} {digit}", key=f"{name}#{digit * 16}")
        for name in NAMES:
            found = ledger.named("clinic", name)
            assert [receipt.key for receipt in found] == [f"{name}#{digit * 16}" for digit in "09af"], name
            assert {receipt.request for receipt in found} == {f"{name} {digit}" for digit in "09af"}
        assert ledger.named("clinic", "visits@") == []
        assert ledger.named("clinic", "%") == ledger.named("clinic", "visits@_") == []
        with pytest.raises(SpecError, match="no account"):
            ledger.named("clinic/none", "visits@1")
        with pytest.raises(SpecError):
            ledger.named("clinic", "visits\0@1")


def test_a_name_is_looked_for_in_one_account_alone(place: str) -> None:
    with books(place) as ledger:
        ledger.allocate("clinic", {"north": "1/2", "south": "1/2"}, by="Ada")
        ledger.debit("clinic/north", Pure("1/10"), "request", key=f"visits@1#{DIGEST}")
        assert [one.account for one in ledger.named("clinic/north", "visits@1")] == ["clinic/north"]
        assert ledger.named("clinic/south", "visits@1") == []


def test_a_name_is_found_through_an_index(place: str) -> None:
    with books(place) as ledger:
        ledger.debit("clinic", Pure("1/10"), "request", key=f"visits@1#{DIGEST}")
        store = ledger._books.store
        order = "BINARY" if store.is_file else '"C"'
        asked = (
            f"SELECT * FROM releases WHERE root = 1 AND key COLLATE {order} >= 'visits@1#'"
            f" AND key COLLATE {order} < 'visits@1$'"
        )
        with store.reading() as session:
            if store.is_file:
                told = " ".join(str(row) for row in session.rows(f"EXPLAIN QUERY PLAN {asked}"))
                assert "root=? AND key>? AND key<?" in told
            else:
                session.run("SET LOCAL enable_seqscan = off")
                session.run("SET LOCAL enable_bitmapscan = off")
                told = " ".join(str(row) for row in session.rows(f"EXPLAIN {asked}"))
                condition = told.partition("Index Cond:")[2].partition("}")[0]
                assert "visits@1#" in condition
                assert "visits@1$" in condition


def test_a_look_leaves_the_books_as_they_are(place: str) -> None:
    with books(place) as ledger:
        key = f"visits@1#{DIGEST}"
        assert ledger.look("clinic", key) is None
        receipt = ledger.debit("clinic", Pure(1), "request", key=key)
        seen = ledger.look("clinic", key)
        assert seen is not None
        assert (seen.receipt.id, seen.receipt.state, seen.body) == (receipt.id, State.STARTED, None)
        digest = ledger.commit(receipt, b"noisy")
        entries = len(ledger.history())
        for _ in range(2):
            seen = ledger.look("clinic", key)
            assert seen is not None
            assert (seen.receipt.state, seen.body, seen.digest) == (State.COMMITTED, b"noisy", digest)
        assert len(ledger.history()) == entries
        ledger.deliver(receipt)
        seen = ledger.look("clinic", key)
        assert seen is not None
        assert seen.receipt.state is State.DELIVERED
