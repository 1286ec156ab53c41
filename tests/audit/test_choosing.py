"""Choices, quantiles, rankings and thresholds pass their own audit; each with a planted bug fails it.

False-alarm rate 1e-6 per audit. Draws come from the operating system, as in a release.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from epsilog.audit import audit
from epsilog.core.bounded import Bounded, Sensitivity
from epsilog.core.law import DiscreteGaussian, DiscreteLaplace
from epsilog.core.unknown import Seen
from epsilog.mechanisms.tables.choose import Choose
from epsilog.mechanisms.tables.flip import Flip
from epsilog.mechanisms.tables.grouped import GroupTop
from epsilog.mechanisms.tables.quantile import Quantile
from epsilog.mechanisms.tables.scored import Reach, Scored
from epsilog.mechanisms.tables.threshold import Threshold
from epsilog.noise import system

SURE = "0.999999"
EPSILON = Fraction(2)
EITHER, SAME = Reach.each(1), Reach.each(1, monotone=True)


def labels_of(mechanism: Any, utilities: list[int]) -> Any:
    data = Scored(tuple(range(len(utilities))), np.array(utilities), mechanism.covers)
    return mechanism(data, system).label


def judged(mechanism: Any, before: Any, after: Any, claim: Any, draw: Any = labels_of, samples: int = 4_000) -> Any:
    def answer(data: Any) -> Any:
        return draw(mechanism, data)

    return audit(answer, before, after, claim, samples=samples, confidence=SURE)


# One candidate rises and the others fall: twice the step between them. All rise: one step.
CROSS = ([2, 0, 0], [1, 1, 1])


@pytest.mark.parametrize("kind", [Choose, Flip])
def test_choices_pass(kind: Any) -> None:
    verdict = judged(kind(EPSILON, EITHER), *CROSS, kind(EPSILON, EITHER).charge)
    assert verdict.passed, str(verdict)
    assert verdict.findings  # it does look
    monotone = judged(kind(EPSILON, SAME), [1, 0, 0], [2, 0, 0], kind(EPSILON, SAME).charge)
    assert monotone.passed, str(monotone)


@pytest.mark.parametrize("kind", [Choose, Flip])
def test_a_choice_declared_monotone_that_is_not_fails(kind: Any) -> None:
    """Planted: hits minus misses declared as if they only grew."""
    lying = kind(EPSILON, SAME)
    assert not judged(lying, *CROSS, lying.charge).passed


def test_rankings_pass_and_one_charged_for_one_round_fails() -> None:
    """One unit is in half of all cells. Planted: twelve rounds for the price of one."""
    top, one = (GroupTop(k, "1/2", 1, Sensitivity.of_cells(24), groups=1, candidates=24) for k in (12, 1))
    before, after = [0] * 24, [1] * 12 + [0] * 12

    def raised(mechanism: GroupTop, utilities: list[int]) -> int:
        table = Bounded(tuple(range(24)), np.array(utilities), Fraction(1), mechanism.covers)
        return int((mechanism.grains(table, system) < 12).sum())

    verdict = judged(top, before, after, top.charge, raised, 2_000)
    assert verdict.passed, str(verdict)
    assert not judged(top, before, after, one.charge, raised, 8_000).passed


def bin_of(mechanism: Any, counts: list[int]) -> Any:
    data = Bounded(tuple(range(len(counts))), np.array(counts), Fraction(1), mechanism.covers)
    return int(mechanism(data, system).low)


def test_a_quantile_passes_and_units_with_more_rows_than_bounded_fail() -> None:
    """Planted: noise for one row, but one person has twelve."""
    one_row, twelve_rows = (Quantile("1/2", range(6), "1/2", rows) for rows in (1, 12))
    few, more = [6] * 5, [18, 6, 6, 6, 6]
    verdict = judged(twelve_rows, few, more, twelve_rows.charge, bin_of, 3_000)
    assert verdict.passed, str(verdict)
    assert judged(one_row, few, [7, 6, 6, 6, 6], one_row.charge, bin_of, 3_000).passed
    assert not judged(one_row, few, more, one_row.charge, bin_of, 3_000).passed


def shown_of(mechanism: Threshold, table: dict[str, int]) -> Any:
    counts = np.array(list(table.values()), dtype=np.int64)
    found = mechanism(Seen(tuple(table), counts, mechanism.cells), system)
    return dict(zip(found.keys, found.counts.tolist(), strict=True))


COMMON = {"flu": 9, "cold": 7}
WITH_ONE = {"flu": 10, "cold": 7, "plague": 1}


@pytest.mark.parametrize("law", [DiscreteLaplace(Fraction(2)), DiscreteGaussian(Fraction(6))], ids=str)
def test_thresholds_pass(law: Any) -> None:
    mechanism = Threshold.for_delta(law, 2, "0.02")
    for claim in (mechanism.charge, *([(1, mechanism.delta)] if isinstance(law, DiscreteLaplace) else [])):
        verdict = judged(mechanism, COMMON, WITH_ONE, claim, shown_of)
        assert verdict.passed, str(verdict)


def test_a_threshold_too_low_for_its_delta_fails() -> None:
    """Planted: the delta of twelve, drawn with four: a key of one unit shows far too often."""
    charged, drawn = Threshold(DiscreteLaplace(Fraction(2)), 2, 12), Threshold(DiscreteLaplace(Fraction(2)), 2, 4)
    assert not judged(drawn, COMMON, WITH_ONE, (1, charged.delta), shown_of).passed


def test_a_threshold_on_rows_instead_of_units_fails() -> None:
    """Planted: one person's nine rows counted nine times, so a key of that person alone shows."""
    mechanism = Threshold.for_delta(DiscreteLaplace(Fraction(2)), 1, "0.001")
    assert judged(mechanism, COMMON, {**COMMON, "plague": 1}, mechanism.charge, shown_of).passed
    assert not judged(mechanism, COMMON, {**COMMON, "plague": 12}, mechanism.charge, shown_of).passed


def test_keys_in_the_order_of_the_data_fail() -> None:
    """Planted: a table that lists its keys as the source found them; one unit's row comes first."""
    mechanism = Threshold(DiscreteLaplace(Fraction(2)), 2, 6)

    def unsorted(mechanism: Threshold, order: list[str]) -> Any:
        shown = shown_of(mechanism, dict.fromkeys(order, 30))
        return [order.index(key) == 0 for key in sorted(shown)] if shown else None

    def ordered(mechanism: Threshold, order: list[str]) -> Any:
        return [key == "cold" for key in shown_of(mechanism, dict.fromkeys(order, 30))]

    orders = ["flu", "cold"], ["cold", "flu"]
    assert judged(mechanism, *orders, mechanism.charge, ordered).passed
    assert not judged(mechanism, *orders, mechanism.charge, unsorted).passed
