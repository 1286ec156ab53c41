"""Governing: stopping and resuming, changing caps, asserting refunds. Each act is an entry that says who agreed."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Final

from epsilog.accounting.allowance import Allowance
from epsilog.accounting.filter import Amount
from epsilog.core.number import Number, exact
from epsilog.errors import LedgerError, PolicyError, PrivacyError, SpecError
from epsilog.ledger import schema
from epsilog.ledger.anchor import Anchor
from epsilog.ledger.books import Books
from epsilog.ledger.calendar import Approved
from epsilog.ledger.chain import canonical
from epsilog.ledger.dividing import cap_of, given_away, part_of, within, write_cap
from epsilog.ledger.name import account_name, label, person_name, skeleton
from epsilog.ledger.page import ClockWentBack, Page, moment
from epsilog.ledger.receipt import State
from epsilog.ledger.signing import public_text
from epsilog.ledger.spending import find_release, postings_of, set_state
from epsilog.ledger.store import Row, Session
from epsilog.ledger.terms import Terms
from epsilog.ledger.verify import Verdict, anchored_hashes, verify, verify_in

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey


_ROUNDS: Final = 4  # of reading everything before a resume; the last one under the lock
_STOP: Final = "UPDATE accounts SET stopped = :why WHERE id = :id"


def stop(books: Books, account: str | None, *, by: str, why: str) -> None:
    """Stop an account and everything below it, or (None) the whole ledger, at once. Anybody may."""
    by, why = person_name(by, "by"), label(why, "why")
    with books.page() as page:
        if account is None:
            page.append("stop", {"account": None, "by": by, "why": why})
            page.stop_everything(why, "person")
            return
        row = page.account(account_name(account))
        page.append("stop", {"account": row["name"], "by": by, "why": why})
        page.session.run(_STOP, {"why": why, "id": row["id"]})


def resume(
    books: Books, account: str | None, *, approvers: Sequence[str], why: str, nothing_spent_since: bool = False
) -> None:
    """Lift a stop: of an account, or (None) of the whole ledger. Two people must agree.

    The whole ledger is resumed only if it was just verified up to its last entry. After a restore the two must
    also assert that nothing was spent since the backup was made; the entry says that they did.
    """
    names, why = two_people(approvers), label(why, "why")
    if account is None:
        _resume_everything(books, names, why, nothing_spent_since)
        return
    with books.page() as page:
        row = page.account(account_name(account))
        page.append("resume", {"account": row["name"], "approvers": names, "why": why})
        page.session.run("UPDATE accounts SET stopped = NULL, failures = 0 WHERE id = :id", {"id": row["id"]})
        page.session.run("UPDATE balances SET stopped = NULL WHERE account = :id", {"id": row["id"]})


def raise_cap(books: Books, account: str, allowance: Allowance, *, approvers: Sequence[str], why: str) -> None:
    """Give a root account a larger allowance of the same currency. Its promise gets weaker; the entry says so.

    What is larger is the promise: an account with a delta that counts in pure epsilon now goes on counting in it.
    Nothing may get smaller, epsilon included, nor in the currency in which it does not count now: it may have.
    """
    names, why = two_people(approvers), label(why, "why")
    if not isinstance(allowance, Allowance):
        raise SpecError("must be an Allowance", where="allowance")
    with books.page() as page:
        row = page.account(account_name(account))
        if row["parent"] is not None:
            raise SpecError("only a root account has an allowance of its own", where="account", hint="move_reserve")
        terms = Terms.from_text(row["terms"])
        old = terms.allowance
        if allowance.turns and old.turns and allowance.coin != old.coin:
            allowance = allowance.turned(old.coin)
        new = replace(terms, allowance=allowance)
        if allowance.coin != old.coin or allowance.turns != old.turns:
            raise SpecError("a new allowance is larger, in the same currency", where="allowance")
        before, after = _limits(old), _limits(allowance)
        if before == after or not all(more >= less for more, less in zip(after, before, strict=True)):
            raise SpecError(
                "a new allowance is larger, in the same currency: of epsilon, rho and delta of events none is less",
                where="allowance",
                hint="a promise with a smaller epsilon needs an account of its own",
            )
        text = canonical(new.to_dict())
        body = {"account": row["name"], "terms": new.to_dict(), "cap": [new.cap.main, new.cap.delta]}
        page.append("raise", {**body, "approvers": names, "why": why})
        page.session.run("UPDATE accounts SET terms = :terms WHERE root = :id", {"terms": text, "id": row["id"]})
        write_cap(page, row, new.cap)


def move_reserve(books: Books, account: str, share: Number, *, approvers: Sequence[str], why: str) -> None:
    """Move a share of the parent's cap from its reserve to a child, or back if negative."""
    names, why = two_people(approvers), label(why, "why")
    part = exact(share, "share", above=-1, below=1)
    with books.page() as page:
        row = page.account(account_name(account))
        if row["parent"] is None:
            raise SpecError("a root account has nothing above it", where="account", hint="raise_cap")
        above = page.by_id(row["parent"])
        moved = part_of(cap_of(above), abs(part))
        if not moved.main:
            raise SpecError("moves nothing", where="share")
        sign = 1 if part > 0 else -1
        cap = cap_of(row) + Amount(sign * moved.main, sign * moved.delta)
        if not within(given_away(page, above, but=row) + cap, cap_of(above)):
            raise PrivacyError(
                "the reserve above is too small", where="share", hint="raise the account above first"
            )
        if cap.main <= 0 or not within(given_away(page, row), cap) or not within(_most_used(page, row), cap):
            raise PrivacyError("more of it is used or given away already", where="share")
        body = {"account": row["name"], "cap": [cap.main, cap.delta]}
        page.append("move", {**body, "approvers": names, "why": why})
        write_cap(page, row, cap)


