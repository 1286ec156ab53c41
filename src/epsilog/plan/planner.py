"""Plan a release: which noise, at which price, how exact. Reads no rows, opens no file, spends nothing."""

from __future__ import annotations

import datetime as dt
import math
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

from epsilog.accounting.allowance import Allowance
from epsilog.accounting.filter import Filter
from epsilog.core.law import is_drawable, too_wide
from epsilog.core.number import Number
from epsilog.errors import BudgetExceeded, PrivacyError, SpecError
from epsilog.ledger.block import blocks_between
from epsilog.ledger.terms import Terms
from epsilog.plan.stored import brief
from epsilog.plan.warnings import warnings_of
from epsilog.registry.plans import PLANS, best_of, planner_for, planner_of, pull_of
from epsilog.registry.stages import SEARCHERS, planned_under_bound, searcher_of
from epsilog.roles.budget import Coin, Purse, Vector, divide_units, purse_of, vectors_of
from epsilog.roles.error import ASSUMED_ROWS as ASSUMED_ROWS
from epsilog.roles.plan import Plan
from epsilog.roles.planned import Draw, Planned, Remark
from epsilog.roles.planner import Reasoned
from epsilog.roles.spec import Spec
from epsilog.roles.stage import Stage
from epsilog.words import plain
from epsilog.words.portions import portions


