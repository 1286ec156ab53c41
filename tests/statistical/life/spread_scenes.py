"""Cohorts whose events and losses happen inside bins: times are drawn first, and binned as a release bins them.

Nothing of the ranges was chosen on these cohorts, but for one thing: `nobody lost` showed that tidied losses leave
too few at risk. `hardly anybody lost` and `nobody lost, soon over` came after that was mended.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from epsilog.core.law import DiscreteLaplace
from epsilog.noise import discrete_laplace
from epsilog.postprocess.life.exits import Exits
from epsilog.testing import seeded

Floats = NDArray[np.float64]
HORIZON = 5.0
Times = Callable[[np.random.Generator, tuple[int, int]], Floats]


@dataclass(frozen=True)
class Scene:
    """A cohort in years: the law of events, of losses, and where inside their bins losses are put.

    hazard   the cumulative hazard of the event
    lost     times of losses; independent of events
    placed   `as drawn`, or moved to the `start` or the `end` of the bin: an order that a statement may get wrong
    whole    times are whole twelfths: events and losses of a month meet, and losses come after
    share    of two causes, that of the first, the same at all times
    """

    hazard: Callable[[Floats], Floats]
    inverse: Callable[[Floats], Floats]
    lost: Times
    placed: str = "as drawn"
    whole: bool = False
    share: float = field(default=0.4)


def weibull(scale: float, shape: float) -> tuple[Callable[[Floats], Floats], Callable[[Floats], Floats]]:
    """The cumulative hazard of a Weibull law, and its inverse."""
    return (lambda t: (t / scale) ** shape), (lambda h: scale * h ** (1 / shape))


def pieces(ends: tuple[float, ...], rates: tuple[float, ...]) -> tuple[Callable[[Floats], Floats], ...]:
    """A hazard that is constant before, between and after ends."""
    at = np.concatenate([[0.0], ends, [1e6]])
    summed = np.concatenate([[0.0], np.cumsum(np.diff(at) * np.array(rates))])
    return (lambda t: np.interp(t, at, summed)), (lambda h: np.interp(h, summed, at))


def leaving(rate: float) -> Times:
    """Losses at a constant rate."""
    return lambda rng, size: rng.exponential(1 / rate, size)


def entering(first: float, last: float) -> Times:
    """A study that ends on one day: whoever entered late is followed shortly."""
    return lambda rng, size: rng.uniform(first, last, size)


STEEP = pieces((0.3, 1.0, 2.5), (0.9, 0.15, 0.5, 0.05))
SCENES: dict[str, Scene] = {
    "early events, steady losses": Scene(*weibull(6.0, 0.7), leaving(0.25)),
    "late events, late entry": Scene(*weibull(4.5, 1.8), entering(0.5, 7.0)),
    "in pieces, many losses": Scene(*STEEP, leaving(0.5)),
    "losses at the start of bins": Scene(*weibull(4.0, 1.0), leaving(0.4), "start"),
    "losses at the end of bins": Scene(*weibull(4.0, 1.0), leaving(0.4), "end"),
    "whole months": Scene(*weibull(5.0, 1.2), leaving(0.3), whole=True),
    "nobody lost": Scene(*weibull(5.0, 1.2), lambda rng, size: np.full(size, 9.0)),
    "hardly anybody lost": Scene(*weibull(7.0, 0.9), leaving(0.01)),
    "nobody lost, soon over": Scene(*pieces((0.8, 2.0), (0.4, 1.1, 0.3)), lambda rng, size: np.full(size, 9.0)),
}


def drawn(scene: Scene, people: int, bins: int, count: int, seed: int) -> NDArray[np.int64]:
    """Exact cells of so many cohorts: two causes, losses, and who is followed through the horizon."""
    rng = np.random.default_rng(seed)
    size = (count, people)
    event, lost = scene.inverse(rng.exponential(1.0, size)), scene.lost(rng, size)
    first = rng.random(size) < scene.share
    ends = np.linspace(0, HORIZON, bins + 1)[1:]
    if scene.placed != "as drawn":
        own = np.searchsorted(ends, lost, side="left")
        edges = np.concatenate([[0.0], ends, [1e9]])
        lost = np.where(own < bins, edges[own] + 1e-9 if scene.placed == "start" else edges[own + 1] - 1e-9, lost)
    if scene.whole:
        event, lost = np.ceil(12 * event) / 12, np.ceil(12 * lost) / 12
    time, died = np.minimum(event, lost), event <= lost
    place = np.searchsorted(ends + 1e-12, time, side="left")
    row = np.where(died, np.where(first, 0, 1), 2)
    beyond = (place >= bins) | (~died & (time >= HORIZON - 1e-12))
    cell = np.where(beyond, 3 * bins, row * bins + np.minimum(place, bins - 1))
    many = 3 * bins + 1
    flat = (np.arange(count)[:, None] * many + cell).ravel()
    return np.bincount(flat, minlength=count * many).reshape(count, many)


def releases(
    scene: Scene, people: int, bins: int, law: DiscreteLaplace, count: int, seed: int, causes: int = 1
) -> list[Exits]:
    """So many noisy histograms; of one cause both are counted in one cell."""
    cells = drawn(scene, people, bins, count, seed)
    if causes == 1:
        cells = np.concatenate([cells[:, :bins] + cells[:, bins : 2 * bins], cells[:, 2 * bins :]], axis=1)
    noisy = cells + discrete_laplace(law.scale, cells.size, seeded(seed)).reshape(cells.shape)
    ends = np.linspace(0, HORIZON, bins + 1)[1:]
    parts = [(row[: causes * bins].reshape(causes, bins), row[causes * bins : -1], int(row[-1])) for row in noisy]
    return [Exits(ends, events, censored, followed, law) for events, censored, followed in parts]


def survives(scene: Scene, times: Floats) -> Floats:
    """The population's curve; whole months are counted at their end."""
    return np.exp(-scene.hazard(np.floor(12 * times + 1e-9) / 12 if scene.whole else times))


def mean_time(scene: Scene) -> float:
    """The population's mean time without an event up to the horizon."""
    fine = np.linspace(0, HORIZON, 60_001)
    middle = (fine[1:] + fine[:-1]) / 2
    return float(survives(scene, middle).mean() * HORIZON)


def median_time(scene: Scene) -> float:
    """The population's median, infinite where it lies beyond the horizon."""
    at = float(scene.inverse(np.array(np.log(2.0))))
    at = float(np.ceil(12 * at - 1e-9) / 12) if scene.whole else at
    return at if at <= HORIZON else float("inf")
