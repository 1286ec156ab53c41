"""Campaign files: every field is read strictly, and one that would break its promise is refused first."""

from __future__ import annotations

import datetime as dt
import json

import pytest

from device_scenes import CASES, KINDS, PROMISES, campaign, week
from epsilog.device.campaign import Campaign
from epsilog.device.question import Question
from epsilog.errors import EpsilogError, SpecError


@pytest.mark.parametrize(("kind", "memory"), CASES)
def test_what_can_be_asked_is_read(kind: str, memory: str) -> None:
    read = Campaign.read(campaign(kind, memory))
    protocol = read.protocol()
    assert protocol.epsilon <= read.promise.epsilon
    assert read.cost <= read.promise.for_ever
    if read.is_lasting:
        assert protocol.ever <= read.promise.ever


GREEDY = {
    "more periods than are paid for": {"periods": 53, "promise": PROMISES["fresh"]},
    "a hold that ends too early": {"promise": {**PROMISES["held"], "hold": 25}},
    "less for ever than for one answer": {"promise": {**PROMISES["held"], "for_ever": 1}},
    "an epsilon of nothing": {"promise": {**PROMISES["held"], "epsilon": 0}},
    "an epsilon above all": {"promise": {**PROMISES["held"], "epsilon": 3}},
    "an epsilon that is none": {"promise": {**PROMISES["held"], "epsilon": "NaN"}},
    "another memory": {"promise": {**PROMISES["held"], "memory": "fresh"}},
    "a memory that there is not": {"promise": {**PROMISES["held"], "memory": "none"}},
    "no memory": {"promise": {"epsilon": 1, "ever": 2, "for_ever": 4}},
    "a hold by value": {"promise": {**PROMISES["by value"], "hold": 3}},
    "a promise that is no list": {"promise": 1},
    "probabilities of the collector's own": {"protocol": {"kind": "lasting response", "p": "99/100"}},
    "a protocol that there is not": {"protocol": {"kind": "plain"}},
    "a module by name": {"protocol": {"kind": "os"}},
    "a protocol that is a text": {"protocol": "lasting response"},
    "a hash into one cell": {"protocol": {"kind": "lasting hashing", "cells": 1}},
    "a number asked by choices": {"question": {"number": "age", "between": [0, 9], "steps": 9}},
    "a word asked by choices": {"question": {"word": "name"}},
    "one choice": {"question": {"one_of": ["a"]}},
    "a choice twice": {"question": {"one_of": ["é", "e\u0301"]}},
    "choices with blanks": {"question": {"one_of": ["a", "a "]}},
    "a question too many": {"question": {"one_of": ["a", "b"], "word": "c"}},
    "a field of a question too many": {"question": {"one_of": ["a", "b"], "steps": 3}},
    "another version": {"format": "epsilog campaign 2"},
    "a field too many": {"contact": "me"},
    "a period that there is not": {"every": "1s"},
    "no day": {"first": "soon"},
    "no periods": {"periods": 0},
    "a name that moves the cursor": {"name": "a\u001b[2J"},
    "a name of nothing": {"name": ""},
}


@pytest.mark.parametrize("what", GREEDY)
def test_what_would_break_a_promise_is_refused(what: str) -> None:
    kind = "generalized response" if "paid for" in what else "lasting response"
    with pytest.raises(EpsilogError):
        Campaign.read(campaign(kind, "fresh" if "paid for" in what else "held", **GREEDY[what]))


@pytest.mark.parametrize("field", json.loads(campaign()))
def test_every_field_is_needed_and_said_once(field: str) -> None:
    record = json.loads(campaign())
    with pytest.raises(SpecError):
        Campaign.read(json.dumps({name: one for name, one in record.items() if name != field}).encode())
    twice = campaign()[:-1] + b", " + json.dumps({field: record[field]}).encode()[1:]
    with pytest.raises(SpecError, match="not a campaign"):
        Campaign.read(twice)


@pytest.mark.parametrize("text", [b"", b"{", b"[]", b"\xff", b"1", b"[" * 100_000, b" " * (1 << 24), None])
def test_what_is_no_campaign_is_refused(text: object) -> None:
    with pytest.raises(SpecError):
        Campaign.read(text)


def test_bits_that_tell_more_than_is_promised_are_refused() -> None:
    """RAPPOR's claims follow from its probabilities, whatever the file promises."""
    for options in ({"f": "1/4"}, {"q": "9/10"}, {"hashes": 4}, {"f": "1/1000"}, {"p": "1/100"}):
        with pytest.raises(EpsilogError):
            Campaign.read(campaign("rappor", "held", protocol={"kind": "rappor", **options}))


@pytest.mark.parametrize("wrong", [[], {}, None, 1, ["unary"], True])
def test_a_kind_or_period_that_is_no_text_is_refused(wrong: object) -> None:
    for changed in (
        {"protocol": {"kind": wrong}},
        {"every": wrong},
        {"promise": {**PROMISES["held"], "memory": wrong}},
    ):
        with pytest.raises(SpecError):
            Campaign.read(campaign(**changed))


def test_any_change_is_another_campaign() -> None:
    digests = {Campaign.read(text).digest for text in (campaign(), campaign() + b" ", campaign(edition="2"))}
    assert len(digests) == 3


def test_periods_are_counted_in_utc() -> None:
    read = Campaign.read(campaign())
    assert [read.period(week(at)) for at in (-1, 0, 51, 52)] == [-1, 0, 51, 52]
    tokyo = dt.timezone(dt.timedelta(hours=9))
    assert read.period(dt.datetime(2026, 1, 12, 8, 59, tzinfo=tokyo)) == 0
    assert read.period(dt.datetime(2026, 1, 12, 9, 0, tzinfo=tokyo)) == 1


@pytest.mark.parametrize("kind", KINDS)
def test_what_is_no_answer_is_refused_without_a_word_of_it(kind: str) -> None:
    question = Question.read(KINDS[kind][0])
    wrong = [float("nan"), float("inf"), None, [], b"x", "", " ", "\udcff" * 70_000, "x" * 1_000_001, {"a": 1}]
    if question.kind == "one_of":
        wrong += ["chrome", "Сhrome", "Chrome\u200b", 0, "secret-value"]
    if question.kind == "number":
        wrong += ["secret-value", True, "0x10", "1e999"]
    if question.kind == "yes_no":
        wrong += ["secret-value", 1, 0, "true"]
    for value in wrong:
        with pytest.raises(SpecError) as refusal:
            question.index(value)
        assert "secret" not in str(refusal.value)
        assert len(str(refusal.value)) < 200


def test_what_is_the_same_answer_is_read_the_same() -> None:
    words = Question.read({"one_of": ["café", "thé"]})
    assert words.index("cafe\u0301") == words.index(" café\n") == 0
    number = Question.read({"number": "minutes", "between": [-10, 10], "steps": 4})
    assert [number.index(value) for value in (-1e308, -10, "-7.6", -5, 0, 2, 2.6, 10, 10**400)] == [
        0,
        0,
        0,
        1,
        2,
        2,
        3,
        4,
        4,
    ]
    odd = Question.read({"word": "name"})
    assert odd.index("\ud800") != odd.index("\ud801")  # half a character is a word, and no failure that would tell
    assert Question.read({"yes_no": "here"}).index(" YES ") == 1
