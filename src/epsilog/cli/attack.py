"""`epsilog attack`: attackers played against our own mechanisms, on invented people."""

from __future__ import annotations

from enum import StrEnum
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from epsilog.cli.screen import Json, Lang, PictureTo, Screen, picture_folder
from epsilog.words import percent, plain

if TYPE_CHECKING:
    from epsilog.audit.building import Level


Price = tuple[Fraction, Fraction]  # epsilon and delta


class Scene(StrEnum):
    """Which attacker."""

    building = "building"
    dynamics = "dynamics"


def attack(
    scene: Annotated[
        Scene, typer.Argument(help="building: adding up one person's day; dynamics: knowing how a series moves.")
    ],
    persons: Annotated[str, typer.Option(help="building: how many persons.")] = "600",
    above: Annotated[str, typer.Option(help="building: alert above so many inside.")] = "500",
    epsilon: Annotated[str, typer.Option(help="The epsilon of every release.")] = "1",
    delta: Annotated[str, typer.Option(help="The delta of every release.")] = "1e-6",
    trials: Annotated[str, typer.Option(help="How often the attacker plays.")] = "10000",
    picture: PictureTo = None,
    as_json: Json = False,
    lang: Lang = None,
) -> None:
    """Let an attacker play against our mechanisms and see how sure he gets. Invented people; not a release.

    [dim]epsilog attack building --picture pictures
    epsilog attack dynamics --picture pictures[/dim]
    """
    from epsilog.core.number import exact, whole

    screen = Screen("attack", lang, as_json)
    price = exact(epsilon, "epsilon", above=0, at_most=100), exact(delta, "delta", above=0, below=1)
    many = whole(trials, "trials", at_least=100, at_most=100_000)
    folder = None if picture is None else picture_folder(picture)
    if scene is Scene.building:
        _building(screen, whole(persons, "persons", at_least=2, at_most=10_000), above, price, many, folder)
    else:
        _dynamics(screen, price, many, folder)
    screen.note(screen.say("building.not_a_release"))


def _building(screen: Screen, persons: int, above: str, price: Price, many: int, folder: Path | None) -> None:
    from epsilog.audit.building import MINUTES, Building, levels, monitor_for, watch_building
    from epsilog.core.number import whole

    limit = whole(above, "above", at_least=0, at_most=10**6)
    building = Building.invent(persons, seed=1)
    found = levels(building, epsilon=price[0], delta=price[1], trials=many)
    screen.heading(
        screen.say(
            "building.heading",
            persons=persons,
            minutes=f"{MINUTES:,}",
            epsilon=plain(float(price[0])),
            delta=plain(float(price[1])),
        )
    )
    names = ("level", "noise", "looks", "advantage", "ceiling", "day")
    columns = [(screen.say(f"building.column.{name}"), "left" if name == "level" else "right") for name in names]
    screen.table(columns, [_row(screen, level) for level in found])
    screen.note(screen.say("building.advantage"))
    event, user = found[0], found[1]
    screen.sentences(
        [
            screen.say(
                "building.says_event",
                share=percent(event.measured[-1], screen.lang),
                looks=event.looks[-1],
                epsilon=plain(event.epsilon, 3),
            ),
            screen.say("building.says_user", ceiling=percent(user.ceiling, screen.lang)),
        ]
    )
    alerts = [
        at for at, one in enumerate(watch_building(building, above=limit, at_most=5, epsilon=price[0])) if one.above
    ]
    if alerts:
        words = screen.say(
            "building.says_alert",
            above=limit,
            alerts=len(alerts),
            times=", ".join(f"{at // 60:02d}:{at % 60:02d}" for at in alerts),
            wrong=sum(int(building.occupancy[at]) <= limit for at in alerts),
            unsure=plain(monitor_for(limit, 5, price[0]).comparison_deviation, 2),
        )
    else:
        words = screen.say("building.no_alert", above=limit)
    screen.sentences([words])
    if folder is not None:
        from epsilog.accounting.pictures import save
        from epsilog.audit.building import hourly_release
        from epsilog.audit.building_picture import building_picture, occupancy_picture

        written = save(building_picture(found, screen.lang), folder / "building-attack")
        released = hourly_release(building, epsilon=price[0], delta=price[1])
        day = occupancy_picture(building, released, alerts, limit, screen.lang)
        screen.pictures(written + save(day, folder / "building-day"))
    screen.result(
        {"scene": "building", "persons": persons, "levels": [vars(one) for one in found], "alerts": alerts}
    )


def _row(screen: Screen, level: Level) -> tuple[str, ...]:
    kind = level.unit if level.every == 1 else "hourly"
    return (
        screen.say(f"building.level.{kind}"),
        f"±{plain(level.deviation, 3)}",
        str(level.looks[-1]),
        percent(level.measured[-1], screen.lang),
        percent(level.ceiling, screen.lang),
        plain(level.epsilon, 3),
    )


def _dynamics(screen: Screen, price: Price, many: int, folder: Path | None) -> None:
    from epsilog.audit.every_mechanism import under_every_mechanism

    found = under_every_mechanism(epsilon=price[0], delta=price[1], trials=many)
    screen.heading(screen.say("building.dynamics_title"))
    columns = [
        ("", "left"),
        (screen.say("building.column.advantage"), "right"),
        ("", "right"),
        (screen.say("building.column.ceiling"), "right"),
    ]
    rows = [
        (
            screen.say(f"building.mechanism.{name}"),
            percent(one.measured, screen.lang),
            f"{percent(one.low, screen.lang)} … {percent(one.high, screen.lang)}",
            percent(one.ceiling, screen.lang),
        )
        for name, one in found.items()
    ]
    screen.table(columns, rows)
    order = sorted(found, key=lambda name: found[name].measured)
    kept = all(one.kept for one in found.values())
    most = found[order[-1]]
    screen.line(
        screen.say(
            "building.says_dynamics",
            least=screen.say(f"building.mechanism.{order[0]}"),
            most=screen.say(f"building.mechanism.{order[-1]}"),
            share=percent(most.measured, screen.lang),
            ceiling=percent(most.ceiling, screen.lang),
            kept=screen.say("building.kept" if kept else "building.broken"),
        ),
        "" if kept else "bold red",
    )
    if folder is not None:
        from epsilog.accounting.pictures import save
        from epsilog.audit.building_picture import dynamics_picture

        screen.pictures(save(dynamics_picture(found, screen.lang), folder / "known-dynamics"))
    screen.result(
        {"scene": "dynamics", "mechanisms": {name: vars(one) for name, one in found.items()}, "kept": kept}
    )
