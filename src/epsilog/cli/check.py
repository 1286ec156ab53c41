"""`epsilog check`: would this publish? Reads no row, spends nothing."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from epsilog.cli.ledger.place import DEFAULT_PLACE, AnchorFile, Place, SigningKey, Trust, opened
from epsilog.cli.opening_command import offer_account
from epsilog.cli.refusal import in_language
from epsilog.cli.request import Request, SpecFile
from epsilog.cli.screen import Json, Lang, Screen
from epsilog.errors import EpsilogError, LedgerError

if TYPE_CHECKING:
    from rich.text import Text

    from epsilog.publish.check import Finding


def check(
    spec: SpecFile,
    ledger: Place = DEFAULT_PLACE,
    anchors: AnchorFile = None,
    signing_key: SigningKey = None,
    trust: Trust = None,
    as_json: Json = False,
    lang: Lang = None,
) -> None:
    """Check a spec before it is published: file, columns, account, price, budget, key.

    Reads the header of the file and no row; spends nothing. The exit status is that of the first thing wrong.

    [dim]epsilog check visits.yaml[/dim]
    """
    screen = Screen("check", lang, as_json)
    request = Request.read(spec)
    request.must_name_a_file()
    findings = _findings(request, ledger, anchors, signing_key, trust)
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
    screen.note(screen.say("front.check.nothing"))
    screen.result({"ready": not wrong, "key": request.spec.key, "checks": [_record(one) for one in findings]})
    if wrong:
        raise typer.Exit(wrong[0].code)


def _findings(
    request: Request, ledger: str, anchors: Path | None, signing_key: Path | None, trust: list[str] | None
) -> list[Finding]:
    from epsilog.publish.check import check as checked

    signer = signing_key if anchors is not None else None
    try:
        with opened(ledger, anchors, signer, trust) as books:
            findings = checked(request.spec, books, request.base)
    except LedgerError as error:
        findings = checked(request.spec, None, request.base, missing=error)
    from epsilog.publish.spec_place import place_of

    for one in findings:
        if one.error is not None:
            if one.step == "account":
                offer_account(one.error, request.spec.protect, request.spec.spend, ledger)
            one.error.where = place_of(one.error.where, request.document)
    return findings


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
    found = {} if one.files is None else {"files": one.files[0], "names": one.files[1]}
    return {"step": one.step, "state": state, "remark": one.remark or None, "error": said, **found}
