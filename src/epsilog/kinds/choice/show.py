"""What a choice shows: quantiles and the best of several keys have no noise of their own, and no range."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import product
from math import ceil
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from epsilog.accounting.pictures import canvas as look
from epsilog.core.grid import Axis, Keys
from epsilog.core.number import spell_number
from epsilog.kinds.choice.ask import MIDDLE, choice_of
from epsilog.kinds.choice.plan import Pick
from epsilog.postprocess.ranges import Integers
from epsilog.roles.candidates import Sum
from epsilog.roles.canvas import MOST_BARS, clean, finish_figure
from epsilog.roles.column import Column, Figures, Words
from epsilog.roles.entry import Entry
from epsilog.roles.page import Page
from epsilog.roles.plan import Plan
from epsilog.roles.planned import moved_record
from epsilog.roles.shown import Columns, Off, Rows, Shown, asked_of
from epsilog.roles.table import Table, keys_of, number_shown, rows_shown
from epsilog.roles.telling import Speaker, cells_words
from epsilog.words import Language, join_names, percent, plain, say
from epsilog.words.wrapping import wrap_text

if TYPE_CHECKING:
    from matplotlib.figure import Figure

OFF = {"quantiles": "rows_off", "top": "behind"}


def pick_columns(pick: Pick, values: Integers, confidence: Fraction) -> list[Column]:
    """`value`, and `rows_off` (of rank, for a quantile) or `behind` (the best that was left, for a key).

    Several quantiles of one group are drawn one by one and may cross. Their `value` is put in growing order, what
    was drawn stays in `raw`, and `rows_off` belongs to it.

    There is no noise law for a choice and so no range around its value: the stated distance is what holds, as often
    as the confidence says, for the bounded data of each group.
    """
    entry, off = pick.entry, OFF[pick.entry.kind]
    if choice_of(entry).at is not None:
        first, step, _ = choice_of(entry).values()
        each = [ceil(pick.off(confidence, place)) for place in range(pick.rounds)]
        rows = np.tile(np.array(each, dtype=np.int64), pick.groups)
        distance = Figures(off, rows, Fraction(1))
        if not is_ordered(entry):
            return [Figures("value", values + first, step), distance]
        grown = np.sort(values.reshape(pick.groups, pick.rounds), axis=1).reshape(-1)
        return [Figures("value", grown + first, step), Figures("raw", values + first, step), distance]
    labels = choice_of(entry).candidates()
    assert isinstance(labels, Keys)
    behind = np.full(pick.size, int(pick.off(confidence) / pick.grain), dtype=np.int64)
    return [Words("value", labels.keys, values), Figures(off, behind, pick.grain)]


def is_ordered(entry: Entry) -> bool:
    """Whether values of one group are put in order: where there are several quantiles."""
    at = choice_of(entry).at
    return at is not None and len(at) > 1


def read_choices(pick: Pick, texts: list[str]) -> Integers:
    """The numbers that were chosen, from the cells of the column `value` (or `raw`) as a CSV holds them."""
    if choice_of(pick.entry).at is not None:
        first, step, _ = choice_of(pick.entry).values()
        column = Figures("value", np.zeros(1, dtype=np.int64), step)
        return np.array([column.read(text) - first for text in texts], dtype=np.int64)
    keys = choice_of(pick.entry).candidates().labels()
    written = Words("value", keys, np.arange(len(keys))).cells()
    # The reader of a CSV has taken the quotes away.
    known = {text[1:-1].replace('""', '"'): at for at, text in enumerate(written)}
    return np.array([known[text] for text in texts], dtype=np.int64)


MOST_PLACES: Final = 5


def ranking(table: Table, title: str, lang: str | None = None) -> Figure:
    """The picture of a table of keys: a line for each group, its chosen keys from left to right."""
    tongue = look.picture_language(lang)
    *groups, places = table.axes
    chosen = table.column("value")
    assert isinstance(chosen, Words)
    lines = list(product(*(axis.labels() for axis in groups)))
    shown, across = min(len(lines), MOST_BARS), min(places.size, MOST_PLACES)
    figure, (ax,) = look.canvas(9.6, max(2.2, 1.6 + 0.42 * shown))
    for row in range(shown):
        name = " · ".join(clean(label, 26) for label in lines[row])
        ax.text(-0.15, -row, name, ha="right", va="center", color=look.QUIET, fontsize=10.5)
        for place in range(across):
            word = clean(chosen.labels[chosen.codes[row * places.size + place]], 24)
            ax.text(place, -row, f"{place + 1}. {word}", ha="left", va="center", color=look.INK, fontsize=11.5)
    ax.set_xlim(-1.2 if groups else -0.1, across)
    ax.set_ylim(-shown + 0.4, 0.7)
    ax.axis("off")
    if shown < len(lines):
        title = say("release.picture.shown", tongue, title=title, shown=shown, all=f"{len(lines):,}")
    look.title(figure, "\n".join(wrap_text(clean(title, 400), 78)))
    (behind,) = set(table.figures("behind").cells())
    sure = percent(float(table.confidence), tongue, digits=2)
    words = say("release.picture.top", tongue, confidence=sure, off=behind)
    figure.supxlabel(words, fontsize=10, color=look.QUIET)
    return finish_figure(figure, tongue, "".join(chosen.labels) + "".join(map("".join, lines[:shown])))


class ChoiceShown(Shown[Pick]):
    """What was chosen, and how far off it may be."""

    @property
    def own(self) -> tuple[str, ...]:
        """How far off."""
        return self.distances

    @property
    def distances(self) -> tuple[str, ...]:
        """Rows of rank, or so much behind the best."""
        return tuple(OFF.values())

    def columns(self, plan: Plan, planned: Sequence[Pick], vectors: Sequence[Integers]) -> Columns:
        """A row for each answer of each group."""
        axes = asked_of(plan, planned).shown().axes
        return Columns(keys_of(axes), pick_columns(planned[0], vectors[0], plan.spec.confidence))

    def read(self, planned: Sequence[Pick], rows: Rows, table: Table) -> list[Integers]:
        """What was chosen."""
        place = table.names.index("raw" if "raw" in table.names else "value")
        return [read_choices(planned[0], [row[place] for row in rows[1:]])]

    def picture(
        self,
        plan: Plan,
        planned: Sequence[Pick],
        vectors: Sequence[Integers],
        table: Table,
        title: str,
        unit: str,
        lang: str | None,
    ) -> Figure | None:
        """Keys as a list; quantiles as dots, without one of its own."""
        if table.kind != "top":
            return None
        return ranking(table, title, lang)

    def preview(self, page: Page, table: Table, file: str, told: Speaker, query: Entry) -> bool:
        """The first answers: keys, what was chosen, how far off it may be."""
        sure = percent(float(table.confidence), told.lang, digits=2)
        own = ("value", "raw", OFF[table.kind], "confidence", "about")
        names = [column.name for column in table.columns if column.name not in own]
        drawn = [name for name in ("value", "raw") if name in table.names]
        off = table.figures(OFF[table.kind])
        columns = [(told.say("study.column.quantile") if name == "quantile" else name, False) for name in names]
        columns += [(told.say(f"release.column.{name}"), table.kind == "quantiles") for name in drawn]
        columns.append((told.say(f"release.column.{OFF[table.kind]}", confidence=sure), True))
        rows = []
        for place in range(rows_shown(table)):
            found = [table.column(name) for name in (*names, *drawn)]
            told_as = [
                column.labels[column.codes[place]] if isinstance(column, Words) else number_shown(column, place)
                for column in found
            ]
            rows.append([*told_as, number_shown(off, place)])
        page.table(columns, rows, [False] * len(rows), told.say(f"study.about.{table.about}"))
        key = "release.preview.all" if table.rows == len(rows) else "release.preview"
        given = {"rows": f"{table.rows:,}", "file": file}
        page.say(told.say(key, **given, **({} if key.endswith("all") else {"shown": len(rows)})), "note")
        return True

    def caption(self, table: Table, lang: Language) -> list[str] | None:
        """How far off quantiles are, and whether they were put in order."""
        off = f"{int(table.figures('rows_off').steps.max(initial=0)):,}"
        sure = percent(float(table.confidence), lang, digits=2)
        crossed = "raw" in table.names and bool((table.figures("value").steps != table.figures("raw").steps).any())
        words = say("release.picture.quantiles", lang, confidence=sure, off=off)
        return [words, *([say("release.picture.ordered", lang)] if crossed else [])]

    def usual_error(self, table: Table, told: Speaker) -> str | None:
        """Its distance, which is not one of its values."""
        most = plain(float(table.figures(OFF[table.kind]).floats().max(initial=0.0)), 3, "up")
        return told.say(f"release.tile.error.{table.kind}", most=most)

    def what(self, query: Entry, lang: Language) -> tuple[str, dict[str, str]]:
        """Which quantiles, or how many of how many keys."""
        asked = choice_of(query)
        if asked.at == MIDDLE:
            return "median", {}
        if asked.at is not None:
            return "", {"shares": join_names((plain(float(share), 6) for share in asked.at), lang)}
        said = _best("release.best", asked.best, lang)
        return "", {"k": f"{asked.k:,}", "candidates": f"{asked.candidates().size:,}", "best": said}

    def divided_by(self, query: Entry) -> tuple[Axis, ...]:
        """The groups; candidates are what is chosen from."""
        return query.grid().axes[:-1]

    def exact(self, told: Speaker, planned: Sequence[Pick], off: Off) -> str:
        """How far off, as often as stated."""
        query = asked_of(told.plan, planned)
        most = plain(float(planned[0].off(told.spec.confidence)), 3, "up")
        return told.say(f"release.exact.{query.kind}", name=query.name, times=told.times(), margin=most)

    def notes(self, told: Speaker, planned: Sequence[Pick]) -> list[str]:
        """That several quantiles of one group were put in order."""
        query = asked_of(told.plan, planned)
        return [told.say("release.tidy.ordered", name=query.name)] if is_ordered(query) else []

    def missing_rules(self, told: Speaker, query: Entry) -> list[str]:
        """What happened to rows that are no candidate, and to those without a value to add up."""
        said = [told.say(f"release.rule.{query.kind}", name=query.name)]
        best = choice_of(query).best
        if not isinstance(best, Sum):
            return said
        if best.missing is None:
            return [*said, told.say("release.rule.missing", name=query.name)]
        value = plain(float(best.missing), 12)
        return [*said, told.say("release.rule.missing.as", name=query.name, value=value)]

    def weight(self, told: Speaker, planned: Pick, one: str) -> str:
        """How far one unit moves the scores, and how the choice is made."""
        reach = plain(float(planned.reach * planned.grain), 6, "up")
        law, entry = told.say(f"release.law.{planned.law}"), planned.entry
        return told.say(f"release.weight.{entry.kind}", name=entry.name, one=one, reach=reach, law=law)

    def entry_line(self, query: Entry, lang: Language) -> str:
        """What is chosen, from what, how often."""
        size = query.grid().size // choice_of(query).candidates().size
        cells = cells_words(query, size, lang, "once", "groups")
        return say(f"plan.entry.{query.kind}", lang, entry=query.name, cells=cells, **_choice_values(query, lang))

    def error(self, plan: Plan, planned: Sequence[Pick], lang: Language, off: Off) -> str:
        """How far off it may be."""
        (pick,) = planned
        confidence = plain(100 * float(plan.spec.confidence), 6)
        said = {"entry": pick.entry.name, "confidence": confidence, "margin": plain(off(), way="up")}
        return say(f"plan.error.{pick.entry.kind}", lang, law=say(f"plan.law.{pick.law}", lang), **said)

    def steps(self, planned: Pick, lang: Language, unit: str) -> list[str]:
        """What the norms mean for a choice, and how it is made."""
        said = {"reach": f"{planned.reach:,}", "unit": unit}
        first = say(f"plan.derive.spread.{planned.entry.kind}", lang, **said)
        rounds, epsilon = f"{planned.rounds:,}", plain(float(planned.parameter), 6)
        key, groups = f"plan.derive.pick.{planned.law}", f"{planned.groups:,}"
        return [first, say(key, lang, epsilon=epsilon, rounds=rounds, groups=groups)]

    def record(self, plan: Plan, planned: Pick) -> dict[str, Any]:
        """How far off, in how many rounds, from how many candidates."""
        return {
            "margin": float(f"{float(planned.off(plan.spec.confidence)):.9g}"),
            "rounds": planned.rounds,
            "groups": planned.groups,
            "candidates": planned.candidates,
            "spread": planned.reach,
        }

    def card(self, plan: Plan, planned: Sequence[Pick]) -> dict[str, Any]:
        """The same in a card."""
        (pick,), query = planned, asked_of(plan, planned)
        return {
            "margin": {OFF[query.kind]: spell_number(pick.off(plan.spec.confidence))},
            "step": None if choice_of(query).at is None else spell_number(choice_of(query).values()[1]),
            "draws": [_draw_record(pick)],
            "groups": pick.groups,
            "candidates": pick.candidates,
        }

    def tidied_record(self, query: Entry) -> dict[str, Any]:
        """Which number the distance belongs to, where values were put in order."""
        return {"ordered": "values of one group; rows_off belongs to raw"} if is_ordered(query) else {}


def _choice_values(query: Entry, lang: Language) -> dict[str, str]:
    asked = choice_of(query)
    if asked.at is not None and asked.between is not None:
        low, high = (plain(float(end), 6) for end in asked.between)
        return {
            "shares": join_names((plain(float(share), 6) for share in asked.at), lang),
            "column": query.column or "",
            "low": low,
            "high": high,
            "step": plain(float(asked.values()[1])),
        }
    numbers = {"k": f"{asked.k:,}", "candidates": f"{asked.candidates().size:,}"}
    return {**numbers, "column": query.column or "", "best": _best("plan.best", asked.best, lang)}


def _best(key: str, best: str | Sum | None, lang: Language) -> str:
    """What the best have most of."""
    return say(f"{key}.sum", lang, column=best.column) if isinstance(best, Sum) else say(f"{key}.{best}", lang)


def _draw_record(pick: Pick) -> dict[str, Any]:
    return {
        "of": pick.entry.kind,
        "mechanism": pick.law,
        "law": "permute and flip" if pick.law == "flip" else "exponential mechanism",
        "parameter": {"epsilon": spell_number(pick.parameter), "rounds": pick.rounds, "reach": pick.reach},
        "grain": spell_number(pick.grain),
        **moved_record(pick),
        "charge": pick.charge.to_dict(),
    }
