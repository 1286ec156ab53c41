"""Plans: the worked numbers of the handbook, the account's currency, the division, what is refused."""

from __future__ import annotations

import datetime as dt
import math
import subprocess
import sys
from dataclasses import replace
from fractions import Fraction

import pytest

from epsilog.accounting import zcdp
from epsilog.accounting.allowance import Allowance
from epsilog.accounting.filter import Filter
from epsilog.core.bounds import Bounds
from epsilog.core.charge import Laplace
from epsilog.core.during import During
from epsilog.core.unit import Unit
from epsilog.errors import BudgetExceeded, CurrencyMismatch, EpsilogError, PrivacyError, SpecError
from epsilog.ledger.terms import Terms
from epsilog.plan.planner import margin, plan
from epsilog.plan.stored import read_plan
from epsilog.registry.asks import Query
from epsilog.roles.plan import Plan
from plan_specs import NOWHERE, PATIENT, PRESSURE, REGIONS, YEAR, clinic, request

ROW = Unit("row")
SUM = Query("sum", "income", between=(Fraction(0), Fraction(1000)))
MEAN = Query("mean", "systolic", between=PRESSURE)


def keys(planned: Plan) -> set[str]:
    return {remark.key for remark in (*planned.reasons, *planned.warnings)}


# The handbook's numbers: A2, B1, F1, F2, H4.


def test_a_count_at_a_tenth_has_scale_ten() -> None:
    planned = plan(request(Query("rows"), unit=ROW, epsilon="0.1"))
    assert (planned.draws[0].law, planned.draws[0].parameter) == ("laplace", 10)
    assert planned.price.main == planned.share.cap == 10**11


def test_a_sum_of_incomes_up_to_a_thousand_has_scale_two_thousand() -> None:
    (draw,) = plan(request(SUM, unit=ROW)).draws
    assert draw.contribution.sensitivity.l1 * draw.grain == 1000
    assert draw.parameter * draw.grain == 2000


def test_counts_over_time_move_by_one_row_or_by_a_whole_trajectory() -> None:
    minutes = Query("rows", every="1h", during=During("visited_at", dt.date(2026, 1, 1), dt.date(2026, 1, 1)))
    assert plan(request(minutes, unit=ROW)).draws[0].contribution.sensitivity.l1 == 1
    everywhere = plan(request(minutes, bound=Bounds(cells=24, rows_per_cell=1))).draws[0]
    assert everywhere.contribution.sensitivity.l1 == 24
    assert everywhere.parameter == 24 / Fraction(1, 2)


def test_counts_by_region_have_scale_one_over_epsilon() -> None:
    (draw,) = plan(request(Query("rows", by=(REGIONS,)), unit=ROW, epsilon="0.25")).draws
    assert (draw.contribution.sensitivity.l1, draw.parameter) == (1, 4)


def test_a_mean_under_replacement_has_the_width_of_its_range_as_sensitivity() -> None:
    total, count = plan(request(MEAN, unit=Unit("row", neighbours="replace"))).draws
    assert total.contribution.sensitivity.l1 * total.grain == 220 - 80
    assert count.contribution.sensitivity.l1 == 2
    # Both move by 2 in rows at their furthest, so each gets half of epsilon: the scale of the sum is 140/(ε/2).
    assert total.parameter * total.grain == 140 / Fraction(1, 4)


def test_the_error_of_a_count_at_a_half_is_two_on_average_and_six_at_most() -> None:
    planned = plan(request(Query("rows"), unit=ROW))
    assert planned.draws[0].parameter == 2
    assert margin(planned, 0) == 6
    assert planned.draws[0].noise.mean_absolute == pytest.approx(2, rel=0.05)


def test_ten_entries_cost_ten_times_as_much() -> None:
    one = Query("rows", error=Fraction(10))
    ten = tuple(Query("rows", error=Fraction(10), name=f"n{at}") for at in range(10))
    for delta in (0, "1e-6"):
        single = plan(request(one, unit=ROW, epsilon=None, delta=delta)).price
        assert plan(request(*ten, unit=ROW, epsilon=None, delta=delta)).price.main == 10 * single.main


# Soundness 3, 7, 8.


