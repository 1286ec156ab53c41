"""Which rows are handed over to be sorted (runs.py) where units are scaled to a norm, and as which numbers.

Only where the engine lives in this process, and where memory and bits suffice; else it does everything itself
(norming.py). Both ways give the same integers (docs/proofs/bounding.md, section 2b).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Final

import ibis
import numpy as np
from numpy.typing import NDArray

from epsilog.core.measure import FURTHEST, Persons, Total, contribution
from epsilog.core.source import Tally
from epsilog.sources.layout import OneReading, present_of
from epsilog.sources.runs import Fields, Runs, Wanted

MOST_ROWS: Final = 2**24  # sorted at once: 128 MB, and twice that while they are handed over
# Into so many parts units are dealt out. Numbers of persons often go up in steps, and a prime divides few of those.
_DEALS: Final = (1, 3, 7, 13, 29, 61, 127)


@dataclass(frozen=True)
class _Numbered:
    """Rows whose units have a number, `key`, from 0 on and below `units`."""

    rows: Any
    units: int


@dataclass
class _Pass:
    """One look at the rows: a column of values between two ends, and what is wanted, by its place in the tally."""

    column: str | None = None
    values: tuple[int, int] | None = None
    wanted: dict[int, Wanted] = field(default_factory=dict)


class Sorting(OneReading):
    """The tallies of one reading, bounded by a norm."""

    def answers(self, at: int) -> list[NDArray[np.int64]] | None:
        """The answers of one tally; None where the engine had better find them itself."""
        if not self._engine.in_process:
            return None
        tally = self._layout.tallies[at]
        block = self._layout.block_of(tally)
        who = ["id"] if block is None else ["id", block]
        # Nobody in particular is no unit: a row without an id counts nowhere.
        rows = self._rows.filter(*(self._rows[column].notnull() for column in (*who, f"c{at}")))
        size = self._numbers(rows.agg(size=rows.count()))[0]
        parts = _parts(size)
        if parts is None:
            return None
        passes = self._passes(tally)
        found = None
        for numbered in self._numbered(rows, who, at):
            numbers = numbered.units, tally.grid.size
            fields = [Fields.of(*numbers, look.values, min(size, MOST_ROWS)) for look in passes]
            if None in fields or self._largest(numbered, parts, size) > MOST_ROWS:
                continue
            found = [np.zeros(tally.grid.size, dtype=np.int64) for _ in tally.measures]
            for look, packing in zip(passes, fields, strict=True):
                assert packing is not None
                answers = self._sorted(numbered, parts, at, look, packing)
                for place, answer in zip(look.wanted, answers, strict=True):
                    found[place] = np.clip(answer, -FURTHEST, FURTHEST)
            break
        self._engine.forget(f"numbers {at}", f"numbered {at}")
        return found

    def _numbers(self, one_row: Any) -> list[int]:
        return [int(column[0]) for column in self._engine.integers(one_row).values()]

    def _numbered(self, rows: Any, who: list[str], at: int) -> Iterator[_Numbered]:
        """Ways to give units numbers: how far an integer is from the least one, or a place in a table of them."""
        if who == ["id"] and rows.id.type().is_integer():
            # Of all rows, also those outside the table: an engine may look at them first, and must not overflow.
            ids = self._rows.id
            first, last = self._numbers(self._rows.agg(first=ids.min().coalesce(0), last=ids.max().coalesce(0)))
            yield _Numbered(rows.mutate(key=rows.id - first), last - first + 1)
        units = rows.group_by(*who).agg().select(*who, key=ibis.row_number())
        self._engine.keep(f"numbers {at}", units)
        units = ibis.table({name: rows.schema()[name] for name in who} | {"key": "int64"}, name=f"numbers {at}")
        joined = rows.inner_join(units, who).drop("id")
        self._engine.keep(f"numbered {at}", joined)
        [count] = self._numbers(units.agg(units=units.count()))
        yield _Numbered(ibis.table(joined.schema(), name=f"numbered {at}"), count)

    def _largest(self, numbered: _Numbered, parts: int, size: int) -> int:
        if parts == 1:
            return size
        rows = numbered.rows
        sizes = rows.group_by(part=rows.key % parts).agg(n=rows.count())
        return self._numbers(sizes.agg(largest=sizes.n.max()))[0]

    def _passes(self, tally: Tally) -> list[_Pass]:
        """As many looks as there are columns of values; what needs none is found in the first."""
        found: dict[str, _Pass] = {}
        without: dict[int, Wanted] = {}
        for place, measure in enumerate(tally.measures):
            norm = contribution(measure, tally.grid, self._layout.protect.unit, self._bounds).norm
            assert norm is not None
            column, _ = present_of(measure, tally, self._layout)
            if column is None:
                without[place] = Wanted("persons" if isinstance(measure, Persons) else "rows", norm)
            elif isinstance(measure, Total):
                ends = measure.low - measure.centre, measure.high - measure.centre
                look = found.setdefault(column, _Pass(column, ends))
                look.wanted[place] = Wanted("sum", norm, measure.reach)
            else:
                found.setdefault(column, _Pass(column, (1, 1))).wanted[place] = Wanted("present", norm)
        passes = list(found.values()) or [_Pass()]
        passes[0].wanted |= without
        return passes

    def _sorted(
        self, numbered: _Numbered, parts: int, at: int, look: _Pass, fields: Fields
    ) -> list[NDArray[np.int64]]:
        runs = Runs(fields, list(look.wanted.values()), self._layout.tallies[at].grid.size)
        for part in range(parts):
            rows = numbered.rows if parts == 1 else numbered.rows.filter(numbered.rows.key % parts == part)
            places = rows.key * 2**fields.cells + rows[f"c{at}"].cast("int64")
            if look.column is None:
                runs.add(self._engine.integers(rows.select(packed=places))["packed"])
                continue
            codes = (rows[look.column].cast("int64") - (fields.lowest - 1)).coalesce(0)
            if fields.apart:
                fetched = self._engine.integers(rows.select(packed=places, code=codes))
                runs.add(fetched["packed"], fetched["code"])
            else:
                runs.add(self._engine.integers(rows.select(packed=places * 2**fields.values + codes))["packed"])
        return runs.answers


def _parts(size: int) -> int | None:
    """Into how many parts so many rows are dealt; None for too many."""
    if size <= MOST_ROWS:
        return 1
    return next((parts for parts in _DEALS if size <= parts * MOST_ROWS // 2), None)
