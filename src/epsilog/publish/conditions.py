"""What a guarantee rests on besides mathematics: assertions that people made and the books wrote down.

Two of them make room that the books by themselves would not: a refund after data was opened ("nothing left"), and
resuming a restored ledger ("nothing was spent since"). Both concern everybody the account protects, so a release
names all of them that lie in its account's tree, up to the root.
"""

from __future__ import annotations

from epsilog.ledger import Ledger
from epsilog.ledger.reading import Account, Line


def conditions_of(account: Account, ledger: Ledger) -> tuple[str, ...]:
    """One line for each assertion, oldest first: its entry, when, what, who, why."""
    root = account
    while root.parent is not None:
        root = ledger.account(root.parent)
    payers: dict[str, str] = {}
    found: list[str] = []

    def look(line: Line) -> None:
        body = line.body
        if line.kind in ("reserve", "debit") and _is_within(body["account"], root.name):
            payers[body["receipt"]] = body["account"]
        elif line.kind == "refund" and (payer := payers.get(body["receipt"])):
            found.append(_told(line, f"refund of {body['receipt'][:12]} on {payer}, nothing left"))
        elif line.kind == "resume" and body.get("nothing_spent_since") is True:
            found.append(_told(line, "resumed after a restore, nothing spent since the backup"))

    ledger.walk(look)
    return tuple(found)


def _is_within(name: str, root: str) -> bool:
    return name == root or name.startswith(root + "/")


def _told(line: Line, what: str) -> str:
    who = ", ".join(line.body["approvers"])
    return f"entry {line.seq}, {line.at[:10]}: {what} (asserted by {who}: {line.body['why']})"
