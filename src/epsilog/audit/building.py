"""A building whose occupancy is published every minute, and the adversary who adds up one person's day.

Protecting each minute by itself (event level) hides whether somebody was there at 10:15. It does not hide whether
somebody was there all day: every minute says a little, and he adds the minutes up. Protecting a person's whole day
(user level) bounds the sum as well. Both are played here with the mechanisms that would publish.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

import numpy as np
from numpy.typing import NDArray

from epsilog.accounting.special import ndtr
from epsilog.accounting.zcdp import epsilon_of, rho_of
from epsilog.audit.dynamics import ceiling_of
from epsilog.core.law import Noise
from epsilog.core.number import Number, whole
from epsilog.core.participation import Participation
from epsilog.errors import SpecError
from epsilog.mechanisms.series.bounded_series import BoundedSeries
from epsilog.mechanisms.series.factorised import Factorised
from epsilog.mechanisms.series.independent import Independent
from epsilog.mechanisms.series.monitor import Alert, Monitor, watch_all
from epsilog.mechanisms.series.strategy import Integers
from epsilog.mechanisms.series.window import Window
from epsilog.noise import system

MINUTES: Final = 1440
_TOGETHER: Final = 500  # releases drawn at a time: memory stays small


@dataclass(frozen=True, eq=False)
class Building:
    """Who was in during which minute of a day: persons × minutes, True or False. Invented, so it may be shown.

    >>> office = Building.invent(persons=60, seed=1)
    >>> office.inside.shape, int(office.occupancy.max()) <= 60
    ((60, 1440), True)
    """

    inside: NDArray[np.bool_]

    @classmethod
    def invent(cls, persons: int, seed: int) -> Building:
        """A working day: people come between seven and ten, go out for lunch, leave between four and eight."""
        many, rng = whole(persons, "persons", at_least=1, at_most=100_000), np.random.default_rng(seed)
        minute = np.arange(MINUTES)
        came = rng.normal(8.5 * 60, 40, (many, 1))
        left = np.maximum(came + 60, rng.normal(17.5 * 60, 70, (many, 1)))
        lunch = rng.normal(12.5 * 60, 20, (many, 1))
        back = lunch + rng.uniform(20, 60, (many, 1))
        meeting = (minute >= 14 * 60) & (minute < 15 * 60) & (rng.random((many, 1)) < 0.15)
        there = (minute >= came) & (minute < left) & ~((minute >= lunch) & (minute < back)) & ~meeting
        return cls(there & (rng.random((many, 1)) < 0.9))

    @property
    def occupancy(self) -> Integers:
        """How many are in, every minute."""
        return np.asarray(self.inside.sum(axis=0), np.int64)

    def day_of(self, person: int) -> Integers:
        """One person's day: the minutes, 0 or 1."""
        if not 0 <= person < len(self.inside):
            raise SpecError(f"persons are numbered 0 to {len(self.inside) - 1}", where="person")
        return np.asarray(self.inside[person], np.int64)

    @property
    def longest(self) -> int:
        """The person with most minutes inside: the one a claim has to hold for."""
        return int(self.inside.sum(axis=1).argmax())


EVENT: Final = Participation(times=1, apart=1, most=1, signed=False, neighbours="add-remove")


def in_a_day(looks: int) -> Participation:
    """A person's whole day where occupancy is published so many times a day: they may be in at each of them."""
    return Participation(times=looks, apart=1, most=1, signed=False, neighbours="add-remove", span=looks)


@dataclass(frozen=True)
class Level:
    """One way to protect the same building at the same epsilon, and what the adversary makes of it.

    unit        what is hidden: event, one look at one person; user, a person's whole day
    every       minutes between two looks
    deviation   the standard deviation of the noise on every look
    looks       how many of the person's looks he adds up
    expected    his advantage over a coin, by the formula
    measured    his advantage over a coin, played
    ceiling     what no attacker exceeds about one unit
    epsilon     what the release means for this person's whole day, at the same delta
    """

    unit: str
    every: int
    deviation: float
    looks: tuple[int, ...]
    expected: tuple[float, ...]
    measured: tuple[float, ...]
    ceiling: float
    epsilon: float


