"""What a report found, in a few sentences at its top: differences, shares by the horizon, answers to the tests."""

from __future__ import annotations

from typing import Final

from epsilog.kinds.study.ask.question import questions_of
from epsilog.kinds.study.words.study import question_words, words_of
from epsilog.roles.derived import Derived
from epsilog.roles.telling import Told

CLEAR: Final = 0.05
MOST_ARMS: Final = 4


def findings_of(told: Told, one: Derived) -> list[str]:
    """Sentences about one table; none where nothing was compared, followed or tested."""
    if one.form == "comparison":
        return _differences(told, one)
    if one.form == "summary":
        return _by_horizon(told, one)
    return _answers(told, one) if one.form == "tests" else []


def _texts(one: Derived, at: int) -> dict[str, str]:
    return {word.name: word.labels[word.codes[at]] for word in one.words()}


def _differences(told: Told, one: Derived) -> list[str]:
    """Differences of risks in points; of tables without strata, which a sentence could not hold."""
    query = told.spec.publish[one.entry or 0]
    if len(query.by) != 2:
        return []
    said = []
    event, column = query.by[0], query.by[1].column
    for at in range(one.rows):
        texts = _texts(one, at)
        if texts["figure"] != "difference":
            continue
        value, low, high = (100 * float(one.reals(name)[at]) for name in ("value", "low", "high"))
        group = next(text for name, text in texts.items() if name not in ("figure", "against"))
        given = {"event": f"{event.column} = {event.keys[0]}", "column": column, "group": group}
        given["against"] = texts["against"]
        if low <= 0 <= high:
            said.append(told.say("findings.same", **given, low=_signed(low), high=_signed(high)))
            continue
        ends = sorted((abs(low), abs(high)))
        points = {"points": f"{abs(value):.1f}", "low": f"{ends[0]:.1f}", "high": f"{ends[1]:.1f}"}
        said.append(told.say("findings.lower" if value < 0 else "findings.higher", **given, **points))
    return said


def _by_horizon(told: Told, one: Derived) -> list[str]:
    """The share with the event by the horizon, arm by arm."""
    query = told.spec.publish[one.entry or 0]
    percent = "%" if told.lang == "zh" else " %"
    arms = []
    for at in range(one.rows):
        texts = _texts(one, at)
        if texts.pop("figure") != "event_by_horizon":
            continue
        value, low, high = (f"{100 * float(one.reals(name)[at]):.1f}{percent}" for name in ("value", "low", "high"))
        arm = " · ".join(texts.values())
        ends = {"value": value, "low": low, "high": high}
        arms.append(told.say("findings.arm", arm=arm, **ends) if arm else told.say("findings.everybody", **ends))
    if not arms or len(arms) > MOST_ARMS:
        return []
    what = told.say("study.figure.event_by_horizon", **words_of(query, told.lang))
    return [told.say("findings.horizon", what=what, arms=("; " if told.lang == "en" else "；").join(arms))]


def _answers(told: Told, one: Derived) -> list[str]:
    known = {query.name: query for query in told.spec.publish}
    said = []
    for at, question in enumerate(questions_of(told.spec)):
        clear = float(one.reals("holm")[at]) <= CLEAR
        answer = told.say("study.verdict.clear" if clear else "study.verdict.unclear")
        asked = question_words(question, known[question.of], told.lang)
        said.append(told.say("findings.answer", question=asked, answer=answer[:1].upper() + answer[1:]))
    return said


def _signed(points: float) -> str:
    return f"{points:+.1f}".replace("-", "−")
