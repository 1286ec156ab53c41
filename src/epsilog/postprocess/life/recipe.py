"""The textbook recipe for a private survival curve, for comparison: no censoring, the budget split over the
times."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import ArrayLike

from epsilog.core.law import Law
from epsilog.core.number import Number
from epsilog.errors import PrivacyError, SpecError
from epsilog.postprocess.infer.estimate import PublicTotal, finite_numbers, known_law, whole_numbers
from epsilog.postprocess.infer.proportion import proportion
from epsilog.postprocess.infer.replay import fresh, replay
from epsilog.postprocess.life.curve import Curve
from epsilog.postprocess.life.exits import Exits, isotonic


def split_curve(
    times: ArrayLike,
    noisy_events: ArrayLike,
    total: PublicTotal,
    law: Law,
    *,
    complete: bool,
    confidence: Number = "0.95",
) -> Curve:
    """S(t) = 1 - E(t)/n from noisy cumulative events E(t) at each of m times.

    >>> from epsilog.core.law import DiscreteLaplace
    >>> total = PublicTotal(100, "replace")
    >>> curve = split_curve([10, 20, 30], [7, 6, 14], total, DiscreteLaplace(3), complete=True)
    >>> curve.value.round(3)
    array([0.935, 0.935, 0.86 ])

    One person who is replaced may move every one of the m cumulative counts by 1, so each carries Laplace noise of
    scale m/ε: m/(nε) on S(t). n must be public, hence replace neighbours. `complete` states that nobody can be lost
    before the horizon. **With censoring this is refused**: S(t) is then no share of n, the last person at risk
    moves it by up to 1, and noise of m/(nε) protects nobody; use `exits`. Intervals are the exact ones of a
    proportion. The joint exit histogram has 2 to 12 times less error for the same budget.
    """
    if complete is not True:
        raise PrivacyError(
            "if people are lost, one person can move the curve by 1, and noise of m/(n epsilon) hides nobody",
            where="complete",
            hint="publish one joint exit histogram (time bin by event or censored) instead",
        )
    grid = finite_numbers(times, "times", above=0)
    cells = whole_numbers(noisy_events, "noisy_events")
    if len(cells) != len(grid) or not len(grid) or (np.diff(grid) <= 0).any():
        raise SpecError("one number of events for each of the ascending times", where="times")
    if len(total.n) != 1 or total.n[0] < 1:
        raise SpecError("one public total of at least 1", where="public.n")
    n = float(total.n[0])
    found = proportion(cells, total, known_law(law), confidence)
    value = 1 - np.clip(isotonic(cells.astype(np.float64)[None])[0] / n, 0.0, 1.0)
    risk = np.concatenate([[n], n * value[:-1]])
    return Curve(grid, value, 1 - found.high, 1 - found.low, risk, found.confidence, 1.0)


def simulate_recipe(
    exits: Exits, total: PublicTotal, law: Law, *, complete: bool, confidence: Number = "0.95"
) -> Curve:
    """The recipe run once on a published table instead of on people: what it would have shown, and its range.

    >>> from epsilog.core.law import DiscreteLaplace
    >>> exits = Exits([10, 20, 30], [25, 14, 12], [0, 0, 0], 149, DiscreteLaplace(2))
    >>> curve = simulate_recipe(exits, PublicTotal(200, "replace"), DiscreteLaplace(3), complete=True)
    >>> bool((curve.low <= curve.value).all() and (curve.value <= curve.high).all())
    True

    Post-processing: the running events of the tidied noisy table get the recipe's noise (`law`, as wide as the same
    price makes it) from a generator that anyone can replay. It is there to be compared, not to be reported. The
    curve is made to fall after its ranges were found, so a range is widened to hold it.
    """
    gone = np.rint(np.clip(np.cumsum(exits.tidy.deaths), 0, float(total.n[0]))).astype(np.int64)
    rng = replay("recipe", exits.cells, exits.followed, exits.times, exits.law, total.n, law)
    noisy = gone + fresh(law, gone.shape, rng)
    found = split_curve(exits.times, noisy, total, law, complete=complete, confidence=confidence)
    return replace(found, low=np.minimum(found.low, found.value), high=np.maximum(found.high, found.value))


def someone_lost(exits: Exits) -> bool:
    """Whether a noisy table contradicts that nobody was lost; it says so wrongly less than once in a million.

    >>> from epsilog.core.law import DiscreteLaplace
    >>> someone_lost(Exits([10, 20], [5, 4], [1, -2], 85, DiscreteLaplace(2)))
    False
    >>> someone_lost(Exits([10, 20], [5, 4], [30, 25], 31, DiscreteLaplace(2)))
    True

    Ten deviations of one Laplace count are passed with probability exp(-14)/2, of a sum of several less often; the
    3 is for noise that is nearly always 0.
    """
    return float(exits.censored.sum()) > 10 * float(np.sqrt(exits.law.variance * len(exits.times))) + 3
