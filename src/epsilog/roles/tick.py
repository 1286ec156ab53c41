"""One published number of a live tick. Public."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

MODEL_BASED: Final = "model-based"  # what bands of the first version say of themselves
Freshness = Literal["yes", "no", "none yet"]
_SAID = {True: "yes", False: "no", None: "ended"}
_put_field = object.__setattr__


@dataclass(frozen=True)
class Smoothed:
    """What is made of the published values up to a tick, and its band. Not in values.csv.

    band    what kind of confidence the band has
    """

    value: float
    low: float
    high: float
    band: str = MODEL_BASED


@dataclass(frozen=True)
class Continued:
    """What a series comes to that goes on from the stream before, and its range: of an extension alone."""

    value: float
    low: float
    high: float


@dataclass(frozen=True)
class Cell:
    """One published number: which entry, which keys, and its range; None where there is none to tell.

    fresh        of an entry that repeats its values: whether this one is new; before the first there is no number
    told_ticks   of an entry told in spells: of how many ticks, the fresh one the last of them, it is the mean
    """

    entry: str
    keys: tuple[str, ...]
    value: float | None
    low: float | None = None
    high: float | None = None
    alert: bool | None = None
    smoothed: Smoothed | None = None
    continued: Continued | None = None
    fresh: Freshness | None = None
    told_ticks: int | None = None

    @classmethod
    def plain(cls, entry: str, keys: tuple[str, ...], value: float, low: float, high: float) -> Cell:
        """A number and its range, and nothing else: as the constructor makes it, in half of the time.

        >>> Cell.plain("rows", (), 1.0, 0.0, 2.0) == Cell("rows", (), 1.0, 0.0, 2.0)
        True
        """
        cell = object.__new__(cls)  # a tick may have ten thousand of them
        _put_field(cell, "entry", entry)
        _put_field(cell, "keys", keys)
        _put_field(cell, "value", value)
        _put_field(cell, "low", low)
        _put_field(cell, "high", high)
        return cell

    @property
    def said(self) -> str | None:
        """What an alert says, in the words of a release: yes, no, or ended; None for all other entries."""
        if self.fresh is not None:
            return None
        return _SAID[self.alert] if self.alert is not None or self.value is None else None


@dataclass(frozen=True)
class Tick:
    """One published tick."""

    number: int
    label: str
    cells: tuple[Cell, ...]
