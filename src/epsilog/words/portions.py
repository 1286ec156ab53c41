"""Parts of a whole as percentages that add up."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Final

_PLACES: Final = 6


def portions(parts: Sequence[int]) -> list[str]:
    """The percentage of each part, largest remainders raised, so that they add up to exactly 100.

    >>> portions([1, 1, 1]), portions([2, 1]), portions([9_995, 5])
    (['33.4', '33.3', '33.3'], ['66.7', '33.3'], ['99.95', '0.05'])
    """
    return portions_of(parts, sum(parts))[0]


def portions_of(parts: Sequence[int], whole: int) -> tuple[list[str], str]:
    """The percentages that parts are of a whole, and of all of them together: rounded up, and what they add up to.

    There are as many decimal places as a digit of the smallest part needs, one at least and six at most.

    >>> portions_of([1, 1], 3)
    (['33.4', '33.3'], '66.7')
    """
    if whole <= 0:
        return ["0"] * len(parts), "0"
    smallest = Fraction(100 * min((part for part in parts if part > 0), default=whole), whole)
    places = 1
    while places < _PLACES and smallest * 10**places < 5:
        places += 1
    units = 100 * 10**places
    exact = [Fraction(part * units, whole) for part in parts]
    together = -(-sum(parts) * units // whole)
    found = [int(number) for number in exact]
    by_rest = sorted(range(len(parts)), key=lambda at: found[at] - exact[at])  # the first of equals first
    for at in by_rest[: together - sum(found)]:
        found[at] += 1
    return [_spell(number, places) for number in found], _spell(together, places)


def _spell(number: int, places: int) -> str:
    text = f"{number // 10**places:,}.{number % 10**places:0{places}d}"
    return text.rstrip("0").rstrip(".")
