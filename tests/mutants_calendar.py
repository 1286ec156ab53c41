"""Bugs planted in calendars, their approval and recommendations, one at a time. Each must be caught by its test.

python tests/mutants_calendar.py            all of them
python tests/mutants_calendar.py approve    those whose name contains "approve"
"""

from __future__ import annotations

import sys

from mutants import Mutant, main

DIVISION = "tests/unit/year/test_calendar_division.py"
PLAN = "tests/unit/year/test_calendar_plan.py"
BOOKS = "tests/unit/ledger/test_approved_calendar.py"
ASKED = "tests/unit/plan/test_recommend.py"

MUTANTS = [
    Mutant(
        "approve: delta left out",
        "_must_be_payable",
        'if most > row["cap_main"] or delta > row["cap_delta"]:',
        'if most > row["cap_main"]:',
        f"{BOOKS}::test_delta_is_counted_too",
    ),
    Mutant(
        "approve: what is left of delta not asked",
        "remaining",
        "return tightest if other.enough or not tightest.enough else other",
        "return tightest",
        f"{BOOKS}::test_delta_is_counted_too",
    ),
    Mutant(
        "division: square roots for epsilon too",
        "year/division.py::divide_budget",
        'roots = [root(claim.pull, 2 if coin == "zcdp" else 3) for claim in claims]',
        "roots = [root(claim.pull, 2) for claim in claims]",
        f"{DIVISION}::test_the_handbooks_weights",
    ),
    Mutant(
        "division: what a cap leaves is not divided again",
        "year/division.py::divide_budget",
        "corners |= {claim.high / c for claim, c in zip(claims, roots, strict=True) if claim.high is not None}",
        "corners |= set()",
        f"{DIVISION}::test_a_floor_and_a_cap_take_and_leave",
    ),
    Mutant(
        "plan: weeks that reach over an end are planned",
        "slots_between",
        "        if start >= first:\n            yield Slot",
        "        if start >= start:\n            yield Slot",
        f"{PLAN}::test_the_page_about_calendars_is_true",
    ),
    Mutant(
        "plan: persons are added up",
        "year/calendar.py",
        '_ADDS_UP: Final = ("rows", "sum", "histogram")',
        '_ADDS_UP: Final = ("rows", "sum", "histogram", "persons")',
        f"{PLAN}::test_persons_do_not_add_up_and_neither_do_weeks_to_months",
    ),
    Mutant(
        "plan: a sum of seven is as exact as one of them",
        "Pricing._of_sum",
        "fits = margin_of_sum(drawn.noise.law, parts, self.calendar.confidence) <= steps",
        "fits = margin_of_sum(drawn.noise.law, 1, self.calendar.confidence) <= steps",
        f"{PLAN}::test_days_become_more_exact_where_many_sums_gain_by_it",
    ),
    Mutant(
        "plan: a week over two months is paid in the first",
        "Calendar.loads",
        "found.update((EVERYTHING,) if per is None else blocks_of(slot, per))",
        "found.update((EVERYTHING,) if per is None else blocks_of(slot, per)[:1])",
        f"{PLAN}::test_a_person_within_a_month_meets_one_month",
    ),
    Mutant(
        "plan: an epsilon that costs a little more than its part",
        "Pricing.epsilon_within",
        "while epsilon > step and self.purse.allowance(epsilon).cap > units:",
        "while False:",
        f"{PLAN}::test_a_planned_release_costs_what_was_planned",
    ),
    Mutant(
        "approve: a dearer release is paid",
        "Approved.allows",
        "if cost.main > planned.most.main or cost.delta > planned.most.delta:",
        "if cost.main > planned.most.main + 1 or cost.delta > planned.most.delta:",
        f"{BOOKS}::test_what_is_planned_is_paid_and_nothing_else",
    ),
    Mutant(
        "approve: a planned release is paid again under another digest",
        "_refusal_at",
        "if not wrong and planned is not None and is_paid(session, at, planned):",
        "if False:",
        f"{BOOKS}::test_what_is_planned_is_paid_and_nothing_else",
    ),
    Mutant(
        "approve: accounts below are free of it",
        "ledger/calendar.py::_of",
        'ids, parameters = list_parameters("id", [row["id"] for row in lineage])',
        'ids, parameters = list_parameters("id", [row["id"] for row in lineage[-1:]])',
        f"{BOOKS}::test_it_binds_everything_below_and_nothing_beside",
    ),
    Mutant(
        "approve: other time blocks than the planned ones are paid",
        "Approved.allows",
        "if period is not None and not set(blocks) <= set(planned.blocks(period)):",
        "if False:",
        f"{BOOKS}::test_time_blocks_must_be_the_planned_ones",
    ),
    Mutant(
        "approve: one person is enough",
        "ledger/governing.py::approve",
        'names, why = two_people(approvers), label(why, "why")',
        'names, why = list(approvers), label(why, "why")',
        f"{BOOKS}::test_two_people_replace_it",
    ),
    Mutant(
        "approve: the short way on SQLite does not look",
        "ledger/pay_sqlite.py",
        "      AND NOT EXISTS (SELECT 1 FROM calendars WHERE calendars.account = asked.id))",
        "      )",
        f"{BOOKS}::test_another_process_that_remembers_the_account_is_refused_too",
    ),
    Mutant(
        "approve: the short way on PostgreSQL does not look",
        "ledger/pay_postgres.py",
        "    AND NOT EXISTS (SELECT FROM calendars WHERE account = ANY (ids))\n",
        "",
        f"{BOOKS}::test_another_process_that_remembers_the_account_is_refused_too",
    ),
    Mutant(
        "approve: verify does not ask what was planned",
        "Replay._take",
        "                self._must_be_planned(body, lineage)\n",
        "",
        f"{BOOKS}::test_a_program_that_does_not_ask_is_found_out",
    ),
    Mutant(
        "approve: an edited calendar verifies",
        "_calendars",
        "return None if found == replay.calendars else",
        "return None if found.keys() == replay.calendars.keys() else",
        f"{BOOKS}::test_whoever_edits_the_table_is_found_out",
    ),
    Mutant(
        "approve: a calendar that cannot be paid is approved",
        "_must_be_payable",
        'if most > row["cap_main"] or delta > row["cap_delta"]:',
        'if delta > row["cap_delta"]:',
        f"{BOOKS}::test_a_calendar_that_cannot_be_paid_is_not_approved",
    ),
    Mutant(
        "plan: what is spent already is forgotten",
        "Remaining.enough",
        "return self.needed <= self.left",
        "return True",
        "tests/integration/test_cli_calendar.py::test_what_is_left_decides_not_the_whole",
    ),
    Mutant(
        "calendar: another question under a planned name",
        "another_question",
        'if one["question"] != question_of(spec):',
        "if False:",
        "tests/integration/test_cli_calendar.py::test_a_planned_name_asks_the_planned_question",
    ),
    Mutant(
        "calendar: other days under a planned tick",
        "_is_its_tick",
        "[(named, days.first, days.last)]",
        "[(slot.label, slot.first, slot.last) for slot in slots]",
        "tests/integration/test_cli_calendar.py::test_a_planned_name_asks_the_planned_question",
    ),
    Mutant(
        "bounds: a chosen bound that cuts looks free",
        "toll",
        "lost += units * (cells * each - left) / size",
        "lost += 0.0",
        "tests/unit/first/test_bound_choice.py::test_what_is_lost_is_what_the_source_leaves_out",
    ),
    Mutant(
        "bounds: the worse bound is chosen",
        "first/bound/choice.py::choose_by_facts",
        "kept.loss <= scaled.loss * _NEAR**2",
        "kept.loss > scaled.loss * _NEAR**2",
        "tests/unit/first/test_bound_choice.py::test_people_in_many_places_are_scaled_and_people_in_one_are_not",
    ),
    Mutant(
        "bounds: a stored plan forgets the bound that was chosen",
        "Plan.to_dict",
        'stored["bound"] = self.spec.bound.to_dict()',
        'stored["bound"] = {"rows": 1, "cells": None, "rows_per_cell": None}',
        "tests/unit/first/test_bound_choice.py::"
        "test_a_chosen_bound_is_stored_with_the_plan_and_not_with_the_request",
    ),
    Mutant(
        "recommend: what cannot be had is handed out",
        "Recommendation.spec",
        "        if not self.fits:\n            given",
        "        if False:\n            given",
        f"{ASKED}::test_what_cannot_be_had_says_what_could",
    ),
    Mutant(
        "recommend: coarser cells hold no more than fine ones",
        "plan/recommend.py::_scale",
        "return replace(question, expect=question.expect * Fraction(size, question.query().grid().size))",
        "return question",
        f"{ASKED}::test_each_option_takes_what_it_says",
    ),
    Mutant(
        "recommend: a coarser question drops rows the finer one kept",
        "plan/recommend.py::_scale",
        "per_cell=min(question.often, question.per_cell * most)",
        "per_cell=min(question.often, question.per_cell)",
        f"{ASKED}::test_a_coarser_question_keeps_the_rows_the_finer_one_kept",
    ),
    Mutant(
        "recommend: rows are counted once for each person and cell",
        "Question.bounds",
        "per_cell = self.often if self.per_cell is None",
        "per_cell = 1 if self.per_cell is None",
        f"{ASKED}::test_rows_are_counted_as_rows_and_the_why_says_so",
    ),
]

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:], MUTANTS))
