"""`epsilog board`: the page a board decides on before a release, or files after it."""

from __future__ import annotations

import os
import secrets
from contextlib import nullcontext
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from epsilog.cli.ledger.place import DEFAULT_PLACE, Books, is_server, with_books
from epsilog.cli.request import Request
from epsilog.cli.screen import Screen, picture_folder
from epsilog.errors import SpecError

if TYPE_CHECKING:
    from epsilog.ledger import Ledger
    from epsilog.ledger.reading import Account
    from epsilog.show.board import Pack


@with_books("board")
def board(
    screen: Screen,
    place: Books,
    subject: Annotated[
        Path, typer.Argument(metavar="FOLDER|SPEC", help="The folder of a release, or a spec, published or not.")
    ],
    out: Annotated[Path, typer.Option("--out", help="The folder to write the page into.")] = Path("board"),
) -> None:
    """Write the board pack: one page to decide on, or to file, ready to print.

    A folder is verified on the way. A spec is looked up in the ledger; one that was never published gives the page
    on which the board is asked to approve it. Reads no data, spends nothing.

    [dim]epsilog board flu-by-region-2026-W46 --out board
    epsilog board visits.yaml --lang zh[/dim]
    """
    from epsilog.show.board import board_html, pack_of_folder

    there = is_server(place.ledger) or Path(place.ledger).exists()
    if subject.is_dir():
        source = "folder"
        if not there and place.ledger != DEFAULT_PLACE:
            raise SpecError(
                "there is no ledger there", where="ledger", hint="leave --ledger out, or name the books"
            )
        # Keys that are trusted to sign certificates need no anchors; those of anchors do.
        known = place if place.anchors is not None else replace(place, trust=None)
        with known.opened_to_read() if there else nullcontext() as found:
            pack = pack_of_folder(subject, trusted=tuple(place.trust or ()), ledger=found, lang=screen.lang)
    else:
        request = Request.read(subject)
        if there:
            with request.pointing(), place.opened_to_read() as books:
                pack = _of_request(request, books)
        else:
            pack = _of_plan(request, None, None)
        source = "plan" if pack.card is None else "ledger"
    target = _place(out, subject, screen.lang)
    _write(target, board_html(pack, screen.lang))
    spec = pack.plan.spec
    screen.heading(screen.say("board.heading.screen", release=spec.release, edition=spec.edition))
    screen.line(screen.say("board.written", path=target))
    whole = None if pack.evidence is None else pack.evidence.verdict.whole
    if whole is False:
        screen.line(screen.say("board.certificate.broken"), "bold red")
    record = {"release": spec.release, "edition": spec.edition, "key": spec.key, "from": source}
    screen.result({**record, "page": str(target), "verified": whole})


def _of_request(request: Request, books: Ledger) -> Pack:
    from epsilog.core.ledger import State
    from epsilog.publish.pipeline import find_stored
    from epsilog.show.board import Pack

    spec = request.spec
    known = {account.name: account for account in books.accounts()}
    if spec.spend.account not in known:
        return _of_plan(request, None, books)
    receipt = books.find(spec.spend.account, spec.key)
    if receipt is not None and receipt.state in (State.COMMITTED, State.DELIVERED):
        return Pack.of(find_stored(spec, books))
    lineage = [known[spec.spend.account]]
    while lineage[-1].parent is not None:
        lineage.append(known[lineage[-1].parent])
    return _of_plan(request, lineage, books)


def _of_plan(request: Request, lineage: list[Account] | None, books: Ledger | None) -> Pack:
    from epsilog.pay.trial import plan_and_try
    from epsilog.plan.currency import can_turn, warn_of_closing
    from epsilog.show.board import Pack

    with request.pointing():
        made = plan_and_try(request.spec, lineage[0].terms if lineage else None)
    if not lineage or books is None:
        return Pack(made)
    made, turns = warn_of_closing(made, books), can_turn(books, lineage[0].name)
    return Pack(made, account=lineage[0], above=tuple(lineage[1:]), turns=turns)


def _place(out: Path, subject: Path, lang: str) -> Path:
    folder = Path(os.path.abspath(out))
    inside = Path(os.path.abspath(subject))
    if subject.is_dir() and (folder == inside or inside in folder.parents):
        # A file too many is a broken release to whoever verifies it.
        raise SpecError("a release's folder holds the release and nothing else", where="out", hint="--out board")
    return picture_folder(out) / f"board.{lang}.html"


def _write(target: Path, page: str) -> None:
    draft = target.with_name(f".{target.name}.{secrets.token_hex(6)}.tmp")
    try:
        draft.write_text(page, encoding="utf-8")
        os.replace(draft, target)
    except OSError as error:
        draft.unlink(missing_ok=True)
        raise SpecError(
            f"the page cannot be written ({type(error).__name__})", where=target.name, hint="another folder"
        ) from None
