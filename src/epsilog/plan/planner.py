"""Plan a release: which noise, at which price, how exact. Reads no rows, opens no file, spends nothing."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

from epsilog.accounting.allowance import Allowance
from epsilog.accounting.filter import Filter
from epsilog.accounting.rounds import epsilon_for
from epsilog.core.glance import Glance
from epsilog.core.law import Noise
from epsilog.core.limits import HELD, is_drawable, too_wide
from epsilog.core.measure import Rows
from epsilog.core.number import Number
from epsilog.core.pair import PAIRED
from epsilog.core.unknown import look_of
from epsilog.errors import BudgetExceeded, PrivacyError, SpecError
from epsilog.first.bound.bound_choice import chosen
from epsilog.first.bound.choice import glanced
from epsilog.first.ends.plan import CUTTING, Cutting, cutting_for, cutting_vectors
from epsilog.first.keys.plan import FINDING, Find, find_for, finding_vectors
from epsilog.kinds.alert.plan.plan import alerts_for
from epsilog.kinds.alert.plan.planned import AlertDraw, alerts_of
from epsilog.kinds.choice.plan.pick import Pick, law_for, pick_of
from epsilog.kinds.mean.plan.joining import joined
from epsilog.kinds.mean.plan.margin import MeanError
from epsilog.kinds.mean.plan.moments import ASSUMED_ROWS, FORMED, formed_margin
from epsilog.kinds.repeat.plan.plan import repeats_for
from epsilog.kinds.repeat.plan.planned import RepeatDraw, repeats_of
from epsilog.kinds.series.plan.budget import series_for, series_within
from epsilog.kinds.series.plan.planned import SeriesDraw, series_of
from epsilog.kinds.series.plan.radius_budget import better_radius, radius_for
from epsilog.kinds.study.plan.bins import bins_for, why_bins
from epsilog.kinds.study.plan.noise import refuse_drowned
from epsilog.ledger.block import blocks_between
from epsilog.ledger.terms import Terms
from epsilog.plan.target import Chosen, cheapest, laws_for, sharpest
from epsilog.plan.warnings import warnings_of
from epsilog.roles.budget import Coin, Purse, Vector, divided, parameter_for, purse_of, vectors_of
from epsilog.roles.plan import Plan
from epsilog.roles.planned import Draw, Remark
from epsilog.roles.shape import Alert, radius_of, repeated_of
from epsilog.roles.spec import Spec
from epsilog.words import plain
from epsilog.words.portions import portions


def plan(spec: Spec, terms: Terms | None = None) -> Plan:
    """Choose the noise of every number and price it; `terms` are those of the account that will pay.

    Without an account the currency follows from the request: pure epsilon where delta is 0, otherwise zCDP.

    * Errors asked for are met first, at the least price; a mean's for every mean its range allows, in every cell of
      at least `expect` rows. What is left of the share goes to the entries without an error, divided as `budgeting`
      says; where there are none it stays unspent.
    * Without an epsilon every entry needs an error, and the plan says which epsilon they take together.
    * ``bound: {choose: …}`` takes the bound that public facts make the better one: `bound_choice`; or shows what
      every bound would cost that a paid look may choose: `glance_choice`.
    * A survival entry that names no bins and says `expect` gets as many as suit that: `bin_choice`.
    * ``mechanism: auto`` takes the law with the smaller margin for its part (the cheaper one for an error), at the
      release's confidence. A pure account knows Laplace noise only.

    >>> from fractions import Fraction
    >>> from epsilog.core.bounds import Bounds
    >>> from epsilog.roles.query import Query
    >>> from epsilog.roles.spec import Origin, Protect, Spend
    >>> from epsilog.core.unit import Unit
    >>> spec = Spec("visits", "1", Origin("no-such-file.csv", {"patient_id": "text"}), Protect(Unit("patient_id")),
    ...             Bounds(rows=1), (Query("rows"),), Spend("clinic", Fraction(1, 10)))
    >>> planned = plan(spec)
    >>> planned.draws[0].law, planned.draws[0].parameter, margin(planned, 0)
    ('laplace', Fraction(10, 1), 30.0)
    """
    if terms is not None:
        terms.must_match(spec.protect.unit, spec.protect.zone)
    if isinstance(spec.bound.choose, Glance):
        made = glanced(spec, lambda one, kept: _binned(one, terms, kept))
    elif spec.bound.choose is not None:
        made = chosen(spec, lambda one: _binned(one, terms))
    else:
        made = _binned(spec, terms)
    refuse_drowned(made)
    made = _compared(made)
    margins = [margin(made, at) for at in range(len(spec.publish))]
    return replace(made, warnings=warnings_of(made, margins, terms))


def _compared(made: Plan) -> Plan:
    """The plan with what public facts say of other ways to publish its series; refused where a guess is closer."""
    if all(query.every is None for query in made.spec.publish):
        return made
    from epsilog.kinds.series.plan.offers import offer_remarks, refuse_worse_than_a_guess

    refuse_worse_than_a_guess(made)
    return replace(made, reasons=(*made.reasons, *offer_remarks(made)))


def _binned(spec: Spec, terms: Terms | None, kept: int | None = None) -> Plan:
    """The plan with bins of time for the noise it found; a number of bins changes neither noise nor price."""
    made = _planned(spec, terms, kept)
    bins = bins_for(made)
    if not bins:
        return made
    made = _planned(spec.binned(bins), terms, kept)
    return replace(made, reasons=(*made.reasons, *why_bins(made)))


def _planned(spec: Spec, terms: Terms | None, kept: int | None = None) -> Plan:
    """The plan under bounds that are said, without its warnings.

    kept     so many units of the share, and no more, are for the draws of a second stage; of one law all of them
    """
    purse = purse_of(spec.spend, terms)
    vectors = vectors_of(spec)
    if kept is not None and purse.coin == "zcdp":
        vectors = tuple(replace(vector, choice="gaussian") for vector in vectors)
    fixed = _met(spec, vectors, purse.coin)
    needed = sum(one.price(purse.coin) for one in fixed)
    share = _share(spec, purse, needed)
    reasons: list[Remark] = []
    free = [vector for vector in vectors if spec.publish[vector.query].error is None]
    free += [*finding_vectors(spec), *cutting_vectors(spec)]
    rest = (share.cap if kept is None else kept) - needed
    if rest < 0 or (free and rest == 0):
        raise _too_dear(purse, needed, share)
    bought: tuple[Chosen | Pick | SeriesDraw | AlertDraw | RepeatDraw, ...] = ()
    finds: tuple[Find, ...] = ()
    cuttings: tuple[Cutting, ...] = ()
    if free:
        parts = divided(rest, free, purse.coin)
        divided_up = list(zip(free, parts, strict=True))
        searches = [part for one, part in divided_up if one.part == FINDING]
        finds = tuple(find_for(spec, look, part) for look, part in enumerate(searches))
        cut = [part for one, part in divided_up if one.part == CUTTING]
        cuttings = tuple(cutting_for(spec, at, part, purse.coin) for at, part in enumerate(cut))
        best = [_best(spec, one, part, purse.coin) for one, part in divided_up if one.part >= 0]
        bought = tuple(one for one, _ in best)
        reasons += [why for _, why in best]
        reasons += _division(spec, free, parts, purse.coin)
    reasons += [_why_met(spec, one, purse.coin) for one in fixed]
    if spec.spend.epsilon is None:
        values = (("epsilon", plain(float(share.epsilon), 6)), ("delta", plain(float(share.delta))))
        reasons.append(Remark("plan.why.epsilon.zcdp" if share.delta else "plan.why.epsilon.pure", values))
    elif not free:
        left = plain(100 * rest / share.cap, way="down")
        reasons.append(Remark("plan.why.left", (("left", left),)))
    drawn = [_draw(one) if isinstance(one, Chosen) else one for one in (*fixed, *bought)]
    draws = tuple(sorted(drawn, key=lambda one: (one.query, one.part)))
    made = joined(Plan(spec, share, draws, _blocks(spec), tuple(reasons), finds=finds, cuttings=cuttings))
    if not Filter(share).admits(made.charge):
        raise PrivacyError("the plan would cost more than its share", hint="this is a defect; nothing was spent")
    return made


def margin(plan: Plan, query: int, *, rows: Number | None = None) -> float:
    """The half-width of a number's range at the release's confidence, in the data's own units, before any data.

    For a mean it is the widest half-width the declared range allows in a cell of so many rows: `rows`, else the
    entry's `expect`, else ASSUMED_ROWS. For variances, deviations and ratios see `formed_margin`; a choice is off
    by rows of rank, or by so much behind the best. For a series it is that of its worst tick.
    """
    entry, draws = plan.spec.publish[query], plan.draws_of(query)
    if (pick := pick_of(plan, query)) is not None:
        return float(pick.off(plan.spec.confidence))
    if (series := series_of(plan, query) or alerts_of(plan, query)) is not None:
        return series.widest
    if (repeats := repeats_of(plan, query)) is not None:
        return repeats.closest(plan.spec.confidence)
    if entry.kind in FORMED:
        return formed_margin(entry, [draw.noise.law for draw in draws], plan.spec.confidence, rows)
    if entry.kind != "mean":
        return draws[0].noise.margin(plan.spec.confidence)
    total, count, *_ = draws  # tails come after them
    many = rows if rows is not None else entry.expect if entry.expect is not None else ASSUMED_ROWS
    error = MeanError(total.noise.law, count.noise.law, many, total.contribution.reach)
    return error.margin(plan.spec.confidence) * float(total.grain)


def _met(spec: Spec, vectors: Sequence[Vector], coin: Coin) -> tuple[Chosen | Pick | SeriesDraw, ...]:
    """The noise of all entries with an error of their own."""
    found: list[Chosen | Pick | SeriesDraw] = []
    for at, query in enumerate(spec.publish):
        if query.error is not None:
            mine = [vector for vector in vectors if vector.query == at]
            if mine[0].is_chosen:
                found.append(sharpest(query, mine[0], spec.confidence, coin))
                continue
            if mine[0].ways:
                found.append(series_within(mine[0], spec.confidence, coin))
                continue
            found += cheapest(query, mine, spec.confidence, coin)
    return tuple(found)


def _share(spec: Spec, purse: Purse, needed: int) -> Allowance:
    if spec.spend.epsilon is not None:
        return purse.allowance(spec.spend.epsilon)
    if any(query.error is None for query in spec.publish):
        raise SpecError(
            "without an epsilon every entry needs an `error`",
            where="spend.epsilon",
            hint="say an epsilon, or the error each entry may have",
        )
    if spec.looks():
        raise SpecError(
            "unknown keys are found for an epsilon, not for an error",
            where="spend.epsilon",
            hint="spend: {epsilon: 0.5, …}, and no `error`",
        )
    if spec.cuts():
        raise SpecError(
            "unknown ends are found for an epsilon, not for an error",
            where="spend.epsilon",
            hint="spend: {epsilon: 0.5, …}, and no `error`",
        )
    return purse.allowance(purse.epsilon(needed))


def _too_dear(purse: Purse, needed: int, share: Allowance) -> BudgetExceeded:
    wanted, given = float(purse.epsilon(needed)), float(share.epsilon)
    at = f" at delta {float(purse.delta):.3g}" if purse.delta else ""
    return BudgetExceeded(
        f"the errors asked for need epsilon {wanted:.6g}{at}, the release may spend {given:.6g}",
        where="spend.epsilon",
        hint="allow larger errors, publish fewer cells, or spend more",
    )


def _best(
    spec: Spec, vector: Vector, units: int, coin: Coin
) -> tuple[Chosen | Pick | SeriesDraw | AlertDraw | RepeatDraw, Remark]:
    """The law with the smaller margin for its part, and why."""
    if vector.ways and isinstance(spec.publish[vector.query].shape, Alert):
        return alerts_for(vector, units, spec.confidence, coin)
    if vector.ways and repeated_of(spec.publish[vector.query]) is not None:
        return repeats_for(vector, spec.protect.unit, units, spec.confidence, coin)
    if vector.ways and radius_of(spec.publish[vector.query]) is not None:
        return radius_for(vector, units, spec.confidence, coin)
    if vector.ways:
        return series_for(vector, units, spec.confidence, coin)
    if vector.is_chosen:
        entry = spec.publish[vector.query]
        blank = Pick(vector.query, vector.part, law_for(entry, coin), Fraction(1), vector.contribution, entry)
        pick = replace(blank, parameter=epsilon_for(units, blank.rounds, coin))
        if pick.off(spec.confidence) > HELD * pick.grain:
            raise too_wide(f"publish[{vector.query}]")
        return pick, Remark(f"plan.why.pick.{pick.law}", _named(spec, vector))
    if (within := better_radius(spec, vector, units, coin)) is not None:
        return within
    laws = laws_for(vector, coin)
    options = [Chosen(vector, law, parameter_for(units, vector.sensitivity, law, coin)) for law in laws]
    ranked = options if len(options) == 1 else sorted(options, key=lambda one: _error(spec, one))
    best, where = ranked[0], _named(spec, vector)
    if coin == "pure":
        return best, Remark("plan.why.pure", where)
    if vector.contribution.norm is not None:
        return best, Remark("plan.why.norm", where)
    if len(ranked) == 1:
        return best, Remark(f"plan.why.asked.{best.law}", where)
    unit = float(vector.contribution.grain)
    values = (("margin", plain(_error(spec, best)[0] * unit)), ("other", plain(_error(spec, ranked[1])[0] * unit)))
    return best, Remark(f"plan.why.auto.{best.law}", (*where, *values))


def _error(spec: Spec, one: Chosen) -> tuple[float, float]:
    """Margin, then deviation: on a coarse grain two laws often have the same margin."""
    noise = Noise(one.noise, one.vector.contribution.grain)
    return noise.margin(spec.confidence) / float(noise.grain), noise.deviation


def _why_met(spec: Spec, one: Chosen | Pick | SeriesDraw, coin: Coin) -> Remark:
    if isinstance(one, SeriesDraw):
        values = (("strategy", f"plan.series.{one.strategy}"), ("margin", plain(one.widest)))
        return Remark("plan.why.series.error", (("entry", one.entry.name), *values))
    if isinstance(one, Pick):
        named = (("entry", one.entry.name), ("part", f"plan.part.{one.entry.kind}"))
        return Remark(f"plan.why.pick.error.{one.law}", named)
    asked = spec.publish[one.vector.query].mechanism == "auto" and coin == "zcdp"
    asked = asked and one.vector.contribution.norm is None
    return Remark(f"plan.why.error.{'cheaper' if asked else 'only'}.{one.law}", _named(spec, one.vector))


def _division(spec: Spec, vectors: Sequence[Vector], parts: Sequence[int], coin: Coin) -> list[Remark]:
    if len(vectors) == 1:
        return []
    named = []
    for vector, part in zip(vectors, portions(parts), strict=True):
        if vector.part == FINDING:
            look = look_of(spec.publish[vector.query])
            named.append(f"{spec.publish[vector.query].name} / {look.keys.column if look else ''} {part}%")
            continue
        if vector.part == CUTTING:
            column = vector.measure.of if isinstance(vector.measure, Rows) else ""
            named.append(f"{spec.publish[vector.query].name} / {column} {part}%")
            continue
        number = f" ({vector.part + 1})" if len(spec.publish[vector.query].parts) > 1 else ""
        named.append(f"{spec.publish[vector.query].called(vector.part)}{number} {part}%")
    remarks = [Remark(f"plan.why.division.{coin}", (("parts", "; ".join(named)),))]
    kinds = {spec.publish[vector.query].kind for vector in vectors}
    remarks += [Remark("plan.why.mean")] if "mean" in kinds else []
    remarks += [Remark("plan.why.spread")] if kinds & {"variance", "deviation"} else []
    remarks += [Remark("plan.why.pair")] if kinds & set(PAIRED) else []
    return remarks


def _named(spec: Spec, vector: Vector) -> tuple[tuple[str, str], ...]:
    query = spec.publish[vector.query]
    return (("entry", query.called(vector.part)), ("part", f"plan.part.{query.part_of(vector.part)}"))


def _draw(one: Chosen) -> Draw:
    vector = one.vector
    if not is_drawable(one.noise):
        raise too_wide(f"publish[{vector.query}]")
    moved = vector.contribution
    return Draw(vector.query, vector.part, one.law, one.parameter, moved.grain, moved)


def _blocks(spec: Spec) -> tuple[str, ...]:
    """Every block that a day of any entry lies in, by the wall clock of the account's zone.

    None where a unit may lie in several blocks: what is paid for such units adds up over all time.
    """
    per = spec.protect.unit.block
    if per is None:
        return ()
    found: set[str] = set()
    for at, query in enumerate(spec.publish):
        if query.during is None:
            raise SpecError(
                "say which days it covers",
                where=f"publish[{at}].during",
                hint="during: {time: visited_at, from: 2026-01-01, to: 2026-12-31}",
            )
        first = dt.datetime.combine(query.during.first, dt.time())
        last = dt.datetime.combine(query.during.last, dt.time(23, 59, 59))
        try:
            found.update(blocks_between(first, last, per))
        except SpecError as error:
            raise SpecError(error.what, where=f"publish[{at}].during", hint=error.hint) from None
    return tuple(sorted(found))


__all__ = ["ASSUMED_ROWS", "margin", "plan"]
