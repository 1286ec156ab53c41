"""Whether what is left of an account is enough for a calendar: the releases of it that are not paid yet."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from epsilog.errors import SpecError
from epsilog.ledger.block import EVERYTHING
from epsilog.ledger.books import Books
from epsilog.ledger.calendar import Approved, is_paid
from epsilog.ledger.chain import canonical
from epsilog.ledger.name import account_name
from epsilog.ledger.page import lineage_of
from epsilog.ledger.schema import must_be_current


@dataclass(frozen=True)
class Remaining:
    """A calendar beside what is left, in the block of the account, or of one above it, where it is tightest.

    account   whose block that is; `block` is its name
    part      "main" (rho or epsilon, in units of 1e-12), or "delta" (in units of 1e-18) where that alone is short
    needed    what the calendar's releases that are not paid yet take there
    left      what is neither spent nor held there
    used      what is
    paid      how many releases of the calendar are paid for already
    """

    account: str
    block: str
    needed: int
    left: int
    used: int
    paid: int
    part: Literal["main", "delta"] = "main"

    @property
    def enough(self) -> bool:
        """Whether everything that is still planned can be paid."""
        return self.needed <= self.left


def remaining(books: Books, account: str, record: Mapping[str, Any]) -> Remaining:
    """Compare a calendar, in the form in which it is approved, with the balances. Writes nothing."""
    calendar = Approved(json.loads(canonical(record)))
    with books.reading() as session:
        must_be_current(session)
        lineage = lineage_of(session, account_name(account))
        own = lineage[-1]
        if calendar.coin != own["coin"]:
            raise SpecError(
                f"is priced in {calendar.coin}, the account counts in {own['coin']}",
                where="calendar",
                hint="plan it again",
            )
        unpaid = [one for one in calendar.planned.values() if not is_paid(session, own, one)]
        paid, delta = len(calendar.planned) - len(unpaid), sum(one.most.delta for one in unpaid)
        needed: Counter[str] = Counter()
        for one in unpaid:
            for block in (EVERYTHING,) if own["period"] is None else one.blocks(own["period"]):
                needed[block] += one.most.main
        main, deltas = [], []
        for row in lineage:
            balances = session.rows("SELECT * FROM balances WHERE account = :id", {"id": row["id"]})
            used = {one["block"]: one["held_main"] + one["spent_main"] for one in balances}
            caps = {one["block"]: one["cap_main"] for one in balances}
            for block in needed or caps or (EVERYTHING,):
                spent = used.get(block, 0)
                left = max(0, caps.get(block, row["cap_main"]) - spent)
                main.append(Remaining(row["name"], block, needed[block], left, spent, paid))
            # Delta is kept once for all blocks.
            gone = sum(one["held_delta"] + one["spent_delta"] for one in balances if one["block"] == EVERYTHING)
            deltas.append(
                Remaining(row["name"], EVERYTHING, delta, max(0, row["cap_delta"] - gone), gone, paid, "delta")
            )
    tightest, other = (min(found, key=lambda one: (one.left - one.needed, -one.used)) for found in (main, deltas))
    return tightest if other.enough or not tightest.enough else other
