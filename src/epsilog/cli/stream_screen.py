"""A stream in the terminal: where somebody watches a plot that moves, otherwise one line per tick."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from rich.console import Group
from rich.live import Live
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from epsilog.cli.lettering import harmless
from epsilog.cli.screen import Screen

if TYPE_CHECKING:
    from epsilog.ledger import Ledger
    from epsilog.live.look import LiveView
    from epsilog.live.stream import Stream
    from epsilog.roles.tick import Tick


# A series as a plot of characters: columns for the values, dashes over them for the smoothed line.


_EIGHTHS: Final = " ▁▂▃▄▅▆▇█"
_DASH: Final = "━"


def columns(values: Sequence[float | None], high: int) -> list[str]:
    """A plot of characters, `high` lines, from zero (or the lowest) to the highest.

    >>> columns([0, 1, 2, 4], 1)
    [' ▂▄█']
    """
    low, span = _scale(values)
    filled = [0 if value is None else round((value - low) / span * high * 8) for value in values]
    return [
        "".join(_EIGHTHS[max(0, min(8, full - 8 * (high - 1 - line)))] for full in filled) for line in range(high)
    ]


def plot(values: Sequence[float | None], smoothed: Sequence[float | None], high: int) -> Text:
    """The columns, and where something was smoothed a dash at its height, on the scale of the columns.

    >>> plot([4, 2, 4], [4, 2.5, 2.6], 3).plain.splitlines()
    ['━ █', '█━━', '███']
    """
    low, span = _scale(values)
    text = Text()
    for line, row in enumerate(columns(values, high)):
        text.append("\n" if line else "")
        for sign, soft in zip(row, smoothed, strict=True):
            here = soft is not None and _line_of(soft, low, span, high) == line
            text.append(_DASH if here else sign, style="bold yellow" if here else "cyan")
    return text


def _line_of(value: float, low: float, span: float, high: int) -> int:
    """Which line from above a height falls in; what lies outside is drawn at the edge."""
    return high - 1 - min(high - 1, max(0, int((value - low) / span * high)))


def _scale(values: Sequence[float | None]) -> tuple[float, float]:
    known = [value for value in values if value is not None]
    low, top = min(0.0, *known, 0.0), max(0.0, *known, 0.0)
    return low, (top - low) or 1.0


_SERIES: Final = 6
_HIGH: Final = 8
_PAGE_EVERY: Final = 1.0  # seconds: a fast replay need not write a page for every tick
Told = Callable[["Stream", "Tick | None"], None]


@contextmanager
def showing(screen: Screen, books: Ledger, look: LiveView) -> Iterator[Told]:
    """Hears of every tick and every wait: keeps the page fresh, and the screen."""
    from epsilog.live.page import write_card, write_folder, write_page
    from epsilog.live.smooth import Smoother

    ticks, smoother = look.published(), Smoother(look.opening.plan)
    for known in ticks:
        smoother.told(known.cells)
    write_folder(look, ticks, screen.lang, books.identity)
    written = time.monotonic()

    def page() -> None:
        nonlocal look, written
        written = time.monotonic()
        before, look = look.before, look.again(books)
        write_page(look, ticks, screen.lang, books.identity)
        if look.before != before:  # the one thing a card says that changes
            write_card(look, screen.lang, books.identity)

    watched = not screen.as_json and sys.stdout.isatty()
    live = Live(console=screen.console, auto_refresh=False, transient=False) if watched else None

    def told(stream: Stream, tick: Tick | None) -> None:
        if tick is not None:
            ticks.append(replace(tick, cells=smoother.told(tick.cells)))
        if tick is not None and time.monotonic() - written >= _PAGE_EVERY:
            page()
        if live is not None:
            live.update(tick_chart(screen, stream, ticks), refresh=True)
        elif tick is not None:
            screen.line(_line(screen, stream, tick))

    if live is None:
        yield told
        return
    with live:
        yield told


def tick_chart(screen: Screen, stream: Stream, ticks: Sequence[Tick]) -> Panel:
    """The last ticks of the first series as columns, the range of the last one beside."""
    from epsilog.live.page import (
        continued_texts,
        keys_text,
        range_text,
        smoothed_texts,
        value_text,
        wait_text,
    )
    from epsilog.live.words import band_words, fresh_text

    grid = Table.grid(padding=(0, 2))
    grid.add_column(overflow="fold", max_width=26)
    grid.add_column(no_wrap=True)
    grid.add_column(justify="right", no_wrap=True)
    width = max(10, screen.console.width - 64)
    series: dict[tuple[str, tuple[str, ...]], list[tuple[float | None, float | None]]] = {}
    on = {(cell.entry, cell.keys) for tick in ticks[-width:] for cell in tick.cells if cell.continued is not None}
    for tick in ticks[-width:]:
        for cell in tick.cells:
            number = cell.continued if (cell.entry, cell.keys) in on else cell
            shown = None if number is None else number.value
            shown = shown if cell.alert is None else float(cell.alert)
            soft = None if cell.smoothed is None else cell.smoothed.value
            series.setdefault((cell.entry, cell.keys), []).append((shown, soft))
    last = {(cell.entry, cell.keys): cell for cell in (ticks[-1].cells if ticks else ())}
    for name, values in list(series.items())[:_SERIES]:
        newest = last[name]
        title = Text(harmless(f"{name[0]}\n{keys_text(newest, screen.lang)}"), style="bold")
        told = Text(harmless(value_text(newest, screen.lang)), style="bold cyan")
        told.append(f"\n{range_text(newest)}", style="dim")
        if newest.fresh is not None:
            told.append(f"\n{fresh_text(newest, screen.lang)}", style="green" if newest.fresh == "yes" else "dim")
        if newest.continued is not None:
            joined, ends = continued_texts(newest)
            told.append("\n" + screen.say("stream.continued.value", value=joined), style="bold cyan")
            told.append(f"\n{ends}", style="dim")
        if newest.smoothed is not None:
            middle, band = smoothed_texts(newest)
            told.append("\n" + screen.say("stream.smoothed.value", value=middle), style="yellow")
            told.append("\n" + band_words(newest.smoothed.band, band, screen.lang), style="dim")
        high = _HIGH if len(series) <= 2 else 3
        noisy, smooth = zip(*values, strict=True)
        grid.add_row(title, plot(noisy, smooth, high), told)
    head = Text()
    if ticks:
        label = ticks[-1].label
        head.append(
            screen.say("stream.tick", tick=label, done=f"{stream.done:,}", total=stream.opening.total), "bold"
        )
    if not stream.is_over:
        left = wait_text(max(0, int(stream.clock.until(stream.done))))
        following = stream.opening.label(stream.done + 1)
        head.append("   " + screen.say("stream.next", tick=following, left=left), "dim")
    more = len(series) - _SERIES
    notes = [Text(screen.say("stream.more", more=f"{more:,}"), style="dim")] if more > 0 else []
    return Panel(
        Group(head, Text(), grid, *notes), title=Text(harmless(stream.request.release)), border_style="cyan"
    )


def _line(screen: Screen, stream: Stream, tick: Tick) -> str:
    from epsilog.live.page import continued_texts, value_text
    from epsilog.live.words import fresh_text

    head = screen.say("stream.tick", tick=tick.label, done=f"{stream.done:,}", total=stream.opening.total)
    told = []
    for cell in tick.cells[:_SERIES]:
        said = f"{'/'.join(cell.keys) or cell.entry} {value_text(cell, screen.lang)}"
        if cell.continued is not None:
            said += f" ({screen.say('stream.continued.value', value=continued_texts(cell)[0])})"
        if cell.fresh is not None:
            said += f" ({fresh_text(cell, screen.lang)})"
        told.append(said)
    return f"{head}  {', '.join(told)}"
