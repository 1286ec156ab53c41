"""`epsilog ledger debit`: enter a release that another tool makes, before it is made."""

from __future__ import annotations

import json
from typing import Annotated, Final

import typer

from epsilog.cli.ledger.place import Books, By, say_whether_anchored, with_books
from epsilog.cli.ledger.tree import usage
from epsilog.cli.screen import Screen
from epsilog.errors import SpecError
from epsilog.words import percent, plain

_NOTE: Final = "epsilog.release-elsewhere/1"


@with_books("ledger-debit")
def debit(
    screen: Screen,
    place: Books,
    name: Annotated[str, typer.Argument(help="The account that pays.")],
    charge: Annotated[
        list[str], typer.Argument(help="Charges such as laplace:scale=20,l1=1,l2_squared=1, or files.")
    ],
    key: Annotated[str, typer.Option(help="Names this release for ever; the same key is never charged twice.")],
    by: By,
    note: Annotated[str, typer.Option(help="What is published, and with which tool.")] = "",
    block: Annotated[list[str] | None, typer.Option(help="Every time block it touches; may be repeated.")] = None,
) -> None:
    """Pay for a release that is made elsewhere, by another tool. Pay first, then open the data.

    The price is spent at once and stays spent. That the other tool did what the charge says is your word.

    [dim]epsilog ledger debit clinic/2026 laplace:scale=100,l1=3,l2_squared=9 --key "visits 2026-02" --by Ada[/dim]
    """
    from epsilog.cli.written_plan import read_plan

    plan = read_plan(charge)
    if plan.promise is not None:
        raise SpecError(
            "the file states a promise of its own",
            where="charge",
            hint="the account's promise is the one that holds",
        )
    result = json.dumps({"schema": _NOTE, "by": by, "note": note}, ensure_ascii=False, sort_keys=True).encode()
    request = f"made elsewhere, entered by {by}: {note}" if note else f"made elsewhere, entered by {by}"
    with place.opened() as books:
        receipt = books.debit(name, plan.charge, request, key=key, blocks=block or ())
        # A repeated key may have died between two of these; each step is the same however often it is taken.
        books.commit(receipt, result)
        books.deliver(receipt)
        account = books.account(name)
    share = usage(account).share
    cost = account.terms.cost_of(plan.charge)
    screen.heading(screen.say("ledger.debit.repeated" if receipt.repeated else "ledger.debit.paid", account=name))
    rows = [
        (screen.say("ledger.key"), key),
        (screen.say("ledger.debit.cost"), _cost(screen, cost.main, cost.delta, account.terms.allowance.coin)),
        (screen.say("ledger.used"), percent(share, screen.lang, "up")),
        (screen.say("ledger.receipt"), receipt.id),
    ]
    screen.pairs(rows)
    screen.note(screen.say("ledger.debit.word"))
    say_whether_anchored(screen, place.anchors)
    screen.result(
        {
            "account": name,
            "key": key,
            "receipt": receipt.id,
            "repeated": receipt.repeated,
            "charge": plan.charge.to_dict(),
            "blocks": list(receipt.blocks),
            "cost_units": {"main_1e12": cost.main, "delta_1e18": cost.delta},
            "share_used": share,
        }
    )


def _cost(screen: Screen, main: int, delta: int, coin: str) -> str:
    unit = {"zcdp": "ρ", "pure": "ε", "per-metre": "ε / m"}[coin]
    text = f"{unit} = {plain(main / 1e12, 4, 'up')}"
    return f"{text}, δ = {plain(delta / 1e18, 3, 'up')}" if delta else text
