"""The first stage of a release whose clamp or bins are not known: quantiles among public candidates.

A `PlannedEnds` draws, for each rank that is asked for, the stretch between two candidates that holds it, by the
exponential mechanism. It is planned, and paid together with everything else, before any data is opened; neither its
price nor that of the second stage depends on what it finds (docs/proofs/clamp.md).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final

from epsilog.accounting.rounds import epsilon_for
from epsilog.accounting.within import exponential_within
from epsilog.core import charge as charges
from epsilog.core.measure import Rows, contribution
from epsilog.core.number import exact, spell_number
from epsilog.errors import LedgerError, SpecError
from epsilog.roles.budget import Coin, Vector
from epsilog.roles.cut import Cut, cuts_of
from epsilog.roles.plan import Plan
from epsilog.roles.spec import Spec
from epsilog.roles.stage import Stage

CUTTING: Final = -2  # the `part` of a vector that finds ends or edges and is no measure of an entry
# A rank that is off by some rows moves a clamp little, and what is left pays for less noise: a round is worth a
# twenty-fifth of a count over the same rows.
_WORTH: Final = Fraction(1, 25)


@dataclass(frozen=True)
class PlannedEnds(Stage):
    """Cut number `number` of the spec: `parameter` is the epsilon of one rank.

    rows       the L1 norm by which one unit moves the histogram between the candidates
    """

    number: int
    parameter: Fraction
    rows: int
    shares: tuple[Fraction, ...]
    candidates: int

    @property
    def field(self) -> str:
        """Where a stored plan keeps it."""
        return "cuttings"

    @property
    def unsaid(self) -> tuple[str, str]:
        """What is not said before the search."""
        return "which ends it found", "which ends were found"

    def is_found(self, spec: Spec) -> bool:
        """Whether the spec has the ends."""
        return spec.places is not None

    @property
    def charge(self) -> charges.Repeated:
        """What it costs: a bounded range of epsilon for each rank."""
        return charges.Repeated(charges.BoundedRange(self.parameter), len(self.shares))

    def off(self, confidence: Fraction) -> Fraction:
        """How many rows any of the ranks is off at most, as often as stated for all of them together.

        As `Quantile.rows_off`: the rate of a draw, and a distance in parts of a row.
        """
        miss = (1 - exact(confidence, "confidence", above=0, below=1)) / len(self.shares)
        found = []
        for share in self.shares:
            above, parts = share.as_integer_ratio()
            rate = self.parameter / (2 * self.rows * max(above, parts - above))
            found.append(Fraction(exponential_within(rate, self.candidates, miss), parts))
        return max(found)

    def to_dict(self) -> dict[str, Any]:
        """As it is stored; the rest follows from the spec."""
        return {"cut": self.number, "parameter": spell_number(self.parameter)}


def all_planned_ends(plan: Plan) -> tuple[PlannedEnds, ...]:
    """The searches of a plan for clamps and bins."""
    return tuple(one for one in plan.stages if isinstance(one, PlannedEnds))


def planned_ends(spec: Spec, number: int, parameter: Fraction) -> PlannedEnds:
    """The stage of one cut, with what one unit may do to it derived from the spec."""
    cut = spec.cuts()[number]
    moved = contribution(cut.measure, cut.grid, spec.protect.unit, spec.bound).sensitivity
    return PlannedEnds(number, parameter, moved.l1, cut.shares, cut.grid.size)


def planned_ends_from(spec: Spec, record: Mapping[str, Any]) -> PlannedEnds:
    """Read it back."""
    if type(record["cut"]) is not int or record["cut"] < 0:
        raise LedgerError("a stored plan cannot be read", where="plan")
    return planned_ends(spec, record["cut"], exact(record["parameter"], "parameter", above=0))


def planned_ends_for(spec: Spec, number: int, units: int, coin: Coin) -> PlannedEnds:
    """The sharpest ranks that so many units pay for."""
    rounds = len(spec.cuts()[number].shares)
    try:
        return planned_ends(spec, number, epsilon_for(units, rounds, coin))
    except SpecError as error:
        raise SpecError(error.what, where="spend.epsilon", hint=error.hint) from None


def cut_with(cuts: Sequence[Cut], cuttings: Sequence[PlannedEnds]) -> list[tuple[Cut, PlannedEnds]]:
    """Each cut with its stage; a plan that does not make each of them once cannot be read."""
    if [one.number for one in cuttings] != list(range(len(cuts))):
        raise LedgerError("a stored plan does not find every unknown end once", where="plan")
    return list(zip(cuts, cuttings, strict=True))


class EndsSearcher:
    """Ranks of rows that make a clamp or bins."""

    @property
    def part(self) -> int:
        """That of a vector that finds ends or edges."""
        return CUTTING

    def vectors(self, spec: Spec) -> tuple[Vector, ...]:
        """What finding ends and edges takes part with when a budget is divided."""
        found = []
        for cut in spec.cuts():
            entries = [at for at, query in enumerate(spec.publish) if cut in cuts_of(query)]
            weight = max(spec.publish[at].weight for at in entries) * len(cut.shares) * _WORTH
            moved = contribution(cut.measure, cut.grid, spec.protect.unit, spec.bound)
            found.append(Vector(entries[0], CUTTING, cut.measure, moved, "auto", weight))
        return tuple(found)

    def planned(self, spec: Spec, parts: Sequence[int], coin: Coin) -> tuple[PlannedEnds, ...]:
        """The sharpest ranks for these parts."""
        return tuple(planned_ends_for(spec, number, part, coin) for number, part in enumerate(parts))

    def named(self, spec: Spec, vector: Vector) -> str:
        """The column whose ends are found."""
        return (vector.measure.of if isinstance(vector.measure, Rows) else "") or ""

    def refuse_errors(self, spec: Spec) -> None:
        """A clamp must be paid for by an epsilon."""
        if spec.cuts():
            raise SpecError(
                "unknown ends are found for an epsilon, not for an error",
                where="spend.epsilon",
                hint="spend: {epsilon: 0.5, …}, and no `error`",
            )
