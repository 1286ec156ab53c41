"""Plans of series: the best strategy at the price, margins that hold, and forgeries that are refused."""

from __future__ import annotations

import copy
from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest

import series_scenes as scenes
from epsilog.core.bounds import Bounds
from epsilog.core.law import DiscreteGaussian, DiscreteLaplace
from epsilog.errors import BudgetExceeded, CurrencyMismatch, EpsilogError, LedgerError, PrivacyError, SpecError
from epsilog.kinds.alert.plan import pair_margin
from epsilog.kinds.series.draw import mechanism_of
from epsilog.kinds.series.plan.planned import SeriesDraw
from epsilog.kinds.series.plan.shapes import ALIKE, options_at, widest_at
from epsilog.mechanisms.series.factorised import Factorised
from epsilog.plan.explain import plan_lines, plan_record
from epsilog.plan.planner import margin, plan
from epsilog.plan.stored import read_plan
from epsilog.postprocess.series_ranges import series_margins, weighted_margin
from epsilog.registry.asks import Query
from epsilog.registry.draws import mechanism_of as priced
from epsilog.roles.plan import Plan
from epsilog.roles.spec import Spend

PURE = Fraction(0)


def made(*entries: Query, **given: object) -> Plan:
    return plan(scenes.request(*entries, **given))


def test_the_best_strategy_is_taken_and_all_are_shown() -> None:
    for delta, name in ((Fraction(1, 10**6), "square root, normalised"), (PURE, "dense")):
        planned = made(scenes.series("running"), delta=delta)
        draw = planned.vector_of(0, SeriesDraw)
        assert draw.strategy == name
        options = options_at(planned, draw)
        taken = next(one for one in options.found if one.name == name)
        assert taken.typical <= (1 + ALIKE) * options.best.typical  # a root before buffers that err alike
        assert [one.typical for one in options.found] == sorted(one.typical for one in options.found)
        assert {"binary tree", "independent steps"} <= {one.name for one in options.found}
        assert margin(planned, 0) == draw.widest
        shown = plan_record(planned)["entries"][0]["draws"][0]
        assert shown["strategy"] == name
        assert len(shown["options"]) == len(options.found)
        for lang in ("en", "zh"):
            assert "{" not in "".join(plan_lines(planned, lang))


def test_margins_are_those_of_the_mechanism_that_draws() -> None:
    draw = made(scenes.series({"window": "7d"})).vector_of(0, SeriesDraw)
    mechanism = mechanism_of(draw)
    assert isinstance(mechanism, Factorised)
    assert mechanism.charge == draw.charge
    ratio = np.array(draw.margins) * float(draw.step) / mechanism.deviation(draw.ticks)
    assert ratio.min() > 1.96
    assert ratio.max() < 2.0
    assert abs(widest_at(draw, "zcdp", draw.price("zcdp"), Fraction(95, 100)) / draw.widest - 1) < 0.01


def test_a_law_that_was_asked_for_is_used_or_refused() -> None:
    draw = made(scenes.series("running", mechanism="laplace")).vector_of(0, SeriesDraw)
    assert draw.law == "laplace"
    with pytest.raises((SpecError, CurrencyMismatch)):
        made(scenes.series("running", mechanism="gaussian"), delta=PURE)


def test_a_budget_is_divided_among_all_kinds_of_entries() -> None:
    planned = made(
        scenes.series("running"),
        scenes.series({"alert": {"above": 9, "at_most": 2}}),
        scenes.series("per-step", "sum"),
        Query("rows", name="in all"),
    )
    price = planned.price
    assert price.main <= planned.share.cap
    assert price.main > 0.999 * planned.share.cap
    assert min(draw.charge.price().rho for draw in planned.draws) > planned.share.cap // 1000
    heavier = made(scenes.series("running", weight=Fraction(9)), Query("rows", name="in all"))
    lighter = made(scenes.series("running"), Query("rows", name="in all"))
    assert margin(heavier, 0) < margin(lighter, 0)


