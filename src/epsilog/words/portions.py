"""Parts of a whole as percentages that add up to 100."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Final

_PLACES: Final = 6


def portions(parts: Sequence[int]) -> list[str]:
    """The percentage of each part, largest remainders raised, so that they add up to exactly 100.

    There are as many decimal places as two digits of the smallest part need, one at least and six at most.

    >>> portions([1, 1, 1]), portions([2, 1]), portions([9_995, 5])
    (['33.4', '33.3', '33.3'], ['66.7', '33.3'], ['99.95', '0.05'])
    """
    whole = sum(parts)
    if whole <= 0:
        return ["0"] * len(parts)
    smallest = Fraction(100 * min(part for part in parts if part > 0), whole)
    places = 1
    while places < _PLACES and smallest * 10**places < 5:
        places += 1
    units = 100 * 10**places
    exact = [Fraction(part * units, whole) for part in parts]
    found = [int(number) for number in exact]
    by_rest = sorted(
        range(len(parts)), key=lambda at: found[at] - exact[at]
    )  # the first of equals first
    for at in by_rest[: units - sum(found)]:
        found[at] += 1
    return [_trimmed(f"{number // 10**places}.{number % 10**places:0{places}d}") for number in found]


def _trimmed(text: str) -> str:
    return text.rstrip("0").rstrip(".")
