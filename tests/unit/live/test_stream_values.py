"""Lines of values.csv: the bytes that were always written, made faster."""

from __future__ import annotations

import csv
import io

import pytest

from epsilog.core.grid import Keys
from epsilog.live.values import LAST, Values
from epsilog.registry.asks import Query
from epsilog.roles.tick import Cell, Continued
from feed_scenes import DAY, asked

TOWNS = ("North", 'a "quoted" one', "a, b", "two\nlines", "tab\there", " spaces ", "", "北京", "'", "wide\u200b")
NUMBERS = (0.0, -0.0, 1.0, -1.5, 1e300, -1e-300, 123456789.123456, 1 / 3, 5e-324, 1e16, float("inf"))


def as_it_was(values, number, tick, cells):
    """One csv row at a time, every sign looked at: as earlier releases wrote them."""
    out = []
    for cell in cells:
        keys = dict(zip(values._keys[cell.entry], cell.keys, strict=True))
        said = (cell.said or "") if values._words else "" if cell.alert is None else str(int(cell.alert))
        on = cell.continued
        more = [] if values._last == LAST else [None] * 3 if on is None else [on.value, on.low, on.high]
        numbers = [number_of(one) for one in (cell.value, cell.low, cell.high)]
        own = [keys.get(axis, "") for axis in values._axes]
        fields = [str(number), tick, cell.entry, *own, *numbers, said, *map(number_of, more)]
        text = io.StringIO()
        shown = ["".join(sign if sign.isprintable() else "\ufffd" for sign in field) for field in fields]
        csv.writer(text, lineterminator="\n").writerow(shown)
        out.append(text.getvalue().encode())
    return b"".join(out)


def number_of(value):
    text = "" if value is None else f"{value:.10g}"
    return "0" if text == "-0" else text


@pytest.mark.parametrize("words", [True, False])
@pytest.mark.parametrize("continued", [True, False])
def test_lines_are_the_bytes_they_always_were(tmp_path, words, continued):
    entries = (
        Query("rows", by=(Keys("town", TOWNS[:5]),), every="1h", during=DAY, name='rows, "all"'),
        Query("rows", every="1h", during=DAY, name="total"),
    )
    values = Values(tmp_path / "values.csv", asked(publish=entries), words=words, continued=continued)
    on = Continued(-0.0, -1.0, 1 / 3) if continued else None
    cells = [Cell(entries[0].name, (town,), one, -one, one + 1, continued=on) for town in TOWNS for one in NUMBERS]
    cells += [Cell("total", (), None), Cell("total", (), None, alert=True), Cell("total", (), 2.0, alert=False)]
    cells += [Cell.plain("total", (), -0.0, 1.0, 2.0)]
    for number in (1, 2):
        label = f"2026-01-05T0{number}"
        assert values.lines(number, label, cells) == as_it_was(values, number, label, cells)
