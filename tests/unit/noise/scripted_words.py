"""Generators for tests: one that counts, one that reads its words from a script."""

from __future__ import annotations

import numpy as np


class CountingWords:
    """Passes words on, and counts the requests for one more 64-bit word: the mark of an undecided comparison."""

    def __init__(self, inner):
        self.inner = inner
        self.extensions = 0

    @property
    def reproducible(self):
        return self.inner.reproducible

    def words(self, count, bits):
        self.extensions += (count, bits) == (1, 64)
        return self.inner.words(count, bits)


class ScriptedWords:
    """Hands out prepared arrays of short words, one per request, and 64-bit words from a list of their own."""

    reproducible = True

    def __init__(self, *short, long=(), more=None):
        self.short = list(short)
        self.long = list(long)
        self.more = more  # every 64-bit word once the list is used up
        self.extensions = 0

    def words(self, count, bits):
        if bits == 64:
            self.extensions += 1
            assert self.more is not None or len(self.long) >= count, "the list of 64-bit words is used up"
            return np.array([self.long.pop(0) if self.long else self.more for _ in range(count)], dtype=np.uint64)
        words = np.array(self.short.pop(0), dtype=f"u{bits // 8}")
        assert len(words) == count, f"the script holds {len(words)} words, {count} were asked for"
        return words
