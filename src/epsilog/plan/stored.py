"""A stored plan read back, strictly: what one unit may do is derived afresh from the spec."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from epsilog.accounting.allowance import Allowance
from epsilog.core.bounds import Bounds
from epsilog.errors import EpsilogError, LedgerError
from epsilog.plan.brief import brief
from epsilog.registry.plans import read_planned
from epsilog.registry.stages import read_stages, refuse_unpaid
from epsilog.roles.plan import VERSION, Plan
from epsilog.roles.range_rules import rules_from
from epsilog.spec.record import spec_from_dict


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
