"""How far clamping moved a mean, and where the mean lies that nobody clamped: read off an entry with `tails`."""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction
from typing import Final

import numpy as np

from epsilog.core.law import Law
from epsilog.kinds.mean.ask import mean_of
from epsilog.postprocess.infer.clipping import Bias, People, Tail, tail_bias
from epsilog.postprocess.infer.estimate import Floats, Integers, within_reason
from epsilog.postprocess.means import FINER, mean_range, spread_of
from epsilog.postprocess.ranges import Ranged
from epsilog.roles.column import Words
from epsilog.roles.derived import Derived, Reals, own_name
from epsilog.roles.entry import Entry
from epsilog.roles.error import ASSUMED_ROWS
from epsilog.roles.page import Page
from epsilog.roles.plan import Plan
from epsilog.roles.population_mean import population_mean
from epsilog.roles.spec import Spec
from epsilog.roles.table import stem
from epsilog.roles.telling import Speaker
from epsilog.words import Language, percent, plain, say

# Of what the range of the mean nobody clamped may miss, this much is that of the bound; the rest is the mean's own.
OF_THE_BOUND: Final = Fraction(1, 5)


def clipping_table(
    at: int, query: Entry, laws: Sequence[Law], vectors: Sequence[Integers], spec: Spec, rule: int
) -> Derived:
    """The mean as published, how far clamping lowered and raised it at most, and the range without the clamp."""
    miss = 1 - spec.confidence
    bias = clipping_of(query, laws, vectors, spec.confidence)
    beside = clipping_of(query, laws, vectors, 1 - miss * OF_THE_BOUND)
    value = _mean(query, laws, vectors, spec.confidence, rule)[0]
    _, low, high = _mean(query, laws, vectors, 1 - miss * (1 - OF_THE_BOUND), rule)
    grain = float(mean_of(query).clamped.grain)
    # Values are rounded to the grain; the rows of a person who has more than count are told by a part of their sum,
    # cut off to whole grains.
    several = query.about == "data" and spec.protect.unit.each != "row"
    off = (1.5 if several else 0.5) * grain
    assert query.ask.tails is not None
    least, most = (float(end) for end in query.ask.tails)
    columns: tuple[Words | Reals, ...] = (
        *_keys(query),
        Reals.of("value", value),
        Reals.of("low", np.clip(low + beside.down - off, least, most), -1),
        Reals.of("high", np.clip(high + beside.up + off, least, most), 1),
        Reals.of("lowered_at_most", bias.up, 1),
        Reals.of("raised_at_most", -bias.down, 1),
    )
    return Derived(query.name, "clipping", at, columns, spec.confidence, about=query.about)


def clipping_of(query: Entry, laws: Sequence[Law], vectors: Sequence[Integers], confidence: Fraction) -> Bias:
    """The bound at some confidence, from the noisy counts among the vectors of an entry."""
    known = {
        name: (within_reason(vector), law) for name, vector, law in zip(query.parts, vectors, laws, strict=True)
    }
    tails = {side: Tail(*known[side], float(far)) for side, far in mean_of(query).furthest.items()}
    if query.total is not None:
        people = People(np.full(len(vectors[0]), query.total, dtype=np.int64))
    else:
        people = People(*known["rows"])
    return tail_bias(tails.get("under"), tails.get("over"), people, confidence, query.about)


def _mean(
    query: Entry, laws: Sequence[Law], vectors: Sequence[Integers], confidence: Fraction, rule: int
) -> tuple[Floats, Floats, Floats]:
    """The clamped mean and its range, in the data's own units."""
    total = mean_of(query).clamped
    if query.kind == "expectation":
        found: Ranged = population_mean(query, laws, vectors, confidence, rule)
    else:
        found = mean_range(vectors[0], vectors[1], total, spread_of(laws[0], laws[1], total.reach, confidence))
    step = float(total.grain) / FINER
    value, low, high = (np.asarray(part, dtype=np.float64) * step for part in (found.value, found.low, found.high))
    return value, low, high


def _keys(query: Entry) -> list[Words]:
    """A column for each axis of the table."""
    axes = query.grid().axes
    if not axes:
        return []
    places = np.indices([axis.size for axis in axes]).reshape(len(axes), -1)
    return [
        Words(_file_name(axis.column), axis.labels(), place.astype(np.int64))
        for axis, place in zip(axes, places, strict=True)
    ]


def _file_name(column: str) -> str:
    ours = ("lowered_at_most", "raised_at_most")
    return f"{column} (key)" if column in ours else own_name(column)


# Sentences about the tails of a mean's clamp, before any data and afterwards.


def tails_words(query: Entry) -> dict[str, str]:
    """The ends of a clamp and of its tails."""
    assert query.ask.tails is not None
    total = mean_of(query).clamped
    ends = {"low": total.low * total.grain, "high": total.high * total.grain}
    ends |= {"least": query.ask.tails[0], "most": query.ask.tails[1]}
    return {name: plain(float(end), 12) for name, end in ends.items()}


def plan_tails(plan: Plan, at: int, lang: Language) -> str:
    """What the tails of an entry are for, and the bound they give where nobody was clamped."""
    query, laws = plan.spec.publish[at], [draw.noise.law for draw in plan.draws_of(at)]
    rows = query.total or round(query.expect or ASSUMED_ROWS)
    vectors = [np.array([rows if part == "rows" else 0], dtype=np.int64) for part in query.parts]
    bias = clipping_of(query, laws, vectors, plan.spec.confidence)
    moved = {"lowered": plain(float(bias.up[0]), 3, "up"), "raised": plain(float(-bias.down[0]), 3, "up")}
    return say("study.plan.tails", lang, entry=query.name, rows=f"{rows:,}", **moved, **tails_words(query))


def tails_line(told: Speaker, at: int) -> str:
    """What was clamped, and where it is told what that did."""
    query = told.spec.publish[at]
    times, file = told.times(), f"{stem(at, query)}-clipping"
    return told.say("release.exact.tails", name=query.name, times=times, file=file, **tails_words(query))


# The part of a report that tells how far clamping moved a mean.


MOST_ROWS: Final = 24


def clipping_part(page: Page, told: Speaker, query: Entry, one: Derived) -> None:
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
        low, high = (_spell(float(one.reals(name)[at]), places, way) for name, way in (("low", -1), ("high", 1)))
        moved = [_up(float(part[at])) for part in (lowered, raised)]
        rows.append([*labels, _spell(float(one.reals("value")[at]), places), *moved, f"{low} … {high}"])
    page.table(columns, rows, [False] * len(rows), told.say(f"study.about.{one.about}"))


def _up(value: float) -> str:
    return plain(float(value), 3, "up")


def _spell(value: float, places: int, way: int = 0) -> str:
    """A number with as many decimals as the column's grain has; ends rounded outwards."""
    scaled = value * 10.0**places
    whole = round(scaled) if way == 0 else math.floor(scaled + 1e-6) if way < 0 else math.ceil(scaled - 1e-6)
    return f"{whole / 10.0**places:,.{places}f}"
