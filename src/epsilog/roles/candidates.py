"""What a choice is made from: the values a quantile can be, shares of rows, sums of another column."""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Final

from epsilog.core.grid import MOST_BINS, Bins
from epsilog.core.measure import Total
from epsilog.core.number import ceiling, exact, spell_number
from epsilog.errors import SpecError

if TYPE_CHECKING:
    from epsilog.roles.sought import Clamp


MOST_SHARES: Final = 1_000


@dataclass(frozen=True)
class Sum:
    """The sum of another column: what a ratio divides by, or what the best has most of.

    `sought` is a clamp to be found; `between` then holds its outermost ends, or what was found: see `of_clamp`.

    >>> Sum("stays", (Fraction(0), Fraction(10))).total().high
    10000
    """

    column: str
    between: tuple[Fraction, Fraction]
    grain: Fraction | None = None
    missing: Fraction | None = None
    sought: Clamp | None = None

    @classmethod
    def unknown(cls, column: str, clamp: Clamp, missing: Fraction | None = None) -> Sum:
        """With a clamp that has to be found."""
        return cls(column, clamp.ends(centred=False), None, missing, clamp)

    def of_clamp(self, clamp: Clamp) -> Sum:
        """The same sum under this clamp."""
        return Sum.unknown(self.column, clamp, self.missing)

    def __post_init__(self) -> None:
        if self.sought is not None and (self.grain, self.between) != (None, self.sought.ends(centred=False)):
            raise SpecError(
                "a clamp is to be found, and is also given", where="between", hint="Sum.unknown(column, Clamp(…))"
            )

    def total(self) -> Total:
        """The vector that is drawn for it."""
        if self.sought is not None:
            return self.sought.total(self.column, self.missing, centred=False)
        return Total.between(self.column, *self.between, self.grain, self.missing)

    def to_dict(self) -> dict[str, Any]:
        """As it is stored."""
        ends = [spell_number(end) for end in self.between]
        between = ends if self.sought is None else {"unknown": self.sought.to_dict()}
        record: dict[str, Any] = {"column": self.column, "between": between}
        for name in ("grain", "missing"):
            if (number := getattr(self, name)) is not None:
                record[name] = spell_number(number)
        return record


def read_shares(given: object) -> tuple[Fraction, ...]:
    """Shares of the rows, growing and strictly inside, with denominators within reason."""
    if isinstance(given, str | bytes) or not hasattr(given, "__iter__"):
        raise SpecError("shares are a list of numbers", where="at", hint="at: [0.25, 0.5, 0.75]")
    shares = tuple(exact(share, "at", above=0, below=1) for share in given)
    if not 1 <= len(shares) <= MOST_SHARES or any(one >= two for one, two in pairwise(shares)):
        raise SpecError(f"say 1 to {MOST_SHARES:,} growing shares", where="at", hint="at: [0.25, 0.5, 0.75]")
    if any(share.denominator > 10_000 for share in shares):
        raise SpecError("a share has a denominator of at most 10,000", where="at", hint="0.5, 0.025 or 1/3")
    return shares


@lru_cache(maxsize=64)
def bins_around(column: str, first: int, step: Fraction, count: int) -> Bins:
    """A bin around each value a quantile can be; plans ask for the same ones many times.

    >>> bins_around("age", 0, Fraction(1), 2).labels()
    ('[-0.5, 0.5)', '[0.5, 1.5]')
    """
    return Bins(column, tuple((first + at - Fraction(1, 2)) * step for at in range(count + 1)))


def values_between(
    between: tuple[Fraction, Fraction],
    grain: Fraction | None,
    most: int = MOST_BINS,
    said: str = f"a quantile is one of at most {MOST_BINS:,} values",
) -> tuple[int, Fraction, int]:
    """Multiples of a step that cover a range: the first, the step, how many; about `most` where none is said.

    said     what to tell somebody whose grain makes too many
    """
    low, high = between
    if low >= high:
        raise SpecError("the lower end must be below the upper end", where="between", hint="between: [low, high]")
    step = _steps(high - low, most) if grain is None else exact(grain, "grain", above=0)
    first, last = math.floor(low / step), ceiling(high / step)
    if last - first + 1 > MOST_BINS:
        raise SpecError(said, where="grain", hint="use a coarser grain")
    return first, step, last - first + 1


def _steps(width: Fraction, most: int) -> Fraction:
    """The least of 1, 2 and 5 times a power of ten that makes at most so many values of a range.

    >>> _steps(Fraction(140), 1_000), _steps(Fraction(100), 1_000)
    (Fraction(1, 5), Fraction(1, 5))
    """
    power = Fraction(10) ** (math.floor(math.log10(width)) - 4)
    while True:
        for times in (1, 2, 5):
            if width / (power * times) <= most - 3:
                return power * times
        power *= 10
