"""Competing risks: the share that has had an event of one cause, others having taken some away."""

from __future__ import annotations

from fractions import Fraction

import numpy as np

from epsilog.core.number import Number, whole
from epsilog.postprocess.infer.estimate import Floats, sure
from epsilog.postprocess.infer.spread import normal_quantile
from epsilog.postprocess.life.curve import Curve, log_gradient, survival
from epsilog.postprocess.life.exits import Exits


def cumulative_incidence(exits: Exits, cause: int, confidence: Number = "0.95") -> Curve:
    """Aalen and Johansen's curve of one cause (its row of events, from 0).

    >>> from epsilog.core.law import DiscreteLaplace
    >>> exits = Exits([10, 20], [[5, 4], [3, 8]], [0, 1], 79, DiscreteLaplace(1))
    >>> cumulative_incidence(exits, 0).value.round(3), cumulative_incidence(exits, 1).value.round(3)
    (array([0.05, 0.09]), array([0.03, 0.11]))

    F(t) = Σ S(just before)·d/r over the bins up to t. The variance is Σ g²(x + noise variance) over all cells, g
    being how F moves with a cell; the interval is on the scale of log(-log(1 - F)).
    """
    confident = sure(confidence)
    which = whole(cause, "cause", at_most=len(exits.events) - 1)
    tidy = exits.tidy
    risk = np.maximum(tidy.at_risk, 1.0)
    before = np.concatenate([[1.0], survival(tidy)[:-1]])
    hazard = tidy.events[which] / risk
    step = before * hazard
    value = np.minimum(np.cumsum(step), 1.0)
    bins = len(risk)
    present = np.tril(np.ones((bins, bins)))  # row i, column j: who leaves in bin i is at risk in j <= i

    def moved(gradient: Floats, own: bool) -> Floats:
        """How F at each time (rows) moves with the cells of each bin (columns)."""
        earlier = np.zeros((bins, bins))
        earlier[1:] = gradient[:-1]
        each = step[:, None] * earlier - (before * hazard / risk)[:, None] * present.T
        if own:
            each = each + np.diag(before / risk)
        return np.asarray(np.cumsum(each, axis=0))

    events, censored, still = log_gradient(tidy)
    noise = exits.law.variance
    variance = (moved(censored, False) ** 2) @ (tidy.censored + noise)
    for row, deaths in enumerate(tidy.events):
        variance = variance + (moved(events, row == which) ** 2) @ (deaths + noise)
    rest = np.cumsum(step * np.concatenate([[0.0], still[:-1]]) - before * hazard / risk)
    variance = variance + rest**2 * (float(tidy.followed) + noise)
    return _interval(exits, value, np.asarray(variance), confident)


def _interval(exits: Exits, value: Floats, variance: Floats, confidence: Fraction) -> Curve:
    z, miss = normal_quantile(confidence), float(1 - confidence)
    inner = (value > 0) & (value < 1)
    log = np.log1p(-np.where(inner, value, 0.5))
    deviation = np.sqrt(variance) / (1 - np.where(inner, value, 0.5))
    factor = np.exp(np.minimum(z * deviation / np.abs(log), 700.0))
    risk = np.maximum(exits.at_risk, 1.0)
    reach = np.minimum(1.0, np.log(2 / miss) / risk + z * np.sqrt(variance))
    low = np.where(inner, -np.expm1(log / factor), np.where(value <= 0, 0.0, 1 - reach))
    high = np.where(inner, -np.expm1(log * factor), np.where(value <= 0, reach, 1.0))
    return Curve(exits.times, value, low, high, exits.at_risk, confidence, 0.0)
