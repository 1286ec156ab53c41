"""Which words, and how many devices have them, out of noisy counts of the bits of Bloom filters."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_matrix
from scipy.special import ndtri

from epsilog.core.number import exact

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Decoded:
    """For each candidate its share (0 where it was not found), the deviation of that, and whether it was found."""

    share: Floats
    deviation: Floats
    found: NDArray[np.bool_]


def decode(
    reports: NDArray[np.int64],
    counts: NDArray[np.int64],
    design: NDArray[np.bool_],
    set_if_one: Fraction,
    set_if_zero: Fraction,
    miss: Fraction | float | str = Fraction(1, 20),
) -> Decoded:
    """Regress shares of set bits on the bits of candidates: first sparsely, then by least squares on the survivors.

    `reports` of each cohort, `counts` of each of its bits (cohorts × bits), `design` one row for each cohort and
    bit, one column for each candidate. A bit's share is set_if_zero + (set_if_one - set_if_zero) · (share of
    devices whose filter sets it). Rows are weighed by their noise. The penalty of the sparse step (a LASSO without
    negative shares) is one deviation of the noise in the largest of all candidates; a survivor is *found* if its
    share by least squares is above its deviation times the normal quantile of miss/candidates (Bonferroni). That
    level is approximate: the survivors were chosen by the same counts.
    """
    level = float(exact(miss, "miss", above=0, below=1))
    one, zero = float(set_if_one), float(set_if_zero)
    cohorts = np.maximum(reports, 1).astype(np.float64)[:, None]
    rate = counts / cohorts
    answer = ((rate - zero) / (one - zero)).reshape(-1)
    spread = np.clip(rate, min(one, zero) / 2, (1 + max(one, zero)) / 2)
    weight = (cohorts * (one - zero) ** 2 / (spread * (1 - spread)) * (reports > 0)[:, None]).reshape(-1)
    sparse = csr_matrix(design, dtype=np.float64)
    gram = (sparse.T @ sparse.multiply(weight[:, None]).tocsr()).toarray()
    toward = np.asarray(sparse.T @ (weight * answer))
    size = design.shape[1]
    penalty = np.sqrt(np.diag(gram)) * float(-ndtri(0.5 / size))
    kept = np.flatnonzero(lasso(gram, toward, penalty) > 0)
    share, deviation = np.zeros(size), np.full(size, np.inf)
    found = np.zeros(size, dtype=np.bool_)
    if len(kept):
        inside = gram[np.ix_(kept, kept)]
        cover = np.linalg.pinv(inside, hermitian=True)
        share[kept] = cover @ toward[kept]
        deviation[kept] = np.sqrt(np.maximum(np.diag(cover), 0))
        found = share > deviation * float(-ndtri(level / size))
    return Decoded(np.where(found, share, 0.0), deviation, found)


def lasso(gram: Floats, toward: Floats, penalty: Floats, rounds: int = 500) -> Floats:
    """The non-negative b with the least b'Gb/2 - b't + penalty·b, one coordinate after the other.

    >>> lasso(np.eye(2), np.array([3.0, 0.5]), np.array([1.0, 1.0])).tolist()
    [2.0, 0.0]
    """
    share = np.zeros(len(toward))
    slope = toward - penalty
    active = np.flatnonzero(slope > 0)
    scale = np.maximum(np.diag(gram), 1e-300)
    for turn in range(rounds):
        order = np.arange(len(toward)) if turn % 10 == 0 else active
        furthest = 0.0
        for at in order.tolist():
            next_share = max(share[at] + slope[at] / scale[at], 0.0)
            moved = next_share - share[at]
            if moved:
                slope -= moved * gram[at]
                share[at] = next_share
                furthest = max(furthest, abs(moved) * scale[at] ** 0.5)
        active = np.flatnonzero(share > 0)
        if furthest < 1e-3 and turn % 10 == 0:
            break
    return share