def test_twenty_cells_in_each_of_two_months_are_paid_in_both_and_forty_in_all() -> None:
    both = During("visited_at", dt.date(2026, 1, 15), dt.date(2026, 2, 14))
    query = Query("rows", by=(REGIONS,), every="1d", during=both)
    planned = plan(
        request(query, unit=Unit("patient_id", per="1mo"), bound=Bounds(cells=20, rows_per_cell=1), delta="1e-6")
    )
    assert planned.blocks == ("2026-01", "2026-02")
    assert planned.draws[0].contribution.sensitivity.l1 == 20
    # A person for life has forty cells, and the plan for that unit says so.
    whole = plan(request(query, bound=Bounds(cells=40, rows_per_cell=1), delta="1e-6"))
    assert whole.blocks == ()
    assert whole.draws[0].contribution.sensitivity.l1 == 40
    assert "plan.warn.period" in keys(planned)


def test_a_share_is_priced_through_the_conversion_and_not_as_an_approximate_charge() -> None:
    planned = plan(request(Query("rows"), delta="1e-6"), clinic())
    assert planned.share.cap / 1e12 == pytest.approx(0.006642, abs=1e-6)
    assert planned.price.main == planned.share.cap
    assert planned.price.delta == 0


def test_a_share_without_a_delta_is_read_at_the_accounts_own_conversion_delta() -> None:
    terms = clinic(for_events="5e-7")
    planned = plan(request(Query("rows"), epsilon=1), terms)
    assert planned.share.cap / 1e12 == pytest.approx(0.02294, abs=1e-5)
    assert planned.share.delta == Fraction(5, 10**7)
    assert planned.share.cap == terms.allowance.cap


def test_laplace_on_twenty_cells_is_charged_by_its_squares() -> None:
    query = Query("rows", by=(REGIONS,), every="1d", during=YEAR, mechanism="laplace")
    (draw,) = plan(request(query, bound=Bounds(cells=20, rows_per_cell=1), epsilon=1, delta="1e-6")).draws
    rho = draw.charge.price().rho
    assert Laplace(20, 20, 20).price().rho / 1e12 == pytest.approx(0.025, abs=1e-3)
    # The same price taken as pure epsilon would need a scale about four times as wide.
    pure = 20 / math.sqrt(2 * rho / 1e12)
    assert float(draw.parameter) == pytest.approx(math.sqrt(20 / (2 * rho / 1e12)), rel=1e-2)
    assert float(draw.parameter) < 0.25 * pure


# The currency decides the law.


def test_a_pure_share_has_laplace_noise_and_refuses_gaussian() -> None:
    planned = plan(request(Query("rows")))
    assert planned.share.coin == "pure"
    assert planned.draws[0].law == "laplace"
    assert "plan.why.pure" in keys(planned)
    for terms in (None, clinic(delta=0)):
        with pytest.raises(CurrencyMismatch, match="delta = 0") as caught:
            plan(request(Query("rows", mechanism="gaussian")), terms)
        assert caught.value.where == "publish[0].mechanism"


def test_auto_takes_the_law_with_the_smaller_margin_and_says_so() -> None:
    for epsilon, confidence, law in (
        ("0.5", "0.95", "gaussian"),
        (20, "0.95", "laplace"),
        ("0.05", "0.1", "laplace"),
    ):
        specs = {
            mechanism: request(
                Query("rows", by=(REGIONS,), mechanism=mechanism),  # type: ignore[arg-type]
                bound=Bounds(cells=1, rows_per_cell=1),
                epsilon=epsilon,
                delta="1e-6",
                confidence=Fraction(confidence),
            )
            for mechanism in ("auto", "gaussian", "laplace")
        }
        plans = {name: plan(spec) for name, spec in specs.items()}
        assert plans["auto"].draws[0].law == law
        assert margin(plans["auto"], 0) == min(margin(plans["gaussian"], 0), margin(plans["laplace"], 0))
        assert f"plan.why.auto.{law}" in keys(plans["auto"])
        assert "plan.why.asked.laplace" in keys(plans["laplace"])


