"""Two rounds: each round keeps its claim exactly; repeated by value they show when a value changed."""

from __future__ import annotations

import itertools
from fractions import Fraction

import mpmath
import numpy as np
import pytest

from epsilog.core.odds import odds_within
from epsilog.errors import SpecError
from epsilog.mechanisms.local.channel import Channel
from epsilog.mechanisms.local.lasting import second_p, tilt
from epsilog.mechanisms.local.lasting_bits import LastingBits
from epsilog.mechanisms.local.lasting_hashing import LastingHashing
from epsilog.mechanisms.local.lasting_response import LastingResponse
from epsilog.postprocess.local.shares import variance_of
from local_protocols import BITS, LASTING, CountedWords, is_within


@pytest.mark.parametrize(("epsilon", "ever"), [(1, 2), ("1/2", 4), (2, "5/2")])
@pytest.mark.parametrize("name", LASTING)
def test_both_rounds_keep_their_claims_and_use_them_up(name: str, epsilon: int | str, ever: int | str) -> None:
    ask = LASTING[name](epsilon, ever)
    choice = ask.choose(1)[0].tobytes()
    while ask.first_channel(choice).odds() == 1:  # a hash function that puts all values into one cell
        choice = ask.choose(1)[0].tobytes()
    for channel, claim in ((ask.first_channel(choice), ever), (ask.channel(choice), epsilon)):
        found = channel.odds()
        assert found is not None
        assert odds_within(claim) * (1 - Fraction(1, 10**8)) <= found
        assert is_within(found, claim)


@pytest.mark.parametrize("k", [2, 3, 4, 16, 100, 360, 400])
def test_generalized_response_in_two_rounds_has_exactly_the_odds_of_one(k: int) -> None:
    """From the composed probabilities, written out; the published calibration misses it for k above 2."""
    for epsilon, ever in ((1, 2), (2, 4), ("5/2", 5)):
        one, both = odds_within(epsilon), odds_within(ever)
        p1, p2 = both / (both + k - 1), second_p(one, both, k)
        q1, q2 = (1 - p1) / (k - 1), (1 - p2) / (k - 1)
        own, other = p1 * p2 + (k - 1) * q1 * q2, p1 * q2 + q1 * p2 + (k - 2) * q1 * q2
        assert own / other == one
        assert tilt(one, k) == own - other


@pytest.mark.parametrize(
    ("k", "ever", "epsilon", "exact"),
    [(4, 2, 1, 1.598), (16, 2, 1, 5.662), (100, 2, 1, 34.11), (100, 4, 2, 2.582), (360, 5, "5/2", 2.960)],
)
def test_variances_of_generalized_response_in_two_rounds(k: int, ever: int, epsilon: int, exact: float) -> None:
    ask = LastingResponse(k, epsilon, ever)
    assert variance_of(0.0, 1, ask.p, ask.q) == pytest.approx(exact, rel=2e-3)


@pytest.mark.parametrize(("ever", "epsilon", "cells", "variance"), [(2, 1, 4, 3.692), (4, 2, 8, 0.7246)])
def test_variances_of_hashing_in_two_rounds(ever: int, epsilon: int, cells: int, variance: float) -> None:
    ask = LastingHashing(1000, epsilon, ever)
    assert ask.cells == cells
    assert variance_of(0.0, 1, ask.p, ask.q) == pytest.approx(variance, rel=1e-3)


def test_few_permanent_bits_keep_their_claim() -> None:
    assert BITS.channel(BITS.choose(1)[0].tobytes()).odds() <= odds_within(2)
    every = LastingBits(6, 2, 6)
    assert every.first_channel(every.choose(1)[0].tobytes()).odds() == odds_within(1) ** 2
    one = LastingBits(6, 2, 1)
    assert one.first_channel(one.choose(1)[0].tobytes()).odds() == odds_within(1)


def test_few_permanent_bits_are_about_the_own_buckets() -> None:
    ask = LastingBits(10, 2, 3)
    choices = ask.choose(10)
    reports = ask.reports(choices, ask.remember(choices, np.arange(10)))
    assert ask.fits(reports).all()
    swapped = reports.copy()
    swapped[:, [0, 1]] = reports[:, [1, 0]]
    assert not ask.fits(swapped).any()
    assert ask.holders(reports).sum() == 30
    assert (ask.support(reports) <= ask.holders(reports)).all()


@pytest.mark.parametrize("name", LASTING)
def test_what_is_read_does_not_depend_on_the_value(name: str) -> None:
    ask = LASTING[name](1, 2)
    choices = ask.choose(1)
    read = set()
    for value in range(ask.size):
        rng = CountedWords()
        ask.reports(choices, ask.remember(choices, np.array([value]), rng), rng)
        read.add(rng.read)
    assert len(read) == 1


def law_of(
    ask: LastingResponse, values: tuple[int, ...], reports_each: int, *, by_value: bool
) -> dict[bytes, Fraction]:
    """The exact law of all reports of a series of values; one permanent answer a value, or one a period."""
    first, second = ask.first_channel().rows, ask.second_channel()
    slots = list(dict.fromkeys(values)) if by_value else list(range(len(values)))
    law: dict[bytes, Fraction] = {}
    for memos in itertools.product(list(second), repeat=len(slots)):
        chance = Fraction(1)
        for slot, memo in zip(slots, memos, strict=True):
            chance *= first[slot if by_value else values[slot]][memo]
        told = [memos[slots.index(value if by_value else at)] for at, value in enumerate(values)]
        parts = {b"": chance}
        for memo in told:
            for _ in range(reports_each):
                parts = {had + one: a * b for had, a in parts.items() for one, b in second[memo].items()}
        for report, one in parts.items():
            law[report] = law.get(report, Fraction(0)) + one
    return law


def test_one_answer_a_period_keeps_its_claim_for_every_series_and_one_a_value_does_not() -> None:
    """Two periods of three reports, every pair of series. By the calendar: never above twice `ever`, as claimed.

    By the value: (a, a) against (a, b) grows with every report and passes twice `ever`: whether the value changed
    shows. Between series that change at the same times it keeps the claim. This is why there is `held`.
    """
    ask = LastingResponse(2, "9/10", 1)
    series = list(itertools.product(range(2), repeat=2))
    calendar = Channel(tuple(law_of(ask, one, 3, by_value=False) for one in series)).odds()
    assert calendar is not None
    assert calendar <= ask.odds_ever**2
    laws = {one: law_of(ask, one, 3, by_value=True) for one in series}
    same = Channel((laws[0, 1], laws[1, 0])).odds()
    stays = Channel((laws[0, 0], laws[1, 1])).odds()
    assert same is not None
    assert stays is not None
    assert same <= ask.odds_ever**2
    assert stays <= ask.odds_ever
    changed = Channel((laws[0, 0], laws[0, 1])).odds()
    assert changed is not None
    assert changed > ask.odds_ever**2


def test_one_report_may_not_tell_as_much_as_all() -> None:
    with mpmath.workdps(30):
        assert odds_within(1) < mpmath.e
    for epsilon, ever in ((2, 2), (3, 2), (0, 1), (1, 33)):
        with pytest.raises(SpecError):
            LastingResponse(4, epsilon, ever)
