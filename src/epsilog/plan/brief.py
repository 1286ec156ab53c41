"""A plan in a few lines, for whoever prints one: a line for the price, a line for each entry, the warnings."""

from __future__ import annotations

from epsilog.registry.plans import planner_of
from epsilog.roles.alone import epsilon_of
from epsilog.roles.plan import Plan
from epsilog.roles.planned import remark_text
from epsilog.words import percent, plain, say


def brief(plan: Plan) -> str:
    """What a plan costs and how exact it is.

    >>> from fractions import Fraction
    >>> from epsilog.core.bounds import Bounds
    >>> from epsilog import Query
    >>> from epsilog.roles.spec import Origin, Protect, Spec, Spend
    >>> from epsilog.core.unit import Unit
    >>> from epsilog.plan.planner import plan
    >>> spec = Spec("visits", "1", Origin("visits.csv", {"patient_id": "text"}), Protect(Unit("patient_id")),
    ...             Bounds(rows=1), (Query("rows"),), Spend("clinic", Fraction(1, 10)))
    >>> print(brief(plan(spec)).partition("beware")[0].rstrip())
    Plan of visits, edition 1: epsilon = 0.1 from clinic. Nothing is spent yet.
      count-rows: cells 1, each off by at most 30 in 95 % of cases
    """
    spec, share = plan.spec, plan.share
    said = {"release": spec.release, "edition": spec.edition, "account": spec.spend.account}
    price = {"epsilon": plain(float(epsilon_of(plan)), 4, "up")}
    if share.delta:
        price["delta"] = plain(float(share.delta), way="up")
    lines = [say(f"plan.brief.{'zcdp' if share.delta else 'pure'}", **said, **price)]
    sure = percent(float(spec.confidence), digits=4)
    for at, query in enumerate(spec.publish):
        words = {"entry": query.name, "cells": f"{query.shown().size:,}", "confidence": sure}
        lines.append(
            "  "
            + say("plan.brief.entry", **words, margin=plain(planner_of(plan, at).margin(plan, at, None), 3, "up"))
        )
    lines += ["  " + say("plan.brief.beware", warning=remark_text(one, "en")) for one in plan.warnings]
    return "\n".join(lines)
