"""Spending over time: the used share of each account as steps towards its cap."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from epsilog.accounting.pictures import canvas as look
from epsilog.errors import SpecError
from epsilog.words import percent, say

if TYPE_CHECKING:
    from matplotlib.figure import Figure

_MOST: Final = 8
_MINUTE: Final = 1 / 1440
_LINES: Final = (look.BLUE, look.AMBER, look.GREEN, "#7d4f9c", "#1f8a8a", "#8a5a2b", "#5b6b79")


@dataclass(frozen=True)
class Course:
    """One account: the share of its cap that is used after each entry, and when it was stopped."""

    name: str
    points: tuple[tuple[dt.datetime, float], ...]
    stops: tuple[dt.datetime, ...] = ()

    @property
    def used(self) -> float:
        """Where it stands."""
        return self.points[-1][1] if self.points else 0.0

    def at(self, moment: dt.datetime) -> float:
        """Where it stood."""
        return next((share for when, share in reversed(self.points) if when <= moment), 0.0)


def spending_picture(courses: Sequence[Course], lang: str | None = None) -> Figure:
    """A step line for each account, thick where it stands below no other. The caps are the line at 100 %."""
    drawn = [course for course in courses if course.points]
    if not drawn:
        raise SpecError("no account to draw", where="courses")
    wholes = [course for course in drawn if not any(course.name.startswith(f"{other.name}/") for other in drawn)]
    parts = sorted((course for course in drawn if course not in wholes), key=lambda course: -course.used)
    kept = [*wholes, *parts][: max(_MOST, len(wholes))]
    tongue = look.picture_language(lang)
    figure, (ax,) = look.canvas(9.6, 4.8)
    begin = min(_day(course.points[0][0]) for course in kept)
    end = max(_day(when) for course in kept for when in (course.points[-1][0], *course.stops))
    end = max(end, begin + _MINUTE)
    margin = (end - begin) / 40
    for number, course in enumerate(kept):
        whole = course in wholes
        colour = look.INK if number == 0 else _LINES[(number - 1) % len(_LINES)]
        times = [_day(when) for when, _ in course.points] + [end + margin]
        shares = [share for _, share in course.points] + [course.used]
        words = say("picture.spending.line", tongue, name=course.name, used=percent(course.used, tongue, "up"))
        ax.step(times, shares, where="post", color=colour, linewidth=3 if whole else 1.8, label=words)
        for when in course.stops:
            ax.plot([_day(when)], [course.at(when)], "s", color=look.RED, markersize=8, zorder=5)
    if any(course.stops for course in kept):
        ax.plot([], [], "s", color=look.RED, markersize=8, label=say("picture.spending.stop", tongue))
    ax.axhline(1, color=look.RED, linewidth=2)
    ax.text(begin, 1.015, say("picture.spending.cap", tongue), color=look.RED, fontsize=10.5, va="bottom")
    ax.set_ylim(0, 1.12)
    ax.set_xlim(begin - margin, end + margin)
    _write_dates(ax)
    ax.yaxis.set_major_formatter(lambda value, _: percent(value, tongue))
    look.axes_names(ax, "", say("picture.spending.y", tongue))
    if len(wholes) == 1:
        used = percent(kept[0].used, tongue, "up")
        look.title(figure, say("picture.spending.title", tongue, name=kept[0].name, used=used))
    else:
        look.title(figure, say("picture.spending.many", tongue, count=len(wholes)))
    figure.legend(loc="outside lower center", frameon=False, fontsize=10.5, ncols=3)
    return look.finish(figure, tongue)


def _day(when: dt.datetime) -> float:
    """A moment as matplotlib counts: days since 1970."""
    return when.timestamp() / 86400


def _write_dates(ax: Any) -> None:
    from matplotlib import dates

    locate: Any = dates.AutoDateLocator
    write: Any = dates.ConciseDateFormatter
    locator = locate(minticks=4, maxticks=9)
    # Digits only: names of months would be English in a Chinese picture.
    formats = ["%Y", "%Y-%m", "%m-%d", "%H:%M", "%H:%M", "%H:%M:%S"]
    zeros = ["", "%Y-%m", "%Y-%m", "%m-%d", "%H:%M", "%H:%M"]
    offsets = ["", "", "%Y", "%Y-%m-%d", "%Y-%m-%d", "%Y-%m-%d"]
    ax.xaxis.set_major_locator(locator)
    ax.xaxis.set_major_formatter(write(locator, formats=formats, zero_formats=zeros, offset_formats=offsets))
