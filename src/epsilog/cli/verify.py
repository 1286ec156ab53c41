"""`epsilog verify`: is this folder what its certificate says, and does the ledger know it?"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.text import Text

from epsilog.cli.ledger.place import at_the_command_line, open_ledger
from epsilog.cli.screen import Json, Lang, Screen
from epsilog.errors import LedgerError, SpecError


def verify(
    folder: Annotated[Path, typer.Argument(metavar="FOLDER", help="The folder of a release.")],
    trust: Annotated[
        list[str] | None,
        typer.Option(
            "--trust", envvar="EPSILOG_TRUST", help="A public key whose certificates count; may be repeated."
        ),
    ] = None,
    ledger: Annotated[
        str | None,
        typer.Option(
            "--ledger",
            envvar="EPSILOG_LEDGER",
            help="Compare with these books too: a file, or a postgresql:// address.",
        ),
    ] = None,
    as_json: Json = False,
    lang: Lang = None,
) -> None:
    """Verify a release: every file, the card, the certificate's signature; with --ledger the books as well.

    Exits with 0 when all of it holds and with 6 when something does not. Needs no private key and no data.

    [dim]epsilog verify flu-by-region-2026-W46 --trust PUBLIC_KEY
    epsilog verify flu-by-region-2026-W46 --ledger ledger.db[/dim]
    """
    from epsilog.live.folder import refuse_a_stream
    from epsilog.show.certificate import verify_folder

    screen = Screen("verify", lang, as_json)
    if not folder.is_dir():
        raise SpecError("there is no such folder", where=folder.name, hint="the folder that epsilog publish wrote")
    refuse_a_stream(folder)
    with at_the_command_line():
        if ledger is None:
            verdict = verify_folder(folder, trusted=tuple(trust or ()), lang=screen.lang)
        else:
            with open_ledger(ledger, None, None, None) as books:
                verdict = verify_folder(folder, trusted=tuple(trust or ()), ledger=books, lang=screen.lang)
    screen.heading(screen.say("front.verify.heading", folder=folder))
    marks = {"holds": Text("✓", style="green"), "fails": Text("✗", style="bold red"), "unchecked": Text("–", "dim")}
    screen.table(
        [("", "left"), (screen.say("front.check.found"), "left")],
        [(marks[one.outcome], one.sentence) for one in verdict.checks],
    )
    if {one.key for one in verdict.checks if one.outcome == "fails"} == {"release.verify.ledger.other"}:
        screen.line(screen.say("front.verify.unknown"), "bold yellow")
    elif not verdict.whole:
        screen.line(screen.say("front.verify.broken"), "bold red")
    elif verdict.pinned:
        screen.line(screen.say("front.verify.whole"), "bold green")
    else:
        screen.line(screen.say("front.verify.whole.unpinned", signer=verdict.signer), "bold yellow")
        screen.note(screen.say("front.verify.unpinned"))
    checks = [{"outcome": one.outcome, "check": one.key, "words": one.sentence} for one in verdict.checks]
    signed = {"signer": verdict.signer or None, "pinned": verdict.pinned}
    screen.result({"whole": verdict.whole, **signed, "checks": checks})
    if not verdict.whole:
        raise typer.Exit(LedgerError.code)
