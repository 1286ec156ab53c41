"""The report: one page that a member of a board understands, made from a release and its pictures alone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

import numpy as np

from epsilog.core.grid import Ticks
from epsilog.first.ends.words import found_cuts
from epsilog.kinds.choice.show.columns import OFF
from epsilog.kinds.study.show.findings import findings_part
from epsilog.kinds.study.show.report import by_horizon, key_of, study_parts, tests_part
from epsilog.kinds.study.words.study import is_statistical
from epsilog.postprocess.means import FINER
from epsilog.roles.column import Figures, Words
from epsilog.roles.derived import Derived
from epsilog.roles.page import Page, inline_svg
from epsilog.roles.table import EVERY, Table
from epsilog.show.card import Card
from epsilog.show.explain import Telling, sections
from epsilog.show.moment import moment
from epsilog.show.release import Release
from epsilog.words import language, percent, plain, say

PREVIEW: Final = 10
WHOLE: Final = 40  # rows of a table that is shown as it is: an hour of the day, a region of the country
PREVIEW_OF_LEVELS: Final = 24  # so that the levels above the cells are seen, and some cells
_NONE: Final[Mapping[str, bytes]] = {}
MOST_ERRORS: Final = 6
_NOTHING: Final = "–"


def _shown_rows(table: Table) -> int:
    """How many of its rows a report shows: all of a short table, the beginning of a long one."""
    return table.cells if table.cells <= WHOLE else PREVIEW


def report_html(
    release: Release,
    tables: Sequence[Table],
    pictures: Mapping[str, bytes],
    files: Mapping[str, str],
    lang: str,
    at: str,
    maps: Mapping[str, bytes] = _NONE,
) -> str:
    """The page.

    pictures   the SVG of each table, by the table's name
    files      the CSV of each table, by the table's name
    maps       the SVG of each map, by its table's name
    at         when the account was read, which is when the page is made
    """
    tongue = language(lang)
    card = Card.of(release)
    told = Telling(card, tongue)
    spec = card.plan.spec
    title = say("release.title", tongue, release=spec.release, edition=spec.edition)
    page = Page(tongue, title, say("release.lead", tongue, at=told.drawn_at, account=card.account))
    parts = {section.name: section for section in sections(release, tongue, at)}
    if "warnings" in parts:
        page.section(parts["warnings"].heading(tongue), parts["warnings"].lines, "alarm")
    _tiles(page, told, release, tables, at)
    findings_part(page, told, release.derived)
    beside: set[str] = set()  # sentences that stand beside their table, and need not be said again below
    for place, (table, query) in enumerate(zip(tables, spec.publish, strict=True)):
        page.open(told.heading(query))
        if cuts := found_cuts(told.plan, tongue, told.times(), place):
            page.listed(cuts)
            beside.update(cuts)
        page.figure(inline_svg(pictures[table.name], place), told.what(query))
        if table.name in maps:
            caption = say("map.title", tongue, what=told.what(query))
            page.figure(inline_svg(maps[table.name], len(tables) + place), caption)
        page.say(told.exact(place), "note")
        beside.add(told.exact(place))
        if query.exits is None:
            preview(page, table, files[table.name], told)
        read = [one for one in release.derived if one.entry == place]
        study_parts(page, told, query, read, pictures, files, 10 * (len(tables) + place))
        page.close()
    for one in release.derived:
        if one.entry is None:
            tests_part(page, told, one, files[key_of(one)])
    page.section(parts["protected"].heading(tongue), parts["protected"].lines)
    rest = [line for line in parts["exact"].lines if line not in beside]
    page.section(parts["exact"].heading(tongue), rest)
    page.open(kind="pair")
    for name in ("budget", "open"):
        page.section(parts[name].heading(tongue), parts[name].lines)
    page.close(group=True)
    for name in ("weight", "rules"):
        page.section(parts[name].heading(tongue), parts[name].lines)
    page.open(parts["record"].heading(tongue))
    page.record(told.record())
    page.say(say("release.record.check", tongue), "note")
    page.close()
    return page.html(say("release.footer", tongue, at=moment(at)))


def _tiles(page: Page, told: Telling, release: Release, tables: Sequence[Table], at: str) -> None:
    prior, posterior = told.belief()
    page.open(kind="tiles")
    page.tile(
        told.say("release.tile.belief"),
        told.say("release.tile.belief.figure", prior=prior, posterior=posterior),
        told.risk(),
    )
    page.tile(told.say("release.tile.error"), *usual_errors(told, tables, release.derived))
    used, left = told.used_and_left(release.account)
    page.tile(
        told.say("release.tile.budget"),
        told.say("release.tile.budget.figure", left=left),
        told.say("release.account.used", account=release.account.name, used=used, left=left, at=moment(at)),
        release.account.share,
    )
    page.close(group=True)


def usual_errors(
    told: Telling, tables: Sequence[Table], derived: Sequence[Derived] = ()
) -> tuple[str, str | list[str]]:
    """Of one table its usual error and a sentence; of several a line for each."""
    shares = {one.entry: by_horizon(told, one) for one in derived if one.form == "summary"}
    if len(tables) == 1:
        if 0 in shares:
            return f"±{shares[0][0]}", [shares[0][1], told.exact(0)]
        return _typical_error(tables[0], told), told.exact(0)
    lines = []
    for place, (table, query) in enumerate(zip(tables, told.spec.publish, strict=True)):
        if place in shares:  # the error of its cells, each a few people, says nothing of a curve
            off, what = shares[place]
            lines.append(f"±{off} · {query.name}{': ' if told.lang == 'en' else '：'}{what}")
            continue
        lines.append(f"{_typical_error(table, told)} · {told.heading(query)}")
    more = len(lines) - MOST_ERRORS
    if more > 0:
        lines[MOST_ERRORS:] = [told.say("release.tile.error.more", more=more)]
    usual = "study.tile.usual" if is_statistical(told.spec) else "release.tile.error.usual"
    return "", [*lines, told.say(usual, times=told.times())]


def _typical_error(table: Table, told: Telling) -> str:
    """Half the usual range of a table's cells; of a choice its distance, which is not one of its values."""
    if table.kind in OFF:
        most = plain(float(table.figures(OFF[table.kind]).floats().max(initial=0.0)), 3, "up")
        return told.say(f"release.tile.error.{table.kind}", most=most)
    if "unsure" in table.names:
        return f"±{plain(float(table.figures('unsure').floats()[0]), 3, 'up')}"
    low, high = (table.figures(name).floats()[: table.cells] for name in ("low", "high"))
    wide = (high - low)[~np.isnan(high)]
    if not len(wide):
        return _NOTHING  # no key was found, or no value was fresh: there is no number to be off
    return f"±{plain(float(np.median(wide)) / 2, 3, 'up')}"


