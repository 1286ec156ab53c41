"""Which bound to take after a paid look: the one whose error is expected to be least, by the noisy numbers alone.

Before the look, the plan under every bound is made for what the look leaves of the share, and the plan that is
shown is the one with the widest noise. After it, each bin of the noisy histogram is a kind of unit, with the middle
of its rows and cells, and every bound is weighed as `bound_choice` weighs it by declared facts. A number that noise
alone might be counts as nobody: most bins are empty, and a few invented units with many rows would drag the bound
upwards.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Final

from epsilog.core.bounds import Bin, Bounds, BoundSearch, crowd_of
from epsilog.errors import SpecError
from epsilog.first.bound.bound_choice import Kind, choose_by_facts, no_norm, toll, under
from epsilog.first.bound.plan import Counts, bounds_tried, search_for, search_of
from epsilog.roles.plan import Plan
from epsilog.roles.planned import Draw, Remark
from epsilog.roles.spec import Spec
from epsilog.words import plain

Planned = Callable[[Spec, int | None], Plan]
_SAME: Final = 1.0000001  # errors closer than this are the same, and the narrower bound is taken


def planned_under_bound(spec: Spec, planned: Planned, refuse_drowned: Callable[[Plan], None]) -> Plan:
    """The plan under the bound that is said, that public facts choose, or before the look that chooses it.

    planned          the plan under a bound; with so many units, and no more, for what comes after a look
    refuse_drowned   refuses a plan under whose noise nothing would be left to say
    """
    if isinstance(spec.bound.choose, BoundSearch):
        return plan_search(spec, planned, refuse_drowned)
    if spec.bound.choose is not None:
        return choose_by_facts(spec, lambda one: planned(one, None))
    return planned(spec, None)


def plan_search(spec: Spec, planned: Planned, refuse_drowned: Callable[[Plan], None]) -> Plan:
    """The plan before the look: under the bound with the widest noise, with all the others beside it."""
    first = planned(under(spec, Bounds(rows=1)), None)
    glancing = search_for(spec, first.share.cap, "pure" if first.share.coin == "pure" else "zcdp")
    refused = no_norm(spec, first)
    options: list[Plan] = []
    for bounds in bounds_tried(spec):
        if bounds.norm is not None and refused:
            continue
        try:
            one = planned(under(spec, bounds), glancing.rest)
            one = replace(one, stages=(glancing, *one.stages))
            refuse_drowned(one)
        except SpecError:  # a bound that is too wide for the grain, or for what is left of the budget
            continue
        if one.is_paid_for:
            options.append(one)
    if not options:
        planned(under(spec, Bounds(rows=1)), glancing.rest)  # says why
        raise SpecError("no bound could be chosen", where="bound.choose", hint="bound: {rows: 4}")
    widest = max(options, key=_noise)
    return replace(widest, options=tuple(options), reasons=(*_why(options, refused), *_division(widest)))


def _noise(plan: Plan) -> float:
    """How wide the noise of a plan is, with every entry weighed as when a budget is divided."""
    return sum(one.weight * one.noise**2 for one in (toll(plan, draw, ()) for draw in _draws(plan)))


def _draws(plan: Plan) -> list[Draw]:
    return [draw for draw in plan.draws if isinstance(draw, Draw)]


def best_of(plan: Plan, counts: Counts) -> int:
    """The number of the option with the least expected error. Every table of counts has an answer."""
    glance, glancing = plan.spec.bound.choose, search_of(plan)
    assert isinstance(glance, BoundSearch)
    assert glancing is not None
    crowds = plan.spec.crowds()
    least_seen = threshold(plan)
    tables = {crowd: _kinds(crowd.bins, table, least_seen) for crowd, table in zip(crowds, counts, strict=True)}
    found = [tables[crowd_of(query, glance)] for query in plan.spec.publish]
    losses = []
    for option in plan.options:
        tolls = [toll(option, draw, found[draw.query]) for draw in _draws(option)]
        losses.append(sum(one.weight * one.error**2 for one in tolls))
    least = min(losses)
    return next(at for at, loss in enumerate(losses) if loss <= least * _SAME)


def with_bound(plan: Plan, at: int, counts: Counts) -> Plan:
    """The same plan under the bound that was chosen by what the look told: the price is what it was."""
    glancing = search_of(plan)
    assert glancing is not None
    return replace(plan.options[at], stages=(glancing.seen(counts),), options=(), warnings=plan.warnings)


def threshold(plan: Plan) -> float:
    """What no empty bin exceeds, not one of them, as often as the release's confidence says."""
    glancing = search_of(plan)
    assert glancing is not None
    bins = sum(crowd.size for crowd in plan.spec.crowds())
    return glancing.noise.margin(1 - (1 - plan.spec.confidence) / bins)


def _kinds(bins: Sequence[Bin], counts: Sequence[int], least: float) -> list[Kind]:
    """The units of each bin, in the middle of it; whoever is in the last one has at least so many rows."""
    found = []
    for one, units in zip(bins, counts, strict=True):
        if units > least:
            rows = one.rows if one.rows == bins[-1].rows else (one.least + one.rows) / 2
            found.append(Kind(units, rows, min(rows, (one.fewest + one.cells) / 2)))
    return found


def _why(options: Sequence[Plan], refused: str) -> list[Remark]:
    plan = options[0]
    glance, glancing = plan.spec.bound.choose, search_of(plan)
    assert isinstance(glance, BoundSearch)
    assert glancing is not None
    bins = sum(crowd.size for crowd in plan.spec.crowds())
    values = [("share", plain(100 * float(glance.share), 4)), ("bins", f"{bins:,}"), ("up_to", f"{glance.up_to:,}")]
    values.append(("noise", plain(glancing.noise.margin(plan.spec.confidence), 3, "up")))
    said = [Remark("plan.choose.look", tuple(values))]
    for at, query in enumerate(plan.spec.publish):
        for name in ("keep", "apart", "norm"):
            listed = [(one, _size(one.spec.bound, name)) for one in options]
            tried = [f"{size}: ±{_margin(one, at)}" for one, size in listed if size]
            if tried:
                said.append(
                    Remark(f"plan.choose.look.{name}", (("entry", query.name), ("tried", "; ".join(tried))))
                )
    said += [Remark(f"plan.choose.none.{refused}")] if refused else []
    return [*said, Remark("plan.choose.look.price"), Remark("plan.choose.look.enforced")]


def _size(bounds: Bounds, name: str) -> str:
    """How wide a bound is, if it is of this sort; in between there are more, and a record lists all of them."""
    if name == "norm":
        return "" if bounds.norm is None else plain(float(bounds.norm), 6)
    heap = None if name == "keep" else 1
    return f"{bounds.rows:,}" if bounds.norm is None and bounds.rows_per_cell == heap else ""


def _margin(plan: Plan, at: int) -> str:
    first = plan.draws_of(at)[0]
    return plain(first.noise.margin(plan.spec.confidence), 3, "up")


def _division(plan: Plan) -> list[Remark]:
    return [one for one in plan.reasons if one.key.startswith("plan.why.division.")]
