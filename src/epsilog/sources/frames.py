"""Frames of Polars, pandas and Arrow as Arrow tables, by functions that no value can break."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from epsilog.errors import SpecError
from epsilog.sources.column_names import place_of
from epsilog.sources.date_sql import must_be_written
from epsilog.sources.identity import LONGEST, as_key, as_name

_SPELLED: Final = {b"epsilog": b"spelled"}
_KNOWN: Final = ("arrow.uuid", "arrow.bool8")  # types with a name that the engine reads, whatever is in them
_NOT_A_FRAME = "not a frame: hand over a Polars, pandas or Arrow table"


def names_of(frame: Any) -> tuple[str, ...]:
    """The names of a frame's columns; a lazy one is asked for its schema only."""
    package = type(frame).__module__.partition(".")[0]
    if package == "polars" and hasattr(frame, "collect_schema"):
        return tuple(frame.collect_schema().names())
    if package == "pandas" and hasattr(frame, "columns"):
        return tuple(str(name) for name in frame.columns)
    if package == "pyarrow" and hasattr(frame, "schema") and hasattr(frame, "to_batches"):
        return tuple(frame.schema.names)
    raise SpecError(_NOT_A_FRAME, where="frame")


def check_frame(frame: Any, wanted: Sequence[str], formats: Mapping[str, str]) -> None:
    """Refuse columns of types that some value would break, by the frame's schema alone."""
    import pyarrow as pa

    package = type(frame).__module__.partition(".")[0]
    if package == "polars":
        import polars as pl

        frame = pl.DataFrame(schema=frame.collect_schema())
    else:
        frame = frame.iloc[:0] if package == "pandas" else frame.schema.empty_table()
    for name, column in zip(wanted, as_arrow(frame, wanted).columns, strict=True):
        kind = column.type
        must_be_written(name in formats and _is_moment(kind), name)
        is_a_power = pa.types.is_decimal(kind) and kind.scale < 0  # hundreds: the engine has no such type
        if is_a_power or pa.types.is_nested(kind) or (pa.types.is_temporal(kind) and not _is_moment(kind)):
            raise SpecError(
                f"cannot read what is stored as {str(kind)[:40]}",
                where=f"source.columns.{name[:60]}",
                hint="store it as text, a number or a timestamp",
            )


def _is_moment(kind: Any) -> bool:
    import pyarrow as pa

    return bool(pa.types.is_timestamp(kind) or pa.types.is_date(kind))


def as_arrow(frame: Any, wanted: Sequence[str], person: str | None = None) -> Any:
    """The wanted columns (by position of their names) as an Arrow table with columns c0, c1, …

    Objects in the column that names persons are told apart as Python does, which other columns need not be.
    """
    import pyarrow as pa

    names = names_of(frame)
    places = [place_of(names, name) for name in wanted]
    package = type(frame).__module__.partition(".")[0]
    if package == "pandas":
        found = [frame.iloc[:, at] for at in places]
        read = [_from_pandas(one, name == person) for one, name in zip(found, wanted, strict=True)]
    elif package == "polars":
        found = _choose(frame, places)
        read = [_from_polars(one, name == person) for one, name in zip(found, wanted, strict=True)]
    else:
        if hasattr(frame, "combine_chunks"):
            table = frame.select(places)
        elif hasattr(frame, "schema") and hasattr(frame, "column"):
            table = pa.Table.from_batches([frame]).select(places)
        else:
            table = frame.to_table(columns=[names[at] for at in places])
        read = [(_plain(table.column(at)), False) for at in range(len(places))]
    fields = [
        pa.field(f"c{at}", column.type, metadata=_SPELLED if spelled else None)
        for at, (column, spelled) in enumerate(read)
    ]
    return pa.table([column for column, _ in read], schema=pa.schema(fields))


def is_spelled(field: Any) -> bool:
    """Whether a column's texts are in the spelling of `identity` already."""
    return bool(field.metadata == _SPELLED)


