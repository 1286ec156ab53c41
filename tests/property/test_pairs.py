"""Two columns together: what one row and one unit may do, what the source adds up, and whether ranges hold."""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import binom

from database_scenes import Kind, address_of, fill
from epsilog.core.bounded import Bounded
from epsilog.core.bounds import Bounds
from epsilog.core.charge import Gaussian
from epsilog.core.measure import Total, contribution
from epsilog.core.origin import Origin
from epsilog.core.pair import Paired
from epsilog.core.source import Tally
from epsilog.core.unit import Protect, Unit
from epsilog.errors import SpecError
from epsilog.kinds.mean.ask import mean_of
from epsilog.plan.planner import margin, plan
from epsilog.plan.stored import read_plan
from epsilog.postprocess.pairs import STEPS, correlation_range, covariance_range
from epsilog.publish.drawing import draw_all
from epsilog.registry.asks import Query
from epsilog.registry.draws import mechanism_of
from epsilog.roles.candidates import Sum
from epsilog.roles.moments import together_charge
from epsilog.roles.plan import Plan
from epsilog.roles.spec import Spec, Spend
from epsilog.show.result import Result, tables_of
from epsilog.sources import open_source
from epsilog.spec.file import spec_from_text, to_yaml
from epsilog.spec.record import spec_from_dict
from epsilog.testing import seeded
from ledger_places import Places

ALARM = 1e-6
COLUMNS: dict[str, Any] = {"who": "text", "town": "text", "x": "number", "y": "number"}
TOWNS: Any = {"town": ["North", "South"]}
ENDS, OTHER = (Fraction(-3), Fraction(4)), Sum("y", (Fraction(0), Fraction(5)), Fraction(1))
SAID = {"kind": "correlation", "column": "x", "between": ENDS, "grain": Fraction(1), "per": OTHER, "by": TOWNS}
PAIR = Query(**SAID)
COV = Query("covariance", "x", between=ENDS, grain=Fraction(1), per=OTHER)
Row = tuple[str | None, str | None, float | None, float | None]
VALUES = (None, math.nan, math.inf, -math.inf, -0.0, -3.5, -3.0, 0.4, 4.0, 4.5, 5.0, 1e300, 2.0**63)


def request(*entries: Query, unit: Unit = Unit("who"), bound: Bounds = Bounds(rows=2), **changes: Any) -> Spec:
    spend = changes.pop("spend", Spend("clinic", Fraction(1), Fraction(1, 10**6)))
    return Spec("pairs", "1", Origin(None, COLUMNS), Protect(unit), bound, entries or (PAIR,), spend, **changes)


def joined() -> Query:
    return PAIR.asking(together=True)


def row_of(measures: Sequence[Paired], x: int, y: int) -> list[int]:
    """What a row at these distances from the middles moves, in grains."""
    centres = [one.centre if sum(one.powers) == 2 else 0 for one in measures]
    return [x ** one.powers[0] * y ** one.powers[1] - centre for one, centre in zip(measures, centres, strict=True)]


@pytest.mark.parametrize("variances", [(5, 5, 8, 2, 2, 3), (100, 1, 50, 1, 400, 1), (1, 1, 1, 1, 1, 1)])
def test_every_row_costs_at_most_the_price_and_one_of_them_costs_it(variances: tuple[int, ...]) -> None:
    measures = joined().in_cells()
    one, two = mean_of(PAIR).pair
    moved = [contribution(each, PAIR.grid(), Unit("who"), Bounds(rows=1)) for each in measures]
    sizes = (one.reach, two.reach, one.reach * two.reach, one.reach**2, two.reach**2, 1)
    noise = [Fraction(v * size**2) for v, size in zip(variances, sizes, strict=True)]
    charge = together_charge(measures, moved, noise)
    claim = charge.l2_squared / (2 * charge.sigma_squared)
    costs = []
    for x, y in product(range(-one.reach, one.reach + 1), range(-two.reach, two.reach + 1)):
        row = row_of(measures, x, y)
        assert all(abs(number) <= each.reach for number, each in zip(row, measures, strict=True))
        costs.append(sum(Fraction(number**2) / (2 * v) for number, v in zip(row, noise, strict=True)))
    assert max(costs) == claim
    assert charge.l2_squared % 2 == 0


def answers(rows: Sequence[Row], query: Query, unit: Unit, bound: Bounds) -> list[Bounded]:
    names, kinds = list(COLUMNS), (pl.String, pl.String, pl.Float64, pl.Float64)
    frame = pl.DataFrame(
        {name: pl.Series(name, [row[at] for row in rows], kinds[at]) for at, name in enumerate(names)}
    )
    with open_source(Origin(None, COLUMNS), frame=frame) as source:
        [found] = source.bounded([Tally(query.grid(), query.in_cells(), None)], Protect(unit), bound)
    return list(found)


