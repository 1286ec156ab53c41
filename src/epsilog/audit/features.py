"""Features: one number per response, computed from its columns, known by name so that events can be stored."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from epsilog.audit.answers import Answers, code_of, is_numeric
from epsilog.audit.event import usual_kind

_MOST_COLUMNS: Final = 64


@dataclass(frozen=True)
class Feature:
    """A named function from rows of numbers to one number each."""

    name: str
    of: Callable[[NDArray[Any]], NDArray[Any]]

    def __call__(self, values: NDArray[Any]) -> NDArray[Any]:
        """The feature of each row."""
        with np.errstate(all="ignore"):  # infinities are legitimate outputs; their sums may be NaN
            return np.asarray(self.of(values))


def column(index: int) -> Feature:
    """One coordinate."""
    return Feature(f"cell {index}", lambda values: values[:, index])


def summaries() -> tuple[Feature, ...]:
    """Sum, extremes and their positions: what tells vectors apart when no single coordinate does."""
    return (
        Feature("the sum", lambda values: values.sum(axis=1, dtype=_wide(values))),
        Feature("the maximum", lambda values: values.max(axis=1)),
        Feature("the minimum", lambda values: values.min(axis=1)),
        Feature("the position of the maximum", lambda values: values.argmax(axis=1)),
        Feature("the position of the minimum", lambda values: values.argmin(axis=1)),
        Feature("the spread", lambda values: values.max(axis=1).astype(float) - values.min(axis=1)),
    )


def plain_features(width: int) -> tuple[Feature, ...]:
    """Every coordinate (up to 64) and, for vectors, the summaries."""
    if width == 1:
        return (Feature("the value", lambda values: values[:, 0]),)
    return tuple(column(i) for i in range(min(width, _MOST_COLUMNS))) + summaries()


def numbers(likely: Answers, rare: Answers) -> tuple[int, str] | None:
    """The kind numeric events look at: the most frequent one without gaps."""
    names = sorted({name for answers in (likely, rare) for name in answers.names.values() if is_numeric(name)})
    kind = usual_kind(likely, rare, names)
    return None if kind is None else (kind, next(name for name in names if code_of(name) == kind))


def _wide(values: NDArray[Any]) -> type[np.float64] | type[np.int64]:
    return np.float64 if values.dtype.kind == "f" else np.int64