def _plain(column: Any) -> Any:
    """Types the engine does not know become ones it does; where one text is no UTF-8, all are read as bytes."""
    import pyarrow as pa

    kind = column.type
    if isinstance(kind, pa.BaseExtensionType) and kind.extension_name not in _KNOWN:
        # JSON, an interval of pandas, anybody's own: what it is stored as is looked at, as of any other column.
        return _plain(pa.chunked_array([chunk.storage for chunk in column.chunks], kind.storage_type))
    if pa.types.is_dictionary(kind):
        column = _without_dictionary(column)
        kind = column.type
    if pa.types.is_float16(kind):
        column = column.cast(pa.float32())
    elif pa.types.is_timestamp(kind) and kind.unit in ("s", "ms"):
        column = _microseconds(column)
    elif pa.types.is_decimal256(kind) or pa.types.is_null(kind):
        column = column.cast(pa.string())
    elif pa.types.is_string(kind) or pa.types.is_large_string(kind) or pa.types.is_string_view(kind):
        try:
            column.validate(full=True)
        except pa.ArrowInvalid:
            column = column.cast(pa.large_string()).cast(pa.large_binary(), safe=False)
    return column


def _without_dictionary(column: Any) -> Any:
    """Each row with its own value; a text that is too long is left out before it is there once for every row."""
    import pyarrow as pa
    import pyarrow.compute as pc

    kind = column.type.value_type
    long = {pa.string(): pa.large_string(), pa.binary(): pa.large_binary()}.get(kind, kind)
    chunks = []
    for chunk in _chunks(column).chunks:
        values = chunk.dictionary.cast(long)
        if long != kind or pa.types.is_large_string(kind) or pa.types.is_large_binary(kind):
            fits = pc.less_equal(pc.binary_length(values), LONGEST)
            values = pc.if_else(fits, values, pa.scalar(None, long))
        chunks.append(values.take(chunk.indices))
    return pa.chunked_array(chunks, long)


def _microseconds(column: Any) -> Any:
    """Moments in the engine's own step, so that it converts none itself: what does not fit is missing."""
    import pyarrow as pa
    import pyarrow.compute as pc

    factor = {"s": 1_000_000, "ms": 1_000}[column.type.unit]
    most = 2**62 // factor
    raw = column.cast(pa.int64())
    fits = pc.and_(pc.greater_equal(raw, -most), pc.less_equal(raw, most))
    steps = pc.multiply(pc.if_else(fits, raw, pa.scalar(None, pa.int64())), factor)
    return steps.cast(pa.timestamp("us", column.type.tz))


def _choose(frame: Any, places: Sequence[int]) -> Any:
    import polars as pl

    # By position: Polars would take some names for patterns of names.
    chosen = frame.select([pl.nth(at) for at in places])
    return (chosen.collect(engine="streaming") if hasattr(chosen, "collect") else chosen).get_columns()


def _from_polars(series: Any, named: bool) -> tuple[Any, bool]:
    import polars as pl
    import pyarrow as pa

    if series.dtype == pl.Object:
        # Arrow would get the addresses of the objects, and every row of a person another name.
        return pa.array(map(as_name if named else as_key, series.to_list()), pa.large_string()), True
    return _plain(_chunks(series.to_arrow())), False


def _from_pandas(series: Any, named: bool) -> tuple[Any, bool]:
    import pyarrow as pa

    kinds = [series.dtype, getattr(getattr(series.dtype, "categories", None), "dtype", None)]
    if any(str(kind) == "object" or getattr(kind, "storage", None) == "python" for kind in kinds):
        # Anything may be in here, also half a character, and Arrow refuses mixtures: each value is written as text
        # on its own.
        return pa.array(map(as_name if named else as_key, series.astype(object).array), pa.large_string()), True
    return _plain(_chunks(pa.Array.from_pandas(series))), False


def _chunks(column: Any) -> Any:
    import pyarrow as pa

    return column if isinstance(column, pa.ChunkedArray) else pa.chunked_array([column])
