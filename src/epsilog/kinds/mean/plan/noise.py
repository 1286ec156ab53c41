"""How far noise alone carries a mean about the population, known before any data."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Final

from epsilog.core.law import Law
from epsilog.core.measure import Total
from epsilog.core.number import Number, exact
from epsilog.kinds.mean.plan.margin import MeanError
from epsilog.postprocess.ranges import margin_of
from epsilog.roles.entry import Entry

_USUAL_ROWS: Final = 1_000


def noise_of_mean(query: Entry, laws: Sequence[Law], confidence: Fraction, rows: Number | None = None) -> float:
    """How far noise alone carries the mean at most, as often as stated, in the data's own units."""
    total = query.measures()[0]
    assert isinstance(total, Total)
    if query.total is not None:
        most = margin_of(laws[0], confidence) / max(query.total, 1)
        return min(most, float(total.reach)) * float(total.grain)
    many = rows if rows is not None else query.expect
    people = exact(_USUAL_ROWS if many is None else many, "expect")
    return MeanError(laws[0], laws[2], people, total.reach).margin(confidence) * float(total.grain)
