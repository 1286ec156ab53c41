"""A series at its part of a budget, or at an error: what the planner asks, with the reason in words.

What needs a strategy is loaded when a series is planned, and not before: most plans have none.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from epsilog.accounting.rounds import epsilon_for
from epsilog.core.law import HELD, is_drawable, refuse_undrawable, too_wide
from epsilog.core.measure import Contribution
from epsilog.core.number import Number
from epsilog.core.participation import Participation
from epsilog.errors import EpsilogError, SpecError
from epsilog.kinds.series.plan.kept import KeptDraw, chosen_of, entries_of, kept_draw_from, widest_entry
from epsilog.kinds.series.plan.planned import SeriesDraw, series_draw_from
from epsilog.kinds.series.plan.radius import RadiusDraw, radius_draw_from
from epsilog.kinds.series.plan.shapes import UNITS, drawn_as, fixed_option, widest_at
from epsilog.postprocess.joined_ranges import Strands
from epsilog.roles.budget import Coin, Vector
from epsilog.roles.entry import Entry
from epsilog.roles.error import width_of
from epsilog.roles.plan import Plan
from epsilog.roles.planned import Planned, Remark
from epsilog.roles.planner import Planner
from epsilog.roles.range_rules import NEWEST
from epsilog.roles.shape import PerStep, radius_of
from epsilog.roles.spec import Spec
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


class SeriesPlanner(Planner):
    """Ticks that are made together: by a strategy, by chosen coefficients, or within one radius."""

    marks = ("radius", "choose", "series")

    def pull(self, vector: Vector, coin: Coin) -> Fraction:
        """The mean squared error at a price of one, in rows at their furthest."""
        assert vector.entry is not None
        if radius_of(vector.entry) is not None:
            from epsilog.kinds.series.plan.radius import radius_pull

            return radius_pull(vector, coin)
        from epsilog.kinds.series.plan.shapes import pull_of

        return pull_of(widest_entry(vector.entry), vector.ways, vector.contribution, coin)

    def best(self, spec: Spec, vector: Vector, units: int, coin: Coin) -> tuple[SeriesDraw, Remark]:
        """The strategy that errs least, or the one radius that the request asks for."""
        if radius_of(spec.publish[vector.query]) is not None:
            from epsilog.kinds.series.plan.radius import radius_for

            return radius_for(vector, units, spec.confidence, coin)
        return series_for(vector, units, spec.confidence, coin)

    def better(self, spec: Spec, vector: Vector, units: int, coin: Coin) -> tuple[SeriesDraw, Remark] | None:
        """One radius for ticks one by one, where that is better than Laplace noise."""
        if coin != "pure" or vector.entry is None or vector.entry.shape != PerStep():
            return None
        from epsilog.kinds.series.plan.radius import better_radius

        return better_radius(spec, vector, units, spec.confidence, coin)

    def within(self, spec: Spec, vectors: Sequence[Vector], coin: Coin) -> tuple[tuple[SeriesDraw, Remark], ...]:
        """The cheapest strategy all of whose ticks are within the error."""
        draw = series_within(vectors[0], spec.confidence, coin)
        values = (("strategy", f"plan.series.{draw.strategy}"), ("margin", plain(draw.widest)))
        return ((draw, Remark("plan.why.series.error", (("entry", draw.entry.name), *values))),)

    def margin(self, plan: Plan, at: int, rows: Number | None) -> float:
        """That of its worst tick."""
        return plan.vector_of(at, SeriesDraw).widest

    def margin_at(self, plan: Plan, at: int, times: Fraction, coin: Coin) -> float:
        """The same at another price."""
        draw, confidence = plan.vector_of(at, SeriesDraw), plan.spec.confidence
        units = max(1, int(draw.price(coin) * times))
        if isinstance(draw, KeptDraw):
            return widest_kept(draw, coin, units, confidence, plan.rule("series"))
        if isinstance(draw, RadiusDraw):
            from epsilog.kinds.series.plan.radius import widest_radius

            return widest_radius(draw, coin, units, confidence)
        from epsilog.kinds.series.plan.shapes import widest_at

        return widest_at(draw, coin, units, confidence, plan.rule("series"))

    def margin_words(self, plan: Plan, at: int) -> Remark | None:
        """A margin of groups is that of a group's mean."""
        draw = plan.vector_of(at, SeriesDraw)
        if not isinstance(draw, RadiusDraw) or draw.group == 1:
            return None
        return Remark("plan.picture.tradeoff.group", (("ticks", f"{draw.group:,}"),))

    def read(self, spec: Spec, record: Mapping[str, Any]) -> SeriesDraw:
        """A stored series: its mark says how it was made."""
        if "radius" in record:
            return radius_draw_from(spec, record)
        return kept_draw_from(spec, record) if "choose" in record else series_draw_from(spec, record)

    def compare(self, plan: Plan) -> list[Remark]:
        """Ways to publish what has ticks, of this kind and of others."""
        if all(query.every is None for query in plan.spec.publish):
            return []
        from epsilog.kinds.series.plan.offers import offer_remarks, refuse_worse_than_a_guess

        refuse_worse_than_a_guess(plan)
        return list(offer_remarks(plan))

    def strands(self, planned: Planned) -> Strands:
        """What its ticks are made of."""
        from epsilog.kinds.series.plan.shapes import makeup_of

        assert isinstance(planned, SeriesDraw)
        gains, counts = makeup_of(planned)
        whole = None if counts is None else tuple(counts.tolist())
        return Strands(planned.noise, tuple(gains.tolist()), whole, planned.grain, planned.step)


# Plan a series whose number of coefficients the data choose: what the choice gets, and every candidate's noise.


def kept_at(
    query: Entry,
    at: int,
    moved: Contribution,
    ways: Sequence[Participation],
    units: int,
    coin: Coin,
    confidence: Fraction,
) -> KeptDraw:
    """The description of a choice and of all it may lead to, for so many units of 1e-12 together."""
    method = chosen_of(query)
    assert method is not None
    wanted = "laplace" if coin == "pure" else "gaussian"
    if query.mechanism not in ("auto", wanted):
        raise SpecError(
            f"coefficients whose number is chosen have {wanted.capitalize()} noise in this currency",
            where="mechanism",
            hint="leave it out",
        )
    for_choice = int(units * method.share)
    if not 0 < for_choice < units:
        raise SpecError(
            "the choice would be paid with less than 1e-12", where=f"as.per-step.{method.basis}.share", hint="more"
        )
    choice, amount = epsilon_for(for_choice, 1, coin), Fraction(units - for_choice, UNITS)
    # One way to say what a unit does must hold for the choice and for every candidate: the best for the widest one.
    most = max(method.among)
    way = min(ways, key=lambda one: fixed_option(query, method.basis, most, one, coin, amount).typical)
    options = []
    for fixed, keep in zip(entries_of(query), method.among, strict=True):
        option = fixed_option(query, method.basis, keep, way, coin, amount)
        refuse_undrawable(option.candidate.law)
        options.append(drawn_as(fixed, at, moved, option, confidence))
    return KeptDraw.of(query, options, choice, amount)


def widest_kept(
    draw: KeptDraw, coin: Coin, units: int, confidence: Fraction, version: int = NEWEST["series"]
) -> float:
    """The margin of the worst tick of the widest candidate, in the data's units, if the draw had another price."""
    widest = max(draw.options, key=lambda one: one.widest)
    return widest_at(widest, coin, max(1, int(units * (1 - draw.method.share))), confidence, version)
