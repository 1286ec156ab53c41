"""Scaling in SQL is exact to the last grain, up to the ends of what 127 bits hold, on every engine."""

from __future__ import annotations

import math
import random
from fractions import Fraction
from pathlib import Path
from typing import Any

import ibis
import numpy as np
import pytest

from bounding_reference import reference
from bounding_scenes import BERLIN, KINDS, SEEN, TALLIES, counted, frame_of
from database_scenes import ENGINES, Kind, address_of, answered, fill
from epsilog.core.bounds import Bounds
from epsilog.core.grid import MOST_CELLS, Grid, Keys
from epsilog.core.measure import WIDEST, Measure, Norm, Persons, Rows, Squares, Total, contribution
from epsilog.core.source import Tally
from epsilog.core.unit import Protect, Unit
from epsilog.errors import SpecError
from epsilog.sources.engine import Engine
from epsilog.sources.norming import scale_entry
from epsilog.sources.private_folder import PrivateFolder
from ledger_places import Places

NORMS = [
    Norm(most, cells)
    for most in (1, 2, 100, 500, 2**24 + 1, 2**31 - 1, WIDEST)
    for cells in (1, 3, 1000, MOST_CELLS)
]


def cases_of(norm: Norm) -> list[tuple[int, int]]:
    """(v, Σv²): at both ends, where a root is a whole number, and one beside that."""
    dice, found = random.Random(norm.most * 31 + norm.cells), []
    end, most = norm.furthest, norm.most
    squares = {most**2, most**2 + 1, 4 * most**2, norm.cells * end**2, end**2, max(0, most**2 - 1), 0}
    squares |= {dice.randrange(1, norm.cells * end**2 + 1) for _ in range(20)}
    for square in sorted(squares):
        top = min(end, math.isqrt(square))
        values = {0, 1, top, top // 2, top // 3, max(0, top - 1), *(dice.randint(0, top) for _ in range(4))}
        for size in range(3):
            # The least v whose scaled size is this one, and the one below it.
            edge = -(-math.isqrt(size * size * max(square, most**2)) // most)
            values |= {min(top, max(0, edge + beside)) for beside in (-1, 0, 1)}
        found += [(sign * value, square) for value in values for sign in (1, -1)]
    return found


@pytest.mark.parametrize("norm", NORMS, ids=str)
def test_scaling_is_exact_and_never_overflows(norm: Norm) -> None:
    cases = cases_of(norm)
    folder = PrivateFolder()
    engine = Engine(folder, [])
    try:
        listed = ", ".join(f"({value}::BIGINT, {square}::HUGEINT)" for value, square in cases)
        engine.run(f"CREATE TEMP TABLE cases AS SELECT * FROM (VALUES {listed}) AS t(v, q)")
        table = ibis.table({"v": "int64", "q": "int64"}, name="cases")
        found = engine.integers(table.select(v=table.v, w=scale_entry(table.v, table.q, norm)))
    finally:
        engine.close()
        folder.close()
    expected = []
    for value, square in cases:
        size = math.isqrt(value**2 * norm.most**2 // max(square, norm.most**2))
        expected.append((value, size if value >= 0 else -size))
    assert sorted(zip(found["v"].tolist(), found["w"].tolist(), strict=True)) == sorted(expected)


def test_a_clamp_keeps_everything_within_127_bits_and_cuts_nothing_short_of_the_norm() -> None:
    for norm in NORMS:
        end, most = norm.furthest, norm.most
        assert most <= end <= 2**53
        assert norm.cells * end**2 < 2**127
        assert end**2 * most**2 + 4 * (most + 1) * norm.cells * end**2 < 2**127


def rows_of(seed: int) -> list[dict[str, str | None]]:
    dice = random.Random(seed)
    return [
        {
            "who": dice.choice("aaaaabbcd"),
            "town": dice.choice(["North", "South", "北京", "elsewhere"]),
            "pressure": dice.choice(["1e300", "-1e300", "5", "-50.3", None, "220", "nan"]),
            "seen": f"2026-{dice.randint(3, 10):02d}-{dice.randint(1, 28):02d} 10:00",
        }
        for _ in range(200)
    ]


SCALED = (
    Rows(),
    Persons(),
    Rows("pressure"),
    Total.between("pressure", -50, 50),
    Total.between("pressure", 80, 220),
)


@pytest.mark.parametrize("kind", ENGINES)
def test_every_engine_as_the_reference_has_it(kind: Kind, places: Places, tmp_path: Path) -> None:
    address, rows = address_of(kind, tmp_path, places), rows_of(5)
    fill(kind, address, [{name: row.get(name) for name in KINDS} for row in rows], KINDS)
    tallies = [Tally(Grid((TALLIES[0].grid.axes[0], SEEN.ticks("1mo"))), SCALED, SEEN)]
    for norm in ("0.7", 3):
        protect, bounds = Protect(Unit("who"), BERLIN), Bounds(norm=norm)  # type: ignore[arg-type]
        expected = reference(rows, KINDS, tallies, protect, bounds)
        assert answered(address, tallies, protect, bounds) == expected
        assert counted(frame_of(rows), tallies, protect, bounds) == expected


def test_nothing_is_lost_of_a_unit_within_the_norm() -> None:
    rows = [{"who": f"p{n % 60}", "town": "North", "seen": f"2026-05-{n % 28 + 1:02d}"} for n in range(180)]
    tally = Tally(Grid((TALLIES[0].grid.axes[0],)), (Rows(), Persons()), SEEN)
    found = counted(frame_of(rows), [tally], Protect(Unit("who"), BERLIN), Bounds(norm=3))  # type: ignore[arg-type]
    assert np.array(found[0])[:, 0].tolist() == [18_000, 6_000]


MEAN = Total.between("x", 0, 100, centred=True)


@pytest.mark.parametrize(
    ("measure", "unit", "norm", "word"),
    [
        (MEAN, Unit("who"), 3, "quotient"),
        (Squares.of_values(MEAN), Unit("who"), 3, "quotient"),
        (Persons(), Unit("who", per="1mo"), 3, "several units"),
        (Rows(up=1), Unit("who"), 3, "hierarchy"),
        (Rows(), Unit("row"), 3, "single rows"),
        (Rows(), Unit("who"), Fraction(1, 101), "less than one grain"),
        (Total.between("x", 0, 10**6, "0.0001"), Unit("who"), 3, "2\\^31"),
    ],
    ids=str,
)
def test_what_a_norm_does_not_bound_is_refused(measure: Measure, unit: Unit, norm: Any, word: str) -> None:
    with pytest.raises(SpecError, match=word):
        contribution(measure, Grid((Keys("town", ("a", "b")),)), unit, Bounds(norm=norm))


@pytest.mark.parametrize("bad", [0, -1, True, "nan", "inf", "1e400", "0x1", "", 10**7, float("nan"), -0.0])
def test_a_norm_that_is_none_is_refused(bad: Any) -> None:
    with pytest.raises(SpecError):
        Bounds(norm=bad)


def test_a_norm_stands_alone() -> None:
    for other in ("rows", "cells", "rows_per_cell"):
        with pytest.raises(SpecError, match="alone"):
            Bounds(norm=Fraction(5), **{other: 4})
