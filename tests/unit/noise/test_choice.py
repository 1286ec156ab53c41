"""Choosing by private scores: exact shares by enumeration, hopeless ranges, and silence about the scores."""

from __future__ import annotations

import pickle
from decimal import Decimal
from fractions import Fraction

import mpmath
import numpy as np
import pytest

from epsilog.errors import PrivacyError, SpecError
from epsilog.noise import exponential_choice, permute_and_flip, system
from epsilog.noise.candidates import candidates
from epsilog.noise.choice import draw_candidate
from unit.noise.scripted_words import ScriptedWords

HIGHEST = 2**64 - 1
both = pytest.mark.parametrize("choose", [exponential_choice, permute_and_flip], ids=lambda f: f.__name__)


@pytest.mark.parametrize("scores", [[0, 1, -2, Fraction(1, 2)], [0, 0, 0], [-3000, 5, 4, 5], [7]], ids=str)
def test_all_words_of_eight_bits_give_the_shares(scores):
    """A word decides, or is undecided and then decided either way by what follows; truth lies in between."""
    read = candidates(scores, 1)
    sure = [0] * len(scores)
    undecided = 0
    for word in range(256):
        outcomes = set()
        asked = 0
        for more in (0, HIGHEST):
            rng = ScriptedWords([word], more=more)
            outcomes.add(draw_candidate(read, rng, 8))
            asked += rng.extensions
        if not asked:
            assert len(outcomes) == 1
            sure[outcomes.pop()] += 1
        else:
            undecided += 1
    assert undecided <= 2 * len(scores)
    assert undecided >= (len(scores) > 2), "the exact comparison must have run"
    with mpmath.workdps(30):
        weights = [mpmath.exp(mpmath.mpf(Fraction(s).numerator) / Fraction(s).denominator) for s in scores]
        for index, weight in enumerate(weights):
            share = weight / sum(weights) * 256
            assert sure[index] <= share <= sure[index] + 4


def test_an_undecided_word_is_cut_where_the_true_share_is():
    read = candidates([0, -1], 1)
    with mpmath.workdps(60):
        cut = int(mpmath.floor(1 / (1 + mpmath.exp(-1)) * 2**72))
    for offset, expected in ((-2, 0), (2, 1)):
        rng = ScriptedWords([cut >> 64], long=[(cut & HIGHEST) + offset])
        assert draw_candidate(read, rng, 8) == expected
    rng = ScriptedWords([cut >> 64], long=[cut & HIGHEST, 0])
    assert draw_candidate(read, rng, 8) == 0
    assert not rng.long, "equality to 72 bits needs 64 more"


@both
@pytest.mark.parametrize(
    "scores",
    [
        [0, 10**5, -(10**5)],
        ["-1e100", 1e300, 0],
        np.array([-(2**63), 2**63 - 1, 0]),
        np.array([0, 2**64 - 1, 5], dtype=np.uint64),
        [Decimal("-5000.5"), Fraction(10**6, 3), 1e-9],
        np.array([-0.0, 7000.25, -1e300]),
        [5e-324, 10**200, -0.0],
    ],
    ids=str,
)
def test_scores_thousands_apart_neither_overflow_nor_fail(choose, scores):
    assert [choose(scores) for _ in range(20)] == [1] * 20
    assert {choose(scores, rate=0) for _ in range(200)} == {0, 1, 2}


@both
def test_a_fraction_of_any_length_is_read(choose):
    """Averages of private numbers have denominators that depend on the data; a refusal would show them."""
    assert choose([Fraction(1, 10**130 + 1), 3000, Fraction(-(10**200), 7)]) == 1
    assert choose([Fraction(3**400, 2**100), Fraction(3**400, 2**100) - 3000]) == 0
    assert {choose([Fraction(1, 10**130), Fraction(1, 10**131)]) for _ in range(200)} == {0, 1}


