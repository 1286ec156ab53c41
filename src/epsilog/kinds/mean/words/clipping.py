"""Sentences about the tails of a mean's clamp, before any data and afterwards."""

from __future__ import annotations

import numpy as np

from epsilog.kinds.mean.ask import mean_of
from epsilog.kinds.mean.show.clipping import clipping_of
from epsilog.roles.entry import Entry
from epsilog.roles.error import ASSUMED_ROWS
from epsilog.roles.plan import Plan
from epsilog.roles.stem import stem
from epsilog.roles.telling import Told
from epsilog.words import Language, plain, say


def tails_words(query: Entry) -> dict[str, str]:
    """The ends of a clamp and of its tails."""
    assert query.tails is not None
    total = mean_of(query).clamped
    ends = {"low": total.low * total.grain, "high": total.high * total.grain}
    ends |= {"least": query.tails[0], "most": query.tails[1]}
    return {name: plain(float(end), 12) for name, end in ends.items()}


def plan_tails(plan: Plan, at: int, lang: Language) -> str:
    """What the tails of an entry are for, and the bound they give where nobody was clamped."""
    query, laws = plan.spec.publish[at], [draw.noise.law for draw in plan.draws_of(at)]
    rows = query.total or round(query.expect or ASSUMED_ROWS)
    vectors = [np.array([rows if part == "rows" else 0], dtype=np.int64) for part in query.parts]
    bias = clipping_of(query, laws, vectors, plan.spec.confidence)
    moved = {"lowered": plain(float(bias.up[0]), 3, "up"), "raised": plain(float(-bias.down[0]), 3, "up")}
    return say("study.plan.tails", lang, entry=query.name, rows=f"{rows:,}", **moved, **tails_words(query))


def tails_line(told: Told, at: int) -> str:
    """What was clamped, and where it is told what that did."""
    query = told.spec.publish[at]
    times, file = told.times(), f"{stem(at, query)}-clipping"
    return told.say("release.exact.tails", name=query.name, times=times, file=file, **tails_words(query))