def _preview_of_choice(page: Page, table: Table, file: str, told: Telling) -> None:
    """The first answers of a choice: keys, what was chosen, how far off it may be."""
    sure = percent(float(table.confidence), told.lang, digits=2)
    own = ("value", "raw", OFF[table.kind], "confidence", "about")
    names = [column.name for column in table.columns if column.name not in own]
    drawn = [name for name in ("value", "raw") if name in table.names]
    off = table.figures(OFF[table.kind])
    columns = [(told.say("study.column.quantile") if name == "quantile" else name, False) for name in names]
    columns += [(told.say(f"release.column.{name}"), table.kind == "quantiles") for name in drawn]
    columns.append((told.say(f"release.column.{OFF[table.kind]}", confidence=sure), True))
    rows = []
    for place in range(_shown_rows(table)):
        found = [table.column(name) for name in (*names, *drawn)]
        told_as = [
            column.labels[column.codes[place]] if isinstance(column, Words) else _shown(column, place)
            for column in found
        ]
        rows.append([*told_as, _shown(off, place)])
    page.table(columns, rows, [False] * len(rows), told.say(f"study.about.{table.about}"))
    key = "release.preview.all" if table.rows == len(rows) else "release.preview"
    given = {"rows": f"{table.rows:,}", "file": file}
    page.say(told.say(key, **given, **({} if key.endswith("all") else {"shown": len(rows)})), "note")


