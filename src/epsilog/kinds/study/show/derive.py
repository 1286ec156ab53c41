"""Everything that is read off the noisy tables of a release: nothing here sees data or is paid for."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import numpy as np

from epsilog.core.law import Law
from epsilog.kinds.study.ask.studied import study_of
from epsilog.kinds.study.show.recipe import recipe_table
from epsilog.kinds.study.show.risks import ends_of, groups_of, risk_tables
from epsilog.kinds.study.show.survival import RULE, survival_tables
from epsilog.postprocess.infer.quantile import quantile
from epsilog.postprocess.ranges import Integers
from epsilog.roles.derived import Derived, labelled, own_name
from epsilog.roles.entry import Entry
from epsilog.roles.plan import Plan
from epsilog.roles.planned import Draw


def read_off(plan: Plan, planned: Sequence[Draw], values: Integers) -> list[Derived]:
    """The tables read off one entry, in order."""
    spec, at, draw = plan.spec, planned[0].query, planned[0]
    query, law = spec.publish[at], draw.noise.law
    if query.exits is not None:
        version = plan.rule(RULE)
        found = survival_tables(at, query, values, law, spec.confidence, version)
        if query.ask.is_studied:
            found.append(recipe_table(at, query, values, draw, spec.confidence, version))
        return found
    if query.edges is not None:
        return [_quantiles(at, query, values, law, spec.confidence)]
    return risk_tables(at, query, values, law, spec.confidence, spec.protect.unit.neighbours)


def _quantiles(at: int, query: Entry, values: Integers, law: Law, confidence: Fraction) -> Derived:
    """Quantiles of the population in every group, from its noisy histogram."""
    study = study_of(query)
    assert study is not None
    assert query.edges is not None
    edges = [float(edge) for edge in query.edges]
    rows = values.reshape(-1, len(edges) - 1)
    parts = [quantile(edges, row, share, law, confidence) for row in rows for share in study.at]
    groups = groups_of(query.by)
    shares = [f"{float(share):.12g}" for share in study.at]
    many = len(shares)
    keys = [labelled(own_name(one.name), [text for text in one.texts() for _ in range(many)]) for one in groups]
    asked = labelled("quantile", list(np.tile(shares, len(rows))))
    return Derived(query.name, "quantiles", at, (*keys, asked, *ends_of(*parts)), confidence)
