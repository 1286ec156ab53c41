"""The card of a release: everything somebody needs to judge it, for machines, in one versioned file.

A card holds a few facts (the stored plan, the receipt, the account) and what follows from them, spelled out:
bounds, laws, sensitivities, margins. Reading one derives the rest afresh and wants it to be the same, byte for
byte: a card that was edited by hand is not a card. It holds no prose, so a sentence may be put better without
making old cards unreadable; whoever changes what is derived raises `VERSION` and keeps the old reader.
"""

from __future__ import annotations

import datetime as dt
import json
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from epsilog.accounting.allowance import Allowance
from epsilog.core.exit import Exit
from epsilog.core.grid import Axis, Bins, Keys
from epsilog.core.measure import Total
from epsilog.core.number import spell_number
from epsilog.core.unknown import Unknown
from epsilog.errors import EpsilogError, LedgerError
from epsilog.ledger.name import account_name
from epsilog.plan.stored import read_plan
from epsilog.registry.shows import asked_record, shown_of
from epsilog.registry.stage_words import stage_entry_record, stage_record
from epsilog.roles.about import about_record, is_statistical
from epsilog.roles.entry import Entry
from epsilog.roles.plan import Plan
from epsilog.roles.shape import about_of
from epsilog.roles.spec import Spec
from epsilog.roles.table import tidied_as, totals_of
from epsilog.show.conditions import Condition

if TYPE_CHECKING:
    from epsilog.show.release import Release

VERSION: Final = 1
LOUD: Final = "THE NOISE CAME FROM A SEED: THIS RELEASE PROTECTS NOBODY"
_FACTS: Final = (
    "version",
    "plan",
    "receipt",
    "account",
    "ledger",
    "fingerprint",
    "drawn_at",
    "software",
    "reproducible",
    "conditions",
)
_HEX: Final = re.compile(r"[0-9a-f]{64}")
_AXES: Final = {Keys: "keys", Bins: "bins", Unknown: "found keys", Exit: "exits"}


