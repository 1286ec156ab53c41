"""`epsilog recommend`: from a question in plain fields to a complete spec, or to what could be asked instead."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from epsilog.cli.ledger.place import Books, printable_place, with_books
from epsilog.cli.screen import Screen
from epsilog.errors import BudgetExceeded, SpecError
from epsilog.words import plain

if TYPE_CHECKING:
    from fractions import Fraction

    from epsilog.core.grid import Keys
    from epsilog.core.unit import Unit
    from epsilog.ledger import Terms
    from epsilog.plan.recommend import Option, Question, Recommendation
    from epsilog.roles.candidates import Sum


@with_books("recommend")
def recommend(
    screen: Screen,
    place: Books,
    what: Annotated[
        str,
        typer.Argument(
            help="rows, persons, or KIND:COLUMN: sum, mean, variance, deviation, ratio, covariance, "
            "correlation, histogram, median, quantiles, top, most_common."
        ),
    ],
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
    between: Annotated[str | None, typer.Option("--between", help="Ends of the values: 80,220.")] = None,
    grain: Annotated[str | None, typer.Option("--grain", help="Values are rounded to multiples of it.")] = None,
    bins: Annotated[int | None, typer.Option("--bins", help="A histogram's equal bins in --between.")] = None,
    edges: Annotated[str | None, typer.Option("--edges", help="Or its own bins: 0,18,65,120.")] = None,
    at: Annotated[str | None, typer.Option("--at", help="Which quantiles: 0.25,0.5,0.75.")] = None,
    among: Annotated[str | None, typer.Option("--among", help="The keys a top is chosen from: flu,cold.")] = None,
    k: Annotated[int | None, typer.Option("--k", help="How many of them.")] = None,
    best: Annotated[
        str | None, typer.Option("--best", help="What the best have most of: rows or persons.", show_default="rows")
    ] = None,
    per: Annotated[
        str | None,
        typer.Option("--per", help="The second column: a ratio divides by it."),
    ] = None,
    per_between: Annotated[str | None, typer.Option("--per-between", help="Its ends: 0,10.")] = None,
    expect: Annotated[str | None, typer.Option("--expect", help="A typical number; for a mean, its rows.")] = None,
    within: Annotated[str | None, typer.Option("--within", help="Protect a person within 1d … 1y only.")] = None,
    zone: Annotated[str | None, typer.Option("--zone", help="Time zone of the days.", show_default="UTC")] = None,
    epsilon: Annotated[str | None, typer.Option("--epsilon", help="What may be spent.")] = None,
    delta: Annotated[str, typer.Option("--delta", help="Of the budget; 0 is pure epsilon.")] = "0",
    account: Annotated[str | None, typer.Option("--account", help="The account that will pay.")] = None,
    account_epsilon: Annotated[
        str | None, typer.Option("--account-epsilon", help="As if the account were opened with this; no ledger.")
    ] = None,
    account_delta: Annotated[
        str | None, typer.Option("--account-delta", help="And with this delta; 0 is pure epsilon.")
    ] = None,
    file: Annotated[str | None, typer.Option("--file", help="The file of rows; it is not opened.")] = None,
    name: Annotated[str, typer.Option("--name", help="What the release is called.")] = "answer",
    out: Annotated[Path | None, typer.Option("--out", help="Write the spec here; - for the screen.")] = None,
) -> None:
    """Turn a question into a complete spec: mechanism, bounds, epsilon, and why. Reads no data, spends nothing.

    What cannot be had is refused with status 3, and what could be had instead is priced.

    [dim]epsilog recommend rows --who patient_id --often 4 --error 20 --epsilon 1 \\
      --by region=North,South,East,West --every 1w --time visited_at \\
      --from 2026-01-01 --to 2026-12-31
    epsilog recommend mean:systolic --who patient_id --error 1 \\
      --between 80,220 --expect 5000[/dim]
    """
    from epsilog.core.number import exact
    from epsilog.core.unit import Unit
    from epsilog.plan.recommend import Question
    from epsilog.plan.recommend import recommend as recommended

    quiet = out is not None and str(out) == "-"
    supposed = None
    if account_epsilon is not None or account_delta is not None:
        supposed = _supposed_terms(account_epsilon, account_delta, Unit(who, per=_period(within, "within")), zone)
    terms = supposed if supposed is not None else _terms(None if quiet else screen, account, place)
    kind, _, column = what.partition(":")
    relative = error is not None and error.strip().endswith("%")
    share = None if error is None else exact(error.strip().rstrip("% "), "error", above=0)
    given: dict[str, Any] = {
        "what": kind,
        "who": who,
        "column": column or None,
        "between": None if bins is not None else _ends(between, "between"),
        "edges": _edges(between, bins, edges),
        "grain": None if grain is None else exact(grain, "grain", above=0),
        "at": None if at is None else _numbers(at, "at"),
        "among": None if among is None else tuple(among.split(",")),
        "k": k,
        "best": best,
        "per": _divisor(per, per_between),
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
    if supposed is not None and not quiet:
        promise, name = supposed.allowance.promise, account or given.get("account", Question.account)
        said = {"epsilon": plain(float(promise.epsilon), 6), "delta": plain(float(promise.delta))}
        screen.line(screen.say("recommend.as_if", account=name, **said), "bold yellow")
    _show(screen, answer, out)
    if not answer.fits:
        raise typer.Exit(BudgetExceeded.code)


def _show(screen: Screen, answer: Recommendation, out: Path | None) -> None:
    from epsilog.roles.planned import remark_text
    from epsilog.spec.file import to_yaml

    text = to_yaml(answer.plan.spec) if answer.fits else ""
    quiet = out is not None and str(out) == "-"
    if not quiet:
        screen.heading(screen.say("recommend.heading" if answer.fits else "recommend.heading.refused"))
        if answer.fits:
            _table(screen, answer)
        else:
            screen.sentences(_refusal_lines(screen, answer.question, answer))
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
    query, moved = plan.spec.publish[0], plan.vectors_of(0)[0].contribution
    laws = " + ".join(dict.fromkeys(screen.say(f"front.law.{draw.law}") for draw in plan.vectors_of(0)))
    bound = screen.say("recommend.bound.row")
    if answer.question.who != "row" and (plan.draws[0].kind == "choice" or moved.cells == 1):
        bound = screen.say("recommend.bound.rows", rows=f"{moved.rows:,}")
    elif answer.question.who != "row":
        bound = screen.say("recommend.bound", rows=f"{moved.rows:,}", cells=f"{moved.cells:,}")
    row = [query.name, f"{query.shown().size:,}", laws, bound, _off(screen, answer, answer.margin)]
    screen.table(columns, [[*row, plain(float(answer.epsilon), 4, "up")]])


def _off(screen: Screen, answer: Recommendation, error: float) -> str:
    """How far off, in the words of what is asked: a choice has no noise around it."""
    from epsilog.plan.recommend import error_kind

    return screen.say(f"recommend.error.{error_kind(answer.plan.spec.publish[0])}", error=plain(error, 3, "up"))


def _refusal_lines(screen: Screen, question: Question, answer: Recommendation) -> list[str]:
    from epsilog.plan.recommend import error_kind
    from epsilog.roles.error import width_of

    width = width_of(question.query())
    budget = plain(float(answer.plan.share.epsilon), 6)
    said = {"error": _off(screen, answer, float(width or 0)), "needed": plain(float(answer.needed), 4, "up")}
    told, off = error_kind(answer.plan.spec.publish[0]), plain(answer.margin, 3, "up")
    possible = screen.say(f"recommend.possible.{told}", budget=budget, error=off)
    return [screen.say("recommend.refused", budget=budget, **said), possible]


def _option(screen: Screen, option: Option, fits: bool) -> str:
    from epsilog.roles.planned import remark_text

    text = remark_text(option.remark, screen.lang)
    return text if fits or not option.fits else screen.say("recommend.option.fits", option=text)


def _record(answer: Recommendation, text: str) -> dict[str, Any]:
    from epsilog.core.number import spell_number

    options = [
        {
            "key": one.remark.key,
            "values": dict(one.remark.values),
            "epsilon": spell_number(one.epsilon),
            "fits": one.fits,
        }
        for one in answer.options
    ]
    return {
        "fits": answer.fits,
        "epsilon_needed": spell_number(answer.needed),
        "error": float(f"{answer.margin:.9g}"),
        "law": answer.plan.vectors_of(0)[0].law,
        "spec": answer.plan.spec.to_dict() if answer.fits else None,
        "yaml": text or None,
        "reasons": [{"key": one.key, "values": dict(one.values)} for one in answer.reasons],
        "options": options,
    }


def _terms(screen: Screen | None, account: str | None, place: Books) -> Terms | None:
    """The terms of the account, where one is named and there are books; its unit must be the question's."""
    if account is None or place.is_missing:
        return None
    with place.opened_to_read() as books:
        try:
            return books.account(account).terms
        except SpecError:
            if screen is not None:
                screen.line(
                    screen.say("recommend.no_account", account=account, place=printable_place(place.ledger)),
                    "bold yellow",
                )
            return None


