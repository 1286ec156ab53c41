"""Small feeds ready for a test: visits by region, hour by hour, in a growing file."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from epsilog.core.bounds import Bounds
from epsilog.core.during import During
from epsilog.core.grid import Keys
from epsilog.core.origin import Origin
from epsilog.core.unit import Protect, Unit
from epsilog.registry.asks import Query
from epsilog.roles.spec import Spec, Spend
from epsilog.sources.feed import Feed, Wanted
from epsilog.sources.feed_bounding import Room

KINDS = {"who": "text", "town": "text", "at": "timestamp", "spent": "number"}
TOWNS = ("North", "South")
DAY = During("at", dt.date(2026, 1, 5), dt.date(2026, 1, 5))
START = dt.datetime(2026, 1, 5)
HOURS = 24
SECRET = b"s" * 32
Row = tuple[str, str, str, str]


def asked(**changed: Any) -> Spec:
    words: dict[str, Any] = {
        "release": "visits",
        "edition": "one",
        "source": Origin("visits.csv", KINDS),  # type: ignore[arg-type]
        "protect": Protect(Unit("who")),
        "bound": Bounds(rows=3),
        "publish": (Query("rows", by=(Keys("town", TOWNS),), every="1h", during=DAY),),
        "spend": Spend("clinic", Fraction(1)),
    }
    return Spec(**{**words, **changed})


def feed_of(
    folder: Path,
    *,
    room: Room | None = Room(3, 3, 3),
    spec: Spec | None = None,
    late: Any = "drop",
    future: Any = "hold",
    early: bool = False,
) -> Feed:
    """A feed that reads visits.csv of a folder."""
    wanted = spec or asked()
    entries = [Wanted(query, room) for query in wanted.publish]
    return Feed(
        wanted.source, wanted.protect, entries, secret=SECRET, late=late, future=future, base=folder, early=early
    )


def line(who: str, town: str, hour: float, spent: object = 1) -> str:
    moment = START + dt.timedelta(hours=hour)
    return f"{who},{town},{moment:%Y-%m-%d %H:%M},{spent}"


def write(folder: Path, lines: Iterable[str], name: str = "visits.csv") -> Path:
    path = folder / name
    path.write_text("\n".join(["who,town,at,spent", *lines]) + "\n", encoding="utf-8")
    return path


def append(path: Path, lines: Sequence[str]) -> None:
    with path.open("a", encoding="utf-8") as file:
        file.writelines(f"{one}\n" for one in lines)


def all_ticks(feed: Feed, ticks: int = HOURS) -> NDArray[np.int64]:
    """Every tick of the first series, all read before the first is closed."""
    feed.look(START + dt.timedelta(days=2))
    return np.array([feed.close()[0] for _ in range(ticks)])
