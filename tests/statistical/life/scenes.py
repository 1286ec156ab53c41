"""Cohorts with a known curve: exits from a daily hazard, 1 % lost a day, noise from the release's own sampler."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from epsilog.core.law import DiscreteLaplace, Law
from epsilog.noise import discrete_laplace
from epsilog.postprocess.life.exits import Exits
from epsilog.testing import seeded

BINS = 30
DAYS = np.arange(1, BINS + 1)
Floats = NDArray[np.float64]
FALLING = 0.035 * np.exp(-np.arange(BINS) / 25)
STEADY = np.full(BINS, 0.055)
# Where events drown in noise: a cohort, and how noisy it is.
RARE = {
    "nobody for ten days, then 2 %": (np.where(np.arange(BINS) < 10, 0.0, 0.02), 1000, "0.2"),
    "0.03 % a day": (np.full(BINS, 0.0003), 200, "1"),
    "0.3 % a day": (np.full(BINS, 0.003), 500, "0.2"),
}
BURST = np.where(np.arange(BINS) == 2, 0.1, 0.0)  # a tenth on the third day, and then nobody: tidying lowers that


def truth(hazard: Floats) -> Floats:
    return np.asarray(np.cumprod(1 - hazard))


def cohorts(people: int, hazard: Floats, law: Law, count: int, seed: int, lost: float = 0.01) -> list[Exits]:
    """So many noisy histograms of one cause."""
    alive, events, censored = 1.0, [], []
    for day in hazard:
        events.append(alive * day)
        alive *= 1 - day
        censored.append(alive * lost)
        alive *= 1 - lost
    cells = np.random.default_rng(seed).multinomial(people, [*events, *censored, alive], count)
    assert isinstance(law, DiscreteLaplace)
    noisy = cells + discrete_laplace(law.scale, cells.size, seeded(seed)).reshape(cells.shape)
    return [Exits(DAYS, row[:BINS], row[BINS:-1], int(row[-1]), law) for row in noisy]
