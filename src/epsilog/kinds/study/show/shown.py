"""What a study shows: shares, comparisons, curves and tests, read off tables of plain noise."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

from epsilog.kinds.study import words as words
from epsilog.kinds.study.ask.question import questions_of
from epsilog.kinds.study.words import question_words, words_of
from epsilog.postprocess.ranges import Integers
from epsilog.roles.derived import Derived
from epsilog.roles.entry import Entry
from epsilog.roles.noisy_shown import NoisyShown
from epsilog.roles.page import Page
from epsilog.roles.plan import Plan
from epsilog.roles.planned import Draw
from epsilog.roles.shown import Off, asked_of
from epsilog.roles.spec import Spec
from epsilog.roles.table import Table
from epsilog.roles.telling import Speaker
from epsilog.words import Language, say

if TYPE_CHECKING:
    from matplotlib.figure import Figure


DRAWN: Final = ("proportion", "standardised", "quantiles", "incidence")


class StudyShown(NoisyShown):
    """A table of plain noise, what is read off it, and the tests of a release."""

    @property
    def forms(self) -> tuple[str, ...]:
        """Everything but what clamping did."""
        risks = ("proportion", "comparison", "standardised", "quantiles")
        return (*risks, "curve", "incidence", "summary", "recipe", "tests")

    def picture(
        self,
        plan: Plan,
        planned: Sequence[Draw],
        vectors: Sequence[Integers],
        table: Table,
        title: str,
        unit: str,
        lang: str | None,
    ) -> Figure | None:
        """Of survival its curves."""
        if asked_of(plan, planned).ask.exits is None:
            return None
        from epsilog.kinds.study.show.picture import survival_picture

        return survival_picture(plan, planned[0], vectors[0], title, lang)

    def preview(self, page: Page, table: Table, file: str, told: Speaker, query: Entry) -> bool:
        """Nothing of survival: the cells of a curve, each a few people, say little by themselves."""
        return query.ask.exits is not None

    def what(self, query: Entry, lang: Language) -> tuple[str, dict[str, str]]:
        """The event, the horizon, and in which unit."""
        return "", words.words_of(query, lang)

    def exact(self, told: Speaker, planned: Sequence[Draw], off: Off) -> str:
        """Of survival what its ranges rest on."""
        query = asked_of(told.plan, planned)
        return super().exact(told, planned, off) if query.ask.exits is None else words.exact_survival(told, query)

    def rules(self, told: Speaker, planned: Sequence[Draw]) -> list[str]:
        """Of survival what happened to rows that have no place in it."""
        query = asked_of(told.plan, planned)
        return [] if query.ask.exits is None else [words.survival_rule(told, query)]

    def announce(self, plan: Plan, planned: Sequence[Draw], lang: Language) -> list[str]:
        """And what must be true of the order inside bins."""
        query, said = asked_of(plan, planned), super().announce(plan, planned, lang)
        if query.ask.exits is None:
            return said
        return [*said, say("study.plan.order", lang, entry=query.name, order=words.order_words(query, lang))]

    def derived(self, plan: Plan, planned: Sequence[Draw], vectors: Sequence[Integers]) -> Sequence[Derived]:
        """What the entry says to show."""
        from epsilog.kinds.study.show.survival import read_off

        return read_off(plan, planned, vectors[0])

    def derived_picture(self, plan: Plan, one: Derived, title: str, lang: str) -> Figure | None:
        """A dot and its range for every row; incidences are curves."""
        if one.entry is None or one.form not in DRAWN or one.rows <= 1:
            return None
        from epsilog.kinds.study.show.picture import dots_picture

        query = plan.spec.publish[one.entry]
        return dots_picture(one, query, title, lang, version=plan.rule("survival"))

    def part(self, page: Page, told: Speaker, one: Derived, file: str) -> None:
        """One of them in a report."""
        from epsilog.kinds.study.show.report import study_part, tests_part

        if one.entry is None:
            tests_part(page, told, one, file)
        else:
            study_part(page, told, one, file)

    def findings(self, told: Speaker, one: Derived) -> list[str]:
        """Differences, shares by the horizon, answers."""
        return findings_of(told, one)

    def share_off(self, told: Speaker, one: Derived) -> tuple[str, str] | None:
        """Of survival the share with the event by the horizon."""
        if one.form != "summary":
            return None
        from epsilog.kinds.study.show.report import by_horizon

        return by_horizon(told, one)

    def asked_record(self, spec: Spec) -> dict[str, Any]:
        """The tests of a release."""
        return {"tests": [one.to_dict() for one in questions]} if (questions := questions_of(spec)) else {}

    def asked_lines(self, plan: Plan, lang: Language) -> list[str]:
        """What a plan will test."""
        return words.tests_line(plan, lang)

    def across(self, plan: Plan, vectors: Sequence[Sequence[Integers]]) -> Sequence[Derived]:
        """The tests."""
        if not questions_of(plan.spec):
            return ()
        from epsilog.kinds.study.show.tests import tests_table

        tests = tests_table(plan, vectors)
        return () if tests is None else (tests,)


# What a report found, in a few sentences at its top: differences, shares by the horizon, answers to the tests.


CLEAR: Final = 0.05
MOST_ARMS: Final = 4


def findings_of(told: Speaker, one: Derived) -> list[str]:
    """Sentences about one table; none where nothing was compared, followed or tested."""
    if one.form == "comparison":
        return _differences(told, one)
    if one.form == "summary":
        return _by_horizon(told, one)
    return _answers(told, one) if one.form == "tests" else []


def _texts(one: Derived, at: int) -> dict[str, str]:
    return {word.name: word.labels[word.codes[at]] for word in one.words()}


def _differences(told: Speaker, one: Derived) -> list[str]:
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
            said.append(told.say("findings.same", **given, low=_with_sign(low), high=_with_sign(high)))
            continue
        ends = sorted((abs(low), abs(high)))
        points = {"points": f"{abs(value):.1f}", "low": f"{ends[0]:.1f}", "high": f"{ends[1]:.1f}"}
        said.append(told.say("findings.lower" if value < 0 else "findings.higher", **given, **points))
    return said


def _by_horizon(told: Speaker, one: Derived) -> list[str]:
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


def _answers(told: Speaker, one: Derived) -> list[str]:
    known = {query.name: query for query in told.spec.publish}
    said = []
    for at, question in enumerate(questions_of(told.spec)):
        clear = float(one.reals("holm")[at]) <= CLEAR
        answer = told.say("study.verdict.clear" if clear else "study.verdict.unclear")
        asked = question_words(question, known[question.of], told.lang)
        said.append(told.say("findings.answer", question=asked, answer=answer[:1].upper() + answer[1:]))
    return said


def _with_sign(points: float) -> str:
    return f"{points:+.1f}".replace("-", "−")