def _preview_of_alerts(page: Page, table: Table, file: str, told: Telling) -> None:
    """The ticks that spoke; what stays silent is in the file."""
    said, when = table.column("alert"), table.columns[0]
    assert isinstance(said, Words)
    assert isinstance(when, Words)
    places = np.flatnonzero(said.codes == 1)[:PREVIEW].tolist()
    sure = percent(float(table.confidence), told.lang, digits=2)
    columns = [(when.name, False), (told.say("release.column.over"), True)]
    columns.append((told.say("release.column.unsure", confidence=sure), True))
    rows = [
        [when.labels[when.codes[at]], *(_shown(table.figures(name), at) for name in ("over", "unsure"))]
        for at in places
    ]
    if rows:
        page.table(columns, rows, [False] * len(rows), told.say(f"study.about.{table.about}"))
    page.say(told.say("release.preview.alerts", shown=len(rows), rows=f"{table.rows:,}", file=file), "note")


def preview(page: Page, table: Table, file: str, told: Telling) -> None:
    """The first rows of a table, with their ranges."""
    if table.kind in OFF:
        _preview_of_choice(page, table, file, told)
        return
    if "alert" in table.names:
        _preview_of_alerts(page, table, file, told)
        return
    words = [
        column
        for column in table.columns
        if isinstance(column, Words) and column.name not in ("row", "level", "about")
    ]
    confidence = percent(float(table.confidence), told.lang, digits=2)
    columns = [(column.name, False) for column in words]
    columns += [(told.say("release.column.value"), True)]
    tidied = "raw" in table.names
    if tidied:
        columns.append((told.say("release.column.raw"), True))
    columns.append((told.say("release.column.range", confidence=confidence), True))
    if table.levels:
        # From the top: what most readers want, and a group never looks like the total of everything.
        places = [place for rows in reversed(table.levels) for place in rows][:PREVIEW_OF_LEVELS]
    else:
        places = list(range(_shown_rows(table)))
        if table.rows > table.cells and not any(isinstance(axis, Ticks) for axis in table.axes):
            places.append(table.rows - 1)  # the total of everything
    rows, marks = [], []
    coarse = FINER if table.kind in ("mean", "deviation", "expectation") else 1
    # Ranges of expected counts are in hundredths; people are told whole, ends rounded outwards.
    counted = table.about == "population" and table.kind in ("rows", "persons", "histogram")
    ends = int(1 / table.figures(table.ends[0]).step) if counted else coarse
    for place in places:
        total = place >= table.cells
        labels = (
            _labels([column.labels[column.codes[place]] for column in words], told, table)
            if total
            else [column.labels[column.codes[place]] for column in words]
        )
        low, high = (_shown(table.figures(table.ends[way > 0]), place, ends, way) for way in (-1, 1))
        numbers = [_shown(table.figures(name), place, coarse) for name in ("value", "raw") if name in table.names]
        rows.append([*labels, *numbers, low if low == high == _NOTHING else f"{low} … {high}"])
        marks.append(total)
    page.table(columns, rows, marks, told.say(f"study.about.{table.about}"))
    key = "release.preview.all" if table.rows == len(places) else "release.preview"
    given = {"rows": f"{table.rows:,}", "file": file}
    page.say(told.say(key, **given, **({} if key.endswith("all") else {"shown": len(places)})), "note")


def _labels(labels: list[str], told: Telling, table: Table) -> list[str]:
    """The keys of a total; of a group in a hierarchy the group's own name, and once that it is all of it."""
    if not table.levels:
        return [told.say("release.total") if label == EVERY else label for label in labels]
    first = labels.index(EVERY)
    every = told.say("release.levels.all", name=labels[first - 1])
    return [*labels[:first], every, *("" if label == EVERY else label for label in labels[first + 1 :])]


def _shown(column: Figures, place: int, coarse: int = 1, way: int = 0) -> str:
    """A number as the CSV has it, or in coarser steps with ends rounded outwards; thousands marked.

    A blank row is a dash.
    """
    if column.blank is not None and column.blank[place]:
        return _NOTHING
    steps = int(column.steps[place])
    half = coarse // 2 if way == 0 else (coarse - 1 if way > 0 else 0)
    rounded = (steps + half) // coarse
    (text,) = Figures(column.name, np.array([rounded], dtype=np.int64), column.step * coarse).cells()
    whole, dot, rest = text.partition(".")
    return f"{int(whole):,}{dot}{rest}" if "e" not in text and whole != "-0" else text
