"""Keeping the books: from one place and one version to another, read again, and signed.

`epsilog ledger backup`, `restore`, `migrate`: the books from one place, and one version, to another.

`verify`: read everything again, add everything up again, name the first damage.
`anchor`: sign the head, make and replace the key that signs.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from epsilog.cli.ledger.place import (
    DEFAULT_PLACE,
    Books,
    By,
    Place,
    anchors_of,
    at_the_command_line,
    printable_place,
    say_whether_anchored,
    with_books,
)
from epsilog.cli.progress import show_progress
from epsilog.cli.screen import Json, Lang, Screen
from epsilog.errors import LedgerError, SpecError

if TYPE_CHECKING:
    from epsilog.ledger.backup import Backup


@with_books("ledger-backup")
def backup(
    screen: Screen,
    place: Books,
    file: Annotated[Path, typer.Argument(help="A new file; none is ever overwritten.")],
) -> None:
    """Write everything, as it is at this moment, into one file of text that either kind of database reads.

    [dim]epsilog ledger backup /other/disk/ledger-2026-02-01.jsonl[/dim]
    """
    if not file.absolute().parent.is_dir():
        raise SpecError(f"the folder of {file.name!r} does not exist", where="backup")
    with place.opened() as books:
        written = books.backup(file)
    screen.heading(screen.say("ledger.backup.written", path=file))
    _about(screen, written)
    screen.note(screen.say("ledger.backup.note"))
    screen.result({"file": str(file), **_record(written)})


@with_books("ledger-restore")
def restore(
    screen: Screen,
    place: Books,
    file: Annotated[Path, typer.Argument(help="The backup.")],
    by: By,
) -> None:
    """Write a backup into an empty place and verify it there. It stays stopped until two people resume it.

    With anchors, a backup older than the newest of them is refused: what was spent since is not in it.

    [dim]epsilog ledger restore /other/disk/ledger-2026-02-01.jsonl --ledger new.db --by Ada[/dim]
    """
    from epsilog.ledger import Ledger

    known = anchors_of(place.anchors, place.signing_key, place.trust)
    with at_the_command_line():
        written = Ledger.restore(file, place.ledger, by=by, anchors=known)
    screen.heading(screen.say("ledger.restored", place=printable_place(place.ledger)))
    _about(screen, written)
    screen.line(screen.say("ledger.restored.next"), "yellow")
    say_whether_anchored(screen, place.anchors)
    screen.result({"stopped": True, **_record(written)})


def migrate(by: By, ledger: Place = DEFAULT_PLACE, as_json: Json = False, lang: Lang = None) -> None:
    """Bring books of an older version to this one: in place, whole or not at all, and only if they verify.

    [dim]epsilog ledger migrate --by Ada[/dim]
    """
    from epsilog.ledger import Ledger

    screen = Screen("ledger-migrate", lang, as_json)
    with at_the_command_line():
        before, after = Ledger.migrate(ledger, by=by)
    key = "ledger.migrated.already" if before == after else "ledger.migrated"
    words = {"after": after} if before == after else {"before": before, "after": after}
    screen.line(screen.say(key, **words), "green")
    screen.result({"from": before, "to": after})


def _about(screen: Screen, written: Backup) -> None:
    screen.pairs(
        [
            (screen.say("ledger.verify.entries"), f"{written.head_seq:,}"),
            (screen.say("ledger.verify.head"), written.head_hash),
            (screen.say("ledger.backup.rows"), f"{written.rows:,}"),
            (screen.say("ledger.backup.digest"), written.digest),
        ]
    )


def _record(written: Backup) -> dict[str, Any]:
    return {
        "identity": written.identity,
        "entries": written.head_seq,
        "head": written.head_hash,
        "rows": written.rows,
        "digest": written.digest,
    }


@with_books("ledger-verify")
def verify(screen: Screen, place: Books) -> None:
    """Read every entry again and add everything up again. Damage stops the whole ledger and exits with 6.

    [dim]epsilog ledger verify --anchors /other/disk/anchors --trust PUBLIC_KEY[/dim]
    """
    reading = show_progress(screen, lambda step: screen.say("ledger.verify.progress"))
    with place.opened() as books, reading as report:
        verdict = books.verify(progress=lambda done, total: report("entries", done, total))
        stopped = books.stopped
    screen.heading(screen.say("ledger.verify.heading", place=printable_place(place.ledger)))
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


@with_books("ledger-anchor")
def anchor(
    screen: Screen,
    place: Books,
    new_key: Annotated[
        Path | None, typer.Option(help="Make a signing key in this new file; touches no ledger.")
    ] = None,
    public: Annotated[bool, typer.Option("--public", help="Show the public half of --signing-key.")] = False,
    rotate: Annotated[
        Path | None, typer.Option(help="Replace the key that signs by the one in this file; two must agree.")
    ] = None,
    approvers: Annotated[
        list[str] | None, typer.Option("--approver", help="With --rotate: who agrees; two people.")
    ] = None,
    why: Annotated[str | None, typer.Option(help="With --rotate: the reason.")] = None,
) -> None:
    """Sign the present head into the file of anchors; or make, show or replace the key that signs.

    [dim]epsilog ledger anchor --new-key anchor.key
    epsilog ledger anchor --anchors /other/disk/anchors --signing-key anchor.key
    epsilog ledger anchor --rotate next.key --approver Ada --approver Grace --why "yearly change"[/dim]
    """
    if sum((new_key is not None, public, rotate is not None)) > 1:
        raise SpecError("one thing at a time", where="anchor", hint="one of --new-key, --public, --rotate")
    if rotate is None and (approvers or why is not None):
        raise SpecError(
            "this belongs to --rotate", where="approver" if approvers else "why", hint="add --rotate FILE"
        )
    if new_key is not None:
        _make(screen, new_key)
    elif public:
        _say_public(screen, place.signing_key)
    elif place.anchors is None or place.signing_key is None:
        raise SpecError(
            "say where the anchors are and which key signs them",
            where="anchors",
            hint="--anchors FILE --signing-key FILE; a first key: --new-key FILE",
        )
    else:
        _sign(screen, place, rotate, approvers or [], why or "")


def _make(screen: Screen, path: Path) -> None:
    from epsilog.ledger.signing import new_key

    try:
        public = new_key(path)
    except OSError as error:
        raise SpecError(f"cannot write the key ({type(error).__name__})", where=path.name) from None
    screen.heading(screen.say("ledger.anchor.made", path=path))
    screen.pairs([(screen.say("ledger.anchor.public"), public)])
    screen.note(screen.say("ledger.anchor.keep"))
    screen.result({"public_key": public, "file": str(path)})


def _say_public(screen: Screen, signing_key: Path | None) -> None:
    from epsilog.ledger.signing import public_text, read_key

    if signing_key is None:
        raise SpecError("say which key", where="signing_key", hint="--signing-key FILE")
    public = public_text(read_key(signing_key))
    screen.line(public)
    screen.result({"public_key": public})


def _sign(screen: Screen, place: Books, rotate: Path | None, approvers: list[str], why: str) -> None:
    from epsilog.ledger.signing import read_key

    following = None if rotate is None else read_key(rotate)
    with place.opened() as books:
        if following is None:
            signed = books.anchor()
        else:
            signed = books.rotate_key(following, approvers=approvers, why=why)
    screen.heading(screen.say("ledger.anchor.signed", seq=f"{signed.seq:,}"))
    rows = [
        (screen.say("ledger.verify.head"), signed.hash),
        (screen.say("ledger.anchor.at"), signed.at),
        (screen.say("ledger.anchor.public"), signed.key),
    ]
    if signed.next is not None:
        rows.append((screen.say("ledger.anchor.next"), signed.next))
    screen.pairs(rows)
    if signed.next is not None:
        screen.note(screen.say("ledger.anchor.rotated", first=signed.key))
    screen.result(
        {
            "identity": signed.identity,
            "entry": signed.seq,
            "head": signed.hash,
            "at": signed.at,
            "public_key": signed.key,
            "next_public_key": signed.next,
        }
    )
