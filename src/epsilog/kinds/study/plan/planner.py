"""Plan what statistics are read off: tables of counts, and bins of time for the noise they get."""

from __future__ import annotations

from epsilog.kinds.study.plan.bins import bins_for, why_bins
from epsilog.kinds.study.plan.noise import refuse_drowned
from epsilog.roles.noisy import NoisyPlanner
from epsilog.roles.plan import Plan
from epsilog.roles.planned import Remark
from epsilog.roles.spec import Spec


class StudyPlanner(NoisyPlanner):
    """Noise on every cell; a survival entry that names no bins and says `expect` gets as many as suit that."""

    def settle(self, spec: Spec, plan: Plan) -> Spec:
        """The request with bins of time for the noise it found."""
        bins = bins_for(plan)
        return spec.binned(bins) if bins else spec

    def why_settled(self, plan: Plan) -> list[Remark]:
        """Why an entry has so many bins."""
        return why_bins(plan)

    def refuse(self, plan: Plan) -> None:
        """Statistics under noise that no population could be seen through."""
        refuse_drowned(plan)
