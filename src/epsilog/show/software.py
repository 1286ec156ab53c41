"""What computed a release: names and versions, for the card."""

from __future__ import annotations

import platform
from functools import lru_cache
from importlib.metadata import version
from typing import Final

_PARTS: Final = ("duckdb", "epsilog", "numpy")


@lru_cache(maxsize=1)
def software() -> tuple[tuple[str, str], ...]:
    """Name and version of everything between the rows and the stored result.

    >>> [name for name, _ in software()]
    ['duckdb', 'epsilog', 'numpy', 'python']
    """
    found = {part: version(part) for part in _PARTS}
    return tuple(sorted({**found, "python": platform.python_version()}.items()))
