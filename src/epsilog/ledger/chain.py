"""The chain: every entry names the hash of the one before it, so that no entry changes unseen."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

GENESIS: Final = "0" * 64


@dataclass(frozen=True)
class Entry:
    """One line of the journal."""

    seq: int
    at: str
    kind: str
    body: str
    prev: str
    hash: str


def canonical(body: Mapping[str, Any]) -> str:
    """One spelling for one record: sorted keys, no spaces, no floats, ASCII only.

    >>> canonical({"b": 1, "a": [2, "é"]})
    '{"a":[2,"\\\\u00e9"],"b":1}'
    """
    return json.dumps(body, sort_keys=True, separators=(",", ":"), ensure_ascii=True, allow_nan=False)


def hash_of(seq: int, at: str, kind: str, body: str, prev: str) -> str:
    """SHA-256 over the previous hash and everything in the entry, each part preceded by its length."""
    digest = hashlib.sha256()
    for part in (prev, str(seq), at, kind, body):
        data = part.encode()
        digest.update(len(data).to_bytes(8, "big"))
        digest.update(data)
    return digest.hexdigest()


def digest_of(data: bytes) -> str:
    """The fingerprint of a stored result or a request."""
    return hashlib.sha256(data).hexdigest()


def words_of(text: str) -> list[str]:
    """The blocks of a release, read back from its row."""
    found: list[str] = json.loads(text)["blocks"]
    return found
