"""`epsilog plan`: what a release would cost and how exact it would be. Opens the spec and the books, no data."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from epsilog.cli.calendar import Books, show_calendar
from epsilog.cli.ledger.place import (
    DEFAULT_PLACE,
    AnchorFile,
    Place,
    SigningKey,
    Trust,
    is_server,
    open_ledger,
    printable_place,
)
from epsilog.cli.opening_command import open_command, without_account
from epsilog.cli.request import Request
from epsilog.cli.screen import Json, Lang, PictureTo, Screen, picture_folder
from epsilog.errors import SpecError
from epsilog.words import percent, plain, plus_or_minus
from epsilog.words.portions import portions_of

if TYPE_CHECKING:
    from epsilog.ledger.reading import Account
    from epsilog.roles.plan import Plan


def plan(
    spec: Annotated[
        Path | None, typer.Argument(metavar="SPEC", help="A spec file, .yaml or .json: docs/spec.md.")
    ] = None,
    calendar: Annotated[
        Path | None, typer.Option("--calendar", help="A year of reports instead: docs/calendar.md.")
    ] = None,
    release: Annotated[
        str | None, typer.Option("--release", help="With --calendar: the spec of one planned release, NAME@TICK.")
    ] = None,
    short: Annotated[bool, typer.Option("--short", help="The table, warnings and cost only.")] = False,
    picture: PictureTo = None,
    ledger: Place = DEFAULT_PLACE,
    anchors: AnchorFile = None,
    signing_key: SigningKey = None,
    trust: Trust = None,
    as_json: Json = False,
    lang: Lang = None,
) -> None:
    """Plan a release: its price, its errors, how every number came about. Reads no data, spends nothing.

    Without a ledger the plan follows from the spec alone: a delta of 0 means pure epsilon.

    [dim]epsilog plan visits.yaml
    epsilog plan visits.yaml --picture pictures
    epsilog plan --calendar year.yaml[/dim]
    """
    from epsilog.plan.explain import plan_record

    screen = Screen("plan", lang, as_json)
    if calendar is not None:
        if spec is not None:
            raise SpecError("a spec or a calendar, not both", where="calendar")
        place = Books(ledger, anchors, signing_key, trust)
        show_calendar(screen, calendar, place, release=release, picture=picture, short=short)
        return
    if spec is None or release is not None:
        raise SpecError(
            "say which spec, or which calendar", where="SPEC", hint="epsilog plan visits.yaml, --calendar year.yaml"
        )
    request = Request.read(spec)
    with request.pointing():
        planned = _make_plan(request, screen, Books(ledger, anchors, signing_key, trust))
    made, lineage = planned.plan, planned.lineage
    if planned.published:
        screen.line(screen.say("front.plan.published"), "bold yellow")
    show_plan(screen, made, lineage, short=short, turns=planned.turns)
    if planned.note:
        screen.line(planned.note, "bold yellow")
    written: list[Path] = []
    if picture is not None:
        from epsilog.show.plan_picture import draw_plan

        paying = lineage[0] if lineage else None
        written = draw_plan(made, picture_folder(picture), screen.lang, account=paying)
        screen.pictures(written)
    record = plan_record(made, lineage[0] if lineage else None, above=lineage[1:]) | _other(planned)
    record |= {"schema": "epsilog.plan/1", "published": planned.published}
    screen.result({**record, "pictures": [str(path) for path in written]})


@dataclass(frozen=True)
class _Planned:
    """A plan, and what the books say about it.

    lineage     the account that would pay and those above it; none where there is no such account yet
    note        why there is none
    published   whether it was published already
    turns       whether the account could be turned to its other currency now
    """

    plan: Plan
    lineage: list[Account]
    note: str = ""
    published: bool = False
    turns: bool | None = None


def _other(planned: _Planned) -> dict[str, Any]:
    """The same request in the other currency of an account with a delta, where something is gained there."""
    from epsilog.plan.currency import other_leg

    made, lineage = planned.plan, planned.lineage
    other = other_leg(made, lineage[0].terms, lineage[0].cap.main) if lineage else None
    if other is None:
        return {}
    errors = [
        {"entry": name, "error": round(there, 9), "here": round(here, 9)} for name, there, here in other.errors
    ]
    found = {"leg": other.leg, "errors": errors, "fit": other.there, "fit_here": other.here}
    return {"other_currency": {**found, "can_be_turned_now": planned.turns}}


def _make_plan(request: Request, screen: Screen, place: Books) -> _Planned:
    """The plan by the terms of its account, or by the spec alone with a note why."""
    from epsilog.core.ledger import State
    from epsilog.pay.edition import another_release, open_stream_of, warn_of_taken_name
    from epsilog.pay.trial import plan_and_try
    from epsilog.plan.currency import can_turn, warn_of_closing
    from epsilog.publish.taken_as_said import warn_of_dates

    ledger = place.ledger
    name, command = request.spec.spend.account, open_command(request.spec.protect, request.spec.spend, ledger)
    if ledger == DEFAULT_PLACE and not is_server(ledger) and not Path(ledger).exists():
        note = screen.say("front.plan.no_ledger", account=name, command=command)
        return _Planned(warn_of_dates(plan_and_try(request.spec), None), [], note)
    signer = place.signing_key if place.anchors is not None else None
    with open_ledger(ledger, place.anchors, signer, place.trust) as books:
        known = {account.name: account for account in books.accounts()}
        try:
            paying = books.account(name)
        except SpecError as error:
            said = {"account": name, "place": printable_place(ledger), "command": command}
            made = warn_of_dates(plan_and_try(request.spec), None)
            return _Planned(made, [], without_account(error, screen, said))
        receipt = books.find(name, request.spec.key)
        published = receipt is not None and receipt.state in (State.COMMITTED, State.DELIVERED)
        made = warn_of_closing(plan_and_try(request.spec, paying.terms), books)
        made = made if published else warn_of_dates(made, books)
        taken = not published and another_release(request.spec, books) is not None
        if taken and open_stream_of(request.spec, books) is None:
            made = warn_of_taken_name(made)
        turns = can_turn(books, name)
    lineage = [paying]
    while lineage[-1].parent is not None:
        lineage.append(known[lineage[-1].parent])
    return _Planned(made, lineage, "", published, turns)


def show_plan(
    screen: Screen, made: Plan, lineage: list[Account], *, short: bool = False, turns: bool | None = None
) -> None:
    """The entries as a table, then the sentences under their headings."""
    from epsilog.first.bound.plan import search_of
    from epsilog.first.bound.words import search_price
    from epsilog.plan.explain import plan_sections
    from epsilog.plan.planner import ASSUMED_ROWS
    from epsilog.roles.sought import Clamp

    spec = made.spec
    screen.heading(screen.say("front.plan.heading", release=spec.release, edition=spec.edition))
    columns = [(screen.say("front.plan.entry"), "left"), (screen.say("front.plan.cells"), "right")]
    columns += [(screen.say("front.plan.noise"), "left"), (screen.say("front.plan.margin"), "right")]
    columns += [(screen.say("front.plan.price"), "right"), (screen.say("front.plan.part"), "right")]
    columns += [(screen.say("front.plan.of_account"), "right")] if lineage else []
    price, glancing = made.price.main, search_of(made)
    prices = [_price(made, at) for at in range(len(spec.publish))]
    prices += [search_price(made)] if glancing is not None else []
    # Parts that are shown together are rounded together, or they would add up to more than their total.
    wholes = [made.share.cap, *([lineage[0].cap.main] if lineage else [])]
    shares = [portions_of(prices, whole) for whole in wholes]
    sign = "%" if screen.lang == "zh" else " %"
    rows = [
        [*_row(screen, made, at), *(f"{parts[at]}{sign}" for parts, _ in shares)] for at in range(len(spec.publish))
    ]
    if glancing is not None:
        look = [screen.say("front.plan.look.entry"), "", screen.say(f"front.law.{glancing.law}"), ""]
        look.append(plain(prices[-1] / 1e12, 3, "up"))
        rows.insert(0, [*look, *(f"{parts[-1]}{sign}" for parts, _ in shares)])
    total = [screen.say("word.total"), f"{sum(query.shown().size for query in spec.publish):,}", "", ""]
    total += [plain(price / 1e12, 3, "up"), *(f"{together}{sign}" for _, together in shares)]
    screen.table(columns, rows, total)
    coin = "ε" if made.share.coin == "pure" else "ρ"
    sure = percent(float(spec.confidence), screen.lang, digits=4)
    screen.note(screen.say("front.plan.note", confidence=sure, coin=coin))
    depends = ("mean", "expectation", "variance", "deviation", "covariance", "correlation")
    if any(query.kind in depends and query.expect is None for query in spec.publish):
        screen.note(screen.say("front.plan.mean", rows=f"{ASSUMED_ROWS:,}"))
    if any(one.kind == "choice" for one in made.draws):
        screen.note(screen.say("front.plan.choices"))
    if any(isinstance(query.ask.sought, Clamp) for query in spec.publish):
        screen.note(screen.say("front.plan.clamp"))
    if any(one.kind == "repeat" for one in made.draws):
        screen.note(screen.say("front.plan.repeat"))
    if glancing is not None:
        screen.note(screen.say("front.plan.look"))
    wanted = {screen.say(key) for key in ("plan.title.beware", "plan.title.cost")}
    paying = lineage[0] if lineage else None
    for title, lines in plan_sections(made, screen.lang, paying, above=lineage[1:], turns=turns):
        if not short or title in wanted:
            screen.heading(title)
            screen.sentences(lines)


def _row(screen: Screen, made: Plan, at: int) -> list[str]:
    from epsilog.plan.planner import margin

    query, draws = made.spec.publish[at], made.vectors_of(at)
    laws = " + ".join(dict.fromkeys(screen.say(f"front.law.{draw.law}") for draw in draws))
    # Fresh values now and then: this is the error of the best of them, and no tick has less.
    least = "≥ " if draws[0].kind == "repeat" else ""
    row = [query.name, f"{query.shown().size:,}", laws, f"{least}{plus_or_minus(margin(made, at))}"]
    return [*row, plain(_price(made, at) / 1e12, 3, "up")]


def _price(made: Plan, at: int) -> int:
    from epsilog.core.unknown import key_search_of
    from epsilog.first.ends.words import cut_price
    from epsilog.first.keys.plan import finds_of

    pure = made.share.coin == "pure"
    paid = sum((charge.pure() or 0) if pure else charge.price().rho for charge in made.charges_of(at))
    # Entries may share a search for keys; it is shown with the first of them.
    looks = [key_search_of(query) for query in made.spec.publish]
    own = [find for look, find in zip(made.spec.looks(), finds_of(made), strict=True) if looks.index(look) == at]
    return paid + sum(find.charge.price().rho for find in own) + cut_price(made, at)
