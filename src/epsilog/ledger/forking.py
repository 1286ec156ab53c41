"""Files of books and forks.

SQLite notes, once per process, which locks the process holds on a file; the operating system keeps the locks
themselves, and does not pass them on to a child. A child that is forked while its parent has the file open inherits
the notes without the locks: it believes that it holds a lock which nobody sees, another process may close the file
as its last user, and the write-ahead log with everything the child was told is written vanishes. Opening the file
anew in the child does not help, because the notes belong to the process.

So no connection to a file lives through a fork. Before it, pages of other threads are waited for and idle
connections closed; where that cannot be (a fork in the middle of a page), the child may not touch that file.
"""

from __future__ import annotations

import os
import threading
import time
import weakref
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final, Protocol

from epsilog.errors import LedgerError

_PATIENCE: Final = 10.0  # seconds a fork waits for other threads before it goes on without the child's right


class KeepsConnections(Protocol):
    """Something that keeps idle connections to a file."""

    def let_go(self) -> None:
        """Close them all."""
        ...


_gate = threading.Condition(threading.Lock())
_users: Counter[tuple[int, str]] = Counter()  # by thread and file
_keepers: weakref.WeakSet[KeepsConnections] = weakref.WeakSet()
_lost: set[str] = set()  # files that this process, a child, may not touch
_closing = False


def remember(keeper: KeepsConnections) -> None:
    """Have idle connections closed before a fork."""
    with _gate:
        _keepers.add(keeper)


@contextmanager
def using(path: str) -> Iterator[None]:
    """While a connection to the file (its real path) is in use, or opened or closed. Waits while somebody forks."""
    me, pid = threading.get_ident(), os.getpid()
    with _gate:
        while _closing and not any(thread == me for thread, _ in _users):
            _gate.wait()
        if path in _lost:
            raise LedgerError(
                "this process was forked in the middle of a page; the file is not safe in its hands",
                hint="fork between pages, or start a fresh process",
            )
        _users[me, path] += 1
    try:
        yield
    finally:
        if os.getpid() == pid:
            with _gate:
                _users[me, path] -= 1
                if not _users[me, path]:
                    del _users[me, path]
                _gate.notify_all()


def _before() -> None:
    global _closing
    me, deadline = threading.get_ident(), time.monotonic() + _PATIENCE
    _gate.acquire()  # until after the fork
    while _closing:  # another thread forks
        _gate.wait()
    _closing = True
    try:
        while any(thread != me for thread, _ in _users) and time.monotonic() < deadline:
            _gate.wait(deadline - time.monotonic())
    finally:  # an interrupt ends the wait, not the fork: Python reports it and forks all the same
        for keeper in list(_keepers):
            keeper.let_go()


def _after_in_parent() -> None:
    global _closing
    _closing = False
    _gate.notify_all()
    _gate.release()


def _after_in_child() -> None:
    global _closing, _gate
    _lost.update(path for _, path in _users)
    _users.clear()
    _closing, _gate = False, threading.Condition(threading.Lock())


os.register_at_fork(before=_before, after_in_parent=_after_in_parent, after_in_child=_after_in_child)
