"""Which series have a smoothed value beside every tick, and what may come back in them."""

from __future__ import annotations

from typing import Final

from epsilog.core.clock import Period
from epsilog.core.grid import Ticks
from epsilog.core.unknown import Unknown
from epsilog.roles.entry import Entry
from epsilog.roles.shape import is_tick_by_tick
from epsilog.roles.spec import Tidy

# What may come back after so many ticks: the day in hours, the week in days, the year in months and quarters.
SEASONS: Final[dict[Period, tuple[int, ...]]] = {"1h": (24,), "1d": (7,), "1mo": (12,), "1q": (4,)}
SHORTEST: Final = 8
LARGEST: Final = 50_000  # numbers in a table


def is_smoothed(query: Entry, tidy: Tidy) -> bool:
    """Whether a smoothed value stands beside every tick: decided by the request alone."""
    if not is_tick_by_tick(query) or tidy.totals or any(isinstance(axis, Unknown) for axis in query.by):
        return False
    ticks = next(axis.size for axis in query.grid().axes if isinstance(axis, Ticks))
    return ticks >= SHORTEST and query.grid().size <= LARGEST
