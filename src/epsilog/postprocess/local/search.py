"""Common words that nobody listed: prefixes grow level by level, and only the best go on."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from epsilog.core.number import exact, whole
from epsilog.errors import SpecError
from epsilog.postprocess.local.shares import Shares, Supporting, find_above, shares_of

# For prefixes of one length: how many reports support each, and how many reports there are.
Support = Callable[[Sequence[str]], tuple[NDArray[np.int64], int]]
_MOST_CANDIDATES = 1 << 22


@dataclass(frozen=True)
class Found:
    """Words, most common first, with their shares; `sure` are those that somebody has, but once in `miss` times.

    All ranges hold together, but once in `miss` times.
    """

    words: tuple[str, ...]
    shares: Shares
    sure: NDArray[np.bool_]


def find_words(
    symbols: str,
    levels: Sequence[int],
    support: Support,
    oracle: Supporting,
    *,
    words: int = 32,
    miss: Fraction | float | str = Fraction(1, 20),
) -> Found:
    """Extend the best prefixes from level to level, and rank those of the last one.

    Four times as many prefixes go on as words are wanted: with ten million devices that found up to a fifteenth
    more of the common words than going on with as many, and eight times as many found no more. A word is lost where
    its prefix falls behind at any level. `sure` counts all candidates of the last level, whose reports no earlier
    choice has seen: devices of different levels are different ones. So do the ranges: words were picked by the same
    counts, and the most common of many are those that noise raised, so each candidate may miss with miss/candidates
    only. Then all ranges of all candidates hold together with 1 - miss, those of any choice of them too. They hold
    the shares among the devices of the last level, or in a population.
    """
    wanted = whole(words, "words", at_least=1, at_most=100_000)
    chance = exact(miss, "miss", above=0, at_most=Fraction(1, 2))
    best: list[str] = [""]
    counts, reports = np.zeros(0, dtype=np.int64), 0
    for before, level in zip((0, *levels[:-1]), levels, strict=True):
        if len(best) * len(symbols) ** (level - before) > _MOST_CANDIDATES:
            raise SpecError(
                "too many candidates at one level", where="levels", hint="shorter steps, or fewer words"
            )
        grown = ["".join(end) for end in itertools.product(symbols, repeat=level - before)]
        candidates = [start + end for start in best for end in grown]
        counts, reports = support(candidates)
        order = np.argsort(-counts, kind="stable")[: wanted if level == levels[-1] else 4 * wanted]
        best = [candidates[at] for at in order.tolist()]
    kept = counts[order]
    sure = find_above(kept, reports, oracle, len(candidates), chance)
    together = 1 - chance / len(candidates)
    return Found(tuple(best), shares_of(kept, reports, oracle, together), sure)
