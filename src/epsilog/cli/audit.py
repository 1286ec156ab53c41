"""`epsilog audit`: measure what an attacker learns from a mechanism, against what it claims."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from epsilog.cli.progress import Report, show_progress
from epsilog.cli.screen import Json, Lang, PictureTo, Screen, picture_folder
from epsilog.errors import PrivacyError, SpecError
from epsilog.words import plain

if TYPE_CHECKING:
    from epsilog.audit import Verdict


def audit(
    target: Annotated[
        str, typer.Argument(help="A spec file (.yaml, .json), or module:function, or file.py:function.")
    ],
    before: Annotated[str | None, typer.Option(help="One data set, as JSON.")] = None,
    after: Annotated[str | None, typer.Option(help="Its neighbour, as JSON.")] = None,
    epsilon: Annotated[str | None, typer.Option(help="The claimed epsilon.")] = None,
    delta: Annotated[str | None, typer.Option(help="The claimed delta; left out means 0.")] = None,
    samples: Annotated[str | None, typer.Option(help="Draws on each side.", show_default="200000")] = None,
    confidence: Annotated[str | None, typer.Option(help="How sure a bound must be.", show_default="0.9999")] = None,
    seed: Annotated[
        str | None, typer.Option(help="For mechanisms with an rng parameter: repeatable draws.")
    ] = None,
    resume: Annotated[
        Path | None, typer.Option(help="Keep progress in this file, and continue from it if it exists.")
    ] = None,
    picture: PictureTo = None,
    as_json: Json = False,
    lang: Lang = None,
) -> None:
    """Audit a mechanism: a lower bound on its real epsilon, from draws on two neighbouring data sets.

    Exits with 0 when nothing contradicts the claim, and with 3 when something does.

    The function is run: audit only what you would run anyway.

    [dim]epsilog audit mine.yaml
    epsilog audit mine.py:noisy_count --before '[1, 1]' --after '[1, 0]' --epsilon 0.5[/dim]
    """
    from epsilog.audit import run_file

    screen = Screen("audit", lang, as_json)
    options = {"before": before, "after": after, "epsilon": epsilon, "delta": delta}
    options |= {"samples": samples, "confidence": confidence, "seed": seed}
    auditing = screen.say("audit.progress")
    try:
        with show_progress(screen, lambda stage: f"{auditing}: {stage}") as report:
            if target.lower().endswith((".yaml", ".yml", ".json")):
                extra = next((name for name, value in options.items() if value is not None), None)
                if extra is not None:
                    raise SpecError("a spec file says this itself", where=extra, hint=f"leave --{extra} out")
                verdict = run_file(target, progress=report, checkpoint=resume)
            else:
                verdict = _inline(target, options, report, resume)
    except KeyboardInterrupt:
        if resume is None:
            screen.note(screen.say("audit.stopped"))
        elif resume.exists():
            screen.note(screen.say("audit.resumable", path=resume))
        else:
            screen.note(screen.say("audit.not_kept"))
        raise typer.Exit(130) from None
    _show(screen, verdict)
    if picture is not None:
        _draw(screen, verdict, picture_folder(picture))
    screen.result({"verdict": verdict.to_dict()})
    if not verdict.passed:
        raise typer.Exit(PrivacyError.code)


def _inline(target: str, options: dict[str, str | None], report: Report, resume: Path | None) -> Verdict:
    from epsilog.audit import audit as measure
    from epsilog.audit.specfile import load
    from epsilog.core.number import whole

    for name in ("before", "after", "epsilon"):
        if options[name] is None:
            raise SpecError("say it, or write a spec file", where=name, hint=f"add --{name}")
    chosen: dict[str, Any] = {}
    if options["samples"] is not None:
        chosen["samples"] = whole(options["samples"], "samples", at_least=1)
    if options["seed"] is not None:
        chosen["seed"] = whole(options["seed"], "seed")
    if options["confidence"] is not None:
        chosen["confidence"] = options["confidence"]
    return measure(
        load(target, Path.cwd(), "target", "in this folder"),
        _data(options["before"], "before"),
        _data(options["after"], "after"),
        (options["epsilon"] or "", options["delta"] or 0),
        progress=report,
        checkpoint=resume,
        **chosen,
    )


def _data(text: str | None, name: str) -> Any:
    from epsilog.roles.document import parse_document

    return parse_document(text or "", name, as_json=True).data()


def _show(screen: Screen, verdict: Verdict) -> None:
    screen.heading(screen.say("audit.heading", mechanism=verdict.mechanism))
    bound = screen.say("audit.bound", epsilon=plain(max(verdict.epsilon, 0), 4, "down"), delta=plain(verdict.delta))
    sure = screen.say(
        "audit.confidence.value", confidence=f"{verdict.confidence:.7g}", samples=f"{verdict.samples:,}"
    )
    rows = [
        (screen.say("audit.claim"), verdict.claim.text),
        (screen.say("audit.measured"), bound),
        (screen.say("audit.confidence"), sure),
    ]
    if verdict.best is not None:
        names = ("hits", "draws", "other_hits", "other_draws")
        shown = {name: f"{getattr(verdict.best, name):,}" for name in names}
        rows.append((screen.say("audit.event"), screen.say("audit.counts", event=verdict.best.event, **shown)))
    rows += [(screen.say("audit.problem"), problem) for problem in verdict.problems]
    if verdict.seed is not None:
        rows.append((screen.say("audit.seed"), screen.say("audit.seeded", seed=verdict.seed)))
    screen.pairs(rows)
    if verdict.identical:
        screen.line(screen.say("audit.identical"), "bold yellow")
    if verdict.passed:
        screen.line(screen.say("audit.passed"), "bold green")
    else:
        screen.line(screen.say("audit.failed" if verdict.violations else "audit.unanswered"), "bold red")


def _draw(screen: Screen, verdict: Verdict, folder: Path) -> None:
    from epsilog.accounting.pictures import Verdict as Line
    from epsilog.accounting.pictures import audit_picture, save

    claimed = verdict.best.tightest.claimed if verdict.best else verdict.claim.levels[0].epsilon
    name = verdict.mechanism.rpartition(":")[2]
    screen.pictures(save(audit_picture([Line(name, claimed, verdict.epsilon)], screen.lang), folder / "audit"))
