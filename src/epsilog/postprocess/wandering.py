"""How far off each way to publish a series is expected to be, for a level that wanders: closed forms.

The level walks by a variance q per tick. Errors are root mean squares over all ticks, in the data's units; noise is
given as a variance in their square. Nothing here sees a release: what goes in is public, so what comes out is. How
near these are on streams that are no walks is measured (docs/benchmarks/offers.md), not proved.
"""

from __future__ import annotations

import math
from typing import Final

import numpy as np

from epsilog.postprocess.smooth_online import mean_of_walk
from epsilog.postprocess.timely import spells_of

_ROUNDS: Final = 400  # spells after which a filter has come to rest


def smoothed_error(noise: float, pace: float, ticks: int, *, live: bool) -> float:
    """Every tick with such noise, and smoothed: with all ticks at hand, or live with those before alone.

    >>> [round(smoothed_error(100.0, 1.0, 10_000, live=live), 2) for live in (False, True)]
    [2.23, 3.08]
    """
    root = math.sqrt(pace * pace + 4 * pace * noise)
    left = (root - pace) / 2 if live else noise * pace / root if root else 0.0
    still = noise * (1 + math.log(ticks)) / ticks if live else noise / ticks
    return math.sqrt(min(noise, max(left, still)))


def held_error(noise: float, pace: float, apart: int, most: float = math.inf) -> float:
    """A tick told with such noise, and repeated until the next, so many ticks later.

    most     the variance of two ticks far apart, where numbers do not stray for ever

    >>> held_error(0.0, 2.0, 5)
    2.0
    """
    return math.sqrt(noise + min(most, pace * (apart - 1) / 2))


def filled_error(noise: float, pace: float, ticks: int, samples: int) -> float:
    """So many samples, spread evenly, smoothed, and filled in between them: the best that sampling can do.

    >>> filled_error(100.0, 1.0, 10_000, 10_000) == smoothed_error(100.0, 1.0, 10_000, live=False)
    True
    """
    apart = ticks / samples
    at = smoothed_error(noise, pace * apart, samples, live=False)
    return math.sqrt(at**2 + pace * (apart - 1) / 6)


def fast_error(noise: float, pace: float, ticks: int, samples: int, most: float = math.inf) -> float:
    """FAST: its controller samples about every 1.5 + R/2q ticks, so a level that runs has used them up early.

    >>> fast_error(100.0, 1.0, 1000, 100) == filled_error(100.0, 1.0, 1000, 20)
    True
    >>> fast_error(2.0, 100.0, 1000, 10) > mean_error(0.0, 100.0, 1000)  # after tick 15 nothing is looked at
    True

    What comes after the last sample is the level of that day. The rhythm was read off walks that were generated
    (benchmarks/offers.py), and holds within a factor of two.
    """
    apart = 1.5 + noise / (2 * pace) if pace else float(ticks)
    used = max(1, min(samples, math.ceil(ticks / max(apart, ticks / samples))))
    seen = min(float(ticks), max(used * apart, 1.0)) if used == samples else float(ticks)
    inside, after = filled_error(noise, pace, max(1, round(seen)), min(used, max(1, round(seen)))), ticks - seen
    return math.sqrt(inside**2 + after / ticks * min(most, pace * after / 2))


def absorbed_error(alone: float, pace: float, width: int) -> float:
    """Absorption with the best of all rhythms, every question answered rightly: half of epsilon is for asking.

    alone    the noise on one tick that takes a w-th of epsilon
    """
    return min(math.sqrt(4 * alone / apart**2 + pace * (apart - 1) / 2) for apart in _rhythms(width))


def distributed_error(alone: float, pace: float, width: int) -> float:
    """Distribution likewise: with n values in a window, each takes a part in n + 1 of half of epsilon."""
    return min(
        math.sqrt(4 * alone * ((-(-width // apart) + 1) / width) ** 2 + pace * (apart - 1) / 2)
        for apart in _rhythms(width)
    )


def spells_error(alone: float, pace: float, width: int, ticks: int) -> float:
    """Spells, if the pace is known: the best of them, repeated, its values filtered from the first one on.

    alone    the noise on one tick that takes a w-th of epsilon

    >>> round(spells_error(2 * 40.0**2, 0.0, 40, 1250), 2), round(spells_error(2 * 40.0**2, 100.0, 40, 1250), 1)
    (0.5, 17.5)
    """
    spells = spells_of(width)
    size, add, parts = (
        np.array([getattr(one, name) for one in spells], dtype=float) for name in ("size", "add", "parts")
    )
    noise = alone * (parts / width) ** 2
    many = np.maximum(1.0, np.ceil(ticks / size))
    left = noise + pace * 0
    total = np.zeros(len(spells))
    for at in range(min(_ROUNDS, int(many.max()))):
        if at:
            before, shared, seen = mean_of_walk(left, np.full(len(spells), pace), size, add)
            left = before - shared**2 / (seen + noise)
        # The last round stands for all that follow.
        stays = np.maximum(0.0, many - at) if at == _ROUNDS - 1 else (many > at).astype(float)
        total += stays * left
    return math.sqrt(float((total / many + pace * (size - 1) / 2).min()))


def mean_error(noise: float, pace: float, ticks: int) -> float:
    """One number for all ticks, with such noise on it: a walk of so many ticks leaves its mean by q·T/6 on average.

    >>> round(mean_error(0.0, 1.0, 600), 1)
    10.0
    """
    return math.sqrt(noise + pace * (ticks - 1 / ticks) / 6)


def _rhythms(width: int) -> list[int]:
    return (
        sorted({max(1, round(width / parts)) for parts in range(1, width + 1)})
        if width <= 512
        else [max(1, round(width ** (at / 64))) for at in range(65)]
    )
