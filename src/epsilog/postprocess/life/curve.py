"""Kaplan–Meier and Nelson–Aalen from a noisy exit histogram, with pointwise intervals."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Final

import numpy as np

from epsilog.core.number import Number
from epsilog.postprocess.infer.estimate import Estimates, Floats, sure
from epsilog.postprocess.infer.spread import normal_quantile
from epsilog.postprocess.life.exits import Exits, Tidy

_FEWER: Final = 1.1  # deviations by sampling in a hazard: of d events 1/√d, so one event is 1
ENOUGH: Final = 10.0  # people at risk: with fewer the scale of a hazard means little


@dataclass(frozen=True, eq=False)
class Curve:
    """A curve over time: `start` before the first of `times`, `value` just after each, with pointwise intervals.

    binned   whether something may have happened anywhere inside a bin, and not at its end only
    """

    times: Floats
    value: Floats
    low: Floats
    high: Floats
    at_risk: Floats
    confidence: Fraction
    start: float
    binned: bool = False

    def at(self, time: float) -> Estimates:
        """The curve at one time: what it was just after the last bin that has ended by then.

        >>> from epsilog.core.law import DiscreteLaplace
        >>> exits = Exits([10, 20, 30], [5, 4, 2], [0, 1, 3], 85, DiscreteLaplace(1))
        >>> kaplan_meier(exits).at(25).value.round(3)
        array([0.91])

        Where it is `binned` the range inside a bin reaches from the limits at its start to those at its end, and
        the value lies on a straight line between them.
        """
        last = int(np.searchsorted(self.times, time, side="right")) - 1
        if self.binned and last + 1 < len(self.times) and (last < 0 or time > self.times[last]):
            return self._inside(time, last + 1)
        if last < 0:
            start = np.array([self.start])
            return Estimates(start, start, start, np.zeros(1, dtype=np.bool_), self.confidence)
        one = slice(last, last + 1)
        return Estimates(
            self.value[one], self.low[one], self.high[one], np.zeros(1, dtype=np.bool_), self.confidence
        )

    def _inside(self, time: float, bin_: int) -> Estimates:
        edges = np.concatenate([[0.0], self.times])
        share = max(0.0, time - edges[bin_]) / (edges[bin_ + 1] - edges[bin_])
        both = [np.concatenate([[self.start], part])[bin_ : bin_ + 2] for part in (self.value, self.low, self.high)]
        value = both[0][:1] + share * np.diff(both[0])
        none = np.zeros(1, dtype=np.bool_)
        return Estimates(value, np.array([both[1].min()]), np.array([both[2].max()]), none, self.confidence)


def kaplan_meier(exits: Exits, confidence: Number = "0.95") -> Curve:
    """The share of the population without an event by each time, people lost to follow-up allowed for.

    >>> from epsilog.core.law import DiscreteLaplace
    >>> curve = kaplan_meier(Exits([10, 20, 30], [5, 4, 2], [0, 1, 3], 85, DiscreteLaplace(1)))
    >>> curve.value.round(3)
    array([0.95, 0.91, 0.89])
    >>> curve.low.round(3), curve.high.round(3)
    (array([0.88 , 0.828, 0.801]), array([0.989, 0.965, 0.954]))

    S(t) = Π(1 - d/r) over the bins up to t, which never rises. The interval is that of -log S (`hazard_limits`):
    Greenwood's variance of sampling on the scale of its logarithm, the noise of every cell, carried through
    (`log_gradient`), on its own. Model: people are independent, and being lost to follow-up says nothing about the
    event. Measured coverage within [0.93, 0.98] where events are many, above it where they drown in noise.
    """
    confident = sure(confidence)
    tidy = exits.tidy
    value = survival(tidy)
    noise = exits.law.variance
    z, miss = normal_quantile(confident), float(1 - confident)
    low, high = log_log(value, tidy, noise, z, miss, published_hazard(exits))
    return Curve(exits.times, value, low, high, tidy.at_risk, confident, 1.0)


def nelson_aalen(exits: Exits, confidence: Number = "0.95") -> Curve:
    """The cumulative hazard: Σ d/r over the bins up to each time, with an interval on the scale of its logarithm.

    >>> from epsilog.core.law import DiscreteLaplace
    >>> curve = nelson_aalen(Exits([10, 20, 30], [5, 4, 2], [0, 1, 3], 85, DiscreteLaplace(1)))
    >>> curve.value.round(4)
    array([0.05  , 0.0921, 0.1143])
    """
    confident = sure(confidence)
    tidy = exits.tidy
    risk = np.maximum(tidy.at_risk, 1.0)
    value = np.cumsum(tidy.deaths / risk)
    shared = np.cumsum(tidy.deaths / risk**2)
    upto = np.minimum.outer(np.arange(len(value)), np.arange(len(value)))
    gone = -shared[upto]
    died = gone + np.tril(np.ones_like(gone)) / risk
    still = -shared
    causes = len(exits.events)
    sampling = np.sqrt(np.cumsum(tidy.deaths / risk**2))
    noise = causes * (died**2).sum(axis=1) + (gone**2).sum(axis=1) + still**2
    noisy = np.sqrt(exits.law.variance * noise)
    told = np.maximum(np.cumsum(exits.events.sum(axis=0) / risk), 0.0)
    z, miss = normal_quantile(confident), float(1 - confident)
    low, high = both_limits(value, told, sampling, noisy, risk, z, miss)
    return Curve(exits.times, value, low, high, tidy.at_risk, confident, 0.0)


def survival(tidy: Tidy) -> Floats:
    """Π(1 - d/r) along the last axis."""
    risk = tidy.at_risk
    hazard = np.where(risk > 0, tidy.deaths / np.where(risk > 0, risk, 1.0), 0.0)
    return np.asarray(np.cumprod(1 - np.clip(hazard, 0, 1), axis=-1))


def log_gradient(tidy: Tidy) -> tuple[Floats, Floats, Floats]:
    """How log S(t_k) moves with each event cell, each censored cell, and the number still followed.

    Rows are k, columns bins. With A_j = 1/(r_j - d_j) - 1/r_j: a person who leaves in bin i is at risk in bins up
    to i, which adds Σ A_j over j <= min(i, k); having an event in bin i <= k costs 1/(r_i - d_i) more.
    """
    risk = np.maximum(tidy.at_risk, 1.0)
    left = np.maximum(risk - tidy.deaths, 1.0)
    bins = risk.shape[-1]
    shared = np.cumsum(1 / left - 1 / risk, axis=-1)
    upto = np.minimum.outer(np.arange(bins), np.arange(bins))
    censored = shared[..., upto]
    events = censored - np.tril(np.ones((bins, bins))) / left[..., None, :]
    return events, censored, shared


def log_variance(tidy: Tidy, noise: float) -> Floats:
    """The variance of log S(t): Greenwood's, and the noise of every cell."""
    greenwood, noisy = log_variances(tidy, noise)
    return np.asarray(greenwood + noisy)


