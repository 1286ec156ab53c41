"""`epsilog stream demo`: three days of an invented building, replayed in seconds, published as they happen."""

from __future__ import annotations

import datetime as dt
import math
import random
import threading
import time
from pathlib import Path
from typing import Annotated, Final

import typer

from epsilog.cli.screen import Json, Lang, Screen
from epsilog.errors import SpecError

DAYS: Final = 3
_FLOORS: Final = ("ground", "first", "second")
_FIRST: Final = dt.datetime(2026, 3, 2)
_SPEC: Final = """\
release: building
edition: demo
source:
  file: doors.csv
  columns: {badge: text, floor: text, at: timestamp}
protect: {each: badge, per: 1d}
bound: {rows: 3}
during: {time: at, from: 2026-03-02, to: 2026-03-04}
publish:
  - {count: rows, by: {floor: [ground, first, second]}, every: 1h, name: people through the doors}
  - {count: rows, every: 1h, as: running, name: since Monday}
  - {count: rows, every: 1h, as: {alert: {above: 150, at_most: 4}}, name: crowded}
spend: {epsilon: 4, delta: 1e-6, from: building}
"""


def demo(
    out: Annotated[Path, typer.Option(help="Where to put everything; made new.")] = Path("demo-live"),
    seconds: Annotated[int, typer.Option(min=1, max=600, help="How long the three days take.")] = 20,
    as_json: Json = False,
    lang: Lang = None,
) -> None:
    """Replay three days of an invented building in seconds: a file that grows, a page that updates, a moving plot.

    [dim]epsilog stream demo --seconds 60[/dim]
    """
    from epsilog.cli.stream import run
    from epsilog.ledger import Ledger, Terms

    if out.exists() and (not out.is_dir() or any(out.iterdir())):
        raise SpecError("is not empty", where=out.name, hint="--out ANOTHER, or remove it")
    out.mkdir(parents=True, exist_ok=True)
    (out / "building.yaml").write_text(_SPEC, encoding="utf-8")
    rows = sorted(_rows(random.Random(11)))
    doors = out / "doors.csv"
    doors.write_text("badge,floor,at\n", encoding="utf-8")
    from epsilog.accounting.allowance import Allowance
    from epsilog.core.unit import Unit

    place = out / "ledger.db"
    with Ledger.open(place, create=True) as ledger:
        ledger.open_account(
            "building", Terms(Unit("badge", per="1d"), Allowance.approximate(8, "1e-6")), by="the demo"
        )
    speed = DAYS * 86_400 / seconds
    ended = threading.Event()
    writer = threading.Thread(target=_write, args=(doors, rows, speed, ended), daemon=True)
    writer.start()
    try:
        run(
            spec=out / "building.yaml",
            out=out / "live",
            ledger=str(place),
            anchors=None,
            signing_key=None,
            trust=None,
            clock=_FIRST.isoformat(),
            speed=f"{speed:.6f}",
            wait=f"{max(60, round(speed / 4))}s",
            as_json=as_json,
            lang=lang,
        )
    finally:
        ended.set()
        writer.join()
    screen = Screen("stream.demo", lang, as_json)
    screen.line(screen.say("stream.demo", page=(out / "live" / "index.html").resolve()))


def _rows(rng: random.Random) -> list[tuple[dt.datetime, str, str]]:
    """Who passed a door when: people come in the morning, go to lunch, leave in the evening; nobody is real."""
    found = []
    for day in range(DAYS):
        for person in range(400):
            if rng.random() < 0.15:
                continue
            came = 8.5 + rng.gauss(0, 0.8)
            for hour in (came, 12.3 + rng.gauss(0, 0.5), 17.5 + rng.gauss(0, 1.1)):
                moment = _FIRST + dt.timedelta(days=day, hours=max(0.0, min(23.9, hour)))
                found.append((moment, f"b{person:04d}", _FLOORS[person % 7 % 3]))
        for hour in range(24):  # the night watch
            moment = _FIRST + dt.timedelta(days=day, hours=hour, minutes=30 + 20 * math.sin(hour))
            found.append((moment, f"night-{hour % 2}", "ground"))
    return found


def _write(path: Path, rows: list[tuple[dt.datetime, str, str]], speed: float, ended: threading.Event) -> None:
    """Let the file grow as the replayed days go by."""
    began, at = time.time(), 0
    while at < len(rows) and not ended.is_set():
        now = _FIRST + dt.timedelta(seconds=(time.time() - began) * speed)
        upto = at
        while upto < len(rows) and rows[upto][0] <= now:
            upto += 1
        if upto > at:
            lines = [f"{who},{floor},{moment:%Y-%m-%d %H:%M:%S}\n" for moment, who, floor in rows[at:upto]]
            with path.open("a", encoding="utf-8") as file:
                file.writelines(lines)
            at = upto
        ended.wait(0.05)
