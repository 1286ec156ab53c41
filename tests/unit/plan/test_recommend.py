"""From a question to a spec: what comes out can be planned and published, and what cannot be had is refused."""

from __future__ import annotations

import datetime as dt
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from epsilog.accounting.allowance import Allowance
from epsilog.core.bounds import Bounds
from epsilog.core.grid import Keys
from epsilog.core.unit import Unit
from epsilog.errors import BudgetExceeded, PrivacyError, SpecError
from epsilog.ledger.terms import Terms
from epsilog.plan.planner import margin, plan
from epsilog.plan.recommend import Question, recommend
from epsilog.roles.candidates import Sum
from epsilog.roles.planned import remark_text
from epsilog.spec.file import spec_from_text, to_yaml
from epsilog.words import CATALOGUE

REGIONS = Keys("region", ("North", "South", "East", "West"))
DAYS: dict[str, Any] = {"time": "visited_at", "first": dt.date(2026, 1, 1), "last": dt.date(2026, 12, 31)}
WEEKLY = Question("rows", "patient_id", by=(REGIONS,), every="1w", often=4, error=Fraction(20), **DAYS)


@pytest.mark.parametrize(
    "question",
    [
        WEEKLY,
        replace(WEEKLY, delta=Fraction(1, 10**6)),
        replace(WEEKLY, often=60, delta=Fraction(1, 10**6)),
        replace(WEEKLY, often=60, per_cell=1, delta=Fraction(1, 10**6)),
        replace(WEEKLY, what="persons"),
        replace(WEEKLY, within="1mo", often=2),
        replace(WEEKLY, who="row"),
        Question("rows", "patient_id", error=Fraction(3)),
        Question("rows", "patient_id", epsilon=Fraction(1, 2)),
        Question("sum", "patient_id", column="cost", between=(Fraction(0), Fraction(5000)), error=Fraction(10**5)),
        Question(
            "mean", "p", column="x", between=(Fraction(80), Fraction(220)), expect=Fraction(500), error=Fraction(2)
        ),
    ],
    ids=lambda question: f"{question.what}-{question.who}-{question.often}",
)
def test_the_spec_is_complete_and_keeps_its_word(question: Question) -> None:
    answer = recommend(question)
    spec = answer.spec
    assert spec_from_text(to_yaml(spec)) == spec
    query = spec.publish[0]
    assert query.mechanism in ("laplace", "gaussian")
    assert spec.spend.epsilon is not None
    planned = plan(spec)
    assert planned.charge == answer.plan.charge
    if question.error is not None:
        assert margin(planned, 0) <= float(question.error) * (1 + 1e-9)  # a mean's is found by a search in floats
        cheaper = replace(spec, spend=replace(spec.spend, epsilon=answer.epsilon * Fraction(99, 100)))
        with pytest.raises(BudgetExceeded):
            plan(cheaper)
    for lang in CATALOGUE:
        assert all(remark_text(one, lang) for one in answer.reasons)
        assert all(remark_text(one.remark, lang) for one in answer.options)


AGES: dict[str, Any] = {"column": "age", "between": (Fraction(0), Fraction(100)), "grain": Fraction(1)}
STAYS = Sum("stays", (Fraction(0), Fraction(10)))
DELTA = Fraction(1, 10**6)


@pytest.mark.parametrize(
    "question",
    [
        Question("median", "p", error=Fraction(40), by=(REGIONS,), often=3, **AGES),
        Question("median", "p", error=Fraction(40), by=(REGIONS,), often=3, delta=DELTA, **AGES),
        Question("quantiles", "p", error=Fraction(90), at=(Fraction(1, 4), Fraction(3, 4)), **AGES),
        Question("top", "p", error=Fraction(30), column="region", among=("a", "b", "c"), k=2, often=2),
        Question("most_common", "p", error=Fraction(30), column="region", among=("a", "b", "c"), best="persons"),
        Question(
            "histogram", "p", error=Fraction(30), column="age", edges=(Fraction(0), Fraction(18), Fraction(65))
        ),
        Question("variance", "p", epsilon=Fraction(1), delta=DELTA, expect=Fraction(5000), **AGES),
        Question("deviation", "p", epsilon=Fraction(1), expect=Fraction(5000), **AGES),
        Question("ratio", "p", epsilon=Fraction(1), per=STAYS, delta=DELTA, **AGES),
        Question("ratio", "p", epsilon=Fraction(1), per=STAYS, expect=Fraction(10**5), by=(REGIONS,), **AGES),
    ],
    ids=lambda question: f"{question.what}-{float(question.delta)}-{question.error}",
)
def test_every_query_can_be_asked_in_plain_fields(question: Question) -> None:
    answer = recommend(question)
    spec = answer.spec
    assert spec_from_text(to_yaml(spec)) == spec
    planned = plan(spec)
    assert planned.charge == answer.plan.charge
    assert spec.spend.epsilon is not None
    if question.error is not None:
        assert margin(planned, 0) <= float(question.error) * (1 + 1e-9)
        less = recommend(replace(question, epsilon=answer.needed / 3))
        assert not less.fits
        assert less.margin > float(question.error)
        assert less.options or question.who == "row" or question.often == 1
    for lang in CATALOGUE:
        said = [remark_text(one, lang) for one in answer.reasons]
        assert not any("request says" in text for text in said)  # nobody said it: it was chosen


