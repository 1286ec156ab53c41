"""What is said of something that is found before anything else: the bound, keys, ends and edges."""

from __future__ import annotations

from typing import Any, Protocol

from epsilog.roles.entry import Entry
from epsilog.roles.plan import Plan
from epsilog.words import Language


class StageWords(Protocol):
    """One stage; what it does not say is nothing."""

    def expected(self, plan: Plan, lang: Language, unit: str) -> list[str]:
        """What will be found, and how near; known before any data."""
        return []

    def missing(self, plan: Plan, lang: Language, unit: str) -> list[str]:
        """What will be missing from the tables by design."""
        return []

    def steps(self, plan: Plan, lang: Language, unit: str) -> list[str]:
        """How far one unit may move what is found, step by step."""
        return []

    def found(self, plan: Plan, lang: Language, times: str) -> list[str]:
        """What a reader of the release should know of what was found; `times` is the confidence."""
        return []

    def found_for(self, plan: Plan, at: int, lang: Language, times: str) -> list[str]:
        """The same, of what concerns one entry alone."""
        return []

    def words(self, query: Entry, lang: Language) -> list[str]:
        """What was found, as part of what a table shows."""
        return []

    def record(self, plan: Plan) -> dict[str, Any]:
        """What concerns the whole release, for machines."""
        return {}

    def entry_record(self, plan: Plan, at: int) -> dict[str, Any]:
        """What one entry rests on, for machines."""
        return {}
