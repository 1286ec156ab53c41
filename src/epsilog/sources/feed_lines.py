"""Growing files as lines: read on from where the last look ended, one line one row, whatever its neighbours are.

A quotation mark never reaches across a line, so that no row can swallow another one. A line that is not finished
waits for its end; a line longer than a mebibyte, or one that cannot be read, counts nowhere.
"""

from __future__ import annotations

import json
import re
from collections.abc import Generator, Iterator, Sequence
from contextlib import contextmanager, suppress
from decimal import Decimal, InvalidOperation
from pathlib import Path
from typing import BinaryIO, Final

from epsilog.core.number import same_text
from epsilog.core.origin import Origin
from epsilog.errors import SourceError, SpecError
from epsilog.sources.csv_lines import cells_of
from epsilog.sources.feed_places import Found, Place, Places, open_file
from epsilog.sources.identity import LONGEST, as_key

ENDINGS: Final = (".csv", ".jsonl", ".ndjson")
_BLOCK: Final = 1 << 18
_LISTINGS: Final = 3
_GLOB: Final = re.compile(r"[*?\[]")
Row = dict[str, str | None]


class Numeral(str):
    """A number of JSON as it is spelled; a text is no such thing, whatever is in it."""

    __slots__ = ()


class Lines:
    """The rows of a file, or of all files of a folder or a glob in the order of their names. Private.

    `places` says how far each was read; it belongs into the state of whoever counts the rows.
    """

    def __init__(
        self, origin: Origin, wanted: Sequence[str], *, base: Path | None, spool: Path | None = None
    ) -> None:
        self._origin, self._wanted = origin, tuple(dict.fromkeys(wanted))
        self._base = Path() if base is None else base
        self._spool = spool
        self.places = Places()
        if origin.file is None:
            raise SpecError("a stream reads a file, a folder or its standard input", where="source.file")
        whole = origin.file.endswith(("/", "\\")) or bool(_GLOB.search(origin.file)) or self._path.is_dir()
        if not whole and not origin.file.lower().endswith(ENDINGS):
            raise SpecError(
                "a stream reads CSV or JSON lines",
                where="source.file",
                hint="a growing file: visits.csv or visits.jsonl; or a folder of them: visits/",
            )
        self._whole = whole

    def __repr__(self) -> str:
        return f"Lines({len(self.places)} private files)"

    @property
    def _path(self) -> Path:
        return self._base / (self._origin.file or "")

    def check(self) -> None:
        """Look at headers, not at rows: every wanted column is there. A file that is not there yet may come."""
        for name, path in self._files():
            with _readable(), open_file(path) as file:
                if file is None and not self._whole and path.exists():
                    raise SourceError(
                        "the input is no regular file", where="source.file", hint="--stdin for a pipe"
                    )
                if file is not None and _is_csv(name):
                    self._header(file)

    def _files(self) -> list[tuple[str, Path]]:
        """Name and path of every file there is now. Hidden ones are copies that editors and programs leave."""
        if self._spool is not None:
            return [(self._spool.name, self._spool)]
        if not self._whole:
            return [(self._path.name, self._path)]
        with _readable():
            if self._path.is_dir():
                found, hidden = list(self._path.iterdir()), False
            else:
                found, hidden = list(self._path.parent.glob(self._path.name)), self._path.name.startswith(".")
        named = [
            path
            for path in found
            if path.name.lower().endswith(ENDINGS)
            and path.name.isprintable()
            and (hidden or not path.name.startswith("."))
        ]
        return sorted((path.name, path) for path in named)

    def rows(self) -> Generator[Row, None, None]:
        """Every finished row that was not read before. A row that cannot be read is not among them."""
        for found in self._find():
            if found.size > (0 if found.place is None else found.place.offset):
                with _readable(), open_file(found.path) as file:
                    # From here on one open file: a name may be given to another one at any moment.
                    if file is not None and self.places.is_still(found, file):
                        yield from self._rows(found, file)

    def _rows(self, found: Found, file: BinaryIO) -> Iterator[Row]:
        place = found.place = found.place or Place()
        header = None
        if _is_csv(found.names[0]):
            header = place.header = place.header or self._header(file)
            if header is None:
                return
        try:
            for line in _finished_lines(file, place, first=header is not None):
                row = _of_csv(line, header, self._origin) if header is not None else _of_json(line, self._origin)
                if row is not None:
                    yield {column: _short(row.get(same_text(column))) for column in self._wanted}
        finally:
            self.places.remember(found, file)

    def _find(self) -> list[Found]:
        """The files there are now. A folder that is turned over while it is listed may be listed wrong: again."""
        for _ in range(_LISTINGS - 1):
            with suppress(SourceError):
                return self._find_once()
        return self._find_once()

    def _find_once(self) -> list[Found]:
        with _readable():
            return self.places.find(self._files())

    def _header(self, file: BinaryIO) -> list[str] | None:
        """The names in the first line; None while that line is not finished."""
        file.seek(0)
        line = file.readline(LONGEST)
        if not line.endswith(b"\n"):
            return None
        found = _cells(_text(line, self._origin).removeprefix("\ufeff"), self._origin) or []
        names = [same_text(one) for one in found]
        for wanted in self._wanted:
            if names.count(same_text(wanted)) != 1:
                raise SourceError(
                    f"the header has no column {wanted[:60]!r}, or has it twice",
                    where="source.columns",
                    hint="headers are compared as they stand",
                )
        return names


