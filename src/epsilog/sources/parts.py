"""The pieces a source is made of: files with the same columns, or one frame, each a view the engine can read."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, closing, contextmanager
from functools import partial
from pathlib import Path
from typing import Any, Literal, Protocol

from epsilog.core.number import same_text
from epsilog.core.origin import Lookup, Origin
from epsilog.errors import SpecError
from epsilog.sources import csv_lines as csv_text
from epsilog.sources.apart import check_apart
from epsilog.sources.column_names import place_of
from epsilog.sources.engine import AMPLE, MEMORY, Engine, literal, quote_name
from epsilog.sources.failure import care_for
from epsilog.sources.frames import as_arrow, check_frame, is_spelled, names_of
from epsilog.sources.identity import MENDED
from epsilog.sources.open_files import OpenFiles, check_room
from epsilog.sources.physical import SPELLED, Form, physical
from epsilog.sources.place import Identity, files_of
from epsilog.sources.private_folder import PrivateFolder

View = tuple[str, tuple[Form, ...]]


class Parts(Protocol):
    """Where rows come from."""

    def columns(self) -> tuple[str, ...]:
        """The names that are everywhere; no row is read."""

    def engine(self, wanted: Sequence[str], memory: str, threads: int | None) -> Any:
        """A context in which an engine may read the rows; afterwards nothing is left of it."""

    def views(self, engine: Any, wanted: Sequence[str]) -> list[View]:
        """Views with columns c0, c1, … for the wanted ones, and the forms their values have."""

    def check(self, wanted: Sequence[str], person: str | None) -> None:
        """Refuse, without a row, columns that cannot be read, and names of persons that have several spellings."""

    def lookup_names(self, lookup: Lookup) -> tuple[str, ...]:
        """The names a lookup has; no row is read."""

    def look_up(self, engine: Any, name: str, lookup: Lookup) -> View:
        """A view of a lookup: c0 the key, c1, … its columns."""

    def close(self) -> None:
        """Let go."""


class FileParts:
    """CSV or Parquet files; those with the same header or schema are read together."""

    def __init__(self, origin: Origin, base: Path | None) -> None:
        assert origin.file is not None
        self._origin = origin
        self._base = base
        self.found = files_of(origin.file, base)
        check_room(len(self.found.files))
        self._headers: list[dict[str, str]] | None = None
        self._paths: list[Path] = []
        self._threads: int | None = None
        self.identities: frozenset[Identity] = frozenset()  # of the files an engine reads now
        self.careful = False  # whether texts may be none; found out by trying

    def told_apart(self) -> frozenset[Identity]:
        """What the files are now, whatever they are called."""
        with closing(OpenFiles(self.found.files)) as held:
            return held.identities

    @property
    def _format(self) -> str:
        return self.found.format

    def columns(self) -> tuple[str, ...]:
        """The names that are in every file."""
        headers = self._schemas()
        shared = set.intersection(*({same_text(name) for name in header} for header in headers))
        return tuple(name for name in headers[0] if same_text(name) in shared)

    def _schemas(self) -> list[dict[str, str]]:
        if self._headers is None:
            if self._format == "csv":  # a header is a line of text
                with closing(OpenFiles(self.found.files)) as held:
                    self._headers = [self._header(path) for path in held.paths]
            else:
                with self._locked("64MB", 1) as (engine, paths):
                    self._headers = [_stored_types(engine, path) for path in paths]
        return self._headers

    def _header(self, file: Path) -> dict[str, str]:
        names = csv_text.header(file, self._origin)
        spelled = [same_text(name) for name in names]
        for name in self._origin.columns:
            if spelled.count(same_text(name)) > 1:
                raise SpecError(f"the column {name[:60]!r} is there more than once", where="source.columns")
        # Names of columns nobody asked for may repeat; the place makes them different.
        return {
            name if spelled.count(same) == 1 else f"{name}\0{at}": "VARCHAR"
            for at, (name, same) in enumerate(zip(names, spelled, strict=True))
        }

    @contextmanager
    def _locked(self, memory: str, threads: int | None) -> Iterator[tuple[Engine, list[Path]]]:
        """An engine, and where it or we read the files."""
        with ExitStack() as leaving:
            held = leaving.enter_context(closing(OpenFiles(self.found.files)))
            folder = leaving.enter_context(closing(PrivateFolder()))
            paths = held.paths
            if self._format == "parquet":
                # Names of our own: the engine would take brackets and stars in a path for a pattern.
                paths = [folder.path / f"part-{at}.parquet" for at in range(len(paths))]
                for alias, file in zip(paths, held.paths, strict=True):
                    alias.symlink_to(file)
            theirs = paths if self._format == "parquet" else ()
            engine = leaving.enter_context(closing(Engine(folder, theirs, memory=memory, threads=threads)))
            self.identities = held.identities
            yield engine, paths

    @contextmanager
    def engine(self, wanted: Sequence[str], memory: str, threads: int | None) -> Iterator[Engine]:
        """An engine that may read these files; they are looked at again, because headers may have changed."""
        with self._locked(memory, threads) as (engine, paths):
            read = self._header if self._format == "csv" else partial(_stored_types, engine)
            self._headers, self._paths = [read(path) for path in paths], paths
            self._threads = threads
            yield engine

    def views(self, engine: Engine, wanted: Sequence[str]) -> list[View]:
        """One view per group of files."""
        groups: dict[tuple[tuple[str, str], ...], list[Path]] = {}
        for header, path in zip(self._schemas(), self._paths, strict=True):
            groups.setdefault(tuple(header.items()), []).append(path)
        views = []
        for at, (schema, paths) in enumerate(groups.items()):
            names = [name for name, _ in schema]
            places = tuple(place_of(names, name) for name in wanted)
            stored = [schema[place][1] for place in places]
            if self._format == "csv":
                scan, sources = quote_name(f"lines {at}"), [f"c{number}" for number in range(len(places))]
                self._lend_lines(engine, f"lines {at}", paths, len(names), places)
            else:
                scan = _parquet_twice(paths) if self.careful else _parquet(paths)
                sources = [quote_name(names[place]) for place in places]
                if self.careful:
                    sources = [
                        f"a.{one}" if kind != "VARCHAR" else _whole(one)
                        for one, kind in zip(sources, stored, strict=True)
                    ]
            views.append(view(engine, f"part {at}", self._origin, wanted, sources, stored, scan))
        return views

    def _lend_lines(
        self, engine: Engine, name: str, paths: Sequence[Path], width: int, places: tuple[int, ...]
    ) -> None:
        from epsilog.sources.csv_lines import CsvLines, Form

        origin = self._origin
        form = Form(width, places, origin.delimiter, origin.quote == "double", origin.encoding)
        engine.lend(name, CsvLines(paths, form, self._threads))

    def lines(self) -> int | None:
        """How many lines follow the headers of the files that an engine reads now; None where rows are no lines."""
        from epsilog.sources.column_look import lines_of

        return lines_of(self._paths) if self._format == "csv" else None

    def is_uniform(self) -> bool:
        """Whether all files have the same columns."""
        return len({tuple(schema.items()) for schema in self._schemas()}) == 1

    def check(self, wanted: Sequence[str], person: str | None = None) -> None:
        """Refuse columns whose types cannot be read."""
        for schema in self._schemas():
            check_types(schema, self._origin, wanted)

    def lookup_names(self, lookup: Lookup) -> tuple[str, ...]:
        """Those of its file."""
        return lookup_names(self._origin.of_lookup(lookup), self._base, lookup, self.told_apart())

    def look_up(self, engine: Engine, name: str, lookup: Lookup) -> View:
        """Its file, lent to the engine."""
        return lend_lookup(engine, name, self._origin.of_lookup(lookup), self._base, lookup, self.identities)

    def close(self) -> None:
        """Forget what the headers said."""
        self._headers = None


class FrameParts:
    """One frame in memory."""

    def __init__(self, origin: Origin, frame: Any, base: Path | None = None) -> None:
        names_of(frame)
        self._origin = origin
        self._base = base
        self._frame = frame
        self._person: str | None = None
        self._spelled: list[bool] = []

    def columns(self) -> tuple[str, ...]:
        """Its names."""
        return names_of(self._frame)

    @contextmanager
    def engine(self, wanted: Sequence[str], memory: str, threads: int | None) -> Iterator[Engine]:
        """An engine that sees the wanted columns."""
        table = as_arrow(self._frame, wanted, self._person)
        self._spelled = [is_spelled(field) for field in table.schema]
        with (
            closing(PrivateFolder()) as folder,
            closing(Engine(folder, (), memory=memory, threads=threads)) as engine,
        ):
            engine.lend("frame", table)
            yield engine

    def views(self, engine: Engine, wanted: Sequence[str]) -> list[View]:
        """One view."""
        types = engine.schema("SELECT * FROM frame").values()
        stored = [SPELLED if ours else kind for kind, ours in zip(types, self._spelled, strict=True)]
        return [
            view(engine, "part 0", self._origin, wanted, [f"c{at}" for at in range(len(wanted))], stored, "frame")
        ]

    def check(self, wanted: Sequence[str], person: str | None = None) -> None:
        """Refuse columns whose types cannot be read; who is a person here is remembered for the reading."""
        check_frame(self._frame, wanted, self._origin.formats)
        self._person = person

    def lookup_names(self, lookup: Lookup) -> tuple[str, ...]:
        """Those of its file."""
        return lookup_names(self._origin.of_lookup(lookup), self._base, lookup, frozenset())

    def look_up(self, engine: Engine, name: str, lookup: Lookup) -> View:
        """Its file, lent to the engine."""
        return lend_lookup(engine, name, self._origin.of_lookup(lookup), self._base, lookup, frozenset())

    def close(self) -> None:
        """Let go of the frame."""
        self._frame = None


def _stored_types(engine: Engine, file: Path) -> dict[str, str]:
    """Names and types of a Parquet file, without the columns whose name the engine changes.

    JSON is no type that we read there: one cell that is none stops the engine, and whoever wrote the file need not
    have looked.

    Of two names that differ in case only it changes the second: `T` and `t` become `T` and `t_1`, and whoever asked
    for a column `t_1` would get another.
    """
    types = engine.schema(f"SELECT * FROM {_parquet([file])}")
    tree = iter(engine.rows(f"SELECT name, coalesce(num_children, 0) FROM parquet_schema({literal(str(file))})"))

    def passed_over(children: int) -> None:
        for _ in range(children):
            passed_over(next(tree)[1])

    names = []
    for _ in range(next(tree)[1]):
        name, children = next(tree)
        names.append(name)
        passed_over(children)
    kinds = ("JSON in Parquet" if kind == "JSON" else kind for kind in types.values())
    return {called: kind for called, kind, name in zip(types, kinds, names, strict=True) if called == name}


def _parquet(
    files: Sequence[Path], broken: Literal["strict", "replace", "ignore"] = "strict", more: str = ""
) -> str:
    # Folders named key=value, ours among them, are no columns.
    listed = ", ".join(literal(str(file)) for file in files)
    return f"read_parquet([{listed}], hive_partitioning = false, utf8_validation = '{broken}'{more})"


def _parquet_twice(files: Sequence[Path]) -> str:
    """Files in which some text is no UTF-8: once with a question mark for each byte that is none, once without.

    The engine has no other way to say which texts these are; what it writes for them may be somebody else's name.
    """
    more = ", filename = true, file_row_number = true"
    both = "a.filename = b.filename AND a.file_row_number = b.file_row_number"
    return f"{_parquet(files, 'replace', more)} AS a JOIN {_parquet(files, 'ignore', more)} AS b ON {both}"


def _whole(column: str) -> str:
    """A text of which nothing was left out, or what stands for one that is none."""
    one, other = f"a.{column}", f"b.{column}"
    return f"(CASE WHEN {one} = {other} THEN {one} WHEN {one} IS NOT NULL THEN {literal(MENDED)} END)"


def check_types(types: Mapping[str, str], origin: Origin, wanted: Sequence[str]) -> None:
    """Refuse columns of types that some value would break, before anything is read."""
    names = list(types)
    for column in wanted:
        stored = types[names[place_of(names, column)]]
        physical("", stored, origin.columns[column], column, origin.formats.get(column))


def view(
    engine: Engine,
    name: str,
    origin: Origin,
    wanted: Sequence[str],
    sources: Sequence[str],
    stored: Sequence[str],
    scan: str,
) -> View:
    """A view of the wanted columns of something the engine can scan."""
    read = [
        physical(source, kind, origin.columns[column], column, origin.formats.get(column))
        for source, kind, column in zip(sources, stored, wanted, strict=True)
    ]
    columns = ", ".join(f"{one.sql} AS c{at}" for at, one in enumerate(read))
    engine.run(f"CREATE TEMP VIEW {quote_name(name)} AS SELECT {columns} FROM {scan}")
    return name, tuple(one.form for one in read)


# A lookup from a file, lent to the engine that reads the rows.


def lookup_names(origin: Origin, base: Path | None, lookup: Lookup, rows: frozenset[Identity]) -> tuple[str, ...]:
    """The names a lookup has; no row is read. `rows` are the files it must be apart from."""
    parts = FileParts(origin, base)
    check_apart(rows, parts.told_apart(), lookup)
    if not parts.is_uniform():
        raise SpecError("the files of a lookup have the same columns", where="source.file")
    names = parts.columns()
    if {same_text(name) for name in origin.columns} <= {same_text(name) for name in names}:
        parts.check(tuple(origin.columns))
    return names


def lend_lookup(
    engine: Engine, name: str, origin: Origin, base: Path | None, lookup: Lookup, rows: frozenset[Identity]
) -> View:
    """Read a lookup in an engine of its own, which may see its files only, and lend it to another."""
    parts, wanted = FileParts(origin, base), tuple(origin.columns)

    def read(memory: str, threads: int | None) -> View:
        with parts.engine(wanted, memory, threads) as inner:
            check_apart(rows, parts.identities, lookup)
            [(view, forms)] = parts.views(inner, wanted)
            engine.lend(name, inner.arrow(f"SELECT * FROM {quote_name(view)}"))
        return name, forms

    memory: str = MEMORY
    threads: int | None = None
    for _ in range(2):
        try:
            return read(memory, threads)
        except Exception as error:
            care = care_for(error)
            if care is None:
                raise
        parts.careful = parts.careful or care == "texts"
        memory, threads = AMPLE, 1
    return read(memory, threads)
