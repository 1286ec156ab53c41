"""The price of a plan whose every parameter was fixed before the first answer: privacy-loss distributions.

**A frozen plan only, never a filter.** If a later question, its noise, or whether it is asked at all may depend on
an earlier answer, these figures are wrong (docs/proofs/composition.md has an example that exceeds its delta by
38 %). Then the filter's zCDP price holds, and nothing smaller.

Losses come from the dominating pairs of `dominating`; they are put on a grid no easier to bear, and composed by
dp-accounting (the extra `accounting`), whose convolution is written independently of ours. Records are never read
with dp-accounting's own codec, which imports and calls whatever a record names.

For a frozen plan the smallest of several valid bounds is valid: the distribution's, the reading of the zCDP price,
and the plain sum of epsilons and deltas. The quote says which one it is.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Literal

from epsilog.accounting import zcdp
from epsilog.accounting.loss import grids_of
from epsilog.accounting.promise import plain_sum
from epsilog.accounting.rounding import float_down, float_up
from epsilog.core.charge import Charge, known_kind
from epsilog.core.number import Number, exact
from epsilog.core.price import DELTA_UNITS, RHO_UNITS
from epsilog.errors import SpecError

# What floats and Fourier transforms may have lost; no figure from a distribution is trusted below it. Raising a
# transform to the n-th power multiplies the relative error of each coefficient (a few units in the last place, and
# as many of its phase) by n. A tail sum then errs by at most n · 5e-16 · sqrt(cells · sum of squared masses), and
# that root stays below 25: so the absolute part grows with the number of releases. docs/proofs/composition.md §5.
_RELATIVE = Fraction(1, 10**6)
_ABSOLUTE = Fraction(1, 10**12)
_PER_RELEASE = Fraction(2, 10**14)
_MOST_RELEASES = 10**7
_LEAST_DELTA = Fraction(1, 10**100)  # below it the conversion does not go


class ExtraMissing(SpecError):
    """The extra `accounting` is not installed; with it the same call works."""


@dataclass(frozen=True)
class Quote:
    """A bound for a frozen plan, and where it comes from.

    `value` is the smallest of `distribution`, `zcdp` and `sum`, and `bound` names it; infinity (for a delta: 1)
    means that a rule says nothing. `pairs` says which dominating pairs stand behind the distribution.
    """

    value: float
    bound: Literal["distribution", "zcdp", "sum"]
    distribution: float
    zcdp: float
    sum: float
    pairs: str

    def __float__(self) -> float:
        return self.value


def epsilon_of(charge: Charge, delta: Number) -> Quote:
    """The epsilon of a frozen plan at this delta, rounded up.

    >>> from epsilog.core.charge import Laplace, Pure
    >>> quote = epsilon_of(Pure("0.01") * 487, 1e-6)
    >>> quote.bound, round(quote.value, 3), round(quote.zcdp, 3), quote.sum
    ('distribution', 0.925, 1.0, 4.87)
    >>> quote = epsilon_of(Laplace(scale=20, l1=20, l2_squared=20), 1e-6)
    >>> quote.bound, quote.value, round(quote.distribution, 3)
    ('sum', 1.0, 1.014)
    """
    chance = exact(delta, "delta", at_least="1e-100", below=1)
    composed, pairs, slack = _compose(charge)
    price = charge.price()
    left = chance - Fraction(price.delta, DELTA_UNITS)
    ledger = zcdp.epsilon_of(Fraction(price.rho, RHO_UNITS), left) if left >= _LEAST_DELTA else math.inf
    trusted = chance * (1 - _RELATIVE) - slack
    found = math.inf
    if trusted > 0:
        found = float(composed.get_epsilon_for_delta(float_down(trusted)))
        if not found >= 0:  # also catches NaN: nothing is ever cheaper because a calculator failed
            found = math.inf
    # The oracle searches on its grid in floats; one part in 10^9 covers its last step.
    found = float_up(Fraction(found) * (1 + Fraction(1, 10**9))) if found < math.inf else found
    added = plain_sum(charge)
    total = float_up(added[0]) if added is not None and added[1] <= chance else math.inf
    return _smallest(found, ledger, total, pairs)


def delta_of(charge: Charge, epsilon: Number) -> Quote:
    """The delta of a frozen plan at this epsilon, rounded up.

    >>> from epsilog.core.charge import Gaussian, Pure
    >>> quote = delta_of(Gaussian(16, 1, "continuous"), 1)
    >>> quote.bound, f"{quote.value:.3e}", f"{quote.zcdp:.3e}"
    ('distribution', '2.924e-06', '1.225e-05')
    >>> delta_of(Pure("0.1") * 10, 1).value
    0.0
    """
    promise = exact(epsilon, "epsilon", at_least=0, at_most=10**6)
    composed, pairs, slack = _compose(charge)
    price = charge.price()
    events = Fraction(price.delta, DELTA_UNITS)
    ledger = float_up(Fraction(zcdp.delta_of(Fraction(price.rho, RHO_UNITS), promise)) + events)
    found = float(composed.get_delta_for_epsilon(float_down(promise)))
    if not 0 <= found <= 2:
        found = 1.0
    found = float_up(Fraction(found) * (1 + _RELATIVE) + slack)
    added = plain_sum(charge)
    total = float_up(added[1]) if added is not None and added[0] <= promise else 1.0
    return _smallest(min(found, 1.0), min(ledger, 1.0), min(total, 1.0), pairs)


def _smallest(distribution: float, ledger: float, total: float, pairs: str) -> Quote:
    value = min(distribution, ledger, total)
    bound: Literal["distribution", "zcdp", "sum"]
    # Where two agree the simpler reason is given.
    bound = "sum" if total == value else "zcdp" if ledger == value else "distribution"
    return Quote(value, bound, distribution, ledger, total, pairs)


def _compose(charge: Charge) -> tuple[Any, str, Fraction]:
    """The composed distribution, the pairs behind it, and what its arithmetic may have lost of a delta."""
    pmf_room, distribution_room = _dp_accounting()
    known_kind(charge)
    releases = sum(times for _, times in charge.parts())
    if releases > _MOST_RELEASES:
        raise SpecError(
            f"a frozen plan of more than {_MOST_RELEASES} releases", where="charge", hint="use the zCDP price"
        )
    total: Any = None
    names: list[str] = []
    powers = 0
    for grid, times, name in grids_of(charge):
        # Whatever mass rounding lost is treated as lost for good.
        missing = max(0.0, 1.0 - float(grid.mass.sum()) - grid.infinite)
        pmf = pmf_room.DensePLDPmf(grid.step, grid.first, grid.mass, grid.infinite + missing, True)
        part = distribution_room.PrivacyLossDistribution(pmf)
        part = part.self_compose(times) if times > 1 else part
        total = part if total is None else total.compose(part)
        names.append(name)
        powers += times
    return total, " + ".join(dict.fromkeys(names)), _ABSOLUTE + _PER_RELEASE * powers


def _dp_accounting() -> tuple[Any, Any]:
    try:
        from dp_accounting.pld import pld_pmf, privacy_loss_distribution
    except ImportError:
        raise ExtraMissing(
            "frozen plans need dp-accounting, which is not installed",
            where="accounting",
            hint="pip install 'epsilog[accounting]', or use the zCDP price",
        ) from None
    return pld_pmf, privacy_loss_distribution
