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
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Final

from epsilog.accounting.allowance import Allowance
from epsilog.core.exit import Exit
from epsilog.core.grid import Axis, Bins, Keys
from epsilog.core.measure import Persons, Total
from epsilog.core.number import written
from epsilog.core.unknown import Unknown
from epsilog.errors import EpsilogError, LedgerError
from epsilog.first.bound.words import look_record
from epsilog.first.ends.words import cut_record
from epsilog.first.keys.words import find_record
from epsilog.kinds.alert.plan.planned import alerts_of
from epsilog.kinds.alert.words.alerts import alert_card, alert_drawn
from epsilog.kinds.cells.show.levels import hierarchy_record
from epsilog.kinds.choice.plan.pick import Pick, pick_of
from epsilog.kinds.choice.show.columns import OFF, is_ordered
from epsilog.kinds.mean.plan.moments import FORMED, part_margins, step_of
from epsilog.kinds.mean.words.joint import together_record
from epsilog.kinds.repeat.plan.planned import repeats_of
from epsilog.kinds.repeat.words.repeats import repeat_card, repeat_drawn
from epsilog.kinds.series.plan.planned import series_of
from epsilog.kinds.series.words.shapes import series_card, series_drawn
from epsilog.kinds.study.ask.asked import questions_of
from epsilog.kinds.study.words.study import is_statistical, study_record
from epsilog.ledger.name import account_name
from epsilog.plan.stored import read_plan
from epsilog.postprocess.means import FINER
from epsilog.postprocess.ranges import margin_of
from epsilog.roles.plan import Plan
from epsilog.roles.planned import Draw, Planned
from epsilog.roles.query import Query
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
            **look_record(plan),
            "promise": {"epsilon": written(plan.share.epsilon), "delta": written(plan.share.delta)},
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
            **({"tests": [one.to_dict() for one in questions]} if (questions := questions_of(spec)) else {}),
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

    def _table(self, at: int, query: Query) -> dict[str, Any]:
        spec = self.plan.spec
        draws = self.plan.draws_of(at)
        grid, tidy = query.grid(), tidied_as(query, spec.tidy)
        totals = sum(grid.size // _product(grid.axes, over) for over in totals_of(grid.axes)) if tidy.totals else 0
        totals += sum(query.size_of(draw.part) for draw in draws[1:]) if query.levels else 0
        total = query.measures()[0]
        clamp = None
        if isinstance(total, Total):
            ends = (written(total.low * total.grain), written(total.high * total.grain))
            clamp = {"low": ends[0], "high": ends[1], "grain": written(total.grain)}
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
            **({} if query.tails is None else {"tails": [written(end) for end in query.tails]}),
            "missing": None if query.missing is None else written(query.missing),
            **({} if query.per is None else {"per": query.per.to_dict()}),
            "middle": written(total.centre * total.grain)
            if isinstance(total, Total) and query.kind in ("mean", "variance", "deviation", "expectation")
            else None,
            "tidied": {
                "whole": tidy.whole,
                "totals": tidy.totals,
                **({"ordered": "values of one group; rows_off belongs to raw"} if is_ordered(query) else {}),
            },
            **study_record(query),
            **find_record(self.plan, at),
            **cut_record(self.plan, at),
            **together_record(self.plan, at),
            **self._drawn(at, query),
            **({"hierarchy": hierarchy_record(query, whole=tidy.whole)} if query.levels else {}),
            **({"total": query.total} if query.total is not None and not query.levels else {}),
        }

    def _drawn(self, at: int, query: Query) -> dict[str, Any]:
        draws, pick = self.plan.draws_of(at), pick_of(self.plan, at)
        if (alerts := alerts_of(self.plan, at)) is not None:
            return {**alert_card(alerts), "draws": [{**alert_drawn(alerts), **_moved(alerts)}]}
        if (repeats := repeats_of(self.plan, at)) is not None:
            said = repeat_card(repeats, self.plan.spec.confidence)
            return {**said, "draws": [{**repeat_drawn(repeats), **_moved(repeats)}]}
        if (series := series_of(self.plan, at)) is not None:
            return {**series_card(series), "draws": [{**series_drawn(series), **_moved(series)}]}
        if pick is None:
            margin = _margin(draws, query, self.plan.spec.confidence)
            drawn = [self._draw(draw, query) for draw in draws]
            return {"margin": margin, "step": written(_step(draws, query)), "draws": drawn}
        off = written(pick.off(self.plan.spec.confidence))
        return {
            "margin": {OFF[query.kind]: off},
            "step": None if query.at is None else written(query.values()[1]),
            "draws": [_picked(pick)],
            "groups": pick.groups,
            "candidates": pick.candidates,
        }

    def _draw(self, draw: Draw, query: Query) -> dict[str, Any]:
        measure = query.measures()[draw.part]
        named = "sum" if isinstance(measure, Total) else "persons" if isinstance(measure, Persons) else "rows"
        named = query.parts[draw.part] if query.kind in FORMED or query.tails is not None else named
        return {
            **({"level": query.level_names()[draw.part]} if query.levels else {}),
            "of": named,
            "mechanism": draw.law,
            "law": f"discrete {draw.law}",
            "parameter": {"scale" if draw.law == "laplace" else "sigma_squared": written(draw.parameter)},
            "grain": written(draw.grain),
            **_moved(draw),
            **({} if query.together else {"charge": draw.charge.to_dict()}),
        }


