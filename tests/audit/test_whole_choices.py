"""From raw rows to the law of the published answers: no neighbour changes it by more than the plan pays for.

Rows are bounded (by the slow reference, in a few cases by the engine itself), planned and answered by the real
mechanisms. Only the samplers are replaced: each is told which candidate to answer, and its probability is worked
out from the weights it was given. All answers together are the exact law of what would be stored, and laws of
neighbours are compared in pure epsilon and in several of the Rényi orders that the price in rho speaks of. Nothing
is drawn, so nothing here is a matter of chance.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
import polars as pl
import pytest

from bounding_reference import reference
from epsilog.core.bounded import Bounded
from epsilog.core.bounds import Bounds
from epsilog.core.during import During
from epsilog.core.origin import Origin
from epsilog.core.unit import Protect, Unit
from epsilog.mechanisms.tables import grouped
from epsilog.mechanisms.tables.grouped import GroupTop
from epsilog.mechanisms.tables.quantile import Quantile
from epsilog.plan.planner import plan
from epsilog.publish.drawing import draw_all
from epsilog.registry.asks import Query
from epsilog.registry.draws import mechanism_of
from epsilog.roles.candidates import Sum
from epsilog.roles.plan import Plan
from epsilog.roles.spec import Spec, Spend
from epsilog.sources import DuckSource
from epsilog.testing import seeded

TINY = 1e-9
KINDS: dict[str, Any] = {"who": "text", "town": "text", "ill": "text", "seen": "date", "x": "number"}
HALF = Fraction(1, 2)
BY = {"town": ["N", "S"]}
AMONG = ("flu", "cold", "pox")
DAYS = {"time": "seen", "first": "2026-01-01", "last": "2026-12-31"}
Row = tuple[str | None, ...]  # who, town, ill, seen, x


def sums(low: int, high: int, missing: int | None = None) -> Sum:
    gap = None if missing is None else Fraction(missing)
    return Sum("x", (Fraction(low), Fraction(high)), Fraction(1), gap)


def ages(at: Sequence[Fraction], by: Any = ()) -> Query:
    return Query("quantiles", "x", between=(Fraction(0), Fraction(4)), grain=Fraction(2), at=tuple(at), by=by)


QUERIES = {
    "the fullest": Query("top", "ill", among=AMONG, k=1, best="rows"),
    "the two fullest": Query("top", "ill", among=AMONG, k=2, best="rows"),
    "the fullest, by town": Query("top", "ill", among=AMONG, k=1, best="rows", by=BY),
    "most persons, by town": Query("top", "ill", among=AMONG, k=1, best="persons", by=BY),
    "the largest sum": Query("top", "ill", among=AMONG, k=1, best=sums(-2, 3)),
    "the largest sum, gaps filled, by town": Query("top", "ill", among=AMONG, k=1, best=sums(0, 3, 3), by=BY),
    "median": ages((HALF,)),
    "two quantiles": ages((Fraction(1, 10), Fraction(4, 5))),
    "quartile, by town": ages((Fraction(1, 4),), BY),
}
UNITS = {
    "row": (Unit("row"), [Bounds()]),
    "person": (Unit("who"), [Bounds(rows=2), Bounds(cells=2, rows_per_cell=2)]),
    "person per month": (Unit("who", per="1mo"), [Bounds(rows=3, cells=2)]),
}


@dataclass(frozen=True)
class Case:
    """One request, and databases that are all neighbours of the first (or, under replace, of each other)."""

    query: str
    unit: str
    how: Any
    coin: str
    engine: bool = False

    def spec(self, bounds: Bounds) -> Spec:
        unit, _ = UNITS[self.unit]
        side = Unit(unit.each, per=unit.per, neighbours=self.how)
        spend = Spend("account", Fraction(3, 2), Fraction(0) if self.coin == "pure" else Fraction(1, 10**6))
        return Spec(
            "audit", "1", Origin(None, KINDS), Protect(side), bounds, (QUERIES[self.query],), spend, During(**DAYS)
        )


def units_of(one: str) -> list[list[Row]]:
    """What the unit that comes, goes or is replaced may have done; single rows if that is the unit."""
    may = "2026-05-31"
    cells = list(itertools.product(("N", "S"), AMONG, ("9", "-9", "2", None)))
    single: list[list[Row]] = [[("one", town, ill, may, x)] for town, ill, x in cells]
    if one == "row":
        return single[::3]
    return [
        single[0] * 5,
        single[1] * 5,
        single[0] * 5 + single[5] * 5,
        [("one", town, "flu", may, x) for town in ("N", "S") for x in ("9", "-9")] * 4,
        [("one", town, ill, may, "9") for town in ("N", "S") for ill in AMONG] * 3,
        [("one", "N", "pox", may, None)] * 3 + [("one", "N", "pox", may, "-9")],
    ]


OTHERS: list[Row] = [
    ("two", "N", "flu", "2026-05-30", "0"),
    ("two", "S", "cold", "2026-05-30", "4"),
    ("two", "S", "cold", "2026-06-30", "4"),
    ("one", "N", "cold", "2026-06-30", "2"),
    (None, "N", "flu", "2026-05-30", "0"),
    ("six", "N", "flu", "soon", "0"),
]


def databases(unit: str) -> list[list[Row]]:
    """The first without the unit, the others with it."""
    others = OTHERS if unit != "person" else [row for row in OTHERS if row[0] != "one"]
    return [others, *([*others, *rows] for rows in units_of(unit))]


def answers(made: Plan, rows: Sequence[Row], engine: bool) -> Any:
    spec = made.spec
    if engine:
        frame = pl.DataFrame(rows, schema=dict.fromkeys(KINDS, pl.String), orient="row")
        with DuckSource(spec.source, frame=frame, threads=1) as source:
            return source.bounded(spec.tallies(), spec.protect, spec.bound)
    named = [dict(zip(KINDS, row, strict=True)) for row in rows]
    [[vector]] = reference(named, KINDS, spec.tallies(), spec.protect, spec.bound)
    (draw,) = made.draws
    keys = tuple(spec.publish[0].grid().keys())
    return [(Bounded(keys, np.array(vector, dtype=np.int64), draw.grain, draw.contribution.sensitivity),)]


class Script(Exception):
    """More answers are needed than the script has: the chances of each are inside."""


def law_of(made: Plan, exact: Any) -> dict[tuple[int, ...], float]:
    """The probability of everything that could be stored."""
    mechanisms = [mechanism_of(draw) for draw in made.draws]
    found: dict[tuple[int, ...], float] = {}
    waiting: list[tuple[tuple[int, ...], float]] = [((), 1.0)]
    while waiting:
        script, chance = waiting.pop()
        told = iter(script)

        def asked(chances: list[float], told: Any = told) -> int:
            said = next(told, None)
            if said is None:
                raise Script(chances)
            return int(said)

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(grouped, "exponential_choice", lambda u, rate, rng, ask=asked: ask(softly(u, rate)))
            patch.setattr(grouped, "permute_and_flip", lambda u, rate, rng, ask=asked: ask(flipped(u, rate)))
            try:
                (stored,) = draw_all(mechanisms, made, exact, seeded(1))
            except Script as more:
                waiting += [((*script, at), chance * one) for at, one in enumerate(more.args[0])]
                continue
        key = tuple(stored.tolist())
        found[key] = found.get(key, 0.0) + chance
    assert math.isclose(sum(found.values()), 1, abs_tol=1e-12)
    return found


def softly(utilities: Any, rate: Fraction) -> list[float]:
    """The exponential mechanism, by its definition."""
    apart = [float(rate * (int(one) - int(max(utilities)))) for one in utilities]
    weights = [math.exp(one) for one in apart]
    return [one / math.fsum(weights) for one in weights]


def flipped(utilities: Any, rate: Fraction) -> list[float]:
    """Permute-and-flip, by its definition: every order, every coin."""
    coins = [math.exp(float(rate * (int(one) - int(max(utilities))))) for one in utilities]
    chances = [0.0] * len(coins)
    orders = list(itertools.permutations(range(len(coins))))
    for order in orders:
        left = 1 / len(orders)
        for at in order:
            chances[at] += left * coins[at]
            left *= 1 - coins[at]
    return chances


def loss(p: dict[Any, float], q: dict[Any, float]) -> float:
    return max(math.log(p[one] / q[one]) for one in p)


def renyi(p: dict[Any, float], q: dict[Any, float], order: float) -> float:
    summed = math.fsum(q[one] * (p[one] / q[one]) ** order for one in p)
    return math.log(summed) / (order - 1)


def worst(case: Case, made: Plan) -> tuple[float, float]:
    """The largest loss, and the largest Rényi divergence by its order."""
    laws = [
        law_of(made, answers(made, rows, case.engine))
        for rows in databases(case.unit)[: 4 if case.engine else None]
    ]
    pairs = (
        list(itertools.permutations(laws[1:], 2))
        if case.how == "replace"
        else [pair for one in laws[1:] for pair in ((laws[0], one), (one, laws[0]))]
    )
    largest = max(loss(p, q) for p, q in pairs)
    by_order = max(renyi(p, q, order) / order for p, q in pairs for order in (1.01, 2.0, 8.0, 64.0))
    return largest, by_order


CASES = [
    Case(query, unit, how, coin)
    for query in QUERIES
    for unit in UNITS
    for how, coin in (("add-remove", "zcdp"), ("replace", "pure"))
    if not (unit == "row" and "persons" in query)
]
CASES += [
    Case("the largest sum, gaps filled, by town", "person", "add-remove", "pure", engine=True),
    Case("quartile, by town", "person per month", "replace", "zcdp", engine=True),
]


@pytest.mark.parametrize(
    "case", CASES, ids=lambda case: f"{case.query}-{case.unit}-{case.how}{'-engine' * case.engine}"
)
def test_neighbours_change_the_law_no_further_than_is_paid(case: Case) -> None:
    for bounds in UNITS[case.unit][1]:
        made = plan(case.spec(bounds))
        largest, by_order = worst(case, made)
        epsilon = made.charge.pure()
        assert epsilon is not None
        assert largest <= epsilon / 1e12 + TINY, f"{bounds}: {largest} of {epsilon / 1e12}"
        assert by_order <= made.charge.price().rho / 1e12 + TINY, f"{bounds}: rho {by_order}"
        assert largest > 0, "some neighbour shows"


@pytest.mark.parametrize(
    ("query", "unit", "how"),
    [
        ("the fullest", "row", "replace"),
        ("the largest sum", "person", "add-remove"),
        ("median", "row", "add-remove"),
    ],
)
def test_a_rate_made_for_half_the_move_is_caught(query: str, unit: str, how: Any) -> None:
    """The power of the test above: a choice that forgets half of what a unit does costs more than it says."""
    case = Case(query, unit, how, "pure")
    made = plan(case.spec(UNITS[unit][1][0]))
    honest: Any = Quantile.__dict__["rate"].fget
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(GroupTop, "rate", property(lambda self: 2 * self.epsilon / self.spread))
        patch.setattr(Quantile, "rate", property(lambda self: 2 * honest(self)))
        largest, by_order = worst(case, made)
    spent, rho = made.charge.pure(), made.charge.price().rho
    assert spent is not None
    assert largest > spent / 1e12 or by_order > rho / 1e12
