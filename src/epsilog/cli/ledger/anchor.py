"""`epsilog ledger anchor`: sign the head, make and replace the key that signs."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from epsilog.cli.ledger.place import Books, with_books
from epsilog.cli.screen import Screen
from epsilog.errors import SpecError


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
