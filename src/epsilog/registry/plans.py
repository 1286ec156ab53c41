"""Who reads back what was planned."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from epsilog.kinds.alert.plan.planned import alert_draw_from
from epsilog.kinds.choice.plan.pick import pick_from
from epsilog.kinds.repeat.plan.kind import repeat_draw_from
from epsilog.kinds.series.plan.kept import kept_draw_from
from epsilog.kinds.series.plan.planned import series_draw_from
from epsilog.kinds.series.plan.radius import radius_draw_from
from epsilog.roles.kind import kind_of
from epsilog.roles.planned import Planned, noisy_from
from epsilog.roles.spec import Spec

# What a stored record is marked with; without a mark the entry says what it is.
READERS: Final[Mapping[str, Callable[[Spec, Mapping[str, Any]], Planned]]] = {
    "alert": alert_draw_from,
    "repeat": repeat_draw_from,
    "radius": radius_draw_from,
    "choose": kept_draw_from,
    "series": series_draw_from,
}
UNMARKED: Final[Mapping[str, Callable[[Spec, Mapping[str, Any]], Planned]]] = {
    "alert": alert_draw_from,
    "repeat": repeat_draw_from,
    "series": series_draw_from,
    "choice": pick_from,
}


def read_planned(spec: Spec, record: Mapping[str, Any]) -> Planned:
    """One stored thing read back; a record of another kind than its entry is refused by who reads it."""
    marked = next((READERS[mark] for mark in READERS if mark in record), None)
    return (marked or UNMARKED.get(kind_of(spec.publish[record["query"]]), noisy_from))(spec, record)
