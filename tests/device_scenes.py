"""Campaigns and devices for tests, and the arithmetic of the protocol page written again with nothing of ours."""

from __future__ import annotations

import datetime as dt
import hashlib
import hmac
import json
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes

from epsilog.device.campaign import Campaign
from epsilog.device.device import Device

START = dt.datetime(2026, 1, 5, 12, tzinfo=dt.UTC)
CHOICES = ["Chrome", "Safari", "Firefox", "other"]
PROMISES: dict[str, dict[str, Any]] = {
    "fresh": {"epsilon": "1/10", "for_ever": "52/10", "memory": "fresh"},
    "held": {"epsilon": 1, "ever": 2, "for_ever": 4, "memory": "held", "hold": 26},
    "by value": {"epsilon": 1, "ever": 2, "for_ever": 4, "memory": "by value"},
}
WORD: dict[str, dict[str, Any]] = {
    "held": {"epsilon": "11/10", "ever": "9/2", "for_ever": 9, "memory": "held", "hold": 26},
    "by value": {"epsilon": "11/10", "ever": "9/2", "for_ever": 9, "memory": "by value"},
}
# Every protocol with every memory it can have, and three values of its question.
NUMBER = {"number": "minutes", "between": [0, 60], "steps": 60}
KINDS: dict[str, tuple[dict[str, Any], list[object]]] = {
    "randomized response": ({"yes_no": "present"}, [True, False, "yes"]),
    **{
        kind: ({"one_of": CHOICES}, ["Chrome", "Firefox", "other"])
        for kind in (
            "generalized response",
            "unary",
            "subset selection",
            "linear hashing",
            "local hashing",
            "hadamard response",
            "one-bit hadamard",
            "lasting response",
            "lasting unary",
            "lasting hashing",
        )
    },
    **{kind: (NUMBER, [0, 17.2, 60]) for kind in ("duchi", "piecewise", "hybrid", "square wave")},
    "lasting bits": ({"one_of": CHOICES}, ["Chrome", "Firefox", "other"]),
    "rappor": ({"word": "browser"}, ["Chrome", "Ünïcode", "无"]),
}
CASES = [
    (kind, memory)
    for kind in KINDS
    for memory in (("held", "by value") if kind.startswith("lasting") or kind == "rappor" else ("fresh",))
]


def campaign(kind: str = "lasting response", memory: str = "held", **changed: Any) -> bytes:
    """A campaign file; `changed` replaces fields of it."""
    promise = (WORD if kind == "rappor" else PROMISES)[memory]
    if kind == "lasting bits":
        promise = {**promise, "epsilon": 2}
    record = {
        "format": "epsilog campaign 1",
        "name": "browsers",
        "edition": "1",
        "question": KINDS[kind][0],
        "protocol": {"kind": kind},
        "promise": promise,
        "every": "1w",
        "first": "2026-01-05",
        "periods": 52,
    }
    return json.dumps({**record, **changed}, ensure_ascii=False).encode()


def week(number: int) -> dt.datetime:
    """A moment in a week of the campaign."""
    return START + dt.timedelta(weeks=number)


def enrolled(folder: Path, *texts: bytes, total: object = 100) -> Device:
    """A device that agreed to these campaigns."""
    device = Device.begin(folder / "device", total)
    for text in texts:
        device.enrol(text, by_value=Campaign.read(text).promise.memory == "by value")
    return device


def words(secret: bytes, *label: bytes) -> Iterator[int]:
    """The 64-bit words of a label, by the page alone."""
    text = b"".join(len(part).to_bytes(4, "big") + part for part in (b"epsilog derived randomness 1", *label))
    key = hmac.new(secret, text, hashlib.sha256).digest()
    stream = Cipher(algorithms.AES256(key), modes.CTR(bytes(16))).encryptor()
    while True:
        yield int.from_bytes(stream.update(bytes(8)), "little")


def coin(read: Iterator[int], p: Fraction) -> bool:
    """True with probability p, by the page alone: U < p, more bits while it is not decided."""
    word, bits = next(read), 64
    while True:
        if Fraction(word + 1, 2**bits) <= p:
            return True
        if Fraction(word, 2**bits) >= p:
            return False
        word, bits = word << 64 | next(read), bits + 64


def pick(read: Iterator[int], n: int) -> int:
    """Uniform below n, by the page alone: floor(U · n)."""
    word, bits = next(read), 64
    while word * n >> bits != (word + 1) * n - 1 >> bits:
        word, bits = word << 64 | next(read), bits + 64
    return word * n >> bits


def response(read: Iterator[int], value: int, size: int, p: Fraction) -> int:
    """Generalized response, by the page alone."""
    keep, other = coin(read, p), pick(read, size - 1)
    return value if keep else other + (other >= value)
