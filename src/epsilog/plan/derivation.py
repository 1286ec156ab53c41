"""How far one unit may move each vector of a plan, derived line by line from what is kept of it."""

from __future__ import annotations

from typing import Final

from epsilog.core.measure import Beyond, Persons, Total, keeps_apart
from epsilog.registry.shows import shown_of
from epsilog.roles.error import error_word
from epsilog.roles.plan import Plan
from epsilog.roles.planned import Planned
from epsilog.words import Language, plain, say

NAMES: Final = {"1h": "hour", "1d": "day", "1w": "week", "1mo": "month", "1q": "quarter", "1y": "year"}
_SAID: Final = {"apart": ("many", "period"), "shared": ("many", "squared", "period"), "persons": ("many", "period")}


def period_words(every: str, lang: Language) -> str:
    """A length of time after a number: "12 月" would be December."""
    return say(f"plan.period.{NAMES[every]}", lang)


def derivation(plan: Plan, lang: Language, unit: str, one: str) -> list[str]:
    """For each vector its name, then a line per step: cells, rows, reach, neighbours, norms, noise.

    `unit` says who is protected, `one` what bounds are about: one period of it, where it has several.
    """
    return [line for draw in plan.draws for line in _steps(plan, draw, lang, unit, one)]


def _steps(plan: Plan, draw: Planned, lang: Language, unit: str, one: str) -> list[str]:
    query = plan.spec.publish[draw.query]
    part = say(f"plan.part.{query.part_of(draw.part)}", lang)
    head = say("plan.derive.head", lang, entry=query.called(draw.part), part=part)
    steps = [_cells(plan, draw, lang, one), _within(plan, draw, lang)]
    if query.levels and draw.part:
        size, most = query.size_of(draw.part), draw.contribution.rows_per_cell
        steps = [say("plan.derive.level", lang, size=f"{size:,}", rows=f"{most:,}")]
    if (norm := draw.contribution.norm) is not None:
        steps = [say("plan.derive.norm", lang, unit=unit, norm=f"{norm.most:,}")]
    elif plan.spec.protect.unit.each != "row":
        steps.append(say("plan.derive.rows", lang, rows=f"{draw.contribution.rows:,}"))
    steps += [_reach(plan, draw, lang), _sides(plan, draw, lang), *_window(plan, draw, lang)]
    steps.append(say("plan.derive.result", lang, formula=formula(draw)))
    steps += shown_of(plan, draw.query).steps(draw, lang, unit)
    return [head, *(f"  - {step}" for step in steps)]


def _cells(plan: Plan, draw: Planned, lang: Language, unit: str) -> str:
    bounds, cells = plan.spec.bound, draw.contribution.cells
    size = plan.spec.publish[draw.query].grid().size
    if size == 1:
        return say("plan.derive.cells.single", lang, unit=unit)
    if plan.spec.protect.unit.each == "row":
        return say("plan.derive.cells.row", lang, size=f"{size:,}")
    if cells == size:
        return say("plan.derive.cells.table", lang, unit=unit, size=f"{size:,}")
    said = {"unit": unit, "cells": f"{cells:,}", "size": f"{size:,}"}
    if cells == bounds.cells:
        return say("plan.derive.cells.bound", lang, **said)
    return say("plan.derive.cells.rows", lang, **said)


def _within(plan: Plan, draw: Planned, lang: Language) -> str:
    measure, rows = plan.spec.publish[draw.query].measures()[draw.part], draw.contribution.rows_per_cell
    if plan.spec.protect.unit.each == "row":
        return say("plan.derive.within.row", lang)
    if isinstance(measure, Persons):
        return say("plan.derive.within.person", lang)
    if rows == plan.spec.bound.rows_per_cell:
        return say("plan.derive.within.cell", lang, rows=f"{rows:,}")
    return say("plan.derive.within.rows", lang, rows=f"{rows:,}")


