"""Sentences about the levels of a hierarchy."""

from __future__ import annotations

from collections.abc import Sequence

from epsilog.postprocess.ranges import margin_of
from epsilog.roles.entry import Entry
from epsilog.roles.planned import Draw
from epsilog.roles.telling import Speaker
from epsilog.words import plain


def levels_lines(told: Speaker, query: Entry, draws: Sequence[Draw], *, whole: bool) -> list[str]:
    """Which number of a hierarchy is which."""
    given = {"name": query.name, "levels": " → ".join(reversed(query.level_names()))}
    sure = told.spec.confidence
    above = [
        told.say(
            "release.exact.number",
            name=query.called(draw.part),
            times=told.times(),
            margin=plain(float(margin_of(draw.noise.law, sure) * draw.grain), 3, "up"),
        )
        for draw in draws[1:]
    ]
    said = [told.say("release.levels.drawn", **given), told.say("release.levels.fit", name=query.name)]
    said.append(told.say("release.levels.whole" if whole else "release.levels.value", name=query.name))
    if query.total is not None:
        said.append(told.say("release.levels.public", name=query.name, total=f"{query.total:,}"))
    return [*above, *said]
