"""`epsilog ledger turn`: count the same promise in the other currency."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from enum import StrEnum
from typing import Annotated

import typer

from epsilog.cli.ledger.place import Books, Why, with_books
from epsilog.cli.ledger.terms import counts, promises, terms_record
from epsilog.cli.screen import Screen
from epsilog.errors import PolicyError
from epsilog.words import hundredths

Agreeing = Annotated[
    list[str] | None, typer.Option("--by", "--approver", help="Who agrees; give two different people.")
]


@contextmanager
def _naming_both() -> Iterator[None]:
    """Who agrees is said with --by here."""
    try:
        yield
    except PolicyError as error:
        error.hint = "--by Ada --by Grace" if error.hint == "name both" else error.hint
        raise


class Leg(StrEnum):
    """What an account may count in."""

    pure = "pure"
    rho = "rho"


@with_books("ledger-turn")
def turn(
    screen: Screen,
    place: Books,
    name: Annotated[str, typer.Argument(help="The root account; everything below it is turned with it.")],
    to: Annotated[Leg, typer.Option("--to", help="pure: few sharp releases. rho: many.")],
    by: Agreeing = None,
    why: Why = "",
    only_try: Annotated[bool, typer.Option("--try", help="Say whether it could be turned; write nothing.")] = False,
) -> None:
    """Count an account in the other currency: pure epsilon, or rho. What it promises stays the same.

    Everything booked so far must fit the other currency. Two people must agree.

    [dim]epsilog ledger turn clinic --to pure --by Ada --by Grace --why "one table a month"
    epsilog ledger turn clinic --to rho --try[/dim]
    """
    with place.opened() as books:
        fullest = books.try_turn(name, to.value)
        if not only_try:
            with _naming_both():
                books.turn(name, to.value, approvers=by or [], why=why)
        account = books.account(name)
    used = {"used": f"{hundredths(fullest.share)}{'%' if screen.lang == 'zh' else ' %'}"}
    if only_try:
        screen.line(screen.say(f"ledger.turn.could.{to.value}", account=name, **used), "green")
    else:
        screen.line(screen.say(f"ledger.turned.{to.value}", account=name, **used), "green")
        pairs = [("ledger.promises", promises(screen, account.terms))]
        pairs += [("ledger.counts", counts(screen, account.terms, account.cap))]
        screen.pairs([(screen.say(key), said) for key, said in pairs])
    record = {"account": name, "to": to.value, "turned": not only_try, "share_used": fullest.share}
    screen.result({**record, **terms_record(account.terms)})
