"""Which way to publish a series is expected to err least: from public facts alone, before any data.

Public facts are the request itself (ticks, bounds, window, price), `moves` where a method says it, and `expect`. A
number that is expected but of which nothing is said how it moves is taken to move by a fifth of itself a tick: on
the series this was chosen on it was 0.19 and 0.14 of their mean (docs/benchmarks/offers.md).

What is compared is the root mean square of a level that wanders (`postprocess.wandering`). A method whose numbers
would be further off than what anybody can say without the data is refused where the request names it.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Final

from epsilog.accounting.filter import Filter
from epsilog.accounting.radius_law import SecretRadius
from epsilog.accounting.scale import epsilon_at
from epsilog.core.law import DiscreteGaussian, DiscreteLaplace
from epsilog.core.participation import Participation
from epsilog.core.price import RHO_UNITS
from epsilog.core.radius import reach as radius_reach
from epsilog.core.series_method import Fast, Radius, Repeated, Spelled
from epsilog.core.unknown import Unknown
from epsilog.errors import EpsilogError, SpecError
from epsilog.kinds.series.plan.radius import RadiusDraw, group_for, variance_of
from epsilog.postprocess.wandering import (
    absorbed_error,
    distributed_error,
    fast_error,
    held_error,
    mean_error,
    smoothed_error,
    spells_error,
)
from epsilog.roles.budget import Coin, parameter_for
from epsilog.roles.entry import Entry
from epsilog.roles.participations import participations_of, window_participation
from epsilog.roles.plan import Plan
from epsilog.roles.planned import Remark
from epsilog.roles.shape import PerStep, ticks_of
from epsilog.roles.smoothed import is_smoothed
from epsilog.words import plain

MOVES: Final = Fraction(1, 5)  # of what is expected, where nothing else is said
SLACK: Final = 1.25  # closed forms of walks are no closer than that
_SAMPLES: Final = 0.15  # of the ticks: what FAST was published with
_CELLS: Final = 64  # one radius takes no more
_DEARER: Final[tuple[int, ...]] = tuple(1 << power for power in range(1, 13))
# What has to learn when to speak errs more than one that knows, the more the longer a window is beside the series:
# 1 + this · (w/T)² times, on flu and cdnow (docs/benchmarks/offers.md). Spells that are told `moves` know it.
_LEARNS: Final = {"spells": 1, "absorption": 5, "distribution": 50}
SMOOTHED: Final = "plan.offer.smoothed"
SINGLE: Final = "plan.offer.single"
MEAN: Final = "plan.offer.mean"


@dataclass(frozen=True)
class Offer:
    """A way to publish an entry, as a spec says it (or a key of the catalogue), and how far off it is expected."""

    way: str
    error: float


@dataclass(frozen=True)
class Offers:
    """All ways at one price, the least error first; which of them the plan takes, and what a guess would be off.

    guess    the error of saying one number for all ticks from what is public; infinite where nothing public says it
    said     whether the request says how far the numbers move, or it was taken from `expect`
    """

    found: tuple[Offer, ...]
    taken: Offer
    guess: float
    said: bool
    moves: float

    @property
    def best(self) -> Offer:
        """What is expected to err least."""
        return self.found[0]


def offers_of(plan: Plan, at: int, times: int = 1) -> Offers | None:
    """The ways to publish an entry at its price, or so many times that; None where no public fact compares them."""
    query, coin = _every_tick(plan.spec.publish[at]), plan.share.coin
    mine = [draw for draw in plan.draws if draw.query == at]
    if query is None or len(mine) != 1 or coin == "per-metre":
        return None
    facts = _moves(query)
    if facts is None:
        return None
    said, moves = facts
    units = times * Filter(plan.share).price(mine[0].charge).main
    desk = _Desk(plan, query, mine[0].contribution.grain, coin, units)
    ways = desk.ways(moves, mine[0], said=said)
    name = SINGLE if plan.spec.publish[at].shape is None else desk.name(mine[0])
    if name not in ways:
        return None
    found = sorted((Offer(one, error) for one, error in ways.items()), key=lambda one: one.error)
    taken = next(one for one in found if one.way == name)
    return Offers(tuple(found), taken, desk.guess(moves if said else None), said, moves)


def _every_tick(query: Entry) -> Entry | None:
    """An entry that says a number for every tick; None of any other. One without `as` is like per-step."""
    plainly = query.shape is None and query.every is not None and not query.levels
    if not (plainly or isinstance(query.shape, PerStep)) or query.kind not in ("rows", "persons", "sum"):
        return None
    if query.about != "data" or query.during is None or query.during.is_endless:
        return None
    if any(isinstance(axis, Unknown) for axis in query.by):
        return None
    try:
        return replace(query, shape=PerStep()) if plainly else query
    except SpecError:
        return None


def _moves(query: Entry) -> tuple[bool, float] | None:
    """How far the numbers go from tick to tick, and whether the request says it."""
    method = query.shape.method if isinstance(query.shape, PerStep) else None
    if isinstance(method, Spelled | Radius) and method.moves is not None:
        return True, float(method.moves)
    return None if query.expect is None else (False, float(query.expect * MOVES))


class _Desk:
    """All that is public of one entry at one price."""

    def __init__(self, plan: Plan, query: Entry, grain: Fraction, coin: Coin, units: int) -> None:
        self.plan, self.query, self.coin, self.units = plan, query, coin, units
        self.ticks = ticks_of(query)
        self.cells = query.grid().size // self.ticks
        self.square = float(grain) ** 2
        self.grain, self.live = grain, query.live
        self.epsilon = float(epsilon_at(units, coin))
        try:
            self.covers = participations_of(query, plan.spec.bound, plan.spec.protect.unit)
        except SpecError:
            self.covers = ()

    def name(self, draw: object) -> str:
        """What the plan takes, as it is called here."""
        if isinstance(draw, RadiusDraw) and draw.group > 1:
            return _radius(draw.group)
        method = self.query.shape.method if isinstance(self.query.shape, PerStep) else None
        if isinstance(method, Fast):
            return _fast(method.samples)
        if isinstance(method, Repeated | Spelled):
            return _name_of(method.rule)
        return SMOOTHED if self.smooths else SINGLE

    @property
    def apart(self) -> float:
        """The variance of two ticks far apart: numbers leave what is expected by as much, and not for ever."""
        return math.inf if self.query.expect is None else 2 * float(self.query.expect) ** 2

    @property
    def smooths(self) -> bool:
        """Whether ticks one by one would have a smoothed value beside them."""
        return is_smoothed(replace(self.query, shape=PerStep()), self.plan.spec.tidy)

    def ways(self, moves: float, draw: object, *, said: bool) -> dict[str, float]:
        """Every way that could answer the entry, with its expected error."""
        pace, found = moves**2, {}
        alone = self._single(draw)
        found[SINGLE] = math.sqrt(alone)
        if self.smooths:
            found[SMOOTHED] = smoothed_error(alone, pace, self.ticks, live=self.live)
        return found | self._windowed(pace, said=said) | self._grouped(pace, draw) | self._sampled(pace)

    def guess(self, moves: float | None) -> float:
        """One number for all ticks, without the data: what is expected is off by itself at most, as a rule.

        Where the request says how the numbers move, a walk stays near its mean; that mean is known by `expect`, or
        it would have to be bought, and is no guess where its noise is more than the walk.
        """
        expect = math.inf if self.query.expect is None else float(abs(self.query.expect))
        if moves is None or not moves:
            return expect
        strays = mean_error(0.0, moves**2, self.ticks)
        if self.query.expect is not None:
            flickers = expect if self.query.kind != "sum" else 0.0  # counts flicker by the root of what they are
            return min(expect, SLACK * math.sqrt(strays**2 + flickers))
        bought = self._mean()
        return expect if strays**2 < bought else SLACK * math.sqrt(strays**2 + bought)

    def _single(self, draw: object) -> float:
        """The noise on one tick by itself: with the better law, or one radius where the plan may take it."""
        contribution = getattr(draw, "contribution")  # noqa: B009 - every draw has one
        laws: list[DiscreteLaplace | DiscreteGaussian] = [
            DiscreteLaplace(parameter_for(self.units, contribution.sensitivity, "laplace", self.coin))
        ]
        if self.coin == "zcdp":
            laws.append(
                DiscreteGaussian(parameter_for(self.units, contribution.sensitivity, "gaussian", self.coin))
            )
        found = [float(law.variance) for law in laws]
        if isinstance(draw, RadiusDraw) and draw.group == 1 and isinstance(draw.sums, SecretRadius):
            found.append(float(draw.sums.variance))
        elif self._may_have_radius:
            found += [
                variance_of(self.ticks, 1, self.cells, radius_reach(1, self.cells, way), self.epsilon)
                for way in self.covers
            ]
        return min(found) * self.square

    @property
    def _may_have_radius(self) -> bool:
        unit = self.plan.spec.protect.unit
        return self.coin == "pure" and unit.window is None and unit.each != "row" and self.cells <= _CELLS

    def _windowed(self, pace: float, *, said: bool) -> dict[str, float]:
        """What repeats its values, where persons are protected within a window or for ever."""
        try:
            way = (
                window_participation(self.query, self.covers, self.plan.spec.protect.unit) if self.covers else None
            )
        except EpsilogError:
            way = None
        if way is None or way.span is None:
            return {}
        width, once = way.span, 2 * (way.most / self.epsilon) ** 2 * self.square
        alone = once * width * width
        learned = {
            "absorption": absorbed_error(alone, pace, width),
            "distribution": distributed_error(alone, pace, width),
            "spells": spells_error(alone, pace, width, self.ticks),
        }
        found = {_name_of("sample"): held_error(once, pace, width, self.apart)}
        for rule, error in learned.items():
            knows = said and rule == "spells"
            found[_name_of(rule)] = error * (1 if knows else 1 + _LEARNS[rule] * min(1.0, width / self.ticks) ** 2)
        return found

    def _grouped(self, pace: float, draw: object) -> dict[str, float]:
        """Sums of several ticks within one radius."""
        if not self.covers or not self._may_have_radius:
            return {}
        step = min(radius_reach(1, self.cells, way) for way in self.covers)
        moves = math.sqrt(pace / self.square)
        group = group_for(self.ticks, self.cells, step, self.epsilon, moves, live=self.live, season=1)
        found = {}
        for one in {group, draw.group if isinstance(draw, RadiusDraw) else group} - {1}:
            noise = min(
                variance_of(self.ticks, one, self.cells, radius_reach(one, self.cells, way), self.epsilon)
                for way in self.covers
            )
            inside = (one * one - 1) / (6 * one)
            if self.live:
                inside = (one - 1) / 2 + (one - 1) * (2 * one - 1) / (6 * one)
            found[_radius(one)] = math.sqrt(noise * self.square + pace * inside)
        return found

    def _sampled(self, pace: float) -> dict[str, float]:
        """FAST with the number of samples that is asked for, or with its usual one."""
        if self.live or not self.covers:
            return {}
        method = self.query.shape.method if isinstance(self.query.shape, PerStep) else None
        wanted = {max(1, round(_SAMPLES * self.ticks))} if not isinstance(method, Fast) else {method.samples}
        return {_fast(one): fast_error(self._sample(one), pace, self.ticks, one, self.apart) for one in wanted}

    def _sample(self, samples: int) -> float:
        """The noise on one of so many samples."""
        return min(
            self._noise(way, way.times if way.apiece else min(way.within(self.ticks), samples))
            for way in self.covers
        )

    def _mean(self) -> float:
        """The noise on the mean of all ticks, if it were bought at the same price."""
        if not self.covers:
            return math.inf
        whole = [
            replace(way.together, times=1, most=way.within(self.ticks) * way.most, apiece=False)
            for way in self.covers
        ]
        return min(self._noise(way, 1) for way in whole) / self.ticks**2

    def _noise(self, way: Participation, times: int) -> float:
        norms = way.moved(times, times, aligned=True)
        found = [2 * (norms.l1 / self.epsilon) ** 2]
        if self.coin == "zcdp":
            found.append(norms.l2_squared * RHO_UNITS / (2 * self.units))
        return min(found) * self.square


def _name_of(rule: str) -> str:
    return f"as: {{per-step: {rule}}}"


def _fast(samples: int) -> str:
    return f"as: {{per-step: {{fast: {{samples: {samples}}}}}}}"


def _radius(group: int) -> str:
    return f"as: {{per-step: {{radius: {{group: {group}}}}}}}"


def refuse_worse_than_a_guess(plan: Plan) -> None:
    """Refuse a method whose numbers anybody could better without the data; ticks one by one are warned about."""
    for at, query in enumerate(plan.spec.publish):
        method = query.shape.method if isinstance(query.shape, PerStep) else None
        if not isinstance(method, Fast | Repeated | Spelled):
            continue
        offers = offers_of(plan, at)
        if offers is None or offers.taken.error <= offers.guess:
            continue
        raise SpecError(
            f"for numbers that move by {plain(offers.moves, 3)} a tick {method.name} would be off by about "
            f"{plain(offers.taken.error, 2)}, and without data a guess is off by about {plain(offers.guess, 2)}",
            where=f"publish[{at}].as.per-step",
            hint=_instead(offers, _worth(plan, at)),
        )


def _worth(plan: Plan, at: int) -> int | None:
    """How many times the price the method would take to be worth it; None where no price helps."""
    for times in _DEARER:
        offers = offers_of(plan, at, times)
        if offers is not None and offers.taken.error <= offers.guess:
            return times
    return None


def _instead(offers: Offers, times: int | None) -> str:
    price = "" if times is None else f"; or about {times} times the price"
    if offers.best.error <= offers.guess:
        way = {SMOOTHED: "as: per-step, smoothed,", SINGLE: "as: per-step"}.get(offers.best.way, offers.best.way)
        return f"{way} is off by about {plain(offers.best.error, 2)}{price}"
    return f"a longer step in `every`, or one number for all ticks{price}"


def offer_remarks(plan: Plan) -> tuple[Remark, ...]:
    """For each series that public facts can compare: the best way, and how far off it and the one taken are."""
    found = []
    for at, query in enumerate(plan.spec.publish):
        offers = offers_of(plan, at)
        if offers is None:
            continue
        facts = (
            ("entry", query.name),
            ("moves", plain(offers.moves, 3)),
            ("from", f"plan.offer.{'said' if offers.said else 'expect'}"),
        )
        taken = (("taken", offers.taken.way), ("error", plain(offers.taken.error, 2)))
        others = [one for one in offers.found if one.way not in (offers.taken.way, SINGLE)]
        if not others:
            continue
        other = others[0]
        beside = (("other", other.way), ("its", plain(other.error, 2)))
        # Level is a reason for ticks one by one, which follow everything, and not for anything else.
        level = 1.02 if offers.taken.way in (SMOOTHED, SINGLE) else 0.98
        which = "best" if offers.taken.error <= level * other.error else "worse"
        found.append(Remark(f"plan.why.offer.{which}", (*facts, *taken, *beside)))
        if offers.best.error > offers.guess:
            found.append(Remark("plan.why.offer.guess", (("entry", query.name), ("guess", plain(offers.guess, 2)))))
    return tuple(found)
