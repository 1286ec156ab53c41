"""`epsilog demo`: everything at work, on the screen and on a page."""

from __future__ import annotations

import shlex
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from epsilog.cli.screen import Json, Lang, Screen, picture_folder
from epsilog.errors import PrivacyError, SpecError
from epsilog.words import one_in, percent, plain

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from epsilog.cli.showcase.page import Page

COMMANDS: Final = (
    ("epsilog demo --data visits.csv", "demo.next.data"),
    ("epsilog new visits.csv", "demo.next.new"),
    ("epsilog meaning --epsilon 1 --delta 1e-6", "demo.next.meaning"),
    ("epsilog price laplace:scale=20,l1=20,l2_squared=20", "demo.next.price"),
    ("epsilog calibrate --epsilon 1 --delta 1e-6 --each pure:epsilon=0.01", "demo.next.calibrate"),
    ("epsilog audit --help", "demo.next.audit"),
    ("epsilog ledger --help", "demo.next.ledger"),
)


class Tale(StrEnum):
    """Whose table is invented."""

    clinic = "clinic"
    shop = "shop"
    city = "city"


def demo(
    out: Annotated[Path, typer.Option(help="The folder for the page and its pictures.")] = Path("demo-output"),
    rows: Annotated[int, typer.Option(help="How many visits to invent.", min=1_000, max=10_000_000)] = 1_000_000,
    data: Annotated[
        Path | None, typer.Option(help="Only write an invented table to begin with, into this .csv file.")
    ] = None,
    story: Annotated[Tale, typer.Option(help="With --data: whose table.")] = Tale.clinic,
    as_json: Json = False,
    lang: Lang = None,
) -> None:
    """See it at work: a table published, noise beside its law, a budget spent, a bug caught, a year of books.

    [dim]epsilog demo
    epsilog demo --data visits.csv
    epsilog demo --data orders.csv --story shop
    epsilog demo --lang zh --out 演示[/dim]
    """
    from epsilog import __version__
    from epsilog.cli.showcase.page import Page

    screen = Screen("demo", lang, as_json)
    if data is not None:
        _write_table(screen, story.value, data)
        return
    if story is not Tale.clinic:
        raise SpecError("this belongs to --data", where="story", hint=f"add --data {story}.csv")
    folder = picture_folder(out)
    page = Page(screen.lang, screen.say("demo.title"), screen.say("demo.lead"))
    screen.heading(screen.say("demo.title"))
    screen.note(screen.say("demo.lead"))
    album = _Album(screen, folder)
    record = {"press": _press(screen, page, album, rows)}
    record |= {"noise": _noise(screen, page, album), "budget": _budget(screen, page, album)}
    record["audit"] = _audit(screen, page, album)
    record["ledger"] = _ledger(screen, page, album)
    index = folder / "index.html"
    page.open(screen.say("demo.next"), "")
    page.commands([(command, screen.say(key)) for command, key in COMMANDS])
    page.close()
    page.write(index, screen.say("demo.made", version=__version__))
    good = all(story["as_expected"] for story in record.values())
    screen.heading(screen.say("demo.end", page=index))
    screen.note(screen.say("demo.next") + ":")
    screen.commands([(command, screen.say(key)) for command, key in COMMANDS])
    screen.result(
        {"as_expected": good, "page": str(index), "pictures": [str(path) for path in album.written], **record}
    )
    if not good:
        screen.line(screen.say("demo.surprise"), "bold red")
        raise typer.Exit(PrivacyError.code)


def _write_table(screen: Screen, story: str, path: Path) -> None:
    from epsilog.cli.showcase.tables import STORIES, write_story

    people, rows = write_story(story, path)
    screen.heading(screen.say("demo.data", path=path, people=f"{people:,}", rows=f"{rows:,}"))
    screen.note(screen.say(f"demo.data.{story}"))
    screen.note(screen.say("front.next"))
    screen.commands([(f"epsilog new {shlex.quote(str(path))}", screen.say("demo.next.new"))])
    columns = list(STORIES[story].columns)
    screen.result({"file": str(path), "story": story, "people": people, "rows": rows, "columns": columns})


class _Album:
    """Where pictures go, and which were written."""

    def __init__(self, screen: Screen, folder: Path) -> None:
        self.screen, self.folder = screen, folder
        self.written: list[Path] = []

    def keep(self, figure: Figure, name: str, **words: object) -> tuple[Figure, str]:
        """A figure that is written beside the page, and what stands below it there."""
        from epsilog.accounting.pictures import save

        self.written += save(figure, self.folder / name)
        return figure, self.screen.say(f"demo.caption.{name.partition('-')[0]}", **words)


