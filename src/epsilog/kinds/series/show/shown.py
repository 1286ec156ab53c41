"""What a series shows whose ticks are made together: running totals, windows, fading sums, and methods."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

from epsilog.core.series_method import Fast
from epsilog.kinds.series.plan.planned import SeriesDraw
from epsilog.kinds.series.plan.radius import RadiusDraw
from epsilog.kinds.series.show.columns import KEPT, series_columns
from epsilog.kinds.series.show.fast import SAMPLED, fast_columns, samples_read
from epsilog.kinds.series.words import shapes as words
from epsilog.postprocess.ranges import Integers
from epsilog.roles.column import Column
from epsilog.roles.moved import moved_record
from epsilog.roles.plan import Plan
from epsilog.roles.query import Query
from epsilog.roles.shape import method_of
from epsilog.roles.shown import Columns, Off, Rows, Shown, asked_of
from epsilog.roles.smooth_columns import Known, known_of, smooth_columns
from epsilog.roles.smoothed import is_smoothed
from epsilog.roles.table import Table, keys_of
from epsilog.roles.telling import Told
from epsilog.words import Language, plain

if TYPE_CHECKING:
    from matplotlib.figure import Figure


class SeriesShown(Shown[SeriesDraw]):
    """A value and its range at every tick; of FAST a model's, and the samples it rests on."""

    @property
    def own(self) -> tuple[str, ...]:
        """The samples of FAST, and how many coefficients were kept."""
        return (*SAMPLED, KEPT)

    def columns(self, plan: Plan, planned: Sequence[SeriesDraw], vectors: Sequence[Integers]) -> Columns:
        """A row for each cell and tick."""
        (series,), (values,), query = planned, vectors, asked_of(plan, planned)
        keys = keys_of(query.grid().axes)
        if isinstance(method_of(query), Fast):
            return Columns(keys, fast_columns(series, values, plan.spec.confidence))
        columns: list[Column] = [*series_columns(series, values)]
        if isinstance(series, RadiusDraw) and is_smoothed(query, plan.spec.tidy):
            version = plan.rule("smooth")
            columns += smooth_columns(query, series.tick_noise, values, plan.spec.confidence, version)
        return Columns(keys, columns)

    def read(self, planned: Sequence[SeriesDraw], rows: Rows, table: Table) -> list[Integers]:
        """What was drawn; of FAST the samples."""
        if "sampled" in table.names:
            return [samples_read(planned[0], rows, table)]
        return super().read(planned, rows, table)

    def known_noise(self, planned: SeriesDraw) -> Known | None:
        """Of one radius for ticks told one by one."""
        if isinstance(planned, RadiusDraw) and planned.group == 1:
            return known_of(planned.tick_noise)
        return None

    def shape_words(self, query: Query, lang: Language) -> list[str]:
        """What it says at every tick."""
        return words.shape_words(query, lang)

    def exact(self, told: Told, planned: Sequence[SeriesDraw], off: Off) -> str:
        """How exact its ticks are."""
        return words.series_exact(planned[0], told.times(), told.lang)

    def weight(self, told: Told, planned: SeriesDraw, one: str) -> str:
        """What one unit may do to it."""
        return words.series_weight(planned, one, told.lang)

    def fresh(self, plan: Plan, planned: SeriesDraw, lang: Language) -> list[str]:
        """When the mean of a group is new."""
        return words.series_fresh(planned, lang)

    def error(self, plan: Plan, planned: Sequence[SeriesDraw], lang: Language, off: Off) -> str:
        """How exact it will be."""
        return words.series_error(planned[0], plain(100 * float(plan.spec.confidence), 6), lang)

    def steps(self, planned: SeriesDraw, lang: Language, unit: str) -> list[str]:
        """From what one unit may contribute to how far it moves the answers, and the noise on them."""
        return words.series_steps(planned, lang, unit)

    def choices(self, plan: Plan, planned: SeriesDraw, lang: Language) -> list[str]:
        """Every strategy at the price of the chosen one."""
        return words.series_choices(plan, planned, lang)

    def choices_picture(self, plan: Plan, lang: str | None) -> Figure | None:
        """The error of each strategy against epsilon and number of ticks."""
        from epsilog.kinds.series.show.picture import series_picture

        return series_picture(plan, lang)

    def record(self, plan: Plan, planned: SeriesDraw) -> dict[str, Any]:
        """Its margins, and every strategy that was compared."""
        return words.series_record(plan, planned)

    def card(self, plan: Plan, planned: Sequence[SeriesDraw]) -> dict[str, Any]:
        """Its margins and its noise."""
        (draw,) = planned
        return {**words.series_card(draw), "draws": [{**words.series_drawn(draw), **moved_record(draw)}]}


SERIES: Final = SeriesShown()
