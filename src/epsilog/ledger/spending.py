"""Spending: from a held amount to a delivered result. Each function is one page of the journal."""

from __future__ import annotations

import json
import secrets
from collections.abc import Iterable
from typing import Any

from sqlalchemy import RowMapping, and_, insert, select, update

from epsilog.accounting.filter import Amount
from epsilog.core.charge import Charge, charge_from_dict
from epsilog.errors import LedgerError, PrivacyError, SpecError
from epsilog.ledger import schema
from epsilog.ledger.block import checked_blocks
from epsilog.ledger.books import Books
from epsilog.ledger.chain import canonical, digest_of
from epsilog.ledger.name import account_name, label
from epsilog.ledger.page import Page
from epsilog.ledger.posting import Posting, Side, postings_for
from epsilog.ledger.receipt import Receipt, State, is_gone, this_process
from epsilog.ledger.refusal import refusal
from epsilog.ledger.terms import Terms

_RELEASES = schema.releases


def reserve(
    books: Books,
    account: str,
    charge: Charge,
    request: str,
    *,
    key: str,
    blocks: Iterable[str] = (),
    started: bool = False,
) -> Receipt:
    """Hold the price of a release on its account and every account above, or refuse and write nothing."""
    name, key, request = account_name(account), label(key, "key"), label(request, "request")
    with books.page() as page:
        row = page.account(name)
        known = page.connection.execute(
            select(_RELEASES).where(_RELEASES.c.root == row["root"], _RELEASES.c.key == key)
        ).mappings()
        first = known.first()
        if first is not None:
            return _repeated(first, row, request, charge)
        lineage = page.lineage(row)
        page.refuse_if_stopped(lineage)
        terms = Terms.from_text(row["terms"])
        touched = checked_blocks(blocks, row["period"])
        cost = terms.cost_of(charge)
        held = postings_for(lineage, touched, cost, "hold")
        _refuse_above_the_cap(page, lineage, held, terms)
        receipt = secrets.token_hex(16)
        body = {
            "receipt": receipt,
            "account": name,
            "key": key,
            "request": request,
            "charge": charge.to_dict(),
            "blocks": list(touched),
            "owner": this_process(),
        }
        page.append("reserve", body, held)
        page.connection.execute(
            insert(_RELEASES),
            {
                "receipt": receipt,
                "root": row["root"],
                "account": row["id"],
                "key": key,
                "request": request,
                "charge": canonical(charge.to_dict()),
                "blocks": canonical({"blocks": list(touched)}),
                "cost_main": cost.main,
                "cost_delta": cost.delta,
                "owner": body["owner"],
                "state": State.STARTED if started else State.RESERVED,
            },
        )
        if started:
            page.append("start", {"receipt": receipt}, postings_for(lineage, touched, cost, "spend"))
        state = State.STARTED if started else State.RESERVED
        return Receipt(receipt, name, key, request, charge, touched, state)


def debit(
    books: Books, account: str, charge: Charge, request: str, *, key: str, blocks: Iterable[str] = ()
) -> Receipt:
    """Reserve and start in one page."""
    return reserve(books, account, charge, request, key=key, blocks=blocks, started=True)


def start(books: Books, receipt: str) -> None:
    """Mark, on disk, that data is about to be opened. From here on the price is spent whatever happens."""
    with books.page() as page:
        release = _release(page, receipt)
        _must_be(release, State.RESERVED)
        lineage = page.lineage(_account_by_id(page, release["account"]))
        page.refuse_if_stopped(lineage)
        page.append("start", {"receipt": receipt}, _held_postings(lineage, release, "spend"))
        _set(page, receipt, State.STARTED)


def commit(books: Books, receipt: str, result: bytes, *, tick: int = 0, last: bool = True) -> str:
    """Store a noisy result and its entry together; only then may it be sent. Returns its fingerprint.

    A stream commits many ticks; each is stored once, and `last` closes the release.
    """
    with books.page() as page:
        release = _release(page, receipt)
        digest = digest_of(result)
        stored = page.connection.execute(
            select(schema.results.c.digest).where(
                schema.results.c.receipt == receipt, schema.results.c.tick == tick
            )
        ).scalar_one_or_none()
        if stored is not None:
            if stored != digest:
                raise PrivacyError(
                    "this tick has a result already; fresh noise for it would leak", where=f"tick {tick}"
                )
            return digest
        _must_be(release, State.STARTED)
        page.append("commit", {"receipt": receipt, "tick": tick, "digest": digest, "last": last})
        page.connection.execute(
            insert(schema.results),
            {"receipt": receipt, "tick": tick, "digest": digest, "body": result, "delivered": 0},
        )
        if last:
            _set(page, receipt, State.COMMITTED)
        return digest


def deliver(books: Books, receipt: str, *, tick: int = 0) -> bytes:
    """The stored result of a tick, marked as delivered. The same value every time, at least once."""
    with books.page() as page:
        release = _release(page, receipt)
        where = and_(schema.results.c.receipt == receipt, schema.results.c.tick == tick)
        row = page.connection.execute(select(schema.results).where(where)).mappings().first()
        if row is None:
            raise LedgerError(f"nothing was committed for tick {tick}", where=f"receipt {receipt}")
        body = bytes(row["body"])
        if digest_of(body) != row["digest"]:
            raise LedgerError("the stored result was changed after it was committed", where=f"receipt {receipt}")
        if not row["delivered"]:
            page.append("deliver", {"receipt": receipt, "tick": tick})
            page.connection.execute(update(schema.results).where(where).values(delivered=1))
            if release["state"] == State.COMMITTED:
                _set(page, receipt, State.DELIVERED)
        return body


