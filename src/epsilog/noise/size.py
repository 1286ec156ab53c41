"""How many draws were asked for, and from whom."""

from __future__ import annotations

import math
from typing import Final

from epsilog.core.mechanism import RandomWords
from epsilog.core.number import whole
from epsilog.errors import SpecError

Size = int | tuple[int, ...]

# Beyond this a request is a slip of the pen, and would end in the machine's own memory error.
LARGEST: Final = 2**32


def shape_of(size: Size, rng: RandomWords) -> tuple[int, ...]:
    """Read a size as an array shape, and check that the generator is one.

    >>> from epsilog.noise import system
    >>> shape_of(3, system), shape_of((2, 3), system)
    ((3,), (2, 3))
    >>> shape_of(2**33, system)
    Traceback (most recent call last):
        ...
    epsilog.errors.SpecError: size: must be at most 4294967296, got 8589934592 (hint: a number from 0 to 4294967296)
    """
    if not callable(getattr(rng, "words", None)):
        raise SpecError(f"a {type(rng).__name__} gives no random words", where="rng", hint="noise.Randomness()")
    if type(size) is int and 0 <= size <= LARGEST:  # by far the most frequent request, and the cheapest to read
        return (size,)
    parts = size if isinstance(size, tuple) else (size,)
    shape = tuple(whole(part, "size", at_most=LARGEST) for part in parts)
    whole(math.prod(shape), "size", at_most=LARGEST)
    return shape
