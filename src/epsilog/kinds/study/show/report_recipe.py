"""The part of a report that shows the textbook's recipe beside ours, and says why it is worse."""

from __future__ import annotations

import math
from typing import Final

import numpy as np

from epsilog.kinds.study.words.study import words_of
from epsilog.roles.derived import Derived
from epsilog.roles.entry import Entry
from epsilog.roles.page import Page
from epsilog.roles.telling import Told
from epsilog.words import plain

_TIMES: Final = 6


def recipe_part(page: Page, told: Told, query: Entry, one: Derived) -> None:
    """A sentence, and both ranges at a few times."""
    times = one.reals("time")
    if np.isnan(one.reals("value")).any():
        page.say(told.say("study.says.recipe.lost"))
        return
    wide, ours = (one.reals(high) - one.reals(low) for high, low in (("high", "low"), ("ours_high", "ours_low")))
    # Both widths at the middle of all times: at the ends a curve that has not moved yet makes any ratio.
    page.say(told.say("study.says.recipe", times=len(times), factor=plain(float(np.median(wide / ours)), 2)))
    step = max(1, math.ceil(len(times) / _TIMES))
    chosen = sorted({*range(step - 1, len(times), step), len(times) - 1})
    columns = [
        (told.say("study.column.time", unit=words_of(query, told.lang)["unit"]), True),
        (told.say("study.column.recipe"), True),
        (told.say("study.column.recipe_range"), True),
        (told.say("study.column.ours"), True),
        (told.say("study.column.ours_range"), True),
    ]
    rows = []
    for at in chosen:
        found = [_percent(told, float(one.reals(name)[at])) for name in ("value", "low", "high")]
        own = [_percent(told, float(one.reals(name)[at])) for name in ("ours", "ours_low", "ours_high")]
        rows.append([f"{times[at]:,.6g}", found[0], f"{found[1]} … {found[2]}", own[0], f"{own[1]} … {own[2]}"])
    page.table(columns, rows, [False] * len(rows))


def _percent(told: Told, share: float) -> str:
    return f"{100 * share:.1f}" + ("%" if told.lang == "zh" else " %")
