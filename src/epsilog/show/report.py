"""The report: one page that a member of a board understands, made from a release and its pictures alone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

import numpy as np

from epsilog.core.grid import Ticks
from epsilog.registry.shows import FORMS, shown_of
from epsilog.registry.stage_words import STAGE_WORDS
from epsilog.roles.about import is_statistical
from epsilog.roles.column import Words
from epsilog.roles.derived import Derived
from epsilog.roles.page import Page, inline_svg
from epsilog.roles.shown import Shown
from epsilog.roles.table import EVERY, NOTHING, Table, number_shown, rows_shown
from epsilog.roles.telling import Speaker
from epsilog.show.card import Card
from epsilog.show.explain import Telling, moment, sections
from epsilog.show.release import Release
from epsilog.words import language, percent, plain, say

# What a report found, in a few sentences at its top: differences, shares by the horizon, answers to the tests.


MOST_LINES: Final = 8


def findings_part(page: Page, told: Speaker, derived: Sequence[Derived]) -> None:
    """A section of sentences; none where nothing was compared, followed or tested."""
    said = [line for one in derived for line in FORMS[one.form].findings(told, one)]
    if said:
        page.open(told.say("findings.title"))
        page.listed(said[:MOST_LINES])
        page.say(told.say("findings.note", times=told.times()), "note")
        page.close()


def derived_parts(
    page: Page,
    told: Speaker,
    derived: Sequence[Derived],
    pictures: Mapping[str, bytes],
    files: Mapping[str, str],
    place: int,
) -> None:
    """What was read off one entry, each with a heading, a picture where there is one, a sentence and a table."""
    for number, one in enumerate(derived):
        page.say(told.say(f"study.form.{one.form}"), "caption")
        if one.key in pictures:
            page.figure(inline_svg(pictures[one.key], place + number), told.say(f"study.form.{one.form}"))
        FORMS[one.form].part(page, told, one, files[one.key])


PREVIEW_OF_LEVELS: Final = 24  # so that the levels above the cells are seen, and some cells
_NONE: Final[Mapping[str, bytes]] = {}
MOST_ERRORS: Final = 6


def report_html(
    release: Release,
    card: Card,
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
    told, tables, spec = Telling(card, tongue), release.tables, card.plan.spec
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
        for stage in STAGE_WORDS.values():
            if found := stage.found_for(told.plan, place, tongue, told.times()):
                page.listed(found)
                beside.update(found)
        page.figure(inline_svg(pictures[table.name], place), told.what(query))
        if table.name in maps:
            caption = say("map.title", tongue, what=told.what(query))
            page.figure(inline_svg(maps[table.name], len(tables) + place), caption)
        page.say(told.exact(place), "note")
        beside.add(told.exact(place))
        preview(page, table, files[table.name], told)
        read = [one for one in release.derived if one.entry == place]
        derived_parts(page, told, read, pictures, files, 10 * (len(tables) + place))
        page.close()
    for one in release.derived:
        if one.entry is None:
            FORMS[one.form].part(page, told, one, files[one.key])
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
    told_off = [(one.entry, FORMS[one.form].share_off(told, one)) for one in derived]
    shares = {entry: share for entry, share in told_off if share is not None}
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
    """Half the usual range of a table's cells, or what its kind says instead."""
    if (own := _shown_of(table, told).usual_error(table, told)) is not None:
        return own
    low, high = (table.figures(name).floats()[: table.cells] for name in ("low", "high"))
    wide = (high - low)[~np.isnan(high)]
    if not len(wide):
        return NOTHING  # no key was found, or no value was fresh: there is no number to be off
    return f"±{plain(float(np.median(wide)) / 2, 3, 'up')}"


def _shown_of(table: Table, told: Telling) -> Shown[Any]:
    return shown_of(told.plan, _place(table, told))


def _place(table: Table, told: Telling) -> int:
    return next(at for at, query in enumerate(told.spec.publish) if query.name == table.name)


def preview(page: Page, table: Table, file: str, told: Telling) -> None:
    """The first rows of a table, with their ranges."""
    query = told.spec.publish[_place(table, told)]
    shown = _shown_of(table, told)
    if shown.preview(page, table, file, told, query):
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
        places = list(range(rows_shown(table)))
        if table.rows > table.cells and not any(isinstance(axis, Ticks) for axis in table.axes):
            places.append(table.rows - 1)  # the total of everything
    rows, marks = [], []
    coarse = shown.coarse(query)
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
        low, high = (number_shown(table.figures(table.ends[way > 0]), place, ends, way) for way in (-1, 1))
        numbers = [
            number_shown(table.figures(name), place, coarse) for name in ("value", "raw") if name in table.names
        ]
        rows.append([*labels, *numbers, low if low == high == NOTHING else f"{low} … {high}"])
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
