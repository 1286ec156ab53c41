"""Numbers a promise may rest on: exact, finite, and refused with a reason otherwise.

Privacy parameters are rationals. A float is read as the shortest decimal that prints it, so ``0.1`` means one
tenth and not the binary fraction beside it. Whatever could hide a mistake (NaN, infinities, booleans,
subnormals, minus zero, ``"1e400"``, ``"0x1"``) is refused with the name of the field.
"""

from __future__ import annotations

import math
import re
import unicodedata
from decimal import Decimal
from fractions import Fraction
from numbers import Integral, Rational
from typing import Final, Literal, get_args

from epsilog.errors import SpecError

Number = int | float | str | Decimal | Fraction

# Every number accepted here is spelled by `spell_number` with at most this many digits above and below the
# line, and read back the same: a charge that can be made can be stored, and nobody can hide a megabyte in a
# fraction.
_DIGITS: Final = 120
_DECIMAL: Final = re.compile(rf"[+-]?[0-9]{{1,{_DIGITS}}}(\.[0-9]{{1,{_DIGITS}}})?([eE][+-]?[0-9]{{1,3}})?")
_RATIO: Final = re.compile(rf"[+-]?[0-9]{{1,{_DIGITS}}}/[0-9]{{1,{_DIGITS}}}")
_COMMA: Final = re.compile(r"[+-]?[0-9]{1,20},[0-9]{1,20}([eE][+-]?[0-9]{1,3})?")
_TOO_LONG: Final = 10**_DIGITS
_SMALLEST_NORMAL: Final = 2.2250738585072014e-308


def exact(
    value: object,
    field: str,
    *,
    above: Number | None = None,
    at_least: Number | None = None,
    below: Number | None = None,
    at_most: Number | None = None,
) -> Fraction:
    """Read a public parameter as an exact rational within its bounds, or say what is wrong with it.

    >>> exact(0.1, "epsilon"), exact("1/3", "scale"), exact("2.5e-7", "delta")
    (Fraction(1, 10), Fraction(1, 3), Fraction(1, 4000000))
    >>> exact(float("nan"), "epsilon")
    Traceback (most recent call last):
        ...
    epsilog.errors.SpecError: epsilon: nan is not a finite number (hint: write a plain number such as 0.5)
    >>> exact(0, "scale", above=0)
    Traceback (most recent call last):
        ...
    epsilog.errors.SpecError: scale: must be above 0, got 0 (hint: a number above 0)
    """
    number = _parse(value, field)
    for holds, words, bound in (
        (above is None or number > Fraction(above), "above", above),
        (at_least is None or number >= Fraction(at_least), "at least", at_least),
        (below is None or number < Fraction(below), "below", below),
        (at_most is None or number <= Fraction(at_most), "at most", at_most),
    ):
        if not holds:
            from epsilog.words.advice import (
                number_advice,
            )  # a device that is asked nothing wrong loads no sentences

            advice = number_advice(field, above, at_least, below, at_most)
            raise SpecError(f"must be {words} {bound}, got {_show(value)}", where=field, hint=advice)
    return number


def whole(value: object, field: str, *, at_least: int = 0, at_most: int = 2**62) -> int:
    """Read a public parameter as an integer within its bounds.

    >>> whole(3, "rows"), whole("3", "rows")
    (3, 3)
    >>> whole(2.5, "rows")
    Traceback (most recent call last):
        ...
    epsilog.errors.SpecError: rows: must be a whole number, got 2.5 (hint: without a fraction, such as 2)
    """
    number = exact(value, field, at_least=at_least, at_most=at_most)
    if number.denominator != 1:
        advice = f"without a fraction, such as {max(round(number), at_least)}"
        raise SpecError(f"must be a whole number, got {_show(value)}", where=field, hint=advice)
    return int(number)


def spell_number(number: Fraction) -> str:
    """Spell a rational so that `exact` reads the same number back.

    >>> spell_number(Fraction(1, 3)), spell_number(Fraction(20))
    ('1/3', '20')
    """
    return str(number)


def ceiling(number: Fraction) -> int:
    """The least integer not below a rational."""
    return -((-number.numerator) // number.denominator)


def _parse(value: object, field: str) -> Fraction:
    hint = "write a plain number such as 0.5"
    negative = False
    if isinstance(value, bool) or type(value).__name__ == "bool":  # numpy's bool has the same name
        raise SpecError(f"{_show(value)} is a truth value, not a number", where=field, hint=hint)
    if isinstance(value, Integral | Rational):
        number = Fraction(int(value.numerator), int(value.denominator))
    elif isinstance(value, Decimal):
        if not value.is_finite():
            raise SpecError(f"{_show(value)} is not a finite number", where=field, hint=hint)
        digits, exponent = value.as_tuple().digits, value.as_tuple().exponent
        if len(digits) > _DIGITS or abs(int(exponent)) > _DIGITS:  # before 10**exponent is ever worked out
            raise SpecError(f"{_show(value)} is beyond any sensible size", where=field, hint=hint)
        number, negative = Fraction(value), value.is_signed()
    elif isinstance(value, float):
        if not math.isfinite(value):
            raise SpecError(f"{_show(value)} is not a finite number", where=field, hint=hint)
        if value and abs(value) < _SMALLEST_NORMAL:
            what = f"{_show(value)} is a subnormal float: it carries almost no digits"
            raise SpecError(what, where=field, hint=hint)
        number, negative = Fraction(float.__repr__(value)), math.copysign(1, value) < 0
    elif isinstance(value, str):
        text = value.strip(" ")
        if (_RATIO.fullmatch(text) and int(text.partition("/")[2]) != 0) or _DECIMAL.fullmatch(text):
            number, negative = Fraction(text), text.startswith("-")
        else:
            if _COMMA.fullmatch(text):
                hint = f"with a point: {text.replace(',', '.')}"
            raise SpecError(f"{_show(value)} is not a number", where=field, hint=hint)
    else:
        raise SpecError(f"a {type(value).__name__} is not a number", where=field, hint=hint)
    if negative and number == 0:
        raise SpecError("minus zero is not a number anybody means", where=field, hint="write 0")
    if max(abs(number.numerator), number.denominator) >= _TOO_LONG:
        raise SpecError(f"{_show(value)} is beyond any sensible size", where=field, hint=hint)
    return number


def _show(value: object) -> str:
    # Python refuses to print integers of more than 4300 digits; a refusal must not fail on its own message.
    if isinstance(value, Rational) and max(abs(int(value.numerator)), int(value.denominator)) >= 2**200:
        return "a number of more than 200 bits"
    text = value if isinstance(value, str) else str(value)
    quoted = repr(text[:40] + "…" if len(text) > 40 else text)
    return quoted if isinstance(value, str) else quoted[1:-1]


# When two spellings are the same text: composed and decomposed letters are, everything else is not.


def same_text(text: str) -> str:
    """The one spelling all Unicode twins of a text share (normalisation form C).

    >>> same_text("e\\u0301") == "é", same_text("A") == "a", same_text("x ") == "x"
    (True, False, False)
    """
    return unicodedata.normalize("NFC", text)


# What the range of a published number speaks of.


About = Literal["data", "population"]
ABOUT: Final[tuple[About, ...]] = get_args(About)
