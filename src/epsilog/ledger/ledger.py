"""The ledger as everybody else sees it: open it, spend from it, govern it, read it, check it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self

from epsilog.accounting.allowance import Allowance
from epsilog.core.charge import Charge
from epsilog.core.number import Number
from epsilog.errors import LedgerError, PolicyError
from epsilog.ledger import calendar, dividing, governing, looking, reading, spending, ticking, turning
from epsilog.ledger.anchor import Anchor, Anchors
from epsilog.ledger.backup import Backup, restore, write_backup
from epsilog.ledger.books import Books, system_clock
from epsilog.ledger.dividing import Rule
from epsilog.ledger.looking import Stored
from epsilog.ledger.migrate import migrate
from epsilog.ledger.page import Clock
from epsilog.ledger.paying import pay
from epsilog.ledger.reading import Account, Line
from epsilog.ledger.receipt import Receipt
from epsilog.ledger.remaining import Remaining, remaining
from epsilog.ledger.terms import Terms
from epsilog.ledger.turning import Booking, Fullest, Leg
from epsilog.ledger.verify import Verdict, verify

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey


class Ledger:
    """One book for everything: exact under concurrency, crash, rollback and tampering.

    A place is a file (SQLite, on a local disk) or a ``postgresql://`` address. Safe to share between threads, and
    to use in a child process after a fork. Every method that writes is one page: written whole and on disk when it
    returns, or not at all. When the answer is lost (a cut connection), ask again with the same key.
    """

    def __init__(self, books: Books) -> None:
        self._books = books

    @classmethod
    def open(
        cls,
        place: str | Path,
        *,
        anchors: Anchors | None = None,
        create: bool = False,
        clock: Clock = system_clock,
        wait_seconds: float = 60.0,
    ) -> Self:
        """Open the books; with `create`, make them where there are none. Every anchor must be found in them."""
        return cls(Books(place, anchors=anchors, clock=clock, create=create, wait_seconds=wait_seconds))

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Let go of the database."""
        self._books.close()

    @property
    def identity(self) -> str:
        """A random word given when the books were made; anchors name it."""
        return self._books.identity

    @property
    def stopped(self) -> str | None:
        """Why the whole ledger is stopped, or None."""
        why: str | None = self._books.head()["stopped"]
        return why

    @property
    def head(self) -> tuple[int, str]:
        """The number and the hash of the journal's last entry, from one row: the journal is not read."""
        row = self._books.head()
        return int(row["head_seq"]), str(row["head_hash"])

    # Spending

    def reserve(
        self,
        account: str,
        charge: Charge,
        request: str,
        *,
        key: str,
        blocks: Iterable[str] = (),
        coin: str | None = None,
    ) -> Receipt:
        """Hold the price of a release on its account and every account above, or refuse and write nothing.

        `coin` is the currency it was planned in: refused if the account was turned to the other one since.
        """
        return pay(self._books, account, charge, request, key=key, blocks=blocks, started=False, coin=coin)

    def start(self, receipt: Receipt | str) -> None:
        """Mark, on disk, that data is about to be opened. From here on the price is spent whatever happens."""
        spending.start(self._books, _id(receipt))

    def debit(
        self, account: str, charge: Charge, plan_digest: str, *, key: str, blocks: Iterable[str] = ()
    ) -> Receipt:
        """`reserve` and `start` in one page. A repeated key gives the first receipt in whatever state it is."""
        return pay(self._books, account, charge, plan_digest, key=key, blocks=blocks, started=True)

    def commit(self, receipt: Receipt | str, result: bytes, *, tick: int = 0, last: bool = True) -> str:
        """Store a noisy result with its entry; only then may it be sent. Returns its fingerprint."""
        return spending.commit(self._books, _id(receipt), result, tick=tick, last=last)

    def deliver(self, receipt: Receipt | str, *, tick: int = 0) -> bytes:
        """The stored result of a tick, marked as delivered: the same value every time, at least once."""
        return spending.deliver(self._books, _id(receipt), tick=tick)

    def release(self, receipt: Receipt | str, *, why: str) -> None:
        """Give back what was held for a release that never opened data."""
        spending.release(self._books, _id(receipt), why=why)

    def forfeit(self, receipt: Receipt | str, *, why: str) -> None:
        """Close a release that opened data and has nothing to show. Its price stays spent."""
        spending.forfeit(self._books, _id(receipt), why=why)

    def recover(self) -> list[Receipt]:
        """Settle what dead processes left: held amounts are given back, started ones forfeited."""
        return spending.recover(self._books)

    def find(self, account: str, key: str) -> Receipt | None:
        """The receipt of a key, if there is one."""
        return spending.find(self._books, account, key)

    def look(self, account: str, key: str) -> Stored | None:
        """A receipt and its stored result, left as they are: for whoever checks and must not write."""
        return looking.look(self._books, account, key)

    def is_abandoned(self, receipt: Receipt | str) -> bool:
        """Whether a release is under way in the books and its process is gone; `recover` settles it."""
        return looking.is_abandoned(self._books, _id(receipt))

    def named(self, account: str, name: str) -> list[Receipt]:
        """The receipts of an account whose key is this name with any digest behind a #."""
        return looking.receipts_of_name(self._books, account, name)

    # Streams

    def tick(self, receipt: Receipt | str, number: int, digest: str) -> None:
        """Enter that a stream is about to send its tick `number` (1, 2, 3 …); only then may it be sent.

        `receipt` is a release whose opening record was committed; `digest` is the SHA-256 of what is sent, in 64
        hexadecimal digits. The same number and digest again change nothing. Another digest for a known number, a
        number that leaves one out, or a stream that was closed: LedgerError, and nothing must be sent. An account
        that is stopped takes no new tick.
        """
        ticking.tick(self._books, _id(receipt), number, digest)

    def last_tick(self, receipt: Receipt | str) -> tuple[int, str] | None:
        """Number and digest of the last tick that was entered, on disk; None before the first."""
        return ticking.last_tick(self._books, _id(receipt))

    def close_stream(self, receipt: Receipt | str) -> None:
        """Take no tick any more, for ever. Closing again changes nothing."""
        ticking.close(self._books, _id(receipt))

    def is_closed(self, receipt: Receipt | str) -> bool:
        """Whether a stream was closed."""
        return ticking.is_closed(self._books, _id(receipt))

    # Governing

    def open_account(self, name: str, terms: Terms, *, by: str) -> None:
        """Open a root account: fixes who is protected, in which currency, and the cap."""
        dividing.open_account(self._books, name, terms, by=by)

    def allocate(
        self, parent: str, shares: Mapping[str, Number], *, rule: Rule = "base", by: str, reserve: Number = 0
    ) -> None:
        """Divide an account among departments or projects. From then on it pays nothing: its rest is reserve."""
        dividing.allocate(self._books, parent, shares, rule=rule, by=by, reserve=reserve)

    def stop(self, account: str | None, *, by: str, why: str) -> None:
        """Stop an account and everything below it, or (None) the whole ledger, at once. Anybody may."""
        governing.stop(self._books, account, by=by, why=why)

    def resume(
        self, account: str | None, *, approvers: Sequence[str], why: str, nothing_spent_since: bool = False
    ) -> None:
        """Lift a stop: of an account, or (None) of the whole ledger once it verifies. Two people must agree.

        After a restore they must assert, with `nothing_spent_since`, that nothing was spent since the backup was
        made.
        """
        governing.resume(
            self._books, account, approvers=approvers, why=why, nothing_spent_since=nothing_spent_since
        )

    def raise_cap(self, account: str, allowance: Allowance, *, approvers: Sequence[str], why: str) -> None:
        """Give a root account a larger allowance, and so a weaker promise. Two people must agree."""
        governing.raise_cap(self._books, account, allowance, approvers=approvers, why=why)

    def turn(self, account: str, to: Leg, *, approvers: Sequence[str], why: str) -> None:
        """Count a root account and all below it in the other currency: "pure" or "rho". Two people must agree.

        The promise stays the same. Everything booked so far must fit the other currency; else BudgetExceeded.
        """
        turning.turn(self._books, account, to, approvers=approvers, why=why)

    def try_turn(self, account: str, to: Leg, *, after: Booking | None = None) -> Fullest:
        """Where an account would be fullest if it were turned now, or the refusal. Writes nothing.

        With `after`: if it were turned once that release is booked too.
        """
        return turning.try_turn(self._books, account, to, after=after)

    def move_reserve(self, account: str, share: Number, *, approvers: Sequence[str], why: str) -> None:
        """Move a share of the parent's cap from its reserve to a child, or back if negative. Two must agree."""
        governing.move_reserve(self._books, account, share, approvers=approvers, why=why)

    def assert_refund(
        self, receipt: Receipt | str, *, approvers: Sequence[str], why: str, requester: str | None = None
    ) -> None:
        """Give back a forfeited price because two people, not the requester, assert that nothing left."""
        governing.assert_refund(self._books, _id(receipt), approvers=approvers, why=why, requester=requester)

    def approve(
        self, account: str, calendar: Mapping[str, Any] | None, *, approvers: Sequence[str], why: str
    ) -> str:
        """Let an account and all below it pay for a planned calendar only (None: lift it). Two people must agree.

        `calendar` is what `CalendarPlan.to_dict` says; returns its digest, which the entry holds.
        """
        return governing.approve(self._books, account, calendar, approvers=approvers, why=why)

    # Reading

    def calendar_refusal(
        self, account: str, charge: Charge, *, key: str, blocks: Iterable[str] = ()
    ) -> PolicyError | None:
        """Why an approved calendar would refuse this payment now; None if none would. Writes nothing."""
        return calendar.calendar_refusal(self._books, account, key, charge, blocks)

    def calendars(self, name: str) -> dict[str, dict[str, Any]]:
        """The approved calendars that bind an account: its own and those above, by account."""
        return calendar.in_force(self._books, name)

    def remaining(self, name: str, record: Mapping[str, Any]) -> Remaining:
        """What is left of an account beside what a calendar still takes of it. Writes nothing."""
        return remaining(self._books, name, record)

    def accounts(self) -> list[Account]:
        """All accounts, parents before children."""
        return reading.accounts(self._books)

    def account(self, name: str) -> Account:
        """One account."""
        return reading.account(self._books, name)

    def history(self, name: str | None = None, *, last: int | None = None, fold: bool = False) -> list[Line]:
        """The entries that concern an account or anything below it (all, if none is named), oldest first.

        With `fold`, one line stands for all ticks of a stream.
        """
        return reading.history(self._books, name, last=last, fold=fold)

    def payers(self, receipts: Iterable[str]) -> dict[str, tuple[str, str]]:
        """The account and the key of releases, by the id of their receipt."""
        return reading.payers(self._books, receipts)

    def assertions(self, name: str) -> list[Line]:
        """The entries by which people vouched for room in this account's tree: refunds, resuming a copy."""
        return reading.assertions(self._books, name)

    def walk(self, visit: Callable[[Line], None]) -> None:
        """Show every entry to `visit`, oldest first, without keeping them."""
        reading.walk(self._books, visit)

    # Checking

    def verify(self, *, progress: Callable[[int, int], None] | None = None) -> Verdict:
        """Read everything again and add it up again; damage stops the whole ledger."""
        verdict = verify(self._books, progress=progress)
        if verdict.damage is not None:
            try:
                self._books.stop_everything(f"damage at entry {verdict.damage.seq}: {verdict.damage.kind}")
            except LedgerError:  # an auditor may read only: the finding must not be lost with the stop
                hint = "have its owner stop it: nothing must be spent from it"
                raise LedgerError(f"{verdict.damage.words}; and it could not be stopped", hint=hint) from None
        return verdict

    def anchor(self) -> Anchor:
        """Sign the present head now."""
        return self._books.anchor()

    def rotate_key(self, new: Ed25519PrivateKey, *, approvers: Sequence[str], why: str) -> Anchor:
        """Replace the key that signs anchors; the old one's last signature names the new one."""
        return governing.rotate_key(self._books, new, approvers=approvers, why=why)

    # Keeping

    def backup(self, path: str | Path) -> Backup:
        """Write everything, as it is at this moment, into one new file of text."""
        return write_backup(self._books, Path(path))

    @staticmethod
    def restore(
        backup: str | Path,
        place: str | Path,
        *,
        by: str,
        anchors: Anchors | None = None,
        clock: Clock = system_clock,
    ) -> Backup:
        """Write a backup into an empty place and verify it there; it stays stopped until two people `resume` it."""
        return restore(Path(backup), place, by=by, anchors=anchors, clock=clock)

    @staticmethod
    def migrate(place: str | Path, *, by: str, clock: Clock = system_clock) -> tuple[int, int]:
        """Bring books of an older version to this one, in place; returns (from, to)."""
        return migrate(place, by=by, clock=clock)


def _id(receipt: Receipt | str) -> str:
    return receipt.id if isinstance(receipt, Receipt) else receipt
