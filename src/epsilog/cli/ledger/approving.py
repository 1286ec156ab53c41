"""`epsilog ledger approve`: bind an account to a planned calendar."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from epsilog.cli.ledger.place import Approvers, Books, Why, with_books
from epsilog.cli.screen import Screen
from epsilog.errors import BudgetExceeded, SpecError
from epsilog.words import plain

if TYPE_CHECKING:
    from epsilog.ledger.reading import Account
    from epsilog.year.plan import CalendarPlan


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
        planned = _planned(calendar, books.account(name))
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


def _planned(path: Path, account: Account) -> CalendarPlan:
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
