"""Sets that rest on equal words are drawn again: otherwise they would hold too many."""

from __future__ import annotations

import numpy as np

from epsilog.mechanisms.local.subset_selection import uniform_sets
from unit.noise.scripted_words import ScriptedWords


def test_a_row_with_equal_words_is_drawn_again() -> None:
    """The second and third smallest are equal: the first row is unusable, the second one holds two."""
    words = ScriptedWords(long=[5, 7, 7, 9, 4, 3, 2, 1])
    assert uniform_sets(1, 4, 2, words).tolist() == [[False, False, True, True]]
    words = ScriptedWords(long=[7, 7, 5, 9])  # equal, and both within the three smallest
    assert uniform_sets(1, 4, 3, words).sum() == 3
    assert uniform_sets(0, 4, 2, words).shape == (0, 4)
    assert np.array_equal(
        uniform_sets(2, 3, 3, ScriptedWords(long=[1, 2, 3, 3, 2, 1])), np.ones((2, 3), dtype=bool)
    )
