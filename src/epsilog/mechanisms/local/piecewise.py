"""The piecewise protocol for numbers: a window whose width makes means as exact as a window can."""

from __future__ import annotations

from dataclasses import dataclass

from epsilog.core.odds import odds_within
from epsilog.mechanisms.local.oracle import check_half
from epsilog.mechanisms.local.sliding_window import SlidingWindow


@dataclass(frozen=True)
class Piecewise(SlidingWindow):
    """The device says a number on a wider scale, mostly near its own.

    >>> ask = Piecewise(steps=1024, epsilon=1)
    >>> ask.width, round(ask.variance(1.0), 3), round(ask.variance(0.0), 3)
    (621, 5.224, 3.682)

    Neighbours, Channel, Proof, Numerics: `SlidingWindow`, with width/steps = exp(-epsilon/2) rounded; whatever the
        width, the odds are the same.
    Charge: `charge`, pure epsilon for each report.
    Checked by: tests/unit/mechanisms/local/test_numbers.py, tests/statistical/test_local_laws.py,
        tests/mutants_local.py.
    References: Wang, Xiao, Yang, Zhao, Hui, Shin, Shin, Yu 2019 (in a continuum).
    """

    def __post_init__(self) -> None:
        super().__post_init__()
        check_half(self.epsilon)

    @property
    def width(self) -> int:
        """The window of least worst variance."""
        return max(1, round(self.steps / odds_within(self.epsilon / 2)))
