"""How the used share of each account went over time, added up again from the journal's entries."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from epsilog.accounting.pictures import Course
    from epsilog.ledger.reading import Line

Point = tuple[dt.datetime, float]
_MOST_POINTS: Final = 3999  # of one account: more than a picture has dots across


@dataclass
class _Book:
    """One account while its entries are read; used amounts by block, held ones included."""

    name: str
    cap: tuple[int, int]
    used: dict[str, list[int]] = field(default_factory=dict)
    fullest: float = 0.0
    stops: list[dt.datetime] = field(default_factory=list)
    first: Point | None = None
    peaks: list[Point] = field(default_factory=list)  # the highest of every `each` points, and of those since
    last: Point | None = None
    each: int = 1
    since: int = 0

    def post(self, block: str, main: int, delta: int) -> None:
        """Move what is used of a block; the fullest block is looked for again only where it may have changed."""
        used = self.used.setdefault(block, [0, 0])
        before = self._share(used)
        used[0] += main
        used[1] += delta
        after = self._share(used)
        if after >= self.fullest:
            self.fullest = after
        elif before == self.fullest:
            self.fullest = max(map(self._share, self.used.values()))

    def new_cap(self, cap: tuple[int, int]) -> None:
        self.cap = cap
        self.fullest = max(map(self._share, self.used.values()), default=0.0)

    def turn(self, cap: tuple[int, int], used: dict[str, list[int]]) -> None:
        """Everything in the other currency from now on: the entry says what is booked in it."""
        self.used = used
        self.new_cap(cap)

    def point(self, at: dt.datetime) -> None:
        """Where it stands now. When there are too many points, of each two neighbours the higher stays."""
        self.last = (at, self.fullest)
        self.first = self.first or self.last
        if self.peaks and self.since < self.each:
            self.peaks[-1] = _higher(self.peaks[-1], self.last)
            self.since += 1
        else:
            self.peaks.append(self.last)
            self.since = 1
        if len(self.peaks) > _MOST_POINTS:  # an even number, so that all pairs are full but for the last
            self.peaks = [_higher(*self.peaks[n : n + 2]) for n in range(0, len(self.peaks), 2)]
            self.since += self.each
            self.each *= 2

    def points(self) -> tuple[Point, ...]:
        """The course so far: its two ends as they are, and what was highest in between."""
        found = list(self.peaks)
        if self.first is not None and self.first != found[0]:
            found.insert(0, self.first)
        if self.last is not None and self.last != found[-1]:
            found.append(self.last)
        return tuple(found)

    def _share(self, used: list[int]) -> float:
        return max((part / cap for part, cap in zip(used, self.cap, strict=True) if cap), default=0.0)


class Courses:
    """Every account's tightest share after each entry that moved it. Takes entries one by one and keeps none."""

    def __init__(self) -> None:
        self._books: dict[int, _Book] = {}
        self._names: dict[str, int] = {}

    def take(self, line: Line) -> None:
        """The next entry of the journal."""
        from epsilog.ledger.posting import MOVES

        body, at = line.body, dt.datetime.fromisoformat(line.at)
        moved: set[int] = set()
        if line.kind in ("open", "allocate"):
            self._names[body["account"]] = line.seq
            self._books[line.seq] = _Book(body["account"], _cap(body))
            moved.add(line.seq)
        elif line.kind in ("raise", "move"):
            self._books[self._names[body["account"]]].new_cap(_cap(body))
            moved.add(self._names[body["account"]])
        elif line.kind == "turn":
            moved |= self._turn(body)
        elif line.kind == "stop" and body["account"] is not None:
            self._books[self._names[body["account"]]].stops.append(at)
        for account, block, side, main, delta in body.get("postings", []):
            way = sum(MOVES[side])
            self._books[account].post(block, way * main, way * delta)
            moved.add(account)
        for account in moved:
            self._books[account].point(at)

    def _turn(self, body: dict[str, Any]) -> set[int]:
        used: dict[int, dict[str, list[int]]] = {}
        for account, block, held, held_delta, spent, spent_delta in body["booked"]:
            used.setdefault(account, {})[block] = [held + spent, held_delta + spent_delta]
        caps = {body["account"]: body["cap"], **body["caps"]}
        for name, (main, delta) in caps.items():
            self._books[self._names[name]].turn((main, delta), used.get(self._names[name], {}))
        return {self._names[name] for name in caps}

    def drawn(self, top: str | None = None) -> list[Course]:
        """The courses of all accounts, or of one and all below it."""
        from epsilog.accounting.pictures import Course

        return [
            Course(book.name, book.points(), tuple(book.stops))
            for book in self._books.values()
            if top is None or book.name == top or book.name.startswith(f"{top}/")
        ]


def courses(lines: Iterable[Line], top: str | None = None) -> list[Course]:
    """The same of entries at hand."""
    found = Courses()
    for line in lines:
        found.take(line)
    return found.drawn(top)


def _higher(one: Point, other: Point) -> Point:
    return other if other[1] > one[1] else one


def _cap(body: dict[str, Any]) -> tuple[int, int]:
    main, delta = body["cap"]
    return main, delta
