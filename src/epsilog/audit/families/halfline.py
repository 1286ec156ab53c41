"""Half-lines: the response, or a feature of it, is at least (or at most) some value."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from epsilog.audit.answers import Answers
from epsilog.audit.event import Candidate, Event, Target, best
from epsilog.audit.features import Feature, numbers, plain_features
from epsilog.errors import LedgerError

_RANKING: Final = 1 << 16
_TAILS: Final = np.logspace(-6, -2, 25)
_GRID: Final = np.unique(np.concatenate([_TAILS, np.linspace(0.01, 0.99, 99), 1 - _TAILS]))


@dataclass(frozen=True)
class HalfLine:
    """All responses of one kind whose feature is at least, or at most, the threshold."""

    family: str
    feature: Feature
    threshold: float
    upper: bool
    kind: int

    @property
    def words(self) -> str:
        """For example "the sum is at least 3.5"."""
        return f"{self.feature.name} is at {'least' if self.upper else 'most'} {self.threshold:.12g}"

    def contains(self, answers: Answers) -> NDArray[np.bool_]:
        """Compare; NaN lies in no half-line."""
        x = self.feature(answers.values)
        inside = x >= self.threshold if self.upper else x <= self.threshold
        return np.asarray(inside & answers.of_kind(self.kind))

    def record(self) -> dict[str, Any]:
        """Name, threshold as exact hexadecimal, side and kind."""
        return {
            "feature": self.feature.name,
            "threshold": float(self.threshold).hex(),
            "upper": self.upper,
            "kind": self.kind,
        }


@dataclass(frozen=True)
class HalfLines:
    """Thresholds on every coordinate, on summaries of vectors, and on features of your own.

    >>> HalfLines(features=(Feature("the last digit", lambda values: values[:, 0] % 10),)).name
    'half-lines'
    """

    features: tuple[Feature, ...] = ()
    name: str = "half-lines"
    plain: bool = True

    def candidates(self, likely: Answers, rare: Answers, target: Target) -> Sequence[Candidate]:
        """Rank the features on a few draws, then place the thresholds of the best ones on all of them."""
        kind = numbers(likely, rare)
        if kind is None:
            return []
        found = self._features(min(likely.values.shape[1], rare.values.shape[1]))
        small = [
            (
                max(
                    (c.score for c in self._placed(f, likely[:_RANKING], rare[:_RANKING], kind[0], target)),
                    default=-np.inf,
                ),
                f,
            )
            for f in found
        ]
        small.sort(key=lambda pair: -pair[0])
        if len(likely) <= _RANKING:
            chosen = [f for _, f in small]
        else:
            chosen = [f for _, f in small[:4]]
        return best([c for f in chosen for c in self._placed(f, likely, rare, kind[0], target)])

    def rebuild(self, record: Mapping[str, Any]) -> Event:
        """Find the feature by its name again."""
        for feature in (*self._features(64), *self._features(1)):
            if feature.name == record["feature"]:
                threshold = float.fromhex(record["threshold"])
                return HalfLine(self.name, feature, threshold, bool(record["upper"]), int(record["kind"]))
        raise LedgerError(f"no feature called {record['feature']!r}", where="checkpoint.events")

    def _features(self, width: int) -> tuple[Feature, ...]:
        return (plain_features(width) if self.plain else ()) + self.features

    def _placed(
        self, feature: Feature, likely: Answers, rare: Answers, kind: int, target: Target
    ) -> list[Candidate]:
        x, y = (feature(a.values)[a.of_kind(kind)] for a in (likely, rare))
        cuts = _cuts(x, y)
        if not len(cuts):
            return []
        at_least = [_at_least(z, cuts) for z in (x, y)]
        at_most = [_at_most(z, cuts) for z in (x, y)]
        scored: list[Candidate] = []
        for upper, (k1, k0) in ((True, at_least), (False, at_most)):
            score = target.score(k1, len(likely), k0, len(rare))
            for i in np.argsort(-score)[:2]:
                event = HalfLine(self.name, feature, float(cuts[i]), upper, kind)
                scored.append(Candidate(float(score[i]), event))
        return scored


def _cuts(x: NDArray[Any], y: NDArray[Any]) -> NDArray[np.float64]:
    """Thresholds worth trying: quantiles of both sides, dense in the tails, and every value of a small set."""
    pooled = np.concatenate([x[:_RANKING], y[:_RANKING]]).astype(np.float64)
    pooled = pooled[~np.isnan(pooled)]
    if not len(pooled):
        return np.empty(0)
    values = np.unique(pooled)
    if len(values) <= 300:
        return np.asarray(values)
    return np.unique(np.quantile(pooled, _GRID, method="higher"))


def _at_least(x: NDArray[Any], cuts: NDArray[np.float64]) -> NDArray[np.int64]:
    place = np.searchsorted(cuts, x[~np.isnan(x)], side="right")
    counts = np.bincount(place, minlength=len(cuts) + 1)
    return np.asarray(counts[::-1].cumsum()[::-1][1:], dtype=np.int64)


def _at_most(x: NDArray[Any], cuts: NDArray[np.float64]) -> NDArray[np.int64]:
    place = np.searchsorted(cuts, x[~np.isnan(x)], side="left")
    return np.asarray(np.bincount(place, minlength=len(cuts) + 1).cumsum()[:-1], dtype=np.int64)
