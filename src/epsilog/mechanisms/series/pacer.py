"""Port: whoever decides, from noisy numbers alone, how many steps the next noisy number spans."""

from __future__ import annotations

from typing import Protocol

from epsilog.mechanisms.series.strategy import Reals


class Pacer(Protocol):
    """Told every noisy row that is released, and nothing else of the series.

    A pacer must not see the data: the guarantee rests on it. Those of `epsilog.postprocess.pacing` cannot, because
    that room may import neither sources nor mechanisms and is handed only what is released.
    """

    def told(self, noisy: Reals, steps: int) -> int:
        """Take in the row just released, which spans so many steps; say how many the next one is to span."""
        ...
