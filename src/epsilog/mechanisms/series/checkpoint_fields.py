"""Bytes of a checkpoint: named fields of a few plain kinds, written one way only and read back strictly.

A field is its name, one letter for its kind, and its content behind its length. Integers are exact whatever their
size, floats are their eight bytes, arrays say their shape. There is nothing in here that could run.
"""

from __future__ import annotations

import math
import struct
from collections.abc import Mapping
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from epsilog.errors import PrivacyError

Field = int | str | bytes | NDArray[Any]
MAGIC: Final = b"EPSILOG CHECKPOINT"
VERSION: Final = 1
_LARGEST: Final = 2**33
_LETTERS: Final[dict[str, str]] = {"q": "<i8", "d": "<f8"}


def pack(kind: str, fields: Mapping[str, Field]) -> bytes:
    """Write fields under the name of what they are.

    >>> unpack(pack("watch", {"line": -7, "left": 3}), "watch")
    {'line': -7, 'left': 3}
    """
    head = MAGIC + struct.pack("<H", VERSION) + _with_length(kind.encode())
    return head + struct.pack("<H", len(fields)) + b"".join(_field(name, fields[name]) for name in fields)


def unpack(raw: bytes, kind: str) -> dict[str, Field]:
    """Read them back, or refuse: another version, another kind, a byte too many or too few."""
    try:
        cursor = _Cursor(raw)
        if cursor.take(len(MAGIC)) != MAGIC:
            raise state_error("this is no checkpoint")
        (version,) = struct.unpack("<H", cursor.take(2))
        if version != VERSION:
            raise state_error(f"a checkpoint of version {version}; this release reads {VERSION}")
        if cursor.counted() != kind.encode():
            raise state_error("a checkpoint of another mechanism")
        (count,) = struct.unpack("<H", cursor.take(2))
        fields: dict[str, Field] = {}
        for _ in range(count):
            name = cursor.counted().decode()
            fields[name] = _read(cursor)
    except (ValueError, struct.error):
        raise state_error("a checkpoint cannot be read") from None
    if cursor.left or len(fields) != count or pack(kind, fields) != raw:
        raise state_error("a checkpoint cannot be read")
    return fields


def state_error(what: str) -> PrivacyError:
    """Going on from another state than the one that was left would be fresh noise, or none."""
    return PrivacyError(what, where="state", hint="a stream continues only from its own last checkpoint")


def _with_length(content: bytes) -> bytes:
    return struct.pack("<Q", len(content)) + content


def _field(name: str, value: Field) -> bytes:
    if isinstance(value, np.ndarray):
        letter = "q" if value.dtype == np.int64 else "d"
        if value.dtype not in (np.int64, np.float64):
            raise state_error("an array of a checkpoint holds int64 or float64")
        shape = struct.pack(f"<B{value.ndim}Q", value.ndim, *value.shape)
        content = shape + np.ascontiguousarray(value).astype(_LETTERS[letter]).tobytes()
    elif isinstance(value, bytes):
        letter, content = "b", value
    elif isinstance(value, str):
        letter, content = "s", value.encode()
    else:
        size = (int(value).bit_length() + 8) // 8
        letter, content = "i", int(value).to_bytes(size, "little", signed=True)
    return _with_length(name.encode()) + letter.encode() + _with_length(content)


def _read(cursor: _Cursor) -> Field:
    letter, content = cursor.take(1).decode(), cursor.counted()
    if letter == "i":
        return int.from_bytes(content, "little", signed=True)
    if letter == "s":
        return content.decode()
    if letter == "b":
        return content
    axes = content[0] if content else 255
    if axes > 2:
        raise ValueError
    shape = struct.unpack(f"<{axes}Q", content[1 : 1 + 8 * axes])
    if math.prod(shape) > _LARGEST:
        raise ValueError
    body, kind = content[1 + 8 * axes :], np.dtype(_letter(letter))
    return (np.frombuffer(body, dtype=kind) if body else np.zeros(0, dtype=kind)).reshape(shape).copy()


def _letter(letter: str) -> str:
    if letter not in _LETTERS:
        raise ValueError
    return _LETTERS[letter]


class _Cursor:
    def __init__(self, raw: bytes) -> None:
        self._raw, self._at = raw, 0

    @property
    def left(self) -> int:
        return len(self._raw) - self._at

    def take(self, count: int) -> bytes:
        if count > self.left:
            raise ValueError
        self._at += count
        return self._raw[self._at - count : self._at]

    def counted(self) -> bytes:
        (count,) = struct.unpack("<Q", self.take(8))
        return self.take(count)
