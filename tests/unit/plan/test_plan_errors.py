"""Errors asked for: met at the least price by the exact laws, or refused with what they would need."""

from __future__ import annotations

from fractions import Fraction

import pytest

from epsilog.core.bounds import Bounds
from epsilog.core.law import DiscreteGaussian, DiscreteLaplace, Noise
from epsilog.core.unit import Unit
from epsilog.errors import BudgetExceeded, SpecError
from epsilog.kinds.mean.plan import MeanError
from epsilog.plan.planner import ASSUMED_ROWS, margin, plan
from epsilog.registry.asks import Query
from epsilog.roles.plan import Plan
from plan_specs import PRESSURE, REGIONS, clinic, request

COUNT = Query("rows", by=(REGIONS,), error=Fraction(20))


def mean(**more: object) -> Query:
    given = {"between": PRESSURE, "error": Fraction(1), "expect": Fraction(1000)} | more
    return Query("mean", "systolic", **given)  # type: ignore[arg-type]


@pytest.mark.parametrize("delta", [0, "1e-6"])
@pytest.mark.parametrize("error", [1, 6, 20, 333])
def test_an_error_is_met_and_one_percent_more_noise_would_break_it(error: int, delta: object) -> None:
    query = Query("rows", by=(REGIONS,), error=Fraction(error))
    planned = plan(request(query, bound=Bounds(rows=4), epsilon=None, delta=delta))
    assert margin(planned, 0) == error
    (draw,) = planned.draws
    wider = draw.parameter * Fraction(101, 100)
    law = DiscreteLaplace(wider) if draw.law == "laplace" else DiscreteGaussian(wider)
    assert Noise(law, draw.grain).margin("0.95") > error


def test_without_an_epsilon_the_plan_says_which_one_it_takes() -> None:
    planned = plan(request(Query("rows", error=Fraction(6)), unit=Unit("row"), epsilon=None))
    assert float(planned.share.epsilon) == pytest.approx(0.4569, abs=1e-4)
    assert "plan.why.epsilon.pure" in {one.key for one in planned.reasons}
    shared = plan(request(Query("rows", error=Fraction(6)), epsilon=None), clinic())
    assert shared.share.delta == Fraction(1, 10**6)
    assert shared.price.main <= shared.share.cap


def test_a_relative_error_is_a_share_of_the_typical_number() -> None:
    asked = Query("rows", error=Fraction(1, 20), relative=True, expect=Fraction(400))
    absolute = Query("rows", error=Fraction(20))
    plans = [plan(request(query, epsilon=None)) for query in (asked, absolute)]
    assert plans[0].draws[0].parameter == plans[1].draws[0].parameter


def test_errors_are_met_first_and_the_rest_goes_to_the_others() -> None:
    other = Query("rows", name="other")
    alone = plan(request(COUNT, bound=Bounds(rows=4), epsilon=None)).draws[0]
    both = plan(request(COUNT, other, bound=Bounds(rows=4), epsilon=1))
    assert both.draws[0] == alone
    assert both.price.main == both.share.cap
    assert both.draws[1].charge.pure() == both.share.cap - (alone.charge.pure() or 0)


def test_what_errors_do_not_need_stays_unspent_and_is_said() -> None:
    planned = plan(request(COUNT, epsilon=1))
    assert planned.share.epsilon == 1
    assert planned.price.main < planned.share.cap / 2
    (left,) = [one for one in planned.reasons if one.key == "plan.why.left"]
    assert float(dict(left.values)["left"]) == pytest.approx(100 * (1 - planned.price.main / 1e12), abs=0.1)


@pytest.mark.parametrize(("delta", "words"), [(0, "epsilon 0.1"), ("1e-6", "at delta 1e-06")])
def test_errors_that_need_more_are_refused_with_what_they_would_need(delta: object, words: str) -> None:
    spec = request(COUNT, epsilon="0.1", delta=delta)
    with pytest.raises(BudgetExceeded, match=words) as caught:
        plan(spec)
    assert caught.value.where == "spend.epsilon"
    needed = caught.value.what.split("need epsilon ")[1].split(",")[0].split(" ")[0]
    assert plan(request(COUNT, epsilon=needed, delta=delta)).price.main > 0
    with pytest.raises(BudgetExceeded):
        plan(request(COUNT, epsilon=Fraction(needed) * Fraction(999, 1000), delta=delta))


def test_an_error_that_leaves_nothing_for_the_others_is_refused() -> None:
    alone = plan(request(COUNT, epsilon=None))
    exactly = Fraction(alone.price.main, 10**12)
    assert plan(request(COUNT, epsilon=exactly)).price.main == alone.price.main
    with pytest.raises(BudgetExceeded):
        plan(request(COUNT, Query("rows", name="other"), epsilon=exactly))


# Means.


def miss(planned: Plan, rows: object, within: float) -> float:
    total, count = planned.draws
    reach = total.contribution.reach
    error = MeanError(total.noise.law, count.noise.law, rows, reach)  # type: ignore[arg-type]
    return error.miss(within / float(total.grain))


