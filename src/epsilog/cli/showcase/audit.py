"""Story three: three functions that claim epsilon = 1, two of them wrongly."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final

import numpy as np

from epsilog.accounting.pictures import Verdict as Line
from epsilog.audit import Verdict, audit
from epsilog.audit.sample import draw_sample
from epsilog.core.law import DiscreteLaplace
from epsilog.words import Language, say

CLAIM: Final = 1
SAMPLES: Final = 200_000
CONFIDENCE: Final = "0.999999"
WITHOUT: Final[list[int]] = []
WITH: Final = [1, 1, 1]


def noise_for_one(rows: Sequence[int], size: int) -> Any:
    """Planted bug: a patient may have three rows, and the noise covers one."""
    return len(rows) + draw_sample(DiscreteLaplace(Fraction(1)), size)


def noise_for_three(rows: Sequence[int], size: int) -> Any:
    """The sound twin."""
    return len(rows) + draw_sample(DiscreteLaplace(Fraction(3)), size)


def textbook(rows: Sequence[int], size: int, rng: np.random.Generator) -> Any:
    """Planted bug: Laplace noise as textbooks write it. Its floats have gaps that show the exact count."""
    size_of_noise = -3 * np.log(1 - rng.random(size))
    return len(rows) + np.where(rng.random(size) < 0.5, -1, 1) * size_of_noise


CASES: Final[tuple[tuple[str, Callable[..., Any], bool], ...]] = (
    ("rows", noise_for_one, True),
    ("float", textbook, True),
    ("sound", noise_for_three, False),
)


@dataclass(frozen=True)
class Case:
    """One function under audit, and whether a bug was planted in it."""

    key: str
    name: str
    verdict: Verdict
    planted: bool

    @property
    def as_expected(self) -> bool:
        """Caught if and only if planted."""
        return self.verdict.passed != self.planted

    @property
    def line(self) -> Line:
        """Its place in the picture."""
        return Line(self.name, float(CLAIM), self.verdict.epsilon)


def examine(lang: Language) -> list[Case]:
    """Audit all three."""
    cases = []
    for key, function, planted in CASES:
        name = say(f"demo.audit.{key}", lang)
        verdict = audit(function, WITHOUT, WITH, CLAIM, samples=SAMPLES, confidence=CONFIDENCE)
        cases.append(Case(key, name, verdict, planted))
    return cases
