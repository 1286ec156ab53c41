"""What a source must compute, said slowly and plainly in Python from the docstring of core/measure.py.

Shares nothing with the engines but the vocabulary: its own readings of texts, its own time zones, its own order.
Rows are dictionaries of texts (or None), as a CSV would have them.
"""

from __future__ import annotations

import datetime as dt
import hashlib
import math
import re
import unicodedata
from collections import defaultdict
from collections.abc import Mapping, Sequence
from fractions import Fraction
from zoneinfo import ZoneInfo

from epsilog.core.bounds import Bounds
from epsilog.core.clock import tick_of
from epsilog.core.exit import Exit
from epsilog.core.grid import Bins, Keys, Ticks
from epsilog.core.measure import Beyond, Measure, Persons, Rows, Squares, Total
from epsilog.core.source import Tally
from epsilog.core.unit import Protect

Row = Mapping[str, str | None]
PRIME = 2**31 - 1
_BLANKS = " \t\n\r\v\f"


def read_text(text: str | None) -> str | None:
    return unicodedata.normalize("NFC", text) or None if text is not None else None


def read_integer(text: str | None) -> int | None:
    bare = (text or "").strip(_BLANKS)
    if not re.fullmatch(r"[+-]?[0-9]+(\.0*)?", bare):
        return None
    number = int(bare.split(".")[0])
    return number if -(2**63) <= number < 2**63 else None


def read_number(text: str | None) -> float | None:
    bare = (text or "").strip(_BLANKS)
    if not re.fullmatch(r"[+-]?([0-9]+(\.[0-9]*)?|\.[0-9]+)([eE][+-]?[0-9]+)?", bare):
        return None
    number = float(bare)
    return number if math.isfinite(number) else None


def read_boolean(text: str | None) -> str | None:
    bare = (text or "").strip(_BLANKS).lower()
    if bare in ("true", "t", "yes", "y", "1"):
        return "true"
    return "false" if bare in ("false", "f", "no", "n", "0") else None


_MOMENT = re.compile(
    r"(\d{4})(?:-(\d{1,2})-|/(\d{1,2})/)(\d{1,2})"
    r"(?:[T ](\d{1,2}):(\d\d)(?::(\d\d)(?:\.(\d+))?)?(?: ?(Z|([+-])(\d\d)(?::?(\d\d))?))?)?",
    re.ASCII,
)


def read_wall(text: str | None, kind: str, zone: str) -> dt.datetime | None:
    """Wall clock of the zone, or None."""
    found = _MOMENT.fullmatch((text or "").strip(_BLANKS))
    if not found:
        return None
    year, dash, slash, day, hour, minute, second, fraction, offset, sign, east, small = found.groups()
    if int(small or 0) > 59 or int(east or 0) > 23:
        return None
    try:
        moment = dt.datetime(
            int(year),
            int(dash or slash),
            int(day),
            int(hour or 0),
            int(minute or 0),
            int(second or 0),
            int(f"{fraction or 0:0<6}"[:6]),
        )
        if offset is None and kind != "instant":
            return moment
        size = dt.timedelta(hours=int(east or 0), minutes=int(small or 0))
        utc = moment + size if sign == "-" else moment - size
        return utc.replace(tzinfo=dt.UTC).astimezone(ZoneInfo(zone)).replace(tzinfo=None)
    except (ValueError, OverflowError):
        return None


def read_key(text: str | None, kind: str) -> object:
    return {"text": read_text, "integer": read_integer, "boolean": read_boolean}[kind](text)


def number_in(row: Row, column: str, kinds: Mapping[str, str]) -> float | None:
    if kinds[column] == "integer":
        whole = read_integer(row.get(column))
        return None if whole is None else float(whole)
    return read_number(row.get(column))


