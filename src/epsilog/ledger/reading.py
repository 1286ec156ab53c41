"""Reading the books: balances, the tree of accounts, history. Writes nothing, locks nobody out."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, Final

from epsilog.accounting.filter import Amount
from epsilog.core.charge import charge_from_dict
from epsilog.errors import LedgerError
from epsilog.ledger.block import EVERYTHING
from epsilog.ledger.books import Books
from epsilog.ledger.name import account_name, no_account
from epsilog.ledger.page import KINDS
from epsilog.ledger.schema import must_be_current
from epsilog.ledger.store import Row, Session, list_parameters
from epsilog.ledger.terms import Terms
from epsilog.words import percent, plain, say

_AT_ONCE: Final = 500  # receipts to a question


@dataclass(frozen=True)
class Balance:
    """One account in one block: what is allowed, held and spent."""

    account: str
    block: str
    cap: Amount
    held: Amount
    spent: Amount
    stopped: str | None = None

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

    `simple_epsilon` and `simple_delta` are the sums of the charges' own (epsilon, delta) where each has one: a
    simple bound that anybody can add up. There is deliberately no "epsilon spent so far at delta": as a guarantee
    at a moment that was chosen by looking at answers it would be false. What holds is the promise of the account
    when it is used up.
    """

    name: str
    parent: str | None
    terms: Terms
    cap: Amount
    divided: bool
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

    def __str__(self) -> str:
        allowance = self.terms.allowance
        said = {"epsilon": plain(float(allowance.epsilon), 6, "up")}
        if allowance.delta:
            said["delta"] = plain(float(allowance.delta), way="up")
        kind = "zcdp" if allowance.delta else {"pure": "pure"}.get(allowance.coin, "metre")
        words = {"account": self.name, "used": percent(self.share, way="up"), "count": f"{self.releases:,}"}
        words["promise"] = say(f"ledger.promise.{kind}", **said)
        timed = [one for one in self.balances if one.block != EVERYTHING]
        if not timed:
            return say("ledger.brief", **words)
        return say("ledger.brief.block", **words, block=max(timed, key=lambda one: one.share).block)

    def __repr__(self) -> str:
        return f"Account({self.name!r}, {percent(self.share, way='up')} used)"


@dataclass(frozen=True, repr=False)
class Line:
    """One entry of the journal, read back.

    Where a history is folded, one line stands for all ticks of a stream: it is the newest, `since` the first.
    """

    seq: int
    at: str
    kind: str
    body: dict[str, Any]
    hash: str
    since: Line | None = None

    def __str__(self) -> str:
        """Short, for people: its number, when, what happened, and where or why if it says so.

        >>> line = Line(3, "2026-11-16T03:00:09+00:00", "reserve", {"account": "clinic", "key": "visits"}, "ab")
        >>> print(line)
        3  2026-11-16 03:00  reserve  clinic · visits
        >>> [line]
        [<3  2026-11-16 03:00  reserve  clinic · visits>]
        """
        said = [str(self.body[name]) for name in ("account", "key", "why") if self.body.get(name)]
        numbers = [line.body["tick"] for line in (self.since, self) if line is not None and "tick" in line.body]
        said += [" to ".join(f"{number:,}" for number in numbers)] if self.kind == "tick" else []
        return "  ".join([f"{self.seq}", f"{self.at[:10]} {self.at[11:16]}", self.kind, " · ".join(said)]).rstrip()

    def __repr__(self) -> str:
        return f"<{self}>"


def accounts(books: Books) -> list[Account]:
    """All accounts, parents before children."""
    with books.reading() as session:
        must_be_current(session)
        return _read(session, session.rows("SELECT * FROM accounts ORDER BY id"))


def account(books: Books, name: str) -> Account:
    """One account."""
    wanted = account_name(name)
    known = {found.name: found for found in accounts(books)}
    if wanted not in known:
        raise no_account(wanted, known)
    return known[wanted]


def history(books: Books, name: str | None = None, *, last: int | None = None, fold: bool = False) -> list[Line]:
    """The entries that concern an account or anything below it (all, if none is named), oldest first."""
    wanted = None if name is None else account(books, name).name
    receipts: dict[str, str] = {}
    found = _Kept(last, fold)

    def look(line: Line) -> None:
        if wanted is None:
            found.take(line)
            return
        about = line.body.get("account") or receipts.get(line.body.get("receipt", ""))
        if about is not None and (about == wanted or about.startswith(wanted + "/")):
            found.take(line)
            if line.kind in ("reserve", "debit"):
                receipts[line.body["receipt"]] = line.body["account"]

    walk(books, look)
    return list(found.lines.values())


class _Kept:
    """The last so many lines; folded, all ticks of a stream are one, which stands where the newest of them is."""

    def __init__(self, last: int | None, fold: bool) -> None:
        self.lines: dict[int, Line] = {}
        self._last, self._fold = last, fold
        self._newest: dict[str, Line] = {}  # by receipt

    def take(self, line: Line) -> None:
        if self._fold and line.kind == "tick":
            before = self._newest.get(line.body["receipt"])
            if before is not None:
                self.lines.pop(before.seq, None)
                line = replace(line, since=before.since or before)
            self._newest[line.body["receipt"]] = line
        self.lines[line.seq] = line
        if self._last is not None and len(self.lines) > self._last:
            del self.lines[next(iter(self.lines))]


