"""`epsilog recommend`: from a question in plain fields to a complete spec, or to what could be asked instead."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from epsilog.cli.ledger.place import DEFAULT_PLACE, AnchorFile, Place, SigningKey, Trust, is_server, opened
from epsilog.cli.screen import Json, Lang, Screen
from epsilog.errors import BudgetExceeded, SpecError
from epsilog.words import plain

if TYPE_CHECKING:
    from epsilog.core.grid import Keys
    from epsilog.ledger import Terms
    from epsilog.publish.recommend import Option, Question, Recommendation


def recommend(
    what: Annotated[str, typer.Argument(help="rows, persons, sum:COLUMN or mean:COLUMN.")],
    who: Annotated[str, typer.Option("--who", help="Who is protected: the column that names a person, or row.")],
    error: Annotated[str | None, typer.Option("--error", help="How far off: 20, or 5% of --expect.")] = None,
    by: Annotated[list[str] | None, typer.Option("--by", help="region=North,South; may be repeated.")] = None,
    every: Annotated[str | None, typer.Option("--every", help="1h, 1d, 1w, 1mo, 1q or 1y.")] = None,
    time: Annotated[str | None, typer.Option("--time", help="The column that says when.")] = None,
    first: Annotated[str | None, typer.Option("--from", help="The first day: 2026-01-01.")] = None,
    last: Annotated[str | None, typer.Option("--to", help="The last day.")] = None,
    often: Annotated[int, typer.Option("--often", help="The most rows of one person that should count.")] = 1,
    per_cell: Annotated[
        int | None, typer.Option("--per-cell", help="The most of them in one cell.", show_default="all of --often")
    ] = None,
    between: Annotated[str | None, typer.Option("--between", help="Ends of a sum or mean: 80,220.")] = None,
    expect: Annotated[str | None, typer.Option("--expect", help="A typical number; for a mean, its rows.")] = None,
    within: Annotated[str | None, typer.Option("--within", help="Protect a person within 1d … 1y only.")] = None,
    zone: Annotated[str | None, typer.Option("--zone", help="Time zone of the days.", show_default="UTC")] = None,
    epsilon: Annotated[str | None, typer.Option("--epsilon", help="What may be spent.")] = None,
    delta: Annotated[str, typer.Option("--delta", help="Of the budget; 0 is pure epsilon.")] = "0",
    account: Annotated[str | None, typer.Option("--account", help="The account that will pay.")] = None,
    file: Annotated[str | None, typer.Option("--file", help="The file of rows; it is not opened.")] = None,
    name: Annotated[str, typer.Option("--name", help="What the release is called.")] = "answer",
    out: Annotated[Path | None, typer.Option("--out", help="Write the spec here; - for the screen.")] = None,
    ledger: Place = DEFAULT_PLACE,
    anchors: AnchorFile = None,
    signing_key: SigningKey = None,
    trust: Trust = None,
    as_json: Json = False,
    lang: Lang = None,
) -> None:
    """Turn a question into a complete spec: mechanism, bounds, epsilon, and why. Reads no data, spends nothing.

    What cannot be had is refused with status 3, and what could be had instead is priced.

    [dim]epsilog recommend rows --by region=North,South,East,West --every 1w --time visited_at
        --from 2026-01-01 --to 2026-12-31 --who patient_id --often 4 --error 20 --epsilon 1 --delta 1e-6[/dim]
    """
    from epsilog.core.number import exact
    from epsilog.publish.recommend import Question
    from epsilog.publish.recommend import recommend as recommended

    screen = Screen("recommend", lang, as_json)
    terms = _terms(account, ledger, anchors, signing_key, trust)
    kind, _, column = what.partition(":")
    relative = error is not None and error.strip().endswith("%")
    share = None if error is None else exact(error.strip().rstrip("% "), "error", above=0)
    given: dict[str, Any] = {
        "what": kind,
        "who": who,
        "column": column or None,
        "between": _ends(between),
        "by": tuple(_keys(text) for text in by or ()),
        "every": _period(every, "every"),
        "time": time,
        "first": _day(first, "from"),
        "last": _day(last, "to"),
        "within": _period(within, "within"),
        "often": often,
        "per_cell": per_cell,
        "error": share / 100 if share is not None and relative else share,
        "relative": relative,
        "expect": None if expect is None else exact(expect, "expect", above=0),
        "epsilon": None if epsilon is None else exact(epsilon, "epsilon", above=0, at_most=10**6),
        "delta": exact(delta, "delta", at_least=0, below=1),
        "file": file,
        "release": name,
        "zone": zone or (terms.zone if terms is not None else "UTC"),
    }
    if account is not None:
        given["account"] = account
    answer = recommended(Question(**given), terms)
    _show(screen, answer, out)
    if not answer.fits:
        raise typer.Exit(BudgetExceeded.code)


def _show(screen: Screen, answer: Recommendation, out: Path | None) -> None:
    from epsilog.publish.explain_plan import remark_text
    from epsilog.publish.specfile import to_yaml

    text = to_yaml(answer.plan.spec) if answer.fits else ""
    quiet = out is not None and str(out) == "-"
    if not quiet:
        screen.heading(screen.say("recommend.heading" if answer.fits else "recommend.heading.refused"))
        if answer.fits:
            _table(screen, answer)
        else:
            screen.sentences(_refused(screen, answer.question, answer))
        screen.heading(screen.say("recommend.title.why"))
        screen.sentences(remark_text(one, screen.lang) for one in answer.reasons)
        if answer.options:
            screen.heading(screen.say(f"recommend.title.{'options' if answer.fits else 'instead'}"))
            screen.sentences(_option(screen, one, answer.fits) for one in answer.options)
    if text and out is not None:
        _write(out, text)
        if not quiet:
            screen.line(screen.say("recommend.written", path=out), "green")
            screen.note(screen.say("recommend.check"))
    elif text:
        screen.heading("spec.yaml")
        screen.console.print(text, markup=False, soft_wrap=True)
        screen.note(screen.say("recommend.check"))
    screen.result(_record(answer, text))


def _table(screen: Screen, answer: Recommendation) -> None:
    names = ("what", "cells", "noise", "bound", "error", "epsilon")
    sides = ("left", "right", "left", "left", "right", "right")
    columns = [(screen.say(f"recommend.column.{name}"), side) for name, side in zip(names, sides, strict=True)]
    plan = answer.plan
    query, moved = plan.spec.publish[0], plan.draws_of(0)[0].contribution
    laws = " + ".join(dict.fromkeys(screen.say(f"front.law.{draw.law}") for draw in plan.draws_of(0)))
    bound = screen.say("recommend.bound.row")
    if answer.question.who != "row":
        bound = screen.say("recommend.bound", rows=f"{moved.rows:,}", cells=f"{moved.cells:,}")
    row = [query.name, f"{query.grid().size:,}", laws, bound, f"±{plain(answer.margin, 3, 'up')}"]
    screen.table(columns, [[*row, plain(float(answer.epsilon), 4, "up")]])


def _refused(screen: Screen, question: Question, answer: Recommendation) -> list[str]:
    from epsilog.publish.target import width_of

    width = width_of(question.query())
    budget = plain(float(answer.plan.share.epsilon), 6)
    said = {"error": f"±{plain(float(width or 0), 4)}", "needed": plain(float(answer.needed), 4, "up")}
    possible = screen.say("recommend.possible", budget=budget, error=f"±{plain(answer.margin, 3, 'up')}")
    return [screen.say("recommend.refused", budget=budget, **said), possible]


def _option(screen: Screen, option: Option, fits: bool) -> str:
    from epsilog.publish.explain_plan import remark_text

    text = remark_text(option.remark, screen.lang)
    return text if fits or not option.fits else screen.say("recommend.option.fits", option=text)


def _record(answer: Recommendation, text: str) -> dict[str, Any]:
    from epsilog.core.number import written

    options = [
        {
            "key": one.remark.key,
            "values": dict(one.remark.values),
            "epsilon": written(one.epsilon),
            "fits": one.fits,
        }
        for one in answer.options
    ]
    return {
        "fits": answer.fits,
        "epsilon_needed": written(answer.needed),
        "error": float(f"{answer.margin:.9g}"),
        "law": answer.plan.draws_of(0)[0].law,
        "spec": answer.plan.spec.to_dict() if answer.fits else None,
        "yaml": text or None,
        "reasons": [{"key": one.key, "values": dict(one.values)} for one in answer.reasons],
        "options": options,
    }


def _terms(
    account: str | None, ledger: str, anchors: Path | None, signing_key: Path | None, trust: list[str] | None
) -> Terms | None:
    """The terms of the account, where one is named and there are books; its unit must be the question's."""
    if account is None or (ledger == DEFAULT_PLACE and not is_server(ledger) and not Path(ledger).exists()):
        return None
    with opened(ledger, anchors, signing_key if anchors is not None else None, trust) as books:
        return books.account(account).terms


