"""Approving a calendar: an entry that names who agreed, and from then on the account pays for nothing else."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from epsilog.errors import PrivacyError, SpecError
from epsilog.ledger import schema
from epsilog.ledger.books import Books
from epsilog.ledger.calendar import Approved
from epsilog.ledger.chain import canonical
from epsilog.ledger.governing import two_people
from epsilog.ledger.name import account_name, label
from epsilog.ledger.store import Row
from epsilog.ledger.terms import Terms


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
