"""RAPPOR: a Bloom filter of the value, permanent noisy bits, and noisy copies of them in every report."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from epsilog.core.mechanism import RandomWords
from epsilog.core.number import exact, whole
from epsilog.core.odds import LARGEST_EPSILON, epsilon_of
from epsilog.errors import PrivacyError
from epsilog.mechanisms.local.bits import column_counts, padding_is_zero
from epsilog.mechanisms.local.channel import Channel, bit_rows
from epsilog.mechanisms.local.hashes import Keys, cells_of, public_seeds
from epsilog.mechanisms.local.lasting import Choices, Memos
from epsilog.mechanisms.local.lasting_unary import flip_rows
from epsilog.mechanisms.local.oracle import Reports, bytes_for, from_bytes, shaped_reports, to_bytes
from epsilog.noise.coins import bernoulli
from epsilog.noise.pick import pick_below
from epsilog.noise.randomness import system


@dataclass(frozen=True)
class Rappor:
    """Words of any kind, asked again and again: who decodes must bring candidates.

    >>> ask = Rappor(b"browsers")
    >>> round(float(ask.epsilon), 4), round(float(ask.ever), 4), ask.length
    (1.0743, 4.3944, 17)
    >>> round(float(ask.set_if_zero), 4), round(float(ask.set_if_one), 4)
    (0.5625, 0.6875)

    Neighbours: any two words of one device that stay.
    Sensitivity/Channel: given the cohort, bits are independent; two words differ in 2 · `hashes` of them at most.
    Proof: a permanent bit is the true one with probability 1 - f/2, the other with f/2: each of at most 2·hashes
        differing bits multiplies the ratio by (1 - f/2)/(f/2), which is `ever`. After both rounds a bit is set with
        q* or p*. Of the differing bits at most `hashes` are set for one word only and as many for the other, so one
        report has the ratio (q*/p* · (1-p*)/(1-q*))^hashes, which is `epsilon`. The cohort does not look at the
        word.
    Charge: `charge`, `ever` for each permanent answer.
    Numerics: f, p and q are rationals and the two epsilons are rounded up. The first round tosses `bits` coins of f
        and `bits` fair ones, the second `bits` of p and `bits` of q, whatever the word.
    Checked by: tests/unit/mechanisms/local/test_rappor.py (a bit that is set can be cleared: a public client never
        does), tests/statistical/test_local_laws.py, tests/mutants_local.py.
    References: Erlingsson, Pihur, Korolova 2014.
    """

    label: bytes
    bits: int = 128
    hashes: int = 2
    cohorts: int = 64
    f: Fraction = Fraction(1, 2)
    p: Fraction = Fraction(1, 2)
    q: Fraction = Fraction(3, 4)

    def __post_init__(self) -> None:
        object.__setattr__(self, "bits", whole(self.bits, "bits", at_least=2, at_most=4096))
        object.__setattr__(self, "hashes", whole(self.hashes, "hashes", at_least=1, at_most=16))
        object.__setattr__(self, "cohorts", whole(self.cohorts, "cohorts", at_least=1, at_most=2**16))
        object.__setattr__(self, "f", exact(self.f, "f", above=0, below=1))
        object.__setattr__(self, "p", exact(self.p, "p", above=0, below=1))
        object.__setattr__(self, "q", exact(self.q, "q", above=self.p, below=1))
        if self.odds_ever > 2 ** (3 * LARGEST_EPSILON // 2):  # 2^1.5 > e
            raise PrivacyError("these bits would tell the word for good", where="f", hint="an f nearer to 1")

    @property
    def set_if_one(self) -> Fraction:
        """How likely a report's bit is set where the filter's is: q*."""
        return self.f * (self.p + self.q) / 2 + (1 - self.f) * self.q

    @property
    def set_if_zero(self) -> Fraction:
        """How likely a report's bit is set where the filter's is not: p*."""
        return self.f * (self.p + self.q) / 2 + (1 - self.f) * self.p

    @property
    def odds(self) -> Fraction:
        """The largest ratio of one report."""
        one, zero = self.set_if_one, self.set_if_zero
        return (one / zero * ((1 - zero) / (1 - one))) ** self.hashes

    @property
    def odds_ever(self) -> Fraction:
        """The largest ratio of a permanent answer."""
        return ((1 - self.f / 2) / (self.f / 2)) ** (2 * self.hashes)

    @property
    def epsilon(self) -> Fraction:
        """What one report tells at most, rounded up."""
        return epsilon_of(self.odds)

    @property
    def ever(self) -> Fraction:
        """What all reports of one word tell at most, rounded up."""
        return epsilon_of(self.odds_ever)

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
    def length(self) -> int:
        """The cohort and the bits."""
        return bytes_for(self.cohorts) + -(-self.bits // 8)

    def choose(self, devices: int, rng: RandomWords = system) -> Choices:
        """A cohort for each device, for good."""
        return to_bytes(pick_below(self.cohorts, devices, rng), bytes_for(self.cohorts))

    def filters(self, cohorts: NDArray[np.int64], keys: Keys) -> NDArray[np.bool_]:
        """The Bloom filter of each key in its cohort."""
        seeds = public_seeds(self.label, self.cohorts * self.hashes).reshape(self.cohorts, self.hashes, 3)
        set_bits = cells_of(seeds[cohorts], keys[:, None], self.bits)
        found = np.zeros((len(keys), self.bits), dtype=np.bool_)
        np.put_along_axis(found, set_bits, True, axis=1)
        return found

    def remember(self, choices: Choices, keys: Keys, rng: RandomWords = system) -> Memos:
        """The first round, for words as 64-bit keys (`hashes.key_of_word`)."""
        true = self.filters(from_bytes(choices), keys)
        keep = bernoulli(1 - self.f, true.shape, rng)
        fair = bernoulli(Fraction(1, 2), true.shape, rng)
        return np.packbits(np.where(keep, true, fair), axis=1)

    def reports(self, choices: Choices, memos: Memos, rng: RandomWords = system) -> Reports:
        """The second round."""
        set_bits = np.unpackbits(memos, axis=1)[:, : self.bits] == 1
        if_zero = bernoulli(self.p, set_bits.shape, rng)
        if_one = bernoulli(self.q, set_bits.shape, rng)
        return np.hstack((choices, np.packbits(np.where(set_bits, if_one, if_zero), axis=1)))

    def fits(self, reports: Reports) -> NDArray[np.bool_]:
        """A cohort that there is, and nothing behind the last bit."""
        head = bytes_for(self.cohorts)
        reports = shaped_reports(reports, self.length)
        fine: NDArray[np.bool_] = from_bytes(reports[:, :head]) < self.cohorts
        return fine & padding_is_zero(reports, self.bits)

    def bit_counts(self, reports: Reports) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """How many reports each cohort sent, and how many of them set each bit."""
        head = bytes_for(self.cohorts)
        cohorts = from_bytes(shaped_reports(reports, self.length)[:, :head])
        order = np.argsort(cohorts, kind="stable")
        ends = np.searchsorted(cohorts[order], np.arange(self.cohorts + 1))
        rows = reports[order, head:]
        counts = [column_counts(rows[ends[at] : ends[at + 1]], self.bits) for at in range(self.cohorts)]
        return np.diff(ends), np.array(counts)

    def design(self, keys: Keys) -> NDArray[np.bool_]:
        """For each cohort and bit (rows) which candidates (columns) set it."""
        found = [self.filters(np.full(len(keys), cohort), keys).T for cohort in range(self.cohorts)]
        return np.concatenate(found)

    def first_channel(self, choice: bytes, keys: Keys) -> Channel:
        """The exact law of a permanent answer in a cohort, for these words; for few bits."""
        cohorts = np.full(len(keys), int.from_bytes(choice, "big"))
        kept, other = 1 - self.f / 2, self.f / 2
        return Channel(
            bit_rows([[kept if bit else other for bit in row] for row in self.filters(cohorts, keys).tolist()])
        )

    def second_channel(self, choice: bytes) -> dict[bytes, dict[bytes, Fraction]]:
        """The exact law of a report given the permanent answer."""
        rows = flip_rows(self.bits, lambda bit: self.q if bit else self.p)
        return {memo: {choice + bits: chance for bits, chance in row.items()} for memo, row in rows.items()}

    def channel(self, choice: bytes, keys: Keys) -> Channel:
        """The exact law of one report in a cohort, for these words."""
        return self.first_channel(choice, keys).then(self.second_channel(choice))
