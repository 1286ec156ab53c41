"""Coins of exact probability: p rational, exp(-gamma), or a batch with a gamma each."""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from typing import Final

import numpy as np
from numpy.typing import NDArray

from epsilog.core.mechanism import RandomWords
from epsilog.core.number import Number, exact
from epsilog.noise.comparison import Bracket, exponential, is_below, ratio, threshold
from epsilog.noise.derived import draw_once
from epsilog.noise.exponentials import exp_minus_floats
from epsilog.noise.randomness import system
from epsilog.noise.size import Size, shape_of

_CHUNK: Final = 1 << 15
_BAND: Final = 2.0**-40


def bernoulli(p: Number, size: Size, rng: RandomWords = system) -> NDArray[np.bool_]:
    """Coins that are True with probability exactly p, any rational from 0 to 1.

    >>> bernoulli(1, 3).tolist(), bernoulli(0, 2).tolist()
    ([True, True, True], [False, False])

    Proof: a coin is U < p for a uniform U (`comparison.is_below`). A 64-bit word below floor(p · 2^64) is surely
    below p, one above it surely not, an equal one gets more bits.
    """
    shape = shape_of(size, rng)
    law = ratio(exact(p, "p", at_least=0, at_most=1))
    return draw_once(lambda: _coins(law, math.prod(shape), rng).reshape(shape), rng)


def _coins(law: Bracket, number: int, rng: RandomWords) -> NDArray[np.bool_]:
    limit = threshold(law, 64)
    if limit == 2**64:  # certain
        return np.ones(number, dtype=np.bool_)
    coins = np.empty(number, dtype=np.bool_)
    for start in range(0, number, _CHUNK):
        part = coins[start : start + _CHUNK]
        words = rng.words(len(part), 64)
        np.less(words, np.uint64(limit), out=part)
        for at in np.flatnonzero(words == np.uint64(limit)).tolist():
            part[at] = is_below(limit, 64, law, rng)
    return coins


def exponential_coins(
    gammas: NDArray[np.float64], gamma_of: Callable[[int], Fraction], rng: RandomWords
) -> NDArray[np.bool_]:
    """One coin for each gamma >= 0, True with probability exactly exp(-gamma_of(i)).

    `gammas` are floats whose exponentials miss the true ones by at most 2^-42: |exp(-gammas[i]) -
    exp(-gamma_of(i))| <= 2^-42 is the caller's proof. `gamma_of` is asked only where that is not enough.

    Proof. Let U be the uniform number whose first 64 bits are the word, and u its first 53 bits as a float (exact),
    so u <= U < u + 2^-53. The float p misses exp(-gamma) by at most 2^-44 + 2^-42, and the difference p - u is
    rounded by at most 2^-53. If the computed difference is above 2^-40 then U < exp(-gamma); if below -2^-40 then
    not. In between `is_below` compares exactly, starting from the same word. So each coin is U < exp(-gamma).
    """
    coins = np.empty(len(gammas), dtype=np.bool_)
    for start in range(0, len(gammas), _CHUNK):
        part = coins[start : start + _CHUNK]
        words = rng.words(len(part), 64)
        margin = exp_minus_floats(gammas[start : start + _CHUNK])
        margin -= (words >> np.uint64(11)).astype(np.float64) * 2.0**-53
        np.greater(margin, 0.0, out=part)
        for at in np.flatnonzero(np.abs(margin) <= _BAND).tolist():
            part[at] = is_below(int(words[at]), 64, exponential(gamma_of(start + at)), rng)
    return coins
