"""RAPPOR: its two claims from exact tables, a bit that can be cleared, and decoding on known counts."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from epsilog.errors import PrivacyError, SpecError
from epsilog.mechanisms.local.hashes import key_of_word
from epsilog.mechanisms.local.rappor import Rappor
from local_protocols import CountedWords

KEYS = np.array([key_of_word(word) for word in ("Chrome", "Safari", "Firefox", "other", "无")], dtype=np.uint64)


def test_the_claims_of_the_paper() -> None:
    ask = Rappor(b"browsers")
    assert (ask.set_if_one, ask.set_if_zero) == (Fraction(11, 16), Fraction(9, 16))
    assert float(ask.epsilon) == pytest.approx(1.0743, abs=5e-5)
    assert float(ask.ever) == pytest.approx(4.3944, abs=5e-5)
    assert ask.odds_ever == 81
    assert ask.charge.pure() == ask.ever * 10**12


@pytest.mark.parametrize("f", ["1/4", "1/2", "3/4"])
@pytest.mark.parametrize("hashes", [1, 2])
def test_tables_keep_the_claims(f: str, hashes: int) -> None:
    """In every cohort, and somewhere they are reached: there are words whose filters share no bit."""
    ask = Rappor(b"x", bits=6, hashes=hashes, cohorts=4, f=f)
    first = [ask.first_channel(bytes([cohort]), KEYS).odds() for cohort in range(4)]
    both = [ask.channel(bytes([cohort]), KEYS).odds() for cohort in range(4)]
    assert max(first) == ask.odds_ever
    assert max(both) <= ask.odds
    if hashes == 1:
        assert max(both) == ask.odds


def test_a_bit_that_is_set_can_be_cleared() -> None:
    """A public client never clears one: P(1 | the filter's bit is set) is 1 there, and the loss infinite."""
    ask = Rappor(b"x", bits=16, hashes=2, cohorts=1)
    choices = np.zeros((4000, 1), dtype=np.uint8)
    keys = np.repeat(KEYS[:1], 4000)
    filters = ask.filters(np.zeros(4000, dtype=np.int64), keys)
    memos = np.unpackbits(ask.remember(choices, keys), axis=1)[:, :16]
    reports = np.unpackbits(ask.reports(choices, np.packbits(memos, axis=1))[:, 1:], axis=1)[:, :16]
    # 8,000 coins each; 6.5 standard deviations are 0.0363 at most: a false alarm once in 1e10.
    for bits, if_one, if_zero in ((memos, 0.75, 0.25), (reports, 0.6875, 0.5625)):
        assert abs(bits[filters].mean() - if_one) < 0.0363
        assert abs(bits[~filters].mean() - if_zero) < 0.0363


def test_what_is_read_does_not_depend_on_the_word() -> None:
    ask = Rappor(b"x", bits=32)
    choices, read = ask.choose(1), set()
    for key in KEYS:
        rng = CountedWords()
        ask.reports(choices, ask.remember(choices, np.array([key]), rng), rng)
        read.add(rng.read)
    assert len(read) == 1


def test_counting_by_cohort() -> None:
    ask = Rappor(b"x", bits=16, cohorts=5)
    choices = ask.choose(300)
    reports = ask.reports(choices, ask.remember(choices, np.repeat(KEYS, 60)))
    assert ask.fits(reports).all()
    each, counts = ask.bit_counts(reports)
    for cohort in range(5):
        mine = reports[reports[:, 0] == cohort]
        assert each[cohort] == len(mine)
        assert counts[cohort].tolist() == np.unpackbits(mine[:, 1:], axis=1).sum(axis=0).tolist()
    assert not ask.fits(np.full((1, ask.length), 255, dtype=np.uint8)).any()


@pytest.mark.parametrize(
    ("field", "value"),
    [("f", 0), ("f", 1), ("p", "3/4"), ("q", 1), ("p", 0), ("hashes", 0), ("bits", 1), ("cohorts", 0)],
)
def test_noise_that_hides_nothing_is_refused(field: str, value: object) -> None:
    with pytest.raises(SpecError):
        Rappor(b"x", **{field: value})
    with pytest.raises(PrivacyError):
        Rappor(b"x", f="1/1000000000")
