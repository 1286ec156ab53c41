"""Which bound to take, from public facts: keep some rows and cells of a unit, or scale all of it down to a norm.

For every bound that is tried, the planner says how wide the noise would be, and the facts say what the bound would
take away. With K cells in a table and a kind of unit that has n rows, evenly in m = min(K, ⌈n / rows_per_cell⌉)
cells, h = n/m in each,

==================================  =====================================================================
a bound                             leaves of the n rows
==================================  =====================================================================
rows R, at most P in a cell         min(R, min(m, R) · min(h, P)), in cells that a hash of the unit picks
norm N                              n · min(1, N / (h √m)), in all its cells
==================================  =====================================================================

With u units of that kind, what is lost in a cell is on average the sum of u (n - left)/K over all kinds: always
in the same direction, so it counts with its square. Which cells of a unit are kept is luck: a cell keeps
h' = min(h, P) rows with probability q = left/(m h'), which adds u m/K · h'² q (1 - q) to the variance. The error of
a number is the root of noise² + lost² + luck. The bound with the least sum of squared errors is taken, each weighed
as `publish.budgeting` weighs noise: by its entry, in rows at their furthest.

Nothing here looks at data. Bounds that are chosen are enforced as if they had been said.

After a paid look it is the one whose error is expected to be least by the noisy numbers alone.

Before the look, the plan under every bound is made for what the look leaves of the share, and the plan that is
shown is the one with the widest noise. After it, each bin of the noisy histogram is a kind of unit, with the middle
of its rows and cells, and every bound is weighed as it is by declared facts. A number that noise
alone might be counts as nobody: most bins are empty, and a few invented units with many rows would drag the bound
upwards.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Final

from epsilog.core.bounds import MOST, Bin, Bounds, BoundSearch, Facts, crowd_of, ladder
from epsilog.core.clock import fits_within
from epsilog.core.measure import Persons
from epsilog.errors import PrivacyError, SpecError
from epsilog.first.bound.plan import Counts, bounds_tried, search_for, search_of
from epsilog.roles.entry import Entry
from epsilog.roles.plan import Plan
from epsilog.roles.planned import Draw, Remark
from epsilog.roles.spec import Spec
from epsilog.words import plain

PlannedUnder = Callable[[Spec], Plan]
_NEAR: Final = 1.005  # errors closer than this are the same, and whole numbers are nicer


@dataclass(frozen=True)
class Toll:
    """What one number of a vector suffers under a bound, in the data's own units."""

    called: str
    noise: float
    lost: float
    luck: float
    about: float
    weight: float

    @property
    def error(self) -> float:
        """The root mean square of everything."""
        return math.sqrt(self.noise**2 + self.lost**2 + self.luck)


@dataclass(frozen=True)
class Kind:
    """So many units, each with so many rows in so many cells."""

    units: float
    rows: float
    cells: float


@dataclass(frozen=True)
class Option:
    """A bound, the plan under it, and what every vector suffers."""

    plan: Plan
    tolls: tuple[Toll, ...]

    @property
    def bounds(self) -> Bounds:
        """What is tried."""
        return self.plan.spec.bound

    @property
    def loss(self) -> float:
        """The weighted sum of squared errors."""
        return sum(one.weight * one.error**2 for one in self.tolls)


def choose_by_facts(spec: Spec, planned: PlannedUnder) -> Plan:
    """The plan under the better bound, with both compared in its reasons."""
    facts = spec.bound.choose
    assert isinstance(facts, Facts)
    kept = _best(spec, planned, facts, _kept_bounds(spec, facts))
    if kept is None:  # nothing could be planned, whatever the bound: let the smallest one say why
        planned(under(spec, Bounds(rows=1)))
        raise PrivacyError("no bound could be chosen", where="bound.choose")
    refused = no_norm(spec, kept.plan)
    scaled = None if refused else _best(spec, planned, facts, _norm_bounds(spec, facts))
    best = kept if scaled is None or kept.loss <= scaled.loss * _NEAR**2 else scaled
    return replace(best.plan, reasons=(*_why_by_facts(spec, kept, scaled, refused, best), *best.plan.reasons))


def _best(spec: Spec, planned: PlannedUnder, facts: Facts, tried: Iterable[Bounds]) -> Option | None:
    options = []
    for bounds in tried:
        try:
            options.append(option(spec, bounds, planned, facts))
        except SpecError:  # a bound that is too wide for the grain, or for what is left of the budget
            continue
    return min(options, key=lambda one: one.loss) if options else None


def option(spec: Spec, bounds: Bounds, planned: PlannedUnder, facts: Facts) -> Option:
    """What every vector of a release would suffer under a bound."""
    plan = planned(under(spec, bounds))
    draws = [draw for draw in plan.draws if isinstance(draw, Draw)]
    return Option(plan, tuple(toll(plan, draw, _kinds_by_facts(plan, draw, facts)) for draw in draws))


def under(spec: Spec, bounds: Bounds) -> Spec:
    """The same request with its bound chosen."""
    return replace(spec, bound=spec.bound.chosen(bounds))


