"""A series with one radius in words and as a record."""

from __future__ import annotations

from typing import Any

from epsilog.core.law import DiscreteLaplace, Noise
from epsilog.core.number import written
from epsilog.core.radius_method import Radius
from epsilog.kinds.series.plan.planned import participation_record
from epsilog.kinds.series.plan.radius import STRATEGY, RadiusDraw
from epsilog.roles.plan import Plan
from epsilog.words import Language, plain, say


def radius_shape(method: Radius, lang: Language) -> list[str]:
    """What it says at every tick, as part of what a table shows."""
    if method.is_single:
        return [say("series.as.radius", lang)]
    if method.group is not None:
        return [say("series.as.radius.group", lang, group=f"{method.group:,}")]
    return [say("series.as.radius.auto", lang)]


def radius_error(draw: RadiusDraw, confidence: str, lang: Language) -> str:
    """How exact it will be."""
    said = {"entry": draw.entry.name, "confidence": confidence, "most": plain(draw.widest, way="up")}
    if draw.group == 1:
        return say("plan.error.radius", lang, **said)
    return say("plan.error.radius.groups", lang, group=f"{draw.group:,}", **said)


def radius_choices(plan: Plan, draw: RadiusDraw, lang: Language) -> list[str]:
    """Independent Laplace noise at the same price beside it, and what follows from sharing a radius."""
    reach = draw.contribution.sensitivity.l1
    law = Noise(DiscreteLaplace(reach / draw.epsilon), draw.grain)
    lines = [say("plan.series.head", lang, entry=draw.entry.name, ticks=f"{draw.ticks:,}")]
    said = {"margin": plain(draw.widest, way="up"), "other": plain(law.margin(plan.spec.confidence), way="up")}
    key = "plan.radius.beside" if draw.group == 1 else "plan.radius.beside.groups"
    more = {} if draw.group == 1 else {"group": f"{draw.group:,}"}
    lines.append("  - " + say(key, lang, **said, **more))
    lines.append("  - " + say("plan.radius.shared", lang))
    return lines


def radius_steps(draw: RadiusDraw, lang: Language, unit: str) -> list[str]:
    """From what one unit may contribute to how far it moves one group, and the noise on that."""
    way = draw.participation
    said = {"unit": unit, "times": f"{way.times:,}", "most": f"{way.most:,}"}
    steps = [say(f"plan.derive.series.{'apiece' if way.apiece else 'steps'}", lang, **said)]
    moved = {"group": f"{draw.group:,}", "reach": f"{draw.reach.l1:,}"}
    steps.append(say("plan.derive.radius.reach", lang, unit=unit, **moved))
    noise = {"epsilon": plain(float(draw.epsilon), 6), "draws": f"{draw.sums.draws:,}"}
    return [*steps, say("plan.derive.radius.noise", lang, scale=plain(float(draw.parameter), 6), **noise)]


def radius_exact(draw: RadiusDraw, times: str, lang: Language) -> str:
    """How exact it is."""
    said = {"name": draw.entry.name, "times": times, "most": plain(draw.widest, 3, "up")}
    if draw.group == 1:
        return say("release.exact.radius", lang, **said)
    return say("release.exact.radius.groups", lang, group=f"{draw.group:,}", **said)


def radius_weight(draw: RadiusDraw, one: str, lang: Language) -> str:
    """What one unit may do to it, and which noise covers that."""
    said = {"name": draw.entry.name, "one": one, "group": f"{draw.group:,}"}
    return say("release.weight.radius", lang, reach=plain(float(draw.reach.l1 * draw.grain), 6, "up"), **said)


def radius_record(draw: RadiusDraw) -> dict[str, Any]:
    """The same for machines."""
    return {
        "margin": _nine(draw.widest),
        "margin_least": _nine(draw.closest),
        "strategy": STRATEGY,
        "group": draw.group,
        "draws_with_one_radius": draw.sums.draws,
        "participation": participation_record(draw.participation),
        "moves_a_group_by": draw.reach.l1,
        "deviation": _nine(draw.sums.variance**0.5 * float(draw.grain) / draw.group),
    }


def radius_drawn(draw: RadiusDraw) -> dict[str, Any]:
    """What a card says of the noise."""
    return {
        "of": {"sum": "sum", "persons": "persons"}.get(draw.entry.kind, "rows"),
        "mechanism": STRATEGY,
        "law": "uniform within a secret radius",
        "parameter": {"scale": written(draw.parameter), "draws": draw.sums.draws, "group": draw.group},
        "grain": written(draw.grain),
        "participation": participation_record(draw.participation),
        "reach": draw.reach.l1,
        "charge": draw.charge.to_dict(),
    }


def _nine(value: float) -> float:
    return float(f"{value:.9g}")
