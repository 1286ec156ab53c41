"""A receipt: proof that a release was paid for, and how far it has come.

::

    RESERVED ──► STARTED ──► COMMITTED ──► DELIVERED
        │            └─────► FORFEITED     spent, nothing to show
        └──────────────────► RELEASED      refunded: data was never opened

Money is held from RESERVED and spent from STARTED, which is written to disk before any data is opened. After that a
crash, an overflow or a missing result may itself depend on the data, so nothing is refunded. Whether a refund is
due depends on the state alone, never on data.
"""

from __future__ import annotations

import os
import socket
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from pathlib import Path

from epsilog.core.charge import Charge


class State(StrEnum):
    """How far a release has come."""

    RESERVED = "RESERVED"
    STARTED = "STARTED"
    COMMITTED = "COMMITTED"
    DELIVERED = "DELIVERED"
    FORFEITED = "FORFEITED"
    RELEASED = "RELEASED"


@dataclass(frozen=True)
class Receipt:
    """What the ledger wrote down. `repeated` says that the key was known: this is the first request's receipt."""

    id: str
    account: str
    key: str
    request: str
    charge: Charge
    blocks: tuple[str, ...]
    state: State
    repeated: bool = False


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
