"""The header of a CSV file: the names in its first line."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from epsilog.core.origin import Encoding, Origin
from epsilog.sources.csv_cells import LONGEST, cells_of

_CODECS: Final[dict[Encoding, str]] = {"utf-8": "utf-8-sig", "gb18030": "gb18030"}
_MARK: Final = "\ufeff"


def header(path: Path, origin: Origin) -> tuple[str, ...]:
    """The names in the first line, read like any other: a quotation mark ends with it. No row is looked at."""
    with path.open(encoding=_CODECS[origin.encoding], errors="replace", newline="") as file:
        line = file.readline(LONGEST)
    text = line.rstrip("\r\n").removeprefix(_MARK)
    return tuple(cells_of(text, origin.delimiter, quote=origin.quote == "double") or ())
