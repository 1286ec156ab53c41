"""Competing risks: the share that has had an event of one cause, others having taken some away."""

from __future__ import annotations

from fractions import Fraction

import numpy as np

from epsilog.core.exit import Withdrawn
from epsilog.core.number import Number, whole
from epsilog.postprocess.infer.estimate import Floats, sure
from epsilog.postprocess.infer.spread import normal_quantile
from epsilog.postprocess.life.curve import Curve, both_limits, log_gradient, survival
from epsilog.postprocess.life.exits import Exits
from epsilog.postprocess.life.inside import Reading, readings


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
    exits: Exits,
    value: Floats,
    told: Floats,
    sampling: Floats,
    noisy: Floats,
    confidence: Fraction,
    opened: tuple[Reading, Floats] | None = None,
) -> Curve:
    """Limits of -log(1 - F), as those of -log S; at 1, where that ends, what the last people leave open.

    opened   a reading and what each bin adds: upper limits then allow for those at risk that are noise (`_open`)
    """
    z, miss = normal_quantile(confidence), float(1 - confidence)
    risk, ended = np.maximum(exits.at_risk, 1.0), value >= 1
    left = np.where(ended, 0.5, 1 - value)
    untidied = -np.log1p(-np.clip(told, 0.0, risk / (risk + 1)))
    deviations = sampling / left, noisy / left
    least, most = both_limits(-np.log(left), untidied, *deviations, risk, z, miss)
    highest = -np.expm1(-most)
    if opened is not None and not opened[0].firm:
        one, step = opened
        _, farther = both_limits(-np.log(left), untidied, *deviations, risk, z, miss, one.unsure)
        highest = np.minimum(-np.expm1(-farther), highest + _open(one, step, z))
    reach = np.minimum(1.0, np.log(2 / miss) / risk + z * np.hypot(sampling, noisy))
    low = np.where(ended, 1 - reach, -np.expm1(-least))
    high = np.where(ended, 1.0, highest)
    return Curve(exits.times, value, low, high, exits.at_risk, confidence, 0.0)


def _open(one: Reading, step: Floats, z: float) -> Floats:
    """How much more may have happened if z deviations of those at risk were not there.

    A bin then adds 1/(1 - z·unsure) times what it was told to add; and from any bin on no more than who is left.
    """
    before, sure = np.concatenate([[1.0], one.value[:-1]]), 1 - z * one.unsure
    more = np.cumsum(np.where(sure > 0, step / np.where(sure > 0, sure, 1.0) - step, np.inf))
    past = np.concatenate([[0.0], (more + np.cumsum(step))[:-1]])
    left = np.maximum(np.minimum.accumulate(past + before) - np.cumsum(step), 0.0)
    return np.asarray(np.minimum(more, left))


def incidence_within(
    exits: Exits, cause: int, withdrawn: Withdrawn = "unknown", confidence: Number = "0.95"
) -> Curve:
    """The incidence of one cause, whatever happened in which order inside the bins.

    >>> from epsilog.core.law import DiscreteLaplace
    >>> exits = Exits([10, 20], [[5, 4], [3, 8]], [12, 9], 59, DiscreteLaplace(1))
    >>> incidence_within(exits, 0).value.round(3), incidence_within(exits, 0, "at the end").value.round(3)
    (array([0.053, 0.102]), array([0.05 , 0.096]))

    A loss hands its weight on to everybody who is then still there. A cause has least where its own events come
    before the losses of their bin and weights stay low (S of a = 1, k/r); most where the other causes come first,
    then the losses, then its own, and weights grow fastest (S of a = 0, k(r - o)/(r(r - o - c))). No order does
    both at once, so the range holds more than every order.
    """
    confident = sure(confidence)
    which = whole(cause, "cause", at_most=len(exits.events) - 1)
    upper, lower, middle = readings(exits, withdrawn)
    ways = ("even",) * 3 if withdrawn in ("evenly", "half") else ("last", "first", "even")
    ways = ("first",) * 3 if withdrawn == "at the end" else ways
    high, low, value = (
        _incidence(exits, which, one, way, confident) for one, way in zip((upper, lower, middle), ways, strict=True)
    )
    least, most = np.minimum(low.low, value.value), np.maximum(high.high, value.value)
    binned = withdrawn != "at the end"
    return Curve(exits.times, value.value, least, most, exits.at_risk, confident, 0.0, binned)


def _incidence(exits: Exits, which: int, one: Reading, way: str, confidence: Fraction) -> Curve:
    """F = Σ S(just before)·h, its deviations, and its limits.

    way   where a cause's own events stand in a bin: `first` h = k/r; `last` h = k(r - o)/(r(r - o - c)), o being
          the events of other causes; `even` h = k/(r - a·c)
    """
    tidy = one.tidy
    own, lost, risk = tidy.events[which], tidy.censored, np.maximum(tidy.at_risk, 1.0)
    before = np.concatenate([[1.0], one.value[:-1]])
    others, none = np.maximum(risk - (tidy.deaths - own), 1.0), np.zeros(len(risk))
    if way == "first":
        share = own / risk
        by_risk, by_own, by_other, by_loss = -share / risk, 1 / risk, none, none
    elif way == "even":
        rest = np.maximum(risk - one.gone * lost, 1.0)
        share = own / rest
        by_risk, by_own, by_other, by_loss = -share / rest, 1 / rest, none, one.gone * share / rest
    else:
        rest = np.maximum(others - lost, 1.0)
        by_own = others / (risk * rest)
        share = own * by_own
        by_risk = share * (1 / others - 1 / risk - 1 / rest)
        by_other, by_loss = share * (1 / rest - 1 / others), share / rest
    step = before * share
    value = np.minimum(np.cumsum(step), 1.0)
    bins = len(risk)
    shared = np.cumsum(one.slope)
    earlier = np.tri(bins, k=-1, dtype=np.bool_)  # row j, column i: bin i ended before bin j began

    ended = np.concatenate([[0.0], shared[:-1]])

    def moved(on_curve: Floats, at: Floats) -> Floats:
        """How F at each time (rows) moves with the cells of each bin (columns)."""
        curve = np.where(earlier, on_curve, ended[:, None])
        each = step[:, None] * curve + np.where(earlier, 0.0, (before * by_risk)[:, None]) + np.diag(before * at)
        return np.asarray(np.cumsum(each, axis=0))

    past = shared - one.slope
    censored = moved(past + (1 - one.gone) * one.slope, by_loss)
    squares = [(censored**2, lost)]
    for row, deaths in enumerate(tidy.events):
        change = moved(past - 1 / one.risk, by_own if row == which else by_other)
        squares.append((change**2, deaths))
    still = np.cumsum(step * ended + before * by_risk)
    sampling = sum((part @ people for part, people in squares), still**2 * float(tidy.followed))
    noisy = exits.law.variance * (sum(part.sum(axis=1) for part, _ in squares) + still**2)
    past = np.concatenate([[1.0], np.exp(-one.told_hazard[:-1])])
    told = np.cumsum(past * exits.events[which] * by_own * one.risk / one.told_risk)
    return _interval(exits, value, told, np.sqrt(sampling), np.sqrt(noisy), confidence, (one, step))
