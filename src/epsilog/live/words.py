"""What is said of live series that repeat their last value. Public: from the plan and from what was published."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from epsilog.live.go_on import going_on
from epsilog.live.look import LiveView
from epsilog.live.smooth import Smoother
from epsilog.registry.shows import shown_of
from epsilog.roles.plan import Plan
from epsilog.roles.shape import Window, repeats_values
from epsilog.roles.smooth_columns import EVERY_TICK, ON_AVERAGE
from epsilog.roles.tick import MODEL_BASED, Cell, Tick
from epsilog.words import Language, percent, say


def fresh_lines(plan: Plan, lang: Language) -> list[str]:
    """One sentence for each entry that repeats its values."""
    return [line for draw in plan.draws for line in shown_of(plan, draw.query).fresh(plan, draw, lang)]


def fresh_names(plan: Plan, lang: Language) -> list[str]:
    """The heading of the column, where an entry repeats its values."""
    return [say("stream.column.fresh", lang)] if _entries(plan) else []


def fresh_text(cell: Cell, lang: Language) -> str:
    """Whether a number is new, the last one again, or still to come; nothing where that is no question."""
    if cell.fresh is None:
        return ""
    said = say(f"stream.fresh.{cell.fresh.replace(' ', '_')}", lang)
    if cell.told_ticks is None or cell.told_ticks == 1:
        return said
    return say("stream.fresh.mean", lang, fresh=said, count=f"{cell.told_ticks:,}")


def freshest(plan: Plan, ticks: Sequence[Tick]) -> dict[str, str | None]:
    """Of every entry that repeats its values the last tick that was fresh; None before there was one."""
    found: dict[str, str | None] = dict.fromkeys(_entries(plan))
    for tick in ticks:
        found |= {cell.entry: tick.label for cell in tick.cells if cell.fresh == "yes"}
    return found


def _entries(plan: Plan) -> list[str]:
    return [query.name for query in plan.spec.publish if repeats_values(query)]


# What is said of a stream that continues another one. Public: from records, never from rows.


def continued_lines(look: LiveView, lang: Language) -> list[str]:
    """What its numbers go on from, and where they do not."""
    opening = look.opening
    if opening.continues is None:
        return []
    lines = [say("stream.continues", lang, before=opening.continues)]
    if not opening.carries:
        return lines + ([say("stream.continues.zero", lang)] if going_on(opening.plan.spec) else [])
    entries = {query.name: query for query in opening.plan.spec.publish if query.name in opening.carries}
    lines.append(say("stream.carried", lang, entries=", ".join(entries)))
    for name, query in entries.items():
        wide = query.shape.ticks(query.every or "1d") if isinstance(query.shape, Window) else 1
        if short := wide - 1:
            lines.append(say("stream.carried.window", lang, name=name, count=f"{short:,}"))
    before = look.before
    if before is not None and before.done < before.total:
        key = "stream.carried.never" if before.is_closed else "stream.carried.waits"
        lines.append(say(key, lang, before=before.key, done=f"{before.done:,}", total=f"{before.total:,}"))
    return lines


def continued_names(look: LiveView, lang: Language) -> list[str]:
    """The headings of the two columns, where an entry goes on."""
    if not look.opening.carries:
        return []
    confidence = percent(float(look.request.spec.confidence))
    return [say("stream.column.continued", lang), say("stream.column.range", lang, confidence=confidence)]


# What is said of the smoothed values of a live series. Public: decided by the plan alone.


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
