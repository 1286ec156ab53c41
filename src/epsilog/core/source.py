"""The port to private rows: the only door they leave by, as bounded integers.

What a steward's look compares the rows with, and what it may say: one word each, never a number, never a value.

What is asked follows from the request alone. A list of keys or codes gets one word as a whole: which of them are in
the data is not told, so that nobody strikes out those that are not, and nothing is told that a bound, a clamp or
the edges of a bin could be taken from.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Literal, Protocol

from epsilog.core.bounded import Bounded
from epsilog.core.bounds import Bounds, Crowd
from epsilog.core.grid import Grid, Keys
from epsilog.core.measure import Measure
from epsilog.core.unknown import KeySearch, Seen

if TYPE_CHECKING:
    from epsilog.core.during import During
    from epsilog.core.unit import Protect
    from epsilog.roles.entry import Entry
    from epsilog.roles.spec import Spec


Progress = Callable[[int, int], None]


@dataclass(frozen=True)
class Tally:
    """One table to compute in one pass: its cells, what is counted in them, over which days.

    `beside` are keys that rows must have without being counted apart: those with any other are outside.
    """

    grid: Grid
    measures: tuple[Measure, ...]
    during: During | None = None
    beside: Grid = Grid()  # noqa: RUF009 (frozen)


class Source(Protocol):
    """An engine that holds private rows."""

    def bounded(
        self,
        tallies: Sequence[Tally],
        protect: Protect,
        bounds: Bounds,
        *,
        progress: Progress | None = None,
    ) -> list[tuple[Bounded, ...]]:
        """For each tally one Bounded per measure, one value per cell, all from the same reading of the rows.

        Total: no value of any row makes it fail, and a failure of the engine is a SourceError whose words do not
        depend on data.
        """
        ...

    def seen(
        self,
        looks: Sequence[KeySearch],
        protect: Protect,
        bounds: Bounds,
        *,
        progress: Progress | None = None,
    ) -> list[Seen]:
        """For each look the keys of its rows with the number of different units that have them. Total, as above.

        A unit is counted in its first `keys_of_one` keys, in an order that depends on this unit and the key alone.
        """
        ...

    def crowds(
        self, crowds: Sequence[Crowd], protect: Protect, *, progress: Progress | None = None
    ) -> list[Bounded]:
        """For each crowd how many units are in each of its bins: every unit in one, whatever it holds. Total."""
        ...


Share = Literal["none", "some", "most", "all"]
Role = Literal["id", "date", "number", "value", "key", "among", "code", "cause", "censored", "days"]
_TIMES: Final = ("date", "timestamp", "instant")


@dataclass(frozen=True)
class Asked:
    """Something that a cell of a column may be.

    key, among      one of the keys of a table, or of those that the top is chosen among
    code            one of the codes that end follow-up: `cause` those of events, `censored` the others
    days            a moment within the days of the release
    is_used         whether the release depends on it, or the column is only declared
    """

    column: str
    role: Role
    codes: frozenset[str] = frozenset()
    days: During | None = None
    is_used: bool = True


@dataclass(frozen=True)
class RowsFound:
    """How many rows are what was asked: none, some (up to half), most (more than half) or all."""

    asked: Asked
    share: Share


@dataclass(frozen=True)
class LookResult:
    """What a look tells. Private: for one screen.

    left_out   how many lines of CSV files count nowhere, because they have another number of cells than the header
               or cannot be read; None where rows do not stand in lines
    is_once    whether every id that can be read stands in one row only
    """

    told: tuple[RowsFound, ...]
    left_out: Share | None = None
    is_once: bool = False


def share_of(part: int, whole: int) -> Share:
    """A share as a word.

    >>> [share_of(part, 4) for part in range(5)], share_of(0, 0)
    (['none', 'some', 'some', 'most', 'all'], 'none')
    """
    if part <= 0:
        return "none"
    return "all" if part >= whole else "most" if 2 * part > whole else "some"


def asked_of(spec: Spec) -> tuple[Asked, ...]:
    """All that a request declares and rows can be compared with, column by column."""
    listed = list(dict.fromkeys(one for query in spec.publish for one in _lists(query)))
    used = set().union(*(query.columns() for query in spec.publish)) | {one.on for one in spec.source.join}
    asked: list[Asked] = []
    for column, kind in spec.source.kinds.items():
        own = [one for one in listed if one.column == column]
        if column == spec.protect.unit.each and spec.protect.unit.each != "row":
            asked.append(Asked(column, "id"))
        elif kind in _TIMES:
            asked.append(Asked(column, "date", is_used=column in used))
        elif kind in ("integer", "number") and not own:
            asked.append(Asked(column, "number", is_used=column in used))
        elif not own:
            asked.append(Asked(column, "value", is_used=column in used))
        asked += own
    return tuple(asked)


def _lists(query: Entry) -> Iterator[Asked]:
    for axis in query.by:
        if isinstance(axis, Keys):
            yield Asked(axis.column, "key", frozenset(axis.keys))
    if (chosen := query.ask.chosen) is not None:
        yield Asked(chosen.column, "among", frozenset(chosen.keys))
    if query.ask.exits is not None:
        ends = query.ask.exits
        if ends.censored:  # else every other code is that of somebody lost
            yield Asked(ends.status, "code", frozenset(ends.codes))
        yield Asked(ends.status, "cause", frozenset(ends.causes))
        if ends.censored:
            yield Asked(ends.status, "censored", frozenset(ends.censored))
    if query.during is not None:
        yield Asked(query.during.time, "days", days=query.during)
