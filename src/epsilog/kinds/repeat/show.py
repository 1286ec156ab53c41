"""What a series shows that repeats its last value until a new one is worth its price."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from statistics import NormalDist
from typing import TYPE_CHECKING, Final

import numpy as np

from epsilog.core.law import DiscreteLaplace
from epsilog.errors import LedgerError
from epsilog.kinds.repeat.plan import FINE, RepeatDraw, SpellDraw
from epsilog.kinds.repeat.words import RepeatWords
from epsilog.postprocess.ranges import Integers
from epsilog.postprocess.smooth_online import Reals
from epsilog.postprocess.spell_level import FINER, ROOM, SpellInput, means, spell_levels, spell_values, within
from epsilog.roles.column import Column, Figures, Words
from epsilog.roles.plan import Plan
from epsilog.roles.range_rules import FIRST
from epsilog.roles.shown import Columns, Rows, asked_of
from epsilog.roles.smooth_columns import SMOOTHED
from epsilog.roles.smoothed import LARGEST
from epsilog.roles.table import Table, keys_of

if TYPE_CHECKING:
    from epsilog.roles.table import Table

ANSWERS: Final = ("no", "yes", "none yet")


def repeat_columns(draw: RepeatDraw, values: Integers, confidence: Fraction) -> list[Column]:
    """`value`: the last fresh one; `low`, `high`: its range, about the tick it is of; `fresh`: if that is this.

    How far the series moved since the last fresh tick is unknown, and no range shows it. Before there was a fresh
    value all three are blank, and `fresh` says "none yet".
    """
    grains, fresh, paid = draw.told(values)
    known = {amount: draw.margin(amount, confidence) for amount in set(paid) if amount}
    wide = np.tile(np.array([known.get(amount, 0) for amount in paid], dtype=np.int64), draw.cells)
    none = np.array([amount == 0 for amount in paid], dtype=np.bool_)
    codes, blank = np.where(none, 2, fresh.astype(np.int64)), np.tile(none, draw.cells)
    return [
        Figures("value", grains, draw.grain, blank),
        Figures("low", grains - wide, draw.grain, blank),
        Figures("high", grains + wide, draw.grain, blank),
        Words("fresh", ANSWERS, np.tile(codes, draw.cells)),
    ]


def repeats_read(draw: RepeatDraw, rows: Sequence[Sequence[str]], table: Table) -> Integers:
    """What was drawn, from the cells of a CSV as its reader gives them, the header first."""
    said, number = table.names.index("fresh"), table.names.index("value")
    column = Figures("value", np.zeros(1, dtype=np.int64), draw.grain)
    if any(row[said] not in ANSWERS for row in rows[1:]):
        raise ValueError
    found = [0 if row[said] == ANSWERS[2] else 2 * column.read(row[number]) for row in rows[1:]]
    values = np.array(
        [one + (row[said] == "yes") for one, row in zip(found, rows[1:], strict=True)], dtype=np.int64
    )
    try:
        draw.checked(values)
    except LedgerError:
        raise ValueError from None
    return values


TOLD: Final = ("told_sum", "told_ticks", "told_share")


def spell_columns(draw: SpellDraw, values: Integers, confidence: Fraction, version: int) -> list[Column]:
    """`value`: the level read off all means told so far, held within `low` and `high`, which are the range of the
    last of them, about the mean of the ticks it is made of; `fresh`: if the last of these is this tick; `told_…`:
    the noisy sum, how many ticks are in it, what each took of epsilon.

    How far the series moved since is unknown, and no range shows it. Before there was a fresh value all are blank,
    and `fresh` says "none yet". `smoothed` is a model's, where there are not too many numbers.

    version   in releases of the first one `value` was the last mean itself, poor where little was spent on it, and
              `smoothed` had a band that held as far as the model did, which nobody can know
    """
    added, amounts, sums = draw.parts(values)
    told = added > 0
    last = np.maximum.accumulate(np.where(told, np.arange(draw.ticks), -1))
    at, none = np.maximum(last, 0), last < 0
    count, share = np.where(none, 0, added[at]), np.where(none, 0, amounts[at])
    known = {int(one): draw.margin(draw.taken(int(one)), confidence) for one in set(share.tolist()) if one > 0}
    wide = np.array([known.get(one, 0) for one in share.tolist()], dtype=np.int64)
    parts = np.maximum(count, 1)
    exact = np.where(none, 0, sums[:, at])
    middle, low, high = means(exact, wide, parts)
    if version != FIRST:
        middle = within(_levels(draw, values), low, high)
    codes, blank = np.where(none, 2, told.astype(np.int64)), np.tile(none, draw.cells)
    fine = draw.grain / FINER
    return [
        *(
            Figures(name, np.asarray(steps).reshape(-1), fine, blank)
            for name, steps in (("value", middle), ("low", low), ("high", high))
        ),
        Words("fresh", ANSWERS, np.tile(codes, draw.cells)),
        Figures(TOLD[0], exact.reshape(-1), draw.grain, blank),
        Figures(TOLD[1], np.tile(count, draw.cells), Fraction(1), blank),
        Figures(TOLD[2], np.tile(share, draw.cells), Fraction(1, FINE), blank),
        *_smooth(draw, np.flatnonzero(told).tolist(), values, confidence, version),
    ]


def _smooth(
    draw: SpellDraw, ends: list[int], values: Integers, confidence: Fraction, version: int
) -> list[Figures]:
    if draw.ticks * draw.cells > LARGEST:  # decided by the request alone
        return []
    level, off = spell_levels(_filter_input(draw, ends, values))
    wide = NormalDist().inv_cdf(float(1 + confidence) / 2) * off
    blank = np.tile(np.arange(draw.ticks) < (ends[0] if ends else draw.ticks), draw.cells)
    figures = []
    told = (level, level - wide, level + wide) if version == FIRST else (level,)
    for name, one in zip(SMOOTHED, told, strict=False):
        steps = np.clip(np.round(one.T.reshape(-1) * FINER), -ROOM, ROOM).astype(np.int64)
        figures.append(Figures(name, steps, draw.grain / FINER, blank))
    return figures


def _levels(draw: SpellDraw, values: Integers) -> Reals:
    """The level of every cell and tick, in grains: what is told before an end knows nothing of what comes after."""
    ends = np.flatnonzero(draw.parts(values)[0] > 0).tolist()
    return spell_values(_filter_input(draw, ends, values)).T


def _filter_input(draw: SpellDraw, ends: list[int], values: Integers) -> SpellInput:
    """What the bank of filters is told: the ends, the noisy means, their variances, and one tick's."""
    added, amounts, sums = draw.parts(values)
    counts = [int(added[end]) for end in ends]
    means = (sums[:, ends] / np.array(counts, dtype=np.float64)).T
    variances = [_variance(draw, int(amounts[end])) / count**2 for end, count in zip(ends, counts, strict=True)]
    return SpellInput(ends, means, variances, counts, draw.ticks, _variance(draw, FINE // draw.width))


def _variance(draw: SpellDraw, amount: int) -> float:
    return float(DiscreteLaplace(draw.reach / draw.taken(amount)).variance)


def spells_read(draw: SpellDraw, rows: Sequence[Sequence[str]], table: Table) -> Integers:
    """What was drawn, from the cells of a CSV as its reader gives them, the header first."""
    said, total, count, share = (table.names.index(name) for name in ("fresh", *TOLD))
    grains = Figures(TOLD[0], np.zeros(1, dtype=np.int64), draw.grain)
    found = np.zeros((draw.cells + 2, draw.ticks), dtype=np.int64)
    for at, row in enumerate(rows[1:]):
        cell, tick = divmod(at, draw.ticks)
        if row[said] not in ANSWERS:
            raise ValueError
        if row[said] == "yes":
            found[0, tick], found[1, tick] = int(row[count]), round(Fraction(row[share]) * FINE)
            found[2 + cell, tick] = grains.read(row[total])
    values = found.reshape(-1)
    try:
        draw.checked(values)
    except LedgerError:
        raise ValueError from None
    return values


class RepeatShown(RepeatWords):
    """The last fresh value, its range, and whether it is of this tick; of spells also what it is made of."""

    @property
    def own(self) -> tuple[str, ...]:
        """Whether it is fresh, and what a spell was told from."""
        return ("fresh", *TOLD)

    def columns(self, plan: Plan, planned: Sequence[RepeatDraw], vectors: Sequence[Integers]) -> Columns:
        """A row for each cell and tick."""
        (draw,), sure = planned, plan.spec.confidence
        keys = keys_of(asked_of(plan, planned).grid().axes)
        if isinstance(draw, SpellDraw):
            return Columns(keys, spell_columns(draw, vectors[0], sure, plan.rule("spells")))
        return Columns(keys, repeat_columns(draw, vectors[0], sure))

    def read(self, planned: Sequence[RepeatDraw], rows: Rows, table: Table) -> list[Integers]:
        """What was drawn."""
        (draw,) = planned
        if isinstance(draw, SpellDraw):
            return [spells_read(draw, rows, table)]
        return [repeats_read(draw, rows, table)]
