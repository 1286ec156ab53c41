"""Port: whoever decides, from noisy numbers alone, how many steps the next noisy number spans."""

from __future__ import annotations

from typing import Protocol

from epsilog.core.spell import Spell
from epsilog.mechanisms.series.strategy import Reals


class Pacer(Protocol):
    """Told every noisy row that is released, and nothing else of the series.

    A pacer must not see the data: the guarantee rests on it. Those of `epsilog.postprocess.pacing` cannot, because
    that room may import neither sources nor mechanisms and is handed only what is released.
    """

    def told(self, noisy: Reals, steps: int) -> int:
        """Take in the row just released, which spans so many steps; say how many the next one is to span."""
        ...


class SpellPacer(Protocol):
    """Told every noisy sum that is released and how it came about, and nothing else of the series."""

    def told(self, noisy: Reals, variance: float, steps: int, added: int) -> Spell:
        """Take in the noisy sum of the last `added` of so many steps; say what the next spell is to be."""
        ...
