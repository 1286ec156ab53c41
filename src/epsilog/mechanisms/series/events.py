"""Streams whose every window of w steps is protected: a value when it pays, the last one again when it does not."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Literal, NoReturn

import numpy as np

from epsilog.core.mechanism import RandomWords
from epsilog.core.number import whole
from epsilog.core.participation import Participation
from epsilog.core.series_method import down, epsilon_for_value
from epsilog.errors import PrivacyError, SpecError
from epsilog.mechanisms.series.bounded_series import BoundedSeries, refuse_unless_a_step
from epsilog.mechanisms.series.strategy import Integers, Reals
from epsilog.mechanisms.series.windowed import WindowBudget, Windowed
from epsilog.noise import discrete_laplace, saturating_add

Rule = Literal["uniform", "sample", "distribution", "absorption"]


@dataclass(frozen=True)
class Events(Windowed):
    """Any change within `width` consecutive steps is hidden, on a stream without an end.

    >>> week = Participation(times=7, apart=1, most=1, signed=False, neighbours="add-remove", span=7)
    >>> stream = Events("absorption", 7, week, Fraction(1), Fraction(1))
    >>> stream.charge.pure() / 1e12
    1.0

    uniform       every step gets epsilon/w
    sample        every w-th step gets epsilon, the steps between repeat it
    distribution  half of epsilon asks at every step whether the values moved; a move takes half of what the window
                  has left of the other half (BD)
    absorption    the same question; a move takes the shares of the steps passed over before it and skips as many
                  after it (BA)

    Neighbours: two streams that differ inside one window of `covers.span` <= `width` steps, in each step by at most
        `covers.most` (sum over cells; counted apiece, all of it may be in one step). A unit whose steps may lie
        anywhere is refused: every window it touches would cost epsilon.
    Sensitivity: a row moves by `reach` = most in L1 (twice under replace), and so does its L1 distance from a
        public row.
    Proof: docs/proofs/series.md, section 9. What each step spends is decided by earlier releases only, and every
        window's sum is checked against its cap by `WindowBudget` before anything is drawn.
    Charge: `charge`, pure epsilon, once for the whole stream. It speaks of windows, not of persons: the account's
        unit must say so.
    Numerics: integers; a row is on the data's own grid. The question compares whole numbers with a rational.
    Checked by: tests/unit/mechanisms/series/test_events.py, tests/audit/test_series_events.py.
    References: Kellaris, Papadopoulos, Xiao, Papadias 2014.
    """

    rule: Rule
    width: int
    covers: Participation
    grain: Fraction
    epsilon: Fraction

    def __post_init__(self) -> None:
        if self.rule not in ("uniform", "sample", "distribution", "absorption"):
            raise SpecError(
                f"unknown rule {self.rule!r}", where="rule", hint="uniform, sample, distribution, absorption"
            )
        self._settle(2)

    @property
    def asks(self) -> bool:
        """Whether half of epsilon goes into asking whether the values moved."""
        return self.rule in ("distribution", "absorption")

    def start(self, cells: int) -> EventsProgress:
        """Open a stream of so many cells."""
        return EventsProgress(self, whole(cells, "cells", at_least=1, at_most=2**24))

    def step(self, exact: BoundedSeries, state: EventsProgress, rng: RandomWords) -> tuple[Reals, EventsProgress]:
        """Release the next row: fresh, or the last one again. The state moves on."""
        refuse_unless_a_step(self, exact, state.cells)
        row = np.clip(exact.values[0], -(2**40), 2**40)  # so that distances of 2^20 cells fit 61 bits
        offered = self._offered(state)
        if offered and (not self.asks or self._moved(row, offered, state, rng)):
            state.values.spend(offered)  # before the draw: an overspent window refuses, it does not release
            noise = discrete_laplace(self.reach / offered, state.cells, rng)
            state.last = np.clip(saturating_add(row, noise), -(2**60), 2**60)
            state.spent, state.since = offered, 0
        else:
            state.values.spend(0)
            if not (self.asks and offered):
                state.questions.spend(0)
        state.done, state.since = state.done + 1, state.since + 1
        return state.last.astype(np.float64) * float(self.grain), state

    def _offered(self, state: EventsProgress) -> Fraction:
        """What the next step may spend on a value: decided by public history only."""
        if self.rule == "uniform":
            return down(self.epsilon / self.width)
        so_far = {"done": state.done, "since": state.since}
        return epsilon_for_value(
            self.rule, self.width, self.epsilon, **so_far, spent=state.spent, left=state.values.left
        )

    def _moved(self, row: Integers, offered: Fraction, state: EventsProgress, rng: RandomWords) -> bool:
        """Ask, with epsilon/(2w), whether the row is further from the last one than a fresh value would be."""
        price = down(self.epsilon / (2 * self.width))
        state.questions.spend(price)
        distance = np.array([int(np.abs(row - np.clip(state.last, -(2**40), 2**40)).sum())], dtype=np.int64)
        noisy = saturating_add(distance, discrete_laplace(self.reach / price, 1, rng))
        return bool(int(noisy[0]) > state.cells * self.reach / offered)


class EventsProgress:
    """The last row released (public) and what each window spent (public too: it follows from what was released)."""

    def __init__(self, stream: Events, cells: int) -> None:
        if stream.asks and cells > 2**20:
            raise SpecError("at most 2^20 cells where distances are asked", where="cells")
        self.cells, self.done, self.since = cells, 0, 0
        self.last: Integers = np.zeros(cells, dtype=np.int64)
        self.spent = Fraction(0)
        half = stream.epsilon / 2 if stream.asks else stream.epsilon
        self.values, self.questions = WindowBudget(stream.width, half), WindowBudget(stream.width, half)

    def __repr__(self) -> str:
        return f"EventsProgress({self.done} steps done, {self.cells} cells)"

    def __reduce__(self) -> NoReturn:
        raise PrivacyError("a stream's state is not pickled", hint="its checkpoint is the ledger's business")