def test_errors_are_met_at_every_tick_or_refused() -> None:
    planned = made(scenes.series("running", error=Fraction(150)), Query("rows", name="in all"))
    assert 140 < margin(planned, 0) <= 150
    draw = planned.vector_of(0, SeriesDraw)
    assert all(own * draw.step <= 150 for own in draw.margins)
    with pytest.raises(BudgetExceeded):
        made(scenes.series("running", error=Fraction(3)))
    asked = made(
        scenes.series({"decay": "0.9"}, error=Fraction(40)), spend=Spend("clinic", None, Fraction(1, 10**6))
    )
    assert margin(asked, 0) <= 40


def test_refusals_name_their_field() -> None:
    for given in ({"bound": Bounds()}, {"bound": Bounds(norm=2)}):
        with pytest.raises(SpecError) as caught:
            made(scenes.series("running"), **given)
        assert "bound" in caught.value.where


def test_a_stored_plan_is_read_back_and_forgeries_are_not() -> None:
    planned = made(scenes.series("running"), scenes.series({"alert": {"above": 9, "at_most": 2}}))
    record = planned.to_dict()
    assert read_plan(record).draws == planned.draws
    changes = (
        ("participation", {"times": 1, "apart": 1, "most": 1, "signed": False, "neighbours": "add-remove"}),
        ("margins", record["draws"][0]["margins"][1:]),
        ("law", "cauchy"),
        ("finer", 0),
        ("parameter", "-1"),
        ("reach", [1, 2]),
        ("series", None),
    )
    for name, value in changes:
        forged = copy.deepcopy(record)
        if name == "participation":
            value = {**forged["draws"][0]["participation"], **value}  # type: ignore[dict-item]
        forged["draws"][0][name] = value
        if name == "series":
            del forged["draws"][0]["series"]
        with pytest.raises(LedgerError):
            read_plan(forged)


def test_a_mechanism_is_not_made_from_a_cheaper_plan() -> None:
    draw = made(scenes.series("running")).vector_of(0, SeriesDraw)
    assert isinstance(draw, SeriesDraw)
    smaller = replace(draw, reach=type(draw.reach)(draw.reach.l1 // 2, draw.reach.l2_squared // 4))
    with pytest.raises(PrivacyError):
        priced(smaller)
    with pytest.raises(EpsilogError):
        priced(replace(draw, strategy="magic"))


def tail(law: DiscreteGaussian | DiscreteLaplace, weights: tuple[float, ...], far: float) -> float:
    """P(|Σ b·Z| > far) by adding up everything."""
    k = np.arange(-120, 121)
    mass = law.pmf(k)
    sums, chance = np.zeros(1), np.ones(1)
    for weight in weights:
        sums = (sums[:, None] + weight * k[None, :]).reshape(-1)
        chance = (chance[:, None] * mass[None, :]).reshape(-1)
    return float(chance[np.abs(sums) > far].sum())


@pytest.mark.parametrize(
    "law", [DiscreteGaussian(Fraction(9)), DiscreteGaussian(Fraction(225)), DiscreteLaplace(Fraction(5))]
)
@pytest.mark.parametrize("weights", [(1.0, 0.5), (0.3, 0.3), (1.0, 0.0)])
def test_bounds_of_weighted_sums_hold(law: DiscreteGaussian | DiscreteLaplace, weights: tuple[float, ...]) -> None:
    for confidence in (Fraction(1, 2), Fraction(95, 100), Fraction(999, 1000)):
        far = weighted_margin(law, 2, confidence) * float(np.hypot(*weights))
        assert tail(law, weights, far) <= 1 - confidence
        # Not idle: a fifth of the distance would not do.
        assert tail(law, weights, far / 5) > 1 - confidence


def test_sums_of_whole_draws_are_never_rounded_down() -> None:
    law, counts = DiscreteLaplace(Fraction(3)), np.array([1, 2, 33, 40, 500])
    found = series_margins(law, counts.astype(float), counts, 500, Fraction(95, 100))
    assert (np.diff(found) > 0).all()
    assert found[0] == 9


def test_two_laplace_noises_together() -> None:
    k = np.arange(-4000, 4001)
    for one, other in ((10, 10), (3, 40), (40, 3)):
        both = np.convolve(DiscreteLaplace(Fraction(one)).pmf(k), DiscreteLaplace(Fraction(other)).pmf(k), "same")
        far = pair_margin(Fraction(one), Fraction(other), Fraction(95, 100))
        assert both[np.abs(k) > far].sum() <= 0.05

        assert both[np.abs(k) > 0.8 * far].sum() > 0.05
