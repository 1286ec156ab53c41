"""Words joined of fragments with one tag."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from epsilog.postprocess.local.shares import Supporting, find_above

_MOST_JOINED = 1 << 16


def join_fragments(
    symbols: str,
    support: Sequence[tuple[NDArray[np.int64], int]],
    oracle: Supporting,
    tag_of: Callable[[str], int],
    miss: Fraction | float | str = Fraction(1, 20),
) -> list[str]:
    """Candidates for whole words: one fragment of each place, all with one tag that is the word's own.

    A fragment is taken where somebody certainly has it. What is joined wrongly has its own tag once in 256 times;
    whether anybody has a candidate is asked of those who told whole words.
    """
    size = len(symbols)
    by_tag: list[dict[int, list[str]]] = []
    for counts, reports in support:
        found: dict[int, list[str]] = {}
        for number in np.flatnonzero(find_above(counts, reports, oracle, len(counts), miss)).tolist():
            rest, second = divmod(number, size)
            tag, first = divmod(rest, size)
            found.setdefault(tag, []).append(symbols[first] + symbols[second])
        by_tag.append(found)
    words: list[str] = []
    for tag in sorted(set.intersection(*(set(found) for found in by_tag))):
        joined = itertools.islice(itertools.product(*(found[tag] for found in by_tag)), _MOST_JOINED)
        words += [word for word in map("".join, joined) if tag_of(word) == tag]
    return words
