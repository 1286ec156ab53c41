"""A bound found by a paid search: the request, the plan before it, what may be stored, and what is refused."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from epsilog import Allowance, Ledger, Terms
from epsilog.core.bounds import Bounds, BoundSearch, Crowd, crowd_of
from epsilog.core.charge import Composed, Gaussian, Laplace, Pure
from epsilog.core.grid import Grid
from epsilog.core.unit import Unit
from epsilog.core.unknown import Unknown
from epsilog.errors import LedgerError, SpecError
from epsilog.first.bound.choice import best_of, threshold, with_bound
from epsilog.first.bound.plan import bounds_tried, search_of
from epsilog.first.ends.plan import PlannedEnds
from epsilog.first.keys.plan import PlannedKeys
from epsilog.plan.explain import plan_record, plan_sections
from epsilog.plan.planner import plan
from epsilog.plan.stored import read_plan
from epsilog.publish.pipeline import publish
from epsilog.registry.asks import Query
from epsilog.roles.plan import Plan
from epsilog.roles.spec import Spend, Tidy
from epsilog.show import explain
from epsilog.show.card import Card
from epsilog.show.result import Result
from epsilog.spec.file import spec_from_text, to_yaml
from epsilog.spec.record import spec_from_dict
from epsilog.year.calendar import Report
from look_scenes import COUNT, TOWNS, frame, people, request

PURE = Spend("clinic", Fraction(1))
SUM = Query("sum", "cost", between=(Fraction(0), Fraction(100)))
CROWD = people([(1, 1)] * 300 + [(6, 3)] * 300)


@pytest.fixture(scope="module")
def made() -> Plan:
    return plan(request())


def test_every_unit_has_one_bin() -> None:
    crowd = crowd_of(COUNT, BoundSearch(8))
    places = {
        (rows, cells): crowd.place(rows, cells) for rows in range(1, 40) for cells in range(1, min(rows, 3) + 1)
    }
    assert set(places.values()) == set(range(crowd.size))
    for (rows, cells), at in places.items():
        one = crowd.bins[at]
        assert one.least <= rows <= (one.rows if one.rows < 8 else rows)
        assert one.fewest <= cells <= one.cells
    assert Crowd(Grid(), None, BoundSearch(1).steps, (1,)).place(10**9, 1) == 0


def test_one_price_whatever_is_found(made: Plan) -> None:
    """Every option's vectors fit, exactly, into what is kept; the charge never mentions the bound."""
    glancing = search_of(made)
    assert glancing is not None
    assert len(made.options) == len(bounds_tried(made.spec))
    for at, option in enumerate(made.options):
        (drawn,) = option.charges_of(0)
        assert isinstance(drawn, Gaussian)
        exact = drawn.l2_squared / (2 * drawn.sigma_squared) * 10**12
        assert glancing.rest * (1 - Fraction(1, 10**9)) <= exact <= glancing.rest
        settled = with_bound(made, at, ((0,) * made.spec.crowds()[0].size,))
        assert settled.charge == made.charge
        assert settled.draws == option.draws
        assert settled.spec.digest == made.spec.digest
    assert made.charge == Composed((glancing.charge, glancing.afterwards))
    assert made.charge.price().rho <= made.share.cap
    assert glancing.afterwards.price().rho == glancing.rest
    wider = replace(glancing, rest=glancing.rest - 10)
    assert not wider.pays_for(made.charges_of(0))


def test_a_pure_account_pays_laplace_noise_in_both_stages() -> None:
    made = plan(request(spend=PURE))
    glancing = search_of(made)
    assert glancing is not None
    assert isinstance(glancing.charge, Laplace)
    assert glancing.afterwards == Pure(Fraction(glancing.rest, 10**12))
    assert made.price.main <= made.share.cap == 10**12
    assert all(option.spec.bound.norm is None for option in made.options)
    for option in made.options:
        (drawn,) = option.charges_of(0)
        assert isinstance(drawn, Laplace)
        assert drawn.l1 / drawn.scale * 10**12 <= glancing.rest
    assert "plan.choose.none.pure" in {reason.key for reason in made.reasons}


def test_what_is_left_pays_for_no_other_search(made: Plan) -> None:
    """A request with both is refused; a plan that had both anyhow would leave the price of one of them out."""
    assert made.is_paid_for
    assert not replace(made, stages=(*made.stages, PlannedKeys(0, "laplace", Fraction(2), 2, 30))).is_paid_for
    cutting = PlannedEnds(0, Fraction(1), 1, (Fraction(1, 2),), 10)
    assert not replace(made, stages=(*made.stages, cutting)).is_paid_for


