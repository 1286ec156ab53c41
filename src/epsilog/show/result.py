"""What the ledger stores of a release: the noisy integers and everything needed to render it again. Public."""

from __future__ import annotations

import datetime as dt
import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from epsilog.errors import LedgerError
from epsilog.plan.stored import read_plan
from epsilog.roles.plan import Plan

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