def assert_refund(
    books: Books, receipt: str, *, approvers: Sequence[str], why: str, requester: str | None = None
) -> None:
    """Give back a forfeited price because two people assert that nothing left. Later certificates must say so.

    Whoever asked for the release may have seen what it did, and gains by the refund: they are not one of the two.
    """
    names, why = two_people(approvers), label(why, "why")
    asked = {} if requester is None else {"requester": " ".join(person_name(requester, "requester").split())}
    if {skeleton(name) for name in asked.values()} & {skeleton(name) for name in names}:
        raise PolicyError(
            "whoever asked for a release cannot be one of those who state that nothing of it left",
            where="approvers",
            hint="two people other than the requester",
        )
    with books.page() as page:
        release = find_release(page, receipt)
        if release["state"] != State.FORFEITED:
            raise PrivacyError("only a forfeited release can be asserted back", where="receipt")
        ticks = page.session.first("SELECT 1 AS found FROM results WHERE receipt = :receipt", {"receipt": receipt})
        if ticks is not None:
            raise PrivacyError("something of it was committed, so something may have left", where="receipt")
        lineage = page.lineage(page.by_id(release["account"])["name"])
        body = {"receipt": receipt, "approvers": names, "why": why, **asked}
        page.append("refund", body, postings_of(lineage, release, "refund"))
        set_state(page, receipt, State.RELEASED)


def rotate_key(books: Books, new: Ed25519PrivateKey, *, approvers: Sequence[str], why: str) -> Anchor:
    """Replace the key that signs anchors: an entry names the new one; to anchor it is the old one's last act."""
    names, why = two_people(approvers), label(why, "why")
    if books.anchors is None or books.anchors.key is None:
        raise SpecError("give the anchors and the key that signs them now", where="anchors")
    public = public_text(new)
    if public == public_text(books.anchors.key):
        raise SpecError("this is the key that signs now", where="new")
    with books.page() as page:
        page.append("rotate", {"next": public, "approvers": names, "why": why})
    return books.anchors.rotate(books.identity, page.seq, page.hash, new, books.confirm)


def two_people(approvers: Sequence[str]) -> list[str]:
    """The names of those who agree: at least two that a reader would take for two."""
    if isinstance(approvers, str):
        raise SpecError("a list of names", where="approvers")
    given = (" ".join(person_name(name, "approvers").split()) for name in approvers)
    names = {skeleton(name): name for name in given}
    if len(names) < 2:
        raise PolicyError("two different people must agree", where="approvers", hint="name both")
    return [names[key] for key in sorted(names)]


def _resume_everything(books: Books, names: list[str], why: str, nothing_spent_since: bool) -> None:
    """Verify without the lock, then write under it if the head is still the one that was verified.

    A long ledger takes long to read, and stops are for moments when people want to look. What is written
    meanwhile moves the head, and everything is read again; after a few rounds, under the lock.
    """
    if books.head()["stopped"] is None:
        raise SpecError("the ledger is not stopped", where="account")
    for round_ in range(1, _ROUNDS + 1):
        verdict = _must_be_whole(verify(books)) if round_ < _ROUNDS else None
        with books.store.writing() as session:
            page = Page(session, None)
            if verdict is None:
                verdict = _must_be_whole(verify_in(session, anchored_hashes(books)))
            if (page.seq, page.hash) != (verdict.entries, verdict.head):
                continue
            _must_hold_the_newest_anchor(books, session)
            _lift_the_stop(page, books, names, why, nothing_spent_since)
        books.check_anchors(page.seq, page.hash)
        return


