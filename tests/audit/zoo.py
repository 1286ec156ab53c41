"""Mechanisms for validating the auditor: some right, most wrong in a way somebody once shipped.

Our own writing after the published descriptions (Lyu, Su and Li 2017 for the sparse-vector variants; Ding and
others 2018 for noisy max and histograms; Balcer and Vadhan 2018 for the truncated geometric). All are vectorised.
They use floating-point noise freely: they are specimens, not mechanisms of ours.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

Array = NDArray[Any]
EPSILON = 0.1

ONES = [1] * 10
HALVES = [2] * 5 + [0] * 5
NINE_UP = [2] * 9 + [0]
CROSS = ([1] * 5 + [0] * 5, [0] * 5 + [1] * 5)


def laplace(rng: np.random.Generator, scale: float, size: Any) -> Array:
    """The difference of two exponentials in single precision: the law of rng.laplace to seven digits, but fast."""
    two = (rng.standard_exponential(size, dtype=np.float32) for _ in range(2))
    return np.float32(scale) * (next(two) - next(two))


# --- sparse vector, c = 1: the response is the position of the first "above", or the number of queries


def _first_above(data: list[int], size: int, rng: np.random.Generator, threshold: Array, scale: float) -> Array:
    """Only rows still below the threshold go on to the next query: the law is the same, the work a third."""
    position = np.full(size, len(data), dtype=np.int8)
    alive = np.arange(size)
    for i, query in enumerate(data):
        above = query + laplace(rng, scale, len(alive)) >= threshold[alive]
        position[alive[above]] = i
        alive = alive[~above]
    return position


def svt1(data: list[int], size: int, rng: np.random.Generator) -> Array:
    """Right: half the budget on the threshold, the query noise scaled by 2c."""
    return _first_above(data, size, rng, 0.5 + laplace(rng, 2 / EPSILON, size), 4 / EPSILON)


def svt2(data: list[int], size: int, rng: np.random.Generator) -> Array:
    """Right: as SVT1 with c = 1 and threshold 1 (its fresh threshold after an answer never comes to play)."""
    return _first_above(data, size, rng, 1 + laplace(rng, 2 / EPSILON, size), 4 / EPSILON)


def svt3(data: list[int], size: int, rng: np.random.Generator) -> Array:
    """Wrong: publishes the noisy value that crossed the threshold. Columns: position, value (0 if none)."""
    threshold = 1 + laplace(rng, 2 / EPSILON, size)
    response = np.zeros((size, 2))
    response[:, 0] = len(data)
    alive = np.arange(size)
    for i, query in enumerate(data):
        value = query + laplace(rng, 2 / EPSILON, len(alive))
        above = value >= threshold[alive]
        response[alive[above], 0] = i
        response[alive[above], 1] = value[above]
        alive = alive[~above]
    return response


def svt4(data: list[int], size: int, rng: np.random.Generator) -> Array:
    """Wrong: a quarter on the threshold, query noise not scaled by c nor doubled."""
    return _first_above(data, size, rng, 1 + laplace(rng, 4 / EPSILON, size), 1 / (0.75 * EPSILON))


def svt5(data: list[int], size: int, rng: np.random.Generator) -> Array:
    """Wrong: no noise on the queries, no stop."""
    threshold = 1 + laplace(rng, 2 / EPSILON, size)
    return (np.array(data)[None, :] >= threshold[:, None]).astype(np.int8)


def svt6(data: list[int], size: int, rng: np.random.Generator) -> Array:
    """Wrong: no stop after an answer."""
    threshold = 1 + laplace(rng, 2 / EPSILON, size)
    response = np.empty((size, len(data)), dtype=np.int8)
    for i, query in enumerate(data):
        response[:, i] = query + laplace(rng, 2 / EPSILON, size) >= threshold
    return response


# --- noisy max, histograms, geometric


def noisy_max1(data: list[int], size: int, rng: np.random.Generator) -> Array:
    """Right: the position of the largest count with Laplace noise 2/epsilon."""
    return (np.array(data) + laplace(rng, 2 / EPSILON, (size, len(data)))).argmax(axis=1).astype(np.int8)


def noisy_max2(data: list[int], size: int, rng: np.random.Generator) -> Array:
    """Right: the same with one-sided exponential noise."""
    noise = rng.standard_exponential((size, len(data))) * (2 / EPSILON)
    return (np.array(data) + noise).argmax(axis=1).astype(np.int8)


def noisy_max3(data: list[int], size: int, rng: np.random.Generator) -> Array:
    """Wrong: publishes the largest noisy value, Laplace."""
    return (np.array(data) + laplace(rng, 2 / EPSILON, (size, len(data)))).max(axis=1)


def noisy_max4(data: list[int], size: int, rng: np.random.Generator) -> Array:
    """Wrong: publishes the largest noisy value, exponential."""
    return (np.array(data) + rng.standard_exponential((size, len(data))) * (2 / EPSILON)).max(axis=1)


def noisy_histogram1(data: list[int], size: int, rng: np.random.Generator) -> Array:
    """Right: scale 1/epsilon per cell, on a grid coarse enough that no bit tells anything."""
    p = 1 - math.exp(-EPSILON)
    shape = (size, len(data))
    return np.array(data) + rng.geometric(p, shape) - rng.geometric(p, shape)


def noisy_histogram2(data: list[int], size: int, rng: np.random.Generator) -> Array:
    """Wrong: scale epsilon instead of 1/epsilon."""
    return np.array(data) + rng.laplace(scale=EPSILON, size=(size, len(data)))


def truncated_geometric_pmf(count: int, people: int = 5, k: int | None = None) -> Array:
    """Exact probabilities of 0..people; wrong for k = ceil(ln(2/epsilon)), which should be a base-2 logarithm."""
    k = math.ceil(math.log(2 / EPSILON)) if k is None else k
    a, b = 2**k, 2**k + 1
    whole = (2 * a + 1) * b ** (people - 1)
    cumulated = [
        a ** (count - z) * b ** (people - (count - z))
        if z < count
        else whole - a ** (z - count + 1) * b ** (people - 1 - (z - count))
        for z in range(people)
    ]
    return np.diff([0, *cumulated, whole]) / whole


def truncated_geometric(data: int, size: int, rng: np.random.Generator) -> Array:
    """Wrong: the natural logarithm where the base-2 one belongs, so a little too little noise."""
    return np.searchsorted(truncated_geometric_pmf(data).cumsum(), rng.random(size), side="right").astype(np.int8)


def laplace_on_a_grid(data: int, size: int, rng: np.random.Generator) -> Array:
    """Right: discrete Laplace of scale 10 on whole numbers."""
    p = 1 - math.exp(-EPSILON)
    return data + rng.geometric(p, size) - rng.geometric(p, size)


# --- floating point


def float_laplace(data: float, size: int, rng: np.random.Generator) -> Array:
    """Wrong: -log(u) in doubles; claims epsilon = 1."""
    u = rng.integers(1, 1 << 53, size) * 2.0**-53
    sign = rng.integers(0, 2, size) * 2.0 - 1.0
    return data + sign * (-1.0 * np.log(u))


def numpy_laplace(data: float, size: int, rng: np.random.Generator) -> Array:
    """Wrong: numpy's own Laplace; claims epsilon = 1."""
    return data + rng.laplace(scale=1.0, size=size)


