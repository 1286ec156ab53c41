"""`epsilog ledger open`: fix who is protected and what is promised, before the first question.

`turn`: count the same promise in the other currency.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from enum import Enum, StrEnum
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from epsilog.cli.ledger.place import (
    DEFAULT_PLACE,
    Books,
    By,
    Why,
    printable_place,
    say_whether_anchored,
    with_books,
)
from epsilog.cli.ledger.terms import counts, promises, terms_pairs, terms_record
from epsilog.cli.screen import Screen
from epsilog.errors import PolicyError, SpecError
from epsilog.words import hundredths, join_names, plus_or_minus

if TYPE_CHECKING:
    from epsilog.accounting.allowance import Allowance
    from epsilog.ledger import Terms

_NAMED: Final = 3  # other accounts in one sentence
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


Name = Annotated[str, typer.Argument(help="The account: clinic/2026.")]
Epsilon = Annotated[str, typer.Option("--epsilon", help="What is promised once the account is used up.")]
Delta = Annotated[str | None, typer.Option("--delta", help="The whole delta of the promise; left out means 0.")]
Events = Annotated[
    str | None, typer.Option("--events", help="The part of delta kept for events such as unknown keys (an amount).")
]


class Neighbours(Enum):
    """What may differ between two data sets that must look alike."""

    add_remove = "add-remove"
    replace = "replace"


@with_books("ledger-open")
def open_account(
    screen: Screen,
    place: Books,
    name: Name,
    each: Annotated[str, typer.Option(help="Who is protected: the column that names a person, or row.")],
    epsilon: Epsilon,
    by: By,
    delta: Delta = None,
    events: Events = None,
    per: Annotated[str | None, typer.Option(help="A person within a period: 1h 1d 1w 1mo 1q 1y.")] = None,
    window: Annotated[
        str | None, typer.Option(help="A person within any so many periods of --per in a row.")
    ] = None,
    zone: Annotated[str, typer.Option(help="The time zone in which periods begin.")] = "UTC",
    neighbours: Annotated[
        Neighbours, typer.Option(help="replace: where a total is public.")
    ] = Neighbours.add_remove,
    per_metre: Annotated[
        bool, typer.Option("--per-metre", help="A place is protected: epsilon per metre.")
    ] = False,
    failures: Annotated[str, typer.Option(help="So many failures after data was opened stop the account.")] = "3",
    releases: Annotated[
        str, typer.Option(help="With a delta: how many equal releases are planned; says which currency suits them.")
    ] = "1",
    count_in: Annotated[
        Leg, typer.Option("--in", help="With a delta: count in rho, or in pure epsilon; turned later if all fits.")
    ] = Leg.rho,
) -> None:
    """Open an account: who is protected, in which currency, how much. Makes the ledger where there is none.

    A second account on the same people adds to what they are exposed to. Divide one instead: allocate.

    [dim]epsilog ledger open clinic/2026 --each patient_id --per 1mo --epsilon 2 --delta 1e-6 --by Ada
    epsilog ledger open sensors --each row --epsilon 1 --by Ada[/dim]
    """
    from epsilog.core.number import whole
    from epsilog.core.unit import Unit
    from epsilog.ledger import Terms
    from epsilog.ledger.name import account_name, person_name

    # Everything that can be refused is refused before a ledger is made for it.
    name, by = account_name(name), person_name(by, "by")
    ticks = None if window is None else whole(window, "window", at_least=1)
    if ticks is not None and per is None and each != "row":
        raise SpecError(
            "a window is a number of periods: say how long one of them is",
            where="per",
            hint=f"--per 1h protects a person within any {ticks} hours in a row, --per 1d within any {ticks} days",
        )
    unit = Unit(
        each, per=per, window=ticks, neighbours="replace" if neighbours is Neighbours.replace else "add-remove"
    )
    allowance = allowance_of(epsilon, delta, events, per_metre)
    planned = whole(releases, "releases", at_least=1, at_most=10**6)
    if count_in is Leg.pure and allowance.turns:
        allowance = allowance.turned("pure")
    terms = Terms(unit, allowance, zone=zone, failures=whole(failures, "failures", at_least=1, at_most=1000))
    with place.opened(create=True) as books:
        tops = [one for one in books.accounts() if one.parent is None]
        others = [one.name for one in tops if is_about_the_same(one.terms, terms)]
        books.open_account(name, terms, by=by)
        identity = books.identity
    screen.heading(screen.say("ledger.opened", account=name))
    screen.pairs(
        [*terms_pairs(screen, terms, terms.cap), (screen.say("ledger.place"), printable_place(place.ledger))]
    )
    if others:
        named = join_names(others[:_NAMED], screen.lang) + (" …" if others[_NAMED:] else "")
        screen.line(screen.say("ledger.second", others=named, each=each, first=others[0]), "bold yellow")
    told = _say_what_suits(screen, name, terms, planned, place.ledger) if allowance.turns else {}
    say_whether_anchored(screen, place.anchors)
    screen.result({"account": name, "identity": identity, **terms_record(terms), "same_persons": others, **told})


def is_about_the_same(one: Terms, other: Terms) -> bool:
    """Whether two accounts name who is protected alike; then they are likely to be about the same people."""
    names = [terms.unit.each.strip().casefold() for terms in (one, other)]
    return names[0] == names[1] != "row"


def _say_what_suits(screen: Screen, name: str, terms: Terms, releases: int, ledger: str) -> dict[str, Any]:
    """Which of the two currencies suits the number of releases; and how to turn the account. No silent choice."""
    from epsilog.accounting.suiting import suits

    found = suits(terms.allowance, releases)
    errors = {"pure": plus_or_minus(found.pure), "rho": plus_or_minus(found.rho)}
    said = {"crossover": f"{found.crossover:,}", **errors}
    suited = screen.say("ledger.suits.one", **said)
    if found.releases > 1:
        suited = screen.say("ledger.suits", releases=f"{found.releases:,}", **said)
    other = "rho" if terms.allowance.coin == "pure" else "pure"
    place = "" if ledger == DEFAULT_PLACE else f" --ledger {printable_place(ledger)}"
    command = f"epsilog ledger turn {name} --to {other} --by … --by … --why …{place}"
    screen.sentences(
        [
            suited,
            screen.say(f"ledger.suits.now.{terms.allowance.coin}", command=command),
        ]
    )
    record = {"releases": found.releases, "error_in_pure": found.pure, "error_in_rho": found.rho}
    return {"suits": {**record, "crossover": found.crossover, "better": found.better}}


def allowance_of(epsilon: str, delta: str | None, events: str | None, per_metre: bool = False) -> Allowance:
    """The allowance that was asked for; its currency follows from whether there is a delta."""
    from epsilog.accounting.allowance import Allowance
    from epsilog.core.number import exact

    chance = exact(delta if delta is not None else 0, "delta", at_least=0, below=1)
    if per_metre:
        if chance or events is not None:
            raise SpecError(
                "privacy per metre has no delta", where="per_metre", hint="leave --delta and --events out"
            )
        return Allowance.per_metre(epsilon)
    if not chance:
        if events is not None:
            raise SpecError("without a delta nothing is kept for events", where="events", hint="add --delta 1e-6")
        return Allowance.pure(epsilon)
    return Allowance.approximate(epsilon, chance, for_events=events if events is not None else 0)
