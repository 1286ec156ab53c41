"""Does a sample follow its law? Pearson's chi-square, with the cells chosen from the law alone."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from epsilog.core.law import Law
from epsilog.errors import SpecError

# Up to this many integers a law is listed one by one; beyond it, tails are subtracted.
_LISTED: Final = 200_000


@dataclass(frozen=True)
class Fit:
    """Pearson's chi-square of a sample against its law; cells with fewer than 5 expected are pooled."""

    chi_square: float
    freedom: int
    p_value: float


def fit_of(sample: NDArray[np.int64], law: Law) -> Fit:
    """Compare a sample with its exact law.

    >>> from fractions import Fraction
    >>> from epsilog.core.law import DiscreteLaplace
    >>> law = DiscreteLaplace(Fraction(1))
    >>> expected = np.round(1e6 * law.pmf(np.arange(-30, 31))).astype(int)
    >>> fit_of(np.repeat(np.arange(-30, 31), expected), law).p_value > 0.9
    True
    """
    from scipy.stats import chi2

    size = len(sample)
    reach = 0
    while size * law.beyond(reach) > 10:
        reach = 2 * reach + 1
    low, high = 0, reach
    while low < high:  # the widest range whose two tails still hold five expected draws each
        middle = (low + high + 1) // 2
        low, high = (middle, high) if size * law.beyond(middle) >= 10 else (low, middle - 1)
    reach = low
    if reach < 1:
        raise SpecError(
            "too few draws away from 0 for a chi-square", where="size", hint="draw more, or choose wider noise"
        )
    # Above a few hundred cells neighbouring integers share a cell.
    width = max(1, (2 * reach + 1) // 401)
    edges = np.append(np.arange(-reach, reach + 1, width, dtype=np.int64), reach + 1)
    expected = masses(law, edges)
    tail = law.beyond(reach) / 2
    expected = size * np.concatenate([[tail], expected, [tail]])
    inside = np.clip(np.searchsorted(edges, sample, side="right"), 0, len(edges))
    counts = np.bincount(inside, minlength=len(edges) + 1).astype(np.float64)
    observed, expected = _pool(counts, expected)
    chi = float(((observed - expected) ** 2 / expected).sum())
    return Fit(chi, len(expected) - 1, float(chi2.sf(chi, len(expected) - 1)))


def masses(law: Law, edges: NDArray[np.int64]) -> NDArray[np.float64]:
    """The probability of each half-open cell between growing edges.

    >>> from fractions import Fraction
    >>> from epsilog.core.law import DiscreteLaplace
    >>> masses(DiscreteLaplace(Fraction(10**9)), np.array([-(10**12), 0, 10**12])).round(6)
    array([0.5, 0.5])
    """
    if edges[-1] - edges[0] < _LISTED:
        listed = law.pmf(np.arange(edges[0], edges[-1], dtype=np.int64))
        return np.asarray(np.add.reduceat(listed, edges[:-1] - edges[0]), dtype=np.float64)
    # P(Z >= k), by symmetry from the two-sided tail.
    tails = [law.beyond(int(k) - 1) / 2 if k >= 1 else 1 - law.beyond(-int(k)) / 2 for k in edges]
    return np.asarray(-np.diff(tails), dtype=np.float64)


def _pool(
    observed: NDArray[np.float64], expected: NDArray[np.float64]
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Join neighbouring cells until each expects five."""
    seen: list[float] = []
    due: list[float] = []
    for count, hope in zip(observed, expected, strict=True):
        if due and due[-1] < 5:
            seen[-1] += count
            due[-1] += hope
        else:
            seen.append(float(count))
            due.append(float(hope))
    if len(due) > 1 and due[-1] < 5:
        seen[-2:], due[-2:] = [sum(seen[-2:])], [sum(due[-2:])]
    return np.array(seen), np.array(due)
