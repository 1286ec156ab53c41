"""Both stages of a release whose clamp is found, from rows to the law of what is stored: never more than was paid.

Nothing is drawn. The law of the first stage is worked out from the rate its mechanism uses; the second adds
discrete Laplace noise, whose loss is at most the move of the exact sum over the scale, and reaches it in the tails.
"""

from __future__ import annotations

import itertools
import math
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from clamp_scenes import Listed, request
from epsilog.core.unit import Protect, Unit
from epsilog.first.ends.draw import quantiles_of
from epsilog.first.ends.plan import all_planned_ends
from epsilog.mechanisms.tables.ranks import bin_distances, weight_of_a_row
from epsilog.plan.planner import plan
from epsilog.publish.stages import read_bounded
from epsilog.registry.asks import Query
from epsilog.roles.plan import Plan
from epsilog.roles.planned import Draw
from epsilog.roles.sought import Clamp
from epsilog.roles.spec import Spend

EPSILON = Fraction(3, 2)
VALUES = (0.0, 0.5, 3.0, 40.0, 1e9)
WITHIN = {"costs": (0, 1, 10, 100), "changes": (-5, 0, 1, 100)}


def made(kind: Any, within: str, neighbours: Any) -> Plan:
    query = Query(kind, "cost", sought=Clamp(WITHIN[within]))  # type: ignore[arg-type]
    protect = Protect(Unit("who", neighbours=neighbours))
    return plan(request(query, protect=protect, spend=Spend("clinic", EPSILON)))


class Laws:
    """What may be found in a table, how likely, and what the exact answers then are."""

    def __init__(self, planned: Plan) -> None:
        self.planned = planned
        [self.cut] = planned.spec.cuts()
        self.mechanism = quantiles_of(self.cut, all_planned_ends(planned)[0])
        places = range(len(self.cut.marks) - 1)
        found = list(itertools.product(places, repeat=len(self.cut.shares)))
        self.settled = {one: planned.answered([one]) for one in found}

    def of(self, rows: tuple[float, ...]) -> dict[tuple[int, ...], tuple[float, list[int]]]:
        spec, source = self.planned.spec, Listed(rows)
        [[table]] = source.bounded([self.cut.tally()], spec.protect, spec.bound)
        logs = []
        for share in self.mechanism.shares:
            rate = float(self.mechanism.epsilon) / (2 * self.mechanism.rows * weight_of_a_row(share))
            powers = -rate * bin_distances(table.values, share).astype(float)
            logs.append(powers - math.log(np.exp(powers).sum()))
        laws = {}
        for places, settled in self.settled.items():
            [answers] = read_bounded(settled.spec, source, lambda done, total: None)
            chance = sum(float(log[at]) for log, at in zip(logs, places, strict=True))
            laws[places] = (chance, [int(one.values[0]) for one in answers])
        return laws

    def worst(self, one: tuple[float, ...], two: tuple[float, ...], scales: list[float]) -> float:
        """The largest loss of any outcome, in either direction."""
        first, second = self.of(one), self.of(two)
        losses = []
        for places, (chance, answers) in first.items():
            other, others = second[places]
            moved = sum(abs(a - b) / scale for a, b, scale in zip(answers, others, scales, strict=True))
            losses.append(abs(chance - other) + moved)
        return max(losses)


def pairs(neighbours: str) -> list[tuple[tuple[float, ...], tuple[float, ...]]]:
    some = [rows for size in range(3) for rows in itertools.combinations_with_replacement(VALUES, size)]
    if neighbours == "add-remove":
        return [(rows, (*rows, own)) for rows in some for own in VALUES]
    return [((*rows, own), (*rows, other)) for rows in some[:6] for own, other in itertools.combinations(VALUES, 2)]


def scales_of(planned: Plan, share: float = 1.0) -> list[float]:
    return [float(draw.parameter) * share for draw in planned.draws if isinstance(draw, Draw)]


@pytest.mark.parametrize("neighbours", ["add-remove", "replace"])
@pytest.mark.parametrize(("kind", "within"), [("sum", "costs"), ("sum", "changes"), ("mean", "changes")])
def test_no_outcome_loses_more_than_was_paid(kind: str, within: str, neighbours: str) -> None:
    planned = made(kind, within, neighbours)
    laws, scales = Laws(planned), scales_of(planned)
    worst = max(laws.worst(one, two, scales) for one, two in pairs(neighbours))
    assert worst <= float(EPSILON) * (1 + 1e-9)
    # Norms of two units that change places are added up, and no pair of single rows is as far apart as that.
    assert worst > (0.6 if neighbours == "add-remove" else 0.3) * float(EPSILON)


def test_a_first_stage_that_is_not_paid_would_be_seen() -> None:
    """The whole epsilon given to the noise, as if finding were free."""
    planned = made("sum", "costs", "add-remove")
    [cutting] = all_planned_ends(planned)
    free = 1 - float(cutting.parameter) / float(EPSILON)
    worst = max(Laws(planned).worst(one, two, scales_of(planned, free)) for one, two in pairs("add-remove"))
    assert worst > float(EPSILON) * 1.01


def test_noise_that_does_not_follow_the_clamp_would_be_seen() -> None:
    """A grain that stays that of the narrowest clamp while the clamp grows: the sum moves by more grains."""
    planned = made("sum", "costs", "add-remove")
    laws = Laws(planned)
    wide = laws.of((1e9,))[2,][1][0] - laws.of(())[2,][1][0]
    narrow = planned.answered([[0]]).draws[0].contribution.grain
    grain = planned.answered([[2]]).draws[0].contribution.grain
    assert wide / scales_of(planned)[0] <= float(EPSILON)
    assert wide * float(grain / narrow) / scales_of(planned)[0] > 10 * float(EPSILON)
