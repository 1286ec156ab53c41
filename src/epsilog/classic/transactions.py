"""Logs of transactions: an invented one of the document's shape, and the user's own CSV."""

from __future__ import annotations

import csv
import math
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from epsilog.errors import SourceError, SpecError

Reals = NDArray[np.float64]
COUNT: Final = 24_104
GENERATED_MOST: Final = 10_000
PERIODS: Final = {"1h": timedelta(hours=1), "1d": timedelta(days=1), "7d": timedelta(days=7)}
_MOST_STEPS: Final = 100_000
_LARGEST: Final = 1e12


@dataclass(frozen=True, eq=False)
class Log:
    """Transactions in the order of time: when, how much, whose. `amounts` is None where a log has none."""

    times: list[datetime]
    amounts: Reals | None
    users: list[str]
    sexes: tuple[str, ...] = ()

    def per_period(self, every: str, at_most: int | None = None) -> Reals:
        """How many transactions each period has.

        With `at_most`: how many users, each counted in their first so many periods. Then one user moves at most so
        many of the counts, each by one.
        """
        width, start = PERIODS[every], self.times[0].replace(minute=0, second=0, microsecond=0)
        if every != "1h":
            start = start.replace(hour=0)
        span = (self.times[-1] - start) // width + 1
        if span > _MOST_STEPS:
            raise SpecError(
                f"that makes {span:,} periods", where="--every", hint=f"at most {_MOST_STEPS:,}; try 1d or 7d"
            )
        counts, seen = np.zeros(span), dict[str, set[int]]()
        for moment, user in zip(self.times, self.users, strict=True):
            period = (moment - start) // width
            if at_most is None:
                counts[period] += 1
            elif period not in (own := seen.setdefault(user, set())) and len(own) < at_most:
                own.add(period)
                counts[period] += 1
        return counts


def invent_log(seed: int = 2012, count: int = COUNT) -> Log:
    """An invented month of a shop: sixty articles, a few of them popular, busy evenings, many buy once.

    The range of prices was chosen so that the information curve has about the height of the document's. No amount
    is above `GENERATED_MOST`, by construction.

    >>> log = invent_log(count=500)
    >>> len(log.times), log.times == sorted(log.times), sorted(set(log.sexes))
    (500, True, ['f', 'm'])
    """
    rng = np.random.default_rng(seed)
    prices = np.minimum(np.round(np.exp(rng.normal(7.4, 0.65, 60))), 4_999)
    popular = 1 / np.arange(1.0, 61.0) ** 1.1
    product = rng.choice(60, count, p=popular / popular.sum())
    pieces = 1 + (rng.random(count) < 0.05)
    postage = 0.01 * rng.integers(0, 100, count)  # leaves odd cents
    amounts = np.round(prices[product] * pieces + postage, 2)
    hours = np.array([2, 1, 1, 1, 1, 2, 4, 6, 9, 12, 13, 12, 10, 11, 12, 12, 11, 10, 11, 14, 17, 18, 13, 6], float)
    days = np.array([1.0 + 0.25 * (day % 7 in (1, 2)) for day in range(30)])  # June 2012 began on a Friday
    day = rng.choice(30, count, p=days / days.sum())
    second = rng.choice(24, count, p=hours / hours.sum()) * 3600 + rng.integers(0, 3600, count)
    order = np.argsort(day * 86_400 + second, kind="stable")
    begin = datetime(2012, 6, 1)
    times = [begin + timedelta(days=int(day[i]), seconds=int(second[i])) for i in order]
    who = np.where(rng.random(count) < 0.6, rng.integers(0, count, count), rng.integers(0, count // 12 + 1, count))
    users = [f"u{int(one):05d}" for one in who]
    return Log(times, amounts[order], users, tuple("mf"[int(one) % 2] for one in who))


def write_log(log: Log, path: Path) -> None:
    """The log as a CSV with the document's columns."""
    amounts = log.amounts if log.amounts is not None else np.zeros(len(log.times))
    with path.open("w", encoding="utf-8", newline="") as file:
        out = csv.writer(file, lineterminator="\n")
        out.writerow(("order", "date", "amount", "user", "sex"))
        for at, (moment, amount, user, sex) in enumerate(
            zip(log.times, amounts.tolist(), log.users, log.sexes, strict=True)
        ):
            out.writerow((at + 1, moment.isoformat(sep=" "), f"{amount:.2f}", user, sex))


def read_log(path: Path, time: str, amount: str | None = None, user: str | None = None) -> Log:
    """A CSV with a header, in UTF-8. A row that cannot be read is named by its line, never by what it says."""
    try:
        with path.open(encoding="utf-8-sig", newline="") as file:
            rows = csv.DictReader(file, strict=True)
            columns = [name for name in rows.fieldnames or () if name]
            for option, name in (("--time", time), ("--amount", amount), ("--user", user)):
                if name is not None and columns.count(name) != 1:
                    raise SpecError(
                        f"{name!r} is not one column of the file", where=option, hint="one of " + ", ".join(columns)
                    )
            found = [
                (
                    _moment(row.get(time), rows.line_num),
                    _amount(row, amount, rows.line_num),
                    row.get(user or "") or "",
                )
                for row in rows
            ]
    except FileNotFoundError:
        raise SourceError("there is no such file", where=path.name, hint="--data FILE.csv") from None
    except (OSError, UnicodeError, csv.Error) as error:
        raise SourceError(
            f"cannot be read as a CSV ({type(error).__name__})",
            where=path.name,
            hint="a CSV with a header, in UTF-8",
        ) from None
    if not found:
        raise SourceError("the file has a header and no rows", where=path.name)
    if len({moment.tzinfo is None for moment, _, _ in found}) > 1:
        raise SourceError("some times have a zone and some have none", where=time)
    found.sort(key=lambda row: row[0])
    times = [moment.replace(tzinfo=None) if moment.tzinfo is None else _utc(moment) for moment, _, _ in found]
    users = [who if user is not None else str(at) for at, (_, _, who) in enumerate(found)]
    amounts = None if amount is None else np.array([value for _, value, _ in found])
    return Log(times, amounts, users)


def _moment(text: str | None, line: int) -> datetime:
    try:
        return datetime.fromisoformat((text or "").strip().replace("/", "-"))
    except ValueError:
        raise SourceError(
            f"line {line} has no time that can be read",
            where="--time",
            hint="such as 2012-06-01 or 2012-06-01 09:30",
        ) from None


def _utc(moment: datetime) -> datetime:
    return (moment - (moment.utcoffset() or timedelta())).replace(tzinfo=None)


def _amount(row: dict[str, str], column: str | None, line: int) -> float:
    if column is None:
        return 0.0
    try:
        value = float((row.get(column) or "").strip())
    except ValueError:
        value = math.nan
    if not 0 <= value <= _LARGEST:
        raise SourceError(
            f"line {line} has no amount from 0 to {_LARGEST:.0e}", where="--amount", hint="drop such rows first"
        )
    return value
