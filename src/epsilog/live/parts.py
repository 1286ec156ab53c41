"""The mechanisms of a stream: one for each entry, stepped tick by tick, put away and taken up again.

They are the mechanisms of the plan, priced by the plan; a stream has none of its own.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from epsilog.errors import PrivacyError
from epsilog.noise import system
from epsilog.registry.draws import draw_of, mechanism_of
from epsilog.roles.drawn import Part, cells_of
from epsilog.roles.plan import Plan
from epsilog.roles.trial import CORNERS, STEPS, tried

_NUMBERS: Final = 40_000  # of an entry that are tried


def parts_of(plan: Plan) -> list[Part]:
    """One part for each entry of the plan's spec, in order."""
    return [_part(plan, at) for at in range(len(plan.spec.publish))]


def _part(plan: Plan, at: int) -> Part:
    planned = plan.vectors_of(at)
    if len(planned) != 1:
        raise PrivacyError("a stream draws one vector for each entry", where="plan")
    (one,) = planned
    return draw_of(one).live(one, mechanism_of(one), plan.spec.publish[at], plan.spec.confidence, plan.rule)


def try_stream(made: Plan) -> None:
    """Refuse a stream one of whose entries cannot be stepped, put away and taken up again."""
    for at, part in enumerate(parts_of(made)):
        query = made.spec.publish[at]
        width = len(cells_of(query))
        ticks = min(query.grid().size // width, STEPS, max(len(CORNERS), _NUMBERS // width))

        def step_through(part: Part = part, width: int = width, ticks: int = ticks) -> None:
            part.start(system)
            for tick in range(ticks):
                part.step(np.resize(np.array(CORNERS[tick % len(CORNERS)], dtype=np.int64), width), system)
            part.resume(part.saved())

        tried(step_through, f"publish[{at}]")
