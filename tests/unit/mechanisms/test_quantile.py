"""Quantiles: what is refused, what never fails, and answers on data where the truth is plain."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from epsilog.accounting.within import exponential_within
from epsilog.core.bounded import Bounded, Sensitivity
from epsilog.core.charge import BoundedRange, Repeated
from epsilog.core.grid import Bins
from epsilog.errors import SensitivityExceeded, SpecError
from epsilog.mechanisms.tables.grouped import GroupQuantiles
from epsilog.mechanisms.tables.quantile import Quantile
from epsilog.noise import Randomness
from epsilog.testing import check_charge, seeded

SECRET = 987654321
EDGES = tuple(range(0, 110, 10))


def histogram(counts, sensitivity=None, grain=Fraction(1)):
    return Bounded(
        tuple(range(len(counts))),
        np.array(counts, dtype=np.int64),
        grain,
        sensitivity or Sensitivity.of_rows(1),
    )


def median(rows=1, epsilon=Fraction(1)):
    return Quantile("1/2", EDGES, epsilon, rows)


def test_refuses_more_rows_than_covered_whatever_their_cells():
    mechanism = median(rows=2)
    for too_much in (Sensitivity.of_rows(3), Sensitivity.of_cells(3)):
        with pytest.raises(SensitivityExceeded) as refusal:
            mechanism(histogram([SECRET] * 10, too_much), Randomness())
        assert str(SECRET) not in str(refusal.value)
    for enough in (Sensitivity.of_cells(2), Sensitivity.of_rows(2), Sensitivity.of_cells(1)):
        mechanism(histogram([SECRET] * 10, enough), Randomness())


def test_refuses_another_grain_and_another_number_of_bins():
    mechanism = median()
    with pytest.raises(SpecError, match="grain"):
        mechanism(histogram([1] * 10, grain=Fraction(1, 2)), Randomness())
    for bins in (0, 9, 11):
        with pytest.raises(SpecError, match="bins"):
            mechanism(histogram([SECRET] * bins), Randomness())


@pytest.mark.parametrize("share", [0, 1, -1, 2, float("nan"), True, "0x1", "1e-320", "1/10001", None, -0.0])
def test_bad_shares_are_refused(share):
    with pytest.raises(SpecError, match="share"):
        Quantile(share, EDGES, 1, 1)
    with pytest.raises(SpecError, match="share"):
        GroupQuantiles((share,), EDGES, 1, 1)
    with pytest.raises(SpecError, match="shares"):
        GroupQuantiles((), EDGES, 1, 1)


@pytest.mark.parametrize(
    "edges", [(), (1,), (1, 1), (2, 1), (0, float("nan")), (0, float("inf")), "01", 5, tuple(range(1002))]
)
def test_bad_edges_are_refused(edges):
    for make in (lambda e: Quantile("1/2", e, 1, 1), lambda e: GroupQuantiles(("1/2",), e, 1, 1)):
        with pytest.raises(SpecError, match="edges"):
            make(edges)


@pytest.mark.parametrize(("field", "value"), [("epsilon", 0), ("epsilon", "nan"), ("rows", 0), ("rows", 1.5)])
def test_bad_prices_and_rows_are_refused(field, value):
    given = {"epsilon": 1, "rows": 1, field: value}
    with pytest.raises(SpecError, match=field):
        Quantile("1/2", EDGES, **given)
    with pytest.raises(SpecError, match=field):
        GroupQuantiles(("1/2",), EDGES, **given)


@pytest.mark.parametrize(
    "counts",
    [[0] * 10, [1] + [0] * 9, [0] * 9 + [2**63 - 1], [-(2**63)] * 10, [2**63 - 1, -(2**63)] * 5, [SECRET] * 10],
    ids=["empty", "one row", "full", "negative", "mixed", "many"],
)
def test_every_table_is_answered_on_the_grid(counts):
    answer = median()(histogram(counts), Randomness())
    assert (answer.low, answer.high) in [(Fraction(a), Fraction(a + 10)) for a in range(0, 100, 10)]


def test_plain_truths_at_a_large_epsilon():
    counts = [10, 0, 0, 40, 0, 0, 0, 45, 0, 5]
    for share, low in (("1/20", 0), ("1/2", 30), ("3/5", 70), ("99/100", 90)):
        if share == "1/2":  # the 50th of 100 rows ends the fourth bin; the empty ones after it hold that rank too
            assert Quantile(share, EDGES, 1000, 1)(histogram(counts), Randomness()).low in (30, 40, 50, 60, 70)
        else:
            assert Quantile(share, EDGES, 1000, 1)(histogram(counts), Randomness()).low == low
    twentieths = GroupQuantiles(tuple(Fraction(i, 20) for i in range(1, 20, 2)), EDGES, 1000, 1)
    assert twentieths.grains(histogram([10] * 10), Randomness()).tolist() == list(range(10))


def test_bins_of_a_grid_are_bins_of_a_quantile():
    bins = Bins("systolic", tuple(map(Fraction, (80, 120, 140, 220))))
    answer = Quantile("1/2", bins.edges, 1000, 1)(histogram([5, 50, 5]), seeded(1))
    assert (answer.low, answer.high, answer.reproducible) == (120, 140, True)


def test_charges_and_rates():
    one, many = median(3, Fraction(1, 2)), GroupQuantiles(("1/4", "1/2"), EDGES, Fraction(1, 2), 3)
    assert one.charge == BoundedRange(Fraction(1, 2))
    assert many.charge == Repeated(BoundedRange(Fraction(1, 2)), 2)
    assert one.rate == Fraction(1, 2) / (2 * 3 * 1)
    assert Quantile("9/10", EDGES, 1, 1).rate == Fraction(1, 18)
    assert Quantile("1/10", EDGES, 1, 1).rate == Fraction(1, 18)
    for mechanism in (one, many):
        assert check_charge(mechanism.charge).count == 7
        assert mechanism.covers == Sensitivity(3, 9)


def test_rows_off_is_the_bound_of_the_choice_in_rows():
    one = median(1, "1/10")
    assert one.rows_off("0.05") == Fraction(exponential_within(one.rate, 10, "0.05"), 2)
    assert 50 < one.rows_off("0.05") < 52  # ln(9 · 19)/0.1
    assert median(2, "1/10").rows_off("0.05") > 2 * one.rows_off("0.05") - 2
    with pytest.raises(SpecError, match="miss"):
        one.rows_off(0)
