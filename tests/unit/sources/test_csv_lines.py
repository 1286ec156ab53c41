"""One line, one row: no row hides another, however blocks are cut, in whatever order they are read."""

from __future__ import annotations

import random
from collections import Counter
from pathlib import Path

import pyarrow as pa
import pytest

from epsilog.core.bounds import Bounds
from epsilog.core.grid import Grid, Keys
from epsilog.core.measure import Rows
from epsilog.core.origin import ColumnKind, Encoding, Origin, Quote
from epsilog.core.source import Tally
from epsilog.core.unit import Protect, Unit
from epsilog.errors import SpecError
from epsilog.sources import csv_lines, open_source
from epsilog.sources.csv_lines import CsvLines, Form, cells_of, decode_lines, read_block
from epsilog.sources.feed_lines import Lines
from epsilog.spec.file import spec_from_text, to_yaml

KINDS: dict[str, ColumnKind] = {"who": "text", "town": "text"}
TALLY = Tally(Grid((Keys("town", ("N", "S")),)), (Rows(),))
PIECES = ['"', '"', '""', ",", ",", "a", "b", "é", "张", " ", "\x00", "\udcff", "\udce2", "\ufeff", "'", "\t"]
Row = tuple[str | None, ...]


def rows_of(path: Path, form: Form, threads: int = 1) -> Counter[Row]:
    table = pa.table(CsvLines([path], form, threads))
    return Counter(tuple(row.values()) for row in table.to_pylist())


def slowly(raw: bytes, form: Form) -> Counter[Row]:
    """The rule, line by line."""
    found: Counter[Row] = Counter()
    lines = raw.replace(b"\r\n", b"\n").replace(b"\r", b"\n").split(b"\n")[1:]
    for line in lines:
        if not line or len(line) > csv_lines.LONGEST:
            continue
        text = decode_lines(line + b"\n", form.encoding).removesuffix("\n")
        cells = cells_of(text, form.delimiter, quote=form.quote)
        if cells is not None and len(cells) == form.width:
            found[tuple(cells[place] or None for place in form.places)] += 1
    return found


def some_line(dice: random.Random, encoding: Encoding = "utf-8") -> bytes:
    shape = dice.random()
    if shape < 0.5:
        cells = [
            "".join(dice.choices(PIECES[5:], k=dice.randrange(4))) for _ in range(dice.choice([2, 3, 3, 3, 4]))
        ]
        quoted = dice.random() < 0.5
        text = ",".join(f'"{cell}"' if quoted else cell for cell in cells)
    else:
        text = "".join(dice.choices(PIECES, k=dice.randrange(9)))
    return text.encode(encoding, "surrogateescape" if encoding == "utf-8" else "replace")


def some_file(dice: random.Random, lines: int, encoding: Encoding = "utf-8") -> bytes:
    ends = [b"\n", b"\n", b"\r\n", b"\r", b"\n\n"]
    body = b"".join(some_line(dice, encoding) + dice.choice(ends) for _ in range(lines))
    return b"x,y,z\n" + body + some_line(dice, encoding)


