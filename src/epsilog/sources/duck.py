"""Files and frames behind an embedded DuckDB. Nothing leaves but bounded integers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import ExitStack
from functools import cache
from importlib import import_module
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any, Final, NoReturn, TypeVar

from epsilog.core.bounded import Bounded
from epsilog.core.bounds import Bounds, Crowd
from epsilog.core.during import During
from epsilog.core.grid import Grid
from epsilog.core.measure import Measure, contribution
from epsilog.core.number import same_text
from epsilog.core.origin import Origin
from epsilog.core.source import Progress, Tally
from epsilog.core.uncollected import pause_collection
from epsilog.core.unit import Protect
from epsilog.core.unknown import KeySearch, Seen, Unknown, keys_of_one
from epsilog.errors import EpsilogError, PrivacyError, SourceError, SpecError
from epsilog.sources.engine import AMPLE
from epsilog.sources.failure import Stage, care_for, withheld
from epsilog.sources.no_core_dumps import no_core_dumps
from epsilog.sources.parts import FileParts, FrameParts, Parts

if TYPE_CHECKING:
    from epsilog.core.origin import Lookup
    from epsilog.core.source import Asked, LookResult
    from epsilog.sources.engine_port import EnginePort
    from epsilog.sources.layout import Layout
    from epsilog.sources.physical import Form


# The libraries behind a source, loaded when a source is first used: nobody who only plans should wait for them.


@cache
def load(answers: bool = False) -> None:
    """Import them: what a request is checked with, or also what an answer is computed with."""
    with pause_collection():
        import_module("epsilog.sources.counting")
        if answers:
            import_module("ibis.backends.sql.compilers")


# Which kind of database an address means; a file says it itself, in its first bytes.


_SQLITE: Final = b"SQLite format 3\0"
_DUCKDB: Final = b"DUCK"  # after eight bytes of a checksum


def database_parts(origin: Origin, base: Path | None) -> Parts:
    """The table of a server, or of a database file; nothing is read but the first bytes of a file."""
    assert origin.database is not None
    if origin.is_withheld:
        raise SourceError(
            "the address of the server is not stored with a request",
            where="source.database",
            hint="postgresql://host/name",
        )
    if origin.is_on_a_server:
        from epsilog.sources.postgres_server import PostgresParts

        return PostgresParts(origin)
    path = Path(origin.database).expanduser()
    path = (path if path.is_absolute() else (base or Path.cwd()) / path).resolve()
    if not path.is_file():
        hint = "a relative path starts at the folder of the spec"
        raise SourceError(f"no such file: {origin.database[:200]}", where="source.database", hint=hint)
    with path.open("rb") as file:
        beginning = file.read(16)
    if beginning == _SQLITE:
        from epsilog.sources.sqlite_file import SqliteParts

        return SqliteParts(origin, path)
    if beginning[8:12] == _DUCKDB:
        from epsilog.sources.duckdb_file import DuckFileParts

        return DuckFileParts(origin, path)
    raise SpecError(
        "neither a DuckDB nor an SQLite database",
        where="source.database",
        hint="for CSV and Parquet say `file`; for a server postgresql://host/name",
    )


T = TypeVar("T")


class DuckSource:
    """Private rows, as a context manager; `open_source` makes one.

    >>> import polars as pl
    >>> from epsilog.core.grid import Grid, Keys
    >>> from epsilog.core.measure import Rows
    >>> from epsilog.core.unit import Unit
    >>> frame = pl.DataFrame({"who": ["a", "a", "b"], "town": ["North", "North", "South"]})
    >>> origin = Origin(None, {"who": "text", "town": "text"})
    >>> tally = Tally(Grid((Keys("town", ("North", "South", "East")),)), (Rows(),))
    >>> with DuckSource(origin, frame=frame) as source:
    ...     [[answers]] = source.bounded([tally], Protect(Unit("who")), Bounds(rows=1))
    >>> answers
    Bounded(3 private cells, grain=1, Sensitivity(l1=1, l2_squared=1))
    """

    def __init__(
        self,
        origin: Origin,
        *,
        frame: object | None = None,
        base: Path | None = None,
        memory: str = "1GB",
        threads: int | None = None,
    ) -> None:
        if (frame is None) == (origin.file is None and origin.database is None):
            raise SpecError("a file, a database or a frame, one of them", where="source.file")
        self._origin = origin
        self._memory = memory
        self._threads = threads
        self._held = ExitStack()
        self._parts: Parts
        if origin.file is not None:
            self._parts = FileParts(origin, base)
        elif origin.database is not None:
            self._parts = database_parts(origin, base)
        else:
            self._parts = FrameParts(origin, frame, base)

    def __enter__(self) -> DuckSource:
        self._held.enter_context(no_core_dumps())
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def __repr__(self) -> str:
        return "DuckSource(private rows)"

    def __reduce__(self) -> NoReturn:
        raise PrivacyError("private rows are not pickled", hint="open the source where it is needed")

    def close(self) -> None:
        """Let go of files and frames. Each answer cleans up after itself."""
        self._parts.close()
        self._held.close()

    def columns(self) -> tuple[str, ...]:
        """The names every file (or the frame) has, from headers and schemas; no row is read."""
        return withheld("open", self._parts.columns)

    @property
    def has_certain_names(self) -> bool:
        """Whether names of columns are kept apart from rows; the first line of a CSV may be somebody's row."""
        return not isinstance(self._parts, FileParts) or self._parts.found.format == "parquet"

    def check(self, tallies: Sequence[Tally], protect: Protect, bounds: Bounds) -> None:
        """Refuse, without reading a row, what `bounded` would refuse."""
        self._layout(tallies, protect, bounds)

    def check_lookups(self) -> None:
        """Refuse, without reading a row, lookups that cannot be read or are the rows themselves."""
        for lookup in self._origin.join:
            _there((lookup.on, *lookup.columns), self._lookup_names(lookup), "source.join.columns")

    def bounded(
        self,
        tallies: Sequence[Tally],
        protect: Protect,
        bounds: Bounds,
        *,
        progress: Progress | None = None,
    ) -> list[tuple[Bounded, ...]]:
        """For each tally one Bounded per measure, one value per cell, all from the same reading of the rows."""
        merged, places = one_per_table(tallies)
        layout = self._layout(merged, protect, bounds)
        told = progress or (lambda done, total: None)
        steps = len(merged) + 1
        told(0, steps)

        def count(engine: EnginePort, rows: Any) -> list[tuple[Bounded, ...]]:
            told(1, steps)
            answers = _count(engine, layout, bounds, rows, told)
            return [tuple(answers[at][part] for part in parts) for at, parts in places]

        return self._answer(layout, count)

    def seen(
        self,
        looks: Sequence[KeySearch],
        protect: Protect,
        bounds: Bounds,
        *,
        progress: Progress | None = None,
    ) -> list[Seen]:
        """For each look the keys of its rows with the number of different units that have them."""
        cells = keys_of_one(protect.unit, bounds)
        layout = self._layout(
            [Tally(look.beside, (), look.during) for look in looks], protect, bounds, [look.keys for look in looks]
        )
        from epsilog.sources.crowding import seen_keys

        return self._each(layout, progress, lambda engine, at, rows: seen_keys(engine, layout, at, rows, cells))

    def crowds(
        self, crowds: Sequence[Crowd], protect: Protect, *, progress: Progress | None = None
    ) -> list[Bounded]:
        """For each crowd how many units are in each of its bins."""
        if protect.unit.each == "row" or protect.unit.window is not None:
            raise SpecError("who is protected has one row, or none of its own", where="protect")
        # Nothing is measured and nothing dropped, so there is no bound that could matter.
        layout = self._layout([Tally(crowd.grid, (), crowd.during) for crowd in crowds], protect, Bounds())
        from epsilog.sources.crowding import crowd_counts

        return self._each(
            layout, progress, lambda engine, at, rows: crowd_counts(engine, layout, at, rows, crowds[at])
        )

    def look(self, asked: Sequence[Asked], zone: str) -> LookResult:
        """How many rows are what a request declares, in one word each. Private, for a steward's screen."""
        load(answers=True)
        columns = tuple(self._origin.kinds)
        person = next((one.column for one in asked if one.role == "id"), None)

        def count(engine: EnginePort) -> LookResult:
            from epsilog.sources.column_look import tell

            lines = self._parts.lines() if isinstance(self._parts, FileParts) else None
            return tell(engine, columns, self._raw(engine, columns), self._origin.kinds, asked, zone, lines)

        own, _ = self._divided(columns)
        withheld("open", lambda: self._parts.check(own, person))
        return self._with_rows(columns, lambda engine, _: count(engine), lambda engine: None)

    def _each(
        self, layout: Layout, progress: Progress | None, count: Callable[[EnginePort, int, Any], T]
    ) -> list[T]:
        """One answer for each tally of a layout."""
        told = progress or (lambda done, total: None)
        steps = len(layout.tallies) + 1
        told(0, steps)

        def each(engine: EnginePort, rows: Any) -> list[T]:
            found = []
            for at in range(len(layout.tallies)):
                told(at + 1, steps)
                found.append(count(engine, at, rows))
            return found

        return self._answer(layout, each)

    def _answer(self, layout: Layout, count: Callable[[EnginePort, Any], T]) -> T:
        return self._with_rows(layout.columns, count, lambda engine: self._read(engine, layout))

    def _with_rows(
        self,
        columns: Sequence[str],
        count: Callable[[EnginePort, Any], T],
        reading: Callable[[EnginePort], Any],
    ) -> T:
        """Read the rows and count them; again, slowly and with all the machine has, if one value needs it."""
        stage: Stage = "read"
        own, _ = self._divided(columns)

        def attempt(memory: str, threads: int | None) -> T:
            nonlocal stage
            stage = "read"
            with no_core_dumps(), self._parts.engine(own, memory, threads) as engine:
                rows = reading(engine)
                stage = "bound"
                return count(engine, rows)

        def read() -> T:
            memory, threads = self._memory, self._threads
            for _ in range(2):  # a value may be too long, and another no text
                try:
                    return attempt(memory, threads)
                except Exception as error:
                    care = care_for(error)
                    if care is None:
                        raise
                if care == "texts" and isinstance(self._parts, FileParts):
                    self._parts.careful = True
                memory, threads = AMPLE, 1
            return attempt(memory, threads)

        return withheld(lambda: stage, read)

    def _layout(
        self, tallies: Sequence[Tally], protect: Protect, bounds: Bounds, texts: Sequence[Unknown] = ()
    ) -> Layout:
        load()
        from epsilog.sources.layout import Layout, check_tallies

        check_tallies(tallies, protect, bounds)
        layout = Layout(tuple(tallies), protect, self._origin.kinds, texts=texts)
        own, lookups = self._divided(layout.columns)
        _there(own, self.columns(), "source.columns")
        withheld("open", lambda: self._parts.check(own, layout.id))
        for lookup in lookups:
            _there((lookup.on, *lookup.columns), self._lookup_names(lookup), "source.join.columns")
        return layout

    def _lookup_names(self, lookup: Lookup) -> tuple[str, ...]:
        try:
            return withheld("open", lambda: self._parts.lookup_names(lookup))
        except EpsilogError as error:
            # A lookup is opened like rows are; what is wrong with it stands elsewhere in the request.
            error.where = error.where.replace("source.", "source.join.", 1)
            raise

    def _divided(self, wanted: Sequence[str]) -> tuple[tuple[str, ...], tuple[Lookup, ...]]:
        """The columns to read from the rows, keys of lookups among them, and the lookups that are needed."""
        lookups = tuple(one for one in self._origin.join if not set(one.columns).isdisjoint(wanted))
        found = {name for one in lookups for name in one.columns}
        named = dict.fromkeys([*(name for name in wanted if name not in found), *(one.on for one in lookups)])
        return tuple(named), lookups

    def _raw(self, engine: EnginePort, columns: Sequence[str]) -> list[tuple[Any, tuple[Form, ...]]]:
        """The wanted columns of every part, as they are stored, with what is looked up for them."""
        from epsilog.sources.joining import Looked, join_columns, table_of

        own, lookups = self._divided(columns)
        parts = self._parts.views(engine, own)
        if not lookups:
            return [(table_of(part, forms), forms) for part, forms in parts]
        looked = []
        for at, lookup in enumerate(lookups):
            looked.append(Looked(lookup, *self._parts.look_up(engine, f"lookup {at}", lookup)))
        return [join_columns(part, forms, own, columns, looked, self._origin.kinds) for part, forms in parts]

    def _read(self, engine: EnginePort, layout: Layout) -> Any:
        """Read every row once, into a table of small numbers; where one look is enough, leave it to that look."""
        import ibis

        from epsilog.sources.bounding import union
        from epsilog.sources.engine_functions import compose_text

        for name, table in layout.key_tables().items():
            keys, places = table
            kind, stored = ("string", "VARCHAR") if isinstance(table[keys][0], str) else ("int64", "BIGINT")
            engine.keep_lists(f"lent {name}", table, {keys: stored, places: "BIGINT"})
            # The engine's own idea of form C decides, for keys as for rows; should it hold two keys for one, the
            # first stays, so that no row is counted twice.
            lent = ibis.table({keys: kind, places: "int64"}, name=f"lent {name}")
            read = compose_text(lent[keys]) if kind == "string" else lent[keys]
            engine.keep(name, lent.group_by(read.name(keys)).agg(lent[places].min().cast("int32").name(places)))
        rows = union([layout.rows(part, forms) for part, forms in self._raw(engine, layout.columns)])
        if layout.id is None and len(layout.tallies) == 1:
            engine.lock()
            return rows
        engine.keep("rows", rows)
        engine.settle()
        return ibis.table(rows.schema(), name="rows")


