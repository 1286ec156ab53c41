"""Who speaks of what is found first."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from epsilog.first.bound.words import BOUND_WORDS
from epsilog.first.ends.words import ENDS_WORDS
from epsilog.first.keys.words import KEYS_WORDS
from epsilog.roles.plan import Plan
from epsilog.roles.stage_words import StageWords

# In the order in which they are found.
STAGE_WORDS: Final[Mapping[str, StageWords]] = {"bound": BOUND_WORDS, "keys": KEYS_WORDS, "ends": ENDS_WORDS}


def stage_record(plan: Plan) -> dict[str, Any]:
    """What was found for the whole release, for machines."""
    return {name: said for stage in STAGE_WORDS.values() for name, said in stage.record(plan).items()}


def stage_entry_record(plan: Plan, at: int) -> dict[str, Any]:
    """What one entry rests on, for machines."""
    return {name: said for stage in STAGE_WORDS.values() for name, said in stage.entry_record(plan, at).items()}
