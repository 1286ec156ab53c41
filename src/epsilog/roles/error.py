"""The error that was asked for, in the data's own units."""

from __future__ import annotations

from fractions import Fraction
from typing import Final, Literal

from epsilog.core.measure import Beyond, Measure, Squares, Total
from epsilog.core.pair import Paired
from epsilog.roles.entry import Entry
from epsilog.words import plain

ASSUMED_ROWS: Final = 1_000  # what an error is stated for where `expect` says nothing


def width_of(query: Entry) -> Fraction | None:
    """The error asked for, in the data's own units; None where none was.

    With `relative` it is a share of `expect`, the typical number; for a mean, whose `expect` is a number of rows, a
    share of the width of its declared range; for a variance a share of the largest the range allows.

    >>> from epsilog import Query
    >>> width_of(Query("rows", error=Fraction(1, 20), relative=True, expect=Fraction(400)))
    Fraction(20, 1)
    """
    if query.error is None or not query.relative:
        return query.error
    if query.kind == "mean" and query.ask.between is not None:
        return query.error * (query.ask.between[1] - query.ask.between[0])
    if query.kind == "variance" and query.ask.between is not None:
        return query.error * (query.ask.between[1] - query.ask.between[0]) ** 2 / 4
    return query.error * (query.expect or 1)


# What a vector adds up, for the words that tell it: values, their squares, products of two columns, or rows.


ErrorWord = Literal["value", "squares", "product", "rows"]
# Parts of an entry whose noise is told in words of their own.
OWN_WORDS: Final = ("squares", "below", "under", "over", "other", "product", "other_squares", "pairs")


def error_word(measure: Measure) -> ErrorWord:
    """Which words go with a vector.

    >>> error_word(Total.between("age", 0, 100))
    'value'
    """
    if isinstance(measure, Squares):
        return "squares"
    if isinstance(measure, Paired) and sum(measure.powers) != 1:
        return "rows" if measure.powers == (0, 0) else "product" if measure.powers == (1, 1) else "squares"
    return "value" if isinstance(measure, Total) and not isinstance(measure, Beyond) else "rows"


def for_ratio(query: Entry) -> dict[str, str]:
    """The sum below and the ratio that the error of a ratio is stated for."""
    above, below = query.measures()
    assert isinstance(above, Total)
    assert isinstance(below, Total)
    least = query.expect if query.expect is not None else ASSUMED_ROWS * below.reach * below.grain
    steep = above.reach * above.grain / (below.reach * below.grain)
    return {"below": plain(float(least), 6), "ratio": plain(float(steep), 6), "per": below.column}
