"""`epsilog plan --calendar`: a year of reports in one budget. Opens the calendar and the books, no data."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from epsilog.cli.ledger.place import Books as Books
from epsilog.cli.ledger.place import printable_place
from epsilog.cli.opening_command import open_command, without_account
from epsilog.cli.screen import Screen, picture_folder
from epsilog.errors import BudgetExceeded, EpsilogError, SpecError
from epsilog.words import percent, plain

if TYPE_CHECKING:
    from epsilog.ledger import Ledger
    from epsilog.ledger.reading import Account
    from epsilog.ledger.remaining import Remaining
    from epsilog.year.plan import CalendarPlan, Planned


@dataclass(frozen=True)
class Found:
    """A planned calendar, what its account has left, a note about the account; `unopened`: the books have none."""

    planned: CalendarPlan
    left: Remaining | None
    note: str = ""
    unopened: bool = False


def _plan_under_account(place: Books, path: Path, screen: Screen) -> Found:
    """A calendar under the terms of its account, and what is left there; without one, a note that says so."""
    from epsilog.roles.document import read_document
    from epsilog.roles.place import pointing
    from epsilog.year.file import calendar_from_node
    from epsilog.year.plan import choose_currency, plan_calendar

    document = read_document(path)
    calendar = calendar_from_node(document)
    command = open_command(calendar.protect, calendar.spend, place.ledger)
    said = {"account": calendar.spend.account, "command": command}
    with pointing(document):
        if place.is_missing:
            return Found(plan_calendar(calendar), None, screen.say("front.plan.no_ledger", **said))
        with place.opened_to_read() as books:
            try:
                account = books.account(calendar.spend.account)
            except SpecError as error:
                note = without_account(error, screen, {**said, "place": printable_place(place.ledger)})
                return Found(plan_calendar(calendar), None, note, unopened=True)
            wanted = choose_currency if _may_choose(books, account) else plan_calendar
            planned = wanted(calendar, account.terms, cap=account.cap.main)
            if planned.turn:
                return Found(planned, None)
            if planned.feasible:
                return Found(planned, books.remaining(account.name, planned.to_dict()))
    used = percent(account.share, screen.lang, "up")
    note = screen.say("calendar.account.used", account=account.name, used=used) if account.share else ""
    return Found(planned, None, note)


def _may_choose(books: Ledger, account: Account) -> bool:
    """Whether the account could be turned for a calendar: nothing is booked in its tree, and none is in force."""
    above = [one for one in books.accounts() if f"{account.name}/".startswith(f"{one.name}/")]
    if above[0].share or not account.terms.allowance.turns:
        return False
    try:
        books.try_turn(above[0].name, "pure" if account.terms.allowance.coin == "zcdp" else "rho")
    except EpsilogError:
        return False
    return True


def show_calendar(screen: Screen, path: Path, books: Books, *, release: str | None, picture: Path | None) -> None:
    """The reports as a table, then sentences under their headings; ends with 3 where the budget is too small."""
    from epsilog.plan.planner import ASSUMED_ROWS
    from epsilog.year.compare import ways_of
    from epsilog.year.explain import calendar_record, calendar_sections, units

    found = _plan_under_account(books, path, screen)
    planned, left, note = found.planned, found.left, found.note
    if release is not None:
        _print_spec(screen, planned, release)
        return
    calendar, ways = planned.calendar, ways_of(planned)
    ends = {"first": calendar.first.isoformat(), "last": calendar.last.isoformat()}
    screen.heading(screen.say("calendar.heading", calendar=calendar.name, **ends))
    _table(screen, planned)
    sure = percent(float(calendar.confidence), screen.lang, digits=4)
    coin = "ε" if planned.purse.coin == "pure" else "ρ"
    screen.note(screen.say("calendar.note", confidence=sure, coin=coin, unit=units(planned, screen.lang)))
    if any(one.report.query.kind == "mean" and one.report.query.expect is None for one in planned.reports):
        screen.note(screen.say("front.plan.mean", rows=f"{ASSUMED_ROWS:,}"))
    for title, lines in calendar_sections(
        planned, ways, screen.lang, file=path.name, left=left, unopened=found.unopened
    ):
        screen.heading(title)
        screen.sentences(lines)
    if note:
        screen.line(note, "bold yellow")
    written: list[Path] = []
    if picture is not None:
        from epsilog.year.picture import draw_calendar

        written = draw_calendar(planned, picture_folder(picture), screen.lang)
        screen.pictures(written)
    record = {**calendar_record(planned, ways, left), "unopened": found.unopened}
    screen.result({**record, "pictures": [str(one) for one in written]})
    if not planned.feasible or (left is not None and not left.enough):
        raise typer.Exit(BudgetExceeded.code)


def _table(screen: Screen, planned: CalendarPlan) -> None:
    coin = "ε" if planned.purse.coin == "pure" else "ρ"
    names = [("report", "left"), ("every", "left"), ("times", "right"), ("asked", "right"), ("error", "right")]
    names += [("possible", "right")] if planned.possible is not None else []
    columns = [(screen.say(f"calendar.column.{name}"), side) for name, side in names]
    columns += [(screen.say("calendar.column.price", coin=coin), "right")]
    columns += [(screen.say("calendar.column.whole"), "right")]
    rows = [_row(screen, planned, at) for at in range(len(planned.reports))]
    times = sum(len(one.slots) for one in planned.reports if one.share is not None)
    total = [screen.say("word.total"), "", f"{times:,}", "", *([""] if planned.possible is not None else []), ""]
    total += [plain(planned.total / 1e12, 4, "up"), percent(1, screen.lang)]
    screen.table(columns, rows, total)


def _row(screen: Screen, planned: CalendarPlan, at: int) -> list[str]:
    from epsilog.year.explain import how_often

    one: Planned = planned.reports[at]
    often = how_often(one.report, screen.lang)
    if one.sum_of is not None:
        often = screen.say("calendar.often_sum", often=often, fine=one.sum_of)
    row = [one.report.name, often, f"{len(one.slots):,}"]
    row.append("" if one.target is None else f"±{plain(float(one.target), 4)}")
    row.append(f"±{plain(one.margin, 3, 'up')}")
    if planned.possible is not None:
        row.append(f"±{plain(planned.possible.reports[at].margin, 3, 'up')}")
    if one.share is None:
        return [*row, "0", percent(0, screen.lang)]
    block = max(planned.blocks, key=lambda name: planned.blocks[name])
    part = one.price * one.loads.get(block, 0) / planned.total
    return [*row, plain(one.price / 1e12, 3, "up"), percent(part, screen.lang)]


def _print_spec(screen: Screen, planned: CalendarPlan, wanted: str) -> None:
    """The spec of one planned release, as YAML."""
    from epsilog.spec.file import to_yaml

    name, at, label = wanted.rpartition("@")
    if not at:
        raise SpecError("say which release", where="release", hint='--release "daily@2026-03-05"')
    spec = planned.spec(name, label)
    text = to_yaml(spec)
    if screen.as_json:
        screen.result({"schema": "epsilog.calendar-spec/1", "spec": spec.to_dict(), "yaml": text})
    else:
        typer.echo(text, nl=not text.endswith("\n"))
