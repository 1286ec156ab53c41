"""The share of an account a release may take, and how it is divided over the vectors of the release.

Every vector i of the release (the table of a count or a sum; a mean has two, its sum and its number of rows) gets a
part of the share. The parts make the weighted sum of squared errors least. Errors of different units cannot be
added, so each is counted in *rows at their furthest*: a sum's error is divided by the most one row may move it.
With w the weight of the entry and s² = l2²/reach², a = l1/reach,

=====================  ====================  =============================  ===========================
law and currency       variance of a number  least sum of w · variance      part
=====================  ====================  =============================  ===========================
Gaussian, rho          s²/(2 rho)            w s²/rho² the same for all     rho ∝ √(w s²)
Laplace, rho           s²/rho (wide noise)   2 w s²/rho² the same for all   rho ∝ √(2 w s²)
Laplace, epsilon       2 a²/epsilon²         w a²/epsilon³ the same         epsilon ∝ (w a²)^(1/3)
=====================  ====================  =============================  ===========================

A mean divides its own part by the same rule. Its error is (Z - m N)/n, with Z the noise of the sum, N that of the
rows and m the distance of the mean from the centre of its range. At the ends of the declared range, where the
interval is widest, |m| = reach: the two noises, counted in rows at their furthest, weigh the same. So equal
sensitivities get equal parts, and the widest interval the range allows is the shortest it can be. What is chosen
and has no noise (quantiles, the top of a list) takes part by how far a round of it strays, a
series by its mean squared error: `pull` of every planner.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final, Literal

from epsilog.accounting import zcdp
from epsilog.accounting.allowance import Allowance
from epsilog.accounting.rounding import up_to
from epsilog.core.bounded import Sensitivity
from epsilog.core.charge import Gaussian, Laplace
from epsilog.core.law import DiscreteGaussian, DiscreteLaplace, Noise
from epsilog.core.measure import Contribution, Measure, contribution
from epsilog.core.participation import Participation
from epsilog.core.price import EPSILON_UNITS, RHO_UNITS
from epsilog.errors import BudgetExceeded, CurrencyMismatch, SpecError
from epsilog.ledger.terms import Terms
from epsilog.roles.entry import Choice, Entry
from epsilog.roles.participations import participations_of
from epsilog.roles.shape import is_series
from epsilog.roles.spec import Spec, Spend

LawName = Literal["laplace", "gaussian"]
Coin = Literal["pure", "zcdp"]
_DIGITS: Final = 12  # of a parameter of noise: what rounding up costs is far below one unit of the ledger's books
ROOT_DIGITS: Final = 40
_SHOWN: Final = 6  # of an epsilon that the plan, and not the user, chose


@dataclass(frozen=True)
class Purse:
    """In which currency a release pays, and at which delta its epsilon is read; 0 where the currency is pure.

    `events` is the delta it may use besides, for unknown keys.
    """

    coin: Coin
    delta: Fraction
    events: Fraction = Fraction(0)

    def allowance(self, epsilon: Fraction) -> Allowance:
        """The share of the account that this epsilon stands for.

        >>> Purse("zcdp", Fraction(1, 10**6)).allowance(Fraction(1, 2)).cap / 1e12
        0.006641524356
        """
        if self.coin == "pure":
            return Allowance.pure(epsilon)
        return Allowance.approximate(epsilon, self.delta + self.events, self.events)

    def epsilon(self, units: int) -> Fraction:
        """The least epsilon of six digits whose share pays so many units of 1e-12."""
        if self.coin == "pure":
            return _rounded_up(Fraction(units, EPSILON_UNITS), _SHOWN)
        # A tiny rho may hide behind delta altogether, and its epsilon be 0.
        least = max(Fraction(zcdp.epsilon_of(Fraction(units, RHO_UNITS), self.delta)), Fraction(1, EPSILON_UNITS))
        epsilon = _rounded_up(least, _SHOWN)
        while self.allowance(epsilon).cap < units:
            epsilon = _rounded_up(epsilon * (1 + Fraction(1, 10 ** (_SHOWN + 1))), _SHOWN)
        return epsilon


def purse_of(spend: Spend, terms: Terms | None) -> Purse:
    """The account's currency; without an account, pure where no delta is said.

    A share of a zCDP account is priced through the account's own conversion: its epsilon is read at the delta said,
    or at the part of the account's delta that is kept for conversion.
    """
    if spend.events and terms is not None and terms.allowance.is_turned:
        raise SpecError(
            "the account counts in pure epsilon now, and unknown keys need a delta",
            where="spend.events",
            hint="have two people turn it: epsilog ledger turn … --to rho",
        )
    if spend.events and (terms.allowance.coin != "zcdp" if terms is not None else not spend.delta):
        raise SpecError(
            "unknown keys cannot be found at delta = 0",
            where="spend.events",
            hint="spend from an account with a delta for events: --delta 1e-6 --events 5e-7",
        )
    if terms is None:
        return Purse("zcdp", spend.delta, spend.events) if spend.delta else Purse("pure", Fraction(0))
    allowance = terms.allowance
    if allowance.coin == "per-metre":
        raise CurrencyMismatch(
            "the account protects places, the release persons", where="spend.from", hint="keep an account for each"
        )
    if allowance.coin == "pure":
        # An account that was turned has a delta, and a request that says one stays valid: it is not used.
        if spend.delta and not allowance.is_turned:
            raise SpecError(
                "the account promises delta = 0, so a share of it has none",
                where="spend.delta",
                hint="leave it out",
            )
        return Purse("pure", Fraction(0))
    if spend.events > allowance.for_events:
        kept = f"{float(allowance.for_events):.3g} of its delta" if allowance.for_events else "no delta"
        raise BudgetExceeded(
            f"the account keeps {kept} for events (unknown keys), the release asks {float(spend.events):.3g}",
            where="spend.events",
            hint="less, or an account opened with more: --events",
        )
    return Purse("zcdp", spend.delta or allowance.delta - allowance.for_events, spend.events)


@dataclass(frozen=True)
class Vector:
    """One vector of the release whose noise is not chosen yet."""

    query: int
    part: int
    measure: Measure
    contribution: Contribution
    choice: Choice
    weight: Fraction
    entry: Entry | None = None
    ways: tuple[Participation, ...] = ()  # of a series: all that may be said of one unit

    @property
    def sensitivity(self) -> Sensitivity:
        """How far one unit may move it, in grains."""
        return self.contribution.sensitivity


def vectors_of(spec: Spec) -> tuple[Vector, ...]:
    """All vectors of a release, in the order of its entries and their measures."""
    found = []
    for at, query in enumerate(spec.publish):
        grid = query.grid()
        ways = participations_of(query, spec.bound, spec.protect.unit) if is_series(query) else ()
        for part, measure in enumerate(query.measures()):
            moved = contribution(measure, grid, spec.protect.unit, spec.bound)
            weight = query.weight * (query.level_weights()[part] if query.levels else 1)
            found.append(Vector(at, part, measure, moved, query.mechanism, weight, query, ways))
    return tuple(found)


def noisy_pull(vector: Vector, coin: Coin) -> Fraction:
    """What the part of noise on every cell is proportional to, by the table above, at a weight of 1."""
    reach = vector.contribution.reach
    if coin == "pure":
        return Fraction(vector.sensitivity.l1, reach) ** 2
    twice = 2 if vector.choice == "laplace" else 1
    return twice * Fraction(vector.sensitivity.l2_squared, reach**2)


def divide_units(units: int, pulls: Sequence[Fraction], coin: Coin) -> tuple[int, ...]:
    """Whole parts that add up to `units`, by the table above; refused where a part would be nothing.

    pulls   what each part is proportional to, squared in rho and cubed in epsilon

    Roots are taken in whole numbers, so that every machine divides alike.
    """
    roots = [root_of(pull / max(pulls), 2 if coin == "zcdp" else 3) for pull in pulls]
    parts = [units * root // sum(roots) for root in roots]
    parts[parts.index(max(parts))] += units - sum(parts)
    if min(parts) < 1:
        raise SpecError(
            "too little to be divided over these entries: a part of it is below 1e-12",
            where="spend.epsilon",
            hint="spend more, publish less, or weigh the entries more evenly",
        )
    return tuple(parts)


def parameter_for(units: int, reach: Sensitivity, law: LawName, coin: Coin) -> Fraction:
    """The least parameter, of twelve digits, whose noise costs at most so many units of 1e-12.

    >>> one = Sensitivity.of_cells(1)
    >>> parameter_for(10**11, one, "laplace", "pure"), parameter_for(5 * 10**10, one, "gaussian", "zcdp")
    (Fraction(10, 1), Fraction(10, 1))
    """
    if law == "gaussian":
        return _rounded_up(Fraction(reach.l2_squared * RHO_UNITS, 2 * units), _DIGITS)
    if coin == "pure":
        return _rounded_up(Fraction(reach.l1 * EPSILON_UNITS, units), _DIGITS)
    rho = units / RHO_UNITS
    near = min(reach.l1 / _loss_of(rho), 1 / _loss_of(rho / reach.l2_squared))
    scale = _rounded_up(Fraction(near), _DIGITS)
    # The start is right to a float's last digits; the price itself is exact and decides.
    while Laplace(scale, reach.l1, reach.l2_squared).price().rho > units:
        scale = _rounded_up(scale * (1 + Fraction(1, 10**_DIGITS)), _DIGITS)
    return scale


def law_of(law: LawName, parameter: Fraction) -> DiscreteLaplace | DiscreteGaussian:
    """The law of noise with this scale or variance, in grains."""
    return DiscreteLaplace(parameter) if law == "laplace" else DiscreteGaussian(parameter)


def charge_of(law: LawName, parameter: Fraction, covers: Sensitivity) -> Laplace | Gaussian:
    """What such noise costs on a vector that one unit moves so far."""
    if law == "laplace":
        return Laplace(parameter, covers.l1, covers.l2_squared)
    return Gaussian(parameter, covers.l2_squared)


def every_tick(vector: Vector, units: int, confidence: Fraction, coin: Coin) -> float:
    """How far off single ticks would be at the same price, in the data's own units, with the better law."""
    reach, grain = vector.contribution.sensitivity, vector.contribution.grain
    names: tuple[LawName, ...] = ("laplace", "gaussian") if coin == "zcdp" else ("laplace",)
    laws = (law_of(name, parameter_for(units, reach, name, coin)) for name in names)
    return min(Noise(law, grain).margin(confidence) for law in laws)


def _loss_of(rho: float) -> float:
    """The x with x tanh(x/2) = rho, in floats."""
    low, high = max(rho, math.sqrt(2 * rho)), rho + 2 * math.sqrt(2 * rho) + 1
    for _ in range(100):
        middle = (low + high) / 2
        low, high = (middle, high) if middle * math.tanh(middle / 2) < rho else (low, middle)
    return low


def root_of(number: Fraction, degree: int) -> int:
    """The root of a number in units of 1e-40, rounded down, in whole numbers: every machine divides alike."""
    scaled = int(number * 10 ** (ROOT_DIGITS * degree))
    if degree == 2 or scaled == 0:
        return math.isqrt(scaled)
    guess = 1 << -(-scaled.bit_length() // degree)
    while (better := ((degree - 1) * guess + scaled // guess ** (degree - 1)) // degree) < guess:
        guess = better
    return guess


def _rounded_up(number: Fraction, digits: int) -> Fraction:
    """The least number of so many decimal digits that is not below."""
    size = math.floor(math.log10(number))
    return up_to(number, 10 ** (digits - 1 - size)) if size < digits - 1 else up_to(number, 1)
