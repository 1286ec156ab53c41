"""Invented tables to begin with: a clinic, a shop, a city. Nobody in them exists; the same seed, the same table.

Each has some thousands of people with several rows, few of whom come very often, and some cells left empty.
"""

from __future__ import annotations

import csv
import datetime as dt
import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from epsilog.errors import SpecError

_FIRST: Final = dt.datetime(2026, 1, 1)
_SEED: Final = 1846
Rows = Iterator[tuple[dt.datetime, tuple[object, ...]]]


@dataclass(frozen=True)
class Story:
    """One table: its columns, how many people it has, and the rows of one of them, each behind its moment."""

    columns: tuple[str, ...]
    people: int
    rows: Callable[[random.Random, str], Rows]


def write_story(name: str, path: Path) -> tuple[int, int]:
    """Write the table of a story in the order of time; gives how many people and rows it has."""
    story = STORIES[name]
    rng = random.Random(_SEED)  # makes the people up; the noise that protects people never has a seed
    names = rng.sample(range(10**6), story.people)
    rows = sorted(row for who in names for row in story.rows(rng, f"{who:06d}"))
    try:
        with path.open("x", encoding="utf-8", newline="") as file:
            table = csv.writer(file, lineterminator="\n")
            table.writerow(story.columns)
            table.writerows(cells for _, cells in rows)
    except FileExistsError:
        raise SpecError("this file exists already", where=path.name, hint="--data ANOTHER.csv") from None
    except OSError as error:
        reason = (error.strerror or "not a usable path").lower()
        raise SpecError(f"cannot write it: {reason}", where=path.name, hint="--data ANOTHER.csv") from None
    return story.people, len(rows)


def _often(rng: random.Random, most: int) -> int:
    """How often somebody comes: mostly once or twice, few very often."""
    return rng.randint(most // 3, most) if rng.random() < 0.008 else 1 + int(rng.expovariate(0.5))


def _moment(rng: random.Random, day: int) -> dt.datetime:
    """A minute of a day, from seven to eight."""
    return _FIRST + dt.timedelta(days=day, minutes=round(rng.triangular(7 * 60, 20 * 60, 10 * 60)))


def _winter(rng: random.Random) -> int:
    """A day of the year; more in winter, fewer in summer."""
    month = rng.choices(range(12), [14, 13, 11, 9, 7, 6, 5, 6, 8, 10, 12, 14])[0]
    return min(364, month * 30 + rng.randrange(31))


def _visits(rng: random.Random, who: str) -> Rows:
    region = rng.choices(["North", "South", "East", "West"], [34, 29, 22, 15])[0]
    pressure = rng.gauss(131, 14)
    for _ in range(_often(rng, 24)):
        moment = _moment(rng, _winter(rng))
        ward = rng.choices(["family", "heart", "children", "surgery"], [46, 24, 18, 12])[0]
        measured = "" if rng.random() < 0.02 else round(rng.gauss(pressure + 9 * (ward == "heart"), 9))
        outcome = rng.choices(["home", "referred", "admitted"], [82, 12, 6 + 8 * (ward == "heart")])[0]
        yield moment, (f"P{who}", region, ward, f"{moment:%Y-%m-%d %H:%M:%S}", measured, outcome)


def _orders(rng: random.Random, who: str) -> Rows:
    channel = rng.choices(["web", "app"], [6, 4])[0]
    for _ in range(_often(rng, 30)):
        moment = _moment(rng, 120 + rng.randrange(56))
        product = rng.choices(["tea", "coffee", "cocoa", "mate", "juice", "water"], [9, 12, 4, 2, 6, 3])[0]
        basket = f"{rng.lognormvariate(2.8, 0.5):.2f}"
        yield moment, (f"C{who}", f"{moment:%Y-%m-%d %H:%M:%S}", channel, product, basket)


def _trips(rng: random.Random, who: str) -> Rows:
    home = rng.choices(["Harbour", "Old Town", "Hill", "Park", "Station"], [20, 26, 14, 16, 24])[0]
    for _ in range(_often(rng, 28)):
        moment = _moment(rng, 59 + rng.randrange(14))
        line = rng.choice(["M1", "M2", "Tram", "Bus"])
        minutes = "" if rng.random() < 0.01 else max(2, round(rng.lognormvariate(2.9, 0.45)))
        yield moment, (f"K{who}", f"{moment:%Y-%m-%d %H:%M:%S}", home, line, minutes)


STORIES: Final = {
    "clinic": Story(("patient_id", "region", "ward", "visited_at", "systolic", "outcome"), 30_000, _visits),
    "shop": Story(("customer_id", "ordered_at", "channel", "product", "basket"), 12_000, _orders),
    "city": Story(("card_id", "tapped_at", "district", "line", "minutes"), 20_000, _trips),
}