def _press(screen: Screen, page: Page, album: _Album, rows: int) -> dict[str, Any]:
    from epsilog.cli.showcase.press import run_press

    heading, lead = screen.say("demo.press.heading"), screen.say("demo.press.lead", rows=f"{rows:,}")
    screen.heading(heading)
    screen.note(lead)
    page.open(heading, lead)

    def show(command: str) -> None:
        screen.console.print()
        screen.console.print(f"$ {command}", style="bold green", soft_wrap=True, markup=False)

    press = run_press(album.folder, rows, screen.lang, None if screen.as_json else show)
    if press.as_expected:
        drawings = sorted((press.release / "pictures").glob("*.svg"))
        page.drawings(*((path.read_text(encoding="utf-8"), path.stem) for path in drawings))
        album.written += sorted((press.release / "pictures").glob("*.png"))
        page.link(
            (press.release / "report.html").relative_to(album.folder).as_posix(), screen.say("demo.press.report")
        )
        screen.line(screen.say("demo.press.again"))
        screen.line(screen.say("demo.press.files", folder=press.release), "bold")
        page.say(screen.say("demo.press.again"))
    page.heading(screen.say("demo.press.commands"))
    page.list([command.replace(f"{album.folder}/", "") for command in press.commands])
    page.close()
    return {"as_expected": press.as_expected, "rows": rows, "release": str(press.release), "codes": press.codes}


def _noise(screen: Screen, page: Page, album: _Album) -> dict[str, Any]:
    from epsilog.cli.showcase.stories import DRAWS, sample

    _open(screen, page, "noise")
    laws = sample(screen.lang)
    columns = [(screen.say("demo.noise.law"), "left")]
    columns += [(screen.say(f"demo.noise.{name}"), "right") for name in ("draws", "margin", "chi", "p")]
    rows = [
        (
            one.name,
            f"{DRAWS:,}",
            f"±{plain(one.margin)}",
            f"{plain(one.fit.chi_square, 4)} / {one.fit.freedom}",
            plain(one.fit.p_value, 2),
        )
        for one in laws
    ]
    screen.table(columns, rows)
    screen.note(screen.say("demo.noise.note"))
    page.table(columns, rows)
    page.say(screen.say("demo.noise.note"), "lead")
    drawn = (album.keep(one.figure, f"noise-{one.key}", law=one.name, draws=f"{DRAWS:,}") for one in laws)
    page.figures(*drawn)
    page.close()
    return {
        "as_expected": all(one.good for one in laws),
        "laws": [
            {"law": one.key, "draws": DRAWS, "p_value": one.fit.p_value, "margin_95": one.margin} for one in laws
        ],
    }


def _budget(screen: Screen, page: Page, album: _Album) -> dict[str, Any]:
    from epsilog.accounting.meaning import meaning
    from epsilog.accounting.pictures import (
        attack_picture,
        budget_picture,
        loss_picture,
        posterior_picture,
        tradeoff_picture,
    )
    from epsilog.cli.showcase.stories import spend

    _open(screen, page, "budget")
    year = spend(screen.lang)
    columns = [(screen.say("price.what"), "left"), ("ρ", "right"), (screen.say("price.share"), "right")]
    columns += [(screen.say("demo.budget.after"), "right"), (screen.say("demo.budget.answer"), "left")]
    rows = [
        (
            payment.name,
            plain(payment.charge.price().rho / 1e12, 3, "up"),
            percent(payment.share, screen.lang, "up"),
            percent(payment.after, screen.lang, "up"),
            screen.say("demo.budget.paid" if payment.paid else "demo.budget.refused"),
        )
        for payment in year.payments
    ]
    screen.table(columns, rows)
    page.table(columns, rows, ["yes" if payment.paid else "no" for payment in year.payments])
    for refusal in year.refusals:
        screen.line(refusal, "red")
        page.say(refusal, "refusal")
    promise = year.allowance.promise
    said = meaning(promise, screen.lang)
    screen.heading(screen.say("demo.meaning.heading"))
    screen.sentences(said.sentences())
    lang = screen.lang
    page.figures(album.keep(budget_picture([p.slice for p in year.payments], lang), "budget"))
    page.heading(screen.say("demo.meaning.heading"))
    page.list(said.sentences())
    belief = album.keep(posterior_picture([0.1, promise.epsilon], promise.delta, lang), "belief")
    attack = album.keep(attack_picture(promise, lang), "attack")
    page.figures(belief, attack)
    page.figures(album.keep(loss_picture(year.paid, promise.delta, lang), "loss"))
    page.figures(album.keep(tradeoff_picture(promise.delta, lang=lang), "tradeoff"))
    page.close()
    return {
        "as_expected": [payment.paid for payment in year.payments] == [True, True, True, True, False, True],
        "promise": {"epsilon": float(promise.epsilon), "delta": float(promise.delta)},
        "releases": [
            {
                "name": p.name,
                "rho": p.charge.price().rho / 1e12,
                "share": p.share,
                "used_after": p.after,
                "paid": p.paid,
            }
            for p in year.payments
        ],
    }


