"""Releases as the journal tells them: what each must have posted, and the steps that may follow one another.

Everything here is worked out from an entry and those before it, in words of its own: the postings are not asked of
the program that writes them, so that a mistake there does not vouch for itself.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, Final

from epsilog.accounting.allowance import Allowance
from epsilog.accounting.filter import Filter
from epsilog.core.charge import charge_from_dict
from epsilog.errors import CurrencyMismatch, SpecError
from epsilog.ledger.block import EVERYTHING, formed_blocks
from epsilog.ledger.chain import canonical
from epsilog.ledger.receipt import State

Posted = list[list[int | str]]
# Which states an entry may follow, which one it leads to, and where it moves the price of its release.
_STEPS: Final[Mapping[str, tuple[State, State, str | None]]] = {
    "start": (State.RESERVED, State.STARTED, "spend"),
    "release": (State.RESERVED, State.RELEASED, "free"),
    "forfeit": (State.STARTED, State.FORFEITED, None),
    "refund": (State.FORFEITED, State.RELEASED, "refund"),
}
_FIXED: Final = ("root", "account", "key", "request", "charge", "blocks", "owner")
_MOST_PRICES: Final = 50_000  # remembered at a time


class Impossible(ValueError):
    """An entry that no honest program would have written after those before it."""


@dataclass(slots=True)
class Release:
    """A release, as small as it can be kept: there may be a million. `seq` is the last entry that changed it.

    `main` and `delta` are its price in the currency of its account now; equal charges and blocks are kept once.
    """

    account: int
    state: str
    print: bytes
    main: int
    delta: int
    blocks: tuple[str, ...]
    seq: int
    charge: str
    ticks: int = 0


@dataclass(slots=True)
class Result:
    """A committed result: its fingerprint, whether it was delivered, and the entry that committed it."""

    digest: str
    delivered: int
    seq: int


@dataclass
class Releases:
    """All releases so far and their results."""

    known: dict[str, Release] = field(default_factory=dict)
    results: dict[tuple[str, int], Result] = field(default_factory=dict)
    _prices: dict[tuple[str, str], tuple[int, int]] = field(default_factory=dict)
    _same: dict[tuple[str, ...], tuple[str, ...]] = field(default_factory=dict)
    _charges: dict[str, str] = field(default_factory=dict)

    def pay(self, seq: int, kind: str, body: Mapping[str, Any], lineage: Sequence[Mapping[str, Any]]) -> Posted:
        """A reserve or a debit; what it must post: the price of its charge, everywhere."""
        account = lineage[-1]
        if body["receipt"] in self.known:
            raise Impossible("a receipt was written twice")
        try:
            blocks = formed_blocks(body["blocks"], account["period"])
        except SpecError:
            raise Impossible("it names no blocks of its account") from None
        if list(blocks) != body["blocks"]:
            raise Impossible("it names a block twice, or not in order")
        charge = canonical(body["charge"])
        main, delta = self._price(account["terms"], body["charge"], charge)
        row = {
            "root": account["root"],
            "account": account["id"],
            "key": body["key"],
            "request": body["request"],
            "charge": charge,
            "blocks": canonical({"blocks": body["blocks"]}),
            "owner": body["owner"],
        }
        state, side = (State.RESERVED, "hold") if kind == "reserve" else (State.STARTED, "pay")
        blocks = self._same.setdefault(blocks, blocks)
        charge = self._charges.setdefault(charge, charge)
        self.known[body["receipt"]] = Release(account["id"], state, print_of(row), main, delta, blocks, seq, charge)
        return _everywhere(lineage, blocks, side, main, delta)

    def step(self, seq: int, kind: str, body: Mapping[str, Any]) -> tuple[Release, str | None]:
        """A start, release, forfeit or refund; its release, and to which side the price moves, if it does."""
        release = self.of(body)
        before, after, side = _STEPS[kind]
        if release.state != before:
            raise Impossible(f"{kind} after {release.state}")
        if kind == "refund" and release.ticks:
            raise Impossible("refund of something that was committed")
        release.state, release.seq = after, seq
        return release, side

    def commit(self, seq: int, body: Mapping[str, Any]) -> None:
        """A result is stored; once for each tick, and only between start and end."""
        release, where = self.of(body), (body["receipt"], body["tick"])
        if release.state != State.STARTED:
            raise Impossible(f"commit after {release.state}")
        if where in self.results:
            raise Impossible("a tick was committed twice")
        if type(body["tick"]) is not int or body["tick"] < 0 or type(body["last"]) is not bool:
            raise Impossible("a tick is no tick")
        self.results[where] = Result(body["digest"], 0, seq)
        release.ticks += 1
        release.state, release.seq = State.COMMITTED if body["last"] else release.state, seq

    def deliver(self, seq: int, body: Mapping[str, Any]) -> None:
        """A stored result leaves for the first time."""
        release, result = self.of(body), self.results.get((body["receipt"], body["tick"]))
        if result is None:
            raise Impossible("delivery of something that was never committed")
        if result.delivered:
            raise Impossible("a first delivery for the second time")
        result.delivered = 1
        if release.state == State.COMMITTED:
            release.state, release.seq = State.DELIVERED, seq

    def turn(self, seq: int, accounts: Container[int], terms: str) -> Iterator[Release]:
        """Price everything that these accounts booked and did not give back anew, under other terms."""
        for release in self.known.values():
            if release.account in accounts and release.state != State.RELEASED:
                release.main, release.delta = self._price(terms, json.loads(release.charge), release.charge)
                release.seq = seq
                yield release

    def of(self, body: Mapping[str, Any]) -> Release:
        """The release an entry is about."""
        release = self.known.get(body["receipt"])
        if release is None:
            raise Impossible("a step of a release that nobody paid for")
        return release

    def _price(self, terms: str, record: object, text: str) -> tuple[int, int]:
        """What a charge costs under an account's terms. Prices may fall in a later version of Epsilog: that version
        must then accept here what older entries paid, and tests/golden/charges-v1.json will remind it."""
        if (terms, text) not in self._prices:
            if len(self._prices) >= _MOST_PRICES:
                self._prices.clear()
            try:
                cost = Filter(allowance_of(terms)).price(charge_from_dict(record))
            except CurrencyMismatch:
                raise Impossible("its charge cannot be paid in the currency of its account") from None
            self._prices[terms, text] = cost.main, cost.delta
        return self._prices[terms, text]


@lru_cache(maxsize=4096)
def allowance_of(terms: str) -> Allowance:
    """The allowance among an account's terms. The rest is left unread: a zone may be unknown on this machine."""
    return Allowance.from_dict(json.loads(terms)["allowance"])


