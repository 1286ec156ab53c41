"""`epsilog new`: a first release in one walk: questions, a spec, an account, a check, and what it would cost."""

from __future__ import annotations

import contextlib
import io
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from epsilog.cli.init import Answers, spec_beside, walk, write_spec
from epsilog.cli.interview import Interview, only
from epsilog.cli.ledger.place import Books, with_books
from epsilog.cli.screen import Screen
from epsilog.core.address import is_server
from epsilog.errors import LedgerError, SpecError
from epsilog.words import percent

if TYPE_CHECKING:
    from epsilog.publish.first_spec import FirstSpec


@with_books("new")
def new(
    screen: Screen,
    place: Books,
    file: Annotated[Path, typer.Argument(help="The table: a .csv or .parquet file, one row per event.")],
    answers: Answers = None,
    publish: Annotated[bool, typer.Option("--publish", help="Publish at the end without asking.")] = False,
    out: Annotated[
        Path | None, typer.Option(help="The spec to write. Never overwrites.", show_default=False)
    ] = None,
    encoding: Annotated[
        str | None, typer.Option(help="Of a CSV: utf-8 or gb18030; left out, both are tried.")
    ] = None,
    header: Annotated[
        bool, typer.Option("--header", help="Of a CSV: its first line does name the columns, odd as it looks.")
    ] = False,
) -> None:
    """Make a first release in one walk: a few questions, then spec, account, check, and what it costs.

    Nothing is written before the last question about them is answered, and nothing is spent before you say yes.

    [dim]epsilog new visits.csv
    epsilog new visits.csv --answers answers.yaml --publish[/dim]
    """
    asking = Interview(screen, answers) if answers is not None else Interview.on_a_terminal(screen)
    if asking is None:
        raise SpecError("nobody is here to answer", where="answers", hint="run it on a terminal, or --answers FILE")
    path = spec_beside(file) if out is None else out
    if str(path) == "-":
        raise SpecError("a walk writes a file", where="out", hint="--out visits.yaml")
    found, errors = walk(asking, file, path, encoding, header=header)
    opening = _ask_for_account(asking, place, found)
    asking.finish(but=("publish",))
    write_spec(path, found.text(screen.lang))
    if opening is not None:
        try:
            _run(screen, [*opening, *_options_of(place)])
        except typer.Exit:
            path.unlink()  # a spec without its account would be half of it
            raise
    screen.heading(screen.say("ask.spec", path=path))
    _run(screen, ["check", str(path), *_options_of(place)])
    asking.stopped = screen.say("ask.stopped.written", path=path, account=found.account)
    done = publish or asking.ask("publish", _yes_or_no, usual="no", cost=_cost(screen, place, found))
    told = _run(screen, ["publish", str(path), *_options_of(place)]) if done else {}
    if not done:
        screen.line(asking.stopped, "bold yellow")
    record = {"spec": str(path), "account": found.account, "opened": opening is not None, "errors": errors}
    screen.result({**record, "published": done, "folder": told.get("folder")})


def _ask_for_account(asking: Interview, place: Books, found: FirstSpec) -> list[str] | None:
    """The command that opens the account; None where it is there already."""
    from epsilog.core.number import exact, spell_number
    from epsilog.ledger.name import person_name

    if is_server(place.ledger) or Path(place.ledger).exists():
        with contextlib.suppress(LedgerError), place.opened_to_read() as books:
            if found.account in {account.name for account in books.accounts()}:
                asking.screen.note(asking.screen.say("ask.account.there", account=found.account))
                asking.skip("total", "by")
                return None
    total = asking.ask(
        "total",
        lambda words: exact(only(words), "", at_least=found.epsilon, at_most=10**6),
        proposal=spell_number(2 * found.epsilon),
        account=found.account,
    )
    by = asking.ask("by", lambda words: person_name(only(words), "by"))
    words = ["ledger", "open", found.account, "--each", found.person, "--epsilon", spell_number(total), "--by", by]
    words += ["--per", found.period] if found.period else []
    return [*words, *(["--zone", found.zone] if found.zone != "UTC" else []), "--delta", found.delta]


def _cost(screen: Screen, place: Books, found: FirstSpec) -> str:
    from epsilog.plan.planner import plan
    from epsilog.spec.file import spec_from_text

    with place.opened_to_read() as books:
        account = books.account(found.account)
    price = plan(spec_from_text(found.text()), account.terms).price.main
    return percent(price / account.cap.main, screen.lang, "up")


def _options_of(place: Books) -> list[str]:
    """The options that say where the books are."""
    words = ["--ledger", place.ledger]
    words += ["--anchors", str(place.anchors)] if place.anchors is not None else []
    words += ["--signing-key", str(place.signing_key)] if place.signing_key is not None else []
    return [*words, *(word for key in place.trust or [] for word in ("--trust", key))]


def _run(screen: Screen, words: list[str]) -> dict[str, Any]:
    """Run one command as somebody would type it; what it refuses ends the walk with its own status."""
    import json

    from epsilog.cli.app import run

    heard = io.StringIO()
    with contextlib.redirect_stdout(heard) if screen.as_json else contextlib.nullcontext():
        code = run([*words, *(["--json"] if screen.as_json else []), "--lang", screen.lang])
    if code:
        raise typer.Exit(code)
    told: dict[str, Any] = json.loads(heard.getvalue()) if screen.as_json else {}
    return told


def _yes_or_no(words: list[str]) -> bool:
    said = only(words).lower()
    if said not in ("yes", "no", "y", "n", "true", "false", "是", "否"):
        raise SpecError("yes or no", hint="yes publishes and pays; no leaves everything as it is")
    return said in ("yes", "y", "true", "是")
