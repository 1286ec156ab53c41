"""Paying: from a request to a receipt. The only way money is held or spent for a release.

There are two ways. The plain one reads the balances on an open page, compares, says why not, and writes; it is the
law. `pay_fast` first tries the common case in fewer statements; whatever it does not accept goes the plain way. A
`Bill` is the same whichever way it is written.
"""

from __future__ import annotations

import os
import secrets
import time
from collections.abc import Iterable, Mapping
from typing import Any, Final

from epsilog.accounting.filter import Amount
from epsilog.core.charge import Charge
from epsilog.errors import CurrencyMismatch, PolicyError, PrivacyError, SpecError
from epsilog.ledger import pay_fast, schema
from epsilog.ledger.bill import Bill, Request
from epsilog.ledger.block import checked_blocks, refusal
from epsilog.ledger.books import THE_LEDGER, Books
from epsilog.ledger.calendar import refuse_unplanned
from epsilog.ledger.chain import canonical, words_of
from epsilog.ledger.name import account_name, label
from epsilog.ledger.page import Page
from epsilog.ledger.posting import Posting
from epsilog.ledger.receipt import Receipt, State
from epsilog.ledger.store import AnswerLost, Row, must_not_be_a_child

INSERT_RELEASE: Final = schema.insertion("releases")
_KNOWN: Final = "SELECT * FROM releases WHERE root = :root AND key = :key"
_PAUSES: Final = (0.2, 1.0, 4.0)  # seconds between questions when the connection broke


def pay(
    books: Books,
    account: str,
    charge: Charge,
    request: str,
    *,
    key: str,
    blocks: Iterable[str] = (),
    started: bool,
    coin: str | None = None,
) -> Receipt:
    """Hold a price, or spend it at once if `started`. Asks again when the answer was lost."""
    if not isinstance(charge, Charge):
        raise SpecError("must be a Charge", where="charge")
    asked = Request(
        secrets.token_hex(16),
        account_name(account),
        label(key, "key"),
        label(request, "request"),
        charge,
        tuple(blocks),
        started,
        coin,
    )
    pid = os.getpid()
    receipt = _ask_until_answered(books, asked)
    must_not_be_a_child(pid)  # which would know the receipt's number too, and draw for the same price
    return receipt


def _ask_until_answered(books: Books, asked: Request) -> Receipt:
    for pause in _PAUSES:
        try:
            return _pay_once(books, asked)
        except AnswerLost:
            if books.store.is_file:  # the same process asked the same disk: asking again tells nothing new
                raise
            time.sleep(pause)
    return _pay_once(books, asked)


def _pay_once(books: Books, asked: Request) -> Receipt:
    if books.is_current:
        receipt = pay_fast.pay(books, asked)
        if receipt is not None:
            return receipt
    with books.page() as page:
        lineage = page.lineage(asked.account)
        pay_fast.forget_if_turned(books, lineage)
        known = page.session.first(_KNOWN, {"root": lineage[-1]["root"], "key": asked.key})
        if known is not None:
            receipt = _repeat_or_refuse(known, lineage[-1], asked)
            if receipt.state in (State.RESERVED, State.STARTED):
                page.refuse_if_stopped(lineage)  # a stored answer may be read again; nothing may be drawn
            return receipt
        page.refuse_if_stopped(lineage)
        if lineage[-1]["divided"]:
            raise PolicyError(
                f"{asked.account} is divided: what is left of it is its reserve",
                where="account",
                hint="spend from an account below it, or have two people move the reserve",
            )
        if asked.coin not in (None, lineage[-1]["coin"]):
            raise CurrencyMismatch(
                f"{asked.account} was turned to another currency since this was planned; nothing was spent",
                where="spend.from",
                hint="plan it again: its noise and its price are others now",
            )
        bill = Bill.of(asked, lineage)
        refuse_unplanned(page, lineage, asked.key, bill.tag.cost, bill.tag.touched)
        postings = bill.tag.postings
        balances = page.balances(lineage, sorted({posting.block for posting in postings}))
        _refuse_above_the_cap(bill, balances)
        page.append(asked.kind, bill.body(), postings)
        page.session.run(INSERT_RELEASE, bill.row())
        if asked.started:
            stop_what_is_used_up(page, lineage, postings)
    return bill.receipt()


def stop_what_is_used_up(page: Page, lineage: Iterable[Mapping[str, Any]], postings: Iterable[Posting]) -> None:
    """Stop every block of which the last unit is spent. Held money may come back, so it does not count."""
    names = {row["id"]: row["name"] for row in lineage}
    for posting in postings:
        if not posting.amount.main:
            continue
        where = {"account": posting.account, "block": posting.block}
        full = page.session.run(
            "UPDATE balances SET stopped = 'the cap is reached' WHERE account = :account AND block = :block"
            " AND stopped IS NULL AND spent_main = cap_main",
            where,
        )
        if full:
            body = {"account": names[posting.account], "block": posting.block, "by": THE_LEDGER}
            page.append("stop", {**body, "why": "the cap is reached"})


def _refuse_above_the_cap(bill: Bill, balances: Mapping[tuple[int, str], Row]) -> None:
    names = {row["id"]: row["name"] for row in bill.tag.lineage}
    for posting in bill.tag.postings:
        row = balances[posting.account, posting.block]
        used = Amount(row["held_main"] + row["spent_main"], row["held_delta"] + row["spent_delta"])
        after, cap = used + posting.amount, Amount(row["cap_main"], row["cap_delta"])
        if after.main > cap.main or after.delta > cap.delta:
            raise refusal(names[posting.account], posting.block, bill.tag.terms.allowance.coin, after, cap)
        if row["stopped"]:
            raise PolicyError(
                f"{names[posting.account]} is stopped: {row['stopped']}",
                where="account",
                hint="two people may resume it: epsilog ledger resume",
            )


def _repeat_or_refuse(known: Row, account: Row, asked: Request) -> Receipt:
    blocks = tuple(words_of(known["blocks"]))
    same = (
        known["request"] == asked.request
        and known["account"] == account["id"]
        and known["charge"] == canonical(asked.charge.to_dict())
        and blocks == checked_blocks(asked.blocks, account["period"])
    )
    if not same:
        raise SpecError(
            "this key was used for another request",
            where="key",
            hint="a key belongs to one request for ever; give the new one a new edition",
        )
    if known["state"] in (State.FORFEITED, State.RELEASED):
        raise PrivacyError(
            f"this key was {known['state'].lower()}; it will not be drawn again",
            where="key",
            hint="give the request a new edition",
        )
    return Receipt(
        known["receipt"],
        account["name"],
        asked.key,
        asked.request,
        asked.charge,
        blocks,
        State(known["state"]),
        repeated=known["receipt"] != asked.receipt,  # our own, whose answer was lost, is no repetition
    )
