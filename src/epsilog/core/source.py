"""The port to private rows: the only door they leave by, as bounded integers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from epsilog.core.bounded import Bounded
from epsilog.core.bounds import Bounds
from epsilog.core.glance import Crowd
from epsilog.core.grid import Grid
from epsilog.core.measure import Measure
from epsilog.core.seen import Seen
from epsilog.core.unknown import Look

if TYPE_CHECKING:
    from epsilog.core.during import During
    from epsilog.core.protect import Protect

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
        looks: Sequence[Look],
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
