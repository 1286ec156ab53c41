"""Random requests of every kind with extreme numbers, and a source that answers them with extreme tables."""

from __future__ import annotations

import json
import random
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import numpy as np

from epsilog.core.bounded import Bounded, Sensitivity
from epsilog.core.bounds import Bounds, Crowd
from epsilog.core.measure import FURTHEST, Measure, contribution
from epsilog.core.source import Progress, Tally
from epsilog.core.unit import Protect
from epsilog.core.unknown import KeySearch, Seen
from epsilog.roles.spec import Spec
from epsilog.spec.file import spec_from_text

COLUMNS = {"who": "text", "k": "text", "at": "date", "x": "number", "y": "number"}
KEYS = ["a", "b", "c", "d"]
# What a cell may hold: a source stops at 2^61, and a mechanism must not mind if it did not.
ENDS = (0, 1, -1, 2**31, 2**53, -(2**53), 2**60, -(2**60), FURTHEST, -FURTHEST, 2**63 - 1, -(2**63))


def extreme(dice: random.Random, size: int) -> np.ndarray:
    """A table of so many cells: all alike, in turn, or each by itself; at an end or anywhere."""

    def one() -> int:
        return dice.choice(ENDS) if dice.random() < 0.8 else dice.randrange(-(2**62), 2**62)

    how = dice.randrange(3)
    if how == 0:
        return np.full(size, one(), dtype=np.int64)
    if how == 1:
        return np.resize(np.array([one(), one()], dtype=np.int64), size)
    return np.array([one() for _ in range(size)], dtype=np.int64)


