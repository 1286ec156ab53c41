"""A stream that may be paid for: what a live series can be, and the key it is known by. No data touched."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass

from epsilog.core.ledger import Receipt
from epsilog.core.measure import Persons
from epsilog.core.spec import Spec, Spend
from epsilog.core.unknown import Unknown
from epsilog.errors import SpecError
from epsilog.ledger import Ledger
from epsilog.publish.plan import Plan
from epsilog.publish.request import Request
from epsilog.publish.stream_rules import Rules
from epsilog.publish.time_column import fix_time_column

KINDS = ("rows", "persons", "sum")


@dataclass(frozen=True)
class StreamRequest:
    """A spec and the rules of its clock. Its digest is its own: a batch of the same spec is another release."""

    spec: Spec
    rules: Rules

    def __post_init__(self) -> None:
        check_stream(self.spec, self.rules)

    @property
    def release(self) -> str:
        """Its name."""
        return self.spec.release

    @property
    def edition(self) -> str:
        """Its edition."""
        return self.spec.edition

    @property
    def spend(self) -> Spend:
        """The account that pays."""
        return self.spec.spend

    @property
    def digest(self) -> str:
        """SHA-256 of spec and rules."""
        said = {"spec": self.spec.digest, "stream": self.rules.to_dict()}
        return hashlib.sha256(json.dumps(said, sort_keys=True, separators=(",", ":")).encode()).hexdigest()

    @property
    def key(self) -> str:
        """The idempotency key."""
        return f"{self.release}@{self.edition}#{self.digest[:16]}"

    def planned(self, ledger: Ledger) -> Plan:
        """Plan it under the terms of its account, as a release."""
        return Request.of(self.spec, ledger).plan

    def reserve(self, ledger: Ledger, plan: Plan) -> Receipt:
        """Hold the price of the whole horizon."""
        fix_time_column(self.spec, ledger, plan.blocks)
        return ledger.reserve(self.spend.account, plan.charge, self.digest, key=self.key, blocks=plan.blocks)


def check_stream(spec: Spec, rules: Rules) -> None:
    """Refuse what a live series cannot be."""
    unit = spec.protect.unit
    if spec.source.join:
        raise SpecError("a stream has no lookups", where="source.join", hint="write the columns into the rows")
    if spec.source.file is None:
        raise SpecError("a stream reads a file or a folder", where="source", hint="source: {file: visits.csv}")
    if spec.bound.norm is not None or spec.bound.choose is not None:
        raise SpecError(
            "a stream keeps rows and cells in the order they come: a norm looks at all of them at once",
            where="bound",
            hint="bound: {rows: 4, cells: 4}",
        )
    if spec.cuts() or spec.tests:
        raise SpecError(
            "a stream has no stage before its first tick, and reads nothing off its tables",
            where="publish",
            hint="say the ends in `between`; tests belong into a release",
        )
    if unit.window is not None:
        raise SpecError("a stream protects rows or persons", where="protect.window", hint="leave `window` out")
    if unit.per is not None and rules.late == "next":
        raise SpecError(
            "persons are protected within a period, and a late row would count in another one",
            where="late",
            hint="late: drop",
        )
    first = spec.publish[0]
    for at, query in enumerate(spec.publish):
        where = f"publish[{at}]"
        if query.every is None or query.during is None:
            hint = "every: 1h, as: running"
            raise SpecError("a stream publishes tick by tick", where=f"{where}, every", hint=hint)
        if query.every != first.every or query.during != first.during:
            raise SpecError(
                "all entries of a stream have the same ticks",
                where=f"{where}, every",
                hint="one stream for each step of time",
            )
        if query.kind not in KINDS or query.levels or any(isinstance(axis, Unknown) for axis in query.by):
            raise SpecError(
                "a stream counts rows or persons, or adds up a column, over declared keys",
                where=where,
                hint="publish a mean as its sum and its rows",
            )
        if any(isinstance(one, Persons) for one in query.in_cells()) and spec.crosses_blocks(query):
            raise SpecError(
                f"a tick may hold several {unit.per} of one person, who would count once for both",
                where=f"{where}, every",
                hint="ticks that lie within the period, or count rows",
            )
