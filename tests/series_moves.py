"""Every kind of strategy over a few days, and how far its answers move by given tables."""

from __future__ import annotations

import datetime as dt
from fractions import Fraction

import numpy as np

from epsilog.core.during import During
from epsilog.core.grid import Keys
from epsilog.mechanisms.series.banded import Banded
from epsilog.mechanisms.series.buffered import Buffered
from epsilog.mechanisms.series.decay import Decay
from epsilog.mechanisms.series.independent import Independent
from epsilog.mechanisms.series.square_root import SquareRoot
from epsilog.mechanisms.series.transform import Transform
from epsilog.mechanisms.series.tree import BinaryTree
from epsilog.mechanisms.series.window import Window
from epsilog.registry.asks import Query

DAYS = 4
STRETCH = During("at", dt.date(2026, 1, 1), dt.date(2026, 1, DAYS))
STRATEGIES = {
    "square root": SquareRoot(DAYS, normalised=False),
    "square root, normalised": SquareRoot(DAYS, normalised=True),
    "buffered": Buffered.fitted(DAYS, normalised=False),
    "buffered, normalised": Buffered.fitted(DAYS, normalised=True),
    "banded": Banded(DAYS, (4, 2, 1)),
    "independent steps": Banded(DAYS, (1,)),
    "tree": BinaryTree(DAYS),
    "window": Window(2),
    "decay": Decay(Fraction(1, 2)),
    "independent window": Independent(Window(3)),
    "fourier": Transform(DAYS, "fourier", 3, cells=2),
    "cosine": Transform(DAYS, "cosine", DAYS, cells=2),
    "haar": Transform(DAYS, "haar", 3, cells=2),
}


def daily(keys: int, kind: str = "rows") -> Query:
    by = (Keys("ward", tuple(map(str, range(keys)))),) if keys > 1 else ()
    if kind == "sum":
        ends = (Fraction(-1), Fraction(1))
        return Query(
            "sum", "paid", by=by, every="1d", during=STRETCH, between=ends, grain=Fraction(1), shape="running"
        )
    return Query("rows", by=by, every="1d", during=STRETCH, shape="running")


def moves(name: str, found: list[np.ndarray]) -> tuple[int, int]:
    strategy = STRATEGIES[name]
    l1 = l2 = 0
    rng = np.random.default_rng(5)
    for table in found:
        before = rng.integers(0, 50, table.shape) if "buffered" in name else np.zeros_like(table)
        gone = strategy.answers(before + table) - strategy.answers(before)
        l1, l2 = max(l1, int(np.abs(gone).sum())), max(l2, int((gone.astype(object) ** 2).sum()))
    return l1, l2
