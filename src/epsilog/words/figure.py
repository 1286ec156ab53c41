"""Numbers as people read them: few digits, thousands marked, and rounded to the honest side."""

from __future__ import annotations

import math
from typing import Literal

from epsilog.words.language import Language

Way = Literal["near", "up", "down"]


def plain(value: float, digits: int = 3, way: Way = "near") -> str:
    """A number with so many significant digits, never in scientific notation unless it is very small.

    >>> plain(0.462117), plain(1440), plain(12345.6), plain(6.0), plain(0.0001234)
    ('0.462', '1,440', '12,346', '6', '0.000123')
    >>> plain(1e-6), plain(2.5e-9), plain(float("inf"))
    ('1e-6', '2.5e-9', '∞')
    >>> plain(0.46211, way="up"), plain(1234.1, way="up")
    ('0.463', '1,235')
    """
    if math.isinf(value) or math.isnan(value):
        return ("-∞" if value < 0 else "∞") if math.isinf(value) else "?"
    if value == 0:
        return "0"
    size = math.floor(math.log10(abs(value)))
    places = max(0, digits - 1 - size)
    rounded = _round(value, places, way)
    if abs(value) < 1e-4:
        mantissa, _, exponent = f"{_round(value, places, way):.{digits - 1}e}".partition("e")
        return f"{_trim(mantissa)}e{int(exponent)}"
    if abs(value) >= 1e15:
        leading = _round(value / 10.0**size, digits - 1, way)
        mantissa, _, exponent = f"{leading * 10.0**size:.{digits - 1}e}".partition("e")
        return f"{_trim(mantissa)}e{int(exponent)}"
    return _trim(f"{rounded:,.{places}f}")


def percent(share: float, lang: Language = "en", way: Way = "near", digits: int = 1) -> str:
    """A share as a percentage; upper limits are rounded up and lower limits down by the caller's `way`.

    >>> percent(0.1548), percent(0.1), percent(0.73106, "zh", way="up"), percent(0.00001)
    ('15.5 %', '10 %', '73.2%', '0.001 %')
    """
    hundred = share * 100
    places = digits
    if 0 < abs(hundred) < 0.1:
        places = max(digits, -math.floor(math.log10(abs(hundred))))
    text = _trim(f"{_round(hundred, places, way):,.{places}f}")
    return f"{text}%" if lang == "zh" else f"{text} %"


def hundredths(share: float, way: Way = "up") -> str:
    """Hundredths of a whole with three digits, without a sign: what a plan and a turned account say of a cap.

    >>> hundredths(0.0600001), hundredths(0.5, "down")
    ('6.01', '50')
    """
    return plain(100 * share, 3, way)


def plus_or_minus(margin: float) -> str:
    """How far off a number may be, rounded up; nothing where it is not moved.

    >>> plus_or_minus(3.0), plus_or_minus(0.0)
    ('±3', '0')
    """
    return f"±{plain(margin, 3, 'up')}" if margin else "0"


def one_in(probability: float) -> str:
    """The N of "at most once in N", rounded down so that the chance is not understated.

    >>> one_in(1e-6), one_in(3e-5)
    ('1,000,000', '33,333')
    """
    if probability <= 0:
        return "∞"
    turns = 1 / probability
    nearest = round(turns)
    return f"{nearest if math.isclose(turns, nearest, rel_tol=1e-9) else math.floor(turns):,}"


def _round(value: float, places: int, way: Way) -> float:
    if way == "near":
        return round(value, places)
    factor = 10.0**places
    # A float a hair above a printable number is that number: 0.1 * 3 is not 0.301.
    hair = 1e-9
    scaled = value * factor
    return (math.ceil(scaled - hair) if way == "up" else math.floor(scaled + hair)) / factor


def _trim(text: str) -> str:
    return text.rstrip("0").rstrip(".") if "." in text else text