def covers(new: Allowance, old: Allowance) -> bool:
    """Whether nothing is smaller in either currency: then whatever kept the old promise keeps the new one."""
    legs = [(one.epsilon, one.turned("zcdp").cap, one.cap_delta) for one in (new, old)]
    return all(larger >= smaller for larger, smaller in zip(*legs, strict=True))


def must_post(posted: Any, expected: Posted) -> None:
    """Refuse postings that are not the expected ones, no more and no less."""
    if posted == expected:
        return
    places = [sorted(tuple(posting[:3]) for posting in postings) for postings in (posted, expected)]
    if places[0] != places[1]:
        raise Impossible("it is not posted once in every block, on its account and each above, and nowhere else")
    if sorted(posted) != sorted(expected):
        raise Impossible("it posts another amount than the price of its charge")


def postings_of(release: Release, lineage: Sequence[Mapping[str, Any]], side: str) -> Posted:
    """What a step must post: the price its release began with, to another side."""
    return _everywhere(lineage, release.blocks, side, release.main, release.delta)


def _everywhere(
    lineage: Sequence[Mapping[str, Any]], blocks: Sequence[str], side: str, main: int, delta: int
) -> Posted:
    found: Posted = []
    for account in lineage:
        if account["period"] is None:
            found.append([account["id"], EVERYTHING, side, main, delta])
            continue
        found += [[account["id"], block, side, main, 0] for block in blocks]
        if delta:
            found.append([account["id"], EVERYTHING, side, 0, delta])
    return found


def print_of(row: Mapping[str, Any]) -> bytes:
    """A short fingerprint of what never changes about a release."""
    return hashlib.blake2b(canonical({name: row[name] for name in _FIXED}).encode(), digest_size=16).digest()
