"""How far clamping moved a mean, and where the mean lies that nobody clamped: read off an entry with `tails`."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Final

import numpy as np

from epsilog.core.law import Law
from epsilog.kinds.mean.ask import mean_of
from epsilog.postprocess.infer.clipping import Bias, People, Tail, tail_bias
from epsilog.postprocess.infer.estimate import Floats, Integers, within_reason
from epsilog.postprocess.means import FINER, mean_range, spread_of
from epsilog.postprocess.ranges import Ranged
from epsilog.roles.column import Words
from epsilog.roles.derived import Derived, Reals, own_name
from epsilog.roles.entry import Entry
from epsilog.roles.population_mean import population_mean
from epsilog.roles.spec import Spec

# Of what the range of the mean nobody clamped may miss, this much is that of the bound; the rest is the mean's own.
OF_THE_BOUND: Final = Fraction(1, 5)


def clipping_table(
    at: int, query: Entry, laws: Sequence[Law], vectors: Sequence[Integers], spec: Spec, rule: int
) -> Derived:
    """The mean as published, how far clamping lowered and raised it at most, and the range without the clamp."""
    miss = 1 - spec.confidence
    bias = clipping_of(query, laws, vectors, spec.confidence)
    beside = clipping_of(query, laws, vectors, 1 - miss * OF_THE_BOUND)
    value = _mean(query, laws, vectors, spec.confidence, rule)[0]
    _, low, high = _mean(query, laws, vectors, 1 - miss * (1 - OF_THE_BOUND), rule)
    grain = float(mean_of(query).clamped.grain)
    # Values are rounded to the grain; the rows of a person who has more than count are told by a part of their sum,
    # cut off to whole grains.
    several = query.about == "data" and spec.protect.unit.each != "row"
    off = (1.5 if several else 0.5) * grain
    assert query.tails is not None
    least, most = (float(end) for end in query.tails)
    columns: tuple[Words | Reals, ...] = (
        *_keys(query),
        Reals.of("value", value),
        Reals.of("low", np.clip(low + beside.down - off, least, most), -1),
        Reals.of("high", np.clip(high + beside.up + off, least, most), 1),
        Reals.of("lowered_at_most", bias.up, 1),
        Reals.of("raised_at_most", -bias.down, 1),
    )
    return Derived(query.name, "clipping", at, columns, spec.confidence, about=query.about)


def clipping_of(query: Entry, laws: Sequence[Law], vectors: Sequence[Integers], confidence: Fraction) -> Bias:
    """The bound at some confidence, from the noisy counts among the vectors of an entry."""
    known = {
        name: (within_reason(vector), law) for name, vector, law in zip(query.parts, vectors, laws, strict=True)
    }
    tails = {side: Tail(*known[side], float(far)) for side, far in mean_of(query).furthest.items()}
    if query.total is not None:
        people = People(np.full(len(vectors[0]), query.total, dtype=np.int64))
    else:
        people = People(*known["rows"])
    return tail_bias(tails.get("under"), tails.get("over"), people, confidence, query.about)


def _mean(
    query: Entry, laws: Sequence[Law], vectors: Sequence[Integers], confidence: Fraction, rule: int
) -> tuple[Floats, Floats, Floats]:
    """The clamped mean and its range, in the data's own units."""
    total = mean_of(query).clamped
    if query.kind == "expectation":
        found: Ranged = population_mean(query, laws, vectors, confidence, rule)
    else:
        found = mean_range(vectors[0], vectors[1], total, spread_of(laws[0], laws[1], total.reach, confidence))
    step = float(total.grain) / FINER
    value, low, high = (np.asarray(part, dtype=np.float64) * step for part in (found.value, found.low, found.high))
    return value, low, high


def _keys(query: Entry) -> list[Words]:
    """A column for each axis of the table."""
    axes = query.grid().axes
    if not axes:
        return []
    places = np.indices([axis.size for axis in axes]).reshape(len(axes), -1)
    return [
        Words(_named(axis.column), axis.labels(), place.astype(np.int64))
        for axis, place in zip(axes, places, strict=True)
    ]


def _named(column: str) -> str:
    ours = ("lowered_at_most", "raised_at_most")
    return f"{column} (key)" if column in ours else own_name(column)
