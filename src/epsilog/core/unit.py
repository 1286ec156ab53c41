"""Who is protected. Always said, never a silent default."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable
from dataclasses import dataclass
from typing import Final, Literal

from epsilog.core.clock import zone_named
from epsilog.core.number import whole
from epsilog.errors import SpecError

Neighbours = Literal["add-remove", "replace"]
LONGEST: Final = 2**16  # ticks of a window that a request may protect
_PERIODS: Final = ("1h", "1d", "1w", "1mo", "1q", "1y")


@dataclass(frozen=True)
class Unit:
    """What may appear or vanish between two neighbouring data sets.

    ``each="row"`` protects one event by itself; a column name protects everything of one person;
    ``per="1mo"`` protects a person within one month; ``per="1h", window=24`` protects whatever a person does, or
    does not do, within any 24 hours of the wall clock that follow each other.
    ``neighbours="replace"`` is for releases whose total is public.

    >>> Unit(each="patient_id", per="1mo")
    Unit(each='patient_id', per='1mo', window=None, neighbours='add-remove')
    >>> Unit("row").distance(["a", "b"], ["a"])
    1
    """

    each: str
    per: str | None = None
    window: int | None = None
    neighbours: Neighbours = "add-remove"

    def __post_init__(self) -> None:
        if not isinstance(self.each, str) or not self.each.strip():
            raise SpecError(
                "say who is protected",
                where="protect.each",
                hint='"row" for one event, or the column that names a person',
            )
        if self.neighbours not in ("add-remove", "replace"):
            raise SpecError(
                f"unknown relation {self.neighbours!r}",
                where="protect.neighbours",
                hint='"add-remove", or "replace" where the total is public',
            )
        if self.per is not None and self.per not in _PERIODS:
            raise SpecError(
                f"unknown period {self.per!r}", where="protect.per", hint="one of " + ", ".join(_PERIODS)
            )
        if self.per is not None and self.each == "row":
            raise SpecError(
                "a row has no period: `per` needs a person",
                where="protect.per",
                hint="name the person's column in `each`, or drop `per`",
            )
        if self.window is not None:
            object.__setattr__(self, "window", whole(self.window, "protect.window", at_least=1))

    @property
    def block(self) -> str | None:
        """The period all of a unit lies in: the blocks an account may keep apart. None where a unit has several.

        >>> Unit("id", per="1d").block, Unit("id", per="1d", window=7).block, Unit("id").block
        ('1d', None, None)
        """
        return self.per if self.window is None else None

    @property
    def steps(self) -> int:
        """How many periods that follow each other one unit may be in."""
        return 1 if self.window is None else self.window

    def distance(self, before: Iterable[Hashable], after: Iterable[Hashable]) -> int:
        """How many units apart two data sets are, each given as the units' contributions; neighbours are at 1.

        Under add-remove every unit that differs counts once for leaving and once for coming; under replace a
        swap counts once, and data sets of different size are not comparable.
        """
        left, right = Counter(before), Counter(after)
        gone, come = (left - right).total(), (right - left).total()
        if self.neighbours == "add-remove":
            return gone + come
        if gone != come:
            raise SpecError("under replace neighbours both data sets have the same number of units")
        return gone


def check_window(unit: Unit) -> None:
    """Refuse a window nobody has proved anything about: an account and a request say its tick, and a person.

    >>> check_window(Unit("id", per="1h", window=24))
    >>> check_window(Unit("id", window=24))
    Traceback (most recent call last):
        ...
    epsilog.errors.SpecError: protect.window: say how long a tick of the window is (hint: per: 1h, window: 24)
    """
    if unit.window is None:
        return
    if unit.each == "row":
        raise SpecError(
            "a row is one event and is in one tick: a window around it adds nothing",
            where="protect.window",
            hint="leave `window` out, or name the person's column in `each`",
        )
    if unit.per is None:
        raise SpecError(
            "say how long a tick of the window is", where="protect.window", hint=f"per: 1h, window: {unit.window}"
        )
    if unit.neighbours != "add-remove":
        raise SpecError(
            "within a window somebody comes or goes, tick by tick: replaced windows are not proved",
            where="protect.neighbours",
            hint="neighbours: add-remove",
        )
    whole(unit.window, "protect.window", at_least=1, at_most=LONGEST)


# Who is protected, and by which clock.


@dataclass(frozen=True)
class Protect:
    """Who is protected, in which time zone; must repeat what the account says.

    >>> Protect(Unit("patient_id", per="1mo"), "Asia/Shanghai").zone
    'Asia/Shanghai'
    """

    unit: Unit
    zone: str = "UTC"

    def __post_init__(self) -> None:
        check_window(self.unit)
        zone_named(self.zone)