def log_variances(tidy: Tidy, noise: float) -> tuple[Floats, Floats]:
    """What sampling and what the noise bring to the variance of log S(t)."""
    risk = np.maximum(tidy.at_risk, 1.0)
    left = np.maximum(risk - tidy.deaths, 1.0)
    greenwood = np.cumsum(tidy.deaths / (risk * left), axis=-1)
    events, censored, still = log_gradient(tidy)
    causes = tidy.events.shape[-2]
    squares = causes * (events**2).sum(axis=-1) + (censored**2).sum(axis=-1) + still**2
    return np.asarray(greenwood), np.asarray(noise * squares)


def hazard_limits(
    value: Floats,
    sampling: Floats,
    noisy: Floats,
    risk: Floats,
    z: float | Floats,
    miss: float,
    unsure: float | Floats = 0.0,
) -> tuple[Floats, Floats]:
    """Limits of a cumulative hazard H (or of -log S) with a deviation by sampling and one by noise.

    Sampling alone gives H·exp(∓z sd/H): few events are relatively unsure, and that is the interval of log(-log S).
    Noise is as wide whether there are events or not, so its z sd is not relative to H: a rare event that noise made
    up must leave 0 inside. Both ways from H their squares add (the method of variance estimates recovery). Where
    the events are fewer than one, which only noise makes, the first scale ends: there sampling reaches z sd above
    what is missed by half where nobody of r has an event, log(2/miss)/r, and all are added plainly.

    unsure   what part of those at risk one deviation of their noise is. A hazard is events over those at risk, so
             noise reaches as far up as if z deviations of them were not there: 1/(1 - z·unsure) times as far, and
             without an end where that is nobody
    """
    some = value > 0
    exponent = np.minimum(z * sampling / np.where(some, value, 1.0), 700.0)
    below, reach = np.where(some, -value * np.expm1(-exponent), 0.0), z * noisy
    few = sampling > _FEWER * value
    few |= ~some
    sure = 1 - z * np.asarray(unsure)
    upward = np.where(sure > 0, reach / np.where(sure > 0, sure, 1.0), np.inf)
    plain = z * sampling + np.log(2 / miss) / risk + upward
    above = np.where(few, plain, np.hypot(value * np.expm1(np.where(few, 0.0, exponent)), upward))
    return np.asarray(np.maximum(value - np.hypot(below, reach), 0.0)), np.asarray(value + above)


