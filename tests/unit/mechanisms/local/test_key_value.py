"""Keys with values: shares and means come back, and neither reading nor length depends on what a device has."""

from __future__ import annotations

import numpy as np
import pytest

from epsilog.errors import SpecError
from epsilog.mechanisms.local.key_value import KeyValue
from epsilog.postprocess.local.shares import shares_of
from local_protocols import CountedWords

ASK = KeyValue(4, 3, 10, 4)


def test_shares_and_means_come_back() -> None:
    """60,000 devices: key 0 has all (number 2), key 1 half (10), key 2 a quarter (0), key 3 nobody.

    A share is off by at most 0.04 in 6.5 deviations of most · sqrt(2 n·Var / n); means by the same over the share.
    """
    held, values = np.zeros((60_000, 4), dtype=bool), np.tile([2, 10, 0, 7], (60_000, 1))
    held[:, 0], held[::2, 1], held[::4, 2] = True, True, True
    low, high = ASK.support(ASK.reports(held, values))
    oracle = ASK.oracle
    lows, highs = (shares_of(one, 60_000, oracle).share for one in (low, high))
    assert ASK.most * (lows + highs) == pytest.approx([1, 0.5, 0.25, 0], abs=0.04)
    assert (highs - lows)[:3] / (highs + lows)[:3] == pytest.approx([-0.6, 1, -1], abs=0.12)


def test_the_pair_is_told_by_a_protocol_with_all_of_epsilon() -> None:
    small = KeyValue(1, 1, 1, 1)
    odds = small.oracle.channel().odds()
    assert odds == small.oracle.odds
    assert small.charge.pure() == 10**12


def test_what_is_read_does_not_depend_on_the_keys() -> None:
    read, lengths = set(), set()
    for keys in ([0, 0, 0, 0], [1, 1, 1, 1], [0, 1, 0, 0]):
        rng = CountedWords()
        reports = ASK.reports(np.array([keys], dtype=bool), np.array([[3, 9, 0, 10]]), rng)
        assert ASK.fits(reports).all()
        read.add(rng.read)
        lengths.add(reports.shape)
    assert (len(read), lengths) == (1, {(1, ASK.length)})


def test_more_keys_than_places_are_each_as_likely() -> None:
    """30,000 devices with all four keys and three places: each key in a quarter of all, within 6.5 deviations."""
    held = np.ones((30_000, 4), dtype=bool)
    low, high = KeyValue(4, 3, 10, 8).support(KeyValue(4, 3, 10, 8).reports(held, np.full((30_000, 4), 5)))
    oracle = KeyValue(4, 3, 10, 8).oracle
    share = sum(shares_of(one, 30_000, oracle).share for one in (low, high))
    assert share == pytest.approx([0.25] * 4, abs=0.02)


def test_numbers_off_the_scale_are_refused_and_not_quoted() -> None:
    for held, values in (
        (np.ones((1, 4), dtype=bool), np.array([[0, 0, 0, 98765]])),
        (np.ones((1, 4), dtype=bool), np.array([[0, 0, 0, -1]])),
        (np.ones((1, 3), dtype=bool), np.zeros((1, 3), dtype=np.int64)),
        (np.ones((1, 4), dtype=bool), np.zeros((1, 4))),
    ):
        with pytest.raises(SpecError) as refusal:
            ASK.reports(held, values)
        assert "98765" not in str(refusal.value)
    assert ASK.reports(np.zeros((1, 4), dtype=bool), np.full((1, 4), 98765)).shape == (1, ASK.length)
