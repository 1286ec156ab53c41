"""The questions of a first spec, in plain words, and what the answers come to: used by `init` and `new`."""

from __future__ import annotations

import datetime as dt
import math
import re
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING, Final

from epsilog.cli.interview import Interview, only
from epsilog.errors import SpecError
from epsilog.words import percent, plain, plus_or_minus
from epsilog.words.advice import did_you_mean

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from epsilog.cli.screen import Screen
    from epsilog.publish.draft import FileSample
    from epsilog.publish.first_spec import FirstSpec

_PROPOSED: Final = 3  # times the average: docs/choosing-bounds.md
_MOST_KEYS: Final = 2
_MOST_AMOUNTS: Final = 2
_MUCH: Final = 0.1


def ask_first_spec(asking: Interview, seen: FileSample, file: str, release: str) -> FirstSpec:
    """Ask everything a first spec needs; writes nothing, reads no row, spends nothing."""
    from epsilog.core.number import exact
    from epsilog.core.unit import Protect, Unit
    from epsilog.ledger.name import account_name
    from epsilog.publish.first_spec import PERIODS, FirstSpec

    screen, by_role = asking.screen, {column.name: column.role for column in seen.columns}

    def guessed(*roles: str) -> list[str]:
        return [name for name, role in by_role.items() if role in roles]

    def first(names: Sequence[str]) -> str | None:
        return names[0] if names else None

    def number(words: list[str]) -> Fraction:
        return exact(only(words), "", above=0, at_most=10**12)

    people, times = guessed("person", "once"), guessed("time")
    person = asking.ask("person", _one_of(list(by_role)), proposal=first(people), columns=", ".join(by_role))
    if by_role[person] != "person":
        screen.line(screen.say("front.draft.once", column=person), "bold yellow")
    period = asking.ask("period", _one_of(["always", *PERIODS]), usual="always", periods=" ".join(PERIODS))
    time = asking.ask("time", _one_of([*times, "none"]), usual=first(times)) if times else "none"
    way, zone = None, "UTC"
    begin: dt.date | None = None
    end: dt.date | None = None
    if time != "none":
        ways = next(column.ways for column in seen.columns if column.name == time)
        way = ways[0] if ways else None
        if len(ways) > 1:
            way = asking.ask("format", _one_of(list(ways)), one=ways[0], other=ways[1])
        zone = asking.ask("zone", lambda words: Protect(Unit(person), only(words)).zone, usual="UTC")
        begin = day = asking.ask("from", _day)
        end = asking.ask("to", lambda words: _not_before(_day(words), day))
    within = _within(screen, period)
    rows = asking.ask("rows", number)
    average = asking.ask("average", number, within=within)
    proposed = math.ceil(_PROPOSED * average)
    said = asking.ask("bound", _read_bound, usual=str(proposed), within=within, proposed=proposed)
    known = [name for name in by_role if name not in (person, time)]
    offered = asking.columns("keys", guessed("key")[:_MOST_KEYS], known)
    keys = {name: asking.ask("keys", _distinct, of=name, usual="") for name in offered}
    # What a bound does to a mean depends on its values, so none can be found for it.
    amounts = guessed("amount")
    offered = asking.columns("between", amounts[:_MOST_AMOUNTS], amounts) if said is not None else []
    ends = {name: asking.ask("between", _ends, of=name, usual="") for name in offered}
    epsilon = asking.ask("epsilon", number, proposal="1")
    account = asking.ask("account", lambda words: account_name(only(words)), usual=_as_account(release))
    edition = asking.ask("edition", _edition, usual=str(end.year) if end is not None else "1")
    found = FirstSpec(
        seen=seen, file=file, release=release, edition=edition, person=person, way=way, zone=zone,
        period=None if period == "always" else period, time=None if time == "none" else time,
        first=begin, last=end, rows=rows, average=average, bound=said, epsilon=epsilon, account=account,
        keys={name: listed for name, listed in keys.items() if listed},
        ends={name: pair for name, pair in ends.items() if pair is not None},
    )  # fmt: skip
    if found.time is not None:
        useful = found.useful_period()
        every = asking.ask(
            "every",
            _one_of([*PERIODS, "none"]),
            usual=useful or "none",
            periods=" ".join(PERIODS),
            why=screen.say("ask.every.useful" if useful else "ask.every.none"),
        )
        found = replace(found, every=None if every == "none" else every)
    return found