def _audit(screen: Screen, page: Page, album: _Album) -> dict[str, Any]:
    from epsilog.accounting.pictures import audit_picture, event_picture
    from epsilog.cli.showcase import stories as story

    _open(screen, page, "audit")
    cases = story.examine(screen.lang)
    columns = [(screen.say("demo.audit.function"), "left"), (screen.say("demo.audit.claimed"), "right")]
    columns += [(screen.say("demo.audit.proved"), "right"), (screen.say("demo.audit.verdict"), "left")]
    rows = [
        (
            case.name,
            f"ε = {story.CLAIM}",
            f"ε ≥ {plain(case.verdict.epsilon, way='down')}",
            screen.say("demo.audit.passed" if case.verdict.passed else "demo.audit.caught"),
        )
        for case in cases
    ]
    screen.table(columns, rows)
    page.table(columns, rows, ["yes" if case.verdict.passed else "no" for case in cases])
    evidence = []
    for case in cases:
        best = case.verdict.best
        if best is not None and not case.verdict.passed:
            names = ("hits", "draws", "other_hits", "other_draws")
            shown = {name: f"{getattr(best, name):,}" for name in names}
            evidence.append(screen.say("demo.audit.counts", name=case.name, event=best.event, **shown))
    note = screen.say("demo.audit.note", one_in=one_in(1 - float(story.CONFIDENCE)))
    screen.sentences(evidence)
    screen.note(note)
    page.figures(album.keep(audit_picture([case.line for case in cases], screen.lang), "audit"))
    page.heading(screen.say("demo.audit.evidence"))
    page.list(evidence)
    without, with_person = (
        story.noise_for_one(rows_of, 50_000).astype(float) for rows_of in (story.WITHOUT, story.WITH)
    )
    event = event_picture(without, with_person, screen.say("demo.audit.at_least"), 2.5, True, screen.lang)
    page.figures(album.keep(event, "event"))
    page.say(note, "lead")
    page.close()
    return {
        "as_expected": all(case.as_expected for case in cases),
        "functions": [
            {"name": case.name, "planted": case.planted, "verdict": case.verdict.to_dict()} for case in cases
        ],
    }


def _ledger(screen: Screen, page: Page, album: _Album) -> dict[str, Any]:
    from epsilog.accounting.pictures import spending_picture
    from epsilog.cli.ledger.tree import bar, tree_of
    from epsilog.cli.showcase import ledger as story

    _open(screen, page, "ledger")
    year = story.keep_books(screen.lang)
    leaves = tree_of(year.accounts)[0]
    parts = ["" if leaf.part is None else percent(float(leaf.part), screen.lang) for leaf in leaves]
    used = [percent(leaf.account.share, screen.lang, "up") for leaf in leaves]
    names = [(screen.say("ledger.account"), "left"), ("", "left"), (screen.say("ledger.used"), "right")]
    names += [(screen.say("ledger.part"), "right"), (screen.say("ledger.releases"), "right")]
    counted = [f"{leaf.account.releases:,}" for leaf in leaves]
    bars = [bar(leaf.account.share, 0, 24) for leaf in leaves]
    cells = list(zip([leaf.label for leaf in leaves], bars, used, parts, counted, strict=True))
    screen.table(names, cells)
    page.table([names[0], *names[2:]], [(cell[0], *cell[2:]) for cell in cells])
    for refusal in year.refusals:
        words = {"month": f"{story.YEAR}-{refusal.month:02d}", "account": refusal.account}
        if refusal.kind == "cap":
            after, moved = percent(refusal.after, screen.lang, "up"), percent(float(story.MOVED), screen.lang)
            said = screen.say("demo.ledger.over", after=after, moved=moved, people=" + ".join(story.BOARD), **words)
        else:
            said = screen.say("demo.ledger.stopped", **words)
        screen.line(said, "red")
        page.say(said, "refusal")
    page.figures(album.keep(spending_picture(year.courses, screen.lang), "spending"))
    found = []  # only what really was found is said
    if year.verdict is not None and year.verdict.whole:
        found.append(screen.say("demo.ledger.whole", entries=f"{year.verdict.entries:,}"))
    damage = None if year.edited is None else year.edited.damage
    if damage is not None:
        found.append(screen.say("demo.ledger.edited", seq=damage.seq))
    if year.older:
        found.append(screen.say("demo.ledger.older"))
    screen.heading(screen.say("demo.ledger.trust"))
    screen.sentences(found)
    page.heading(screen.say("demo.ledger.trust"))
    page.list(found)
    page.close()
    return {
        "as_expected": year.as_expected,
        "releases": year.releases,
        "accounts": [
            {"account": one.name, "share_used": one.share, "releases": one.releases} for one in year.accounts
        ],
        "refusals": [{"month": one.month, "account": one.account, "kind": one.kind} for one in year.refusals],
        "entries_verified": 0 if year.verdict is None else year.verdict.entries,
        "edited_copy": {"edited_entry": year.edited_entry, "named_entry": damage.seq if damage else None},
        "older_copy_refused": year.older,
    }


def _open(screen: Screen, page: Page, story: str) -> None:
    heading, lead = screen.say(f"demo.{story}.heading"), screen.say(f"demo.{story}.lead")
    screen.heading(heading)
    screen.note(lead)
    page.open(heading, lead)
