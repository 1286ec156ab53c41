"""Repeated values in words and as a record."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from epsilog.core.number import spell_number
from epsilog.core.series_method import Spelled
from epsilog.kinds.repeat.plan import RepeatDraw, SpellDraw
from epsilog.roles.entry import Entry
from epsilog.roles.plan import Plan
from epsilog.roles.range_rules import FIRST
from epsilog.roles.shape import repeated_of
from epsilog.words import Language, plain, say


def repeat_shape(query: Entry, lang: Language) -> list[str]:
    """When a value is fresh, as part of what a table shows."""
    method = repeated_of(query)
    assert method is not None
    if isinstance(method, Spelled) and method.moves is not None:
        return [say("series.as.repeat.spells.moves", lang, moves=plain(float(method.moves), 6))]
    return [say(f"series.as.repeat.{method.rule}", lang)]


def repeat_fresh(plan: Plan, draw: RepeatDraw, lang: Language) -> list[str]:
    """That a live series repeats its values."""
    level = "" if plan.rule("spells") == FIRST else ".level"
    key = f"stream.fresh.spells{level}" if isinstance(draw, SpellDraw) else "stream.fresh"
    return [say(key, lang, name=draw.entry.name)]


def repeat_error(draw: RepeatDraw, confidence: Fraction, lang: Language) -> str:
    """How exact it will be."""
    said = {"confidence": plain(100 * float(confidence), 6), "margin": plain(draw.closest(confidence), way="up")}
    if isinstance(draw, SpellDraw):
        said["most"] = plain(draw.widest(confidence), way="up")
    return say(f"plan.error.repeat.{draw.word}", lang, entry=draw.entry.name, width=f"{draw.width:,}", **said)


def repeat_steps(draw: RepeatDraw, lang: Language, unit: str) -> list[str]:
    """How far one unit moves a row, and what a fresh value and a question cost."""
    said = {"width": f"{draw.width:,}", "epsilon": plain(float(draw.epsilon), 6)}
    return [
        say("plan.derive.repeat.reach", lang, unit=unit, reach=f"{draw.reach:,}", width=f"{draw.width:,}"),
        say(f"plan.derive.repeat.{draw.word}", lang, **said),
    ]


def repeat_exact(draw: RepeatDraw, times: str, plan: Plan, lang: Language) -> str:
    """How exact it is."""
    confidence = plan.spec.confidence
    margin = plain(draw.closest(confidence), 3, "up")
    if isinstance(draw, SpellDraw):
        most = plain(draw.widest(confidence), 3, "up")
        said = {"name": draw.entry.name, "times": times, "margin": margin, "most": most}
        key = "release.exact.repeat.spells" + ("" if plan.rule("spells") == FIRST else ".level")
        return say(key, lang, **said)
    key = "release.exact.repeat.sample" if draw.word == "sample" else "release.exact.repeat"
    return say(key, lang, name=draw.entry.name, times=times, margin=margin)


def repeat_weight(draw: RepeatDraw, one: str, lang: Language) -> str:
    """What one unit may do to a row."""
    reach = plain(float(draw.reach * draw.grain), 6, "up")
    return say("release.weight.repeat", lang, name=draw.entry.name, one=one, reach=reach, width=f"{draw.width:,}")


def repeat_record(draw: RepeatDraw, confidence: Fraction) -> dict[str, Any]:
    """The same for machines."""
    margin = float(f"{draw.closest(confidence):.9g}")
    return {"margin": margin, "rule": draw.word, "width": draw.width, "epsilon": spell_number(draw.epsilon)}


def repeat_card(draw: RepeatDraw, confidence: Fraction) -> dict[str, Any]:
    """What a card says of the numbers: a range is about the last fresh tick, which the table names."""
    shape = draw.entry.shape
    return {
        "as": None if shape is None else shape.to_dict(),
        "about": "fresh",
        "margin": {"least": spell_number(draw.margin(draw.best, confidence) * draw.grain)},
        "step": spell_number(draw.grain),
    }


def repeat_drawn(draw: RepeatDraw) -> dict[str, Any]:
    """What it says of their noise."""
    return {
        "of": {"sum": "sum", "persons": "persons"}.get(draw.entry.kind, "rows"),
        "mechanism": draw.word,
        "law": "discrete laplace",
        "parameter": {"width": draw.width, "epsilon": spell_number(draw.epsilon)},
        "grain": spell_number(draw.grain),
        "reach": draw.reach,
        "charge": draw.charge.to_dict(),
    }
