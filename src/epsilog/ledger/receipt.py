"""Receipts, and whose they are: the process that asked, named so that a later one can tell whether it lives."""

from __future__ import annotations

import os
import socket
from functools import lru_cache
from pathlib import Path

from epsilog.core.ledger import Receipt as Receipt
from epsilog.core.ledger import State as State


def this_process() -> str:
    """Names this process so that a later one can tell whether it is still alive: host, pid, and when it began."""
    return _named(os.getpid())


@lru_cache(maxsize=4)
def _named(pid: int) -> str:
    return f"{socket.gethostname()}:{pid}:{_began(pid)}"


def is_gone(owner: str) -> bool:
    """Whether the process that reserved is certainly dead. One on another host counts as alive."""
    host, pid, began = owner.rsplit(":", 2)
    if host != socket.gethostname():
        return False
    return _began(int(pid)) != began


def _began(pid: int) -> str:
    """A process's start time in ticks since boot, or "" when there is no such process."""
    try:
        stat = Path(f"/proc/{pid}/stat").read_text()
    except OSError:
        try:
            os.kill(pid, 0)
        except ProcessLookupError:
            return ""
        except PermissionError:
            pass
        return "alive"  # no /proc here: a reused pid cannot be told apart, so it counts as alive
    after_name = stat.rpartition(")")[2].split()
    return "" if after_name[0] in "ZX" else after_name[19]
