"""A declared column that the data does not have: what may be said about it, from the header alone.

A header is schema and may be spoken of; a row may not. In a CSV without a header the first line is somebody's
data, and nothing in it says which of the two it is, however much it looks like a declared name. So a name that is
there is quoted only where names are kept apart from rows: in Parquet, in databases and in frames.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final, Literal

from epsilog.core.number import same_text
from epsilog.core.origin import Origin
from epsilog.errors import EpsilogError, SpecError

_DELIMITERS: Final = (",", ";", "\t", "|")
_SPELLED: Final = {"\t": r'"\t"'}


def missing_column(origin: Origin, found: Sequence[str], base: Path | None, *, certain: bool) -> SpecError | None:
    """Why a source cannot answer, if a declared column is not among its own; reads no row.

    certain   whether what was found are names for certain, and not perhaps somebody's row

    >>> origin = Origin(None, {"patient": "text", "regoin": "text"})
    >>> error = missing_column(origin, ("patient", "region"), None, certain=True)
    >>> error.what, error.hint
    ("the data has no column 'regoin'; its header has 2", "did you mean 'region'? Nothing was read or spent")
    """
    there = {same_text(name) for name in found}
    missing = [name for name in origin.columns if same_text(name) not in there]
    if not missing:
        return None
    name = missing[0]
    near = _near(origin, name, found) if certain else ""
    advice = near or _otherwise(origin, base) or _none_at_all(origin, missing)
    if not advice and not certain:
        advice = "Names are compared as they are written, capitals and spaces too: compare it with the first line."
    return SpecError(
        f"the data has no column {name[:60]!r}; its header has {len(found):,}",
        where=f"source.columns.{name[:60]}",
        hint=f"{advice} Nothing was read or spent" if advice else "nothing was read and nothing was spent",
    )


def _near(origin: Origin, name: str, found: Sequence[str]) -> str:
    alike = {_folded(one): one for one in reversed(found)}
    near = alike.get(_folded(name))
    declared = {same_text(one) for one in origin.columns}
    if near is None:
        free = {_folded(one): one for one in found if same_text(one) not in declared}
        close = difflib.get_close_matches(_folded(name), list(free), n=1)
        near = free[close[0]] if close else None
    return "" if near is None else f"did you mean {near[:60]!r}?"


def _otherwise(origin: Origin, base: Path | None) -> str:
    """Which other encoding or delimiter would have found every declared name."""
    declared = {same_text(one) for one in origin.columns}
    for other in _others(origin):
        if declared <= _names(other, base):
            said = [] if other.delimiter == origin.delimiter else [f"delimiter: {_shown(other.delimiter)}"]
            said += [] if other.encoding == origin.encoding else [f"encoding: {other.encoding}"]
            return f"all names are found with {' and '.join(said)} in `source`."
    return ""


def _others(origin: Origin) -> Iterator[Origin]:
    """The same file read in other ways, the smaller changes first."""
    if origin.file is None or origin.file.lower().endswith((".parquet", ".pq")):
        return
    encoding: Literal["utf-8", "gb18030"] = "gb18030" if origin.encoding == "utf-8" else "utf-8"
    marks = [mark for mark in _DELIMITERS if mark != origin.delimiter]
    yield from (replace(origin, delimiter=mark) for mark in marks)
    yield replace(origin, encoding=encoding)
    yield from (replace(origin, delimiter=mark, encoding=encoding) for mark in marks)


def _names(origin: Origin, base: Path | None) -> set[str]:
    from epsilog.sources import open_source

    try:
        with open_source(origin, base=base) as source:
            return {same_text(name) for name in source.columns()}
    except (EpsilogError, OSError, ValueError):
        return set()


def _none_at_all(origin: Origin, missing: Sequence[str]) -> str:
    if len(missing) < len(origin.columns):
        return ""
    return "none of the declared names is there: is the first line a header, and is this the file?"


def _folded(name: str) -> str:
    return same_text(name).strip().casefold()


def _shown(mark: str) -> str:
    return _SPELLED.get(mark, f'"{mark}"')
