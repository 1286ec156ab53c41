"""CSV files as text: their header, their encoding, and whether they need to be read in one go."""

from __future__ import annotations

import codecs
import csv
import itertools
from collections.abc import Iterator
from pathlib import Path
from typing import Final, Literal

Encoding = Literal["utf-8", "gb18030"]
_BLOCK: Final = 1 << 20
_CODECS: Final[dict[Encoding, str]] = {"utf-8": "utf-8-sig", "gb18030": "gb18030"}
_MARK: Final = "\ufeff"


def header(path: Path, encoding: Encoding, delimiter: str) -> tuple[str, ...]:
    """The names in the first line. No row is looked at."""
    with path.open(encoding=_CODECS[encoding], errors="replace", newline="") as file:
        # A header with an open quote would otherwise take the whole file for a name.
        lines = (line[:_BLOCK] for line in itertools.islice(_lines(file), 1_000))
        names = next(csv.reader(lines, delimiter=delimiter), [])
    if names:
        names[0] = names[0].removeprefix(_MARK)
    return tuple(names)


def _lines(file: codecs.StreamReader | Iterator[str]) -> Iterator[str]:
    while line := file.readline(_BLOCK):  # type: ignore[union-attr]
        yield line


def has_quotes(path: Path) -> bool:
    """Whether a quotation mark occurs at all. Without one, a new line always is a new row."""
    with path.open("rb") as file:
        while block := file.read(_BLOCK):
            if b'"' in block:
                return True
    return False


def transcode(path: Path, encoding: Encoding, into: Path) -> None:
    """Write a file again as UTF-8, block by block; bytes that mean nothing become U+FFFD."""
    decoder = codecs.getincrementaldecoder(_CODECS[encoding])(errors="replace")
    with path.open("rb") as source, into.open("w", encoding="utf-8", errors="replace", newline="") as target:
        first = True
        while True:
            block = source.read(_BLOCK)
            text = decoder.decode(block, final=not block)
            target.write(text.removeprefix(_MARK) if first and text else text)
            first = first and not text
            if not block:
                break
