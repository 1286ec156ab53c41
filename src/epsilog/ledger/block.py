"""Time blocks: the stretches of time within which one unit lives.

An account that protects a person within a month keeps one balance per month. A release pays in full in every block
it touches; two releases that touch different blocks do not add up, because no unit occurs in both. That is parallel
composition, and it holds here for three reasons together: the *unit* is the person within the block; a charge
is paid before data is opened, for every block the release may ever touch (streams: up to their horizon); and delta
is not split by block but summed over the whole account, since for growing data only the pure part is known to be
parallel. Where units are replaced one may leave a block and another enter the next: each half is charged as a
whole, so that both together stay within the cap (docs/proofs/ledger.md, section 2).
"""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterable
from functools import lru_cache
from typing import Final

from epsilog.accounting.filter import Amount
from epsilog.errors import BudgetExceeded, SpecError

EVERYTHING: Final = "*"
_MOST: Final = 10_000
_FORMS: Final = {
    "1h": r"\d{4}-\d\d-\d\dT\d\d",
    "1d": r"\d{4}-\d\d-\d\d",
    "1w": r"\d{4}-W\d\d",
    "1mo": r"\d{4}-\d\d",
    "1q": r"\d{4}-Q[1-4]",
    "1y": r"\d{4}",
}


def block_of(moment: dt.datetime, period: str) -> str:
    """The block a local moment falls in.

    >>> block_of(dt.datetime(2026, 2, 28, 23), "1mo"), block_of(dt.datetime(2027, 1, 1), "1w")
    ('2026-02', '2026-W53')
    """
    if period == "1w":
        year, week, _ = moment.isocalendar()
        return f"{year:04d}-W{week:02d}"
    if period == "1q":
        return f"{moment.year:04d}-Q{(moment.month + 2) // 3}"
    return moment.strftime({"1h": "%Y-%m-%dT%H", "1d": "%Y-%m-%d", "1mo": "%Y-%m", "1y": "%Y"}[period])


def blocks_between(first: dt.datetime, last: dt.datetime, period: str) -> tuple[str, ...]:
    """All blocks from one local moment to another, both included.

    >>> blocks_between(dt.datetime(2026, 11, 5), dt.datetime(2027, 1, 2), "1mo")
    ('2026-11', '2026-12', '2027-01')
    """
    if last < first:
        raise SpecError("ends before it begins", where="blocks")
    step = dt.timedelta(hours=1) if period == "1h" else dt.timedelta(days=1)
    start = first.replace(hour=first.hour if period == "1h" else 0, minute=0, second=0, microsecond=0)
    found: dict[str, None] = {}
    while start <= last:
        found[block_of(start, period)] = None
        start += step
        if len(found) > _MOST:
            raise SpecError(f"touches more than {_MOST} blocks", where="blocks", hint="use a longer period")
    return tuple(found)


def checked_blocks(blocks: Iterable[str], period: str | None) -> tuple[str, ...]:
    """The blocks of a request, sorted and distinct, each one that the calendar of the account has.

    >>> checked_blocks(["2026-02", "2026-01"], "1mo")
    ('2026-01', '2026-02')
    >>> checked_blocks(["2026-13"], "1mo")
    Traceback (most recent call last):
        ...
    epsilog.errors.SpecError: blocks: there is no '2026-13' in the calendar
    """
    given = formed_blocks(blocks, period)
    for block in given:
        if period is not None and not _in_the_calendar(block, period):
            raise SpecError(f"there is no {block!r} in the calendar", where="blocks")
    return given


def formed_blocks(blocks: Iterable[str], period: str | None) -> tuple[str, ...]:
    """The same without the calendar: what older books may hold, whose program looked at the form alone."""
    given = tuple(sorted(set(blocks)))
    if period is None:
        if given not in ((), (EVERYTHING,)):
            raise SpecError("this account has no time blocks", where="blocks", hint="leave them out")
        return (EVERYTHING,)
    if not given or len(given) > _MOST:
        raise SpecError(
            f"say which blocks of {period} are touched",
            where="blocks",
            hint="every block that may be touched, once",
        )
    for block in given:
        if not isinstance(block, str) or not _is_formed(block, period):
            raise SpecError(f"{str(block)[:40]!r} is not a block of {period}", where="blocks")
    return given


@lru_cache(maxsize=4096)
def _is_formed(block: str, period: str) -> bool:
    return re.fullmatch(_FORMS[period], block, re.ASCII) is not None


@lru_cache(maxsize=4096)
def _in_the_calendar(block: str, period: str) -> bool:
    """Whether a block of the right form is one that time brings. An hour that a zone skips in spring counts."""
    year, *rest = (int(part) for part in re.findall(r"\d+", block))
    try:
        match period:
            case "1w":
                dt.date.fromisocalendar(year, rest[0], 1)
            case "1q" | "1y":
                dt.date(year, 1, 1)
            case "1mo":
                dt.date(year, rest[0], 1)
            case _:
                dt.datetime(year, rest[0], rest[1], rest[2] if period == "1h" else 0)
    except ValueError:
        return False
    return True


# How the ledger says no: what it would come to, what is allowed, and three ways out. Nothing private in it.


COIN_NAMES: Final = {"pure": "epsilon", "zcdp": "rho", "per-metre": "epsilon per metre"}


def refusal(account: str, block: str, coin: str, after: Amount, cap: Amount) -> BudgetExceeded:
    """The error for a request an account cannot pay."""
    place = account if block == EVERYTHING else f"{account} in {block}"
    over = []
    if after.main > cap.main:
        over.append(f"{COIN_NAMES[coin]} would reach {after.main / 1e12:.12g} of {cap.main / 1e12:.12g}")
    if after.delta > cap.delta:
        over.append(f"delta of events would reach {after.delta / 1e18:.6g} of {cap.delta / 1e18:.6g}")
    return BudgetExceeded(
        f"{place} cannot pay: {' and '.join(over)}; nothing was spent",
        where="spend",
        hint="ask with more noise or fewer cells, reuse an answer already published (free), "
        "or have two people move the reserve or raise the cap",
    )