def _keys(text: str) -> Keys:
    from epsilog.core.grid import Keys

    column, equals, listed = text.partition("=")
    if not equals or not column.strip() or not listed:
        raise SpecError(f"{text[:40]!r} is not column=key,key", where="by", hint="--by region=North,South")
    return Keys(column.strip(), tuple(listed.split(",")))


def _ends(text: str | None) -> tuple[Any, Any] | None:
    from epsilog.core.number import exact

    if text is None:
        return None
    low, comma, high = text.partition(",")
    if not comma:
        raise SpecError("say two ends", where="between", hint="--between 80,220")
    return exact(low.strip(), "between"), exact(high.strip(), "between")


def _day(text: str | None, where: str) -> Any:
    import datetime as dt
    import re

    if text is None:
        return None
    try:
        if re.fullmatch(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", text):
            return dt.date.fromisoformat(text)
    except ValueError:
        pass
    raise SpecError(f"{text[:40]!r} is not a day", where=where, hint="write it as 2026-01-31")


def _period(text: str | None, where: str) -> str | None:
    from epsilog.core.clock import PERIODS

    if text is not None and text not in PERIODS:
        raise SpecError(f"unknown step {text[:40]!r}", where=where, hint="one of " + ", ".join(PERIODS))
    return text


def _write(path: Path, text: str) -> None:
    if str(path) == "-":
        sys.stdout.write(text)
        return
    try:
        with path.open("x", encoding="utf-8") as file:
            file.write(text)
    except FileExistsError:
        raise SpecError(f"{path.name!r} exists already", where="out", hint="nothing is ever overwritten") from None
    except OSError as error:
        reason = (error.strerror or "not writable").lower()
        raise SpecError(f"cannot be written: {reason}", where="out", hint="choose another path") from None