def _supposed_terms(epsilon: str | None, delta: str | None, unit: Unit, zone: str | None) -> Terms:
    """The terms of an account that nobody has opened."""
    from epsilog.accounting.allowance import Allowance
    from epsilog.core.number import exact
    from epsilog.ledger.terms import Terms

    if epsilon is None:
        raise SpecError("say its epsilon as well", where="account-epsilon", hint="--account-epsilon 2")
    share = exact(epsilon, "account-epsilon", above=0, at_most=10**6)
    rest = exact(delta or "0", "account-delta", at_least=0, below=1)
    return Terms(unit, Allowance.approximate(share, rest) if rest else Allowance.pure(share), zone or "UTC")


def _keys(text: str) -> Keys:
    from epsilog.core.grid import Keys

    column, equals, listed = text.partition("=")
    if not equals or not column.strip() or not listed:
        raise SpecError(f"{text[:40]!r} is not column=key,key", where="by", hint="--by region=North,South")
    return Keys(column.strip(), tuple(listed.split(",")))


def _numbers(text: str, where: str) -> tuple[Fraction, ...]:
    from epsilog.core.number import exact

    return tuple(exact(part.strip(), where) for part in text.split(","))


def _ends(text: str | None, where: str) -> tuple[Fraction, Fraction] | None:
    if text is None:
        return None
    ends = _numbers(text, where)
    if len(ends) != 2:
        raise SpecError("give two ends", where=where, hint=f"--{where} 80,220")
    return ends[0], ends[1]


def _edges(between: str | None, bins: int | None, edges: str | None) -> tuple[Fraction, ...] | None:
    """Bins of one's own, or equal ones between two ends."""
    from fractions import Fraction

    from epsilog.core.grid import MOST_BINS
    from epsilog.core.number import whole

    if bins is None:
        return None if edges is None else _numbers(edges, "edges")
    ends = _ends(between, "between")
    if edges is not None or ends is None:
        raise SpecError("say --between with --bins, or --edges", where="bins", hint="--between 0,100 --bins 10")
    many, (low, high) = whole(bins, "bins", at_least=1, at_most=MOST_BINS), ends
    return tuple(low + (high - low) * Fraction(at, many) for at in range(many + 1))


def _divisor(column: str | None, between: str | None) -> Sum | None:
    """The sum a ratio divides by."""
    from epsilog.roles.candidates import Sum

    ends = _ends(between, "per-between")
    if column is None and ends is None:
        return None
    if column is None or ends is None:
        raise SpecError("say --per and --per-between", where="per", hint="--per stays --per-between 0,10")
    return Sum(column, ends)


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