@both
def test_a_rate_of_any_size_is_read(choose):
    assert choose([0, 1, 0], rate="1e100") == 1
    assert choose(np.array([0, 1, 0]), rate="1e100") == 1
    assert choose(np.array([0, 1, 0]), rate="1e-100") in (0, 1, 2)
    assert choose([5], rate=1) == 0


def test_the_undecided_word_of_hopeless_weights_is_settled_too():
    """All ones pick the last sliver: candidate 1 has a weight of exp(-3000), far beyond any float."""
    read = candidates([0, -3000], 1)
    rng = ScriptedWords([255], long=[HIGHEST] * 100, more=0)
    assert draw_candidate(read, rng, 8) in (0, 1)
    assert 3000 / 0.6931 / 64 < rng.extensions <= 101
    rng = ScriptedWords([255], long=[HIGHEST, 0])
    assert draw_candidate(read, rng, 8) == 0


@both
@pytest.mark.parametrize(
    "scores",
    [
        [],
        np.array([], dtype=np.int64),
        np.zeros((2, 2), dtype=int),
        np.array([True, False]),
        np.array([1 + 2j]),
        "4711",
        b"4711",
        None,
        4711,
        {4711: 1},
        {4711},
        [4711, float("nan")],
        [4711, float("inf")],
        np.array([4711, np.nan]),
        np.array([4711, -np.inf]),
        [4711, True],
        [4711, "4711x"],
        [4711, None],
        [4711, "1e400"],
        [4711, [4711]],
        np.array(["4711"]),
        np.array([4711], dtype=object),
    ],
    ids=repr,
)
def test_odd_scores_are_refused_without_showing_one(choose, scores):
    with pytest.raises(SpecError) as refusal:
        choose(scores)
    assert "4711" not in str(refusal.value)
    assert refusal.value.where == "scores"
    assert refusal.value.__cause__ is None
    assert refusal.value.__suppress_context__ or refusal.value.__context__ is None


@both
@pytest.mark.parametrize("rate", [-1, float("nan"), "x", None, True])
def test_odd_rates_are_refused(choose, rate):
    with pytest.raises(SpecError, match="rate"):
        choose([1, 2], rate=rate)


def test_candidates_show_nothing_and_stay_here():
    read = candidates([4711, 4712], 1)
    assert "4711" not in repr(read)
    assert "4712" not in repr(read)
    with pytest.raises(PrivacyError):
        pickle.dumps(read)


def test_many_candidates_are_settled_by_whole_numbers():
    scores = np.arange(200_000) % 50
    read = candidates(scores, "1/10")
    picked = {draw_candidate(read, system, 8) for _ in range(3)}  # every 8-bit word is undecided among so many
    assert all(0 <= index < len(scores) for index in picked)


def test_one_favourite_among_very_many_is_still_settled_by_one_word():
    """The favourite and the crowd weigh the same together. Time would tell if such scores needed the slow path."""
    scores = np.zeros(300_000, dtype=np.int64)
    scores[100_000] = 1
    read = candidates(scores, "12.6")
    for step in range(60):
        rng = ScriptedWords(long=[step * 2**64 // 60 + 12345])
        draw_candidate(read, rng)
        assert rng.extensions == 1


def test_exponents_are_exact_and_floats_are_close():
    for scores, rate in (([0, "1/3", 5], "2/7"), (np.array([0, 3, 500]), "2/7"), (["1e100", 0], "1e-99")):
        read = candidates(scores, rate)
        for index, approximate in enumerate(read.gammas()):
            gamma = read.gamma_of(index)
            assert abs(Fraction(float(approximate)) - gamma) <= gamma / 2**51


@pytest.mark.parametrize("kind", [np.int8, np.uint8, np.int16, np.int32, np.uint32, np.int64, np.uint64])
def test_offsets_of_machine_integers_are_exact_at_the_ends_of_their_range(kind):
    ends = np.iinfo(kind)
    scores = [int(ends.min), int(ends.max), int(ends.max) - 1, 0, 1]
    read = candidates(np.array(scores, dtype=kind), 1)
    assert [read.gamma_of(index) for index in range(5)] == [int(ends.max) - score for score in scores]
