"""What a series shows that repeats its last value until a new one is worth its price."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from epsilog.kinds.repeat.plan.planned import RepeatDraw
from epsilog.kinds.repeat.plan.spells import SpellDraw
from epsilog.kinds.repeat.show.columns import repeat_columns, repeats_read
from epsilog.kinds.repeat.show.spells import TOLD, spell_columns, spells_read
from epsilog.kinds.repeat.words import repeats as words
from epsilog.postprocess.ranges import Integers
from epsilog.roles.moved import moved_record
from epsilog.roles.plan import Plan
from epsilog.roles.query import Query
from epsilog.roles.shown import Columns, Off, Rows, Shown, asked_of
from epsilog.roles.table import Table, keys_of
from epsilog.roles.telling import Told
from epsilog.words import Language


class RepeatShown(Shown[RepeatDraw]):
    """The last fresh value, its range, and whether it is of this tick; of spells also what it is made of."""

    @property
    def own(self) -> tuple[str, ...]:
        """Whether it is fresh, and what a spell was told from."""
        return ("fresh", *TOLD)

    def columns(self, plan: Plan, planned: Sequence[RepeatDraw], vectors: Sequence[Integers]) -> Columns:
        """A row for each cell and tick."""
        (draw,), sure = planned, plan.spec.confidence
        keys = keys_of(asked_of(plan, planned).grid().axes)
        if isinstance(draw, SpellDraw):
            return Columns(keys, spell_columns(draw, vectors[0], sure, plan.rule("spells")))
        return Columns(keys, repeat_columns(draw, vectors[0], sure))

    def read(self, planned: Sequence[RepeatDraw], rows: Rows, table: Table) -> list[Integers]:
        """What was drawn."""
        (draw,) = planned
        if isinstance(draw, SpellDraw):
            return [spells_read(draw, rows, table)]
        return [repeats_read(draw, rows, table)]

    def shape_words(self, query: Query, lang: Language) -> list[str]:
        """When a value is fresh."""
        return words.repeat_shape(query, lang)

    def exact(self, told: Told, planned: Sequence[RepeatDraw], off: Off) -> str:
        """How exact a fresh value is."""
        return words.repeat_exact(planned[0], told.times(), told.plan, told.lang)

    def weight(self, told: Told, planned: RepeatDraw, one: str) -> str:
        """What one unit may do to a row."""
        return words.repeat_weight(planned, one, told.lang)

    def fresh(self, plan: Plan, planned: RepeatDraw, lang: Language) -> list[str]:
        """When its values are new."""
        return words.repeat_fresh(plan, planned, lang)

    def error(self, plan: Plan, planned: Sequence[RepeatDraw], lang: Language, off: Off) -> str:
        """How exact it will be."""
        return words.repeat_error(planned[0], plan.spec.confidence, lang)

    def steps(self, planned: RepeatDraw, lang: Language, unit: str) -> list[str]:
        """How far one unit moves a row, and what a fresh value and a question cost."""
        return words.repeat_steps(planned, lang, unit)

    def record(self, plan: Plan, planned: RepeatDraw) -> dict[str, Any]:
        """Its rule and its price."""
        return words.repeat_record(planned, plan.spec.confidence)

    def card(self, plan: Plan, planned: Sequence[RepeatDraw]) -> dict[str, Any]:
        """The same in a card."""
        (draw,) = planned
        said = words.repeat_card(draw, plan.spec.confidence)
        return {**said, "draws": [{**words.repeat_drawn(draw), **moved_record(draw)}]}


REPEAT: Final = RepeatShown()
