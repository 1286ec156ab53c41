"""The joint exit histogram: when and how people left follow-up, counted with noise."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from epsilog.core.law import Law
from epsilog.errors import SpecError
from epsilog.postprocess.infer.estimate import MOST, Floats, Integers, finite_numbers, known_law, whole_numbers

Counts = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Exits:
    """Noisy numbers of people by the way they left: one cell each, so the sensitivity is 1.

    >>> from epsilog.core.law import DiscreteLaplace
    >>> exits = Exits([10, 20, 30], [5, 4, 2], [0, 1, 3], 85, DiscreteLaplace(1))
    >>> exits.at_risk
    array([100.,  95.,  90.])

    times      ends of the bins, public and ascending; the last is the horizon. Bins begin after the one before, the
               first after 0, so what happens on the day it starts belongs to the first bin
    events     noisy events in each bin, one row per cause (or one row)
    censored   noisy numbers lost to follow-up in each bin; they are at risk in it
    followed   the noisy number still followed, without an event, at the horizon
    law        of the noise in every cell
    firm       whether ranges take the numbers at risk as told, however much of them is noise: so did releases made
               before the fifth rule
    """

    times: Floats
    events: Integers
    censored: Integers
    followed: int
    law: Law
    firm: bool

    def __init__(
        self,
        times: ArrayLike,
        events: ArrayLike,
        censored: ArrayLike,
        followed: int,
        law: Law,
        *,
        firm: bool = False,
    ) -> None:
        grid = finite_numbers(times, "times", above=0)
        if not len(grid) or (np.diff(grid) <= 0).any():
            raise SpecError("times are positive and ascend", where="times", hint="the end of each bin")
        table = np.asarray(events)
        rows: NDArray[Any] = table.reshape(1, -1) if table.ndim < 2 else table
        if rows.ndim != 2 or not rows.size:
            raise SpecError("events are a row per cause, a number per bin", where="events")
        cells = whole_numbers(rows.ravel(), "events").reshape(rows.shape)
        lost = whole_numbers(censored, "censored")
        if rows.shape[1] != len(grid) or len(lost) != len(grid):
            raise SpecError(f"{len(grid)} bins need as many events and censored", where="times")
        object.__setattr__(self, "times", grid)
        object.__setattr__(self, "events", cells)
        object.__setattr__(self, "censored", lost)
        object.__setattr__(self, "followed", int(whole_numbers(followed, "followed", at_most=MOST)[0]))
        object.__setattr__(self, "law", known_law(law))
        object.__setattr__(self, "firm", firm)

    @property
    def cells(self) -> Integers:
        """All bins: causes, then the censored."""
        return np.concatenate([self.events, self.censored[None]])

    @cached_property
    def tidy(self) -> Tidy:
        """The same numbers made possible."""
        return tidy_exits(self.cells, np.array(self.followed, dtype=np.int64))

    @property
    def at_risk(self) -> Floats:
        """How many are still followed at the start of each bin."""
        return self.tidy.at_risk


@dataclass(frozen=True, eq=False)
class Tidy:
    """Numbers that could be numbers of people: none negative. Leading axes are simulations."""

    events: Counts  # …, causes, bins
    censored: Counts  # …, bins
    followed: Counts  # …

    @cached_property
    def deaths(self) -> Counts:
        """Events of any cause."""
        return np.asarray(self.events.sum(axis=-2))

    @cached_property
    def at_risk(self) -> Counts:
        """How many are still followed at the start of each bin."""
        leaving = self.deaths + self.censored
        later = np.cumsum(leaving[..., ::-1], axis=-1)[..., ::-1]
        return np.asarray(later + self.followed[..., None])

    @property
    def people(self) -> Counts:
        """Everybody."""
        return np.asarray(self.deaths.sum(axis=-1) + self.censored.sum(axis=-1) + self.followed)


def tidy_exits(cells: Integers, followed: Integers) -> Tidy:
    """Running totals made to rise (isotonic regression) and not below 0, then taken apart again.

    Lifting each cell to 0 would add up its errors: on 228 people over 100 bins it doubles the error of the curve.
    Whoever is not in a bin is still followed, so that the noisy total is kept where it can be. Without noise
    nothing changes.
    """
    rising = np.maximum(isotonic(np.cumsum(cells, axis=-1).astype(np.float64)), 0.0)
    apart = np.diff(rising, axis=-1, prepend=0.0)
    total = cells.sum(axis=(-2, -1)) + followed
    rest = np.maximum(total - apart.sum(axis=(-2, -1)), 0.0)
    return Tidy(apart[..., :-1, :], apart[..., -1, :], np.asarray(rest, dtype=np.float64))


def isotonic(rows: Floats) -> Floats:
    """The nearest rising numbers to each row (least squares), by the max-min formula on all rows at once.

    >>> isotonic(np.array([[1.0, 3.0, 2.0, 4.0]]))
    array([[1. , 2.5, 2.5, 4. ]])
    """
    bins = rows.shape[-1]
    sums = np.concatenate([np.zeros((*rows.shape[:-1], 1)), np.cumsum(rows, axis=-1)], axis=-1)
    best = np.full(rows.shape, -np.inf)
    for start in range(bins):
        averages = (sums[..., start + 1 :] - sums[..., start, None]) / np.arange(1, bins - start + 1)
        least = np.minimum.accumulate(averages[..., ::-1], axis=-1)[..., ::-1]
        np.maximum(best[..., start:], least, out=best[..., start:])
    return best
