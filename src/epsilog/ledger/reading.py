"""Reading the books: balances, the tree of accounts, history. Writes nothing, locks nobody out."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from sqlalchemy import Connection, RowMapping, select

from epsilog.accounting.filter import Amount
from epsilog.core.charge import charge_from_dict
from epsilog.errors import SpecError
from epsilog.ledger import schema
from epsilog.ledger.books import Books
from epsilog.ledger.name import account_name
from epsilog.ledger.receipt import State
from epsilog.ledger.terms import Terms


@dataclass(frozen=True)
class Balance:
    """One account in one block: what is allowed, held and spent."""

    account: str
    block: str
    cap: Amount
    held: Amount
    spent: Amount

    @property
    def share(self) -> float:
        """The used part of the tighter cap, between 0 and 1; held amounts count as used."""
        pairs = (
            (self.held.main + self.spent.main, self.cap.main),
            (self.held.delta + self.spent.delta, self.cap.delta),
        )
        return float(max((Fraction(used, cap) for used, cap in pairs if cap), default=Fraction(0)))


@dataclass(frozen=True)
class Account:
    """An account with its terms, its balances by block, and the plain sums of what was charged.

    `simple_epsilon` and `simple_delta` are the sums of the charges' own (epsilon, delta) where each has one: a simple bound
    that anybody can add up. There is deliberately no "epsilon spent so far at delta": as a guarantee at a moment that was chosen by
    looking at answers it would be false. What holds is the promise of the account when it is used up.
    """

    name: str
    parent: str | None
    terms: Terms
    stopped: str | None
    failures: int
    balances: tuple[Balance, ...]
    releases: int
    simple_epsilon: Fraction | None
    simple_delta: Fraction

    @property
    def share(self) -> float:
        """The used part of its fullest block."""
        return max((balance.share for balance in self.balances), default=0.0)


@dataclass(frozen=True)
class Line:
    """One entry of the journal, read back."""

    seq: int
    at: str
    kind: str
    body: dict[str, Any]
    hash: str


def accounts(books: Books) -> list[Account]:
    """All accounts, parents before children."""
    with books.store.reading() as connection:
        rows = connection.execute(select(schema.accounts).order_by(schema.accounts.c.id)).mappings().all()
        names = {row["id"]: row["name"] for row in rows}
        return [_account(connection, row, names) for row in rows]


def account(books: Books, name: str) -> Account:
    """One account."""
    wanted = account_name(name)
    for found in accounts(books):
        if found.name == wanted:
            return found
    raise SpecError(f"no account {wanted!r}", where="account", hint="epsilog ledger show")


def history(books: Books, name: str | None = None, *, last: int | None = None) -> list[Line]:
    """The entries that concern an account or anything below it (all, if none is named), oldest first."""
    wanted = None if name is None else account(books, name).name
    with books.store.reading() as connection:
        receipts: dict[str, str] = {}
        found: list[Line] = []
        for line in lines(connection):
            body = line.body
            about = body.get("account") if "account" in body else receipts.get(body.get("receipt", ""))
            if line.kind == "reserve":
                receipts[body["receipt"]] = body["account"]
            if wanted is None or (about is not None and (about == wanted or about.startswith(wanted + "/"))):
                found.append(line)
        return found if last is None else found[-last:]


def lines(connection: Connection) -> Iterator[Line]:
    """All entries in order, a batch at a time."""
    table = schema.journal
    rows = connection.execution_options(yield_per=2000).execute(select(table).order_by(table.c.seq)).mappings()
    for row in rows:
        yield Line(row["seq"], row["at"], row["kind"], json.loads(row["body"]), row["hash"])


def _account(connection: Connection, row: RowMapping, names: dict[int, str]) -> Account:
    table = schema.balances
    balances = connection.execute(
        select(table).where(table.c.account == row["id"]).order_by(table.c.block)
    ).mappings()
    charged = connection.execute(_charges_below(row)).all()
    epsilon: Fraction | None = Fraction(0)
    delta = Fraction(0)
    for (text,) in charged:
        simple = _simple(text)
        delta += simple[1]
        epsilon = None if epsilon is None or simple[0] is None else epsilon + simple[0]
    return Account(
        name=row["name"],
        parent=names.get(row["parent"]),
        terms=Terms.from_text(row["terms"]),
        stopped=row["stopped"],
        failures=row["failures"],
        balances=tuple(
            Balance(
                row["name"],
                found["block"],
                Amount(found["cap_main"], found["cap_delta"]),
                Amount(found["held_main"], found["held_delta"]),
                Amount(found["spent_main"], found["spent_delta"]),
            )
            for found in balances
        ),
        releases=len(charged),
        simple_epsilon=epsilon,
        simple_delta=delta,
    )


def _charges_below(row: RowMapping) -> Any:
    releases, table = schema.releases, schema.accounts
    below = select(table.c.id).where((table.c.id == row["id"]) | table.c.lineage.like(row["lineage"] + "/%"))
    return select(releases.c.charge).where(releases.c.account.in_(below), releases.c.state != State.RELEASED)


def _simple(text: str) -> tuple[Fraction | None, Fraction]:
    charge = charge_from_dict(json.loads(text))
    if charge.currency != "persons":
        return None, Fraction(0)
    pure = charge.pure()
    return (None if pure is None else Fraction(pure, 10**12)), Fraction(charge.price().delta, 10**18)
