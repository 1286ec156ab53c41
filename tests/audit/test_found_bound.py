"""Both stages of a release whose bound is found, from rows to the law of what is stored: never more than was paid.

Nothing is drawn. Stored are the noisy numbers of the look and the noisy table under the bound they choose. Noise is
discrete Laplace, whose loss is at most the move of the exact numbers over the scale and reaches it in the tails. An
attacker may hope for any outcome of the look, so every bound is tried for every pair of neighbours.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from epsilog.core.bounds import BoundSearch
from epsilog.core.charge import Gaussian
from epsilog.core.origin import Origin
from epsilog.core.unit import Unit
from epsilog.first.bound.plan import search_of
from epsilog.plan.planner import plan
from epsilog.publish.stages import read_bounded
from epsilog.registry.asks import Query
from epsilog.roles.plan import Plan
from epsilog.roles.spec import Spend
from epsilog.sources import open_source
from look_scenes import COLUMNS, COUNT, Row, frame, request

EPSILON = Fraction(3, 2)
SUM = Query("sum", "cost", between=(Fraction(-4), Fraction(10)), grain=Fraction(1))
REST: list[Row] = [("a", "North", "2026-01-05", 3.0), ("b", "South", "2026-01-06", 2.0)] * 2
# One row; heaps; a row everywhere; at and beyond the clamp; more than any bound keeps.
OWN: tuple[list[tuple[str, float]], ...] = (
    [],
    [("North", 10.0)] * 4,
    [(town, 99.0) for town in ("North", "South", "East")] * 2,
    [("South", -99.0)] * 30,
)


def made(neighbours: Any, delta: Any = 0) -> Plan:
    spend = Spend("clinic", EPSILON, Fraction(delta))
    unit = Unit("who", neighbours=neighbours)
    return plan(request(COUNT, SUM, unit=unit, glance=BoundSearch(2, Fraction(1, 3)), spend=spend))


class Attack:
    """The exact numbers of both stages with each own list, under every bound; each computed once."""

    def __init__(self, planned: Plan) -> None:
        self.planned = planned
        self.seen: list[list[int]] = []
        self.tables: list[list[list[list[int]]]] = []
        for own in OWN:
            rows = [*REST, *(("own", town, "2026-02-01", cost) for town, cost in own)]
            with open_source(Origin(None, COLUMNS), frame=frame(rows)) as source:
                looked = source.crowds(planned.spec.crowds(), planned.spec.protect)
                self.seen.append([int(one) for table in looked for one in table.values])
                answers = [
                    read_bounded(option.spec, source, lambda done, total: None) for option in planned.options
                ]
            self.tables.append([[table.values.tolist() for (table,) in entries] for entries in answers])

    def pairs(self) -> list[tuple[int, int]]:
        if self.planned.spec.protect.unit.neighbours == "add-remove":
            return [(0, at) for at in range(1, len(OWN))]
        return [(one, two) for one in range(1, len(OWN)) for two in range(one + 1, len(OWN))]

    def worst(self, *, free: bool = False, at_the_first: bool = False) -> float:
        """The largest loss; `free`: the look is not paid; `at_the_first`: noise is made for the first bound."""
        planned, glancing = self.planned, search_of(self.planned)
        assert glancing is not None
        losses = []
        for one, two in self.pairs():
            moved = sum(abs(a - b) for a, b in zip(self.seen[one], self.seen[two], strict=True))
            told = moved / float(glancing.parameter)
            for at, option in enumerate(planned.options):
                draws = planned.options[0].draws if at_the_first else option.draws
                parts = zip(self.tables[one][at], self.tables[two][at], draws, strict=True)
                later = sum(
                    sum(abs(a - b) for a, b in zip(first, second, strict=True)) / float(draw.parameter)
                    for first, second, draw in parts
                )
                losses.append(told + later * (float(EPSILON) / (glancing.rest / 1e12) if free else 1))
        return max(losses)


@pytest.fixture(scope="module")
def attacks() -> dict[str, Attack]:
    return {neighbours: Attack(made(neighbours)) for neighbours in ("add-remove", "replace")}


@pytest.mark.parametrize("neighbours", ["add-remove", "replace"])
def test_no_outcome_loses_more_than_was_paid(attacks: dict[str, Attack], neighbours: str) -> None:
    worst = attacks[neighbours].worst()
    assert worst <= float(EPSILON) * (1 + 1e-9)
    # Under replace norms of both units are added, and no pair here is at the far end of both tables at once.
    assert worst > (0.95 if neighbours == "add-remove" else 0.6) * float(EPSILON)


def test_a_look_that_is_not_paid_would_be_seen(attacks: dict[str, Attack]) -> None:
    assert attacks["add-remove"].worst(free=True) > 1.2 * float(EPSILON)


def test_noise_that_does_not_follow_the_bound_would_be_seen(attacks: dict[str, Attack]) -> None:
    assert attacks["add-remove"].worst(at_the_first=True) > 1.5 * float(EPSILON)


@pytest.mark.nightly
def test_gaussian_noise_costs_every_pair_no_more_than_was_paid() -> None:
    """The same in rho: the squared moves over twice the variances, for the worst bound."""
    planned = made("add-remove", Fraction(1, 10**6))
    attack, glancing = Attack(planned), search_of(planned)
    assert glancing is not None
    assert isinstance(glancing.charge, Gaussian)
    worst = 0.0
    for one, two in attack.pairs():
        told = sum((a - b) ** 2 for a, b in zip(attack.seen[one], attack.seen[two], strict=True))
        for at, option in enumerate(planned.options):
            parts = zip(attack.tables[one][at], attack.tables[two][at], option.draws, strict=True)
            later = sum(
                sum((a - b) ** 2 for a, b in zip(first, second, strict=True)) / (2 * float(draw.parameter))
                for first, second, draw in parts
            )
            worst = max(worst, told / (2 * float(glancing.parameter)) + later)
    paid = planned.charge.price().rho / 1e12
    assert 0.95 * paid < worst <= paid * (1 + 1e-9)
