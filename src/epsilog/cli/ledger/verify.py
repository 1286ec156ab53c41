"""`epsilog ledger verify`: read everything again, add everything up again, name the first damage."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import typer

from epsilog.cli.ledger.place import Books, shown, with_books
from epsilog.cli.screen import Screen
from epsilog.errors import LedgerError


@with_books("ledger-verify")
def verify(screen: Screen, place: Books) -> None:
    """Read every entry again and add everything up again. Damage stops the whole ledger and exits with 6.

    [dim]epsilog ledger verify --anchors /other/disk/anchors --trust PUBLIC_KEY[/dim]
    """
    with place.opened() as books, _progress(screen) as report:
        verdict = books.verify(progress=report)
        stopped = books.stopped
    screen.heading(screen.say("ledger.verify.heading", place=shown(place.ledger)))
    rows = [
        (screen.say("ledger.verify.entries"), f"{verdict.entries:,}"),
        (screen.say("ledger.verify.head"), verdict.head),
        (screen.say("ledger.verify.anchors"), f"{verdict.anchors:,}"),
    ]
    damage = verdict.damage
    if damage is not None:
        kind = screen.say(f"ledger.damage.{damage.kind}")
        rows.append((screen.say("ledger.verify.damage"), f"{kind}: {damage.words}"))
    screen.pairs(rows)
    if damage is None:
        screen.line(screen.say("ledger.verify.whole"), "bold green")
        if stopped is not None:
            screen.line(screen.say("ledger.all_stopped", why=stopped), "red")
    else:
        screen.line(screen.say("ledger.verify.broken", seq=f"{damage.seq:,}"), "bold red")
    if not verdict.anchors:
        screen.note(screen.say("ledger.verify.unanchored"))
    found = None if damage is None else {"entry": damage.seq, "kind": damage.kind, "words": damage.words}
    screen.result(
        {
            "whole": verdict.whole,
            "entries": verdict.entries,
            "head": verdict.head,
            "anchors": verdict.anchors,
            "damage": found,
            "stopped": stopped,
        }
    )
    if damage is not None:
        raise typer.Exit(LedgerError.code)


@contextmanager
def _progress(screen: Screen) -> Iterator[Callable[[int, int], None] | None]:
    """A bar on standard error where somebody watches, silence otherwise."""
    if screen.as_json or not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as shown_bar:
        task = shown_bar.add_task(screen.say("ledger.verify.progress"), total=None)
        yield lambda done, total: shown_bar.update(task, completed=done, total=total)
