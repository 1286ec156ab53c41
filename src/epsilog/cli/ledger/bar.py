"""A bar of characters: what is spent, what is held, what is left. Readable without colours."""

from __future__ import annotations

import math
from typing import Final

from rich.text import Text

_EIGHTHS: Final = " ▏▎▍▌▋▊▉"
_HELD: Final = "▒"
_LEFT: Final = "░"


def bar(spent: float, held: float, width: int, stopped: bool = False) -> Text:
    """Shares of a cap as so many characters; anything spent is seen, and only a full bar looks full.

    >>> bar(0.5, 0.25, 8).plain, bar(0.001, 0, 8).plain, bar(0.999, 0, 8).plain, bar(1, 0, 4).plain
    ('████▒▒░░', '▏░░░░░░░', '███████▉', '████')
    """
    eighths = math.ceil(spent * width * 8) if 0 < spent < 1 / (8 * width) else math.floor(spent * width * 8)
    full, part = divmod(min(eighths, 8 * width), 8)
    if spent < 1 and full == width:
        full, part = width - 1, 7
    solid = "█" * full + (_EIGHTHS[part] if part else "")
    kept = min(width - len(solid), math.ceil(held * width)) if held > 0 else 0
    colour = "red" if stopped or spent + held >= 1 else ("yellow" if spent + held >= 0.75 else "cyan")
    text = Text(solid, style=colour)
    text.append(_HELD * kept, style="magenta")
    return text.append(_LEFT * (width - len(solid) - kept), style="dim")