@pytest.mark.parametrize(("neighbours", "l1"), [("add-remove", 2), ("replace", 4)])
def test_two_tables_are_two_bins_of_one_unit(neighbours: Any, l1: int) -> None:
    made = plan(
        request(
            COUNT, SUM, replace(COUNT, name="again", weight=Fraction(2)), unit=Unit("who", neighbours=neighbours)
        )
    )
    assert len(made.spec.crowds()) == 2
    assert search_of(made) is not None
    assert (search_of(made).covers.l1, search_of(made).covers.l2_squared) == (l1, l1)


def test_what_is_seen_decides(made: Plan) -> None:
    """Everybody once: one row. Everybody often: many. Nobody, or noise alone: the narrowest."""
    (crowd,) = made.spec.crowds()

    def found(**units: int) -> Bounds:
        counts = [0] * crowd.size
        for name, many in units.items():
            rows, cells = map(int, name[1:].split("_"))
            counts[crowd.place(rows, cells)] = many
        return made.options[best_of(made, (tuple(counts),))].spec.bound

    assert found(n1_1=5000).rows == 1
    often = found(n8_1=5000)
    assert (often.rows, often.rows_per_cell) == (8, None)
    apart = found(n3_3=5000)
    assert (apart.rows, apart.rows_per_cell, apart.norm) in ((3, 1, None), (None, None, Fraction(2)))
    least = int(threshold(made))
    quiet = tuple([least] * crowd.size)
    assert made.options[best_of(made, (quiet,))].spec.bound.rows == 1
    negative = tuple([-(10**9)] * crowd.size)
    assert made.options[best_of(made, (negative,))].spec.bound.rows == 1


def test_the_plan_shows_the_widest_and_lists_all(made: Plan) -> None:
    widest = max(option.draws_of(0)[0].noise.deviation for option in made.options)
    assert made.draws_of(0)[0].noise.deviation == widest
    for lang, title in (("en", "Why this bound"), ("zh", "为何选用这一贡献上限")):
        (lines,) = [lines for heading, lines in plan_sections(made, lang) if heading == title]
        assert len(lines) == 6
    record = plan_record(made)["look"]
    assert len(record["bounds"]) == len(made.options)
    assert (record["up_to"], record["share"]) == (8, "1/10")


def test_more_of_the_price_is_a_sharper_look() -> None:
    looks = [search_of(plan(request(glance=BoundSearch(8, share)))) for share in ("0.05", "0.5")]  # type: ignore[arg-type]
    sharp = [look.noise.deviation for look in looks if look is not None]
    assert sharp[0] > sharp[1]


def ledger_in(folder: Path, unit: Unit = Unit("who"), allowance: Allowance | None = None) -> Ledger:
    ledger = Ledger.open(folder / "ledger.db", create=True)
    ledger.open_account("clinic", Terms(unit, allowance or Allowance.approximate(20, 1e-6)), by="Ada")
    return ledger


@pytest.mark.parametrize("spend", [PURE, Spend("clinic", Fraction(1), Fraction(1, 10**6))], ids=["pure", "zcdp"])
def test_published_with_the_bound_it_found(tmp_path: Path, spend: Spend) -> None:
    unit = Unit("who", per="1mo")
    spec = request(replace(COUNT, every="1mo"), SUM, unit=unit, spend=spend)
    allowance = Allowance.pure(20) if not spend.delta else None
    with ledger_in(tmp_path, unit, allowance) as ledger:
        first = publish(spec, ledger, frame=frame(CROWD))
        again = publish(spec, ledger, frame=frame([]))
        other = publish(replace(spec, edition="2"), ledger, frame=frame([]))
    assert again.repeated
    assert first.receipt.charge == other.receipt.charge == plan(spec).charge  # the same price for any rows
    glancing, bound = search_of(first.plan), first.plan.spec.bound
    assert glancing is not None
    assert glancing.counts is not None
    assert bound in [bound.chosen(one) for one in bounds_tried(spec)]
    record = Card.of(first).record()
    assert record["bounds"] == bound.to_dict()
    assert [one["units"] for one in record["look"]["tables"][0]["bins"]] == list(glancing.counts[0])
    for lang, word in (("en", "found by a paid search"), ("zh", "付费查找")):
        assert any(word in line for line in explain.lines(first, lang))
    assert Card.from_bytes(Card.of(first).to_bytes()).plan == first.plan


@pytest.mark.parametrize(
    "wrong",
    [
        {"rest": 10**10},
        {"rest": 0},
        {"counts": [[1, 2]]},
        {"counts": [[0.5] * 15]},
        {"law": "laplace"},
        {"law": "flip"},
        {"parameter": "-1"},
    ],
)
def test_a_stored_look_that_was_not_taken_is_refused(made: Plan, wrong: dict[str, Any]) -> None:
    stored = with_bound(made, 0, ((5,) * made.spec.crowds()[0].size,)).to_dict()
    assert read_plan(stored).to_dict() == stored
    with pytest.raises(LedgerError):
        read_plan({**stored, "look": {**stored["look"], **wrong}})


