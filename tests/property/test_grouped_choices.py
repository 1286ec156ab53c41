"""Choices in groups at one price: exact laws on every pair of small tables, and worst-case units from the bounds.

The tables of units come from the slow reference of what a source computes; that the engine computes the same is
tested beside it (test_bounding_reference.py).
"""

from __future__ import annotations

import copy
import itertools
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

import choosing_laws as laws
from bounding_reference import reference
from epsilog.core.bounded import Bounded, Sensitivity
from epsilog.core.bounds import Bounds
from epsilog.core.grid import Keys
from epsilog.core.measure import contribution
from epsilog.core.source import Tally
from epsilog.core.unit import Protect, Unit
from epsilog.errors import SensitivityExceeded, SpecError
from epsilog.kinds.choice.ask import spread
from epsilog.kinds.choice.draw import DrawChoice
from epsilog.kinds.choice.plan import Pick
from epsilog.mechanisms.tables import grouped
from epsilog.mechanisms.tables.grouped import GroupQuantiles, GroupTop
from epsilog.mechanisms.tables.ranks import bin_distances
from epsilog.registry.asks import Query
from epsilog.roles.candidates import Sum
from epsilog.testing import seeded

TINY = 1e-12
HALF = Fraction(1, 2)


def moves(cells: int, rows: int) -> Iterator[np.ndarray]:
    """Every whole move of at most this L1 norm."""
    for step in itertools.product(range(-rows, rows + 1), repeat=cells):
        if 0 < sum(map(abs, step)) <= rows:
            yield np.array(step)


@pytest.mark.parametrize("share", [HALF, Fraction(1, 3), Fraction(9, 10)], ids=str)
def test_quantiles_of_all_groups_together_have_the_range_of_one(share: Fraction) -> None:
    """Two groups of two bins; a unit of two rows may touch both groups, or one of them twice."""
    made = GroupQuantiles((share,), (0, 1, 2), epsilon=Fraction(1), rows=2, groups=2)
    (rate,) = rates(made, np.zeros(4, dtype=np.int64))
    widest = 0.0
    for table in laws.tables(4, 2):
        for step in moves(4, 2):
            other = np.array(table) + step
            if other.min() < 0:
                continue
            pairs = zip(np.array(table).reshape(2, 2), other.reshape(2, 2), strict=True)
            total = 0.0
            for before, after in pairs:
                p, q = (
                    laws.exponential(rate, (-bin_distances(counts, share)).tolist()) for counts in (before, after)
                )
                total += laws.loss_range(p, q)
            widest = max(widest, total)
    assert 0.5 <= widest <= 1 + TINY


@pytest.mark.parametrize("share", [HALF, Fraction(1, 3), Fraction(9, 10)], ids=str)
@pytest.mark.parametrize("rows", [(2, 0), (1, 1), (0, 2)])
def test_the_range_is_reached_wherever_the_rows_fall(share: Fraction, rows: tuple[int, int]) -> None:
    """The worst table of docs/proofs/quantile.md in both groups; two rows in one of them, or one in each."""
    made = GroupQuantiles((share,), range(5), epsilon=Fraction(1), rows=2, groups=2)
    (rate,) = rates(made, np.zeros(8, dtype=np.int64))
    many = 4 * share.denominator
    table, place = np.array([2, 2, many, many]), np.array([1, 0, 0, 0])
    if 2 * share > 1:
        table, place = table[::-1], place[::-1]
    total = 0.0
    for added in rows:
        both = (table, table + added * place)
        p, q = (laws.exponential(rate, (-bin_distances(counts, share)).tolist()) for counts in both)
        total += laws.loss_range(p, q)
    assert 1 - TINY <= total <= 1 + TINY


@pytest.mark.parametrize("law", ["exponential", "flip"])
def test_one_round_in_all_groups_together_has_the_price_of_one(law: Any) -> None:
    """Two groups of two candidates; one unit adds one row in each of two cells: spread 2."""
    made = GroupTop(1, Fraction(1), 2, Sensitivity.of_cells(2), groups=2, candidates=2, law=law)
    (rate,) = rates(made, np.zeros(4, dtype=np.int64))
    exact = laws.exponential if law == "exponential" else laws.flip
    largest = 0.0
    for table in laws.tables(4, 3):
        for touched in itertools.combinations(range(4), 2):
            other = np.array(table)
            other[list(touched)] += 1
            pairs = zip(np.array(table).reshape(2, 2), other.reshape(2, 2), strict=True)
            both = [(exact(rate, before.tolist()), exact(rate, after.tolist())) for before, after in pairs]
            measured = laws.loss_range if law == "exponential" else laws.largest_loss
            largest = max(largest, sum(measured(p, q) for p, q in both))
    assert 0.9 <= largest <= 1 + TINY