def plan(spec: Spec, terms: Terms | None = None) -> Plan:
    """Choose the noise of every number and price it; `terms` are those of the account that will pay.

    Without an account the currency follows from the request: pure epsilon where delta is 0, otherwise zCDP.

    * Errors asked for are met first, at the least price; a mean's for every mean its range allows, in every cell of
      at least `expect` rows. What is left of the share goes to the entries without an error, divided as `budgeting`
      says; where there are none it stays unspent.
    * Without an epsilon every entry needs an error, and the plan says which epsilon they take together.
    * ``bound: {choose: …}`` takes the bound that public facts make the better one, or shows what every bound
      would cost that a paid look may choose: `first.bound.choice`.
    * A survival entry that names no bins and says `expect` gets as many as suit that: `bin_choice`.
    * ``mechanism: auto`` takes the law with the smaller margin for its part (the cheaper one for an error), at the
      release's confidence. A pure account knows Laplace noise only.

    >>> from fractions import Fraction
    >>> from epsilog.core.bounds import Bounds
    >>> from epsilog import Query
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
    made = planned_under_bound(spec, lambda one, kept: _settle_plan(one, terms, kept), _refuse)
    _refuse(made)
    compared = [remark for one in PLANS.values() for remark in one.compare(made)]
    made = replace(made, reasons=(*made.reasons, *compared))
    margins = [margin(made, at) for at in range(len(spec.publish))]
    return replace(made, warnings=warnings_of(made, margins, terms))


def _settle_plan(spec: Spec, terms: Terms | None, kept: int | None = None) -> Plan:
    """The plan with what the request leaves to it chosen by the noise it found, which is the same afterwards."""
    made, settled = _plan_under_bounds(spec, terms, kept), spec
    for one in PLANS.values():
        settled = one.settle(settled, made)
    if settled is spec:
        return made
    made = _plan_under_bounds(settled, terms, kept)
    why = [remark for one in PLANS.values() for remark in one.why_settled(made)]
    return replace(made, reasons=(*made.reasons, *why))


def _refuse(made: Plan) -> None:
    """Refuse a plan under whose noise nothing would be left to say."""
    for one in PLANS.values():
        one.refuse(made)


def _plan_under_bounds(spec: Spec, terms: Terms | None, kept: int | None = None) -> Plan:
    """The plan under bounds that are said, without its warnings.

    kept     so many units of the share, and no more, are for the draws of a second stage; of one law all of them
    """
    purse = purse_of(spec.spend, terms)
    vectors = vectors_of(spec)
    if kept is not None and purse.coin == "zcdp":
        vectors = tuple(replace(vector, choice="gaussian") for vector in vectors)
    fixed = _meet_errors(spec, vectors, purse.coin)
    needed = sum(one.price(purse.coin) for one, _ in fixed)
    share = _share(spec, purse, needed)
    reasons: list[Remark] = []
    free = [vector for vector in vectors if spec.publish[vector.query].error is None]
    free += [one for searcher in SEARCHERS for one in searcher.vectors(spec)]
    rest = (share.cap if kept is None else kept) - needed
    if rest < 0 or (free and rest == 0):
        raise _too_dear(purse, needed, share)
    bought: tuple[Planned, ...] = ()
    stages: tuple[Stage, ...] = ()
    if free:
        parts = divide_units(rest, [pull_of(one, purse.coin) for one in free], purse.coin)
        divided_up = list(zip(free, parts, strict=True))
        for searcher in SEARCHERS:
            own = [part for one, part in divided_up if one.part == searcher.part]
            stages += searcher.planned(spec, own, purse.coin)
        best = [best_of(spec, one, part, purse.coin) for one, part in divided_up if one.part >= 0]
        bought = tuple(one for one, _ in best)
        reasons += [why for _, why in best]
        reasons += _division(spec, free, parts, purse.coin)
    reasons += [why for _, why in fixed]
    if spec.spend.epsilon is None:
        values = (("epsilon", plain(float(share.epsilon), 6)), ("delta", plain(float(share.delta))))
        reasons.append(Remark("plan.why.epsilon.zcdp" if share.delta else "plan.why.epsilon.pure", values))
    elif not free:
        left = plain(100 * rest / share.cap, way="down")
        reasons.append(Remark("plan.why.left", (("left", left),)))
    drawn = [_drawable(one) for one in (*(one for one, _ in fixed), *bought)]
    draws = tuple(sorted(drawn, key=lambda one: (one.query, one.part)))
    made = Plan(spec, share, draws, _blocks(spec), tuple(reasons), stages=stages, in_words=brief)
    for one in PLANS.values():
        made = one.improve(made)
    if not Filter(share).admits(made.charge):
        raise PrivacyError("the plan would cost more than its share", hint="this is a defect; nothing was spent")
    return made


def margin(plan: Plan, query: int, *, rows: Number | None = None) -> float:
    """The half-width of a number's range at the release's confidence, in the data's own units, before any data.

    For a mean it is the widest half-width the declared range allows in a cell of so many rows: `rows`, else the
    entry's `expect`, else ASSUMED_ROWS. For variances, deviations and ratios see `formed_margin`; a choice is off
    by rows of rank, or by so much behind the best. For a series it is that of its worst tick.
    """
    return planner_of(plan, query).margin(plan, query, rows)


def margin_if(plan: Plan, query: int, epsilon: float) -> float:
    """The same if the whole release had this epsilon, divided as the plan divides its own; not a number where
    nothing can be had for it."""
    coin: Coin = "pure" if plan.share.coin == "pure" else "zcdp"
    try:
        cap = Purse(coin, plan.share.delta).allowance(Fraction(f"{epsilon:.9g}")).cap
    except SpecError:
        return math.nan
    return planner_of(plan, query).margin_at(plan, query, Fraction(cap, plan.price.main), coin)


def _meet_errors(spec: Spec, vectors: Sequence[Vector], coin: Coin) -> tuple[Reasoned, ...]:
    """The noise of all entries with an error of their own."""
    found: list[Reasoned] = []
    for at, query in enumerate(spec.publish):
        if query.error is not None:
            mine = [vector for vector in vectors if vector.query == at]
            found += planner_for(query).within(spec, mine, coin)
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
    for searcher in SEARCHERS:
        searcher.refuse_errors(spec)
    return purse.allowance(purse.epsilon(needed))


def _too_dear(purse: Purse, needed: int, share: Allowance) -> BudgetExceeded:
    wanted, given = float(purse.epsilon(needed)), float(share.epsilon)
    at = f" at delta {float(purse.delta):.3g}" if purse.delta else ""
    return BudgetExceeded(
        f"the errors asked for need epsilon {wanted:.6g}{at}, the release may spend {given:.6g}",
        where="spend.epsilon",
        hint="allow larger errors, publish fewer cells, or spend more",
    )


def _division(spec: Spec, vectors: Sequence[Vector], parts: Sequence[int], coin: Coin) -> list[Remark]:
    if len(vectors) == 1:
        return []
    named = []
    for vector, part in zip(vectors, portions(parts), strict=True):
        if vector.part < 0:
            sought = searcher_of(vector.part).named(spec, vector)
            named.append(f"{spec.publish[vector.query].name} / {sought} {part}%")
            continue
        number = f" ({vector.part + 1})" if len(spec.publish[vector.query].parts) > 1 else ""
        named.append(f"{spec.publish[vector.query].called(vector.part)}{number} {part}%")
    queries = [spec.publish[vector.query] for vector in vectors]
    remarks = [remark for one in PLANS.values() for remark in one.why_divided(queries)]
    return [Remark(f"plan.why.division.{coin}", (("parts", "; ".join(named)),)), *remarks]


def _drawable(one: Planned) -> Planned:
    if isinstance(one, Draw) and not is_drawable(one.in_grains):
        raise too_wide(f"publish[{one.query}]")
    return one


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
