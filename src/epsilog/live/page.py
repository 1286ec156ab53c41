"""The public folder of a stream: a page that updates by itself, and a card. Made of what was published alone.

The page is one file. It has no script and fetches nothing; a browser that shows it reads it again after a while.
"""

from __future__ import annotations

import html
import json
import os
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from epsilog.live.chart import MOST, Point, chart
from epsilog.live.look import LiveView
from epsilog.live.words import (
    continued_lines,
    continued_names,
    fresh_lines,
    fresh_names,
    fresh_text,
    picture_words,
    smoothed_lines,
    smoothed_names,
)
from epsilog.plan.explain import plan_lines, unit_words
from epsilog.roles.page import Page
from epsilog.roles.plan import epsilon_of
from epsilog.roles.tick import Cell, Continued, Smoothed, Tick
from epsilog.words import Language, percent, plain, say

PAGE, CARD, WORDS = "index.html", "card.json", "card.md"
_PICTURES: Final = 12
_LINES: Final = 40


def write_folder(look: LiveView, ticks: Sequence[Tick], lang: Language, ledger: str) -> Path:
    """Write page and card beside values.csv, each whole, so that nobody reads half of one; returns the page."""
    page = write_page(look, ticks, lang, ledger)
    write_card(look, lang, ledger)
    return page


def write_page(look: LiveView, ticks: Sequence[Tick], lang: Language, ledger: str) -> Path:
    """Write the page, which is another one after every tick."""
    page = look.place.folder / PAGE
    _replace(page, page_of(look, ticks, lang, ledger))
    return page


def write_card(look: LiveView, lang: Language, ledger: str) -> None:
    """Write the card for machines and for people; they change only when a stream before this one goes on."""
    card = json.dumps(card_of(look, ledger), ensure_ascii=False, indent=2, sort_keys=True)
    _replace(look.place.folder / CARD, card + "\n")
    _replace(look.place.folder / WORDS, words_of(look, lang))


def card_of(look: LiveView, ledger: str) -> dict[str, Any]:
    """The card for machines: what was asked, what it cost, under which rules. It is the same after every tick."""
    opening = look.opening
    return {
        "schema": "epsilog.stream/1",
        "key": look.receipt.key,
        "receipt": look.receipt.id,
        "ledger": ledger,
        "account": look.receipt.account,
        "opened": opening.opened,
        "plan": opening.plan.to_dict(),
        "rules": opening.rules.to_dict(),
        "ticks": opening.ticks.size,
        "continues": opening.continues,
        "carries": list(opening.carries),
        "reproducible": opening.reproducible,
        "software": dict(opening.software),
        "state_key": opening.key,
        **({"looked": opening.looked} if opening.looked else {}),
    }


def words_of(look: LiveView, lang: Language) -> str:
    """The card for people."""
    lines = [
        *_beware(look, lang),
        *_price_lines(look, lang),
        *rule_lines(look, lang),
        *continued_lines(look, lang),
        *smoothed_lines(look.opening.plan, lang),
        *fresh_lines(look.opening.plan, lang),
        *plan_lines(look.opening.plan, lang),
    ]
    body = "\n".join(f"- {_plain_markdown(line)}" for line in lines)
    title = say("stream.card", lang)
    return f"# {title}: {_plain_markdown(look.request.release)}\n\n{body}\n"


def _plain_markdown(text: str) -> str:
    """A line that Markdown shows as it is: names in it can neither be links, headings nor HTML.

    >>> _plain_markdown("<b>[x](y)\\n# *1* & 2_3")
    '&lt;b&gt;\\\\[x\\\\](y) # \\\\*1\\\\* &amp; 2\\\\_3'
    """
    return html.escape(re.sub(r"([\\`*_\[\]|~])", r"\\\1", " ".join(text.split())), quote=False)


