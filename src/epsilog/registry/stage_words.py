"""Who speaks of what is found first."""

from __future__ import annotations

from typing import Any, Final

from epsilog.registry.table import Table
from epsilog.roles.plan import Plan
from epsilog.roles.stage_words import StageWords

# In the order in which they are found.
STAGE_WORDS: Final = Table[StageWords](
    {
        "bound": "epsilog.first.bound.words:BoundWords",
        "keys": "epsilog.first.keys.words:KeysWords",
        "ends": "epsilog.first.ends.words:EndsWords",
    },
    objects=True,
)


def stage_record(plan: Plan) -> dict[str, Any]:
    """What was found for the whole release, for machines."""
    return {name: said for stage in STAGE_WORDS.values() for name, said in stage.record(plan).items()}


def stage_entry_record(plan: Plan, at: int) -> dict[str, Any]:
    """What one entry rests on, for machines."""
    return {name: said for stage in STAGE_WORDS.values() for name, said in stage.entry_record(plan, at).items()}
