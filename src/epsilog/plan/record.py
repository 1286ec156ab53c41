"""A plan for machines: every figure a reader sees, with a schema version. Holds no sentence and no data."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

from epsilog.core.number import written
from epsilog.first.bound.words import look_record
from epsilog.first.ends.words import cut_record
from epsilog.first.keys.words import find_record
from epsilog.kinds.alert.plan.planned import AlertDraw
from epsilog.kinds.alert.words.alerts import alert_record
from epsilog.kinds.choice.plan.pick import Pick
from epsilog.kinds.mean.words.joint import together_record
from epsilog.kinds.repeat.plan.planned import RepeatDraw
from epsilog.kinds.repeat.words.repeats import repeat_record
from epsilog.kinds.series.plan.planned import SeriesDraw
from epsilog.kinds.series.words.shapes import series_record
from epsilog.kinds.study.ask.asked import questions_of
from epsilog.kinds.study.words.study import study_record
from epsilog.plan.cost import Standing, standing_of
from epsilog.plan.planner import ASSUMED_ROWS, margin
from epsilog.roles.alone import epsilon_of
from epsilog.roles.plan import Plan
from epsilog.roles.planned import Draw, Planned, Remark

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
        **look_record(plan),
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
        **({"tests": [one.to_dict() for one in tests]} if (tests := questions_of(spec)) else {}),
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
    query = plan.spec.publish[at]
    rows = None
    if len(query.parts) > 1:
        usual = None if query.kind == "ratio" else str(ASSUMED_ROWS)
        rows = written(query.expect) if query.expect is not None else usual
    return {
        "name": query.name,
        "kind": query.kind,
        "cells": query.shown().size,
        "margin": _nine(margin(plan, at)),
        "margin_rows": rows,
        **study_record(query),
        **find_record(plan, at),
        **cut_record(plan, at),
        **together_record(plan, at),
        "draws": [_draw(plan, draw) for draw in plan.draws if draw.query == at],
    }


def _draw(plan: Plan, draw: Planned) -> dict[str, Any]:
    moved, norms = draw.contribution, draw.contribution.sensitivity
    charge, together = draw.charge, plan.spec.publish[draw.query].together  # the entry then says what they cost
    return {
        "law": draw.law,
        "parameter": written(draw.parameter),
        "grain": written(draw.grain),
        "price": None if together else charge.pure() if plan.share.coin == "pure" else charge.price().rho,
        **_off(plan, draw),
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


def _off(plan: Plan, draw: Planned) -> dict[str, Any]:
    if isinstance(draw, AlertDraw):
        return alert_record(draw)
    if isinstance(draw, RepeatDraw):
        return repeat_record(draw, plan.spec.confidence)
    if isinstance(draw, SeriesDraw):
        return series_record(plan, draw)
    if isinstance(draw, Pick):
        chosen = {"rounds": draw.rounds, "groups": draw.groups, "candidates": draw.candidates, "spread": draw.reach}
        return {"margin": _nine(float(draw.off(plan.spec.confidence))), **chosen}
    assert isinstance(draw, Draw)
    margin = _nine(draw.noise.margin(plan.spec.confidence))
    return {"margin": margin, "mean_absolute": _nine(draw.noise.mean_absolute)}


def _remark(remark: Remark) -> dict[str, Any]:
    return {"key": remark.key, "values": dict(remark.values)}


def _nine(value: float) -> float:
    return float(f"{value:.9g}")
