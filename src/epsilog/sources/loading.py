"""The libraries behind a source, loaded when a source is first used: nobody who only plans should wait for them."""

from __future__ import annotations

import gc
from functools import cache
from importlib import import_module


@cache
def load() -> None:
    """Import them without the collector.

    Importing makes a few hundred thousand objects that stay. To look through them for rubbish again and again, as
    Python does while objects are made, takes a fifth of the time and finds none.
    """
    collecting = gc.isenabled()
    gc.disable()
    try:
        for name in ("epsilog.sources.counting", "ibis.backends.sql.compilers"):
            import_module(name)
    finally:
        if collecting:
            gc.enable()
