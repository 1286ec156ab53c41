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
from typing import TYPE_CHECKING, Any, Final, Literal

from epsilog.core.measure import Persons
from epsilog.core.number import exact, spell_number, whole
from epsilog.core.series_method import Fast
from epsilog.core.unknown import Unknown
from epsilog.errors import SpecError
from epsilog.roles.shape import As, Decay, PerStep, Window, is_live
from epsilog.words.advice import did_you_mean

if TYPE_CHECKING:
    from epsilog.roles.spec import Spec


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
            record["clock"] = {"start": start, "speed": spell_number(self.clock.speed)}
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
        given = _refuse_unknown(fields, FIELDS, "stream")
        if "clock" in given and not isinstance(given["clock"], Replay):
            clock = _refuse_unknown(given["clock"], CLOCK, "clock")
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
                    "is given twice, and not the same: in the spec, and beside it",
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


def _refuse_unknown(fields: object, allowed: tuple[str, ...], where: str) -> dict[str, Any]:
    if not isinstance(fields, Mapping):
        raise SpecError("expected fields", where=where, hint="wait: 15m, late: drop, future: hold")
    for name in fields:
        if name not in allowed:
            raise SpecError(f"unknown field {str(name)[:60]!r}", where=where, hint=did_you_mean(str(name), allowed))
    return dict(fields)


# What a live series can be: refused by its request alone, before an account or a row is looked at.


KINDS: Final = ("rows", "persons", "sum")
_WHOLE: Final = "this method is for releases: it needs the whole series"
_FAST: Final = (
    "FAST is for releases: it divides its samples over a fixed length, and does not store how often it samples"
)


def check_live(spec: Spec, late: Late) -> None:
    """Refuse what a live series cannot be."""
    unit = spec.protect.unit
    if spec.source.join:
        raise SpecError("a stream has no lookups", where="source.join", hint="write the columns into the rows")
    if spec.source.file is None:
        raise SpecError("a stream reads a file or a folder", where="source", hint="source: {file: visits.csv}")
    if spec.bound.norm is not None or spec.bound.choose is not None:
        raise SpecError(
            "a stream keeps rows and cells in the order they come: a norm looks at all of them at once",
            where="bound",
            hint="bound: {rows: 4, cells: 4}",
        )
    if spec.cuts() or spec.tests:
        raise SpecError(
            "a stream has no stage before its first tick, and reads nothing off its tables",
            where="publish",
            hint="say the ends in `between`; tests belong into a release",
        )
    if unit.per is not None and late == "next":
        raise SpecError(
            "persons are protected within a period, and a late row would count in another one",
            where="stream.late",
            hint="late: drop",
        )
    if any(query.during is not None and query.during.is_endless for query in spec.publish):
        _check_endless(spec)
    first = spec.publish[0]
    for at, query in enumerate(spec.publish):
        where = f"publish[{at}]"
        if query.every is None or query.during is None:
            hint = "every: 1h, as: running"
            raise SpecError("a stream publishes tick by tick", where=f"{where}, every", hint=hint)
        if query.every != first.every or query.during != first.during:
            raise SpecError(
                "all entries of a stream have the same ticks",
                where=f"{where}, every",
                hint="one stream for each step of time",
            )
        if query.kind not in KINDS or query.levels or any(isinstance(axis, Unknown) for axis in query.by):
            raise SpecError(
                "a stream counts rows or persons, or adds up a column, over declared keys",
                where=where,
                hint="publish a mean as its sum and its rows",
            )
        if not is_live(query.shape):
            raise SpecError(
                _why(query.shape),
                where=f"{where}, as",
                hint="as: per-step, or publish it as a release",
            )
        if unit.window is not None and spec.crosses_blocks(query):
            raise SpecError(
                f"a tick may hold several {unit.per} of one person, and a window would share it",
                where=f"{where}, every",
                hint=f"ticks that lie within the period: every: {unit.per}",
            )
        if any(isinstance(one, Persons) for one in query.in_cells()) and spec.crosses_blocks(query):
            raise SpecError(
                f"a tick may hold several {unit.per} of one person, who would count once for both",
                where=f"{where}, every",
                hint="ticks that lie within the period, or count rows",
            )


def _why(shape: As | None) -> str:
    """Why a method has no live form."""
    return _FAST if isinstance(shape, PerStep) and isinstance(shape.method, Fast) else _WHOLE


def _check_endless(spec: Spec) -> None:
    """Without an end: entries whose noise and price no horizon changes, and units that are retired for good."""
    if spec.protect.unit.per is not None or spec.protect.unit.window is not None:
        raise SpecError(
            "persons are protected within a period, and every period is paid for: say the last day",
            where="during.to",
            hint="to: 2026-12-31, or an account that protects persons for life",
        )
    for at, query in enumerate(spec.publish):
        if query.shape not in (None, PerStep()) and not isinstance(query.shape, Window | Decay):
            raise SpecError(
                "this series needs an end: how exact it is depends on how long it is",
                where=f"publish[{at}], as",
                hint="as: {window: …}, {decay: …} or per-step; or say the last day",
            )
