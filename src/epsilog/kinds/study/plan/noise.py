"""How much noise statistics can bear: known before any data, and refused where nothing would be left to say."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from epsilog.errors import SpecError
from epsilog.roles.about import forms_of

if TYPE_CHECKING:
    from epsilog.roles.plan import Plan

MOST_NOISE: Final = 1e8  # a deviation of as many people


def refuse_drowned(plan: Plan) -> None:
    """Refuse statistics under noise that no population could be seen through."""
    asked = {question.of for question in plan.spec.tests}
    for at, query in enumerate(plan.spec.publish):
        if not forms_of(query) and query.about == "data" and query.name not in asked:
            continue
        for draw in plan.draws_of(at):
            if draw.noise.law.variance > (MOST_NOISE * draw.contribution.reach) ** 2:
                raise SpecError(
                    "under so much noise nothing could be said about a population",
                    where=f"publish[{at}]",
                    hint="spend more, or publish fewer entries",
                )
