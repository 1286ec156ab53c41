"""Whatever is asked for, a plan costs no more than its share, and hardly less where a budget drives it."""

from __future__ import annotations

import datetime as dt
import json
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from epsilog.accounting.filter import Filter
from epsilog.accounting.rounds import epsilon_for
from epsilog.core.bounds import Bounds
from epsilog.core.during import During
from epsilog.core.unit import Unit
from epsilog.errors import BudgetExceeded, SpecError
from epsilog.kinds.choice.ask import Choice, choice_of
from epsilog.kinds.choice.plan import Pick, reach_of
from epsilog.kinds.mean.ask import Mean
from epsilog.plan.explain import plan_lines, plan_record
from epsilog.plan.planner import margin, plan
from epsilog.plan.stored import read_plan
from epsilog.registry.asks import Query
from epsilog.registry.plans import pull_of
from epsilog.roles.budget import Purse, Vector, divide_units, parameter_for, vectors_of
from epsilog.roles.candidates import Sum
from epsilog.roles.spec import Spec
from plan_specs import REGIONS, clinic, request

DAYS = During("visited_at", dt.date(2026, 1, 1), dt.date(2026, 3, 31))
epsilons = st.fractions(Fraction(1, 1000), 20, max_denominator=10**6)
deltas = st.sampled_from([Fraction(0), Fraction(1, 10**6), Fraction(1, 10**9), Fraction(1, 7)])


@st.composite
def queries(draw: st.DrawFn, name: str, pure: bool, row: bool) -> Query:
    kinds = ["rows", "sum", "mean", "histogram", "variance", "deviation", "ratio", "quantiles", "top"]
    kind = draw(st.sampled_from(kinds + ([] if row else ["persons"])))
    low = draw(st.integers(-20, 20))
    high = low + draw(st.integers(1, 40))
    numeric = kind in ("sum", "quantiles", *Mean.names)
    more: dict[str, Any] = {}
    if kind == "ratio":
        more["per"] = Sum("income", (Fraction(0), Fraction(draw(st.integers(1, 9)))), Fraction(1))
    if kind == "quantiles":
        parts = draw(st.integers(2, 9))
        more["at"] = tuple(Fraction(at, parts) for at in range(1, draw(st.integers(2, parts))))
    if kind == "top":
        summed = Sum("income", (Fraction(low), Fraction(high)), Fraction(1))
        more |= {"among": ("a", "b", "c"), "k": draw(st.integers(1, 3))}
        more["best"] = draw(st.sampled_from(["rows", summed, *([] if row else ["persons"])]))
    return Query(
        **more,
        kind=kind,
        column=None if kind in ("rows", "persons") else "patient_id" if kind == "top" else "systolic",
        by=draw(st.sampled_from([(), (REGIONS,)])),
        every=draw(st.sampled_from([None, "1d", "1mo"])),
        during=DAYS,
        between=(Fraction(low), Fraction(high)) if numeric else None,
        grain=draw(st.sampled_from([Fraction(1), Fraction(1, 3)])) if numeric else None,
        edges=tuple(map(Fraction, (80, 120, 220))) if kind == "histogram" else None,
        mechanism="auto"
        if kind in Choice.names
        else draw(st.sampled_from(["auto", "laplace"] + ([] if pure else ["gaussian"]))),
        weight=draw(st.fractions(Fraction(1, 1000), 1000, max_denominator=1000)),
        name=name,
    )


@st.composite
def specs(draw: st.DrawFn) -> Spec:
    unit = Unit(
        draw(st.sampled_from(["row", "patient_id"])), neighbours=draw(st.sampled_from(["add-remove", "replace"]))
    )
    row, delta = unit.each == "row", draw(deltas)
    if not row:
        unit = Unit(unit.each, draw(st.sampled_from([None, "1mo"])), None, unit.neighbours)
    whole = st.integers(1, 6)
    bound = Bounds() if row else Bounds(draw(whole), draw(st.none() | whole), draw(st.none() | whole))
    many = draw(st.integers(1, 4))
    entries = [draw(queries(f"entry-{at}", delta == 0, row)) for at in range(many)]
    return request(*entries, unit=unit, bound=bound, epsilon=draw(epsilons), delta=delta)