def payers(books: Books, receipts: Iterable[str]) -> dict[str, tuple[str, str]]:
    """Who paid for these releases and under which key, by receipt."""
    found: dict[str, tuple[str, str]] = {}
    asked = sorted(set(receipts))
    with books.reading() as session:
        for start in range(0, len(asked), _AT_ONCE):
            names, parameters = list_parameters("receipt", asked[start : start + _AT_ONCE])
            wanted = (
                "SELECT releases.receipt, releases.key, accounts.name FROM releases"
                f" JOIN accounts ON accounts.id = releases.account WHERE releases.receipt IN {names}"
            )
            found |= {row["receipt"]: (row["name"], row["key"]) for row in session.rows(wanted, parameters)}
    return found


def walk(books: Books, visit: Callable[[Line], None]) -> None:
    """Show every entry to `visit`, oldest first, and keep none of them: there may be millions."""
    unknown = False
    with books.reading() as session:
        for row in session.stream("SELECT seq, at, kind, body, hash FROM journal ORDER BY seq", batch=2000):
            unknown = unknown or row["kind"] not in KINDS
            if not unknown:
                visit(Line(row["seq"], row["at"], row["kind"], json.loads(row["body"]), row["hash"]))
    if unknown:
        books.stop_everything("an entry of an unknown kind")
        raise LedgerError("an entry is of an unknown kind", hint="epsilog ledger verify")


def assertions(books: Books, name: str) -> list[Line]:
    """The entries by which people vouched for room the books would not have given, oldest first.

    Refunds after data was opened, anywhere below the root of this account, and resuming a restored ledger.
    """
    wanted = account_name(name)
    asserted = "SELECT seq, at, kind, body, hash FROM journal WHERE kind IN ('refund', 'resume') ORDER BY seq"
    found = []
    with books.reading() as session:
        must_be_current(session)
        root = session.first("SELECT root FROM accounts WHERE name = :name", {"name": wanted})
        if root is None:
            raise no_account(wanted, [str(row["name"]) for row in session.rows("SELECT name FROM accounts")])
        for row in session.rows(asserted):
            line = Line(row["seq"], row["at"], row["kind"], json.loads(row["body"]), row["hash"])
            if line.kind == "resume":
                concerns = line.body.get("nothing_spent_since") is True
            else:
                payer = "SELECT root FROM releases WHERE receipt = :receipt"
                concerns = session.first(payer, {"receipt": line.body["receipt"]}) == root
            if concerns:
                found.append(line)
    return found


def _read(session: Session, rows: list[Row]) -> list[Account]:
    names = {row["id"]: row["name"] for row in rows}
    balances: dict[int, list[Balance]] = {row["id"]: [] for row in rows}
    for found in session.rows("SELECT * FROM balances ORDER BY account, block"):
        cap, held, spent = (
            Amount(found[f"{part}_main"], found[f"{part}_delta"]) for part in ("cap", "held", "spent")
        )
        balances[found["account"]].append(
            Balance(names[found["account"]], found["block"], cap, held, spent, found["stopped"])
        )
    sums = {row["id"]: _Sum() for row in rows}
    lineages = {row["id"]: [int(part) for part in row["lineage"].split("/")] for row in rows}
    charged = (
        "SELECT account, charge, COUNT(*) AS n FROM releases WHERE state <> 'RELEASED' GROUP BY account, charge"
    )
    for found in session.rows(charged):
        epsilon, delta = _simple(found["charge"])
        for above in lineages[found["account"]]:
            sums[above].add(found["n"], epsilon, delta)
    return [
        Account(
            name=row["name"],
            parent=names.get(row["parent"]),
            terms=Terms.from_text(row["terms"]),
            cap=Amount(row["cap_main"], row["cap_delta"]),
            divided=bool(row["divided"]),
            stopped=row["stopped"],
            failures=row["failures"],
            balances=tuple(balances[row["id"]]),
            releases=sums[row["id"]].releases,
            simple_epsilon=sums[row["id"]].epsilon,
            simple_delta=sums[row["id"]].delta,
        )
        for row in rows
    ]


@dataclass
class _Sum:
    releases: int = 0
    epsilon: Fraction | None = Fraction(0)
    delta: Fraction = Fraction(0)

    def add(self, times: int, epsilon: Fraction | None, delta: Fraction) -> None:
        self.releases += times
        self.delta += times * delta
        self.epsilon = None if self.epsilon is None or epsilon is None else self.epsilon + times * epsilon


def _simple(text: str) -> tuple[Fraction | None, Fraction]:
    charge = charge_from_dict(json.loads(text))
    if charge.currency != "persons":
        return None, Fraction(0)
    pure = charge.pure()
    return (None if pure is None else Fraction(pure, 10**12)), Fraction(charge.price().delta, 10**18)
