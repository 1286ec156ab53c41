"""A plan told in one language: what every sentence about it begins from."""

from __future__ import annotations

from epsilog.core.unit import Unit
from epsilog.roles.plan import Plan
from epsilog.words import Language, percent, say


class Told:
    """A plan and the language it is told in."""

    def __init__(self, plan: Plan, lang: Language) -> None:
        self.plan, self.spec = plan, plan.spec
        self.unit: Unit = plan.spec.protect.unit
        self.lang = lang

    def say(self, key: str, **values: object) -> str:
        """A sentence of the catalogue."""
        return say(key, self.lang, **values)

    def times(self) -> str:
        """The confidence in words."""
        sure = self.spec.confidence
        if sure.denominator <= 100:
            return self.say("release.times", some=sure.numerator, all=sure.denominator)
        return self.say("release.times.share", share=percent(float(sure), self.lang, "down", 2))
