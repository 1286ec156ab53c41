"""Whether an account in the other currency would pay for more releases like a planned one. Advice, never a price.

An account of pure epsilon adds epsilons up; one with a delta adds rhos up. A few small tables are cheaper in the
first, many releases or many cells in the second. Both sides promise the same epsilon, so what is compared is how
often the same errors fit into it. Everything here is public: the plan, the terms, and no balance of the account.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from statistics import NormalDist
from typing import Final

from epsilog.accounting.allowance import Allowance
from epsilog.publish.plan import Draw, Plan

USUAL_DELTA: Final = Fraction(1, 10**6)  # what a pure account is compared at
_WORTH_SAYING: Final = 1.25  # errors are compared by their widths alone, so a near tie says nothing


@dataclass(frozen=True)
class Currency:
    """The better currency for releases like a planned one: its delta, and how many fit there and here."""

    delta: Fraction
    there: int
    here: int


def better_currency(plan: Plan, allowance: Allowance) -> Currency | None:
    """The other currency where clearly more releases like this would fit into the same epsilon; None otherwise.

    Only noisy tables have a twin of the same error under the other law. Where something is chosen, found, drawn
    together or told as a series, nothing is said.
    """
    draws = [draw for draw in plan.draws if isinstance(draw, Draw)]
    staged = plan.finds or plan.cuttings or plan.glancing is not None
    if len(draws) != len(plan.draws) or staged or any(query.together for query in plan.spec.publish):
        return None
    if allowance.coin == "pure":
        cap = Allowance.approximate(allowance.epsilon, USUAL_DELTA).cap / 1e12
        there = cap / sum(_rho(draw, plan.spec.confidence) for draw in draws)
    elif allowance.coin == "zcdp":
        there = float(allowance.epsilon) / sum(_epsilon(draw, plan.spec.confidence) for draw in draws)
    else:
        return None
    here = allowance.cap / plan.price.main
    if there < _WORTH_SAYING * here or int(there) <= int(here):
        return None
    return Currency(USUAL_DELTA if allowance.coin == "pure" else Fraction(0), int(there), int(here))


def _width(draw: Draw, confidence: Fraction) -> float:
    """Half of a range, in grains, by the continuous law: good enough to compare two laws by."""
    if draw.law == "laplace":
        return float(draw.parameter) * -math.log(float(1 - confidence))
    return math.sqrt(draw.parameter) * _normal(confidence)


def _normal(confidence: Fraction) -> float:
    return NormalDist().inv_cdf(float(1 + confidence) / 2)


def _epsilon(draw: Draw, confidence: Fraction) -> float:
    """What Laplace noise of the same width costs in epsilon."""
    scale = _width(draw, confidence) / -math.log(float(1 - confidence))
    return draw.contribution.sensitivity.l1 / scale


def _rho(draw: Draw, confidence: Fraction) -> float:
    """What Gaussian noise of the same width costs in rho."""
    deviation = _width(draw, confidence) / _normal(confidence)
    return draw.contribution.sensitivity.l2_squared / (2 * deviation**2)


__all__ = ["Currency", "better_currency"]
