"""Cells that fit their column: names are broken at their joints, never in the middle of a word."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from epsilog.words.wrapping import width_of, wrap_text

_LEAST: Final = 10
_JOINT: Final = re.compile(r"[^-_/.@#:,·]*[-_/.@#:,·]+|[^-_/.@#:,·]+")


def columns_within(widths: Sequence[int], may_break: Sequence[bool], room: int) -> list[int]:
    """Widths of columns that fit together: whichever breakable one is widest gives way.

    >>> columns_within([30, 12, 7], [True, False, False], 40), columns_within([30, 30], [True, True], 40)
    ([21, 12, 7], [20, 20])
    """
    found = list(widths)
    while sum(found) > room:
        open_ones = [at for at, soft in enumerate(may_break) if soft and found[at] > _LEAST]
        if not open_ones:
            return found
        found[max(open_ones, key=lambda at: found[at])] -= 1
    return found


def fold_text(text: str, width: int) -> str:
    """Text in lines of at most this width, broken at spaces, and in long names behind their joints.

    >>> fold_text("count-rows-by-region-every-1w", 16).split("\\n")
    ['count-rows-by-', 'region-every-1w']
    """
    lines: list[str] = []
    for given in text.split("\n"):
        for line in wrap_text(given, width) if width_of(given) > width else [given]:
            lines += [line] if width_of(line) <= width else _at_joints(line, width)
    return "\n".join(lines)


def _at_joints(text: str, width: int) -> list[str]:
    lines = [""]
    for piece in _JOINT.findall(text):
        if lines[-1] and width_of(lines[-1] + piece) > width:
            lines.append("")
        lines[-1] += piece
    return lines


def width_of_cell(text: str) -> int:
    """The widest of its lines."""
    return max(map(width_of, text.split("\n")))


def longest_piece(text: str) -> int:
    """The width of the longest piece that is not broken.

    >>> longest_piece("admissions-weekly, the sum"), longest_piece("每周")
    (11, 2)
    """
    words = (piece for word in text.split() for piece in _JOINT.findall(word))
    return max((2 if width_of(word) > len(word) else width_of(word) for word in words), default=0)
