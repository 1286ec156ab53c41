"""Published tables: every declared cell with its value and a range, and totals on request."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import chain, combinations
from typing import Any, Final

import numpy as np

from epsilog.core.grid import Axis, Bins, Keys
from epsilog.core.number import spell_number
from epsilog.core.unknown import Unknown
from epsilog.roles.column import Column, Figures, Words, Written, named_array
from epsilog.roles.entry import Entry
from epsilog.roles.shape import is_series
from epsilog.roles.spec import Tidy

EVERY: Final = "*"


@dataclass(frozen=True, eq=False)
class Table(Written):
    """One entry of `publish`, rendered.

    columns      keys first; then `row` (cell or total) where there are totals; `value`; `raw` where the value was
                 tidied; `low` and `high`; the two noisy numbers a mean is made of (its sum is
                 one of distances from the middle of the declared range); `confidence` and `about`.
                 Where nothing was said yet (see `repeat_columns`) numbers are blank: empty in a CSV, null elsewhere
    cells        how many rows are cells of the grid, in its order; totals follow

    `low` and `high` always belong to the raw estimate and speak of the bounded answer: a tidied value may lie
    outside them.
    """

    name: str
    kind: str
    axes: tuple[Axis, ...]
    columns: tuple[Column, ...]
    cells: int
    confidence: Fraction
    about: str = "data"

    @property
    def rows(self) -> int:
        """How many rows, totals included."""
        last = self.columns[-1]
        return len(last.codes if isinstance(last, Words) else last.steps)

    def column(self, name: str) -> Column:
        """The column of that name."""
        return next(column for column in self.columns if column.name == name)

    def figures(self, name: str) -> Figures:
        """The column of numbers of that name."""
        found = self.column(name)
        assert isinstance(found, Figures)
        return found

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the columns."""
        return tuple(column.name for column in self.columns)

    @property
    def levels(self) -> tuple[range, ...]:
        """The rows of each level of a hierarchy, the cells first; () where there is none."""
        if "level" not in self.names:
            return ()
        level = self.column("level")
        assert isinstance(level, Words)
        ends = np.cumsum(np.bincount(level.codes)).tolist()
        return tuple(range(first, last) for first, last in zip([0, *ends], ends, strict=False))

    @property
    def ends(self) -> tuple[str, str]:
        """The columns of the range that goes with `value`.

        The fit of a hierarchy has ranges of its own; whole numbers have those of the raw ones.
        """
        fitted = "fit" in self.names and self.figures("value").step == self.figures("fit").step
        return ("fit_low", "fit_high") if fitted else ("low", "high")

    @property
    def written_columns(self) -> tuple[Column, ...]:
        """All of them."""
        return self.columns

    def metadata(self) -> dict[str, str]:
        """What a Parquet file says of itself."""
        return {
            "name": self.name,
            "kind": self.kind,
            "about": self.about,
            "confidence": spell_number(self.confidence),
            "cells": str(self.cells),
        }

    def arrow(self) -> Any:
        """As an Arrow table whose schema says what it is."""
        import pyarrow as pa

        arrays = [
            named_array(column.codes, list(column.labels)) if isinstance(column, Words) else column.arrow()
            for column in self.columns
        ]
        said = json.dumps(self.metadata(), ensure_ascii=False, sort_keys=True)
        return pa.table(arrays, names=list(self.names)).replace_schema_metadata({"epsilog": said})


def tidied_as(query: Entry, tidy: Tidy) -> Tidy:
    """What tidying does to an entry: counts become whole numbers; what can be added up gets totals.

    Persons are not added up, because one person may be in several cells; means never are. A hierarchy has its own
    levels for totals. A series over several ticks stays what it is: its numbers depend on one another.
    """
    if is_series(query):
        return Tidy()
    counted = query.kind in ("rows", "persons", "histogram")
    added = query.kind in ("rows", "histogram", "sum") and bool(summed_axes(query.grid().axes)) and not query.levels
    added = added and query.about == "data"
    return Tidy(whole=tidy.whole and counted, totals=tidy.totals and added)


def summed_axes(axes: Sequence[Axis]) -> tuple[int, ...]:
    """The axes totals run over: declared keys and bins, never time, nor found keys, because others are missing."""
    return tuple(
        at for at, axis in enumerate(axes) if isinstance(axis, Keys | Bins) and not isinstance(axis, Unknown)
    )


def totals_of(axes: Sequence[Axis]) -> list[tuple[int, ...]]:
    """All sets of axes that are summed: one by one first, everything together last."""
    over = summed_axes(axes)
    return list(chain.from_iterable(combinations(over, size) for size in range(1, len(over) + 1)))


def keys_of(axes: Sequence[Axis], sets: Sequence[tuple[int, ...]] = ()) -> list[Words]:
    """The label of every row on every axis; `*` where a total runs over it."""
    shape = tuple(axis.size for axis in axes)
    columns = []
    for at, axis in enumerate(axes):
        grid = np.broadcast_to(
            np.arange(axis.size).reshape([-1 if own == at else 1 for own in range(len(axes))]), shape
        ).reshape(-1)
        codes = [grid.astype(np.int64)]
        for over in sets:
            left = [own for own in range(len(axes)) if own not in over]
            size = int(np.prod([shape[own] for own in left], dtype=np.int64))
            if at in over:
                codes.append(np.full(size, axis.size, dtype=np.int64))
            else:
                place = np.arange(axis.size).reshape([-1 if own == at else 1 for own in left])
                codes.append(np.broadcast_to(place, [shape[own] for own in left]).reshape(-1).astype(np.int64))
        labels = (*axis.labels(), EVERY) if sets else axis.labels()
        columns.append(Words(axis.column, labels, np.concatenate(codes)))
    return columns


# The name of a table's files.


_LONGEST_NAME: Final = 60


def stem(at: int, query: Entry) -> str:
    """The name of a table's files: its number, and its own name with everything odd replaced.

    >>> from epsilog import Query
    >>> stem(0, Query("rows", name="../../etc/passwd")), stem(2, Query("rows", name="门诊 visits"))
    ('1-etc-passwd', '3-门诊-visits')
    """
    words = re.sub(r"[^\w]+", "-", query.name).strip("-_")[:_LONGEST_NAME].strip("-_")
    return f"{at + 1}-{words}" if words else str(at + 1)


# How a report shows the first rows of a table.


PREVIEW: Final = 10
WHOLE: Final = 40  # rows of a table that is shown as it is: an hour of the day, a region of the country
NOTHING: Final = "–"


def rows_shown(table: Table) -> int:
    """How many of its rows a report shows: all of a short table, the beginning of a long one."""
    return table.cells if table.cells <= WHOLE else PREVIEW


def number_shown(column: Figures, place: int, coarse: int = 1, way: int = 0) -> str:
    """A number as the CSV has it, or in coarser steps with ends rounded outwards; thousands marked.

    A blank row is a dash.
    """
    if column.blank is not None and column.blank[place]:
        return NOTHING
    steps = int(column.steps[place])
    half = coarse // 2 if way == 0 else (coarse - 1 if way > 0 else 0)
    rounded = (steps + half) // coarse
    (text,) = Figures(column.name, np.array([rounded], dtype=np.int64), column.step * coarse).cells()
    whole, dot, rest = text.partition(".")
    return f"{int(whole):,}{dot}{rest}" if "e" not in text and whole != "-0" else text
