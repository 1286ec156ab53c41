"""`epsilog check`: would this publish? Reads no row, spends nothing."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from epsilog.cli.ledger.place import Books, with_books
from epsilog.cli.opening_command import offer_account
from epsilog.cli.progress import show_progress
from epsilog.cli.request import Request, SpecFile
from epsilog.cli.screen import Screen, in_language
from epsilog.errors import EpsilogError, LedgerError, SpecError
from epsilog.words import join_names

if TYPE_CHECKING:
    from rich.text import Text

    from epsilog.publish.check import Finding, Step
    from epsilog.roles.spec import Spec

_NO_LINES: Final = (".parquet", ".pq", ".jsonl", ".ndjson")


@with_books("check")
def check(
    screen: Screen,
    place: Books,
    spec: SpecFile,
    out: Annotated[
        Path | None,
        typer.Option(
            help="The folder that publish would be given; left out: name and edition.", show_default=False
        ),
    ] = None,
    look: Annotated[
        bool,
        typer.Option("--look", help="Also look at the rows, for your own screen; written into the ledger."),
    ] = False,
) -> None:
    """Check a spec before it is published: file, columns, account, price, budget, key, signature, folder.

    Reads the header of the file and no row; spends nothing. The exit status is that of the first thing wrong. With
    --look it also tells, in a word, how many rows have ids, dates, numbers, declared keys, codes and days. That is
    private.

    [dim]epsilog check visits.yaml
    epsilog check visits.yaml --look[/dim]
    """
    if look and screen.as_json:
        raise SpecError("a look is for your own screen", where="json", hint="leave --json out")
    request = Request.read(spec)
    request.must_name_a_file()
    findings = _findings(request, place)
    if not any(one.remark == "stored" for one in findings):
        taken = any(one.step == "key" and (one.error is not None or one.ticks is not None) for one in findings)
        findings += [one for one in _ours(request, place, out) if not (taken and one.step == "folder")]
    screen.heading(screen.say("front.check.heading", release=request.spec.release, edition=request.spec.edition))
    screen.table(
        [("", "left"), (screen.say("front.check.what"), "left"), (screen.say("front.check.found"), "left")],
        [(_mark(one), screen.say(f"front.check.{one.step}"), _words(screen, one)) for one in findings],
    )
    wrong = [one.error for one in findings if one.error is not None]
    if wrong:
        screen.line(screen.say("front.check.wrong", count=len(wrong)), "bold red")
    else:
        screen.line(screen.say("front.check.good"), "bold green")
    say_what_is_taken(screen, request.spec)
    # The spec of a live series is no release, and its rows can be looked at all the same.
    live = request.spec.stream is not None
    stops = [one for one in findings if one.error is not None and not (live and one.step == "spec")]
    if look and not stops:
        _look(screen, request, place)
        return
    if look:
        screen.line(screen.say("front.look.not"), "bold yellow")
    screen.note(screen.say("front.check.nothing"))
    screen.result({"ready": not wrong, "key": request.spec.key, "checks": [_record(one) for one in findings]})
    if wrong:
        raise typer.Exit(wrong[0].code)


def _findings(request: Request, place: Books) -> list[Finding]:
    from epsilog.ledger.signing import UnusableKey
    from epsilog.publish.check import check as checked

    try:
        with place.opened_to_read() as books:
            findings = checked(request.spec, books, request.base)
    except (LedgerError, UnusableKey) as error:
        findings = checked(request.spec, None, request.base, missing=error)
    from epsilog.roles.place import place_of

    for one in findings:
        if one.error is not None:
            if one.step == "account":
                offer_account(one.error, request.spec.protect, request.spec.spend, place.ledger)
            one.error.where = place_of(one.error.where, request.document)
    return findings


def _ours(request: Request, place: Books, out: Path | None) -> list[Finding]:
    """What the command itself would refuse: the key that signs, the folder."""
    from epsilog.cli.publish import check_folder, check_key
    from epsilog.publish.check import Finding

    found = []
    steps: tuple[tuple[Step, Callable[[], object]], ...] = (
        ("sign", lambda: check_key(place.signing_key, place.ledger)),
        ("folder", lambda: check_folder(out, request.spec)),
    )
    for step, work in steps:
        try:
            work()
            found.append(Finding(step))
        except EpsilogError as error:
            found.append(Finding(step, error))
    return found


def say_what_is_taken(screen: Screen, spec: Spec) -> None:
    """What counts as an id, a date and a number here: anything else is missing, and nobody would be told."""
    from epsilog.publish.taken_as_said import names_like_values

    kinds, each = spec.source.kinds, spec.protect.unit.each
    screen.note(
        screen.say("front.check.taken.row") if each == "row" else screen.say("front.check.taken.id", column=each)
    )
    for column, kind in kinds.items():
        if kind in ("date", "timestamp", "instant"):
            said = spec.source.formats.get(column)
            way = said if said is not None else "2026-01-31" if kind == "date" else "2026-01-31 08:30:00"
            screen.note(screen.say("front.check.taken.date", column=column, way=way))
    numbers = [column for column, kind in kinds.items() if kind in ("integer", "number") and column != each]
    if numbers:
        screen.note(screen.say("front.check.taken.number", columns=join_names(numbers, screen.lang)))
    if spec.source.file is not None and not spec.source.file.lower().endswith(_NO_LINES):
        screen.note(screen.say("front.check.taken.line"))
        if odd := names_like_values(spec):
            places = join_names(map(str, odd), screen.lang)
            screen.line(screen.say("front.check.taken.names", places=places), "bold yellow")
    screen.note(screen.say("front.check.taken.look"))


def _look(screen: Screen, request: Request, place: Books) -> None:
    from epsilog.cli.look_screen import show_look
    from epsilog.pay.steward_look import look
    from epsilog.plan.planner import plan

    reading = show_progress(screen, lambda step: screen.say(f"front.step.{step}"))
    with request.pointing(), place.opened_to_read() as books, reading as report:
        report("read", 0, 0)
        planned = plan(replace(request.spec, stream=None), books.account(request.spec.spend.account).terms)
        looked = look(planned, books, request.base)
    show_look(screen, request.spec, looked)


def _mark(one: Finding) -> Text:
    from rich.text import Text

    if one.skipped:
        return Text("–", style="dim")
    return Text("✓", style="green") if one.error is None else Text("✗", style="bold red")


def _words(screen: Screen, one: Finding) -> str:
    if one.skipped:
        return screen.say(f"front.check.{one.remark or 'skipped'}")
    if one.error is None:
        if one.files is not None and one.files[1] > 1:
            files, names = one.files
            return screen.say("front.check.source.files", files=files, names=names)
        if one.ticks is not None:
            done, total = one.ticks
            return screen.say(f"front.check.{one.remark}", done=done, total=total)
        return screen.say(f"front.check.{one.remark}") if one.remark else screen.say(f"front.check.{one.step}.good")
    return _sentence(screen, one.error)


def _sentence(screen: Screen, error: EpsilogError) -> str:
    parts = [in_language(error.what, screen.lang)]
    parts += [f"{screen.say('error.where')}  {error.where}"] if error.where else []
    parts += [f"{screen.say('error.hint')}  {in_language(error.hint, screen.lang)}"] if error.hint else []
    return "\n".join(parts)


def _record(one: Finding) -> dict[str, Any]:
    error = one.error
    said = None
    if error is not None:
        said = {"kind": type(error).__name__, "code": error.code}
        said |= {"what": error.what, "where": error.where, "hint": error.hint}
    state = "skipped" if one.skipped else "good" if error is None else "wrong"
    found: dict[str, Any] = {} if one.files is None else {"files": one.files[0], "names": one.files[1]}
    found |= {} if one.ticks is None else {"published": one.ticks[0], "ticks": one.ticks[1]}
    return {"step": one.step, "state": state, "remark": one.remark or None, "error": said, **found}