ROW = st.tuples(st.sampled_from(["North", "South", None]), st.sampled_from(VALUES), st.sampled_from(VALUES))
OTHERS = st.lists(st.tuples(st.sampled_from([None, "a", "b"]), ROW), max_size=6)


@pytest.mark.parametrize("neighbours", ["add-remove", "replace"])
@pytest.mark.parametrize("bound", [Bounds(rows=3), Bounds(cells=2, rows_per_cell=2)], ids=str)
@settings(max_examples=5, deadline=None)
@given(others=OTHERS, one=st.lists(ROW, min_size=1, max_size=7), two=st.lists(ROW, max_size=5))
def test_one_unit_moves_the_vectors_no_further_than_stated(
    neighbours: Any, bound: Bounds, others: Any, one: Any, two: Any
) -> None:
    unit, query = Unit("who", neighbours=neighbours), joined()
    rest: list[Row] = [(who, *row) for who, row in others]
    replaced: list[Row] = [("own", *row) for row in two] if neighbours == "replace" else []
    before = answers([*rest, *(("own", *row) for row in one)], query, unit, bound)
    after = answers([*rest, *replaced], query, unit, bound)
    moves = [first.values - second.values for first, second in zip(before, after, strict=True)]
    for move, exact in zip(moves, before, strict=True):
        assert np.abs(move).sum() <= exact.sensitivity.l1
        assert (move.astype(object) ** 2).sum() <= exact.sensitivity.l2_squared
    made = plan(request(bound=bound, unit=unit))
    assert made.spec.publish[0].ask.together
    [charge] = made.charges_of(0)
    assert isinstance(charge, Gaussian)
    pairs = zip(moves, made.draws_of(0), strict=True)
    cost = sum(Fraction(int((move.astype(object) ** 2).sum())) / (2 * draw.parameter) for move, draw in pairs)
    assert cost <= charge.l2_squared / (2 * charge.sigma_squared)


@pytest.mark.parametrize("neighbours", ["add-remove", "replace"])
def test_the_worst_unit_comes_near_the_charge(neighbours: Any) -> None:
    """Rows at the corner of both clamps; under replace one at the opposite end of x comes into the same cell."""
    unit = Unit("who", neighbours=neighbours)
    made = plan(request(unit=unit, bound=Bounds(rows=2)))
    query = made.spec.publish[0]
    far: list[Row] = [("own", "North", 99.0, 99.0)] * 5
    other: list[Row] = [("own", "North", -99.0, 99.0)] * 5 if neighbours == "replace" else []
    pairs = zip(answers(far, query, unit, Bounds(rows=2)), answers(other, query, unit, Bounds(rows=2)), strict=True)
    moves = [one.values - two.values for one, two in pairs]
    cost = sum(
        float((m.astype(float) ** 2).sum() / (2 * d.parameter))
        for m, d in zip(moves, made.draws_of(0), strict=True)
    )
    [charge] = made.charges_of(0)
    paid = charge.price().rho / 1e12
    assert (0.95 if neighbours == "add-remove" else 0.3) * paid < cost <= paid


def by_hand(rows: Sequence[Row], query: Query) -> list[int]:
    """The vectors over all rows that have both, each unit with few rows."""
    one, two = mean_of(query).pair
    measures, total = query.in_cells(), [0] * len(query.parts)
    for who, _, x, y in rows:
        there = [value is not None and math.isfinite(value) for value in (x, y)]
        clamps = [(one, x, there[0]), (two, y, there[1])]
        if who is None or not all(ok or clamp.missing is not None for clamp, _, ok in clamps):
            continue
        far = [
            (
                min(max(math.floor(Fraction(value) / clamp.grain + Fraction(1, 2)), clamp.low), clamp.high)
                if ok
                else clamp.missing
            )  # type: ignore[arg-type]
            - clamp.centre
            for clamp, value, ok in clamps
        ]
        total = [a + b for a, b in zip(total, row_of(measures, far[0], far[1]), strict=True)]
    return total


