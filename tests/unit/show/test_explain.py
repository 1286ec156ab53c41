"""A release in sentences: true to its card, for every kind of unit, in both languages."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from epsilog.accounting.promise import posterior
from epsilog.core.bounds import Bounds
from epsilog.core.unit import Protect, Unit
from epsilog.registry.asks import Query
from epsilog.roles.spec import Spend
from epsilog.show.card import Card
from epsilog.show.conditions import Condition
from epsilog.show.explain import lines, sections
from epsilog.words import LANGUAGES
from release_scenes import PRESSURE, REGIONS, TIDY, YEAR, everything, plan_of, result_of, spec_of, stored

WORDS = (
    Condition(7, "2026-03-01", "refund", "12ab", ("Ada", "Grace"), "the cable was cut"),
    Condition(9, "2026-03-02", "resume", "", ("Ada", "Grace"), "the disk died"),
)


def told(tmp_path, spec, lang="en", laws=("gaussian",), **changes):
    ledger, release = stored(result_of(plan_of(spec, laws)), tmp_path)
    ledger.close()
    release = replace(release, **changes)
    return {section.name: " ".join(section.lines) for section in sections(release, lang)}, release


def test_the_handbooks_belief_is_in_it(tmp_path) -> None:
    spend = Spend("clinic/2026", Fraction(1, 2))
    said, _ = told(tmp_path, spec_of(Query("rows"), spend=spend), laws=("laplace",))
    assert (
        "the probability of “this person is in the data” can rise from 10 % to at most 15.5 %" in said["protected"]
    )
    assert posterior(0.1, 0.5) <= 0.155
    assert "epsilon = 0.5, without exception" in said["budget"]
    assert "12.5 % is used and 87.5 % is left" in said["budget"]
    assert "Σε = 0.5, Σδ = 0" in said["budget"]
    assert "not a probability" in said["protected"]


def test_the_error_is_told_in_plain_numbers(tmp_path) -> None:
    spend = Spend("clinic/2026", Fraction(2))
    said, _ = told(tmp_path, spec_of(Query("rows"), spend=spend), laws=("laplace",))
    assert "19 times in 20 the number is within ±6 " in said["exact"]  # scale 4 / 2
    said, _ = told(
        tmp_path / "..", spec_of(Query("rows"), spend=spend, confidence=Fraction(999, 1000)), laws=("laplace",)
    )
    assert "in 99.9 % of all cases" in said["exact"]


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(
    ("unit", "bound", "words"),
    [
        (Unit("row"), Bounds(), {"en": "One row is protected, not a person", "zh": "受保护的是一行"}),
        (Unit("patient_id", per="1mo"), Bounds(rows=4), {"en": "within one month", "zh": "在一月"}),
        (
            Unit("patient_id", neighbours="replace"),
            Bounds(rows=4),
            {"en": "How many there are in the data is not hidden", "zh": "数据中共有多少"},
        ),
    ],
)
def test_every_unit_has_its_words(tmp_path, lang, unit, bound, words) -> None:
    spec = spec_of(Query("rows", by=(REGIONS,), during=YEAR), protect=Protect(unit, "Asia/Shanghai"), bound=bound)
    said, release = told(tmp_path, spec, lang)
    whole = "\n".join(lines(release, lang))
    assert words[lang] in whole or words[lang].replace("一月", "一个月") in whole
    assert "{" not in whole
    if unit.per:
        assert "2026-01" in said["budget"]
        assert {"en": "for each person within a month", "zh": "对每个"}[lang] in said["budget"]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_warnings_come_first_and_only_where_they_belong(tmp_path, lang) -> None:
    spec = everything(tidy=TIDY)
    said, release = told(tmp_path, spec, lang, ("gaussian", "laplace"))
    assert "warnings" not in said
    assert list(said) == ["published", "protected", "exact", "weight", "budget", "open", "rules", "record"]
    loud = replace(release, result=replace(release.result, reproducible=True), conditions=WORDS)
    first = sections(loud, lang)[0]
    assert first.name == "warnings"
    assert len(first.lines) == 3
    assert all(word in first.lines[1] for word in ("12ab", "2026-03-01", "Ada", "Grace", "the cable was cut"))
    assert "the disk died" in first.lines[2]
    assert ("refunded" in first.lines[1]) == (lang == "en")
    assert ("restoring" in first.lines[2]) == (lang == "en")


def test_a_weak_promise_is_called_weak_and_undeniable(tmp_path) -> None:
    spend = Spend("clinic/2026", Fraction(4))
    spec = spec_of(Query("rows"), spend=replace(spend, epsilon=Fraction(4)))
    said, release = told(tmp_path, spec, laws=("laplace",))
    assert "weak" in said["warnings"]
    assert "plausible deniability: what was published is at most 54.6 times" in said["protected"]
    card = Card.of(release)
    weaker = replace(card, plan=replace(card.plan, share=type(card.plan.share).pure(6)))
    text = "\n".join(lines(weaker))
    assert "There is no plausible deniability" in text


def test_a_card_alone_explains_all_but_the_account(tmp_path) -> None:
    _, release = told(tmp_path, everything())
    with_account, alone = lines(release), lines(Card.of(release))
    missing = [line for line in with_account if line not in alone]
    assert all("clinic/2026" in line or "Plain sums" in line for line in missing)
    assert 1 <= len(missing) <= 3


def test_missing_values_and_clamps_are_told(tmp_path) -> None:
    query = Query("mean", "systolic", between=PRESSURE, missing=Fraction(120))
    said, _ = told(tmp_path, spec_of(query))
    assert "count as 120" in said["rules"]
    assert "below 80 count as 80, those above 220 as 220" in said["weight"]
    assert "Rows without an id in patient_id were left out" in said["rules"]