def page_of(look: LiveView, ticks: Sequence[Tick], lang: Language, ledger: str) -> str:
    """The page."""
    page = Page(lang, say("stream.title", lang, release=look.request.release), lead(look, lang))
    if beware := _beware(look, lang):
        page.section(say("stream.beware", lang), beware, "alarm")
    _pictures(page, look, ticks, lang)
    _latest(page, look, ticks, lang)
    page.section(say("stream.paid", lang), [*_price_lines(look, lang), *rule_lines(look, lang)])
    if on := continued_lines(look, lang):
        page.section(say("stream.continues.title", lang), on)
    if soft := smoothed_lines(look.opening.plan, lang):
        page.section(say("stream.smoothed.title", lang), soft)
    if again := fresh_lines(look.opening.plan, lang):
        page.section(say("stream.fresh.title", lang), again)
    text = page.html(say("stream.footer", lang, ledger=ledger[:12], receipt=look.receipt.id[:12]))
    if look.stage != "running":
        return text
    soon = f'<meta http-equiv="refresh" content="{_seconds(look)}">\n'
    return text.replace('<meta charset="utf-8">\n', f'<meta charset="utf-8">\n{soon}', 1)


def lead(look: LiveView, lang: Language) -> str:
    """How far it is, in a sentence."""
    total = look.opening.total
    if look.done == look.opening.ticks.size:
        return say("stream.lead.over", lang, total=total)
    if look.stage == "closed":
        return say("stream.lead.closed", lang, done=f"{look.done:,}", total=total)
    closes = look.clock.closes_on_the_wall(look.done)
    label = look.opening.label(look.done + 1)
    return say("stream.lead.running", lang, done=f"{look.done:,}", total=total, next=label, closes=closes)


def rule_lines(look: LiveView, lang: Language) -> list[str]:
    """What was declared about time."""
    rules, zone = look.opening.rules, look.request.spec.protect.zone
    clock = "stream.clock" if rules.wait else "stream.clock.at_once"
    values = {"zone": zone, "wait": wait_text(rules.wait)} if rules.wait else {"zone": zone}
    lines = [
        say(clock, lang, **values),
        say(f"stream.late.{rules.late}", lang),
        say(f"stream.future.{rules.future}", lang),
    ]
    if look.opening.is_endless:
        size = f"{look.opening.ticks.size:,}"
        lines.append(say("stream.endless", lang, total=size, last=look.opening.label(look.opening.ticks.size)))
    return lines


def wait_text(seconds: int) -> str:
    """A length of time, short.

    >>> wait_text(900), wait_text(5400), wait_text(86400), wait_text(45)
    ('15 min', '1 h 30 min', '24 h', '45 s')
    """
    hours, rest = divmod(int(seconds), 3600)
    minutes, left = divmod(rest, 60)
    parts = [f"{count} {unit}" for count, unit in ((hours, "h"), (minutes, "min"), (left, "s")) if count]
    return " ".join(parts[:2]) or "0 s"


def _beware(look: LiveView, lang: Language) -> list[str]:
    lines = [say("stream.beware.seed", lang)] if look.opening.reproducible else []
    replay = look.opening.rules.clock
    if replay is not None:
        start = replay.start.isoformat(sep=" ", timespec="minutes")
        lines.append(say("stream.beware.replay", lang, start=start, speed=f"{float(replay.speed):,.10g}"))
    return lines


def _price_lines(look: LiveView, lang: Language) -> list[str]:
    plan = look.opening.plan
    named = unit_words(plan, lang)
    values = {"account": look.receipt.account, "total": look.opening.total, "unit": named}
    values["epsilon"] = plain(float(epsilon_of(plan)))
    if not plan.share.delta:
        lines = [say("stream.price", lang, **values)]
    else:
        lines = [say("stream.price.delta", lang, **values, delta=plain(float(plan.share.delta)))]
    looked = look.opening.looked
    return [*lines, say("stream.looked", lang, day=looked)] if looked else lines


