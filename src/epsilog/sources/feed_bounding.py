"""What one unit may contribute to one series, in the order its rows arrive: counters that outlive the process.

A row counts if its own unit has room left: rows in all, cells (a key in a tick), rows in one cell. Nothing but
earlier rows of the same unit decides, so adding or removing a unit changes what that unit contributed and nothing
else (docs/proofs/streams.md). A unit whose room is used up is retired: its counter stays where it is, in the
encrypted state, until the stream is closed.

Units are named by a keyed hash, HMAC-SHA256 of id and block, so that not even the state holds an id.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, NoReturn

import numpy as np
from numpy.typing import NDArray

from epsilog.core.measure import Contribution
from epsilog.errors import PrivacyError, SpecError

Fields = dict[str, Any]
NAME: Final = 32  # bytes of a unit's name
FURTHEST: Final = 2**61


def unit_name(secret: bytes, who: str | int, block: int | None) -> bytes:
    """What a unit is called in the counters. Ids that are equal as declared are one unit, all others are not.

    >>> unit_name(b"k" * 32, "ann", None) == unit_name(b"k" * 32, "ann", 3), len(unit_name(b"k" * 32, 7, None))
    (False, 32)
    """
    kind = "i" if isinstance(who, int) else "t"
    # JSON can spell halves of characters; whoever has such an id is a unit like any other.
    text = f"{kind}{'' if block is None else block}:{who}".encode("utf-8", "surrogatepass")
    return hmac.new(secret, text, hashlib.sha256).digest()


@dataclass(frozen=True)
class Room:
    """How much one unit may do over the whole horizon: what `core.measure.contribution` says it may.

    A unit that is one row has no room to keep and needs no counter.
    """

    rows: int
    cells: int
    rows_per_cell: int

    @classmethod
    def of(cls, moved: Contribution) -> Room:
        """The bounds the plan's sensitivity was worked out from."""
        if moved.norm is not None:
            raise SpecError(
                "a norm looks at all rows of a unit at once, and a stream has seen some of them",
                where="bound.norm",
                hint="bound: {rows: 4, cells: 4}",
            )
        return cls(moved.rows, moved.cells, moved.rows_per_cell)


class _Unit:
    __slots__ = ("cells", "rows")

    def __init__(self) -> None:
        self.rows = 0
        self.cells: dict[int, int] = {}

    def count(self, cell: int, rows: int) -> None:
        self.rows += rows
        self.cells[cell] = self.cells.get(cell, 0) + rows


class Counters:
    """What every unit has contributed to one series. Private: shows nothing, is never pickled."""

    def __init__(self, room: Room | None, keys: int) -> None:
        self._room, self._keys = room, keys
        self._units: dict[bytes, _Unit] = {}

    def __repr__(self) -> str:
        return "Counters(private)"

    def __reduce__(self) -> NoReturn:
        raise PrivacyError("counters of units are as secret as their rows and are not pickled")

    def grant(self, name: bytes | None, tick: int, key: int) -> bool:
        """Whether a unit's next row may count in this tick and key; if so it is written down as counted."""
        room = self._room
        if room is None:
            return True
        if name is None:
            return False
        unit = self._units.get(name)
        if unit is None:
            unit = self._units[name] = _Unit()
        cell = tick * self._keys + key
        if unit.rows >= room.rows:
            return False
        if unit.cells.get(cell, 0) >= room.rows_per_cell:
            return False
        if cell not in unit.cells and len(unit.cells) >= room.cells:
            return False
        unit.count(cell, 1)
        return True

    def forget(self, tick: int) -> None:
        """Let go of units that counted before this tick; for those that no later row can be of."""
        before = tick * self._keys
        if any(min(unit.cells, default=before) < before for unit in self._units.values()):
            self._units = {
                name: unit for name, unit in self._units.items() if min(unit.cells, default=before) >= before
            }

    def fields(self) -> Fields:
        """As plain arrays, for the state."""
        names = sorted(self._units)
        cells = [sorted(self._units[name].cells.items()) for name in names]
        return {
            "units": b"".join(names),
            "lengths": np.array([len(own) for own in cells], dtype=np.int64),
            "cells": np.array([cell for own in cells for cell, _ in own], dtype=np.int64),
            "rows": np.array([rows for own in cells for _, rows in own], dtype=np.int64),
        }

    def restore(self, fields: Mapping[str, Any]) -> None:
        """Go on from what `fields` wrote."""
        raw, lengths = fields["units"], fields["lengths"].tolist()
        names = [raw[at : at + NAME] for at in range(0, len(raw), NAME)]
        cells, rows = fields["cells"].tolist(), fields["rows"].tolist()
        if len(names) != len(lengths) or sum(lengths) != len(cells) or len(cells) != len(rows):
            raise PrivacyError("the counters of this state cannot be read", where="state")
        self._units, at = {}, 0
        for name, length in zip(names, lengths, strict=True):
            unit = self._units[name] = _Unit()
            for cell, count in zip(cells[at : at + length], rows[at : at + length], strict=True):
                unit.count(cell, count)
            at += length


class Sums:
    """What was counted for ticks that are not closed yet. Private, exact whatever its size."""

    def __init__(self, keys: int) -> None:
        self._keys = keys
        self._sums: dict[int, dict[int, int]] = {}

    def __repr__(self) -> str:
        return "Sums(private)"

    def __reduce__(self) -> NoReturn:
        raise PrivacyError("sums of a stream are as secret as its rows and are not pickled")

    def add(self, tick: int, key: int, grains: int) -> None:
        """Count something."""
        own = self._sums.setdefault(tick, {})
        own[key] = own.get(key, 0) + grains

    def taken(self, tick: int) -> NDArray[np.int64]:
        """The row of a tick, one number per key, and forget it."""
        row = np.zeros(self._keys, dtype=np.int64)
        for key, total in self._sums.pop(tick, {}).items():
            row[key] = max(-FURTHEST, min(FURTHEST, total))
        return row

    def fields(self) -> Fields:
        """As plain arrays and text, for the state."""
        found = [
            (tick, key, total) for tick in sorted(self._sums) for key, total in sorted(self._sums[tick].items())
        ]
        places = np.array([[tick, key] for tick, key, _ in found], dtype=np.int64).reshape(len(found), 2)
        return {"places": places, "totals": " ".join(str(total) for _, _, total in found)}

    def restore(self, fields: Mapping[str, Any]) -> None:
        """Go on from what `fields` wrote."""
        self._sums = {}
        totals = [int(total) for total in fields["totals"].split()]
        for (tick, key), total in zip(fields["places"].tolist(), totals, strict=True):
            self.add(tick, key, total)
