"""A series of a release with one secret radius: every tick by itself, or sums of groups of ticks.

Like `KeptDraw` it is a `SeriesDraw` with more to say, and a description only: `radius_plan` makes these,
`radius_drawing` draws. What is stored of a result is the mean of each tick's group, in steps, at every tick.

Plan a series with one secret radius: how long its groups are, how wide its noise is, and where it is better.

Reads no rows and draws nothing. Groups follow from public facts alone: the price, the length of the series, its
season, and how far its numbers move from tick to tick, where the request says so.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final, NoReturn

import numpy as np

from epsilog.accounting.radius_law import SecretRadius
from epsilog.accounting.scale import epsilon_at
from epsilog.core import charge as charges
from epsilog.core.bounded import Sensitivity
from epsilog.core.clock import Period
from epsilog.core.law import DiscreteLaplace, Noise
from epsilog.core.measure import contribution
from epsilog.core.number import exact, spell_number, whole
from epsilog.core.participation import Participation
from epsilog.core.radius import check_size, draws_of, reach
from epsilog.core.series_method import Radius
from epsilog.core.unknown import Unknown
from epsilog.errors import LedgerError, PrivacyError, SpecError
from epsilog.kinds.series.plan.planned import SeriesDraw, participation_record
from epsilog.postprocess.ranges import Integers
from epsilog.roles.budget import Coin, Vector, every_tick, parameter_for
from epsilog.roles.entry import Entry
from epsilog.roles.participations import participations_of
from epsilog.roles.planned import Remark, TickNoise
from epsilog.roles.shape import PerStep, is_tick_by_tick, radius_of, ticks_of
from epsilog.roles.spec import Spec
from epsilog.words import plain

STRATEGY: Final = "one radius"


@dataclass(frozen=True)
class RadiusDraw(SeriesDraw):
    """Entry `query` of `publish`, all of whose noise lies within one radius; `parameter` is reach/epsilon."""

    @property
    def group(self) -> int:
        """How many ticks are told by one sum; the last group may be shorter."""
        return self.constants[0][0]

    @property
    def epsilon(self) -> Fraction:
        """The price of the whole series."""
        return self.reach.l1 / self.parameter

    @property
    def sums(self) -> SecretRadius:
        """The law of the noise on one sum in one cell."""
        return SecretRadius(draws_of(self.ticks, self.group), self.cells, self.parameter)

    @property
    def noise(self) -> NoReturn:
        """Refused: its draws share their radius, and the sums of independent ones do not speak of it."""
        raise PrivacyError("noise within one radius is not independent", where="plan")

    @property
    def tick_noise(self) -> TickNoise:
        """Of ticks told one by one."""
        assert self.group == 1
        return TickNoise(Noise(self.sums, self.grain), self.grain)

    @property
    def charge(self) -> charges.Pure:
        """What it costs, for all its ticks."""
        return charges.Pure(self.epsilon)

    def checked(self, values: Integers) -> None:
        """Refuse a stored series whose ticks of one group differ."""
        table = values.reshape(self.cells, self.ticks)
        first = np.arange(self.ticks) // self.group * self.group
        if (table != table[:, first]).any():
            raise LedgerError("a stored series says what it could not", where="result")

    def to_dict(self) -> dict[str, Any]:
        """As it is stored. How far one unit moves a group follows from the rest."""
        return {
            "query": self.query,
            "part": self.part,
            "radius": {
                "group": self.group,
                "scale": spell_number(self.parameter),
                "participation": participation_record(self.participation),
                "margins": [self.margins[0], self.margins[-1]],
                "finer": self.finer,
            },
        }


def made_of(
    query: Entry,
    at: int,
    spec_moved: Any,
    way: Participation,
    group: int,
    scale: Fraction,
    margins: tuple[int, int],
    finer: int,
) -> RadiusDraw:
    """The description, from what is stored of it: full groups have the first margin, the last group the last."""
    ticks = ticks_of(query)
    cells = query.grid().size // ticks
    check_size(ticks, group, cells, scale)
    moved = reach(group, cells, way)
    first_of_last = (draws_of(ticks, group) - 1) * group
    told = (margins[0],) * first_of_last + (margins[1],) * (ticks - first_of_last)
    return RadiusDraw(
        at,
        0,
        STRATEGY,
        ((group,),),
        "radius",
        scale,
        way,
        Sensitivity(moved, moved * moved),
        told,
        finer,
        spec_moved,
        query,
    )


def margins_of(law: SecretRadius, group: int, ticks: int, confidence: Fraction) -> tuple[tuple[int, int], int]:
    """Margins of a full group's mean and of the last one's, in steps, and how many steps a grain has.

    A margin is the quantile of the law of one sum, over all radii: of the mixture, never of a drawn radius. Means
    are rounded to steps of which a margin has a hundred, and a margin is one step wider for that.
    """
    grains = math.ceil(Noise(law, Fraction(1)).margin(confidence) * (1 + 1e-9))
    if group == 1:
        return (grains, grains), 1
    last = ticks - (draws_of(ticks, group) - 1) * group
    finer = next((steps for steps in (1, 10, 100) if grains / group * steps >= 100), 1000)
    first, end = (-(-grains * finer // size) + 1 for size in (group if ticks >= group else last, last))
    return (first if draws_of(ticks, group) > 1 else end, end), finer


def radius_draw_from(spec: Spec, record: Mapping[str, Any]) -> RadiusDraw:
    """Read a stored one back; what one unit may do must follow from the spec."""
    query, unit, said = spec.publish[record["query"]], spec.protect.unit, record["radius"]
    method = radius_of(query)
    if not isinstance(query.shape, PerStep) or (method is None and not is_tick_by_tick(query)):
        raise LedgerError("one radius where the request has none", where="plan")
    group = whole(said["group"], "group", at_least=1, at_most=ticks_of(query))
    asked = 1 if method is None else method.group
    if asked is not None and group != asked:
        raise LedgerError("a stored series has other groups than its request", where="plan")
    way = Participation(**said["participation"])
    if way not in participations_of(query, spec.bound, unit):
        raise LedgerError("a stored series says another thing about units than its request", where="plan")
    (measure,) = query.measures()
    whole(record["part"], "part", at_most=0)
    first, last = (whole(one, "margins") for one in said["margins"])
    finer = whole(said["finer"], "finer", at_least=1, at_most=1000)
    moved = contribution(measure, query.grid(), unit, spec.bound)
    scale = exact(said["scale"], "scale", above=0)
    return made_of(query, record["query"], moved, way, group, scale, (first, last), finer)


# Half of what may come back: a day of hours is told in two halves, a week of days as it is, a year in quarters.
_GROUPS: Final[dict[Period, int]] = {"1h": 12, "1d": 7, "1w": 4, "1mo": 3, "1q": 2}
_LONGEST_GROUP: Final = 2**11
_MOST_RADIUS: Final = 2**52  # grains of noise: sums of whole steps fit 61 bits


def radius_for(vector: Vector, units: int, confidence: Fraction, coin: Coin) -> tuple[RadiusDraw, Remark]:
    """The series for its part of a budget, where the request asks for one radius."""
    entry, where = vector.entry, f"publish[{vector.query}]"
    assert entry is not None
    if entry.mechanism == "gaussian":
        raise SpecError("noise within one radius is uniform", where=f"{where}.mechanism", hint="leave it out")
    try:
        draw = _plan_radius(vector, entry, vector.ways, epsilon_at(units, coin), confidence)
    except SpecError as error:
        raise SpecError(error.what, where=f"{where}.as.per-step.radius", hint=error.hint) from None
    beside = plain(every_tick(vector, units, confidence, coin), way="up")
    said = (("entry", entry.name), ("margin", plain(draw.widest, way="up")), ("other", beside))
    if draw.group == 1:
        return draw, Remark("plan.why.radius", said)
    return draw, Remark("plan.why.radius.groups", (*said, ("group", f"{draw.group:,}")))


def better_radius(
    spec: Spec, vector: Vector, units: int, confidence: Fraction, coin: Coin
) -> tuple[RadiusDraw, Remark] | None:
    """One radius for a per-step series that names no method, where its noise is smaller than Laplace noise: pure
    epsilon, and persons who may be in most of the ticks. None elsewhere.
    """
    entry = vector.entry
    if coin != "pure" or entry is None or not may_have_radius(spec, entry):
        return None
    ways = participations_of(entry, spec.bound, spec.protect.unit)
    plainly = DiscreteLaplace(parameter_for(units, vector.sensitivity, "laplace", coin))
    try:
        draw = _plan_radius(vector, entry, ways, epsilon_at(units, coin), confidence)
    except SpecError:
        return None
    laplace = Noise(plainly, vector.contribution.grain)
    if draw.sums.variance >= plainly.variance or draw.widest > laplace.margin(confidence):
        return None
    margins = (("margin", plain(draw.widest, way="up")), ("other", plain(laplace.margin(confidence), way="up")))
    return draw, Remark("plan.why.radius.auto", (("entry", entry.name), *margins))


def may_have_radius(spec: Spec, entry: Entry) -> bool:
    """Whether a plan may choose it by itself: ticks one by one, a horizon, declared keys, nothing tidied."""
    if entry.shape != PerStep() or entry.mechanism != "auto" or entry.error is not None:
        return False
    if spec.bound.choose is not None or spec.bound.norm is not None or spec.protect.unit.window is not None:
        return False
    if entry.about != "data" or spec.tidy.whole or spec.tidy.totals or spec.tests or entry.ask.is_studied:
        return False
    endless = entry.during is None or entry.during.is_endless
    return not endless and not any(isinstance(axis, Unknown) for axis in entry.by)


def radius_pull(vector: Vector, coin: Coin) -> Fraction:
    """What its part is proportional to: half the variance of one number at a price of one, in rows."""
    entry = vector.entry
    assert entry is not None
    cells = entry.grid().size // ticks_of(entry)
    method = radius_of(entry) or Radius()
    group = method.group or _season(entry)
    found = [variance_of(ticks_of(entry), group, cells, reach(group, cells, way), 1.0) for way in vector.ways]
    square = min(found) / vector.contribution.reach**2
    return Fraction(f"{2 * square / 100 if coin == 'zcdp' else square / 2:.3e}")


def widest_radius(draw: RadiusDraw, coin: Coin, units: int, confidence: Fraction) -> float:
    """The margin of its worst tick at another price, in the data's own units."""
    scale = draw.reach.l1 / epsilon_at(units, coin)
    try:
        check_size(draw.ticks, draw.group, draw.cells, scale)
    except SpecError:
        return math.nan
    law = SecretRadius(draws_of(draw.ticks, draw.group), draw.cells, scale)
    margins, finer = margins_of(law, draw.group, draw.ticks, confidence)
    return float(max(margins) * draw.grain / finer)


