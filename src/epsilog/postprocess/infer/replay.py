"""Public randomness of simulations: drawn from the published numbers themselves, so anyone can replay it."""

from __future__ import annotations

import hashlib
import math
from collections.abc import Sequence
from fractions import Fraction
from typing import Final

import numpy as np
from numpy.typing import NDArray

from epsilog.core.law import DiscreteGaussian, DiscreteLaplace, Law
from epsilog.core.number import whole
from epsilog.postprocess.infer.estimate import Integers

_TABLED: Final = 2_000.0  # deviations up to here are drawn from a table, beyond as rounded normal numbers
_AT_ONCE: Final = 2**23
SIMULATIONS: Final = 1999  # with this many a p-value of 1 in 2000 can be told


def replay(purpose: str, *published: object, seed: int | None = None) -> np.random.Generator:
    """A generator that depends on what was published and on nothing else.

    >>> one, other = (replay("contrast", np.array([3, 4]), 2).integers(10**9) for _ in range(2))
    >>> bool(one == other)
    True

    A simulation is not release noise: it hides nobody, and being replayable lets a reader check the interval. Give
    a `seed` to see how much another simulation would differ.
    """
    digest = hashlib.sha256(purpose.encode())
    for part in published:
        text = part.tobytes().hex() + str(part.shape) if isinstance(part, np.ndarray) else repr(part)
        digest.update(b"\x00" + text.encode())
    if seed is not None:
        digest.update(b"\x01" + str(whole(seed, "seed")).encode())
    return np.random.default_rng(np.frombuffer(digest.digest(), dtype=np.uint32))


def times(simulations: object) -> int:
    """How often something is simulated."""
    return whole(simulations, "simulations", at_least=199, at_most=10**6)


def percentiles(drawn: NDArray[np.float64], confidence: Fraction) -> NDArray[np.float64]:
    """The two ends of the middle of what was drawn, simulations first."""
    half = float(1 - confidence) / 2
    return np.asarray(np.quantile(drawn, [half, 1 - half], axis=0))


def fresh(law: Law, shape: int | Sequence[int], rng: np.random.Generator) -> Integers:
    """Simulated noise of a public law.

    >>> fresh(DiscreteLaplace(2), 3, replay("example")).shape
    (3,)
    """
    if isinstance(law, DiscreteLaplace):
        chance = -math.expm1(-float(1 / law.scale))
        return np.asarray(rng.geometric(chance, shape) - rng.geometric(chance, shape), dtype=np.int64)
    assert isinstance(law, DiscreteGaussian)
    sigma = math.sqrt(law.sigma_squared)
    if sigma > _TABLED:
        return np.asarray(np.rint(rng.normal(0.0, sigma, shape)), dtype=np.int64)
    reach = math.ceil(9 * sigma) + 1
    share = np.cumsum(law.pmf(np.arange(-reach, reach + 1, dtype=np.int64)))
    return np.asarray(np.searchsorted(share, rng.random(shape) * share[-1]) - reach, dtype=np.int64)


def portions(count: int, each: int) -> list[slice]:
    """Stretches of so many things that are simulated together, each needing so many numbers in memory.

    >>> portions(5, 2**22)
    [slice(0, 2, None), slice(2, 4, None), slice(4, 5, None)]
    """
    size = max(1, _AT_ONCE // max(each, 1))
    return [slice(start, min(start + size, count)) for start in range(0, count, size)]


def p_value(observed: NDArray[np.float64], simulated: NDArray[np.float64]) -> NDArray[np.float64]:
    """(1 + how many simulated statistics are as large) / (1 + how many there are), simulations first.

    >>> p_value(np.array([2.0]), np.array([[1.0], [3.0], [0.5]]))
    array([0.5])

    Simulated statistics within a billionth of the observed one count as equal: that can only raise the p-value.
    """
    as_large = simulated >= observed - 1e-9 * np.abs(observed)
    return np.asarray((1 + as_large.sum(axis=0)) / (1 + len(simulated)), dtype=np.float64)
