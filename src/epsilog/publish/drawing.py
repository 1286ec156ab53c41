"""The draws of a release: one mechanism per vector, built from the plan and from nothing else."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from epsilog.core.bounded import Bounded
from epsilog.core.grid import Bins
from epsilog.core.mechanism import RandomWords
from epsilog.errors import PrivacyError, SensitivityExceeded
from epsilog.kinds.alert.plan.planned import AlertDraw
from epsilog.kinds.cells.show.levels import rolled_up
from epsilog.kinds.choice.plan.pick import Pick
from epsilog.kinds.repeat.draw.mechanism import RepeatTable
from epsilog.kinds.repeat.draw.spells import SpellTable
from epsilog.kinds.repeat.plan.planned import RepeatDraw
from epsilog.kinds.repeat.plan.spells import SpellDraw
from epsilog.kinds.series.draw.mechanism import AlertTable, SeriesTable
from epsilog.kinds.series.draw.radius import RadiusTable
from epsilog.kinds.series.plan.planned import SeriesDraw
from epsilog.kinds.series.plan.radius import RadiusDraw
from epsilog.mechanisms.tables.gaussian import Gaussian
from epsilog.mechanisms.tables.grouped import GroupQuantiles, GroupTop
from epsilog.mechanisms.tables.laplace import Laplace
from epsilog.roles.plan import Plan
from epsilog.roles.planned import Draw, Planned

TableMechanism = (
    Laplace
    | Gaussian
    | GroupQuantiles
    | GroupTop
    | SeriesTable
    | AlertTable
    | RepeatTable
    | SpellTable
    | RadiusTable
)


def mechanism_of(draw: Planned) -> TableMechanism:
    """The mechanism a plan stands for: it covers what the plan says a unit may do, and costs what the plan says."""
    covers = draw.contribution.sensitivity
    mechanism: TableMechanism
    if isinstance(draw, Pick):
        mechanism = choice_of(draw)
    elif isinstance(draw, RadiusDraw):
        mechanism = RadiusTable.of(draw)
    elif isinstance(draw, SeriesDraw):
        mechanism = SeriesTable.of(draw)
    elif isinstance(draw, AlertDraw):
        mechanism = AlertTable.of(draw)
    elif isinstance(draw, SpellDraw):
        mechanism = SpellTable.of(draw)
    elif isinstance(draw, RepeatDraw):
        mechanism = RepeatTable.of(draw)
    elif isinstance(draw, Draw):
        mechanism = (Laplace if draw.law == "laplace" else Gaussian)(draw.parameter, covers, draw.grain)
    else:
        raise PrivacyError("nothing can draw what was planned", where="plan")
    if mechanism.charge != draw.charge:
        raise PrivacyError("a mechanism costs another price than its plan says", where="plan")
    return mechanism


def choice_of(pick: Pick) -> GroupQuantiles | GroupTop:
    """The mechanism of a choice."""
    among = pick.entry.candidates()
    if pick.entry.at is not None and isinstance(among, Bins):
        return GroupQuantiles(pick.entry.at, among.edges, pick.parameter, pick.reach, pick.groups)
    covers = pick.contribution.sensitivity
    return GroupTop(pick.rounds, pick.parameter, pick.reach, covers, pick.groups, among.size, pick.law, pick.grain)


def draw_all(
    mechanisms: Sequence[TableMechanism], plan: Plan, exact: Sequence[Sequence[Bounded]], rng: RandomWords
) -> tuple[NDArray[np.int64], ...]:
    """Noisy grains (or the numbers of candidates) for every draw of the plan, each drawn once.

    Each mechanism refuses what it does not cover; a table of another size than the grid's is refused here, because
    the number of cells is public and must not come from the data. Nothing is drawn unless everything fits.
    """
    tables = []
    for draw in plan.draws:
        query = plan.spec.publish[draw.query]
        cells = exact[draw.query][0 if query.levels else draw.part]
        if cells.values.size != query.grid().size:
            raise SensitivityExceeded("the source answered with another number of cells", where="source")
        if query.levels and draw.part:
            if not plan.draws_of(draw.query)[0].contribution.sensitivity.covers(cells.sensitivity):
                raise SensitivityExceeded("one unit may move the cells further than planned", where="source")
            cells = rolled_up(cells, query, draw.part, draw.contribution)
        tables.append(cells)
    return tuple(mechanism.grains(table, rng) for mechanism, table in zip(mechanisms, tables, strict=True))
