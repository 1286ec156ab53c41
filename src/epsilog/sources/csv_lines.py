"""CSV files as rows: one line, one row, whatever its neighbours are; the rule of `feed_lines`, in blocks.

A quotation mark never reaches across a line, so no row can hide another. A line that cannot be read, has another
number of cells than the header or is longer than a mebibyte counts nowhere. What a line is read as is a function of
that line alone (docs/proofs/bounding.md, section 0a): blocks, threads and their order change nothing.
"""

from __future__ import annotations

import csv
import io
import os
from collections.abc import Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np
import pyarrow as pa
from pyarrow import csv as arrow_csv

from epsilog.core.origin import Encoding, Origin

# The cells of one line of a CSV, by the rule of releases and streams: a quotation mark ends with its line.


LONGEST: Final = 1 << 20  # bytes of a line
# Python would take a line with a longer cell than 131,072 characters for none, and other readers would not.
csv.field_size_limit(max(csv.field_size_limit(), LONGEST))


def cells_of(text: str, delimiter: str, *, quote: bool = True) -> list[str] | None:
    """The cells of one line, or nothing where a quotation mark stays open or ends in the middle of a cell.

    >>> cells_of('a,"b,c"', ","), cells_of('a,"b', ","), cells_of('a,"b"c', ","), cells_of('a,"b', ",", quote=False)
    (['a', 'b,c'], None, None, ['a', '"b'])
    """
    quoting: Any = csv.QUOTE_MINIMAL if quote else csv.QUOTE_NONE
    try:
        return next(csv.reader([text], delimiter=delimiter, strict=True, quoting=quoting), None)
    except csv.Error:
        return None


_BLOCK: Final = 1 << 22
_NEW_LINE, _QUOTE = 10, 34


@dataclass(frozen=True)
class Form:
    """How the lines of some files are written, and which of their cells are wanted, by place."""

    width: int
    places: tuple[int, ...]
    delimiter: str = ","
    quote: bool = True
    encoding: Encoding = "utf-8"


class CsvLines:
    """The wanted cells of files, as columns c0, c1, … of texts; read anew by whoever asks for them."""

    def __init__(self, files: Sequence[Path], form: Form, threads: int | None) -> None:
        self._files, self._form = tuple(files), form
        self._threads = threads or os.cpu_count() or 1
        self._schema = pa.schema([(f"c{at}", pa.string()) for at in range(len(form.places))])

    def __arrow_c_schema__(self) -> object:
        return self._schema.__arrow_c_schema__()

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object:
        reader = pa.RecordBatchReader.from_batches(self._schema, self._batches())
        return reader.__arrow_c_stream__(requested_schema)

    def _batches(self) -> Iterator[pa.RecordBatch]:
        blocks = (block for file in self._files for block in blocks_of(file))
        if self._threads == 1:
            for block in blocks:
                yield from read_block(block, self._form)
            return
        waiting: list[Future[list[pa.RecordBatch]]] = []
        with ThreadPoolExecutor(self._threads) as workers:
            for block in blocks:
                waiting.append(workers.submit(read_block, block, self._form))
                if len(waiting) > self._threads:
                    yield from waiting.pop(0).result()
            for one in waiting:
                yield from one.result()


def blocks_of(file: Path) -> Iterator[bytes]:
    """The lines after the first, whole ones, some at a time; each ends with a new line, and none is too long."""
    with file.open("rb", buffering=0) as source:
        rest, skipping, is_header = b"", False, True
        while chunk := source.read(_BLOCK):
            rest += chunk
            end = rest.rfind(b"\n") + 1
            end = max(end, rest.rfind(b"\r", end) + 1)
            block, rest = rest[:end], rest[end:]
            if block and (skipping or is_header):
                first = _first_end(block)
                block, skipping, is_header = block[first:], False, False
            if len(rest) > LONGEST:
                rest, skipping, is_header = b"", True, False
            if block:
                yield _without_long(block)
        if rest and not skipping and not is_header:
            yield rest + b"\n"


