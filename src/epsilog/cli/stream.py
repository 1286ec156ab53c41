"""`epsilog stream`: publish a live series, tick by tick; look at one, end one, extend one."""

from __future__ import annotations

import io
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from epsilog.cli import stream_demo
from epsilog.cli.check import say_what_is_taken
from epsilog.cli.ledger.place import Books, printable_place, with_books
from epsilog.cli.opening_command import offering_account, open_command
from epsilog.cli.publish import folder_name
from epsilog.cli.request import Request, SpecFile
from epsilog.cli.screen import Screen
from epsilog.errors import SpecError

if TYPE_CHECKING:
    from epsilog.core.unit import Protect
    from epsilog.ledger import Ledger
    from epsilog.live.look import LiveView, Place
    from epsilog.pay.stream_request import StreamRequest
    from epsilog.roles.spec import Spec, Spend

_WIDE = 110  # columns of a terminal
_OPENS = "epsilog stream run SPEC opens and runs it"

app = typer.Typer(no_args_is_help=True, help="Publish live series: run, status, history, close, extend.")

Out = Annotated[
    Path | None,
    typer.Option(
        help="The public folder of the stream; left out: its name and edition, beside the spec.", show_default=False
    ),
]
Key = Annotated[
    Path | None,
    typer.Option("--key", help="The file of the key that encrypts the state; left out: one in the private folder."),
]
Wait = Annotated[
    str | None, typer.Option(help="How long after its end a tick closes: 90s, 15m, 2h; 0s if left out.")
]
Late = Annotated[
    str | None,
    typer.Option(help="Rows whose tick is closed: drop, or next (count in the open tick); drop if left out."),
]
Future = Annotated[str | None, typer.Option(help="Rows whose tick has not begun: hold, or drop; hold if left out.")]
ClockOption = Annotated[
    str | None,
    typer.Option("--clock", help="A replayed clock that starts at this moment; the page of the stream says so."),
]
Speed = Annotated[str | None, typer.Option(help="How many times as fast a replayed clock runs; with --clock.")]


@app.command("run")
@with_books("stream")
def run(
    screen: Screen,
    known: Books,
    spec: SpecFile,
    out: Out = None,
    key: Key = None,
    wait: Wait = None,
    late: Late = None,
    future: Future = None,
    clock: ClockOption = None,
    speed: Speed = None,
    stdin: Annotated[
        bool, typer.Option("--stdin", help="Rows come on standard input, in the format of the spec's file.")
    ] = False,
    ticks: Annotated[
        int | None, typer.Option(min=0, help="Stop after so many ticks; the stream stays open.")
    ] = None,
) -> None:
    """Open a stream and pay for its whole horizon, or go on where it was left; publish every tick as it closes.

    Stop it with Ctrl-C, kill it, switch the machine off: the same command goes on, with the same values.
    Rules stand under `stream` in the spec, or are options here; what is said in both places must agree.

    [dim]epsilog stream run building.yaml --wait 5m
    tail -n 0 -f visits.jsonl | epsilog stream run visits.yaml --stdin[/dim]
    """
    from epsilog.cli.stream_screen import showing
    from epsilog.live.look import LiveView
    from epsilog.live.stream import open_stream

    request = Request.read(spec)
    place = _place(request, out, key)
    with _until_stopped() as going, _books(request, known, opens=True) as books:
        asked = _request_with_rules(request, books, wait, late, future, clock, speed)
        is_open = books.find(asked.spend.account, asked.key) is not None
        if not is_open:
            say_what_is_taken(screen, request.spec)  # before it is paid for
        with open_stream(asked, books, place, stdin=sys.stdin.buffer if stdin else None) as stream:
            look = LiveView.of(asked, books, place)
            _say_begin(screen, look, is_open)
            with showing(screen, books, look) as told:
                made = stream.run(ticks=ticks, told=told, keep_on=going)
            if stream.is_over:
                stream.close()
        look = LiveView.of(asked, books, place)
        _page(screen, books, look)
        total = look.opening.total
        if look.stage == "closed":
            screen.line(screen.say("stream.over", total=total))
        else:
            screen.line(screen.say("stream.left", done=f"{look.done:,}", total=total))
        screen.result({**look.to_dict(), "made": made, "folder": str(place.folder)})