def test_a_stored_bound_that_its_noise_is_not_for_is_refused(made: Plan) -> None:
    stored = with_bound(made, 0, ((5,) * made.spec.crowds()[0].size,)).to_dict()
    for bound in (Bounds(rows=8), Bounds(rows=7), Bounds(norm=Fraction(1, 2))):
        with pytest.raises(LedgerError):
            read_plan({**stored, "bound": bound.to_dict()})
    with pytest.raises(LedgerError):
        read_plan({name: value for name, value in stored.items() if name != "look"})
    said = plan(replace(made.spec, bound=Bounds(rows=1))).to_dict()
    with pytest.raises(LedgerError):
        read_plan({**said, "look": stored["look"]})
    values = tuple(frame([])["cost"].to_numpy().astype("int64") for _ in range(1))
    with pytest.raises(LedgerError, match="search found"):  # a release must say what its look told
        Result.from_bytes(Result(made, values, "2026-11-17T00:00:00+00:00", (), True).to_bytes())


def test_a_request_is_the_same_in_python_in_a_file_and_in_the_books() -> None:
    for glance in (BoundSearch(8), BoundSearch(100, Fraction(1, 4)), BoundSearch(1, Fraction(1, 3))):
        spec = replace(request(glance=glance), source=spec_from_text(to_yaml(request())).source)
        assert spec_from_text(to_yaml(spec)) == spec
        assert spec_from_dict(spec.to_dict()) == spec
        assert spec.digest != request(glance=BoundSearch(9)).digest


@pytest.mark.parametrize(
    ("said", "word"),
    [
        ("{look: {}}", "'up_to' is missing"),
        ("{look: {up_to: 0}}", "at least 1"),
        ("{look: {up_to: 1e400}}", "sensible size"),
        ("{look: {up_to: 9223372036854775808}}", "at most"),
        ("{look: {up_to: .nan}}", "number"),
        ("{look: {up_to: 2.5}}", "whole"),
        ("{look: {up_to: 10, share: 0}}", "above 0"),
        ("{look: {up_to: 10, share: 60%}}", "1/2"),
        ("{look: {up_to: 10, colour: 1}}", "unknown field"),
        ("{look: {up_to: 10}, units: 5}", "unknown field"),
        ("{look: yes}", "expected fields"),
    ],
)
def test_a_look_that_cannot_be_read_says_the_line(said: str, word: str) -> None:
    text = to_yaml(request()).replace("choose: {look: {up_to: 8}}", f"choose: {said}")
    with pytest.raises(SpecError, match=word) as refused:
        spec_from_text(text, "spec.yaml")
    assert refused.value.where.startswith("spec.yaml:")


@pytest.mark.parametrize(
    ("query", "more", "word"),
    [
        (Query("mean", "cost", between=(Fraction(0), Fraction(9))), {}, "counts, histograms and sums"),
        (
            Query("rows", by=(Unknown("town"),)),
            {"spend": Spend("clinic", Fraction(1), Fraction(1, 10**6), Fraction(1, 10**7))},
            "keys will be found",
        ),
        (Query("rows", error=Fraction(9)), {}, "noise"),
        (replace(COUNT, mechanism="laplace"), {}, "account decides the law"),
        (replace(COUNT, every="1d", shape="running"), {}, "what a series tells"),
        (COUNT, {"unit": Unit("row")}, "single rows"),
        (COUNT, {"spend": Spend("clinic")}, "error"),
    ],
)
def test_what_a_look_does_not_go_with(query: Query, more: dict[str, Any], word: str) -> None:
    with pytest.raises(SpecError, match=word) as refused:
        plan(request(query, **more))
    assert refused.value.hint


def test_where_bounds_must_be_said() -> None:
    with pytest.raises(SpecError, match="bounds that are given"):
        Report(Query("rows"), "1d", Bounds(choose=BoundSearch(8)))
    with pytest.raises(SpecError, match="too little"):
        plan(request(spend=Spend("clinic", Fraction(1, 10**12))))


def test_whole_numbers_and_levels_get_no_norm() -> None:
    made = plan(request(tidy=Tidy(whole=True)))
    assert all(option.spec.bound.norm is None for option in made.options)
    assert made.spec.publish[0].by[0].keys == TOWNS


def test_one_person_with_everything(tmp_path: Path) -> None:
    """Nobody else: still one bin, still a release."""
    rows = people([(500, 3)])
    with ledger_in(tmp_path) as ledger:
        release = publish(request(), ledger, frame=frame(rows))
    assert search_of(release.plan) is not None
