"""A plan for machines: every figure a reader sees, with a schema version. Holds no sentence and no data."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

from epsilog.core.number import written
from epsilog.plan.cost import Standing, standing_of
from epsilog.plan.planner import margin
from epsilog.registry.shows import asked_record, shown_of
from epsilog.registry.stage_words import stage_entry_record, stage_record
from epsilog.roles.about import about_record
from epsilog.roles.plan import Plan, epsilon_of
from epsilog.roles.planned import Planned, Remark
from epsilog.roles.shown import Shown

if TYPE_CHECKING:
    from epsilog.ledger.reading import Account

SCHEMA: Final = "epsilog.plan/1"  # name and version


def plan_record(plan: Plan, account: Account | None = None, *, above: Sequence[Account] = ()) -> dict[str, Any]:
    """Exact numbers as text, whole numbers as they are, errors as floats of nine digits."""
    spec, share, price = plan.spec, plan.share, plan.price
    accounts = [] if account is None else [account, *above]
    return {
        "schema": SCHEMA,
        "release": spec.release,
        "edition": spec.edition,
        "key": spec.key,
        "digest": spec.digest,
        "protect": spec.to_dict()["protect"],
        "bound": spec.bound.to_dict(),
        **stage_record(plan),
        "confidence": written(spec.confidence),
        "currency": share.coin,
        "price": {"units": price.main, "epsilon": written(epsilon_of(plan)), "delta": written(share.delta)},
        "share": {
            "epsilon": written(share.epsilon),
            "delta": written(share.delta),
            "units": share.cap,
            "unspent": share.cap - price.main,
        },
        "blocks": list(plan.blocks),
        "accounts": [_standing(standing_of(plan, one)) for one in accounts],
        "promise": None
        if account is None
        else {
            "epsilon": written(account.terms.allowance.epsilon),
            "delta": written(account.terms.allowance.delta),
        },
        "entries": [_entry(plan, at) for at in range(len(spec.publish))],
        **asked_record(spec),
        "reasons": [_remark(one) for one in plan.reasons],
        "warnings": [_remark(one) for one in plan.warnings],
    }


def _standing(now: Standing) -> dict[str, Any]:
    return {
        "account": now.account,
        "block": now.block,
        "cap": now.cap,
        "used": now.used,
        "price": now.price,
        "fits": now.fits,
        "stopped": now.stopped is not None,
    }


def _entry(plan: Plan, at: int) -> dict[str, Any]:
    query, shown, planned = plan.spec.publish[at], shown_of(plan, at), plan.vectors_of(at)
    return {
        "name": query.name,
        "kind": query.kind,
        "cells": query.shown().size,
        "margin": _nine(margin(plan, at)),
        "margin_rows": shown.margin_rows(query),
        **about_record(query),
        **stage_entry_record(plan, at),
        **shown.entry_record(plan, planned),
        "draws": [_draw(plan, shown, draw) for draw in planned],
    }


def _draw(plan: Plan, shown: Shown[Any], draw: Planned) -> dict[str, Any]:
    moved, norms = draw.contribution, draw.contribution.sensitivity
    charge, together = draw.charge, plan.spec.publish[draw.query].ask.together  # the entry then says what they cost
    return {
        "law": draw.law,
        "parameter": written(draw.parameter),
        "grain": written(draw.grain),
        "price": None if together else charge.pure() if plan.share.coin == "pure" else charge.price().rho,
        **shown.record(plan, draw),
        "contribution": {
            "cells": moved.cells,
            "rows_per_cell": moved.rows_per_cell,
            "rows": moved.rows,
            "reach": moved.reach,
            "sides": moved.sides,
            "l1": norms.l1,
            "l2_squared": norms.l2_squared,
            **({} if moved.norm is None else {"norm": moved.norm.most}),
            **({} if moved.periods == 1 else {"periods": moved.periods}),
        },
    }


def _remark(remark: Remark) -> dict[str, Any]:
    return {"key": remark.key, "values": dict(remark.values)}


def _nine(value: float) -> float:
    return float(f"{value:.9g}")
