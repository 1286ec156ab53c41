"""The rules of a stream, declared when it is opened and on its record for ever: when ticks close, and for whom."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final, Literal

from epsilog.core.number import exact, whole, written
from epsilog.errors import SpecError

Late = Literal["drop", "next"]
Future = Literal["hold", "drop"]
_WAIT: Final = re.compile(r"(0|[1-9][0-9]{0,6})(s|m|h|d)?")
_SECONDS: Final = {"s": 1, "m": 60, "h": 3_600, "d": 86_400}
LONGEST_WAIT: Final = 366 * 86_400
FASTEST: Final = 10**9


@dataclass(frozen=True)
class Replay:
    """A clock for replays: it begins at `start` when the stream is opened and runs `speed` times as fast.

    It is a clock like any other, public and deaf to data; a stream that has one says so wherever it is shown.
    """

    start: dt.datetime
    speed: Fraction

    def __post_init__(self) -> None:
        if not isinstance(self.start, dt.datetime) or self.start.tzinfo is not None:
            raise SpecError("is a wall-clock moment without an offset", where="clock", hint="2026-01-05T00:00")
        object.__setattr__(self, "speed", exact(self.speed, "speed", above=0, at_most=FASTEST))

    @classmethod
    def at(cls, start: str, speed: object = 1) -> Replay:
        """From text, as a command says it.

        >>> Replay.at("2026-01-05T00:00", 3600)
        Replay(start=datetime.datetime(2026, 1, 5, 0, 0), speed=Fraction(3600, 1))
        """
        try:
            moment = dt.datetime.fromisoformat(start)
        except (TypeError, ValueError):
            raise SpecError("is no moment", where="clock", hint="2026-01-05T00:00") from None
        return cls(moment, exact(speed, "speed"))


@dataclass(frozen=True)
class Rules:
    """How a stream tells time and what it does with rows that come at another.

    wait     seconds after its end at which a tick closes
    late     rows whose tick is closed: `drop` them, or count them in the tick that is open (`next`)
    future   rows whose tick has not begun: `hold` them until it is their turn, or `drop` them
    clock    a replayed one; None is the clock on the wall

    >>> Rules.said(wait="15m", late="next").to_dict()
    {'wait': 900, 'late': 'next', 'future': 'hold'}
    """

    wait: int = 0
    late: Late = "drop"
    future: Future = "hold"
    clock: Replay | None = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "wait", whole(self.wait, "wait", at_least=0, at_most=LONGEST_WAIT))
        if self.late not in ("drop", "next"):
            raise SpecError("late rows are dropped or counted next", where="late", hint="drop or next")
        if self.future not in ("hold", "drop"):
            raise SpecError("rows of the future are held or dropped", where="future", hint="hold or drop")
        if self.clock is not None and not isinstance(self.clock, Replay):
            raise SpecError("is no replayed clock", where="clock", hint='Replay.at("2026-01-05T00:00", 3600)')

    @classmethod
    def said(
        cls, *, wait: str | int = 0, late: str = "drop", future: str = "hold", clock: Replay | None = None
    ) -> Rules:
        """From the words of a command or a notebook."""
        found = _WAIT.fullmatch(wait) if isinstance(wait, str) else None
        if isinstance(wait, str) and found is None:
            raise SpecError("is no length of time", where="wait", hint="90s, 15m, 2h or 1d")
        seconds = int(found[1]) * _SECONDS[found[2] or "s"] if found is not None else wait
        return cls(seconds, late, future, clock)  # type: ignore[arg-type]

    def to_dict(self) -> dict[str, Any]:
        """As it is stored."""
        record: dict[str, Any] = {"wait": self.wait, "late": self.late, "future": self.future}
        if self.clock is not None:
            start = self.clock.start.isoformat()
            record["clock"] = {"start": start, "speed": written(self.clock.speed)}
        return record

    @classmethod
    def from_dict(cls, record: Mapping[str, Any]) -> Rules:
        """Read it back."""
        given = dict(record)
        clock = given.pop("clock", None)
        return cls(**given, clock=None if clock is None else Replay.at(clock["start"], clock["speed"]))