def test_a_pure_account_wants_no_delta_and_places_pay_for_no_persons() -> None:
    with pytest.raises(SpecError, match="delta = 0"):
        plan(request(Query("rows"), delta="1e-6"), clinic(delta=0))
    places = Terms(PATIENT, Allowance.per_metre("0.01"), zone="Asia/Shanghai")
    with pytest.raises(CurrencyMismatch, match="places"):
        plan(request(Query("rows")), places)


def test_the_request_must_repeat_who_is_protected() -> None:
    for unit, zone in ((Unit("row"), "Asia/Shanghai"), (PATIENT, "UTC"), (Unit("patient_id", per="1y"), "UTC")):
        days = {"during": YEAR} if unit.per else {}
        with pytest.raises(PrivacyError, match="protects"):
            plan(request(Query("rows", **days), unit=unit, zone=zone), clinic())  # type: ignore[arg-type]


# Division of the budget.


def test_equal_entries_get_equal_parts_and_weights_move_them() -> None:
    one, two = Query("rows", name="one"), Query("rows", name="two", weight=Fraction(8))
    pure = [draw.charge.pure() for draw in plan(request(one, two, unit=ROW, epsilon=3)).draws]
    assert pure == [10**12, 2 * 10**12]  # the cube root of 8
    four = Query("rows", name="two", weight=Fraction(4))
    rho = [draw.charge.price().rho for draw in plan(request(one, four, unit=ROW, delta="1e-6")).draws]
    assert rho[1] / rho[0] == pytest.approx(2, rel=1e-9)  # the square root of 4


def test_the_grain_and_the_unit_of_a_sum_do_not_move_the_division() -> None:
    for grain in ("1", "0.01", "0.0001"):
        income = Query("sum", "income", between=(Fraction(0), Fraction(1000)), grain=Fraction(grain))
        prices = [draw.charge.price().rho for draw in plan(request(Query("rows"), income, delta="1e-6")).draws]
        assert prices[0] == pytest.approx(prices[1], rel=1e-9)


def test_many_cells_pull_by_their_norms() -> None:
    cells = Query("rows", by=(REGIONS,), name="cells")
    total = Query("rows", name="total")
    bound = Bounds(cells=4, rows_per_cell=1)
    wide, narrow = plan(request(cells, total, bound=bound, delta="1e-6")).draws
    assert (wide.contribution.sensitivity.l2_squared, narrow.contribution.sensitivity.l2_squared) == (4, 1)
    assert wide.charge.price().rho / narrow.charge.price().rho == pytest.approx(2, rel=1e-9)


def test_sum_and_rows_of_a_mean_get_the_same_part() -> None:
    for delta in (0, "1e-6"):
        planned = plan(request(MEAN, delta=delta))
        total, count = (Filter(planned.share).price(draw.charge).main for draw in planned.draws)
        assert abs(total - count) <= 1
    # Under replacement the sum may move up and down, so its square is twice that of the count.
    total, count = (
        draw.charge.price().rho
        for draw in plan(request(MEAN, unit=Unit("row", neighbours="replace"), delta="1e-6")).draws
    )
    assert total / count == pytest.approx(math.sqrt(2), rel=1e-9)


@pytest.mark.parametrize("delta", [0, "1e-6"])
def test_no_other_division_of_a_mean_has_a_shorter_widest_interval(delta: object) -> None:
    from epsilog.kinds.mean.plan import MeanError
    from epsilog.roles.budget import parameter_for

    planned = plan(request(MEAN, delta=delta))
    coin = "zcdp" if delta else "pure"
    best = margin(planned, 0, rows=100_000)
    vectors = planned.draws

    def other(part: float) -> float:
        laws = []
        for draw, share in zip(vectors, (part, 1 - part), strict=True):
            units = int(planned.share.cap * share)
            value = parameter_for(units, draw.contribution.sensitivity, draw.law, coin)  # type: ignore[arg-type]
            laws.append(replace(draw, parameter=value).noise.law)  # type: ignore[attr-defined, type-var]
        error = MeanError(laws[0], laws[1], 100_000, vectors[0].contribution.reach)
        return error.margin("0.95") * float(vectors[0].grain)

    assert other(0.5) == pytest.approx(best, rel=1e-6)
    assert all(other(part) > best for part in (0.3, 0.4, 0.6, 0.7))


