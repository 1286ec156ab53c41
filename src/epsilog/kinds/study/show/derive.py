"""Everything that is read off the noisy tables of a release: nothing here sees data or is paid for."""

from __future__ import annotations

from fractions import Fraction

import numpy as np

from epsilog.core.law import Law
from epsilog.kinds.mean.show.clipping import clipping_table
from epsilog.kinds.study.plan.noise import within_reason
from epsilog.kinds.study.show.recipe import recipe_table
from epsilog.kinds.study.show.risks import ends_of, groups_of, own_name, risk_tables
from epsilog.kinds.study.show.survival import RULE, survival_tables
from epsilog.kinds.study.show.tests import tests_table
from epsilog.postprocess.infer.quantile import quantile
from epsilog.postprocess.ranges import Integers
from epsilog.roles.derived import Derived, labelled
from epsilog.roles.query import Query
from epsilog.roles.result import Result


def derived_of(result: Result) -> tuple[Derived, ...]:
    """The tables read off each entry, in order, and the tests at the end."""
    spec, plan = result.plan.spec, result.plan
    drawn = list(zip(plan.draws, result.values, strict=True))
    many = range(len(spec.publish))
    vectors = [[values for draw, values in drawn if draw.query == at] for at in many]
    vectors = [[within_reason(one) for one in own] if len(own) == 1 else own for own in vectors]
    found: list[Derived] = []
    for at, query in enumerate(spec.publish):
        if query.tails is not None:
            laws = [draw.noise.law for draw in plan.draws_of(at)]
            found.append(clipping_table(at, query, laws, vectors[at], spec, plan.rule("mean")))
        if query.exits is None and query.study is None:
            continue
        law = plan.draws_of(at)[0].noise.law
        if query.exits is not None:
            version, draw = plan.rule(RULE), plan.draws_of(at)[0]
            found += survival_tables(at, query, vectors[at][0], law, spec.confidence, version)
            if query.study is not None:
                found.append(recipe_table(at, query, vectors[at][0], draw, spec.confidence, version))
        elif query.edges is not None:
            found.append(_quantiles(at, query, vectors[at][0], law, spec.confidence))
        else:
            neighbours = spec.protect.unit.neighbours
            found += risk_tables(at, query, vectors[at][0], law, spec.confidence, neighbours)
    tests = tests_table(result, vectors)
    return (*found, *([] if tests is None else [tests]))


def file_of(derived: Derived, stem: str) -> str:
    """The name of its files, after that of its entry's."""
    return stem if derived.entry is None else f"{stem}-{derived.form}"


def _quantiles(at: int, query: Query, values: Integers, law: Law, confidence: Fraction) -> Derived:
    """Quantiles of the population in every group, from its noisy histogram."""
    assert query.study is not None
    assert query.edges is not None
    edges = [float(edge) for edge in query.edges]
    rows = values.reshape(-1, len(edges) - 1)
    parts = [quantile(edges, row, share, law, confidence) for row in rows for share in query.study.at]
    groups = groups_of(query.by)
    shares = [f"{float(share):.12g}" for share in query.study.at]
    many = len(shares)
    keys = [labelled(own_name(one.name), [text for text in one.texts() for _ in range(many)]) for one in groups]
    asked = labelled("quantile", list(np.tile(shares, len(rows))))
    return Derived(query.name, "quantiles", at, (*keys, asked, *ends_of(*parts)), confidence)
