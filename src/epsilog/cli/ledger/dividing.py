"""`epsilog ledger allocate`, `move`, `raise`: who may spend how much, and how that changes.

`approve`: bind an account to a planned calendar.
"""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from epsilog.cli.ledger.opening import Delta, Epsilon, Events, allowance_of
from epsilog.cli.ledger.place import Approvers, Books, By, Why, with_books
from epsilog.cli.ledger.terms import promises, terms_record
from epsilog.cli.ledger.tree import part_of, reserve_of
from epsilog.cli.screen import Screen
from epsilog.errors import BudgetExceeded, SpecError
from epsilog.words import percent, plain

if TYPE_CHECKING:
    from epsilog.ledger.reading import Account
    from epsilog.year.plan import CalendarPlan


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
    columns = [(screen.say("ledger.account"), "left"), (screen.say("ledger.part_of", account=parent), "right")]
    columns.append((screen.say("ledger.left_of_it"), "right"))
    lang = screen.lang
    shown = [(percent(float(part_of(one, above)), lang), percent(1 - one.share, lang, "down")) for one in below]
    rows = [[child.name, *told] for child, told in zip(below, shown, strict=True)]
    screen.table(columns, rows, (screen.say("ledger.the_reserve"), percent(float(rest), lang), ""))
    screen.sentences(screen.say(f"ledger.divided.{word}", account=parent) for word in (rule.value, "reserve"))
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


@with_books("ledger-approve")
def approve(
    screen: Screen,
    place: Books,
    name: Annotated[str, typer.Argument(help="The account.")],
    approvers: Approvers,
    why: Why,
    calendar: Annotated[
        Path | None, typer.Argument(help="The calendar, .yaml or .json: docs/calendar.md.", show_default=False)
    ] = None,
    lift: Annotated[bool, typer.Option("--lift", help="Let the account pay for any release again.")] = False,
) -> None:
    """Let an account pay for a calendar's releases only, each once, none dearer than planned. Two must agree.

    The calendar is planned under the account's terms; no data is read. A new one takes the place of the old one.

    [dim]epsilog ledger approve clinic/2026 year.yaml --approver Ada --approver Grace --why "the plan of 2026"[/dim]
    """
    if (calendar is None) != lift:
        raise SpecError("a calendar, or --lift", where="calendar", hint="epsilog ledger approve ACCOUNT year.yaml")
    with place.opened() as books:
        if calendar is None:
            books.approve(name, None, approvers=approvers, why=why)
            screen.line(screen.say("calendar.lifted", account=name), "yellow")
            screen.result({"account": name, "calendar": None, "digest": None, "approvers": list(approvers)})
            return
        planned = _plan_calendar(calendar, books.account(name))
        left = books.remaining(name, planned.to_dict())
        digest = books.approve(name, planned.to_dict(), approvers=approvers, why=why)
    count = sum(len(one.slots) for one in planned.reports if one.share is not None)
    said = {"account": name, "calendar": planned.calendar.name, "count": f"{count:,}"}
    screen.line(screen.say("calendar.approved", **said), "green")
    screen.note(screen.say("calendar.approved.digest", digest=digest))
    if not left.enough:
        from epsilog.year.explain import remaining_words

        screen.line(remaining_words(left, screen.lang), "bold yellow")
    record = {"account": name, "calendar": planned.calendar.name, "digest": digest, "releases": count}
    screen.result({**record, "units": planned.total, "left_is_enough": left.enough, "approvers": list(approvers)})


def _plan_calendar(path: Path, account: Account) -> CalendarPlan:
    from epsilog.roles.document import read_document
    from epsilog.roles.place import pointing
    from epsilog.year.file import calendar_from_node
    from epsilog.year.plan import plan_calendar

    document = read_document(path)
    calendar = calendar_from_node(document)
    with pointing(document):
        if calendar.spend.account != account.name:
            said = calendar.spend.account[:60]
            raise SpecError(f"the calendar spends from {said!r}", where="spend.from", hint=f"approve it on {said}")
        planned = plan_calendar(calendar, account.terms, cap=account.cap.main)
        if not planned.feasible:
            needs = plain(float(planned.epsilon), 6, "up")
            raise BudgetExceeded(
                f"the calendar needs epsilon {needs}, more than its budget",
                where="spend.epsilon",
                hint="epsilog plan --calendar says what would fit",
            )
    return planned
