"""The adversary who knows the dynamics, played against every series mechanism at one price."""

from __future__ import annotations

from fractions import Fraction
from typing import Final

import numpy as np
from numpy.typing import NDArray

from epsilog.accounting.zcdp import rho_of
from epsilog.audit.dynamics import Advantage, Dynamics, Filter, Released, attack_series
from epsilog.core.number import Number, whole
from epsilog.core.participation import Participation
from epsilog.mechanisms.series.banded import Banded
from epsilog.mechanisms.series.bounded_series import BoundedSeries
from epsilog.mechanisms.series.buffered import Buffered
from epsilog.mechanisms.series.decay import Decay
from epsilog.mechanisms.series.factorised import Factorised
from epsilog.mechanisms.series.independent import Independent
from epsilog.mechanisms.series.square_root import SquareRoot
from epsilog.mechanisms.series.strategy import Integers, Strategy
from epsilog.mechanisms.series.subtraction import Subtraction
from epsilog.mechanisms.series.subtraction_blocks import best_arity
from epsilog.mechanisms.series.toeplitz import root_coefficients
from epsilog.mechanisms.series.transform import Transform
from epsilog.mechanisms.series.tree import BinaryTree
from epsilog.mechanisms.series.window import Window
from epsilog.noise import system

STEPS: Final = 48
CLINIC: Final = Dynamics(level=40, persistence=0.9, innovation=1)
_EVENT: Final = Participation(times=1, apart=1, most=1, signed=False, neighbours="add-remove")


def strategies(steps: int) -> dict[str, Strategy]:
    """One of each kind, for a series of so many steps."""
    return {
        "independent": Independent(Window(1)),
        "tree": BinaryTree(steps),
        "root": SquareRoot(steps, normalised=False),
        "normalised": SquareRoot(steps, normalised=True),
        "buffered": Buffered.fitted(steps, normalised=True),
        "banded": Banded(steps, root_coefficients(8)),
        "window": Window(12),
        "decay": Decay(Fraction(9, 10)),
        "fourier": Transform(steps, "fourier", 9, cells=2**20),
        "cosine": Transform(steps, "cosine", 9, cells=2**20),
        "haar": Transform(steps, "haar", 9, cells=2**20),
    }


def under_every_mechanism(
    *, epsilon: Number = 1, delta: Number = "1e-6", trials: int = 4_000, known: Dynamics = CLINIC, seed: int = 1
) -> dict[str, Advantage]:
    """His advantage about one event in the middle, mechanism by mechanism; the ceiling is that of each charge.

    `seed` draws the world he attacks; the noise is a release's own.

    >>> found = under_every_mechanism(trials=200)
    >>> all(one.kept for one in found.values()), len(found)
    (True, 12)
    """
    many, rng = whole(trials, "trials", at_least=10, at_most=10**6), np.random.default_rng(seed)
    part = np.eye(STEPS, dtype=np.int64)[STEPS // 2]
    found = {}
    for name, strategy in strategies(STEPS).items():
        mechanism = Factorised.at_rho(strategy, _EVENT, Fraction(1), rho_of(epsilon, delta))
        test = Filter.against(mechanism, known, part)
        answers = _answers(mechanism)
        found[name] = attack_series(test, answers, mechanism.charge, known, part, trials=many, rng=rng)
    found["subtraction"] = _through_releases(epsilon, known, part, many, rng)
    return found


def _answers(mechanism: Factorised) -> Released:
    return lambda series: mechanism.drawn(BoundedSeries(series, Fraction(1), _EVENT), system)


def _through_releases(
    epsilon: Number, known: Dynamics, part: Integers, trials: int, rng: np.random.Generator
) -> Advantage:
    """Blocks with noise of their own are attacked through what is published: he learns their noise by playing."""
    blocks = Subtraction.at_epsilon(STEPS, best_arity(STEPS), _EVENT, Fraction(1), epsilon)

    def release(series: Integers) -> NDArray[np.float64]:
        return blocks(BoundedSeries(series, Fraction(1), _EVENT), system).values

    learned = release(known.drawn(STEPS, max(1_000, trials), rng))
    quiet = np.cumsum(np.full(STEPS, known.level))
    test = Filter.best(quiet, quiet + np.cumsum(part), np.cov(learned))
    return attack_series(test, release, blocks.charge, known, part, trials=trials, rng=rng)
