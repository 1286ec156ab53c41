"""A series at its part of a budget, or at an error: what the planner asks, with the reason in words.

What needs a strategy is loaded when a series is planned, and not before: most plans have none.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from epsilog.core.limits import HELD, is_drawable, too_wide
from epsilog.errors import EpsilogError, SpecError
from epsilog.kinds.series.plan.kept import KeptDraw, chosen_of
from epsilog.kinds.series.plan.planned import SeriesDraw
from epsilog.roles.budget import Coin, Vector
from epsilog.roles.error import width_of
from epsilog.roles.planned import Remark
from epsilog.words import plain

if TYPE_CHECKING:
    from epsilog.kinds.series.plan.shapes import Option


def series_for(vector: Vector, units: int, confidence: Fraction, coin: Coin) -> tuple[SeriesDraw, Remark]:
    """The strategy that errs least for its part, and why."""
    from epsilog.kinds.series.plan.shapes import ROOT, UNITS, drawn_as, is_named, options_for

    assert vector.entry is not None
    where = f"publish[{vector.query}]"
    if chosen_of(vector.entry) is not None:
        return _kept_for(vector, units, confidence, coin)
    try:
        options = options_for(vector.entry, vector.ways, vector.contribution.grain, coin, Fraction(units, UNITS))
        found = _drawable(options.found)
        draw = _readable(drawn_as(vector.entry, vector.query, vector.contribution, found[0], confidence))
    except EpsilogError as error:
        raise SpecError(
            error.what, where=f"{where}.{error.where}" if error.where else where, hint=error.hint
        ) from None
    named = (("entry", vector.entry.name), ("strategy", f"plan.series.{draw.strategy}"))
    best = found[0]
    if is_named(vector.entry):
        said = (("typical", plain(best.typical)), ("law", f"plan.law.{draw.law}"))
        return draw, Remark("plan.why.series.named", (*named, *said))
    other = next((one for one in found if one.name != best.name), None)
    values = (("typical", plain(best.typical)), ("law", f"plan.law.{draw.law}"))
    if other is None:
        return draw, Remark("plan.why.series.only", (*named, *values))
    beside = (("other", f"plan.series.{other.name}"), ("its", plain(other.typical)))
    why = "plan.why.series"
    if other.typical < best.typical:  # they err alike
        why = "plan.why.series.root" if best.name.startswith(ROOT) else "plan.why.series.flat"
    return draw, Remark(why, (*named, *values, *beside))


def _drawable(found: Sequence[Option]) -> Sequence[Option]:
    """Those whose noise can be drawn, best first; refused where there are none."""
    drawn = [one for one in found if is_drawable(one.candidate.law)]
    if not drawn:
        raise too_wide()
    return drawn


def _readable(draw: SeriesDraw) -> SeriesDraw:
    """Refused where a margin is wider than the numbers that can be stored."""
    if max(draw.margins) > HELD:
        raise too_wide()
    return draw


def _kept_for(vector: Vector, units: int, confidence: Fraction, coin: Coin) -> tuple[KeptDraw, Remark]:
    """The choice of a number of coefficients, and what it may lead to."""
    from epsilog.kinds.series.plan.kept_plan import kept_at

    assert vector.entry is not None
    where = f"publish[{vector.query}]"
    try:
        draw = kept_at(vector.entry, vector.query, vector.contribution, vector.ways, units, coin, confidence)
        for option in draw.options:
            _readable(option)
    except EpsilogError as error:
        raise SpecError(
            error.what, where=f"{where}.{error.where}" if error.where else where, hint=error.hint
        ) from None
    said = (("share", plain(100 * float(draw.method.share))), ("law", f"plan.law.{draw.law}"))
    named = (("entry", vector.entry.name), ("strategy", f"plan.series.{draw.strategy}"))
    return draw, Remark("plan.why.series.kept", (*named, *said))


def series_within(vector: Vector, confidence: Fraction, coin: Coin) -> SeriesDraw:
    """The cheapest strategy all of whose ticks are within the error asked for."""
    from epsilog.kinds.series.plan.shapes import cheapest_option, drawn_as

    assert vector.entry is not None
    where, width = f"publish[{vector.query}].error", width_of(vector.entry)
    if width is None:
        raise SpecError("no error was asked for", where=where, hint="error: 25")
    moved = vector.contribution
    try:
        _, option = cheapest_option(vector.entry, vector.ways, moved.grain, coin, width, confidence)
        return drawn_as(vector.entry, vector.query, moved, option, confidence)
    except EpsilogError as error:
        raise SpecError(error.what, where=where, hint=error.hint) from None