@pytest.mark.parametrize(
    ("question", "word"),
    [
        (Question("deviation", "p", error=Fraction(3), **AGES), "depends on the deviation"),
        (Question("ratio", "p", error=Fraction(3), per=STAYS, **AGES), "depends on the ratio"),
        (Question("variance", "p", error=Fraction(3), **AGES), "how many rows"),
        (Question("ratio", "p", epsilon=1, **AGES), "ratio needs it"),
        (Question("median", "p", epsilon=1, at=(Fraction(1, 4),), **AGES), "at 0.5"),
        (Question("median", "p", epsilon=1, k=1, **AGES), "does not belong to median"),
        (Question("top", "p", epsilon=1, column="x", among=("a", "b")), "top needs it"),
        (Question("most_common", "p", epsilon=1, column="x", among=("a", "b"), k=2), "chooses one"),
        (Question("most_common", "p", epsilon=1, column="x", among=("a", "a")), "twice"),
        (Question("histogram", "p", epsilon=1, column="x"), "histogram needs it"),
        (Question("histogram", "p", epsilon=1, column="x", edges=(Fraction(1), Fraction(0))), "grow"),
    ],
)
def test_what_a_question_must_say(question: Question, word: str) -> None:
    with pytest.raises(SpecError, match=word):
        recommend(question)


def test_bounds_are_those_of_a_person_in_several_cells() -> None:
    assert WEEKLY.bounds() == Bounds(rows=4, cells=4, rows_per_cell=4)
    assert replace(WEEKLY, often=500).bounds() == Bounds(rows=500, cells=212, rows_per_cell=500)
    assert replace(WEEKLY, per_cell=9).bounds() == WEEKLY.bounds()
    assert replace(WEEKLY, per_cell=3).bounds() == Bounds(rows=4, cells=4, rows_per_cell=3)
    assert replace(WEEKLY, what="persons").bounds() == Bounds(cells=4)
    assert Question("rows", "p", often=5, error=Fraction(9)).bounds() == Bounds(rows=5, cells=1, rows_per_cell=5)


def test_the_noise_follows_the_currency_and_the_number_of_cells() -> None:
    assert recommend(WEEKLY).spec.publish[0].mechanism == "laplace"
    many = replace(WEEKLY, often=60, per_cell=1, delta=Fraction(1, 10**6))
    assert recommend(many).spec.publish[0].mechanism == "gaussian"


def test_what_cannot_be_had_says_what_could() -> None:
    answer = recommend(replace(WEEKLY, epsilon=Fraction(1, 5)))
    assert not answer.fits
    with pytest.raises(BudgetExceeded, match="this takes epsilon") as refused:
        _ = answer.spec
    assert "an error of 60 is possible" in refused.value.hint
    # The error that is possible really is, at the budget; and the epsilon that is needed is enough.
    assert recommend(replace(WEEKLY, epsilon=Fraction(1, 5), error=Fraction(60))).fits
    assert recommend(replace(WEEKLY, epsilon=answer.needed)).fits
    assert not recommend(replace(WEEKLY, epsilon=answer.needed * Fraction(999, 1000))).fits


def test_each_option_takes_what_it_says() -> None:
    question = replace(WEEKLY, error=Fraction(5, 100), relative=True, expect=Fraction(40), epsilon=Fraction(1, 2))
    answer = recommend(question)
    assert not answer.fits
    keys = [one.remark.key for one in answer.options]
    assert {"recommend.option.every", "recommend.option.by", "recommend.option.often"} <= set(keys)
    assert any(one.fits for one in answer.options)
    for one in answer.options:
        assert one.epsilon < answer.needed
        assert one.fits == (one.epsilon <= Fraction(1, 2))
    # Months instead of weeks: 48 cells instead of 212, so a typical number is 212/48 times as large.
    monthly = replace(question, every="1mo", expect=Fraction(40) * Fraction(212, 48), epsilon=None)
    assert recommend(monthly).needed in [one.epsilon for one in answer.options]


