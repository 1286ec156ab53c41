"""Protocols for frequencies: exact tables keep their claims and use them up; reports support as p and q say."""

from __future__ import annotations

import inspect
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest

import epsilog.mechanisms.local as room
from epsilog.errors import SpecError
from epsilog.mechanisms.local.channel import Channel
from epsilog.mechanisms.local.count_mean import CountMean
from epsilog.mechanisms.local.generalized_response import GeneralizedResponse
from epsilog.mechanisms.local.hadamard import HadamardResponse
from epsilog.mechanisms.local.hybrid import Hybrid
from epsilog.mechanisms.local.lasting_bits import LastingBits
from epsilog.mechanisms.local.lasting_unary import LastingUnary
from epsilog.mechanisms.local.linear_hashing import LinearHashing
from epsilog.mechanisms.local.local_hashing import LocalHashing, hashing_variance
from epsilog.mechanisms.local.numeric import Numeric
from epsilog.mechanisms.local.one_bit_hadamard import OneBitHadamard
from epsilog.mechanisms.local.oracle import Oracle
from epsilog.mechanisms.local.piecewise import Piecewise
from epsilog.mechanisms.local.randomized_response import RandomizedResponse
from epsilog.mechanisms.local.subset_selection import SubsetSelection
from epsilog.mechanisms.local.unary import Unary
from epsilog.postprocess.local.shares import variance_of
from local_protocols import ALL, NUMBERS, ORACLES, CountedWords, is_within, rows_of

EPSILONS = ["1/2", 1, 2, 4]


@pytest.mark.parametrize("epsilon", EPSILONS)
@pytest.mark.parametrize("name", ALL)
def test_the_table_keeps_the_claim_and_uses_it_up(name: str, epsilon: int | str) -> None:
    """As rationals: the largest ratio is at most the odds, and the odds at most exp(epsilon), by mpmath."""
    ask = ALL[name](epsilon)
    found = ask.channel().odds()
    assert found is not None
    assert is_within(found, epsilon)
    assert is_within(ask.odds, epsilon)
    assert found >= ask.odds * (1 - Fraction(1, 10**8)), "a claim that is not used up wastes accuracy"
    assert ask.charge.pure() == Fraction(epsilon) * 10**12


@pytest.mark.parametrize("name", ORACLES)
def test_every_report_supports_as_p_and_q_say(name: str) -> None:
    """Exactly, over the whole table: the own value with p, every other one with q."""
    ask = ORACLES[name](1)
    channel = ask.channel()
    for value in range(ask.size):
        expected = [Fraction(0)] * ask.size
        for report, chance in channel.rows[value].items():
            one = ask.support(np.frombuffer(report, dtype=np.uint8).reshape(1, -1))
            assert set(one.tolist()) <= {0, 1}
            expected = [had + chance * int(holds) for had, holds in zip(expected, one, strict=True)]
        assert expected == [ask.p if other == value else ask.q for other in range(ask.size)]


@pytest.mark.parametrize("name", [*ORACLES, *NUMBERS])
def test_what_no_device_sends_is_noticed(name: str) -> None:
    """All byte strings of one byte; of longer reports the table's and a few that are not in it."""
    ask = ALL[name](1)
    law = {report for row in ask.channel().rows for report, chance in row.items() if chance}
    assert ask.fits(rows_of(ask.channel(), 0)).all()
    assert {len(report) for report in law} == {ask.length}
    if ask.length == 1:
        every = np.arange(256, dtype=np.uint8)[:, None]
        assert [bytes([one]) in law for one in range(256)] == ask.fits(every).tolist()
    for wrong in (np.zeros((1, ask.length + 1), dtype=np.uint8), np.zeros(3), np.zeros((1, ask.length))):
        with pytest.raises(SpecError, match="report"):
            ask.fits(wrong)


@pytest.mark.parametrize("name", ALL)
def test_what_is_read_does_not_depend_on_the_value(name: str) -> None:
    """As many words for every value and every outcome: neither time nor the state of a generator tells."""
    ask = ALL[name](1)
    read = set()
    for value in range(ask.size):
        for _ in range(5):
            rng = CountedWords()
            assert len(ask.report(value, rng)) == ask.length
            read.add(rng.read)
    assert len(read) == 1


@pytest.mark.parametrize("name", ALL)
def test_values_outside_are_refused_and_not_quoted(name: str) -> None:
    ask = ALL[name](1)
    for wrong in (-1, ask.size, 10**30, 1.0, True, None, "0", float("nan")):
        with pytest.raises(SpecError) as refusal:
            ask.report(wrong)
        assert str(wrong) not in refusal.value.what
        assert refusal.value.where == "value"
    for wrong in (np.array([-1]), np.array([ask.size, 0]), np.array([0.5])):
        with pytest.raises(SpecError):
            ask.reports(wrong)


@pytest.mark.parametrize("epsilon", [0, -1, "1/1001", 33, float("nan"), float("inf"), "x"])
def test_a_claim_that_means_nothing_is_refused(epsilon: object) -> None:
    for make in ALL.values():
        with pytest.raises(SpecError):
            make(epsilon)