@app.command("status")
@with_books("stream.status")
def status(
    screen: Screen,
    known: Books,
    spec: SpecFile,
    out: Out = None,
) -> None:
    """Say how far a stream is, when its next tick closes, and whether the ledger vouches for what it published.

    [dim]epsilog stream status building.yaml[/dim]
    """
    from epsilog.live.words import freshest

    with _looking(spec, known, out) as (_, look):
        ticks = look.published()
        new = freshest(look.opening.plan, ticks)
        _status(screen, look, len(ticks), new)
        screen.result({**look.to_dict(), "vouched": len(ticks), **({"fresh": new} if new else {})})


@app.command("history")
@with_books("stream.history")
def history(
    screen: Screen,
    known: Books,
    spec: SpecFile,
    out: Out = None,
    last: Annotated[int, typer.Option(min=1, help="Only the last so many ticks.")] = 24,
) -> None:
    """Show what a stream has published, checked against the ledger line by line.

    [dim]epsilog stream history building.yaml --last 48[/dim]
    """
    from epsilog.live.page import continued_texts, keys_text, range_text, smoothed_texts, value_text
    from epsilog.live.words import continued_names, fresh_names, fresh_text, smoothed_names
    from epsilog.words import percent

    with _looking(spec, known, out) as (_, look):
        ticks = look.published()[-last:]
    wide = screen.console.width >= _WIDE  # two more columns would break every label; --json has them always
    soft = smoothed_names(look.opening.plan, screen.lang) if wide else ()
    goes_on = continued_names(look, screen.lang)[: 2 if wide else 1]
    new = fresh_names(look.opening.plan, screen.lang)
    rows = [
        (
            *(
                tick.label,
                cell.entry,
                keys_text(cell, screen.lang),
                value_text(cell, screen.lang),
                range_text(cell),
            ),
            *([fresh_text(cell, screen.lang)] if new else ()),
            *continued_texts(cell)[: len(goes_on)],
            *(smoothed_texts(cell) if soft else ()),
        )
        for tick in ticks
        for cell in tick.cells
    ]
    columns = [(screen.say("stream.status.ticks"), "left"), (screen.say("stream.column.entry"), "left")]
    columns += [(screen.say("stream.column.cell"), "left"), (screen.say("stream.column.value"), "right")]
    confidence = percent(float(look.request.spec.confidence))
    columns.append((screen.say("stream.column.range", confidence=confidence), "right"))
    columns += [(name, "left") for name in new] + [(name, "right") for name in (*goes_on, *soft)]
    screen.table(columns, rows)
    told = [
        {"number": tick.number, "tick": tick.label, "cells": [_cell(cell) for cell in tick.cells]} for tick in ticks
    ]
    screen.result({"key": look.receipt.key, "ticks": told})


@app.command("close")
@with_books("stream.close")
def close(
    screen: Screen,
    known: Books,
    spec: SpecFile,
    out: Out = None,
    key: Key = None,
) -> None:
    """End a stream for ever: no more ticks, nothing is given back, its state and its key are destroyed.

    [dim]epsilog stream close building.yaml[/dim]
    """
    from epsilog.live.look import LiveView
    from epsilog.live.stream import close_stream

    with _looking(spec, known, out, key) as (books, before):
        close_stream(before.request, books, before.place)
        look = LiveView.of(before.request, books, before.place)
        _page(screen, books, look)
        total = look.opening.total
        screen.line(screen.say("stream.closed", done=f"{look.done:,}", total=total))
        screen.result(look.to_dict())


