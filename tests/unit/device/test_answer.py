"""Answers of a period: what depends on the value and what does not, over periods, secrets and memories."""

from __future__ import annotations

import hashlib
import itertools
import math
from fractions import Fraction

import numpy as np
import pytest

from device_scenes import CASES, KINDS, PROMISES, campaign, coin, pick, response, words
from epsilog.core.odds import odds_within
from epsilog.device.answer import Memory, answer
from epsilog.device.campaign import Campaign
from epsilog.mechanisms.local.lasting import second_p
from epsilog.mechanisms.local.lasting_response import LastingResponse
from statistical.goodness_of_fit import LEVEL, p_value

SECRET = bytes(range(32))


def told(text: bytes, values: list[int | None], secret: bytes = SECRET) -> list[bytes]:
    """The reports of consecutive periods."""
    read, memory, found = Campaign.read(text), Memory(), []
    for period, value in enumerate(values):
        drawn, memory = answer(read, secret, period, value, memory)
        found.append(drawn)
    return found


@pytest.mark.parametrize(("kind", "memory"), CASES)
def test_length_never_depends_on_the_value(kind: str, memory: str) -> None:
    read = Campaign.read(campaign(kind, memory))
    values = [read.question.index(value) for value in KINDS[kind][1]]
    reports = [answer(read, SECRET, period, value, Memory())[0] for period in range(3) for value in [*values, None]]
    assert {len(report) for report in reports} == {read.protocol().length}
    rows = np.frombuffer(b"".join(reports), dtype=np.uint8).reshape(len(reports), -1)
    assert read.protocol().fits(rows).all()


@pytest.mark.parametrize(("kind", "memory"), CASES)
def test_asked_again_it_says_the_same(kind: str, memory: str) -> None:
    """Nothing can be averaged: a lost state, a retry and a second process give the same bytes."""
    read = Campaign.read(campaign(kind, memory))
    value = read.question.index(KINDS[kind][1][0])
    once = [answer(read, SECRET, 3, value, Memory()) for _ in range(3)]
    assert len({report for report, _ in once}) == 1
    assert len({memory for _, memory in once}) == 1
    many = {answer(read, SECRET, period, value, once[0][1])[0] for period in range(4, 26)}
    others = {answer(read, bytes([at]) * 32, 3, value, Memory())[0] for at in range(40)}
    assert len(others) > 1
    assert (len(many) > 1) == (kind != "lasting bits")


def test_a_held_answer_does_not_look_at_later_values() -> None:
    """Within a hold all bytes follow from its first value; a new hold looks again, with coins of its own."""
    text = campaign("lasting unary", "held")
    steady, moving = told(text, [2] * 40), told(text, [2, 0, 1, 3] + [None] * 22 + [2] * 14)
    assert steady == moving
    assert told(text, [0] + [2] * 39)[1:26] != steady[1:26]
    read = Campaign.read(text)
    memos = {answer(read, SECRET, 26 * hold, 2, Memory())[1].memo for hold in range(2)}
    assert len(memos) == 2, "the same value in two holds must not show that it is the same"


def test_each_new_value_costs_and_then_nothing_depends_on_it() -> None:
    """for_ever 4 pays for two values. The third, the fourth and none say the same; the first two go on."""
    text = campaign("lasting response", "by value")
    assert Campaign.read(text).promise.answers == 2
    for late in (2, 3, None):
        for secret in (SECRET, bytes(32)):
            assert told(text, [0, 1, *[late] * 20, 0], secret) == told(text, [0, 1, *[2] * 20, 0], secret)
    assert told(text, [0, 1, *[2] * 20]) != told(text, [0, 1, *[1] * 20])
    start = told(text, [0, 1, 2, 0, 1])
    alone = told(text, [0, 0, 0, 0, 0])
    assert (start[0], start[3]) == (alone[0], alone[3])


def test_values_that_share_a_cell_have_answers_of_their_own() -> None:
    """Else equal answers would show that they share it: two values, many devices; reports agree by chance only.

    With one answer for a cell, all reports of those who share one would be equal: a quarter of 600 devices.
    """
    read = Campaign.read(campaign("lasting bits", "by value", protocol={"kind": "lasting bits", "own": 1}))
    shared = equal = 0
    for at in range(600):
        secret = hashlib.sha256(b"cells %d" % at).digest()
        one, two = (answer(read, secret, 0, value, Memory())[0] for value in (0, 1))
        if one[0] > 1:  # the only bucket is that of neither value: both have the same cell, "none"
            shared += 1
            equal += one == two
    assert shared > 200
    assert equal < 0.75 * shared  # p² + q² = 0.61 of them, and 0.75 is five deviations away


def places(values: list[int | None], paid: int) -> list[int]:
    """For each report the first period with the same one: lasting bits repeat their answer, 64 noisy bits."""
    promise = {"epsilon": 2, "ever": 2, "for_ever": 2 * paid, "memory": "by value"}
    protocol, asked = {"kind": "lasting bits", "own": 64}, {"one_of": [f"choice {at}" for at in range(64)]}
    reports = told(campaign("lasting bits", "by value", promise=promise, protocol=protocol, question=asked), values)
    return [reports.index(report) for report in reports]


