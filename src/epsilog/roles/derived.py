"""Tables of what was read off noisy tables: words and decimal numbers, each with its range."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from epsilog.core.number import About, spell_number
from epsilog.roles.column import Words, Written, number_array, word_array

Form = Literal[
    "proportion",
    "comparison",
    "standardised",
    "quantiles",
    "clipping",
    "curve",
    "incidence",
    "summary",
    "recipe",
    "tests",
]


@dataclass(frozen=True, eq=False)
class Reals:
    """A number for each row, told in six digits; NaN where there is none to tell, and infinite where it has no end.

    Files leave both empty: a median that was not reached is no number, and neither is the end of its range.

    >>> list(Reals.of("value", [0.1234567, math.nan, math.inf, 12]).cells())
    ['0.123457', '', '', '12']
    """

    name: str
    values: NDArray[np.float64]

    @classmethod
    def of(cls, name: str, values: ArrayLike, way: int = 0) -> Reals:
        """Rounded to what is told, so that every reader has the same numbers: to the nearest, down (-1) or up (1).

        >>> Reals.of("low", [0.12345678, -0.12345678, 0.5], -1).values.tolist()
        [0.123456, -0.123457, 0.5]
        """
        found = np.asarray(values, dtype=np.float64).tolist()
        return cls(name, np.array([_six_digits(value, way) for value in found], dtype=np.float64))

    def cells(self) -> Iterator[str]:
        """The rows as a CSV writes them."""
        return (f"{value:.6g}" if math.isfinite(value) else "" for value in self.values.tolist())


def _six_digits(value: float, way: int) -> float:
    """Six digits; an end of a range is never moved inwards."""
    near = float(f"{value:.6g}")
    if not math.isfinite(value) or way == 0 or (near - value) * way >= 0:
        return near
    step = 10.0 ** (math.floor(math.log10(abs(near))) - 5) if near else 0.0
    return float(f"{near + way * step:.6g}")


@dataclass(frozen=True, eq=False)
class Derived(Written):
    """One such table.

    entry      the number of the entry of `publish` it was read off; None for the tests of the whole release
    columns    keys first, then numbers; `about` and `confidence` are written beside every row
    """

    name: str
    form: Form
    entry: int | None
    columns: tuple[Words | Reals, ...]
    confidence: Fraction
    about: About = "population"

    @property
    def rows(self) -> int:
        """How many rows."""
        first = self.columns[0]
        return len(first.codes if isinstance(first, Words) else first.values)

    @property
    def written_columns(self) -> tuple[Words | Reals, ...]:
        """Every column of the file."""
        rows = np.zeros(self.rows, dtype=np.int64)
        sure = Reals.of("confidence", rows + float(self.confidence))
        return (*self.columns, sure, Words("about", (self.about,), rows))

    @property
    def key(self) -> str:
        """What pictures and files of it are kept under."""
        return f"{self.entry} {self.form}"

    def file(self, stem: str) -> str:
        """The name of its files, after that of its entry's."""
        return self.name if self.entry is None else f"{stem}-{self.form}"

    def reals(self, name: str) -> NDArray[np.float64]:
        """The numbers of that name."""
        found = next(column for column in self.columns if column.name == name)
        assert isinstance(found, Reals)
        return found.values

    def words(self) -> list[Words]:
        """The columns of words."""
        return [column for column in self.columns if isinstance(column, Words)]

    def metadata(self) -> dict[str, str]:
        """What a Parquet file says of itself."""
        said = {"name": self.name, "form": self.form, "about": self.about}
        return {**said, "confidence": spell_number(self.confidence)}

    def arrow(self) -> Any:
        """As an Arrow table whose schema says what it is."""
        import pyarrow as pa

        arrays = [
            word_array(list(column.texts()))
            if isinstance(column, Words)
            else number_array(column.values, ~np.isfinite(column.values))
            for column in self.written_columns
        ]
        said = json.dumps(self.metadata(), ensure_ascii=False, sort_keys=True)
        names = [column.name for column in self.written_columns]
        return pa.table(arrays, names=names).replace_schema_metadata({"epsilog": said})


def label_column(name: str, texts: Sequence[str]) -> Words:
    """A column of words from the words themselves."""
    labels = tuple(dict.fromkeys(texts))
    place = {label: at for at, label in enumerate(labels)}
    return Words(name, labels, np.array([place[text] for text in texts], dtype=np.int64))


def own_name(name: str) -> str:
    """The name of a column of somebody's; ours are not to be mistaken for it."""
    return f"{name} (key)" if name in ("figure", "against", "value", "low", "high", "confidence", "about") else name
