"""A choice among public candidates, in every group of a table: quantiles, and the top of a list."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from epsilog.core.grid import Bins
from epsilog.core.mechanism import RandomWords
from epsilog.kinds.choice.ask import choice_of
from epsilog.kinds.choice.plan import Pick
from epsilog.mechanisms.tables.grouped import GroupQuantiles, GroupTop
from epsilog.roles.drawn import Drawn, try_choice

_ROUNDS: Final = 3  # of a choice of several that are tried


class DrawChoice(Drawn[Pick, GroupQuantiles | GroupTop]):
    """Chosen once for every group; live there is none."""

    def mechanism(self, planned: Pick) -> GroupQuantiles | GroupTop:
        """Quantiles between public edges, or the top of a public list."""
        asked = choice_of(planned.entry)
        among = asked.candidates()
        if asked.at is not None and isinstance(among, Bins):
            return GroupQuantiles(asked.at, among.edges, planned.parameter, planned.reach, planned.groups)
        covers, groups = planned.contribution.sensitivity, planned.groups
        rounds, law, grain = planned.rounds, planned.law, planned.grain
        return GroupTop(rounds, planned.parameter, planned.reach, covers, groups, among.size, law, grain)

    def trial(self, planned: Pick, mechanism: GroupQuantiles | GroupTop, rng: RandomWords) -> None:
        """One group of it: groups are drawn alike and apart."""
        if isinstance(mechanism, GroupQuantiles):
            one = replace(mechanism, groups=1)
            try_choice(one, len(one.edges) - 1, one.covers, one.grain, rng)
        else:
            top = replace(mechanism, groups=1, number=min(mechanism.number, _ROUNDS))
            try_choice(top, top.candidates, top.covers, top.grain, rng)
