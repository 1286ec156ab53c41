"""A public cost just below the end of a machine word once told whether a person was there, by failing."""

from __future__ import annotations

import datetime as dt
import math
from dataclasses import replace
from fractions import Fraction

import pytest

from epsilog.core.bounds import Bounds
from epsilog.core.grid import Keys
from epsilog.core.series_method import ChosenCoefficients
from epsilog.kinds.series.plan.kept import KeptDraw
from epsilog.ledger import Ledger
from epsilog.plan.planner import plan
from epsilog.publish.pipeline import publish
from epsilog.registry.asks import Query
from epsilog.roles.shape import PerStep
from epsilog.roles.spec import Spec, Spend
from series_scenes import DAYS, FIRST, books, request

ENDS = (Fraction(0), Fraction(10**6))
WARDS = Keys("ward", tuple(f"ward {at}" for at in range(300)))
AMONG = ChosenCoefficients("cosine", (1, DAYS - 1), Fraction(1, 10))
EDGE = 2**63 - 2**41  # the last coefficient of the victim, who comes every other day, is larger than that


def attack(epsilon: Fraction) -> Spec:
    entry = Query("sum", "paid", between=ENDS, grain=Fraction(1), by=(WARDS,), every="1d", shape=PerStep(AMONG))
    return request(entry, delta=Fraction(0), bound=Bounds(rows=DAYS), spend=Spend("pure", epsilon, Fraction(0)))


def cost(spec: Spec, terms) -> float:
    """What keeping all but one coefficient is expected to cost, as the choice counts it."""
    (draw,) = plan(spec, terms).draws
    assert isinstance(draw, KeptDraw)
    return math.sqrt(WARDS.size * (DAYS - 1) * draw.options[1].noise.variance)


def aimed(ledger: Ledger) -> Spec:
    """The epsilon that a requester picks: the public cost of a candidate is just below 2^63."""
    terms, epsilon = ledger.account("pure").terms, Fraction(1, 100)
    for _ in range(4):
        found = cost(attack(epsilon), terms) / (EDGE + 2**40)
        epsilon = Fraction(round(epsilon * Fraction(found) * 10**12), 10**12)
    assert EDGE < cost(attack(epsilon), terms) < 2**63
    return attack(epsilon)


@pytest.mark.parametrize("victim", [True, False])
def test_a_cost_below_the_end_of_a_word_does_not_tell_who_is_there(tmp_path, victim) -> None:
    """Both tables are drawn: the same release failed three times in three where one person was there."""
    row = [f"ann,{FIRST + dt.timedelta(days=day)},ward 0,{10**6 * (day % 2)}" for day in range(DAYS)]
    (tmp_path / "visits.csv").write_text("\n".join(["id,at,ward,paid", *(row if victim else [])]) + "\n")
    with books(str(tmp_path / "ledger.db")) as ledger:
        spec = aimed(ledger)
        for edition in ("1", "2", "3"):
            assert publish(replace(spec, edition=edition), ledger, base=tmp_path).result.values
