"""Where a row falls and what it weighs: numbers of ticks, bins and grains, as Ibis expressions."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from fractions import Fraction
from typing import Any, Final

import ibis

from epsilog.core.clock import Period, tick_start
from epsilog.core.exit import Exit
from epsilog.core.measure import Beyond, Squares, Total
from epsilog.core.pair import Paired
from epsilog.errors import SpecError
from epsilog.sources.engine_functions import floor, moment_of, quotient
from epsilog.sources.reading import micros

_HOUR: Final = 3_600_000_000
_LENGTHS: Final[dict[str, int]] = {"1h": _HOUR, "1d": 24 * _HOUR, "1w": 7 * 24 * _HOUR}


def tick_number(wall: Any, every: Period, since: int | None = None) -> Any:
    """The number `core.clock.tick_of` gives to microseconds of the wall clock.

    With `since`, how many ticks later than that one; no wall may be before it.
    """
    if since is not None:
        if every in _LENGTHS:
            return quotient(wall - micros(tick_start(since, every)), _LENGTHS[every])
        return tick_number(wall, every) - since
    if every in _LENGTHS:
        # Counted from long ago, so that a quotient towards zero is a floor.
        ago = {"1h": -(10**7), "1d": -(10**6), "1w": -(10**5)}[every]
        origin = micros(tick_start(0, every)) + ago * _LENGTHS[every]
        return quotient(wall - origin, _LENGTHS[every]) + ago
    moment = moment_of(wall)
    year = moment.year().cast("int64")
    if every == "1mo":
        return year * 12 + moment.month().cast("int64") - 1
    if every == "1q":
        return year * 4 + quotient(moment.month().cast("int64") - 1, 3)
    return year


def days(first: dt.date, last: dt.date) -> tuple[int, int]:
    """The first microsecond of one day and the last of another."""
    start = micros(dt.datetime.combine(first, dt.time()))
    return start, micros(dt.datetime.combine(last, dt.time())) + 24 * _HOUR - 1


def bin_number(number: Any, edges: Sequence[Fraction]) -> Any:
    """Which bin a number lies in, or nearest to; a search by halves, so that many bins cost little."""
    # Spelled as text: the engine would read digits as a decimal number and round twice on the way to binary64.
    inner = [ibis.literal(repr(float(edge))).cast("float64") for edge in edges[1:-1]]

    def search(low: int, high: int) -> Any:
        if low == high:
            return ibis.literal(low, type="int64")
        middle = (low + high) // 2
        return ibis.cases((number < inner[middle], search(low, middle)), else_=search(middle + 1, high))

    return ibis.cases((number.notnull(), search(0, len(inner))))


def exit_number(number: Any, code: Any, known: Any, axis: Exit) -> Any:
    """Which place of an exit axis a row has: by its time, and the number of its code among the declared ones.

    `known` says whether there is a code at all; one that is not declared is none, unless all others are censored.
    """
    bins, causes = len(axis.ends), len(axis.causes)
    ends = [ibis.literal(repr(float(end))).cast("float64") for end in axis.ends]

    def search(low: int, high: int) -> Any:
        if low == high:
            return ibis.literal(low, type="int64")
        middle = (low + high) // 2
        return ibis.cases((number <= ends[middle], search(low, middle)), else_=search(middle + 1, high))

    when = ibis.cases((number >= 0.0, search(0, bins)))
    what = ibis.cases((code < causes, code), (code.notnull() if axis.censored else known, causes))
    # Who is lost at the horizon itself was followed through it: nothing of the follow-up is missing.
    through = (when == bins) | ((what == causes) & (number >= ends[-1]))
    place = ibis.cases((through, (causes + 1) * bins), else_=what * bins + when)
    return ibis.cases((when.notnull() & what.notnull(), place))


def grains(number: Any, total: Total) -> Any:
    """The distance from the centre in grains: rounded, then clamped as an integer; missing as declared.

    The clamp comes last, on whole numbers, and its ends lie within 2^53 where binary64 has every integer: no
    rounding of a float can pass it, whatever the value was.
    """
    if isinstance(total, Squares) and total.of is not None:
        # Whole numbers again: the clamped distance of the other sum, at most 2^18, times itself.
        apart = grains(number, total.of).cast("int64")
        return apart * apart - total.centre
    if isinstance(total, Beyond) and total.of is not None:
        # The same whole number that the other sum clamps, compared with the same end: 1 where the clamp moves it.
        whole = floor(_in_grains(number, total.of) + 0.5)
        moved = whole < float(total.of.low) if total.side == "under" else whole > float(total.of.high)
        one, none = (ibis.literal(value, type="int32") for value in (1, 0))
        return ibis.cases((number.notnull(), ibis.cases((moved, one), else_=none)), else_=ibis.null("int32"))
    size = _in_grains(number, total)
    clamped = ibis.greatest(ibis.least(floor(size + 0.5), float(total.high)), float(total.low))
    kind = "int32" if max(map(abs, (total.low, total.high))) + total.reach < 2**31 else "int64"
    weight = clamped.cast(kind) - total.centre if total.centre else clamped.cast(kind)
    missing = ibis.null(kind) if total.missing is None else ibis.literal(total.missing - total.centre, kind)
    # LEAST and GREATEST ignore NULL in some engines: a missing value must not become an end of the range.
    return ibis.cases((number.notnull(), weight), else_=missing).cast(kind)


def multiply_pair(one: Any, two: Any, total: Paired) -> Any:
    """A product of powers of two distances, from its centre; missing where either is and nothing stands for it.

    Whole numbers: each distance at most 2^53 grains, and where they are multiplied the product at most 2^36.
    """
    assert total.one is not None
    assert total.two is not None
    first, second = (grains(number, clamp).cast("int64") for number, clamp in ((one, total.one), (two, total.two)))
    there = first.notnull() & second.notnull()
    value: Any = ibis.literal(1, type="int64")
    for factor, power in ((first, total.powers[0]), (second, total.powers[1])):
        for _ in range(power):
            value = value * factor
    # The distances of x and y themselves are counted from their own middles already.
    centre = total.centre if sum(total.powers) == 2 else 0
    return ibis.cases((there, value - centre), else_=ibis.null("int64"))


def _in_grains(number: Any, total: Total) -> Any:
    """A value in grains, before it is rounded and clamped."""
    factor, divisor = scale_of(total.grain)
    return number * factor if divisor == 1.0 else number * factor / divisor


def scale_of(grain: Fraction) -> tuple[float, float]:
    """What to multiply by and what to divide by to get grains."""
    try:
        factor, divisor = float(grain.denominator), float(grain.numerator)
    except OverflowError:
        raise SpecError("is too fine or too coarse for floating-point numbers", where="grain") from None
    return factor, divisor
