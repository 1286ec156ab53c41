"""What is said of the smoothed values of a live series. Public: decided by the plan alone."""

from __future__ import annotations

from typing import Final

from epsilog.live.smooth import Smoother
from epsilog.roles.plan import Plan
from epsilog.roles.smooth_columns import EVERY_TICK, ON_AVERAGE
from epsilog.roles.tick import MODEL_BASED
from epsilog.words import Language, percent, say

_KINDS: Final = {MODEL_BASED: "", ON_AVERAGE: ".average", EVERY_TICK: ".raw"}


def smoothed_lines(plan: Plan, lang: Language) -> list[str]:
    """One sentence for each entry that is smoothed."""
    smoother, sure = Smoother(plan), percent(float(plan.spec.confidence))
    return [
        say(f"stream.smoothed{kind}", lang, name=name, **({"confidence": sure} if kind == ".average" else {}))
        for name in smoother.entries
        for kind in (_KINDS[smoother.band(name)],)
    ]


def smoothed_names(plan: Plan, lang: Language) -> list[str]:
    """The headings of the two columns, where an entry is smoothed."""
    smoother = Smoother(plan)
    if not smoother.entries:
        return []
    confidence = percent(float(plan.spec.confidence))
    kinds = {smoother.band(name) for name in smoother.entries}
    column = "stream.column.band" if MODEL_BASED in kinds else "stream.column.band.average"
    return [say("stream.column.smoothed", lang), say(column, lang, confidence=confidence)]


def picture_words(band: str, lang: Language) -> str:
    """What a picture says of the bold line and its band."""
    return say("stream.smoothed.picture" if band == MODEL_BASED else "stream.smoothed.picture.average", lang)


def band_words(band: str, ends: str, lang: Language) -> str:
    """The ends of a band, and what kind it is."""
    return say("stream.smoothed.band" if band == MODEL_BASED else "stream.smoothed.band.average", lang, band=ends)
