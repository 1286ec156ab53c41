"""`epsilog ledger history`: the entries in their order, and a picture of spending over time."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer
from rich.text import Text

from epsilog.cli.ledger.course import Courses
from epsilog.cli.ledger.place import Books, with_books
from epsilog.cli.screen import PictureTo, Screen, picture_folder
from epsilog.words import percent

if TYPE_CHECKING:
    from epsilog.ledger import Ledger
    from epsilog.ledger.reading import Account, Line

_WIDE: Final = 110
# Entries that change what is used, and in which direction.
_DIRECTION: Final = {"debit": "+", "reserve": "+", "release": "−", "refund": "−"}


@with_books("ledger-history")
def history(
    screen: Screen,
    place: Books,
    name: Annotated[str | None, typer.Argument(help="One account and what is below it; left out: all.")] = None,
    last: Annotated[str, typer.Option(help="How many entries, counted from the newest; 0 for all.")] = "40",
    picture: PictureTo = None,
) -> None:
    """Show what was entered: when, what, where, how much, by whom. Refusals write nothing, so none are here.

    [dim]epsilog ledger history clinic/2026 --last 10
    epsilog ledger history --picture pictures[/dim]
    """
    from epsilog.core.number import whole

    most = whole(last, "last", at_least=0, at_most=10**9) or None
    with place.opened() as books:
        lines = books.history(name, last=most, fold=not screen.as_json)
        payers = books.payers(line.body["receipt"] for line in lines if "receipt" in line.body)
        found = {account.name: account for account in books.accounts()}
        written = [] if picture is None else _draw(screen, books, name, picture_folder(picture))
    accounts = _accounts(lines, payers)
    screen.heading(screen.say("ledger.history.heading", which=name or screen.say("ledger.everything")))
    _table(screen, lines, accounts, found, {receipt: key for receipt, (_, key) in payers.items()})
    screen.note(screen.say("ledger.history.note"))
    screen.pictures(written)
    screen.result({"account": name, "entries": [_record(line, accounts.get(line.seq)) for line in lines]})


def _table(
    screen: Screen, lines: list[Line], accounts: dict[int, str], known: dict[str, Account], keys: dict[str, str]
) -> None:
    """One row for each entry, and for all ticks of a stream; on a narrow screen details stand below the account."""
    narrow = screen.console.width < _WIDE
    columns = [("#", "right"), (screen.say("ledger.when"), "left"), (screen.say("ledger.entry"), "left")]
    columns += [(screen.say("ledger.share"), "right"), (screen.say("ledger.account"), "left")]
    columns += [] if narrow else [(screen.say("ledger.details"), "left")]
    rows: list[list[str | Text]] = []
    charges = {line.body["receipt"]: line.body["charge"] for line in lines if "charge" in line.body}
    for line in lines:
        account = accounts.get(line.seq, "")
        share = _share(line, known[account], charges) if account in known else None
        shown = "" if share is None else _DIRECTION[line.kind] + percent(share, screen.lang, "up")
        when, kind = Text(line.at[:16].replace("T", " ")), Text(screen.say(f"ledger.kind.{line.kind}"))
        places = [account, _details(line, keys)]
        last = ["\n".join(filter(None, places))] if narrow else places
        number = f"{line.seq:,}" if line.since is None else f"{line.since.seq:,} … {line.seq:,}"
        rows.append([number, when, kind, shown, *last])
    screen.table(columns, rows)


def _accounts(lines: list[Line], payers: dict[str, tuple[str, str]]) -> dict[int, str]:
    """The account of each entry; a later step of a release finds it by its receipt."""
    found: dict[int, str] = {}
    for line in lines:
        account = line.body.get("account") or payers.get(line.body.get("receipt", ""), ("",))[0]
        if account:
            found[line.seq] = account
    return found


def _share(line: Line, account: Account, charges: dict[str, Any]) -> float | None:
    """The price of an entry as a share of the account's cap of today, in its currency of today.

    An account that can be turned may have been: then what its entries posted may be in the other currency, and the
    charge is priced anew. Nothing is shown where the charge is not at hand, or has no price in this currency.
    """
    from epsilog.core.charge import charge_from_dict
    from epsilog.errors import CurrencyMismatch

    postings, cap = line.body.get("postings", []), account.cap
    if line.kind not in _DIRECTION or not postings:
        return None
    main, delta = max(posting[3] for posting in postings), max(posting[4] for posting in postings)
    if account.terms.allowance.turns:
        charge = charges.get(line.body["receipt"])
        if charge is None:
            return None
        try:
            cost = account.terms.cost_of(charge_from_dict(charge))
        except CurrencyMismatch:
            return None
        main, delta = cost.main, cost.delta
    return float(max(main / cap.main, delta / cap.delta if cap.delta else 0.0))


def _details(line: Line, keys: dict[str, str]) -> str:
    """Who, which key, why: whatever the entry says of these."""
    body = line.body
    parts = [str(body[name]) for name in ("key", "why") if name in body]
    if body.get("blocks", ["*"]) != ["*"]:
        blocks = body["blocks"]
        parts.append(blocks[0] if len(blocks) == 1 else f"{blocks[0]} … {blocks[-1]} ({len(blocks)})")
    if "by" in body:
        parts.append(str(body["by"]))
    if "approvers" in body:
        parts.append(" + ".join(body["approvers"]))
    if not parts and "receipt" in body:
        parts.append(keys.get(body["receipt"], str(body["receipt"])[:8]))
    if line.kind == "tick":
        first = "" if line.since is None else f"{line.since.body['tick']:,} … "
        parts.append(f"{first}{body['tick']:,}")
    return " · ".join(parts)


def _draw(screen: Screen, books: Ledger, name: str | None, folder: Path) -> list[Path]:
    from epsilog.accounting.pictures import save, spending_picture

    courses = Courses()
    books.walk(courses.take)
    return save(spending_picture(courses.drawn(name), screen.lang), folder / "spending")


def _record(line: Line, account: str | None) -> dict[str, Any]:
    entry = {"entry": line.seq, "at": line.at, "kind": line.kind, "account": account}
    return {**entry, "body": line.body, "hash": line.hash}
