"""What a careful reader should know before paying: all of it known without any data."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

from epsilog.accounting.promise import delta_is_small, success
from epsilog.ledger.terms import Terms
from epsilog.registry.plans import planner_for
from epsilog.roles.entry import Entry
from epsilog.roles.plan import Plan, epsilon_of
from epsilog.roles.planned import Remark
from epsilog.words import plain

# Beyond this epsilon an attacker may be right more than 95 times in 100: the sentences of `meaning` call it weak.
_LARGE: Final = 3
_MANY: Final = 10_000


def warnings_of(plan: Plan, margins: Sequence[float], terms: Terms | None) -> tuple[Remark, ...]:
    """All warnings, the most serious first; `margins` are those of the entries, in order."""
    found = _about_protection(plan, terms)
    found += _about_money(plan, terms)
    for query, margin in zip(plan.spec.publish, margins, strict=True):
        found += _about_entry(plan, query, margin)
    if plan.spec.protect.unit.each != "row":
        found.append(Remark("plan.warn.bounds"))
    return tuple(found)


def _about_protection(plan: Plan, terms: Terms | None) -> list[Remark]:
    unit, found = plan.spec.protect.unit, []
    if unit.each == "row":
        found.append(Remark("plan.warn.event"))
    for lookup in plan.spec.source.to_dict().get("join", ()):
        if lookup["public"]:
            found.append(Remark("plan.warn.lookup", (("lookup", lookup["file"] or lookup["table"]),)))
    if len(plan.blocks) > 1:
        found.append(Remark("plan.warn.period", (("blocks", f"{len(plan.blocks):,}"), ("each", unit.each))))
    own, delta = epsilon_of(plan), plan.share.delta
    if own > _LARGE:
        found.append(Remark("plan.warn.epsilon.release", _weak(float(own), float(delta))))
    if terms is not None and terms.allowance.epsilon > _LARGE:
        promise = terms.allowance.promise
        found.append(Remark("plan.warn.epsilon.account", _weak(float(promise.epsilon), float(promise.delta))))
    people = max((_expected_rows(query) for query in plan.spec.publish), default=0)
    promised = terms.allowance.delta if terms is not None else delta
    if people and promised and not delta_is_small(promised, people):
        values = (("delta", plain(float(promised))), ("rows", f"{people:,}"), ("limit", plain(0.01 / people, 1)))
        found.append(Remark("plan.warn.delta.rows", values))
    return found


def _weak(epsilon: float, delta: float) -> tuple[tuple[str, str], ...]:
    return (("epsilon", plain(epsilon, way="up")), ("success", plain(100 * success(epsilon, delta), 4, "up")))


def _expected_rows(query: Entry) -> int:
    """How many rows the requester expects in all; 0 where nothing was said. A sum says nothing about rows."""
    if query.expect is None or query.kind in ("sum", "ratio"):
        return 0
    cells = query.shown().size if query.ask.exits is None else math.prod(axis.size for axis in query.by)
    return max(1, int(query.expect * cells))


def _about_money(plan: Plan, terms: Terms | None) -> list[Remark]:
    if terms is None:
        return []
    allowance, found = terms.allowance, []
    if allowance.is_turned and plan.spec.spend.delta:
        found.append(Remark("plan.warn.delta.unused", (("delta", plain(float(plan.spec.spend.delta))),)))
    if plan.price.main > allowance.cap:
        found.append(Remark("plan.warn.beyond", (("times", plain(plan.price.main / allowance.cap)),)))
    own = allowance.delta - allowance.for_events
    said = plan.share.delta - plan.share.for_events
    if said > own:
        values = (("delta", plain(float(said))), ("own", plain(float(own))))
        found.append(Remark("plan.warn.delta.account", values))
    return found


def _about_entry(plan: Plan, query: Entry, margin: float) -> list[Remark]:
    cells, found = query.shown().size, []
    if cells > _MANY:
        beyond = int(cells * (1 - plan.spec.confidence))
        counted = (("cells", f"{cells:,}"), ("beyond", f"{beyond:,}"), ("margin", plain(margin)))
        found.append(Remark("plan.warn.cells", (("entry", query.name), *counted)))
    return found + planner_for(query).warnings(plan, query, margin)
