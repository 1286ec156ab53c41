"""Whether ranges hold under bounds that a look found, and whether the look finds good ones.

Each test raises a false alarm with probability below 1e-6, and has a twin that must fail on a planted error.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction

import numpy as np
import pytest
from scipy.stats import binom

from epsilog.core.bounded import Bounded
from epsilog.core.bounds import BoundSearch, Crowd
from epsilog.core.origin import Origin
from epsilog.core.unit import Protect
from epsilog.plan.planner import plan
from epsilog.publish.drawing import draw_all
from epsilog.publish.stages import find_first, read_bounded
from epsilog.registry.draws import mechanism_of
from epsilog.roles.plan import Plan
from epsilog.roles.spec import Spec, Spend
from epsilog.show.result import Result, tables_of
from epsilog.sources import open_source
from epsilog.testing import seeded
from look_scenes import COLUMNS, TOWNS, frame, people, request

ALARM = 1e-6
ROWS = people([(1, 1)] * 900 + [(3, 3)] * 80 + [(8, 1)] * 50 + [(30, 3)] * 9)


class Remembered:
    """The real source, each of its answers computed once."""

    def __init__(self) -> None:
        self.told: list[Bounded] = []
        self.known: dict[str, list[tuple[Bounded, ...]]] = {}

    def crowds(self, crowds: Sequence[Crowd], protect: Protect, *, progress: object = None) -> list[Bounded]:
        if not self.told:
            with open_source(Origin(None, COLUMNS), frame=frame(ROWS)) as source:
                self.told = source.crowds(crowds, protect)
        return self.told

    def exact(self, spec: Spec) -> list[tuple[Bounded, ...]]:
        if repr(spec.bound) not in self.known:
            with open_source(Origin(None, COLUMNS), frame=frame(ROWS)) as source:
                self.known[repr(spec.bound)] = read_bounded(spec, source, lambda done, total: None)
        return self.known[repr(spec.bound)]


SOURCE = Remembered()


def releases(made: Plan, draws: int) -> list[Result]:
    rng, found = seeded(11), []
    for _ in range(draws):
        one = find_first(made, SOURCE, rng, lambda done, total: None)  # type: ignore[arg-type]
        grains = draw_all([mechanism_of(draw) for draw in one.draws], one, SOURCE.exact(one.spec), rng)
        found.append(Result(one, grains, "2026-11-17T00:00:00+00:00", (), True))
    return found


def asked(spend: Spend) -> Plan:
    return plan(request(spend=spend, glance=BoundSearch(6)))


def hits(spend: Spend, draws: int, narrower: float = 1) -> tuple[int, int, Counter[str]]:
    """How many ranges hold the bounded answer under the bound that was found, of how many; which bounds were."""
    inside = total = 0
    bounds: Counter[str] = Counter()
    for result in releases(asked(spend), draws):
        bound = repr(result.plan.spec.bound)
        bounds[bound] += 1
        [[table]] = SOURCE.exact(result.plan.spec)
        truth = np.asarray(table.values, dtype=float) * float(table.grain)
        [shown] = tables_of(result)
        low, high = (np.array(shown.figures(name).floats()) for name in ("low", "high"))
        middle, half = (low + high) / 2, (high - low) / 2 / narrower
        inside += int(((middle - half <= truth) & (truth <= middle + half)).sum())
        total += truth.size
    return inside, total, bounds


ZCDP = Spend("clinic", Fraction(1, 5), Fraction(1, 10**6))
PURE = Spend("clinic", Fraction(1, 5))


@pytest.mark.parametrize("spend", [ZCDP, PURE], ids=["gaussian", "laplace"])
def test_ranges_under_a_found_bound_hold_as_stated(spend: Spend) -> None:
    """Not conditional on the bound: different ones are found, and the noise of the table is fresh."""
    inside, total, bounds = hits(spend, 60)
    assert len(bounds) >= 2
    assert binom.cdf(inside, total, 0.95) > ALARM


def test_ranges_half_as_wide_would_not() -> None:
    inside, total, _ = hits(ZCDP, 60, narrower=2)
    assert binom.cdf(inside, total, 0.95) <= ALARM


@pytest.mark.nightly
def test_a_rich_look_finds_a_bound_as_good_as_the_best() -> None:
    """With little noise, what is chosen errs no more than a third above the best of all bounds, every time."""
    made = asked(Spend("clinic", Fraction(20), Fraction(1, 10**6)))
    truth = np.array([Counter(row[1] for row in ROWS)[town] for town in TOWNS], dtype=float)

    def error(option: Plan) -> float:
        [[table]] = SOURCE.exact(option.spec)
        lost = truth - np.asarray(table.values, dtype=float) * float(table.grain)
        return float(np.sqrt((lost**2).mean() + option.draws_of(0)[0].noise.deviation ** 2))

    errors = [error(option) for option in made.options]
    assert max(error(result.plan) for result in releases(made, 12)) <= 1.34 * min(errors)
    assert max(errors) > 2 * min(errors)  # so there was something to be chosen
