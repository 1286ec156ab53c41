"""From the reading to bounded sums: the steps of core/measure.py, one tally at a time, in one engine."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import ibis
import numpy as np
from numpy.typing import NDArray

from epsilog.core.measure import Persons, Total
from epsilog.core.source import Tally
from epsilog.sources.bounding import (
    PRIME,
    Limits,
    clip_sum,
    contribution_to_cell,
    generous,
    grant_rows,
    in_order,
    increment,
    multiplier,
    one_row,
    order,
    union,
)
from epsilog.sources.layout import Layout, OneReading, present_of
from epsilog.sources.norming import Norming
from epsilog.sources.sorting import Sorting

_MIDDLE: Final = 2.2  # how many times the wanted cells the second threshold aims at


class Counting(OneReading):
    """The tallies of one reading, which the engine keeps as `rows` (or gives as an expression, to be read once)."""

    def single_rows(self, at: int) -> list[NDArray[np.int64]]:
        """The answers of one tally where every row is a unit of its own."""
        tally = self._layout.tallies[at]
        inside = self._rows.filter(self._rows[f"c{at}"].notnull())
        answers = {}
        for part, measure in enumerate(tally.measures):
            column, _ = present_of(measure, tally, self._layout)
            answers[f"r{part}"] = clip_sum(one_row(inside, measure, None if column is None else inside[column]))
        return self._fetched(inside.group_by(cell=inside[f"c{at}"]).agg(**answers), tally)

    def find_units(self, block: str | None) -> None:
        """Number the units, and give those that may be over a bound the A and B of their order."""
        if self._bounds.norm is not None:
            return  # nobody's cells are put in order
        rows, layout = self._rows, self._layout
        mine = [at for at, tally in enumerate(layout.tallies) if layout.block_of(tally) == block]
        named = ["id"] if block is None else ["id", block]
        found = rows.group_by(*named).agg(**{f"n{at}": rows[f"c{at}"].count() for at in mine})
        found = found.filter(*(found[column].notnull() for column in named))
        name = found.id.cast("string")
        if block is not None:
            name = name + "#" + found[block].cast("string")
        thresholds, heavy = {}, ibis.literal(False)
        for at in mine:
            limits = self._limits(at)
            over = (found[f"n{at}"] > limits.cells) if limits.need_order else ibis.literal(False)
            thresholds[f"t{at}"] = ibis.cases((over, generous(found[f"n{at}"], limits)))
            heavy = heavy | over
        units = found.select(
            *named,
            key=ibis.row_number(),
            a=ibis.cases((heavy, multiplier(name))),
            b=ibis.cases((heavy, increment(name))),
            **thresholds,
        )
        self._engine.keep(f"units {block}", units.filter(units.a.notnull()))

    def persons(self, at: int) -> list[NDArray[np.int64]]:
        """The answers of one tally where everything of a person (in a block) is bounded together."""
        tally, limits = self._layout.tallies[at], self._limits(at)
        if self._bounds.norm is not None:
            return self._scaled(at)
        block = self._layout.block_of(tally)
        who = ["id"] if block is None else ["id", block]
        units = self._units(block)
        units = units.filter(units[f"t{at}"].notnull()).select(*who, "key", "a", "b", t=units[f"t{at}"])
        # Nobody in particular is no unit: a row without an id counts nowhere.
        rows = self._rows.filter(*(self._rows[column].notnull() for column in (*who, f"c{at}")))
        kept: list[Any] = []
        tables: list[str] = []
        if limits.need_order:
            parts, tables = self._cells(at, units, block)
            chosen = in_order(union(parts), limits)
            kept.append(chosen if block is None else chosen.inner_join(units.select("key", "id"), "key"))
            rows = rows.anti_join(units, who)
        sums = self._sums(rows, tally)
        light = grant_rows(rows.group_by(*who, cell=rows[f"c{at}"]).agg(**sums), limits)
        names = ["cell", "a", *sums, *(["id"] if block is not None else [])]
        kept = union([part.select(names) for part in [light, *kept]])
        answers = self._fetched(self._added(kept, tally, block), tally)
        self._engine.forget(*tables)
        return answers

    def _scaled(self, at: int) -> list[NDArray[np.int64]]:
        given = self._engine, self._layout, self._bounds, self._rows
        answers = Sorting(*given).answers(at)
        if answers is None:
            added, tables = Norming(*given).added(at)
            answers = self._fetched(added, self._layout.tallies[at])
            self._engine.forget(*tables)
        return answers

    def _limits(self, at: int) -> Limits:
        return Limits.of(self._bounds, self._layout.tallies[at].grid.size)

    def _units(self, block: str | None) -> Any:
        id_type = "string" if self._layout.kinds[self._layout.id or ""] == "text" else "int64"
        mine = [at for at, tally in enumerate(self._layout.tallies) if self._layout.block_of(tally) == block]
        schema = {"id": id_type, **({} if block is None else {block: "int32"}), "key": "int64"}
        schema |= {"a": "int64", "b": "int64"} | {f"t{at}": "int64" for at in mine}
        return ibis.table(schema, name=f"units {block}")

    def _cells(self, at: int, units: Any, block: str | None) -> tuple[list[Any], list[str]]:
        """The cells of each unit with what lies in them; of heavy units only the first ones in their order.

        A threshold that leaves a heavy unit fewer cells than it may keep proves nothing about the rest, so such
        units are taken again with a higher one, in the end with all their cells.
        """
        limits, wanted = self._limits(at), units
        parts: list[Any] = []
        tables: list[str] = []
        for turn in range(3):
            tables.append(f"cells {at} {turn}")
            self._engine.keep(tables[-1], self._grouped(at, wanted, block))
            cells = self._kept_cells(at, tables[-1])
            if turn == 2:
                parts.append(cells)
                break
            counts = cells.group_by("key").agg(found=cells.count())
            cut = wanted.filter(wanted.t < PRIME)
            short = cut.left_join(counts, "key").drop("key_right")
            short = short.filter(short.found.coalesce(0) < limits.cells)
            several = ibis.greatest(short.found.coalesce(0), 1).cast("float64")
            aim = short.t.cast("float64") * (_MIDDLE * limits.cells / several)
            higher = ibis.cases((aim < PRIME, aim.floor().cast("int64")), else_=PRIME)
            last = turn == 1
            again = short.mutate(t=ibis.literal(PRIME, type="int64") if last else higher).drop("found")
            tables.append(f"again {at} {turn}")
            self._engine.keep(tables[-1], again)
            again = ibis.table(wanted.schema(), name=tables[-1])
            parts.append(cells.anti_join(again, "key"))
            if not self._engine.integers(again.agg(units=again.count()))["units"][0]:
                break
            wanted = again
        return parts, tables

    def _grouped(self, at: int, units: Any, block: str | None) -> Any:
        rows, tally = self._rows, self._layout.tallies[at]
        inside = rows.filter(rows[f"c{at}"].notnull())
        joined = inside.inner_join(units, "id" if block is None else ["id", block])
        joined = joined.mutate(z=order(joined.a, joined.b, joined[f"c{at}"]))
        joined = joined.filter(joined.z <= joined.t)
        # One z to a cell of a unit, so any of its rows knows it.
        return joined.group_by("key", cell=joined[f"c{at}"]).agg(z=joined.z.min(), **self._sums(joined, tally))

    def _sums(self, rows: Any, tally: Tally) -> dict[str, Any]:
        sums: dict[str, Any] = {"n": rows.count()}
        for measure in tally.measures:
            column, gaps = present_of(measure, tally, self._layout)
            if column is not None and gaps:
                sums[f"m {column}"] = rows[column].count()
            if column is not None and isinstance(measure, Total):
                sums[f"s {column}"] = rows[column].sum()
        return sums

    def _kept_cells(self, at: int, name: str) -> Any:
        tally = self._layout.tallies[at]
        schema = {"key": "int64", "cell": "int32", "z": "int64", "n": "int64"}
        for measure in tally.measures:
            column, gaps = present_of(measure, tally, self._layout)
            if column is not None and gaps:
                schema[f"m {column}"] = "int64"
            if column is not None and isinstance(measure, Total):
                schema[f"s {column}"] = "int64"  # for Ibis; the engine keeps its 128 bits
        return ibis.table(schema, name=name)

    def _added(self, kept: Any, tally: Tally, block: str | None) -> Any:
        answers = {}
        for part, measure in enumerate(tally.measures):
            if isinstance(measure, Persons):
                # A person within several blocks is several units, and still one person.
                answers[f"r{part}"] = kept.count() if block is None else kept.id.nunique()
                continue
            column, gaps = present_of(measure, tally, self._layout)
            present = kept[f"m {column}"] if gaps else kept.n
            total = kept[f"s {column}"] if isinstance(measure, Total) else None
            answers[f"r{part}"] = clip_sum(contribution_to_cell(kept, measure, present, total).sum())
        return kept.group_by("cell").agg(**answers)

    def _fetched(self, table: Any, tally: Tally) -> list[NDArray[np.int64]]:
        found = self._engine.integers(table)
        answers = []
        for part in range(len(tally.measures)):
            values = np.zeros(tally.grid.size, dtype=np.int64)
            values[found["cell"]] = found[f"r{part}"]
            answers.append(values)
        return answers


def blocks_of(layout: Layout) -> Sequence[str | None]:
    """The columns units are divided by: none for persons as such."""
    return tuple(layout.blocks.values()) or (None,)