def _reach(plan: Plan, draw: Planned, lang: Language) -> str:
    measure = plan.spec.publish[draw.query].measures()[draw.part]
    if not isinstance(measure, Total):
        if draw.contribution.norm is not None:
            step = plain(float(draw.contribution.grain), 6)
            return say("plan.derive.reach.norm", lang, grain=step, reach=f"{draw.contribution.reach:,}")
        return say("plan.derive.reach.count", lang)
    if isinstance(measure, Beyond):
        return say("plan.derive.reach.beyond", lang)
    if (told := error_word(measure)) == "rows":
        return say("plan.derive.reach.pairs", lang)
    if told == "product":
        values = {"most": plain(float(measure.high * measure.grain), 6), "grain": plain(float(measure.grain), 6)}
        return say("plan.derive.reach.product", lang, reach=f"{measure.reach:,}", **values)
    if told == "squares":
        most, half = (plain(float(number * measure.grain), 6) for number in (measure.high, measure.centre))
        values = {"most": most, "half": half, "grain": plain(float(measure.grain), 6)}
        return say("plan.derive.reach.squares", lang, reach=f"{measure.reach:,}", **values)
    grain = measure.grain
    said = {
        "low": plain(float(measure.low * grain), 6),
        "high": plain(float(measure.high * grain), 6),
        "grain": plain(float(grain), 6),
        "reach": f"{measure.reach:,}",
        "units": plain(float(measure.reach * grain), 6),
    }
    if measure.centre:
        return say("plan.derive.reach.mean", lang, centre=plain(float(measure.centre * grain), 6), **said)
    return say("plan.derive.reach.sum", lang, **said)


def _sides(plan: Plan, draw: Planned, lang: Language) -> str:
    if draw.contribution.sides == 1:
        return say("plan.derive.sides.one", lang)
    measure = plan.spec.publish[draw.query].measures()[draw.part]
    both = isinstance(measure, Total) and not measure.is_one_sided
    squares = "both" if both else "same"
    if draw.contribution.norm is not None:
        return say(f"plan.derive.sides.two.norm.{squares}", lang)
    return say(f"plan.derive.sides.two.{squares}", lang)


def _window(plan: Plan, draw: Planned, lang: Language) -> list[str]:
    """How the periods of one window add up."""
    unit, many = plan.spec.protect.unit, draw.contribution.periods
    if unit.per is None or many == 1:
        return []
    query = plan.spec.publish[draw.query]
    key = "apart" if keeps_apart(query.grid(), unit) else "shared"
    key = "persons" if isinstance(query.measures()[draw.part], Persons) else key
    said = {"many": f"{many:,}", "squared": f"{many**2:,}", "period": period_words(unit.per, lang)}
    return [say(f"plan.derive.window.{key}", lang, **{name: said[name] for name in _SAID[key]})]


def formula(draw: Planned) -> str:
    """Both norms as they are computed, in whole numbers.

    >>> from epsilog.core.bounds import Bounds
    >>> from epsilog.core.grid import Grid
    >>> from epsilog.core.measure import Rows, contribution
    >>> from epsilog.core.unit import Unit
    >>> from epsilog.roles.planned import Draw
    >>> from fractions import Fraction
    >>> moved = contribution(Rows(), Grid(), Unit("patient_id"), Bounds(rows=4))
    >>> formula(Draw(0, 0, "laplace", Fraction(8), Fraction(1), moved))
    'L1 = 4 × 1 = 4, L2² = 1 × 4² × 1² = 16'
    """
    moved, norms = draw.contribution, draw.contribution.sensitivity
    if moved.norm is not None:
        times = norms.l2_squared // moved.norm.most**2
        return f"L2² = {moved.norm.most:,}²" + (f" × {times}" if times > 1 else "") + f" = {norms.l2_squared:,}"
    full, rest = divmod(moved.rows, moved.rows_per_cell)
    squares = f"{full:,} × {moved.rows_per_cell:,}²"
    if rest:
        squares = f"({squares} + {rest:,}²)"
    single = (full * moved.rows_per_cell**2 + rest**2) * moved.reach**2
    if moved.periods > 1 and norms.l1 != moved.rows * moved.reach * moved.periods:
        return f"L1 = L2² = {norms.l1:,}"  # persons: every cell there is, once
    times = norms.l2_squared // single
    l1 = f"{moved.rows:,} × {moved.reach:,}" + (" × 2" if moved.sides == 2 else "")
    l1 += f" × {moved.periods:,}" if moved.periods > 1 else ""
    l2 = f"{squares} × {moved.reach:,}²" + (f" × {times}" if times > 1 else "")
    return f"L1 = {l1} = {norms.l1:,}, L2² = {l2} = {norms.l2_squared:,}"
