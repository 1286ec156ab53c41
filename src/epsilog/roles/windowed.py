"""What may be published where windows of periods are protected: what docs/proofs/windows.md speaks of."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from epsilog.core.unknown import Unknown
from epsilog.errors import SpecError

if TYPE_CHECKING:
    from epsilog.roles.entry import Entry
    from epsilog.roles.spec import Spec

KINDS: Final = ("rows", "persons", "sum")


def check_windowed(spec: Spec, query: Entry, where: str) -> None:
    """Refuse whatever is more than counts and sums over declared keys and ticks."""
    if spec.protect.unit.window is None:
        return
    if query.kind not in KINDS or query.levels or query.tails or query.ask.is_statistical:
        raise SpecError(
            "where windows are protected, rows or persons are counted or a column is added up",
            where=where,
            hint="publish a mean as its sum and its rows",
        )
    if query.about != "data" or spec.tests:
        raise SpecError(
            "where windows are protected, ranges are about the noise alone",
            where=where,
            hint="leave `about` and tests out",
        )
    if spec.cuts() or any(isinstance(axis, Unknown) for axis in query.by):
        raise SpecError(
            "where windows are protected, keys and ends are declared",
            where=where,
            hint="say the keys in `by` and the ends in `between`",
        )
    if spec.bound.choose is not None or spec.bound.norm is not None:
        raise SpecError(
            "where windows are protected, bounds say how much of one period counts",
            where="bound",
            hint="bound: {rows: 4, cells: 4}",
        )
