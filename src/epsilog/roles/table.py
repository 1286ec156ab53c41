"""Published tables: every declared cell with its value and a range, and totals on request."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import chain, combinations
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from epsilog.core.arrow import named_array
from epsilog.core.grid import Axis, Bins, Keys
from epsilog.core.measure import Total
from epsilog.core.number import written
from epsilog.core.series_method import Fast
from epsilog.core.unknown import Unknown
from epsilog.kinds.alert.plan.planned import alerts_of
from epsilog.kinds.alert.show.columns import WATCHED, alert_columns
from epsilog.kinds.cells.show.levels import COLUMNS, hierarchy_columns
from epsilog.kinds.cells.show.smooth import HOLDS, SMOOTHED, smooth_columns
from epsilog.kinds.choice.plan.pick import pick_of
from epsilog.kinds.choice.show.columns import OFF, pick_columns
from epsilog.kinds.mean.plan.moments import FORMED, NOISY, formed_columns
from epsilog.kinds.repeat.plan.planned import repeats_of
from epsilog.kinds.repeat.plan.spells import SpellDraw
from epsilog.kinds.repeat.show.columns import repeat_columns
from epsilog.kinds.repeat.show.spells import TOLD, spell_columns
from epsilog.kinds.series.plan.planned import series_of
from epsilog.kinds.series.plan.radius import RadiusDraw
from epsilog.kinds.series.show.columns import KEPT, series_columns
from epsilog.kinds.series.show.fast import SAMPLED, fast_columns
from epsilog.postprocess.means import FINER, mean_range, spread_of
from epsilog.postprocess.ranges import Integers, around, margin_of
from epsilog.postprocess.sums import margin_of_sum
from epsilog.postprocess.tidy import nearest_with_total, tidied, totals_over
from epsilog.roles.column import Column, Figures, Words, quoted_text
from epsilog.roles.planned import Draw
from epsilog.roles.query import Kind, Query
from epsilog.roles.result import Result
from epsilog.roles.shape import about_of, is_series, method_of
from epsilog.roles.smoothed import is_smoothed
from epsilog.roles.spec import Spec, Tidy

if TYPE_CHECKING:
    import polars

EVERY: Final = "*"
# Names of our own columns; a key column of the same name is written with a mark.
_OTHERS: Final = (*NOISY.values(), *COLUMNS, *OFF.values(), *WATCHED, *SMOOTHED, *SAMPLED, KEPT, "fresh", *TOLD)
OURS: Final = ("row", "value", "raw", "low", "high", "confidence", "about", *_OTHERS)


@dataclass(frozen=True, eq=False)
class Table:
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
    kind: Kind
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

    def csv(self) -> bytes:
        """UTF-8, text quoted, numbers exact. A byte-order mark only where there is more than ASCII to announce."""
        lines = [",".join(quoted_text(name) for name in self.names)]
        lines += map(",".join, zip(*(column.cells() for column in self.columns), strict=True))
        text = "\r\n".join(lines) + "\r\n"
        return text.encode("utf-8" if text.isascii() else "utf-8-sig")

    def to_csv(self, path: Path) -> None:
        """Write the CSV."""
        Path(path).write_bytes(self.csv())

    def metadata(self) -> dict[str, str]:
        """What a Parquet file says of itself."""
        return {
            "name": self.name,
            "kind": self.kind,
            "about": self.about,
            "confidence": written(self.confidence),
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

    def to_parquet(self, path: Path) -> None:
        """Write Parquet."""
        import pyarrow.parquet as parquet

        parquet.write_table(self.arrow(), path, compression="zstd")

    def frame(self) -> polars.DataFrame:
        """As a Polars frame."""
        import polars

        found = polars.from_arrow(self.arrow())
        assert isinstance(found, polars.DataFrame)
        return found


def tables_of(result: Result) -> tuple[Table, ...]:
    """One table per entry of `publish`, in order."""
    spec = result.plan.spec
    drawn = list(zip(result.plan.draws, result.values, strict=True))
    tables = []
    for at, query in enumerate(spec.publish):
        vectors = [values for draw, values in drawn if draw.query == at]
        draws = result.plan.draws_of(at)
        if (alerts := alerts_of(result.plan, at)) is not None:
            watched = alert_columns(alerts, vectors[0])
            tables.append(_table(spec, query, [*_keys(query.grid().axes, []), *watched], len(vectors[0])))
        elif (repeats := repeats_of(result.plan, at)) is not None:
            if isinstance(repeats, SpellDraw):
                repeated = spell_columns(repeats, vectors[0], spec.confidence, result.plan.rule("spells"))
            else:
                repeated = repeat_columns(repeats, vectors[0], spec.confidence)
            tables.append(_table(spec, query, [*_keys(query.grid().axes, []), *repeated], query.grid().size))
        elif (series := series_of(result.plan, at)) is not None:
            if isinstance(method_of(query), Fast):
                columns = fast_columns(series, vectors[0], spec.confidence)
            else:
                columns = [*series_columns(series, vectors[0])]
                if isinstance(series, RadiusDraw) and is_smoothed(query, spec.tidy):
                    columns += smooth_columns(
                        query, series.tick_noise, vectors[0], spec.confidence, result.plan.rule("smooth")
                    )
            tables.append(_table(spec, query, [*_keys(query.grid().axes, []), *columns], len(vectors[0])))
        elif (pick := pick_of(result.plan, at)) is not None:
            chosen = pick_columns(pick, vectors[0], spec.confidence)
            tables.append(_table(spec, query, [*_keys(query.shown().axes, []), *chosen], len(vectors[0])))
        elif query.kind in FORMED:
            laws = [draw.noise.law for draw in draws]
            figures = formed_columns(query, laws, vectors, spec.confidence, result.plan.rule)
            tables.append(_table(spec, query, [*_keys(query.grid().axes, []), *figures], len(vectors[0])))
        elif query.kind == "mean":
            tables.append(_mean(spec, query, draws, vectors))
        elif query.levels:
            whole = tidied_as(query, spec.tidy).whole
            levels = hierarchy_columns(spec, query, draws, vectors, whole=whole, ours=OURS)
            tables.append(_table(spec, query, levels, len(vectors[0])))
        else:
            tables.append(_plain(spec, query, draws[0], vectors[0], result.plan.rule("smooth")))
    return tuple(tables)


def tidied_as(query: Query, tidy: Tidy) -> Tidy:
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


def _plain(spec: Spec, query: Query, draw: Draw, values: Integers, version: int) -> Table:
    axes = query.grid().axes
    shape = [axis.size for axis in axes]
    how = tidied_as(query, spec.tidy)
    law = draw.noise.law
    found = around(values, margin_of(law, spec.confidence))
    if query.about == "population":
        return _expected(spec, query, draw, values, how)
    nice = values
    if how.whole and query.total is not None:
        nice = nearest_with_total(values, query.total)
    elif how.whole and len(values):
        nice = tidied(values, shape, summed_axes(axes), keep_totals=how.totals)
    parts, shown = [found], [nice]
    sets = totals_of(axes) if how.totals and len(values) else []  # where no key was found there is no sum either
    for over in sets:
        cells = int(np.prod([shape[axis] for axis in over], dtype=np.int64))
        raw = totals_over(values, shape, over)
        parts.append(around(raw, margin_of_sum(law, cells, spec.confidence)))
        shown.append(totals_over(nice, shape, over))
    columns: list[Column] = list(_keys(axes, sets))
    if how.totals:
        rows = np.repeat([0, 1], [len(values), sum(len(part.value) for part in parts[1:])])
        columns.append(Words("row", ("cell", "total"), rows.astype(np.int64)))
    grain = draw.grain
    columns.append(Figures("value", np.concatenate(shown), grain))
    if how.whole:
        columns.append(Figures("raw", np.concatenate([part.value for part in parts]), grain))
    columns.append(Figures("low", np.concatenate([part.low for part in parts]), grain))
    columns.append(Figures("high", np.concatenate([part.high for part in parts]), grain))
    if is_smoothed(query, how):
        columns += smooth_columns(query, draw, values, spec.confidence, version)
    return _table(spec, query, columns, len(values))


def _expected(spec: Spec, query: Query, draw: Draw, values: Integers, how: Tidy) -> Table:
    """Counts with ranges of what is expected of the population, in hundredths, rounded outwards."""
    from epsilog.postprocess.infer.expected import expected_counts

    low, high = expected_counts(values, draw.noise.law, spec.confidence)
    axes, nice = query.grid().axes, values
    if how.whole and len(values):
        shape = [axis.size for axis in axes]
        nice = tidied(values, shape, summed_axes(axes), keep_totals=False)
        nice = nice if query.total is None else nearest_with_total(values, query.total)
    columns: list[Column] = [*_keys(axes, []), Figures("value", nice, draw.grain)]
    columns += [Figures("raw", values, draw.grain)] if how.whole else []
    for name, end in (("low", np.floor(low * 100)), ("high", np.ceil(high * 100))):
        steps = np.clip(end, 0, 2.0**62).astype(np.int64)
        columns.append(Figures(name, steps, Fraction(1, 100)))
    return _table(spec, query, columns, len(values))


def _mean(spec: Spec, query: Query, draws: Sequence[Draw], vectors: Sequence[Integers]) -> Table:
    total = query.measures()[0]
    assert isinstance(total, Total)
    sums, counts, *tails = vectors
    laws = [draw.noise.law for draw in draws]
    found = mean_range(sums, counts, total, spread_of(laws[0], laws[1], total.reach, spec.confidence))
    step = draws[0].grain / FINER
    columns: list[Column] = list(_keys(query.grid().axes, []))
    columns += [
        Figures("value", found.value, step),
        Figures("low", found.low, step),
        Figures("high", found.high, step),
        Figures("noisy_sum_from_middle", sums, draws[0].grain),
        Figures("noisy_count", counts, draws[1].grain),
        *(Figures(NOISY[side], rows, Fraction(1)) for side, rows in zip(query.parts[2:], tails, strict=True)),
    ]
    return _table(spec, query, columns, len(sums))


def _table(spec: Spec, query: Query, columns: list[Column], cells: int) -> Table:
    if columns[-1].name == HOLDS:  # releases of the first version have no such column, and mark no key of that name
        columns = [replace(one, name=f"{HOLDS} (key)") if one.name == HOLDS else one for one in columns[:-1]] + [
            columns[-1]
        ]
    first = columns[-1]
    rows = np.zeros(len(first.codes if isinstance(first, Words) else first.steps), dtype=np.int64)
    columns.append(Figures("confidence", rows + 1, spec.confidence))
    columns.append(Words("about", (about_of(query),), rows))
    axes, about = query.shown().axes, about_of(query)
    return Table(query.name, query.kind, axes, tuple(columns), cells, spec.confidence, about)


def _keys(axes: Sequence[Axis], sets: Sequence[tuple[int, ...]]) -> list[Words]:
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
        name = f"{axis.column} (key)" if axis.column in OURS else axis.column
        labels = (*axis.labels(), EVERY) if sets else axis.labels()
        columns.append(Words(name, labels, np.concatenate(codes)))
    return columns
