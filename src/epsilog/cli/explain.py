"""`epsilog explain`: a release in plain words, from its folder or from the books; or a plan that was never paid."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from epsilog.cli.ledger.place import Books, is_server, with_books
from epsilog.cli.request import Request
from epsilog.cli.screen import Screen
from epsilog.errors import SpecError

if TYPE_CHECKING:
    from epsilog.show.card import Card
    from epsilog.show.release import Release


@with_books("explain")
def explain(
    screen: Screen,
    place: Books,
    subject: Annotated[
        Path, typer.Argument(metavar="FOLDER|SPEC", help="The folder of a release, or the spec it was made from.")
    ],
) -> None:
    """Explain a release: what it says, whom it protects, how exact it is, what it does not protect.

    A folder is believed as it stands: epsilog verify checks it. A spec is looked up in the ledger; one that was
    never published is explained as a plan.

    [dim]epsilog explain flu-by-region-2026-W46
    epsilog explain visits.yaml[/dim]
    """
    if subject.is_dir():
        _tell(screen, read_card(subject), "folder")
        return
    request = Request.read(subject)
    there = is_server(place.ledger) or Path(place.ledger).exists()
    release = _find_stored(request, place) if there else None
    if release is not None:
        _tell(screen, release, "ledger")
    else:
        _tell_plan(screen, request)


def read_card(folder: Path) -> Card:
    """The card of a release, from its folder."""
    from epsilog.live.folder import refuse_a_stream
    from epsilog.show.card import Card
    from epsilog.show.plain_file import plain_bytes

    refuse_a_stream(folder)
    try:
        raw = plain_bytes(folder / "card.json")
    except (OSError, ValueError):
        raise SpecError(
            "this folder holds no release", where=folder.name, hint="card.json is what explains it"
        ) from None
    return Card.from_bytes(raw)


def _find_stored(request: Request, place: Books) -> Release | None:
    from epsilog.core.ledger import State
    from epsilog.publish.pipeline import find_stored

    spec = request.spec
    with request.pointing(), place.opened_to_read() as books:
        if not any(account.name == spec.spend.account for account in books.accounts()):
            return None
        receipt = books.find(spec.spend.account, spec.key)
        if receipt is None or receipt.state not in (State.COMMITTED, State.DELIVERED):
            return None
        return find_stored(spec, books)


def _tell(screen: Screen, told: Card | Release, source: str) -> None:
    from epsilog.show.explain import sections

    spec = told.plan.spec
    screen.heading(screen.say("front.explain.heading", release=spec.release, edition=spec.edition))
    screen.note(screen.say("front.explain.folder" if source == "folder" else "front.explain.ledger"))
    parts = sections(told, screen.lang)
    for part in parts:
        screen.heading(part.heading(screen.lang))
        screen.sentences(part.lines)
    record = {"release": spec.release, "edition": spec.edition, "key": spec.key, "from": source}
    told_parts = [{"part": part.name, "lines": list(part.lines)} for part in parts]
    screen.result({**record, "sections": told_parts})


def _tell_plan(screen: Screen, request: Request) -> None:
    from epsilog.cli.plan import show_plan
    from epsilog.pay.trial import plan_and_try
    from epsilog.plan.explain import plan_sections

    with request.pointing():
        made = plan_and_try(request.spec)
    screen.line(screen.say("front.explain.unpublished"), "bold yellow")
    show_plan(screen, made, [])
    spec = request.spec
    record = {"release": spec.release, "edition": spec.edition, "key": spec.key, "from": "plan"}
    told_parts = [{"part": title, "lines": lines} for title, lines in plan_sections(made, screen.lang)]
    screen.result({**record, "sections": told_parts})
