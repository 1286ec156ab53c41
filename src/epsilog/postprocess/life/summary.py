"""Numbers read off a survival curve: the median, the restricted mean, the rate by a day."""

from __future__ import annotations

import math

import numpy as np

from epsilog.core.number import Number, exact
from epsilog.errors import SpecError
from epsilog.postprocess.infer.estimate import Estimates, Floats, sure
from epsilog.postprocess.infer.spread import normal_quantile
from epsilog.postprocess.life.curve import Curve, kaplan_meier, log_gradient, survival
from epsilog.postprocess.life.exits import Exits


def quantile_time(curve: Curve, share: Number = "0.5") -> Estimates:
    """The first time by which at most this share is without an event; infinite where the curve stays above.

    >>> from epsilog.core.law import DiscreteLaplace
    >>> exits = Exits([1, 2, 3, 4], [30, 30, 20, 10], [0, 0, 0, 0], 10, DiscreteLaplace(1))
    >>> found = quantile_time(kaplan_meier(exits))
    >>> float(found.value[0]), float(found.low[0]), float(found.high[0])
    (2.0, 2.0, 3.0)

    Its interval holds the times at which the curve's own interval holds the share (Brookmeyer and Crowley): it ends
    where the upper limit has fallen to the share, and is without end where that never happens.
    """
    level = float(exact(share, "share", above=0, below=1))

    def first(falling: Floats) -> float:
        below = np.flatnonzero(falling <= level + 1e-12)
        return float(curve.times[below[0]]) if len(below) else math.inf

    ends = [np.array([first(line)]) for line in (curve.value, curve.low, curve.high)]
    return Estimates(ends[0], ends[1], ends[2], np.zeros(1, dtype=np.bool_), curve.confidence)


def rate_by(exits: Exits, time: float, confidence: Number = "0.95") -> Estimates:
    """The share with an event by a time (a 30-day rate): 1 - S(time), from the same interval.

    >>> from epsilog.core.law import DiscreteLaplace
    >>> exits = Exits([10, 20, 30], [5, 4, 2], [0, 1, 3], 85, DiscreteLaplace(1))
    >>> rate_by(exits, 30).value.round(3)
    array([0.11])
    """
    if not time > 0 or time > exits.times[-1]:
        raise SpecError("ask within the horizon", where="time", hint=f"at most {exits.times[-1]:g}")
    found = kaplan_meier(exits, confidence).at(time)
    return Estimates(1 - found.value, 1 - found.high, 1 - found.low, found.at_bound, found.confidence)


def restricted_mean(exits: Exits, horizon: float | None = None, confidence: Number = "0.95") -> Estimates:
    """The mean time without an event up to a horizon: the area under the curve.

    >>> from epsilog.core.law import DiscreteLaplace
    >>> exits = Exits([10, 20, 30], [5, 4, 2], [0, 1, 3], 85, DiscreteLaplace(1))
    >>> restricted_mean(exits).value.round(2)
    array([28.6])

    Events are taken to happen at the end of their bin. The area's variance is Σ g²(x + noise variance) over all
    cells, g being how the area moves with a cell: a function of shares only, so Poisson and multinomial cells give
    the same.
    """
    confident = sure(confidence)
    end = float(exits.times[-1]) if horizon is None else float(horizon)
    if not 0 < end <= exits.times[-1]:
        most = f"at most {exits.times[-1]:g}"
        raise SpecError("the mean is restricted to the horizon", where="horizon", hint=most)
    tidy = exits.tidy
    value = survival(tidy)
    edges = np.minimum(np.concatenate([[0.0], exits.times]), end)
    width = np.diff(np.append(edges, end))  # the last bin's value lasts until the end, which is its own time
    area = float(width[0] + (value * width[1:]).sum())
    weight = value * width[1:]
    events, censored, still = (weight @ part for part in log_gradient(tidy))
    noise = exits.law.variance
    variance = (events**2 * (tidy.events + noise)).sum() + (censored**2 * (tidy.censored + noise)).sum()
    variance += still**2 * (tidy.followed + noise)
    reach = normal_quantile(confident) * math.sqrt(float(variance))
    found = [np.array([float(np.clip(number, 0, end))]) for number in (area, area - reach, area + reach)]
    return Estimates(found[0], found[1], found[2], np.zeros(1, dtype=np.bool_), confident)