@pytest.mark.parametrize("delta", [0, "1e-6"])
def test_the_error_of_a_mean_is_met_at_the_expected_rows_and_hardly_more(delta: object) -> None:
    planned = plan(request(mean(), bound=Bounds(rows=4), epsilon=None, delta=delta))
    assert 0.0499 < miss(planned, 1000, 1.0) <= 0.05
    assert margin(planned, 0) == pytest.approx(1, rel=1e-4)
    assert miss(planned, 2000, 1.0) < 0.05 < miss(planned, 900, 1.0)


@pytest.mark.parametrize("law", ["laplace", "gaussian"])
@pytest.mark.parametrize(
    ("rows", "error", "confidence"),
    [(30, "20", "0.999"), (5, "69", "0.95"), (10**6, "0.001", "0.5"), (5, "69", "0.99999"), (3000, "60", "0.95")],
)
def test_the_edge_is_found_from_wherever_the_search_begins(
    rows: int, error: str, confidence: str, law: str
) -> None:
    query = mean(error=Fraction(error), expect=Fraction(rows), mechanism=law)
    planned = plan(
        request(query, bound=Bounds(rows=2), epsilon=None, delta="1e-6", confidence=Fraction(confidence))
    )
    allowed = 1 - float(Fraction(confidence))
    assert 0.99 * allowed < miss(planned, rows, float(error)) <= allowed * (1 + 1e-9)


def test_confidence_beyond_what_is_summed_up_is_not_claimed() -> None:
    spec = request(mean(), epsilon=None, delta="1e-6", confidence=1 - Fraction(1, 10**13))
    with pytest.raises(SpecError, match="no noise is small enough") as caught:
        plan(spec)
    assert caught.value.where == "publish[0].error"
    # Where one law cannot meet an error and the other can, the other is taken.
    hard = {"error": Fraction(1, 100), "expect": Fraction(2)}
    assert {draw.law for draw in plan(request(mean(**hard), epsilon=None, delta="1e-6")).draws} == {"laplace"}
    with pytest.raises(SpecError):
        plan(request(mean(mechanism="gaussian", **hard), epsilon=None, delta="1e-6"))


def test_a_relative_error_of_a_mean_is_a_share_of_its_range() -> None:
    shares = plan(request(mean(error=Fraction(1, 140), relative=True), epsilon=None))
    assert shares.price == plan(request(mean(), epsilon=None)).price


def test_the_error_of_a_mean_needs_a_number_of_rows() -> None:
    with pytest.raises(SpecError, match="how many rows") as caught:
        plan(request(mean(expect=None), epsilon=None))
    assert caught.value.where == "publish[0].error"
    assert "expect" in caught.value.hint
    with pytest.raises(SpecError, match="half the declared range"):
        plan(request(mean(error=Fraction(70)), epsilon=None))


def test_without_expect_the_margin_of_a_mean_is_stated_for_assumed_rows() -> None:
    query = Query("mean", "systolic", between=PRESSURE)
    planned = plan(request(query, epsilon=1))
    assert margin(planned, 0) == margin(planned, 0, rows=ASSUMED_ROWS)
    assert margin(planned, 0, rows=10) == 70  # nothing but the range is known
    errors = [margin(planned, 0, rows=rows) for rows in (100, 1000, 10_000, 10**6)]
    assert errors == sorted(errors, reverse=True)
    assert errors[3] == pytest.approx(errors[2] / 100, rel=0.05)


@pytest.mark.parametrize("delta", [0, "1e-6"])
def test_noise_of_next_to_nothing_has_a_margin_of_next_to_nothing(delta: object) -> None:
    planned = plan(
        request(Query("mean", "systolic", between=PRESSURE, grain=Fraction(10)), epsilon=10**5, delta=delta)
    )
    assert margin(planned, 0) < 1e-6


def test_a_wide_law_is_thinned_without_moving_the_margin() -> None:
    # Ten times the noise on ten times the rows: the same relative law, once listed whole and once thinned.
    small = MeanError(DiscreteLaplace(Fraction(7000)), DiscreteLaplace(Fraction(100)), 10**4, 70)
    large = MeanError(DiscreteLaplace(Fraction(700_000)), DiscreteLaplace(Fraction(10_000)), 10**6, 70)
    assert large.margin("0.95") == pytest.approx(small.margin("0.95"), rel=1e-3)
    gauss = MeanError(DiscreteGaussian(Fraction(7000**2)), DiscreteGaussian(Fraction(100**2)), 10**4, 70)
    wide = MeanError(DiscreteGaussian(Fraction(700_000**2)), DiscreteGaussian(Fraction(10_000**2)), 10**6, 70)
    assert wide.margin("0.95") == pytest.approx(gauss.margin("0.95"), rel=1e-3)


def test_the_tail_of_the_sum_is_the_same_summed_and_integrated() -> None:
    below = MeanError(DiscreteGaussian(Fraction(999**2)), DiscreteLaplace(Fraction(1, 50)), 1000, 10)
    above = MeanError(DiscreteGaussian(Fraction(1001**2)), DiscreteLaplace(Fraction(1, 50)), 1000, 10)
    assert above.margin("0.95") / below.margin("0.95") == pytest.approx(1001 / 999, rel=1e-3)
    # Without noise in the rows it is the margin of the sum over the rows.
    alone = Noise(DiscreteGaussian(Fraction(999**2)), Fraction(1)).margin("0.95")
    assert below.margin("0.95") == pytest.approx(alone / 1000, rel=1e-3)
