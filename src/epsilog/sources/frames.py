"""Frames of Polars, pandas and Arrow as Arrow tables, by functions that no value can break."""

from __future__ import annotations

import datetime as dt
import math
from collections.abc import Sequence
from decimal import Decimal
from typing import Any, Final

from epsilog.errors import SpecError
from epsilog.sources.column_names import place_of

_FAR: Final = 400  # places
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


def check_frame(frame: Any, wanted: Sequence[str]) -> None:
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
        if pa.types.is_nested(kind) or (pa.types.is_temporal(kind) and not _is_moment(kind)):
            raise SpecError(
                f"cannot read what is stored as {str(kind)[:40]}",
                where=f"source.columns.{name[:60]}",
                hint="store it as text, a number or a timestamp",
            )


def _is_moment(kind: Any) -> bool:
    import pyarrow as pa

    return bool(pa.types.is_timestamp(kind) or pa.types.is_date(kind))


def as_arrow(frame: Any, wanted: Sequence[str]) -> Any:
    """The wanted columns (by position of their names) as an Arrow table with columns c0, c1, …"""
    import pyarrow as pa

    names = names_of(frame)
    places = [place_of(names, name) for name in wanted]
    package = type(frame).__module__.partition(".")[0]
    if package == "pandas":
        columns = [_from_pandas(frame.iloc[:, at]) for at in places]
    elif package == "polars":
        columns = [_from_polars(series) for series in _chosen(frame, places)]
    else:
        if hasattr(frame, "combine_chunks"):
            table = frame.select(places)
        elif hasattr(frame, "schema") and hasattr(frame, "column"):
            table = pa.Table.from_batches([frame]).select(places)
        else:
            table = frame.to_table(columns=[names[at] for at in places])
        columns = [_plain(table.column(at)) for at in range(len(places))]
    return pa.table({f"c{at}": column for at, column in enumerate(columns)})


def _plain(column: Any) -> Any:
    """Types the engine does not know become ones it does; texts that are no UTF-8 are mended."""
    import pyarrow as pa

    kind = column.type
    if pa.types.is_dictionary(kind):
        column = column.cast(kind.value_type)
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
            raw = column.cast(pa.large_binary(), safe=False).to_pylist()
            column = pa.array([None if one is None else one.decode("utf-8", "replace") for one in raw], pa.string())
    return column


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


def _chosen(frame: Any, places: Sequence[int]) -> Any:
    import polars as pl

    # By position: Polars would take some names for patterns of names.
    chosen = frame.select([pl.nth(at) for at in places])
    return (chosen.collect(engine="streaming") if hasattr(chosen, "collect") else chosen).get_columns()


def _from_polars(series: Any) -> Any:
    import polars as pl
    import pyarrow as pa

    if series.dtype == pl.Object:
        # Arrow would get the addresses of the objects, and every row of a person another name.
        return pa.array([_written(value) for value in series.to_list()], pa.string())
    return _plain(_chunked(series.to_arrow()))


def _from_pandas(series: Any) -> Any:
    import pyarrow as pa

    kinds = [series.dtype, getattr(getattr(series.dtype, "categories", None), "dtype", None)]
    if any(str(kind) == "object" or getattr(kind, "storage", None) == "python" for kind in kinds):
        # Anything may be in here, also half a character, and Arrow refuses mixtures: each value is written as text
        # on its own.
        return pa.array([_written(value) for value in series.astype(object).array], pa.string())
    return _plain(_chunked(pa.Array.from_pandas(series)))


def _chunked(column: Any) -> Any:
    import pyarrow as pa

    return column if isinstance(column, pa.ChunkedArray) else pa.chunked_array([column])


def _written(value: Any) -> str | None:
    """A value of unknown kind as a CSV would have it; None where it is none we know."""
    if isinstance(value, str):
        return value.encode("utf-8", "replace").decode("utf-8")
    if isinstance(value, bool) or type(value).__name__ in ("bool", "bool_"):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value) if value.bit_length() <= 1_024 else None
    if isinstance(value, float):
        # As for columns of floats: 7.0 is the code 7.
        if math.isfinite(value) and value == math.floor(value) and abs(value) < 2**53:
            return str(int(value))
        return repr(float(value)) if math.isfinite(value) else None
    if isinstance(value, bytes):
        return value.decode("utf-8", "replace")
    if isinstance(value, dt.datetime):
        return value.isoformat() if value == value else None  # NaT is a datetime that differs from itself
    if isinstance(value, dt.date):
        return value.isoformat()
    if hasattr(value, "item") and type(value).__module__ == "numpy":
        return _written(value.item())
    if isinstance(value, Decimal):
        return _plainly(value)
    return None


def _plainly(value: Decimal) -> str | None:
    """A decimal without zeros at its end, so that equal ones have one spelling; far from 1 with an exponent."""
    if not value.is_finite():
        return None
    sign, places, exponent = value.as_tuple()
    whole = "".join(map(str, places)).lstrip("0")
    digits = whole.rstrip("0")
    power = int(exponent) + len(whole) - len(digits)
    if not digits:
        return "0"
    minus = "-" if sign else ""
    if abs(power) > _FAR:
        return f"{minus}{digits}e{power}"
    padded = digits.rjust(1 - power, "0") if power < 0 else digits + "0" * power
    return minus + (f"{padded[:power]}.{padded[power:]}" if power < 0 else padded)
