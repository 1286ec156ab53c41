"""Competing risks: the share that has had an event of one cause, others having taken some away."""

from __future__ import annotations

from fractions import Fraction

import numpy as np

from epsilog.core.number import Number, whole
from epsilog.postprocess.infer.estimate import Floats, sure
from epsilog.postprocess.infer.spread import normal_quantile
from epsilog.postprocess.life.curve import Curve, both_limits, log_gradient, survival
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
    rest = np.cumsum(step * np.concatenate([[0.0], still[:-1]]) - before * hazard / risk)
    squares = [(moved(censored, False) ** 2, tidy.censored)]
    squares += [(moved(events, row == which) ** 2, deaths) for row, deaths in enumerate(tidy.events)]
    sampling = sum((part @ people for part, people in squares), rest**2 * float(tidy.followed))
    noisy = exits.law.variance * (sum(part.sum(axis=1) for part, _ in squares) + rest**2)
    told = np.cumsum(before * exits.events[which] / risk)
    return _interval(exits, value, told, np.sqrt(sampling), np.sqrt(noisy), confident)


def _interval(
    exits: Exits, value: Floats, told: Floats, sampling: Floats, noisy: Floats, confidence: Fraction
) -> Curve:
    """Limits of -log(1 - F), as those of -log S; at 1, where that ends, what the last people leave open."""
    z, miss = normal_quantile(confidence), float(1 - confidence)
    risk, ended = np.maximum(exits.at_risk, 1.0), value >= 1
    left = np.where(ended, 0.5, 1 - value)
    untidied = -np.log1p(-np.clip(told, 0.0, risk / (risk + 1)))
    least, most = both_limits(-np.log(left), untidied, sampling / left, noisy / left, risk, z, miss)
    reach = np.minimum(1.0, np.log(2 / miss) / risk + z * np.hypot(sampling, noisy))
    low = np.where(ended, 1 - reach, -np.expm1(-least))
    high = np.where(ended, 1.0, -np.expm1(-most))
    return Curve(exits.times, value, low, high, exits.at_risk, confidence, 0.0)
