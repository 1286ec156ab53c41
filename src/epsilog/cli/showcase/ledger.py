"""Story four: a year's budget over three departments, in real books, and two copies that are found out."""

from __future__ import annotations

import datetime as dt
import shutil
import sqlite3
import tempfile
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path
from typing import Final

from epsilog.accounting.allowance import Allowance
from epsilog.accounting.pictures import Course
from epsilog.cli.ledger.course import courses
from epsilog.core.charge import Gaussian
from epsilog.core.unit import Unit
from epsilog.errors import BudgetExceeded, LedgerError, PolicyError
from epsilog.ledger import Anchors, Ledger, Terms
from epsilog.ledger.reading import Account
from epsilog.ledger.signing import new_key, read_key
from epsilog.ledger.verify import Verdict
from epsilog.words import Language, say

YEAR: Final = 2026
# Part of the year's budget, and the variance of the noise on each month's table.
DEPARTMENTS: Final[tuple[tuple[str, str, int], ...]] = (
    ("oncology", "0.35", 154),
    ("cardiology", "0.25", 312),
    ("emergency", "0.20", 416),
)
RESERVE: Final = "0.2"
MOVED: Final = "0.1"
STOPPED_IN: Final = 6
RESUMED_IN: Final = 8
BOARD: Final = ("Ada", "Grace")


@dataclass
class Clock:
    """A clock that is set by hand, so that a year passes in a second."""

    now: dt.datetime = dt.datetime(YEAR, 1, 2, 9, tzinfo=dt.UTC)

    def __call__(self) -> dt.datetime:
        """The time it is set to."""
        return self.now


@dataclass(frozen=True)
class Refusal:
    """Somebody asked and the ledger said no."""

    month: int
    account: str
    kind: str
    after: float = 0.0


@dataclass
class Year:
    """What happened, as the books and the refusals tell it."""

    accounts: list[Account] = field(default_factory=list)
    courses: list[Course] = field(default_factory=list)
    refusals: list[Refusal] = field(default_factory=list)
    releases: int = 0
    verdict: Verdict | None = None
    edited: Verdict | None = None
    edited_entry: int = 0
    older: str = ""

    @property
    def as_expected(self) -> bool:
        """One refusal at the cap, two by a stop, books that are whole, an edit named, an old copy found."""
        kinds = [refusal.kind for refusal in self.refusals]
        whole = self.verdict is not None and self.verdict.whole
        damage = None if self.edited is None else self.edited.damage
        named = damage is not None and (damage.seq, damage.kind) == (self.edited_entry, "edited")
        return kinds == ["stopped", "stopped", "cap"] and whole and named and bool(self.older)


def keep_books(lang: Language) -> Year:
    """Live through the year in a folder that is gone afterwards."""
    with tempfile.TemporaryDirectory(prefix="epsilog-demo-") as folder:
        return _live(Path(folder), lang)


def _live(folder: Path, lang: Language) -> Year:
    year, clock = Year(), Clock()
    root = f"{say('demo.ledger.clinic', lang)}/{YEAR}"
    names = {key: say(f"demo.ledger.{key}", lang) for key, _, _ in DEPARTMENTS}
    new_key(folder / "anchor.key")
    anchors = Anchors(folder / "anchors", key=read_key(folder / "anchor.key"))
    place = folder / "books.db"
    with Ledger.open(place, anchors=anchors, create=True, clock=clock) as ledger:
        terms = Terms(Unit("patient_id"), Allowance.approximate(2, "1e-6"), zone="Asia/Shanghai")
        ledger.open_account(root, terms, by=BOARD[0])
        parts = {names[key]: part for key, part, _ in DEPARTMENTS}
        ledger.allocate(root, parts, by=BOARD[0], reserve=RESERVE)
        for month in range(1, 13):
            clock.now = dt.datetime(YEAR, month, 5, 9, tzinfo=dt.UTC)
            if month == STOPPED_IN:
                ledger.stop(f"{root}/{names['cardiology']}", by="Lin", why=say("demo.ledger.why_stop", lang))
            if month == RESUMED_IN:
                why = say("demo.ledger.why_resume", lang)
                ledger.resume(f"{root}/{names['cardiology']}", approvers=BOARD, why=why)
            if month == 9:
                _copy(place, folder / "older.db")
            for number, (key, _, variance) in enumerate(DEPARTMENTS):
                clock.now = dt.datetime(YEAR, month, 8 + 7 * number, 9, tzinfo=dt.UTC)
                _release(ledger, year, f"{root}/{names[key]}", month, variance, lang)
        year.verdict = ledger.verify()
        year.accounts = ledger.accounts()
        lines = ledger.history()
        year.courses = courses(lines)
    year.edited_entry = next(line.seq for line in lines if line.kind == "debit" and line.at[5:7] == "03")
    _copy(place, folder / "edited.db")
    _edit(folder / "edited.db", year.edited_entry)
    with Ledger.open(folder / "edited.db") as edited:
        year.edited = edited.verify()
    year.older = _put_back(folder / "older.db", folder / "anchors", anchors)
    return year


def _release(ledger: Ledger, year: Year, account: str, month: int, variance: int, lang: Language) -> None:
    """One month's table of a department; refused at the cap, the board moves some of the reserve and it is paid."""
    charge = Gaussian(Fraction(variance), 1)
    key = f"{account} {YEAR}-{month:02d}"
    try:
        receipt = ledger.debit(account, charge, "monthly table", key=key)
    except PolicyError:
        year.refusals.append(Refusal(month, account, "stopped"))
        return
    except BudgetExceeded:
        found = ledger.account(account)
        after = found.share + found.terms.cost_of(charge).main / found.cap.main
        year.refusals.append(Refusal(month, account, "cap", after))
        ledger.move_reserve(account, MOVED, approvers=BOARD, why=say("demo.ledger.why_move", lang))
        receipt = ledger.debit(account, charge, "monthly table", key=key)
    ledger.commit(receipt, b"a noisy table would be here")
    ledger.deliver(receipt)
    year.releases += 1


def _copy(place: Path, other: Path) -> None:
    """A copy of the file, as a backup program or a careless colleague would make it."""
    with sqlite3.connect(place) as source, sqlite3.connect(other) as target:
        source.backup(target)
    source.close()
    target.close()


def _edit(place: Path, entry: int) -> None:
    """What somebody with the file could do: take the guard away and make one debit cheaper."""
    connection = sqlite3.connect(place)
    connection.execute("DROP TRIGGER journal_no_update")
    (body,) = connection.execute("SELECT body FROM journal WHERE seq = ?", (entry,)).fetchone()
    cheaper = body.replace('"sigma_squared":"', '"sigma_squared":"9')
    connection.execute("UPDATE journal SET body = ? WHERE seq = ?", (cheaper, entry))
    connection.commit()
    connection.close()


def _put_back(older: Path, file: Path, anchors: Anchors) -> str:
    """Open the copy of September in the place of the books, with the anchors that were kept elsewhere."""
    kept = file.with_name("anchors-elsewhere")
    shutil.copy(file, kept)
    try:
        with Ledger.open(older, anchors=Anchors(kept, key=anchors.key)):
            return ""
    except LedgerError as error:
        return error.what
