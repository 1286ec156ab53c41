"""One word, one number: every number equally likely, ties decided by more words, as many words as numbers."""

from __future__ import annotations

import numpy as np
import pytest

from epsilog.errors import SpecError
from epsilog.noise import pick_below, system
from statistical.goodness_of_fit import LEVEL, p_value
from unit.noise.scripted_words import CountingWords, ScriptedWords


@pytest.mark.parametrize("n", [1, 2, 3, 7, 1000, 2**31 + 11, 2**32])
def test_the_number_is_the_floor_of_the_product(n: int) -> None:
    words = [0, 1, 2**63, 2**63 - 1, 2**64 - 2**40, 12345678901234567890]
    picked = pick_below(n, len(words), ScriptedWords(long=words, more=0))
    assert picked.tolist() == [word * n >> 64 for word in words]


@pytest.mark.parametrize("n", [3, 10, 2**32 - 1])
def test_an_undecided_word_gets_more_bits(n: int) -> None:
    """The word whose interval holds a boundary k/n: below it with small further bits, above with large ones."""
    word = (1 << 64) // n  # floor: U may be below 1/n or not
    assert pick_below(n, 1, ScriptedWords(long=[word, 0])).tolist() == [0]
    assert pick_below(n, 1, ScriptedWords(long=[word, 2**64 - 1])).tolist() == [1]


def test_as_many_words_as_numbers() -> None:
    rng = CountingWords(system)
    pick_below(10, 1000, rng)
    assert rng.extensions == 0


@pytest.mark.parametrize("n", [3, 10])
def test_every_number_is_as_likely(n: int) -> None:
    picked = pick_below(n, 100_000)
    counts = np.bincount(picked, minlength=n)
    assert p_value(counts, [1 / n] * n) > LEVEL
    assert p_value(np.bincount(picked // 2, minlength=n), [1 / n] * n) < LEVEL


@pytest.mark.parametrize("n", [0, -1, 2**32 + 1, 1.5, True])
def test_what_cannot_be_picked_from_is_refused(n: object) -> None:
    with pytest.raises(SpecError):
        pick_below(n, 1)
