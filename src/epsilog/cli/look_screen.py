"""The screen of `epsilog check --look`: a table of words, and a sentence for whatever is not all of the rows."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from epsilog.words import Language, say

if TYPE_CHECKING:
    from epsilog.cli.screen import Screen
    from epsilog.core.source import LookResult, RowsFound
    from epsilog.roles.spec import Spec

# Codes of events are some of all codes, and so are those of people who were lost: only "none" is worth a sentence.
_OFTEN_PARTLY: Final = ("cause", "censored")


def show_look(screen: Screen, spec: Spec, looked: LookResult) -> None:
    """Say what a look told. Private, and said to be."""
    screen.heading(screen.say("front.look.heading"))
    screen.line(screen.say("front.look.private"), "bold red")
    screen.table(
        [
            (screen.say("front.init.column"), "left"),
            (screen.say("front.look.as"), "left"),
            (screen.say("front.look.how"), "left"),
        ],
        [
            (one.asked.column, screen.say(f"front.look.{one.asked.role}"), screen.say(f"front.look.{one.share}"))
            for one in looked.told
        ],
    )
    for one in looked.told:
        if one.share == "none" and _matters(one, looked):
            screen.line(_sentence(screen, spec, one), "bold red")
    for one in looked.told:
        if one.share in ("some", "most") and one.asked.role not in _OFTEN_PARTLY and _matters(one, looked):
            screen.line(_sentence(screen, spec, one), "yellow")
    if looked.left_out is not None:
        style = {"none": None, "some": "yellow"}.get(looked.left_out, "bold red")
        said = screen.say(f"front.look.lines.{looked.left_out}")
        screen.note(said) if style is None else screen.line(said, style)
    if looked.is_once:
        screen.line(screen.say("front.look.once", column=spec.protect.unit.each), "bold yellow")
    screen.note(screen.say("front.look.written"))


def _matters(one: RowsFound, looked: LookResult) -> bool:
    """Whether the release depends on it, and nothing else that is said already explains it."""
    asked = one.asked
    unread = {two.asked.column for two in looked.told if two.asked.role == "date" and two.share == "none"}
    return asked.is_used and asked.role != "value" and not (asked.role == "days" and asked.column in unread)


def _sentence(screen: Screen, spec: Spec, one: RowsFound) -> str:
    asked = one.asked
    told = {"column": asked.column}
    if one.share != "none":
        told["how"] = screen.say(f"front.look.rows.{one.share}")
    if asked.days is not None:
        told |= {"first": asked.days.first.isoformat(), "last": asked.days.last.isoformat()}
    said = screen.say(f"front.look.{'none' if one.share == 'none' else 'part'}.{asked.role}", **told)
    if asked.role != "date":
        return said
    way = spec.source.formats.get(asked.column)
    return " ".join((said, _how_to_say(way, screen.lang)))


def _how_to_say(way: str | None, lang: Language) -> str:
    """A hint about `format`; where one is said, the same with day and month changed for each other."""
    if way is None:
        return say("front.look.format", lang)
    other = swap_day_and_month(way)
    if other == way:
        return say("front.look.format.said", lang, way=way)
    return say("front.look.format.turned", lang, way=way, other=other)


def swap_day_and_month(way: str) -> str:
    """A format with day and month changed for each other.

    >>> swap_day_and_month("%d/%m/%Y %H:%M"), swap_day_and_month("%Y%m%d"), swap_day_and_month("%d-%b-%Y")
    ('%m/%d/%Y %H:%M', '%Y%d%m', '%d-%b-%Y')
    """
    if "%d" not in way or "%m" not in way:
        return way
    return re.sub("%[dm]", lambda found: "%m" if found[0] == "%d" else "%d", way)