def levels(
    building: Building, *, epsilon: Number = 1, delta: Number = "1e-6", trials: int = 2_000
) -> tuple[Level, Level, Level]:
    """Event level, user level, and user level with a look an hour, all at one budget, against who adds up looks.

    He knows everybody else's day and asks whether this person was there. Random words are those of a release: the
    played figures differ a little from run to run.

    >>> event, user, hourly = levels(Building.invent(20, seed=3), trials=50)
    >>> event.expected[-1] > 0.99, user.expected[-1] < user.ceiling, round(user.deviation / hourly.deviation, 1)
    (True, True, 7.7)
    """
    rho = rho_of(epsilon, delta)
    many = whole(trials, "trials", at_least=10, at_most=10**5)
    found = []
    for name, unit, every in (
        ("event", EVENT, 1),
        ("user", in_a_day(MINUTES), 1),
        ("user", in_a_day(MINUTES // 60), 60),
    ):
        mechanism = Factorised.at_rho(Independent(Window(1)), unit, Fraction(1), rho)
        present = _present(building, every)
        counts = _counts(len(present))
        wide = math.sqrt(mechanism.law.variance)
        a_day = len(present) * rho / mechanism.strategy.reach(unit).l2_squared
        found.append(
            Level(
                unit=name,
                every=every,
                deviation=wide,
                looks=counts,
                expected=tuple(float(2 * ndtr(math.sqrt(count) / wide / 2) - 1) for count in counts),
                measured=_play(mechanism, building, present, counts, many),
                ceiling=ceiling_of(mechanism.charge),
                epsilon=epsilon_of(a_day, delta),
            )
        )
    return found[0], found[1], found[2]


def _present(building: Building, every: int) -> NDArray[np.intp]:
    """The looks that find the most present person in."""
    day = building.day_of(building.longest)
    looks = np.arange(0, MINUTES, every)
    found = looks[day[looks] > 0]
    if not len(found):
        raise SpecError("nobody is ever in", where="building")
    return found


def _counts(most: int) -> tuple[int, ...]:
    counts = {1, most, *(round(most ** (step / 10)) for step in range(11))}
    return tuple(sorted(count for count in counts if 1 <= count <= most))


def _play(
    mechanism: Factorised, building: Building, present: NDArray[np.intp], counts: Sequence[int], trials: int
) -> tuple[float, ...]:
    """How much surer than a coin: he compares what is left of a sum with half of what the person would add."""
    others = (building.occupancy - building.day_of(building.longest))[present][:, None]
    hits = np.zeros((2, len(counts)))
    for there in (0, 1):
        for at in range(0, trials, _TOGETHER):
            series = np.repeat(others + there, min(_TOGETHER, trials - at), axis=1)
            released = mechanism(BoundedSeries(series, Fraction(1), mechanism.covers), system).values
            left = np.cumsum(released - others, axis=0)
            for which, count in enumerate(counts):
                hits[there, which] += np.count_nonzero(left[count - 1] > count / 2)
    return tuple(float(share) for share in (hits[1] - hits[0]) / trials)


def hourly_release(building: Building, *, epsilon: Number = 1, delta: Number = "1e-6") -> Hourly:
    """One release at user level, a look an hour, as it would be published."""
    hours = np.arange(0, MINUTES, 60)
    unit = in_a_day(len(hours))
    mechanism = Factorised.at_rho(Independent(Window(1)), unit, Fraction(1), rho_of(epsilon, delta))
    released = mechanism(BoundedSeries(building.occupancy[hours][:, None], Fraction(1), unit), system)
    return Hourly(hours / 60, released.values[:, 0], Noise(mechanism.law, Fraction(1)).margin("0.95"))


@dataclass(frozen=True, eq=False)
class Hourly:
    """Published values at whole hours, and the margin that holds for 19 in 20 of them."""

    hours: NDArray[np.float64]
    values: NDArray[np.float64]
    margin: float


def watch_building(building: Building, *, above: int, at_most: int, epsilon: Number = 1) -> list[Alert]:
    """Alerts where more are in than allowed, at user level: silent minutes are free, the price is one for the day.

    >>> alerts = watch_building(Building.invent(60, seed=1), above=200, at_most=3, epsilon=5)
    >>> any(alert.above for alert in alerts[:60])            # nobody is in before one o'clock at night
    False
    """
    monitor = monitor_for(above, at_most, epsilon)
    return watch_all(monitor, BoundedSeries(building.occupancy[:, None], Fraction(1), monitor.covers), system)


def monitor_for(above: int, at_most: int, epsilon: Number) -> Monitor:
    """The watch over one day, every minute, with a person's whole day protected."""
    return Monitor.split(above, at_most, in_a_day(MINUTES), Fraction(1), alerts=epsilon, answers=0)
