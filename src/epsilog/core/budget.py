"""What a board grants: epsilon, and delta where it is allowed."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from epsilog.core.number import Number, exact, written


@dataclass(frozen=True, init=False)
class Budget:
    """A promise (epsilon, delta); delta = 0 means pure differential privacy.

    >>> Budget(1, 1e-6)
    Budget(epsilon=1, delta=1/1000000)
    >>> Budget(0.5).is_pure
    True
    """

    epsilon: Fraction
    delta: Fraction

    def __init__(self, epsilon: Number, delta: Number = 0) -> None:
        object.__setattr__(self, "epsilon", exact(epsilon, "epsilon", above=0, at_most=10**6))
        object.__setattr__(self, "delta", exact(delta, "delta", at_least=0, below=1))

    @property
    def is_pure(self) -> bool:
        """Whether delta is zero."""
        return self.delta == 0

    def __repr__(self) -> str:
        return f"Budget(epsilon={written(self.epsilon)}, delta={written(self.delta)})"
