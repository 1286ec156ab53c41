"""Which files an origin names. Nothing of them is read here."""

from __future__ import annotations

import glob
from pathlib import Path
from typing import Final, Literal

from epsilog.errors import SourceError, SpecError

Format = Literal["csv", "parquet"]
_SUFFIXES: Final[dict[str, Format]] = {
    ".csv": "csv",
    ".tsv": "csv",
    ".txt": "csv",
    ".parquet": "parquet",
    ".pq": "parquet",
}


def files_of(file: str, base: Path | None = None) -> tuple[Format, tuple[Path, ...]]:
    """The files of a path, a folder or a glob, in a fixed order, and what they are; relative paths begin at `base`.

    >>> files_of("visits.xlsx")
    Traceback (most recent call last):
        ...
    epsilog.errors.SpecError: source.file: a .csv or a .parquet file, a folder or a glob of them
    """
    path = Path(file).expanduser()
    path = path if path.is_absolute() else (base or Path.cwd()) / path
    if path.is_dir():
        found = [inner for inner in path.rglob("*") if inner.suffix.lower() in _SUFFIXES and inner.is_file()]
    elif path.is_file():  # a name may contain what would otherwise be a glob
        found = [path]
    else:
        if not glob.has_magic(file) and path.suffix.lower() not in _SUFFIXES:
            raise SpecError("a .csv or a .parquet file, a folder or a glob of them", where="source.file")
        found = [Path(name) for name in glob.glob(str(path), recursive=True) if Path(name).is_file()]
    if not found:
        hint = "a relative path begins at the folder of the spec"
        raise SourceError(f"no such file: {file[:200]}", where="source.file", hint=hint)
    kinds = {_SUFFIXES.get(one.suffix.lower()) for one in found}
    kind = kinds.pop()
    if kind is None or kinds:
        raise SpecError("a .csv or a .parquet file, a folder or a glob of them", where="source.file")
    return kind, tuple(sorted(one.resolve() for one in found))
