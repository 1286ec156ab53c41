"""Vectors that are drawn together, in sentences and for machines."""

from __future__ import annotations

from typing import Any

from epsilog.core.pair import PAIRED
from epsilog.core.price import RHO_UNITS
from epsilog.roles.plan import Plan
from epsilog.words import Language, plain, say


def together_steps(plan: Plan, at: int, lang: Language) -> list[str]:
    """What is saved where sum, squares and rows of an entry are one vector."""
    query = plan.spec.publish[at]
    if not query.ask.together:
        return []
    [charge] = plan.charges_of(at)
    apart = sum(draw.charge.price().rho for draw in plan.draws_of(at))
    rho, alone = (plain(units / RHO_UNITS, 4, "up") for units in (charge.price().rho, apart))
    key = "plan.together.pair" if query.kind in PAIRED else "plan.together"
    return [say(key, lang, entry=query.name, rho=rho, alone=alone)]


def together_record(plan: Plan, query: int) -> dict[str, Any]:
    """The one charge of an entry whose vectors are drawn together; {} where each has its own."""
    if not plan.spec.publish[query].ask.together:
        return {}
    [charge] = plan.charges_of(query)
    return {"together": {"law": "discrete gaussian", "charge": charge.to_dict(), "rho": charge.price().rho}}
