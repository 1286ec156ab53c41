"""`epsilog explain`: a release in plain words, from its folder or from the books; or a plan that was never paid."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from epsilog.cli.ledger.place import DEFAULT_PLACE, AnchorFile, Place, SigningKey, Trust, is_server, open_ledger
from epsilog.cli.request import Request
from epsilog.cli.screen import Json, Lang, Screen
from epsilog.errors import SpecError

if TYPE_CHECKING:
    from epsilog.show.card import Card
    from epsilog.show.release import Release


def explain(
    subject: Annotated[
        Path, typer.Argument(metavar="FOLDER|SPEC", help="The folder of a release, or the spec it was made from.")
    ],
    ledger: Place = DEFAULT_PLACE,
    anchors: AnchorFile = None,
    signing_key: SigningKey = None,
    trust: Trust = None,
    as_json: Json = False,
    lang: Lang = None,
) -> None:
    """Explain a release: what it says, whom it protects, how exact it is, what it does not protect.

    A folder is believed as it stands: epsilog verify checks it. A spec is looked up in the ledger; one that was
    never published is explained as a plan.

    [dim]epsilog explain flu-by-region-2026-W46
    epsilog explain visits.yaml[/dim]
    """
    screen = Screen("explain", lang, as_json)
    if subject.is_dir():
        _tell(screen, _card(subject), "folder")
        return
    request = Request.read(subject)
    release = None
    if is_server(ledger) or Path(ledger).exists():
        release = _find_stored(request, ledger, anchors, signing_key if anchors is not None else None, trust)
    if release is not None:
        _tell(screen, release, "ledger")
    else:
        _tell_plan(screen, request)


def _card(folder: Path) -> Card:
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


def _find_stored(
    request: Request, ledger: str, anchors: Path | None, signer: Path | None, trust: list[str] | None
) -> Release | None:
    from epsilog.core.ledger import State
    from epsilog.publish.pipeline import find_stored

    spec = request.spec
    with request.pointing(), open_ledger(ledger, anchors, signer, trust) as books:
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
