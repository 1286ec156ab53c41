"""A spell of a stream: some steps of rest, then a few whose sum is told."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Spell:
    """`size` steps of which the last `add` are added up and told, for one `parts`-th of a window's budget.

    >>> Spell(size=40, add=1, parts=3)          # a fresh value every forty steps, three of them in a window of 120
    Spell(size=40, add=1, parts=3)
    >>> Spell(size=400, add=-2, parts=0).held(120)
    Spell(size=120, add=1, parts=1)
    """

    size: int
    add: int
    parts: int

    def held(self, width: int) -> Spell:
        """The nearest spell that fits a window: whoever asks for another is not refused, but gets this one."""
        size = min(max(1, int(self.size)), width)
        return Spell(size, min(max(1, int(self.add)), size), min(max(1, int(self.parts)), 2**20))
