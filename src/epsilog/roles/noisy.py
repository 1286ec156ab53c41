"""Independent noise on every cell of a table: what kinds share whose vectors are drawn that way."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from statistics import NormalDist
from typing import Any, Protocol

from epsilog.accounting.calibrate import for_margin
from epsilog.core import charge as charges
from epsilog.core.law import DiscreteGaussian, DiscreteLaplace, Noise
from epsilog.core.number import Number
from epsilog.errors import CurrencyMismatch, EpsilogError, SpecError
from epsilog.roles.budget import Coin, LawName, Vector, divide_units, law_of, noisy_pull, parameter_for
from epsilog.roles.error import width_of
from epsilog.roles.plan import Plan
from epsilog.roles.planned import Draw, Remark, noisy_from
from epsilog.roles.planner import Planner, Reasoned
from epsilog.roles.spec import Spec
from epsilog.words import plain


class NoisyPlanner(Planner, Protocol):
    """A planner of noise on every cell; how far off its numbers are is for each kind to say."""

    def pull(self, vector: Vector, coin: Coin) -> Fraction:
        """By the table of `roles.budget`."""
        return noisy_pull(vector, coin)

    def best(self, spec: Spec, vector: Vector, units: int, coin: Coin) -> Reasoned:
        """The law with the smaller margin for its part, and why."""
        laws = laws_for(vector, coin)
        options = [add_noise_law(vector, law, parameter_for(units, vector.sensitivity, law, coin)) for law in laws]
        ranked = options if len(options) == 1 else sorted(options, key=lambda one: _error(spec, one))
        best, where = ranked[0], _names_of(spec, vector.query, vector.part)
        if coin == "pure":
            return best, Remark("plan.why.pure", where)
        if vector.contribution.norm is not None:
            return best, Remark("plan.why.norm", where)
        if len(ranked) == 1:
            return best, Remark(f"plan.why.asked.{best.law}", where)
        unit = float(vector.contribution.grain)
        margins = (plain(_error(spec, one)[0] * unit) for one in ranked)
        values = zip(("margin", "other"), margins, strict=True)
        return best, Remark(f"plan.why.auto.{best.law}", (*where, *values))

    def within(self, spec: Spec, vectors: Sequence[Vector], coin: Coin) -> tuple[Reasoned, ...]:
        """One number, or one on each level of a hierarchy: each of them within the error."""
        return cheapest(
            spec,
            vectors,
            coin,
            lambda law, width: tuple(_for_number(one, law, width, spec.confidence) for one in vectors),
        )

    def margin(self, plan: Plan, at: int, rows: Number | None) -> float:
        """That of a number in a cell."""
        return plan.draws_of(at)[0].noise.margin(plan.spec.confidence)

    def margin_at(self, plan: Plan, at: int, times: Fraction, coin: Coin) -> float:
        """The same at another price."""
        first, confidence = plan.draws_of(at)[0], plan.spec.confidence
        law = law_at_price(first, times, coin)
        if isinstance(law, DiscreteGaussian) and law.sigma_squared > 10**6:
            # A curve on paper: a thousand grains wide, the normal law is as good as the exact one.
            sigma = math.sqrt(float(law.sigma_squared))
            return -NormalDist().inv_cdf(float(1 - confidence) / 2) * sigma * float(first.grain)
        return Noise(law, first.grain).margin(confidence)

    def read(self, spec: Spec, record: Mapping[str, Any]) -> Draw:
        """A stored vector."""
        return noisy_from(spec, record)


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


def add_noise_law(vector: Vector, law: LawName, parameter: Fraction) -> Draw:
    """A vector with its noise."""
    moved = vector.contribution
    return Draw(vector.query, vector.part, law, parameter, moved.grain, moved)


def buy_noise(units: int, vectors: Sequence[Vector], law: LawName, coin: Coin) -> tuple[Draw, ...]:
    """The vectors of one entry with noise of one law, for so many units together."""
    parts = divide_units(units, [one.weight * noisy_pull(one, coin) for one in vectors], coin)
    return tuple(
        add_noise_law(one, law, parameter_for(part, one.sensitivity, law, coin))
        for one, part in zip(vectors, parts, strict=True)
    )


def cheapest(
    spec: Spec,
    vectors: Sequence[Vector],
    coin: Coin,
    meeting: Callable[[LawName, Fraction], tuple[Draw, ...]],
) -> tuple[Reasoned, ...]:
    """The noise that meets the entry's error at the least price; where two laws may, the cheaper one.

    meeting   the noise of one law that meets an error
    """
    query = spec.publish[vectors[0].query]
    where, width = f"publish[{vectors[0].query}].error", width_of(query)
    if width is None:
        raise SpecError("no error was asked for", where=where, hint="error: 25")
    options: list[tuple[Draw, ...]] = []
    refused: EpsilogError | None = None
    for law in laws_for(vectors[0], coin):
        try:
            options.append(meeting(law, width))
        except EpsilogError as error:
            refused = error
    if refused is not None and not options:
        raise SpecError(refused.what, where=where, hint=refused.hint)
    best = min(options, key=lambda found: sum(one.price(coin) for one in found))
    return tuple((one, _why_met(spec, one, coin)) for one in best)


def law_at_price(draw: Draw, times: Fraction, coin: Coin) -> DiscreteLaplace | DiscreteGaussian:
    """The law of its noise, in grains, if a vector cost so many times what it costs."""
    paid = draw.charge.price().rho if coin == "zcdp" else draw.charge.pure()
    units = max(1, int((paid or 0) * times))
    parameter = parameter_for(units, draw.contribution.sensitivity, draw.law, coin)
    return law_of(draw.law, parameter)


def _for_number(vector: Vector, law: LawName, width: Fraction, confidence: Fraction) -> Draw:
    paid = for_margin(width, vector.sensitivity, law, confidence, vector.contribution.grain).charge
    return add_noise_law(vector, law, paid.scale if isinstance(paid, charges.Laplace) else paid.sigma_squared)


def _error(spec: Spec, one: Draw) -> tuple[float, float]:
    """Margin, then deviation: on a coarse grain two laws often have the same margin."""
    noise = one.noise
    return noise.margin(spec.confidence) / float(noise.grain), noise.deviation


def _why_met(spec: Spec, one: Draw, coin: Coin) -> Remark:
    asked = spec.publish[one.query].mechanism == "auto" and coin == "zcdp"
    asked = asked and one.contribution.norm is None
    named = _names_of(spec, one.query, one.part)
    return Remark(f"plan.why.error.{'cheaper' if asked else 'only'}.{one.law}", named)


def _names_of(spec: Spec, at: int, part: int) -> tuple[tuple[str, str], ...]:
    query = spec.publish[at]
    return (("entry", query.called(part)), ("part", f"plan.part.{query.part_of(part)}"))
