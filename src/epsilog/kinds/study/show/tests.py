"""The tests of a release, computed from its noisy tables, with Holm's correction over all of them."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import numpy as np

from epsilog.core.law import Law
from epsilog.kinds.study.ask.question import Question, questions_of
from epsilog.kinds.study.show.survival import RULE, arms_of, order_of
from epsilog.postprocess.infer.association import Finding, goodness_of_fit, holm, independence, two_proportions
from epsilog.postprocess.infer.contrast import Group
from epsilog.postprocess.infer.estimate import PublicTotal
from epsilog.postprocess.infer.two_means import Moments, two_means, two_skewed_means
from epsilog.postprocess.life.logrank import logrank
from epsilog.postprocess.ranges import Integers
from epsilog.roles.derived import Derived, Reals, label_column
from epsilog.roles.plan import Plan
from epsilog.roles.population_mean import clamp_of, laws_of, method_of_mean

TESTS = "tests"


def tests_table(plan: Plan, vectors: Sequence[Sequence[Integers]]) -> Derived | None:
    """One line per test; None where nothing is tested. `vectors` are those of each entry."""
    spec = plan.spec
    questions = questions_of(spec)
    if not questions:
        return None
    names = [query.name for query in spec.publish]
    found = []
    for question in questions:
        at = names.index(question.of)
        laws = [draw.noise.law for draw in plan.draws_of(at)]
        found.append(_answer(question, plan, at, vectors[at], laws))
    p_values = np.array([float(one.p_value[0]) for one in found])
    columns = (
        label_column("test", [question.asked for question in questions]),
        label_column("of", [question.of for question in questions]),
        Reals.of("statistic", [float(one.statistic[0]) for one in found]),
        Reals.of("p_value", p_values),
        Reals.of("holm", holm(p_values)),
        Reals.of("simulations", [one.simulations for one in found]),
    )
    return Derived(TESTS, "tests", None, columns, Fraction(spec.confidence))


def by_ranges(plan: Plan) -> bool:
    """Whether two means are compared by their ranges, without simulations."""
    known = {query.name: query for query in plan.spec.publish}
    asked = [known[one.of] for one in questions_of(plan.spec) if one.asked == "two_means"]
    return any(method_of_mean(query, plan.rule("mean")) != "student" for query in asked)


def _answer(question: Question, plan: Plan, at: int, vectors: Sequence[Integers], laws: Sequence[Law]) -> Finding:
    query, neighbours = plan.spec.publish[at], plan.spec.protect.unit.neighbours
    values, law = vectors[0], laws[0]
    total = None if query.total is None else PublicTotal(query.total, neighbours)
    if question.asked == "logrank":
        version = plan.rule(RULE)
        order = order_of(query, version) or "at the end"  # the first rule took all losses to be there
        return logrank(list(arms_of(query, values, law, version).values()), order)
    if question.asked == "goodness_of_fit":
        return goodness_of_fit(values, [float(share) for share in question.shares], law, total)
    if question.asked == "two_means":
        one, other = (Moments(*([int(vector[arm])] for vector in vectors[:3])) for arm in (0, 1))
        how = method_of_mean(query, plan.rule("mean"))
        if how == "student":
            return two_means(one, other, clamp_of(query), laws_of(query, laws))
        return two_skewed_means(one, other, clamp_of(query), laws_of(query, laws), how)
    table = values.reshape([axis.size for axis in query.by])
    if question.asked == "independence":
        return independence(table, law, total)
    return two_proportions(Group(table[0, :1], table[1, :1]), Group(table[0, 1:], table[1, 1:]), law)
