"""`epsilog price`: what charges cost, one by one and together, under every rule."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from epsilog.cli.screen import Json, Lang, PictureTo, Screen, picture_folder
from epsilog.errors import SpecError
from epsilog.words import percent, plain

if TYPE_CHECKING:
    from epsilog.accounting.allowance import Allowance
    from epsilog.cli.written_plan import Item, WrittenPlan
    from epsilog.core.charge import Charge


def price(
    plan: Annotated[
        list[str],
        typer.Argument(help="Plan files, or charges such as laplace:scale=20,l1=1,l2_squared=1,times=12."),
    ],
    delta: Annotated[str, typer.Option(help="The delta to read the whole plan at.")] = "1e-6",
    epsilon: Annotated[
        str | None, typer.Option(help="Compare with an allowance of this epsilon and the given delta.")
    ] = None,
    picture: PictureTo = None,
    as_json: Json = False,
    lang: Lang = None,
) -> None:
    """Price charges: rho, delta and pure epsilon of each and of all, and what the whole promises under each rule.

    [dim]epsilog price laplace:scale=20,l1=20,l2_squared=20
    epsilog price plan.yaml --epsilon 1 --delta 1e-6 --picture pictures[/dim]
    """
    from epsilog.accounting.promise import promise_of
    from epsilog.cli.written_plan import read_plan
    from epsilog.core.number import exact

    screen = Screen("price", lang, as_json)
    read_at = exact(delta, "delta", above=0, below=1)
    written = read_plan(plan)
    if epsilon is not None and written.promise is not None:
        raise SpecError("the file already states a promise", where="epsilon", hint="leave --epsilon out")
    if written.charge.currency == "per-metre":
        _places(screen, written)
        return
    allowance = _allowance(written, epsilon, read_at)
    if allowance is not None and allowance.coin == "zcdp":
        read_at = allowance.delta
    promise_of(written.charge, read_at)  # refuses before anything is printed
    record: dict[str, Any] = {"delta": float(read_at)}
    record["charges"], record["total"] = _cost(screen, written, allowance)
    record["rules"] = _rules(screen, written.charge, read_at)
    _print_meaning(screen, written.charge, read_at)
    if picture is not None:
        _draw(screen, written, read_at, picture_folder(picture), allowance)
    screen.result(record)


def _allowance(written: WrittenPlan, epsilon: str | None, delta: Any) -> Allowance | None:
    from epsilog.accounting.allowance import Allowance

    if written.promise is not None:
        promise = written.promise
        return (
            Allowance.pure(promise.epsilon)
            if promise.is_pure
            else Allowance.approximate(promise.epsilon, promise.delta)
        )
    return None if epsilon is None else Allowance.approximate(epsilon, delta)


def _cost(
    screen: Screen, written: WrittenPlan, allowance: Allowance | None
) -> tuple[list[dict[str, Any]], dict[str, Any]]:
    columns = [(screen.say("price.what"), "left"), (screen.say("price.parameters"), "left")]
    columns += [(screen.say(key), "right") for key in ("price.times", "price.rho", "price.delta", "price.pure")]
    if allowance is not None:
        columns.append((screen.say("price.share"), "right"))
    rows = []
    for item in written.items:
        cells = [item.name, parameters(item), f"{item.times:,}", *_figures(item.total)]
        if allowance is not None:
            cells.append(_share(screen, item.total, allowance))
        rows.append(cells)
    total = [
        screen.say("word.total"),
        "",
        f"{sum(item.times for item in written.items):,}",
        *_figures(written.charge),
    ]
    if allowance is not None:
        total.append(_share(screen, written.charge, allowance))
    screen.heading(screen.say("price.heading"))
    screen.table(columns, rows, total)
    if allowance is not None:
        from epsilog.accounting.filter import Filter

        key = "price.fits" if Filter(allowance).admits(written.charge) else "price.does_not_fit"
        promise = allowance.promise
        words = {"epsilon": plain(float(promise.epsilon), way="up"), "delta": plain(float(promise.delta), way="up")}
        screen.line(screen.say(key, **words), "green" if key == "price.fits" else "bold red")
    return [_record(item.name, item.total, item.times) for item in written.items], _record(
        "total", written.charge, 1
    )


def parameters(item: Item) -> str:
    """The fields of a charge on one line."""
    record = item.charge.to_dict()
    pairs = [f"{name} {value}" for name, value in record.items() if name not in ("kind", "version")]
    return f"{item.charge.kind}: " + ", ".join(pairs)


def _figures(charge: Charge) -> list[str]:
    cost, pure = charge.price(), charge.pure()
    epsilon = "–" if pure is None else plain(pure / 1e12, 4, "up")
    return [plain(cost.rho / 1e12, 4, "up"), plain(cost.delta / 1e18, 3, "up"), epsilon]


def _share(screen: Screen, charge: Charge, allowance: Allowance) -> str:
    from epsilog.accounting.filter import Filter
    from epsilog.errors import CurrencyMismatch

    try:
        cost = Filter(allowance).price(charge)
    except CurrencyMismatch:
        return "–"
    shares = [cost.main / allowance.cap]
    if cost.delta:
        shares.append(cost.delta / allowance.cap_delta if allowance.cap_delta else float("inf"))
    return percent(max(shares), screen.lang, "up") if max(shares) < 1e6 else "∞"


def _record(name: str, charge: Charge, times: int) -> dict[str, Any]:
    cost, pure = charge.price(), charge.pure()
    return {
        "name": name,
        "times": times,
        "charge": charge.to_dict(),
        "rho": cost.rho / 1e12,
        "rho_units_1e12": cost.rho,
        "delta": cost.delta / 1e18,
        "delta_units_1e18": cost.delta,
        "pure_epsilon": None if pure is None else pure / 1e12,
        "pure_epsilon_units_1e12": pure,
    }


def _rules(screen: Screen, charge: Charge, delta: Any) -> list[dict[str, Any]]:
    from epsilog.accounting.side_by_side import side_by_side

    rules = side_by_side(charge, delta)
    screen.heading(screen.say("price.rules", delta=plain(float(delta), way="up")))
    rows = []
    for rule in rules:
        shown = (
            ("–", "–")
            if rule.promise is None
            else (plain(rule.promise.epsilon, 4, "up"), plain(rule.promise.delta, way="up"))
        )
        when = screen.say("price.adaptive" if rule.adaptive else "price.frozen_only")
        rows.append((screen.say(f"rule.{rule.name}"), *shown, when))
    columns = [
        (screen.say("price.rule"), "left"),
        ("ε", "right"),
        ("δ", "right"),
        (screen.say("price.holds"), "left"),
    ]
    screen.table(columns, rows)
    for rule in rules:
        if rule.reason:
            why = screen.say("price.extra", extra=rule.extra) if rule.extra else rule.reason
            screen.note(screen.say("price.refused", rule=screen.say(f"rule.{rule.name}"), reason=why))
    return [
        {
            "rule": rule.name,
            "epsilon": None if rule.promise is None else rule.promise.epsilon,
            "delta": None if rule.promise is None else rule.promise.delta,
            "holds_adaptively": rule.adaptive,
            "reason": rule.reason or None,
        }
        for rule in rules
    ]


def _print_meaning(screen: Screen, charge: Charge, delta: Any) -> None:
    from epsilog.accounting.meaning import Meaning, meaning

    said = meaning(charge, screen.lang, delta=delta)
    assert isinstance(said, Meaning)
    screen.heading(screen.say("price.buys"))
    screen.sentences(said.key_sentences())
    screen.note(screen.say("price.more"))


def _draw(screen: Screen, written: WrittenPlan, delta: Any, folder: Any, allowance: Allowance | None) -> None:
    from epsilog.accounting.filter import Filter
    from epsilog.accounting.pictures import (
        Slice,
        attack_picture,
        budget_picture,
        loss_picture,
        posterior_picture,
        save,
    )
    from epsilog.accounting.promise import promise_of
    from epsilog.errors import EpsilogError

    promise = promise_of(written.charge, delta)
    paths = save(loss_picture(written.charge, delta, screen.lang), folder / "loss")
    paths += save(posterior_picture([promise.epsilon], promise.delta, screen.lang), folder / "belief")
    paths += save(attack_picture(promise, screen.lang), folder / "attack")
    if allowance is not None:
        account, slices = Filter(allowance), []
        for item in written.items:
            share = 1.0  # what has no price in this currency is drawn as wide as the allowance
            try:
                share = account.price(item.total).main / allowance.cap
                account.spend(item.total)
                slices.append(Slice(item.name, share, "planned"))
            except EpsilogError:
                slices.append(Slice(item.name, share, "refused"))
        paths += save(budget_picture(slices, screen.lang), folder / "budget")
    screen.pictures(paths)


def _places(screen: Screen, written: WrittenPlan) -> None:
    from epsilog.accounting.meaning import meaning

    columns = [(screen.say("price.what"), "left"), (screen.say("price.parameters"), "left")]
    columns += [(screen.say("price.times"), "right"), (screen.say("price.per_metre"), "right")]
    rows = [
        (item.name, parameters(item), f"{item.times:,}", plain(item.total.per_metre() / 1e12, 4, "up"))
        for item in written.items
    ]
    total = [screen.say("word.total"), "", "", plain(written.charge.per_metre() / 1e12, 4, "up")]
    screen.heading(screen.say("price.heading"))
    screen.table(columns, rows, total)
    said = meaning(written.charge, screen.lang)
    screen.sentences(said.sentences())
    screen.result({"per_metre": written.charge.per_metre() / 1e12, **said.to_dict()})
