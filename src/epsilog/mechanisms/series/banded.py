"""Running totals when a unit contributes several times, far apart: a strategy that looks back only so far."""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from functools import cached_property
from typing import Final

import numpy as np

from epsilog.core.number import whole
from epsilog.core.participation import Participation
from epsilog.errors import SpecError
from epsilog.mechanisms.series.strategy import Integers
from epsilog.mechanisms.series.toeplitz import ToeplitzStrategy, root_coefficients

# Banded coefficients in multiples of 1/4096, fitted by benchmarks/series_fit.py for the least mean square.


# fmt: off
# (horizon, apart, times) -> coefficients
BANDED: Final[dict[tuple[int, int, int], tuple[int, ...]]] = {
    (1024, 64, 16): (  # 16.264
        4096, 2200, 1738, 1512, 1372, 1275, 1202, 1145, 1099, 1061, 1028, 1000, 974, 952, 932, 914, 897, 881,
        867, 854, 841, 829, 818, 808, 798, 788, 779, 770, 761, 753, 745, 737, 730, 723, 715, 708, 702, 695, 688,
        682, 675, 669, 663, 656, 650, 644, 638, 632, 626, 620, 613, 607, 601, 594, 588, 581, 574, 567, 560, 552,
        544, 536, 526, 515,
    ),
    (1024, 256, 4): (  # 6.444
        4096, 2070, 1565, 1314, 1157, 1048, 966, 901, 849, 806, 769, 737, 709, 684, 662, 643, 625, 608, 593,
        579, 566, 555, 543, 533, 523, 514, 505, 497, 489, 482, 475, 468, 462, 456, 450, 444, 439, 434, 429, 424,
        419, 415, 411, 406, 402, 398, 395, 391, 387, 384, 381, 377, 374, 371, 368, 365, 362, 359, 357, 354, 351,
        349, 346, 344, 341, 339, 337, 334, 332, 330, 328, 326, 324, 322, 320, 318, 316, 314, 312, 310, 309, 307,
        305, 303, 302, 300, 298, 297, 295, 294, 292, 291, 289, 288, 286, 285, 283, 282, 280, 279, 278, 276, 275,
        274, 272, 271, 270, 269, 267, 266, 265, 264, 263, 261, 260, 259, 258, 257, 256, 255, 254, 252, 251, 250,
        249, 248, 247, 246, 245, 244, 243, 242, 241, 240, 239, 238, 237, 236, 235, 234, 233, 233, 232, 231, 230,
        229, 228, 227, 226, 225, 225, 224, 223, 222, 221, 220, 220, 219, 218, 217, 216, 215, 215, 214, 213, 212,
        212, 211, 210, 209, 208, 208, 207, 206, 205, 205, 204, 203, 202, 202, 201, 200, 200, 199, 198, 197, 197,
        196, 195, 195, 194, 193, 192, 192, 191, 190, 190, 189, 188, 188, 187, 186, 186, 185, 184, 184, 183, 182,
        182, 181, 180, 180, 179, 178, 178, 177, 176, 176, 175, 174, 174, 173, 173, 172, 171, 171, 170, 169, 169,
        168, 167, 167, 166, 165, 165, 164, 163, 163, 162, 161, 161, 160, 159, 159, 158, 157, 157, 156, 155, 154,
        154, 153, 152, 151, 151, 150,
    ),
    (1024, 16, 64): (  # 50.742
        4096, 2736, 2412, 2248, 2142, 2062, 1997, 1940, 1888, 1839, 1791, 1742, 1689, 1630, 1559, 1460,
    ),
}
# fmt: on


@dataclass(frozen=True)
class Banded(ToeplitzStrategy):
    """Asks for sums over the last `len(coefficients)` steps only, so contributions further apart never meet.

    >>> from epsilog.mechanisms.series.strategy import multiplier_error
    >>> weekly = Participation(times=16, apart=64, most=1, signed=False, neighbours="add-remove")
    >>> [round(error, 2) for error in multiplier_error(Banded.fitted(1024, weekly), weekly, 1024)]
    [20.87, 16.26]

    Sensitivity: exact integer norm of the worst pattern, contributions as early and as close as allowed;
        docs/proofs/series.md, section 3. It holds for every participation, also one closer than the bands.
    Numerics: coefficients are integers, not negative, never rising; others are refused.
    Checked by: tests/unit/mechanisms/series/test_several.py.
    References: Choquette-Choo et al. 2023; Kalinin, Lampert 2024.
    """

    horizon: int
    coefficients: tuple[int, ...]

    def __post_init__(self) -> None:
        object.__setattr__(self, "horizon", whole(self.horizon, "horizon", at_least=1, at_most=2**20))
        read = tuple(whole(c, "coefficients", at_least=0, at_most=2**30) for c in self.coefficients)
        if not 1 <= len(read) <= self.horizon or read[0] < 1 or any(b > a for a, b in itertools.pairwise(read)):
            raise SpecError(
                "coefficients begin above zero and never rise, at most one per step",
                where="coefficients",
                hint="Banded.fitted(horizon, participation)",
            )
        object.__setattr__(self, "coefficients", read)

    @classmethod
    def fitted(cls, horizon: int, participation: Participation) -> Banded:
        """The constants fitted for this horizon and participation, or the square root cut off at `apart` bands."""
        steps = whole(horizon, "horizon", at_least=1, at_most=2**20)
        known = BANDED.get((steps, participation.apart, participation.within(steps)))
        return cls(steps, known or root_coefficients(min(steps, participation.apart)))

    @cached_property
    def lags(self) -> Integers:
        """The bands."""
        return np.array(self.coefficients, dtype=np.int64)

    @cached_property
    def lifts(self) -> Integers:
        """One."""
        return np.ones(self.horizon, dtype=np.int64)
