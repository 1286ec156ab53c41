"""The tables of a result, and what is read off them: made of noisy numbers alone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

import numpy as np

from epsilog.postprocess.infer.estimate import within_reason
from epsilog.postprocess.ranges import Integers
from epsilog.registry.shows import SHOWS, shown_of
from epsilog.roles.column import Figures, Words
from epsilog.roles.derived import Derived
from epsilog.roles.plan import Plan
from epsilog.roles.shape import about_of
from epsilog.roles.table import Table
from epsilog.show.result import Result

_USUAL: Final = ("row", "value", "raw", "low", "high", "confidence", "about")
# Names of our own columns; a key column of the same name is written with a mark.
OURS: Final = frozenset((*_USUAL, *(name for shown in SHOWS.values() for name in shown.own)))


def tables_of(result: Result) -> tuple[Table, ...]:
    """One table per entry of `publish`, in order."""
    return tuple(_table(result.plan, at, vectors) for at, vectors in enumerate(vectors_of(result)))


def vectors_of(result: Result) -> list[list[Integers]]:
    """The noisy numbers of each entry of `publish`."""
    drawn = list(zip(result.plan.draws, result.values, strict=True))
    return [[values for draw, values in drawn if draw.query == at] for at in range(len(result.plan.spec.publish))]


def _table(plan: Plan, at: int, vectors: Sequence[Integers]) -> Table:
    spec, query = plan.spec, plan.spec.publish[at]
    found = shown_of(plan, at).columns(plan, plan.vectors_of(at), vectors)
    # A column that only later releases have marks a key of its name where it stands, and nowhere else.
    ours = {*OURS, *(column.name for column in found.own)}
    keys = [replace(key, name=f"{key.name} (key)") if key.name in ours else key for key in found.keys]
    last = found.own[-1]
    rows = np.zeros(len(last.codes if isinstance(last, Words) else last.steps), dtype=np.int64)
    sure, about = Figures("confidence", rows + 1, spec.confidence), about_of(query)
    columns = (*keys, *found.own, sure, Words("about", (about,), rows))
    shown = query.shown()
    return Table(query.name, query.kind, shown.axes, columns, shown.size, spec.confidence, about)


def derived_of(result: Result) -> tuple[Derived, ...]:
    """The tables read off each entry, in order, and those read off several at the end."""
    plan, vectors = result.plan, vectors_of(result)
    vectors = [[within_reason(one) for one in own] if len(own) == 1 else own for own in vectors]
    found: list[Derived] = []
    for at, own in enumerate(vectors):
        found += shown_of(plan, at).derived(plan, plan.vectors_of(at), own)
    for shown in SHOWS.values():
        found += shown.across(plan, vectors)
    return tuple(found)
