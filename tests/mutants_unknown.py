"""Bugs planted in the finding of unknown keys. Each must be caught by its test.

python tests/mutants_unknown.py            all of them
python tests/mutants_unknown.py price      those whose name contains "price"
"""

from __future__ import annotations

import sys

from mutants import Mutant, main

SEEN = "tests/property/test_seen_keys.py"
PUBLISHED = "tests/integration/publish/test_unknown_keys.py"
DRAWN = "tests/statistical/test_unknown_keys.py"

MUTANTS = [
    Mutant(
        "seen: a unit counts in one key too many",
        "sources/crowding.py::_first",
        "return ranked.filter(ranked.rank < cells)",
        "return ranked.filter(ranked.rank <= cells)",
        f"{SEEN}::test_a_unit_with_many_keys_keeps_the_same_ones_whatever_the_others_have",
    ),
    Mutant(
        "seen: rows counted instead of units",
        "seen_keys",
        "kept = _first(inside.distinct(), who, cells) if who else inside",
        "kept = _first(inside, who, cells) if who else inside",
        f"{SEEN}::test_the_engine_sees_what_counting_by_hand_sees",
    ),
    Mutant(
        "seen: the order of a unit's keys forgets the unit",
        "sources/crowding.py::_first",
        'z=hash_text(name + "#" + pairs.text)',
        "z=hash_text(pairs.text)",
        f"{SEEN}::test_the_engine_sees_what_counting_by_hand_sees",
    ),
    Mutant(
        "seen: two units that change places taken for one",
        "seen_keys",
        'sides = 1 if layout.protect.unit.neighbours == "add-remove" else 2',
        "sides = 1",
        f"{SEEN}::test_rows_are_units_of_their_own_and_two_that_change_places_touch_two_keys",
    ),
    Mutant(
        "seen: rows outside the rest of the table seen",
        "seen_keys",
        'for column in (*who, f"c{at}", f"t{at}")]',
        'for column in (*who, f"t{at}")]',
        f"{SEEN}::test_each_look_sees_the_rows_inside_its_own_table",
    ),
    Mutant(
        "seen: a key of any length",
        "Layout._placed",
        "(text.length() <= keys.longest) & ",
        "",
        f"{SEEN}::test_the_engine_sees_what_counting_by_hand_sees",
    ),
    Mutant(
        "price: the search is free",
        "Plan.charge",
        "tuple(stage.charge for stage in self.stages)",
        'tuple(stage.charge for stage in self.stages if stage.field != "finds")',
        f"{PUBLISHED}::test_the_price_is_held_beforehand_and_does_not_depend_on_what_is_found",
    ),
    Mutant(
        "price: each search takes the whole delta for events",
        "find_for",
        "spec.spend.events * DELTA_UNITS // len(spec.looks())",
        "spec.spend.events * DELTA_UNITS // 1",
        f"{PUBLISHED}::test_entries_over_the_same_rows_share_a_search",
    ),
    Mutant(
        "find: the threshold one unit too low",
        "find_for",
        "threshold = 1 + least_above(blank.noise, allowed / cells)",
        "threshold = least_above(blank.noise, allowed / cells)",
        f"{PUBLISHED}::test_entries_over_the_same_rows_share_a_search",
    ),
    Mutant(
        "find: keys nobody should see",
        "shown_keys",
        "if is_shown(key, keys.longest)",
        "if True",
        f"{PUBLISHED}::test_common_keys_come_out_harmless_and_rare_ones_leave_no_trace",
    ),
    Mutant(
        "find: the first keys by name instead of the largest",
        "shown_keys",
        "key=lambda one: (-one[1], one[0])",
        "key=lambda one: one[0]",
        f"{PUBLISHED}::test_of_too_many_keys_the_largest_come_out",
    ),
    Mutant(
        "find: what a source promises not looked at",
        "Seen.__post_init__",
        'object.__setattr__(self, "cells", whole(self.cells, "cells", at_least=1, at_most=10**9))',
        'object.__setattr__(self, "cells", 1)',
        f"{PUBLISHED}::test_a_source_that_promises_too_little_is_refused_before_anything_is_drawn",
    ),
    Mutant(
        "sensitivity: read from the keys that were found",
        "core/measure.py::_kept_counts",
        "given = [bound for bound in (bounds.cells, bounds.rows, grid.room) if bound is not None]",
        "given = [bound for bound in (bounds.cells, bounds.rows, max(1, grid.size)) if bound is not None]",
        f"{PUBLISHED}::test_what_one_unit_may_do_is_read_from_what_may_come_out",
    ),
    Mutant(
        "request: what was found becomes part of what was asked",
        "Unknown.to_dict",
        'return {"column": self.column, UNKNOWN: {"most": self.most, "longest": self.longest}}',
        'return {"column": self.column, UNKNOWN: {"most": self.size, "longest": self.longest}}',
        f"{PUBLISHED}::test_what_one_unit_may_do_is_read_from_what_may_come_out",
    ),
    Mutant(
        "stored: found keys in any order",
        "Unknown.__post_init__",
        "list(self.keys) != sorted({*self.keys})",
        "len(self.keys) != len({*self.keys})",
        f"{PUBLISHED}::test_stored_keys_are_read_strictly",
    ),
    Mutant(
        "stored: a result without its keys",
        "Result.from_bytes",
        "if not stage.is_found(plan.spec):",
        "if False:",
        f"{PUBLISHED}::test_stored_keys_are_read_strictly",
    ),
    Mutant(
        "words: shown with 95 in 100 from too few units on",
        "PlannedKeys.shown",
        "return self.threshold - 1 + least_above(self.noise, 1 - chance)",
        "return self.threshold + least_above(self.noise, 1 - chance) // 2",
        f"{DRAWN}::test_the_numbers_at_which_keys_show_are_those_of_the_exact_law",
    ),
]

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:], MUTANTS))