def _pictures(page: Page, look: LiveView, ticks: Sequence[Tick], lang: Language) -> None:
    if not ticks:
        page.say(say("stream.waiting", lang))
        return
    series: dict[tuple[str, tuple[str, ...]], list[Point]] = {}
    shown = ticks[-MOST:]
    on = {(cell.entry, cell.keys) for tick in shown for cell in tick.cells if cell.continued is not None}
    for tick in shown:
        for cell in tick.cells:
            name = (cell.entry, cell.keys)
            number = cell.continued if name in on else cell
            ends = (None,) * 3 if number is None else (number.value, number.low, number.high)
            series.setdefault(name, []).append(Point(tick.label, *ends, cell.alert, cell.smoothed, cell.fresh))
    for (entry, keys), points in list(series.items())[:_PICTURES]:
        caption = ": ".join([entry, *([" · ".join(keys)] if keys else [])])
        caption = say("stream.picture.continued", lang, name=caption) if (entry, keys) in on else caption
        page.open(caption)
        page.figure(chart(points, 0 if look.opening.is_endless else look.opening.ticks.size, caption), caption)
        if points[-1].smoothed is not None:
            page.say(picture_words(points[-1].smoothed.band, lang), "note")
        if points[-1].fresh is not None:
            page.say(say("stream.fresh.picture", lang), "note")
        page.close()
    if len(series) > _PICTURES:
        page.say(say("stream.more", lang, more=f"{len(series) - _PICTURES:,}"), "note")


def _latest(page: Page, look: LiveView, ticks: Sequence[Tick], lang: Language) -> None:
    if not ticks:
        return
    confidence = percent(float(look.request.spec.confidence))
    columns = [
        (say("stream.column.entry", lang), False),
        (say("stream.column.cell", lang), False),
        (say("stream.column.value", lang), True),
        (say("stream.column.range", lang, confidence=confidence), True),
    ]
    soft, on = smoothed_names(look.opening.plan, lang), continued_names(look, lang)
    new = fresh_names(look.opening.plan, lang)
    columns += [(name, False) for name in new] + [(" · ".join(names), True) for names in (on, soft) if names]
    rows = [
        (
            cell.entry,
            keys_text(cell, lang),
            value_text(cell, lang),
            range_text(cell),
            *([fresh_text(cell, lang)] if new else ()),
            *([_together(continued_texts(cell))] if on else ()),
            *([_together(smoothed_texts(cell))] if soft else ()),
        )
        for cell in ticks[-1].cells[:_LINES]
    ]
    page.open(say("stream.latest", lang, tick=ticks[-1].label))
    page.table(columns, rows, [False] * len(rows))
    page.close()


def keys_text(cell: Cell, lang: Language) -> str:
    """Which cell."""
    return " · ".join(cell.keys) or say("stream.cell.all", lang)


def value_text(cell: Cell, lang: Language) -> str:
    """A number, or what an alert says: the words of a release; a dash before there is a first number."""
    if cell.said is not None:
        return say(f"stream.alert.{cell.said}", lang)
    return "–" if cell.value is None else number(cell.value)


def _together(texts: tuple[str, str]) -> str:
    return f"{texts[0]} ({texts[1]})" if texts[0] else ""


def continued_texts(cell: Cell) -> tuple[str, str]:
    """What it comes to with the stream before, and its range; nothing where that is not known."""
    more = cell.continued
    return ("", "") if more is None else (number(more.value), range_text(more))


def smoothed_texts(cell: Cell) -> tuple[str, str]:
    """The smoothed value and its band; nothing where there is none."""
    soft = cell.smoothed
    return ("", "") if soft is None else (number(soft.value), range_text(soft))


def range_text(cell: Cell | Smoothed | Continued) -> str:
    """From low to high."""
    return "" if cell.low is None or cell.high is None else f"{number(cell.low)} – {number(cell.high)}"


def number(value: float) -> str:
    """As people read it."""
    return f"{value:,.0f}" if abs(value) >= 100 or value == round(value) else f"{value:,.2f}"


def _seconds(look: LiveView) -> int:
    """How soon a browser should look again: after the next tick, but not before two seconds nor after a minute."""
    return int(max(2, min(60, look.clock.until(look.done) + 1)))


def _replace(path: Path, text: str) -> None:
    beside = path.with_name(f".{path.name}.new")
    beside.write_text(text, encoding="utf-8")
    os.replace(beside, path)
