"""Candidates with private utilities, and how far one unit may move the utilities against each other."""

from __future__ import annotations

import math
from collections.abc import Hashable
from dataclasses import dataclass, field
from fractions import Fraction
from typing import NoReturn

import numpy as np
from numpy.typing import NDArray

from epsilog.accounting.rounds import LARGEST_EPSILON, SMALLEST_EPSILON
from epsilog.core.bounded import Sensitivity
from epsilog.core.number import exact, whole
from epsilog.errors import PrivacyError, SensitivityExceeded, SpecError


@dataclass(frozen=True)
class Reach:
    """How far one unit may move two utilities *against each other*, in grains: what every choice is priced by.

    If one unit moves utility i by d_i, the spread is the largest d_i minus the smallest d_j. A choice looks only at
    differences of utilities, so a move that all of them share costs nothing.

    >>> Reach.each(1)                            # every utility moves by at most one, in any direction
    Reach(spread=2)
    >>> Reach.each(1, monotone=True)             # ... and all of them up, or all of them down: votes, counts
    Reach(spread=1)
    """

    spread: int
    # That the spread rests on the promise below. It is no part of what is declared, only of how it was said.
    one_way: bool = field(default=False, kw_only=True, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "spread", whole(self.spread, "spread", at_least=1))

    @classmethod
    def each(cls, step: int, *, monotone: bool = False) -> Reach:
        """Every utility moves by at most `step`.

        `monotone=True` is a promise: adding one unit never lowers any utility, or never raises any. Then all d lie
        in [0, step] or in [-step, 0], and the spread is `step`, not twice that. Counts have it under add/remove;
        under replace, where one unit leaves and another comes, they do not.
        """
        if type(monotone) is not bool:
            raise SpecError("is True or False", where="monotone")
        moved = whole(step, "step", at_least=1, at_most=2**61)
        return cls(moved if monotone else 2 * moved, one_way=monotone)

    @classmethod
    def of(cls, sensitivity: Sensitivity, *, monotone: bool = False) -> Reach:
        """From the norms of a table whose cells are the utilities.

        >>> Reach.of(Sensitivity.of_cells(1)), Reach.of(Sensitivity.of_cells(4)), Reach.of(Sensitivity.of_rows(3))
        (Reach(spread=1), Reach(spread=2), Reach(spread=3))

        Proof. The spread is 0, one entry, or the sum of a rise r and a fall f in two different cells. r + f is at
        most the L1 norm, and at most the root of 2(r² + f²), so of twice the squared L2 norm; both hold for one
        entry too. It is an integer, so the integer root bounds it. If all move the same way it is one entry, at
        most the L2 norm.
        """
        if type(monotone) is not bool:
            raise SpecError("is True or False", where="monotone")
        squared = sensitivity.l2_squared
        spread = math.isqrt(squared) if monotone else min(sensitivity.l1, math.isqrt(2 * squared))
        return cls(spread, one_way=monotone)

    def covers(self, other: Reach) -> bool:
        """Whether a choice made for this is private enough for the other."""
        return self.spread >= other.spread


@dataclass(frozen=True, repr=False, eq=False)
class Scored:
    """Public labels, each with a private whole-number utility. Shows no utility and is never pickled.

    >>> Scored(("knn", "tree"), np.array([812, 840]), Reach.each(1))
    Scored(2 candidates with private utilities, Reach(spread=2))

    The labels, their number and their order are public: they must not come from the data.
    """

    labels: tuple[Hashable, ...]
    utilities: NDArray[np.int64]
    reach: Reach

    def __post_init__(self) -> None:
        if not isinstance(self.reach, Reach):
            raise SpecError("private utilities carry a Reach", where="reach", hint="Reach.each(1)")
        if isinstance(self.labels, str | bytes):
            raise SpecError("labels are a list of names, not one text", where="labels")
        labels = tuple(self.labels)
        if not labels:
            raise SpecError("there is nothing to choose from", where="labels", hint="give at least one candidate")
        try:
            repeated = len(set(labels)) != len(labels)
        except TypeError:
            raise SpecError("labels are plain values such as text or numbers", where="labels") from None
        if repeated:
            raise SpecError("two candidates have the same label", where="labels")
        values = self.utilities
        if not isinstance(values, np.ndarray) or values.dtype != np.int64 or values.shape != (len(labels),):
            raise SpecError(
                "private utilities are one int64 per label", where="utilities", hint="round them on a grain first"
            )
        kept = values.copy()
        kept.flags.writeable = False
        object.__setattr__(self, "labels", labels)
        object.__setattr__(self, "utilities", kept)

    def __len__(self) -> int:
        return len(self.labels)

    def __repr__(self) -> str:
        return f"Scored({len(self)} candidates with private utilities, {self.reach})"

    def __reduce__(self) -> NoReturn:
        raise PrivacyError("private utilities are not pickled", hint="choose, or keep them in memory")


def moved_apart(before: Scored, after: Scored) -> int:
    """The spread between two neighbours' utilities, which no declared `Reach` may be below. Private: for tests.

    >>> votes = Scored(("a", "b"), np.array([3, 5]), Reach.each(1, monotone=True))
    >>> moved_apart(votes, Scored(("a", "b"), np.array([3, 6]), votes.reach))
    1
    """
    if before.labels != after.labels:
        raise SpecError("neighbours have the same labels: labels are public", where="labels")
    steps = after.utilities.astype(object) - before.utilities.astype(object)
    return int(steps.max() - steps.min())


def refuse_unless_within(covers: Reach, scored: Scored) -> None:
    """Refuse candidates that may move further than the choice is made for. Looks at declarations only."""
    if not covers.covers(scored.reach):
        raise SensitivityExceeded(
            f"one unit may move these utilities by {scored.reach}, the choice covers {covers}",
            hint="bound the utilities more tightly, or calibrate for more",
        )


@dataclass(frozen=True)
class Chosen:
    """The label that was drawn. Public. `reproducible` is true when a seed of the tests drew it."""

    label: Hashable
    reproducible: bool


def read_epsilon(value: object) -> Fraction:
    """An epsilon that a choice can be made with."""
    return exact(value, "epsilon", at_least=SMALLEST_EPSILON, at_most=LARGEST_EPSILON)


class Choice:
    """What every choice among scored candidates is made of: an epsilon, and the spread that it covers."""

    epsilon: Fraction
    covers: Reach

    def __post_init__(self) -> None:
        object.__setattr__(self, "epsilon", read_epsilon(self.epsilon))
        if not isinstance(self.covers, Reach):
            raise SpecError("a choice covers a Reach", where="covers", hint="Reach.each(1)")

    @property
    def rate(self) -> Fraction:
        """What a utility is multiplied by in the exponent."""
        return self.epsilon / self.covers.spread