def test_rows_are_counted_as_rows_and_the_why_says_so() -> None:
    question = replace(WEEKLY, often=40, delta=Fraction(1, 10**6))
    answer = recommend(question)
    assert answer.spec.bound.rows_per_cell == 40
    assert "recommend.why.per_cell" in [one.key for one in answer.reasons]
    once = recommend(replace(question, per_cell=1))
    assert "recommend.why.per_cell" not in [one.key for one in once.reasons]
    offered = {one.remark.key: one.epsilon for one in answer.options}
    assert offered["recommend.option.per_cell"] == once.needed < answer.needed
    assert "recommend.option.per_cell" not in [one.remark.key for one in once.options]
    # No account is named, so its currency is a choice as well: forty rows in a cell are cheaper without a delta.
    pure = recommend(replace(question, delta=Fraction(0)))
    assert offered["recommend.option.pure"] == pure.needed < answer.needed
    assert "recommend.option.pure" not in [one.remark.key for one in pure.options]


def test_a_coarser_question_keeps_the_rows_the_finer_one_kept() -> None:
    """One row in each week is up to six in a month; an alternative with one in a month would only look cheap."""
    wish = {"error": Fraction(1, 2), "relative": True, "delta": Fraction(1, 10**6)}
    question = replace(WEEKLY, often=40, per_cell=1, expect=Fraction(40), **wish)
    answer = recommend(question)
    priced = [one.epsilon for one in answer.options]
    # Weeks to months, quarters, years: 6, 14 and 54 weeks at most, capped by a person's rows; then regions.
    larger = [("1mo", 48, 6), ("1q", 16, 14), ("1y", 4, 40)]
    for step, size, most in larger:
        longer = replace(question, every=step, expect=Fraction(40 * 212, size))  # type: ignore[arg-type]
        assert recommend(replace(longer, per_cell=most)).needed in priced
        assert recommend(longer).needed not in priced
    merged = replace(question, by=(), expect=Fraction(160))
    assert recommend(replace(merged, per_cell=4)).needed in priced
    assert recommend(merged).needed not in priced


def test_the_account_decides() -> None:
    terms = Terms(Unit("patient_id"), Allowance.approximate(2, "1e-6"))
    answer = recommend(replace(WEEKLY, often=10, per_cell=1), terms)
    assert answer.fits
    assert answer.plan.share.coin == "zcdp"
    assert plan(answer.spec, terms).charge == answer.plan.charge
    assert not recommend(replace(WEEKLY, error=Fraction(1)), Terms(Unit("patient_id"), Allowance.pure(2))).fits
    with pytest.raises(PrivacyError, match="the account protects"):
        recommend(WEEKLY, Terms(Unit("patient_id", per="1mo"), Allowance.pure(2)))


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"what": "everything"}, "unknown question"),
        ({"error": None}, "say how exact"),
        ({"error": float("nan")}, "not a finite number"),
        ({"error": Fraction(0)}, "above 0"),
        ({"often": 0}, "at least 1"),
        ({"often": True}, "often"),
        ({"per_cell": 0}, "at least 1"),
        ({"epsilon": "-1"}, "above 0"),
        ({"delta": 1}, "below 1"),
        ({"time": None}, "all three"),
        ({"time": None, "first": None, "last": None}, "which days"),
        ({"column": "x"}, "no column"),
        ({"what": "sum"}, "sum needs it"),
        ({"what": "mean", "column": "x"}, "between"),
        ({"error": Fraction(1, 2)}, "below one grain"),
        ({"zone": "Mars"}, "time zone"),
        ({"who": ""}, "who is protected"),
        ({"first": dt.date(2027, 1, 1)}, "ends before"),
    ],
    ids=str,
)
def test_bad_questions(wrong: dict[str, Any], words: str) -> None:
    with pytest.raises(SpecError, match=words):
        recommend(replace(WEEKLY, **wrong))


def test_no_file_is_opened(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise AssertionError("a file was opened")

    with monkeypatch.context() as no_files:
        no_files.setattr("builtins.open", refuse)
        no_files.setattr(Path, "open", refuse)
        assert recommend(replace(WEEKLY, file="no/such/visits.csv")).fits
