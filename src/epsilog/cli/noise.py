"""`epsilog noise`: draw a sample, compare it with its law. Not a release."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

import typer

from epsilog.cli.screen import Json, Lang, PictureTo, Screen, picture_folder
from epsilog.errors import SpecError
from epsilog.words import percent, plain


class LawName(StrEnum):
    """The two laws of integer noise."""

    laplace = "laplace"
    gaussian = "gaussian"


def noise(
    law: Annotated[LawName, typer.Argument(help="Which law to draw from.")],
    scale: Annotated[str | None, typer.Option(help="Laplace: the scale, sensitivity / epsilon.")] = None,
    sigma_squared: Annotated[str | None, typer.Option(help="Gaussian: the variance parameter.")] = None,
    size: Annotated[str, typer.Option(help="How many draws.")] = "100000",
    picture: PictureTo = None,
    as_json: Json = False,
    lang: Lang = None,
) -> None:
    """Draw exact integer noise and compare it with its law. This is a demonstration, not a release.

    [dim]epsilog noise laplace --scale 2
    epsilog noise gaussian --sigma-squared 100 --picture pictures[/dim]
    """
    from epsilog.accounting.fit import fit_of
    from epsilog.accounting.meaning import error_of
    from epsilog.accounting.pictures.noise import fit_words, noise_picture
    from epsilog.audit.sample import draw_sample
    from epsilog.core.law import DiscreteGaussian, DiscreteLaplace
    from epsilog.core.number import exact, whole

    screen = Screen("noise", lang, as_json)
    draws = whole(size, "size", at_least=200, at_most=20_000_000)
    if law is LawName.laplace:
        _only("scale", scale, "sigma_squared", sigma_squared)
        shape: DiscreteLaplace | DiscreteGaussian = DiscreteLaplace(exact(scale, "scale", above=0, at_most=10**12))
    else:
        _only("sigma_squared", sigma_squared, "scale", scale)
        shape = DiscreteGaussian(exact(sigma_squared, "sigma_squared", above=0, at_most=10**24))
    sample = draw_sample(shape, draws)
    fit, error = fit_of(sample, shape), error_of(shape)
    assert error is not None
    screen.heading(screen.say(f"noise.heading.{law.value}", size=f"{draws:,}"))
    rows = [
        (screen.say("noise.mean"), plain(float(abs(sample).mean()), 4), plain(error.mean_absolute, 4)),
        (screen.say("noise.variance"), plain(float(sample.var()), 4), plain(shape.variance, 4)),
        (
            screen.say("noise.within", margin=plain(error.margin)),
            percent(float((abs(sample) <= error.margin).mean()), screen.lang, digits=2),
            percent(1 - shape.beyond(int(error.margin)), screen.lang, digits=2),
        ),
    ]
    columns = [("", "left"), (screen.say("noise.drawn"), "right"), (screen.say("noise.law"), "right")]
    screen.table(columns, rows)
    screen.line(fit_words(fit, screen.lang))
    good = fit.p_value > 1e-6
    screen.line(screen.say("noise.good" if good else "noise.bad"), "green" if good else "bold red")
    screen.note(screen.say("noise.not_a_release"))
    if picture is not None:
        from epsilog.accounting.pictures import save

        name = f"noise-{law.value}"
        screen.pictures(save(noise_picture(sample, shape, screen.lang), picture_folder(picture) / name))
    screen.result(
        {
            "law": law.value,
            "size": draws,
            "release": False,
            "mean_absolute": {"drawn": float(abs(sample).mean()), "law": error.mean_absolute},
            "variance": {"drawn": float(sample.var()), "law": shape.variance},
            "margin_95": error.margin,
            "chi_square": fit.chi_square,
            "degrees_of_freedom": fit.freedom,
            "p_value": fit.p_value,
            "follows_its_law": good,
        }
    )


def _only(name: str, value: str | None, other: str, wrong: str | None) -> None:
    if value is None:
        raise SpecError("say how wide the noise is", where=name, hint=f"add --{name.replace('_', '-')} 2")
    if wrong is not None:
        raise SpecError("this law has no such parameter", where=other, hint=f"use --{name.replace('_', '-')}")
