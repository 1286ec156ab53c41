"""The part of a report that tells how far clamping moved a mean."""

from __future__ import annotations

import math
from typing import Final

from epsilog.kinds.mean.ask import mean_of
from epsilog.kinds.mean.words.clipping import tails_words
from epsilog.roles.derived import Derived
from epsilog.roles.entry import Entry
from epsilog.roles.page import Page
from epsilog.roles.telling import Told
from epsilog.words import percent, plain

MOST_ROWS: Final = 24


def clipping_part(page: Page, told: Told, query: Entry, one: Derived) -> None:
    """A sentence with the largest of all bounds, and a row for each mean."""
    lowered, raised = one.reals("lowered_at_most"), one.reals("raised_at_most")
    times = told.times()
    figures = {"lowered": _up(lowered.max(initial=0.0)), "raised": _up(raised.max(initial=0.0))}
    key = "study.says.clipping" if one.rows == 1 else "study.says.clipping.each"
    ends = tails_words(query)
    page.say(told.say(key, times=times, low=ends["low"], high=ends["high"], **figures))
    page.say(told.say("study.says.clipping.assumed", least=ends["least"], most=ends["most"]), "note")
    sure = percent(float(one.confidence), told.lang, digits=2)
    columns = [(word.name, False) for word in one.words()]
    columns += [(told.say(f"study.column.{name}"), True) for name in ("clamped", "lowered", "raised")]
    columns.append((told.say("study.column.unclamped", confidence=sure), True))
    grain = mean_of(query).clamped.grain
    places = min(4, max(0, math.ceil(-math.log10(grain))))
    rows = []
    for at in range(min(one.rows, MOST_ROWS)):
        labels = [word.labels[word.codes[at]] for word in one.words()]
        low, high = (_told(float(one.reals(name)[at]), places, way) for name, way in (("low", -1), ("high", 1)))
        moved = [_up(float(part[at])) for part in (lowered, raised)]
        rows.append([*labels, _told(float(one.reals("value")[at]), places), *moved, f"{low} … {high}"])
    page.table(columns, rows, [False] * len(rows), told.say(f"study.about.{one.about}"))


def _up(value: float) -> str:
    return plain(float(value), 3, "up")


def _told(value: float, places: int, way: int = 0) -> str:
    """A number with as many decimals as the column's grain has; ends rounded outwards."""
    scaled = value * 10.0**places
    whole = round(scaled) if way == 0 else math.floor(scaled + 1e-6) if way < 0 else math.ceil(scaled - 1e-6)
    return f"{whole / 10.0**places:,.{places}f}"
