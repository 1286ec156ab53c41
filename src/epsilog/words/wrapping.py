"""Lines of a given width for text that mixes Chinese, which breaks anywhere, with words, which do not."""

from __future__ import annotations

import re
import unicodedata
from typing import Final

# A piece is one wide character, or a run without spaces; a percent sign stays with its number.
_PIECE: Final = re.compile(r" *(?:[\u2e80-\uffef]|[^\s\u2e80-\uffef]+(?: %)?)")
_NEVER_FIRST: Final = "，。；：、？！）》”’%"
_NEVER_LAST: Final = "（《“‘"


def width_of(text: str) -> int:
    """How many columns of a terminal the text fills.

    >>> width_of("ab"), width_of("隐私")
    (2, 4)
    """
    return sum(2 if unicodedata.east_asian_width(letter) in "WF" else 1 for letter in text)


def wrap_text(text: str, width: int) -> list[str]:
    """Break text into lines of at most this width; a single longer word keeps a line to itself.

    >>> wrap_text("gives 10 % to it", 9)
    ['gives', '10 % to', 'it']
    >>> wrap_text("承诺：ε = 0.5，没有例外。", 14)
    ['承诺：ε = 0.5，', '没有例外。']
    """
    lines = [""]
    for piece in _PIECE.findall(text):
        bare = piece.strip(" ")
        here = lines[-1]
        if not here:
            lines[-1] = bare
        elif width_of(here + piece) <= width or bare[0] in _NEVER_FIRST:
            lines[-1] = here + piece
        elif here[-1] in _NEVER_LAST:
            lines[-1], start = here[:-1], here[-1]
            lines.append(start + bare)
        else:
            lines.append(bare)
    return lines
