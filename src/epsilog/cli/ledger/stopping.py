"""`epsilog ledger stop`, `resume`, `recover`, `refund`: when something went wrong."""

from __future__ import annotations

from typing import Annotated

import typer

from epsilog.cli.ledger.place import Approvers, Books, By, Why, with_books
from epsilog.cli.screen import Screen

Which = Annotated[str | None, typer.Argument(help="The account; left out: the whole ledger.")]


@with_books("ledger-stop")
def stop(screen: Screen, place: Books, by: By, why: Why, name: Which = None) -> None:
    """Stop an account and everything below it, or the whole ledger, at once. Anybody may.

    [dim]epsilog ledger stop clinic/2026/oncology --by Ada --why "the form was misread"[/dim]
    """
    with place.opened() as books:
        books.stop(name, by=by, why=why)
    which = name if name is not None else screen.say("ledger.everything")
    screen.line(screen.say("ledger.stopped", which=which), "bold red")
    screen.note(screen.say("ledger.stopped.next"))
    screen.result({"account": name, "stopped": why, "by": by})


@with_books("ledger-resume")
def resume(
    screen: Screen,
    place: Books,
    approvers: Approvers,
    why: Why,
    name: Which = None,
    nothing_spent_since: Annotated[
        bool,
        typer.Option(
            "--nothing-spent-since", help="After a restore: both assert that nothing was spent since the backup."
        ),
    ] = False,
) -> None:
    """Lift a stop. Two people must agree; the whole ledger goes on only if it verifies at that moment.

    [dim]epsilog ledger resume clinic/2026/oncology --approver Ada --approver Grace --why "looked into it"[/dim]
    """
    with place.opened() as books:
        books.resume(name, approvers=approvers, why=why, nothing_spent_since=nothing_spent_since)
    which = name if name is not None else screen.say("ledger.everything")
    screen.line(screen.say("ledger.resumed", which=which), "green")
    screen.result({"account": name, "approvers": list(approvers), "nothing_spent_since": nothing_spent_since})


@with_books("ledger-recover")
def recover(screen: Screen, place: Books) -> None:
    """Settle what dead processes of this machine left: what was only held is given back, the rest stays spent.

    [dim]epsilog ledger recover[/dim]
    """
    with place.opened() as books:
        settled = books.recover()
    if not settled:
        screen.line(screen.say("ledger.recovered.nothing"))
    else:
        screen.heading(screen.say("ledger.recovered", count=f"{len(settled):,}"))
        columns = [(screen.say(f"ledger.{name}"), "left") for name in ("account", "key", "state", "receipt")]
        rows = [
            (one.account, one.key, screen.say(f"ledger.state.{one.state.value.lower()}"), one.id) for one in settled
        ]
        screen.table(columns, rows)
    records = [
        {"receipt": one.id, "account": one.account, "key": one.key, "state": one.state.value} for one in settled
    ]
    screen.result({"settled": records})


@with_books("ledger-refund")
def refund(
    screen: Screen,
    place: Books,
    receipt: Annotated[str, typer.Argument(help="The receipt of a forfeited release.")],
    requester: Annotated[str, typer.Option("--requester", help="Who asked for the release: not one of the two.")],
    approvers: Approvers,
    why: Why,
) -> None:
    """Give back a forfeited price because two people assert that nothing left. The entry keeps their names.

    Whoever asked for the release is not one of them.

    [dim]epsilog ledger refund RECEIPT --requester Kay --approver Ada --approver Grace \\
        --why "the disk was never read"[/dim]
    """
    with place.opened() as books:
        books.assert_refund(receipt, approvers=approvers, why=why, requester=requester)
    screen.line(screen.say("ledger.refunded", receipt=receipt), "yellow")
    screen.result({"receipt": receipt, "approvers": list(approvers)})