def cell_of(row: Row, tally: Tally, kinds: Mapping[str, str], zone: str) -> int | None:
    """The number of the cell a row lies in, or None when it is outside the table."""
    if tally.during is not None:
        wall = read_wall(row.get(tally.during.time), kinds[tally.during.time], zone)
        if wall is None or not tally.during.first <= wall.date() <= tally.during.last:
            return None
    cell = 0
    for axis in tally.grid.axes:
        if isinstance(axis, Keys):
            value = read_key(row.get(axis.column), kinds[axis.column])
            known = [read_key(key, kinds[axis.column]) for key in axis.keys]
            if value is None or value not in known:
                return None
            at = known.index(value)
        elif isinstance(axis, Ticks):
            wall = read_wall(row.get(axis.column), kinds[axis.column], zone)
            if wall is None or not axis.first <= (tick := tick_of(wall, axis.every)) <= axis.last:
                return None
            at = tick - axis.first
        elif isinstance(axis, Exit):
            at = place_of(row, axis, kinds)
            if at is None:
                return None
        else:
            assert isinstance(axis, Bins)
            number = number_in(row, axis.column, kinds)
            if number is None:
                return None
            at = sum(1 for edge in axis.edges[1:-1] if number >= float(edge))
        cell = cell * axis.size + at
    return cell


def place_of(row: Row, axis: Exit, kinds: Mapping[str, str]) -> int | None:
    """Where a person leaves follow-up: by cause and bin, censored by bin, or still followed."""
    time, code = number_in(row, axis.column, kinds), read_key(row.get(axis.status), kinds[axis.status])
    if time is None or time < 0 or code is None:
        return None
    causes = [read_key(key, kinds[axis.status]) for key in axis.causes]
    lost = [read_key(key, kinds[axis.status]) for key in axis.censored]
    if code not in causes and axis.censored and code not in lost:
        return None
    kind = causes.index(code) if code in causes else len(causes)
    when = sum(1 for end in axis.ends if time > float(end))
    if kind == len(causes) and time >= float(axis.ends[-1]):
        return (len(causes) + 1) * len(axis.ends)  # lost at the horizon: followed through it
    return kind * len(axis.ends) + when if when < len(axis.ends) else (len(causes) + 1) * len(axis.ends)


def weight_of(row: Row, total: Total, kinds: Mapping[str, str]) -> int | None:
    """A row's distance from the centre in grains, or None when it is missing."""
    if isinstance(total, Squares):
        assert total.of is not None
        apart = weight_of(row, total.of, kinds)
        return None if apart is None else apart**2 - total.centre
    number = number_in(row, total.column, kinds)
    if isinstance(total, Beyond):
        assert total.of is not None
        if number is None:
            return None
        # Moved by the clamp, and to which side: compared with the same sum under a clamp without ends.
        far = 2**53
        free = weight_of(row, Total(total.column, -far, far, total.of.grain), kinds)
        assert free is not None
        return int(free < total.of.low if total.side == "under" else free > total.of.high)
    if number is None:
        return None if total.missing is None else total.missing - total.centre
    size = number * float(total.grain.denominator)
    if total.grain.numerator != 1:
        size = size / float(total.grain.numerator)
    whole = math.floor(min(max(size, -(2.0**60)), 2.0**60) + 0.5)
    return min(max(whole, total.low), total.high) - total.centre


def values_in(row: Row, measure: Measure, kinds: Mapping[str, str]) -> int | None:
    """What a row brings to a measure: 1 for a count, a weight for a sum, None when its value is missing."""
    if isinstance(measure, Total):
        return weight_of(row, measure, kinds)
    if isinstance(measure, Rows) and measure.of is not None:
        return None if number_in(row, measure.of, kinds) is None else 1
    return 1


def order_of(name: str, cell: int) -> int:
    digits = hashlib.md5(name.encode()).hexdigest()
    a, b = int(digits[:15], 16) % (PRIME - 1) + 1, int(digits[15:30], 16) % PRIME
    return (a * cell + b) % PRIME


def reference(
    rows: Sequence[Row], kinds: Mapping[str, str], tallies: Sequence[Tally], protect: Protect, bounds: Bounds
) -> list[list[list[int]]]:
    """For each tally and measure one integer per cell."""
    return [_tally(rows, kinds, tally, protect, bounds) for tally in tallies]


