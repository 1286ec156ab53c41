"""How the used share of each account went over time, added up again from the journal's entries."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from epsilog.accounting.pictures import Course
    from epsilog.ledger.reading import Line


@dataclass
class _Book:
    """One account while its entries are read; used amounts by block, held ones included."""

    name: str
    cap: tuple[int, int]
    used: dict[str, list[int]] = field(default_factory=dict)
    points: list[tuple[dt.datetime, float]] = field(default_factory=list)
    stops: list[dt.datetime] = field(default_factory=list)

    def share(self) -> float:
        shares = [0.0]
        for main, delta in self.used.values():
            shares += [part / cap for part, cap in ((main, self.cap[0]), (delta, self.cap[1])) if cap]
        return max(shares)


def courses(lines: Iterable[Line], top: str | None = None) -> list[Course]:
    """Every account (or one and all below it): its tightest share after each entry that moved it."""
    from epsilog.accounting.pictures import Course
    from epsilog.ledger.posting import MOVES

    books: dict[int, _Book] = {}
    names: dict[str, int] = {}
    for line in lines:
        body, at = line.body, dt.datetime.fromisoformat(line.at)
        moved: set[int] = set()
        if line.kind in ("open", "allocate"):
            names[body["account"]] = line.seq
            books[line.seq] = _Book(body["account"], _cap(body))
            moved.add(line.seq)
        elif line.kind in ("raise", "move"):
            books[names[body["account"]]].cap = _cap(body)
            moved.add(names[body["account"]])
        elif line.kind == "stop" and body["account"] is not None:
            books[names[body["account"]]].stops.append(at)
        for account, block, side, main, delta in body.get("postings", []):
            held, spent = MOVES[side]
            used = books[account].used.setdefault(block, [0, 0])
            used[0] += (held + spent) * main
            used[1] += (held + spent) * delta
            moved.add(account)
        for account in moved:
            books[account].points.append((at, books[account].share()))
    return [
        Course(book.name, tuple(book.points), tuple(book.stops))
        for book in books.values()
        if top is None or book.name == top or book.name.startswith(f"{top}/")
    ]


def _cap(body: dict[str, Any]) -> tuple[int, int]:
    main, delta = body["cap"]
    return main, delta
