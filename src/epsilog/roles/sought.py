"""Ends and edges that nobody should have to know beforehand: they are found in the data, for a part of the price.

A clamp and the bins of a histogram are chosen by private quantiles among public candidates. Before a release is
made a request says between which ends they will lie; after it the same request holds what was found, which is
public. What one unit may do is the same in both states: a found clamp always has the same number of grains, so
norms and noise, in grains, are constants, and only the length of a grain is found (docs/proofs/clamp.md).
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from itertools import pairwise
from typing import Any, Final

from epsilog.core.grid import MOST_BINS
from epsilog.core.measure import Total
from epsilog.core.number import exact, spell_number, whole
from epsilog.errors import SpecError
from epsilog.roles.candidates import values_between

REACH: Final = 10_000  # grains from the middle of a found clamp to its ends, or from 0 to the further one
USUAL_KEEP: Final = Fraction(98, 100)
_SERIES: Final = tuple(Fraction(text) for text in ("1", "1.25", "1.6", "2", "2.5", "3.2", "4", "5", "6.4", "8"))
_DECADES: Final = 6
_LINEAR: Final = 100
_MOST_PARTS: Final = 10_000
_LONGEST: Final = 2**200
_FINEST: Final = 10**50  # so that the square of any found grain, and parts of it, can be written (core/number.py)
Ends = tuple[Fraction, Fraction]


def _read_within(given: object) -> tuple[Fraction, ...]:
    """Two ends, or all candidates; growing, and numbers a grain can be made of."""
    hint = "within: [0, 1000000]; ends you know without looking at the data"
    if isinstance(given, str | bytes) or not hasattr(given, "__iter__"):
        raise SpecError("give two ends, or all candidates", where="within", hint=hint)
    marks = tuple(exact(mark, "within") for mark in given)
    if not 2 <= len(marks) <= MOST_BINS + 1:
        raise SpecError(f"give two ends, or at most {MOST_BINS + 1:,} candidates", where="within", hint=hint)
    if any(float(one) >= float(two) for one, two in pairwise(marks)):
        raise SpecError("ends and candidates must grow", where="within", hint=hint)
    if any(max(abs(mark.numerator), mark.denominator) >= _LONGEST for mark in marks):
        raise SpecError(
            "is too large or too fine for floating-point numbers", where="within", hint="within: [0, 1000000]"
        )
    return marks


@lru_cache(maxsize=64)
def _spread_out(low: Fraction, high: Fraction) -> tuple[Fraction, ...]:
    """Candidates for ends: even steps for what is large, ten to a power of ten for what is small.

    >>> [str(mark) for mark in _spread_out(Fraction(0), Fraction(100))[:5]]
    ['0', '1/10000', '1/8000', '1/6250', '1/5000']
    """
    first, step, count = values_between((low, high), None, _LINEAR)
    marks = {(first + at) * step for at in range(count)}
    largest = max(abs(low), abs(high))
    power = math.floor(math.log10(largest)) + 1
    for size in range(power - _DECADES - 1, power + 1):
        for number in _SERIES:
            mark = number * Fraction(10) ** size
            marks |= {mark, -mark} if mark * 10**_DECADES >= largest else set()
    beside = (high - low) / 10**9  # a stretch shorter than that is nothing to clamp to
    return low, *sorted(mark for mark in marks if low + beside < mark < high - beside), high


@dataclass(frozen=True)
class Clamp:
    """A clamp to be found: by quantiles of the rows, one for the whole table.

    within     the outermost ends it may have; more than two numbers are all the candidates there are
    keep       the share of the rows that is meant to lie inside
    found      after the finding: which stretch between candidates was drawn, for each end that was looked for

    An end of `within` that is 0 stays, and so does one that no sum reaches further by: the other one is looked for.

    >>> costs = Clamp((0, 1_000_000))
    >>> [str(share) for share in costs.shares(centred=True)], len(costs.marks)
    (['49/50'], 100)
    >>> at = costs.marks.index(5000)
    >>> costs.answered((at - 1,)).ends(centred=True)       # the stretch below 5,000 holds the wanted rank
    (Fraction(0, 1), Fraction(5000, 1))
    """

    within: tuple[Fraction, ...]
    keep: Fraction = USUAL_KEEP
    found: tuple[int, ...] | None = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "within", _read_within(self.within))
        keep = exact(self.keep, "keep", above=0, below=1)
        if keep.denominator > _MOST_PARTS // 2:
            raise SpecError("a share has a denominator of at most 5,000", where="keep", hint="0.98 or 0.995")
        object.__setattr__(self, "keep", keep)
        nearest = min(two - one for one, two in pairwise(self.marks))
        if max(map(abs, self.outer)) * 2 * REACH > nearest * 2**52:
            # A total function: whichever clamp is found, its ends are numbers of grains that can be counted to.
            raise SpecError(
                "ends so close together cannot be distinguished", where="within", hint="within: [0, 1000000]"
            )
        # Likewise: every found grain is a difference of two candidates, or one of them, in so many parts.
        shared = math.lcm(*(mark.denominator for mark in self.marks))
        if shared * 2 * max(Fraction(REACH), *map(abs, self.outer)) >= _FINEST:
            raise SpecError(
                "is too large or too fine for grains to be made of it", where="within", hint="within: [0, 1000000]"
            )
        if self.found is not None and not all(0 <= at < len(self.marks) - 1 for at in self.found):
            raise SpecError("what was found is none of the candidates", where="between")

    @property
    def marks(self) -> tuple[Fraction, ...]:
        """Every candidate, growing."""
        return self.within if len(self.within) > 2 else _spread_out(*self.outer)

    @property
    def outer(self) -> Ends:
        """The outermost ends."""
        return self.within[0], self.within[-1]

    def _sought(self, *, centred: bool) -> tuple[bool, bool]:
        low, high = self.outer
        return low != 0 and (centred or low < 0), high != 0 and (centred or high > 0)

    def shares(self, *, centred: bool) -> tuple[Fraction, ...]:
        """The ranks that are asked for; what is not kept is divided evenly where both ends are looked for."""
        low, high = self._sought(centred=centred)
        if low and high:
            return (1 - self.keep) / 2, (1 + self.keep) / 2
        return (self.keep,) if high else (1 - self.keep,)

    def answered(self, places: tuple[int, ...]) -> Clamp:
        """The same clamp, found."""
        return replace(self, found=tuple(places))

    def ends(self, *, centred: bool) -> Ends:
        """What values are clamped to: the outermost ends before the finding.

        A sum is moved by the further end alone, so on the other side it may as well reach as far.
        """
        low, high = self.outer
        if self.found is None:
            return low, high
        if len(self.found) != len(self.shares(centred=centred)):
            raise SpecError("another number of ends was found than looked for", where="between")
        if self._sought(centred=centred)[0]:
            low = self.marks[min(self.found)]
        if self._sought(centred=centred)[1]:
            high = self.marks[max(self.found) + 1]
        if centred:
            return low, high
        far = max(abs(low), abs(high))
        return max(self.outer[0], -far), min(self.outer[1], far)

    def total(self, column: str, missing: object, *, centred: bool) -> Total:
        """The sum of values under this clamp: `REACH` grains, however long a grain is."""
        low, high = self.ends(centred=centred)
        outside = None if missing is None else exact(missing, "missing")
        if outside is not None and not self.outer[0] <= outside <= self.outer[1]:
            raise SpecError(
                "lies outside `within`", where="missing", hint="a number inside `within`, or leave `missing` out"
            )
        if centred:
            step = (high - low) / (2 * REACH)
            first = math.floor(low / step)
            last, centre, over = first + 2 * REACH, first + REACH, "scale"
        else:
            step = max(abs(low), abs(high)) / REACH
            first, last, centre, over = math.floor(low / step), math.ceil(high / step), 0, "clamp"
        instead = None if outside is None else min(max(round(outside / step), first), last)
        return Total(column, first, last, step, centre, instead, "scale" if over == "scale" else "clamp")

    def to_dict(self) -> dict[str, Any]:
        """As a request is stored: what was found is no part of what was asked."""
        return {"within": [spell_number(mark) for mark in self.within], "keep": spell_number(self.keep)}


@dataclass(frozen=True)
class EvenBins:
    """Bins to be found, with about as many rows in each.

    within     the outermost edges; more than two numbers are all the edges there may be
    step       edges are multiples of it; a step that makes at most a thousand of them if not said

    >>> ages = EvenBins((0, 100), 4, step=1)
    >>> [int(edge) for edge in ages.answered((24, 24, 80)).edges()]       # no two edges are the same
    [0, 25, 26, 81, 100]
    """

    within: tuple[Fraction, ...]
    bins: int
    step: Fraction | None = None
    found: tuple[int, ...] | None = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "within", _read_within(self.within))
        object.__setattr__(self, "bins", whole(self.bins, "bins", at_least=2, at_most=100))
        if self.step is not None:
            object.__setattr__(self, "step", exact(self.step, "grain", above=0))
            if len(self.within) > 2:
                raise SpecError("either candidates or a step between them", where="grain", hint="leave it out")
        if len(self.marks) <= self.bins:
            raise SpecError(
                f"{len(self.marks)} possible edges make fewer than {self.bins} bins",
                where="bins",
                hint="fewer bins, or a finer `grain`",
            )
        if self.found is not None and (
            len(self.found) != self.bins - 1 or not all(0 <= at < len(self.marks) - 1 for at in self.found)
        ):
            raise SpecError("what was found is none of the candidates", where="edges")

    @property
    def marks(self) -> tuple[Fraction, ...]:
        """Every edge there may be, growing."""
        if len(self.within) > 2:
            return self.within
        low, high = self.within
        said = f"edges are chosen among at most {MOST_BINS:,} multiples of the grain, both ends counted"
        first, step, count = values_between((low, high), self.step, MOST_BINS, said)
        inside = ((first + at) * step for at in range(count))
        return low, *(mark for mark in inside if low < mark < high), high

    def shares(self) -> tuple[Fraction, ...]:
        """The ranks that are asked for."""
        return tuple(Fraction(at, self.bins) for at in range(1, self.bins))

    def answered(self, places: tuple[int, ...]) -> EvenBins:
        """The same bins, found."""
        return replace(self, found=tuple(places))

    def edges(self) -> tuple[Fraction, ...]:
        """Edges that grow, as many as was said: those found, or any before that.

        Where two quantiles fall together, the next free candidate is taken: how many bins there are is public.
        """
        marks, inner = self.marks, self.bins - 1
        places = sorted(at + 1 for at in self.found) if self.found is not None else list(range(1, inner + 1))
        for at in range(inner):
            places[at] = max(places[at], places[at - 1] + 1 if at else 1)
        for at in reversed(range(inner)):
            places[at] = min(places[at], len(marks) - 2 if at == inner - 1 else places[at + 1] - 1)
        return marks[0], *(marks[at] for at in places), marks[-1]

    def to_dict(self) -> dict[str, Any]:
        """As a request is stored."""
        step = {} if self.step is None else {"step": spell_number(self.step)}
        return {"within": [spell_number(mark) for mark in self.within], "bins": self.bins, **step}


Sought = Clamp | EvenBins
