"""What alerts show: the ticks that spoke, by how much, and how sure a look is."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from epsilog.kinds.alert.plan.planned import AlertDraw
from epsilog.kinds.alert.show.columns import WATCHED, alert_columns, watched
from epsilog.kinds.alert.words import alerts as words
from epsilog.postprocess.ranges import Integers
from epsilog.roles.column import Words
from epsilog.roles.moved import moved_record
from epsilog.roles.page import Page
from epsilog.roles.plan import Plan
from epsilog.roles.preview import PREVIEW, number_shown
from epsilog.roles.query import Query
from epsilog.roles.shown import Columns, Off, Rows, Shown, asked_of
from epsilog.roles.table import Table, keys_of
from epsilog.roles.telling import Told
from epsilog.words import Language, percent, plain

if TYPE_CHECKING:
    from matplotlib.figure import Figure


class AlertShown(Shown[AlertDraw]):
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
        return [watched(planned[0], rows, table)]

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
        """Stems at the ticks that spoke."""
        from epsilog.kinds.alert.show.picture import alert_picture

        return alert_picture(table, title, unit, lang)

    def preview(self, page: Page, table: Table, file: str, told: Told, query: Query) -> bool:
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

    def usual_error(self, table: Table, told: Told) -> str | None:
        """How unsure a look is."""
        return f"±{plain(float(table.figures('unsure').floats()[0]), 3, 'up')}"

    def shape_words(self, query: Query, lang: Language) -> list[str]:
        """The line, and how many alerts there may be."""
        return words.alert_shape(query, lang)

    def exact(self, told: Told, planned: Sequence[AlertDraw], off: Off) -> str:
        """How sure a look is."""
        return words.alert_exact(planned[0], told.times(), told.lang)

    def weight(self, told: Told, planned: AlertDraw, one: str) -> str:
        """What one unit may do to a look."""
        return words.alert_weight(planned, one, told.lang)

    def error(self, plan: Plan, planned: Sequence[AlertDraw], lang: Language, off: Off) -> str:
        """How sure it will be."""
        return words.alert_error(planned[0], plain(100 * float(plan.spec.confidence), 6), lang)

    def steps(self, planned: AlertDraw, lang: Language, unit: str) -> list[str]:
        """How far one unit moves a look, and the noise on line and looks."""
        return words.alert_steps(planned, lang, unit)

    def record(self, plan: Plan, planned: AlertDraw) -> dict[str, Any]:
        """The line and its price."""
        return words.alert_record(planned)

    def card(self, plan: Plan, planned: Sequence[AlertDraw]) -> dict[str, Any]:
        """The same in a card."""
        (draw,) = planned
        return {**words.alert_card(draw), "draws": [{**words.alert_drawn(draw), **moved_record(draw)}]}


ALERT: Final = AlertShown()
