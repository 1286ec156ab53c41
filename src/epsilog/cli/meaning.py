"""`epsilog meaning`: what a budget, a charge or a plan means for one person."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from epsilog.cli.ledger.place import DEFAULT_PLACE, Place, open_ledger
from epsilog.cli.screen import Json, Lang, PictureTo, Screen, picture_folder
from epsilog.errors import SpecError


def meaning(
    plan: Annotated[
        list[str] | None, typer.Argument(help="A plan file, or charges such as laplace:scale=20,l1=1,l2_squared=1.")
    ] = None,
    epsilon: Annotated[str | None, typer.Option(help="Explain a budget: its epsilon.")] = None,
    delta: Annotated[str | None, typer.Option(help="Its delta; for a plan, the delta to read it at.")] = None,
    prior: Annotated[str, typer.Option(help="The belief somebody starts from.")] = "0.1",
    people: Annotated[str, typer.Option(help="The size of a household.")] = "4",
    population: Annotated[
        str | None, typer.Option(help="How many people are in the data, if that is public.")
    ] = None,
    account: Annotated[str | None, typer.Option(help="Explain what an account of the ledger promises.")] = None,
    ledger: Place = DEFAULT_PLACE,
    metres: Annotated[str, typer.Option(help="For privacy per metre: the distance to speak about.")] = "100",
    picture: PictureTo = None,
    as_json: Json = False,
    lang: Lang = None,
) -> None:
    """Explain what a promise means, in plain words.

    [dim]epsilog meaning --epsilon 0.5
    epsilog meaning --epsilon 1 --delta 1e-6 --lang zh
    epsilog meaning --account clinic/2026
    epsilog meaning gaussian:sigma_squared=400,l2_squared=1 --delta 1e-6[/dim]
    """
    from epsilog.accounting.meaning import Meaning
    from epsilog.accounting.meaning import meaning as explain
    from epsilog.cli.written_plan import read_plan
    from epsilog.core.number import whole
    from epsilog.core.price import Budget

    screen = Screen("meaning", lang, as_json)
    if plan and epsilon is None and _is_number(plan[0]) and not Path(plan[0]).exists():
        raise SpecError(
            "a bare number is not a plan", where=plan[0], hint=f"epsilog meaning --epsilon {plan[0].strip()}"
        )
    if plan and epsilon is not None:
        raise SpecError("give a plan or an epsilon, not both", where="epsilon", hint="leave one out")
    if account is not None and (plan or epsilon is not None or delta is not None):
        raise SpecError("an account says what it promises", where="account", hint="leave the rest out")
    if not plan and epsilon is None and account is None:
        raise SpecError("nothing to explain", where="epsilon", hint="epsilog meaning --epsilon 0.5")
    chosen = {"prior": prior, "people": whole(people, "people", at_least=1), "metres": metres}
    crowd = None if population is None else whole(population, "population", at_least=1)
    turned = ""
    if plan:
        charge = read_plan(plan).charge
        said = explain(charge, screen.lang, delta=delta, population=crowd, **chosen)  # type: ignore[arg-type]
    else:
        budget = Budget(epsilon or 1, delta if delta is not None else 0)
        if account is not None:
            with open_ledger(ledger, None, None, None) as books:
                allowance = books.account(account).terms.allowance
            if allowance.coin == "per-metre":
                raise SpecError("the account protects places", where="account", hint="epsilog meaning geo-ind:…")
            budget = allowance.promise
            turned = screen.say("plan.cost.turned", account=account) if allowance.is_turned else ""
        said = explain(budget, screen.lang, population=crowd, **chosen)  # type: ignore[arg-type]
    screen.heading(screen.say("meaning.heading"))
    screen.sentences([*([turned] if turned else []), *said.sentences()])
    if picture is not None and isinstance(said, Meaning):
        from epsilog.accounting.pictures import attack_picture, posterior_picture, save

        folder = picture_folder(picture)
        promise = said.promise
        written = save(posterior_picture([promise.epsilon], promise.delta, screen.lang), folder / "belief")
        written += save(attack_picture(promise, screen.lang), folder / "attack")
        screen.pictures(written)
    named = {} if account is None else {"account": account, "counts_in_pure_epsilon_now": bool(turned)}
    screen.result({**named, "sentences": list(said.sentences()), **said.to_dict()})


def _is_number(word: str) -> bool:
    from epsilog.core.number import exact

    try:
        exact(word, "epsilon")
    except SpecError:
        return False
    return True
