"""From the error somebody asks for to the least budget that meets it, by the exact laws of the noise."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from statistics import NormalDist
from typing import Final

from epsilog.accounting.calibrate import for_margin
from epsilog.core import charge as charges
from epsilog.core.law import DiscreteGaussian, DiscreteLaplace
from epsilog.core.measure import Total
from epsilog.errors import CurrencyMismatch, EpsilogError, SpecError
from epsilog.kinds.choice.plan.pick import Pick, epsilon_within, law_for
from epsilog.kinds.mean.plan.margin import MeanError
from epsilog.kinds.mean.plan.moments import FORMED, formed_margin, refuse_error
from epsilog.roles.budget import Coin, LawName, Vector, divided, parameter_for
from epsilog.roles.error import width_of
from epsilog.roles.query import Query

_MOST: Final = 10**18  # units of 1e-12: an epsilon of a million, beyond which nothing is private
_CLOSE: Final = Fraction(1, 10**7)


@dataclass(frozen=True)
class Chosen:
    """The noise of one vector: its law and its parameter, in grains."""

    vector: Vector
    law: LawName
    parameter: Fraction

    @property
    def charge(self) -> charges.Laplace | charges.Gaussian:
        """What it costs."""
        reach = self.vector.sensitivity
        if self.law == "laplace":
            return charges.Laplace(self.parameter, reach.l1, reach.l2_squared)
        return charges.Gaussian(self.parameter, reach.l2_squared)

    def price(self, coin: Coin) -> int:
        """The same in units of 1e-12 of one currency."""
        if coin == "zcdp":
            return self.charge.price().rho
        epsilon = self.charge.pure()
        if epsilon is None:
            raise CurrencyMismatch("Gaussian noise has no price in pure epsilon", where="mechanism")
        return epsilon

    @property
    def noise(self) -> DiscreteLaplace | DiscreteGaussian:
        """The law of the noise in grains."""
        return DiscreteLaplace(self.parameter) if self.law == "laplace" else DiscreteGaussian(self.parameter)


def laws_for(vector: Vector, coin: Coin) -> tuple[LawName, ...]:
    """The laws a vector may get in this currency; a law that was asked for and cannot be paid is refused."""
    where = f"publish[{vector.query}].mechanism"
    if coin == "pure":
        if vector.choice == "gaussian":
            raise CurrencyMismatch(
                "Gaussian noise keeps no promise at delta = 0",
                where=where,
                hint="use laplace or auto, or spend from an account with a delta",
            )
        if vector.contribution.norm is not None:
            raise CurrencyMismatch(
                "a norm needs Gaussian noise, which keeps no promise at delta = 0",
                where="bound.norm",
                hint="spend from an account with a delta, or bound: {rows: 4, cells: 4}",
            )
        return ("laplace",)
    if vector.contribution.norm is not None:
        return ("gaussian",)
    return ("gaussian", "laplace") if vector.choice == "auto" else (vector.choice,)


def sharpest(query: Query, vector: Vector, confidence: Fraction, coin: Coin) -> Pick:
    """The choice that meets the entry's error at the least price: rows of rank, or units behind the best."""
    width, law = width_of(query), law_for(query, coin)
    where = f"publish[{vector.query}].error"
    if width is None:
        raise SpecError("no error was asked for", where=where, hint="error: 25")
    blank = Pick(vector.query, vector.part, law, Fraction(1), vector.contribution, query)
    try:
        return replace(blank, parameter=epsilon_within(blank, width, confidence))
    except SpecError as error:
        raise SpecError(error.what, where=where, hint=error.hint) from None


def cheapest(query: Query, vectors: Sequence[Vector], confidence: Fraction, coin: Coin) -> tuple[Chosen, ...]:
    """The noise that meets the entry's error at the least price; where two laws may, the cheaper one."""
    where, width = f"publish[{vectors[0].query}].error", width_of(query)
    if width is None:
        raise SpecError("no error was asked for", where=where, hint="error: 25")
    options: list[tuple[Chosen, ...]] = []
    refused: EpsilogError | None = None
    for law in laws_for(vectors[0], coin):
        try:
            if query.kind in FORMED:
                found = _for_variance(query, vectors, law, width, confidence, coin)
            elif query.kind == "mean":
                found = _for_mean(query, vectors, law, width, confidence, coin)
            else:
                # One number, or one on each level of a hierarchy: each of them within the error.
                found = tuple(_for_number(vector, law, width, confidence) for vector in vectors)
        except EpsilogError as error:
            refused = error
        else:
            options.append(found)
    if refused is not None and not options:
        raise SpecError(refused.what, where=where, hint=refused.hint)
    return min(options, key=lambda found: sum(one.price(coin) for one in found))


