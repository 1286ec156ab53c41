"""What the ledger stores of a release: the noisy integers and everything needed to render it again. Public."""

from __future__ import annotations

import datetime as dt
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from epsilog.errors import LedgerError
from epsilog.plan.stored import read_plan
from epsilog.postprocess.infer.estimate import within_reason
from epsilog.postprocess.ranges import Integers
from epsilog.registry.shows import SHOWS, shown_of
from epsilog.roles.column import Figures, Words
from epsilog.roles.derived import Derived
from epsilog.roles.plan import Plan
from epsilog.roles.shape import about_of
from epsilog.roles.table import Table

VERSION: Final = 1
_FIELDS: Final = frozenset({"version", "plan", "values", "drawn_at", "software", "reproducible"})


@dataclass(frozen=True, eq=False)
class Result:
    """The noisy answers of a release, one vector of grains per draw of its plan.

    drawn_at       UTC, to the second
    software       name → version of what computed it
    looked         the day of the last look of a steward before it, if there was one (pay.steward_look)
    reproducible   True when the noise came from a seed: protects nobody, and every page must say so
    """

    plan: Plan
    values: tuple[NDArray[np.int64], ...]
    drawn_at: str
    software: tuple[tuple[str, str], ...]
    reproducible: bool
    looked: str = ""

    def to_bytes(self) -> bytes:
        """Canonical JSON."""
        record = {
            "version": VERSION,
            "plan": self.plan.to_dict(),
            "values": [vector.tolist() for vector in self.values],
            "drawn_at": self.drawn_at,
            "software": dict(self.software),
            "reproducible": self.reproducible,
            **({"looked": self.looked} if self.looked else {}),
        }
        return json.dumps(record, sort_keys=True, ensure_ascii=False, separators=(",", ":")).encode()

    @classmethod
    def from_bytes(cls, raw: bytes) -> Result:
        """Read it back strictly: one vector per draw, one integer per cell."""
        try:
            record: Any = json.loads(raw)
            if (
                not isinstance(record, Mapping)
                or set(record) - {"looked"} != _FIELDS
                or record["version"] != VERSION
            ):
                raise LedgerError(
                    f"a stored release of an unknown version; this one reads {VERSION}", where="result"
                )
            plan = read_plan(record["plan"])
            values = tuple(np.array(vector, dtype=np.int64) for vector in record["values"])
            software = tuple(sorted((str(name), str(version)) for name, version in record["software"].items()))
            looked = record.get("looked", "")
            if looked:
                dt.date.fromisoformat(looked)
            result = cls(plan, values, record["drawn_at"], software, record["reproducible"], looked)
        except (ValueError, TypeError, KeyError, AttributeError, OverflowError):
            raise LedgerError("a stored release cannot be read", where="result") from None
        if type(result.reproducible) is not bool or type(result.drawn_at) is not str:
            raise LedgerError("a stored release cannot be read", where="result")
        for stage in plan.stages:
            if not stage.is_found(plan.spec):
                raise LedgerError(f"a stored release does not say {stage.unsaid[0]}", where="result")
        if [vector.shape for vector in values] != [(size,) for size in plan.sizes] or result.to_bytes() != raw:
            raise LedgerError("a stored release cannot be read", where="result")
        for draw, vector in zip(plan.draws, values, strict=True):
            draw.checked(vector)
        return result


# The tables of a result, and what is read off them: made of noisy numbers alone.


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
