"""Which mechanism errs least: every candidate's error in closed form, at the account's price, without any data.

This module can be imported where nothing may draw noise: it holds strategies, laws and prices, no mechanism.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Any, Final, Literal

import numpy as np
from numpy.typing import NDArray

from epsilog.accounting.scale import Coin, known_coin, laplace_scale, pure_scale
from epsilog.core.bounded import Sensitivity
from epsilog.core.charge import Charge, Pure
from epsilog.core.law import DiscreteGaussian, DiscreteLaplace
from epsilog.core.number import Number, whole
from epsilog.core.participation import Participation
from epsilog.core.series_method import BASES, Basis
from epsilog.errors import SpecError
from epsilog.mechanisms.series import square_root, subtraction_blocks
from epsilog.mechanisms.series.banded import Banded
from epsilog.mechanisms.series.buffered import BUFFERED, Buffered
from epsilog.mechanisms.series.dense import LONGEST_SHIPPED, Dense
from epsilog.mechanisms.series.independent import Independent
from epsilog.mechanisms.series.outer import Endless
from epsilog.mechanisms.series.sampling import Sampling
from epsilog.mechanisms.series.square_root import SquareRoot
from epsilog.mechanisms.series.strategy import Strategy, charge_of_noise, gaussian_at
from epsilog.mechanisms.series.subtraction_blocks import best_arity
from epsilog.mechanisms.series.transform import Transform
from epsilog.mechanisms.series.tree import BinaryTree
from epsilog.mechanisms.series.window import Window

Why = Literal[
    "least error",
    "more error",
    "error not worth computing",
    "no finite epsilon",
    "memory grows with every step",
    "looks at later steps",
    "no fit",
    "pure only",
]
SINGLE: Final = "single ticks"
DENSE: Final = "dense"
FAST: Final = "fast"
_LONGEST_WEIGHTED: Final = 2**13  # the error of normalised columns takes n² operations


@dataclass(frozen=True)
class Candidate:
    """One way to release at the price asked, and its errors in the data's units; `chosen.build_mechanism` makes it.

    name      which strategy and which law
    strategy  what is asked; None for subtracted blocks, which `arity` describes
    law       the noise on every answer or block
    charge    what it costs, never above the amount
    largest   the largest standard deviation over the horizon
    typical   the root mean square over the horizon: what candidates are ordered by
    times     how many times the best candidate's typical error this is
    """

    name: str
    strategy: Strategy | None
    arity: int | None
    law: DiscreteGaussian | DiscreteLaplace
    charge: Charge
    largest: float
    typical: float
    times: float


@dataclass(frozen=True)
class Choice:
    """All candidates, best first, and those that were not considered, with the reason."""

    candidates: tuple[Candidate, ...]
    refused: tuple[tuple[str, Why], ...]

    @property
    def best(self) -> Candidate:
        """The least typical error."""
        return self.candidates[0]

    def why(self, name: str) -> Why:
        """Why a candidate was or was not taken."""
        refused = dict(self.refused)
        if name in refused:
            return refused[name]
        if name not in {candidate.name for candidate in self.candidates}:
            raise SpecError(f"{name!r} is not a candidate", where="name")
        return "least error" if name == self.best.name else "more error"


def running_totals(
    horizon: int, unit: Participation, grain: Fraction, coin: Coin, amount: Number, *, live: bool = True
) -> Choice:
    """Candidates for running totals of `horizon` steps; the amount is rho in zCDP, epsilon where delta is zero.

    live   whether every step is told when it comes: then no question may look at later ones

    >>> visit = Participation(times=1, apart=1, most=1, signed=False, neighbours="add-remove")
    >>> sorted(c.name for c in running_totals(256, visit, Fraction(1), "zcdp", "0.02").candidates[:2])
    ['buffered, normalised, gaussian', 'square root, normalised, gaussian']
    >>> [running_totals(256, visit, Fraction(1), "pure", 1, live=live).best.name for live in (False, True)]
    ['dense, laplace', 'subtracted blocks, laplace']
    """
    steps = whole(horizon, "horizon", at_least=1, at_most=2**20)
    strategies: dict[str, Callable[[], Strategy]] = {
        "binary tree": lambda: BinaryTree(steps),
        "independent steps": lambda: Banded(steps, (1,)),
        "banded": lambda: Banded.fitted(steps, unit),
    }
    refused: list[tuple[str, Why]] = []
    if live or steps > LONGEST_SHIPPED or known_coin(coin) != "pure":
        refused.append((DENSE, "looks at later steps" if live else "no fit" if coin == "pure" else "pure only"))
    else:
        strategies[DENSE] = lambda: Dense.load_shipped(steps)
    for normalised, suffix in ((False, ""), (True, ", normalised")):
        too_long = normalised and steps > _LONGEST_WEIGHTED
        for name, longest, make in (
            ("square root", square_root.LONGEST, lambda n=normalised: SquareRoot(steps, normalised=n)),
            ("buffered", max(BUFFERED), lambda n=normalised: Buffered.fitted(steps, normalised=n)),
        ):
            if too_long or steps > longest:
                refused.append(
                    (name + suffix, "error not worth computing" if too_long else "memory grows with every step")
                )
            else:
                strategies[name + suffix] = make
    made = list(_price_all(strategies, unit, grain, coin, amount, steps, refused))
    arity = _arity(steps)
    total = subtraction_blocks.reach(steps, arity, unit)
    scale = pure_scale(total, coin, amount)
    if scale <= subtraction_blocks.LARGEST_SCALE:
        law = DiscreteLaplace(scale)
        squares = np.asarray(
            subtraction_blocks.blocks(steps, arity) * (law.variance * float(grain) ** 2), np.float64
        )
        made.append(_Made("subtracted blocks, laplace", None, arity, law, Pure(total / scale), squares))
    return _order(made, refused)


def endless(
    wanted: Endless, unit: Participation, grain: Fraction, coin: Coin, amount: Number, *, look: int
) -> Choice:
    """Candidates for a window or a fading sum; errors are those of the first `look` steps.

    >>> from epsilog.mechanisms.series.window import Window
    >>> visit = Participation(times=1, apart=1, most=1, signed=False, neighbours="add-remove")
    >>> choice = endless(Window(24), visit, Fraction(1), "zcdp", "0.02", look=1000)
    >>> choice.best.name, round(choice.candidates[1].times, 1)
    ('outer root, gaussian', 1.4)
    """
    steps = whole(look, "look", at_least=1, at_most=2**20)
    refused: list[tuple[str, Why]] = []
    strategies: dict[str, Callable[[], Strategy]] = {
        "outer root": lambda: wanted,
        "independent steps": lambda: Independent(wanted),
    }
    return _order(list(_price_all(strategies, unit, grain, coin, amount, steps, refused)), refused)


def coefficients(
    shape: tuple[int, int], keep: int, unit: Participation, grain: Fraction, coin: Coin, amount: Number
) -> Choice:
    """So many coefficients of each basis for a series of (ticks, cells), and ticks one by one; noise only.

    >>> daily = Participation(times=365, apart=1, most=1, signed=False, neighbours="add-remove")
    >>> choice = coefficients((365, 1), 20, daily, Fraction(1), "zcdp", "0.02")
    >>> sorted((c.name.split(",")[0], round(c.times, 1)) for c in choice.candidates if "gaussian" in c.name)
    [('cosine', 1.0), ('fourier', 1.0), ('haar', 1.0), ('single ticks', 4.3)]
    """
    steps, cells = shape
    refused: list[tuple[str, Why]] = []
    strategies: dict[str, Callable[[], Strategy]] = {
        basis: lambda basis=basis: transform(steps, basis, keep, cells)  # type: ignore[misc]
        for basis in BASES
    }
    strategies[SINGLE] = lambda: Independent(Window(1))
    return _order(list(_price_all(strategies, unit, grain, coin, amount, steps, refused)), refused)


def samples(
    shape: tuple[int, int], count: int, unit: Participation, grain: Fraction, coin: Coin, amount: Number
) -> Choice:
    """So many samples of a series of (ticks, cells), and ticks one by one; the noise on one number.

    >>> weekly = Participation(times=209, apart=1, most=1, signed=False, neighbours="add-remove")
    >>> [(c.name, c.typical) for c in samples((209, 1), 31, weekly, Fraction(1), "pure", 1).candidates][0][0]
    'fast, laplace'
    """
    steps, _ = shape
    refused: list[tuple[str, Why]] = []
    strategies: dict[str, Callable[[], Strategy]] = {
        FAST: lambda: Sampling(steps, count),
        SINGLE: lambda: Independent(Window(1)),
    }
    return _order(list(_price_all(strategies, unit, grain, coin, amount, steps, refused)), refused)


@lru_cache(maxsize=16)
def transform(horizon: int, basis: Basis, keep: int, cells: int) -> Transform:
    """Remembered, because its matrix takes a while and plans ask for it often."""
    return Transform(horizon, basis, keep, cells)


def fixed_price(
    shape: tuple[int, int], basis: Basis, keep: int, unit: Participation, coin: Coin, amount: Fraction
) -> Candidate:
    """So many coefficients of (ticks, cells), with the noise `Kept` gives them at this price; errors in grains."""
    ticks, cells = shape
    strategy = transform(ticks, basis, keep, cells)
    reach = reach_of(strategy, unit)
    gaussian = known_coin(coin) == "zcdp"
    law = gaussian_at(reach, amount) if gaussian else DiscreteLaplace(reach.l1 / amount)
    squares = gains_of(strategy, ticks) * law.variance
    top, mean = math.sqrt(float(squares.max())), math.sqrt(float(squares.mean()))
    name = f"{basis}, {'gaussian' if gaussian else 'laplace'}"
    return Candidate(name, strategy, None, law, charge_of_noise(reach, law), top, mean, 1.0)


@dataclass(frozen=True, eq=False)
class _Made:
    name: str
    strategy: Strategy | None
    arity: int | None
    law: DiscreteGaussian | DiscreteLaplace
    charge: Charge
    squares: NDArray[np.float64]


def _price_all(
    strategies: dict[str, Callable[[], Strategy]],
    unit: Participation,
    grain: Fraction,
    coin: Coin,
    amount: Number,
    steps: int,
    refused: list[tuple[str, Why]],
) -> Iterator[_Made]:
    for name, make in strategies.items():
        strategy = make()
        reach, gains = reach_of(strategy, unit), gains_of(strategy, steps) * float(grain) ** 2
        laws: list[DiscreteGaussian | DiscreteLaplace] = [DiscreteLaplace(laplace_scale(reach, coin, amount))]
        if coin == "pure":
            refused.append((f"{name}, gaussian", "no finite epsilon"))
        else:
            laws.append(gaussian_at(reach, amount))
        for law, kind in zip(laws, ("laplace", "gaussian"), strict=False):
            yield _Made(f"{name}, {kind}", strategy, None, law, charge_of_noise(reach, law), gains * law.variance)


def reach_of(strategy: Strategy, unit: Participation) -> Sensitivity:
    """How far one unit moves the answers; remembered, because plans ask for many prices of the same questions."""
    return _reach(strategy, unit)  # type: ignore[arg-type]  # strategies are frozen


def gains_of(strategy: Strategy, steps: int) -> NDArray[np.float64]:
    """Variance of each decoded value per unit of noise variance; remembered, and not to be written to."""
    return _gains(strategy, steps)  # type: ignore[arg-type]


@lru_cache(maxsize=256)
def _reach(strategy: Any, unit: Participation) -> Sensitivity:
    reach: Sensitivity = strategy.reach(unit)
    return reach


@lru_cache(maxsize=32)
def _gains(strategy: Any, steps: int) -> NDArray[np.float64]:
    gains: NDArray[np.float64] = strategy.gains(steps)
    gains.flags.writeable = False
    return gains


@lru_cache(maxsize=64)
def _arity(steps: int) -> int:
    return best_arity(steps)


def _order(made: Sequence[_Made], refused: list[tuple[str, Why]]) -> Choice:
    errors = sorted(made, key=lambda one: (float(one.squares.mean()), one.name))
    least = math.sqrt(float(errors[0].squares.mean()))
    found = []
    for one in errors:
        mean, top = math.sqrt(float(one.squares.mean())), math.sqrt(float(one.squares.max()))
        times = mean / least if least else 1.0 if not mean else math.inf  # a huge budget leaves no noise to see
        found.append(Candidate(one.name, one.strategy, one.arity, one.law, one.charge, top, mean, times))
    return Choice(tuple(found), tuple(refused))