# Blocks.


def test_blocks_cover_the_days_of_all_entries_by_the_wall_clock() -> None:
    unit = Unit("patient_id", per="1mo")
    first = Query("rows", during=During("visited_at", dt.date(2026, 1, 31), dt.date(2026, 2, 1)), name="a")
    second = Query("rows", during=During("visited_at", dt.date(2026, 11, 1), dt.date(2026, 11, 1)), name="b")
    assert plan(request(first, second, unit=unit), None).blocks == ("2026-01", "2026-02", "2026-11")
    day = During("visited_at", dt.date(2026, 3, 29), dt.date(2026, 3, 30))
    hours = plan(request(Query("rows", during=day), unit=Unit("patient_id", per="1h"), zone="Europe/Berlin")).blocks
    assert len(hours) == 48
    assert (hours[0], hours[-1]) == ("2026-03-29T00", "2026-03-30T23")
    weeks = Query("rows", during=During("visited_at", dt.date(2026, 12, 28), dt.date(2027, 1, 4)))
    assert plan(request(weeks, unit=Unit("patient_id", per="1w"))).blocks == ("2026-W53", "2027-W01")


def test_too_many_blocks_are_refused_with_the_entry() -> None:
    decades = During("visited_at", dt.date(1990, 1, 1), dt.date(2026, 1, 1))
    with pytest.raises(SpecError, match="blocks") as caught:
        plan(request(Query("rows", during=decades), unit=Unit("patient_id", per="1d")))
    assert caught.value.where == "publish[0].during"


# Warnings.


def test_event_level_is_said_loudly() -> None:
    planned = plan(request(Query("rows"), unit=ROW))
    assert planned.warnings[0].key == "plan.warn.event"
    assert "plan.warn.bounds" not in keys(planned)
    assert "plan.warn.event" not in keys(plan(request(Query("rows"))))


def test_large_epsilons_are_named_with_their_place() -> None:
    big = clinic(epsilon=10)
    assert "plan.warn.epsilon.account" in keys(plan(request(Query("rows"), delta="1e-6"), big))
    assert "plan.warn.epsilon.release" not in keys(plan(request(Query("rows"), delta="1e-6"), big))
    assert "plan.warn.epsilon.release" in keys(plan(request(Query("rows"), epsilon=5)))


def test_a_delta_that_is_not_far_below_one_in_the_rows_is_said() -> None:
    many = Query("rows", expect=Fraction(10**6))
    assert "plan.warn.delta.rows" in keys(plan(request(many, delta="1e-6")))
    assert "plan.warn.delta.rows" not in keys(plan(request(many, delta="1e-9")))
    assert "plan.warn.delta.rows" not in keys(plan(request(Query("rows"), delta="1e-6")))
    assert "plan.warn.delta.rows" not in keys(plan(request(many, delta=0)))


def test_cells_that_drown_are_said_before_anybody_pays() -> None:
    assert margin(plan(request(Query("rows"), unit=ROW)), 0) == 6
    assert "plan.warn.drowned" in keys(plan(request(Query("rows", expect=Fraction(6)), unit=ROW)))
    assert "plan.warn.drowned" not in keys(plan(request(Query("rows", expect=Fraction(7)), unit=ROW)))
    assert "plan.warn.drown" in keys(plan(request(Query("rows"), unit=ROW)))
    assert "plan.warn.mean" in keys(plan(request(MEAN, epsilon="0.01")))


def test_very_many_cells_and_shares_beyond_the_account_are_said() -> None:
    hours = Query("rows", by=(REGIONS,), every="1h", during=YEAR)
    assert "plan.warn.cells" in keys(plan(request(hours, unit=ROW)))
    assert "plan.warn.beyond" in keys(plan(request(Query("rows"), epsilon=3, delta="1e-6"), clinic()))
    assert "plan.warn.delta.account" in keys(plan(request(Query("rows"), delta="1e-3"), clinic()))


# What cannot be planned.


