"""How far a clamped mean may be from the mean nobody clamped, told from noisy counts of who was clamped."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction

import numpy as np
from numpy.typing import ArrayLike

from epsilog.core.law import Law
from epsilog.core.number import Number, exact
from epsilog.errors import SpecError
from epsilog.postprocess.infer.estimate import Estimates, Floats, Integers, counted, known, sure, together
from epsilog.postprocess.infer.exact import limits as exact_limits
from epsilog.postprocess.infer.mean import Clamp
from epsilog.postprocess.infer.mixture import Binomial
from epsilog.postprocess.infer.mixture import furthest as furthest_of
from epsilog.postprocess.infer.total import MOST_PEOPLE
from epsilog.postprocess.infer.two_cells import total_margin


@dataclass(frozen=True, eq=False)
class Bias:
    """E[x] - E[clamp(x)] lies between `down` (at most 0) and `up` (at least 0), at least this often."""

    down: Floats
    up: Floats
    confidence: Fraction


def clipping_bias(
    below: ArrayLike,
    inside: ArrayLike,
    above: ArrayLike,
    law: Law,
    clamp: Clamp,
    furthest: tuple[Number, Number] | None,
    confidence: Number = "0.99",
) -> Bias:
    """The bound from one noisy histogram: below the clamp, inside it, above it.

    >>> from epsilog.core.law import DiscreteLaplace
    >>> found = clipping_bias([0], [4680], [21], DiscreteLaplace(1), Clamp(80, 220), (40, 300))
    >>> found.down.round(3), found.up.round(3)          # mmHg
    (array([-0.069]), array([0.628]))
    >>> clipping_bias([0], [4680], [21], DiscreteLaplace(1), Clamp(80, 220), None).up
    array([inf])

    `furthest` are public limits that no value passes (a living person's pressure); without them one value may be
    anywhere, nothing can be said, and this says so with an infinite bound. Proof: E[x] - E[clamp(x)] = E[(x -
    high)₊] - E[(low - x)₊], and each is at most the share beyond that end times the furthest excess. Each share is
    bounded by the exact upper limit of its proportion among the fewest people the noisy total allows, each missing
    with half of what may be missed.
    """
    sure_, law = sure(confidence), known(law)
    cells = [counted(cell, name) for cell, name in ((below, "below"), (inside, "inside"), (above, "above"))]
    together(*cells, fields="below, inside and above")
    if furthest is None:
        return Bias(np.full(len(cells[0]), -np.inf), np.full(len(cells[0]), np.inf), sure_)
    least, most = exact(furthest[0], "furthest"), exact(furthest[1], "furthest")
    if least > clamp.low or most < clamp.high:  # type: ignore[operator]  # read as fractions
        raise SpecError("no value passes these limits, so they must hold the clamp", where="furthest")
    miss = (1 - sure_) / 2
    total = cells[0] + cells[1] + cells[2]
    margin = total_margin(law, float(miss) / 15) + furthest_of(law, float(miss) / 30)  # two cells, and the third
    least_people = np.clip(total - margin, 0, MOST_PEOPLE)
    up, down = (_share(cells[at], least_people, law, 1 - 2 * miss * Fraction(9, 10)) for at in (2, 0))
    return Bias(-float(Fraction(clamp.low) - least) * down, float(most - Fraction(clamp.high)) * up, sure_)


def _share(tail: Integers, people: Integers, law: Law, confidence: Fraction) -> Floats:
    """The upper limit of a proportion among at least so many people; no fewer people make it smaller."""
    high = exact_limits(Binomial(people), tail, law, np.ones(len(tail)), confidence)[1]
    return np.where(people == 0, 1.0, high)


def unclamped(found: Estimates, bias: Bias) -> Estimates:
    """The interval about the mean nobody clamped: wider by the bias, and both may miss."""
    both = found.confidence + bias.confidence - 1
    return replace(found, low=found.low + bias.down, high=found.high + bias.up, confidence=both)
