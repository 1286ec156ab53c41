"""`epsilog plan`: what a release would cost and how exact it would be. Opens the spec and the books, no data."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final

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
    from epsilog.ledger import Ledger
    from epsilog.ledger.reading import Account
    from epsilog.plan.changes import Change
    from epsilog.plan.decide import Decision
    from epsilog.roles.plan import Plan

CHANGED: Final = 10  # the exit status of --exit-code; 1 to 6 are errors
_ROWS: Final = 12  # of the table, before --all
_TIMES: Final = (0.25, 0.5, 1.0, 2.0, 4.0)
_BAR: Final = 36  # characters


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
    whole: Annotated[bool, typer.Option("--all", help="All a plan can say, not only what decides.")] = False,
    diff: Annotated[
        str | None,
        typer.Option("--diff", metavar="EDITION|FOLDER", help="Only what changed since a published release."),
    ] = None,
    exit_code: Annotated[
        bool, typer.Option("--exit-code", help="With --diff: end with 10 where something changed, with 0 if not.")
    ] = False,
    picture: PictureTo = None,
    ledger: Place = DEFAULT_PLACE,
    anchors: AnchorFile = None,
    signing_key: SigningKey = None,
    trust: Trust = None,
    as_json: Json = False,
    lang: Lang = None,
) -> None:
    """Plan a release: its price, its errors, what would make it cheaper. Reads no data, spends nothing.

    Ten lines that decide; with --all whom it protects and how every number came about. Without a ledger the plan
    follows from the spec alone: a delta of 0 means pure epsilon.

    [dim]epsilog plan visits.yaml
    epsilog plan visits.yaml --all --picture pictures
    epsilog plan visits.yaml --diff 2026-W45 --exit-code
    epsilog plan --calendar year.yaml[/dim]
    """
    from epsilog.plan.changes import changes_of
    from epsilog.plan.decide import Decision
    from epsilog.plan.explain import plan_record

    screen = Screen("plan", lang, as_json)
    if calendar is not None:
        if spec is not None:
            raise SpecError("a spec or a calendar, not both", where="calendar")
        place = Books(ledger, anchors, signing_key, trust)
        show_calendar(screen, calendar, place, release=release, picture=picture)
        return
    if spec is None or release is not None:
        raise SpecError(
            "say which spec, or which calendar", where="SPEC", hint="epsilog plan visits.yaml, --calendar year.yaml"
        )
    if exit_code and diff is None:
        raise SpecError("an exit code for what?", where="--exit-code", hint="--diff EDITION --exit-code")
    request = Request.read(spec)
    with request.pointing():
        planned = _make_plan(request, screen, Books(ledger, anchors, signing_key, trust), diff)
    made, lineage = planned.plan, planned.lineage
    if planned.published:
        screen.line(screen.say("front.plan.published"), "bold yellow")
    decision = Decision(made, lineage, planned.turns) if as_json or not whole else None
    changes = None if planned.before is None else changes_of(planned.before, made)
    if changes is not None and planned.before is not None:
        _show_changes(screen, planned.before, changes)
    if changes is None or whole:
        show_plan(screen, made, lineage, None if whole else decision, turns=planned.turns)
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
    record |= {} if decision is None else decision.record()
    if changes is not None:
        record["changes"] = [asdict(one) for one in changes]
    screen.result({**record, "pictures": [str(path) for path in written]})
    if changes and exit_code:
        raise typer.Exit(CHANGED)


@dataclass(frozen=True)
class _Planned:
    """A plan, and what the books say about it.

    lineage     the account that would pay and those above it; none where there is no such account yet
    note        why there is none
    published   whether it was published already
    turns       whether the account could be turned to its other currency now
    before      the published plan it is compared with
    """

    plan: Plan
    lineage: list[Account]
    note: str = ""
    published: bool = False
    turns: bool | None = None
    before: Plan | None = None


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


def _make_plan(request: Request, screen: Screen, place: Books, diff: str | None) -> _Planned:
    """The plan by the terms of its account, or by the spec alone with a note why."""
    planned = _plan_by_books(request, screen, place, None if diff is None or Path(diff).is_dir() else diff)
    if diff is None or planned.before is not None:
        return planned
    if Path(diff).is_dir():
        from epsilog.cli.explain import read_card

        return replace(planned, before=read_card(Path(diff)).plan)
    raise SpecError(
        f"{request.spec.release} has no published edition {diff[:60]!r}",
        where="--diff",
        hint="epsilog ledger history; or the folder of a release",
    )


def _find_published(request: Request, books: Ledger, edition: str) -> Plan | None:
    """The plan of a published edition of the same release, as the books keep it."""
    from epsilog.core.ledger import State
    from epsilog.show.result import Result

    account = request.spec.spend.account
    for receipt in books.named(account, f"{request.spec.release}@{edition}"):
        stored = books.look(account, receipt.key)
        if receipt.state in (State.COMMITTED, State.DELIVERED) and stored is not None and stored.body is not None:
            return Result.from_bytes(stored.body).plan
    return None


def _plan_by_books(request: Request, screen: Screen, place: Books, edition: str | None) -> _Planned:
    from epsilog.core.ledger import State
    from epsilog.pay.edition import another_release, open_stream_of, warn_of_taken_name
    from epsilog.pay.trial import plan_and_try
    from epsilog.plan.currency import can_turn, warn_of_closing
    from epsilog.publish.taken_as_said import warn_of_dates
    from epsilog.roles.planned import Remark

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
        lost = receipt is not None and receipt.state is State.STARTED and books.is_abandoned(receipt)
        if lost or (receipt is not None and receipt.state is State.FORFEITED):
            made = replace(made, warnings=(Remark("plan.warn.forfeited"), *made.warnings))
        turns = can_turn(books, name)
        before = None if edition is None else _find_published(request, books, edition)
    lineage = [paying]
    while lineage[-1].parent is not None:
        lineage.append(known[lineage[-1].parent])
    return _Planned(made, lineage, "", published, turns, before)


def show_plan(
    screen: Screen,
    made: Plan,
    lineage: list[Account],
    decision: Decision | None = None,
    *,
    turns: bool | None = None,
) -> None:
    """The entries as a table, then the lines that decide and a picture; without those all sentences."""
    from epsilog.first.bound.plan import search_of
    from epsilog.plan.explain import plan_sections
    from epsilog.plan.planner import ASSUMED_ROWS
    from epsilog.roles.sought import Clamp

    spec = made.spec
    screen.heading(screen.say("front.plan.heading", release=spec.release, edition=spec.edition))
    _show_entries(screen, made, lineage, whole=decision is None)
    if decision is None:
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
    if search_of(made) is not None:
        screen.note(screen.say("front.plan.look"))
    if decision is not None:
        screen.line("")
        before, rows = "", []
        for word, text in decision.lines(screen.lang):
            rows.append(("" if word == before else screen.say(f"decide.{word}"), text))
            before = word
        screen.pairs(rows)
        _show_tradeoff(screen, made)
        return
    for title, lines in plan_sections(made, screen.lang, *lineage[:1], above=lineage[1:], turns=turns):
        screen.heading(title)
        screen.sentences(lines)


def _show_changes(screen: Screen, before: Plan, changes: Sequence[Change]) -> None:
    """What is not as it was published."""
    spec = before.spec
    screen.heading(screen.say("changes.heading", release=spec.release, edition=spec.edition))
    if not changes:
        screen.line(screen.say("changes.none"))
        return
    columns = [(screen.say(f"changes.{name}"), "left") for name in ("what", "before", "now")]
    rows = [
        [one.where if one.what == "request" else f"{screen.say(f'decide.{one.what}')}: {one.where}"]
        + ["–" if text is None else text for text in (one.before, one.now)]
        for one in changes
    ]
    screen.table(columns, rows)


def _show_entries(screen: Screen, made: Plan, lineage: list[Account], *, whole: bool) -> None:
    """The table of entries: with noise and prices, or with errors beside what is expected and a few rows only."""
    from epsilog.first.bound.plan import search_of
    from epsilog.first.bound.words import search_price
    from epsilog.plan.decide import share_text
    from epsilog.plan.planner import margin

    entries, price, glancing = made.spec.publish, made.price.main, search_of(made)
    prices = [_price(made, at) for at in range(len(entries))] + ([] if glancing is None else [search_price(made)])
    # Parts that are shown together are rounded together, or they would add up to more than their total.
    wholes = [made.share.cap, *([lineage[0].cap.main] if lineage else [])]
    shares = [portions_of(prices, one) for one in wholes]
    beside = [share_text(query, margin(made, at), screen.lang) for at, query in enumerate(entries)]
    shown = ["entry", "cells", *(["noise"] if whole else []), "margin"]
    shown += ["price"] if whole else ["expected"] if set(beside) != {"–"} else []
    shown += ["part", *(["of_account"] if lineage else [])]
    columns = [
        (
            screen.say("decide.expected" if name == "expected" else f"front.plan.{name}"),
            "left" if name in ("entry", "noise", *(["margin"] if whole else [])) else "right",
        )
        for name in shown
    ]
    sign = "%" if screen.lang == "zh" else " %"

    def row(cells: dict[str, str], parts: list[str]) -> list[str]:
        paid = dict(zip(("part", "of_account"), (f"{part}{sign}" for part in parts), strict=False))
        return [(cells | paid).get(name, "") for name in shown]

    rows = [
        row(_cells(screen, made, at) | {"expected": beside[at]}, [parts[at] for parts, _ in shares])
        for at in range(len(entries) if whole else min(len(entries), _ROWS))
    ]
    if glancing is not None:
        look = {"entry": screen.say("front.plan.look.entry"), "noise": screen.say(f"front.law.{glancing.law}")}
        look["price"] = plain(prices[-1] / 1e12, 3, "up")
        rows.insert(0, row(look, [parts[-1] for parts, _ in shares]))
    if not whole and len(entries) > _ROWS:
        rows.append(row({"entry": screen.say("decide.rows", count=f"{len(entries) - _ROWS:,}")}, []))
    total = {"entry": screen.say("word.total"), "cells": f"{sum(query.shown().size for query in entries):,}"}
    total["price"] = plain(price / 1e12, 3, "up")
    screen.table(columns, rows, row(total, [together for _, together in shares]))


def _show_tradeoff(screen: Screen, made: Plan) -> None:
    """The error of the first noisy entry at a quarter to four times the epsilon, as bars of plain characters."""
    from epsilog.plan.planner import margin, margin_if
    from epsilog.roles.plan import epsilon_of

    at = next((at for at in range(len(made.spec.publish)) if 0 < margin(made, at) < math.inf), None)
    if at is None or made.stages:
        return
    chosen = float(epsilon_of(made))
    points = [
        (chosen * times, margin(made, at) if times == 1 else margin_if(made, at, chosen * times))
        for times in _TIMES
    ]
    points = [(epsilon, error) for epsilon, error in points if 0 < error < math.inf]
    if len(points) < len(_TIMES):
        return
    screen.note(screen.say("decide.picture", entry=made.spec.publish[at].name))
    names = [f"ε {plain(epsilon, 3)}" for epsilon, _ in points]
    errors = [plus_or_minus(error) for _, error in points]
    for (epsilon, error), name, said in zip(points, names, errors, strict=True):
        bar = "█" * max(1, round(_BAR * error / max(one for _, one in points)))
        here = f"  ← {screen.say('decide.picture.here')}" if epsilon == chosen else ""
        line = f"  {name:<{max(map(len, names))}}  {said:>{max(map(len, errors))}}  {bar}{here}"
        screen.line(line, "bold" if here else "")


def _cells(screen: Screen, made: Plan, at: int) -> dict[str, str]:
    from epsilog.plan.planner import margin

    query, draws = made.spec.publish[at], made.vectors_of(at)
    # Fresh values now and then: this is the error of the best of them, and no tick has less.
    least = "≥ " if draws[0].kind == "repeat" else ""
    return {
        "entry": query.name,
        "cells": f"{query.shown().size:,}",
        "noise": " + ".join(dict.fromkeys(screen.say(f"front.law.{draw.law}") for draw in draws)),
        "margin": f"{least}{plus_or_minus(margin(made, at))}",
        "price": plain(_price(made, at) / 1e12, 3, "up"),
    }


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
