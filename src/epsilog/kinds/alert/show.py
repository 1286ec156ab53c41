"""What alerts show: the ticks that spoke, by how much, and how sure a look is."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

import numpy as np

from epsilog.accounting.pictures import canvas as look
from epsilog.core.clock import tick_start
from epsilog.core.grid import Ticks
from epsilog.kinds.alert.plan import ENDED, SILENT, AlertDraw
from epsilog.kinds.alert.words import AlertWords
from epsilog.postprocess.ranges import Integers
from epsilog.roles.canvas import clean, dates_along, finish_figure
from epsilog.roles.column import Column, Figures, Words
from epsilog.roles.entry import Entry
from epsilog.roles.page import Page
from epsilog.roles.plan import Plan
from epsilog.roles.shown import Columns, Rows, asked_of
from epsilog.roles.table import PREVIEW, Table, keys_of, number_shown
from epsilog.roles.telling import Speaker
from epsilog.words import percent, plain, say
from epsilog.words.wrapping import wrap_text

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from epsilog.roles.table import Table

WATCHED: Final = ("alert", "over", "unsure")
ANSWERS: Final = ("no", "yes", "ended")


def alert_columns(draw: AlertDraw, values: Integers) -> list[Column]:
    """`alert`: yes, no, or ended once all alerts were given; `over`: by how much, 0 where there was none; `unsure`.

    As often as the confidence says, a tick with an alert was truly above the line less `unsure`, and a tick without
    one below the line plus `unsure`. `over` is noisy, and told only where it is large: too large on average.
    """
    codes = np.where(values == ENDED, 2, np.where(values == SILENT, 0, 1)).astype(np.int64)
    return [
        Words("alert", ANSWERS, codes),
        Figures("over", np.maximum(values, 0), draw.grain),
        Figures("unsure", np.full(len(values), draw.unsure, dtype=np.int64), draw.grain),
    ]


def read_alerts(draw: AlertDraw, rows: Sequence[Sequence[str]], table: Table) -> Integers:
    """What was drawn, from the cells of a CSV as its reader gives them, the header first."""
    said, over = table.names.index("alert"), table.names.index("over")
    column = Figures("over", np.zeros(1, dtype=np.int64), draw.grain)
    meant = {"no": SILENT, "ended": ENDED}
    found = [meant[row[said]] if row[said] in meant else column.read(row[over]) for row in rows[1:]]
    if any(row[said] not in ANSWERS for row in rows[1:]):
        raise ValueError
    return np.array(found, dtype=np.int64)


class AlertShown(AlertWords):
    """One line that is watched, and what was said of it."""

    @property
    def own(self) -> tuple[str, ...]:
        """Whether, by how much, how sure."""
        return WATCHED

    def columns(self, plan: Plan, planned: Sequence[AlertDraw], vectors: Sequence[Integers]) -> Columns:
        """A row for each tick."""
        axes = asked_of(plan, planned).grid().axes
        return Columns(keys_of(axes), alert_columns(planned[0], vectors[0]))

    def read(self, planned: Sequence[AlertDraw], rows: Rows, table: Table) -> list[Integers]:
        """What was said at every tick."""
        return [read_alerts(planned[0], rows, table)]

    def picture(
        self,
        plan: Plan,
        planned: Sequence[AlertDraw],
        vectors: Sequence[Integers],
        table: Table,
        title: str,
        unit: str,
        lang: str | None,
    ) -> Figure | None:
        """Stems at the ticks with an alert; what was no longer watched is shaded."""
        tongue = look.picture_language(lang)
        along = next(axis for axis in table.axes if isinstance(axis, Ticks))
        when = np.array(
            [np.datetime64(tick_start(tick, along.every)) for tick in range(along.first, along.last + 2)],
            dtype="datetime64[h]",
        )
        said, over = table.column("alert"), table.figures("over").floats()
        assert isinstance(said, Words)
        yes, ended = np.flatnonzero(said.codes == 1), np.flatnonzero(said.codes == 2)
        unsure = float(table.figures("unsure").floats()[0])
        figure, (ax,) = look.canvas(9.6, 3.6)
        ax.axhspan(0, unsure, color=look.AMBER, alpha=0.12, linewidth=0)
        if len(ended):
            ax.axvspan(when[ended[0]], when[-1], color=look.RULE, linewidth=0)
        if 5 * len(ended) > len(said.codes):  # where there is room for the words
            middle = when[ended[0]] + (when[-1] - when[ended[0]]) // 2
            ax.text(
                middle, 0.5, say("release.picture.alert.ended", tongue), ha="center", va="center", color=look.QUIET,
                transform=ax.get_xaxis_transform(), fontsize=10.5,
            )  # fmt: skip
        ax.vlines(when[yes], 0, over[yes], color=look.RED, linewidth=2)
        ax.plot(when[yes], over[yes], "o", color=look.RED, markersize=7)
        if not len(yes):
            ax.text(
                0.5, 0.5, say("release.picture.alert.none", tongue), ha="center", va="center", color=look.QUIET,
                transform=ax.transAxes, fontsize=12,
            )  # fmt: skip
        ax.axhline(0, color=look.INK, linewidth=1)
        ax.set_xlim(when[0], when[-1])
        ax.set_ylim(0, 1.15 * max(unsure, float(over.max(initial=0))))
        dates_along(ax)
        label = say("release.picture.alert.over", tongue)
        ax.set_ylabel(f"{label}\n({clean(unit, 40)})", fontsize=10.5, color=look.INK)
        look.title(figure, "\n".join(wrap_text(clean(title, 400), 78)))
        sure = percent(float(table.confidence), tongue, digits=2)
        words = say("release.picture.alert", tongue, unsure=plain(unsure, way="up"), confidence=sure)
        figure.supxlabel(words, fontsize=10, color=look.QUIET)
        return finish_figure(figure, tongue, title)

    def preview(self, page: Page, table: Table, file: str, told: Speaker, query: Entry) -> bool:
        """The ticks that spoke; what stays silent is in the file."""
        said, when = table.column("alert"), table.columns[0]
        assert isinstance(said, Words)
        assert isinstance(when, Words)
        places = np.flatnonzero(said.codes == 1)[:PREVIEW].tolist()
        sure = percent(float(table.confidence), told.lang, digits=2)
        columns = [(when.name, False), (told.say("release.column.over"), True)]
        columns.append((told.say("release.column.unsure", confidence=sure), True))
        rows = [
            [when.labels[when.codes[at]], *(number_shown(table.figures(name), at) for name in ("over", "unsure"))]
            for at in places
        ]
        if rows:
            page.table(columns, rows, [False] * len(rows), told.say(f"study.about.{table.about}"))
        page.say(told.say("release.preview.alerts", shown=len(rows), rows=f"{table.rows:,}", file=file), "note")
        return True

    def usual_error(self, table: Table, told: Speaker) -> str | None:
        """How unsure a look is."""
        return f"±{plain(float(table.figures('unsure').floats()[0]), 3, 'up')}"
