"""Alerts: at which steps a count is above a threshold, at a price that does not grow with the number of steps."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Final, NoReturn

import numpy as np

from epsilog.core import charge
from epsilog.core.mechanism import RandomWords
from epsilog.core.number import Number, exact, whole
from epsilog.core.participation import Participation
from epsilog.errors import PrivacyError, SensitivityExceeded, SpecError
from epsilog.mechanisms.series.bounded_series import BoundedSeries
from epsilog.noise import discrete_laplace, saturating_add

_STEPS: Final = 10**6  # shares of the budget are multiples of a millionth
LARGEST_SCALE: Final = Fraction(2**40)


@dataclass(frozen=True)
class Alert:
    """What one step of a monitor says: nothing, or an alert with how far above, and an answer if one was paid for.

    `gap` is noisy value minus noisy threshold, in the data's units, and above or at zero: biased as an estimate.
    `answer` is the value with fresh noise: unbiased.
    """

    above: bool
    gap: float | None
    answer: float | None


@dataclass(frozen=True)
class Monitor:
    """Watches one cell and speaks when it is above `threshold`; silent steps are free, alerts end after `at_most`.

    >>> unit = Participation(times=1440, apart=1, most=1, signed=False, neighbours="add-remove")
    >>> watch = Monitor.split(120, 5, unit, Fraction(1), alerts="1", answers="0")
    >>> watch.charge.pure() / 1e12, watch.monotone
    (1.0, True)
    >>> round(watch.comparison_deviation, 1)          # at the best split
    11.0

    Neighbours: one unit may be in any number of steps; `covers.most` bounds it in each. Only that is used.
    Sensitivity: every value moves by at most `reach` grains. Under add-remove, contributions not negative, all
        values move the same way (`monotone`), and half the query noise is enough.
    Proof: docs/proofs/series.md, section 8; threshold noise once, fresh query noise at every step, no more than
        `at_most` alerts. The gap of an alert costs nothing; later values may depend on earlier alerts.
    Charge: `charge` = threshold + queries + answers, once, when the monitor starts.
    Numerics: integers; scales at most 2^40 (see `Subtraction`); the comparison is of whole numbers.
    Checked by: tests/unit/mechanisms/series/test_monitor.py (exact probabilities of all short transcripts, with
        published versions that are not private as planted bugs) and tests/audit/test_series_monitor.py.
    References: Lyu, Su, Li 2017 (algorithm 7); Ding, Wang, Zhang, Kifer 2019 (gap).
    """

    threshold: int
    at_most: int
    covers: Participation
    grain: Fraction
    for_threshold: Fraction
    for_queries: Fraction
    for_answers: Fraction

    def __post_init__(self) -> None:
        object.__setattr__(self, "threshold", whole(self.threshold, "threshold", at_least=-(2**60), at_most=2**60))
        object.__setattr__(self, "at_most", whole(self.at_most, "at_most", at_least=1, at_most=2**20))
        object.__setattr__(self, "grain", exact(self.grain, "grain", above=0))
        for name in ("for_threshold", "for_queries"):
            object.__setattr__(self, name, exact(getattr(self, name), name, above=0))
        object.__setattr__(self, "for_answers", exact(self.for_answers, "for_answers", at_least=0))
        if max(self.threshold_scale, self.query_scale, self.answer_scale or 0) > LARGEST_SCALE:
            raise SpecError("this budget is too small for this many alerts", where="at_most")

    @classmethod
    def split(
        cls,
        threshold: int,
        at_most: int,
        covers: Participation,
        grain: Fraction,
        *,
        alerts: Number,
        answers: Number,
    ) -> Monitor:
        """Divide the epsilon of the alerts between threshold and queries as 1 : (2c)^(2/3), c^(2/3) if monotone."""
        total, count = exact(alerts, "alerts", above=0), whole(at_most, "at_most", at_least=1, at_most=2**20)
        weight = (count if _monotone(covers) else 2 * count) ** (2 / 3)
        share = Fraction(max(1, round(_STEPS / (1 + weight))), _STEPS)
        return cls(threshold, count, covers, grain, total * share, total * (1 - share), exact(answers, "answers"))

    @property
    def monotone(self) -> bool:
        """Whether one unit moves all values the same way."""
        return _monotone(self.covers)

    @property
    def reach(self) -> int:
        """How far one unit moves one value."""
        return self.covers.most * (2 if self.covers.neighbours == "replace" else 1)

    @property
    def threshold_scale(self) -> Fraction:
        """Scale of the noise on the threshold."""
        return self.reach / self.for_threshold

    @property
    def query_scale(self) -> Fraction:
        """Scale of the fresh noise on every value."""
        return (1 if self.monotone else 2) * self.at_most * self.reach / self.for_queries

    @property
    def answer_scale(self) -> Fraction | None:
        """Scale of the fresh noise on an alert's answer; None if answers were not paid for."""
        return self.at_most * self.reach / self.for_answers if self.for_answers else None

    @property
    def charge(self) -> charge.Pure:
        """What the whole watch costs, however long it is."""
        return charge.Pure(self.for_threshold + self.for_queries + self.for_answers)

    @property
    def comparison_deviation(self) -> float:
        """Standard deviation of what is compared with the threshold, in the data's units (continuous formula)."""
        square = 2 * float(self.threshold_scale) ** 2 + 2 * float(self.query_scale) ** 2
        return float(square**0.5) * float(self.grain)

    def start(self, rng: RandomWords) -> Watch:
        """Draw the threshold's noise, once."""
        noise = int(discrete_laplace(self.threshold_scale, 1, rng)[0])
        return Watch(self.threshold + noise, self.at_most)

    def step(self, exact: BoundedSeries, state: Watch, rng: RandomWords) -> tuple[Alert, Watch]:
        """Look at one more value: a series of one row and one cell. The state moves on."""
        if not (self.covers.neighbours == exact.participation.neighbours and self._covered(exact.participation)):
            raise SensitivityExceeded(
                f"one unit moves this series as {exact.participation}, the noise covers {self.covers}",
                hint="bound the contributions further, or calibrate for more",
            )
        if exact.grain != self.grain or exact.values.shape != (1, 1):
            raise SpecError("a monitor looks at one row of one cell on its own grain", where="exact")
        if state.left == 0:
            raise PrivacyError(f"all {self.at_most} alerts were given", where="at_most", hint="start a new watch")
        noise = discrete_laplace(self.query_scale, 1, rng)
        gap = int(saturating_add(exact.values[0], noise)[0]) - state.line
        if gap < 0:
            return Alert(False, None, None), state
        state.left -= 1
        answer = None
        if self.answer_scale is not None:
            fresh = discrete_laplace(self.answer_scale, 1, rng)
            answer = float(saturating_add(exact.values[0], fresh)[0]) * float(self.grain)
        return Alert(True, gap * float(self.grain), answer), state

    def _covered(self, other: Participation) -> bool:
        """Any number of steps; the same size and sign in each."""
        return self.covers.most >= other.most and (self.covers.signed or not other.signed)


class Watch:
    """The noisy threshold and how many alerts are left. Secret: that noise is used at every step."""

    def __init__(self, line: int, left: int) -> None:
        self.line, self.left = line, left

    def __repr__(self) -> str:
        return f"Watch({self.left} alerts left)"

    def __reduce__(self) -> NoReturn:
        raise PrivacyError("a watch is as secret as its data and is not pickled")


def _monotone(participation: Participation) -> bool:
    return participation.neighbours == "add-remove" and not participation.signed


def watch_all(monitor: Monitor, exact: BoundedSeries, rng: RandomWords) -> list[Alert]:
    """A whole series of one cell watched step by step, until it ends or the alerts do."""
    state, out = monitor.start(rng), []
    for value in exact.values:
        alert, state = monitor.step(BoundedSeries(np.array([value]), exact.grain, exact.participation), state, rng)
        out.append(alert)
        if state.left == 0:
            break
    return out
