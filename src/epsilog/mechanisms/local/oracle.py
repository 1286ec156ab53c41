"""What every protocol for frequencies shares: a value in, bytes of fixed length out, and who supports whom.

A report *supports* some values. Its own value with probability p, any other one with probability q. So with C_v
the number of reports that support v, (C_v/n - q)/(p - q) has the share of v as its mean, whatever the protocol
(`epsilog.postprocess.local`). Here are the two ends that must agree: how a report is drawn and what it supports.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NoReturn

import numpy as np
from numpy.typing import NDArray

from epsilog.core.mechanism import RandomWords
from epsilog.core.number import Number, exact, whole
from epsilog.core.odds import LARGEST_EPSILON, SMALLEST_EPSILON, odds_within
from epsilog.errors import SpecError
from epsilog.mechanisms.local.channel import Channel
from epsilog.noise.randomness import system

Reports = NDArray[np.uint8]  # one row, one report, as it is sent
Values = NDArray[np.int64]
MOST_VALUES = 2**20


@dataclass(frozen=True)
class Oracle(ABC):
    """A frozen, calibrated protocol for values 0 to size - 1: draws reports, counts what they support.

    Values are private. No message quotes one, and how many words a draw reads does not depend on them.
    """

    size: int
    epsilon: Fraction

    def __post_init__(self) -> None:
        object.__setattr__(self, "size", whole(self.size, "size", at_least=2, at_most=MOST_VALUES))
        object.__setattr__(self, "epsilon", claim_of(self.epsilon))

    @property
    def odds(self) -> Fraction:
        """The largest ratio of probabilities that this protocol allows itself: at most exp(epsilon)."""
        return odds_within(self.epsilon)

    @property
    def linkable(self) -> bool:
        """Whether reports tell which are from one device. Here each is drawn afresh."""
        return False

    @property
    def two_answers(self) -> bool:
        """Whether a report is uniform, or else true, out of two answers."""
        return False

    @property
    def charge(self) -> Any:
        """What one report costs its device."""
        from epsilog.core.charge import Pure  # a device knows its epsilon and loads no prices

        return Pure(self.epsilon)

    @property
    @abstractmethod
    def p(self) -> Fraction:
        """How likely a report supports its own value."""

    @property
    @abstractmethod
    def q(self) -> Fraction:
        """How likely a report supports another value."""

    @property
    def collision(self) -> Fraction:
        """Not 0 only where devices share few hash functions: then how often two values collide for good."""
        return Fraction(0)

    @property
    @abstractmethod
    def length(self) -> int:
        """How many bytes a report has."""

    @abstractmethod
    def reports(self, values: Values, rng: RandomWords = system) -> Reports:
        """One report for each value."""

    @abstractmethod
    def fits(self, reports: Reports) -> NDArray[np.bool_]:
        """Which reports a device that follows the protocol can have sent."""

    @abstractmethod
    def support(self, reports: Reports) -> NDArray[np.int64]:
        """How many reports support each value."""

    @abstractmethod
    def channel(self) -> Channel:
        """The exact law of a report; for small domains."""

    def report(self, value: int, rng: RandomWords = system) -> bytes:
        """One report."""
        return bytes(self.reports(np.array([checked_value(value, self.size)], dtype=np.int64), rng)[0])

    def valid(self, values: Values) -> Values:
        """The values, if all of them are in the domain."""
        return checked_values(values, self.size)

    def rows(self, reports: Reports) -> Reports:
        """The reports, if they are rows of the right length."""
        return shaped_reports(reports, self.length)


def claim_of(epsilon: Number, field: str = "epsilon") -> Fraction:
    """An epsilon that a device may promise."""
    return exact(epsilon, field, at_least=SMALLEST_EPSILON, at_most=LARGEST_EPSILON)


def check_half(epsilon: Fraction, field: str = "epsilon") -> None:
    """For protocols whose odds are those of half an epsilon: it is refused here, not when a device reports.

    >>> check_half(Fraction(1, 600))
    Traceback (most recent call last):
        ...
    epsilog.errors.SpecError: epsilon: this protocol halves it, which is too little (hint: 1/500 at least)
    """
    if epsilon < 2 * SMALLEST_EPSILON:
        least = 2 * SMALLEST_EPSILON
        raise SpecError("this protocol halves it, which is too little", where=field, hint=f"{least} at least")


def checked_value(value: object, size: int) -> int:
    """A private value, if it is one of the choices; it is never quoted.

    >>> checked_value(3, 3)
    Traceback (most recent call last):
        ...
    epsilog.errors.SpecError: value: it is not one of the choices (hint: a whole number from 0 to 2)
    """
    if isinstance(value, bool | np.bool_) or not isinstance(value, int | np.integer) or not 0 <= value < size:
        _refuse(size)
    return int(value)


def checked_values(values: Values, size: int) -> Values:
    """Private values, if all of them are choices."""
    if not isinstance(values, np.ndarray) or values.ndim != 1 or values.dtype.kind not in "iu":
        raise SpecError("values are one array of whole numbers", where="values")
    if len(values) and (int(values.min()) < 0 or int(values.max()) >= size):
        _refuse(size)
    return values.astype(np.int64)


def _refuse(size: int) -> NoReturn:
    raise SpecError("it is not one of the choices", where="value", hint=f"a whole number from 0 to {size - 1}")


def shaped_reports(reports: Reports, length: int) -> Reports:
    """Reports as rows of bytes, or a refusal."""
    if not isinstance(reports, np.ndarray) or reports.dtype != np.uint8 or reports.ndim != 2:
        raise SpecError("reports are an array of bytes, one row each", where="reports")
    if reports.shape[1] != length:
        raise SpecError(f"a report of this protocol has {length} bytes", where="reports")
    return reports


def bytes_for(count: int) -> int:
    """How many bytes hold any number from 0 to count - 1.

    >>> bytes_for(2), bytes_for(256), bytes_for(257)
    (1, 1, 2)
    """
    return max(1, -(-(count - 1).bit_length() // 8))


def to_bytes(numbers: NDArray[np.int64], length: int) -> Reports:
    """Whole numbers as rows of bytes, the highest byte first.

    >>> to_bytes(np.array([258]), 2).tolist()
    [[1, 2]]
    """
    return np.ascontiguousarray(numbers.astype(">u8").view(np.uint8).reshape(-1, 8)[:, 8 - length :])


def from_bytes(rows: Reports) -> NDArray[np.int64]:
    """Rows of at most seven bytes as whole numbers."""
    numbers = np.zeros(len(rows), dtype=np.int64)
    for at in range(rows.shape[1]):
        numbers = numbers << 8 | rows[:, at]
    return numbers


def count_each(numbers: NDArray[np.int64], size: int) -> NDArray[np.int64]:
    """How often each number from 0 to size - 1 occurs."""
    return np.bincount(numbers, minlength=size)[:size].astype(np.int64)