@pytest.mark.parametrize(
    ("spec", "kind", "where"),
    [
        (request(Query("rows"), epsilon=None), SpecError, "spend.epsilon"),
        (request(Query("rows"), Query("rows", name="b"), epsilon="1e-12"), SpecError, "spend.epsilon"),
        (
            request(Query("rows"), Query("rows", name="b", weight=Fraction("1e-60")), epsilon=1),
            SpecError,
            "spend.epsilon",
        ),
        (request(Query("rows"), epsilon="1e-9", delta="1e-30"), SpecError, "epsilon"),
        (request(Query("rows", error=Fraction(1)), epsilon="0.01"), BudgetExceeded, "spend.epsilon"),
        (request(Query("rows", error=Fraction(1, 2)), epsilon=1), SpecError, "publish[0].error"),
        (
            request(
                Query("sum", "income", between=(Fraction(0), Fraction(9 * 10**12)), grain=Fraction(1, 1000)),
                epsilon="1e-6",
            ),
            SpecError,
            "publish[0]",
        ),
    ],
)
def test_refusals_say_where(spec: object, kind: type[EpsilogError], where: str) -> None:
    with pytest.raises(kind) as caught:
        plan(spec)  # type: ignore[arg-type]
    assert caught.value.where == where
    assert caught.value.hint


# A plan is written down, and touches nothing.


def test_a_stored_plan_reads_back_the_same() -> None:
    planned = plan(request(Query("rows", by=(REGIONS,)), MEAN, SUM, delta="1e-6"), clinic())
    again = read_plan(planned.to_dict())
    assert (again.draws, again.share, again.price) == (planned.draws, planned.share, planned.price)


def test_every_noise_of_a_plan_is_one_the_mechanisms_draw() -> None:
    from epsilog.mechanisms.tables import gaussian, laplace

    for epsilon in ("0.001", "0.5", 1000):
        for delta in (0, "1e-6"):
            for draw in plan(request(Query("rows"), MEAN, SUM, epsilon=epsilon, delta=delta)).draws:
                made = laplace.Laplace if draw.law == "laplace" else gaussian.Gaussian
                mechanism = made(draw.parameter, draw.contribution.sensitivity, draw.grain)
                assert mechanism.charge == draw.charge


def test_a_plan_opens_no_file_and_imports_no_engine() -> None:
    code = f"""
import sys
opened = []
sys.addaudithook(lambda event, args: opened.append(str(args[0])) if event == "open" else None)
sys.path.insert(0, "tests")
from plan_specs import *
from epsilog.plan.planner import plan
from epsilog.plan.explain import plan_lines, plan_record
made = plan(request(Query("rows", by=(REGIONS,)), Query("mean", "systolic", between=PRESSURE), delta="1e-6"))
plan_lines(made, "zh"), plan_record(made)
assert not [name for name in opened if "visits" in name], opened
heavy = {{"duckdb", "ibis", "polars", "pyarrow", "pandas", "matplotlib", "epsilog.sources", "epsilog.noise"}}
loaded = heavy & set(sys.modules)
assert not loaded, loaded
print("planned", made.spec.source.file == {NOWHERE!r})
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.stdout.strip() == "planned True", done.stderr


def test_rounding_never_exceeds_a_share_by_one_unit() -> None:
    # Shares whose division leaves a rest, and prices that are rounded up, at the smallest sizes the books know.
    for units in range(7, 60):
        spec = request(
            Query("rows", name="a"),
            Query("rows", name="b"),
            Query("rows", name="c"),
            epsilon=Fraction(units, 10**12),
        )
        planned = plan(spec)
        assert planned.price.main <= planned.share.cap == units


def test_the_epsilon_of_a_share_is_never_understated() -> None:
    planned = plan(request(Query("rows", error=Fraction(30)), MEAN_AT_A_THOUSAND, epsilon=None, delta="1e-6"))
    rho = Fraction(planned.price.main, 10**12)
    assert zcdp.epsilon_of(rho, planned.share.delta) <= planned.share.epsilon
    assert planned.share.cap - planned.price.main <= 1e-5 * planned.share.cap


MEAN_AT_A_THOUSAND = Query("mean", "systolic", between=PRESSURE, error=Fraction(2), expect=Fraction(1000))