def published_hazard(exits: Exits) -> Floats:
    """-log S of the noisy events as they were told, before anything was made possible; not below 0."""
    risk = np.maximum(exits.at_risk, 1.0)
    share = np.minimum(exits.events.sum(axis=0) / risk, risk / (risk + 1))
    return np.asarray(np.maximum(np.cumsum(-np.log1p(-share)), 0.0))


def both_limits(
    value: Floats,
    told: Floats,
    sampling: Floats,
    noisy: Floats,
    risk: Floats,
    z: float,
    miss: float,
    unsure: float | Floats = 0.0,
) -> tuple[Floats, Floats]:
    """What holds the limits of a tidied hazard and those of the same hazard before it was tidied.

    Tidying makes totals rise, and so lowers what stands before a long time without events, and lifts what stands
    behind one: a range about the tidied value alone held a burst of events 81 times in 100. What was told is not
    moved, and strays further. Where few are at risk, it strays too far to be asked.
    """
    low, high = hazard_limits(value, sampling, noisy, risk, z, miss, unsure)
    share = np.where(value > 0, np.minimum(told / np.where(value > 0, value, 1.0), 10.0), 1.0)
    least, most = hazard_limits(told, sampling * np.sqrt(share), noisy, risk, z, miss, unsure)
    enough = risk >= ENOUGH
    return np.where(enough, np.minimum(low, least), low), np.where(enough, np.maximum(high, most), high)


def log_log(
    value: Floats, tidy: Tidy, noise: float, z: float, miss: float, told: Floats | None = None
) -> tuple[Floats, Floats]:
    """exp(-limits of -log S): without noise the interval of log(-log S); something honest at 0, where S ends.

    told   -log S before the numbers were tidied (`published_hazard`), to be held as well
    """
    greenwood, noisy = log_variances(tidy, noise)
    risk = np.maximum(tidy.at_risk, 1.0)
    hazard = -np.log(np.where(value > 0, value, 1.0))
    told = hazard if told is None else told
    least, most = both_limits(hazard, told, np.sqrt(greenwood), np.sqrt(noisy), risk, z, miss)
    # At 0 it is the last of them that count, and the noise of the cells they are in; it stays what it first was.
    last = np.where(value <= 0, (np.log(2 / miss) + z * np.sqrt(3 * noise)) / risk, 1.0)
    ended = np.minimum.accumulate(np.minimum(last, 1.0))
    return np.where(value > 0, np.exp(-most), 0.0), np.where(value > 0, np.exp(-least), ended)
