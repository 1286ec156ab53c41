"""A series as a plot of characters: columns for the values, dashes over them for the smoothed line."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rich.text import Text

_EIGHTHS: Final = " ▁▂▃▄▅▆▇█"
_DASH: Final = "━"


def columns(values: Sequence[float | None], high: int) -> list[str]:
    """A plot of characters, `high` lines, from zero (or the lowest) to the highest.

    >>> columns([0, 1, 2, 4], 1)
    [' ▂▄█']
    """
    low, span = _scale(values)
    filled = [0 if value is None else round((value - low) / span * high * 8) for value in values]
    return [
        "".join(_EIGHTHS[max(0, min(8, full - 8 * (high - 1 - line)))] for full in filled) for line in range(high)
    ]


def plot(values: Sequence[float | None], smoothed: Sequence[float | None], high: int) -> Text:
    """The columns, and where something was smoothed a dash at its height, on the scale of the columns.

    >>> plot([4, 2, 4], [4, 2.5, 2.6], 3).plain.splitlines()
    ['━ █', '█━━', '███']
    """
    low, span = _scale(values)
    text = Text()
    for line, row in enumerate(columns(values, high)):
        text.append("\n" if line else "")
        for sign, soft in zip(row, smoothed, strict=True):
            here = soft is not None and _line_of(soft, low, span, high) == line
            text.append(_DASH if here else sign, style="bold yellow" if here else "cyan")
    return text


def _line_of(value: float, low: float, span: float, high: int) -> int:
    """Which line from above a height falls in; what lies outside is drawn at the edge."""
    return high - 1 - min(high - 1, max(0, int((value - low) / span * high)))


def _scale(values: Sequence[float | None]) -> tuple[float, float]:
    known = [value for value in values if value is not None]
    low, top = min(0.0, *known, 0.0), max(0.0, *known, 0.0)
    return low, (top - low) or 1.0
