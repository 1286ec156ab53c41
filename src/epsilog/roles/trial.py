"""Corner tables: public tables that anybody could write down, which every mechanism draws before it is paid for.

Zeros, the largest and the smallest numbers a source answers with, and both in turn. What is drawn from them is
thrown away, and its randomness with it (docs/proofs/total.md).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Final

import numpy as np

from epsilog.core.bounded import Bounded, Sensitivity
from epsilog.core.limits import FURTHEST
from epsilog.core.mechanism import RandomWords
from epsilog.errors import EpsilogError, SpecError
from epsilog.roles.drawn import Integers, TableMechanism

CELLS: Final = 512  # of a table that are tried
COLUMNS: Final = 8  # of a series
STEPS: Final = 24  # of a mechanism that goes on step by step
CORNERS: Final = ((0, 0), (FURTHEST, FURTHEST), (-FURTHEST, -FURTHEST), (FURTHEST, -FURTHEST), (0, FURTHEST))
_HINT: Final = "a coarser grain, tighter bounds, or another budget"


def corners(size: int) -> Iterator[Integers]:
    """Public tables of so many numbers: zeros, the largest, the smallest, and both in turn."""
    for pair in CORNERS:
        yield np.resize(np.array(pair, dtype=np.int64), size)


def try_table(mechanism: TableMechanism, covers: Sensitivity, grain: Fraction, rng: RandomWords) -> None:
    """One table of all corners, for a mechanism that draws cells apart from each other."""
    values = np.concatenate(list(corners(CELLS // len(CORNERS))))
    mechanism.grains(Bounded(tuple(range(len(values))), values, grain, covers), rng)


def try_choice(
    mechanism: TableMechanism, candidates: int, covers: Sensitivity, grain: Fraction, rng: RandomWords
) -> None:
    """A table for each corner, for a mechanism that chooses among all cells of a table."""
    for values in corners(candidates):
        mechanism.grains(Bounded(tuple(range(len(values))), values, grain, covers), rng)


def tried(work: Callable[[], object], where: str) -> None:
    """Nothing that goes wrong here is private: the tables are anybody's. What is refused costs nothing."""
    try:
        work()
    except EpsilogError as error:
        inner = f"{where}.{error.where}" if error.where and not error.where.startswith("publish") else where
        raise SpecError(error.what, where=inner, hint=error.hint or _HINT) from None
    except Exception as error:  # whatever it is: it would have been met after the price was spent
        raise SpecError(
            f"a trial of this plan failed ({type(error).__name__}), and so might the release; nothing was spent",
            where=where,
            hint=_HINT,
        ) from None
