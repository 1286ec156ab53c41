"""Replay: everything the journal adds up to, computed again from its entries alone."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field
from typing import Any

from epsilog.ledger.block import EVERYTHING
from epsilog.ledger.chain import canonical
from epsilog.ledger.name import skeleton
from epsilog.ledger.posting import MOVES, empty_balance
from epsilog.ledger.receipt import State

_AFTER = {
    "start": State.STARTED,
    "release": State.RELEASED,
    "forfeit": State.FORFEITED,
    "refund": State.RELEASED,
}
_BEFORE = {
    "start": (State.RESERVED,),
    "release": (State.RESERVED,),
    "forfeit": (State.STARTED,),
    "refund": (State.FORFEITED,),
    "commit": (State.STARTED,),
}
_FIXED = ("root", "account", "key", "request", "charge", "blocks", "cost_main", "cost_delta", "owner")


class Impossible(ValueError):
    """An entry that no honest program would have written after those before it."""


@dataclass
class Release:
    """A release, as small as it can be kept: there may be a million."""

    account: int
    state: str
    print: bytes


@dataclass
class Replay:
    """What the entries so far amount to. Each entry must be possible after those before it."""

    identity: str | None = None
    stopped: bool = False
    accounts: dict[int, dict[str, Any]] = field(default_factory=dict)
    names: dict[str, int] = field(default_factory=dict)
    balances: dict[tuple[int, str], dict[str, Any]] = field(default_factory=dict)
    releases: dict[str, Release] = field(default_factory=dict)
    results: dict[tuple[str, int], tuple[str, int]] = field(default_factory=dict)

    def add(self, seq: int, kind: str, body: dict[str, Any]) -> None:
        """Take one more entry into account."""
        for posting in body.get("postings", []):
            self._post(*posting)
        match kind:
            case "begin" | "migrate":
                self.identity = body["identity"]
            case "open" | "allocate":
                self._open(seq, kind, body)
            case "raise" | "move":
                self._new_cap(body)
            case "stop" | "resume":
                self._stop_or_resume(kind, body)
            case "restore":
                self.stopped = True
            case "reserve" | "debit":
                self._pay(kind, body)
            case "start" | "release" | "forfeit" | "refund" | "commit":
                self._step(kind, body)
            case "deliver":
                digest, _ = self.results[body["receipt"], body["tick"]]
                self.results[body["receipt"], body["tick"]] = (digest, 1)
                release = self.releases[body["receipt"]]
                release.state = State.DELIVERED if release.state == State.COMMITTED else release.state
            case "rotate":
                body["next"]
            case _:
                raise Impossible(f"an entry of the unknown kind {kind[:40]!r}")

    def _post(self, account: int, block: str, side: str, main: int, delta: int) -> None:
        held, spent = MOVES[side]
        balance = self._balance(account, block)
        for part, amount in (("main", main), ("delta", delta)):
            if type(amount) is not int or amount < 0:
                raise Impossible("an amount is no amount")
            balance[f"held_{part}"] += held * amount
            balance[f"spent_{part}"] += spent * amount
            used = balance[f"held_{part}"] + balance[f"spent_{part}"]
            if balance[f"held_{part}"] < 0 or balance[f"spent_{part}"] < 0 or used > balance[f"cap_{part}"]:
                raise Impossible("a balance leaves its walls")

    def _balance(self, account: int, block: str) -> dict[str, Any]:
        if (account, block) not in self.balances:
            self.balances[account, block] = empty_balance(self.accounts[account], block)
        return self.balances[account, block]

    def _open(self, seq: int, kind: str, body: dict[str, Any]) -> None:
        name = body["account"]
        above = None if kind == "open" else self.accounts[self.names[name.rpartition("/")[0]]]
        terms = canonical(body["terms"]) if above is None else above["terms"]
        period = body["terms"]["unit"]["per"] if above is None else above["period"]
        if above is not None:
            above["divided"] = 1
        if name in self.names:
            raise Impossible("an account was opened twice")
        self.names[name] = seq
        self.accounts[seq] = {
            "id": seq,
            "name": name,
            "skeleton": skeleton(name),
            "lineage": str(seq) if above is None else f"{above['lineage']}/{seq}",
            "root": seq if above is None else above["root"],
            "parent": None if above is None else above["id"],
            "terms": terms,
            "period": period,
            "cap_main": body["cap"][0],
            "cap_delta": body["cap"][1],
            "divided": 0,
            "failures": 0,
            "stopped": None,
        }
        self._balance(seq, EVERYTHING)

    def _new_cap(self, body: dict[str, Any]) -> None:
        row = self.accounts[self.names[body["account"]]]
        row["cap_main"], row["cap_delta"] = body["cap"]
        if "terms" in body:
            for other in self.accounts.values():
                if other["root"] == row["id"]:
                    other["terms"] = canonical(body["terms"])
        for (account, block), balance in self.balances.items():
            if account == row["id"]:
                fresh = empty_balance(row, block)
                balance.update({name: fresh[name] for name in ("cap_main", "cap_delta", "stopped")})

    def _stop_or_resume(self, kind: str, body: dict[str, Any]) -> None:
        if body["account"] is None:
            self.stopped = kind == "stop"
            return
        row = self.accounts[self.names[body["account"]]]
        if kind == "stop" and "block" in body:
            self._balance(row["id"], body["block"])["stopped"] = body["why"]
        elif kind == "stop":
            row["stopped"] = body["why"]
        else:
            row["stopped"], row["failures"] = None, 0
            for (account, _), balance in self.balances.items():
                if account == row["id"]:
                    balance["stopped"] = None

    def _pay(self, kind: str, body: dict[str, Any]) -> None:
        account = self.accounts[self.names[body["account"]]]
        if body["receipt"] in self.releases:
            raise Impossible("a receipt was written twice")
        row = {
            "root": account["root"],
            "account": account["id"],
            "key": body["key"],
            "request": body["request"],
            "charge": canonical(body["charge"]),
            "blocks": canonical({"blocks": body["blocks"]}),
            "cost_main": max(posting[3] for posting in body["postings"]),
            "cost_delta": max(posting[4] for posting in body["postings"]),
            "owner": body["owner"],
        }
        ids = [int(part) for part in account["lineage"].split("/")]
        if sorted({posting[0] for posting in body["postings"]}) != sorted(ids):
            raise Impossible("an account above was not debited")
        state = State.RESERVED if kind == "reserve" else State.STARTED
        self.releases[body["receipt"]] = Release(account["id"], state, print_of(row))

    def _step(self, kind: str, body: dict[str, Any]) -> None:
        release = self.releases[body["receipt"]]
        if release.state not in _BEFORE[kind]:
            raise Impossible(f"{kind} after {release.state}")
        if kind == "commit":
            if (body["receipt"], body["tick"]) in self.results:
                raise Impossible("a tick was committed twice")
            self.results[body["receipt"], body["tick"]] = (body["digest"], 0)
            release.state = State.COMMITTED if body["last"] else release.state
            return
        release.state = _AFTER[kind]
        if kind == "forfeit":
            self.accounts[release.account]["failures"] += 1


def print_of(row: dict[str, Any]) -> bytes:
    """A short fingerprint of what never changes about a release."""
    return hashlib.blake2b(canonical({name: row[name] for name in _FIXED}).encode(), digest_size=16).digest()
