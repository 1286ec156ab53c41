"""The opening record of a stream: what the ledger stores when a whole horizon was paid for. Public."""

from __future__ import annotations

import datetime as dt
import json
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any, Final

from epsilog.core.clock import tick_label
from epsilog.core.grid import Ticks
from epsilog.core.ledger import Receipt, State
from epsilog.errors import EpsilogError, LedgerError, SpecError
from epsilog.ledger import Ledger
from epsilog.ledger.block import EVERYTHING
from epsilog.ledger.chain import digest_of
from epsilog.pay.stream_request import StreamRequest
from epsilog.plan.stored import read_plan
from epsilog.roles.plan import Plan
from epsilog.roles.spec import Spec
from epsilog.roles.stream_rules import Rules, Said

VERSION: Final = 3
# A stream that was opened by an earlier release goes on as it began: alerts as 1 and 0, nothing continued.
_FIRST: Final = frozenset({"version", "plan", "rules", "opened", "key", "software", "reproducible", "continues"})
_FIELDS: Final[dict[Any, frozenset[str]]] = {
    1: _FIRST,
    2: _FIRST | {"carries"},
    3: _FIRST | {"carries", "stdin"},
}


@dataclass(frozen=True, eq=False)
class Opening:
    """What was opened.

    plan           noise, price and bounds of the whole horizon
    rules          when ticks close and what becomes of rows that come at another time
    opened         UTC, to the second
    key            the fingerprint of the key that encrypts its state
    reproducible   True when the noise comes from a seed: protects nobody, and every page must say so
    continues      the key of the stream whose horizon this one extends, if it does
    carries        the entries that go on from it: running totals, windows and fading sums
    version        how values.csv is written
    stdin          whether its rows come on standard input; None where an earlier release opened it
    looked         the day of the last look of a steward before it, if there was one (pay.steward_look)
    """

    plan: Plan
    rules: Rules
    opened: str
    key: str
    software: tuple[tuple[str, str], ...]
    reproducible: bool
    continues: str | None = None
    carries: tuple[str, ...] = ()
    version: int = VERSION
    stdin: bool | None = None
    looked: str = ""

    @property
    def ticks(self) -> Ticks:
        """The horizon."""
        return ticks_of(self.plan)

    @property
    def is_endless(self) -> bool:
        """Whether it goes on as long as a series can."""
        during = self.plan.spec.publish[0].during
        return during is not None and during.is_endless

    @property
    def total(self) -> str:
        """How many ticks it has, for people."""
        return "∞" if self.is_endless else f"{self.ticks.size:,}"

    def label(self, number: int) -> str:
        """How tick 1, 2, 3, … is written."""
        return tick_label(self.ticks.first + number - 1, self.ticks.every)

    @property
    def since(self) -> float:
        """When it was opened, in seconds since 1970: what a replayed clock counts from."""
        return dt.datetime.fromisoformat(self.opened).timestamp()

    def to_bytes(self) -> bytes:
        """Canonical JSON."""
        plain = ("version", "opened", "key", "reproducible", "continues")
        record: dict[str, Any] = {name: getattr(self, name) for name in plain}
        record |= {"plan": self.plan.to_dict(), "rules": self.rules.to_dict(), "software": dict(self.software)}
        if self.version > 1:
            record["carries"] = list(self.carries)
        if self.version > 2:
            record["stdin"] = bool(self.stdin)
        if self.looked:
            record["looked"] = self.looked
        return json.dumps(record, sort_keys=True, ensure_ascii=False, separators=(",", ":")).encode()

    @classmethod
    def from_bytes(cls, raw: bytes) -> Opening:
        """Read it back strictly."""
        try:
            record: Any = json.loads(raw)
            known = _FIELDS.get(record.get("version"), frozenset()) if isinstance(record, Mapping) else frozenset()
            if not known or set(record) - {"looked"} != known:
                raise LedgerError(f"this is no stream, or of a version after {VERSION}", where="opening")
            opening = cls(
                read_plan(record["plan"]),
                Rules.from_dict(record["rules"]),
                record["opened"],
                record["key"],
                tuple(sorted((str(name), str(version)) for name, version in record["software"].items())),
                record["reproducible"],
                record["continues"],
                tuple(str(name) for name in record.get("carries", ())),
                record["version"],
                record.get("stdin"),
                record.get("looked", ""),
            )
            _ = opening.since
            if opening.looked:
                dt.date.fromisoformat(opening.looked)
        except LedgerError:
            raise
        except (EpsilogError, ValueError, TypeError, KeyError, AttributeError):
            raise LedgerError("the opening record of a stream cannot be read", where="opening") from None
        if type(opening.reproducible) is not bool or opening.to_bytes() != raw:
            raise LedgerError("the opening record of a stream cannot be read", where="opening")
        return opening

    def is_paid_by(self, receipt: Receipt, digest: str) -> bool:
        """Whether a receipt is for this stream, this noise and these blocks."""
        touched = self.plan.blocks or (EVERYTHING,)
        return (receipt.request, receipt.charge, receipt.blocks) == (digest, self.plan.charge, touched)


def ticks_of(plan: Plan) -> Ticks:
    """The ticks all entries of a stream share."""
    return next(axis for axis in plan.spec.publish[0].grid().axes if isinstance(axis, Ticks))


def opened_as(spec: Spec, ledger: Ledger) -> StreamRequest | None:
    """The stream of a spec as it was opened, with its own rules; None where none was, or it was forfeited."""
    for receipt in ledger.named(spec.spend.account, f"{spec.release}@{spec.edition}"):
        if receipt.state not in (State.COMMITTED, State.DELIVERED):
            continue
        stored = ledger.look(receipt.account, receipt.key)
        if stored is None or stored.body is None:
            continue
        with suppress(LedgerError):  # a release that is no stream
            rules = Opening.from_bytes(stored.body).rules
            if StreamRequest(replace(spec, stream=None), rules).key == receipt.key:
                refuse_other_rules(spec.stream or Said(), rules)
                return StreamRequest(spec, rules)
    return None


def refuse_other_rules(said: Said, rules: Rules) -> None:
    """A stream that is open keeps the rules it was opened with."""
    if not said.agrees(rules):
        raise SpecError(
            "this stream was opened with other rules, and keeps them",
            where="stream",
            hint="leave wait, late, future and clock out, or give the spec a new edition",
        )


def opening_of(request: StreamRequest, ledger: Ledger, receipt: Receipt) -> Opening:
    """The stored opening record of a stream, checked against its receipt. Writes nothing."""
    opening = stored_opening(ledger, receipt.account, receipt.key)
    if not opening.is_paid_by(receipt, request.digest):
        raise LedgerError("the stored record is not what this receipt paid for", hint="epsilog ledger verify")
    return opening


def stored_opening(ledger: Ledger, account: str, key: str) -> Opening:
    """The opening record of a key, as it was committed."""
    stored = ledger.look(account, key)
    if stored is None or stored.body is None or digest_of(stored.body) != stored.digest:
        raise LedgerError("the stored record was changed after it was committed", hint="epsilog ledger verify")
    return Opening.from_bytes(stored.body)
