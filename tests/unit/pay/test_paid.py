"""The spine by itself: which step comes when, whoever uses it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest

from epsilog.core.charge import Pure
from epsilog.core.ledger import Receipt, State
from epsilog.errors import PrivacyError
from epsilog.pay.paid import Priced, pay_once

ASKED: Any = SimpleNamespace(spend=SimpleNamespace(account="clinic"), key="visits@1#0", digest="d")
OURS = Receipt("7f", "clinic", "visits@1#0", "d", Pure(1), ("*",), State.RESERVED)


class Books:
    """Books that write down what they are asked, in order."""

    def __init__(self, known: Receipt | None = None, reserved: Receipt = OURS) -> None:
        self.said: list[str] = []
        self.known, self.reserved = known, reserved

    def find(self, account: str, key: str) -> Receipt | None:
        return self.known

    def reserve(self, *words: object, **more: object) -> Receipt:
        self.said.append("reserve")
        if self.reserved.repeated:
            self.known = self.reserved
        return self.reserved

    def start(self, receipt: Receipt) -> None:
        self.said.append("start")
        self.known = replace(receipt, state=State.STARTED)

    def commit(self, receipt: Receipt, body: bytes) -> None:
        self.said.append(f"store {body.decode()}")

    def forfeit(self, receipt: Receipt, why: str) -> None:
        self.said.append("forfeit")


def paid(books: Any, fails: str = "", quicker: PrivacyError | None = None) -> Receipt:
    def make(receipt: Receipt) -> bytes:
        books.said.append("make")
        if fails == "make":
            raise PrivacyError("no")
        return b"numbers"

    @contextmanager
    def ready() -> Iterator[Priced]:
        books.said.append("refuse")
        if fails == "refuse":
            raise PrivacyError("no")
        yield Priced(Pure(1), "pure", (), make, quicker)
        books.said.append("shut")

    return pay_once(ASKED, books, ready, lambda step, done, total: None)


def test_refuse_then_hold_then_start_then_make_then_store() -> None:
    books = Books()
    assert not paid(books).repeated
    assert books.said == ["refuse", "reserve", "start", "make", "store numbers", "shut"]


def test_a_known_key_is_neither_checked_nor_paid() -> None:
    books = Books(known=replace(OURS, state=State.DELIVERED, repeated=True))
    assert paid(books).repeated
    assert books.said == []


def test_a_refusal_holds_nothing_and_a_failure_costs_the_price() -> None:
    for fails, said in (("refuse", ["refuse"]), ("make", ["refuse", "reserve", "start", "make", "forfeit"])):
        books = Books()
        with pytest.raises(PrivacyError):
            paid(books, fails)
        assert books.said == said


def test_somebody_quicker_is_not_paid_for_twice() -> None:
    theirs = replace(OURS, id="8a", state=State.COMMITTED, repeated=True)
    books = Books(reserved=theirs)
    assert paid(books) is theirs
    assert books.said == ["refuse", "reserve", "shut"]
    with pytest.raises(PrivacyError, match="another process"):
        paid(Books(reserved=theirs), quicker=PrivacyError("another process opened it"))
