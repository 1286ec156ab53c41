"""Which description a series that repeats its values has, and how a stored one is read back."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from epsilog.core.measure import contribution
from epsilog.core.number import exact, whole
from epsilog.core.series_method import Spelled
from epsilog.errors import LedgerError
from epsilog.kinds.repeat.plan.planned import RepeatDraw
from epsilog.kinds.repeat.plan.spells import SpellDraw
from epsilog.roles.participations import participations_of, window_participation
from epsilog.roles.query import Query
from epsilog.roles.shape import repeated_of
from epsilog.roles.spec import Spec


def draw_of(query: Query) -> type[RepeatDraw]:
    """Spells keep more of a tick than whether it is fresh."""
    return SpellDraw if isinstance(repeated_of(query), Spelled) else RepeatDraw


def repeat_draw_from(spec: Spec, record: Mapping[str, Any]) -> RepeatDraw:
    """Read a stored one back; what one unit may do follows from the spec."""
    query, unit = spec.publish[record["query"]], spec.protect.unit
    if repeated_of(query) is None:
        raise LedgerError("repeated values where the request has none", where="plan")
    (measure,) = query.measures()
    draw = draw_of(query)(
        record["query"],
        whole(record["part"], "part", at_most=0),
        exact(record["repeat"]["epsilon"], "epsilon", above=0),
        window_participation(query, participations_of(query, spec.bound, unit), unit),
        contribution(measure, query.grid(), unit, spec.bound),
        query,
    )
    if draw.width != record["repeat"]["width"]:
        raise LedgerError("a stored series protects another window than its request", where="plan")
    return draw
