"""What independent noise in every cell shows: where every kind that is drawn that way begins."""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import numpy as np

from epsilog.core.measure import Persons, Total
from epsilog.core.number import spell_number
from epsilog.postprocess.ranges import Integers, around, margin_of
from epsilog.postprocess.sums import margin_of_sum
from epsilog.postprocess.tidy import nearest_with_total, tidy_counts, totals_over
from epsilog.roles.column import Column, Figures, Words
from epsilog.roles.entry import Entry
from epsilog.roles.plan import Plan
from epsilog.roles.planned import Draw, moved_record
from epsilog.roles.shown import Columns, Off, Shown, asked_of
from epsilog.roles.smooth_columns import Known, known_of, smooth_columns
from epsilog.roles.smoothed import is_smoothed
from epsilog.roles.spec import Spec, Tidy
from epsilog.roles.table import keys_of, summed_axes, tidied_as, totals_of
from epsilog.roles.telling import Speaker
from epsilog.words import Language, plain, say


class NoisyShown(Shown[Draw]):
    """Values with ranges; totals and whole numbers where the request wants them tidied."""

    def columns(self, plan: Plan, planned: Sequence[Draw], vectors: Sequence[Integers]) -> Columns:
        """`value`, `raw` where it was tidied, `low` and `high`; totals below, a smoothed value beside ticks."""
        spec, query, draw = plan.spec, asked_of(plan, planned), planned[0]
        if query.about == "population":
            return _expected_columns(spec, query, draw, vectors[0], tidied_as(query, spec.tidy))
        return _plain(spec, query, draw, vectors[0], plan.rule("smooth"))

    def known_noise(self, planned: Draw) -> Known | None:
        """Its law, told one tick at a time."""
        return known_of(planned)

    def exact(self, told: Speaker, planned: Sequence[Draw], off: Off) -> str:
        """By how much, or that it depends on the people."""
        query, draw = asked_of(told.plan, planned), planned[0]
        if query.about == "population" and query.kind in ("rows", "persons", "histogram"):
            return told.say("release.exact.population", name=query.name, times=told.times())
        half = plain(float(margin_of(draw.noise.law, told.spec.confidence) * draw.grain), 3, "up")
        return told.say("release.exact.number", name=query.name, times=told.times(), margin=half)

    def weight(self, told: Speaker, planned: Draw, one: str) -> str:
        """How far one unit moves a vector, and its noise."""
        query, moved = told.spec.publish[planned.query], planned.contribution
        key = "release.weight.noise" + self.part_key(query, planned.part)
        moves = float(moved.sensitivity.l1 * planned.grain)
        if moved.norm is not None:
            key, moves = key + ".norm", math.sqrt(moved.sensitivity.l2_squared) * float(planned.grain)
        return told.say(
            key,
            name=query.called(planned.part),
            one=one,
            reach=plain(moves, 6, "up"),
            law=told.say(f"release.law.{planned.law}"),
            deviation=plain(planned.noise.mean_absolute),
        )

    def part_key(self, query: Entry, part: int) -> str:
        """The end of the sentence's key, where a vector of several is told."""
        return ""

    def error(self, plan: Plan, planned: Sequence[Draw], lang: Language, off: Off) -> str:
        """The margin and the mean error of one number."""
        mean = plain(planned[0].noise.mean_absolute)
        return say("plan.error.number", lang, mean=mean, **error_words(plan, planned, lang, off()))

    def steps(self, planned: Draw, lang: Language, unit: str) -> list[str]:
        """The noise."""
        law, parameter = say(f"plan.law.{planned.law}", lang), plain(float(planned.parameter), 6)
        grain = float(planned.grain)
        if planned.law == "laplace":
            units = plain(float(planned.parameter) * grain, 6)
            return [say("plan.derive.noise.laplace", lang, law=law, parameter=parameter, units=units)]
        units = plain(math.sqrt(float(planned.parameter)) * grain, 6)
        return [say("plan.derive.noise.gaussian", lang, law=law, parameter=parameter, units=units)]

    def record(self, plan: Plan, planned: Draw) -> dict[str, Any]:
        """Its margin and its mean error."""
        margin = float(f"{planned.noise.margin(plan.spec.confidence):.9g}")
        return {"margin": margin, "mean_absolute": float(f"{planned.noise.mean_absolute:.9g}")}

    def card(self, plan: Plan, planned: Sequence[Draw]) -> dict[str, Any]:
        """Margins, the step of its values, and the noise of each vector."""
        query = asked_of(plan, planned)
        return {
            "margin": self.margins(query, planned, plan.spec.confidence),
            "step": spell_number(self.step(query, planned)),
            "draws": [self.drawn(query, draw) for draw in planned],
            **({"total": query.total} if query.total is not None and not query.levels else {}),
        }

    def margins(self, query: Entry, planned: Sequence[Draw], confidence: Fraction) -> dict[str, str]:
        """Half-widths in the data's own units."""
        return named_margins(("value",), planned, confidence)

    def step(self, query: Entry, planned: Sequence[Draw]) -> Fraction:
        """The step values are told in."""
        return planned[0].grain

    def part_word(self, query: Entry, part: int) -> str:
        """What a vector is of."""
        measure = query.measures()[part]
        return "sum" if isinstance(measure, Total) else "persons" if isinstance(measure, Persons) else "rows"

    def drawn(self, query: Entry, draw: Draw) -> dict[str, Any]:
        """The noise of one vector, for a card."""
        return {
            "of": self.part_word(query, draw.part),
            "mechanism": draw.law,
            "law": f"discrete {draw.law}",
            "parameter": {"scale" if draw.law == "laplace" else "sigma_squared": spell_number(draw.parameter)},
            "grain": spell_number(draw.grain),
            **moved_record(draw),
            **({} if query.ask.together else {"charge": draw.charge.to_dict()}),
        }