def _ranges(spec: Spec) -> dict[str, str]:
    if is_statistical(spec) or any(about_of(query) != "data" for query in spec.publish):
        return {"about": "as each table says", "confidence": written(spec.confidence)}
    return {"about": "data", "of": "the bounded answer", "confidence": written(spec.confidence)}


def _picked(pick: Pick) -> dict[str, Any]:
    return {
        "of": pick.entry.kind,
        "mechanism": pick.law,
        "law": "permute and flip" if pick.law == "flip" else "exponential mechanism",
        "parameter": {"epsilon": written(pick.parameter), "rounds": pick.rounds, "reach": pick.reach},
        "grain": written(pick.grain),
        **_moved(pick),
        "charge": pick.charge.to_dict(),
    }


def _moved(draw: Planned) -> dict[str, Any]:
    moved = draw.contribution
    return {
        "contribution": {
            "cells": moved.cells,
            "rows_per_cell": moved.rows_per_cell,
            "rows": moved.rows,
            "reach": moved.reach,
            "sides": moved.sides,
            **({} if moved.norm is None else {"norm": moved.norm.most}),
            **({} if moved.periods == 1 else {"periods": moved.periods}),
        },
        "sensitivity": {"l1": moved.sensitivity.l1, "l2_squared": moved.sensitivity.l2_squared},
    }


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


def _margin(draws: tuple[Draw, ...], query: Query, confidence: Fraction) -> dict[str, str]:
    """Half-widths in the data's own units: of the value, or of each of the two numbers of a mean."""
    if query.kind in FORMED:
        margins = part_margins([draw.noise.law for draw in draws], confidence)
        named = zip(query.parts, margins, draws, strict=True)
        return {name: written(margin * draw.grain) for name, margin, draw in named}
    mean = ("sum_from_middle", "count", *query.parts[2:])
    names = mean if query.kind == "mean" else query.level_names() or ("value",)
    return {
        name: written(margin_of(draw.noise.law, confidence) * draw.grain)
        for name, draw in zip(names, draws, strict=True)
    }


def _step(draws: tuple[Draw, ...], query: Query) -> Fraction:
    """The step values are told in."""
    if query.kind in FORMED:
        return step_of(query)
    return draws[0].grain / (FINER if query.kind == "mean" else 1)


def _product(axes: tuple[Axis, ...], over: tuple[int, ...]) -> int:
    size = 1
    for at in over:
        size *= axes[at].size
    return size
