"""The columns of a series that FAST sampled: a model's value at every tick, and the noisy samples it rests on."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from statistics import NormalDist
from typing import TYPE_CHECKING, Final

import numpy as np

from epsilog.errors import LedgerError
from epsilog.kinds.series.plan.planned import SKIPPED, SeriesDraw
from epsilog.postprocess.ranges import Integers
from epsilog.postprocess.sampled import filled
from epsilog.roles.column import Column, Figures, Words

if TYPE_CHECKING:
    from epsilog.roles.table import Table

SAMPLED: Final = ("sampled", "sample")
_FINER: Final = 10
_ROOM: Final = 2.0**61


def fast_columns(draw: SeriesDraw, values: Integers, confidence: Fraction) -> list[Column]:
    """`value`, `low` and `high` of a model at every tick; `sampled`: whether this tick was; `sample`: the last one.

    The first tick is always sampled, so there is always a last sample. `sample` at a sampled tick is unbiased, and
    its range has the margin the card states; `low` and `high` hold as far as the series wanders as the model says.
    """
    wide = NormalDist().inv_cdf(float(1 + confidence) / 2)
    rows: dict[str, list[Integers]] = {"value": [], "low": [], "high": [], "sample": []}
    said = values.reshape(draw.cells, draw.ticks) != SKIPPED
    for series, known in zip(values.reshape(draw.cells, draw.ticks), said, strict=True):
        places = np.flatnonzero(known).astype(np.int64)
        noisy = series[places].astype(np.float64)
        level, off = filled(noisy, places, draw.ticks, float(draw.noise.variance))
        for name, numbers in (("value", level), ("low", level - wide * off), ("high", level + wide * off)):
            rows[name].append(np.clip(np.round(numbers * _FINER), -_ROOM, _ROOM).astype(np.int64))
        last = np.maximum.accumulate(np.where(known, np.arange(draw.ticks), 0))
        rows["sample"].append(series[last])
    figures = [Figures(name, np.concatenate(rows[name]), draw.grain / _FINER) for name in ("value", "low", "high")]
    return [
        *figures,
        Words("sampled", ("no", "yes"), said.reshape(-1).astype(np.int64)),
        Figures("sample", np.concatenate(rows["sample"]), draw.grain),
    ]


def samples_read(draw: SeriesDraw, rows: Sequence[Sequence[str]], table: Table) -> Integers:
    """What was drawn, from the cells of a CSV as its reader gives them, the header first."""
    said, number = table.names.index("sampled"), table.names.index("sample")
    column = Figures("sample", np.zeros(1, dtype=np.int64), draw.grain)
    if any(row[said] not in ("yes", "no") for row in rows[1:]):
        raise ValueError
    found = [column.read(row[number]) if row[said] == "yes" else SKIPPED for row in rows[1:]]
    values = np.array(found, dtype=np.int64)
    try:
        draw.checked(values)
    except LedgerError:
        raise ValueError from None
    return values
