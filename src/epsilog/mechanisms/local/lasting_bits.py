"""d-bit flip: a few buckets drawn for good, and for each of them a permanent noisy bit."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from epsilog.core.mechanism import RandomWords
from epsilog.core.number import whole
from epsilog.core.odds import odds_within
from epsilog.mechanisms.local.bits import padding_is_zero
from epsilog.mechanisms.local.channel import Channel, bit_rows
from epsilog.mechanisms.local.lasting import Choices, Memos
from epsilog.mechanisms.local.oracle import (
    Reports,
    Values,
    bytes_for,
    check_half,
    checked_values,
    claim_of,
    from_bytes,
    shaped_reports,
    to_bytes,
)
from epsilog.mechanisms.local.subset_selection import uniform_sets
from epsilog.noise.coins import bernoulli
from epsilog.noise.randomness import system


@dataclass(frozen=True)
class LastingBits:
    """Each report repeats the same permanent bits, one for each of the device's own buckets.

    >>> ask = LastingBits(size=32, ever=2, own=4)
    >>> ask.length, round(float(ask.p), 4)
    (5, 0.7311)

    There is no second round: every report says all that the permanent answer says.

    Neighbours: any two values of one device that stay.
    Sensitivity/Channel: given the buckets, bits are independent and two values differ in two of them at most.
    Proof: each bit is h times likelier to be true than not, h <= exp(ever/2); two bits make h² <= exp(ever).
        Repeating a report adds nothing.
    Charge: `charge`, `ever` for each permanent answer.
    Numerics: a set of `own` buckets by `uniform_sets`; one rational coin for each of them.
    Checked by: tests/unit/mechanisms/local/test_lasting.py, tests/statistical/test_local_laws.py.
    References: Ding, Kulkarni, Yekhanin 2017.
    """

    size: int
    ever: Fraction
    own: int = 1

    def __post_init__(self) -> None:
        object.__setattr__(self, "size", whole(self.size, "size", at_least=2, at_most=2**16))
        object.__setattr__(self, "ever", claim_of(self.ever, "ever"))
        check_half(self.ever, "ever")
        object.__setattr__(self, "own", whole(self.own, "own", at_least=1, at_most=self.size))

    @property
    def epsilon(self) -> Fraction:
        """One report tells as much as all of them."""
        return self.ever

    @property
    def linkable(self) -> bool:
        """Reports copy a permanent answer: they tell which are from one device, so shuffling hides nothing."""
        return True

    @property
    def two_answers(self) -> bool:
        """Whether a report is uniform, or else true, out of two answers."""
        return False

    @property
    def charge(self) -> Any:
        """What one permanent answer and all its reports cost."""
        from epsilog.core.charge import Pure

        return Pure(self.ever)

    @property
    def p(self) -> Fraction:
        """The chance that a bit is set whose bucket is the value's."""
        half = odds_within(self.ever / 2)
        return half / (half + 1)

    @property
    def q(self) -> Fraction:
        """The chance that another bit is set."""
        return 1 - self.p

    @property
    def collision(self) -> Fraction:
        """No hash functions."""
        return Fraction(0)

    @property
    def length(self) -> int:
        """The numbers of the buckets, in order, and a bit for each."""
        return self._head + -(-self.own // 8)

    @property
    def _head(self) -> int:
        return self.own * bytes_for(self.size)

    def choose(self, devices: int, rng: RandomWords = system) -> Choices:
        """The buckets of each device, in order."""
        sets = uniform_sets(devices, self.size, self.own, rng)
        buckets = np.nonzero(sets)[1].reshape(devices, self.own)
        return to_bytes(buckets.reshape(-1), bytes_for(self.size)).reshape(devices, self._head)

    def _buckets(self, choices: Choices) -> NDArray[np.int64]:
        parts = np.ascontiguousarray(choices).reshape(-1, bytes_for(self.size))
        return from_bytes(parts).reshape(len(choices), self.own)

    def remember(self, choices: Choices, values: Values, rng: RandomWords = system) -> Memos:
        """The permanent bits."""
        hit = self._buckets(choices) == checked_values(values, self.size)[:, None]
        false = bernoulli(self.q, hit.shape, rng)
        return np.packbits(hit ^ false, axis=1)

    def reports(self, choices: Choices, memos: Memos, rng: RandomWords = system) -> Reports:
        """Buckets and bits, the same every time."""
        return np.hstack((choices, memos))

    def fits(self, reports: Reports) -> NDArray[np.bool_]:
        """Different buckets in order, and nothing behind the last bit."""
        buckets = self._buckets(shaped_reports(reports, self.length)[:, : self._head])
        fine: NDArray[np.bool_] = (buckets[:, -1] < self.size) & (np.diff(buckets, axis=1) > 0).all(axis=1)
        return fine & padding_is_zero(reports, self.own)

    def support(self, reports: Reports) -> NDArray[np.int64]:
        """How many reports of those who have a bucket have its bit set."""
        reports = shaped_reports(reports, self.length)
        bits = np.unpackbits(np.ascontiguousarray(reports[:, self._head :]), axis=1)[:, : self.own]
        held = self._buckets(reports[:, : self._head])
        return np.bincount(held[bits == 1], minlength=self.size).astype(np.int64)

    def holders(self, reports: Reports) -> NDArray[np.int64]:
        """How many devices have each bucket: the number of reports that its share is about."""
        held = self._buckets(shaped_reports(reports, self.length)[:, : self._head])
        return np.bincount(held.reshape(-1), minlength=self.size).astype(np.int64)

    def first_channel(self, choice: bytes) -> Channel:
        """The exact law of the permanent bits given the buckets."""
        buckets = self._buckets(np.frombuffer(choice, dtype=np.uint8).reshape(1, -1))[0].tolist()
        return Channel(
            bit_rows([[self.p if bucket == value else self.q for bucket in buckets] for value in range(self.size)])
        )

    def channel(self, choice: bytes) -> Channel:
        """The exact law of a report given the buckets."""
        return Channel(
            tuple(
                {choice + bits: chance for bits, chance in row.items()} for row in self.first_channel(choice).rows
            )
        )