def _tally(
    rows: Sequence[Row], kinds: Mapping[str, str], tally: Tally, protect: Protect, bounds: Bounds
) -> list[list[int]]:
    units: dict[object, dict[int, list[Row]]]
    units = defaultdict(lambda: defaultdict(list))
    unit = protect.unit
    for number, row in enumerate(rows):
        cell = cell_of(row, tally, kinds, protect.zone)
        if cell is None:
            continue
        who: object = number
        if unit.each != "row":
            person = read_key(row.get(unit.each), kinds[unit.each])
            if person is None:
                continue
            who = (person, None)
            if unit.per is not None:
                assert tally.during is not None
                wall = read_wall(row.get(tally.during.time), kinds[tally.during.time], protect.zone)
                assert wall is not None
                who = (person, tick_of(wall, unit.per))  # type: ignore[arg-type]
        units[who][cell].append(row)
    size = tally.grid.size
    answers = [[0] * size for _ in tally.measures]
    seen: list[set[object]] = [set() for _ in tally.measures]
    if bounds.norm is not None:
        for cells in units.values():
            for part, measure in enumerate(tally.measures):
                for cell, value in _scaled(cells, measure, kinds, bounds.norm).items():
                    answers[part][cell] += value
        units = {}
    for who, cells in units.items():
        for cell, granted in _granted(who, cells, bounds, size, unit.each == "row"):
            for part, measure in enumerate(tally.measures):
                if isinstance(measure, Persons):
                    assert isinstance(who, tuple)
                    if (who[0], cell) not in seen[part]:
                        seen[part].add((who[0], cell))
                        answers[part][cell] += 1
                else:
                    answers[part][cell] += _contribution(cells[cell], granted, measure, kinds)
    return [[min(max(value, -(2**61)), 2**61) for value in vector] for vector in answers]


def _granted(
    who: object, cells: Mapping[int, Sequence[Row]], bounds: Bounds, size: int, single: bool
) -> list[tuple[int, int]]:
    if single:
        return [(cell, 1) for cell in cells]
    assert isinstance(who, tuple)
    person, block = who
    name = str(person) if block is None else f"{person}#{block}"
    ordered = sorted(cells, key=lambda cell: order_of(name, cell))
    kept = ordered[: min(bound for bound in (bounds.cells, bounds.rows, size) if bound is not None)]
    left = math.inf if bounds.rows is None else bounds.rows
    grants = []
    for cell in kept:
        grant = min(len(cells[cell]), bounds.rows_per_cell or math.inf, left)
        left -= grant
        grants.append((cell, int(grant)))
    return grants


def _contribution(rows: Sequence[Row], granted: int, measure: Measure, kinds: Mapping[str, str]) -> int:
    values = [value for row in rows if (value := values_in(row, measure, kinds)) is not None]
    allowed = min(len(values), granted)
    if not isinstance(measure, Total):
        return allowed
    total = sum(values)
    if measure.over == "clamp":
        low, high = measure.low - measure.centre, measure.high - measure.centre
        return min(max(total, allowed * low), allowed * high)
    if not values:
        return 0
    size = abs(total) * allowed // len(values)
    return size if total >= 0 else -size


def _scaled(
    cells: Mapping[int, Sequence[Row]], measure: Measure, kinds: Mapping[str, str], norm: Fraction
) -> dict[int, int]:
    """One unit's vector, no longer than the norm; counts in hundredths."""
    reach = measure.reach if isinstance(measure, Total) else 100
    vector = {cell: _contribution(rows, len(rows), measure, kinds) for cell, rows in cells.items()}
    if isinstance(measure, Persons):
        vector = dict.fromkeys(vector, 1)
    if not isinstance(measure, Total):
        vector = {cell: 100 * value for cell, value in vector.items()}
    most = math.floor(norm * reach)
    square = sum(value * value for value in vector.values())
    if square <= most * most:
        return vector
    return {cell: _shrunk(value, most, square) for cell, value in vector.items()}


def _shrunk(value: int, most: int, square: int) -> int:
    """value · most / √square towards zero, found by halving."""
    low, high = 0, most + 1
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if middle**2 * square <= (value * most) ** 2 else (low, middle)
    return low if value >= 0 else -low
