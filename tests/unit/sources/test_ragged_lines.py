"""Lines with other cells than their header: nothing, in releases as in live series, and nobody else's row moves."""

from __future__ import annotations

from pathlib import Path

import pyarrow as pa
import pytest

from epsilog.core.origin import Origin
from epsilog.sources.column_look import lines_of
from epsilog.sources.csv_lines import CsvLines, Form
from epsilog.sources.feed_lines import Lines

HEADER = b"who,town,x\n"
GOOD = [b"a,N,1\n", b'"b,b",S,2\n', b"c,,3\n"]
RAGGED = {
    "too few": b"a,N\n",
    "one cell": b"a\n",
    "too many": b"a,N,1,9\n",
    "a delimiter at the end": b"a,N,1,\n",
    "delimiters only": b",,,,\n",
    "blanks": b"   \n",
    "an open quotation mark": b'a,"N,1\n',
    "text behind a quotation mark": b'a,"N"x,1\n',
    "very many": b"," * 5_000 + b"\n",
    "too long": b"y" * (1 << 20) + b",N,1\n",
    "no text": b"\xff\xfe,N\n",
    "a decimal comma": b"a,N,1,5\n",
}


def in_a_release(file: Path, threads: int = 1) -> list[tuple[str | None, ...]]:
    reader = CsvLines([file], Form(3, (0, 1, 2)), threads)
    table = pa.RecordBatchReader.from_stream(reader).read_all()
    return [tuple(row.values()) for row in table.to_pylist()]


def in_a_stream(file: Path) -> list[tuple[str | None, ...]]:
    origin = Origin(file.name, {"who": "text", "town": "text", "x": "number"})
    return [tuple(row.values()) for row in Lines(origin, ("who", "town", "x"), base=file.parent).rows()]


@pytest.mark.parametrize("name", list(RAGGED))
def test_a_ragged_line_is_nothing_in_batch_and_live_wherever_it_stands(tmp_path: Path, name: str) -> None:
    file = tmp_path / "rows.csv"
    file.write_bytes(HEADER + b"".join(GOOD))
    plain = in_a_release(file)
    assert plain == in_a_stream(file) == [("a", "N", "1"), ("b,b", "S", "2"), ("c", None, "3")]
    for at in range(len(GOOD) + 1):
        file.write_bytes(HEADER + b"".join([*GOOD[:at], RAGGED[name], *GOOD[at:]]))
        assert in_a_release(file) == in_a_release(file, 3) == in_a_stream(file) == plain
        assert lines_of([file]) == len(GOOD) + 1
    file.write_bytes(HEADER + RAGGED[name] * 3)
    assert in_a_release(file) == in_a_stream(file) == []


def test_a_carriage_return_alone_ends_a_line_of_a_release_only(tmp_path: Path) -> None:
    """As docs/spec.md says: a live line with one inside counts nowhere."""
    file = tmp_path / "rows.csv"
    file.write_bytes(HEADER + b"a,N,1\rb,S,2\nc,S,3\n")
    assert [row[0] for row in in_a_release(file)] == ["a", "b", "c"]
    assert [row[0] for row in in_a_stream(file)] == ["c"]


@pytest.mark.parametrize(
    ("raw", "lines"),
    [
        (b"", 0),
        (b"who", 0),
        (b"who\n", 0),
        (b"who\na", 1),
        (b"who\na\n\n\r\n\nb\n", 2),
        (b"who\r\na\r\nb\r\n", 2),
        (b"who\ra\rb", 2),
        (b"who\n \n", 1),
    ],
)
def test_lines_are_counted_as_they_are_read(
    tmp_path: Path, raw: bytes, lines: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "rows.csv"
    file.write_bytes(raw)
    for block in (1, 2, 3, 1 << 22):
        monkeypatch.setattr("epsilog.sources.column_look._BLOCK", block)
        assert lines_of([file]) == lines
    assert lines_of([file, file]) == 2 * lines
