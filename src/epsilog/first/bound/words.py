"""What a paid look at how busy units are does, in sentences and for machines: before a release, and after it."""

from __future__ import annotations

from typing import Any

from epsilog.core.bounds import BoundSearch, Crowd, crowd_of
from epsilog.core.number import spell_number
from epsilog.first.bound.plan import search_of
from epsilog.roles.plan import Plan
from epsilog.roles.stage_words import StageWords
from epsilog.words import Language, join_names, plain, say


def _by_rows(crowd: Crowd, counts: tuple[int, ...]) -> list[tuple[str, int]]:
    """Noisy numbers of units by rows, whatever their cells."""
    added: dict[str, int] = {}
    for one, many in zip(crowd.bins, counts, strict=True):
        rows = f"{one.least:,}" if one.least == one.rows else f"{one.least:,}–{one.rows:,}"
        rows = f"≥ {one.least:,}" if one.rows == crowd.rows[-1] else rows
        added[rows] = added.get(rows, 0) + many
    return list(added.items())


def _entries(plan: Plan, crowd: Crowd) -> list[str]:
    glance = plan.spec.bound.choose
    assert isinstance(glance, BoundSearch)
    return [query.name for query in plan.spec.publish if crowd_of(query, glance) == crowd]


def _table(plan: Plan, at: int, crowd: Crowd) -> dict[str, Any]:
    glancing = search_of(plan)
    counts = None if glancing is None or glancing.counts is None else glancing.counts[at]
    bins = [
        {
            "rows": [one.least, None if one.rows == crowd.rows[-1] else one.rows],
            "cells": [one.fewest, None if one.cells == crowd.cells[-1] else one.cells],
            **({} if counts is None else {"units": counts[place]}),
        }
        for place, one in enumerate(crowd.bins)
    ]
    return {"entries": _entries(plan, crowd), "bins": bins}


def _option(plan: Plan) -> dict[str, Any]:
    confidence = plan.spec.confidence
    margins = [plan.draws_of(at)[0].noise.margin(confidence) for at in range(len(plan.spec.publish))]
    return {**plan.spec.bound.to_dict(), "margins": [float(f"{margin:.9g}") for margin in margins]}


def search_price(plan: Plan) -> int:
    """What the look costs, in units of the currency."""
    glancing = search_of(plan)
    if glancing is None:
        return 0
    charge = glancing.charge
    return (charge.pure() or 0) if plan.share.coin == "pure" else charge.price().rho


class BoundWords(StageWords):
    """The bound."""

    def steps(self, plan: Plan, lang: Language, unit: str) -> list[str]:
        """How far one unit may move what the look tells, step by step."""
        glancing = search_of(plan)
        if glancing is None:
            return []
        moved = {"l1": f"{glancing.covers.l1:,}", "squared": f"{glancing.covers.l2_squared:,}"}
        tables = f"{len(plan.spec.crowds()):,}"
        steps = [say("plan.look.bin", lang, unit=unit, tables=tables, **moved)]
        steps.append(say(f"plan.look.noise.{glancing.law}", lang, parameter=plain(float(glancing.parameter), 6)))
        steps.append(say("plan.look.rest", lang, bounds=f"{len(plan.options):,}"))
        return [say("plan.look.head", lang), *(f"  - {step}" for step in steps)]

    def found(self, plan: Plan, lang: Language, times: str) -> list[str]:
        """The bound that was found, and what the look told."""
        glancing, bounds = search_of(plan), plan.spec.bound
        if glancing is None or glancing.counts is None:
            return []
        if bounds.norm is not None:
            lines = [say("release.look.norm", lang, norm=plain(float(bounds.norm), 6))]
        else:
            each = bounds.rows_per_cell if bounds.rows_per_cell is not None else bounds.rows
            lines = [say("release.look.keep", lang, rows=f"{bounds.rows:,}", each=f"{each:,}")]
        margin = plain(glancing.noise.margin(plan.spec.confidence), 3, "up")
        for crowd, counts in zip(plan.spec.crowds(), glancing.counts, strict=True):
            said = "; ".join(f"{rows}: {many:,}" for rows, many in _by_rows(crowd, counts))
            name = join_names(_entries(plan, crowd), lang)
            lines.append(say("release.look.counts", lang, name=name, counts=said, margin=margin, times=times))
        return [*lines, say("release.look.bias", lang)]

    def record(self, plan: Plan) -> dict[str, Any]:
        """The look and what it told, for machines; {} where bounds were said or declared facts chose them."""
        glancing, glance = search_of(plan), plan.spec.bound.choose
        if glancing is None or not isinstance(glance, BoundSearch):
            return {}
        record: dict[str, Any] = {
            **glance.to_dict()["look"],
            "law": f"discrete {glancing.law}",
            "parameter": {
                "scale" if glancing.law == "laplace" else "sigma_squared": spell_number(glancing.parameter)
            },
            "sensitivity": {"l1": glancing.covers.l1, "l2_squared": glancing.covers.l2_squared},
            "margin": float(f"{glancing.noise.margin(plan.spec.confidence):.9g}"),
            "charge": glancing.charge.to_dict(),
            "afterwards": glancing.afterwards.to_dict(),
            "tables": [_table(plan, at, crowd) for at, crowd in enumerate(plan.spec.crowds())],
        }
        if plan.options:
            record["bounds"] = [_option(one) for one in plan.options]
        return {"look": record}