def _first_end(block: bytes) -> int:
    """Where the first line ends."""
    new = block.find(b"\n")
    old = block.find(b"\r", 0, new if new >= 0 else len(block))
    return (old if old >= 0 else new) + 1


def _without_long(block: bytes) -> bytes:
    """Without the lines that are too long; such a line covers a whole step without an end."""
    step = LONGEST // 2
    starts = range(0, len(block) - step + 1, step)
    if all(block.find(b"\n", at, at + step) >= 0 or block.find(b"\r", at, at + step) >= 0 for at in starts):
        return block
    return b"".join(line for line in _one_ending(block).splitlines(keepends=True) if len(line) <= LONGEST + 1)


def _one_ending(block: bytes) -> bytes:
    """Lines end with a new line, whatever they ended with, and empty ones are gone."""
    if b"\r" in block:
        block = block.replace(b"\r", b"\n")
    while b"\n\n" in block:
        block = block.replace(b"\n\n", b"\n")
    return block.removeprefix(b"\n")


def read_block(block: bytes, form: Form) -> list[pa.RecordBatch]:
    """The wanted cells of the lines of a block.

    >>> [batch] = read_block(b'a,"b,c",1\\n"open,2,3\\nd,e,f\\n', Form(3, (1, 0)))
    >>> batch.to_pylist()
    [{'c0': 'b,c', 'c1': 'a'}, {'c0': 'e', 'c1': 'd'}]
    """
    block = _decode(_one_ending(block), form.encoding)
    if form.quote and b'"' in block:
        block = _regular(block, form.delimiter)
    if not block:
        return []
    try:
        table = _parse(block, form)
    except pa.ArrowException:
        table = None
    # The reader is fast and not ours. Should it ever not find a row in each line, the rule itself is asked.
    return list((_slowly(block, form) if table is None else table).to_batches())


def _decode(block: bytes, encoding: Encoding) -> bytes:
    """The same lines in UTF-8; bytes that mean nothing become U+FFFD, and no ASCII character is among them."""
    if block.isascii():
        return block
    if encoding == "utf-8":
        try:
            block.decode("utf-8")
        except UnicodeDecodeError:
            return block.decode("utf-8", "replace").encode("utf-8")
        return block
    text = decode_lines(block, encoding)
    if text.count("\n") != block.count(b"\n"):
        # Half a character took the end of its line with it; no version of Python that we know does that.
        lines = (decode_lines(line, encoding).removesuffix("\n") for line in block.splitlines(keepends=True))
        text = "".join(line + "\n" for line in lines)
    return text.encode("utf-8", "replace")


def decode_lines(lines: bytes, encoding: Encoding) -> str:
    r"""Lines as text. At the very end half a character would be mended otherwise than within: so there is no end.

    >>> decode_lines(b"\x810\n", "gb18030"), decode_lines(b"\x810\na\n", "gb18030")
    ('�0\n', '�0\na\n')
    """
    return (lines + b"\n" * 3).decode(encoding, "replace")[:-3]


def _slowly(block: bytes, form: Form) -> pa.Table:
    """The same line by line, in plain Python."""
    lines = block.decode("utf-8", "replace").split("\n")[:-1]
    read = [cells_of(line, form.delimiter, quote=form.quote) for line in lines]
    kept = [cells for cells in read if cells is not None and len(cells) == form.width]
    columns = [pa.array([cells[place] or None for cells in kept], pa.string()) for place in form.places]
    return pa.table(columns, [f"c{at}" for at in range(len(columns))])


