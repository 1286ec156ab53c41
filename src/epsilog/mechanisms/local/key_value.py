"""Keys with values: one key of the device and whether its number is high or low are told under one epsilon."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from epsilog.core.mechanism import RandomWords
from epsilog.core.number import whole
from epsilog.errors import SpecError
from epsilog.mechanisms.local.oracle import Reports, claim_of
from epsilog.mechanisms.local.subset_selection import SubsetSelection
from epsilog.noise.pick import pick_below
from epsilog.noise.randomness import system


@dataclass(frozen=True)
class KeyValue:
    """The device draws one of its keys, or a stand-in, makes its number high or low, and reports the pair.

    >>> ask = KeyValue(keys=10, most=3, steps=100, epsilon=2)
    >>> ask.oracle.size, ask.length
    (26, 4)

    A device has any of `keys`, each with a number from 0 to `steps`. It draws one of `most` places evenly: the
    first ones hold its keys, in an order of chance, the others stand-ins. Keys beyond `most` are left out, so that
    their shares are too small where devices have more. A number becomes high with probability value/steps, else
    low.

    Neighbours: any two sets of keys with any numbers.
    Sensitivity/Channel: that of `oracle`, subset selection over 2 · (keys + most) pairs of key and sign.
    Proof: whatever pair was drawn, its report has a ratio of at most odds under any other pair; what is drawn
        before only mixes rows of that table.
    Charge: `charge`, pure epsilon for each report: key and number together, not each.
    Numerics: `keys` words for the order, two picks, and subset selection; all of them always. Equal words would
        make one order likelier by 2^-60, which is no matter of privacy.
    Checked by: tests/unit/mechanisms/local/test_key_value.py.
    References: Ye, Hu, Meng, Zheng 2019; Gu, Li, Cheng, Xiong, Cao 2020 (padding and sampling).
    """

    keys: int
    most: int
    steps: int
    epsilon: Fraction

    def __post_init__(self) -> None:
        object.__setattr__(self, "epsilon", claim_of(self.epsilon))
        for field, most in (("keys", 2**16), ("most", 2**10), ("steps", 2**24)):
            object.__setattr__(self, field, whole(getattr(self, field), field, at_least=1, at_most=most))

    @property
    def oracle(self) -> SubsetSelection:
        """What the pair is told by: pair 2k is key k with a low number, 2k + 1 with a high one."""
        return SubsetSelection(2 * (self.keys + self.most), self.epsilon)

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
        return self.oracle.charge

    @property
    def length(self) -> int:
        """As long as the oracle's."""
        return self.oracle.length

    def reports(self, held: NDArray[np.bool_], values: NDArray[np.int64], rng: RandomWords = system) -> Reports:
        """One report for each row: which keys a device has, and their numbers; those of other keys are ignored."""
        if held.shape != values.shape or held.ndim != 2 or held.shape[1] != self.keys:
            raise SpecError("there is one column for each key", where="value")
        numbers = np.where(held, values, 0)
        if numbers.dtype.kind not in "iu" or (len(held) and (numbers.min() < 0 or numbers.max() > self.steps)):
            raise SpecError("a number is off the scale", where="value", hint=f"from 0 to {self.steps}")
        devices = np.arange(len(held))
        words = rng.words(held.size, 64).astype(np.uint64).reshape(held.shape)
        order = np.argsort(np.where(held, words >> np.uint64(1), np.uint64(2**63)), axis=1, kind="stable")
        place = pick_below(self.most, len(held), rng)
        key = order[devices, np.minimum(place, self.keys - 1)]
        high = pick_below(self.steps, len(held), rng) < numbers[devices, key]
        has = place < held.sum(axis=1)
        fair = pick_below(2, len(held), rng)
        return self.oracle.reports(2 * np.where(has, key, self.keys + place) + np.where(has, high, fair), rng)

    def fits(self, reports: Reports) -> NDArray[np.bool_]:
        """As the oracle's."""
        return self.oracle.fits(reports)

    def support(self, reports: Reports) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """For each key how many reports support it with a low number, and with a high one.

        With shares l and h of these two (`postprocess.local.shares`) the share of devices that have the key is
        most · (l + h), and the mean of its numbers, from -1 to 1, is (h - l)/(h + l).
        """
        pairs = self.oracle.support(reports)[: 2 * self.keys].reshape(-1, 2)
        return np.ascontiguousarray(pairs[:, 0]), np.ascontiguousarray(pairs[:, 1])
