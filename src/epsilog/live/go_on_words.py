"""What is said of a stream that continues another one. Public: from records, never from rows."""

from __future__ import annotations

from epsilog.live.go_on import going_on
from epsilog.live.look import Look
from epsilog.roles.shape import Window
from epsilog.words import Language, percent, say


def continued_lines(look: Look, lang: Language) -> list[str]:
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


def continued_names(look: Look, lang: Language) -> list[str]:
    """The headings of the two columns, where an entry goes on."""
    if not look.opening.carries:
        return []
    confidence = percent(float(look.request.spec.confidence))
    return [say("stream.column.continued", lang), say("stream.column.range", lang, confidence=confidence)]
