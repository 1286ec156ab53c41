"""The first stage of a release with unknown keys: which keys are common enough to be published.

A `PlannedKeys` adds noise to the number of units that have a key and keeps the keys that reach a threshold. It
is planned, and paid together with everything else, before any data is opened; its price does not depend on what
it finds. The second stage publishes the table over the found keys with fresh noise, so its ranges hold as they are
(docs/proofs/threshold.md, section 5).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, Final, Literal

from epsilog.accounting.rare import UnitLaw, at_least, least_above
from epsilog.core import charge as charges
from epsilog.core.bounded import Sensitivity
from epsilog.core.measure import Contribution, Persons
from epsilog.core.number import ceiling, exact, spell_number, whole
from epsilog.core.price import DELTA_UNITS
from epsilog.core.unknown import KeySearch, key_search_of, keys_of_one
from epsilog.errors import LedgerError, SpecError
from epsilog.roles.budget import Coin, LawName, Vector, charge_of, law_of, parameter_for
from epsilog.roles.plan import Plan
from epsilog.roles.spec import Spec
from epsilog.roles.stage import Stage

HIGHEST: Final = 2**60  # as in mechanisms/tables/threshold.py
FINDING: Final = -1  # the `part` of a vector that finds keys and is no measure of an entry


@dataclass(frozen=True)
class PlannedKeys(Stage):
    """Look number `look` of the spec: the law of its noise, and the noisy number of units from which a key shows.

    cells      how many counts one unit may move, by one each; of two units that change places, both together

    >>> find = PlannedKeys(0, "laplace", Fraction(2), 2, 30)
    >>> float(find.delta), find.shown(Fraction(1, 2)), find.shown(Fraction(95, 100))
    (6.27871817471e-07, 30, 35)
    """

    look: int
    law: Literal["laplace", "gaussian"]
    parameter: Fraction
    cells: int
    threshold: int

    @property
    def field(self) -> str:
        """Where a stored plan keeps it."""
        return "finds"

    @property
    def unsaid(self) -> tuple[str, str]:
        """What is not said before the search."""
        return "which keys it found", "which keys were found"

    def is_found(self, spec: Spec) -> bool:
        """Whether the spec has the keys."""
        return spec.found is not None

    @property
    def noise(self) -> UnitLaw:
        """The law of the noise on a number of units."""
        return law_of(self.law, self.parameter)

    @property
    def delta(self) -> Fraction:
        """An upper bound of the probability that any key of one unit alone shows."""
        return Fraction(ceiling(self.cells * at_least(self.noise, self.threshold - 1) * DELTA_UNITS), DELTA_UNITS)

    @property
    def charge(self) -> charges.Charge:
        """What it costs: the noise on `cells` counts, and the event that a key of one unit alone shows."""
        hidden = charges.Approx(Fraction(0), self.delta)
        return charge_of(self.law, self.parameter, Sensitivity.of_cells(self.cells)) + hidden

    def shown(self, chance: Fraction) -> int:
        """A key that so many units have shows with at least this probability, of one half or more.

        With `threshold` units it shows unless the noise is negative, so at least every other time.
        """
        if chance <= Fraction(1, 2):
            return self.threshold
        return self.threshold - 1 + least_above(self.noise, 1 - chance)

    def to_dict(self) -> dict[str, Any]:
        """As it is stored; `cells` follows from the spec."""
        stored = {"look": self.look, "law": self.law, "parameter": spell_number(self.parameter)}
        return {**stored, "threshold": self.threshold}


def find_from(spec: Spec, record: Mapping[str, Any]) -> PlannedKeys:
    """Read it back."""
    if record["law"] not in ("laplace", "gaussian") or type(record["look"]) is not int:
        raise LedgerError("an unknown law", where="plan")
    threshold = whole(record["threshold"], "threshold", at_least=2, at_most=HIGHEST)
    parameter = exact(record["parameter"], "parameter", above=0)
    return PlannedKeys(record["look"], record["law"], parameter, cells_of(spec), threshold)


def finds_of(plan: Plan) -> tuple[PlannedKeys, ...]:
    """The searches of a plan for unknown keys."""
    return tuple(one for one in plan.stages if isinstance(one, PlannedKeys))


def cells_of(spec: Spec) -> int:
    """How many counts of units one unit may move while keys are looked for."""
    unit = spec.protect.unit
    return keys_of_one(unit, spec.bound) * (1 if unit.neighbours == "add-remove" else 2)


def find_for(spec: Spec, look: int, units: int) -> PlannedKeys:
    """The search that shows most keys for its part of the budget: the law whose keys show from fewer units on."""
    cells = cells_of(spec)
    allowed = Fraction(spec.spend.events * DELTA_UNITS // len(spec.looks()), DELTA_UNITS)
    if not allowed:
        raise SpecError(
            "is too little: the books count in steps of 1e-18", where="spend.events", hint="events: 1e-9"
        )
    options = []
    laws: tuple[LawName, ...] = ("gaussian", "laplace")
    for law in laws:
        parameter = parameter_for(units, Sensitivity.of_cells(cells), law, "zcdp")
        blank = PlannedKeys(look, law, parameter, cells, 2)
        threshold = 1 + least_above(blank.noise, allowed / cells)
        if threshold <= HIGHEST:
            options.append(replace(blank, threshold=threshold))
    if not options:
        raise SpecError("no key could ever be found at this price", where="spend.epsilon", hint="spend more")
    return min(options, key=lambda one: (one.shown(Fraction(95, 100)), one.law))


def pair_searches(looks: Sequence[KeySearch], finds: Sequence[PlannedKeys]) -> list[tuple[KeySearch, PlannedKeys]]:
    """Each look with its search; a plan that does not search each of them once cannot be read."""
    if [find.look for find in finds] != list(range(len(looks))):
        raise LedgerError("a stored plan does not look for every unknown key once", where="plan")
    return list(zip(looks, finds, strict=True))


class KeysSearcher:
    """Keys that are common enough to be published."""

    @property
    def part(self) -> int:
        """That of a vector that finds keys."""
        return FINDING

    def vectors(self, spec: Spec) -> tuple[Vector, ...]:
        """What finding takes part with when a budget is divided: like a count of persons over the same keys."""
        found = []
        for look in spec.looks():
            entries = [at for at, query in enumerate(spec.publish) if key_search_of(query) == look]
            weight = max(spec.publish[at].weight for at in entries)
            one, cells = keys_of_one(spec.protect.unit, spec.bound), cells_of(spec)
            moved = Contribution(one, 1, one, 1, cells // one, Sensitivity.of_cells(cells))
            found.append(Vector(entries[0], FINDING, Persons(), moved, "auto", weight))
        return tuple(found)

    def planned(self, spec: Spec, parts: Sequence[int], coin: Coin) -> tuple[PlannedKeys, ...]:
        """The searches that show most keys for these parts; `purse_of` has refused pure epsilon."""
        return tuple(find_for(spec, look, part) for look, part in enumerate(parts))

    def named(self, spec: Spec, vector: Vector) -> str:
        """The column whose keys are found."""
        look = key_search_of(spec.publish[vector.query])
        return look.keys.column if look else ""

    def refuse_errors(self, spec: Spec) -> None:
        """Keys must be paid for by an epsilon."""
        if spec.looks():
            raise SpecError(
                "unknown keys are found for an epsilon, not for an error",
                where="spend.epsilon",
                hint="spend: {epsilon: 0.5, …}, and no `error`",
            )
