"""Which columns one reading of the rows needs: ids, blocks, cells and values of all tallies, each computed once."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import ibis

from epsilog.core.bounds import Bounds
from epsilog.core.clock import Period, tick_start
from epsilog.core.exit import Exit
from epsilog.core.grid import Axis, Bins, Keys, Ticks
from epsilog.core.measure import Measure, Persons, Rows, Total, contribution
from epsilog.core.origin import ColumnKind
from epsilog.core.pair import Paired
from epsilog.core.source import Tally
from epsilog.core.unit import Protect
from epsilog.core.unknown import Unknown
from epsilog.errors import SpecError
from epsilog.sources.cells import bin_number, days, exit_number, grains, multiply_pair, scale_of, tick_number
from epsilog.sources.engine_port import EnginePort
from epsilog.sources.identity import BYTES
from epsilog.sources.physical import Form
from epsilog.sources.reading import integer_of, key_of, key_read, name_of, number_of, text_of, wall_of


@dataclass
class Layout:
    """Names of the columns of one reading.

    id          the person; b0, b1, … its block by each time column; c0, c1, … the cell in each tally (NULL outside)
    v0, v1, …   values in grains or marks of presence; NULL where missing
    t0, t1, …   texts of unknown keys, one for each tally where keys are looked for; NULL where missing or too long
    """

    tallies: Sequence[Tally]
    protect: Protect
    kinds: Mapping[str, ColumnKind]
    values: dict[Total | str, str] = field(default_factory=dict)
    keys: dict[Keys, int] = field(default_factory=dict)
    blocks: dict[str, str] = field(default_factory=dict)
    ranges: dict[str, tuple[dt.date, dt.date]] = field(default_factory=dict)
    texts: Sequence[Unknown] = ()

    def __post_init__(self) -> None:
        per = self.protect.unit.per
        if self.id is not None and self.kinds[self.id] not in ("text", "integer"):
            raise SpecError("a person is named by a text or an integer", where=f"source.columns.{self.id}")
        for tally in self.tallies:
            for axis in (*tally.grid.axes, *tally.beside.axes):
                if isinstance(axis, Keys):
                    self._read_keys(axis)
                elif isinstance(axis, Exit):
                    self._read_keys(codes_of(axis))
                elif isinstance(axis, Ticks) and (tally.during is None or tally.during.time != axis.column):
                    end = tick_start(axis.last + 1, axis.every) - dt.timedelta(days=1)
                    self._cover(axis.column, tick_start(axis.first, axis.every).date(), end.date())
            if tally.during is not None:
                self._cover(tally.during.time, tally.during.first, tally.during.last)
            if per is not None:
                if tally.during is None:
                    raise SpecError("persons are protected within a period: say which days", where="during")
                self.blocks.setdefault(tally.during.time, f"b{len(self.blocks)}")
            for measure in tally.measures:
                if (wanted := value_of(measure, tally)) is not None:
                    self.values.setdefault(wanted, f"v{len(self.values)}")
                    if isinstance(wanted, Total):
                        scale_of(wanted.grain)
                        for one in (wanted.one, wanted.two) if isinstance(wanted, Paired) else ():
                            scale_of(one.grain if one is not None else wanted.grain)

    @property
    def id(self) -> str | None:
        """The column that names a person; None where every row is a unit of its own."""
        each = self.protect.unit.each
        return None if each == "row" else each

    @property
    def columns(self) -> tuple[str, ...]:
        """Every column that has to be read, in a fixed order."""
        named = {keys.column for keys in (*self.keys, *self.texts)} | set(self.ranges)
        named |= {column for value in self.values for column in columns_of(value)}
        named |= {axis.column for tally in self.tallies for axis in tally.grid.axes}
        named |= {self.id} if self.id is not None else set()
        # A count of all rows needs no column, and a scan needs one.
        return tuple(sorted(named)) or tuple(sorted(self.kinds))[:1]

    def _name(self, what: str, column: str) -> str:
        # By number: the engine takes names that differ in case only for one, and would read one column twice.
        return f"{what} {self.columns.index(column)}"

    def block_of(self, tally: Tally) -> str | None:
        """The column of the block a tally's units are divided by."""
        return self.blocks[tally.during.time] if self.blocks and tally.during is not None else None

    def _cover(self, column: str, first: dt.date, last: dt.date) -> None:
        known = self.ranges.get(column, (first, last))
        self.ranges[column] = (min(known[0], first), max(known[1], last))

    def _read_keys(self, keys: Keys) -> None:
        read = [key_read(key, self.kinds[keys.column]) for key in keys.keys]
        where = f"by.{keys.column}"
        if None in read:
            raise SpecError(f"a key is no {self.kinds[keys.column]}, so no row can have it", where=where)
        if len(set(read)) != len(read):
            raise SpecError(f"the same {self.kinds[keys.column]} is written twice among the keys", where=where)
        self.keys.setdefault(keys, len(self.keys))

    def key_tables(self) -> dict[str, dict[str, list[str | int | None]]]:
        """The declared keys as small tables, by name: k the key, i its number."""
        return {
            f"keys{at}": {
                f"k{at}": [key_read(key, self.kinds[keys.column]) for key in keys.keys],
                f"i{at}": list(range(keys.size)),
            }
            for keys, at in self.keys.items()
        }

    def rows(self, raw: Any, forms: Sequence[Form]) -> Any:
        """The reading of one part, a table whose columns c0, c1, … have these forms."""
        names = [f"c{at}" for at in range(len(forms))]
        stored = {column: (raw[name], form) for column, name, form in zip(self.columns, names, forms, strict=True)}
        read: dict[str, Any] = {}
        if self.id is not None:
            who, _ = stored[self.id]
            read["id"] = name_of(who, self.kinds[self.id])
        for column, (first, last) in self.ranges.items():
            cell, form = stored[column]
            read[self._name("wall", column)] = wall_of(
                cell, form, self.kinds[column], self.protect.zone, first, last
            )
        for column in self._numbers():
            read[self._name("number", column)] = _number(*stored[column], self.kinds[column])
        for keys in (*self.keys, *self.texts):
            read[self._name("key", keys.column)] = key_of(stored[keys.column][0], self.kinds[keys.column])
        table = raw.select(**read) if read else raw.mutate(row=0)
        for keys, at in self.keys.items():
            kind = "int64" if self.kinds[keys.column] == "integer" else "string"
            known = ibis.table({f"k{at}": kind, f"i{at}": "int32"}, name=f"keys{at}")
            # Keys are told apart by what they are read as, so that no row meets two of them.
            table = table.left_join(known, table[self._name("key", keys.column)] == known[f"k{at}"])
        return self._placed(table)

    def _numbers(self) -> list[str]:
        named = {column for value in self.values for column in columns_of(value)}
        axes = (axis for tally in self.tallies for axis in tally.grid.axes)
        named |= {axis.column for axis in axes if isinstance(axis, Bins | Exit)}
        return sorted(named)

    def _placed(self, table: Any) -> Any:
        chosen: dict[str, Any] = {} if self.id is None else {"id": table.id}
        per: Any = self.protect.unit.per
        for column, name in self.blocks.items():
            chosen[name] = tick_number(table[self._name("wall", column)], per).cast("int32")
        cells = [self._cell(table, tally).cast("int32") for tally in self.tallies]
        chosen |= {f"c{at}": cell for at, cell in enumerate(cells)}
        for value, name in self.values.items():
            if isinstance(value, Paired):
                one, two = (table[self._name("number", column)] for column in value.columns)
                chosen[name] = multiply_pair(one, two, value)
            elif isinstance(value, Total):
                chosen[name] = grains(table[self._name("number", value.column)], value)
            else:
                there = table[self._name("number", value)].notnull()
                chosen[name] = ibis.cases((there, ibis.literal(1, type="int8")))
        for at, keys in enumerate(self.texts):
            text = table[self._name("key", keys.column)].cast("string")
            chosen[f"t{at}"] = ibis.cases(((text.length() <= keys.longest) & ~text.contains(BYTES), text))
        # Filtered by the parts of a cell: to filter by the cell itself would compute it twice.
        inside = self._inside(table)
        return (table.filter(*inside) if inside else table).select(**chosen)

    def _inside(self, table: Any) -> list[Any]:
        parts = [] if self.id is None else [table.id.notnull()]
        if len(self.tallies) == 1:
            # A code that is not declared may be one of all others that are censored: the cell decides.
            codes = {codes_of(axis) for axis in self.tallies[0].grid.axes if isinstance(axis, Exit)}
            parts += [table[f"i{at}"].notnull() for keys, at in self.keys.items() if keys not in codes]
            parts += [table[self._name("wall", column)].notnull() for column in self.ranges]
        return parts

    def _cell(self, table: Any, tally: Tally) -> Any:
        cell: Any = ibis.literal(0, type="int64")
        for axis, stride in zip(tally.grid.axes, tally.grid.strides, strict=True):
            cell = cell + self._place(table, axis, tally) * stride
        for axis in tally.beside.axes:
            cell = ibis.cases((self._place(table, axis, tally).notnull(), cell))
        if tally.during is None:
            return cell
        if any(self._fills(axis, tally) for axis in tally.grid.axes):
            return cell
        first, last = days(tally.during.first, tally.during.last)
        return ibis.cases((table[self._name("wall", tally.during.time)].between(first, last), cell))

    def _place(self, table: Any, axis: Axis, tally: Tally) -> Any:
        if isinstance(axis, Keys):
            return table[f"i{self.keys[axis]}"].cast("int64")
        if isinstance(axis, Bins):
            return bin_number(table[self._name("number", axis.column)], axis.edges)
        if isinstance(axis, Exit):
            code = table[f"i{self.keys[codes_of(axis)]}"].cast("int64")
            known = table[self._name("key", axis.status)].notnull()
            return exit_number(table[self._name("number", axis.column)], code, known, axis)
        every: Period = axis.every
        wall = table[self._name("wall", axis.column)]
        if self._fills(axis, tally):
            return tick_number(wall, every, axis.first)
        at = tick_number(wall, every) - axis.first
        return ibis.cases((at.between(0, axis.size - 1), at))

    def _fills(self, axis: Axis, tally: Tally) -> bool:
        """Whether the days that are read are just those of an axis: a tick then says all there is to say."""
        if not isinstance(axis, Ticks) or tally.during is None or tally.during.ticks(axis.every) != axis:
            return False
        return self.ranges[axis.column] == (tally.during.first, tally.during.last)


