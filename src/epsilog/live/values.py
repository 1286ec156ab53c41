"""values.csv: what a stream has published, tick by tick, only ever longer. Public.

Every tick's lines have a digest that begins with the digest of the tick before, so the last one, which the ledger
holds, vouches for all of them.
"""

from __future__ import annotations

import csv
import hashlib
import io
import os
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final, get_args

from epsilog.core.series_method import Spelled
from epsilog.errors import LedgerError, SpecError
from epsilog.live.vault import put
from epsilog.roles.shape import radius_of, repeated_of, repeats_values
from epsilog.roles.spec import Spec
from epsilog.roles.tick import Cell, Continued, Freshness

FIRST = ("number", "tick", "entry")
LAST = ("value", "low", "high", "alert")
FRESH = ("fresh",)
TOLD = ("told_ticks",)
GOES_ON = ("continued", "continued_low", "continued_high")
_FRESHNESS: Final[dict[str, Freshness]] = {word: word for word in get_args(Freshness)}
_HEARD = {"yes": True, "1": True, "no": False, "0": False}


class ValuesChanged(LedgerError):
    """What was published is not what the books vouch for. It is the file that was changed, not the books."""


class Values:
    """The file, and how its lines are made.

    words       alerts as yes, no and ended; 1, 0 and nothing in streams that an earlier release opened
    continued   whether it has columns for what goes on from the stream before
    """

    def __init__(self, path: Path, spec: Spec, *, words: bool = True, continued: bool = False) -> None:
        self.path, self._words = path, words
        self._fresh = any(repeats_values(query) for query in spec.publish)
        self._told = any(
            isinstance(repeated_of(query), Spelled) or radius_of(query) is not None
            for query in spec.publish
            if repeats_values(query)
        )
        more = (*(FRESH if self._fresh else ()), *(TOLD if self._told else ()), *(GOES_ON if continued else ()))
        self._last = (*LAST, *more)
        self._axes = tuple(dict.fromkeys(axis.column for query in spec.publish for axis in query.by))
        self._keys = {query.name: [axis.column for axis in query.by] for query in spec.publish}
        self._begins: dict[tuple[str, tuple[str, ...]], str] = {}

    @property
    def header(self) -> bytes:
        """The first line; a key's column that is called like one of ours is told apart."""
        axes = [f"{name} (key)" if name in (*FIRST, *self._last) else name for name in self._axes]
        return _line([*FIRST, *axes, *self._last])

    def lines(self, number: int, tick: str, cells: Sequence[Cell]) -> bytes:
        """The lines of one tick."""
        head, goes_on, more = f"{number},{_field(tick)},", self._last[-1] in GOES_ON, len(self._last) > len(LAST)
        out = []
        for cell in cells:
            begins = self._begins.get((cell.entry, cell.keys)) or self._begin(cell)
            alert = (cell.said or "") if self._words else "" if cell.alert is None else str(int(cell.alert))
            value, low, high = cell.value, cell.low, cell.high
            if value is None or low is None or high is None:
                numbers = f"{_number(value)},{_number(low)},{_number(high)}"
            else:  # a zero is added because there is one below zero
                numbers = "%.10g,%.10g,%.10g" % (value + 0.0, low + 0.0, high + 0.0)  # noqa: UP031 - twice as fast
            out.append(f"{head}{begins}{numbers},{alert}{self._more(cell, goes_on) if more else ''}\n")
        return "".join(out).encode()

    def _begin(self, cell: Cell) -> str:
        """What stands before the numbers of a cell, the same in every tick: its entry and its keys."""
        keys = dict(zip(self._keys[cell.entry], cell.keys, strict=True))
        own = [cell.entry, *(keys.get(axis, "") for axis in self._axes)]
        found = self._begins[cell.entry, cell.keys] = "".join(f"{_field(one)}," for one in own)
        return found

    def _more(self, cell: Cell, goes_on: bool) -> str:
        """What stands behind the alert, where an entry has more to tell."""
        on = cell.continued
        ends = (None,) * 3 if on is None else (on.value, on.low, on.high)
        told = [str(cell.fresh or "")] if self._fresh else []
        told += [_number(cell.told_ticks)] if self._told else []
        told += [_number(one) for one in ends] if goes_on else []
        return "".join(f",{one}" for one in told)

    def begin(self) -> int:
        """Make the file where there is none; how long its header is."""
        if not self.path.exists():
            put(self.path, 0, self.header, 0o644)
        return len(self.header)

    def publish(self, size: int, lines: bytes) -> int:
        """Put the lines where they belong; once or many times comes to the same. Returns the size after them."""
        known = None
        with suppress(OSError), self.path.open("rb") as file:
            if file.seek(0, os.SEEK_END) >= size:
                file.seek(size)
                known = file.read()
        if known is None:
            raise SpecError(
                "the published values are not there, or shorter than they were",
                where=self.path.name,
                hint="put the file back as it was published; its digests are in the ledger",
            )
        if len(known) > len(lines):  # a write that was cut short leaves less, never more
            raise LedgerError(
                "more was published than state and books know of: both were put back, or the file was added to",
                where=self.path.name,
                hint="nothing is drawn again; a new edition is a new stream. If lines were added, take them out",
            )
        if known != lines:
            put(self.path, size, lines, 0o644)
        return size + len(lines)

    def read(self) -> Iterator[tuple[int, str, list[Cell], bytes]]:
        """Number, tick, cells and lines of every published tick, in order."""
        if not self.path.exists():
            return
        raw = self.path.read_bytes()
        rows = raw.splitlines(keepends=True)
        if not rows or rows[0] != self.header:
            raise ValuesChanged("the published values have another header", where=self.path.name)
        held: list[bytes] = []
        for row in [*rows[1:], None]:
            if held and (row is None or _of(row)[0] != _of(held[0])[0]):
                number, tick = _of(held[0])[:2]
                yield int(number), tick, [self._cell(_of(one)) for one in held], b"".join(held)
                held = []
            if row is not None:
                held.append(row)

    def _cell(self, fields: list[str]) -> Cell:
        split = len(fields) - len(self._last)
        keys = dict(zip(self._axes, fields[len(FIRST) : split], strict=True))
        read = dict(zip(self._last, fields[split:], strict=True))
        value, low, high = (float(one) if (one := read[name]) else None for name in LAST[:3])
        alert, own = _HEARD.get(read[LAST[3]]), tuple(keys[name] for name in self._keys[fields[2]])
        more = [float(one) for name in GOES_ON if (one := read.get(name))]
        continued = Continued(*more) if more else None
        fresh = _FRESHNESS.get(read.get(FRESH[0], ""))
        told = int(read[TOLD[0]]) if read.get(TOLD[0]) else None
        return Cell(fields[2], own, value, low, high, alert, continued=continued, fresh=fresh, told_ticks=told)


def digest_after(before: str, lines: bytes) -> str:
    """The digest of a tick, from that of the tick before and its lines."""
    return hashlib.sha256(before.encode() + b"\n" + lines).hexdigest()


def digest_of_opening(opening: bytes) -> str:
    """What the digest of the first tick begins with."""
    return hashlib.sha256(opening).hexdigest()


def as_read(value: float) -> float:
    """A number as whoever reads values.csv finds it.

    >>> as_read(0.1 + 0.2)
    0.3
    """
    return float(_number(value))


def _of(line: bytes) -> list[str]:
    return next(csv.reader([line.decode()]))


def _line(cells: Sequence[str]) -> bytes:
    return (",".join(map(_field, cells)) + "\n").encode()


def _field(cell: str) -> str:
    """One field of a line. One line is one number: a key with a line break in it must not look like two."""
    shown = cell if cell.isprintable() else "".join(sign if sign.isprintable() else "\ufffd" for sign in cell)
    text = io.StringIO()
    csv.writer(text, lineterminator="").writerow([shown, ""])
    return text.getvalue()[:-1]


def _number(value: float | None) -> str:
    if value is None:
        return ""
    text = f"{value:.10g}"
    return "0" if text == "-0" else text
