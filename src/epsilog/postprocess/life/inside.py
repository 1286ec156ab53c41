"""What the order of things inside a bin leaves open: readings of one exit histogram, and ranges that hold them all.

A bin says how many had an event in it and how many were lost in it, not in which order. Let a be the share of a
bin's losses that came before its events. Those at risk of the events are then R = r - a·c, and the curve is
Π(1 - d/R). It falls as a grows, bin by bin, so over all orders it lies between the curves of a = 1 and a = 0: these
two are the ends. A range takes its lower limit from the one and its upper limit from the other.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final

import numpy as np

from epsilog.core.exit import WITHDRAWN, Withdrawn
from epsilog.core.number import Number
from epsilog.errors import SpecError
from epsilog.postprocess.infer.estimate import Estimates, Floats, sure
from epsilog.postprocess.infer.spread import normal_quantile
from epsilog.postprocess.life.curve import Curve, both_limits
from epsilog.postprocess.life.exits import Exits, Tidy

Share = Floats | float  # of all bins, or of each
# The share of losses before the events: of the upper end, of the lower end, and of the value between them. That of
# `evenly` follows from how many leave a bin in which way: `even_share`.
SHARES: Final[dict[Withdrawn, tuple[float, float, float]]] = {
    "unknown": (0.0, 1.0, 0.5),
    "half": (0.5, 0.5, 0.5),
    "at the end": (0.0, 0.0, 0.0),
}
_SOME: Final = 1e-6  # of those at risk: fewer losses move nothing, wherever they lie


@dataclass(frozen=True, eq=False)
class Reading:
    """A tidy table read as if a share `gone` of each bin's losses came before its events.

    Leading axes are simulations. `told` are the noisy events of each bin before anything was tidied, all causes,
    and `told_lost` the noisy losses. `firm`: those at risk are taken as told, as in `Exits`.

    >>> from epsilog.core.law import DiscreteLaplace
    >>> exits = Exits([10, 20], [10, 10], [20, 20], 40, DiscreteLaplace(1))
    >>> [reading(exits, gone).value.round(3).tolist() for gone in (0.0, 0.5, 1.0)]
    [[0.9, 0.771], [0.889, 0.741], [0.875, 0.7]]
    """

    tidy: Tidy
    gone: Share
    noise: float
    told: Floats
    told_lost: Floats
    firm: bool = False

    @cached_property
    def risk(self) -> Floats:
        """R: who is at risk of the events of each bin; one person at least."""
        return np.asarray(np.maximum(self.tidy.at_risk - self.gone * self.tidy.censored, 1.0))

    @cached_property
    def slope(self) -> Floats:
        """A = 1/(R - d) - 1/R: how log(1 - d/R) moves with one more person at risk."""
        return np.asarray(1 / np.maximum(self.risk - self.tidy.deaths, 1.0) - 1 / self.risk)

    @cached_property
    def value(self) -> Floats:
        """S at the end of each bin."""
        left = self.tidy.at_risk - self.gone * self.tidy.censored
        share = np.where(left > 0, self.tidy.deaths / np.where(left > 0, left, 1.0), 0.0)
        return np.asarray(np.cumprod(1 - np.clip(share, 0.0, 1.0), axis=-1))

    @cached_property
    def hazard(self) -> Floats:
        """-log S, and finite: a bin that takes everybody leaves one person of R + 1."""
        return summed_hazard(self.tidy.deaths, self.risk)

    @cached_property
    def told_hazard(self) -> Floats:
        """The same of noisy events and losses as they were told; not below 0."""
        return np.asarray(np.maximum(summed_hazard(self.told, self.told_risk), 0.0))

    @cached_property
    def told_risk(self) -> Floats:
        """R of what was told; half of the tidied R at least.

        Where nobody is lost, tidied losses are too many, because they are made to rise from 0, and who is at risk
        too few: at the horizon a range about the tidied curve alone held it 0.91 times.
        """
        leaving = self.told + self.told_lost
        left = self.tidy.people[..., None] - (np.cumsum(leaving, axis=-1) - leaving) - self.gone * self.told_lost
        return np.asarray(np.maximum(left, self.risk / 2))

    @cached_property
    def unsure(self) -> Floats:
        """What part of R one deviation of its noise is, the largest part so far.

        Tidied numbers are lifted to 0, so where noise outweighs who is left they are too many, hazards too small
        and lower limits of S too high: a range that took them as told held S 0.68 to 0.93 times. R is the sum of
        all later cells, of its own events, and of the losses that are not gone.
        """
        causes, bins = self.tidy.events.shape[-2], self.tidy.deaths.shape[-1]
        cells = (causes + 1) * np.arange(bins - 1, -1, -1) + 1 + causes + (1 - np.asarray(self.gone)) ** 2
        part = np.sqrt(self.noise * cells) / self.risk
        return np.asarray(0.0 * part if self.firm else np.maximum.accumulate(part, axis=-1))

    def deviations(self) -> tuple[Floats, Floats]:
        """The deviation of log S by sampling (Greenwood's) and by the noise of all cells.

        ∂ log S_k / ∂ event i = Σ_{j<i} A_j - 1/R_i, of a loss i: Σ_{j<i} A_j + (1 - a) A_i, for i <= k; of any
        later cell, and of who is still followed: Σ_{j<=k} A_j.
        """
        tidy, causes, bins = self.tidy, self.tidy.events.shape[-2], self.tidy.deaths.shape[-1]
        shared = np.cumsum(self.slope, axis=-1)
        before = shared - self.slope
        event, lost = before - 1 / self.risk, before + (1 - self.gone) * self.slope
        later = (causes + 1) * np.arange(bins - 1, -1, -1) + 1
        squares = np.cumsum(causes * event**2 + lost**2, axis=-1) + later * shared**2
        left = np.maximum(self.risk - tidy.deaths, 1.0)
        greenwood = np.cumsum(tidy.deaths / (self.risk * left), axis=-1)
        return np.sqrt(greenwood), np.sqrt(self.noise * squares)

    def limits(self, z: float, miss: float) -> tuple[Floats, Floats]:
        """Limits of S, as `curve.log_log` finds them."""
        value, (sampling, noisy) = self.value, self.deviations()
        hazard = -np.log(np.where(value > 0, value, 1.0))
        least, most = both_limits(hazard, self.told_hazard, sampling, noisy, self.risk, z, miss, self.unsure)
        last = np.where(value <= 0, (np.log(2 / miss) + z * np.sqrt(3 * self.noise)) / self.risk, 1.0)
        ended = np.minimum.accumulate(np.minimum(last, 1.0), axis=-1)
        return np.where(value > 0, np.exp(-most), 0.0), np.where(value > 0, np.exp(-least), ended)

    def area(self, width: Floats, first: float, z: float = 0.0) -> tuple[Floats, Floats]:
        """The area under the curve and its deviation; a bin's height is `first` of what it was at its start.

        The rest is what it is at its end. Of the first bin the start is 1, which nothing moves. Bins in which z
        deviations of the noise of those at risk are all of them count as 0.
        """
        tidy, causes = self.tidy, self.tidy.events.shape[-2]
        weight = ((1 - first) * width + first * np.append(width[1:], 0.0)) * self.value
        weight = np.where(z * self.unsure < 1, weight, 0.0)
        tail = np.cumsum(weight[..., ::-1], axis=-1)[..., ::-1]
        moved = self.slope * tail
        shared = np.cumsum(moved, axis=-1)
        before = shared - moved
        event, lost, still = before - tail / self.risk, before + (1 - self.gone) * moved, shared[..., -1]
        variance = (event**2 * (tidy.deaths + causes * self.noise)).sum(axis=-1)
        variance += (lost**2 * (tidy.censored + self.noise)).sum(axis=-1)
        variance += still**2 * (tidy.followed + self.noise)
        return np.asarray(first * width[0] + weight.sum(axis=-1)), np.sqrt(variance)


def reading(exits: Exits, gone: Share) -> Reading:
    """A noisy table read with a share of losses before the events."""
    events, lost = exits.events.sum(axis=0).astype(np.float64), exits.censored.astype(np.float64)
    return Reading(exits.tidy, gone, exits.law.variance, events, lost, exits.firm)


def readings(exits: Exits, withdrawn: Withdrawn) -> tuple[Reading, Reading, Reading]:
    """Of the upper end, of the lower end, and of the value."""
    upper, lower, middle = (reading(exits, share) for share in shares_of(withdrawn, exits.tidy))
    return upper, lower, middle


def shares_of(withdrawn: Withdrawn, tidy: Tidy) -> tuple[Share, Share, Share]:
    """The shares of losses before the events that a statement allows."""
    if withdrawn not in SHARES and withdrawn != "evenly":
        raise SpecError("says when people are lost inside a bin", where="withdrawn", hint=", ".join(WITHDRAWN))
    if withdrawn == "evenly":
        even = even_share(tidy)
        return even, even, even
    return SHARES[withdrawn]


def even_share(tidy: Tidy) -> Floats:
    """Of each bin the share a for which 1 - d/(r - a·c) is what is left where events and losses come alike.

    >>> few, many = (Tidy(np.array([[n]]), np.array([n]), np.array(100 - 2 * n)) for n in (1.0, 45.0))
    >>> even_share(few).round(3), even_share(many).round(3)
    (array([0.503]), array([0.76]))

    If of all who leave a bin the same part has an event at every moment, d/(c + d), then the hazard of an event is
    that part of the hazard of leaving: S falls by (1 - (c + d)/r)^(d/(c + d)). With few leaving a is ½, the
    actuary's; with many it is more, because most of them leave early. A bin that all leave is taken to leave one.
    """
    risk, events, lost = tidy.at_risk, tidy.deaths, tidy.censored
    left = events + lost
    leaving = np.log(np.maximum(risk, 1.0) / np.maximum(risk - left, 1.0))
    leaving = np.maximum(leaving, 0.0)
    own = leaving * events / np.maximum(left, 1e-9)
    without = left / np.maximum(leaving, 1e-300)  # what it tends to as events become few
    exposed = np.where(own > 1e-9, events / np.maximum(-np.expm1(-own), 1e-300), without)
    some = lost > _SOME * np.maximum(risk, 1.0)
    return np.asarray(np.clip(np.where(some, (risk - exposed) / np.where(some, lost, 1.0), 0.5), 0.5, 1.0))


def summed_hazard(deaths: Floats, risk: Floats) -> Floats:
    """Σ -log(1 - d/R)."""
    share = np.minimum(deaths / risk, risk / (risk + 1))
    return np.asarray(np.cumsum(-np.log1p(-share), axis=-1))


def survival_within(exits: Exits, withdrawn: Withdrawn = "unknown", confidence: Number = "0.95") -> Curve:
    """Kaplan–Meier at the ends of bins, with ranges that hold whatever happened in which order inside them.

    >>> from epsilog.core.law import DiscreteLaplace
    >>> exits = Exits([10, 20, 30], [15, 14, 12], [20, 10, 13], 16, DiscreteLaplace(1))
    >>> told, open_ = survival_within(exits, "at the end"), survival_within(exits)
    >>> told.value.round(3), open_.value.round(3)
    (array([0.85 , 0.667, 0.472]), array([0.833, 0.639, 0.417]))
    >>> bool((open_.low < told.low).all() and (open_.high == told.high).all())
    True

    withdrawn   `unknown`: any order. `evenly`: events and losses come alike inside each bin, neither before the
                other, a statement about the data. `at the end`: losses come after the bin's events, as where times
                are whole days and bins are days

    Model: people are independent, and being lost says nothing about the event. Measured, not proved.
    """
    confident = sure(confidence)
    z, miss = normal_quantile(confident), float(1 - confident)
    upper, lower, middle = readings(exits, withdrawn)
    low, high = lower.limits(z, miss)[0], upper.limits(z, miss)[1]
    found = Curve(exits.times, middle.value, low, high, exits.at_risk, confident, 1.0, withdrawn != "at the end")
    # Where S ends at 0, a limit of one reading may pass the value of another.
    return replace(found, low=np.minimum(low, found.value), high=np.maximum(high, found.value))


def median_within(curve: Curve, share: float = 0.5) -> Estimates:
    """When at most half are without an event: from the start of a bin to the end of a bin.

    >>> from epsilog.core.law import DiscreteLaplace
    >>> exits = Exits([1, 2, 3, 4], [30, 30, 20, 10], [0, 0, 0, 0], 10, DiscreteLaplace(1))
    >>> found = median_within(survival_within(exits))
    >>> round(float(found.value[0]), 3), float(found.low[0]), float(found.high[0])
    (1.667, 1.0, 3.0)

    It begins where the bin begins in which the lower limit reaches a half, at the horizon if none does, and ends
    where the bin ends in which the upper limit does. The value is read off straight lines between ends of bins.
    """
    edges = np.concatenate([[0.0], curve.times])

    def reached(falling: Floats) -> int:
        below = np.flatnonzero(falling <= share + 1e-12)
        return int(below[0]) if len(below) else len(curve.times)

    at, last = reached(curve.value), len(curve.times)
    value = np.inf
    if at < last and not curve.binned:
        value = float(edges[at + 1])
    elif at < last:
        before, after = (curve.start if at == 0 else float(curve.value[at - 1])), float(curve.value[at])
        value = float(edges[at] + (edges[at + 1] - edges[at]) * (before - share) / (before - after))
    low = float(edges[reached(curve.low)])
    high = np.inf if (end := reached(curve.high)) == last else float(edges[end + 1])
    found = [np.array([number]) for number in (value, low, high)]
    return Estimates(found[0], found[1], found[2], np.zeros(1, dtype=np.bool_), curve.confidence)


def mean_within(exits: Exits, withdrawn: Withdrawn = "unknown", confidence: Number = "0.95") -> Estimates:
    """The mean time without an event up to the horizon, wherever inside its bin an event was.

    >>> from epsilog.core.law import DiscreteLaplace
    >>> exits = Exits([10, 20, 30], [25, 24, 22], [0, 1, 3], 125, DiscreteLaplace(1))
    >>> found = mean_within(exits)
    >>> found.value.round(2), found.low.round(2), found.high.round(2)
    (array([24.51]), array([21.15]), array([27.3]))

    The lower end has every bin as high as it is at its end, the upper one as at its start, each with its own
    deviation. The value is between: straight lines from end to end; with `at the end` events are at ends as well.
    """
    confident = sure(confidence)
    z, horizon = normal_quantile(confident), float(exits.times[-1])
    width = np.diff(np.concatenate([[0.0], exits.times]))
    upper, lower, middle = readings(exits, withdrawn)
    value, _ = middle.area(width, 1.0 if withdrawn == "at the end" else 0.5)
    most, above = upper.area(width, 1.0)
    ends = [lower.area(width, 0.0, told) for told in (0.0, z)]
    least = min(float(area - z * below) for area, below in ends)
    found = [np.clip([float(number)], 0.0, horizon) for number in (value, least, most + z * above)]
    return Estimates(found[0], found[1], found[2], np.zeros(1, dtype=np.bool_), confident)


def rate_within(exits: Exits, withdrawn: Withdrawn = "unknown", confidence: Number = "0.95") -> Estimates:
    """The share with an event by the horizon."""
    found = survival_within(exits, withdrawn, confidence)
    ends = [1 - part[-1:] for part in (found.value, found.high, found.low)]
    return Estimates(ends[0], ends[1], ends[2], np.zeros(1, dtype=np.bool_), found.confidence)


def hazard_within(exits: Exits, withdrawn: Withdrawn = "unknown", confidence: Number = "0.95") -> Curve:
    """The cumulative hazard, whether the events of a bin came at one moment or one after the other.

    >>> from epsilog.core.law import DiscreteLaplace
    >>> exits = Exits([10, 20, 30], [5, 4, 2], [0, 1, 3], 85, DiscreteLaplace(1))
    >>> hazard_within(exits).value.round(4), hazard_within(exits, "at the end").value.round(4)
    (array([0.0513, 0.0945, 0.1174]), array([0.05  , 0.0921, 0.1143]))

    Events at one moment add d/R (Nelson–Aalen), one after the other nearly -log(1 - d/R), which is more. The lower
    limit is that of the first sum with a = 0, the upper that of the second with the lower end's a. The value is
    the actuary's d/(R - d/2); with `at the end` Nelson and Aalen's own.
    """
    confident = sure(confidence)
    z, miss = normal_quantile(confident), float(1 - confident)
    upper, lower, middle = readings(exits, withdrawn)
    deaths = exits.tidy.deaths
    ties = 0.0 if withdrawn == "at the end" else 0.5
    value = np.cumsum(deaths / np.maximum(middle.risk - ties * deaths, 1.0))
    sampling, noisy = _summed_deviations(upper)
    told = np.maximum(np.cumsum(upper.told / upper.told_risk), 0.0)
    low, _ = both_limits(np.cumsum(deaths / upper.risk), told, sampling, noisy, upper.risk, z, miss)
    _, high = both_limits(lower.hazard, lower.told_hazard, *lower.deviations(), lower.risk, z, miss, lower.unsure)
    low, high = np.minimum(low, value), np.maximum(high, value)
    return Curve(exits.times, value, low, high, exits.at_risk, confident, 0.0, withdrawn != "at the end")


def _summed_deviations(one: Reading) -> tuple[Floats, Floats]:
    """The deviations of Σ d/R by sampling and by noise: as those of log S, with h/R for A."""
    deaths, causes = one.tidy.deaths, one.tidy.events.shape[-2]
    slope = deaths / one.risk**2
    shared = np.cumsum(slope)
    event, lost = shared - 1 / one.risk, shared - one.gone * slope
    later = (causes + 1) * np.arange(len(deaths) - 1, -1, -1) + 1
    squares = np.cumsum(causes * event**2 + lost**2) + later * shared**2
    return np.sqrt(shared), np.sqrt(one.noise * squares)
