"""A stored plan read back, strictly: what one unit may do is derived afresh from the spec."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from epsilog.accounting.allowance import Allowance
from epsilog.core.bounds import Bounds
from epsilog.errors import EpsilogError, LedgerError
from epsilog.registry.plans import planner_of, read_planned
from epsilog.registry.stages import read_stages, refuse_unpaid
from epsilog.roles.plan import VERSION, Plan, epsilon_of
from epsilog.roles.planned import remark_text
from epsilog.roles.range_rules import rules_from
from epsilog.spec.record import spec_from_dict
from epsilog.words import percent, plain, say

# A plan in a few lines, for whoever prints one: a line for the price, a line for each entry, the warnings.


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
    >>> print(brief(plan(spec)).partition("warning")[0].rstrip())
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


def read_plan(record: object) -> Plan:
    """Read it back strictly; sensitivities are derived afresh from the spec."""
    try:
        if not isinstance(record, Mapping) or type(record["version"]) is not int or record["version"] != VERSION:
            raise LedgerError(f"a stored plan of an unknown version; this release reads {VERSION}", where="plan")
        spec = spec_from_dict(record["spec"])
        if spec.bound.choose is not None:
            spec = replace(spec, bound=spec.bound.chosen(Bounds(**record["bound"])))
        spec = spec.joined([int(at) for at in record["together"]]) if "together" in record else spec
        spec = spec.binned({int(at): many for at, many in record["bins"]}) if "bins" in record else spec
        draws = tuple(read_planned(spec, entry) for entry in record["draws"])
        parts = [(at, part) for at, query in enumerate(spec.publish) for part in range(len(query.measures()))]
        if sorted((draw.query, draw.part) for draw in draws) != parts:
            raise LedgerError("a stored plan does not draw every vector once", where="plan")
        stages = read_stages(spec, record)
        share, blocks = Allowance.from_dict(record["share"]), tuple(record["blocks"])
        rules = rules_from(record["ranges"]) if "ranges" in record else ()
        plan = Plan(spec, share, draws, blocks, stages=stages, rules=rules, in_words=brief)
        refuse_unpaid(plan)
        if "found" in record:
            plan = plan.settled([tuple(keys) for keys in record["found"]])
        if "places" in record:
            plan = plan.answered([tuple(found) for found in record["places"]])
    except (KeyError, TypeError, ValueError, AttributeError, IndexError):
        raise LedgerError("a stored plan cannot be read", where="plan") from None
    except LedgerError:
        raise
    except EpsilogError as error:
        raise LedgerError(error.what, where="plan", hint=error.hint) from None
    if plan.to_dict() != record:
        raise LedgerError("a stored plan is not written the way this release writes it", where="plan")
    return plan
