"""`epsilog ledger allocate`, `move`, `raise`: who may spend how much, and how that changes."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

import typer

from epsilog.cli.ledger.opening import Delta, Epsilon, Events, allowance_of
from epsilog.cli.ledger.place import Approvers, Books, By, Why, with_books
from epsilog.cli.ledger.terms import promises, terms_record
from epsilog.cli.ledger.tree import part_of, reserve_of
from epsilog.cli.screen import Screen
from epsilog.errors import SpecError
from epsilog.words import percent


class Rule(StrEnum):
    """How shares are read."""

    base = "base"
    proportional = "proportional"


@with_books("ledger-allocate")
def allocate(
    screen: Screen,
    place: Books,
    parent: Annotated[str, typer.Argument(help="The account to divide.")],
    shares: Annotated[list[str], typer.Argument(help="child=share …: oncology=0.4 cardiology=0.3")],
    by: By,
    rule: Annotated[
        Rule, typer.Option(help="base: shares of the cap. proportional: numbers of planned queries.")
    ] = Rule.base,
    reserve: Annotated[str, typer.Option(help="The share that stays with the account.")] = "0",
) -> None:
    """Divide an account among departments or projects. What is not given away is its reserve.

    A divided account pays nothing itself; two people may move its reserve: epsilog ledger move.

    [dim]epsilog ledger allocate clinic/2026 oncology=0.4 cardiology=0.3 --reserve 0.2 --by Ada
    epsilog ledger allocate clinic/2026 oncology=120 cardiology=60 --rule proportional --reserve 0.2 --by Ada[/dim]
    """
    wanted = _shares(shares)
    with place.opened() as books:
        books.allocate(parent, wanted, rule=rule.value, by=by, reserve=reserve)
        accounts = books.accounts()
    above = next(account for account in accounts if account.name == parent)
    below = [account for account in accounts if account.parent == parent]
    rest = reserve_of(above, accounts)
    screen.heading(screen.say("ledger.divided", account=parent))
    columns = [(screen.say("ledger.account"), "left"), (screen.say("ledger.part"), "right")]
    parts = {child.name: part_of(child, above) for child in below}
    rows = [(name, percent(float(part), screen.lang)) for name, part in parts.items()]
    screen.table(columns, rows, (screen.say("ledger.the_reserve"), percent(float(rest), screen.lang)))
    caps = [{"account": child.name, "cap_units": _units(child.cap.main, child.cap.delta)} for child in below]
    screen.result({"account": parent, "rule": rule.value, "reserve": float(rest), "children": caps})


def _shares(pairs: list[str]) -> dict[str, str]:
    shares: dict[str, str] = {}
    for pair in pairs:
        child, equals, share = pair.partition("=")
        if not equals or not child or not share:
            raise SpecError(f"{pair[:40]!r} is not child=share", where="shares", hint="oncology=0.4 cardiology=0.3")
        if child in shares:
            raise SpecError(f"{child[:40]!r} is named twice", where="shares")
        shares[child] = share
    return shares


def _units(main: int, delta: int) -> dict[str, int]:
    return {"main_1e12": main, "delta_1e18": delta}


@with_books("ledger-move")
def move(
    screen: Screen,
    place: Books,
    name: Annotated[str, typer.Argument(help="The account that gets it (or gives it back).")],
    share: Annotated[str, typer.Argument(help="A share of the cap above: 0.05.")],
    approvers: Approvers,
    why: Why,
    back: Annotated[bool, typer.Option("--back", help="Give it back to the reserve.")] = False,
) -> None:
    """Move a share of the reserve above to an account, or back. Two people must agree.

    [dim]epsilog ledger move clinic/2026/oncology 0.05 --approver Ada --approver Grace --why "a second survey"[/dim]
    """
    from epsilog.core.number import exact

    moved = exact(share, "share", above=0, below=1)
    with place.opened() as books:
        books.move_reserve(name, -moved if back else moved, approvers=approvers, why=why)
        accounts = books.accounts()
    child = next(account for account in accounts if account.name == name)
    above = next(account for account in accounts if account.name == child.parent)
    part, rest = part_of(child, above), reserve_of(above, accounts)
    words = {"part": percent(float(part), screen.lang), "reserve": percent(float(rest), screen.lang)}
    screen.line(screen.say("ledger.moved", account=name, parent=above.name, **words), "green")
    screen.result(
        {
            "account": name,
            "part": float(part),
            "reserve": float(rest),
            "cap_units": _units(child.cap.main, child.cap.delta),
        }
    )


@with_books("ledger-raise")
def raise_cap(
    screen: Screen,
    place: Books,
    name: Annotated[str, typer.Argument(help="The root account.")],
    epsilon: Epsilon,
    approvers: Approvers,
    why: Why,
    delta: Delta = None,
    events: Events = None,
    per_metre: Annotated[
        bool, typer.Option("--per-metre", help="A place is protected: epsilon per metre.")
    ] = False,
) -> None:
    """Give a root account a larger allowance, and so a weaker promise to everybody in it. Two people must agree.

    [dim]epsilog ledger raise clinic --epsilon 3 --delta 1e-6 --approver Ada --approver Grace --why "a survey"[/dim]
    """
    allowance = allowance_of(epsilon, delta, events, per_metre)
    with place.opened() as books:
        books.raise_cap(name, allowance, approvers=approvers, why=why)
        account = books.account(name)
    screen.line(screen.say("ledger.raised", account=name, promise=promises(screen, account.terms)), "yellow")
    screen.result({"account": name, **terms_record(account.terms)})
