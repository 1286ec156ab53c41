"""A proportion whose total is unknown: those with the property and those without, both counted with noise."""

from __future__ import annotations

from fractions import Fraction
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike

from epsilog.core.law import Law
from epsilog.core.number import Number
from epsilog.errors import SpecError
from epsilog.postprocess.infer import exact
from epsilog.postprocess.infer.estimate import (
    MOST_PEOPLE,
    Estimates,
    Floats,
    Integers,
    Truths,
    known_law,
    sure,
    together,
    whole_numbers,
)
from epsilog.postprocess.infer.mixture import Binomial
from epsilog.postprocess.infer.spread import invert_test, parts
from epsilog.postprocess.means import Tail


def proportion_of_cells(
    having: ArrayLike,
    lacking: ArrayLike,
    law: Law,
    confidence: Number = "0.95",
    method: Literal["fieller", "exact"] = "fieller",
) -> Estimates:
    """Where the population's proportions lie, from two noisy cells each. Nothing is public but the noise's law.

    >>> from epsilog.core.law import DiscreteLaplace
    >>> found = proportion_of_cells([30], [70], DiscreteLaplace(1))
    >>> found.low.round(3), found.high.round(3)
    (array([0.216]), array([0.398]))
    >>> found = proportion_of_cells([30], [70], DiscreteLaplace(1), method="exact")
    >>> found.low.round(3), found.high.round(3)
    (array([0.193]), array([0.434]))

    Both cells come from one histogram: under add-remove neighbours one person moves one of them by 1, so the total
    costs nothing. Model: n people (a fixed, unknown number), each having the property with probability p.

    fieller   keeps the p for which (1 - p)·A - p·B is not too far from 0, with normal sampling and the noise of
              both cells: coverage close to what is stated (measured in tests/statistical/infer), not guaranteed.
    exact     covers at least as often as stated for every p and n: a tenth of what may be missed goes to the total,
              which lies in [n1, n2]; the exact limits for a known total move one way as it grows, so the lower one
              is taken at n2 and the upper one at n1. The price is an interval up to twice as wide.

    A total that may be 0 says nothing: the whole of [0, 1]. Above a hundred million people `exact` has no lower
    limit but 0.
    """
    a, b = whole_numbers(having, "having"), whole_numbers(lacking, "lacking")
    together(a, b, fields="having and lacking")
    law, confident = known_law(law), sure(confidence)
    if method == "exact":
        low, high, bound = _exact(a, b, law, confident)
    elif method == "fieller":
        low, high, bound = _fieller(a, b, law, float(confident))
    else:
        raise SpecError(f"unknown method {method!r}", where="method", hint="fieller or exact")
    some = a + b > 0
    value = np.where(some, np.clip(a / np.where(some, a + b, 1), 0, 1), np.nan)
    return Estimates(value, low, high, bound, confident)


def total_margin(law: Law, miss: float) -> int:
    """The least whole number that |N₁ + N₂| exceeds at most so often."""
    far = 1
    while 2 * law.beyond(far) > miss * 1e-9:
        far *= 2
    k = np.arange(-far, far + 1, dtype=np.int64)
    mass, tail = law.pmf(k), Tail(law)

    def beyond(t: int) -> float:
        return float(2 * (mass * tail((t - k).astype(np.float64))).sum()) + miss * 1e-9

    low, high = -1, 2 * far
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if beyond(middle) > miss else (low, middle)
    return high


def _exact(a: Integers, b: Integers, law: Law, confidence: Fraction) -> tuple[Floats, Floats, Truths]:
    miss = 1 - confidence
    margin = total_margin(law, float(miss / 10))
    rest = 1 - miss * Fraction(9, 10)
    # More people than the limits can be worked out for: fewer would put the lower limit too high.
    many = a + b + margin > MOST_PEOPLE
    most = np.clip(a + b + margin, 0, MOST_PEOPLE)
    least = np.clip(a + b - margin, 0, MOST_PEOPLE)
    one = np.ones(len(a))
    low, _, low_bound = exact.limits(Binomial(most), a, law, one, rest)
    _, high, high_bound = exact.limits(Binomial(least), a, law, one, rest)
    low, high = np.where((most == 0) | many, 0.0, low), np.where(least == 0, 1.0, high)
    low_bound = low_bound & (low == 1) & (most > 0)
    empty = (low > high) | low_bound | (high_bound & (high == 0) & (least > 0))
    return np.minimum(low, high), np.maximum(low, high), empty


def _fieller(a: Integers, b: Integers, law: Law, confidence: float) -> tuple[Floats, Floats, Truths]:
    normal, scale = parts(law)
    people = (a + b).astype(np.float64)
    some = np.flatnonzero(people > 0)
    low, high, bound = np.zeros(len(a)), np.ones(len(a)), np.zeros(len(a), dtype=np.bool_)
    top, whole = a[some].astype(np.float64), people[some]

    def at(p: Floats, which: Integers) -> tuple[Floats, Floats, tuple[Floats, ...]]:
        deviation = np.sqrt(whole[which] * p * (1 - p) + normal * (p**2 + (1 - p) ** 2))
        return top[which] - p * whole[which], deviation, (p * scale, (1 - p) * scale)

    low[some], high[some], bound[some] = invert_test(at, (np.zeros(len(some)), np.ones(len(some))), confidence)
    return low, high, bound