@settings(max_examples=150, deadline=None)
@given(specs())
def test_a_budget_is_used_to_the_last_millionth_and_never_exceeded(spec: Spec) -> None:
    planned = plan(spec)
    price = Filter(planned.share).price(planned.charge)
    assert price.delta == 0
    # Rounds of a choice cost the same whole number each: what does not divide is left.
    rounds = sum(draw.rounds for draw in planned.draws if isinstance(draw, Pick))
    assert planned.share.cap * (1 - 1e-6) - 2 * rounds <= price.main <= planned.share.cap
    assert Filter(planned.share).admits(planned.charge)
    assert [(draw.query, draw.part) for draw in planned.draws] == [(v.query, v.part) for v in vectors_of(spec)]
    assert read_plan(json.loads(json.dumps(planned.to_dict()))).draws == planned.draws


@settings(max_examples=40, deadline=None)
@given(specs(), st.sampled_from(["en", "zh"]))
def test_every_plan_can_be_said_and_written_down(spec: Spec, lang: str) -> None:
    planned = plan(spec)
    lines = plan_lines(planned, lang)
    assert all("{" not in line and "}" not in line for line in lines)
    assert not any("nan" in line or "inf" in line.split() for line in lines)
    record = plan_record(planned)
    assert json.loads(json.dumps(record)) == record


@settings(max_examples=40, deadline=None)
@given(specs(), st.integers(2, 50))
def test_more_budget_is_never_less_exact(spec: Spec, times: int) -> None:
    more = Spec(
        spec.release, spec.edition, spec.source, spec.protect, spec.bound, spec.publish,
        type(spec.spend)(spec.spend.account, (spec.spend.epsilon or 1) * times, spec.spend.delta),
    )  # fmt: skip
    before, after = plan(spec), plan(more)
    for at in range(len(spec.publish)):
        assert margin(after, at) <= margin(before, at) * (1 + 1e-9)


@settings(max_examples=60, deadline=None)
@given(specs(), st.data())
def test_no_small_shift_between_two_vectors_lowers_the_weighted_squares(spec: Spec, data: st.DataObject) -> None:
    """The division against its neighbours, with the variances of the table in `budgeting`."""
    vectors = vectors_of(spec)
    assume(len(vectors) > 1)
    coin = "zcdp" if spec.spend.delta else "pure"
    parts = list(divide_units(10**15, [pull_of(one, coin) for one in vectors], coin))
    assert sum(parts) == 10**15
    one, other = data.draw(st.permutations(range(len(parts))))[:2]

    def variance(vector: Vector, size: int) -> float:
        """Of one number, in rows at their furthest: 2b² or sigma², with the noise this part buys if it is wide."""
        norms, reach = vector.sensitivity, vector.contribution.reach
        if spec.publish[vector.query].ask.is_chosen:
            # How far one of r rounds strays: s/epsilon, with the r-th part of an epsilon or the root of 8 rho/r.
            entry = spec.publish[vector.query]
            asked = choice_of(entry)
            rounds = len(asked.at) if asked.at is not None else asked.k or 1
            far = (2 if asked.at is not None else 1) * reach_of(entry, vector.contribution) / reach
            return far**2 * (rounds / size) ** 2 if coin == "pure" else far**2 * rounds / (8 * size)
        if coin == "pure":
            return 2 * (norms.l1 / reach / size) ** 2
        squared = norms.l2_squared / reach**2
        return squared / size if vector.choice == "laplace" else squared / (2 * size)

    def weighted(sizes: list[int]) -> float:
        return sum(float(v.weight) * variance(v, size) for v, size in zip(vectors, sizes, strict=True))

    best = weighted(parts)
    for shift in (0.02, 0.1):
        moved = list(parts)
        by = int(shift * min(parts[one], parts[other]))
        moved[one] += by
        moved[other] -= by
        assert weighted(moved) > best


