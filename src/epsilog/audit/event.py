"""Events: sets of responses an attacker may bet on, chosen on one part of the draws and bounded on the other."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple, Protocol

import numpy as np
from numpy.typing import ArrayLike, NDArray

from epsilog.audit.answers import Answers
from epsilog.audit.bound import epsilon_from_limits, lower, upper
from epsilog.audit.claim import Level

# How cautiously the choosing draws are read: an event seen five times is not worth betting on.
_CAUTION: Final = 0.3


class Event(Protocol):
    """A set of responses, described in words and small enough to store."""

    @property
    def words(self) -> str:
        """The event as a sentence would name it."""
        ...

    def contains(self, answers: Answers) -> NDArray[np.bool_]:
        """Which responses lie in the event."""
        ...

    def record(self) -> dict[str, Any]:
        """The event as JSON data; the family that made it reads it back."""
        ...


class Candidate(NamedTuple):
    """An event and how promising it looked on the choosing draws."""

    score: float
    event: Event


@dataclass(frozen=True)
class Target:
    """What an event is worth: the bound it may expect on the bounding draws, above what is claimed.

    The choosing draws are read cautiously (a one-sided 70 % limit on each side), then projected to the number of
    bounding draws and the error probability each finalist will have there.
    """

    levels: tuple[Level, ...]
    bounding: int
    alpha: float

    def score(self, likely: ArrayLike, draws: int, rare: ArrayLike, rare_draws: int) -> NDArray[np.float64]:
        """The expected margin of each event over the claim, best level taken; minus infinity if it says nothing."""
        p = lower(likely, draws, _CAUTION)
        q = upper(rare, rare_draws, _CAUTION)
        low = lower(p * self.bounding, self.bounding, self.alpha / 2)
        high = upper(q * self.bounding, self.bounding, self.alpha / 2)
        return np.asarray(
            np.max([epsilon_from_limits(low, high, at.delta) - at.epsilon for at in self.levels], axis=0)
        )


class Family(Protocol):
    """One way of looking for events."""

    @property
    def name(self) -> str:
        """The family's name, as in a spec file."""
        ...

    def candidates(self, likely: Answers, rare: Answers, target: Target) -> Sequence[Candidate]:
        """Events that look more probable on `likely` than on `rare`, the most promising ones."""
        ...

    def rebuild(self, record: Mapping[str, Any]) -> Event:
        """Read back an event of this family."""
        ...


def usual_kind(likely: Answers, rare: Answers, numeric: Sequence[str]) -> int | None:
    """The most frequent kind among those named; numeric events look at it alone."""
    from epsilog.audit.answers import code_of

    counts = {code_of(name): 0 for name in numeric}
    for answers in (likely, rare):
        codes, many = np.unique(answers.kind, return_counts=True)
        for code, count in zip(codes, many, strict=True):
            if int(code) in counts:
                counts[int(code)] += int(count)
    best = max(counts, key=lambda code: counts[code], default=None)
    return best if best is not None and counts[best] else None


def best(scored: Sequence[Candidate], keep: int = 3) -> list[Candidate]:
    """The few most promising candidates, hopeless ones left out."""
    return sorted((c for c in scored if np.isfinite(c.score)), key=lambda c: -c.score)[:keep]