def named_margins(names: Sequence[str], planned: Sequence[Draw], confidence: Fraction) -> dict[str, str]:
    """The margin of each vector, in the data's own units."""
    return {
        name: spell_number(margin_of(draw.noise.law, confidence) * draw.grain)
        for name, draw in zip(names, planned, strict=True)
    }


def error_words(plan: Plan, planned: Sequence[Draw], lang: Language, margin: float) -> dict[str, str]:
    """What every sentence about the error of noisy numbers is filled with."""
    law = " + ".join(say(f"plan.law.{name}", lang) for name in dict.fromkeys(draw.law for draw in planned))
    confidence = plain(100 * float(plan.spec.confidence), 6)
    entry = asked_of(plan, planned).name
    return {"entry": entry, "confidence": confidence, "law": law, "margin": plain(margin, way="up")}


def _plain(spec: Spec, query: Entry, draw: Draw, values: Integers, version: int) -> Columns:
    axes = query.grid().axes
    shape = [axis.size for axis in axes]
    how = tidied_as(query, spec.tidy)
    law = draw.noise.law
    found = around(values, margin_of(law, spec.confidence))
    nice = values
    if how.whole and query.total is not None:
        nice = nearest_with_total(values, query.total)
    elif how.whole and len(values):
        nice = tidy_counts(values, shape, summed_axes(axes), keep_totals=how.totals)
    parts, shown = [found], [nice]
    sets = totals_of(axes) if how.totals and len(values) else []  # where no key was found there is no sum either
    for over in sets:
        cells = int(np.prod([shape[axis] for axis in over], dtype=np.int64))
        raw = totals_over(values, shape, over)
        parts.append(around(raw, margin_of_sum(law, cells, spec.confidence)))
        shown.append(totals_over(nice, shape, over))
    columns: list[Column] = []
    if how.totals:
        rows = np.repeat([0, 1], [len(values), sum(len(part.value) for part in parts[1:])])
        columns.append(Words("row", ("cell", "total"), rows.astype(np.int64)))
    grain = draw.grain
    columns.append(Figures("value", np.concatenate(shown), grain))
    if how.whole:
        columns.append(Figures("raw", np.concatenate([part.value for part in parts]), grain))
    columns.append(Figures("low", np.concatenate([part.low for part in parts]), grain))
    columns.append(Figures("high", np.concatenate([part.high for part in parts]), grain))
    if is_smoothed(query, how):
        columns += smooth_columns(query, draw, values, spec.confidence, version)
    return Columns(keys_of(axes, sets), columns)


def _expected_columns(spec: Spec, query: Entry, draw: Draw, values: Integers, how: Tidy) -> Columns:
    """Counts with ranges of what is expected of the population, in hundredths, rounded outwards."""
    from epsilog.postprocess.infer.expected import expected_counts

    low, high = expected_counts(values, draw.noise.law, spec.confidence)
    axes, nice = query.grid().axes, values
    if how.whole and len(values):
        shape = [axis.size for axis in axes]
        nice = tidy_counts(values, shape, summed_axes(axes), keep_totals=False)
        nice = nice if query.total is None else nearest_with_total(values, query.total)
    columns: list[Column] = [Figures("value", nice, draw.grain)]
    columns += [Figures("raw", values, draw.grain)] if how.whole else []
    for name, end in (("low", np.floor(low * 100)), ("high", np.ceil(high * 100))):
        steps = np.clip(end, 0, 2.0**62).astype(np.int64)
        columns.append(Figures(name, steps, Fraction(1, 100)))
    return Columns(keys_of(axes), columns)
