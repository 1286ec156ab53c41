"""Alerts in words and as a record."""

from __future__ import annotations

from typing import Any

from epsilog.core.number import spell_number
from epsilog.kinds.alert.plan import AlertDraw
from epsilog.roles.entry import Entry
from epsilog.roles.shape import Alert
from epsilog.words import Language, plain, say


def _values(draw: AlertDraw) -> dict[str, str]:
    """The line, how often, how sure."""
    return {
        "line": plain(float(draw.shape.above), 6),
        "count": f"{draw.shape.at_most:,}",
        "unsure": plain(draw.widest, way="up"),
    }


def alert_shape(query: Entry, lang: Language) -> list[str]:
    """The line that is watched and how many alerts there may be, as part of what a table shows."""
    assert isinstance(query.shape, Alert)
    line, count = plain(float(query.shape.above), 6), f"{query.shape.at_most:,}"
    return [say("series.as.alert", lang, line=line, count=count)]


def alert_error(draw: AlertDraw, confidence: str, lang: Language) -> str:
    """How sure it will be."""
    return say("plan.error.alert", lang, entry=draw.entry.name, confidence=confidence, **_values(draw))


def alert_steps(draw: AlertDraw, lang: Language, unit: str) -> list[str]:
    """How far one unit moves a look, and the noise on line and looks."""
    scales = {
        "line": plain(float(draw.reach / draw.for_threshold), 6),
        "look": plain(float(draw.parameter), 6),
        "count": f"{draw.shape.at_most:,}",
    }
    return [
        say("plan.derive.alert.reach", lang, unit=unit, reach=f"{draw.reach:,}"),
        say("plan.derive.alert.noise", lang, **scales),
    ]


def alert_exact(draw: AlertDraw, times: str, lang: Language) -> str:
    """How sure it is."""
    return say("release.exact.alert", lang, name=draw.entry.name, times=times, **_values(draw))


def alert_weight(draw: AlertDraw, one: str, lang: Language) -> str:
    """What one unit may do to a look."""
    reach = plain(float(draw.reach * draw.grain), 6, "up")
    return say("release.weight.alert", lang, name=draw.entry.name, one=one, reach=reach)


def alert_record(draw: AlertDraw) -> dict[str, Any]:
    """The same for machines."""
    return {
        "margin": float(f"{draw.widest:.9g}"),
        "line": spell_number(draw.shape.above),
        "at_most": draw.shape.at_most,
        "epsilon": {"line": spell_number(draw.for_threshold), "looks": spell_number(draw.for_queries)},
    }


def alert_card(draw: AlertDraw) -> dict[str, Any]:
    """What a card says of alerts."""
    return {
        "as": draw.shape.to_dict(),
        "margin": {"unsure": spell_number(draw.unsure * draw.grain)},
        "step": spell_number(draw.grain),
    }


def alert_drawn(draw: AlertDraw) -> dict[str, Any]:
    """What it says of their noise."""
    return {
        "of": {"sum": "sum", "persons": "persons"}.get(draw.entry.kind, "rows"),
        "mechanism": "sparse vector",
        "law": "discrete laplace",
        "parameter": {
            "line_scale": spell_number(draw.reach / draw.for_threshold),
            "look_scale": spell_number(draw.parameter),
        },
        "grain": spell_number(draw.grain),
        "reach": draw.reach,
        "charge": draw.charge.to_dict(),
    }
