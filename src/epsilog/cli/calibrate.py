"""`epsilog calibrate`: least noise for a budget, budget for an error, and how many releases fit."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, Any

import typer

from epsilog.cli.screen import Json, Lang, PictureTo, Screen, picture_folder
from epsilog.errors import SpecError
from epsilog.words import plain

if TYPE_CHECKING:
    from epsilog.core.bounded import Sensitivity
    from epsilog.core.law import Law


def calibrate(
    epsilon: Annotated[str | None, typer.Option(help="The budget: its epsilon.")] = None,
    delta: Annotated[str | None, typer.Option(help="The budget: its delta; left out means delta = 0.")] = None,
    margin: Annotated[str | None, typer.Option(help="Target: 95 % of answers within this distance.")] = None,
    mean_error: Annotated[str | None, typer.Option(help="Target: noise of this size on average.")] = None,
    each: Annotated[str | None, typer.Option(help="How often does this charge fit? laplace:scale=…")] = None,
    l1: Annotated[str, typer.Option(help="How far one person moves all cells together.")] = "1",
    l2_squared: Annotated[str | None, typer.Option(help="The squared L2 norm of that; left out means l1².")] = None,
    events: Annotated[str, typer.Option(help="The part of delta kept for events such as unknown keys.")] = "0",
    picture: PictureTo = None,
    as_json: Json = False,
    lang: Lang = None,
) -> None:
    """Find the least noise for a budget, the least budget for an error, or how many releases fit.

    [dim]epsilog calibrate --epsilon 1 --delta 1e-6 --l1 20 --l2-squared 20
    epsilog calibrate --margin 10
    epsilog calibrate --epsilon 1 --delta 1e-6 --each pure:epsilon=0.01[/dim]
    """
    from epsilog.core.bounded import Sensitivity
    from epsilog.core.number import whole

    screen = Screen("calibrate", lang, as_json)
    asked = [
        name for name, value in (("epsilon", epsilon), ("margin", margin), ("mean_error", mean_error)) if value
    ]
    if len(asked) != 1:
        raise SpecError(
            "give a budget (--epsilon) or one target (--margin or --mean-error)",
            where="calibrate",
            hint="for example --epsilon 1 --delta 1e-6",
        )
    reach = whole(l1, "l1", at_least=1)
    square = reach * reach if l2_squared is None else whole(l2_squared, "l2_squared", at_least=1, at_most=2**124)
    moved = Sensitivity(reach, square)
    if asked == ["epsilon"]:
        record = (
            _count(screen, epsilon or "", delta, events, each)
            if each
            else _noise(screen, epsilon or "", delta, events, moved)
        )
    else:
        if delta is not None or each is not None:
            wrong = "delta" if delta is not None else "each"
            raise SpecError(
                "this belongs to a budget, not to an error target", where=wrong, hint="give --epsilon instead"
            )
        record = _budget(screen, margin, mean_error, moved)
    if picture is not None:
        from epsilog.accounting.pictures import save, tradeoff_picture

        figure = tradeoff_picture(delta or "1e-6", lang=screen.lang)
        screen.pictures(save(figure, picture_folder(picture) / "tradeoff"))
    screen.result(record)


def _noise(screen: Screen, epsilon: str, delta: str | None, events: str, moved: Sensitivity) -> dict[str, Any]:
    from epsilog.accounting import calibrate as least
    from epsilog.accounting.meaning import error_of_gaussian
    from epsilog.core.law import DiscreteGaussian, DiscreteLaplace

    found: list[tuple[str, str, tuple[float, float], str]] = []
    scale = least.laplace_scale(epsilon, moved.l1)
    found.append(
        ("laplace", f"b = {plain(float(scale), 5, 'up')}", _error(DiscreteLaplace(scale)), "calibrate.pure")
    )
    if delta is not None:
        share = least.gaussian_variance(epsilon, delta, moved.l2_squared, events)
        name = f"σ² = {plain(float(share), 5, 'up')}"
        found.append(("gaussian", name, _error(DiscreteGaussian(share)), "calibrate.any_order"))
        frozen = least.frozen_variance(epsilon, delta, moved.l2_squared)
        name = f"σ² = {plain(float(frozen), 5, 'up')}"
        # The analytic curve is that of continuous noise; the discrete law of this variance may exceed its delta.
        smooth = error_of_gaussian(frozen)
        found.append(("frozen", name, (smooth.mean_absolute, smooth.margin), "calibrate.frozen_holds"))
    screen.heading(screen.say("calibrate.heading.noise", epsilon=epsilon, delta=delta or "0"))
    rows, noises = [], []
    for law, name, error, holds in found:
        rows.append(
            (screen.say(f"calibrate.{law}"), name, plain(error[0]), plain(error[1], way="up"), screen.say(holds))
        )
        noises.append({"law": law, "parameter": name, "mean_absolute": error[0], "margin_95": error[1]})
    _table(screen, rows)
    return {"l1": moved.l1, "l2_squared": moved.l2_squared, "noise": noises}


def _budget(screen: Screen, margin: str | None, mean_error: str | None, moved: Sensitivity) -> dict[str, Any]:
    from epsilog.accounting import calibrate as least
    from epsilog.accounting.zcdp import epsilon_of

    targets = []
    for law in ("laplace", "gaussian"):
        if margin:
            targets.append((law, least.for_margin(margin, moved, law)))
        else:
            targets.append((law, least.for_mean_error(mean_error or "", moved, law)))
    screen.heading(
        screen.say("calibrate.heading.margin" if margin else "calibrate.heading.mean", target=margin or mean_error)
    )
    columns = [(screen.say("calibrate.law"), "left"), (screen.say("price.pure"), "right"), ("ρ", "right")]
    columns += [(screen.say("calibrate.at"), "right"), (screen.say("calibrate.mean"), "right")]
    columns.append((screen.say("calibrate.margin"), "right"))
    rows, records = [], []
    for law, target in targets:
        epsilon = target.epsilon
        reading = epsilon_of(target.rho, "1e-6")
        mean, within = target.noise.mean_absolute, target.noise.margin(0.95)
        pure = "–" if epsilon is None else plain(float(epsilon), 4, "up")
        cells = (
            pure,
            plain(float(target.rho), 4, "up"),
            plain(reading, 4, "up"),
            plain(mean),
            plain(within, way="up"),
        )
        rows.append((screen.say(f"calibrate.{law}"), *cells))
        records.append(
            {
                "law": law,
                "charge": target.charge.to_dict(),
                "pure_epsilon": None if epsilon is None else float(epsilon),
                "rho": float(target.rho),
                "epsilon_at_1e-6": reading,
                "mean_absolute": mean,
                "margin_95": within,
            }
        )
    screen.table(columns, rows)
    return {"l1": moved.l1, "l2_squared": moved.l2_squared, "targets": records}


def _count(screen: Screen, epsilon: str, delta: str | None, events: str, each: str) -> dict[str, Any]:
    from epsilog.accounting.allowance import Allowance
    from epsilog.accounting.calibrate import releases
    from epsilog.cli.written_plan import read_plan

    allowance = Allowance.pure(epsilon) if delta is None else Allowance.approximate(epsilon, delta, events)
    charge = read_plan(each).charge
    count = releases(allowance, charge)
    screen.heading(screen.say("calibrate.heading.count", epsilon=epsilon, delta=delta or "0"))
    screen.line(screen.say("calibrate.count", count=f"{count:,}"))
    record: dict[str, Any] = {"releases": count, "coin": allowance.coin}
    pure = charge.pure() if charge.currency == "persons" else None
    if pure is not None and delta is not None:
        record["by_plain_sum"] = simple = int(allowance.epsilon * 10**12) // pure
        screen.note(screen.say("calibrate.simple", count=f"{simple:,}"))
    return record


def _error(shape: Law) -> tuple[float, float]:
    from epsilog.accounting.meaning import error_of

    error = error_of(shape)
    assert error is not None
    return error.mean_absolute, error.margin


def _table(screen: Screen, rows: Sequence[Sequence[str]]) -> None:
    columns = [(screen.say("calibrate.law"), "left"), (screen.say("calibrate.parameter"), "right")]
    columns += [(screen.say("calibrate.mean"), "right"), (screen.say("calibrate.margin"), "right")]
    screen.table([*columns, (screen.say("price.holds"), "left")], rows)