def _parse(block: bytes, form: Form) -> pa.Table | None:
    """Lines that are regular, as a table; those of another width are left out. None if a line is not a row."""
    left_out = 0

    def leave_out(_: object) -> str:
        nonlocal left_out
        left_out += 1
        return "skip"

    names = [f"f{at}" for at in range(form.width)]
    wanted = [names[place] for place in dict.fromkeys(form.places)]
    # An empty line before the first one, because a byte-order mark is dropped where reading begins; and one behind
    # the last one, because a quotation mark that were still open would take it.
    table = arrow_csv.read_csv(
        pa.BufferReader(b"\n" + block + b"\n"),
        arrow_csv.ReadOptions(use_threads=False, block_size=len(block) + 3, column_names=names),
        arrow_csv.ParseOptions(
            delimiter=form.delimiter,
            quote_char='"' if form.quote else False,
            newlines_in_values=False,
            ignore_empty_lines=False,
            invalid_row_handler=leave_out,
        ),
        arrow_csv.ConvertOptions(
            column_types=dict.fromkeys(wanted, pa.string()),
            include_columns=wanted,
            null_values=[""],
            strings_can_be_null=True,
        ),
    )
    lines = block.count(b"\n")
    if table.num_rows + left_out != lines + 2:
        return None
    table = table.slice(1, table.num_rows - 2)
    cells = [table.column(names[place]) for place in form.places]
    return pa.table(cells, [f"c{at}" for at in range(len(cells))])


def _regular(block: bytes, delimiter: str) -> bytes:
    """The same lines so that every reader reads them alike; those that cannot be read are gone.

    A line is regular if its quotation marks, counted from 0, begin a cell or follow another one where their number
    is even, end a cell or come before another one where it is odd, and are even in number.
    """
    raw = np.frombuffer(block, dtype=np.uint8)
    marks = np.flatnonzero((raw == _QUOTE) | (raw == _NEW_LINE))
    is_quote = raw[marks] == _QUOTE
    ends = np.flatnonzero(~is_quote)
    counted = np.cumsum(is_quote)
    before = np.concatenate(([0], counted[ends][:-1]))  # quotes before each line
    many = counted[ends] - before
    quotes = marks[is_quote]
    number = np.arange(len(quotes)) - np.repeat(before, many)
    beside = np.where(number & 1, raw[quotes + 1], raw[np.maximum(quotes, 1) - 1])
    beside[quotes == 0] = _NEW_LINE  # the very first one begins a cell, if it is the first of its line
    fine = (beside == ord(delimiter)) | (beside == _NEW_LINE) | (beside == _QUOTE)
    odd = (many & 1) == 1
    lines = np.repeat(np.arange(len(ends)), many)
    odd[lines[~fine]] = True
    if not odd.any():
        return block
    stops = marks[ends] + 1
    starts = np.concatenate(([0], stops[:-1]))
    pieces, done = [], 0
    for at in np.flatnonzero(odd).tolist():
        pieces.append(block[done : starts[at]])
        pieces.append(_written_anew(block[starts[at] : stops[at] - 1], delimiter))
        done = stops[at]
    pieces.append(block[done:])
    return b"".join(pieces)


def _written_anew(line: bytes, delimiter: str) -> bytes:
    """An irregular line as a regular one, if the rule of `feed_lines` can read it, or nothing."""
    cells = cells_of(line.decode("utf-8", "surrogateescape"), delimiter)
    if not cells:
        return b""
    into = io.StringIO()
    csv.writer(into, delimiter=delimiter, quoting=csv.QUOTE_ALL, lineterminator="\n").writerow(cells)
    return into.getvalue().encode("utf-8", "surrogateescape")


# The header of a CSV file: the names in its first line.


_CODECS: Final[dict[Encoding, str]] = {"utf-8": "utf-8-sig", "gb18030": "gb18030"}
_MARK: Final = "\ufeff"


def header(path: Path, origin: Origin) -> tuple[str, ...]:
    """The names in the first line, read like any other: a quotation mark ends with it. No row is looked at."""
    with path.open(encoding=_CODECS[origin.encoding], errors="replace", newline="") as file:
        line = file.readline(LONGEST)
    text = line.rstrip("\r\n").removeprefix(_MARK)
    return tuple(cells_of(text, origin.delimiter, quote=origin.quote == "double") or ())
