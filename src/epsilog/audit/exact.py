"""White box: the exact privacy curve of a mechanism whose probabilities are known.

For probability vectors p (before) and q (after) over the same outcomes,

    delta(epsilon) = sum of max(0, p - e^epsilon q),

and the other way round; the larger of the two counts. Sums are compensated floats: right to about 1e-15, which is
all that "exact" means here. There is no sampling error.
"""

from __future__ import annotations

import math
from collections.abc import Hashable, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from epsilog.core.law import Law
from epsilog.core.number import Number, exact, whole
from epsilog.errors import SpecError

Probabilities = Mapping[Hashable, float] | Sequence[float] | NDArray[np.float64]


def delta_of(before: Probabilities, after: Probabilities, epsilon: Number) -> float:
    """The smallest delta that goes with this epsilon, both directions.

    >>> delta_of([0.75, 0.25], [0.25, 0.75], 0)
    0.5
    >>> round(delta_of([0.75, 0.25], [0.25, 0.75], 1), 6)
    0.07043
    """
    p, q = _align(before, after)
    factor = math.exp(float(exact(epsilon, "epsilon", at_least=0, at_most=700)))
    return max(math.fsum(np.maximum(0.0, a - factor * b)) for a, b in ((p, q), (q, p)))


def epsilon_of(before: Probabilities, after: Probabilities, delta: Number = 0) -> float:
    """The smallest epsilon that goes with this delta, both directions; infinity where none does.

    delta(epsilon) <= delta holds exactly when P(S) <= e^epsilon Q(S) + delta for every S, and the worst S are the
    prefixes by likelihood ratio: so epsilon is the largest ln((P(S) - delta)/Q(S)) over prefixes, no root finding.

    >>> round(epsilon_of([0.75, 0.25], [0.25, 0.75]), 6), epsilon_of([1, 0], [0.5, 0.5], delta=0.5)
    (1.098612, 0.0)
    """
    slack = float(exact(delta, "delta", at_least=0, below=1))
    p, q = _align(before, after)
    return max(_one_way(p, q, slack), _one_way(q, p, slack))


def shifted_laws(law: Law, by: int, reach: int) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """The law around 0 and around `by`, on -reach..reach; what lies beyond is two outcomes of their own.

    The two tails are merged into one outcome each side, which is post-processing: the curve is a lower bound that
    is tight as soon as `reach` covers the mass that matters.

    >>> from fractions import Fraction
    >>> from epsilog.core.law import DiscreteLaplace
    >>> p, q = shifted_laws(DiscreteLaplace(Fraction(3)), 1, 60)
    >>> round(epsilon_of(p, q), 9)
    0.333333333
    """
    far = whole(reach, "reach", at_least=1, at_most=10**7)
    step = whole(by, "by", at_least=0, at_most=far)
    # Where a float can no longer hold the smaller probability the ratio would be a division by zero.
    while far > step and float(law.pmf(np.array([far + step]))[0]) < 1e-290:
        far = max(step, far - 1 - far // 16)
    k = np.arange(-far, far + 1)
    sides = []
    for centre in (0, step):
        inside = law.pmf(k - centre)
        below = law.beyond(far + centre) / 2
        above = law.beyond(far - centre) / 2
        sides.append(np.concatenate([[below], inside, [above]]))
    return sides[0], sides[1]


def _one_way(p: NDArray[np.float64], q: NDArray[np.float64], slack: float) -> float:
    certain = math.fsum(p[q == 0])
    if certain > slack:
        return math.inf
    shared = q > 0
    a, b = p[shared], q[shared]
    order = np.argsort(-(a / b), kind="stable")
    left = certain + np.cumsum(a[order]) - slack
    inside = left > 0
    if not inside.any():
        return 0.0
    return max(0.0, float(np.max(np.log(left[inside] / np.cumsum(b[order])[inside]))))


def _align(before: Probabilities, after: Probabilities) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    if isinstance(before, Mapping) != isinstance(after, Mapping):
        raise SpecError("give both neighbours as mappings or both as sequences", where="before, after")
    if isinstance(before, Mapping) and isinstance(after, Mapping):
        outcomes = list({**before, **after})
        p = np.array([float(before.get(o, 0.0)) for o in outcomes])
        q = np.array([float(after.get(o, 0.0)) for o in outcomes])
    else:
        p, q = np.asarray(before, dtype=np.float64), np.asarray(after, dtype=np.float64)
    for side, values in (("before", p), ("after", q)):
        if values.shape != p.shape or values.ndim != 1 or not len(values):
            raise SpecError("both neighbours need one probability per outcome", where=side)
        if not np.isfinite(values).all() or (values < 0).any() or abs(math.fsum(values) - 1) > 1e-9:
            raise SpecError("probabilities are not negative and sum to one", where=side)
    return p, q
