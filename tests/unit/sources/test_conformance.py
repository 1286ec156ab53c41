"""Our own source passes the checks anybody may run on theirs, and sources with a fault do not."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from bounding_scenes import write_csv
from epsilog.core.bounded import Bounded
from epsilog.core.bounds import Bounds
from epsilog.core.origin import ColumnKind, Origin
from epsilog.core.source import Source
from epsilog.core.unit import Protect
from epsilog.sources import DuckSource
from epsilog.testing import check_source

Answers = list[tuple[Bounded, ...]]


def factory(folder: Path, kind: type[DuckSource] = DuckSource) -> Callable[..., AbstractContextManager[Source]]:
    def opened(rows: Sequence[Any], columns: Mapping[str, ColumnKind]) -> AbstractContextManager[Source]:
        write_csv(folder / "rows.csv", rows, columns)
        return kind(Origin(str(folder / "rows.csv"), columns))

    return opened


def test_csv_through_duckdb_conforms(tmp_path: Path) -> None:
    assert check_source(factory(tmp_path)) == 36


class Uncapped(DuckSource):
    """Forgets the bounds."""

    def bounded(self, tallies: Any, protect: Protect, bounds: Bounds, **more: Any) -> Answers:
        wide = bounds if bounds == Bounds() else Bounds(cells=1_000, rows_per_cell=1_000)
        return super().bounded(tallies, protect, wide, **more)


class Doubling(DuckSource):
    """Counts everything twice."""

    def bounded(self, tallies: Any, protect: Protect, bounds: Bounds, **more: Any) -> Answers:
        found = super().bounded(tallies, protect, bounds, **more)
        return [
            tuple(Bounded(b.keys, np.asarray(2 * b.values), b.grain, b.sensitivity) for b in row) for row in found
        ]


@pytest.mark.parametrize("kind", [Uncapped, Doubling])
def test_a_source_with_a_fault_does_not(tmp_path: Path, kind: type[DuckSource]) -> None:
    with pytest.raises(AssertionError, match="check"):
        check_source(factory(tmp_path, kind))
