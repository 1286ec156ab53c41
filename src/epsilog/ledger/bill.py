"""Bills: what a request comes to, worked out before anybody waits for the lock.

A `Tag` is the part that depends on the account and the charge alone: price, postings, and the words they take in an
entry. Few of them are in use at a time, so they are kept. A `Bill` is a tag with somebody's name on it.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from epsilog.accounting.filter import Amount
from epsilog.core.charge import Charge
from epsilog.ledger.block import checked_blocks
from epsilog.ledger.chain import canonical
from epsilog.ledger.posting import Posting, postings_for
from epsilog.ledger.receipt import Receipt, State, this_process
from epsilog.ledger.store import Row
from epsilog.ledger.terms import Terms


@dataclass(frozen=True, slots=True)
class Request:
    """What somebody asks for, checked in itself."""

    receipt: str
    account: str
    key: str
    request: str
    charge: Charge
    blocks: tuple[str, ...]
    started: bool
    coin: str | None = None  # the currency it was planned in; None where that does not matter to the asker

    @property
    def kind(self) -> str:
        """The kind of its entry."""
        return "debit" if self.started else "reserve"

    @property
    def state(self) -> State:
        """Where its release begins."""
        return State.STARTED if self.started else State.RESERVED


@dataclass(frozen=True)
class Tag:
    """What a charge costs on an account and all above it."""

    lineage: tuple[Mapping[str, Any], ...]
    terms: Terms
    touched: tuple[str, ...]
    cost: Amount
    postings: tuple[Posting, ...]
    charge: str
    blocks: str
    before_key: str
    before_receipt: str

    @cached_property
    def conditions(self) -> tuple[str | int, ...]:
        """Account, name, block and amounts of each posting, in a row: what must have room for it."""
        names = {row["id"]: row["name"] for row in self.lineage}
        return tuple(
            value
            for posting in self.postings
            for value in (
                *(posting.account, names[posting.account], posting.block),
                *(posting.amount.main, posting.amount.delta),
            )
        )

    @cached_property
    def by_amount(self) -> tuple[tuple[Amount, tuple[int, ...], tuple[str, ...]], ...]:
        """The postings as amounts, each with the accounts on which and the blocks in which it is posted."""
        found: dict[Amount, tuple[dict[int, None], dict[str, None]]] = {}
        for posting in self.postings:
            accounts, blocks = found.setdefault(posting.amount, ({}, {}))
            accounts[posting.account] = blocks[posting.block] = None
        return tuple((amount, tuple(accounts), tuple(blocks)) for amount, (accounts, blocks) in found.items())

    @classmethod
    def of(cls, asked: Request, lineage: Sequence[Mapping[str, Any]]) -> Tag:
        """Price a request."""
        account = lineage[-1]
        terms = Terms.from_text(account["terms"])
        touched = checked_blocks(asked.blocks, account["period"])
        cost = terms.cost_of(asked.charge)
        postings = tuple(postings_for(lineage, touched, cost, "pay" if asked.started else "hold"))
        charge, blocks = canonical(asked.charge.to_dict()), canonical({"blocks": list(touched)})
        first = canonical({"account": asked.account})[:-1] + "," + blocks[1:-1] + f',"charge":{charge},"key":'
        posted = canonical({"postings": [posting.written() for posting in postings]})[1:-1]
        return cls(tuple(lineage), terms, touched, cost, postings, charge, blocks, first, f',{posted},"receipt":')


@dataclass(frozen=True, slots=True)
class Bill:
    """What a request comes to."""

    asked: Request
    tag: Tag

    @classmethod
    def of(cls, asked: Request, lineage: Sequence[Mapping[str, Any]]) -> Bill:
        """Price a request."""
        return cls(asked, Tag.of(asked, lineage))

    def body(self) -> dict[str, Any]:
        """What its entry says, beside its postings."""
        return {
            "receipt": self.asked.receipt,
            "account": self.asked.account,
            "key": self.asked.key,
            "request": self.asked.request,
            "charge": self.asked.charge.to_dict(),
            "blocks": list(self.tag.touched),
            "owner": this_process(),
        }

    def text(self) -> str:
        """The body and the postings as `page.entry_text` writes them, from parts that are written already."""
        asked, tag = self.asked, self.tag
        key, owner, receipt = _quoted(asked.key), _quoted(this_process()), _quoted(asked.receipt)
        request = _quoted(asked.request)
        return f'{tag.before_key}{key},"owner":{owner}{tag.before_receipt}{receipt},"request":{request}}}'

    def row(self) -> Row:
        """Its row of `releases`."""
        account = self.tag.lineage[-1]
        return {
            "receipt": self.asked.receipt,
            "root": account["root"],
            "account": account["id"],
            "key": self.asked.key,
            "request": self.asked.request,
            "charge": self.tag.charge,
            "blocks": self.tag.blocks,
            "cost_main": self.tag.cost.main,
            "cost_delta": self.tag.cost.delta,
            "owner": this_process(),
            "state": self.asked.state.value,
        }

    def receipt(self) -> Receipt:
        """What the asker gets."""
        asked = self.asked
        return Receipt(
            asked.receipt, asked.account, asked.key, asked.request, asked.charge, self.tag.touched, asked.state
        )


_quoted = json.encoder.encode_basestring_ascii  # what `canonical` writes for a text
