"""Repeated values in words and as a record."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from epsilog.core.number import spell_number
from epsilog.core.series_method import Spelled
from epsilog.kinds.repeat.plan import RepeatDraw, SpellDraw
from epsilog.roles.entry import Entry
from epsilog.roles.plan import Plan
from epsilog.roles.range_rules import FIRST
from epsilog.roles.shape import repeated_of
from epsilog.roles.shown import Off, Shown
from epsilog.roles.telling import Speaker
from epsilog.words import Language, plain, say


class RepeatWords(Shown[RepeatDraw]):
    """What is said of values that are repeated."""

    def shape_words(self, query: Entry, lang: Language) -> list[str]:
        """When a value is fresh."""
        method = repeated_of(query)
        assert method is not None
        if isinstance(method, Spelled) and method.moves is not None:
            return [say("series.as.repeat.spells.moves", lang, moves=plain(float(method.moves), 6))]
        return [say(f"series.as.repeat.{method.rule}", lang)]

    def exact(self, told: Speaker, planned: Sequence[RepeatDraw], off: Off) -> str:
        """How exact a fresh value is."""
        (draw,), confidence = planned, told.spec.confidence
        said = {"name": draw.entry.name, "margin": plain(draw.closest(confidence), 3, "up")}
        if isinstance(draw, SpellDraw):
            said["most"] = plain(draw.widest(confidence), 3, "up")
            key = ".spells" + _level(told.plan)
        else:
            key = ".sample" if draw.word == "sample" else ""
        return told.say(f"release.exact.repeat{key}", times=told.times(), **said)

    def weight(self, told: Speaker, planned: RepeatDraw, one: str) -> str:
        """What one unit may do to a row."""
        reach, name = plain(float(planned.reach * planned.grain), 6, "up"), planned.entry.name
        return told.say("release.weight.repeat", name=name, one=one, reach=reach, width=f"{planned.width:,}")

    def fresh(self, plan: Plan, planned: RepeatDraw, lang: Language) -> list[str]:
        """That a live series repeats its values."""
        key = f".spells{_level(plan)}" if isinstance(planned, SpellDraw) else ""
        return [say(f"stream.fresh{key}", lang, name=planned.entry.name)]

    def error(self, plan: Plan, planned: Sequence[RepeatDraw], lang: Language, off: Off) -> str:
        """How exact it will be."""
        (draw,), sure = planned, plan.spec.confidence
        said = {"confidence": plain(100 * float(sure), 6), "margin": plain(draw.closest(sure), way="up")}
        if isinstance(draw, SpellDraw):
            said["most"] = plain(draw.widest(sure), way="up")
        return say(f"plan.error.repeat.{draw.word}", lang, entry=draw.entry.name, width=f"{draw.width:,}", **said)

    def steps(self, planned: RepeatDraw, lang: Language, unit: str) -> list[str]:
        """How far one unit moves a row, and what a fresh value and a question cost."""
        width, epsilon = f"{planned.width:,}", plain(float(planned.epsilon), 6)
        return [
            say("plan.derive.repeat.reach", lang, unit=unit, reach=f"{planned.reach:,}", width=width),
            say(f"plan.derive.repeat.{planned.word}", lang, width=width, epsilon=epsilon),
        ]

    def record(self, plan: Plan, planned: RepeatDraw) -> dict[str, Any]:
        """Its rule and its price."""
        margin, epsilon = float(f"{planned.closest(plan.spec.confidence):.9g}"), spell_number(planned.epsilon)
        return {"margin": margin, "rule": planned.word, "width": planned.width, "epsilon": epsilon}

    def card(self, plan: Plan, planned: Sequence[RepeatDraw]) -> dict[str, Any]:
        """The numbers and their noise: a range is about the last fresh tick, which the table names."""
        (draw,) = planned
        shape = draw.entry.shape
        parameter = {"width": draw.width, "epsilon": spell_number(draw.epsilon)}
        drawn = draw.noise_record(draw.word, "discrete laplace", parameter, reach=draw.reach)
        return {
            "as": None if shape is None else shape.to_dict(),
            "about": "fresh",
            "margin": {"least": spell_number(draw.margin(draw.best, plan.spec.confidence) * draw.grain)},
            "step": spell_number(draw.grain),
            "draws": [drawn],
        }


def _level(plan: Plan) -> str:
    """Which sentence fits the spells of a plan: in the first releases there was no level."""
    return "" if plan.rule("spells") == FIRST else ".level"
