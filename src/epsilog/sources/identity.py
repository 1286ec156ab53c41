"""The one spelling a stored value has, whoever stored it: what names a person, and what keys are compared with.

Everything here is a function of one value, and total: what has no spelling is missing, never an error. Which values
share a spelling, and that no others do, is proved in docs/proofs/bounding.md, section 0.
"""

from __future__ import annotations

import datetime as dt
import math
import re
from decimal import Decimal
from fractions import Fraction
from typing import Any, Final
from uuid import UUID

LONGEST: Final = 2**20  # bytes of UTF-8: a longer text, or more bytes, are missing in every source
MENDED: Final = "\ufffd"  # stands for what is no text; different names may become the same, so it names nobody
BYTES: Final = "\uffff"  # before the digits of bytes that are no text; where a text has it, it is mended
_FRACTION: Final = re.compile(r"(?:\.0+|(\.[0-9]*?[1-9])0+)(?![0-9])")
_FAR: Final = 400  # places
_WIDEST: Final = 1_024  # bits


def text_or_none(text: str) -> str | None:
    r"""A text as it is, unless it is too long.

    >>> text_or_none("a\uffff"), text_or_none("\ud800") == "\ufffd" * 3, text_or_none("é" * 2**20)
    ('a\ufffd', True, None)
    """
    if len(text) > LONGEST:
        return None
    if text.isascii():
        return str(text)
    raw = text.encode("utf-8", "surrogatepass")  # half a character is no text
    return None if len(raw) > LONGEST else raw.decode("utf-8", "replace").replace(BYTES, MENDED)


def bytes_or_none(raw: bytes) -> str | None:
    r"""Bytes that are a text are that text; others are spelled by their digits, which no text is.

    >>> bytes_or_none(b"CORP\\alice"), bytes_or_none(bytes([255]))
    ('CORP\\alice', '\uffffff')
    """
    if len(raw) > LONGEST:
        return None
    try:
        return raw.decode("utf-8").replace(BYTES, MENDED)
    except UnicodeDecodeError:
        return BYTES + raw.hex()


def number_or_none(value: float) -> str | None:
    """A whole number by its digits, any other by the shortest that says which binary64 number it is.

    >>> [number_or_none(number) for number in (7.0, 2.0**62, 0.1, -0.0, 1e400)]
    ['7', '4611686018427387904', '0.1', '0', None]
    """
    if not math.isfinite(value):
        return None
    return str(int(value)) if value == math.floor(value) else repr(float(value))


def as_key(value: Any) -> str | None:
    """A Python object of any kind as a CSV would have it, for keys and values; None where it is none we know."""
    return _safely(value, named=False)


def as_name(value: Any) -> str | None:
    """A Python object as the name of a person: objects that are equal numbers for Python have one name, no others.

    >>> [as_name(one) for one in (1, 1.0, True, Decimal("1.00"), Fraction(2, 2), "1", 0.5, Decimal("0.50"))]
    ['1', '1', '1', '1', '1', '1', '0.5', '0.5']
    >>> as_name(0.1) == as_name(Decimal("0.1")), 0.1 == Decimal("0.1")
    (False, False)
    """
    return _safely(value, named=True)


def _safely(value: Any, *, named: bool) -> str | None:
    try:
        return _spell(value, named=named)
    except Exception:  # whatever a class of somebody's own does when it is asked
        return None


def _spell(value: Any, *, named: bool) -> str | None:
    kind = type(value)
    if issubclass(kind, str):
        return text_or_none(str.__str__(value))
    if issubclass(kind, (bytes, bytearray, memoryview)):
        return bytes_or_none(bytes(value)) if len(value) <= LONGEST else None
    if kind is bool or kind.__name__ in ("bool_", "bool"):
        return ("1" if value else "0") if named else "true" if value else "false"
    if issubclass(kind, int):
        return int.__repr__(value) if int.bit_length(value) <= _WIDEST else None
    if issubclass(kind, float):
        return _exactly(*float.as_integer_ratio(value)) if named else number_or_none(float(value))
    if issubclass(kind, dt.date):  # a datetime is one, and so is pandas' missing moment
        return _moment(value, named=named)
    if issubclass(kind, Decimal):
        return _plainly(value, named=named)
    if issubclass(kind, UUID):
        return UUID.__str__(value)
    if issubclass(kind, Fraction):
        return _exactly(value.numerator, value.denominator)
    return _of_numpy(value, named=named) if kind.__module__ == "numpy" else None


def _of_numpy(value: Any, *, named: bool) -> str | None:
    import numpy as np

    if isinstance(value, np.datetime64):
        return None if np.isnat(value) else _short_seconds(str(value))
    if isinstance(value, np.integer):
        return _spell(int(value), named=named)
    if isinstance(value, np.longdouble):  # more digits than Python's own numbers
        return _exactly(*value.as_integer_ratio())
    return _spell(float(value), named=named) if isinstance(value, np.floating) else None


def _moment(value: Any, *, named: bool) -> str | None:
    if value != value:  # NaT is a datetime that differs from itself
        return None
    if named and getattr(value, "tzinfo", None) is not None and value.utcoffset() is not None:
        value = value.astimezone(dt.UTC)  # the same moment in two zones is one
    return _short_seconds(str(value.isoformat()))


def _short_seconds(text: str) -> str:
    """Without zeros at the end of a fraction of a second: libraries write three, six or nine digits."""
    return _FRACTION.sub(r"\1", text)


def _exactly(top: int, bottom: int) -> str | None:
    """A fraction in lowest terms by all its decimals, or as a fraction where they never end."""
    if max(top.bit_length(), bottom.bit_length()) > _WIDEST + 64:
        return None
    if bottom == 1:
        return str(top)
    twos = (bottom & -bottom).bit_length() - 1
    rest, fives = bottom >> twos, 0
    while rest % 5 == 0:
        rest, fives = rest // 5, fives + 1
    if rest != 1:
        return f"{top}/{bottom}"
    places = max(twos, fives)
    digits = str(abs(top) * 2 ** (places - twos) * 5 ** (places - fives)).rjust(places + 1, "0")
    return f"{'-' if top < 0 else ''}{digits[:-places]}.{digits[-places:]}"


def _plainly(value: Decimal, *, named: bool) -> str | None:
    """A decimal without zeros at its end, so that equal ones have one spelling; far from 1 with an exponent."""
    if not value.is_finite():
        return None
    sign, places, exponent = value.as_tuple()
    if len(places) > LONGEST:
        return None
    whole = "".join(map(str, places)).lstrip("0")
    digits = whole.rstrip("0")
    power = int(exponent) + len(whole) - len(digits)
    if not digits:
        return "0"
    minus = "-" if sign else ""
    if abs(power) > _FAR and not (named and abs(power) < LONGEST):
        return f"{minus}{digits}e{power}"
    padded = digits.rjust(1 - power, "0") if power < 0 else digits + "0" * power
    return minus + (f"{padded[:power]}.{padded[power:]}" if power < 0 else padded)
