"""What a study shows: shares, comparisons, curves and tests, read off tables of plain noise."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

from epsilog.kinds.study.ask.question import questions_of
from epsilog.kinds.study.words import study as words
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
from epsilog.roles.telling import Told
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
        if asked_of(plan, planned).exits is None:
            return None
        from epsilog.kinds.study.show.picture import survival_picture

        return survival_picture(plan, planned[0], vectors[0], title, lang)

    def preview(self, page: Page, table: Table, file: str, told: Told, query: Entry) -> bool:
        """Nothing of survival: the cells of a curve, each a few people, say little by themselves."""
        return query.exits is not None

    def what(self, query: Entry, lang: Language) -> tuple[str, dict[str, str]]:
        """The event, the horizon, and in which unit."""
        return "", words.words_of(query, lang)

    def exact(self, told: Told, planned: Sequence[Draw], off: Off) -> str:
        """Of survival what its ranges rest on."""
        query = asked_of(told.plan, planned)
        return super().exact(told, planned, off) if query.exits is None else words.exact_survival(told, query)

    def rules(self, told: Told, planned: Sequence[Draw]) -> list[str]:
        """Of survival what happened to rows that have no place in it."""
        query = asked_of(told.plan, planned)
        return [] if query.exits is None else [words.survival_rule(told, query)]

    def announced(self, plan: Plan, planned: Sequence[Draw], lang: Language) -> list[str]:
        """And what must be true of the order inside bins."""
        query, said = asked_of(plan, planned), super().announced(plan, planned, lang)
        if query.exits is None:
            return said
        return [*said, say("study.plan.order", lang, entry=query.name, order=words.order_words(query, lang))]

    def derived(self, plan: Plan, planned: Sequence[Draw], vectors: Sequence[Integers]) -> Sequence[Derived]:
        """What the entry says to show."""
        from epsilog.kinds.study.show.derive import read_off

        return read_off(plan, planned, vectors[0])

    def derived_picture(self, plan: Plan, one: Derived, title: str, lang: str) -> Figure | None:
        """A dot and its range for every row; incidences are curves."""
        if one.entry is None or one.form not in DRAWN or one.rows <= 1:
            return None
        from epsilog.kinds.study.show.picture import dots_picture

        query = plan.spec.publish[one.entry]
        return dots_picture(one, query, title, lang, version=plan.rule("survival"))

    def part(self, page: Page, told: Told, one: Derived, file: str) -> None:
        """One of them in a report."""
        from epsilog.kinds.study.show.report import study_part, tests_part

        if one.entry is None:
            tests_part(page, told, one, file)
        else:
            study_part(page, told, one, file)

    def findings(self, told: Told, one: Derived) -> list[str]:
        """Differences, shares by the horizon, answers."""
        from epsilog.kinds.study.show.findings import findings_of

        return findings_of(told, one)

    def share_off(self, told: Told, one: Derived) -> tuple[str, str] | None:
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


STUDY: Final = StudyShown()
