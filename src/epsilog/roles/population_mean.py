"""Means about the population: from the vectors of an entry to values and ranges in steps."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import numpy as np

from epsilog.core.law import Law
from epsilog.core.measure import Squares, Total
from epsilog.postprocess.infer.estimate import PublicTotal
from epsilog.postprocess.infer.mean import Clamp, Laws, Method, mean
from epsilog.postprocess.moments import FINER
from epsilog.postprocess.ranges import Integers, Ranged
from epsilog.roles.entry import Entry
from epsilog.roles.range_rules import FIRST


def clamp_of(query: Entry) -> Clamp:
    """The clamp around which the sums of an entry were made: as far on both sides of their centre."""
    total, squares = _measures(query)
    low, high = ((total.centre + side * total.reach) * total.grain for side in (-1, 1))
    return Clamp(low, high, total.grain, squares.centre)


def laws_of(query: Entry, laws: Sequence[Law]) -> Laws:
    """The noise of its parts."""
    return Laws(laws[0], laws[1], None if query.total is not None else laws[2])


def method_of_mean(query: Entry, rule: int) -> Method:
    """How the range of an entry is made; before rules had versions every one was Student's."""
    return "student" if rule == FIRST else query.ask.method


def population_mean(
    query: Entry, laws: Sequence[Law], vectors: Sequence[Integers], confidence: Fraction, rule: int
) -> Ranged:
    """Values and ranges in hundredths of the grain, ranges rounded outwards; without people the middle and all.

    rule     the version of the rule `mean` that the plan was made with
    """
    total, _ = _measures(query)
    sums, squares = vectors[0], vectors[1]
    counts = vectors[2] if query.total is None else PublicTotal(query.total, "replace")
    how = method_of_mean(query, rule)
    found = mean(sums, squares, counts, clamp_of(query), laws_of(query, laws), confidence, method=how)
    step = float(total.grain) / FINER
    low, high = (float(end * total.grain) for end in (total.low, total.high))
    value = np.where(np.isnan(found.value), (low + high) / 2, found.value)
    ends = [np.clip(part, low, high) / step for part in (value, found.low, found.high)]
    told = (np.rint(ends[0]), np.floor(ends[1] + 1e-6), np.ceil(ends[2] - 1e-6))
    return Ranged(*(part.astype(np.int64) for part in told))


def _measures(query: Entry) -> tuple[Total, Squares]:
    total, squares, *_ = query.measures()
    assert isinstance(total, Total)
    assert isinstance(squares, Squares)
    return total, squares