def _is_csv(name: str) -> bool:
    return name.lower().endswith(".csv")


def _finished_lines(file: BinaryIO, place: Place, *, first: bool) -> Iterator[bytes]:
    """The lines that end before the end the file has now; `place` moves on with each of them."""
    end = file.seek(0, 2)
    file.seek(place.offset)
    left, waiting, is_header = end - place.offset, b"", first and place.offset == 0
    while left > 0 and (block := file.read(min(_BLOCK, left))):
        left -= len(block)
        *lines, waiting = (waiting + block).split(b"\n")
        for line in lines:
            place.offset += len(line) + 1
            skip = place.skipping or is_header or len(line) > LONGEST
            place.skipping = is_header = False
            if not skip:
                yield line
        if len(waiting) > LONGEST:
            place.offset += len(waiting)
            place.skipping, waiting = True, b""


def _text(line: bytes, origin: Origin) -> str:
    return line.decode(origin.encoding, errors="replace").rstrip("\r\n")


def _cells(text: str, origin: Origin) -> list[str] | None:
    return cells_of(text, origin.delimiter, quote=origin.quote == "double")


def _of_csv(line: bytes, header: list[str], origin: Origin) -> Row | None:
    cells = _cells(_text(line, origin), origin)
    if cells is None or len(cells) != len(header):
        return None
    return {name: cell or None for name, cell in zip(header, cells, strict=True)}


def _of_json(line: bytes, origin: Origin) -> Row | None:
    try:
        # Numbers stay as they are spelled: no digit is lost before the declared kind says what they mean.
        text = _text(line, origin).removeprefix("\ufeff")
        found = json.loads(text, parse_int=Numeral, parse_float=Numeral, parse_constant=lambda _: None)
    except (ValueError, RecursionError):
        return None
    if not isinstance(found, dict):
        return None
    return {same_text(name): _plain(value) for name, value in found.items()}


def _short(value: str | None) -> str | None:
    """Too long a text is missing, as everywhere: a line in another encoding may be shorter than its texts."""
    if value is None or len(value) <= LONGEST // 4:
        return value
    return value if len(value.encode("utf-8", "surrogatepass")) <= LONGEST else None


def _plain(value: object) -> str | None:
    if isinstance(value, bool):
        return "true" if value else "false"
    return value if isinstance(value, str) else None


def one_spelling(value: str | None) -> str | None:
    """For what names a person: numbers that are equal have one spelling, all digits of it. Texts stay as they are.

    >>> [one_spelling(Numeral(one)) for one in ("7", "7.0", "70e-1", "-0", "0.50")], one_spelling("7.0")
    (['7', '7', '7', '0', '0.5'], '7.0')
    """
    if not isinstance(value, Numeral):
        return value
    try:
        return as_key(Decimal(value))
    except InvalidOperation:  # an exponent of more digits than anybody's id
        return None


@contextmanager
def _readable() -> Iterator[None]:
    try:
        yield
    except OSError:
        raise _unreadable() from None


def _unreadable() -> SourceError:
    return SourceError("the input cannot be read", where="source.file", hint="nothing more is said of it")
