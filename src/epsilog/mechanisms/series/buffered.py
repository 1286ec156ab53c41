"""Running totals on long streams with a handful of numbers of memory: buffers that fade, in whole numbers.

Buffers fitted by benchmarks/series_fit.py: running totals err at most 0.05 % more than the square root's.

A plan stores the constants it was made with, so a table may change and what was opened under another goes on.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Final

import numpy as np

from epsilog.core.bounded import Sensitivity
from epsilog.core.number import whole
from epsilog.core.participation import Participation, rounded_root
from epsilog.errors import SpecError
from epsilog.mechanisms.series import toeplitz
from epsilog.mechanisms.series.strategy import Integers, Reals
from epsilog.mechanisms.series.toeplitz import ROOM

# up to so many steps -> decays in multiples of 2^-30, weights in multiples of 2^-14
BUFFERED: Final[dict[int, tuple[tuple[int, ...], tuple[int, ...]]]] = {
    32: ((1060548627, 949174092, 691452934, 270719725), (2311, 2353, 2279, 1249)),
    128: ((1070369551, 1040371607, 957708522, 749241675, 323328434), (1180, 1345, 1779, 2299, 1588)),
    1024: ((1073036978, 1065400779, 1032842342, 895271282, 451757338), (550, 803, 1511, 2739, 2582)),
    4096: ((1073537345, 1070989122, 1056334646, 969727723, 564098466), (299, 516, 1191, 2689, 3463)),
    16384: (
        (1073692884, 1073109330, 1070010899, 1052281658, 954394914, 536416307),
        (146, 239, 536, 1274, 2726, 3250),
    ),
    65536: (
        (1073728380, 1073550615, 1072361663, 1063522372, 999624119, 626606770),
        (77, 142, 372, 1013, 2567, 3951),
    ),
}


SHIFT: Final = 30  # a decay is a multiple of 2^-30
FINE: Final = 32  # buffers carry this many bits below one
SCALE: Final = 2**14  # the weight of the newest value; buffer weights are in the same unit
LIFT: Final = 2**12  # values are multiplied by about this first, so that roundings weigh nothing


@dataclass(frozen=True)
class Buffered(toeplitz.RunningTotals):
    """The square root's weights imitated by a few fading buffers: memory does not grow with the horizon.

    >>> from epsilog.mechanisms.series.strategy import multiplier_error
    >>> visit = Participation(times=1, apart=1, most=1, signed=False, neighbours="add-remove")
    >>> [round(error, 2) for error in multiplier_error(Buffered.fitted(1024, normalised=True), visit, 1024)]
    [3.08, 2.99]

    The answer at step t is SCALE·v[t] + floor(sum of weights[j]·b[j]) with v = lift·x, and then every buffer fades:
    b[j] becomes decays[j]/2^30·b[j] + v[t], rounded down to a multiple of 2^-32.

    Sensitivity: the norm of the exact real buffers, rounded up, plus a proved bound on what rounding can add: less
        than 1 + `slack` for each later step and each cell a unit touched. docs/proofs/series.md, section 4.
    Numerics: two integers a buffer, 64 bits each, exact floors; no float before the noise.
    Checked by: tests/unit/mechanisms/series/test_buffered.py.
    References: Dvijotham, McMahan, Pillutla, Steinke, Thakurta 2024; McMahan, Xu, Zhang 2024.
    """

    horizon: int
    decays: tuple[int, ...]
    weights: tuple[int, ...]
    normalised: bool

    def __post_init__(self) -> None:
        object.__setattr__(self, "horizon", whole(self.horizon, "horizon", at_least=1, at_most=2**20))
        decays = tuple(whole(a, "decays", at_least=1, at_most=2**SHIFT - 1) for a in self.decays)
        weights = tuple(whole(a, "weights", at_least=1, at_most=SCALE) for a in self.weights)
        if not 1 <= len(decays) == len(weights) <= 16 or sum(weights) > SCALE:
            raise SpecError(
                "one weight per decay, one to sixteen of them, weights together at most the newest value's",
                where="weights",
                hint="Buffered.fitted(horizon, normalised=...)",
            )
        if type(self.normalised) is not bool:
            raise SpecError("say whether columns are normalised", where="normalised", hint="True or False")
        object.__setattr__(self, "decays", decays)
        object.__setattr__(self, "weights", weights)

    @classmethod
    def fitted(cls, horizon: int, *, normalised: bool) -> Buffered:
        """The constants fitted for the next tabulated horizon."""
        steps = whole(horizon, "horizon", at_least=1, at_most=max(BUFFERED))
        decays, weights = BUFFERED[min(known for known in BUFFERED if known >= steps)]
        return cls(steps, decays, weights, normalised)

    @cached_property
    def _above(self) -> list[int]:
        """Coefficients in units of 2^-32, never below the real ones: powers are rounded up."""
        powers = [weight << FINE for weight in self.weights]
        out = [SCALE << FINE]
        for _ in range(1, self.horizon):
            out.append(sum(powers))
            powers = [-(-power * decay >> SHIFT) for power, decay in zip(powers, self.decays, strict=True)]
        return out

    @cached_property
    def lifts(self) -> Integers:
        """What each step's value is multiplied by: 4096/D[j] with D[j] the norm of column j, or 256 throughout."""
        if not self.normalised:
            return np.full(self.horizon, 256, dtype=np.int64)
        squares, out = 0, []
        for c in self._above:
            squares += c * c
            out.append(math.isqrt((LIFT * SCALE << FINE) ** 2 // squares))
        return np.array(out[::-1], dtype=np.int64)

    @cached_property
    def slack(self) -> float:
        """Bound on what fading's roundings can add to an answer, beside the last floor's one; for reading."""
        return float(Fraction(self._slack_units, 2**FINE))

    @cached_property
    def _slack_units(self) -> int:
        """Sum of weight/(1 - decay) in units of 2^-32, rounded up."""
        return sum(
            -((-weight << SHIFT) // ((1 << SHIFT) - decay))
            for weight, decay in zip(self.weights, self.decays, strict=True)
        )

    @cached_property
    def largest(self) -> int:
        """Values beyond this many grains are held there."""
        return (ROOM - 2**20) // (int(self.lifts.max()) * ((sum(self._above) >> FINE) + 2))

    def reach(self, participation: Participation) -> Sensitivity:
        """The real norm rounded up, plus the rounding of every later answer in every touched cell."""
        lifts, n = [int(v) for v in self.lifts], self.horizon
        participation = participation.together
        times, apart = participation.within(n), participation.apart
        if times == 1:
            square = total = most_square = most_total = 0
            for c, lift in zip(self._above, reversed(lifts), strict=True):
                square, total = square + c * c, total + c
                most_square = max(most_square, lift * lift * square)
                most_total = max(most_total, lift * total)
        else:
            overlaid, column = np.zeros(n, dtype=object), np.array(self._above, dtype=object)
            for first in range(0, times * apart, apart):
                overlaid[first:] += column[: n - first]
            most_square = int((overlaid * overlaid).sum()) * max(lifts) ** 2
            most_total = int(overlaid.sum()) * max(lifts)
        one_rounding = (1 << FINE) + self._slack_units
        norm = rounded_root(most_square) + rounded_root(one_rounding**2 * n * times)
        l2_squared = -((-norm * norm) >> (2 * FINE))
        l1 = -((-(most_total + one_rounding * n * times)) >> FINE)
        return participation.moved(l1, l2_squared, aligned=True)

    def answers(self, values: Integers) -> Integers:
        """One answer per step."""
        walk = self.walk(values.shape[1])
        return np.concatenate([walk.answer(row) for row in values])

    @cached_property
    def _inverse(self) -> Reals:
        return toeplitz.series_inverse(np.array([c / 2**FINE for c in self._above]), self.horizon)

    def walk(self, cells: int) -> BufferedWalk:
        """Begin a stream."""
        return BufferedWalk(self, cells)


class BufferedWalk:
    """Buffers of the data (private, exact) and of the undone answers (public, floats)."""

    def __init__(self, strategy: Buffered, cells: int) -> None:
        self._decays = np.array(strategy.decays, dtype=np.int64)[:, None]
        self._weights = np.array(strategy.weights, dtype=np.int64)
        self._lifts = strategy.lifts
        self._whole: Integers = np.zeros((len(self._decays), cells), dtype=np.int64)
        self._part: Integers = np.zeros_like(self._whole)  # value = whole + part/2^32, 0 <= part < 2^32
        self._fading = self._decays / 2.0**SHIFT
        self._undone: Reals = np.zeros_like(self._whole, dtype=np.float64)
        self._total: Reals = np.zeros(cells)
        self._asked = self._decoded = 0

    def answer(self, row: Integers) -> Integers:
        """The newest value and the buffers as they stand; then they fade by exact floors."""
        lifted = row * self._lifts[self._asked]
        self._asked += 1
        given = SCALE * lifted + self._weights @ self._whole + ((self._weights @ self._part) >> FINE)
        # floor((whole·2^32 + part)·a / 2^30), whole split at 30 bits so that no product leaves 63.
        below = ((self._whole & (2**SHIFT - 1)) * self._decays << 2) + (self._part * self._decays >> SHIFT)
        self._whole = (self._whole >> SHIFT) * self._decays + (below >> FINE) + lifted
        self._part = below & (2**FINE - 1)
        return np.asarray(given[None, :])

    def decode(self, released: Integers) -> Reals:
        """The inverse filter, one row."""
        undone = (released[0] - self._weights @ self._undone) / SCALE
        self._undone = self._fading * self._undone + undone
        self._total = self._total + undone / float(self._lifts[self._decoded])
        self._decoded += 1
        return self._total.copy()
