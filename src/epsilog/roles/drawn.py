"""What draws a kind: from what was planned to its mechanism, at once and live. No other role meets the noise.

Corner tables: public tables that anybody could write down, which every mechanism draws before it is paid for.

Zeros, the largest and the smallest numbers a source answers with, and both in turn. What is drawn from them is
thrown away, and its randomness with it (docs/proofs/total.md).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from typing import Final, Protocol, TypeVar

import numpy as np
from numpy.typing import NDArray

from epsilog.core.bounded import Bounded, Sensitivity
from epsilog.core.charge import Charge
from epsilog.core.grid import Grid
from epsilog.core.law import FURTHEST
from epsilog.core.mechanism import RandomWords
from epsilog.errors import EpsilogError, PrivacyError, SpecError
from epsilog.roles.entry import Entry
from epsilog.roles.plan import Plan
from epsilog.roles.planned import Planned
from epsilog.roles.tick import Cell

Integers = NDArray[np.int64]


class TableMechanism(Protocol):
    """A fully calibrated mechanism: exact cells in, the whole numbers that a result keeps out."""

    @property
    def charge(self) -> Charge:
        """What it costs."""
        ...

    def grains(self, exact: Bounded, rng: RandomWords, /) -> Integers:
        """Draw once; refuse what it does not cover."""
        ...


class Part(Protocol):
    """One entry of a stream, stepped tick by tick, put away and taken up again. Holds private numbers."""

    def start(self, rng: RandomWords) -> None:
        """Begin: draw what is drawn once. Of most kinds nothing is drawn before the first tick."""
        return None

    def step(self, row: Integers, rng: RandomWords) -> list[Cell]:
        """Publish the next tick: one number for each cell."""
        ...

    def save(self) -> bytes:
        """Where it stands. Private."""
        ...

    def resume(self, raw: bytes) -> None:
        """Stand there again."""
        ...


P = TypeVar("P", bound=Planned, contravariant=True)
M = TypeVar("M", bound=TableMechanism)


class Drawn(Protocol[P, M]):
    """The draw of one kind. `registry.draws` asks it, and compares the price of every mechanism with its plan."""

    def mechanism(self, planned: P) -> M:
        """The mechanism a plan stands for, built from the plan and from nothing else."""
        ...

    def exact(self, planned: P, beside: Sequence[Planned], entry: Entry, answers: Sequence[Bounded]) -> Bounded:
        """The exact numbers it is drawn from, of what the source answered for its entry.

        beside   everything that is planned for the same entry, itself among it
        """
        return answers[planned.part]

    def unpack_choice(self, planned: P, drawn: Integers) -> tuple[Planned, Integers]:
        """The plan that knows what was chosen, and the numbers without it. Post-processing of what was drawn."""
        return planned, drawn

    def live(self, planned: P, mechanism: M, plan: Plan) -> Part:
        """The same, stepped tick by tick; a kind that knows nothing of ticks refuses."""
        raise not_live()

    def trial(self, planned: P, mechanism: M, rng: RandomWords) -> None:
        """Draw from public corner tables (`roles.trial`), before anything is paid: whatever a source may answer."""
        ...


class Priced(Protocol):
    """What says its price."""

    @property
    def charge(self) -> Charge:
        """What it costs."""
        ...


def refuse_another_price(mechanism: Priced, planned: Priced) -> None:
    """The one place where what a mechanism costs is compared with what its plan says."""
    if mechanism.charge != planned.charge:
        raise PrivacyError("a mechanism costs another price than its plan says", where="plan")


def not_live() -> PrivacyError:
    """The refusal of an entry that has no ticks to step through."""
    return PrivacyError("a stream cannot draw this entry", where="plan")


def unread_state() -> PrivacyError:
    """The refusal of a state that belongs to another stream."""
    return PrivacyError("the state of the stream has another number of cells or ticks", where="state")


def cells_of(query: Entry) -> list[tuple[str, ...]]:
    """The keys of one tick's numbers, in order."""
    return [tuple(str(key) for key in keys) for keys in Grid(query.by).keys()]  # noqa: SIM118 - not a dict


def with_ranges(
    name: str, keys: Sequence[tuple[str, ...]], values: NDArray[np.float64], margin: float
) -> list[Cell]:
    """The cells of a tick, all with one margin."""
    ends = values.tolist(), (values - margin).tolist(), (values + margin).tolist()
    return [Cell.plain(name, *one) for one in zip(keys, *ends, strict=True)]


CELLS: Final = 512  # of a table that are tried
COLUMNS: Final = 8  # of a series
STEPS: Final = 24  # of a mechanism that goes on step by step
CORNERS: Final = ((0, 0), (FURTHEST, FURTHEST), (-FURTHEST, -FURTHEST), (FURTHEST, -FURTHEST), (0, FURTHEST))
_HINT: Final = "use a coarser grain, tighter bounds, or another budget"


def corners(size: int) -> Iterator[Integers]:
    """Public tables of so many numbers: zeros, the largest, the smallest, and both in turn."""
    for pair in CORNERS:
        yield np.resize(np.array(pair, dtype=np.int64), size)


def try_table(mechanism: TableMechanism, covers: Sensitivity, grain: Fraction, rng: RandomWords) -> None:
    """One table of all corners, for a mechanism that draws cells apart from each other."""
    values = np.concatenate(list(corners(CELLS // len(CORNERS))))
    mechanism.grains(Bounded(tuple(range(len(values))), values, grain, covers), rng)


def try_choice(
    mechanism: TableMechanism, candidates: int, covers: Sensitivity, grain: Fraction, rng: RandomWords
) -> None:
    """A table for each corner, for a mechanism that chooses among all cells of a table."""
    for values in corners(candidates):
        mechanism.grains(Bounded(tuple(range(len(values))), values, grain, covers), rng)


def try_out(work: Callable[[], object], where: str) -> None:
    """Nothing that goes wrong here is private: the tables are anybody's. What is refused costs nothing."""
    try:
        work()
    except EpsilogError as error:
        inner = f"{where}.{error.where}" if error.where and not error.where.startswith("publish") else where
        raise SpecError(error.what, where=inner, hint=error.hint or _HINT) from None
    except Exception as error:  # whatever it is: it would have been met after the price was spent
        raise SpecError(
            f"a trial of this plan failed ({type(error).__name__}), and so might the release; nothing was spent",
            where=where,
            hint=_HINT,
        ) from None
