"""A request that may be paid for: checked against its account, planned, its mechanisms built. No data touched."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Self

from epsilog.core.grid import MOST_CELLS
from epsilog.core.ledger import Receipt
from epsilog.errors import EpsilogError, PrivacyError, SpecError
from epsilog.ledger import Ledger
from epsilog.pay.paid import Priced
from epsilog.pay.trial import try_plan
from epsilog.plan.planned_question import fix_time_column
from epsilog.plan.planner import plan as planned
from epsilog.plan.stored import read_plan
from epsilog.registry.draws import mechanism_of
from epsilog.registry.finds import FINDS
from epsilog.roles.drawn import TableMechanism
from epsilog.roles.plan import Plan
from epsilog.roles.spec import Spec


def refuse_live(spec: Spec) -> None:
    """A spec that says `stream` is for a live series: as a release it would take its name and its budget."""
    if spec.stream is not None:
        raise SpecError(
            "this is the spec of a live series, which cannot be published all at once",
            where="stream",
            hint="epsilog stream run SPEC; for a release leave `stream` out",
        )
    if any(query.during is not None and query.during.is_endless for query in spec.publish):
        raise SpecError(
            "a release has a last day", where="during.to", hint="to: 2026-12-31; `never` is for streams"
        )


@dataclass(frozen=True)
class Request:
    """A plan, and a mechanism for each of its draws."""

    plan: Plan
    mechanisms: tuple[TableMechanism, ...]

    @classmethod
    def of(cls, spec: Spec, ledger: Ledger) -> Self:
        """Plan a spec under the terms of its account, or refuse."""
        terms = ledger.account(spec.spend.account).terms
        terms.must_match(spec.protect.unit, spec.protect.zone)
        plan = planned(spec, terms)
        mechanisms = cls._checked(plan)
        for finder in FINDS.values():
            finder.check(plan)
        # Whatever a look tells, the second stage can be made: nothing is refused after data was opened.
        for option in plan.options:
            cls._checked(option)
        cost, share = plan.price, plan.share
        if cost.main > share.cap or cost.delta > share.cap_delta:
            raise PrivacyError("the plan costs more than its share", where="plan")
        numbers = sum(spec.publish[draw.query].grid().size for draw in plan.draws)
        if numbers > MOST_CELLS:
            raise SpecError(
                f"{numbers:,} numbers are too many; at most {MOST_CELLS:,}",
                where="publish",
                hint="fewer keys, longer ticks, or several releases",
            )
        try_plan(plan, mechanisms)
        return cls(plan, mechanisms)

    @staticmethod
    def _checked(plan: Plan) -> tuple[TableMechanism, ...]:
        if read_plan(plan.to_dict()).draws != plan.draws:
            # What a stored plan is read back as is derived from the spec alone. The noise must be for the same.
            raise PrivacyError("the plan's sensitivities are not those of its spec", where="plan")
        return tuple(mechanism_of(draw) for draw in plan.draws)

    def mechanisms_of(self, settled: Plan) -> tuple[TableMechanism, ...]:
        """The same mechanisms; where clamps were found, with grains of the length that was found."""
        if settled.draws == self.plan.draws:
            return self.mechanisms
        return tuple(mechanism_of(draw) for draw in settled.draws)

    def price_at(
        self, ledger: Ledger, make: Callable[[Receipt], bytes], quicker: EpsilogError | None = None
    ) -> Priced:
        """At its price, the column that tells the periods written down."""
        plan = self.plan
        fix_time_column(plan.spec, ledger, plan.blocks)
        return Priced(plan.charge, plan.share.coin, plan.blocks, make, quicker)
