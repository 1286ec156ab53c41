"""The first stage of a release that chooses its bound by a paid look at how busy units are.

A `PlannedSearch` adds noise to the numbers of units by rows and cells. Which bound is then taken follows from
the noisy numbers alone. What is left of the share pays for the second stage under any of the bounds: its noise
is made for the bound, and its price is `rest` for all of them. So neither price depends on the data
(docs/proofs/look.md)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, Final, Literal

from epsilog.core import charge as charges
from epsilog.core.bounded import Sensitivity
from epsilog.core.bounds import Bounds, BoundSearch, moved_by_one
from epsilog.core.law import Noise
from epsilog.core.number import exact, spell_number, whole
from epsilog.core.price import EPSILON_UNITS, RHO_UNITS
from epsilog.errors import LedgerError, SpecError
from epsilog.roles.budget import Coin, charge_of, law_of, parameter_for
from epsilog.roles.plan import Plan
from epsilog.roles.spec import Spec

Counts = tuple[tuple[int, ...], ...]
_HEAPS: Final = (1, 2, 4, 8, 16, 32, 64)


@dataclass(frozen=True)
class PlannedSearch:
    """How a request looks at its units: the law of the noise, and what is kept for the second stage.

    covers     what one unit may do to the histograms of all tables together
    rest       what the second stage costs, whatever was found; in units of the currency
    counts     the noisy numbers of units, one tuple for each table; None before the look
    """

    law: Literal["laplace", "gaussian"]
    parameter: Fraction
    covers: Sensitivity
    rest: int
    counts: Counts | None = None

    @property
    def field(self) -> str:
        """Where a stored plan keeps it."""
        return "look"

    @property
    def unsaid(self) -> tuple[str, str]:
        """What is not said before the look."""
        return "what its search found", "what the search found"

    def is_found(self, spec: Spec) -> bool:
        """Whether it was taken."""
        return self.counts is not None

    @property
    def charge(self) -> charges.Laplace | charges.Gaussian:
        """What the look costs."""
        return charge_of(self.law, self.parameter, self.covers)

    @property
    def afterwards(self) -> charges.Pure | charges.Gaussian:
        """What the second stage costs under whichever bound."""
        if self.law == "laplace":
            return charges.Pure(Fraction(self.rest, EPSILON_UNITS))
        # An even norm: a charge of norm 1 would be taken for one number, whose own law is known better.
        return charges.Gaussian(Fraction(RHO_UNITS, self.rest), 2)

    @property
    def noise(self) -> Noise:
        """The law of the noise on a number of units."""
        return Noise(law_of(self.law, self.parameter), Fraction(1))

    def pays_for(self, drawn: Sequence[charges.Charge]) -> bool:
        """Whether the vectors of a second stage cost no more than is kept for it: exactly, not in rounded units."""
        total = Fraction(0)
        for one in drawn:
            if self.law == "laplace" and isinstance(one, charges.Laplace):
                total += Fraction(one.l1) / one.scale * EPSILON_UNITS
            elif self.law == "gaussian" and isinstance(one, charges.Gaussian):
                total += one.l2_squared / (2 * one.sigma_squared) * RHO_UNITS
            else:
                return False
        return total <= self.rest

    def seen(self, counts: Counts) -> PlannedSearch:
        """The same look, once it was taken."""
        return replace(self, counts=counts)

    def to_dict(self) -> dict[str, Any]:
        """As it is stored; `covers` follows from the spec."""
        stored: dict[str, Any] = {"law": self.law, "parameter": spell_number(self.parameter), "rest": self.rest}
        return stored if self.counts is None else {**stored, "counts": [list(table) for table in self.counts]}


def search_of(plan: Plan) -> PlannedSearch | None:
    """The look of a plan, if it has one."""
    return next((one for one in plan.stages if isinstance(one, PlannedSearch)), None)


def search_reach(spec: Spec) -> Sensitivity:
    """What one unit may do to all histograms together: one bin of each, or two under replace."""
    one, tables = moved_by_one(spec.protect.unit), len(spec.crowds())
    return Sensitivity(tables * one.l1, tables * one.l2_squared)


def search_for(spec: Spec, cap: int, coin: Coin) -> PlannedSearch:
    """The look that its share of so many units pays for."""
    glance = spec.bound.choose
    assert isinstance(glance, BoundSearch)
    part = int(cap * glance.share)
    if part < 1 or cap - part < 1:
        raise SpecError("too little to pay for a look", where="spend.epsilon", hint="spend more, or say the bound")
    law: Literal["laplace", "gaussian"] = "laplace" if coin == "pure" else "gaussian"
    return PlannedSearch(law, parameter_for(part, search_reach(spec), law, coin), search_reach(spec), cap - part)


def search_from(spec: Spec, record: Mapping[str, Any] | None) -> PlannedSearch | None:
    """Read it back; a request with a look has one and any other has none."""
    if (record is None) != (not spec.crowds()):
        raise LedgerError("a stored plan does not look at what its request says", where="plan")
    if record is None:
        return None
    if record["law"] not in ("laplace", "gaussian"):
        raise LedgerError("an unknown law", where="plan")
    rest = whole(record["rest"], "rest", at_least=1)
    found = PlannedSearch(record["law"], exact(record["parameter"], "parameter", above=0), search_reach(spec), rest)
    if "counts" not in record:
        return found
    counts = tuple(tuple(table) for table in record["counts"])
    sizes = [crowd.size for crowd in spec.crowds()]
    if [len(table) for table in counts] != sizes or any(type(one) is not int for one in sum(counts, ())):
        raise LedgerError("a stored plan has other counts than its request asks for", where="plan")
    return found.seen(counts)


def bounds_tried(spec: Spec) -> tuple[Bounds, ...]:
    """Every bound that a look may choose: rows in all and in a cell, and lengths; fixed by the request."""
    glance = spec.bound.choose
    assert isinstance(glance, BoundSearch)
    largest = max(query.grid().size for query in spec.publish)
    several, before = largest > 1, 0
    found = []
    for rows in glance.steps:
        # Where the rows of all cells together are fewer, the bound before says the same.
        heaps = [heap for heap in _HEAPS if heap < rows and before < heap * largest] if several else []
        found += [Bounds(rows=rows, rows_per_cell=heap) for heap in heaps]
        found.append(Bounds(rows=rows))
        before = rows
    # A length of so many rows, and one between it and the next: about the root of two apart.
    found += [Bounds(norm=Fraction(step)) for step in glance.steps] if several else []
    return tuple(found)
