"""Who is protected, in the words of an explanation."""

from __future__ import annotations

from typing import Final

from epsilog.core.measure import Contribution
from epsilog.core.unit import Unit
from epsilog.words import Language, say

_PERIODS: Final = {"1h": "hour", "1d": "day", "1w": "week", "1mo": "month", "1q": "quarter", "1y": "year"}


def period_word(every: str, lang: Language) -> str:
    """A period's name."""
    return say(f"ledger.period.{_PERIODS[every]}", lang)


def counted_period(every: str, lang: Language) -> str:
    """The same after a number: "12 月" would be December."""
    return say(f"plan.period.{_PERIODS[every]}", lang)


def of_unit(unit: Unit, family: str, lang: Language, *, bounded: bool = False) -> str:
    """The words of a family that fit the unit; with `bounded`, one period of it, which bounds are about.

    >>> of_unit(Unit("id", per="1h", window=24), "one", "en")
    'person within 24 hours in a row'
    """
    if unit.each == "row":
        return say(f"release.{family}.row", lang)
    given = {"each": unit.each} if family == "unit" else {}
    if unit.per is None:
        return say(f"release.{family}.person", lang, **given)
    if unit.steps > 1 and not bounded:
        given |= {"window": f"{unit.steps:,}", "period": counted_period(unit.per, lang)}
        return say(f"release.{family}.window", lang, **given)
    return say(f"release.{family}.period", lang, period=period_word(unit.per, lang), **given)


def window_weight(unit: Unit, name: str, moved: Contribution, lang: Language) -> list[str]:
    """What bounds of one period mean for a window of them."""
    if unit.per is None or moved.periods == 1:
        return []
    period = counted_period(unit.per, lang)
    return [say("release.weight.window", lang, name=name, many=f"{moved.periods:,}", period=period)]


def window_cost(unit: Unit, lang: Language) -> list[str]:
    """Why an account of windows has one balance."""
    if unit.per is None or unit.window is None:
        return []
    return [say("release.cost.window", lang, window=f"{unit.window:,}", period=counted_period(unit.per, lang))]


def over_time(code: str, unit: Unit, lang: Language) -> dict[str, str]:
    """What the sentence about longer times needs, if that is the code."""
    if unit.per is None or not code.startswith("persons_over"):
        return {}
    if code == "persons_over_several_windows":
        return {"period": counted_period(unit.per, lang), "window": f"{unit.steps:,}"}
    return {"period": period_word(unit.per, lang)}
