"""Classifier scores: a model trained to tell the neighbours apart, and the tail of its score as the event.

Needs scikit-learn (the `audit` extra) to train. The trained model is kept as plain numbers and evaluated here, so
an event can be stored, resumed and read.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal

import numpy as np
from numpy.typing import NDArray

from epsilog.audit.answers import Answers
from epsilog.audit.event import Candidate, Event, Target
from epsilog.audit.families.halfline import HalfLine, HalfLines
from epsilog.audit.features import Feature, numbers
from epsilog.errors import SpecError

# Differences of a tenth in rare responses need many draws to learn; trees are slower and get fewer.
_TRAINING: Final = {"logistic": 600_000, "boosting": 60_000}
_PLACING: Final = 1 << 21  # draws on which the threshold is placed


@dataclass(frozen=True, eq=False)
class Inputs:
    """What the model sees: standardised columns, and a flag for every value frequent enough to be a signal."""

    flags: tuple[tuple[int, float], ...]
    centre: NDArray[np.float64]
    width: NDArray[np.float64]

    def __call__(self, values: NDArray[Any]) -> NDArray[np.float64]:
        """The matrix the model is trained on."""
        columns = np.nan_to_num(values[:, : len(self.centre)].astype(np.float64), posinf=1e6, neginf=-1e6)
        flags = [values[:, j] == flag for j, flag in self.flags]
        for j, flag in self.flags:  # a flag value is a signal, not a size
            columns[values[:, j] == flag, j] = self.centre[j]
        plain = np.clip((columns - self.centre) / self.width, -20, 20)
        return np.column_stack([plain, *[f.astype(np.float64) for f in flags]])


@dataclass(frozen=True, eq=False)
class Score:
    """A trained score: a linear part and small trees, as numbers."""

    inputs: Inputs
    linear: NDArray[np.float64]
    trees: tuple[dict[str, list[float]], ...]

    def __call__(self, values: NDArray[Any]) -> NDArray[np.float64]:
        """One score per response, rounded so that equal inputs score alike everywhere."""
        x = self.inputs(values)
        total = x @ self.linear if len(self.linear) else np.zeros(len(x))
        for tree in self.trees:
            total = total + _leaf(tree, x)
        return np.asarray(np.round(total, 9))

    def record(self) -> dict[str, Any]:
        """Plain lists."""
        return {
            "flags": [list(flag) for flag in self.inputs.flags],
            "centre": self.inputs.centre.tolist(),
            "width": self.inputs.width.tolist(),
            "linear": self.linear.tolist(),
            "trees": list(self.trees),
        }

    @classmethod
    def read(cls, record: Mapping[str, Any]) -> Score:
        """The inverse of `record`."""
        flags = tuple((int(j), float(value)) for j, value in record["flags"])
        inputs = Inputs(flags, np.array(record["centre"]), np.array(record["width"]))
        return cls(inputs, np.array(record["linear"]), tuple(record["trees"]))


@dataclass(frozen=True, eq=False)
class ScoreTail:
    """All responses whose score is in a tail."""

    line: HalfLine
    score: Score

    @property
    def words(self) -> str:
        """As a half-line of the score."""
        return self.line.words

    def contains(self, answers: Answers) -> NDArray[np.bool_]:
        """Score once per batch, then compare."""
        if id(self.score) not in answers.memo:
            answers.memo[id(self.score)] = self.score(answers.values)
        score = answers.memo[id(self.score)]
        inside = score >= self.line.threshold if self.line.upper else score <= self.line.threshold
        return np.asarray(inside & answers.of_kind(self.line.kind))

    def record(self) -> dict[str, Any]:
        """The half-line and the model."""
        return {**self.line.record(), "score": self.score.record()}


@dataclass(frozen=True)
class Classifier:
    """Logistic regression (`"logistic"`) or gradient boosting (`"boosting"`) over all columns at once."""

    model: Literal["logistic", "boosting"] = "logistic"

    @property
    def name(self) -> str:
        """The spec file's name of the family."""
        return "classifier" if self.model == "logistic" else "boosting"

    def candidates(self, likely: Answers, rare: Answers, target: Target) -> Sequence[Candidate]:
        """Train on one part of the choosing draws, place the threshold on the rest."""
        kind = numbers(likely, rare)
        if kind is None:
            return []
        used = min(_TRAINING[self.model], len(likely) // 2, len(rare) // 2)
        x, y = (a.values[:used][a.of_kind(kind[0])[:used]] for a in (likely, rare))
        if min(len(x), len(y)) < 50:
            return []
        score = self._train(x, y)
        lines = HalfLines((_feature(score),), self.name, plain=False)
        placing = slice(used, used + _PLACING)
        found = lines.candidates(likely[placing], rare[placing], target)
        return [Candidate(c.score, ScoreTail(c.event, score)) for c in found if isinstance(c.event, HalfLine)]

    def rebuild(self, record: Mapping[str, Any]) -> Event:
        """Read model and threshold."""
        score = Score.read(record["score"])
        event = HalfLines((_feature(score),), self.name, plain=False).rebuild(record)
        if not isinstance(event, HalfLine):
            raise TypeError("a half-line was expected")
        return ScoreTail(event, score)

    def _train(self, x: NDArray[Any], y: NDArray[Any]) -> Score:
        try:
            from sklearn.ensemble import GradientBoostingClassifier
            from sklearn.linear_model import LogisticRegression
        except ImportError:
            raise SpecError(
                "the classifier family needs scikit-learn",
                where="families",
                hint="install the extra: pip install 'epsilog[audit]'",
            ) from None
        inputs = _inputs(np.concatenate([x, y]).astype(np.float64))
        data = np.concatenate([inputs(x), inputs(y)])
        labels = np.concatenate([np.ones(len(x)), np.zeros(len(y))])
        if self.model == "logistic":
            fitted = LogisticRegression(max_iter=300).fit(data, labels)
            return Score(inputs, np.asarray(fitted.coef_[0], dtype=np.float64), ())
        boosted = GradientBoostingClassifier(n_estimators=40, max_depth=3, subsample=0.5, random_state=0)
        boosted.fit(data, labels)
        trees = tuple(_tree(stage[0].tree_) for stage in boosted.estimators_)
        return Score(inputs, np.empty(0), trees)


def _feature(score: Score) -> Feature:
    return Feature("the classifier's score", score)


def _inputs(pooled: NDArray[np.float64]) -> Inputs:
    flags: list[tuple[int, float]] = []
    centre, width = np.zeros(pooled.shape[1]), np.ones(pooled.shape[1])
    for j in range(pooled.shape[1]):
        values, counts = np.unique(pooled[:, j], return_counts=True)
        frequent = values[counts >= max(20, len(pooled) / 1000)][:32]
        rest = pooled[:, j]
        if len(frequent) < len(values) or len(values) <= 32:
            flags.extend((j, float(value)) for value in frequent)
            rest = rest[~np.isin(rest, frequent)]
        rest = rest[np.isfinite(rest)]
        if len(rest) > 10:
            centre[j] = float(np.median(rest))
            width[j] = float(np.quantile(rest, 0.9) - np.quantile(rest, 0.1)) or 1.0
    return Inputs(tuple(flags), centre, width)


def _tree(tree: Any) -> dict[str, list[float]]:
    return {
        "left": tree.children_left.tolist(),
        "right": tree.children_right.tolist(),
        "feature": tree.feature.tolist(),
        "threshold": tree.threshold.tolist(),
        "value": tree.value.reshape(-1).tolist(),
    }


def _leaf(tree: Mapping[str, Sequence[float]], x: NDArray[np.float64]) -> NDArray[np.float64]:
    left, right = np.array(tree["left"], dtype=np.int64), np.array(tree["right"], dtype=np.int64)
    feature, threshold = np.array(tree["feature"], dtype=np.int64), np.array(tree["threshold"])
    node = np.zeros(len(x), dtype=np.int64)
    rows = np.arange(len(x))
    while (inner := left[node] >= 0).any():
        goes_left = x[rows, np.maximum(feature[node], 0)] <= threshold[node]
        node = np.where(inner, np.where(goes_left, left[node], right[node]), node)
    return np.asarray(np.array(tree["value"])[node])
