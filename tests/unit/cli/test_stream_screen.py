"""What a stream looks like in a terminal: a plot that fits, in both languages, whatever the values are."""

from __future__ import annotations

import io
from types import SimpleNamespace

import pytest
from rich.console import Console

from epsilog.cli.screen import Screen
from epsilog.cli.stream_screen import columns, plot, tick_chart
from epsilog.roles.tick import Cell, Smoothed, Tick


def ticks(count, cells):
    def cell(n, k):
        return Cell(
            f"entry {k}", ("North",), 3.0 * n - k, n - 5.0, n + 5.0, smoothed=Smoothed(2.0 * n, n - 1.0, n + 1.0)
        )

    return [Tick(n, f"2026-01-05T{n:02d}", tuple(cell(n, k) for k in cells)) for n in range(count)]


@pytest.mark.parametrize("lang", ["en", "zh"])
@pytest.mark.parametrize("width", [60, 110])
def test_the_plot_fits(lang, width):
    screen = Screen("stream", lang, False)
    screen.console = Console(width=width, record=True, force_terminal=True, file=io.StringIO())
    stream = SimpleNamespace(
        ticks=SimpleNamespace(size=200),
        done=90,
        is_over=False,
        clock=SimpleNamespace(until=lambda number: 61.0),
        opening=SimpleNamespace(total="200", label=lambda number: "next tick"),
        request=SimpleNamespace(release="[bold]building"),
    )
    for told in (ticks(0, range(1)), ticks(1, range(1)), ticks(90, range(2)), ticks(90, range(9))):
        screen.console.print(tick_chart(screen, stream, told))
    text = screen.console.export_text()
    assert "next tick" in text
    assert "1 min 1 s" in text
    assert "[bold]building" in text, "a name is no order to the terminal"
    assert "━" in text
    assert {"en": "smoothed 178", "zh": "平滑 178"}[lang] in text
    assert max(map(len, text.splitlines())) <= width
    assert ("3 further" in text) or ("另有 3" in text)


def test_columns_stand_on_the_lowest_value():
    assert columns([], 2) == ["", ""]
    assert columns([None, 0.0], 1) == ["  "]
    assert columns([-4.0, 4.0], 2) == [" █", " █"]
    assert len(columns([1.0, 2.0, None, 1e300], 3)) == 3


def test_a_smoothed_line_stays_inside_the_plot_and_may_be_missing():
    assert plot([1.0, 2.0], [None, None], 2).plain.splitlines() == columns([1.0, 2.0], 2)
    assert plot([1.0, 2.0], [-9.0, 9.0], 2).plain.splitlines() == [" ━", "━█"]
    assert plot([], [], 2).plain == "\n"
