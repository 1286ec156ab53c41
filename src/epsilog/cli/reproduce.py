"""`epsilog reproduce`: a published mechanism that protects nobody, shown, broken and beaten."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

from epsilog.cli.progress import show_progress
from epsilog.cli.screen import Json, Lang, Screen, picture_folder
from epsilog.errors import SpecError
from epsilog.words import percent, plain

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from epsilog.classic.reproduction import Reproduction, Round
    from epsilog.classic.successor import Way
    from epsilog.cli.showcase.page import Page

MECHANISMS: Final = ("sampling-kalman",)


def reproduce(
    what: Annotated[str, typer.Argument(metavar="WHAT", help="Which mechanism: sampling-kalman.")],
    data: Annotated[
        Path | None, typer.Option("--data", help="Your own CSV; left out: an invented log.", show_default=False)
    ] = None,
    time: Annotated[
        str | None, typer.Option("--time", help="The column of times, with --data.", show_default=False)
    ] = None,
    amount: Annotated[
        str | None, typer.Option("--amount", help="The column of amounts; left out: counts.", show_default=False)
    ] = None,
    user: Annotated[
        str | None, typer.Option("--user", help="The column that names customers.", show_default=False)
    ] = None,
    every: Annotated[str, typer.Option("--every", help="The period of counts: 1h, 1d or 7d.")] = "1h",
    most: Annotated[
        str | None,
        typer.Option("--most", help="The largest amount that counts: what you know, not what you looked up."),
    ] = None,
    at_most: Annotated[str, typer.Option("--at-most", help="In how many periods one customer counts.")] = "5",
    epsilon: Annotated[str, typer.Option("--epsilon", help="The epsilon everybody is given.")] = "1",
    delta: Annotated[str, typer.Option("--delta", help="The delta of the Gaussian comparison.")] = "1e-6",
    interval: Annotated[str, typer.Option("--interval", help="The sampling interval; the document's is 6.")] = "6",
    steps: Annotated[str, typer.Option("--steps", help="How many steps at most.")] = "1000",
    seed: Annotated[str, typer.Option("--seed", help="Of the noise, which protects nobody here.")] = "2015",
    out: Annotated[Path, typer.Option("--out", help="The folder for the page and its pictures.")] = Path(
        "reproduction"
    ),
    as_json: Json = False,
    lang: Lang = None,
) -> None:
    """Rebuild a published mechanism that is not private, break it, and beat it.

    Shows the figures of its paper, the attack that reads the data off its output, and the sound successor at equal
    privacy. Nothing is published, and no ledger can pay for it.

    [dim]epsilog reproduce sampling-kalman
    epsilog reproduce sampling-kalman --data sales.csv --time date --amount total --user id --most 500[/dim]
    """
    from epsilog.classic.reproduction import Settings
    from epsilog.classic.reproduction import reproduce as run
    from epsilog.classic.transactions import GENERATED_MOST, invent_log, read_log, write_log
    from epsilog.core.number import exact, whole

    screen = Screen("reproduce", lang, as_json)
    if what not in MECHANISMS:
        raise SpecError(f"{what!r} is not a mechanism here", where="WHAT", hint="one of " + ", ".join(MECHANISMS))
    if data is not None and time is None:
        raise SpecError("say which column holds the times", where="--time", hint="--time NAME")
    if data is None and (time, amount, user) != (None, None, None):
        raise SpecError("columns are named for a file of your own", where="--data", hint="--data FILE.csv")
    declared = whole(most, "--most", at_least=1) if most is not None else None if data else GENERATED_MOST
    settings = Settings(
        exact(epsilon, "--epsilon", above=0),
        exact(delta, "--delta", above=0),
        whole(steps, "--steps"),
        whole(interval, "--interval"),
        every,
        declared,
        whole(at_most, "--at-most"),
        whole(seed, "--seed"),
    )
    log = invent_log() if data is None or time is None else read_log(data, time, amount, user)
    folder = picture_folder(out)
    if data is None:
        write_log(log, folder / "transactions.csv")
    with show_progress(screen, lambda step: screen.say("screen.working")) as report:
        report("run", 0, 0)
        found = run(log, settings, customers=data is None or user is not None)
    name = "transactions.csv" if data is None else data.name
    _show(screen, found, folder, name, own=data is not None)


def _show(screen: Screen, found: Reproduction, folder: Path, name: str, *, own: bool) -> None:
    from epsilog import __version__
    from epsilog.accounting.pictures import save
    from epsilog.classic import pictures
    from epsilog.cli.showcase.page import Page

    count = f"{found.transactions:,}"
    lead = screen.say("reproduce.lead", transactions=count)
    page = Page(screen.lang, screen.say("reproduce.title"), lead)
    screen.heading(screen.say("reproduce.title"))
    screen.line(lead, "bold red")
    source = (
        screen.say("reproduce.yours", file=name)
        if own
        else screen.say("reproduce.invented", file=name, transactions=count)
    )
    screen.note(source)
    page.say(source)
    written: list[Path] = []

    def keep(figure: Figure, name: str, caption: str) -> None:
        written.extend(save(figure, folder / name))
        page.figures((figure, caption))

    _figures(screen, page, found)
    for number, draw in (
        (3, pictures.variance_picture),
        (4, pictures.information_picture),
        (5, pictures.times_picture),
        (6, pictures.usefulness_picture),
    ):
        caption = screen.say("reproduce.caption.figure", number=number)
        keep(draw(found, screen.lang), f"figure-{number}", caption)
    page.close()
    _attack(screen, page, found)
    keep(pictures.attack_picture(found, screen.lang), "attack", screen.say("reproduce.caption.attack"))
    page.close()
    _contest(screen, page, found)
    drawn = pictures.contest_picture(found, screen.lang)
    if drawn is not None:
        keep(drawn, "successor", screen.say("reproduce.caption.contest"))
    page.close()
    index = folder / "index.html"
    page.write(index, screen.say("reproduce.footer", version=__version__))
    screen.note(screen.say("reproduce.page", path=index))
    screen.pictures(written)
    screen.result({"mechanism": MECHANISMS[0], "page": str(index), **found.to_dict()})


def _figures(screen: Screen, page: Page, found: Reproduction) -> None:
    settings, data = found.settings, found.information
    what = screen.say(f"reproduce.what.{found.what}")
    lead = screen.say(
        "reproduce.figures.lead", steps=f"{len(found.series):,}", what=what, interval=settings.interval
    )
    columns = [(screen.say(f"reproduce.column.{key}"), "left" if key == "what" else "right") for key in _HEADS]
    sampled = (len(found.series) // settings.interval / float(settings.epsilon)) ** 2
    times = (found.times.kalman[-1], found.times.laplace[-1], found.times.sampled[-1])
    order = screen.say("reproduce.document.order")
    rows = [
        (screen.say("reproduce.row.variance"), "10⁶", plain(found.variance.base)),
        (screen.say("reproduce.row.best"), "10⁶", plain(found.variance.best)),
        (screen.say("reproduce.row.sampled", interval=settings.interval), "27,556", plain(sampled, 5)),
        (screen.say("reproduce.row.mean"), "2.536", f"{data.mean:.3f}"),
        (screen.say("reproduce.row.chosen"), "6", str(data.chosen)),
        (screen.say("reproduce.row.at"), "2.528", f"{data.width[data.chosen - 1]:.3f}"),
        (
            screen.say("reproduce.row.growth"),
            screen.say("reproduce.document.most"),
            percent(data.growth, screen.lang) if data.growth == data.growth else "–",
        ),
        (screen.say("reproduce.row.times"), order, ", ".join(plain(one, 2) for one in times)),
    ]
    rows += [
        (
            screen.say("reproduce.row.error", epsilon=plain(one.epsilon)),
            order,
            ", ".join(plain(float(line.mean()), 2) for line in (one.laplace, one.sample, one.kalman)),
        )
        for one in found.usefulness
    ]
    wobble = screen.say("reproduce.wobble", chosen=", ".join(str(one) for one in data.wobble))
    screen.heading(screen.say("reproduce.figures"))
    screen.note(lead)
    screen.table(columns, rows)
    screen.note(wobble)
    page.open(screen.say("reproduce.figures"), lead)
    page.table(columns, rows)
    page.say(wobble)


_NAMED: Final[dict[str, Way]] = {"ours": "online", "theirs": "repaired", "each": "each"}
_HEADS: Final = ("what", "document", "here")


def _attack(screen: Screen, page: Page, found: Reproduction) -> None:
    data, lang = found.attack, screen.lang
    lead = screen.say("reproduce.attack.lead", grid=screen.say(f"reproduce.grid.{found.what}"))
    if data.interval:
        first = screen.say("reproduce.attack.read", interval=data.interval, read=percent(data.read, lang))
    else:
        first = screen.say("reproduce.attack.none", told=percent(data.told, lang))
    largest = found.settings.most or found.series.max() if found.what == "amounts" else 1
    lines = [
        first,
        screen.say(
            "reproduce.attack.sampled",
            largest=plain(float(largest), 5),
            advantage=percent(data.sampled, lang),
            epsilon=plain(float(found.settings.epsilon)),
            ceiling=percent(data.ceiling, lang),
        ),
        screen.say("reproduce.attack.audit", epsilon=plain(data.audited, way="down")),
        screen.say(
            "reproduce.attack.successor",
            read=percent(data.successor_read, lang),
            advantage=percent(data.successor, lang),
        ),
    ]
    screen.heading(screen.say("reproduce.attack"))
    screen.note(lead)
    screen.sentences(lines)
    page.open(screen.say("reproduce.attack"), lead)
    page.list(lines)


def _contest(screen: Screen, page: Page, found: Reproduction) -> None:
    ways: tuple[Way, ...] = ("repaired", "online", "batch")
    columns = [(screen.say("reproduce.column.series"), "left"), ("", "left")]
    columns += [(screen.say(f"reproduce.head.{way}"), "right") for way in (*ways, "published")]
    price = f"ε = {plain(float(found.settings.epsilon))}"
    rows, won, played = [], 0, 0
    behind: list[str] = []
    flatter: list[str] = []
    for one in found.rounds:
        for label, errors in (
            (price, one.result.laplace),
            (f"{price}, δ = {plain(float(found.settings.delta))}", one.result.gaussian),
        ):
            played += 1
            won += errors["online"][0] < errors["repaired"][0]
            words = _unit(screen, one)
            if errors["online"][0] >= errors["repaired"][0]:
                behind.append(f"{words} ({label})")
            if one.what == "counts" and errors["online"][0] >= one.result.flat:
                flatter.append(f"{words} ({label})")
            cells = [plain(errors[way][0]) for way in ways] + [plain(one.result.published[0])]
            rows.append((words, label, *cells))
    lines = [screen.say("reproduce.won", won=won, rounds=played)] if played else []
    if behind:
        lines.append(screen.say("reproduce.lost", rounds="; ".join(behind)))
    if flatter:
        flat = next(one.result.flat for one in found.rounds if one.what == "counts")
        lines.append(screen.say("reproduce.flat", flat=plain(flat), rounds="; ".join(flatter)))
    lines += _remarks(screen, found)
    screen.heading(screen.say("reproduce.contest"))
    screen.note(screen.say("reproduce.contest.lead"))
    page.open(screen.say("reproduce.contest"), screen.say("reproduce.contest.lead"))
    if rows:
        screen.table(columns, rows)
        page.table(columns, rows)
        screen.note(screen.say("reproduce.heads"))
        page.say(screen.say("reproduce.heads"), "lead")
    screen.sentences(lines)
    page.list(lines)


def _unit(screen: Screen, one: Round) -> str:
    """Which series, and whom the promise protects, on one line."""
    more = {"times": f"{one.scene.times:,}"} if one.whom == "customer" else {}
    words = screen.say(f"reproduce.round.{one.what}.{one.whom}", **more)
    return words.replace(",\n", ", ").replace("，\n", "，").replace("\n", " ")


def _remarks(screen: Screen, found: Reproduction) -> list[str]:
    lines = []
    for one in found.rounds:
        if one.scene.is_grouped and "each" in one.result.laplace:
            said = {way: plain(one.result.laplace[key][0]) for way, key in _NAMED.items()}
            lines.append(screen.say("reproduce.every", group=one.scene.group, **said))
    lines.append(screen.say("reproduce.carries"))
    counted = [one for one in found.rounds if one.what == "counts" and one.whom == "transaction"]
    for one in counted:
        ours, theirs = one.result.laplace["online"][0], one.result.published[0]
        if ours < theirs:
            share = percent(1 - 1 / found.settings.interval, screen.lang)
            lines.append(screen.say("reproduce.beats", ours=plain(ours), theirs=plain(theirs), share=share))
    if not counted:
        lines.append(screen.say("reproduce.short", every=found.settings.every))
    if found.what == "amounts":
        if found.settings.most is None:
            lines.append(screen.say("reproduce.amounts.undeclared"))
        else:
            lines.append(screen.say("reproduce.amounts.hopeless", most=plain(float(found.settings.most), 5)))
    return lines