@settings(max_examples=60, deadline=None)
@given(
    st.integers(1, 10**16),
    st.integers(1, 1000),
    st.integers(1, 50),
    st.sampled_from([("laplace", "pure"), ("laplace", "zcdp"), ("gaussian", "zcdp")]),
)
@example(1, 1, 1, ("laplace", "zcdp"))
@example(10**18, 1, 1, ("laplace", "zcdp"))
def test_a_parameter_costs_at_most_its_part_and_almost_all_of_it(
    units: int, cells: int, rows: int, kind: tuple[str, str]
) -> None:
    from epsilog.core.bounded import Sensitivity
    from epsilog.core.charge import Gaussian, Laplace

    law, coin = kind
    reach = Sensitivity(cells * rows, cells * rows * rows)
    parameter = parameter_for(units, reach, law, coin)  # type: ignore[arg-type]
    if law == "gaussian":
        paid = Gaussian(parameter, reach.l2_squared).price().rho
    else:
        charge = Laplace(parameter, reach.l1, reach.l2_squared)
        paid = charge.pure() if coin == "pure" else charge.price().rho
    assert units * (1 - 1e-9) - 1 <= paid <= units


@settings(max_examples=40, deadline=None)
@given(st.integers(10**6, 10**16), st.integers(1, 9), st.sampled_from(["pure", "zcdp"]))
@example(10**14, 1, "zcdp")
@example(8 * 10**12, 1, "zcdp")
def test_a_choice_costs_at_most_its_part_and_almost_all_of_it(units: int, rounds: int, coin: str) -> None:
    from epsilog.core.charge import BoundedRange

    paid = BoundedRange(epsilon_for(units, rounds, coin)) * rounds
    price = paid.pure() if coin == "pure" else paid.price().rho
    assert price is not None
    assert units * (1 - 1e-5) - rounds <= price <= units


@settings(max_examples=40, deadline=None)
@given(st.integers(1, 10**15), st.sampled_from([Fraction(1, 10**6), Fraction(1, 10**9)]))
def test_the_epsilon_of_some_units_pays_for_them(units: int, delta: Fraction) -> None:
    for purse in (Purse("pure", Fraction(0)), Purse("zcdp", delta)):
        try:
            epsilon = purse.epsilon(units)
        except SpecError:
            assert units > 10**14
            continue
        assert purse.allowance(epsilon).cap >= units


@settings(max_examples=40, deadline=None)
@given(specs(), st.lists(st.integers(2, 200), min_size=4, max_size=4))
def test_errors_are_met_or_refused(spec: Spec, errors: list[int]) -> None:
    wished = tuple(
        query if len(query.parts) > 1 else replace(query, error=Fraction(error))
        for query, error in zip(spec.publish, errors, strict=False)
    )
    asked = Spec(spec.release, spec.edition, spec.source, spec.protect, spec.bound, wished, spec.spend)
    try:
        planned = plan(asked)
    except BudgetExceeded:
        return
    assert planned.price.main <= planned.share.cap
    for at, query in enumerate(wished):
        if query.error is not None:
            assert margin(planned, at) <= query.error


def test_a_share_of_any_account_is_its_own_currency() -> None:
    for terms in (clinic(), clinic(delta=0), clinic(for_events="2e-7")):
        planned = plan(request(Query("rows")), terms)
        assert planned.share.coin == terms.allowance.coin
        assert planned.share.cap < terms.allowance.cap


def test_the_pull_of_a_vector_is_free_of_its_grain() -> None:
    found: set[Fraction] = set()
    for grain in (1, Fraction(1, 10), Fraction(1, 1000)):
        query = Query("sum", "systolic", between=(Fraction(0), Fraction(10)), grain=Fraction(grain))
        (vector,) = vectors_of(request(query, bound=Bounds(rows=3)))
        assert isinstance(vector, Vector)
        found |= {pull_of(vector, "zcdp"), pull_of(vector, "pure")}
    assert found == {Fraction(9)}
    with pytest.raises(SpecError):
        divide_units(0, [pull_of(one, "pure") for one in vectors_of(request(Query("rows")))], "pure")
