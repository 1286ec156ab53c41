"""Randomized response: a yes or no that may be untrue, once or at every step of a series."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from epsilog.mechanisms.local.generalized_response import GeneralizedResponse


@dataclass(frozen=True)
class RandomizedResponse(GeneralizedResponse):
    """Yes or no, true with probability exp(epsilon)/(1 + exp(epsilon)).

    >>> step = RandomizedResponse(epsilon=1)
    >>> round(float(step.p), 6)
    0.731059
    >>> step.over(24)                            # a day of hours: every step is paid for
    Fraction(24, 1)

    Neighbours: yes and no of one device at one step; over a series, any two series of the same length.
    Sensitivity/Channel: two by two, `channel`.
    Proof: p/(1 - p) = odds <= exp(epsilon). A series of T steps, each with fresh coins, is the product of T such
        channels; a step's epsilon may follow from earlier *reports* (adaptively), and the losses still add up.
    Charge: `charge` for one step; `over` for a series. Steps never come cheaper together: for a whole series choose
        a protocol of `lasting`, or a promise for a window of steps.
    Numerics: one exact coin for each step.
    Checked by: tests/unit/mechanisms/local/test_oracles.py, tests/statistical/test_local_laws.py.
    References: Warner 1965.
    """

    def __init__(self, epsilon: Fraction | float | str) -> None:
        object.__setattr__(self, "size", 2)
        object.__setattr__(self, "epsilon", epsilon)
        self.__post_init__()

    @property
    def two_answers(self) -> bool:
        """Uniform with probability 2/(odds + 1), else true."""
        return True

    def over(self, steps: int) -> Fraction:
        """What so many steps of one device cost together."""
        return self.epsilon * steps
