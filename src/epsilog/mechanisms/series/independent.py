"""Independent noise on every step, and windows or fading sums added up from it: the plain way, for comparison."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from epsilog.mechanisms.series.outer import Endless, Reader
from epsilog.mechanisms.series.strategy import Integers, Reals


@dataclass(frozen=True)
class Independent(Endless):
    """Asks for every step by itself; reads what another endless strategy would read.

    >>> from epsilog.core.participation import Participation
    >>> from epsilog.mechanisms.series.strategy import multiplier_error
    >>> from epsilog.mechanisms.series.window import Window
    >>> visit = Participation(times=1, apart=1, most=1, signed=False, neighbours="add-remove")
    >>> round(multiplier_error(Independent(Window(24)), visit, 1000)[0], 3)
    4.899

    Sensitivity: the series' own norms. Best when a unit may be in every step, and for the steps themselves.
    """

    wanted: Endless

    @property
    def taps(self) -> Integers:
        """One."""
        return np.ones(1, dtype=np.int64)

    def weights(self, terms: int) -> Reals:
        """Those of what is wanted."""
        return self.wanted.weights(terms)

    def reader(self, cells: int) -> Reader:
        """That of what is wanted."""
        return self.wanted.reader(cells)