def release(books: Books, receipt: str, *, why: str) -> None:
    """Give back what was held for a release that never opened data."""
    with books.page() as page:
        row = _release(page, receipt)
        _must_be(row, State.RESERVED)
        _give_back(page, row, why)


def forfeit(books: Books, receipt: str, *, why: str) -> None:
    """Close a release that opened data and has nothing to show. Its price stays spent."""
    with books.page() as page:
        row = _release(page, receipt)
        _must_be(row, State.STARTED)
        _lose(page, row, why)


def recover(books: Books) -> list[Receipt]:
    """Settle what dead processes left: held amounts are given back, started ones forfeited."""
    settled = []
    with books.page() as page:
        under_way = page.connection.execute(
            select(_RELEASES).where(_RELEASES.c.state.in_([State.RESERVED, State.STARTED]))
        ).mappings()
        for row in under_way.all():
            if not is_gone(row["owner"]):
                continue
            if row["state"] == State.RESERVED:
                _give_back(page, row, "its process is gone")
            else:
                _lose(page, row, "its process is gone")
            settled.append(_receipt(page, _release(page, row["receipt"])))
    return settled


def find(books: Books, account: str, key: str) -> Receipt | None:
    """The receipt of a key, if there is one."""
    with books.page() as page:
        root = page.account(account_name(account))["root"]
        row = (
            page.connection.execute(select(_RELEASES).where(_RELEASES.c.root == root, _RELEASES.c.key == key))
            .mappings()
            .first()
        )
        return None if row is None else _receipt(page, row)


def _held_postings(lineage: Iterable[RowMapping], row: RowMapping, side: Side) -> list[Posting]:
    cost = Amount(row["cost_main"], row["cost_delta"])
    return postings_for(lineage, json.loads(row["blocks"])["blocks"], cost, side)


def _refuse_above_the_cap(page: Page, lineage: list[RowMapping], held: list[Posting], terms: Terms) -> None:
    balances = page.balances(lineage, sorted({posting.block for posting in held}))
    names = {row["id"]: row["name"] for row in lineage}
    for posting in held:
        row = balances[posting.account, posting.block]
        used = Amount(row["held_main"] + row["spent_main"], row["held_delta"] + row["spent_delta"])
        after, cap = used + posting.amount, Amount(row["cap_main"], row["cap_delta"])
        if after.main > cap.main or after.delta > cap.delta:
            raise refusal(names[posting.account], posting.block, terms.allowance.coin, after, cap)


def _repeated(first: RowMapping, account: RowMapping, request: str, charge: Charge) -> Receipt:
    same = (
        first["request"] == request
        and first["account"] == account["id"]
        and first["charge"] == canonical(charge.to_dict())
    )
    if not same:
        raise SpecError(
            "this key was used for another request",
            where="key",
            hint="a key belongs to one request for ever; give the new one a new edition",
        )
    if first["state"] in (State.FORFEITED, State.RELEASED):
        raise PrivacyError(
            f"this key was {first['state'].lower()}; it will not be drawn again",
            where="key",
            hint="give the request a new edition",
        )
    blocks = tuple(json.loads(first["blocks"])["blocks"])
    return Receipt(
        first["receipt"],
        account["name"],
        first["key"],
        request,
        charge,
        blocks,
        State(first["state"]),
        repeated=True,
    )


def _receipt(page: Page, row: RowMapping) -> Receipt:
    account = _account_by_id(page, row["account"])
    return Receipt(
        row["receipt"],
        account["name"],
        row["key"],
        row["request"],
        charge_from_dict(json.loads(row["charge"])),
        tuple(json.loads(row["blocks"])["blocks"]),
        State(row["state"]),
        repeated=True,
    )


def _release(page: Page, receipt: str) -> RowMapping:
    row = page.connection.execute(select(_RELEASES).where(_RELEASES.c.receipt == receipt)).mappings().first()
    if row is None:
        raise SpecError("no such receipt", where="receipt")
    return row


def _account_by_id(page: Page, account: int) -> RowMapping:
    return page.connection.execute(select(schema.accounts).where(schema.accounts.c.id == account)).mappings().one()


def _must_be(row: RowMapping, state: State) -> None:
    if row["state"] != state:
        raise PrivacyError(
            f"the release is {row['state']}, not {state}",
            where=f"receipt {row['receipt']}",
            hint="a receipt pays once",
        )


def _set(page: Page, receipt: str, state: State) -> None:
    page.connection.execute(update(_RELEASES).where(_RELEASES.c.receipt == receipt).values(state=state))


def _give_back(page: Page, row: RowMapping, why: str) -> None:
    lineage = page.lineage(_account_by_id(page, row["account"]))
    page.append(
        "release", {"receipt": row["receipt"], "why": label(why, "why")}, _held_postings(lineage, row, "free")
    )
    _set(page, row["receipt"], State.RELEASED)


def _lose(page: Page, row: RowMapping, why: str) -> None:
    body: dict[str, Any] = {"receipt": row["receipt"], "why": label(why, "why")}
    page.append("forfeit", body)
    _set(page, row["receipt"], State.FORFEITED)
    account = _account_by_id(page, row["account"])
    failures = account["failures"] + 1
    values: dict[str, Any] = {"failures": failures}
    if failures >= Terms.from_text(account["terms"]).failures and not account["stopped"]:
        # A failure may depend on data, so a long series of them is a channel. Close it.
        values["stopped"] = f"{failures} releases failed after data was opened"
        page.append("stop", {"account": account["name"], "by": "the ledger", "why": values["stopped"]})
    page.connection.execute(update(schema.accounts).where(schema.accounts.c.id == account["id"]).values(values))
