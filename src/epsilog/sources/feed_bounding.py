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
from itertools import islice
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
    __slots__ = ("cells", "first", "rows")

    def __init__(self) -> None:
        self.rows = 0
        self.first = FURTHEST
        self.cells: dict[int, int] = {}


class Counters:
    """What every unit has contributed to one series. Private: shows nothing, is never pickled.

    What a tick costs does not grow with the number of units: `changes` gives those that were changed since it was
    asked last, and, while `carry` is under way, so many of the others.
    """

    def __init__(self, room: Room | None, keys: int) -> None:
        self._room, self._keys = room, keys
        self._units: dict[bytes, _Unit] = {}
        self._changed: dict[bytes, set[int]] = {}
        self._left: dict[bytes, None] = {}  # still to be carried
        self._by_tick: dict[int, list[bytes]] = {}  # who counted first in a tick, to be let go together
        self._before = 0

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
        unit = self._units.get(name) or _Unit()
        cell = tick * self._keys + key
        if unit.rows >= room.rows:
            return False
        if unit.cells.get(cell, 0) >= room.rows_per_cell:
            return False
        if cell not in unit.cells and len(unit.cells) >= room.cells:
            return False
        self._put(name, unit, cell, unit.cells.get(cell, 0) + 1)
        self._changed.setdefault(name, set()).add(cell)
        return True

    def _put(self, name: bytes, unit: _Unit, cell: int, rows: int) -> None:
        self._units[name] = unit
        if cell < unit.first:
            unit.first = cell
            self._by_tick.setdefault(cell // self._keys, []).append(name)
        unit.rows += rows - unit.cells.get(cell, 0)
        unit.cells[cell] = rows

    def forget(self, tick: int) -> None:
        """Let go of units that counted before this tick; for those that no later row can be of."""
        before = tick * self._keys
        if before <= self._before:
            return
        self._before = before
        for one in [one for one in self._by_tick if one < tick]:
            for name in self._by_tick.pop(one):
                if name in self._units and self._units[name].first < before:
                    del self._units[name]
                    self._changed.pop(name, None)
                    self._left.pop(name, None)

    def carry(self) -> None:
        """From now on `changes` gives every unit once, some at a time, beside what was changed."""
        self._left = dict.fromkeys(self._units)

    @property
    def is_carrying(self) -> bool:
        """Whether there are units left to be carried."""
        return bool(self._left)

    def changes(self, most: int) -> Fields:
        """What was changed since this was asked last, and up to so many units that are to be carried."""
        told = {
            name: self._units[name].cells
            if name in self._left
            else {cell: self._units[name].cells[cell] for cell in cells}
            for name, cells in self._changed.items()
        }
        told |= {name: self._units[name].cells for name in islice(self._left, most)}
        for name in told:
            self._left.pop(name, None)
        self._changed = {}
        return self._told(told)

    def fields(self) -> Fields:
        """All units, as plain arrays for the state."""
        return self._told({name: self._units[name].cells for name in sorted(self._units)})

    def _told(self, units: Mapping[bytes, Mapping[int, int]]) -> Fields:
        cells = [sorted(own.items()) for own in units.values()]
        return {
            "units": b"".join(units),
            "lengths": np.array([len(own) for own in cells], dtype=np.int64),
            "cells": np.array([cell for own in cells for cell, _ in own], dtype=np.int64),
            "rows": np.array([rows for own in cells for _, rows in own], dtype=np.int64),
            "before": self._before,
        }

    def restore(self, fields: Mapping[str, Any]) -> None:
        """Take over what `fields` or `changes` wrote, in the order in which it was written."""
        raw, lengths = fields["units"], fields["lengths"].tolist()
        names = [raw[at : at + NAME] for at in range(0, len(raw), NAME)]
        cells, rows = fields["cells"].tolist(), fields["rows"].tolist()
        if len(names) != len(lengths) or sum(lengths) != len(cells) or len(cells) != len(rows):
            raise PrivacyError("the counters of this state cannot be read", where="state")
        at = 0
        for name, length in zip(names, lengths, strict=True):
            unit = self._units.get(name) or _Unit()
            for cell, count in zip(cells[at : at + length], rows[at : at + length], strict=True):
                self._put(name, unit, cell, count)
            self._left.pop(name, None)
            at += length
        self.forget(fields.get("before", 0) // self._keys)  # a state of an earlier release has none


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