# n times the variance of a value that nobody has: values worked out by hand elsewhere.
TABLE = {
    ("1/2", 16): (37.185, 15.917, 15.671, 15.817, 13.650),
    (1, 4): (1.5981, 3.9177, 3.6827, 3.6917, 1.5981),
    (1, 16): (5.6624, 3.9177, 3.6827, 3.6917, 3.1107),
    (1, 64): (21.92, 3.9177, 3.6827, 3.6917, 3.5372),
    (1, 1024): (347.07, 3.9177, 3.6827, 3.6917, 3.6736),
    (2, 16): (0.52398, 0.92067, 0.72406, 0.72459, 0.51983),
    (2, 64): (1.6999, 0.92067, 0.72406, 0.72459, 0.67219),
    (4, 64): (0.040587, 0.18102, 0.076022, 0.076023, 0.040587),
    (4, 1024): (0.37476, 0.18102, 0.076022, 0.076023, 0.073908),
}


@pytest.mark.parametrize(("epsilon", "size"), TABLE)
def test_closed_forms_of_variances(epsilon: int | str, size: int) -> None:
    asks = (
        GeneralizedResponse(size, epsilon),
        Unary(size, epsilon, symmetric=True),
        Unary(size, epsilon),
        LocalHashing(size, epsilon),
        SubsetSelection(size, epsilon),
    )
    found = [variance_of(0.0, 1, ask.p, ask.q) for ask in asks]
    assert found[:4] == pytest.approx(TABLE[epsilon, size][:4], rel=2e-4)
    # The best number of values in a set; for (2, 64) the table is for 8, and 7 is better by 0.3 %.
    assert found[4] == pytest.approx(TABLE[epsilon, size][4], rel=3.1e-3)
    assert found[4] < TABLE[epsilon, size][4] * (1 + 2e-4)
    for bit in (HadamardResponse(size, epsilon), OneBitHadamard(size, epsilon)):
        assert variance_of(0.0, 1, bit.p, bit.q) == pytest.approx(float((bit.odds + 1) / (bit.odds - 1)) ** 2)
    linear = LinearHashing(size, epsilon)
    assert variance_of(0.0, 1, linear.p, linear.q) <= 1.03 * found[3]


def test_the_default_number_of_a_set_is_the_best_one() -> None:
    for size, epsilon in ((4, "1/2"), (16, 1), (64, 4), (100, 2)):
        ask = SubsetSelection(size, epsilon)
        every = [SubsetSelection(size, epsilon, chosen) for chosen in range(1, size)]
        best = min(variance_of(0.0, 1, one.p, one.q) for one in every)
        assert variance_of(0.0, 1, ask.p, ask.q) == pytest.approx(best)
    cells = LocalHashing(64, 1).cells
    assert hashing_variance(LocalHashing(64, 1).odds, cells) == min(
        hashing_variance(LocalHashing(64, 1).odds, other) for other in range(2, 40)
    )


HALVED = {
    "unary": lambda epsilon: Unary(4, epsilon, symmetric=True),
    "count mean": lambda epsilon: CountMean(4, epsilon, 2, 8),
    "piecewise": lambda epsilon: Piecewise(8, epsilon),
    "hybrid": lambda epsilon: Hybrid(8, epsilon),
    "bits": lambda epsilon: LastingBits(4, epsilon),
    "lasting unary": lambda epsilon: LastingUnary(4, epsilon, 1, symmetric=True),
}


@pytest.mark.parametrize("name", HALVED)
def test_what_would_be_too_little_when_halved_is_refused_at_once(name: str) -> None:
    """Not when the first device reports. The least that is accepted can report."""
    with pytest.raises(SpecError, match="1/500 at least"):
        HALVED[name]("19/10000")
    ask, values = HALVED[name]("1/500"), np.array([0, 3])
    if isinstance(ask, Oracle | Numeric):
        assert ask.fits(ask.reports(values)).all()
    else:
        choices = ask.choose(2)
        assert ask.fits(ask.reports(choices, ask.remember(choices, values))).all()


def test_a_series_of_answers_costs_what_its_steps_cost() -> None:
    """By enumeration: two steps of randomized response are the product of their tables, and reach twice epsilon."""
    step = RandomizedResponse(1)
    rows = step.channel().rows
    pairs = [
        {first + second: a * b for first, a in rows[one].items() for second, b in rows[two].items()}
        for one in (0, 1)
        for two in (0, 1)
    ]
    assert Channel(tuple(pairs)).odds() == step.odds**2
    assert step.over(2) == 2


def test_a_table_that_never_says_something_has_no_odds() -> None:
    """The public client that never clears a bit: P(0 | the own bit) is 0, and the loss is infinite."""
    broken = [{b"\1": Fraction(1)}, {b"\1": Fraction(1, 4), b"\0": Fraction(3, 4)}]
    assert Channel(tuple(broken)).odds() is None
    with pytest.raises(SpecError):
        Channel(({b"\1": Fraction(1, 2)},))


def test_every_protocol_says_its_proof() -> None:
    """The sections of a proof are in the docstring of every protocol."""
    files = {path.stem for path in Path(inspect.getfile(room)).parent.glob("*.py")}
    shared = {"__init__", "oracle", "numeric", "lasting", "bits", "channel", "hashes", "choose_protocol"}
    for name in sorted(files - shared):
        text = (Path(inspect.getfile(room)).parent / f"{name}.py").read_text("utf-8")
        for section in ("Neighbours", "Channel", "Proof", "Charge", "Numerics", "Checked by", "References"):
            assert f"{section}" in text, f"{name} lacks {section}"
