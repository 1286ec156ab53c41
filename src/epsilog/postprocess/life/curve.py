"""Kaplan–Meier and Nelson–Aalen from a noisy exit histogram, with pointwise intervals."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from epsilog.core.number import Number
from epsilog.postprocess.infer.estimate import Estimates, Floats, sure
from epsilog.postprocess.infer.spread import normal_quantile
from epsilog.postprocess.life.exits import Exits, Tidy


@dataclass(frozen=True, eq=False)
class Curve:
    """A curve over time: `start` before the first of `times`, `value` just after each, with pointwise intervals."""

    times: Floats
    value: Floats
    low: Floats
    high: Floats
    at_risk: Floats
    confidence: Fraction
    start: float

    def at(self, time: float) -> Estimates:
        """The curve at one time: what it was just after the last bin that has ended by then.

        >>> from epsilog.core.law import DiscreteLaplace
        >>> exits = Exits([10, 20, 30], [5, 4, 2], [0, 1, 3], 85, DiscreteLaplace(1))
        >>> kaplan_meier(exits).at(25).value.round(3)
        array([0.91])
        """
        last = int(np.searchsorted(self.times, time, side="right")) - 1
        if last < 0:
            start = np.array([self.start])
            return Estimates(start, start, start, np.zeros(1, dtype=np.bool_), self.confidence)
        one = slice(last, last + 1)
        return Estimates(
            self.value[one], self.low[one], self.high[one], np.zeros(1, dtype=np.bool_), self.confidence
        )


def kaplan_meier(exits: Exits, confidence: Number = "0.95") -> Curve:
    """The share of the population without an event by each time, people lost to follow-up allowed for.

    >>> from epsilog.core.law import DiscreteLaplace
    >>> curve = kaplan_meier(Exits([10, 20, 30], [5, 4, 2], [0, 1, 3], 85, DiscreteLaplace(1)))
    >>> curve.value.round(3)
    array([0.95, 0.91, 0.89])
    >>> curve.low.round(3), curve.high.round(3)
    (array([0.867, 0.816, 0.788]), array([0.982, 0.957, 0.944]))

    S(t) = Π(1 - d/r) over the bins up to t, which never rises. The interval is on the scale of log(-log S), with
    Greenwood's variance of sampling plus the noise of every cell carried through (`log_gradient`). Model: people
    are independent, and being lost to follow-up says nothing about the event. Measured coverage within [0.93,
    0.98].
    """
    confident = sure(confidence)
    tidy = exits.tidy
    value = survival(tidy)
    noise = exits.law.variance
    low, high = log_log(value, tidy, noise, normal_quantile(confident), float(1 - confident))
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
    spread = np.cumsum(tidy.deaths / risk**2)
    noise = causes * (died**2).sum(axis=1) + (gone**2).sum(axis=1) + still**2
    deviation = np.sqrt(spread + exits.law.variance * noise)
    z = normal_quantile(confident)
    some = value > 0
    factor = np.exp(np.minimum(z * deviation / np.where(some, value, 1.0), 700.0))
    high = np.where(some, value * factor, z * deviation - np.log(float(1 - confident) / 2) / risk)
    return Curve(exits.times, value, np.where(some, value / factor, 0.0), high, tidy.at_risk, confident, 0.0)


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
    risk = np.maximum(tidy.at_risk, 1.0)
    left = np.maximum(risk - tidy.deaths, 1.0)
    greenwood = np.cumsum(tidy.deaths / (risk * left), axis=-1)
    events, censored, still = log_gradient(tidy)
    causes = tidy.events.shape[-2]
    squares = causes * (events**2).sum(axis=-1) + (censored**2).sum(axis=-1) + still**2
    return np.asarray(greenwood + noise * squares)


def log_log(value: Floats, tidy: Tidy, noise: float, z: float, miss: float) -> tuple[Floats, Floats]:
    """exp(-exp(log(-log S) ± z sd/|log S|)), and something honest at 1 and 0, where that scale ends."""
    variance = log_variance(tidy, noise)
    inner = (value > 0) & (value < 1)
    log = np.log(np.where(inner, value, 0.5))
    factor = np.exp(np.minimum(z * np.sqrt(variance) / np.abs(log), 700.0))
    low, high = np.exp(log * factor), np.exp(log / factor)
    # Nobody had an event, or everybody: with r people that happens half of what may be missed at 1 - log(2/miss)/r.
    risk = np.maximum(tidy.at_risk, 1.0)
    low = np.where(inner, low, np.where(value >= 1, np.exp(-np.log(2 / miss) / risk - z * np.sqrt(variance)), 0.0))
    # At 0 it is the last of them that count, and the noise of the cells they are in; it stays what it first was.
    last = np.where(value <= 0, (np.log(2 / miss) + z * np.sqrt(3 * noise)) / risk, 1.0)
    high = np.where(inner, high, np.where(value >= 1, 1.0, np.minimum.accumulate(np.minimum(last, 1.0))))
    return low, high
