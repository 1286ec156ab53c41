"""Approved calendars: once two people agreed to one, an account pays for the releases it names and for no other.

A calendar says, for each release, how often it is made (a tick of the wall clock between two days) and the most one
may cost. A key fits it if it is ``release@tick``, with or without more behind a ``+`` or ``#``: the keys of
`publish` are ``release@edition#digest``, and a second attempt at the same tick has the edition ``tick+2``. Each
planned release is paid once; one that was given back may be asked for again. The calendar holds for the account and
for all below it, from its entry on, until another entry replaces or lifts it. Like a cap it may refuse; it never
pays.
"""

from __future__ import annotations

import datetime as dt
import json
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any, Final

from epsilog.accounting.filter import Amount
from epsilog.core.charge import Charge
from epsilog.core.clock import PERIODS, Period, tick_label, tick_of, tick_start
from epsilog.errors import LedgerError, PolicyError, SpecError
from epsilog.ledger.block import EVERYTHING, blocks_between, checked_blocks
from epsilog.ledger.books import Books
from epsilog.ledger.chain import canonical, digest_of
from epsilog.ledger.name import account_name
from epsilog.ledger.page import Page, lineage_of
from epsilog.ledger.schema import must_be_current
from epsilog.ledger.store import Row, Session, list_parameters
from epsilog.ledger.terms import Terms

VERSION: Final = 1
_FIELDS: Final = frozenset({"version", "name", "from", "to", "coin", "releases", "request"})
_MOST: Final = 1000
_LONGEST: Final = 4_000_000  # letters of a stored calendar
_DAY: Final = dt.timedelta(days=1)
# Where persons are protected within a period, the first release notes under this key which column tells the period:
# it holds the least amount there is and gives it back, and no calendar plans it.
TIME_COLUMN: Final = "time column"
_LOOK: Final = re.compile(r"look [1-9][0-9]{0,3}")
_HINT: Final = "epsilog plan --calendar shows what is planned; another calendar takes two people's approval"


@dataclass(frozen=True)
class Planned:
    """One planned release: the beginning of its key, the most it may cost, and the days it covers."""

    name: str
    most: Amount
    first: dt.date
    last: dt.date

    def holds(self, key: str) -> bool:
        """Whether a key is one of this release."""
        return key == self.name or (key.startswith(self.name) and key[len(self.name)] in "+#")

    def blocks(self, period: str) -> tuple[str, ...]:
        """The time blocks it may touch."""
        first, last = (
            dt.datetime.combine(self.first, dt.time()),
            dt.datetime.combine(self.last, dt.time(23, 59, 59)),
        )
        return blocks_between(first, last, period)


class Approved:
    """An approved calendar as the books keep it; whatever is not written the way this ledger writes it is refused.

    >>> day = {"release": "daily", "every": "1d", "price": [5, 0]}
    >>> year = Approved({"version": 1, "name": "clinic", "from": "2026-01-01", "to": "2026-12-31", "coin": "pure",
    ...                  "releases": [day], "request": {}})
    >>> year.find("daily@2026-02-28#0123").name, year.find("daily@2026-02-29#0123"), len(year.planned)
    ('daily@2026-02-28', None, 365)
    """

    def __init__(self, record: object) -> None:
        if not isinstance(record, Mapping) or set(record) != _FIELDS or record["version"] != VERSION:
            raise SpecError("is not a calendar of this version", where="calendar")
        self.record: Mapping[str, Any] = record
        try:
            self.first, self.last = (dt.date.fromisoformat(record[end]) for end in ("from", "to"))
            self.name, self.coin = str(record["name"]), str(record["coin"])
            releases = [
                (one["release"], _period(one["every"]), _amount(one["price"])) for one in record["releases"]
            ]
            self.releases = {name: (every, most) for name, every, most in releases}
            self.text = canonical(record)
        except (KeyError, TypeError, ValueError, AttributeError, StopIteration):
            raise SpecError("cannot be read", where="calendar") from None
        in_order = 1900 <= self.first.year <= self.last.year <= 2200 and self.first <= self.last
        named = 1 <= len(self.releases) == len(releases) <= _MOST
        if not in_order or not named or not all(isinstance(name, str) and name for name in self.releases):
            raise SpecError("cannot be read", where="calendar")
        if len(self.text) > _LONGEST:
            raise SpecError("is too long", where="calendar")

    @property
    def digest(self) -> str:
        """What was approved, as one number."""
        return digest_of(self.text.encode())

    @cached_property
    def planned(self) -> dict[str, Planned]:
        """Every planned release by the beginning of its key."""
        found = {}
        for release, (every, most) in self.releases.items():
            tick = tick_of(dt.datetime.combine(self.first, dt.time()), every)
            while (end := tick_start(tick + 1, every).date() - _DAY) <= self.last:
                start = tick_start(tick, every).date()
                if start >= self.first:
                    name = f"{release}@{tick_label(tick, every)}"
                    found[name] = Planned(name, most, start, end)
                tick += 1
        return found

    def find(self, key: str) -> Planned | None:
        """The planned release a key belongs to."""
        ends = [match.start() for match in re.finditer(r"[+#]", key)]
        names = (key[:end] for end in (*ends, len(key)))
        return next((self.planned[name] for name in names if name in self.planned), None)

    def most_by_block(self, period: str | None) -> Counter[str]:
        """What all planned releases together may cost, by time block."""
        found: Counter[str] = Counter()
        for one in self.planned.values():
            for block in (EVERYTHING,) if period is None else one.blocks(period):
                found[block] += one.most.main
        return found

    def allows(self, planned: Planned | None, cost: Amount, blocks: Iterable[str], period: str | None) -> str:
        """Why a payment is not the planned one; nothing if it is."""
        if planned is None:
            return "is not in the approved calendar"
        if cost.main > planned.most.main or cost.delta > planned.most.delta:
            return "is dearer than the approved calendar allows"
        if period is not None and not set(blocks) <= set(planned.blocks(period)):
            return "covers other days than the approved calendar plans"
        return ""