def rates(made: Any, values: np.ndarray) -> set[Fraction]:
    """The rates that a mechanism hands to its samplers."""
    return {rate for _, rate in calls(made, values)}


def calls(made: Any, values: np.ndarray) -> list[tuple[list[int], Fraction]]:
    """What a mechanism asks its samplers, call by call; they always answer 0."""
    seen: list[tuple[list[int], Fraction]] = []

    def asked(weights: Any, rate: Fraction, *, rng: Any) -> int:
        seen.append((np.asarray(weights).tolist(), rate))
        return 0

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(grouped, "exponential_choice", asked)
        patch.setattr(grouped, "permute_and_flip", asked)
        table = Bounded(tuple(range(values.size)), values, made.grain, made.covers)
        made.grains(table, seeded(1))
    return seen


def test_each_group_is_asked_by_itself_and_chosen_keys_are_taken_away() -> None:
    two = GroupTop(2, Fraction(1), 1, Sensitivity.of_cells(1), groups=2, candidates=3)
    assert calls(two, np.array([5, 6, 7, 1, 2, 3])) == [
        ([5, 6, 7], 1), ([6, 7], 1), ([1, 2, 3], 1), ([2, 3], 1),
    ]  # fmt: skip
    halves = GroupQuantiles((HALF, Fraction(3, 4)), (0, 1, 2), epsilon=Fraction(1), rows=1, groups=2)
    asked = calls(halves, np.array([4, 4, 0, 8]))
    assert [utilities for utilities, _ in asked] == [[0, 0], [-8, 0], [-8, 0], [-24, 0]]
    assert [rate for _, rate in asked] == [HALF, Fraction(1, 6)] * 2


def test_another_number_of_cells_or_a_larger_move_is_refused_before_any_draw() -> None:
    made = GroupTop(1, Fraction(1), 1, Sensitivity.of_cells(1), groups=2, candidates=2)
    wrong = Bounded(tuple(range(3)), np.zeros(3, dtype=np.int64), Fraction(1), Sensitivity.of_cells(1))
    further = Bounded(tuple(range(4)), np.zeros(4, dtype=np.int64), Fraction(1), Sensitivity.of_cells(2))
    for table in (wrong, further):
        with pytest.raises(SensitivityExceeded):
            made.grains(table, seeded(1))


# Worst-case units: all rows in one cell, spread over candidates, spread over groups, both ends of a clamp.
TOWNS, ILLS = ("N", "S", "E"), ("flu", "cold", "mumps", "pox")
KINDS = {"who": "text", "town": "text", "ill": "text", "x": "number"}
BOUNDS = (
    Bounds(rows=1),
    Bounds(rows=3),
    Bounds(cells=2, rows_per_cell=2),
    Bounds(cells=4, rows_per_cell=1),
    Bounds(rows=5, cells=4, rows_per_cell=2),
)
BY = (Keys("town", TOWNS),)
SUMS = {"one side": (0, 10), "both sides": (-10, 10)}
QUERIES = {
    "rows": Query("top", "ill", among=ILLS, k=2, best="rows"),
    "rows by town": Query("top", "ill", among=ILLS, k=2, best="rows", by=BY),
    "persons by town": Query("top", "ill", among=ILLS, k=1, best="persons", by=BY),
    **{
        f"sum, {name}{' by town' if by else ''}": Query(
            "top", "ill", among=ILLS, k=1, best=Sum("x", (Fraction(low), Fraction(high)), Fraction(1)), by=by
        )
        for name, (low, high) in SUMS.items()
        for by in ((), BY)
    },
    "median": Query("quantiles", "x", between=(Fraction(0), Fraction(9)), grain=Fraction(3), at=(HALF,)),
    "quartile by town": Query(
        "quantiles", "x", between=(Fraction(0), Fraction(9)), grain=Fraction(3), at=(Fraction(1, 4),), by=BY
    ),
}


