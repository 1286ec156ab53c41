"""Bugs planted in the paid look at how busy units are. Each must be caught by its test.

python tests/mutants_look.py            all of them
python tests/mutants_look.py price      those whose name contains "price"
"""

from __future__ import annotations

import sys

from mutants import Mutant, main

UNIT = "tests/unit/first/test_glance.py"
RAW = "tests/property/test_crowd_neighbours.py"

MUTANTS = [
    Mutant(
        "look: price of the look forgotten",
        "Plan.charge",
        "return charges.Composed((*first, *kept))",
        "return charges.Composed(kept)",
        f"{UNIT}::test_one_price_whatever_is_found",
    ),
    Mutant(
        "look: price of the second stage is that of all",
        "search_for",
        "return PlannedSearch(law, parameter_for(part, search_reach(spec), law, coin), "
        "search_reach(spec), cap - part)",
        "return PlannedSearch(law, parameter_for(part, search_reach(spec), law, coin), search_reach(spec), cap)",
        f"{UNIT}::test_one_price_whatever_is_found",
    ),
    Mutant(
        "look: tables taken for one",
        "search_reach",
        "return Sensitivity(tables * one.l1, tables * one.l2_squared)",
        "return Sensitivity(one.l1, one.l2_squared)",
        f"{RAW}::test_the_bound_is_reached",
    ),
    Mutant(
        "look: units that change places taken for one",
        "moved_by_one",
        'return Sensitivity.of_cells(1 if unit.neighbours == "add-remove" else 2)',
        "return Sensitivity.of_cells(1)",
        f"{UNIT}::test_two_tables_are_two_bins_of_one_unit",
    ),
    Mutant(
        "look: noise of the widest bound kept for all",
        "with_bound",
        "return replace(plan.options[at], stages=(glancing.seen(counts),), options=(), warnings=plan.warnings)",
        "return replace(plan, spec=plan.options[at].spec, stages=(glancing.seen(counts),), options=())",
        f"{UNIT}::test_one_price_whatever_is_found",
    ),
    Mutant(
        "look: a stored plan may have noise nobody paid for",
        "refuse_unpaid",
        "plan.is_paid_for and bound in",
        "bound in",
        f"{UNIT}::test_a_stored_bound_that_its_noise_is_not_for_is_refused",
    ),
    Mutant(
        "look: what was found becomes part of the request",
        "BoundSearch.to_dict",
        'return {"look": {"up_to": self.up_to, "share": spell_number(self.share)}}',
        'return {"look": {"up_to": self.up_to}}',
        f"{UNIT}::test_a_request_is_the_same_in_python_in_a_file_and_in_the_books",
    ),
    Mutant(
        "source: rows counted where units should be",
        "crowd_counts",
        'found = engine.integers(binned.group_by("bin").agg(units=binned.count()))',
        'found = engine.integers(units.select(bin=number, n=units.n).group_by("bin").agg(units=units.n.sum()))',
        f"{RAW}::test_the_bound_is_reached",
    ),
    Mutant(
        "source: months of a person taken for one unit",
        "crowd_counts",
        'who = ["id"] if block is None else ["id", block]',
        'who = ["id"]',
        f"{RAW}::test_units_are_counted_as_by_hand",
    ),
    Mutant(
        "look: units that noise invents are believed",
        "first/bound/choice.py::_kinds",
        "if units > least:",
        "if units > 0:",
        f"{UNIT}::test_what_is_seen_decides",
    ),
]


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:], MUTANTS))
