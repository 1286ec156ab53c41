"""DuckDB in a locked room: no network, no extensions, no file but the ones it was given, nothing left behind."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import numpy as np
from numpy.typing import NDArray

from epsilog.sources.private_folder import PrivateFolder

if TYPE_CHECKING:
    import duckdb

MEMORY: Final = "1GB"
AMPLE: Final = "80%"  # of the machine's memory, for rows that do not fit into what is used otherwise
# Optimisers that change answers. statistics_propagation: Parquet files say which values a column has, and leave NaN
# out; an engine that believes them drops a test for missing values or keeps it, depending on one row.
# top_n_window_elimination (DuckDB 2.0): with a second window beside row_number() it keeps a row of a group too few.
_LOSES_ROWS: Final = "top_n_window_elimination"
_DISTRUSTED: Final = ("statistics_propagation", _LOSES_ROWS)


def quote_name(name: str) -> str:
    """A name as SQL quotes it."""
    return '"' + name.replace('"', '""') + '"'


def literal(text: str) -> str:
    """A text as SQL quotes it."""
    return "'" + text.replace("'", "''") + "'"


class Engine:
    """One connection to an embedded engine that may read the given files and write into the private folder only."""

    in_process: Final = True

    def __init__(
        self,
        folder: PrivateFolder,
        files: Sequence[Path],
        *,
        memory: str = MEMORY,
        threads: int | None = None,
        locked: bool = True,
    ) -> None:
        import duckdb

        spill = folder.path / "spill"
        spill.mkdir(mode=0o700)
        settings: dict[str, Any] = {
            "memory_limit": memory,
            "temp_directory": str(spill),
            "autoinstall_known_extensions": "false",
            "autoload_known_extensions": "false",
            "allow_community_extensions": "false",
            "preserve_insertion_order": "false",
        }
        if threads is not None:
            settings["threads"] = threads
        self._connection: duckdb.DuckDBPyConnection | None = duckdb.connect(":memory:", config=settings)
        self.run("SET TimeZone = 'UTC'")  # so that a moment read as a text is the same text everywhere
        self.run(f"SET disabled_optimizers = {literal(','.join(_DISTRUSTED))}")
        self.run(f"SET allowed_paths = [{', '.join(literal(str(file)) for file in files)}]")
        if locked:
            self.shut()

    def shut(self) -> None:
        """No file but the given ones from here on."""
        self.run("SET enable_external_access = false")  # cannot be taken back

    def settle(self) -> None:
        """Everything is read: from here on the engine sees its own tables only, whose statistics it may believe."""
        self.run(f"SET disabled_optimizers = {literal(_LOSES_ROWS)}")
        self.lock()

    def lock(self) -> None:
        """No setting changes from here on."""
        self.run("SET lock_configuration = true")

    @property
    def connection(self) -> duckdb.DuckDBPyConnection:
        """The open connection."""
        if self._connection is None:
            raise RuntimeError("closed")
        return self._connection

    def run(self, sql: str) -> None:
        """Run a statement."""
        self.connection.execute(sql)

    def schema(self, select: str) -> dict[str, str]:
        """Names and physical types of what a statement would give; no row is read."""
        return {name: kind for name, kind, *_ in self.connection.execute(f"DESCRIBE {select}").fetchall()}

    def arrow(self, select: str) -> Any:
        """What a statement gives, as an Arrow table."""
        return self.connection.sql(select).to_arrow_table()

    def rows(self, select: str) -> list[Any]:
        """What a statement about a file's own description gives."""
        return self.connection.execute(select).fetchall()

    def lend(self, name: str, table: Any) -> None:
        """Let the engine see an Arrow table under a name."""
        self.connection.register(name, table)

    def keep_lists(self, name: str, columns: Mapping[str, Sequence[object]], kinds: Mapping[str, str]) -> None:
        """Keep public lists of the same length as a table."""
        # As parameters: for an Arrow table the engine imports pandas, which takes longer than all of this.
        unnested = ", ".join(f"unnest(?::{kinds[column]}[]) AS {quote_name(column)}" for column in columns)
        lists = [list(values) for values in columns.values()]
        self.connection.execute(f"CREATE TEMP TABLE {quote_name(name)} AS SELECT {unnested}", lists)

    def keep(self, name: str, expression: Any) -> None:
        """Compute an Ibis expression once and keep the rows under a name."""
        self.run(f"CREATE TEMP TABLE {quote_name(name)} AS {sql_of(expression)}")

    def forget(self, *names: str) -> None:
        """Drop what was kept."""
        for name in names:
            self.run(f"DROP TABLE IF EXISTS {quote_name(name)}")

    def integers(self, expression: Any) -> Mapping[str, NDArray[np.int64]]:
        """The columns of an Ibis expression, every one of them whole numbers."""
        names = expression.columns
        # Sums have 128 bits, which would come over as floating-point numbers: they were clipped and fit.
        casts = ", ".join(f"CAST({quote_name(name)} AS BIGINT) AS {quote_name(name)}" for name in names)
        found = self.connection.execute(f"SELECT {casts} FROM ({sql_of(expression)})").fetchnumpy()
        if any(np.ma.is_masked(found[name]) for name in names):
            raise ValueError("a sum is missing")  # a bug of ours: every cell that comes back has its sums
        return {name: np.ma.getdata(found[name]).astype(np.int64, casting="safe", copy=False) for name in names}

    def texts(self, expression: Any) -> Sequence[tuple[str, int]]:
        """The two columns of an Ibis expression, a text and a whole number."""
        return self.connection.execute(sql_of(expression)).fetchall()

    def close(self) -> None:
        """Give back memory and files."""
        if self._connection is not None:
            self._connection.close()
            self._connection = None


def sql_of(expression: Any) -> str:
    """DuckDB's SQL for an Ibis expression over tables known by name."""
    import ibis

    return str(ibis.to_sql(expression, dialect="duckdb", pretty=False))
