"""Replay: everything the journal adds up to, computed again from its entries alone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from epsilog.accounting.filter import Amount
from epsilog.ledger.block import EVERYTHING
from epsilog.ledger.calendar import is_a_note, read
from epsilog.ledger.chain import canonical, digest_of
from epsilog.ledger.name import skeleton
from epsilog.ledger.posting import MOVES, empty_balance
from epsilog.ledger.receipt import State
from epsilog.ledger.replayed_release import (
    Impossible,
    Posted,
    Releases,
    allowance_of,
    covers,
    must_post,
    postings_of,
)
from epsilog.ledger.replayed_ticks import Streams
from epsilog.ledger.terms import period_of

_APPROVED: Final = frozenset(("raise", "move", "turn", "resume", "refund", "rotate", "calendar"))
_PARTS: Final = ("main", "delta")


@dataclass
class Replay:
    """What the entries so far amount to. Each entry must be possible after those before it."""

    identity: str | None = None
    stopped: bool = False
    accounts: dict[int, dict[str, Any]] = field(default_factory=dict)
    names: dict[str, int] = field(default_factory=dict)
    balances: dict[int, dict[str, dict[str, Any]]] = field(default_factory=dict)  # by account, then block
    releases: Releases = field(default_factory=Releases)
    streams: Streams = field(default_factory=Streams)
    calendars: dict[int, dict[str, Any]] = field(default_factory=dict)  # rows of the table, by account
    _paid: dict[tuple[int, str], str] = field(default_factory=dict)  # receipts by account and planned release
    _lineages: dict[int, tuple[dict[str, Any], ...]] = field(default_factory=dict)
    _given: dict[int, list[int]] = field(default_factory=dict)  # by account: what its children's caps add up to
    _turned: set[int] = field(default_factory=set)  # roots that were counted in both currencies

    def add(self, seq: int, kind: str, body: dict[str, Any]) -> None:
        """Take one more entry into account."""
        if kind in _APPROVED:
            _must_name_two(body["approvers"])
            if "requester" in body and skeleton(body["requester"]) in {
                skeleton(name) for name in body["approvers"]
            }:
                raise Impossible("the requester vouched for a refund")
        expected = self._take(seq, kind, body)
        posted = body.get("postings", [])
        must_post(posted, expected)
        for posting in posted:
            self._post(*posting)

    def _take(self, seq: int, kind: str, body: dict[str, Any]) -> Posted:
        """Do what the entry says; which postings it must have."""
        match kind:
            case "reserve" | "debit":
                lineage = self._lineages[self._account(body)["id"]]
                posted = self.releases.pay(seq, kind, body, lineage)
                self._must_be_planned(body, lineage)
                return posted
            case "start" | "release" | "forfeit" | "refund":
                release, side = self.releases.step(seq, kind, body)
                if side is not None:
                    return postings_of(release, self._lineages[release.account], side)
                self.accounts[release.account]["failures"] += 1
            case "commit":
                self.releases.commit(seq, body)
            case "deliver":
                self.releases.deliver(seq, body)
            case "tick" | "close":
                release = self.releases.of(body)
                self.streams.take(seq, kind, body, release.state)
                stopped = self.stopped or any(row["stopped"] for row in self._lineages[release.account])
                if kind == "tick" and stopped:
                    raise Impossible("a tick while its account was stopped")
            case "begin" | "migrate":
                self._name(seq, kind, body)
            case "open" | "allocate":
                self._open(seq, kind, body)
            case "raise" | "move":
                self._new_cap(kind, body)
            case "turn":
                self._turn(seq, body)
            case "stop" | "resume":
                self._stop_or_resume(kind, body)
            case "restore":
                self.stopped = True
            case "rotate":
                body["next"]
            case "calendar":
                self._calendar(seq, body)
            case _:
                raise Impossible(f"an entry of the unknown kind {kind[:40]!r}")
        return []

    def _post(self, account: int, block: str, side: str, main: int, delta: int) -> None:
        held, spent = MOVES[side]
        balance = self._balance(account, block)
        for part, amount in (("main", main), ("delta", delta)):
            if type(amount) is not int or amount < 0:
                raise Impossible("an amount is no amount")
            balance[f"held_{part}"] += held * amount
            balance[f"spent_{part}"] += spent * amount
        _must_be_within_its_walls(balance)

    def _balance(self, account: int, block: str) -> dict[str, Any]:
        blocks = self.balances[account]
        if block not in blocks:
            blocks[block] = empty_balance(self.accounts[account], block)
        return blocks[block]

    def _account(self, body: Mapping[str, Any]) -> dict[str, Any]:
        if body["account"] not in self.names:
            raise Impossible("it is about an account that nobody opened")
        return self.accounts[self.names[body["account"]]]

    def _name(self, seq: int, kind: str, body: Mapping[str, Any]) -> None:
        again = seq != 1 if kind == "begin" else self.identity not in (None, body["identity"])
        if again:
            raise Impossible("the books were given a second name")
        self.identity = body["identity"]

    def _open(self, seq: int, kind: str, body: dict[str, Any]) -> None:
        name = body["account"]
        if name in self.names:
            raise Impossible("an account was opened twice")
        above = None if kind == "open" else self._account({"account": name.rpartition("/")[0]})
        row = {
            "id": seq,
            "name": name,
            "skeleton": skeleton(name),
            "lineage": str(seq) if above is None else f"{above['lineage']}/{seq}",
            "root": seq if above is None else above["root"],
            "parent": None if above is None else above["id"],
            "terms": canonical(body["terms"]) if above is None else above["terms"],
            "period": period_of(body["terms"]) if above is None else above["period"],
            "coin": "" if above is None else above["coin"],
            "cap_main": 0,
            "cap_delta": 0,
            "divided": 0,
            "failures": 0,
            "stopped": None,
        }
        row["coin"] = row["coin"] or allowance_of(str(row["terms"])).coin
        self.names[name], self.accounts[seq], self.balances[seq] = seq, row, {}
        self._lineages[seq] = (row,) if above is None else (*self._lineages[above["id"]], row)
        self._given[seq] = [0, 0]
        if above is not None:
            above["divided"] = 1
        self._write_cap(row, body["cap"])
        self._balance(seq, EVERYTHING)

    def _new_cap(self, kind: str, body: dict[str, Any]) -> None:
        row = self._account(body)
        if (kind == "raise") != (row["parent"] is None):
            raise Impossible("the cap of a root is raised, that of a child moved")
        if kind == "raise":
            self._new_terms(row, body["terms"])
        self._write_cap(row, body["cap"])
        for block, balance in self.balances[row["id"]].items():
            fresh = empty_balance(row, block)
            balance.update({name: fresh[name] for name in ("cap_main", "cap_delta", "stopped")})
            _must_be_within_its_walls(balance)

    def _new_terms(self, root: dict[str, Any], terms: dict[str, Any]) -> None:
        text = canonical(terms)
        old, new = allowance_of(root["terms"]), allowance_of(text)
        if canonical({**terms, "allowance": old.to_dict()}) != root["terms"] or new.coin != old.coin:
            raise Impossible("a larger cap came with other terms")
        if new.cap < old.cap or new.cap_delta < old.cap_delta:
            raise Impossible("a cap was raised to less")
        if new.turns != old.turns or (root["id"] in self._turned and not covers(new, old)):
            raise Impossible("a cap was raised to less in the other currency")
        for row in self.accounts.values():
            if row["root"] == root["id"]:
                row["terms"] = text

    def _turn(self, seq: int, body: Mapping[str, Any]) -> None:
        """The same promise in the other currency: everything booked in the tree is priced anew, and must fit."""
        root, terms = self._account(body), canonical(body["terms"])
        old, new = allowance_of(root["terms"]), allowance_of(terms)
        if root["parent"] is not None or canonical({**body["terms"], "allowance": old.to_dict()}) != root["terms"]:
            raise Impossible("an account was turned to other terms, or without its root")
        same = (new.epsilon, new.delta, new.for_events) == (old.epsilon, old.delta, old.for_events)
        if not same or not old.turns or new.coin == old.coin or new.coin != body["to"]:
            raise Impossible("it was not turned to the other currency of the same promise")
        tree = {number: row for number, row in self.accounts.items() if row["root"] == root["id"]}
        if any(number in self.calendars for number in tree):
            raise Impossible("an account was turned while a calendar in the old currency was in force")
        for number, row in tree.items():
            cap = [new.cap, new.cap_delta]
            if row is not root:
                cap = [row["cap_main"] * new.cap // old.cap, _part(row["cap_delta"], new.cap_delta, old.cap_delta)]
            if cap != (body["cap"] if row is root else body["caps"][row["name"]]) or cap[0] < 1:
                raise Impossible("a cap is not the same part of its account as before")
            row.update({"terms": terms, "coin": new.coin})
            self._turned.add(number)
            row["cap_main"], row["cap_delta"] = cap
            self.balances[number] = {block: empty_balance(row, block) for block in self.balances[number]}
        for number in tree:
            below = [row for row in tree.values() if row["parent"] == number]
            self._given[number] = [sum(row[f"cap_{part}"] for row in below) for part in _PARTS]
        for release in self.releases.turn(seq, tree, terms):
            side = "hold" if release.state == State.RESERVED else "pay"
            for posting in postings_of(release, self._lineages[release.account], side):
                self._post(*posting)  # type: ignore[arg-type]  # numbers and texts in their order
        names = ("held_main", "held_delta", "spent_main", "spent_delta")
        rows = (row for number in tree for row in self.balances[number].values())
        booked = [[row["account"], row["block"], *(row[name] for name in names)] for row in rows]
        if sorted(row for row in booked if any(row[2:])) != body["booked"]:
            raise Impossible("what is booked in the new currency is not the price of what was booked")

    def _write_cap(self, row: dict[str, Any], cap: Sequence[int]) -> None:
        """A root's cap is what its terms promise; a child's fits into what its parent has left."""
        if len(cap) != 2 or any(type(part) is not int or part < 0 for part in cap):
            raise Impossible("a cap is no amount")
        if row["parent"] is None:
            allowance = allowance_of(row["terms"])
            if list(cap) != [allowance.cap, allowance.cap_delta]:
                raise Impossible("the cap is not the one its terms promise")
        else:
            above, given = self.accounts[row["parent"]], self._given[row["parent"]]
            for place, part in enumerate(_PARTS):
                given[place] += cap[place] - row[f"cap_{part}"]
                if given[place] > above[f"cap_{part}"]:
                    raise Impossible("more is given away than there is")
        if any(given > part for given, part in zip(self._given[row["id"]], cap, strict=True)):
            raise Impossible("more of it is given away already")
        row["cap_main"], row["cap_delta"] = cap

    def _calendar(self, seq: int, body: Mapping[str, Any]) -> None:
        account, record = self._account(body)["id"], body["calendar"]
        self.calendars.pop(account, None)
        if record is None:
            return
        text = canonical(record)
        if digest_of(text.encode()) != body["digest"]:
            raise Impossible("the calendar is not the one whose digest was approved")
        row = self.accounts[account]
        if read(text).coin != row["coin"]:
            raise Impossible("the calendar is priced in another currency than the account counts in")
        if max(read(text).most_by_block(row["period"]).values(), default=0) > row["cap_main"]:
            raise Impossible("the calendar costs more than the account has")
        self.calendars[account] = {"account": account, "seq": seq, "digest": body["digest"], "body": text}

    def _must_be_planned(self, body: Mapping[str, Any], lineage: Sequence[Mapping[str, Any]]) -> None:
        """What was paid while a calendar was in force is in it, no dearer, and not a second time since."""
        if not self.calendars:
            return
        release = self.releases.known[body["receipt"]]
        if is_a_note(body["key"], Amount(release.main, release.delta)):
            return
        for row in (one for one in lineage if one["id"] in self.calendars):
            calendar = read(self.calendars[row["id"]]["body"])
            planned = calendar.find(body["key"])
            cost = Amount(release.main, release.delta)
            if planned is None or calendar.allows(planned, cost, release.blocks, row["period"]):
                raise Impossible("it was paid for outside the approved calendar")
            before = self._paid.get((row["id"], planned.name))
            if before is not None and self.releases.known[before].state != State.RELEASED:
                raise Impossible("it was paid for twice, and the approved calendar plans it once")
            self._paid[row["id"], planned.name] = body["receipt"]

    def _stop_or_resume(self, kind: str, body: dict[str, Any]) -> None:
        if body["account"] is None:
            self.stopped = kind == "stop"
            return
        row = self._account(body)
        if kind == "stop" and "block" in body:
            self._balance(row["id"], body["block"])["stopped"] = body["why"]
        elif kind == "stop":
            row["stopped"] = body["why"]
        else:
            row["stopped"], row["failures"] = None, 0
            for balance in self.balances[row["id"]].values():
                balance["stopped"] = None


def _must_be_within_its_walls(balance: Mapping[str, Any]) -> None:
    for part in _PARTS:
        held, spent = balance[f"held_{part}"], balance[f"spent_{part}"]
        if held < 0 or spent < 0 or held + spent > balance[f"cap_{part}"]:
            raise Impossible("a balance leaves its walls")


def _part(cap: int, new: int, old: int) -> int:
    return cap * new // old if old else 0


def _must_name_two(approvers: Sequence[str]) -> None:
    if len({skeleton(name) for name in approvers}) < 2:
        raise Impossible("two people did not agree to it")
