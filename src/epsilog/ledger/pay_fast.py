"""The shortcut for the common case: a price worked out beforehand, and as few statements as it takes.

What it knows of an account (its number, those above it, its currency) is checked again under the lock: by
`pay_sqlite` or by `pay_postgres`. Anybody may have turned the account to another currency meanwhile: a price in
the old one books nothing, and what was learnt is forgotten. Where anything is unusual it writes nothing, and the
plain way of `paying` decides. It accepts nothing that the plain way would not; tests/unit/ledger/test_pay_fast.py
compares the two.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from epsilog.core.charge import KINDS, Composed, Repeated
from epsilog.errors import EpsilogError
from epsilog.ledger import pay_sqlite
from epsilog.ledger.bill import Bill, Request, Tag
from epsilog.ledger.cells import UNREADABLE, Damaged
from epsilog.ledger.failpoint import reach
from epsilog.ledger.page import lineage_of, names_above
from epsilog.ledger.terms import Terms

if TYPE_CHECKING:
    from epsilog.ledger.books import Books
    from epsilog.ledger.receipt import Receipt
    from epsilog.ledger.store import Row

_MOST: Final = 2**61  # amounts beyond are refused anyway, the plain way
_KEPT: Final = ("id", "name", "root", "period", "terms", "coin")
_TAGS: Final = 10_000  # kept at most
# Of these two equal ones are the same charge. A composed one may hold a part that only claims to be equal.
_SIMPLE: Final = frozenset(KINDS.values()) - {Composed, Repeated}


def pay(books: Books, asked: Request) -> Receipt | None:
    """Write the bill if everything is as it mostly is; None, and nothing written, otherwise."""
    try:
        return _pay(books, asked)
    except (Damaged, *UNREADABLE):
        return None  # the plain way meets it too, and stops everything


def _pay(books: Books, asked: Request) -> Receipt | None:
    tag = _tag_of(books, asked)
    if tag is None or asked.coin not in (None, tag.lineage[-1]["coin"]):
        return None
    bill = Bill(asked, tag)
    if not books.store.is_file:
        return bill.receipt() if books.together.pay(books, bill) else None
    written = pay_sqlite.write(books, bill)
    if written is None:
        return None
    reach(f"committed {asked.kind}")
    books.check_anchors(*written)
    return bill.receipt()


def _tag_of(books: Books, asked: Request) -> Tag | None:
    wanted = (asked.account, asked.charge, asked.blocks, asked.started)
    simple = type(asked.charge) in _SIMPLE and all(type(block) is str for block in asked.blocks)
    if simple and (kept := books.tags.get(wanted)) is not None:
        return kept
    lineage = books.lineages.get(asked.account) or _look_up(books, asked.account)
    if lineage is None:
        return None
    try:
        tag = Tag.of(asked, lineage)
    except EpsilogError:
        return None  # the plain way says why, in its own order
    if not (tag.cost.main < _MOST and tag.cost.delta < _MOST):
        return None
    if simple:
        if len(books.tags) >= _TAGS:
            books.tags.clear()
        books.tags[wanted] = tag
    return tag


def forget_if_turned(books: Books, lineage: Sequence[Row]) -> None:
    """Forget what was learnt of an account if its currency is another now, so that the next payment learns it anew.

    Prices are kept apart from accounts and for several at a time, so all of them go; it is seldom.
    """
    kept = books.lineages.get(lineage[-1]["name"])
    if kept is not None and kept[-1]["coin"] != lineage[-1]["coin"]:
        for name in [name for name, rows in list(books.lineages.items()) if rows[0]["id"] == lineage[0]["id"]]:
            books.lineages.pop(name, None)
        books.tags.clear()


def _look_up(books: Books, account: str) -> list[Row] | None:
    """What seldom changes about an account: its number, those above it, its currency.

    All accounts of the same root are learnt at once, and only once they are on disk: were the entry that opened one
    lost in a crash, another could get its number and its name with other terms.
    """
    with books.store.writing() as session:
        try:
            root = lineage_of(session, account)[0]["id"]
        except EpsilogError:
            return None  # the plain way says why
        rows = session.rows("SELECT * FROM accounts WHERE root = :root", {"root": root})
    kept = {row["name"]: {name: row[name] for name in _KEPT} for row in rows}
    for row in rows:
        above = [kept[name] for name in names_above(row["name"]) if name in kept]
        # As `lineage_of` asks, and in the currency the terms say; else the plain way.
        same = all(Terms.from_text(one["terms"]).allowance.coin == one["coin"] == row["coin"] for one in above)
        if same and row["lineage"] == "/".join(str(one["id"]) for one in above):
            books.lineages[row["name"]] = above
    return books.lineages.get(account)
