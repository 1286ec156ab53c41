"""Several attributes: all of epsilon for the few that are told, and each of them unbiased."""

from __future__ import annotations

import numpy as np
import pytest

from epsilog.errors import SpecError
from epsilog.mechanisms.local.duchi import Duchi
from epsilog.mechanisms.local.several import Several
from epsilog.mechanisms.local.subset_selection import SubsetSelection
from local_protocols import CountedWords

MAKERS = (lambda e: SubsetSelection(12, e), lambda e: Duchi(10, e), lambda e: Duchi(4, e))


@pytest.mark.parametrize(("epsilon", "told"), [(1, 1), (5, 2), (8, 3), (30, 3)])
def test_the_told_ones_share_epsilon(epsilon: int, told: int) -> None:
    ask = Several(MAKERS, epsilon)
    assert ask.told == told
    assert [one.epsilon * told for one in ask.questions] == [epsilon] * 3
    reports = ask.reports(np.tile([3, 10, 0], (600, 1)))
    parts = ask.parts(reports)
    assert sum(len(part) for part in parts) == 600 * told
    # Each is told by a binomial share of told/3: 6.5 deviations.
    assert all(abs(len(part) - 200 * told) <= 6.5 * 12 for part in parts)
    assert abs(ask.questions[1].numbers(parts[1]).mean() - 1) < 6.5 * ask.questions[1].end / len(parts[1]) ** 0.5


def test_length_and_reading_do_not_depend_on_values() -> None:
    ask = Several(MAKERS, 5)
    read, lengths = set(), set()
    for row in ([0, 0, 0], [11, 10, 4], [3, 5, 2]):
        rng = CountedWords()
        lengths.add(ask.reports(np.array([row]), rng).shape)
        read.add(rng.read)
    assert (len(read), len(lengths)) == (1, 1)


def test_parts_that_no_device_sends_are_left_out() -> None:
    ask = Several(MAKERS, 1)
    reports = ask.reports(np.tile([3, 10, 0], (300, 1)))
    good = sum(len(part) for part in ask.parts(reports))
    reports[:, 1:] = 255
    assert (good, sum(len(part) for part in ask.parts(reports))) == (300, 0)
    for wrong in (np.zeros((2, 2), dtype=np.int64), np.zeros(3, dtype=np.int64)):
        with pytest.raises(SpecError):
            ask.reports(wrong)
    with pytest.raises(SpecError):
        Several(MAKERS[:1], 1)