@pytest.mark.parametrize("missing", [None, Fraction(2)])
def test_a_row_counts_where_both_columns_do(missing: Fraction | None) -> None:
    """Every pair of values, hostile ones among them; each its own person."""
    other = Sum("y", OTHER.between, Fraction(1), missing)
    rows: list[Row] = [(f"p{at}", "North", x, y) for at, (x, y) in enumerate(product(VALUES, VALUES))]
    rows.append((None, "North", 1.0, 1.0))
    for kind in ("covariance", "correlation"):
        query = Query(kind, "x", between=ENDS, grain=Fraction(1), per=other)  # type: ignore[arg-type]
        found = [int(one.values[0]) for one in answers(rows, query, Unit("who"), Bounds(rows=1))]
        assert found == by_hand(rows, query)
        single = [int(one.values[0]) for one in answers(rows[:-1], query, Unit("row"), Bounds())]
        assert single == found


@pytest.mark.parametrize("kind", ["postgres", "sqlite"])
def test_a_database_adds_up_the_same(kind: Kind, places: Places, tmp_path: Path) -> None:
    texts = ["", "x", "nan", "inf", "-0.0", "0.5", "1.5", "-3.49", "4", "1e300", "9223372036854775808", None]
    rows = [
        {"who": f"p{at % 7}" if at % 11 else None, "town": ("North", "South", "?")[at % 3], "x": x, "y": y}
        for at, (x, y) in enumerate(product(texts, texts))
    ]
    address = address_of(kind, tmp_path, places)
    fill(kind, address, rows, COLUMNS)
    asked = [Tally(PAIR.grid(), joined().in_cells(), None), Tally(COV.grid(), COV.in_cells(), None)]
    bound, protect = Bounds(cells=1, rows_per_cell=2), Protect(Unit("who"))
    with open_source(Origin(None, COLUMNS), frame=pl.DataFrame(rows, dict.fromkeys(COLUMNS, pl.String))) as source:
        wanted = [[one.values.tolist() for one in tally] for tally in source.bounded(asked, protect, bound)]
    with open_source(Origin(None, COLUMNS, database=address, table="visits")) as source:
        found = [[one.values.tolist() for one in tally] for tally in source.bounded(asked, protect, bound)]
    assert found == wanted
    assert all(any(vector) for vector in wanted[0])


def test_ranges_hold_every_point_of_their_box() -> None:
    """Small boxes, every integer point of them lies inside the range, and its ends are nearly reached."""
    one, two = (Total.between(name, -4, 4, 1, centred=True) for name in "xy")
    squares = [Paired.of(one, two, part) for part in ("squares", "other_squares")]
    random, gaps = np.random.default_rng(5), []
    for _ in range(60):
        count = int(random.integers(1, 9))
        centre = [int(v) for v in random.integers(-3 * count, 3 * count + 1, 3)]
        noisy = [np.array([v]) for v in (*centre, count)]
        found = covariance_range(noisy, one, two, (1, 1, 2, 1))
        low, high = int(found.low[0]), int(found.high[0])
        box = product(*(range(v - 1, v + 2) for v in centre[:2]), range(centre[2] - 2, centre[2] + 3))
        inside = [
            min(max(Fraction(p, c) - Fraction(s * t, c * c), Fraction(-16)), Fraction(16))
            for s, t, p in box
            for c in range(max(1, count - 1), count + 2)
        ]
        assert low <= min(inside)
        assert max(inside) <= high
        gaps.append(float(high - max(inside) + min(inside) - low))
    assert np.median(gaps) <= 2  # whole numbers, rounded outwards: the box is not wider than it must be
    exact = [np.array([v]) for v in (3, -2, 20, 30 - 10 * squares[0].centre, 40 - 10 * squares[1].centre, 10)]
    found = correlation_range(exact, one, two, squares, (0,) * 6)
    truth = (2 + 0.06) / math.sqrt((3 - 0.09) * (4 - 0.04))
    assert int(found.low[0]) <= STEPS * truth * 1.5
    flat = correlation_range([np.array([0])] * 5 + [np.array([10])], one, two, squares, (9,) * 6)
    assert (int(flat.low[0]), int(flat.high[0])) == (-STEPS, STEPS)


def moments(rows: int = 4_000) -> tuple[np.ndarray[Any, Any], np.ndarray[Any, Any]]:
    random = np.random.default_rng(8)
    x = np.clip(np.round(random.normal(0.5, 2, rows)), -3, 4)
    return x, np.clip(np.round(2.5 + 0.6 * x + random.normal(0, 1, rows)), 0, 5)


