"""How often a key of one unit alone shows, and whether ranges hold for keys that had to pass a threshold.

Each test raises a false alarm with probability below 1e-6, and has a twin that must fail on a planted error.
"""

from __future__ import annotations

import math
from dataclasses import replace
from fractions import Fraction

import numpy as np
from scipy.stats import binom

from epsilog.core.unknown import Seen, Unknown
from epsilog.first.keys.draw import threshold_of
from epsilog.first.keys.plan import PlannedKeys, finds_of
from epsilog.plan.planner import plan
from epsilog.publish.drawing import draw_all
from epsilog.publish.stages import find_first, read_bounded
from epsilog.registry.asks import Query
from epsilog.registry.draws import mechanism_of
from epsilog.roles.plan import Plan
from epsilog.roles.spec import Spec, Spend
from epsilog.testing import seeded
from unknown_scenes import Counted, request

ALARM = 1e-6


def asking(events: str) -> Spec:
    spend = Spend("clinic", Fraction(1), Fraction(1, 10**6), Fraction(events))
    return request(Query("persons", by=(Unknown("what"),)), spend=spend)


def shows(find: PlannedKeys, draws: int, seed: int) -> int:
    """How often any of the keys shows that one unit alone has: as many as the bound allows."""
    mechanism, rng = threshold_of(find), seeded(seed)
    alone = Seen(tuple(f"key {at}" for at in range(find.cells)), np.ones(find.cells, dtype=np.int64), find.cells)
    return sum(bool(mechanism(alone, rng).keys) for _ in range(draws))


def test_a_key_of_one_unit_alone_shows_no_more_often_than_is_paid_for() -> None:
    [find] = finds_of(plan(asking("0.02")))
    assert float(find.delta) <= 0.02
    assert binom.sf(shows(find, 6_000, 1) - 1, 6_000, float(find.delta)) > ALARM


def test_a_threshold_a_little_lower_would_be_noticed() -> None:
    [find] = finds_of(plan(asking("0.02")))
    lower = replace(find, threshold=find.threshold - find.threshold // 4)
    assert binom.sf(shows(lower, 6_000, 2) - 1, 6_000, float(find.delta)) <= ALARM


def covered(asked: Plan, fresh: bool) -> tuple[int, int]:
    """How often the range holds the true number, of how many draws that show a key just below the threshold."""
    [find], [draw], rng = finds_of(asked), asked.draws_of(0), seeded(3)
    margin = int(draw.noise.margin(asked.spec.confidence))
    true = find.threshold - 2 * margin // 3
    source = Counted({"flu": true})
    hit = shown = 0
    for _ in range(2_500):
        if fresh:
            made = find_first(asked, source, rng, lambda done, total: None)  # type: ignore[arg-type]
            exact = read_bounded(made.spec, source, lambda done, total: None)  # type: ignore[arg-type]
            [values] = draw_all([mechanism_of(draw)], made, exact, rng)
        else:
            [seen] = source.seen(asked.spec.looks(), asked.spec.protect, asked.spec.bound)
            values = threshold_of(find)(seen, rng).counts
        shown += len(values)
        hit += sum(abs(int(value) - true) <= margin for value in values)
    return hit, shown


def test_ranges_of_keys_that_passed_the_threshold_hold_as_stated() -> None:
    hit, shown = covered(plan(asking("1e-6")), fresh=True)
    assert shown > 100
    assert binom.cdf(hit, shown, 0.95) > ALARM


def test_ranges_around_the_count_that_passed_would_not() -> None:
    hit, shown = covered(plan(asking("1e-6")), fresh=False)
    assert shown > 100
    assert binom.cdf(hit, shown, 0.95) <= ALARM


def test_the_numbers_at_which_keys_show_are_those_of_the_exact_law() -> None:
    [find] = finds_of(plan(asking("1e-6")))
    law = threshold_of(find).law

    def seen(count: int) -> float:
        """P(count + Z >= threshold), added up."""
        return 1 - math.fsum(law.pmf(np.arange(find.threshold - count - 3_000, find.threshold - count)).tolist())

    half, sure = find.shown(Fraction(1, 2)), find.shown(Fraction(95, 100))
    assert seen(half) >= 0.5 > seen(half - 1)
    assert seen(sure) >= 0.95 > seen(sure - 2)
