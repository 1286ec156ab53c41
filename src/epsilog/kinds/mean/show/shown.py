"""What numbers show that are made of several noisy vectors: means, variances, ratios, correlations."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any, Final

from epsilog.core.measure import Total
from epsilog.core.number import spell_number
from epsilog.kinds.mean import words as joint
from epsilog.kinds.mean.ask import mean_of
from epsilog.kinds.mean.plan import FORMED, NOISY, formed_columns, part_margins, step_of
from epsilog.postprocess.means import FINER, mean_range, spread_of
from epsilog.postprocess.ranges import Integers
from epsilog.roles.column import Column, Figures
from epsilog.roles.derived import Derived
from epsilog.roles.entry import Entry
from epsilog.roles.error import ASSUMED_ROWS, OWN_WORDS, for_ratio
from epsilog.roles.noisy_shown import NoisyShown, error_words, named_margins
from epsilog.roles.page import Page
from epsilog.roles.plan import Plan
from epsilog.roles.planned import Draw
from epsilog.roles.range_rules import FIRST
from epsilog.roles.shown import Columns, Off, Rows, asked_of, population_words, read_back, reading_words
from epsilog.roles.spec import Spec
from epsilog.roles.table import Table, keys_of
from epsilog.roles.telling import Speaker
from epsilog.words import Language, plain, say

_PARTS: Final = {"rows": ".count", **{name: f".{name}" for name in OWN_WORDS}}


class MeanShown(NoisyShown):
    """A value and its range, and the noisy numbers they are made of."""

    @property
    def own(self) -> tuple[str, ...]:
        """The noisy numbers."""
        return tuple(NOISY.values())

    @property
    def forms(self) -> tuple[str, ...]:
        """How far clamping moved a mean."""
        return ("clipping",)

    def columns(self, plan: Plan, planned: Sequence[Draw], vectors: Sequence[Integers]) -> Columns:
        """A row for each cell."""
        query = asked_of(plan, planned)
        keys = keys_of(query.grid().axes)
        if query.kind == "mean":
            return Columns(keys, _mean(plan.spec, query, planned, vectors))
        laws = [draw.noise.law for draw in planned]
        return Columns(keys, formed_columns(query, laws, vectors, plan.spec.confidence, plan.rule))

    def read(self, planned: Sequence[Draw], rows: Rows, table: Table) -> list[Integers]:
        """Its noisy numbers."""
        found = [name for name in table.names if name in self.own]
        return read_back(rows, table, found)

    def coarse(self, query: Entry) -> int:
        """Means and deviations are told to the grain."""
        return FINER if query.kind in ("mean", "deviation", "expectation") else 1

    def exact(self, told: Speaker, planned: Sequence[Draw], off: Off) -> str:
        """How exact it is, and for cells of how many rows."""
        query = asked_of(told.plan, planned)
        if query.kind == "mean":
            said = "release.exact.mean" if query.expect is not None else "release.exact.mean.assumed"
            rows = plain(float(query.expect)) if query.expect is not None else f"{ASSUMED_ROWS:,}"
            return told.say(said, name=query.name, times=told.times(), rows=rows, margin=plain(off(), 3, "up"))
        family = query.kind if query.kind in ("ratio", "expectation", "correlation") else "spread"
        key = f"release.exact.{family}"
        if family == "expectation" and told.plan.rule("mean") != FIRST:
            key += f".{mean_of(query).method}"
        return told.say(key, name=query.name, times=told.times())

    def about(self, told: Speaker, planned: Sequence[Draw]) -> list[str]:
        """What was clamped, and where it is told what that did."""
        if asked_of(told.plan, planned).ask.tails is None:
            return []
        from epsilog.kinds.mean.show.clipping import tails_line

        return [tails_line(told, planned[0].query)]

    def part_key(self, query: Entry, part: int) -> str:
        """Which of its vectors a sentence is about."""
        return _PARTS.get(query.parts[part], ".sum")

    def error(self, plan: Plan, planned: Sequence[Draw], lang: Language, off: Off) -> str:
        """How exact it will be, and for cells of how many rows."""
        query = asked_of(plan, planned)
        said = error_words(plan, planned, lang, off())
        if query.kind == "ratio":
            return say("plan.error.ratio", lang, **said, **for_ratio(query))
        family = query.kind if query.kind in ("mean", "expectation", "correlation") else "spread"
        if query.expect is not None:
            return say(f"plan.error.{family}.expected", lang, rows=plain(float(query.expect)), **said)
        few, many = (plain(off(rows=rows), way="up") for rows in (100, 10_000))
        rows = f"{ASSUMED_ROWS:,}"
        return say(f"plan.error.{family}.assumed", lang, few=few, many=many, rows=rows, **said)

    def announce(self, plan: Plan, planned: Sequence[Draw], lang: Language) -> list[str]:
        """What the tails are for, what its ranges will speak of, by which method, and what will be read off it."""
        query, said = asked_of(plan, planned), []
        if query.ask.tails is not None:
            from epsilog.kinds.mean.show.clipping import plan_tails

            said.append(plan_tails(plan, planned[0].query, lang))
        said += population_words(query, lang)
        if query.kind == "expectation" and plan.rule("mean") != FIRST:
            said.append(say(f"study.plan.mean.{mean_of(query).method}", lang, entry=query.name))
        return [*said, *reading_words(query, lang)]

    def together(self, plan: Plan, planned: Sequence[Draw], lang: Language) -> list[str]:
        """What is saved where its vectors are one."""
        return joint.together_steps(plan, planned[0].query, lang)

    def margin_rows(self, query: Entry) -> str | None:
        """What `expect` says, else so many as are assumed; a ratio's error is stated for a sum."""
        usual = None if query.kind == "ratio" else str(ASSUMED_ROWS)
        return spell_number(query.expect) if query.expect is not None else usual

    def entry_record(self, plan: Plan, planned: Sequence[Draw]) -> dict[str, Any]:
        """The one charge of vectors that are drawn together."""
        return joint.together_record(plan, planned[0].query)

    def middle(self, query: Entry) -> str | None:
        """The middle of the declared range."""
        total = query.measures()[0]
        if query.kind not in ("mean", "variance", "deviation", "expectation") or not isinstance(total, Total):
            return None
        return spell_number(total.centre * total.grain)

    def margins(self, query: Entry, planned: Sequence[Draw], confidence: Fraction) -> dict[str, str]:
        """Half-widths of each of its noisy numbers."""
        if query.kind in FORMED:
            margins = part_margins([draw.noise.law for draw in planned], confidence)
            named = zip(query.parts, margins, planned, strict=True)
            return {name: spell_number(margin * draw.grain) for name, margin, draw in named}
        return named_margins(("sum_from_middle", "count", *query.parts[2:]), planned, confidence)

    def step(self, query: Entry, planned: Sequence[Draw]) -> Fraction:
        """The step values are told in."""
        return step_of(query) if query.kind in FORMED else planned[0].grain / FINER

    def part_word(self, query: Entry, part: int) -> str:
        """What a vector is of."""
        if query.kind in FORMED or query.ask.tails is not None:
            return query.parts[part]
        return super().part_word(query, part)

    def derived(self, plan: Plan, planned: Sequence[Draw], vectors: Sequence[Integers]) -> Sequence[Derived]:
        """How far clamping moved a mean, where its tails were counted."""
        query = asked_of(plan, planned)
        if query.ask.tails is None:
            return ()
        from epsilog.kinds.mean.show.clipping import clipping_table

        laws = [draw.noise.law for draw in planned]
        return (clipping_table(planned[0].query, query, laws, vectors, plan.spec, plan.rule("mean")),)

    def part(self, page: Page, told: Speaker, one: Derived, file: str) -> None:
        """How far clamping moved a mean."""
        from epsilog.kinds.mean.show.clipping import clipping_part

        assert one.entry is not None
        clipping_part(page, told, told.spec.publish[one.entry], one)
        page.say(told.say("release.preview.all", rows=f"{one.rows:,}", file=file), "note")


def _mean(spec: Spec, query: Entry, draws: Sequence[Draw], vectors: Sequence[Integers]) -> list[Column]:
    total = query.measures()[0]
    assert isinstance(total, Total)
    sums, counts, *tails = vectors
    laws = [draw.noise.law for draw in draws]
    found = mean_range(sums, counts, total, spread_of(laws[0], laws[1], total.reach, spec.confidence))
    step = draws[0].grain / FINER
    return [
        Figures("value", found.value, step),
        Figures("low", found.low, step),
        Figures("high", found.high, step),
        Figures("noisy_sum_from_middle", sums, draws[0].grain),
        Figures("noisy_count", counts, draws[1].grain),
        *(Figures(NOISY[side], rows, Fraction(1)) for side, rows in zip(query.parts[2:], tails, strict=True)),
    ]
