"""What a live series can be: refused by its request alone, before an account or a row is looked at."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from epsilog.core.measure import Persons
from epsilog.core.series_method import Fast
from epsilog.core.unknown import Unknown
from epsilog.errors import SpecError
from epsilog.roles.shape import As, Decay, PerStep, Window, is_live

if TYPE_CHECKING:
    from epsilog.core.stream_rules import Late
    from epsilog.roles.spec import Spec

KINDS: Final = ("rows", "persons", "sum")
_WHOLE: Final = "this method is for releases: it is made of the whole series"
_FAST: Final = "FAST is for releases: its samples are divided over a fixed length, and its pace is not kept"


def check_live(spec: Spec, late: Late) -> None:
    """Refuse what a live series cannot be."""
    unit = spec.protect.unit
    if spec.source.join:
        raise SpecError("a stream has no lookups", where="source.join", hint="write the columns into the rows")
    if spec.source.file is None:
        raise SpecError("a stream reads a file or a folder", where="source", hint="source: {file: visits.csv}")
    if spec.bound.norm is not None or spec.bound.choose is not None:
        raise SpecError(
            "a stream keeps rows and cells in the order they come: a norm looks at all of them at once",
            where="bound",
            hint="bound: {rows: 4, cells: 4}",
        )
    if spec.cuts() or spec.tests:
        raise SpecError(
            "a stream has no stage before its first tick, and reads nothing off its tables",
            where="publish",
            hint="say the ends in `between`; tests belong into a release",
        )
    if unit.per is not None and late == "next":
        raise SpecError(
            "persons are protected within a period, and a late row would count in another one",
            where="stream.late",
            hint="late: drop",
        )
    if any(query.during is not None and query.during.is_endless for query in spec.publish):
        _check_endless(spec)
    first = spec.publish[0]
    for at, query in enumerate(spec.publish):
        where = f"publish[{at}]"
        if query.every is None or query.during is None:
            hint = "every: 1h, as: running"
            raise SpecError("a stream publishes tick by tick", where=f"{where}, every", hint=hint)
        if query.every != first.every or query.during != first.during:
            raise SpecError(
                "all entries of a stream have the same ticks",
                where=f"{where}, every",
                hint="one stream for each step of time",
            )
        if query.kind not in KINDS or query.levels or any(isinstance(axis, Unknown) for axis in query.by):
            raise SpecError(
                "a stream counts rows or persons, or adds up a column, over declared keys",
                where=where,
                hint="publish a mean as its sum and its rows",
            )
        if not is_live(query.shape):
            raise SpecError(
                _why(query.shape),
                where=f"{where}, as",
                hint="as: per-step, or publish it as a release",
            )
        if unit.window is not None and spec.crosses_blocks(query):
            raise SpecError(
                f"a tick may hold several {unit.per} of one person, and a window would share it",
                where=f"{where}, every",
                hint=f"ticks that lie within the period: every: {unit.per}",
            )
        if any(isinstance(one, Persons) for one in query.in_cells()) and spec.crosses_blocks(query):
            raise SpecError(
                f"a tick may hold several {unit.per} of one person, who would count once for both",
                where=f"{where}, every",
                hint="ticks that lie within the period, or count rows",
            )


def _why(shape: As | None) -> str:
    """Why a method has no live form."""
    return _FAST if isinstance(shape, PerStep) and isinstance(shape.method, Fast) else _WHOLE


def _check_endless(spec: Spec) -> None:
    """Without an end: entries whose noise and price no horizon changes, and units that are retired for good."""
    if spec.protect.unit.per is not None or spec.protect.unit.window is not None:
        raise SpecError(
            "persons are protected within a period, and every period is paid for: say the last day",
            where="during.to",
            hint="to: 2026-12-31, or an account that protects persons for life",
        )
    for at, query in enumerate(spec.publish):
        if query.shape not in (None, PerStep()) and not isinstance(query.shape, Window | Decay):
            raise SpecError(
                "this series needs an end: how exact it is depends on how long it is",
                where=f"publish[{at}], as",
                hint="as: {window: …}, {decay: …} or per-step; or say the last day",
            )
