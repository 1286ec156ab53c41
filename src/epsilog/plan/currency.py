"""What a planned release would be in the other currency. Advice, never a price, and never a choice made in silence.

Pure epsilon adds epsilons up; rho adds rhos up. A few small tables are sharper in the first, many releases or many
cells in the second. An account with a delta can be turned (docs/proofs/turning.md), so the very same request is
planned in its other currency, and both are said: the errors, and how many such releases fit. An account of
delta = 0 is compared with one that would have a delta. A release that closes the way to the other currency says so
before it is paid for, and turning is offered only where the ledger would turn the account now: both are asked of
the code that turns. Everything here is public: the plan, the terms, the charges booked so far.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from fractions import Fraction
from statistics import NormalDist
from typing import TYPE_CHECKING, Final

from epsilog.accounting.allowance import Allowance
from epsilog.errors import EpsilogError, PolicyError, PrivacyError
from epsilog.ledger.terms import Terms
from epsilog.ledger.turning import Booking, Leg
from epsilog.plan.planner import margin, plan
from epsilog.roles.plan import Plan
from epsilog.roles.planned import Draw, Remark

if TYPE_CHECKING:
    from epsilog.ledger import Ledger

USUAL_DELTA: Final = Fraction(1, 10**6)  # what a pure account is compared at
_WORTH_SAYING: Final = 1.25  # errors are compared by their widths alone, so a near tie says nothing


@dataclass(frozen=True)
class Currency:
    """The better currency for releases like a planned one: its delta, and how many fit there and here."""

    delta: Fraction
    there: int
    here: int


@dataclass(frozen=True)
class OtherLeg:
    """The same request paid in the other currency of its account.

    leg      pure or rho
    errors   of each entry: its name, the margin there and the margin here, where they differ
    there    how many such releases fit into the account when it is new, there and `here`
    """

    leg: Leg
    errors: tuple[tuple[str, float, float], ...]
    there: int
    here: int


def other_leg(made: Plan, terms: Terms, cap: int | None = None) -> OtherLeg | None:
    """The same request in the other currency of an account that can be turned; None where nothing is gained there.

    `cap` is what a department or a project has of the account, in units of its currency now. Nothing is said where
    something is found first or told as a series: planning those twice takes long.
    """
    allowance = terms.allowance
    if not allowance.turns or not _is_plain(made):
        return None
    turned = allowance.turned("pure" if _other(allowance) == "pure" else "zcdp")
    try:
        other = plan(made.spec, replace(terms, allowance=turned))
        pairs = [(margin(other, at), margin(made, at)) for at in range(len(made.spec.publish))]
    except EpsilogError:
        return None  # it cannot be asked there: with this law, or for so little
    own = allowance.cap if cap is None else cap
    there, here = own * turned.cap // allowance.cap // other.price.main, own // made.price.main
    names = [query.name for query in made.spec.publish]
    errors = tuple((name, *pair) for name, pair in zip(names, pairs, strict=True) if pair[0] != pair[1])
    if there <= here and not any(more < less for _, more, less in errors):
        return None
    return OtherLeg(_other(allowance), errors, there, here)


def can_turn(ledger: Ledger, account: str, after: Booking | None = None) -> bool:
    """Whether the tree of an account could be turned to its other currency now, or once that release is booked."""
    found = ledger.account(account)
    allowance = found.terms.allowance
    if not allowance.turns:
        return False
    try:
        ledger.try_turn(_root(ledger, account), _other(allowance), after=after)
    except (PrivacyError, PolicyError):
        return False
    return True


def closes(made: Plan, ledger: Ledger) -> Leg | None:
    """The other currency of the account, if it could be turned now and could not once this release is booked."""
    account = made.spec.spend.account
    if ledger.find(account, made.spec.key) is not None or not can_turn(ledger, account):
        return None  # what is known by its key is booked, or was
    if can_turn(ledger, account, Booking(account, made.charge, tuple(made.blocks))):
        return None
    return _other(ledger.account(account).terms.allowance)


def warn_of_closing(made: Plan, ledger: Ledger) -> Plan:
    """The plan, warning first if its release closes the way to the other currency; it says how to keep it."""
    leg = closes(made, ledger)
    if leg is None:
        return made
    kind = "none" if leg == "pure" and made.charge.pure() is None else leg
    said = (("account", _root(ledger, made.spec.spend.account)),)
    return replace(made, warnings=(Remark(f"plan.warn.closes.{kind}", said), *made.warnings))


def _other(allowance: Allowance) -> Leg:
    return "pure" if allowance.coin == "zcdp" else "rho"


def _root(ledger: Ledger, account: str) -> str:
    parents = {one.name: one.parent for one in ledger.accounts()}
    while (above := parents[account]) is not None:
        account = above
    return account


def better_currency(plan: Plan, allowance: Allowance) -> Currency | None:
    """An account with a delta, where clearly more releases like this would fit into the same epsilon; else None.

    Only noisy tables have a twin of the same error under the other law. Where something is chosen, found, drawn
    together or told as a series, nothing is said.
    """
    if allowance.coin != "pure" or allowance.turns or not _is_plain(plan):
        return None
    if any(query.ask.together for query in plan.spec.publish):
        return None
    cap = Allowance.approximate(allowance.epsilon, USUAL_DELTA).cap / 1e12
    there = cap / sum(_rho(draw, plan.spec.confidence) for draw in plan.draws if isinstance(draw, Draw))
    here = allowance.cap / plan.price.main
    if there < _WORTH_SAYING * here or int(there) <= int(here):
        return None
    return Currency(USUAL_DELTA, int(there), int(here))


def _is_plain(plan: Plan) -> bool:
    """Whether all of it is noisy tables."""
    return not plan.stages and all(isinstance(draw, Draw) for draw in plan.draws)


def _width(draw: Draw, confidence: Fraction) -> float:
    """Half of a range, in grains, by the continuous law: good enough to compare two laws by."""
    if draw.law == "laplace":
        return float(draw.parameter) * -math.log(float(1 - confidence))
    return math.sqrt(draw.parameter) * _normal(confidence)


def _normal(confidence: Fraction) -> float:
    return NormalDist().inv_cdf(float(1 + confidence) / 2)


def _rho(draw: Draw, confidence: Fraction) -> float:
    """What Gaussian noise of the same width costs in rho."""
    deviation = _width(draw, confidence) / _normal(confidence)
    return draw.contribution.sensitivity.l2_squared / (2 * deviation**2)