@app.command("extend")
@with_books("stream.extend")
def extend(
    screen: Screen,
    known: Books,
    spec: SpecFile,
    to: Annotated[str, typer.Option("--to", help="The last day of the further horizon: 2026-12-31.")],
    epsilon: Annotated[str | None, typer.Option(help="What it may spend; left out: the same again.")] = None,
    out: Out = None,
) -> None:
    """Open and pay for a further horizon: another stream, with its own noise, about the days after the last one.

    Its spec is written beside the first one's, and run like any other.

    [dim]epsilog stream extend building.yaml --to 2026-12-31 --epsilon 0.5[/dim]
    """
    from epsilog.live.go_on import further
    from epsilog.live.look import LiveView
    from epsilog.live.stream import open_stream, reads_stdin
    from epsilog.pay.stream_request import StreamRequest
    from epsilog.roles.stream_rules import Said
    from epsilog.spec.file import to_yaml

    request = Request.read(spec)
    longer = further(request.spec, to, epsilon)
    beside = spec.with_name(f"{folder_name(spec.stem, longer.edition)}.yaml")
    if beside.exists():
        raise SpecError("a file of this name is in the way", where=beside.name)
    with _books(request, known) as books:
        before = _open_look(request, books, out)
        longer = replace(longer, stream=Said.of(before.opening.rules))
        asked = StreamRequest.of(longer)
        place = replace(_place(request, _home(request, longer), None), before=before.place.folder)
        piped = (
            io.BytesIO() if reads_stdin(before.opening, before.place.vault) else None
        )  # rows come when it is run
        with open_stream(asked, books, place, continues=before.receipt.key, stdin=piped):
            beside.write_text(to_yaml(longer), encoding="utf-8")
        look = LiveView.of(asked, books, place)
    size = look.opening.ticks.size
    ends = {"first": look.opening.label(1), "last": look.opening.label(size)}
    screen.line(screen.say("stream.extended", called=look.receipt.key, total=look.opening.total, **ends))
    screen.note(screen.say("stream.extended.run", file=beside.name))
    screen.commands([(f"epsilog stream run {beside.name}", screen.say("stream.extended.why"))])
    screen.result({**look.to_dict(), "spec": str(beside)})


app.command("demo")(stream_demo.demo)


@contextmanager
def _books(request: Request, known: Books, *, opens: bool = False) -> Iterator[Ledger]:
    """The books of a stream; where it is not `opens` that asks, a stream that is not there was opened elsewhere."""
    protect, spend = request.spec.protect, request.spec.spend
    offering = offering_account if opens else _looking_elsewhere
    with request.pointing(), offering(protect, spend, known.ledger), known.opened_to_read() as books:
        yield books


@contextmanager
def _looking(
    spec: Path, known: Books, out: Path | None, key: Path | None = None
) -> Iterator[tuple[Ledger, LiveView]]:
    """The books and what they know of a stream that was opened."""
    request = Request.read(spec)
    with _books(request, known) as books:
        yield books, _open_look(request, books, out, key)


@contextmanager
def _looking_elsewhere(protect: Protect, spend: Spend, ledger: str) -> Iterator[None]:
    """Whoever asks after a stream opened one: in another ledger, if not in this. To open an account comes last, for
    it would be a second budget on the same people."""
    from epsilog.ledger.store import NoLedger

    try:
        yield
    except (NoLedger, SpecError) as error:
        place, command = printable_place(ledger), _OPENS
        absent = isinstance(error, NoLedger) or error.what == f"no account {spend.account!r}"
        if not absent and error.hint != _OPENS:
            raise
        if isinstance(error, NoLedger):
            error.what = f"no stream of this spec was found: there is no ledger at {place}"
        else:
            error.what = f"no stream of this spec was found in the ledger {place}"
        if absent:
            command = open_command(protect, spend, ledger)
        error.hint = (
            "if it was opened under another ledger: --ledger PLACE or EPSILOG_LEDGER; only if it is new: "
            + command.removesuffix(" opens and runs it")
        )
        raise


def _home(request: Request, spec: Spec) -> Path:
    """The public folder of a stream where none is named: beside its spec, wherever the command is called from."""
    from epsilog.live.look import VALUES

    name = folder_name(spec.release, spec.edition)
    beside, here = request.base / name, Path(name)
    # Earlier releases made it where the command was called.
    return here if (here / VALUES).exists() and not (beside / VALUES).exists() else beside


def _place(request: Request, out: Path | None, key: Path | None) -> Place:
    from epsilog.live.look import Place

    folder = out if out is not None else _home(request, request.spec)
    if folder.is_symlink() or (folder.exists() and not folder.is_dir()):
        raise SpecError("a file of this name is in the way", where=folder.name, hint="--out ANOTHER")
    return Place(folder, base=request.base, key=key)


