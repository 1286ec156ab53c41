"""An adversary who knows how a series moves, and filters one unit's part out of what was released.

He knows everything about the rest of the series but its innovations: level, persistence and their size. So he
predicts what he can, subtracts it, and weighs what is left by how much of it is noise. For Gaussian noise this is
the likelihood ratio, the best test there is; for other noise it is the best linear one. However well he knows the
dynamics, his advantage stays below what the charge allows: that bound holds for every model he may have.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.linalg import toeplitz

from epsilog.accounting.loss import loss_of
from epsilog.accounting.special import ndtr
from epsilog.audit.bound import lower, upper
from epsilog.core.charge import Charge
from epsilog.core.number import whole
from epsilog.errors import SpecError
from epsilog.mechanisms.series.factorised import Factorised
from epsilog.mechanisms.series.strategy import Integers, Reals

Released = Callable[[Integers], NDArray[Any]]  # private series in columns, one release of each in columns


@dataclass(frozen=True)
class Dynamics:
    """What the adversary knows of the rest: it returns to `level`, and each step keeps `persistence` of the last.

    >>> busy = Dynamics(level=100, persistence=0.9, innovation=3)
    >>> round(float(busy.covariance(2)[0, 0]), 2), round(float(busy.covariance(2)[0, 1]), 2)
    (47.37, 42.63)
    """

    level: float
    persistence: float
    innovation: float

    def __post_init__(self) -> None:
        for name in ("level", "persistence", "innovation"):
            if not math.isfinite(getattr(self, name)):
                raise SpecError("a finite number is needed", where=name)
        if not (-1 < self.persistence < 1):
            raise SpecError("lies between -1 and 1, or the series would grow without limit", where="persistence")
        if not 0 <= self.innovation <= 1e9:
            raise SpecError("lies between 0 and 10^9", where="innovation")

    def covariance(self, steps: int) -> Reals:
        """How the values of so many steps vary together."""
        wide = self.innovation**2 / (1 - self.persistence**2)
        return np.asarray(wide * toeplitz(self.persistence ** np.arange(steps, dtype=np.float64)), np.float64)

    def drawn(self, steps: int, many: int, rng: np.random.Generator) -> Integers:
        """So many series of whole numbers, one in each column. A model of the world, not noise of a release."""
        start = self.innovation / math.sqrt(1 - self.persistence**2)
        rows = [rng.normal(0, start, many)]
        for _ in range(steps - 1):
            rows.append(self.persistence * rows[-1] + rng.normal(0, self.innovation, many))
        return np.asarray(np.rint(self.level + np.stack(rows)), np.int64)


@dataclass(frozen=True, eq=False)
class Filter:
    """A linear test: yes, the unit is there, where the weighed release lies above the middle.

    separation   by how many standard deviations the unit moves the statistic
    """

    weights: Reals
    middle: float
    separation: float

    @classmethod
    def best(cls, quiet: Reals, moved: Reals, covariance: Reals) -> Filter:
        """The best linear test between two expected releases with one covariance."""
        weights = np.asarray(np.linalg.lstsq(covariance, moved - quiet, rcond=None)[0], np.float64)
        squared = float(weights @ (moved - quiet))
        return cls(weights, float(weights @ (quiet + moved)) / 2, math.sqrt(max(0.0, squared)))

    @classmethod
    def against(cls, mechanism: Factorised, dynamics: Dynamics, part: Integers) -> Filter:
        """The likelihood ratio on the noisy answers themselves: nobody sees more of a release.

        The answers are Mx + z. With the dynamics known, x varies as S; the noise has variance v. The unit moves
        them by Md, so the statistic is separated by sqrt(dᵀMᵀ (MSMᵀ + vI)⁻¹ Md), at most |Md| / sqrt(v).
        """
        steps = len(part)
        asked = mechanism.strategy.answers(np.eye(steps, dtype=np.int64)).astype(np.float64)
        spread = asked @ dynamics.covariance(steps) @ asked.T + mechanism.law.variance * np.eye(len(asked))
        quiet = asked @ np.full(steps, dynamics.level)
        return cls.best(quiet, quiet + asked @ part, spread)

    @property
    def advantage(self) -> float:
        """How much surer than a coin he is, if everything were normal: P(yes | there) - P(yes | not there)."""
        return float(2 * ndtr(self.separation / 2) - 1)

    def says_there(self, released: NDArray[Any]) -> NDArray[np.bool_]:
        """The verdict on each column."""
        return np.asarray(self.weights @ released > self.middle)


@dataclass(frozen=True)
class Advantage:
    """What an attack reached in so many trials, and what no attack can exceed.

    low, high   confidence limits; each fails with probability at most the `alpha` it was asked for
    ceiling     the total variation the charge allows: delta at epsilon zero
    """

    measured: float
    low: float
    high: float
    ceiling: float

    @property
    def kept(self) -> bool:
        """Whether the promise survived: the attack is not surely above the ceiling."""
        return self.low <= self.ceiling


def attack_series(
    test: Filter,
    release: Released,
    charge: Charge,
    dynamics: Dynamics,
    part: Integers,
    *,
    trials: int,
    rng: np.random.Generator,
    alpha: float = 1e-6,
) -> Advantage:
    """Play it: release series with and without the unit's part, and count how often the filter is right.

    >>> from fractions import Fraction
    >>> from epsilog.mechanisms.series.bounded_series import BoundedSeries
    >>> from epsilog.core.participation import Participation
    >>> from epsilog.mechanisms.series.square_root import SquareRoot
    >>> from epsilog.noise import system
    >>> visit = Participation(times=1, apart=1, most=1, signed=False, neighbours="add-remove")
    >>> total = Factorised.at_rho(SquareRoot(16, normalised=True), visit, Fraction(1), rho="0.5")
    >>> def answers(series): return total.drawn(BoundedSeries(series, Fraction(1), visit), system)
    >>> known, part = Dynamics(50, 0.5, 1.0), np.eye(16, dtype=np.int64)[7]
    >>> test = Filter.against(total, known, part)
    >>> attack_series(test, answers, total.charge, known, part, trials=2000, rng=np.random.default_rng(1)).kept
    True
    """
    many, steps = whole(trials, "trials", at_least=1, at_most=10**7), len(part)
    without = dynamics.drawn(steps, many, rng)
    there = dynamics.drawn(steps, many, rng) + np.asarray(part, np.int64)[:, None]
    right, wrong = (int(np.count_nonzero(test.says_there(release(series)))) for series in (there, without))
    low = float(lower(right, many, alpha / 2) - upper(wrong, many, alpha / 2))
    high = float(upper(right, many, alpha / 2) - lower(wrong, many, alpha / 2))
    return Advantage((right - wrong) / many, low, high, ceiling_of(charge))


def ceiling_of(charge: Charge) -> float:
    """No attacker's advantage exceeds this: the total variation between neighbours, rounded up.

    >>> from epsilog.core.charge import Pure
    >>> round(ceiling_of(Pure(1)), 5)
    0.46212
    """
    return min(1.0, loss_of(charge).delta_of(0))