def show_first_spec(screen: Screen, found: FirstSpec, *, quiet: bool = False) -> dict[str, float]:
    """What the answers come to: what the bound means, and each error beside what is expected; spends nothing."""
    from epsilog.plan.planner import margin

    made = found.planned()
    if quiet:
        return {query.name: margin(made, at) for at, query in enumerate(made.spec.publish)}
    screen.heading(screen.say("ask.result"))
    within = (
        screen.say("ask.within.period", period=found.period) if found.period else screen.say("ask.within.always")
    )
    lines = [screen.say("ask.means.look")]
    if found.bound is not None:
        said = {"bound": found.bound, "more": math.ceil(1.5 * found.bound) + 1, "within": within}
        lines = [screen.say("ask.means.bound", **said)]
        lines += [] if found.in_a_cell is None else [screen.say("ask.means.cell", cell=found.in_a_cell)]
    expected, off = found.expected(made), margin(made, 0)
    count, *means = made.spec.publish
    sure = percent(float(made.spec.confidence), screen.lang, digits=4)
    beside = {"expected": plain(expected, 3), "share": percent(off / expected, screen.lang, "up")}
    lines.append(screen.say("ask.error.count", entry=count.name, error=plus_or_minus(off), sure=sure, **beside))
    errors = {query.name: margin(made, at) for at, query in enumerate(means, 1)}
    lines += [
        screen.say("ask.error.mean", entry=name, error=plus_or_minus(error)) for name, error in errors.items()
    ]
    screen.sentences(lines)
    if off > _MUCH * expected:
        screen.line(screen.say("ask.error.much"), "bold yellow")
    return {count.name: off, **errors}


def _within(screen: Screen, period: str) -> str:
    return screen.say("ask.within.always") if period == "always" else screen.say("ask.within.period", period=period)


def _one_of(options: Sequence[str]) -> Callable[[list[str]], str]:
    def read(words: list[str]) -> str:
        if (said := only(words)) not in options:
            raise SpecError(f"unknown value {said[:60]!r}", hint=did_you_mean(said, options))
        return said

    return read


def _day(words: list[str]) -> dt.date:
    said = only(words)
    try:
        if re.fullmatch(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", said):
            return dt.date.fromisoformat(said)
    except ValueError:
        pass
    raise SpecError(f"{said[:40]!r} is not a day", hint="write it as 2026-01-31")


def _not_before(last: dt.date, first: dt.date) -> dt.date:
    if last < first:
        raise SpecError("the last day is before the first", hint="both days are included")
    return last


def _read_bound(words: list[str]) -> int | None:
    from epsilog.core.number import whole

    said = only(words)
    return None if said == "look" else whole(said, "", at_least=1, at_most=10**6)


def _distinct(words: list[str]) -> list[str]:
    if len(set(words)) < len(words):
        raise SpecError("a key is there twice", hint="each key once")
    return words


def _ends(words: list[str]) -> tuple[Fraction, Fraction] | None:
    from epsilog.core.number import exact

    if not words:
        return None
    if len(words) != 2:
        raise SpecError("two numbers are needed: the lowest and the highest", hint="such as 80, 220")
    low, high = (exact(one, "") for one in words)
    if low >= high:
        raise SpecError("the lower end must be below the upper end", hint="between: [low, high]")
    return low, high


def _edition(words: list[str]) -> str:
    said = only(words)
    if len(said) > 80:
        raise SpecError("say a name of 1 to 80 characters", hint="a short name, such as 2026-W46")
    return said


def _as_account(release: str) -> str:
    """An account's name made from a release's: letters and digits, at most sixty."""
    return re.sub(r"[^A-Za-z0-9_-]+", "-", release).strip("-_")[:60] or "first"
