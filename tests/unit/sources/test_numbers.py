"""Numbers of ticks, bins and grains, and the order of cells, computed by the engine against Python's own."""

from __future__ import annotations

import datetime as dt
import math
import random
from collections.abc import Iterator
from fractions import Fraction
from itertools import pairwise
from typing import Any

import ibis
import pyarrow as pa
import pytest

from bounding_reference import PRIME, order_of
from epsilog.core.clock import PERIODS, Period, tick_of, tick_start
from epsilog.core.measure import Total
from epsilog.sources.bounding import increment, multiplier, order
from epsilog.sources.cells import bin_number, grains, tick_number
from epsilog.sources.engine import Engine
from epsilog.sources.private_folder import PrivateFolder
from epsilog.sources.reading import micros


@pytest.fixture
def engine() -> Iterator[Engine]:
    folder = PrivateFolder()
    engine = Engine(folder, (), threads=1)
    yield engine
    engine.close()
    folder.close()


def computed(engine: Engine, values: list[Any], kind: str, expression: Any) -> list[int]:
    """What the engine makes of a column of values, in their order."""
    engine.lend("given", pa.table({"at": list(range(len(values))), "x": pa.array(values)}))
    table = ibis.table({"at": "int64", "x": kind}, name="given")
    found = engine.integers(table.select("at", y=expression(table.x)).order_by("at"))
    return list(map(int, found["y"]))


@pytest.mark.parametrize("every", PERIODS)
def test_ticks(engine: Engine, every: Period) -> None:
    dice = random.Random(7)
    first = tick_of(dt.datetime(1900, 1, 1), every)
    edges = [tick_start(first + dice.randrange(1, 900), every) for _ in range(50)]
    moments = [edge + dt.timedelta(microseconds=step) for edge in edges for step in (-1, 0, 1)]
    moments += [dt.datetime(1900, 1, 1) + dt.timedelta(microseconds=dice.randrange(9 * 10**15)) for _ in range(300)]
    expected = [tick_of(moment, every) for moment in moments]
    walls = [micros(moment) for moment in moments]
    assert computed(engine, walls, "int64", lambda x: tick_number(x, every)) == expected
    since = computed(engine, walls, "int64", lambda x: tick_number(x, every, first))
    assert since == [tick - first for tick in expected]


def test_bins_many_and_narrow(engine: Engine) -> None:
    narrow = [0.1, 0.2, 0.30000000000000004, 0.3000000000000001, 1e-300, 123456789.12345679, 5e15 + 0.5]
    edges = sorted({-1.0, *narrow, *(i / 7 for i in range(900)), 9e15})
    values = [v for e in edges for v in (math.nextafter(e, -math.inf), e, math.nextafter(e, math.inf))] + [
        -1e300,
        1e300,
    ]
    expected = [min(max(sum(e <= v for e in edges) - 1, 0), len(edges) - 2) for v in values]
    exact = tuple(map(Fraction, edges))
    assert all(left < right for left, right in pairwise(exact))
    assert computed(engine, values, "float64", lambda x: bin_number(x, exact)) == expected


@pytest.mark.parametrize(
    "total",
    [
        Total("x", -(2**53), 2**53, Fraction(1)),
        Total("x", -(2**53) + 1, 2**53 - 1, Fraction(1), centre=-5),
        Total("x", -7, 2**31, Fraction(1, 1000)),
        Total("x", -3, 9, Fraction(7, 3), centre=3),
        Total("x", 2**31 - 2, 2**31 - 1, Fraction(1, 2**40)),
    ],
    ids=str,
)
def test_no_float_passes_the_clamp(engine: Engine, total: Total) -> None:
    ends = [float(end * total.grain) for end in (total.low, total.high)]
    values = [v for end in ends for v in (math.nextafter(end, -math.inf), end, math.nextafter(end, math.inf))]
    values += [0.0, -0.0, 5e-324, 1e308, -1e308, 1.5, 2.5, -1.5, 2.0**53 - 1, -(2.0**53) + 1]
    found = computed(engine, values, "float64", lambda x: grains(x, total))
    low, high = total.low - total.centre, total.high - total.centre
    assert all(low <= value <= high for value in found)
    assert {low, high} <= set(found)


def test_the_order_is_a_bijection_and_portable(engine: Engine) -> None:
    cells = [*range(500), 19_999_999]
    for name in ("a", "", "é", "7#24315", "x" * 1_000):
        found = computed(
            engine,
            cells,
            "int64",
            lambda x, name=name: order(multiplier(ibis.literal(name)), increment(ibis.literal(name)), x),
        )
        assert found == [order_of(name, cell) for cell in cells]
        assert len(set(found)) == len(cells)
        assert all(0 <= z < PRIME for z in found)
