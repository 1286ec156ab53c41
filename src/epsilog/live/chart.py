"""A live series as a small picture in SVG: line, range, smoothed line, alerts. By hand, because made every tick."""

from __future__ import annotations

import html
import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from epsilog.roles.tick import Freshness, Smoothed

_WIDE, _HIGH = 640, 230
_LEFT, _RIGHT, _TOP, _LOW = 62, 14, 14, 34
_INK, _QUIET, _RULE, _BLUE, _PALE, _RED = "#22303c", "#5b6b79", "#dfe5ea", "#2c6e9b", "#d3e4f0", "#b3392f"
_NAME: Final = 92  # how wide the name of a tick is
MOST: Final = 240  # points of one picture


@dataclass(frozen=True)
class Point:
    """One tick of one series; None where nothing is told."""

    label: str
    value: float | None
    low: float | None
    high: float | None
    alert: bool | None
    smoothed: Smoothed | None = None
    fresh: Freshness | None = None


def chart(points: Sequence[Point], total: int, caption: str) -> str:
    """The last points of a series; the axis below is as long as the horizon where that is not too long."""
    shown = list(points[-MOST:])
    if any(point.alert is not None for point in shown):
        return _alerts(shown, total, caption)
    known = [(at, point) for at, point in enumerate(shown) if point.value is not None]
    if not known:
        return _frame("", caption)
    ends = [end for _, point in known for end in (point.low, point.high, point.value) if end is not None]
    model = [(at, point.smoothed) for at, point in known if point.smoothed is not None]
    ends += [end for _, soft in model for end in (soft.low, soft.high)]
    ticks = nice(min(0.0, min(ends)), max(ends))
    low, high = ticks[0], ticks[-1]
    slots = max(len(shown), min(total, MOST), 2)
    steps = known[0][1].fresh is not None  # a value stands until it is replaced: nothing is known of the way there

    def x(at: int) -> float:
        return _LEFT + (_WIDE - _LEFT - _RIGHT) * at / (slots - 1)

    def y(value: float) -> float:
        return _TOP + (_HIGH - _TOP - _LOW) * (high - value) / (high - low)

    drawn = [
        f'<line x1="{_LEFT}" x2="{_WIDE - _RIGHT}" y1="{y(tick):.1f}" y2="{y(tick):.1f}" stroke="{_RULE}"/>'
        f'<text x="{_LEFT - 8}" y="{y(tick) + 4:.1f}" text-anchor="end" fill="{_QUIET}">{_short(tick)}</text>'
        for tick in ticks
    ]
    upper = [f"{x(at):.1f},{y(point.high):.1f}" for at, point in known if point.high is not None]
    lower = [f"{x(at):.1f},{y(point.low):.1f}" for at, point in known if point.low is not None]
    if len(upper) > 1:
        if steps:
            upper, lower = _steps(upper), _steps(lower)
        drawn.append(f'<polygon points="{" ".join([*upper, *reversed(lower)])}" fill="{_PALE}"/>')
    line = [f"{x(at):.1f},{y(point.value or 0.0):.1f}" for at, point in known]
    drawn.append(_line(_steps(line) if steps else line, _BLUE, 0.9 if model else 2.2))
    for side, width, dashes in (("low", 1.0, "3 3"), ("high", 1.0, "3 3"), ("value", 2.8, "")):
        places = [f"{x(at):.1f},{y(getattr(soft, side)):.1f}" for at, soft in model]
        drawn.append(_line(places, _INK, width, dashes))
    new = [place.split(",") for place, (_, point) in zip(line, known, strict=True) if point.fresh == "yes"]
    drawn += [f'<circle cx="{left}" cy="{top}" r="2.6" fill="{_INK}"/>' for left, top in new]
    end = line[-1].split(",")
    hollow = known[-1][1].fresh == "no"
    fill = f'fill="#fff" stroke="{_BLUE}" stroke-width="2"' if hollow else f'fill="{_BLUE}"'
    drawn.append(f'<circle cx="{end[0]}" cy="{end[1]}" r="4" {fill}/>')
    drawn += _below(shown, x)
    return _frame("".join(drawn), caption)


def _steps(places: Sequence[str]) -> list[str]:
    """Level until the next place, then up or down.

    >>> _steps(["0,5", "1,5", "2,8"])
    ['0,5', '1,5', '1,5', '2,5', '2,8']
    """
    found = list(places[:1])
    for before, place in pairwise(places):
        found += [f"{place.split(',')[0]},{before.split(',')[1]}", place]
    return found


def _line(places: Sequence[str], ink: str, width: float, dashes: str = "") -> str:
    if not places:
        return ""
    dashed = f' stroke-dasharray="{dashes}"' if dashes else ""
    way = f'<polyline points="{" ".join(places)}" fill="none" stroke="{ink}" stroke-width="{width}"'
    return f'{way}{dashed} stroke-linejoin="round"/>'


def _alerts(shown: Sequence[Point], total: int, caption: str) -> str:
    """Ticks as small boxes: quiet, above the line, and after the last alert nothing more."""
    slots = max(len(shown), min(total, MOST), 2)

    def x(at: int) -> float:
        return _LEFT + (_WIDE - _LEFT - _RIGHT) * at / slots

    wide = max(1.0, (_WIDE - _LEFT - _RIGHT) / slots - 1.5)
    drawn = []
    for at, point in enumerate(shown):
        colour = _RULE if point.alert is None else _RED if point.alert else _PALE
        top, tall = (26, 74) if point.alert else (66, 34)
        drawn.append(f'<rect x="{x(at):.1f}" y="{top}" width="{wide:.1f}" height="{tall}" rx="2" fill="{colour}"/>')
    drawn += _below(shown, x, 118)
    return _frame("".join(drawn), caption, 132)


def _below(shown: Sequence[Point], x: object, y: float = _HIGH - 10) -> list[str]:
    """The first and the last tick's names, one in the middle where there is room."""
    places = dict.fromkeys([0, len(shown) - 1, *([len(shown) // 2] if len(shown) > 8 else [])])
    out: list[str] = []
    taken: list[float] = []
    for place in places:
        left = x(place)  # type: ignore[operator]
        side = "start" if left < 120 else "end" if left > _WIDE - 90 else "middle"
        begins = left - {"start": 0, "middle": _NAME / 2, "end": _NAME}[side]
        if any(abs(begins - other) < _NAME + 12 for other in taken):
            continue
        taken.append(begins)
        text = html.escape(shown[place].label)
        out.append(f'<text x="{left:.1f}" y="{y}" text-anchor="{side}" fill="{_QUIET}">{text}</text>')
    return out


def _frame(drawn: str, caption: str, high: int = _HIGH) -> str:
    name = html.escape(caption, quote=True)
    return (
        f'<svg viewBox="0 0 {_WIDE} {high}" role="img" aria-label="{name}" '
        f'style="font: 12.5px system-ui, sans-serif">{drawn}</svg>'
    )


def nice(low: float, high: float, count: int = 4) -> list[float]:
    """Round numbers that span a range.

    >>> nice(-3, 47)
    [-20.0, 0.0, 20.0, 40.0, 60.0]
    """
    span = max(high - low, 1e-9)
    size: float = 10.0 ** math.floor(math.log10(span / count))
    step = next((size * factor for factor in (1, 2, 5, 10) if span / (size * factor) <= count), size * 10)
    first, last = math.floor(low / step), math.ceil(high / step)
    return [at * step for at in range(first, max(last, first + 1) + 1)]


def _short(value: float) -> str:
    return f"{value:,.0f}" if abs(value) >= 1000 or value == round(value) else f"{value:.4g}"
