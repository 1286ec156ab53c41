"""The libraries behind a source, loaded when a source is first used: nobody who only plans should wait for them."""

from __future__ import annotations

from functools import cache
from importlib import import_module

from epsilog.core.uncollected import uncollected


@cache
def load() -> None:
    """Import them."""
    with uncollected():
        for name in ("epsilog.sources.counting", "ibis.backends.sql.compilers"):
            import_module(name)
