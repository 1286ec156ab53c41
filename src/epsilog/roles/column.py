"""Columns of a published table: words out of a short public list, or whole numbers of a public step."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import numpy as np
from numpy.typing import NDArray

from epsilog.postprocess.ranges import Integers, floats

if TYPE_CHECKING:
    import polars


# Arrow arrays made of their buffers: the usual ways load pandas, wherever it is installed, or 286 functions.


def number_array(values: NDArray[Any], blank: NDArray[np.bool_] | None = None) -> Any:
    """Whole numbers or floats, null where a row is blank.

    >>> number_array(np.array([1, 2], dtype=np.int64), np.array([False, True])).to_pylist()
    [1, None]
    """
    import pyarrow as pa

    kind = pa.int64() if np.issubdtype(values.dtype, np.integer) else pa.float64()
    kept = np.ascontiguousarray(values, dtype=np.int64 if kind == pa.int64() else np.float64)
    there = None
    if blank is not None and blank.any():
        there = pa.py_buffer(np.packbits(~blank, bitorder="little").tobytes())
    return pa.Array.from_buffers(kind, len(kept), [there, pa.py_buffer(kept.tobytes())])


def word_array(words: Sequence[str]) -> Any:
    """Texts.

    >>> word_array(["North", "北"]).to_pylist()
    ['North', '北']
    """
    import pyarrow as pa

    raw = [word.encode("utf-8") for word in words]
    ends = np.cumsum([0, *map(len, raw)], dtype=np.int64)
    if ends[-1] > np.iinfo(np.int32).max:  # too long for 32-bit offsets
        return pa.array(list(words), pa.string())
    parts = [None, pa.py_buffer(ends.astype(np.int32).tobytes()), pa.py_buffer(b"".join(raw))]
    return pa.Array.from_buffers(pa.string(), len(raw), parts)


def named_array(codes: NDArray[Any], labels: Sequence[str]) -> Any:
    """Texts that repeat: which label each row has.

    >>> named_array(np.array([1, 0, 1]), ["a", "b"]).to_pylist()
    ['b', 'a', 'b']
    """
    return word_array([labels[code] for code in codes.tolist()])


# What makes spreadsheet programs run a cell instead of showing it, in both widths.
_FORMULA: Final = tuple("=+-@＝＋－＠|%")


@dataclass(frozen=True, eq=False)
class Words:
    """A text for each row, kept as a list of labels and the number of each row's label."""

    name: str
    labels: tuple[str, ...]
    codes: NDArray[np.int64]

    def texts(self) -> Iterator[str]:
        """The rows as they are."""
        return (self.labels[code] for code in self.codes)

    def cells(self) -> Iterator[str]:
        """The rows as a CSV writes them."""
        quoted = [quoted_text(label) for label in self.labels]
        return (quoted[code] for code in self.codes)


@dataclass(frozen=True, eq=False)
class Figures:
    """A number for each row: so many steps; nothing in the rows that are `blank`, whatever `steps` has there.

    >>> list(Figures("low", np.array([5, -12]), Fraction(1, 100)).cells())
    ['0.05', '-0.12']
    >>> list(Figures("low", np.array([5, 0]), Fraction(1), blank=np.array([False, True])).cells())
    ['5', '']

    Whether a row is blank is public: it follows from what the release says, never from the data behind it.
    """

    name: str
    steps: Integers
    step: Fraction
    blank: NDArray[np.bool_] | None = None

    @property
    def is_whole(self) -> bool:
        """Whether these are whole numbers that an integer column holds."""
        return self.step == 1

    def floats(self) -> NDArray[np.float64]:
        """The nearest floats; nan where a row is blank."""
        found = floats(self.steps, self.step)
        return found if self.blank is None else np.where(self.blank, np.nan, found)

    def arrow(self) -> Any:
        """As an Arrow array: whole numbers or floats, null where a row is blank."""
        return number_array(self.steps if self.is_whole else floats(self.steps, self.step), self.blank)

    def cells(self) -> Iterator[str]:
        """The rows as a CSV writes them: exact decimals where there are any, the shortest float otherwise.

        A blank row is an empty cell.
        """
        if self.blank is None:
            return self._numbers()
        return ("" if none else text for none, text in zip(self.blank, self._numbers(), strict=True))

    def _numbers(self) -> Iterator[str]:
        if self.is_whole:
            return (str(step) for step in self.steps.tolist())
        places = _places(self.step)
        if places is None:
            return (repr(number) for number in floats(self.steps, self.step).tolist())
        times = int(self.step * 10**places)
        return (_decimal(step * times, places) for step in self.steps.tolist())

    def read(self, text: str) -> int:
        """So many steps, from a cell."""
        return round(Fraction(text) / self.step)


Column = Words | Figures


class Written:
    """What is written down column by column: as CSV, as Parquet, or as a frame."""

    @property
    def written_columns(self) -> Sequence[Any]:
        """Every column of its files."""
        raise NotImplementedError

    def csv(self) -> bytes:
        """UTF-8, text quoted, numbers exact. A byte-order mark only where there is more than ASCII to announce."""
        columns = self.written_columns
        lines = [",".join(quoted_text(column.name) for column in columns)]
        lines += map(",".join, zip(*(column.cells() for column in columns), strict=True))
        text = "\r\n".join(lines) + "\r\n"
        return text.encode("utf-8" if text.isascii() else "utf-8-sig")

    def to_csv(self, path: Path) -> None:
        """Write the CSV."""
        Path(path).write_bytes(self.csv())

    def arrow(self) -> Any:
        """As an Arrow table whose schema says what it is."""
        raise NotImplementedError

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


def quoted_text(text: str) -> str:
    """A text cell of a CSV: always quoted, and with an apostrophe before anything a spreadsheet might run.

    A leading apostrophe gets another one, so two different texts never become the same cell.

    >>> print(quoted_text("North"), quoted_text("=cmd"), quoted_text("'=cmd"))
    "North" "'=cmd" "''=cmd"
    """
    bare = text.lstrip()
    if bare.startswith((*_FORMULA, "'")) or text[:1] in ("\t", "\r", "\n"):
        text = f"'{text}"
    return '"' + text.replace('"', '""') + '"'


def _places(step: Fraction) -> int | None:
    """How many decimal places write every multiple of a step exactly; None where no number of them does."""
    below, twos, fives = step.denominator, 0, 0
    while below % 2 == 0:
        below, twos = below // 2, twos + 1
    while below % 5 == 0:
        below, fives = below // 5, fives + 1
    return max(twos, fives) if below == 1 and max(twos, fives) <= 30 else None


def _decimal(number: int, places: int) -> str:
    if not places:
        return str(number)
    digits = str(abs(number)).rjust(places + 1, "0")
    return f"{'-' if number < 0 else ''}{digits[:-places]}.{digits[-places:]}"