@pytest.mark.parametrize("paid", [1, 2, 3])
def test_none_is_one_more_value(paid: int) -> None:
    """Series that change at the same times have equal answers at the same places, with none or without."""
    for shape in ([0, 1, 2], [0, 0, 1, 2, 0, 1], [0, 1, 0, 2, 3, 1], [0, 1, 2, 3, 2, 1, 0]):
        without = places([10 + at for at in shape], paid)
        assert len(set(without)) == min(len(set(shape)), paid + 1)
        for none in set(shape):
            assert places([None if at == none else at for at in shape], paid) == without


def test_the_loss_of_none_is_bounded() -> None:
    """(none, a, c) against (a, b, c'), paid for one answer, forty reports each: exactly, `ever` at most.

    The twin has none share the answer of used-up values, as it once did: there the loss has no bound.
    """
    protocol = LastingResponse(4, Fraction(1), Fraction(2))
    even = [Fraction(1, 4)] * 4
    row = [protocol.first] + [(1 - protocol.first) / 3] * 3
    agree, other = protocol.second, (1 - protocol.second) / 3

    def chance(slots: list[int], laws: dict[int, list[Fraction]], said: tuple[int, ...]) -> Fraction:
        found = Fraction(1)
        for slot, law in laws.items():
            blocks = [one for one, at in zip(said, slots, strict=True) if at == slot]
            found *= sum(
                law[memo] * math.prod(agree**40 if one == memo else other**40 for one in blocks)
                for memo in range(4)
            )
        return found

    def loss(slots: list[int], laws: dict[int, list[Fraction]]) -> float:
        theirs, both = places([0, 1, 2], 1), list(itertools.product(range(4), repeat=3))
        ratios = [chance(slots, laws, said) / chance(theirs, {0: row, 1: even}, said) for said in both]
        return max(abs(math.log(ratio.numerator) - math.log(ratio.denominator)) for ratio in ratios)

    assert loss(places([None, 0, 2], 1), {0: even, 1: even}) <= 2
    assert loss([0, 1, 0], {0: even, 1: row}) > 10


def test_none_pays_for_its_answer() -> None:
    text = campaign("lasting response", "by value")
    assert len({tuple(told(text, [None, 0, *[late] * 20, None, 0])) for late in (1, 2, 3)}) == 1
    read, memory = Campaign.read(text), Memory()
    for period in range(3):
        _, memory = answer(read, SECRET, period, None, memory)
    assert len(memory.tags) == 1


def test_what_is_remembered_holds_no_value() -> None:
    read, memory = Campaign.read(campaign("lasting response", "by value")), Memory()
    for value in (2, 1):
        _, memory = answer(read, SECRET, 0, value, memory)
    assert len(memory.tags) == 2
    assert all(len(tag) == 32 for tag in memory.tags)
    guesses = {hashlib.sha256(value.to_bytes(8, "big")).hexdigest()[:32] for value in range(4)}
    assert not guesses & set(memory.tags)


@pytest.mark.parametrize(("kind", "memory"), [("generalized response", "fresh"), ("lasting response", "held")])
def test_over_secrets_the_law_is_the_table(kind: str, memory: str) -> None:
    """3,000 secrets; a level of 1e-9. The twin compares with another value's row."""
    read = Campaign.read(
        campaign(
            kind, memory, promise={**PROMISES[memory], "epsilon": "1/10"} if memory == "fresh" else PROMISES[memory]
        )
    )
    secrets = [hashlib.sha256(b"%d" % at).digest() for at in range(3000)]
    seen = np.bincount([answer(read, secret, 1, 2, Memory())[0][0] for secret in secrets], minlength=4)
    rows = read.protocol().channel().rows
    assert p_value(seen, [float(rows[2][bytes([at])]) for at in range(4)]) > LEVEL
    if memory == "held":
        assert p_value(seen, [float(rows[0][bytes([at])]) for at in range(4)]) < LEVEL
        none = np.bincount([answer(read, secret, 1, None, Memory())[0][0] for secret in secrets], minlength=4)
        assert p_value(none, [1 / 4] * 4) > LEVEL


def test_two_rounds_by_the_page_alone() -> None:
    """Every byte of thirty weeks again, from the page: HMAC, AES, coins, picks, and fractions."""
    text = campaign("lasting response", "held")
    digest, one, both = hashlib.sha256(text).digest(), odds_within(1), odds_within(2)
    first, second, expected = both / (both + 3), second_p(one, both, 4), []
    memo = -1
    for period in range(30):
        if period % 26 == 0:
            hold = b"hold %d" % (period // 26)
            memo = response(words(SECRET, b"memo", digest, hold, (2).to_bytes(8, "big")), 2, 4, first)
        read = words(SECRET, b"report", digest, period.to_bytes(4, "big"), bytes([memo]))
        expected.append(bytes([response(read, memo, 4, second)]))
    assert told(text, [2] * 30) == expected


def test_a_fresh_answer_and_a_stand_in_by_the_page_alone() -> None:
    text = campaign("randomized response", "fresh")
    digest, odds = hashlib.sha256(text).digest(), odds_within("1/10")
    for period, value in enumerate([1, 0, None, 1, None]):
        when = period.to_bytes(4, "big")
        given = pick(words(SECRET, b"nobody", digest, when), 2) if value is None else value
        read = words(SECRET, b"fresh", digest, when, given.to_bytes(8, "big"))
        said = response(read, given, 2, odds / (odds + 1))
        assert told(text, [1, 0, None, 1, None])[period] == bytes([said])
    assert coin(words(SECRET), Fraction(1))
