"""Which way to publish a series is the best by public facts, and what no plan may offer: what a guess betters."""

from __future__ import annotations

import math
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from epsilog.core.bounds import Bounds
from epsilog.core.during import During
from epsilog.core.unit import Unit
from epsilog.errors import SpecError
from epsilog.kinds.series.plan.offers import MOVES, SMOOTHED, offers_of
from epsilog.plan.planner import plan
from epsilog.plan.recommend import Question, recommend
from epsilog.registry.asks import Query
from epsilog.roles.planned import Remark, remark_text
from epsilog.roles.shape import PerStep
from epsilog.roles.spec import Spec, Spend
from stream_scenes import PATIENT, series

WINDOW, EVER = Unit(PATIENT.each, per="1d", window=40), Unit(PATIENT.each)
SPELLS = "as: {per-step: spells}"


def asked(said: Any = None, expect: int | None = None, unit: Unit = WINDOW, **more: Any) -> Spec:
    last = more.pop("last", "2026-06-30")
    shape = PerStep() if said is None else PerStep(said)
    query = Query("rows", every="1d", during=During("at", "2026-01-01", last), shape=shape, expect=expect)  # type: ignore[arg-type]
    spec = series(query, spend=Spend("clinic", more.pop("epsilon", Fraction(1)), more.pop("delta", Fraction(0))))
    bound = Bounds(rows=4_000, rows_per_cell=1) if unit is EVER else Bounds(rows=1)
    return replace(spec, protect=replace(spec.protect, unit=unit), bound=bound)


def remarks(spec: Spec) -> list[Remark]:
    return [one for one in plan(spec).reasons if one.key.startswith("plan.why.offer")]


def refusal(spec: Spec) -> SpecError:
    with pytest.raises(SpecError) as raised:
        plan(spec)
    return raised.value


@pytest.mark.parametrize(
    "said", ["spells", "sample", "absorption", "distribution", {"fast": {"samples": 27}}], ids=str
)
def test_what_a_guess_betters_is_refused_with_what_fits(said: Any) -> None:
    """Numbers of about one, and noise above them."""
    error = refusal(asked(said, 1))
    assert error.where == "publish[0].as.per-step"
    assert "a guess is off by about 1" in error.what
    assert "times the price" in error.hint or "every" in error.hint


def test_what_is_refused_at_one_price_is_offered_at_the_price_the_hint_names() -> None:
    spec = asked("spells", 1)
    times = int(refusal(spec).hint.rsplit("about ", 1)[1].split()[0])
    dearer = replace(spec, spend=replace(spec.spend, epsilon=Fraction(times)))
    offers = offers_of(plan(dearer), 0)
    assert offers is not None
    assert offers.taken.error <= offers.guess


def test_samples_of_fast_that_are_used_up_before_the_end_are_refused() -> None:
    """Two hundred samples of four years, for persons in every day: the numbers run, and the samples with them."""
    error = refusal(asked({"fast": {"samples": 200}}, 10_000, EVER, last="2029-12-31"))
    assert "fast-200 would be off by" in error.what
    assert "as: per-step, smoothed, is off by about" in error.hint


def test_ticks_one_by_one_are_never_refused_for_a_guess() -> None:
    found = remarks(asked(None, 1))
    assert [one.key for one in found] == ["plan.why.offer.worse", "plan.why.offer.guess"]
    assert dict(found[0].values)["taken"] == SMOOTHED


def test_nothing_is_compared_where_nothing_public_says_how_far_it_moves() -> None:
    assert not remarks(asked())
    assert not remarks(asked("spells"))
    plan(asked({"fast": {"samples": 27}}))


@pytest.mark.parametrize(
    ("said", "which"), [("0", "best"), ("1", "best"), ("30", "worse"), ("2000", "worse")], ids=str
)
def test_declared_moves_decide_whether_spells_are_the_best(said: str, which: str) -> None:
    (found,) = remarks(asked({"spells": {"moves": said}}))
    assert found.key == f"plan.why.offer.{which}"
    values = dict(found.values)
    assert values["taken"] == SPELLS
    assert values["from"] == "plan.offer.said"
    if which == "worse":
        assert values["other"] == SMOOTHED


def test_a_walk_that_stays_near_its_mean_needs_no_spells() -> None:
    """A level of 200 that moves by 0.05 a tick flickers by 14, as counts do; cheap spells err more."""
    cheap = {"epsilon": Fraction(1, 40)}
    error = refusal(asked({"spells": {"moves": "0.05"}}, 200, **cheap))
    assert "a guess is off by about 18" in error.what
    plan(asked({"spells": {"moves": "0.05"}}, **cheap))  # nobody says what the level is
    plan(asked({"spells": {"moves": "0.05"}}, 200))


def test_the_best_way_follows_from_the_unit_and_the_currency() -> None:
    window, ever, delta = (
        offers_of(plan(spec), 0)
        for spec in (
            asked(None, 200),
            asked(None, 1_093, EVER, last="2029-12-31"),
            asked(None, 1_093, EVER, last="2029-12-31", delta=Fraction(1, 10**6)),
        )
    )
    assert window is not None
    assert ever is not None
    assert delta is not None
    assert window.best.way == delta.best.way == SMOOTHED
    assert "radius" in ever.best.way  # pure epsilon, in every tick: sums within one radius
    for one in (window, ever, delta):
        errors = [offer.error for offer in one.found]
        assert errors == sorted(errors)
        assert all(0 < error < math.inf for error in errors)
    assert window.moves == pytest.approx(float(200 * MOVES))


def test_errors_fall_with_the_price_and_do_not_know_the_data() -> None:
    spec = asked("spells", 200)
    cheap, dear = offers_of(plan(spec), 0), offers_of(plan(spec), 0, 4)
    assert cheap is not None
    assert dear is not None
    assert dear.taken.error < cheap.taken.error
    assert plan(spec).reasons == plan(spec).reasons  # of a file that does not exist


@pytest.mark.parametrize("lang", ["en", "zh"])
@pytest.mark.parametrize("said", [None, "spells", {"spells": {"moves": "1"}}, {"fast": {"samples": 150}}], ids=str)
def test_both_languages_name_the_best_way_and_both_errors(said: Any, lang: str) -> None:
    spec = asked(said, 200 if not isinstance(said, dict) or "fast" in said else None)
    text = " ".join(remark_text(one, lang) for one in remarks(spec))
    assert text.count("±") == 2
    assert "as: " in text
    assert "plan." not in text


def test_recommend_names_the_best_way() -> None:
    question = Question(
        "rows",
        "patient_id",
        every="1d",
        time="at",
        first=During("at", "2026-01-01", "2026-06-30").first,
        last=During("at", "2026-01-01", "2026-06-30").last,
        often=181,
        per_cell=1,
        expect=Fraction(200),
        epsilon=Fraction(1),
    )
    found = [one for one in recommend(question).reasons if one.key.startswith("plan.why.offer")]
    assert len(found) == 1
    assert {"taken", "error", "other", "its"} <= dict(found[0].values).keys()
    exact = recommend(replace(question, epsilon=None, error=Fraction(50)))
    assert exact.margin <= 50  # an error that is asked for is about ticks one by one, as before
