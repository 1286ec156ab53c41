"""The parts of a report that tell what was read off tables, for people who have never seen a p-value corrected."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

import numpy as np

from epsilog.kinds.study.ask.question import questions_of
from epsilog.kinds.study.ask.studied import is_rate, standard_of
from epsilog.kinds.study.show.risks import method_used
from epsilog.kinds.study.show.tests import by_ranges
from epsilog.kinds.study.words import order_words, question_words, words_of
from epsilog.postprocess.infer.two_means import LEAST_P
from epsilog.roles.derived import Derived
from epsilog.roles.entry import Entry
from epsilog.roles.page import Page
from epsilog.roles.telling import Speaker
from epsilog.words import percent, plain

# The part of a report that shows the textbook's recipe beside ours, and says why it is worse.


_TIMES: Final = 6


def recipe_part(page: Page, told: Speaker, query: Entry, one: Derived) -> None:
    """A sentence, and both ranges at a few times."""
    times = one.reals("time")
    if np.isnan(one.reals("value")).any():
        page.say(told.say("study.says.recipe.lost"))
        return
    wide, ours = (one.reals(high) - one.reals(low) for high, low in (("high", "low"), ("ours_high", "ours_low")))
    # Both widths at the middle of all times: at the ends a curve that has not moved yet makes any ratio.
    page.say(told.say("study.says.recipe", times=len(times), factor=plain(float(np.median(wide / ours)), 2)))
    step = max(1, math.ceil(len(times) / _TIMES))
    chosen = sorted({*range(step - 1, len(times), step), len(times) - 1})
    columns = [
        (told.say("study.column.time", unit=words_of(query, told.lang)["unit"]), True),
        (told.say("study.column.recipe"), True),
        (told.say("study.column.recipe_range"), True),
        (told.say("study.column.ours"), True),
        (told.say("study.column.ours_range"), True),
    ]
    rows = []
    for at in chosen:
        found = [_percent(told, float(one.reals(name)[at])) for name in ("value", "low", "high")]
        own = [_percent(told, float(one.reals(name)[at])) for name in ("ours", "ours_low", "ours_high")]
        rows.append([f"{times[at]:,.6g}", found[0], f"{found[1]} … {found[2]}", own[0], f"{own[1]} … {own[2]}"])
    page.table(columns, rows, [False] * len(rows))


def _percent(told: Speaker, share: float) -> str:
    return f"{100 * share:.1f}" + ("%" if told.lang == "zh" else " %")


MOST_ROWS: Final = 24
PER: Final = 1_000  # people, of a rate
CLEAR: Final = 0.05


def study_part(page: Page, told: Speaker, one: Derived, file: str) -> None:
    """One table that was read off an entry: a sentence, some of its rows, and where all of them are."""
    assert one.entry is not None
    query = told.spec.publish[one.entry]
    if one.form == "curve":
        _curve(page, told, query, one)
        page.say(told.say("study.says.curve", file=file), "note")
        return
    if one.form == "recipe":
        recipe_part(page, told, query, one)
    else:
        page.say(_sentence(told, query, one))
        shown = _figures(page, told, query, one)
        if shown < one.rows:
            page.say(told.say("release.preview", shown=shown, rows=f"{one.rows:,}", file=file), "note")
            return
    page.say(told.say("release.preview.all", rows=f"{one.rows:,}", file=file), "note")


def tests_part(page: Page, told: Speaker, tests: Derived, file: str) -> None:
    """All tests, each as a question with its reading."""
    page.open(told.say("study.form.tests"))
    many = {"count": tests.rows} if tests.rows > 1 else {}
    page.say(told.say("study.says.tests" if many else "study.says.test", **many))
    if by_ranges(told.plan):
        page.say(told.say("study.says.test.means"))
    for line in _orders(told):
        page.say(line)
    names = ["test", "of", "p_value", *(["holm"] if many else []), "verdict"]
    columns = [(told.say(f"study.column.{name}"), name in ("p_value", "holm")) for name in names]
    known = {query.name: query for query in told.spec.publish}
    rows = []
    for at, question in enumerate(questions_of(told.spec)):
        p_value, corrected = float(tests.reals("p_value")[at]), float(tests.reals("holm")[at])
        verdict = told.say("study.verdict.clear" if corrected <= CLEAR else "study.verdict.unclear")
        # So many simulations cannot tell a smaller p: it is at most that, and what is made of it likewise.
        drawn = float(tests.reals("simulations")[at])
        floor = 1 / (1 + drawn) if drawn else LEAST_P
        if p_value <= floor * (1 + 1e-5):
            told_p, told_corrected = (_at_most(told, end) for end in (max(p_value, floor), corrected))
        else:
            told_p, told_corrected = _p(p_value), _p(corrected)
        found = [question_words(question, known[question.of], told.lang), question.of, told_p]
        rows.append([*found, *([told_corrected] if many else []), verdict])
    page.table(columns, rows, [False] * len(rows), told.say(f"study.about.{tests.about}"))
    page.say(told.say("release.preview.all", rows=f"{tests.rows:,}", file=file), "note")
    page.close()


def _orders(told: Speaker) -> list[str]:
    """What a comparison over time takes the order inside bins to be; nothing by the first rule."""
    if told.plan.rule("survival") == 1:
        return []
    compared = {question.of for question in questions_of(told.spec) if question.asked == "logrank"}
    words = [one.ask.exits.order for one in told.spec.publish if one.name in compared and one.ask.exits is not None]
    return [told.say(f"study.says.logrank.{word}") for word in dict.fromkeys(words)]


def by_horizon(told: Speaker, summary: Derived) -> tuple[str, str]:
    """Half the usual range of the share with the event by the horizon, and what that share is called."""
    assert summary.entry is not None
    figures = next(word for word in summary.words() if word.name == "figure")
    chosen = np.flatnonzero(figures.codes == figures.labels.index("event_by_horizon"))
    wide = summary.reals("high")[chosen] - summary.reals("low")[chosen]
    off = told.say("study.points", value=plain(50 * float(np.median(wide)), 2, "up"))
    given = words_of(told.spec.publish[summary.entry], told.lang)
    return off, told.say("study.figure.event_by_horizon", **given)


def _p(value: float) -> str:
    return f"{value:.4f}" if value < 0.1 else f"{value:.2f}"


def _at_most(told: Speaker, value: float) -> str:
    return told.say("study.at_most", value=f"{math.ceil(1e4 * value - 1e-3) / 1e4:.4f}")


def _sentence(told: Speaker, query: Entry, one: Derived) -> str:
    times = told.times()
    times = times[:1].upper() + times[1:]
    if query.ask.exits is not None and told.plan.rule("survival") > 1:
        given = {"times": times} if one.form == "summary" else {}
        return told.say(f"study.says.{one.form}.within", order=order_words(query, told.lang), **given)
    if one.form in ("summary", "quantiles"):
        return told.say(f"study.says.{one.form}", times=times)
    if one.form == "incidence":
        return told.say("study.says.incidence")
    given = {"event": query.by[0].keys[0], "times": times}
    if one.form == "standardised":
        standard = standard_of(query)
        assert standard is not None
        given["strata"] = standard.column
        if standard.population:
            return told.say("study.says.standardised.rate", per=f"{PER:,}", **given)
        return told.say("study.says.standardised.risk", **given)
    given["column"] = query.by[0].column
    if one.form != "proportion":
        return told.say(f"study.says.{one.form}", **given)
    limits = "data" if one.about == "data" else _limits(told, query, one)
    if limits == "credible":
        given["confidence"] = percent(float(one.confidence), told.lang, digits=2)
    return told.say(f"study.says.proportion.{limits}", **given)


def _limits(told: Speaker, query: Entry, one: Derived) -> str:
    """Which limits of a share there are, as they promise different things; "population": Fieller's."""
    assert one.entry is not None
    law = told.plan.draws_of(one.entry)[0].noise.law
    found = method_used(query, law)
    return "population" if found == "fieller" else found


