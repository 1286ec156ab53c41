"""The error that was asked for, in the data's own units."""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from epsilog.roles.entry import Entry

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
    if query.kind == "mean" and query.between is not None:
        return query.error * (query.between[1] - query.between[0])
    if query.kind == "variance" and query.between is not None:
        return query.error * (query.between[1] - query.between[0]) ** 2 / 4
    return query.error * (query.expect or 1)
