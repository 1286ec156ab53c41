"""What shuffling adds: reports that cannot be linked to devices hide each other."""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from typing import Final, Protocol

import numpy as np
from scipy.stats import binom

from epsilog.core.number import Number, exact, whole
from epsilog.errors import PrivacyError

_LEFT_OUT: Final = 1e-13  # of the number of clones; added to delta
_ROUNDING: Final = 1e-13
_STEPS: Final = 60
_SAFE: Final = 1e-9  # the part by which numbers are moved to the safe side


class Collected(Protocol):
    """What is asked of a protocol for devices; those of `epsilog.mechanisms.local` answer it themselves."""

    @property
    def epsilon(self) -> Fraction: ...  # noqa: D102

    @property
    def linkable(self) -> bool: ...  # noqa: D102

    @property
    def two_answers(self) -> bool: ...  # noqa: D102


@dataclass(frozen=True)
class Shuffled:
    """What a shuffled collection of reports promises about one device: epsilon at delta."""

    epsilon: float
    delta: float
    devices: int


def shuffle_promise(protocol: Collected, devices: int, delta: Number) -> Shuffled:
    """An upper bound on epsilon at delta for one report of each of `devices` devices, once they are shuffled.

    >>> from epsilog.mechanisms.local.unary import Unary
    >>> round(shuffle_promise(Unary(8, epsilon=1), 10_000, "1e-6").epsilon, 4)
    0.053

    It may be claimed only if somebody who does not collude with the collector takes one report of equal length from
    each device and passes all of them on in a random order, and nothing in a report tells which device it is from
    or that two reports are from one. Permanent answers, hash functions kept for good and cohorts do: their
    protocols say that they are `linkable` and are refused. The shuffler, which is no part of a protocol, is the
    caller's word. `devices` are honest ones.

    Proof: docs/proofs/local.md, section 6. A local report of another device is, with probability exp(-epsilon), a
    clone that equals the first device's report under either value, each as likely (Feldman, McMillan, Talwar 2021).
    So the collection tells no more than (A + D, C - A + 1 - D), with C clones, A of them fair heads, and D the
    report itself. For each C the ratio grows with the first number, so the divergence is a difference of binomial
    tails. For randomized response on yes or no (`two_answers`) 2/(exp(epsilon) + 1) is exact instead.

    Numerics: floats, each step rounded to the safe side by a part in 1e9; the tails of C that are left out and
    1e-13 are added to delta.

    Checked by: tests/unit/accounting/test_shuffled.py (brute force over all outcomes of 50 devices).
    """
    local = exact(protocol.epsilon, "epsilon", above=0, at_most=32)
    number = whole(devices, "devices", at_least=1, at_most=10**9)
    target = float(exact(delta, "delta", above=Fraction("1e-12"), below=1))
    if protocol.linkable:
        raise PrivacyError(
            "reports that can be linked to a device are not amplified by shuffling",
            where="devices",
            hint="claim the local epsilon, or collect each report afresh and without hash functions kept for good",
        )
    low, high = 0.0, float(local)
    if shuffled_delta(local, number, high * 0.999999, two_answers=protocol.two_answers) > target:
        return Shuffled(high, target, number)
    for _ in range(_STEPS):
        middle = (low + high) / 2
        if shuffled_delta(local, number, middle, two_answers=protocol.two_answers) <= target:
            high = middle
        else:
            low = middle
    return Shuffled(high, target, number)


def shuffled_delta(epsilon: Number, devices: int, at: float, *, two_answers: bool = False) -> float:
    """An upper bound on delta at this epsilon of the shuffled collection."""
    local = float(exact(epsilon, "epsilon", above=0, at_most=32))
    clone = (2 / (math.exp(local) + 1) if two_answers else math.exp(-local)) * (1 - _SAFE)
    true = min(1 / (1 + math.exp(-local)) * (1 + _SAFE), 1.0)
    law = binom(devices - 1, clone)
    first, last = int(law.ppf(_LEFT_OUT)), int(law.isf(_LEFT_OUT))
    c = np.arange(max(first - 1, 0), min(last + 1, devices - 1) + 1, dtype=np.float64)
    left_out = 2 * _LEFT_OUT
    grown = math.exp(at)
    # Given c, P(x) : Q(x) = true·x + (1-true)(c+1-x) : (1-true)·x + true·(c+1-x), which grows with x.
    excess = (true - grown * (1 - true)) + (grown * true - (1 - true))
    least = np.ceil((grown * true - (1 - true)) * (c + 1) / excess) if excess > 0 else c + 2
    below, above = binom.sf(least - 2, c, 0.5), binom.sf(least - 1, c, 0.5)
    ours = true * below + (1 - true) * above
    theirs = (1 - true) * below + true * above
    delta = float(law.pmf(c) @ np.maximum(ours - grown * theirs, 0.0))
    return min(delta * (1 + _SAFE) + left_out + _ROUNDING, 1.0)
