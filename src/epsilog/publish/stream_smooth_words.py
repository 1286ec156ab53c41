"""What is said of the smoothed values of a live series. Public: decided by the plan alone."""

from __future__ import annotations

from epsilog.publish.plan import Plan
from epsilog.publish.stream_smooth import Smoother
from epsilog.words import Language, percent, say


def smoothed_lines(plan: Plan, lang: Language) -> list[str]:
    """One sentence for each entry that is smoothed."""
    return [say("stream.smoothed", lang, name=name) for name in Smoother(plan).entries]


def smoothed_names(plan: Plan, lang: Language) -> list[str]:
    """The headings of the two columns, where an entry is smoothed."""
    if not Smoother(plan).entries:
        return []
    confidence = percent(float(plan.spec.confidence))
    return [say("stream.column.smoothed", lang), say("stream.column.band", lang, confidence=confidence)]
