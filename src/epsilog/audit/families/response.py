"""Response kinds: whether it raised, stayed silent, said NaN, left a key out, or which word it chose."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from epsilog.audit.answers import Answers
from epsilog.audit.event import Candidate, Event, Target, best
from epsilog.audit.families.likelihood import members, prefixes


@dataclass(frozen=True)
class KindSet:
    """All responses whose kind is one of a few."""

    family: str
    kinds: tuple[int, ...]
    names: tuple[str, ...]

    @property
    def words(self) -> str:
        """For example "the response is: raised ValueError"."""
        return "the response is: " + " or ".join(self.names[:5]) + (" or …" if len(self.names) > 5 else "")

    def contains(self, answers: Answers) -> NDArray[np.bool_]:
        """Look the kinds up."""
        return members(answers.kind, np.array(sorted(self.kinds), dtype=np.int64))

    def record(self) -> dict[str, Any]:
        """Kinds and their names."""
        return {"kinds": list(self.kinds), "names": list(self.names)}


@dataclass(frozen=True)
class Responses:
    """A failure that depends on data is a release: kinds of response are outcomes like any other."""

    name: str = "responses"

    def candidates(self, likely: Answers, rare: Answers, target: Target) -> Sequence[Candidate]:
        """Prefixes of kinds by likelihood ratio; nothing to say when there is only one kind."""
        names = {**likely.names, **rare.names}
        if len(names) < 2:
            return []
        scored = []
        for score, kinds in prefixes(likely.kind, rare.kind, (len(likely), len(rare)), target):
            found = tuple(int(k) for k in kinds)
            scored.append(Candidate(score, KindSet(self.name, found, tuple(names[k] for k in found))))
        return best(scored)

    def rebuild(self, record: Mapping[str, Any]) -> Event:
        """Read kinds and names."""
        return KindSet(self.name, tuple(int(k) for k in record["kinds"]), tuple(str(n) for n in record["names"]))