def covered(query: Query, draws: int, narrower: float = 1.0) -> int:
    """How often a range holds the true number, through the draws and the table of a release."""
    x, y = moments()
    made: Plan = plan(
        request(query, bound=Bounds(rows=1), spend=Spend("clinic", Fraction(1, 2), Fraction(1, 10**6)))
    )
    entry = made.spec.publish[0]
    one, two = mean_of(entry).pair
    steps = int(1 / one.grain), int(1 / two.grain)
    far = [(int(a) * steps[0] - one.centre, int(b) * steps[1] - two.centre) for a, b in zip(x, y, strict=True)]
    measures = [each for each in entry.measures() if isinstance(each, Paired)]
    sums = np.array([row_of(measures, a, b) for a, b in far]).sum(axis=0)
    exact = [
        Bounded(((),), np.array([total], dtype=np.int64), draw.grain, draw.contribution.sensitivity)
        for total, draw in zip(sums.tolist(), made.draws_of(0), strict=True)
    ]
    truth = float(np.cov(x, y, bias=True)[0, 1]) if entry.kind == "covariance" else float(np.corrcoef(x, y)[0, 1])
    rng, hits = seeded(21), 0
    for _ in range(draws):
        grains = draw_all([mechanism_of(draw) for draw in made.draws], made, [exact], rng)
        [table] = tables_of(Result(made, grains, "2026-11-17T00:00:00+00:00", (), True))
        low, value, high = (float(table.figures(name).floats()[0]) for name in ("low", "value", "high"))
        hits += value - (value - low) / narrower <= truth <= value + (high - value) / narrower
    return hits


FINE: Any = {"between": ENDS, "grain": Fraction(1, 100), "per": Sum("y", OTHER.between, Fraction(1, 100))}
ONE = Query("correlation", "x", **FINE)


@pytest.mark.parametrize("query", [ONE, Query("covariance", "x", **FINE)], ids=["correlation", "covariance"])
def test_ranges_hold_as_stated_and_much_narrower_ones_would_not(query: Query) -> None:
    """Ranges a third as wide miss: the power twin. More draws: tests/statistical/test_correlations.py."""
    assert binom.cdf(covered(query, 60), 60, 0.95) > ALARM
    assert binom.cdf(covered(query, 60, narrower=3), 60, 0.95) <= ALARM


def test_the_plan_states_no_less_than_the_error_is() -> None:
    made = plan(request(ONE, bound=Bounds(rows=1), spend=Spend("clinic", Fraction(1, 2), Fraction(1, 10**6))))
    assert made.spec.publish[0].ask.together
    few, many = margin(made, 0, rows=10_000), margin(made, 0, rows=10**6)
    assert 0 < many < few <= 2
    pure = plan(request(ONE, COV, bound=Bounds(rows=1), spend=Spend("clinic", Fraction(1, 2))))
    assert not pure.spec.publish[0].ask.together
    assert read_plan(made.to_dict()).draws == made.draws


def test_spelled_stored_and_read_again() -> None:
    spec = request(PAIR, COV)
    again = spec_from_text(to_yaml(spec).replace("source:", "source:\n  file: v.csv", 1))
    assert [query.to_dict() for query in again.publish] == [query.to_dict() for query in spec.publish]
    assert spec_from_dict(spec.to_dict()).publish == spec.publish
    assert PAIR.name == "correlation-x-with-y-by-town"


@pytest.mark.parametrize(
    ("changes", "word"),
    [
        ({"per": None}, "say `with`"),
        ({"per": Sum("x", (Fraction(0), Fraction(1)))}, "different columns"),
        ({"between": None}, "other queries have none"),
        ({"kind": "mean"}, "other queries do not"),
        ({"between": (Fraction(0), Fraction(10**9)), "grain": Fraction(1)}, "2\\^36"),
        ({"error": Fraction(1, 10)}, "depends on the rows"),
    ],
)
def test_what_is_refused(changes: dict[str, Any], word: str) -> None:
    with pytest.raises(SpecError, match=word):
        plan(request(Query(**{**SAID, **changes})))


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("with: {column: y}", "'between' is missing"),
        ("with: {sum: y, between: [0, 5]}", "unknown field"),
        ("per: {sum: y, between: [0, 5]}", "a ratio says"),
        ("with: {column: y, between: [5, 0]}", "below the upper"),
        ("with: {column: y, between: unknown}", "list"),
    ],
)
def test_a_second_column_that_cannot_be_read_says_the_line(text: str, word: str) -> None:
    spec = to_yaml(request(COV)).replace("source:", "source:\n  file: v.csv", 1)
    line = next(line.strip() for line in spec.splitlines() if "with:" in line)
    with pytest.raises(SpecError, match=word) as refused:
        spec_from_text(spec.replace(line, text), "spec.yaml")
    assert refused.value.where.startswith("spec.yaml:")
