"""Whether a source keeps its promises: checks anybody can run against an engine of their own."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from fractions import Fraction

from epsilog.core.bounds import Bounds
from epsilog.core.during import During
from epsilog.core.grid import Bins, Grid, Keys
from epsilog.core.measure import Measure, Persons, Rows, Total, contribution
from epsilog.core.origin import ColumnKind
from epsilog.core.source import Source, Tally
from epsilog.core.unit import Protect, Unit

Row = Mapping[str, str | None]
Factory = Callable[[Sequence[Row], Mapping[str, ColumnKind]], AbstractContextManager[Source]]

_KINDS: Mapping[str, ColumnKind] = {
    "who": "text",
    "code": "integer",
    "town": "text",
    "when": "timestamp",
    "sent": "instant",
    "x": "number",
}
_TOWNS = Keys("town", ("N", "S", "é", "nobody"))
_LOOSE = Bounds(cells=4, rows_per_cell=100)
_X = Total.between("x", 0, 10, 1)


def check_source(source_factory: Factory) -> int:
    """Run every check; returns how many there were, or raises AssertionError at the first that fails.

    `source_factory(rows, columns)` gives a source over rows of texts (None is a missing one), as a context manager.

    >>> import polars as pl
    >>> from epsilog.core.origin import Origin
    >>> from epsilog.sources import open_source
    >>> def with_duckdb(rows, columns):
    ...     frame = pl.DataFrame(rows, schema={name: pl.String for name in columns})
    ...     return open_source(Origin(None, columns), frame=frame)
    >>> check_source(with_duckdb)
    36
    """
    checks = _Checks(source_factory)
    for check in (checks.cells, checks.values, checks.bounds, checks.units, checks.time, checks.whole):
        check()
    return checks.count


class _Checks:
    def __init__(self, factory: Factory) -> None:
        self.factory = factory
        self.count = 0

    def that(self, holds: bool, promise: str) -> None:
        self.count += 1
        if not holds:
            raise AssertionError(f"check {self.count}: {promise}")

    def answers(
        self,
        rows: Sequence[Row],
        measures: Sequence[Measure],
        unit: Unit | None = None,
        bounds: Bounds = _LOOSE,
        grid: Grid | None = None,
        during: During | None = None,
        zone: str = "UTC",
    ) -> list[list[int]]:
        tally = Tally(Grid((_TOWNS,)) if grid is None else grid, tuple(measures), during)
        with self.factory(rows, _KINDS) as source:
            [found] = source.bounded([tally], Protect(unit or Unit("who"), zone), bounds)
        return [one.values.tolist() for one in found]

    def cells(self) -> None:
        self.that(self.answers([], [Rows(), _X]) == [[0] * 4, [0] * 4], "a table without rows is all zeros")
        rows = [
            _row("a", "N"),
            _row("b", "N"),
            _row("c", "S"),
            _row("d", "elsewhere"),
            _row("e", "n"),
            _row("f", "N "),
        ]
        self.that(self.answers(rows, [Rows()])[0] == [2, 1, 0, 0], "a row with an unknown key is outside the table")
        self.that(self.answers([_row("a", None), _row("a", "")], [Rows()])[0] == [0] * 4, "so is one without a key")
        twins = [_row("a", "é"), _row("b", "e\u0301")]
        self.that(self.answers(twins, [Rows()])[0] == [0, 0, 2, 0], "Unicode twins are the same key")
        codes = Grid((Keys("code", ("1", "7")),))
        same = [_row("a", code=text) for text in ("7", "07", " 7 ", "7.0", "+7", "7.5", "9223372036854775808")]
        self.that(self.answers(same, [Rows()], grid=codes)[0] == [0, 5], "integers are compared as integers")
        bins = Grid((Bins("x", tuple(map(Fraction, (0, 5, 10)))),))
        values = ["-1", "0", "4.999", "5", "10", "11", "nan", "inf", "", None]
        spread = [_row(f"p{at}", x=value) for at, value in enumerate(values)]
        seen = self.answers(spread, [Rows("x")], grid=bins)[0]
        self.that(
            seen == [3, 3], "bins are closed on the left, take what lies beyond the ends, and nothing missing"
        )

    def values(self) -> None:
        def of(*values: str | None, measure: Measure = _X) -> list[int]:
            """What each value counts as: every one has a person and a cell of its own."""
            rows = [_row(f"p{at}", code=str(at), x=value) for at, value in enumerate(values)]
            return self.answers(rows, [measure], grid=Grid((Keys("code", tuple(map(str, range(len(values))))),)))[0]

        self.that(of("3.4", "3.5", "-0.0") == [3, 4, 0], "a value becomes the nearest grain")
        self.that(of("10.4", "11", "1e300", "-1e300") == [10, 10, 10, 0], "values are clamped")
        missing = of("nan", "inf", "-inf", "1e400", "", None, "ten", "0x1", "1_0")
        self.that(missing == [0] * 9, "what is no number is missing")
        filled = Total.between("x", 0, 10, 1, missing=4)
        self.that(of("nan", "7", measure=filled) == [4, 7], "a missing value counts as declared")
        gaps = [_row("a", "N", x=value) for value in ("1", "nan", None)]
        self.that(
            self.answers(gaps, [Rows(), Rows("x")]) == [[3, 0, 0, 0], [1, 0, 0, 0]], "rows of a column need it"
        )

    def bounds(self) -> None:
        many = [_row("a", "N", x="10")] * 5 + [_row("b", "N", x="1")]
        capped = self.answers(many, [Rows(), _X], bounds=Bounds(rows=2))
        self.that(capped == [[3, 0, 0, 0], [21, 0, 0, 0]], "the rows of one person are capped, and nobody else's")
        capped = self.answers(many, [Rows(), _X], bounds=Bounds(cells=4, rows_per_cell=3))
        self.that(capped == [[4, 0, 0, 0], [31, 0, 0, 0]], "so are the rows in one cell")
        mixed = [_row("a", "N", x=value) for value in ("10", "10", "0", "0")]
        self.that(
            self.answers(mixed, [_X], bounds=Bounds(rows=1))[0][0] == 10, "a sum is clamped to what is granted"
        )
        mean = Total.between("x", 0, 10, 1, centred=True)
        self.that(self.answers(mixed, [mean], bounds=Bounds(rows=1))[0][0] == 0, "or scaled, for a mean")
        odd = [_row("a", "N", x=value) for value in ("0", "0", "9")]
        self.that(self.answers(odd, [mean], bounds=Bounds(rows=1))[0][0] == -2, "towards zero")
        wide = [_row("a", town) for town in ("N", "S", "é")] * 3
        kept = self.answers(wide, [Rows(), Persons()], bounds=Bounds(cells=2, rows_per_cell=9))
        self.that([sum(kept[0]), sum(kept[1])] == [6, 2], "no more cells than allowed are kept")
        self.that(kept[1] == _first("a", 2), "those that come first in the portable order")
        granted = self.answers(wide, [Rows()], bounds=Bounds(rows=4, cells=2, rows_per_cell=3))[0]
        self.that(sorted(granted) == [0, 0, 1, 3], "rows are granted cell by cell until they are used up")
        self.that(granted[_first("a", 1).index(1)] == 3, "in the same order")
        both = self.answers(wide, [Persons()], bounds=Bounds(rows=9, cells=2))[0]
        self.that(sum(both) == 2, "a bound on rows does not lift the bound on cells")
        together = self.answers(wide + many, [Rows()], bounds=Bounds(rows=2))[0]
        apart = [
            self.answers([r for r in wide + many if r["who"] == w], [Rows()], bounds=Bounds(rows=2)) for w in "ab"
        ]
        self.that(together == [x + y for x, y in zip(apart[0][0], apart[1][0], strict=True)], "each unit by itself")

    def units(self) -> None:
        nobody = [_row(None, "N"), _row("", "N"), _row("a", "N")]
        self.that(self.answers(nobody, [Rows(), Persons()]) == [[1, 0, 0, 0]] * 2, "a row without an id is dropped")
        twins = [_row("é", "N"), _row("e\u0301", "N"), _row("E", "N")]
        self.that(self.answers(twins, [Persons()])[0][0] == 2, "ids that are Unicode twins are one person")
        codes = [_row("a", "N", code=code) for code in ("1", "01", "1.0", "2", "x")]
        self.that(self.answers(codes, [Persons()], Unit("code"))[0][0] == 2, "integer ids are integers")
        same = [_row("a", "N", x="10")] * 4 + [_row(None, "N", x="99")]
        single = self.answers(same, [Rows(), _X], Unit("row"), Bounds())
        self.that(
            single == [[5, 0, 0, 0], [50, 0, 0, 0]], "under `each: row` every row counts, with an id or without"
        )

    def time(self) -> None:
        days = During("when", dt.date(2026, 1, 1), dt.date(2026, 2, 28))
        moments = ["2026-01-05", "2026-01-31 23:59:59.999999", "2026-02-01T00:00", "2026-03-01", "2025-12-31 23:59"]
        rows = [
            _row("a", "N", when=when) for when in (*moments, "9999-12-31", "0001-01-01", "2026-02-30", "x", None)
        ]
        months = Grid((days.ticks("1mo"),))
        seen = self.answers(rows, [Rows()], grid=months, during=days)[0]
        self.that(seen == [2, 1], "a moment that is no moment, or outside the days, is outside the table")
        seen = self.answers(rows, [Rows()], during=days)[0]
        self.that(seen == [3, 0, 0, 0], "also where the table is not divided by time")
        january, february = (During("when", dt.date(2026, m, 1), dt.date(2026, m, 28)) for m in (1, 2))
        tallies = [Tally(Grid(), (Rows(),), days) for days in (january, february)]
        with self.factory(rows, _KINDS) as source:
            apart = source.bounded(tallies, Protect(Unit("who")), _LOOSE)
        self.that([int(one.values[0]) for (one,) in apart] == [1, 1], "each table has its own days")
        monthly = Unit("who", per="1mo")
        seen = self.answers(rows, [Rows()], monthly, Bounds(rows=1), months, days)[0]
        self.that(seen == [1, 1], "a bound holds in each block")
        both = self.answers(rows, [Rows(), Persons()], monthly, Bounds(rows=1), Grid((_TOWNS,)), days)
        self.that(both == [[2, 0, 0, 0], [1, 0, 0, 0]], "and a person in two blocks is still one person")
        night = During("sent", dt.date(2026, 10, 25), dt.date(2026, 10, 25))
        sent = ["2026-10-24T22:00Z", "2026-10-25T00:30Z", "2026-10-25T01:30:00+00:00", "2026-10-25T23:00+01:00"]
        rows = [_row("a", "N", sent=moment) for moment in sent]
        hours = self.answers(rows, [Rows()], grid=Grid((night.ticks("1h"),)), during=night, zone="Europe/Berlin")[0]
        self.that(
            hours[:4] == [1, 0, 2, 0], "instants fall into the wall clock of the zone, also when it is put back"
        )
        self.that(hours[23] == 1, "with the offset they were written with")

    def whole(self) -> None:
        rows = [_row(who, town, x="7") for who in "abc" for town in ("N", "S", "é")] * 2
        shuffled = list(reversed(rows))
        measures = (Rows(), Persons(), _X)
        bounds = Bounds(rows=3, cells=2)
        first = self.answers(rows, measures, bounds=bounds)
        self.that(first == self.answers(shuffled, measures, bounds=bounds), "the order of rows does not matter")
        tallies = [Tally(Grid((_TOWNS,)), measures), Tally(Grid(), (Rows(),)), Tally(Grid((_TOWNS,)), (_X, Rows()))]
        with self.factory(rows, _KINDS) as source:
            several = source.bounded(tallies, Protect(Unit("who")), bounds)
        found = [[one.values.tolist() for one in tally] for tally in several]
        self.that(found == [first, [[9]], [first[2], first[0]]], "several tallies are answered as each alone")
        stated = [contribution(one, tallies[0].grid, Unit("who"), bounds).sensitivity for one in measures]
        self.that([one.sensitivity for one in several[0]] == stated, "answers carry the stated sensitivity")


def _row(who: str | None = None, town: str | None = "N", **others: str | None) -> Row:
    return {**dict.fromkeys(_KINDS), "who": who, "town": town, **others}


def _first(name: str, cells: int) -> list[int]:
    """1 where the first of the cells 0, 1, 2 in the order of a unit are."""
    import hashlib

    digits = hashlib.md5(name.encode(), usedforsecurity=False).hexdigest()
    prime = 2**31 - 1
    a, b = int(digits[:15], 16) % (prime - 1) + 1, int(digits[15:30], 16) % prime
    kept = sorted(range(3), key=lambda cell: (a * cell + b) % prime)[:cells]
    return [int(cell in kept) for cell in range(4)]
