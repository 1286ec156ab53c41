"""What a series says at every tick: the tick itself, a running total, a window, a fading sum, or an alert.

`as` in a spec file, `shape` in the library; it goes with `every`. All of them are made of the same bounded table of
cells and ticks, so who is protected, and by which bounds, is said once.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Final

from epsilog.core.clock import PERIODS, Period
from epsilog.core.grid import Ticks
from epsilog.core.number import exact, spell_number, whole
from epsilog.core.series_method import Method, Radius, Repeated, Spelled, StrategyWord, method_from, strategy_from
from epsilog.core.unknown import Unknown
from epsilog.errors import SpecError

if TYPE_CHECKING:
    from epsilog.roles.entry import Entry

SLOWEST: Final = Fraction(9999, 10000)  # the slowest decay
WIDEST: Final = 2048  # ticks of a window
LONGEST: Final = 2**20  # ticks of a series
_LENGTH: Final = re.compile(r"([1-9][0-9]{0,6})(h|d|w|mo|q|y)")
# How many of the first make one of the second, where that is the same number always.
_MAKE: Final = {"1h": {"1d": 24, "1w": 168}, "1d": {"1w": 7}, "1mo": {"1q": 3, "1y": 12}, "1q": {"1y": 4}}
_HINT: Final = (
    "per-step, {per-step: {cosine: 20}}, running, {running: tree}, {window: 24h}, {decay: 0.99} or "
    "{alert: {above: 120, at_most: 5}}"
)


@dataclass(frozen=True)
class PerStep:
    """Every tick: by itself and beside it a smoothed value, or made with the others by a method that is named.

    >>> PerStep().to_dict(), PerStep({"cosine": 20}).to_dict()
    ('per-step', {'per-step': {'cosine': 20}})
    """

    method: Method | None = None

    def __post_init__(self) -> None:
        if isinstance(self.method, str | Mapping):
            object.__setattr__(self, "method", method_from(self.method))
        elif self.method is not None and not isinstance(self.method, Method):
            raise SpecError("is no method", where="as.per-step", hint="{cosine: 20}")

    def to_dict(self) -> str | dict[str, Any]:
        """As it is stored."""
        return "per-step" if self.method is None else {"per-step": self.method.to_dict()}


@dataclass(frozen=True)
class Running:
    """Everything since the first tick, by the strategy that errs least or by the one that is named.

    >>> Running().to_dict(), Running("tree").to_dict()
    ('running', {'running': 'tree'})
    """

    strategy: StrategyWord | None = None

    def __post_init__(self) -> None:
        if self.strategy is not None:
            object.__setattr__(self, "strategy", strategy_from(self.strategy))

    def to_dict(self) -> str | dict[str, Any]:
        """As it is stored."""
        return "running" if self.strategy is None else {"running": self.strategy}


@dataclass(frozen=True)
class Window:
    """The last ticks together: a number of them, or a length of time.

    >>> Window("24h").ticks("1h"), Window("2w").ticks("1d"), Window(7).ticks("1mo")
    (24, 14, 7)
    """

    length: str | int

    def __post_init__(self) -> None:
        if isinstance(self.length, str) and not isinstance(self.length, bool):
            if not _LENGTH.fullmatch(self.length):
                raise SpecError(
                    "is not a length of time", where="as.window", hint="24h, 7d, 4w, 12mo; or ticks: 24"
                )
            return
        object.__setattr__(self, "length", whole(self.length, "as.window", at_least=1, at_most=WIDEST))

    def ticks(self, every: Period) -> int:
        """How many ticks it is."""
        if isinstance(self.length, int):
            return self.length
        found = _LENGTH.fullmatch(self.length)
        assert found is not None
        count, block = int(found[1]), f"1{found[2]}"
        each = 1 if block == every else _MAKE.get(every, {}).get(block)
        if each is None:
            raise SpecError(
                f"{self.length} is not always the same number of ticks of {every}",
                where="as.window",
                hint="a number of ticks: window: 30",
            )
        return whole(count * each, "as.window", at_least=1, at_most=WIDEST)

    def to_dict(self) -> dict[str, Any]:
        """As it is stored."""
        return {"window": self.length}


@dataclass(frozen=True)
class Decay:
    """A sum in which every tick keeps `keep` of the one before it."""

    keep: Fraction

    def __post_init__(self) -> None:
        object.__setattr__(self, "keep", exact(self.keep, "as.decay", above=0, at_most=SLOWEST))

    def to_dict(self) -> dict[str, Any]:
        """As it is stored."""
        return {"decay": spell_number(self.keep)}


@dataclass(frozen=True)
class Alert:
    """At which ticks a number is above a line; no more than so many times, and then silence.

    >>> Alert(120, 5).to_dict()
    {'alert': {'above': '120', 'at_most': 5}}
    """

    above: Fraction
    at_most: int

    def __post_init__(self) -> None:
        object.__setattr__(self, "above", exact(self.above, "as.alert.above"))
        object.__setattr__(self, "at_most", whole(self.at_most, "as.alert.at_most", at_least=1, at_most=10_000))

    def to_dict(self) -> dict[str, Any]:
        """As it is stored."""
        return {"alert": {"above": spell_number(self.above), "at_most": self.at_most}}


As = PerStep | Running | Window | Decay | Alert


def shape_from(record: object) -> As:
    """Read a stored one back.

    >>> shape_from("running"), shape_from({"window": "24h"})
    (Running(strategy=None), Window(length='24h'))
    """
    match record:
        case "per-step":
            return PerStep()
        case "running":
            return Running()
        case {"per-step": method, **rest} if not rest:
            return PerStep(method_from(method))
        case {"running": strategy, **rest} if not rest:
            return Running(strategy_from(strategy))
        case {"window": length, **rest} if not rest:
            return Window(length)
        case {"decay": keep, **rest} if not rest:
            return Decay(keep)
        case {"alert": {"above": above, "at_most": count, **more}, **rest} if not rest and not more:
            return Alert(above, count)
    raise SpecError("is not what a series can say", where="as", hint=_HINT)


def read_shape(given: object) -> As | None:
    """A shape, the word for one, or nothing."""
    if given is None or isinstance(given, PerStep | Running | Window | Decay | Alert):
        return given
    return shape_from(given if isinstance(given, str | Mapping) else None)


def is_series(query: Entry) -> bool:
    """Whether its ticks are made together: a running total, a window, a fading sum, alerts, or by a method."""
    return query.shape is not None and query.shape != PerStep()


def shape_name(shape: As | None) -> str:
    """A word for it, as the end of a name.

    >>> shape_name(Window("24h")), shape_name(Decay("0.99")), shape_name(Running())
    ('window-24h', 'decay-0.99', 'running')
    """
    if isinstance(shape, Window):
        return f"window-{shape.length}"
    if isinstance(shape, Decay):
        return f"decay-{float(shape.keep):.12g}"
    if isinstance(shape, Alert):
        return f"above-{float(shape.above):.12g}"
    if isinstance(shape, PerStep) and shape.method is not None:
        return shape.method.name
    if isinstance(shape, Running):
        return "running" if shape.strategy is None else f"running-{shape.strategy}"
    return ""


def check_ticks(query: Entry) -> None:
    """Refuse a method that does not fit the number of ticks, once that is known."""
    if (method := method_of(query)) is not None:
        method.fits(ticks_of(query))


def is_live(shape: As | None) -> bool:
    """Whether ticks can be told as they come: some methods need the whole series."""
    if isinstance(shape, Running):
        return shape.strategy != "dense"
    return not isinstance(shape, PerStep) or shape.method is None or shape.method.live


def method_of(query: Entry) -> Method | None:
    """How a per-step series is made, where its entry says so."""
    return query.shape.method if isinstance(query.shape, PerStep) else None


def radius_of(query: Entry) -> Radius | None:
    """Whether a per-step series has one radius, where its entry says so."""
    method = method_of(query)
    return method if isinstance(method, Radius) else None


def is_tick_by_tick(query: Entry) -> bool:
    """Whether every tick has a number of its own, with noise that ticks do not share but for how wide it is."""
    return isinstance(query.shape, PerStep) and query.shape.method in (None, Radius())


def about_of(query: Entry) -> str:
    """What the ranges of its table are about: the word of its column `about`."""
    method = method_of(query)
    return query.about if method is None else method.about


def ticks_of(query: Entry) -> int:
    """How many ticks a series has."""
    return next(axis.size for axis in query.grid().axes if isinstance(axis, Ticks))


def check_shape(query: Entry) -> None:
    """Refuse what a series cannot be made of."""
    if query.shape is None:
        return
    if query.every is None:
        raise SpecError("a series has ticks", where="as", hint="every: one of " + ", ".join(PERIODS))
    if query.kind not in ("rows", "persons", "sum"):
        raise SpecError(
            "a series is made of rows, persons or a sum",
            where="as",
            hint="publish the sum and the number of rows as two series"
            if query.kind == "mean"
            else "leave `as` out",
        )
    if query.levels:
        raise SpecError("a series has no hierarchy", where="as", hint="list the keys in `by`")
    if not is_series(query):
        return
    if any(isinstance(axis, Unknown) for axis in query.by):
        raise SpecError("a series over several ticks needs declared keys", where="as", hint="list the keys in `by`")
    if isinstance(query.shape, PerStep) and query.error is not None:
        raise SpecError(
            "an error is met by noise, and what a method leaves out is none: no choice could keep it",
            where="error",
            hint="say an epsilon instead, or as: per-step",
        )
    if isinstance(query.shape, Window):
        query.shape.ticks(query.every)
    if isinstance(query.shape, Alert):
        if query.by:
            raise SpecError(
                "an alert watches one number", where="as.alert", hint="one entry for each key, or as: {window: …}"
            )
        if query.error is not None:
            raise SpecError("an alert has no error of its own", where="error", hint="leave it out, say an epsilon")
        if query.mechanism == "gaussian":
            raise SpecError("alerts have Laplace noise", where="mechanism", hint="leave it out")


def repeated_of(query: Entry) -> Repeated | Spelled | None:
    """How an entry repeats its values, if it does."""
    method = query.shape.method if isinstance(query.shape, PerStep) else None
    return method if isinstance(method, Repeated | Spelled) else None


def repeats_values(query: Entry) -> bool:
    """Whether a tick may say the last value again: of a method that does, or of groups that end now and then."""
    method = radius_of(query)
    return repeated_of(query) is not None or (method is not None and not method.is_single)