def patterns(bounds: Bounds) -> list[list[tuple[str, str, str]]]:
    """(town, ill, x) of the rows of one unit."""
    deep = 6
    found = [[]]
    for x in ("99", "-99", "0"):
        found += [
            [("N", "flu", x)] * deep,
            [("N", ill, x) for ill in ILLS] * deep,
            [(town, "flu", x) for town in TOWNS] * deep,
            [(town, ill, x) for town in TOWNS for ill in ILLS] * deep,
        ]
    found += [
        [("N", "flu", "99"), ("N", "cold", "-99")] * deep,
        [("N", "cold", "99"), ("N", "flu", "-99")] * deep,
        [("N", "flu", "99")] + [("N", "cold", "-99")] * deep,
    ]
    found += [[("N", "flu", x)] * 3 + [("S", "pox", x)] * 3 for x in ("0", "3", "9")]
    return found


def table_of(unit: list[tuple[str, str, str]], query: Query, protect: Protect, bounds: Bounds) -> np.ndarray:
    """The table of a source that holds this unit and somebody else."""
    rows = [{"who": "one", "town": town, "ill": ill, "x": x} for town, ill, x in unit]
    rows.append({"who": "other", "town": "S", "ill": "cold", "x": "5"})
    tally = Tally(query.grid(), query.measures())
    ((vector,),) = reference(rows, KINDS, [tally], protect, bounds)
    return np.array(vector, dtype=np.int64)


@pytest.mark.parametrize("how", ["add-remove", "replace"])
@pytest.mark.parametrize("name", QUERIES)
def test_no_unit_moves_a_choice_further_than_it_is_charged_for(name: str, how: Any) -> None:
    query, reached = QUERIES[name], []
    size = query.ask.candidates().size
    for bounds in BOUNDS:
        unit = Unit("who", neighbours=how)
        moved = contribution(query.measures()[0], query.grid(), unit, bounds)
        pick = Pick(0, 0, "exponential", Fraction(1), moved, query)
        tables = [table_of(rows, query, Protect(unit), bounds) for rows in patterns(bounds)]
        befores = tables[:1] if how == "add-remove" else tables
        furthest = 0
        for before, after in itertools.product(befores, tables):
            step = (after - before).reshape(-1, size)
            if query.ask.at is not None:
                furthest = max(furthest, int(np.abs(step).sum()))
                continue
            # A candidate that does not move stands beside every other.
            apart = np.maximum(step.max(axis=1), 0) - np.minimum(step.min(axis=1), 0)
            furthest = max(furthest, int(apart.sum()))
        assert furthest <= pick.reach, f"{bounds}: {furthest} of {pick.reach}"
        reached.append(furthest == pick.reach)
    assert sum(reached) >= 2, "a reach that no unit has would be paid for in vain"


def test_the_price_of_all_groups_is_what_the_mechanism_says() -> None:
    unit, bounds = Unit("who"), Bounds(rows=3)
    for query in QUERIES.values():
        moved = contribution(query.measures()[0], query.grid(), unit, bounds)
        pick = Pick(0, 0, "exponential", Fraction(3, 7), moved, query)
        made = DrawChoice().mechanism(pick)
        assert made.charge == pick.charge
        stated = pick.off(Fraction(19, 20)) / pick.grain
        miss = Fraction(1, 20)
        assert stated == (
            made.rows_off(query.ask.at[0], miss) if isinstance(made, GroupQuantiles) else made.within(miss)
        )
        assert DrawChoice().mechanism(pick).covers.covers(moved.sensitivity)
        assert pick.reach == (
            moved.sensitivity.l1 if query.ask.at else spread(query.measures()[0], moved, pick.groups)
        )


def test_a_vector_scaled_to_a_norm_is_nothing_to_choose_from() -> None:
    """Scaled vectors count parts of rows, and no bound on their cells is left: the spread would not hold."""
    query = QUERIES["rows by town"]
    moved = contribution(query.measures()[0], query.grid(), Unit("who"), Bounds(rows=3))
    scaled = copy.copy(moved)
    object.__setattr__(scaled, "norm", 5)
    with pytest.raises(SpecError, match="bounds that count rows"):
        Pick(0, 0, "exponential", Fraction(1), scaled, query)
