"""Many noisy series of one table smoothed at once: variances from a public grid, the same on every machine.

`smooth` looks for variances by descent, one series at a time. A table is rendered again whenever somebody verifies
it, and must come out the same: here every pace of a fixed grid is tried on all series together, and each series
takes the one that explains its noisy values best. Covariances do not depend on values, so all series share them.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from functools import lru_cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from epsilog.postprocess.smooth import Smoothed, Structure, smooth_given

Reals = NDArray[np.float64]
LEVELS: Final = (0.0, *(10.0 ** np.arange(-4.0, 3.1, 0.5)).tolist())  # shock variances, in noise variances
SLOPES: Final = (0.0, 1e-6, 1e-5, 1e-4, 1e-3)
SEASONS: Final = (0.0, 1e-4, 1e-3, 1e-2)
_VAGUE: Final = 1e7
_SLOPED: Final = 12  # steps of the longest season that is tried together with a slope
_WORK: Final = 400_000  # numbers times states: beyond it, no season


def smoothed_table(noisy: NDArray[np.int64], variance: float, seasons: Sequence[int]) -> tuple[Smoothed, ...]:
    """Each row of a table smoothed by the best of level, slope and season; the noise's variance is known.

    >>> rng = np.random.default_rng(2)
    >>> truth = 100 + 30 * np.sin(2 * np.pi * np.arange(84) / 7)
    >>> (found,) = smoothed_table(np.round(truth + rng.normal(0, 20, 84)).astype(np.int64)[None, :], 400.0, (7,))
    >>> found.structure.season, bool(np.abs(found.values - truth).mean() < 8)
    (7, True)
    """
    return _smooth(noisy.tobytes(), noisy.shape[1], variance, tuple(seasons))


@lru_cache(maxsize=32)
def _smooth(raw: bytes, steps: int, variance: float, seasons: tuple[int, ...]) -> tuple[Smoothed, ...]:
    values = np.frombuffer(raw, dtype=np.int64).reshape(-1, steps).astype(np.float64)
    # Noise a few thousand times smaller than the series moves is taken for a little more: floats end there.
    noise = max(variance, 1e-6, 1e-7 * float(values.var(axis=1).max()))
    structures = [
        Structure(trend, season)
        for season in (0, *(one for one in seasons if values.size * one <= _WORK))
        for trend in (False, True)
        if steps > 2 * (2 + season) and not (trend and season > _SLOPED)
    ]
    given = max(structure.states for structure in structures)
    best: list[tuple[float, Structure, tuple[float, ...]]] = [(-np.inf, Structure(), (0.0,))] * len(values)
    for structure in structures:
        paces = _paces(structure)
        fits = _likelihoods(values, noise, structure, paces * noise, given) - len(structure.wanderers)
        for row in range(len(values)):
            at = int(np.argmax(fits[:, row]))
            if fits[at, row] > best[row][0] + 1e-9:
                best[row] = (float(fits[at, row]), structure, tuple((paces[at] * noise).tolist()))
    return tuple(
        smooth_given(row, noise, structure, shocks, given)
        for row, (_, structure, shocks) in zip(values, best, strict=True)
    )


def _paces(structure: Structure) -> Reals:
    """All combinations of the grid, one row each."""
    axes: list[Sequence[float]] = [LEVELS]
    axes += [SLOPES] if structure.trend else []
    axes += [SEASONS] if structure.season else []
    return np.array(list(itertools.product(*axes)))


def _likelihoods(values: Reals, noise: float, structure: Structure, shocks: Reals, given: int) -> Reals:
    """Log-likelihood of all but the first values of each series, for each row of shocks: the filter of `smooth`."""
    move, seen, size = structure.transition(), structure.seen(), structure.states
    wander = np.zeros((len(shocks), size, size))
    for column, state in enumerate(structure.wanderers):
        wander[:, state, state] = shocks[:, column]
    mean = np.zeros((len(shocks), len(values), size))
    mean[:, :, 0] = values[:, 0]
    vague = _VAGUE * (noise + float(values.var(axis=1).max()))
    spread = np.broadcast_to(np.eye(size) * vague, wander.shape)
    fits, unit = np.zeros((len(shocks), len(values))), np.eye(size)
    for t in range(values.shape[1]):
        if t:
            mean = mean @ move.T
            spread = move @ spread @ move.T + wander
        toward = spread @ seen
        total = np.maximum(toward @ seen, 0.0) + noise
        gain = toward / total[:, None]
        surprise = values[None, :, t] - mean @ seen
        mean = mean + surprise[:, :, None] * gain[:, None, :]
        keeping = unit - gain[:, :, None] * seen
        spread = keeping @ spread @ keeping.transpose(0, 2, 1) + noise * gain[:, :, None] * gain[:, None, :]
        if t >= given:
            fits -= 0.5 * (np.log(2 * np.pi * total)[:, None] + surprise**2 / total[:, None])
    return fits