def _there(wanted: Sequence[str], found: Sequence[str], where: str) -> None:
    there = {same_text(name) for name in found}
    for name in wanted:
        if same_text(name) not in there:
            raise SpecError(f"the data has no column {name[:60]!r}", where=where)


def _count(
    engine: EnginePort, layout: Layout, bounds: Bounds, rows: Any, told: Progress
) -> list[tuple[Bounded, ...]]:
    from epsilog.sources.counting import Counting, blocks_of

    counting = Counting(engine, layout, bounds, rows)
    if layout.id is not None:
        for block in blocks_of(layout):
            counting.find_units(block)
    answers = []
    for at, tally in enumerate(layout.tallies):
        vectors = counting.single_rows(at) if layout.id is None else counting.persons(at)
        answers.append(_to_bounded(tally, vectors, layout.protect, bounds))
        told(at + 2, len(layout.tallies) + 1)
    return answers


def _to_bounded(tally: Tally, vectors: Sequence[Any], protect: Protect, bounds: Bounds) -> tuple[Bounded, ...]:
    keys = tuple(tally.grid.keys())
    answers = []
    for measure, values in zip(tally.measures, vectors, strict=True):
        stated = contribution(measure, tally.grid, protect.unit, bounds)
        answers.append(Bounded(keys, values, stated.grain, stated.sensitivity))
    return tuple(answers)


def one_per_table(tallies: Sequence[Tally]) -> tuple[list[Tally], list[tuple[int, list[int]]]]:
    """Tallies over the same cells and days as one with all their measures, and where each finds its own.

    A unit keeps the same cells for all of them, so they are bounded once and answered measure by measure.
    """
    tables: dict[tuple[Grid, During | None, Grid], dict[Measure, int]] = {}
    for tally in tallies:
        known = tables.setdefault((tally.grid, tally.during, tally.beside), {})
        for measure in tally.measures:
            known.setdefault(measure, len(known))
    numbers = list(tables)
    merged = [Tally(grid, tuple(found), days, beside) for (grid, days, beside), found in tables.items()]
    places = []
    for tally in tallies:
        table = (tally.grid, tally.during, tally.beside)
        places.append((numbers.index(table), [tables[table][measure] for measure in tally.measures]))
    return merged, places