def _figures(page: Page, told: Speaker, query: Entry, one: Derived) -> int:
    """Keys, the value, and its range; of incidences the horizon only. How many rows that is."""
    sure = percent(float(one.confidence), told.lang, digits=2)
    words = one.words()
    ours = ("figure", "against", "quantile", "cause")
    names = [(told.say(f"study.column.{word.name}") if word.name in ours else word.name, False) for word in words]
    value = told.say("release.column.value")
    columns = [*names, (value, True), (told.say("release.column.range", confidence=sure), True)]
    places: Sequence[int] = range(one.rows)
    if one.form == "incidence":
        last = one.reals("time").max(initial=0.0)
        places = np.flatnonzero(one.reals("time") == last).tolist()
    rows = []
    for at in list(places)[:MOST_ROWS]:
        labels = [_label(told, query, word.name, word.labels[word.codes[at]]) for word in words]
        figure = next((word.labels[word.codes[at]] for word in words if word.name == "figure"), "")
        number, low, high = (
            _spell_figure(told, query, one, figure, float(one.reals(name)[at])) for name in ("value", "low", "high")
        )
        if figure == "difference":  # its unit stands beside the value
            low, high = (_with_sign(100 * float(one.reals(name)[at])) for name in ("low", "high"))
        rows.append([*labels, number, low if low == high else f"{low} … {high}"])
    page.table(columns, rows, [False] * len(rows), told.say(f"study.about.{one.about}"))
    return len(rows)