def _request_with_rules(
    request: Request,
    books: Ledger,
    wait: str | None,
    late: str | None,
    future: str | None,
    clock: str | None,
    speed: str | None,
) -> StreamRequest:
    """The request with the rules of spec and options; an open stream keeps its own, and others are refused."""
    from epsilog.pay.opening import opened_as, refuse_other_rules
    from epsilog.pay.stream_request import StreamRequest
    from epsilog.roles.stream_rules import Said

    if speed is not None and clock is None:
        raise SpecError("a speed goes with a replayed clock", where="speed", hint="--clock 2026-01-05T00:00")
    replay = None if clock is None else {"from": clock, **({} if speed is None else {"speed": speed})}
    options = {"wait": wait, "late": late, "future": future, "clock": replay}
    said = Said.read({name: value for name, value in options.items() if value is not None})
    known = opened_as(request.spec, books)
    if known is None:
        return StreamRequest.of(request.spec, said)
    refuse_other_rules(said, known.rules)
    return known


def _open_look(request: Request, books: Ledger, out: Path | None, key: Path | None = None) -> LiveView:
    from epsilog.live.look import LiveView
    from epsilog.pay.opening import opened_as

    known = opened_as(request.spec, books)
    if known is None:
        raise SpecError("no stream of this spec was opened", where="spec", hint=_OPENS)
    return LiveView.of(known, books, _place(request, out, key))


def _say_begin(screen: Screen, look: LiveView, known: bool) -> None:
    from epsilog.live.page import PAGE

    size = look.opening.ticks.size
    if known:
        screen.line(screen.say("stream.resumed", done=f"{look.done:,}", total=look.opening.total))
    else:
        ends = {"first": look.opening.label(1), "last": look.opening.label(size)}
        screen.line(screen.say("stream.opened", called=look.receipt.key, total=look.opening.total, **ends))
    screen.note(screen.say("stream.where", page=look.place.folder / PAGE))
    screen.note(screen.say("stream.private", folder=look.place.vault.folder))


def _page(screen: Screen, books: Ledger, look: LiveView) -> None:
    from epsilog.live.page import write_folder

    write_folder(look, look.published(), screen.lang, books.identity)


def _status(screen: Screen, look: LiveView, vouched: int, fresh: dict[str, str | None]) -> None:
    from epsilog.live.page import rule_lines
    from epsilog.live.words import continued_lines

    size = look.opening.total
    rows = [
        (screen.say("stream.status.stage"), screen.say(f"stream.status.{look.stage}")),
        (screen.say("stream.status.key"), look.receipt.key),
        (screen.say("stream.status.account"), look.receipt.account),
    ]
    if look.done:
        label = look.opening.label(look.done)
        said = screen.say("stream.status.published", done=f"{look.done:,}", total=size, tick=label)
    else:
        said = screen.say("stream.status.none", total=size)
    rows.append((screen.say("stream.status.ticks"), said))
    if look.stage == "running":
        closes = look.clock.closes_on_the_wall(look.done)
        following = screen.say("stream.status.closes", tick=look.opening.label(look.done + 1), closes=closes)
        rows.append((screen.say("stream.status.next"), following))
    rows.append((screen.say("stream.status.rules"), " ".join(rule_lines(look, screen.lang))))
    if on := continued_lines(look, screen.lang):
        rows.append((screen.say("stream.status.continues"), " ".join(on)))
    for entry, tick in fresh.items():
        said = screen.say("stream.status.not_fresh") if tick is None else tick
        rows.append((screen.say("stream.status.fresh", name=entry), said))
    if vouched:
        rows.append((screen.say("stream.status.vouched"), screen.say("stream.status.good")))
    screen.pairs(rows)


def _cell(cell: Any) -> dict[str, Any]:
    found = {"entry": cell.entry, "keys": list(cell.keys), "value": cell.value, "low": cell.low, "high": cell.high}
    if cell.smoothed is not None:
        found["smoothed"] = asdict(cell.smoothed)
    if cell.continued is not None:
        found["continued"] = asdict(cell.continued)
    if cell.fresh is not None:
        found["fresh"] = cell.fresh
    return found if cell.said is None else {**found, "alert": cell.said}


@contextmanager
def _until_stopped() -> Iterator[Any]:
    """Ctrl-C and a polite kill end a stream between two ticks; a second Ctrl-C ends it at once."""
    stopped: list[int] = []

    def hear(number: int, frame: object) -> None:
        if stopped:
            raise KeyboardInterrupt
        stopped.append(number)

    before = {number: signal.signal(number, hear) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield lambda: not stopped
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