def _plan_radius(
    vector: Vector, entry: Entry, ways: Sequence[Participation], epsilon: Fraction, confidence: Fraction
) -> RadiusDraw:
    ticks = ticks_of(entry)
    cells = entry.grid().size // ticks
    method = radius_of(entry) or Radius()
    group = method.group
    if group is None:
        step = min(reach(1, cells, way) for way in ways)
        moves = None if method.moves is None else float(method.moves / vector.contribution.grain)
        group = group_for(ticks, cells, step, float(epsilon), moves, live=entry.live, season=_season(entry))
    way = min(ways, key=lambda one: reach(group, cells, one))
    scale = reach(group, cells, way) / epsilon
    check_size(ticks, group, cells, scale)
    law = SecretRadius(draws_of(ticks, group), cells, scale)
    margins, finer = margins_of(law, group, ticks, confidence)
    if max(margins) > _MOST_RADIUS:
        raise SpecError("the noise would be wider than any number that can be stored", hint="spend more")
    return made_of(entry, vector.query, vector.contribution, way, group, scale, margins, finer)


def _season(entry: Entry) -> int:
    """The group of a period, where nothing is said about how the numbers move; no longer than the series."""
    assert entry.every is not None
    return min(_GROUPS.get(entry.every, 1), ticks_of(entry))