def _for_number(vector: Vector, law: LawName, width: Fraction, confidence: Fraction) -> Chosen:
    paid = for_margin(width, vector.sensitivity, law, confidence, vector.contribution.grain).charge
    return Chosen(vector, law, paid.scale if isinstance(paid, charges.Laplace) else paid.sigma_squared)


def _for_mean(
    query: Query, pair: Sequence[Vector], law: LawName, width: Fraction, confidence: Fraction, coin: Coin
) -> tuple[Chosen, ...]:
    """The least price of sum and number of rows together that keeps the mean within the error.

    The error is met for every mean the declared range allows in every cell of at least `expect` rows.
    """
    total = pair[0].measure
    assert isinstance(total, Total)
    if query.expect is None:
        raise SpecError(
            "the error of a mean depends on how many rows a cell has",
            hint="add `expect`, a public guess of the least number of rows in a cell that matters",
        )
    within = float(width / total.grain)
    if within >= total.reach:
        raise SpecError("half the declared range is known without any data", hint="ask for a smaller error")
    rows, miss = query.expect, float(1 - confidence)

    def good(units: int) -> bool:
        noisy_sum, noisy_rows, *_ = _bought(units, pair, law, coin)  # tails come after them
        return MeanError(noisy_sum.noise, noisy_rows.noise, rows, total.reach).miss(within) <= miss

    # Begin where noise of the right deviation would be, and look for the edge in both directions.
    quantile = -NormalDist().inv_cdf(max(miss / 2, 1e-300))
    deviation = within * float(rows) / quantile / total.reach
    spread = sum(one.pull(coin) for one in pair)
    start = 2 * float(spread) / deviation**2 if coin == "zcdp" else 4 * math.sqrt(float(spread)) / deviation
    return _bought(_least(good, max(1000, int(min(start * 1e12, 1e17)))), pair, law, coin)


def _for_variance(
    query: Query, three: Sequence[Vector], law: LawName, width: Fraction, confidence: Fraction, coin: Coin
) -> tuple[Chosen, ...]:
    """The same for sum, squares and number of rows of a variance, by the bound of `formed_margin`."""
    refuse_error(query)
    if query.expect is None:
        raise SpecError(
            "the error of a variance depends on how many rows a cell has",
            hint="add `expect`, a public guess of the least number of rows in a cell that matters",
        )
    if query.between is not None and width >= (query.between[1] - query.between[0]) ** 2 / 4:
        raise SpecError("no variance is larger than that, without any data", hint="ask for a smaller error")

    def good(units: int) -> bool:
        laws = [one.noise for one in _bought(units, three, law, coin)]
        return formed_margin(query, laws, confidence) <= float(width)

    return _bought(_least(good, 10**9), three, law, coin)


def _bought(units: int, vectors: Sequence[Vector], law: LawName, coin: Coin) -> tuple[Chosen, ...]:
    parts = divided(units, vectors, coin)
    return tuple(
        Chosen(one, law, parameter_for(part, one.sensitivity, law, coin))
        for one, part in zip(vectors, parts, strict=True)
    )


def _least(good: Callable[[int], bool], start: int) -> int:
    """About the least number of units that is good, looked for in both directions."""
    high = start
    while not good(high):
        high *= 2
        if high > _MOST:
            raise SpecError("no noise is small enough for this error", hint="ask for a larger error")
    low = high // 2
    while low > 1000 and good(low):
        low, high = low // 2, low
    while high - low > 1 and high - low > low * _CLOSE:
        middle = (low + high) // 2
        low, high = (low, middle) if good(middle) else (middle, high)
    return high