# --- sensitivity, keys, lattices


def three_rows(data: list[str], size: int, rng: np.random.Generator) -> Array:
    """Wrong: counts rows with noise for one, but a person has three."""
    p = 1 - math.exp(-1)
    return len(data) + rng.geometric(p, size) - rng.geometric(p, size)


def one_row(data: list[str], size: int, rng: np.random.Generator) -> Array:
    """Right: the same on persons, counted once each."""
    return three_rows(sorted(set(data)), size, rng)


def key_leak(data: dict[str, int], size: int, rng: np.random.Generator) -> Array:
    """Wrong: noise on every count, but only keys that occur are published (NaN: no such key)."""
    response = np.full((size, 3), np.nan)
    for j, key in enumerate(("flu", "cold", "rare")):
        if key in data:
            p = 1 - math.exp(-1)
            response[:, j] = data[key] + rng.geometric(p, size) - rng.geometric(p, size)
    return response


def root_toeplitz(n: int = 12) -> Array:
    """The square root of the running-sum matrix: entries binom(2k, k)/4^k."""
    first = [math.comb(2 * k, k) / 4**k for k in range(n)]
    return np.array([[first[i - j] if i >= j else 0.0 for j in range(n)] for i in range(n)])


def lattice_leak(data: list[int], size: int, rng: np.random.Generator) -> Array:
    """Wrong: x + C⁻¹z with integer z; C times it is Cx + z, and Cx modulo one is in the clear."""
    p = 1 - math.exp(-0.1)
    shape = (size, len(data))
    z = rng.geometric(p, shape) - rng.geometric(p, shape)
    return np.array(data, dtype=np.float64) + z @ np.linalg.inv(root_toeplitz(len(data))).T


def lattice_sound(data: list[int], size: int, rng: np.random.Generator) -> Array:
    """Right: an integer strategy, noise on the integer vector Mx scaled to its column norm."""
    strategy = np.round(64 * root_toeplitz(len(data))).astype(np.int64)
    p = 1 - math.exp(-0.1 / 64)
    shape = (size, len(data))
    return strategy @ np.array(data) + rng.geometric(p, shape) - rng.geometric(p, shape)


def parity(data: int, size: int, rng: np.random.Generator) -> Array:
    """Wrong: two fair bits, each alone without any information, whose parity tells the secret with odds 3 to 1."""
    first = rng.integers(0, 2, size)
    flip = rng.random(size) < 0.25
    return np.column_stack([first + rng.random(size) / 2, (first ^ data ^ flip) + rng.random(size) / 2])