@pytest.mark.parametrize("encoding", ["utf-8", "gb18030"])
@pytest.mark.parametrize("quote", [True, False])
def test_blocks_and_threads_change_nothing(
    tmp_path: Path, encoding: Encoding, quote: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    dice = random.Random(f"{encoding}{quote}")
    form, path, several = Form(3, (2, 0), quote=quote, encoding=encoding), tmp_path / "rows.csv", 0
    for turn in range(30):
        raw = some_file(dice, 40, encoding)
        if encoding == "gb18030" and turn % 3 == 0:
            raw = raw.replace(b"b", bytes([0x81, 0x30, 0x81][: dice.randrange(1, 4)]))  # half a character
        path.write_bytes(raw)
        expected = slowly(raw, form)
        several += expected.total()
        for block in (1, 7, 64, 1 << 22):
            monkeypatch.setattr(csv_lines, "_BLOCK", block)
            assert rows_of(path, form, dice.choice([1, 3])) == expected
    assert several > 150


def test_the_rule_itself_is_asked_where_the_reader_finds_other_rows(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    form, path, raw = Form(3, (2, 0)), tmp_path / "rows.csv", some_file(random.Random(2), 200)
    path.write_bytes(raw)
    for instead in (lambda *_: None, lambda *_: pa.array(["x"], pa.int8())):  # too few rows; an error
        monkeypatch.setattr(csv_lines, "_parse", instead)
        assert rows_of(path, form) == slowly(raw, form)


def test_a_line_more_is_a_row_more_and_moves_no_other(tmp_path: Path) -> None:
    """Whatever stands in the line, and wherever it is put: the other rows stay, and at most one comes."""
    dice = random.Random(5)
    form, path, came = Form(3, (0, 1, 2)), tmp_path / "rows.csv", 0
    for _ in range(150):
        lines = [some_line(dice) for _ in range(12)]
        at, more = dice.randrange(13), some_line(dice)
        path.write_bytes(b"\n".join([b"x,y,z", *lines]) + b"\n")
        without = rows_of(path, form)
        path.write_bytes(b"\n".join([b"x,y,z", *lines[:at], more, *lines[at:]]) + b"\n")
        with_it = rows_of(path, form)
        assert not without - with_it
        assert (with_it - without).total() <= 1
        came += (with_it - without).total()
    assert came > 30


@pytest.mark.parametrize("ending", ["", ' "', "\r"])
@pytest.mark.parametrize("threads", [1, 4])
def test_an_open_quotation_mark_hides_nobody(tmp_path: Path, ending: str, threads: int) -> None:
    lines = [f'p{n},"N"' if n % 2 else f"p{n},S" for n in range(2_000)]
    lines[0] = 'p0,"N' + ending
    (tmp_path / "rows.csv").write_text("who,town\n" + "\n".join(lines), encoding="utf-8", newline="")
    with open_source(Origin("rows.csv", KINDS), base=tmp_path) as source:
        source._threads = threads
        [[answer]] = source.bounded([TALLY], Protect(Unit("row")), Bounds())
    assert answer.values.tolist() == [1_000, 999]


def test_long_lines_count_nowhere_and_take_nobody_along(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(csv_lines, "LONGEST", 64)
    form, path, dice = Form(2, (0, 1)), tmp_path / "rows.csv", random.Random(8)
    for _ in range(100):
        lengths = [dice.choice([3, 10, 62, 63, 64, 65, 66, 130, 300]) for _ in range(10)]
        ends = dice.choice([b"\n", b"\r", b"\r\n"])
        raw = ends.join([b"x,y", *(b"a," + b"b" * (length - 2) for length in lengths)])
        path.write_bytes(raw + dice.choice([b"", ends]))
        for block in (16, 100, 1 << 20):
            monkeypatch.setattr(csv_lines, "_BLOCK", block)
            found = rows_of(path, form)
            assert found.total() == sum(length <= 64 for length in lengths)
            assert found == slowly(raw, form)


def test_a_header_without_end_is_no_reason_to_take_a_row_for_one(tmp_path: Path) -> None:
    path = tmp_path / "rows.csv"
    path.write_bytes(b'who,"town\na,N\n')
    with open_source(Origin("rows.csv", KINDS), base=tmp_path) as source:
        assert source.columns() == ()
    path.write_bytes(b"who,town")
    assert rows_of(path, Form(2, (0, 1))).total() == 0


def test_quote_none_reads_every_mark_as_it_stands(tmp_path: Path) -> None:
    (tmp_path / "rows.tsv").write_text('who\ttown\n5" pipe\tN\n"open\tS\n"a"b\tS\n', encoding="utf-8")
    found = []
    quotes: tuple[Quote, ...] = ("double", "none")
    for quote in quotes:
        with open_source(Origin("rows.tsv", KINDS, delimiter="\t", quote=quote), base=tmp_path) as source:
            [[answer]] = source.bounded([TALLY], Protect(Unit("who")), Bounds(rows=1))
        found.append(answer.values.tolist())
    assert found == [[1, 0], [1, 2]]


@pytest.mark.parametrize("quote", ["double", "none"])
def test_a_release_and_a_stream_read_the_same_rows(tmp_path: Path, quote: Quote) -> None:
    dice = random.Random(13)
    path, form = tmp_path / "rows.csv", Form(3, (0, 1, 2), quote=quote == "double")
    for _ in range(40):
        path.write_bytes(b"\n".join([b"x,y,z", *(some_line(dice) for _ in range(30))]) + b"\n")
        lines = Lines(Origin("rows.csv", dict.fromkeys("xyz", "text"), quote=quote), ["x", "y", "z"], base=tmp_path)
        assert Counter(tuple(row.values()) for row in lines.rows()) == rows_of(path, form)


SPEC = """
release: visits
edition: "1"
source:
  file: visits.tsv
  delimiter: "\\t"
{more}
  columns: {{who: text, town: text}}
protect: {{each: who}}
bound: {{rows: 1}}
publish:
  - {{count: rows, by: {{town: [N, S]}}}}
spend: {{epsilon: 0.5, from: clinic}}
"""


def test_a_spec_says_that_there_are_no_quotes() -> None:
    spec = spec_from_text(SPEC.format(more="  quote: none"))
    assert spec.source.quote == "none"
    assert spec_from_text(to_yaml(spec)) == spec
    plain = spec_from_text(SPEC.format(more=""))
    assert "quote" not in plain.to_dict()["source"], "requests from before keep their digests"
    assert spec_from_text(SPEC.format(more="  quote: double")).digest == plain.digest != spec.digest
    assert spec_from_text(SPEC.format(more="  quoting: {lines: 1}")).digest == plain.digest
    with pytest.raises(SpecError, match="quote"):
        spec_from_text(SPEC.format(more="  quote: single"))
    with pytest.raises(SpecError):
        Origin(None, KINDS, database="a.duckdb", table="t", quote="none")


def test_a_cell_over_several_lines_has_no_price_and_is_refused() -> None:
    with pytest.raises(SpecError, match="one row can hide other rows") as caught:
        spec_from_text(SPEC.format(more="  quoting: {lines: 3}"))
    assert "Parquet" in caught.value.hint


def test_long_cells_are_read_whichever_way_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    """Regular and not, by the fast reader and by the rule: a cell may be as long as its line."""
    block = b"x" * 200_000 + b",a\n" + b'x"' + b"y" * 200_000 + b",b\n"
    fast = [len(batch) for batch in read_block(block, Form(2, (0, 1)))]
    monkeypatch.setattr(csv_lines, "_parse", lambda block, form: None)
    slow = [len(batch) for batch in read_block(block, Form(2, (0, 1)))]
    assert sum(fast) == sum(slow) == 2
