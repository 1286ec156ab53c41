"""Numbers and words of a request as YAML: exact, and in quotes wherever another reader could take them for more."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Final

from epsilog.core.number import spell_number

# Text that begins with a letter and holds nothing YAML could read as a sign; other tools also read yes, on and y.
_PLAIN: Final = re.compile(r"[^\W\d_](?:[\w./-]| (?=[\w./-]))*")
_WORDS: Final = frozenset(
    ["true", "false", "null", "yes", "no", "on", "off", "y", "n", "nan", "inf", "infinity", "none"]
)
_ESCAPES: Final = {'"': '\\"', "\\": "\\\\", "\t": "\\t", "\n": "\\n", "\r": "\\r"}


def number(value: Fraction) -> str:
    """An exact number: a decimal where there is a short one, else a ratio.

    >>> number(Fraction(1, 2)), number(Fraction(1, 10**6)), number(Fraction(1, 3)), number(Fraction(-220))
    ('0.5', '1e-6', '1/3', '-220')
    """
    if value.denominator == 1:
        return spell_number(value)
    for places in range(1, 31):
        scaled = value * 10**places
        if scaled.denominator == 1:
            digits = str(abs(scaled.numerator))
            sign = "-" if value < 0 else ""
            if len(digits) == 1 and places > 4:
                return f"{sign}{digits}e-{places}"
            digits = digits.zfill(places + 1)
            return f"{sign}{digits[:-places]}.{digits[-places:]}"
    return spell_number(value)


def word(text: str) -> str:
    """Text, in quotes unless no reader could take it for anything else.

    >>> [word(text) for text in ("North", "患者编号", "01067", "no", "a: b", "clinic/2026")]
    ['North', '患者编号', '"01067"', '"no"', '"a: b"', 'clinic/2026']
    """
    if _PLAIN.fullmatch(text) and text.isprintable() and text.lower() not in _WORDS:
        return text
    return quote_text(text)


def quote_text(text: str) -> str:
    """Text in double quotes; whatever cannot be seen is written as its number."""
    return '"' + "".join(_show(letter) for letter in text) + '"'


def _show(letter: str) -> str:
    if letter in _ESCAPES:
        return _ESCAPES[letter]
    if letter.isprintable():
        return letter
    return f"\\u{ord(letter):04x}" if ord(letter) < 0x10000 else f"\\U{ord(letter):08x}"