def _lift_the_stop(page: Page, books: Books, names: list[str], why: str, nothing_spent_since: bool) -> None:
    if page.stopped is None:
        raise SpecError("the ledger is not stopped", where="account")
    if page.stop_kind == "restore" and not nothing_spent_since:
        raise PolicyError(
            "after a restore two people must assert that nothing was spent since the backup was made",
            hint="nothing_spent_since",
        )
    now = moment(books.clock())
    if now < page.at and page.stop_kind != "clock":
        raise ClockWentBack("the clock is behind the last entry", hint="set it right first")
    page.at = now  # two people vouch for the clock, even where a wrong one had run ahead
    body = {"account": None, "approvers": names, "why": why, "was": page.stop_kind or "person"}
    page.append("resume", {**body, "nothing_spent_since": bool(nothing_spent_since)})
    page.session.run("UPDATE ledger SET stopped = NULL, stop_kind = NULL")
    page.close()


def _must_be_whole(verdict: Verdict) -> Verdict:
    if verdict.damage is not None:
        raise LedgerError(f"the damage is still there: {verdict.damage.words}", hint="epsilog ledger verify")
    return verdict


def _must_hold_the_newest_anchor(books: Books, session: Session) -> None:
    """A copy elsewhere may have gone on, and signed, while this one was read."""
    newest = None if books.anchors is None else books.anchors.newest(books.identity)
    if newest is None:
        return
    row = session.first("SELECT hash FROM journal WHERE seq = :seq", {"seq": newest.seq})
    if row is None or row["hash"] != newest.hash:
        raise LedgerError(
            f"the damage is still there: entry {newest.seq}, signed {newest.at}, is not in it",
            hint="epsilog ledger verify",
        )


def _limits(allowance: Allowance) -> tuple[Fraction | int, ...]:
    """Epsilon, the cap in each currency the promise may be counted in, and delta of events."""
    other = allowance.turned("pure" if allowance.coin == "zcdp" else "zcdp") if allowance.turns else allowance
    return allowance.epsilon, allowance.cap, other.cap, allowance.cap_delta


def _most_used(page: Page, row: Row) -> Amount:
    """The fullest of an account's blocks."""
    used = page.session.first(
        "SELECT MAX(held_main + spent_main) AS main, MAX(held_delta + spent_delta) AS delta"
        " FROM balances WHERE account = :id",
        {"id": row["id"]},
    )
    return Amount(int(used["main"] or 0), int(used["delta"] or 0)) if used else Amount(0, 0)


# Approving a calendar: an entry that names who agreed, and from then on the account pays for nothing else.


def approve(
    books: Books, account: str, record: Mapping[str, Any] | None, *, approvers: Sequence[str], why: str
) -> str:
    """Let an account, and all below it, pay for a calendar's releases only; None lifts it. Returns its digest."""
    names, why = two_people(approvers), label(why, "why")
    calendar = None if record is None else Approved(json.loads(canonical(record)))
    with books.page() as page:
        row = page.account(account_name(account))
        body: dict[str, Any] = {"account": row["name"], "calendar": None, "digest": "", "approvers": names}
        if calendar is not None:
            _must_be_payable(calendar, row)
            body |= {"calendar": calendar.record, "digest": calendar.digest}
        seq = page.append("calendar", {**body, "why": why})
        page.session.run("DELETE FROM calendars WHERE account = :id", {"id": row["id"]})
        if calendar is not None:
            values = {"account": row["id"], "seq": seq, "digest": calendar.digest, "body": calendar.text}
            page.session.run(schema.insertion("calendars"), values)
    return "" if calendar is None else calendar.digest


def _must_be_payable(calendar: Approved, row: Row) -> None:
    terms = Terms.from_text(row["terms"])
    if calendar.coin != terms.allowance.coin:
        leg = "pure" if calendar.coin == "pure" else "rho"
        hint = f"turn the account first: epsilog ledger turn … --to {leg}" if terms.allowance.turns else ""
        raise SpecError(
            f"is priced in {calendar.coin}, the account pays in {terms.allowance.coin}", where="calendar", hint=hint
        )
    delta = sum(one.most.delta for one in calendar.planned.values())
    most = max(calendar.most_by_block(row["period"]).values(), default=0)
    if most > row["cap_main"] or delta > row["cap_delta"]:
        raise PrivacyError(
            "the calendar costs more than the account has", where="calendar", hint="epsilog plan --calendar"
        )
