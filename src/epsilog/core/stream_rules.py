"""The rules of a stream, declared when it is opened and on its record for ever: when ticks close, and for whom.

A spec says them under `stream`, a command as options, a notebook as `rules`. What is said in one place may be left
out in another; what is said in both must be the same (`Said.completed`).
"""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final, Literal

from epsilog.core.number import exact, whole, written
from epsilog.errors import SpecError
from epsilog.words.suggestion import did_you_mean

Late = Literal["drop", "next"]
Future = Literal["hold", "drop"]
_WAIT: Final = re.compile(r"(0|[1-9][0-9]{0,6})(s|m|h|d)?")
_SECONDS: Final = {"s": 1, "m": 60, "h": 3_600, "d": 86_400}
LONGEST_WAIT: Final = 366 * 86_400
FASTEST: Final = 10**9
FIELDS: Final = ("wait", "late", "future", "clock")
CLOCK: Final = ("from", "speed")
_MOMENT: Final = "2026-01-05T00:00"


@dataclass(frozen=True)
class Replay:
    """A clock for replays: it begins at `start` when the stream is opened and runs `speed` times as fast.

    It is a clock like any other, public and deaf to data; a stream that has one says so wherever it is shown.
    """

    start: dt.datetime
    speed: Fraction

    def __post_init__(self) -> None:
        if not isinstance(self.start, dt.datetime) or self.start.tzinfo is not None:
            raise SpecError("is a wall-clock moment without an offset", where="clock", hint=_MOMENT)
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
            raise SpecError("is no moment", where="clock", hint=_MOMENT) from None
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
        return cls(seconds_of(wait), late, future, clock)  # type: ignore[arg-type]

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


@dataclass(frozen=True)
class Said:
    """What was said of the rules in one place; None where nothing was.

    >>> Said.read({"wait": "15m"}).completed(Said(late="next")).to_dict()
    {'wait': 900, 'late': 'next', 'future': 'hold'}
    """

    wait: int | None = None
    late: Late | None = None
    future: Future | None = None
    clock: Replay | None = None

    def __post_init__(self) -> None:
        rules = Rules(**self._given)
        object.__setattr__(self, "wait", None if self.wait is None else rules.wait)

    @property
    def _given(self) -> dict[str, Any]:
        return {name: getattr(self, name) for name in FIELDS if getattr(self, name) is not None}

    def __bool__(self) -> bool:
        return bool(self._given)

    @classmethod
    def of(cls, rules: Rules) -> Said:
        """All of them."""
        return cls(rules.wait, rules.late, rules.future, rules.clock)

    @classmethod
    def read(cls, fields: object) -> Said:
        """From the words of a spec or a notebook: {"wait": "15m", "clock": {"from": …, "speed": 3600}}."""
        given = _known(fields, FIELDS, "stream")
        if "clock" in given and not isinstance(given["clock"], Replay):
            clock = _known(given["clock"], CLOCK, "clock")
            if "from" not in clock:
                raise SpecError("the field 'from' is missing", where="clock", hint=f"from: {_MOMENT}")
            given["clock"] = Replay.at(clock["from"], clock.get("speed", 1))
        if "wait" in given:
            given["wait"] = seconds_of(given["wait"])
        return cls(**given)

    def completed(self, other: Said | None = None) -> Rules:
        """With what was said elsewhere, and the usual rules for the rest; two places that differ are refused."""
        more = other or Said()
        for name, value in more._given.items():
            if self._given.get(name, value) != value:
                raise SpecError(
                    "is said twice, and not the same: in the spec, and beside it",
                    where=f"stream.{name}",
                    hint="leave it out in one place",
                )
        return Rules(**(more._given | self._given))

    def agrees(self, rules: Rules) -> bool:
        """Whether nothing was said but what these rules are."""
        return all(getattr(rules, name) == value for name, value in self._given.items())

    def to_dict(self) -> dict[str, Any]:
        """What was said, as it is stored."""
        record = Rules(**self._given).to_dict()
        return {name: record[name] for name in FIELDS if name in self._given}

    @classmethod
    def from_dict(cls, record: Mapping[str, Any]) -> Said:
        """Read it back."""
        given = dict(record)
        if "clock" in given:
            given["clock"] = Replay.at(given["clock"]["start"], given["clock"]["speed"])
        return cls(**given)


def seconds_of(wait: object) -> int:
    """A length of time in seconds.

    >>> seconds_of("15m"), seconds_of("2h"), seconds_of(45)
    (900, 7200, 45)
    """
    if not isinstance(wait, str):
        return whole(wait, "wait", at_least=0, at_most=LONGEST_WAIT)
    found = _WAIT.fullmatch(wait)
    if found is None:
        raise SpecError("is no length of time", where="wait", hint="90s, 15m, 2h or 1d")
    return whole(int(found[1]) * _SECONDS[found[2] or "s"], "wait", at_least=0, at_most=LONGEST_WAIT)


def length_of(seconds: int) -> str:
    """The other way round, in the longest unit that fits.

    >>> length_of(900), length_of(0), length_of(86_400), length_of(90)
    ('15m', '0s', '1d', '90s')
    """
    fits = (unit for unit in ("d", "h", "m") if seconds and seconds % _SECONDS[unit] == 0)
    unit = next(fits, "s")
    return f"{seconds // _SECONDS[unit]}{unit}"


def _known(fields: object, allowed: tuple[str, ...], where: str) -> dict[str, Any]:
    if not isinstance(fields, Mapping):
        raise SpecError("expected fields", where=where, hint="wait: 15m, late: drop, future: hold")
    for name in fields:
        if name not in allowed:
            raise SpecError(f"unknown field {str(name)[:60]!r}", where=where, hint=did_you_mean(str(name), allowed))
    return dict(fields)
