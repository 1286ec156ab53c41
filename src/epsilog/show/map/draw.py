"""What a map shows: one number per place, and whether it can be told from zero. Nothing but published tables."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from epsilog.core.grid import Keys
from epsilog.errors import SpecError
from epsilog.roles.map import Map
from epsilog.roles.spec import Spec
from epsilog.roles.table import Table
from epsilog.show.map.geojson import Shapes, read_shapes

Floats = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Places:
    """Places and their numbers.

    value     what is shown: a count, or a rate
    seen      whether the count can be told from zero: its range lies above it
    known     whether there is a number at all: a rate needs something above zero to be divided by

    Of places that hold nobody, each is seen by chance with at most half the probability that ranges miss with: a
    range lies above zero only where the noise went beyond its margin upwards, and the noise is symmetric.
    """

    keys: tuple[str, ...]
    value: Floats
    seen: NDArray[np.bool_]
    known: NDArray[np.bool_]
    confidence: Fraction
    per: Fraction | None = None

    @property
    def by_chance(self) -> float:
        """How many places would be seen by chance at most, on average, if all were empty."""
        return len(self.keys) * float(1 - self.confidence) / 2


@dataclass(frozen=True, eq=False)
class Counts:
    """The published counts of one column of keys, with the lower ends of their ranges."""

    keys: tuple[str, ...]
    value: Floats
    low: Floats
    confidence: Fraction


def counts_of(table: Table) -> Counts:
    """The cells of a table with one column of keys."""
    (axis,) = table.axes
    assert isinstance(axis, Keys)
    # Where the value is the fit of a hierarchy its own range counts; whole numbers have that of the raw ones.
    fitted = "fit" in table.names and table.figures("value").step == table.figures("fit").step
    names = ("value", "fit_low" if fitted else "low")
    value, low = (table.figures(name).floats()[: table.cells] for name in names)
    return Counts(axis.keys, value, low, table.confidence)


def places_of(counts: Counts, how: Map, below: Counts | None = None) -> Places:
    """Counts as a map shows them; `below` are the counts a rate is divided by, if not by public numbers."""
    seen, known = counts.low > 0, np.ones(len(counts.keys), dtype=bool)
    if not how.is_rate:
        return Places(counts.keys, counts.value, seen, known, counts.confidence)
    if below is None:
        public = dict(how.population)
        divisor = np.array([float(public[key]) for key in counts.keys])
        known = divisor > 0
    else:
        order = {key: at for at, key in enumerate(below.keys)}
        if set(order) != set(counts.keys):
            raise SpecError(
                "a rate divides by a count over the same keys",
                where="map.over",
                hint="over: the name of such an entry",
            )
        places = [order[key] for key in counts.keys]
        divisor = below.value[places]
        known = (below.low[places] > 0) & (divisor > 0)
    rate = np.where(known, counts.value / np.where(known, divisor, 1) * float(how.per), math.nan)
    return Places(counts.keys, rate, seen & known, known, counts.confidence, how.per)


def shapes_for(how: Map, keys: Sequence[str], base: Path | None) -> Shapes | None:
    """The shapes a map names, with one for every key; None where it has tiles."""
    if how.geojson is None or how.property_name is None:
        return None
    shapes = read_shapes((base or Path()) / how.geojson, how.property_name)
    shapes.must_have(keys, Path(how.geojson).name)
    return shapes


def check_maps(spec: Spec, base: Path | None) -> None:
    """Read every file of shapes a request names: what cannot be drawn is refused before anything is paid."""
    for query in spec.publish:
        if query.map is not None:
            shapes_for(query.map, query.by[0].keys, base)


def tiles_for(how: Map, keys: Sequence[str]) -> list[tuple[int, int]]:
    """Column and row of every key: as said, or in the order of the keys, a little wider than high.

    >>> tiles_for(Map(), ["a", "b", "c", "d", "e"])
    [(0, 0), (1, 0), (2, 0), (0, 1), (1, 1)]
    """
    if how.tiles is not None:
        said = {key: (column, row) for key, column, row in how.tiles}
        return [said[key] for key in keys]
    width = max(1, math.ceil(math.sqrt(1.4 * len(keys))))
    return [(at % width, at // width) for at in range(len(keys))]
