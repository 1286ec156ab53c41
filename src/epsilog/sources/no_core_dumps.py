"""While private rows are open, a crash writes no image of this process to the disk.

An image of memory holds rows, exact answers and keys. Two doors are shut: the limit for core files is 0, which
children inherit too, and the process is not dumpable, which also holds where cores are piped to a collector (it
ignores the limit) and keeps debuggers of the same user out. Both are as before once the last source is closed; what
a program does with rows of its own, a notebook's frame say, is its own affair.
"""

from __future__ import annotations

import ctypes
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any, Final

_GET_DUMPABLE: Final = 3
_SET_DUMPABLE: Final = 4


class _Doors:
    """How many hold them shut, and how they were before."""

    def __init__(self) -> None:
        self._lock = threading.RLock()
        self._holding = 0
        self._limits: tuple[int, int] | None = None
        self._dumpable: int | None = None

    def shut(self) -> None:
        with self._lock:
            self._holding += 1
            if self._holding > 1:
                return
            with suppress(ImportError, OSError, ValueError):
                import resource

                self._limits = resource.getrlimit(resource.RLIMIT_CORE)
                # The soft limit alone: only the superuser could give back the other.
                resource.setrlimit(resource.RLIMIT_CORE, (0, self._limits[1]))
            was = _prctl(_GET_DUMPABLE, 0)
            if was == 1 and _prctl(_SET_DUMPABLE, 0) == 0:
                self._dumpable = was

    def open(self) -> None:
        with self._lock:
            self._holding -= 1
            if self._holding:
                return
            if self._limits is not None:
                with suppress(ImportError, OSError, ValueError):
                    import resource

                    # Should somebody have changed it in the meantime, theirs stays.
                    if resource.getrlimit(resource.RLIMIT_CORE) == (0, self._limits[1]):
                        resource.setrlimit(resource.RLIMIT_CORE, self._limits)
            if self._dumpable is not None:
                _prctl(_SET_DUMPABLE, self._dumpable)
            self._limits = self._dumpable = None


_doors: Final = _Doors()


@contextmanager
def no_core_dumps() -> Iterator[None]:
    """No image of this process is written while this lasts, whatever kills it."""
    _doors.shut()
    try:
        yield
    finally:
        _doors.open()


def _prctl(what: int, value: int) -> int:
    """What Linux answers; −1 where there is no such question."""
    with suppress(OSError, AttributeError, TypeError):
        library: Any = ctypes.CDLL(None, use_errno=True)
        return int(library.prctl(what, value, 0, 0, 0))
    return -1
