"""What a guarantee rests on besides mathematics: assertions that people made and the books wrote down.

Two of them make room that the books by themselves would not: a refund after data was opened ("nothing left"), and
resuming a restored ledger ("nothing was spent since"). Both concern everybody the account protects, so a release
names all of them that lie in its account's tree, up to the root.
"""

from __future__ import annotations

from epsilog.ledger import Ledger
from epsilog.ledger.reading import Line


def conditions_of(account: str, ledger: Ledger) -> tuple[str, ...]:
    """One line for each assertion, oldest first: its entry, when, what, who, why."""
    return tuple(_told(line) for line in ledger.assertions(account))


def _told(line: Line) -> str:
    if line.kind == "refund":
        what = f"refund of {line.body['receipt'][:12]}, nothing left"
    else:
        what = "resumed after a restore, nothing spent since the backup"
    who = ", ".join(line.body["approvers"])
    return f"entry {line.seq}, {line.at[:10]}: {what} (asserted by {who}: {line.body['why']})"
