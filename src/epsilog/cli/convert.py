"""`epsilog convert`: rho, (epsilon, delta) and Gaussian noise, one into the other, rounded to the safe side."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from epsilog.cli.screen import Json, Lang, Screen
from epsilog.errors import SpecError
from epsilog.words import plain


def convert(
    epsilon: Annotated[str | None, typer.Option(help="The epsilon of a promise.")] = None,
    delta: Annotated[str | None, typer.Option(help="The delta of a promise.")] = None,
    rho: Annotated[str | None, typer.Option(help="A zCDP price.")] = None,
    events: Annotated[str, typer.Option(help="The part of delta kept for events such as unknown keys.")] = "0",
    l2: Annotated[str, typer.Option(help="The L2 sensitivity the Gaussian noise must cover.")] = "1",
    people: Annotated[
        str | None, typer.Option(help="How many people are in the data; warns of too large a delta.")
    ] = None,
    as_json: Json = False,
    lang: Lang = None,
) -> None:
    """Convert between rho and (epsilon, delta). Give any two of the three.

    A promise also shows the Gaussian noise it needs by four rules: the ledger's, and three for a single release.

    [dim]epsilog convert --epsilon 1 --delta 1e-6
    epsilog convert --rho 0.0243 --delta 1e-6
    epsilog convert --rho 0.0243 --epsilon 1[/dim]
    """
    from epsilog.accounting import zcdp
    from epsilog.core.number import exact

    screen = Screen("convert", lang, as_json)
    given = [name for name, value in (("epsilon", epsilon), ("delta", delta), ("rho", rho)) if value is not None]
    if len(given) != 2:
        raise SpecError(
            f"give two of --epsilon, --delta and --rho, not {len(given)}",
            where="convert",
            hint="for example --epsilon 1 --delta 1e-6",
        )
    aside = exact(events, "events", at_least=0, below=1)
    record: dict[str, Any] = {}
    if rho is None:
        record = _promise(screen, epsilon or "", delta or "", aside, l2, people)
    elif epsilon is None:
        left = _delta_for_conversion(delta or "", aside)
        tight, loose = zcdp.epsilon_of(rho, left), zcdp.loose_epsilon(rho, left)
        record = {
            "rho": float(exact(rho, "rho")),
            "delta": float(exact(delta, "delta")),
            "epsilon": tight,
            "loose": loose,
        }
        screen.heading(screen.say("convert.heading.epsilon", rho=rho, delta=delta))
        screen.line(screen.say("convert.epsilon", epsilon=plain(tight, 5, "up"), loose=plain(loose, 5, "up")))
    else:
        found = min(1.0, zcdp.delta_of(rho, epsilon) + float(aside))
        record = {"rho": float(exact(rho, "rho")), "epsilon": float(exact(epsilon, "epsilon")), "delta": found}
        screen.heading(screen.say("convert.heading.delta", rho=rho, epsilon=epsilon))
        screen.line(screen.say("convert.delta", delta=plain(found, 4, "up")))
    if aside:
        screen.note(screen.say("convert.aside", events=plain(float(aside))))
    screen.result({**record, "events": float(aside)})


def _delta_for_conversion(delta: str, aside: Any) -> Any:
    from epsilog.core.number import exact

    whole = exact(delta, "delta", above=0, below=1)
    if aside >= whole:
        raise SpecError("events use up all of delta", where="events", hint="keep it below delta")
    return whole - aside


def _promise(screen: Screen, epsilon: str, delta: str, aside: Any, l2: str, people: str | None) -> dict[str, Any]:
    from epsilog.accounting import gaussian, zcdp
    from epsilog.accounting.promise import delta_is_small
    from epsilog.core.number import exact, whole

    left = _delta_for_conversion(delta, aside)
    bought = zcdp.rho_of(epsilon, left)
    reach = exact(l2, "l2", above=0)
    mu, bounds = gaussian.mu_of(epsilon, left), gaussian.three_bounds(epsilon, left, reach)
    screen.heading(screen.say("convert.heading.rho", epsilon=epsilon, delta=delta))
    screen.line(screen.say("convert.rho", rho=plain(float(bought), 6, "down")))
    screen.line(screen.say("convert.mu", mu=plain(mu, 6, "down"), half=plain(mu * mu / 2, 4, "down")))
    columns = [(screen.say("convert.rule"), "left"), ("σ", "right"), (screen.say("convert.real"), "right")]
    columns.append((screen.say("convert.verdict"), "left"))
    sigma_ledger = float((reach**2 / (2 * bought)) ** 0.5) if bought else float("inf")
    rows = [(screen.say("convert.ledger"), plain(sigma_ledger, 5, "up"), "", screen.say("convert.any_order"))]
    for key, bound in (("analytic", bounds.analytic), ("classic", bounds.classic), ("variance", bounds.variance)):
        verdict = "convert.invalid" if not bound.valid else "convert.valid" if bound.proved else "convert.unproved"
        cells = (screen.say(f"convert.{key}"), plain(bound.sigma, 5, "up"), plain(bound.real_delta, 3, "up"))
        rows.append((*cells, screen.say(verdict)))
    screen.table(columns, rows)
    record = {
        "epsilon": float(exact(epsilon, "epsilon")),
        "delta": float(exact(delta, "delta")),
        "rho": float(bought),
        "mu": mu,
        "l2": float(reach),
        "sigma_ledger": sigma_ledger,
        "bounds": {
            bound.name: {name: getattr(bound, name) for name in ("sigma", "real_delta", "valid", "proved")}
            for bound in (bounds.analytic, bounds.classic, bounds.variance)
        },
    }
    if people is not None:
        crowd = whole(people, "people", at_least=1)
        record["delta_is_small_enough"] = small = delta_is_small(delta, crowd)
        key = "convert.delta_fine" if small else "convert.delta_large"
        screen.line(screen.say(key, people=f"{crowd:,}"), "green" if small else "bold yellow")
    return record