def _label(told: Speaker, query: Entry, column: str, label: str) -> str:
    if column != "figure":
        return label
    given = words_of(query, told.lang)
    if label == "median":
        given = {"event": given["event"]}
    return told.say(f"study.figure.{label}", **(given if query.ask.exits is not None else {}))


def _spell_figure(told: Speaker, query: Entry, one: Derived, figure: str, number: float) -> str:
    """A number as people say it: shares in per cent, differences in points, times in their unit."""
    if math.isnan(number):
        return told.say("study.none")
    if figure in ("median", "restricted_mean"):
        given = words_of(query, told.lang)
        if math.isinf(number):
            return told.say("study.not_reached", horizon=given["horizon"], unit=given["unit"])
        return told.say("study.time", value=f"{number:,.1f}", unit=given["unit"])
    if figure == "difference":
        return told.say("study.points", value=_with_sign(100 * number))
    if figure in ("relative_risk", "odds_ratio"):
        return f"{number:.2f}"
    if one.form == "quantiles":
        return plain(number, 6)
    if one.form == "standardised" and is_rate(query):
        return f"{PER * number:.2f}"
    return _percent(told, number)


def _with_sign(number: float) -> str:
    return f"{number:+.1f}".replace("-", "−")


def _curve(page: Page, told: Speaker, query: Entry, one: Derived) -> None:
    """A few times of every arm: who is at risk, and how many are still without the event."""
    given = words_of(query, told.lang)
    sure = percent(float(one.confidence), told.lang, digits=2)
    words, times = one.words(), one.reals("time")
    assert query.ask.exits is not None
    bins = len(query.ask.exits.ends)
    step = max(1, math.ceil(bins / _TIMES))
    chosen = sorted({*range(step - 1, bins, step), bins - 1})
    columns = [(word.name, False) for word in words]
    columns.append((told.say("study.column.time", unit=given["unit"]), True))
    columns.append((told.say("study.column.at_risk"), True))
    columns.append((told.say("study.column.free"), True))
    columns.append((told.say("release.column.range", confidence=sure), True))
    rows = []
    for start in range(0, min(one.rows, MOST_ROWS // len(chosen) * bins), bins):
        for at in (start + place for place in chosen):
            ends = [_percent(told, float(one.reals(name)[at])) for name in ("value", "low", "high")]
            labels = [word.labels[word.codes[at]] for word in words]
            numbers = [f"{times[at]:,.6g}", f"{one.reals('at_risk')[at]:,.0f}"]
            rows.append([*labels, *numbers, ends[0], f"{ends[1]} … {ends[2]}"])
    page.table(columns, rows, [False] * len(rows), told.say(f"study.about.{one.about}"))
