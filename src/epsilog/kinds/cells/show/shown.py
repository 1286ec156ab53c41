"""What counts, sums and histograms show, with or without levels above their cells."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any, Final

import numpy as np

from epsilog.kinds.cells.show.levels import COLUMNS, hierarchy_columns, hierarchy_record, split_by_level
from epsilog.kinds.cells.words.levels import levels_lines
from epsilog.postprocess.ranges import Integers
from epsilog.roles.column import Words
from epsilog.roles.noisy_shown import NoisyShown, named_margins
from epsilog.roles.plan import Plan
from epsilog.roles.planned import Draw
from epsilog.roles.query import Query
from epsilog.roles.shown import Columns, Rows, asked_of
from epsilog.roles.smooth_columns import SMOOTHED
from epsilog.roles.table import Table, tidied_as
from epsilog.roles.telling import Told


class CellsShown(NoisyShown):
    """Plain noise; a hierarchy has a vector, a margin and a record for each level."""

    @property
    def own(self) -> tuple[str, ...]:
        """Those of a hierarchy and of a smoothed series."""
        return (*COLUMNS, *SMOOTHED)

    def columns(self, plan: Plan, planned: Sequence[Draw], vectors: Sequence[Integers]) -> Columns:
        """Of a hierarchy the cells first, then each level upwards."""
        query = asked_of(plan, planned)
        if not query.levels:
            return super().columns(plan, planned, vectors)
        whole = tidied_as(query, plan.spec.tidy).whole
        return hierarchy_columns(plan.spec, query, planned, vectors, whole=whole)

    def read(self, planned: Sequence[Draw], rows: Rows, table: Table) -> list[Integers]:
        """Of a hierarchy level by level."""
        if "level" not in table.names:
            return super().read(planned, rows, table)
        place, level = table.names.index("raw"), table.column("level")
        assert isinstance(level, Words)
        column = table.figures("raw")
        whole = np.array([column.read(row[place]) for row in rows[1:]], dtype=np.int64)
        return split_by_level(whole, np.bincount(level.codes).tolist())

    def notes(self, told: Told, planned: Sequence[Draw]) -> list[str]:
        """Which number of a hierarchy is which."""
        query = asked_of(told.plan, planned)
        if not query.levels:
            return []
        return levels_lines(told, query, planned, whole=tidied_as(query, told.spec.tidy).whole)

    def card(self, plan: Plan, planned: Sequence[Draw]) -> dict[str, Any]:
        """And the levels."""
        query, said = asked_of(plan, planned), super().card(plan, planned)
        if not query.levels:
            return said
        return {**said, "hierarchy": hierarchy_record(query, whole=tidied_as(query, plan.spec.tidy).whole)}

    def margins(self, query: Query, planned: Sequence[Draw], confidence: Fraction) -> dict[str, str]:
        """One for each level."""
        return named_margins(query.level_names() or ("value",), planned, confidence)

    def drawn(self, query: Query, draw: Draw) -> dict[str, Any]:
        """And the level it is of."""
        level = {"level": query.level_names()[draw.part]} if query.levels else {}
        return {**level, **super().drawn(query, draw)}


CELLS: Final = CellsShown()
