"""Shares, comparisons of groups and standardised rates, read off a table whose first column is the outcome."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import product
from typing import Final, Literal

import numpy as np

from epsilog.core.grid import Keys
from epsilog.core.law import Law
from epsilog.core.unit import Neighbours
from epsilog.kinds.study.ask.studied import standard_of, study_of
from epsilog.kinds.study.ask.study import CONTRASTS
from epsilog.postprocess.infer.contrast import Group, Kind, contrast
from epsilog.postprocess.infer.estimate import Estimates, Floats, PublicTotal
from epsilog.postprocess.infer.expected import TOO_WIDE
from epsilog.postprocess.infer.proportion import Method, proportion
from epsilog.postprocess.infer.standardised import standardised_rate, standardised_risk
from epsilog.postprocess.infer.two_cells import proportion_of_cells
from epsilog.postprocess.ranges import Integers, margin_of
from epsilog.roles.column import Words
from epsilog.roles.derived import Derived, Reals, label_column, own_name
from epsilog.roles.entry import Entry

_KINDS: Final[dict[str, Kind]] = {
    "difference": "difference",
    "relative_risk": "relative risk",
    "odds_ratio": "odds ratio",
}


def risk_tables(
    at: int, query: Entry, values: Integers, law: Law, confidence: Fraction, neighbours: Neighbours
) -> list[Derived]:
    """What the entry says to show, one table each."""
    study = study_of(query)
    assert study is not None
    cells = values.reshape([axis.size for axis in query.by])
    found = []
    if "proportion" in study.show:
        found.append(_shares(at, query, cells, law, confidence, neighbours))
    if asked := [show for show in CONTRASTS if show in study.show]:
        found.append(_comparison(at, query, cells, law, confidence, asked))
    if study.standard is not None:
        found.append(_standardise(at, query, cells, law, confidence))
    return found


def _shares(
    at: int, query: Entry, cells: Integers, law: Law, confidence: Fraction, neighbours: Neighbours
) -> Derived:
    having, lacking = cells[0].reshape(-1), cells[1].reshape(-1)
    used = method_used(query, law)
    if query.about == "data":
        shares = _of_data(having, lacking, law, confidence, query.total)
    elif query.total is not None and len(query.by) == 1:
        assert used != "fieller"
        shares = proportion(having, PublicTotal(query.total, neighbours), law, confidence, used)
    else:
        shares = proportion_of_cells(having, lacking, law, confidence, "exact" if used == "exact" else "fieller")
    columns = groups_of(query.by[1:]) or [label_column(query.by[0].column, [query.by[0].keys[0]])]
    return Derived(query.name, "proportion", at, (*columns, *ends_of(shares)), confidence, about=query.about)


def method_used(query: Entry, law: Law) -> Method | Literal["fieller"]:
    """Which limits the share of a population gets: those asked for, or the usual ones of its case."""
    study = study_of(query)
    asked = "auto" if study is None else study.method
    # Noise too wide for the exact sums leaves nothing that the normal approximation would miss.
    wide = law.variance > TOO_WIDE
    if query.total is None or len(query.by) != 1:
        return "exact" if asked == "exact" and not wide else "fieller"
    if wide or asked == "wilson":
        return "wilson"
    return "credible" if asked == "credible" else "exact"


def _of_data(having: Integers, lacking: Integers, law: Law, confidence: Fraction, total: int | None) -> Estimates:
    """The share in the data: both cells within their margins, each missing with half of what may be missed.

    A/(A + B) grows with A and falls with B, so over the box of both cells it is largest and least at two corners.
    """
    margin = margin_of(law, 1 - (1 - confidence) / 2)
    a, b = having.astype(np.float64), lacking.astype(np.float64)
    if total is not None:
        people = max(total, 1)
        margin = margin_of(law, confidence)
        ends = [np.clip(part / people, 0, 1) for part in (a, a - margin, a + margin)]
    else:
        ends = [_share(*cells) for cells in ((a, b), (a - margin, b + margin), (a + margin, b - margin))]
        few = a + b <= 2 * margin  # there may be nobody, and then no share
        ends[1], ends[2] = np.where(few, 0.0, ends[1]), np.where(few, 1.0, ends[2])
    return Estimates(ends[0], ends[1], ends[2], np.zeros(len(a), dtype=np.bool_), confidence)


def _share(a: Floats, b: Floats) -> Floats:
    a, b = np.maximum(a, 0.0), np.maximum(b, 0.0)
    return np.asarray(np.where(a + b > 0, a / np.where(a + b > 0, a + b, 1.0), 0.5))


def _comparison(
    at: int, query: Entry, cells: Integers, law: Law, confidence: Fraction, asked: Sequence[str]
) -> Derived:
    """Every key of the second column against its last, in every stratum of the columns after it."""
    groups, strata = query.by[1], query.by[2:]
    table = cells.reshape(2, groups.size, -1)
    last = Group(table[0, -1], table[1, -1])
    rows: list[tuple[str, ...]] = []
    parts: list[Estimates] = []
    for show, place in product(asked, range(groups.size - 1)):
        parts.append(contrast(Group(table[0, place], table[1, place]), last, law, _KINDS[show], confidence))
        for labels in product(*(axis.keys for axis in strata)):
            rows.append((show, groups.keys[place], groups.keys[-1], *labels))
    names = ("figure", own_name(groups.column), "against", *(own_name(axis.column) for axis in strata))
    columns = [label_column(name, [row[place] for row in rows]) for place, name in enumerate(names)]
    return Derived(query.name, "comparison", at, (*columns, *ends_of(*parts)), confidence)


def _standardise(at: int, query: Entry, cells: Integers, law: Law, confidence: Fraction) -> Derived:
    said = standard_of(query)
    assert said is not None
    place = next(number for number, axis in enumerate(query.by) if axis.column == said.column)
    rest = [axis for number, axis in enumerate(query.by) if number not in (0, place)]
    moved = np.moveaxis(cells, place, -1).reshape(2, -1, query.by[place].size)
    weights = [float(weight) for _, weight in said.weights]
    if said.population:
        people = [float(number) for _, number in said.population]
        found = standardised_rate(moved[0], people, weights, law, confidence)
    else:
        found = standardised_risk(moved[0], moved[1], weights, law, confidence)
    columns = groups_of(rest) or [label_column(query.by[0].column, [query.by[0].keys[0]])]
    return Derived(query.name, "standardised", at, (*columns, *ends_of(found)), confidence)


def groups_of(axes: Sequence[Keys]) -> list[Words]:
    """A row for each combination of keys; nothing where there is no column."""
    rows = list(product(*(axis.keys for axis in axes)))
    return [label_column(own_name(axis.column), [row[place] for row in rows]) for place, axis in enumerate(axes)]


def ends_of(*parts: Estimates) -> list[Reals]:
    """Values and ranges, one list after the other; ends are rounded outwards."""
    ways = {"value": 0, "low": -1, "high": 1}
    return [
        Reals.of(name, np.concatenate([getattr(part, name) for part in parts]), way) for name, way in ways.items()
    ]
