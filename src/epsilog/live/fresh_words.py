"""What is said of live series that repeat their last value. Public: from the plan and from what was published."""

from __future__ import annotations

from collections.abc import Sequence

from epsilog.registry.shows import shown_of
from epsilog.roles.plan import Plan
from epsilog.roles.shape import repeats_values
from epsilog.roles.tick import Cell, Tick
from epsilog.words import Language, say


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
