"""A unit's vector scaled down to a norm, as Ibis expressions; docs/proofs/bounding.md, section 2a, has the proof.

A unit with at most as many rows as the norm is long is short enough whatever its rows hold. So everybody is added
up as they are, in one look, and only the others are looked at one by one: their part is taken back, and what is
left of it after scaling is put in.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import ibis

from epsilog.core.measure import PER_ROW, Norm, Persons, Total, contribution
from epsilog.core.source import Tally
from epsilog.sources.bounding import clip_sum, union
from epsilog.sources.engine_functions import factorial, floor
from epsilog.sources.layout import OneReading, present_of


class Norming(OneReading):
    """The tallies of one reading, bounded by a norm."""

    def added(self, at: int) -> tuple[Any, Sequence[str]]:
        """The answers r0, r1, … of one tally by cell, and the names of the tables they are made of."""
        tally, layout = self._layout.tallies[at], self._layout
        block = layout.block_of(tally)
        who = ["id"] if block is None else ["id", block]
        # Nobody in particular is no unit: a row without an id counts nowhere.
        rows = self._rows.filter(*(self._rows[column].notnull() for column in (*who, f"c{at}")))
        many, longer = f"many rows {at}", f"cells of many rows {at}"
        found = rows.group_by(*who).agg(n=rows.count())
        found = found.filter(found.n > math.floor(self._bounds.norm or 0))
        self._engine.keep(many, found.select(*who, key=ibis.row_number()))
        schema = {name: rows.schema()[name] for name in who} | {"key": "int64"}
        joined = rows.inner_join(ibis.table(schema, name=many), who)
        parts = range(len(tally.measures))
        vectors = joined.group_by("key", cell=joined[f"c{at}"]).agg(**self._vectors(joined, tally, apart=True))
        self._engine.keep(longer, vectors)
        # For Ibis; the engine keeps as many bits as it needs.
        kept = ibis.table({"key": "int64", "cell": "int32"} | {f"v{part}": "int64" for part in parts}, name=longer)
        all_rows = rows.group_by(cell=rows[f"c{at}"]).agg(**self._vectors(rows, tally, apart=False))
        both = union([all_rows, self._corrections(kept, self._norms(tally))])
        answers = {f"r{part}": clip_sum(both[f"v{part}"].sum()) for part in parts}
        return both.group_by("cell").agg(**answers), (many, longer)

    def _norms(self, tally: Tally) -> list[Norm]:
        norms = []
        for measure in tally.measures:
            stated = contribution(measure, tally.grid, self._layout.protect.unit, self._bounds).norm
            assert stated is not None
            norms.append(stated)
        return norms

    def _vectors(self, rows: Any, tally: Tally, *, apart: bool) -> dict[str, Any]:
        """What lies in a group of rows, in grains: one cell of one unit where they are taken apart."""
        found = {}
        for part, measure in enumerate(tally.measures):
            column, gaps = present_of(measure, tally, self._layout)
            if isinstance(measure, Persons):
                found[f"v{part}"] = (ibis.literal(1, type="int64") if apart else rows.id.nunique()) * PER_ROW
            elif isinstance(measure, Total):
                found[f"v{part}"] = rows[column].sum().coalesce(0)
            else:
                found[f"v{part}"] = (rows[column].count() if gaps else rows.count()) * PER_ROW
        return found

    def _corrections(self, kept: Any, norms: Sequence[Norm]) -> Any:
        """For each cell of a unit with many rows what is left of it, less what was there."""
        clamped = {f"x{part}": _within(kept[f"v{part}"], norm.furthest) for part, norm in enumerate(norms)}
        kept = kept.mutate(**clamped)
        squares = {f"q{part}": (_wide(kept[f"x{part}"]) * kept[f"x{part}"]).sum() for part in range(len(norms))}
        joined = kept.inner_join(kept.group_by("key").agg(**squares), "key")
        return joined.select(
            "cell",
            **{
                f"v{part}": scale_entry(joined[f"x{part}"], joined[f"q{part}"], norm) - joined[f"v{part}"]
                for part, norm in enumerate(norms)
            },
        )


def scale_entry(value: Any, squares: Any, norm: Norm) -> Any:
    """One entry of a vector with this sum of squares, scaled: the largest w with w² · S <= v² · N², v's sign.

    The guess in floating-point numbers is off by less than 1, so that one of three is the right one. Whole numbers
    decide which; should the guess ever be worse, what is left is less than it might be, and never more.
    """
    most = norm.most
    longer = ibis.greatest(squares, most**2)
    size = value.abs()
    guess = floor(size.cast("float64") * float(most) / longer.cast("float64").sqrt()).cast("int64") + 1
    limit = _wide(size) * most * size * most
    fits = [(_wide(guess - down) * (guess - down) * longer <= limit, guess - down) for down in range(3)]
    found = ibis.cases(*fits, else_=0)
    return ibis.cases((value < 0, -found), else_=found)


def _wide(number: Any) -> Any:
    """The same number with 128 bits or more: a factorial has them on every engine."""
    return factorial(1) * number


def _within(number: Any, end: int) -> Any:
    return ibis.greatest(ibis.least(number, end), -end)
