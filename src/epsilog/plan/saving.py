"""What a request could change to be cheaper or closer: every alternative is really planned, and no data is read.

An alternative is the same request with one field written otherwise. What it saves is the difference of two plans.
Nothing is said where planning twice takes long (a series, what is found first), nor where little is gained.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING, Final

from epsilog.core.bounds import Bounds
from epsilog.core.clock import PERIODS
from epsilog.errors import EpsilogError
from epsilog.plan.planner import margin, plan
from epsilog.registry.plans import planner_of
from epsilog.roles.budget import Coin, Purse
from epsilog.roles.plan import Plan, epsilon_of
from epsilog.roles.planned import Draw, Remark
from epsilog.roles.shape import Alert, PerStep, is_series
from epsilog.roles.spec import Spec
from epsilog.words import plain

if TYPE_CHECKING:
    from epsilog.ledger.terms import Terms

_WORTH_SAYING: Final = 1.25
_MOST_VECTORS: Final = 40  # beyond that, planning again and again takes longer than the command may
_COARSER: Final = {"1h": "1d", "1d": "1w", "1w": "1mo", "1mo": "1q", "1q": "1y"}
_DEAREST: Final = 10**6  # times the price: beyond that nobody halves an error


@dataclass(frozen=True)
class Saving:
    """One change: how it is said, and how many times less the error is, or the price where errors are asked for."""

    remarks: tuple[Remark, ...]
    times: float


@dataclass(frozen=True)
class Halving:
    """What half of every error takes: the epsilon of the release, and its price in units of 1e-12."""

    epsilon: Fraction
    price: int


def savings_of(made: Plan, terms: Terms | None = None) -> tuple[Saving, ...]:
    """Changes that are worth something, the best first; then bounds that cut rows and save nothing."""
    if made.stages or made.options or len(made.draws) > _MOST_VECTORS:
        return ()
    found = [*_better_ways(made), *_ticks_for_alerts(made, terms)]
    if _is_quick(made):
        found += _coarser(made, terms)
        found += [
            saving
            for now, change, spec, caveat in _changes(made.spec)
            if (other := _try(spec, terms)) is not None
            and (saving := _compare(made, other, now, change, caveat)) is not None
        ]
    found = sorted((one for one in found if one.times >= _WORTH_SAYING), key=lambda one: -one.times)
    return (*found, *(_idle_bound(made, terms) if _is_quick(made) else ()))


def halving_of(made: Plan, terms: Terms | None = None) -> Halving | None:
    """What half of every error would take; None where no price is enough, or planning it takes too long."""
    coin: Coin = "pure" if made.share.coin == "pure" else "zcdp"
    errors = [margin(made, at) for at in range(len(made.spec.publish))]
    if made.stages or made.options or not all(error < math.inf for error in errors) or not any(errors):
        return None
    wanted = [_times_for(made, at, error / 2, coin) for at, error in enumerate(errors) if error > 0]
    if max(wanted) >= _DEAREST:
        return None
    share = made.share
    purse = Purse(coin, share.delta - share.for_events, share.for_events)
    units = math.ceil(made.price.main * max(wanted))
    if not _is_quick(made):
        return Halving(purse.epsilon(units), units)
    halves = tuple(replace(one, error=None if one.error is None else one.error / 2) for one in made.spec.publish)
    for _ in range(5):  # parts are divided anew, in whole numbers of grains, so the first may miss by a little
        asked = None if made.spec.spend.epsilon is None else purse.epsilon(units)
        spend = replace(made.spec.spend, epsilon=asked)
        other = _try(replace(made.spec, publish=halves, spend=spend), terms)
        if other is None:
            return None
        if all(2 * margin(other, at) <= error * (1 + 1e-9) for at, error in enumerate(errors)):
            return Halving(epsilon_of(other), other.price.main)
        units = math.ceil(units * 1.03)
    return None


def _is_quick(made: Plan) -> bool:
    """Whether planning it once more takes a blink: all of it is noisy tables, and not too many."""
    return len(made.draws) <= _MOST_VECTORS and all(isinstance(one, Draw) for one in made.draws)


def _try(spec: Spec, terms: Terms | None) -> Plan | None:
    try:
        return plan(spec, terms)
    except EpsilogError:
        return None


def _times_for(made: Plan, at: int, wanted: float, coin: Coin) -> float:
    """How many times the price of an entry brings its error down to this."""

    def is_enough(times: float) -> bool:
        return planner_of(made, at).margin_at(made, at, Fraction(f"{times:.6g}"), coin) <= wanted

    low, high = 1.0, 4.0 if coin == "zcdp" else 2.0
    if is_enough(high) or is_enough(high := 1.02 * high):
        return high  # of noise of a fixed shape half takes just that
    while not is_enough(high):
        low, high = high, 2 * high
        if high > _DEAREST:
            return math.inf
    while high > low * 1.01:
        middle = math.sqrt(low * high)
        low, high = (low, middle) if is_enough(middle) else (middle, high)
    return high


def _changes(spec: Spec) -> Iterator[tuple[str, str, Spec, Remark | None]]:
    """Fields that could be written otherwise: what stands there, what to write, the request, what to mind."""
    for law in sorted({one.mechanism for one in spec.publish} - {"auto"}):
        free = tuple(replace(one, mechanism="auto") for one in spec.publish)
        yield f"mechanism: {law}", "mechanism: auto", replace(spec, publish=free), None
    bound = spec.bound
    if spec.protect.unit.each == "row":
        return
    for name in ("rows", "cells", "rows_per_cell"):
        said = getattr(bound, name)
        if said is not None and said > 1:
            fewer = replace(bound, **{name: -(-said // 2)})
            if name == "rows" and bound.cells == said:
                fewer = replace(fewer, cells=fewer.rows)
            minding = Remark("plan.save.mind.bound")
            yield _bound_text(bound), _bound_text(fewer), replace(spec, bound=fewer), minding
    if bound.norm is None and bound.choose is None and (bound.rows_per_cell or 2) > 1 and (bound.rows or 2) > 1:
        once = replace(bound, rows_per_cell=1)
        yield _bound_text(bound), _bound_text(once), replace(spec, bound=once), Remark("plan.save.mind.once")


def _bound_text(bound: Bounds) -> str:
    said = ((name, getattr(bound, name)) for name in ("rows", "cells", "rows_per_cell"))
    return "bound: {" + ", ".join(f"{name}: {value}" for name, value in said if value is not None) + "}"


def _compare(made: Plan, other: Plan, now: str, change: str, caveat: Remark | None) -> Saving | None:
    """What a change of one field saves: of the price where errors are asked for, else of the error."""
    written = (("now", now), ("change", change))
    minding = () if caveat is None else (caveat,)
    if all(one.error is not None for one in made.spec.publish):
        part = other.price.main / made.price.main
        said = Remark("plan.save.price", (*written, ("part", plain(100 * part, 2, "up"))))
        return Saving((said, *minding), 1 / part)
    pairs = [(margin(made, at), margin(other, at), at) for at in range(len(made.spec.publish))]
    if any(there > here for here, there, _ in pairs) or not any(there for _, there, _ in pairs):
        return None  # one entry gains what another loses
    here, there, at = max((one for one in pairs if one[1]), key=lambda one: one[0] / one[1])
    errors = (("here", plain(here, way="up")), ("there", plain(there, way="up")))
    return Saving(
        (Remark("plan.save.error", (*written, ("entry", made.spec.publish[at].name), *errors)), *minding),
        here / there,
    )


def _coarser(made: Plan, terms: Terms | None) -> Iterator[Saving]:
    """Each entry with ticks, in longer ones: its numbers grow with the time they are about."""
    spec = made.spec
    for at, one in enumerate(spec.publish):
        longer = None if one.every is None else _COARSER.get(one.every)
        if one.every is None or longer not in PERIODS or spec.stream is not None or one.error is not None:
            continue
        if one.kind not in ("rows", "sum") or is_series(one):
            continue
        entries = (*spec.publish[:at], replace(one, every=longer), *spec.publish[at + 1 :])
        other = _try(replace(spec, publish=entries), terms)
        if other is None or (there := margin(other, at)) <= 0:
            continue
        times = one.grid().size / entries[at].grid().size
        here = margin(made, at)
        written = (("entry", one.name), ("now", f"every: {one.every}"), ("change", f"every: {longer}"))
        errors = (("times", plain(times, 2)), ("here", plain(here, way="up")), ("there", plain(there, way="up")))
        yield Saving((Remark("plan.save.every", (*written, *errors)),), times * here / there)


def _ticks_for_alerts(made: Plan, terms: Terms | None) -> Iterator[Saving]:
    """What every tick would cost with the error that an alert has now: it tells more, and is often cheaper."""
    coin = "pure" if made.share.coin == "pure" else "zcdp"
    for at, one in enumerate(made.spec.publish):
        if not isinstance(one.shape, Alert) or (off := margin(made, at)) <= 0:
            continue
        ticks = replace(one, shape=PerStep(), error=Fraction(off), relative=False)
        spend = replace(made.spec.spend, epsilon=None)
        other = _try(replace(made.spec, publish=(ticks,), tests=(), spend=spend), terms)
        if other is None:
            continue
        times = sum(draw.price(coin) for draw in made.vectors_of(at)) / other.price.main
        said = (("entry", one.name), ("error", plain(off, way="up")), ("part", plain(100 / times, 2, "up")))
        yield Saving((Remark("plan.save.ticks", said),), times)


def _better_ways(made: Plan) -> Iterator[Saving]:
    """Ways to publish a series that the plan compared already and expects to err less; each is named."""
    for remark in made.reasons:
        if remark.key == "plan.why.offer.worse":
            said = {name: value.replace(",", "") for name, value in remark.values}
            yield Saving((remark,), float(said["error"]) / float(said["its"]))


def _idle_bound(made: Plan, terms: Terms | None) -> Iterator[Saving]:
    """A bound on cells that saves nothing: without it fewer rows are left out."""
    bound = made.spec.bound
    if bound.cells is None or (bound.rows, bound.rows_per_cell) == (None, None):
        return
    other = _try(replace(made.spec, bound=replace(bound, cells=None)), terms)
    if other is None:
        return
    entries = range(len(made.spec.publish))
    if other.price.main <= made.price.main and all(margin(other, at) <= margin(made, at) for at in entries):
        yield Saving((Remark("plan.save.cells", (("cells", f"{bound.cells:,}"),)),), 1.0)
