"""Several attributes of one device: a few of them are reported with all of epsilon, not all with a little of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from epsilog.core.mechanism import RandomWords
from epsilog.core.number import whole
from epsilog.errors import SpecError
from epsilog.mechanisms.local.numeric import Numeric
from epsilog.mechanisms.local.oracle import Oracle, Reports, bytes_for, claim_of, from_bytes, to_bytes
from epsilog.mechanisms.local.subset_selection import uniform_sets
from epsilog.noise.randomness import system

Question = Oracle | Numeric
Maker = Callable[[Fraction], Question]


@dataclass(frozen=True)
class Several:
    """The device picks `told` of its attributes by chance and reports each of them with epsilon/told.

    >>> from epsilog.mechanisms.local.hybrid import Hybrid
    >>> from epsilog.mechanisms.local.subset_selection import SubsetSelection
    >>> ask = Several((lambda e: SubsetSelection(8, e), lambda e: Hybrid(100, e)), epsilon=1)
    >>> ask.told, ask.length, [float(one.epsilon) for one in ask.questions]
    (1, 2, [1.0, 1.0])

    Neighbours: any two lists of values of one device.
    Sensitivity/Channel: which attributes are told is public chance; given it, a product of `told` channels.
    Proof: the choice does not look at the values. Given it, the losses of the told ones add up: told ·
        epsilon/told. What is not told has no part in the report.
    Charge: `charge`, pure epsilon for each report.
    Numerics: all attributes are drawn and all but the told ones forgotten, so that what is read tells nothing;
        every part is padded with zeros to the longest.
    Checked by: tests/unit/mechanisms/local/test_several.py.
    References: Nguyên, Xiao, Yang, Hui, Shin, Shin 2016; Wang et al. 2019 (`told` = epsilon/2.5 for numbers).
    """

    makers: Sequence[Maker]
    epsilon: Fraction
    told: int = 0

    def __post_init__(self) -> None:
        if len(self.makers) < 2:
            raise SpecError("several attributes are two at least", where="attributes")
        object.__setattr__(self, "epsilon", claim_of(self.epsilon))
        told = self.told or max(1, min(len(self.makers), int(self.epsilon / Fraction(5, 2))))
        object.__setattr__(self, "told", whole(told, "told", at_least=1, at_most=len(self.makers)))

    @property
    def questions(self) -> list[Question]:
        """One protocol for each attribute, calibrated for its part."""
        return [maker(self.epsilon / self.told) for maker in self.makers]

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
        from epsilog.core.charge import Pure

        return Pure(self.epsilon)

    @property
    def length(self) -> int:
        """For each told attribute its number and its report."""
        return self.told * self._part

    @property
    def _part(self) -> int:
        return bytes_for(len(self.makers)) + max(one.length for one in self.questions)

    def reports(self, values: NDArray[np.int64], rng: RandomWords = system) -> Reports:
        """One report for each row of values, one column for each attribute."""
        questions, number = self.questions, len(values)
        if values.ndim != 2 or values.shape[1] != len(questions):
            raise SpecError("there is one column of values for each attribute", where="values")
        told = uniform_sets(number, len(questions), self.told, rng)
        which = np.argsort(~told, axis=1, kind="stable")[:, : self.told]
        head, part = bytes_for(len(questions)), self._part
        drawn = np.zeros((number, len(questions), part), dtype=np.uint8)
        for at, question in enumerate(questions):
            drawn[:, at, :head] = to_bytes(np.array([at]), head)
            drawn[:, at, head : head + question.length] = question.reports(np.ascontiguousarray(values[:, at]), rng)
        kept = np.take_along_axis(drawn, which[:, :, None], axis=1)
        return np.ascontiguousarray(kept.reshape(number, self.length))

    def parts(self, reports: Reports) -> list[Reports]:
        """For each attribute the reports of those who told it; parts that no device can have sent are left out."""
        questions, head = self.questions, bytes_for(len(self.makers))
        rows = np.ascontiguousarray(reports).reshape(-1, self._part)
        about = from_bytes(rows[:, :head])
        found = []
        for at, question in enumerate(questions):
            mine = rows[about == at]
            clean = ~mine[:, head + question.length :].any(axis=1)
            mine = np.ascontiguousarray(mine[clean][:, head : head + question.length])
            found.append(mine[question.fits(mine)])
        return found
