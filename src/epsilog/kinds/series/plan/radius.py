"""A series of a release with one secret radius: every tick by itself, or sums of groups of ticks.

Like `KeptDraw` it is a `SeriesDraw` with more to say, and a description only: `radius_plan` makes these,
`radius_drawing` draws. What is stored of a result is the mean of each tick's group, in steps, at every tick.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final, NoReturn

import numpy as np

from epsilog.core import charge as charges
from epsilog.core.bounded import Sensitivity
from epsilog.core.law import Noise
from epsilog.core.measure import contribution
from epsilog.core.number import exact, whole, written
from epsilog.core.participation import Participation
from epsilog.core.radius_law import SecretRadius
from epsilog.core.radius_reach import check_size, draws_of, reach
from epsilog.errors import LedgerError, PrivacyError
from epsilog.kinds.series.plan.planned import SeriesDraw, participation_record
from epsilog.postprocess.ranges import Integers
from epsilog.roles.entry import Entry
from epsilog.roles.participations import participations_of
from epsilog.roles.planned import TickNoise
from epsilog.roles.shape import PerStep, is_tick_by_tick, radius_of, ticks_of
from epsilog.roles.spec import Spec

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
                "scale": written(self.parameter),
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
