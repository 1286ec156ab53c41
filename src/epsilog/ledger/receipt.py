"""Receipts, and whose they are: the process that asked, named so that a later one can tell whether it lives."""

from __future__ import annotations

import hashlib
import json
import os
import socket
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

from epsilog.core.charge import charge_from_dict
from epsilog.core.ledger import Receipt as Receipt
from epsilog.core.ledger import State as State
from epsilog.ledger.chain import words_of


def receipt_of(row: Mapping[str, Any], account: str) -> Receipt:
    """The receipt of a stored release, on the account of that name."""
    charge, blocks = charge_from_dict(json.loads(row["charge"])), tuple(words_of(row["blocks"]))
    state = State(row["state"])
    return Receipt(row["receipt"], account, row["key"], row["request"], charge, blocks, state, repeated=True)


def this_process() -> str:
    """Names this process so that a later one can tell whether it is still alive.

    Host, machine, boot and space of process numbers, then the process's number and when it began.
    """
    return _process_name(os.getpid())


@lru_cache(maxsize=4)
def _process_name(pid: int) -> str:
    return f"{_place()}:{pid}:{_began(pid) or ''}"


def is_gone(owner: str) -> bool:
    """Whether the process that reserved is certainly dead; one that cannot be looked at counts as alive.

    Dead is who lived on this machine before it was started again, and who lived in this space of process numbers
    and is not there any more, or whose number belongs to a process that began at another time. A process of another
    host, of another container, or one that this user may not see (`hidepid`) is none of these, nor is one that an
    earlier release of epsilog named without its boot.
    """
    place, _, rest = owner.partition(":")
    host, *where = place.split("/")
    own_host, *here = _place().split("/")
    if len(where) != len(here) or host != own_host or where[0] != here[0] or not where[0]:
        return False
    if where[1] != here[1]:
        return bool(where[1] and here[1])  # the same machine, started again since
    if where[2] != here[2] or not where[2]:
        return False
    number, _, began = rest.partition(":")
    if not number.isascii() or not number.isdigit():
        return False
    now = _began(int(number))
    return now is not None and now != began


def _place() -> str:
    """Host, machine, boot and space of process numbers; a part that this system does not tell is empty."""
    space = "" if _is_foreign_proc() else _link("/proc/self/ns/pid")
    parts = (_text("/etc/machine-id"), _text("/proc/sys/kernel/random/boot_id"), space)
    return "/".join([socket.gethostname().replace("/", "-").replace(":", "-"), *map(_short, parts)])


def _short(fact: str) -> str:
    """A machine's own number is nobody else's business: twelve digits of a fingerprint are enough to compare."""
    return hashlib.sha256(f"epsilog {fact}".encode()).hexdigest()[:12] if fact else ""


def _text(path: str) -> str:
    try:
        return Path(path).read_text().strip()
    except (OSError, ValueError):
        return ""


def _link(path: str) -> str:
    try:
        return str(Path(path).readlink())
    except OSError:
        return ""


def _is_foreign_proc() -> bool:
    """Whether /proc counts processes otherwise than this process does: mounted from outside a container."""
    return _link("/proc/self") != str(os.getpid())


def _began(pid: int) -> str | None:
    """When a process began, in ticks since boot; "" when there is certainly none; None where nobody can say."""
    try:
        stat = Path(f"/proc/{pid}/stat").read_text()
    except OSError:
        try:
            os.kill(pid, 0)
        except ProcessLookupError:
            return ""
        except (OSError, OverflowError):
            pass
        return None  # it is there, and hidden from this user
    after_name = stat.rpartition(")")[2].split()
    return "" if after_name[0] in "ZX" else after_name[19]
