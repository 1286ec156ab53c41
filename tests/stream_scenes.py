"""Small streams ready for a test: a day of visits hour by hour, an account that can pay, a clock past it."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from contextlib import AbstractContextManager
from fractions import Fraction
from pathlib import Path
from typing import Any

from epsilog.accounting.allowance import Allowance
from epsilog.core.bounds import Bounds
from epsilog.core.during import During
from epsilog.core.mechanism import RandomWords
from epsilog.core.origin import Origin
from epsilog.core.unit import Protect, Unit
from epsilog.ledger import Ledger, Terms
from epsilog.live.look import Place
from epsilog.live.stream import Stream, open_stream
from epsilog.pay.stream_request import StreamRequest
from epsilog.registry.asks import Query
from epsilog.roles.spec import Spec, Spend
from epsilog.roles.stream_rules import Rules
from epsilog.testing import seeded
from feed_scenes import KINDS, START, TOWNS, line, write
from ledger_processes import Send

PATIENT = Unit("who")
DAYS = During("at", dt.date(2026, 1, 5), dt.date(2026, 1, 5))
TOWN = {"town": list(TOWNS)}
LONG_AGO = 1_600_000_000.0
LATER = START.replace(tzinfo=dt.UTC).timestamp() + 400 * 86_400  # every tick has closed by then


def series(*queries: Query, edition: str = "one", **changed: Any) -> Spec:
    words: dict[str, Any] = {
        "release": "visits",
        "edition": edition,
        "source": Origin("visits.csv", KINDS),  # type: ignore[arg-type]
        "protect": Protect(PATIENT),
        "bound": Bounds(rows=3),
        "publish": queries or (Query("rows", by=TOWN, every="1h", during=DAYS),),  # type: ignore[arg-type]
        "spend": Spend("clinic", Fraction(1)),
    }
    return Spec(**{**words, **changed})


def books(place: str | Path, *, unit: Unit = PATIENT, zcdp: bool = False, epsilon: object = 5) -> Ledger:
    ledger = Ledger.open(place, create=True)
    allowance = Allowance.approximate(epsilon, "1e-6") if zcdp else Allowance.pure(epsilon)  # type: ignore[arg-type]
    ledger.open_account("clinic", Terms(unit, allowance, failures=1000), by="Ada")
    return ledger


def visits(folder: Path, rows: int = 200) -> Path:
    return write(folder, [line(f"p{n % 37}", TOWNS[n % 2], (5 * n) % 24) for n in range(rows)])


def seeds(seed: int) -> Callable[[int], RandomWords]:
    """Reproducible words, other ones for every tick, the same after a restart."""
    return lambda number: seeded(1_000_003 * seed + number)


def at_place(folder: Path, name: str = "live", seconds: float = LATER, **more: Any) -> Place:
    return Place(folder / name, base=folder, seconds=lambda: seconds, **more)


def held(
    spec: Spec, ledger: Ledger, place: Place, *, seed: int | None = 7, rules: Rules | None = None, **more: Any
) -> AbstractContextManager[Stream]:
    given = {} if seed is None else {"words": seeds(seed)}
    return open_stream(StreamRequest(spec, rules or Rules()), ledger, place, **given, **more)


def running(books_at: str, spec: Spec, folder: Path, *, ticks: int | None = None) -> Callable[[Send], None]:
    """What a child does: run the stream, and send home every tick it published."""

    def work(send: Send) -> None:
        with Ledger.open(books_at) as ledger, held(spec, ledger, at_place(folder)) as stream:
            stream.run(ticks=ticks, told=lambda _, tick: send(("tick", tick.number)) if tick else None)
            send(("over", stream.done))

    return work