def codes_of(axis: Exit) -> Keys:
    """The codes of an exit axis as keys to be read, events first."""
    return Keys(axis.status, axis.codes)


def columns_of(value: Total | str) -> tuple[str, ...]:
    """The columns a value is made of."""
    if isinstance(value, Paired):
        return value.columns
    return (value.column if isinstance(value, Total) else value,)


def value_of(measure: Measure, tally: Tally) -> Total | str | None:
    """What has to be read for a measure: a sum's values, whether a value is there, or nothing."""
    if isinstance(measure, Total):
        # Sums that differ only in what is done with too many rows share their values.
        return replace(measure, over="clamp")
    if isinstance(measure, Persons) or measure.of is None:
        return None
    if any(isinstance(axis, Bins) and axis.column == measure.of for axis in tally.grid.axes):
        return None  # a row without a value is in no bin
    return measure.of


def check_tallies(tallies: Sequence[Tally], protect: Protect, bounds: Any) -> None:
    """Refuse what has no sensitivity, before anything is read."""
    for tally in tallies:
        for measure in tally.measures:
            contribution(measure, tally.grid, protect.unit, bounds)


def _number(column: Any, form: Form, kind: ColumnKind) -> Any:
    if kind == "integer":
        return integer_of(column).cast("float64")
    if kind == "number":
        return number_of(column)
    # Presence of anything else: 0 stands for "there is something".
    there = text_of(column).notnull() if form == "text" else column.notnull()
    return ibis.cases((there, 0.0))


def present_of(measure: Measure, tally: Tally, layout: Layout) -> tuple[str | None, bool]:
    """The column of values of a measure, and whether some of them may be missing."""
    wanted = value_of(measure, tally)
    if wanted is None:
        return None, False
    return layout.values[wanted], not (isinstance(wanted, Total) and wanted.missing is not None)


__all__ = ["Layout", "Rows", "check_tallies", "present_of", "value_of"]


class OneReading:
    """The tallies of one reading, which an engine keeps as `rows` (or gives as an expression, to be read once)."""

    def __init__(self, engine: EnginePort, layout: Layout, bounds: Bounds, rows: Any) -> None:
        self._engine = engine
        self._layout = layout
        self._bounds = bounds
        self._rows = rows
