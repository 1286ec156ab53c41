"""Alerts in words and as a record."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from epsilog.core.number import spell_number
from epsilog.kinds.alert.plan import AlertDraw
from epsilog.roles.entry import Entry
from epsilog.roles.plan import Plan
from epsilog.roles.shape import Alert
from epsilog.roles.shown import Off, Shown
from epsilog.roles.telling import Speaker
from epsilog.words import Language, plain, say


class AlertWords(Shown[AlertDraw]):
    """What is said of a line that is watched."""

    def shape_words(self, query: Entry, lang: Language) -> list[str]:
        """The line, and how many alerts there may be."""
        assert isinstance(query.shape, Alert)
        line, count = plain(float(query.shape.above), 6), f"{query.shape.at_most:,}"
        return [say("series.as.alert", lang, line=line, count=count)]

    def exact(self, told: Speaker, planned: Sequence[AlertDraw], off: Off) -> str:
        """How sure a look is."""
        return told.say("release.exact.alert", times=told.times(), **_values(planned[0]))

    def weight(self, told: Speaker, planned: AlertDraw, one: str) -> str:
        """What one unit may do to a look."""
        reach = plain(float(planned.reach * planned.grain), 6, "up")
        return told.say("release.weight.alert", name=planned.entry.name, one=one, reach=reach)

    def error(self, plan: Plan, planned: Sequence[AlertDraw], lang: Language, off: Off) -> str:
        """How sure it will be."""
        confidence = plain(100 * float(plan.spec.confidence), 6)
        return say("plan.error.alert", lang, confidence=confidence, **_values(planned[0], "entry"))

    def steps(self, planned: AlertDraw, lang: Language, unit: str) -> list[str]:
        """How far one unit moves a look, and the noise on line and looks."""
        scales = {
            "line": plain(float(planned.reach / planned.for_threshold), 6),
            "look": plain(float(planned.parameter), 6),
            "count": f"{planned.shape.at_most:,}",
        }
        return [
            say("plan.derive.alert.reach", lang, unit=unit, reach=f"{planned.reach:,}"),
            say("plan.derive.alert.noise", lang, **scales),
        ]

    def record(self, plan: Plan, planned: AlertDraw) -> dict[str, Any]:
        """The line and its price."""
        prices = {"line": spell_number(planned.for_threshold), "looks": spell_number(planned.for_queries)}
        return {
            "margin": float(f"{planned.widest:.9g}"),
            "line": spell_number(planned.shape.above),
            "at_most": planned.shape.at_most,
            "epsilon": prices,
        }

    def card(self, plan: Plan, planned: Sequence[AlertDraw]) -> dict[str, Any]:
        """What it says, and its noise."""
        (draw,) = planned
        line, look = spell_number(draw.reach / draw.for_threshold), spell_number(draw.parameter)
        scales = {"line_scale": line, "look_scale": look}
        drawn = draw.noise_record("sparse vector", "discrete laplace", scales, reach=draw.reach)
        margin = {"unsure": spell_number(draw.unsure * draw.grain)}
        return {"as": draw.shape.to_dict(), "margin": margin, "step": spell_number(draw.grain), "draws": [drawn]}


def _values(draw: AlertDraw, called: str = "name") -> dict[str, str]:
    """Which entry, the line, how often, how sure."""
    line, unsure = plain(float(draw.shape.above), 6), plain(draw.widest, way="up")
    return {called: draw.entry.name, "line": line, "count": f"{draw.shape.at_most:,}", "unsure": unsure}