class Extreme:
    """Holds no rows: answers every question with numbers at their ends, bounded as a real source would say."""

    def __init__(self, dice: random.Random) -> None:
        self.dice = dice

    def bounded(
        self, tallies: Sequence[Tally], protect: Protect, bounds: Bounds, *, progress: Progress | None = None
    ) -> list[tuple[Bounded, ...]]:
        return [tuple(self._table(tally, one, protect, bounds) for one in tally.measures) for tally in tallies]

    def _table(self, tally: Tally, measure: Measure, protect: Protect, bounds: Bounds) -> Bounded:
        moved = contribution(measure, tally.grid, protect.unit, bounds)
        keys = tuple(tally.grid.keys())
        return Bounded(keys, extreme(self.dice, len(keys)), moved.grain, moved.sensitivity)

    def seen(
        self, looks: Sequence[KeySearch], protect: Protect, bounds: Bounds, *, progress: Progress | None = None
    ) -> list[Seen]:
        found = []
        for _ in looks:
            odd = ["", "*", "a", "e\u0301", "é", "\ud800", "a\x00", "\u202ecod", "x" * 99, "=1+1", "总计", " b "]
            keys = self.dice.choice(([], ["a"], odd, [f"key {at}" for at in range(60)]))
            counts = np.abs(extreme(self.dice, len(keys)) // 2)
            found.append(Seen(tuple(keys), counts, 1))
        return found

    def crowds(
        self, crowds: Sequence[Crowd], protect: Protect, *, progress: Progress | None = None
    ) -> list[Bounded]:
        sides = Sensitivity.of_cells(1)
        return [Bounded(tuple(range(one.size)), extreme(self.dice, one.size), Fraction(1), sides) for one in crowds]


def number(dice: random.Random, low: int, high: int) -> str:
    """A number between two powers of ten."""
    return f"{dice.choice((1, 2, 5, 9.99))}e{dice.randint(low, high)}"


def ends(dice: random.Random) -> dict[str, Any]:
    """A clamp and perhaps a grain: from nearly nothing to nearly everything."""
    size = dice.choice((0, 0, 2, 9, 15, -9, 90, -90))
    low = dice.choice(("0", f"-1e{size}", f"-3e{size}"))
    found: dict[str, Any] = {"between": [low, f"{dice.choice((1, 5))}e{size}"]}
    if dice.random() < 0.6:
        found["grain"] = f"1e{size - dice.choice((0, 1, 2, 4, 5, 9, 15))}"
    return found


def shape(dice: random.Random) -> Any:
    """How a series is told."""
    basis = dice.choice(("cosine", "fourier", "haar"))
    few = dice.randint(1, 12)
    return dice.choice(
        (
            "running",
            {"running": dice.choice(("tree", "square-root", "buffered", "banded", "subtraction", "dense"))},
            {"running": "independent"},
            {"window": dice.choice((2, 7, 20))},
            {"decay": dice.choice(("0.5", "0.9", "0.99"))},
            "per-step",
            {"per-step": {basis: few}},
            {"per-step": {basis: {"choose": sorted({few, few + 3, 29}), "share": "0.2"}}},
            {"per-step": {"fast": {"samples": few}}},
            {"per-step": dice.choice(("sample", "distribution", "absorption", "spells"))},
            {"per-step": dice.choice(("radius", {"radius": {"group": few}}, {"radius": {"group": "auto"}}))},
            {"per-step": {"radius": {"group": "auto", "moves": number(dice, -3, 12)}}},
            {"alert": {"above": number(dice, -3, 12), "at_most": dice.choice((1, 3, 1000))}},
        )
    )


def entry(dice: random.Random, row: bool) -> dict[str, Any]:
    """One entry of any kind."""
    counted = {"count": "rows" if row else dice.choice(("rows", "persons"))}
    summed = dice.choice(({"sum": "x", **ends(dice)}, counted))
    kind = dice.randrange(14)
    if kind <= 4:
        by = {} if dice.random() < 0.6 else {"by": {"k": KEYS}}
        told = {} if dice.random() < 0.1 else {"as": shape(dice)}
        return {**summed, "every": dice.choice(("1d", "1d", "1w")), **by, **told}
    if kind == 5:
        return {dice.choice(("mean", "variance", "deviation")): "x", **ends(dice), "by": {"k": KEYS}}
    if kind == 6:
        return {
            dice.choice(("covariance", "correlation")): "x",
            **ends(dice),
            "with": {"column": "y", **ends(dice)},
        }
    if kind == 7:
        return {"ratio": "x", **ends(dice), "per": {"sum": "y", "between": [0, number(dice, -9, 9)]}}
    if kind == 8:
        at = dice.choice((["1/2"], ["0.0001", "0.9999"], ["0.25", "0.5", "0.75"]))
        return {"quantiles": "x", "between": [0, 50], "grain": dice.choice((1, 50, "0.1")), "at": at}
    if kind == 9:
        best = {} if dice.random() < 0.4 else {"best": {"sum": "x", **ends(dice)}}
        return {"top": "k", "among": KEYS, "k": dice.randint(1, 4), **best}
    if kind == 10:
        return {**summed, "by": {"k": {"unknown": {"most": dice.choice((1, 5, 50)), "longest": 8}}}}
    if kind == 11:
        return {
            dice.choice(("sum", "mean", "variance")): "x",
            "between": "unknown",
            "within": [0, number(dice, -3, 9)],
        }
    if kind == 12:
        return {"histogram": "x", "edges": "unknown", "within": [0, 120], "bins": 6, "grain": 1}
    if dice.random() < 0.5:
        return {**summed, "by": {"k": {"under": {"half": {"one": ["a", "b"], "two": ["c", "d"]}, "all": "all"}}}}
    return summed


def request(dice: random.Random, **more: Any) -> Spec:
    """A request with one or two entries; raises what a reader of the file would read where it is none."""
    row, pure = dice.random() < 0.2, dice.random() < 0.5
    each = "row" if row else "who"
    protect: dict[str, Any] = {"each": each}
    if not row and dice.random() < 0.3:
        protect |= {"per": "1d", "window": dice.choice((2, 7))}
    elif dice.random() < 0.2:
        protect["neighbours"] = "replace"
    bound: Any = {"rows": dice.choice((1, 2, 30, 10**6)), "cells": dice.choice((1, 2, 30))}
    if dice.random() < 0.15:
        bound = dice.choice(({"norm": dice.choice((1, 3))}, {"choose": {"look": {"up_to": 20}}}))
    entries = [entry(dice, row) for _ in range(dice.choice((1, 1, 2)))]
    if dice.random() < 0.2 and not {"top", "quantiles"} & set(entries[0]):
        entries[0]["mechanism"] = dice.choice(("gaussian", "laplace"))
    if dice.random() < 0.1:
        entries[0]["error"] = number(dice, -3, 15)
    for at, one in enumerate(entries):
        one["name"] = f"entry {at}"
    spend = {"epsilon": number(dice, -7, 5), "from": "pure" if pure else "clinic"}
    if not pure:
        spend["delta"] = "1e-6"
        if any("unknown" in json.dumps(one.get("by", "")) for one in entries):
            spend["events"] = "1e-7"
    record = {
        "epsilog": 1,
        "release": "extreme",
        "edition": "1",
        "source": {"file": "none.csv", "columns": COLUMNS},
        "protect": protect,
        "during": {"time": "at", "from": "2026-01-01", "to": dice.choice(("2026-01-30", "2026-02-20"))},
        "publish": entries,
        "spend": spend,
        **({} if row else {"bound": bound}),
        **more,
    }
    return spec_from_text(json.dumps(record), "request.json")


def live_request(dice: random.Random) -> Spec:
    """The same of a live series: hours of one day, an entry of any kind that can be told as it comes."""
    pure = dice.random() < 0.5
    window = {"per": "1h", "window": dice.choice((2, 4, 24))} if dice.random() < 0.5 else {}
    counted = {"count": dice.choice(("rows", "persons"))}
    entries = []
    for at in range(dice.choice((1, 2))):
        told = shape(dice)
        summed = dice.choice(({"sum": "x", **ends(dice)}, counted)) if not window else counted
        by = {"by": {"k": KEYS}} if dice.random() < 0.4 and "alert" not in told else {}
        entries.append({**summed, "every": "1h", "as": told, **by, "name": f"entry {at}"})
        if dice.random() < 0.15:
            del entries[-1]["as"]
    spend = {"epsilon": number(dice, -5, 4), "from": "pure" if pure else "clinic"}
    return spec_from_text(
        json.dumps(
            {
                "epsilog": 1,
                "release": "live",
                "edition": "1",
                "source": {"file": "none.csv", "columns": {**COLUMNS, "at": "timestamp"}},
                "protect": {"each": "who", **window},
                "bound": {"rows": dice.choice((1, 3, 24)), **({} if window else {"cells": dice.choice((1, 30))})},
                "during": {"time": "at", "from": "2026-01-01", "to": "2026-01-01"},
                "publish": entries,
                "spend": spend if pure else {**spend, "delta": "1e-6"},
            }
        ),
        "live.json",
    )


POPULATION: list[dict[str, Any]] = [
    {"count": "rows", "by": {"k": KEYS}, "about": "population"},
    {"mean": "x", "between": [80, 220], "tails": [40, 300], "by": {"k": KEYS}, "about": "population"},
    {"median": "x", "between": [80, 220], "about": "population"},
    {"proportion": "yes", "by": {"k": KEYS}, "about": "population"},
    {
        "table": {"yes": [True, False], "k": KEYS[:2]},
        "show": ["proportion", "difference", "relative_risk", "odds_ratio"],
    },
    {"survival": {"time": "days", "event": "yes", "horizon": "30d", "by": {"k": KEYS[:2]}}},
    {"survival": {"time": "days", "event": "yes", "horizon": "30d", "bins": 5}},
]
TESTS = ("two_proportions", "two_means", "logrank", "independence")


def population_request(dice: random.Random) -> Spec:
    """Statistics about a population, and tests of them; most of what is combined here makes no sense."""
    entries = [
        {**one, "name": f"entry {at}"} for at, one in enumerate(dice.sample(POPULATION, dice.choice((1, 2))))
    ]
    if dice.random() < 0.5:
        entries.append({"test": {dice.choice(TESTS): "entry 0"}, "name": "test"})
    pure = dice.random() < 0.5
    spend = {"epsilon": number(dice, -4, 3), "from": "pure" if pure else "clinic"}
    record = {
        "epsilog": 1,
        "release": "population",
        "edition": "1",
        "source": {"file": "none.csv", "columns": {**COLUMNS, "yes": "boolean", "days": "integer"}},
        "protect": {"each": "who"},
        "bound": {"rows": 1},
        "publish": entries,
        "spend": spend if pure else {**spend, "delta": "1e-6"},
    }
    return spec_from_text(json.dumps(record), "population.json")
