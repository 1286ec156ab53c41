"""Bugs planted in variances, ratios, quantiles and choices of releases. Each must be caught by its test.

python tests/mutants_choices.py            all of them
python tests/mutants_choices.py group      those whose name contains "group"
"""

from __future__ import annotations

import sys

from mutants import Mutant, main

GROUPED = "tests/property/test_grouped_choices.py"
RANGES = "tests/statistical/test_formed_ranges.py"
NEW = "tests/integration/publish/test_new_queries.py"
REACHED = f"{GROUPED}::test_no_unit_moves_a_choice_further_than_it_is_charged_for"

MUTANTS = [
    Mutant(
        "group: quantiles made for one row instead of a unit's",
        "GroupQuantiles.grains",
        "asked = [Quantile(share, self.edges, self.epsilon, self.rows) for share in self.shares]",
        "asked = [Quantile(share, self.edges, self.epsilon, 1) for share in self.shares]",
        f"{GROUPED}::test_the_range_is_reached_wherever_the_rows_fall",
    ),
    Mutant(
        "group: candidates of another group",
        "mechanisms/tables/grouped.py::_split_groups",
        "return values.reshape(groups, size)",
        "return values.reshape(size, groups).T",
        f"{GROUPED}::test_each_group_is_asked_by_itself_and_chosen_keys_are_taken_away",
    ),
    Mutant(
        "group: the exponent multiplied by the spread",
        "GroupTop.rate",
        "return self.epsilon / self.spread",
        "return self.epsilon * self.spread",
        f"{GROUPED}::test_one_round_in_all_groups_together_has_the_price_of_one",
    ),
    Mutant(
        "group: a larger move is let in",
        "GroupTop.grains",
        '"""Draw once: the numbers of the candidates, places running fastest."""\n'
        "        refuse_unless_covered(self, exact)",
        '"""Draw once: the numbers of the candidates, places running fastest."""',
        f"{GROUPED}::test_another_number_of_cells_or_a_larger_move_is_refused_before_any_draw",
    ),
    Mutant(
        "group: only one round is paid for",
        "GroupTop.charge",
        "return charge.Repeated(charge.BoundedRange(self.epsilon), self.number)",
        "return charge.Repeated(charge.BoundedRange(self.epsilon), 1)",
        f"{GROUPED}::test_the_price_of_all_groups_is_what_the_mechanism_says",
    ),
    Mutant(
        "spread: one group's, however many a unit is in",
        "spread",
        "groups * moved.sides * single",
        "moved.sides * single",
        REACHED,
    ),
    Mutant(
        "spread: the one that comes is forgotten",
        "spread",
        "groups * moved.sides * single",
        "groups * single",
        REACHED,
    ),
    Mutant(
        "spread: rows that lower a cell are forgotten",
        "spread",
        "        single *= 2\n",
        "        pass\n",
        REACHED,
    ),
    Mutant(
        "pick: quantiles charged for the longest entry instead of all rows",
        "kinds/choice/plan.py::reach_of",
        "        return moved.sensitivity.l1\n",
        "        return moved.rows_per_cell\n",
        REACHED,
    ),
    Mutant(
        "pick: only one round is paid for",
        "Pick.charge",
        "return charges.Repeated(charges.BoundedRange(self.parameter), self.rounds)",
        "return charges.Repeated(charges.BoundedRange(self.parameter), 1)",
        f"{GROUPED}::test_the_price_of_all_groups_is_what_the_mechanism_says",
    ),
    Mutant(
        "pick: a stored answer may be anything",
        "Pick.checked",
        "int(values.max()) >= self.candidates",
        "False",
        f"{NEW}::test_a_stored_answer_that_is_no_candidate_is_refused",
    ),
    Mutant(
        "pick: the distance stated for half the misses",
        "Pick.off",
        "bound(self.parameter / self.reach, self.candidates, miss / self.rounds)",
        "bound(2 * self.parameter / self.reach, self.candidates, miss / self.rounds)",
        f"{RANGES}::test_a_chosen_key_is_as_near_to_the_best_as_stated",
    ),
    Mutant(
        "plan: a choice is read back as noise",
        "ChoicePlanner.read",
        'if not isinstance(query.ask, Choice) or record["law"] not in PICK_LAWS:',
        "if not isinstance(query.ask, Choice):",
        f"{NEW}::test_a_stored_plan_with_noise_instead_of_a_choice_is_refused",
    ),
    Mutant(
        "squares: half the range",
        "Squares.of_values",
        "high = values.reach**2",
        "high = values.reach**2 // 2",
        "tests/property/test_bounding_neighbours.py::test_one_row_moves_the_answers_exactly_as_far_as_stated",
    ),
    Mutant(
        "squares: the values are squared before they are clamped",
        "grains",
        "return apart * apart - total.centre",
        "return (number * number * 10000).cast('int64') - total.centre",
        "tests/property/test_bounding_neighbours.py::test_one_row_moves_the_answers_exactly_as_far_as_stated",
    ),
    Mutant(
        "moments: the vertex of the upper end forgotten",
        "postprocess/moments.py::_one",
        "if q2 > 0 and c1 * q2 <= 2 * least <= c2 * q2:",
        "if False:",
        "tests/unit/postprocess/test_moments.py::test_an_upper_end_between_the_counts_is_found",
    ),
    Mutant(
        "moments: ends rounded inwards",
        "postprocess/moments.py::_one",
        "tops = [-((least - q2 * c) // (c * c)) for c in (c1, c2)]",
        "tops = [(q2 * c - least) // (c * c) for c in (c1, c2)]",
        "tests/unit/postprocess/test_moments.py::test_the_box_holds_everything_it_may_and_no_more",
    ),
    Mutant(
        "ratios: the wrong end of the sum below",
        "postprocess/ratios.py::_ends",
        "Fraction(a2, b1 if a2 > 0 else b2)",
        "Fraction(a2, b2 if a2 > 0 else b1)",
        "tests/unit/postprocess/test_moments.py::test_ratios_beyond_the_last_edge_are_those_of_the_box",
    ),
    Mutant(
        "ratios: the noise of the sum below is forgotten",
        "_slopes",
        "side = strays(above, below, np.array([float(end) for end in ends[1:]])",
        "side = strays(above, below, np.array([0.0 for end in ends[1:]])",
        "tests/statistical/test_formed_ranges.py::test_ratios_are_covered_whichever_noise_rules",
    ),
    Mutant(
        "ratios: a stretch is served by its near end",
        "_slopes",
        "np.array([float(end) for end in ends[1:]])",
        "np.array([float(end) / 2 for end in ends[1:]])",
        "tests/statistical/test_formed_ranges.py::test_ratios_are_covered_whichever_noise_rules",
    ),
    Mutant(
        "ratios: a sum that was cut is believed",
        "postprocess/ratios.py::_ends",
        "if b2 < 1 or max(abs(top), abs(bottom)) >= _SATURATED:",
        "if b2 < 1:",
        "tests/unit/postprocess/test_moments.py::"
        "test_ratios_of_numbers_above_zero_stay_there_and_of_cut_sums_nothing_is_said",
    ),
    Mutant(
        "formed: every part may miss as often as all together",
        "part_margins",
        'each = 1 - (1 - exact(confidence, "confidence", above=0, below=1)) / len(laws)',
        'each = exact(confidence, "confidence", above=0, below=1)',
        "tests/unit/postprocess/test_moments.py::test_all_parts_together_miss_no_more_than_stated",
    ),
    Mutant(
        "choose: one way promised where units are replaced",
        "choose_with",
        'if unit.neighbours == "replace" and reach.one_way:',
        "if False:",
        "tests/integration/publish/test_choosing.py::test_one_way_is_not_promised_where_units_are_replaced",
    ),
    Mutant(
        "whole: a table of several groups spread like one",
        "spread",
        "groups * moved.sides * single",
        "moved.sides * single",
        "tests/audit/test_whole_choices.py::test_neighbours_change_the_law_no_further_than_is_paid"
        "[most persons, by town-person-add-remove]",
    ),
    Mutant(
        "variance: the noise of the count forgotten",
        "variance_by_law",
        "        of_count = np.abs(centre + squares[:, which] - v).max(axis=0)\n",
        "        of_count = np.zeros(len(v))\n",
        f"{RANGES}::test_spreads_are_covered",
    ),
    Mutant(
        "covariance: the noise of the products halved",
        "covariance_by_law",
        "return [np.ones(len(v)), wide_two[which]",
        "return [np.ones(len(v)) / 2, wide_two[which]",
        f"{RANGES}::test_covariances_are_covered",
    ),
]


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:], MUTANTS))
