"""How far a clamped mean may be from the mean nobody clamped, told from noisy counts of who was clamped.

`tail_bias` reads the counts an entry with `tails` publishes beside its mean, `clipping_bias` a histogram.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction

import numpy as np
from numpy.typing import ArrayLike

from epsilog.core.law import Law
from epsilog.core.number import About, Number, exact
from epsilog.errors import SpecError
from epsilog.postprocess.infer.estimate import (
    MOST_PEOPLE,
    Estimates,
    Floats,
    Integers,
    known_law,
    sure,
    together,
    whole_numbers,
)
from epsilog.postprocess.infer.exact import limits as exact_limits
from epsilog.postprocess.infer.expected import TOO_WIDE
from epsilog.postprocess.infer.mean import Clamp
from epsilog.postprocess.infer.mixture import Binomial
from epsilog.postprocess.infer.mixture import furthest as furthest_of
from epsilog.postprocess.infer.two_cells import total_margin
from epsilog.postprocess.ranges import margin_of


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
    sure_, law = sure(confidence), known_law(law)
    cells = [whole_numbers(cell, name) for cell, name in ((below, "below"), (inside, "inside"), (above, "above"))]
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


@dataclass(frozen=True, eq=False)
class Tail:
    """Noisy counts of the rows beyond one end of a clamp, and how far clamping moved one of them at most."""

    rows: Integers
    law: Law
    furthest: float


@dataclass(frozen=True, eq=False)
class People:
    """How many rows each mean is made of: noisy counts with their law, or public numbers without one."""

    rows: Integers
    law: Law | None = None


def tail_bias(
    under: Tail | None, over: Tail | None, people: People, confidence: Number = "0.95", about: About = "population"
) -> Bias:
    """The bound from noisy numbers of rows below a clamp, above it and in all; a side without a tail moved nothing.

    >>> from epsilog.core.law import DiscreteLaplace
    >>> law = DiscreteLaplace(2)
    >>> low, high = Tail(np.array([0]), law, 40.0), Tail(np.array([21]), law, 80.0)
    >>> found = tail_bias(low, high, People(np.array([4701]), law))
    >>> found.down.round(3), found.up.round(3)          # mmHg
    (array([-0.072]), array([0.58]))
    >>> found = tail_bias(low, high, People(np.array([4701]), law), about="data")       # no luck of the draw
    >>> found.down.round(3), found.up.round(3)
    (array([-0.051]), array([0.46]))

    Proof, about the data. With A rows above (those of one person at most as many as the mean grants it) among the n
    rows the mean is made of, clamping took at most A · furthest from their sum, so A/n · furthest from the mean. A
    tenth of what may be missed is that noise overstates n; the rest, divided by the sides, that it understates A.
    About the population: the share above has the exact upper limit of section 1 among the fewest people, likewise.
    """
    sure_ = sure(confidence)
    miss = 1 - sure_
    sides = [tail for tail in (under, over) if tail is not None]
    together(*(tail.rows for tail in sides), people.rows, fields="under, over and people")
    each = miss / max(len(sides), 1)
    fewest = people.rows
    if people.law is not None:
        # A bound on both sides of the noise may miss twice as often as one on one side.
        each = each * Fraction(9, 10)
        fewest = people.rows - margin_of(known_law(people.law), 1 - miss / 5)
    least = np.clip(fewest, 0, MOST_PEOPLE if about == "population" else None)
    both = max(1 - 2 * each, Fraction(1, 1000))  # what a bound on both sides is asked for

    def moved(tail: Tail | None) -> Floats:
        if tail is None:
            return np.zeros(len(least))
        if about == "population" and known_law(tail.law).variance <= TOO_WIDE:
            return tail.furthest * _share(tail.rows, least, tail.law, both)
        most = tail.rows + margin_of(known_law(tail.law), both) if about == "data" else least
        shares = np.clip(most / np.maximum(least, 1), 0.0, 1.0)
        return np.asarray(tail.furthest * np.where(least == 0, 1.0, shares), dtype=np.float64)

    return Bias(-moved(under), moved(over), sure_)


def _share(tail: Integers, people: Integers, law: Law, confidence: Fraction) -> Floats:
    """The upper limit of a proportion among at least so many people; no fewer people make it smaller."""
    high = exact_limits(Binomial(people), tail, law, np.ones(len(tail)), confidence)[1]
    return np.where(people == 0, 1.0, high)


def mean_without_clamp(found: Estimates, bias: Bias) -> Estimates:
    """The interval about the mean nobody clamped: wider by the bias, and both may miss."""
    both = found.confidence + bias.confidence - 1
    return replace(found, low=found.low + bias.down, high=found.high + bias.up, confidence=both)
