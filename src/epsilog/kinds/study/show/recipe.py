"""The textbook's recipe beside a survival curve: what it would have said at the same price."""

from __future__ import annotations

from fractions import Fraction

import numpy as np

from epsilog.core.law import DiscreteGaussian, DiscreteLaplace, Law
from epsilog.kinds.study.show.survival import arms_of, order_of, points_of
from epsilog.postprocess.infer.total import PublicTotal
from epsilog.postprocess.life.curve import Curve
from epsilog.postprocess.life.exits import Exits
from epsilog.postprocess.life.recipe import rehearsed, someone_lost
from epsilog.postprocess.ranges import Integers
from epsilog.roles.derived import Derived, Reals
from epsilog.roles.entry import Entry
from epsilog.roles.planned import Draw


def recipe_law(draw: Draw, times: int) -> Law:
    """The recipe's noise for what this vector costs: whoever is replaced moves each of its counts by 1.

    So m counts move by m together (and by m in squares), where the histogram moves by 2: its noise times m/2.
    """
    reach = draw.contribution.sensitivity
    if draw.law == "laplace":
        return DiscreteLaplace(draw.parameter * times / reach.l1)
    return DiscreteGaussian(draw.parameter * times / reach.l2_squared)


def recipe_curve(query: Entry, values: Integers, draw: Draw, confidence: Fraction, version: int) -> Curve | None:
    """The recipe rehearsed on the published curve; None where the noisy table itself says that people were lost."""
    assert query.exits is not None
    assert query.total is not None
    exits = _everybody(query, values, draw, version)
    if someone_lost(exits):
        return None
    law = recipe_law(draw, len(query.exits.ends))
    total = PublicTotal(query.total, "replace")
    return rehearsed(exits, total, law, complete=query.exits.complete, confidence=confidence)


def recipe_table(
    at: int, query: Entry, values: Integers, draw: Draw, confidence: Fraction, version: int
) -> Derived:
    """At each time the recipe with its range, and ours; without a figure, and all between 0 and 1, if it fails."""
    ours = points_of(_everybody(query, values, draw, version), order_of(query, version), confidence)
    found = recipe_curve(query, values, draw, confidence, version)
    nothing = np.zeros(len(ours.times))
    parts = (nothing + np.nan, nothing, nothing + 1) if found is None else (found.value, found.low, found.high)
    names = {"value": parts[0], "low": parts[1], "high": parts[2]}
    names |= {"ours": ours.value, "ours_low": ours.low, "ours_high": ours.high}
    ways = {"low": -1, "high": 1, "ours_low": -1, "ours_high": 1}
    columns = [Reals.of("time", ours.times)]
    columns += [Reals.of(name, column, ways.get(name, 0)) for name, column in names.items()]
    return Derived(query.name, "recipe", at, tuple(columns), confidence)


def _everybody(query: Entry, values: Integers, draw: Draw, version: int) -> Exits:
    (exits,) = arms_of(query, values, draw.noise.law, version).values()
    return exits