def _kinds_by_facts(plan: Plan, draw: Draw, facts: Facts) -> list[Kind]:
    """What the facts say of one table: rows lie in as many cells as there are and `rows_per_cell` leaves."""
    reached = _cells_of_one(plan, plan.spec.publish[draw.query])
    return [
        Kind(float(facts.units * share), many, min(reached, -(-many // facts.rows_per_cell)))
        for many, share in facts.rows
    ]


def toll(plan: Plan, draw: Draw, kinds: Sequence[Kind]) -> Toll:
    """What a vector suffers under the plan's bound, if units are of these kinds."""
    query, bounds = plan.spec.publish[draw.query], plan.spec.bound
    persons = isinstance(query.measures()[draw.part], Persons)
    size = query.size_of(draw.part)
    lost = luck = about = 0.0
    for kind in kinds:
        units, cells = kind.units, kind.cells
        each = 1.0 if persons else kind.rows / cells
        left, full = _what_is_left(bounds, cells, each)
        about += units * cells * each / size
        lost += units * (cells * each - left) / size
        picked = left / (cells * full)
        luck += 0.0 if bounds.norm is not None else units * cells / size * full**2 * picked * (1 - picked)
    reach = float(draw.contribution.reach * draw.grain)  # what one row is worth, in the data's units
    weight = query.weight * (query.level_weights()[draw.part] if query.levels else 1)
    return Toll(
        query.called(draw.part),
        draw.noise.deviation,
        lost * reach,
        max(luck, 0.0) * reach**2,
        about * reach,
        float(weight) / reach**2,
    )


def _what_is_left(bounds: Bounds, cells: float, each: float) -> tuple[float, float]:
    """What is left of one unit with so many rows in each of so many cells; what a cell of it holds that is kept."""
    if bounds.norm is not None:
        length = each * math.sqrt(cells)
        return cells * each * min(1.0, float(bounds.norm) / length), each
    rows = bounds.rows or MOST
    full = min(each, bounds.rows_per_cell or rows)
    return min(rows, min(cells, rows) * full), full


def _cells_of_one(plan: Plan, query: Entry) -> int:
    """In how many cells one unit can be: a person within a month is in no cell of another month."""
    size, per = query.grid().size, plan.spec.protect.unit.per
    if per is None or query.every is None or not fits_within(query.every, per):  # type: ignore[arg-type]
        return size
    return max(1, -(-size // max(1, len(plan.blocks))))


def _kept_bounds(spec: Spec, facts: Facts) -> list[Bounds]:
    """Rows in all and in a cell: steps of about a quarter up to the most that anybody has."""
    totals = sorted({*ladder(facts.most), facts.most})
    found = {}
    for query in spec.publish:
        size = query.grid().size
        heaps = {1, facts.rows_per_cell}
        heaps |= {-(-many // min(size, -(-many // facts.rows_per_cell))) for many, _ in facts.rows}
        for rows in totals:
            for heap in {*heaps, rows}:
                if heap <= rows:
                    bounds = Bounds(rows=rows, rows_per_cell=heap if heap < rows else None)
                    found[(rows, heap)] = bounds
    return [found[key] for key in sorted(found)]


def _norm_bounds(spec: Spec, facts: Facts) -> list[Bounds]:
    """Lengths from that of one row to that of the longest unit there is."""
    longest = 1.0
    for query in spec.publish:
        for many, _ in facts.rows:
            cells = min(query.grid().size, -(-many // facts.rows_per_cell))
            longest = max(longest, many / cells * math.sqrt(cells))
    tenths = [step for step in ladder(math.ceil(100 * longest)) if step >= 10]
    enough = next((step for step in tenths if step >= 10 * longest), tenths[-1])
    return [Bounds(norm=Fraction(step, 10)) for step in tenths if step <= enough]


def no_norm(spec: Spec, plan: Plan) -> str:
    """Why a norm cannot be taken at all; empty where it can."""
    if plan.share.coin == "pure":
        return "pure"
    if any(query.mechanism == "laplace" for query in spec.publish):
        return "laplace"
    if any(query.levels for query in spec.publish):
        return "levels"
    if spec.tidy.whole or any(query.total is not None for query in spec.publish):
        return "whole"
    if spec.protect.unit.per is not None and any(query.kind == "persons" for query in spec.publish):
        return "persons"
    return ""


def _why_by_facts(spec: Spec, kept: Option, scaled: Option | None, refused: str, best: Option) -> list[Remark]:
    facts = spec.bound.choose
    assert isinstance(facts, Facts)
    kinds = "; ".join(f"{plain(100 * float(share), 4)} % × {many:,}" for many, share in facts.rows)
    said = [Remark("plan.choose.facts", (("units", f"{facts.units:,}"), ("kinds", kinds)))]
    for one in (kept, scaled) if scaled is not None else (kept,):
        said += [_compare(one, suffered) for suffered in one.tolls]
    if refused:
        said.append(Remark(f"plan.choose.none.{refused}"))
    elif scaled is None:
        said.append(Remark("plan.choose.none.fits"))
    else:
        times = math.sqrt(max(kept.loss, scaled.loss) / best.loss)
        key = "norm" if best is scaled else "same" if times < _NEAR else "keep"
        values = () if key == "same" else (("times", plain(times, 3)),)
        said.append(Remark(f"plan.choose.{key}", values))
    return [*said, Remark("plan.choose.enforced")]


def _compare(one: Option, suffered: Toll) -> Remark:
    bounds = one.bounds
    said = [("entry", suffered.called), ("about", plain(suffered.about, 3))]
    said += [(name, plain(number, 3)) for name, number in (("noise", suffered.noise), ("lost", suffered.lost))]
    said.append(("error", plain(suffered.error, 3, "up")))
    if bounds.norm is not None:
        return Remark("plan.choose.option.norm", (*said, ("norm", plain(float(bounds.norm), 6))))
    each = bounds.rows_per_cell if bounds.rows_per_cell is not None else bounds.rows
    values = (*said, ("rows", f"{bounds.rows:,}"), ("each", f"{each:,}"))
    return Remark("plan.choose.option.keep", values)


# The bound after a paid look.

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
