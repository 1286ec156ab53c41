"""What several releases cost together: the classic rules, when they hold, and where they do not.

The ledger uses none of the (epsilon, delta) rules below: its filter adds prices in zCDP, which is never worse than
`advanced_composition`. They are here for teaching, for comparison and for accounts written in other people's terms.
Assumptions and proofs: docs/proofs/composition.md.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from epsilog.accounting.rounding import enclose, intervals, up_to, upper
from epsilog.core.charge import Charge, known_kind, same_currency
from epsilog.core.number import Number, exact, whole
from epsilog.core.price import EPSILON_UNITS, RHO_UNITS, Budget, Price
from epsilog.core.unit import Neighbours
from epsilog.errors import PrivacyError, SpecError


def basic(epsilon: Number, delta: Number = 0, times: int = 1) -> Budget:
    """Epsilons add, deltas add.

    >>> basic("0.05", 1e-8, 1440)
    Budget(epsilon=72, delta=9/625000)
    """
    each, count = Budget(epsilon, delta), whole(times, "times", at_least=1)
    return Budget(each.epsilon * count, _below_one(each.delta * count))


def advanced_composition(epsilon: Number, delta: Number = 0, times: int = 1, slack: Number = "1e-7") -> Budget:
    """Dwork, Rothblum and Vadhan: sqrt(2 T ln(1/slack)) epsilon + T epsilon (e^epsilon - 1), for an extra delta of slack.

    >>> year = advanced_composition("0.05", 1e-8, 1440, slack=1e-7)
    >>> round(float(year.epsilon), 2), float(year.delta)
    (14.46, 1.45e-05)
    """  # noqa: E501  (the formula is one line)
    each, count = Budget(epsilon, delta), whole(times, "times", at_least=1)
    extra = exact(slack, "slack", at_least="1e-100", below=1)
    e = enclose(each.epsilon)
    total = intervals.sqrt(-2 * count * intervals.log(enclose(extra))) * e + count * e * (intervals.exp(e) - 1)
    return Budget(up_to(upper(total), EPSILON_UNITS), _below_one(each.delta * count + extra))


def releases_within(total: Number, each: Number) -> int:
    """How many releases of pure epsilon fit into a total: floor(total/each).

    >>> releases_within(1, 0.01), releases_within(1, "0.3")
    (100, 3)
    """
    return int(exact(total, "total", above=0) / exact(each, "each", above=0))


def parallel(
    charges: Iterable[Charge],
    *,
    unit_in_one_block: bool,
    one_shot: bool,
    neighbours: Neighbours,
    growing: bool = False,
) -> Price:
    """The price of releases on disjoint blocks of the data: the dearest block, where that is true.

    It is true when a unit lies wholly in one block, every block is read once with fresh randomness, and neighbours
    differ by one unit more or less. All three are said by the caller; none has a default. On growing
    data deltas are added, because whoever chooses what comes next may choose the block with the weakest delta.

    >>> from epsilog.core.charge import Pure
    >>> said = {"one_shot": True, "neighbours": "add-remove"}
    >>> parallel([Pure(1), Pure(2)], unit_in_one_block=True, **said) == Pure(2).price()
    True
    >>> parallel([Pure(1), Pure(2)], unit_in_one_block=False, **said)
    Traceback (most recent call last):
        ...
    epsilog.errors.PrivacyError: unit_in_one_block: a unit that may occur in two blocks pays for both (hint: add the charges: a person's days are not disjoint people)
    """  # noqa: E501  (the message is one line)
    if unit_in_one_block is not True:
        raise PrivacyError(
            "a unit that may occur in two blocks pays for both",
            where="unit_in_one_block",
            hint="add the charges: a person's days are not disjoint people",
        )
    if one_shot is not True:
        raise PrivacyError(
            "a stream that carries state across blocks is charged to every block it may touch",
            where="one_shot",
            hint="add the charges, or close each block before it is read once",
        )
    if neighbours != "add-remove":
        raise PrivacyError(
            "a replaced unit may leave one block and enter another, so two blocks change",
            where="neighbours",
            hint="use add-remove neighbours, or add the charges",
        )
    prices: list[Price] = []
    for charge in charges:
        known_kind(charge)
        same_currency(charge, "persons")
        prices.append(charge.price())
    if not prices:
        raise SpecError("nothing was composed", where="charges")
    rho = max(price.rho for price in prices)
    deltas = [price.delta for price in prices]
    return Price(rho, max(deltas) if growing is False else sum(deltas))


def group(charge: Charge, size: int) -> Price:
    """What a group of that many units is promised: g² rho. Refused where the charge carries a delta.

    >>> from epsilog.core.charge import Gaussian
    >>> group(Gaussian(100, 1), 3) == Price(9 * Gaussian(100, 1).price().rho, 0)
    True
    """
    members = whole(size, "size", at_least=1)
    known_kind(charge)
    same_currency(charge, "persons")
    price = charge.price()
    if members > 1 and price.delta:
        raise PrivacyError(
            "approximate zCDP has no simple rule for groups",
            where="charge",
            hint="convert to (epsilon, delta) and use group_budget",
        )
    return Price(price.rho * members * members, price.delta)


def group_budget(budget: Budget, size: int) -> Budget:
    """(g epsilon, delta (e^(g epsilon) - 1)/(e^epsilon - 1)): what (epsilon, delta) promises to g units together.

    >>> group_budget(Budget("0.1"), 4)
    Budget(epsilon=2/5, delta=0)
    """
    members = whole(size, "size", at_least=1)
    total = budget.epsilon * members
    if budget.is_pure or total > 10**6:  # the second refuses before e^(g epsilon) is worked out
        return Budget(total)
    # 1 + e^epsilon + … is at most g e^((g-1) epsilon); the closed form loses its digits as epsilon falls to 0.
    growth = members * intervals.exp(enclose(total - budget.epsilon))
    if budget.epsilon > Fraction(1, 10**30):
        growth = (intervals.exp(enclose(total)) - 1) / (intervals.exp(enclose(budget.epsilon)) - 1)
    chance = up_to(upper(enclose(budget.delta) * growth), 10**18)
    return Budget(total, _below_one(chance))


def rho_of_group(rho: Number, size: int) -> Fraction:
    """g² rho.

    >>> rho_of_group("0.01", 4)
    Fraction(4, 25)
    """
    return up_to(exact(rho, "rho", at_least=0) * whole(size, "size", at_least=1) ** 2, RHO_UNITS)


def _below_one(delta: Fraction) -> Fraction:
    if delta >= 1:
        raise PrivacyError("the deltas add up to 1: nothing is promised", where="delta")
    return delta