def in_force(books: Books, account: str) -> dict[str, dict[str, Any]]:
    """The calendars that bind an account: its own and those of accounts above, by account."""
    with books.reading() as session:
        must_be_current(session)
        lineage = lineage_of(session, account_name(account))
        names = {row["id"]: row["name"] for row in lineage}
        return {names[row["account"]]: json.loads(row["body"]) for row in _of(session, lineage)}


def is_a_note(key: str, cost: Amount) -> bool:
    """Whether a payment is a note: about the column that tells the periods, or about a steward's own look."""
    return (key == TIME_COLUMN or _LOOK.fullmatch(key) is not None) and cost.main <= 1 and cost.delta == 0


def look_key(number: int) -> str:
    """The key of the note about a steward's own look; no release has such a key, theirs hold a digest."""
    return f"look {number}"


def refuse_unplanned(page: Page, lineage: Sequence[Row], key: str, cost: Amount, blocks: Sequence[str]) -> None:
    """Refuse a payment that a calendar of the account, or of one above it, does not plan."""
    wrong = _refusal_at(page.session, lineage, key, cost, blocks)
    if wrong is not None:
        raise wrong


def calendar_refusal(
    books: Books, account: str, key: str, charge: Charge, blocks: Iterable[str]
) -> PolicyError | None:
    """Why a calendar would refuse this payment now; None if it would not. Writes nothing."""
    with books.reading() as session:
        must_be_current(session)
        lineage = lineage_of(session, account_name(account))
        cost = Terms.from_text(lineage[-1]["terms"]).cost_of(charge)
        return _refusal_at(session, lineage, key, cost, checked_blocks(blocks, lineage[-1]["period"]))


def _refusal_at(
    session: Session, lineage: Sequence[Row], key: str, cost: Amount, blocks: Sequence[str]
) -> PolicyError | None:
    if is_a_note(key, cost):
        return None
    for row in _of(session, lineage):
        at = next(one for one in lineage if one["id"] == row["account"])
        calendar = read(row["body"])
        planned = calendar.find(key)
        wrong = calendar.allows(planned, cost, blocks, at["period"])
        if not wrong and planned is not None and is_paid(session, at, planned):
            wrong = "was paid for already, and the approved calendar plans it once"
        if wrong:
            return PolicyError(f"this release {wrong} ({at['name']}: {calendar.name})", where="edition", hint=_HINT)
    return None


def _of(session: Session, lineage: Sequence[Row]) -> list[Row]:
    ids, parameters = list_parameters("id", [row["id"] for row in lineage])
    return session.rows(f"SELECT * FROM calendars WHERE account IN {ids} ORDER BY account", parameters)


def is_paid(session: Session, at: Row, planned: Planned) -> bool:
    """Whether a release of this name was paid from the account or one below it, and not given back."""
    order = "BINARY" if session.is_file else '"C"'
    after = planned.name[:-1] + chr(ord(planned.name[-1]) + 1)  # a tick ends in a digit
    rows = session.rows(
        "SELECT releases.key, accounts.lineage FROM releases JOIN accounts ON accounts.id = releases.account"
        f" WHERE releases.root = :root AND releases.key COLLATE {order} >= :low"
        f" AND releases.key COLLATE {order} < :high AND releases.state <> 'RELEASED'",
        {"root": at["root"], "low": planned.name, "high": after},
    )
    below = at["lineage"]
    return any(
        planned.holds(row["key"]) and (row["lineage"] == below or row["lineage"].startswith(f"{below}/"))
        for row in rows
    )


def _period(text: object) -> Period:
    return next(period for period in PERIODS if period == text and period != "1h")


def _amount(pair: object) -> Amount:
    if not isinstance(pair, list) or len(pair) != 2 or any(type(part) is not int or part < 0 for part in pair):
        raise ValueError("no amount")
    return Amount(pair[0], pair[1])


@lru_cache(maxsize=64)
def read(text: str) -> Approved:
    """A calendar as it is stored."""
    try:
        return Approved(json.loads(text))
    except (SpecError, json.JSONDecodeError):
        raise LedgerError("an approved calendar cannot be read", hint="epsilog ledger verify") from None
