"""The same plan under every rule of composition, beside each other, so that nobody has to take one on trust."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from epsilog.accounting import composition, frozen, renyi, zcdp
from epsilog.accounting.promise import Promise, plain_sum, up
from epsilog.core.charge import Approx, Charge, leaves_of, same_currency
from epsilog.core.number import Number, exact
from epsilog.core.price import DELTA_UNITS, EPSILON_UNITS, RHO_UNITS
from epsilog.errors import EpsilogError

RuleName = Literal["basic", "advanced", "renyi", "zcdp", "frozen"]


@dataclass(frozen=True)
class Rule:
    """One rule's answer. `promise` is None where the rule says nothing about this plan; `reason` is why it refused,
    empty where the plan is simply not of its kind, and `extra` is what to install for an answer.

    `adaptive` tells whether it still holds when later questions depend on earlier answers; the others are for a
    plan whose every parameter was fixed beforehand.
    """

    name: RuleName
    promise: Promise | None
    adaptive: bool
    reason: str = ""
    extra: str = ""


def side_by_side(charge: Charge, delta: Number) -> tuple[Rule, ...]:
    """Basic, advanced, Rényi, zCDP (what the ledger uses) and the frozen plan, at one delta.

    >>> from epsilog.core.charge import Pure
    >>> for rule in side_by_side(Pure("0.01") * 487, 1e-6):
    ...     print(rule.name, round(rule.promise.epsilon, 3), rule.adaptive)
    basic 4.87 True
    advanced 1.209 False
    renyi 0.996 False
    zcdp 1.0 True
    frozen 0.925 False
    """
    same_currency(charge, "persons")
    given = exact(delta, "delta", above=0, below=1)
    price = charge.price()
    rest = given - Fraction(price.delta, DELTA_UNITS)
    small = float(given)
    ledger = Promise(zcdp.epsilon_of(Fraction(price.rho, RHO_UNITS), rest), small) if rest > 0 else None
    return (
        Rule("basic", _basic(charge), True),
        _attempt("advanced", lambda: _advanced_composition(charge, given)),
        _attempt("renyi", lambda: Promise(renyi.epsilon_of(charge, given), small)),
        Rule("zcdp", ledger, True),
        _attempt("frozen", lambda: Promise(float(frozen.epsilon_of(charge, given)), small)),
    )


def _basic(charge: Charge) -> Promise | None:
    total = plain_sum(charge)
    if total is None or total[1] >= 1:
        return None
    return Promise(up(total[0]), up(total[1]))


def _advanced_composition(charge: Charge, delta: Fraction) -> Promise | None:
    """The classic theorem is about one kind of release, repeated."""
    counts = leaves_of(charge)
    if len(counts) != 1:
        return None
    ((part, times),) = counts.items()
    pure = part.pure()
    if isinstance(part, Approx):
        epsilon, each = part.epsilon, part.delta
    elif pure is not None:
        epsilon, each = Fraction(pure, EPSILON_UNITS), Fraction(0)
    else:
        return None
    slack = delta - each * times
    if slack <= 0 or epsilon <= 0:
        return None
    total = composition.advanced_composition(epsilon, each, times, slack)
    return Promise(up(total.epsilon), up(total.delta))


def _attempt(name: RuleName, compute: Callable[[], Promise | None]) -> Rule:
    """A rule for frozen plans that refuses this one says why; the others still answer."""
    try:
        return Rule(name, compute(), False)
    except frozen.ExtraMissing as error:
        return Rule(name, None, False, str(error), "accounting")
    except EpsilogError as error:
        return Rule(name, None, False, str(error))