@dataclass(frozen=True)
class Card:
    """The facts of a release, without its numbers.

    account     the name of the account that paid, and its allowance when the card was written
    looked      the day of a steward's look at the rows before the release; empty if there was none
    """

    plan: Plan
    receipt: str
    account: str
    allowance: Allowance
    ledger: str
    fingerprint: str
    drawn_at: str
    software: tuple[tuple[str, str], ...]
    reproducible: bool
    conditions: tuple[Condition, ...] = ()
    looked: str = ""

    def __post_init__(self) -> None:
        queries = enumerate(self.plan.spec.publish)
        asked = [(at, part) for at, query in queries for part in range(len(query.measures()))]
        if sorted((draw.query, draw.part) for draw in self.plan.draws) != asked:
            raise LedgerError("the plan does not draw what the request asks for", where="card")
        for stage in self.plan.stages:
            if not stage.is_found(self.plan.spec):
                raise LedgerError(f"the card does not say {stage.unsaid[1]}", where="card")
        price, share = self.plan.price, self.plan.share
        if price.main > share.cap or price.delta > share.cap_delta:
            raise LedgerError("the plan costs more than the share it promises to stay within", where="card")
        if self.account != account_name(self.plan.spec.spend.account):
            raise LedgerError("the receipt is of another account than the request names", where="card")

    @classmethod
    def of(cls, release: Release) -> Card:
        """The card of a release."""
        result, receipt = release.result, release.receipt
        if (receipt.key, receipt.request) != (result.plan.spec.key, result.plan.spec.digest):
            raise LedgerError("the receipt is of another request", where="card")
        if receipt.charge != result.plan.charge:
            raise LedgerError("the receipt is for another charge", where="card")
        return cls(
            plan=result.plan,
            receipt=receipt.id,
            account=receipt.account,
            allowance=release.account.terms.allowance,
            ledger=release.ledger,
            fingerprint=release.fingerprint,
            drawn_at=result.drawn_at,
            software=tuple(sorted(result.software)),
            reproducible=result.reproducible,
            conditions=tuple(release.conditions),
            looked=result.looked,
        )

    def record(self) -> dict[str, Any]:
        """Everything, in the order a reader would ask for it."""
        plan, spec = self.plan, self.plan.spec
        unit = spec.protect.unit
        loud = {"warning": LOUD} if self.reproducible else {}
        return {
            "version": VERSION,
            **loud,
            "release": spec.release,
            "edition": spec.edition,
            "key": spec.key,
            "request": spec.digest,
            "reproducible": self.reproducible,
            "protects": {
                "each": unit.each,
                "per": unit.per,
                **({} if unit.window is None else {"window": unit.window}),
                "neighbours": unit.neighbours,
                "zone": spec.protect.zone,
            },
            "bounds": spec.bound.to_dict(),
            **stage_record(plan),
            "promise": {"epsilon": spell_number(plan.share.epsilon), "delta": spell_number(plan.share.delta)},
            "charge": plan.charge.to_dict(),
            "price": {"coin": plan.share.coin, "main": plan.price.main, "delta": plan.price.delta},
            "account": {"name": self.account, "promises_when_used_up": self.allowance.to_dict()},
            "blocks": list(plan.blocks),
            "receipt": self.receipt,
            "ledger": self.ledger,
            "fingerprint": self.fingerprint,
            "drawn_at": self.drawn_at,
            "software": dict(self.software),
            "ranges": {**_ranges(spec), **({"rules": dict(plan.rules)} if plan.rules else {})},
            "rules": rules(plan),
            "not_protected": list(not_protected(plan)),
            "conditions": [condition.to_dict() for condition in self.conditions],
            **({"looked": self.looked} if self.looked else {}),
            "tables": [self._table(at, query) for at, query in enumerate(spec.publish)],
            **asked_record(spec),
            "plan": plan.to_dict(),
        }

    def to_bytes(self) -> bytes:
        """The file."""
        return (json.dumps(self.record(), ensure_ascii=False, indent=2) + "\n").encode()

    @classmethod
    def from_bytes(cls, raw: bytes) -> Card:
        """Read a card strictly."""
        try:
            record: Any = json.loads(raw)
            if not isinstance(record, dict) or type(record["version"]) is not int or record["version"] != VERSION:
                raise LedgerError(f"a card of an unknown version; this release reads {VERSION}", where="card.json")
            for name in _FACTS:
                record[name]
            software = record["software"]
            texts = [record[name] for name in ("receipt", "ledger", "fingerprint", "drawn_at")]
            texts += [*software, *software.values(), record["account"]["name"]]
            if any(type(text) is not str for text in texts) or type(record["reproducible"]) is not bool:
                raise ValueError
            if not _HEX.fullmatch(record["fingerprint"]) or dt.datetime.fromisoformat(texts[3]).tzinfo is None:
                raise ValueError
            card = cls(
                plan=read_plan(record["plan"]),
                receipt=record["receipt"],
                account=record["account"]["name"],
                allowance=Allowance.from_dict(record["account"]["promises_when_used_up"]),
                ledger=record["ledger"],
                fingerprint=record["fingerprint"],
                drawn_at=record["drawn_at"],
                software=tuple(sorted(software.items())),
                reproducible=record["reproducible"],
                conditions=tuple(Condition.from_dict(condition) for condition in record["conditions"]),
                looked=record.get("looked", ""),
            )
            if card.looked:
                dt.date.fromisoformat(card.looked)
            same = card.to_bytes() == raw
        except (ValueError, TypeError, KeyError, AttributeError, IndexError, RecursionError):
            raise LedgerError("the card cannot be read", where="card.json") from None
        except EpsilogError as error:
            raise LedgerError(error.what, where="card.json", hint=error.hint) from None
        if not same:
            raise LedgerError("the card does not agree with its own plan", where="card.json")
        return card

    def _table(self, at: int, query: Entry) -> dict[str, Any]:
        spec = self.plan.spec
        shown, planned = shown_of(self.plan, at), self.plan.vectors_of(at)
        grid, tidy = query.grid(), tidied_as(query, spec.tidy)
        totals = sum(grid.size // _product(grid.axes, over) for over in totals_of(grid.axes)) if tidy.totals else 0
        totals += sum(query.size_of(draw.part) for draw in planned[1:]) if query.levels else 0
        total = query.measures()[0]
        clamp = None
        if isinstance(total, Total):
            ends = (spell_number(total.low * total.grain), spell_number(total.high * total.grain))
            clamp = {"low": ends[0], "high": ends[1], "grain": spell_number(total.grain)}
        return {
            "name": query.name,
            "kind": query.kind,
            "column": query.column,
            "days": None if query.during is None else query.during.to_dict(),
            "axes": [
                {"column": axis.column, "kind": _AXES.get(type(axis), "ticks"), "size": axis.size}
                for axis in query.shown().axes
            ],
            "cells": query.shown().size,
            "totals": totals,
            "clamp": clamp,
            **({} if query.ask.tails is None else {"tails": [spell_number(end) for end in query.ask.tails]}),
            "missing": None if query.ask.missing is None else spell_number(query.ask.missing),
            **({} if query.ask.per is None else {"per": query.ask.per.to_dict()}),
            "middle": shown.middle(query),
            "tidied": {
                "whole": tidy.whole,
                "totals": tidy.totals,
                **shown.tidied_record(query),
            },
            **about_record(query),
            **stage_entry_record(self.plan, at),
            **shown.entry_record(self.plan, planned),
            **shown.card(self.plan, planned),
        }


def _ranges(spec: Spec) -> dict[str, str]:
    if is_statistical(spec) or any(about_of(query) != "data" for query in spec.publish):
        return {"about": "as each table says", "confidence": spell_number(spec.confidence)}
    return {"about": "data", "of": "the bounded answer", "confidence": spell_number(spec.confidence)}


def rules(plan: Plan) -> dict[str, str]:
    """What happened to rows that do not fit, as codes the catalogue explains."""
    unit = plan.spec.protect.unit
    return {
        "null_ids": "kept" if unit.each == "row" else "dropped",
        "unknown_keys": "outside the table",
        "unreadable_or_other_times": "outside the table",
        "missing_values": "counted as `missing` where that is said, otherwise not at all",
        "values_beyond_the_clamp": "clamped",
        "beyond_the_bounds": "left out, in an order that depends on the unit alone"
        if plan.spec.bound.norm is None
        else "scaled down in one proportion, which depends on the unit alone",
    }


def not_protected(plan: Plan) -> tuple[str, ...]:
    """What the promise does not cover, as codes the catalogue explains."""
    unit = plan.spec.protect.unit
    found = ["facts_about_everybody", "groups"]
    if unit.each == "row":
        found.append("persons_with_several_rows")
    if unit.per is not None:
        found.append(f"persons_over_several_{'periods' if unit.steps == 1 else 'windows'}")
    if unit.neighbours == "replace":
        found.append("how_many_there_are")
    return (*found, "what_was_declared", "other_accounts")


def _product(axes: tuple[Axis, ...], over: tuple[int, ...]) -> int:
    size = 1
    for at in over:
        size *= axes[at].size
    return size
