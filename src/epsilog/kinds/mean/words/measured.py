"""What a vector adds up, for the words that tell it: values, their squares, products of two columns, or rows."""

from __future__ import annotations

from typing import Final, Literal

from epsilog.core.measure import Beyond, Measure, Squares, Total
from epsilog.core.pair import Paired

Told = Literal["value", "squares", "product", "rows"]
# Parts of an entry whose noise is told in words of their own.
OWN_WORDS: Final = ("squares", "below", "under", "over", "other", "product", "other_squares", "pairs")


def told_of(measure: Measure) -> Told:
    """Which words go with a vector.

    >>> told_of(Total.between("age", 0, 100))
    'value'
    """
    if isinstance(measure, Squares):
        return "squares"
    if isinstance(measure, Paired) and sum(measure.powers) != 1:
        return "rows" if measure.powers == (0, 0) else "product" if measure.powers == (1, 1) else "squares"
    return "value" if isinstance(measure, Total) and not isinstance(measure, Beyond) else "rows"