def variance_of(ticks: int, group: int, cells: int, moved: int, epsilon: float) -> float:
    """Nearly the variance of a group's mean: 2c²/((c+1)(c+2)) · (groups · reach/(group · epsilon))², c cells.

    >>> round(variance_of(720, 24, 1, 24, 1.0) ** 0.5)
    17
    """
    share = 2 * cells * cells / ((cells + 1) * (cells + 2))
    return share * (draws_of(ticks, group) * moved / (group * epsilon)) ** 2


def group_for(
    ticks: int, cells: int, step: int, epsilon: float, moves: float | None, *, live: bool, season: int
) -> int:
    """How many ticks a group has: where noise and what happens inside a group add up to the least.

    step    how far one unit moves one tick, in grains
    moves   how far the numbers go from tick to tick, in grains; None takes the season's own
    live    whether a group is told when it ends, and repeated until the next does

    >>> group_for(720, 1, 1, 1.0, 1.5, live=False, season=12), group_for(720, 1, 1, 1.0, 1.5, live=True, season=12)
    (103, 60)
    >>> group_for(720, 1, 1, 1.0, None, live=False, season=12)
    12

    Of a level that wanders with variance q² a tick, the mean of k ticks misses a tick of its group by
    q²·(k² − 1)/(6k); told at the end and repeated for k ticks by q²·((k − 1)/2 + (k − 1)(2k − 1)/(6k)).
    """
    if moves is None:
        return season
    k = np.arange(1, min(ticks, _LONGEST_GROUP) + 1, dtype=np.float64)
    share = 2 * cells * cells / ((cells + 1) * (cells + 2))
    noise = share * (np.ceil(ticks / k) * step / epsilon) ** 2
    inside = (k - 1) / 2 + (k - 1) * (2 * k - 1) / (6 * k) if live else (k * k - 1) / (6 * k)
    return int(k[np.argmin(noise + moves * moves * inside)])
