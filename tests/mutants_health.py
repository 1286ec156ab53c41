"""Bugs planted in statistics of releases: exits, shares, curves, tests. Each must be caught by its test.

python tests/mutants_health.py            all of them
python tests/mutants_health.py exit       those whose name contains "exit"
"""

from __future__ import annotations

import sys

from mutants import Mutant, main

EXITS = "tests/property/test_exit_neighbours.py"
FRONT = "tests/unit/kinds/study/test_statistics.py"
RECIPE = "tests/unit/kinds/study/test_recipe.py"
INSIDE = "tests/statistical/life/test_inside_coverage.py"
BINS = "tests/unit/kinds/study/test_survival_bins.py"
TAILS = "tests/unit/kinds/mean/test_tails.py"
COVERED = "tests/statistical/test_front_statistics.py::test_ranges_hold_the_population_as_often_as_stated"

MUTANTS = [
    Mutant(
        "exit: a bin without its end",
        "exit_number",
        "ibis.cases((number <= ends[middle], search(low, middle))",
        "ibis.cases((number < ends[middle], search(low, middle))",
        f"{EXITS}::test_places_follow_from_time_and_code",
    ),
    Mutant(
        "exit: events before the start are counted",
        "exit_number",
        "when = ibis.cases((number >= 0.0, search(0, bins)))",
        "when = search(0, bins)",
        f"{EXITS}::test_a_person_is_in_one_place_only_under_one_row",
    ),
    Mutant(
        "exit: whoever is beyond the horizon has a place for each code",
        "exit_number",
        "((through, (causes + 1) * bins)",
        "((through, what * bins)",
        f"{EXITS}::test_places_follow_from_time_and_code",
    ),
    Mutant(
        "exit: who is lost at the horizon is missed from its last bin",
        "exit_number",
        "through = (when == bins) | ((what == causes) & (number >= ends[-1]))",
        "through = when == bins",
        f"{EXITS}::test_places_follow_from_time_and_code",
    ),
    Mutant(
        "exit: who dies at the horizon is followed through it",
        "exit_number",
        "((what == causes) & (number >= ends[-1]))",
        "(number >= ends[-1])",
        f"{EXITS}::test_places_follow_from_time_and_code",
    ),
    Mutant(
        "range: losses are taken to be after the events of their bin",
        "postprocess/life/inside.py",
        '"unknown": (0.0, 1.0, 0.5)',
        '"unknown": (0.0, 0.0, 0.5)',
        f"{INSIDE}::test_ranges_hold_in_any_order_inside_a_bin",
    ),
    Mutant(
        "range: losses are taken to be even where nobody said so",
        "postprocess/life/inside.py",
        '"unknown": (0.0, 1.0, 0.5)',
        '"unknown": (0.5, 0.5, 0.5)',
        f"{INSIDE}::test_ranges_hold_in_any_order_inside_a_bin",
    ),
    Mutant(
        "range: half of the losses before the events where both come alike",
        "postprocess/life/inside.py::shares_of",
        "even = even_share(tidy)\n",
        "even = 0 * even_share(tidy) + 0.5\n",
        f"{INSIDE}::test_a_statement_that_is_true_holds",
    ),
    Mutant(
        "test: half of the losses before the events where both come alike",
        "least_statistic",
        "np.stack([even_share(one) for one in strata], axis=-2)",
        "0.5",
        "tests/unit/postprocess/life/test_inside.py::test_arms_that_lose_people_at_other_rates_do_not_differ_where_both_come_alike",
    ),
    Mutant(
        "range: a release of version 3 read by the rule of version 4",
        "order_of",
        'return "half" if said == "evenly" and version < 4 else said',
        "return said",
        "tests/unit/show/test_range_rules.py::test_evenly_is_read_by_the_rule_of_its_day",
    ),
    Mutant(
        "range: the noise of losses forgotten",
        "Reading.deviations",
        "np.cumsum(causes * event**2 + lost**2, axis=-1) + later * shared**2\n        left",
        "np.cumsum(causes * event**2, axis=-1) + shared**2\n        left",
        "tests/unit/postprocess/life/test_inside.py::test_deviations_are_those_of_all_cells",
    ),
    Mutant(
        "range: who is at risk as tidied losses have it alone",
        "Reading.told_risk",
        "return np.asarray(np.maximum(left, self.risk / 2))",
        "return self.risk",
        "tests/unit/postprocess/life/test_inside.py::test_losses_that_only_noise_made_leave_the_others_at_risk",
    ),
    Mutant(
        "band: a lower end is lifted to an earlier one, not to a later one",
        "falling",
        "np.maximum.accumulate(np.where(_speaks(lower), band.low, -np.inf)[::-1])[::-1]",
        "np.maximum.accumulate(np.where(_speaks(lower), band.low, -np.inf))",
        "tests/unit/postprocess/life/test_inside.py::test_a_band_that_falls_holds_a_curve_exactly_when_the_band_did",
    ),
    Mutant(
        "band: an old release is rendered by the newest rule",
        "bands_fall",
        "return version >= 3",
        "return version >= 2",
        "tests/unit/show/test_range_rules.py"
        "::test_bands_of_survival_fall_since_the_third_rule_and_nothing_else_changed",
    ),
    Mutant(
        "range: a mean time whose events are all at the ends of bins",
        "mean_within",
        "lower.area(width, 0.0, told)",
        "lower.area(width, 1.0, told)",
        f"{INSIDE}::test_ranges_hold_in_any_order_inside_a_bin",
    ),
    Mutant(
        "range: a median from the end of its bin on",
        "median_within",
        "low = float(edges[reached(curve.low)])",
        "low = float(np.append(edges, np.inf)[reached(curve.low) + 1])",
        f"{INSIDE}::test_ranges_hold_in_any_order_inside_a_bin",
    ),
    Mutant(
        "range: a cause never has what losses hand on",
        "incidence_within",
        'else ("last", "first", "even")',
        'else ("first", "first", "even")',
        "tests/unit/postprocess/life/test_inside.py::test_any_order_of_a_bin_lies_between_the_two_ends",
    ),
    Mutant(
        "test: groups compared as if losses came after events",
        "kinds/study/show/tests.py::_answer",
        'order = order_of(query, version) or "at the end"',
        'order = "at the end"',
        f"{BINS}::test_groups_that_lose_people_differently_are_not_told_apart_by_that",
    ),
    Mutant(
        "range: old releases rendered by the new rule",
        "order_of",
        "if version == 1:",
        "if version == 0:",
        "tests/unit/show/test_range_rules.py::test_folders_made_before_rules_had_versions_verify",
    ),
    Mutant(
        "plan: bins that were said are chosen again",
        "kinds/study/plan.py::bins_for",
        "if query.ask.exits is None or query.ask.exits.said or query.expect is None:",
        "if query.ask.exits is None or query.expect is None:",
        f"{BINS}::test_bins_that_are_said_stay",
    ),
    Mutant(
        "exit: codes that are not declared are censored",
        "exit_number",
        "(code.notnull() if axis.censored else known, causes)",
        "(known | True, causes)",
        f"{EXITS}::test_a_person_is_in_one_place_only_under_one_row",
    ),
    Mutant(
        "study: several rows of one person are a population",
        "check_independent",
        "if moved.rows != 1 or moved.norm is not None:",
        "if moved.norm is not None:",
        f"{FRONT}::test_one_person_is_one_row_of_a_population",
    ),
    Mutant(
        "study: tests are not asked who is in the table",
        "check_independent",
        "asked = any(question.of == query.name for question in spec.tests)",
        "asked = False",
        f"{FRONT}::test_one_person_is_one_row_of_a_population",
    ),
    Mutant(
        "study: a public total under add and remove",
        "Spec._check_query",
        'if unit.neighbours != "replace":',
        'if unit.neighbours not in ("replace", "add-remove"):',
        f"{FRONT}::test_refusals_name_the_line_and_the_way_out",
    ),
    Mutant(
        "study: ranges of found keys about a population",
        "Entry._check_about",
        "if any(isinstance(axis, Unknown) for axis in self.by):",
        "if False:",
        f"{FRONT}::test_refusals_name_the_line_and_the_way_out",
    ),
    Mutant(
        "price: a test of columns pays for a table that is there",
        "asked_in",
        "same = next((one for one in queries if _same(one, query)), None)",
        "same = None",
        f"{FRONT}::test_a_test_of_columns_uses_a_table_over_the_same_cells",
    ),
    Mutant(
        "price: a table over other cells passes for the same",
        "kinds/study/ask/question.py::_same",
        "return _count_question(one, apart) == _count_question(other, apart)",
        "return {axis.column for axis in one.by} == {axis.column for axis in other.by}",
        f"{FRONT}::test_a_test_of_columns_uses_a_table_over_the_same_cells",
    ),
    Mutant(
        "range: shares of the noise alone",
        "kinds/study/show/risks.py::_shares",
        'if query.about == "data":',
        "if query.about:",
        COVERED,
    ),
    Mutant(
        "range: expected counts with half the noise",
        "roles/noisy_shown.py::_expected_columns",
        "low, high = expected_counts(values, draw.noise.law, spec.confidence)",
        "low, high = values - 1.0, values + 1.0",
        COVERED,
    ),
    Mutant(
        "range: curves that know no noise",
        "Reading.deviations",
        "return np.sqrt(greenwood), np.sqrt(self.noise * squares)",
        "return np.sqrt(greenwood) / 3, 0 * np.sqrt(squares)",
        COVERED,
    ),
    Mutant(
        "range: curves held about what was tidied alone",
        "both_limits",
        "enough = risk >= ENOUGH",
        "enough = risk < 0",
        "tests/statistical/life/test_survival_coverage.py::test_a_burst_before_a_quiet_time_is_held",
    ),
    Mutant(
        "mean: the middle of the clamp is another one",
        "clamp_of",
        "(total.centre + side * total.reach) * total.grain for side in (-1, 1)",
        "(side * total.reach) * total.grain for side in (-1, 1)",
        f"{FRONT}::test_a_public_total_is_used_under_replace_and_refused_otherwise",
    ),
    Mutant(
        "curve: causes and the censored change places",
        "arms_of",
        "found[arm] = Exits(ends, rows[:-1], rows[-1], int(cells[-1]), law, ",
        "found[arm] = Exits(ends, rows[1:], rows[0], int(cells[-1]), law, ",
        f"{FRONT}::test_a_survival_entry_is_the_product_limit_of_its_cells",
    ),
    Mutant(
        "recipe: shown where people may be lost",
        "_check_recipe",
        "if not exits.complete:",
        "if exits.complete is None:",
        f"{RECIPE}::test_its_limits_are_refused_before_any_data",
    ),
    Mutant(
        "recipe: one time's noise for all of them",
        "recipe_law",
        "DiscreteLaplace(draw.parameter * times / reach.l1)",
        "DiscreteLaplace(draw.parameter / reach.l1)",
        f"{RECIPE}::test_its_noise_is_what_the_same_price_buys",
    ),
    Mutant(
        "recipe: the lost are not looked for",
        "recipe_curve",
        "if someone_lost(exits):",
        "if False:",
        f"{RECIPE}::test_where_the_noisy_table_says_that_people_were_lost_there_is_no_recipe",
    ),
    Mutant(
        "tails: a row beyond the clamp counts two",
        "grains",
        'one, none = (ibis.literal(value, type="int32") for value in (1, 0))',
        'one, none = (ibis.literal(value, type="int32") for value in (2, 0))',
        f"{TAILS}::test_what_lies_at_an_end_was_not_moved",
    ),
    Mutant(
        "tails: what lies at an end was moved",
        "grains",
        "whole > float(total.of.high)",
        "whole >= float(total.of.high)",
        f"{TAILS}::test_what_lies_at_an_end_was_not_moved",
    ),
    Mutant(
        "tails: of people with too many rows a part is left",
        "Beyond.of_values",
        "return cls(values.column, 0, 1, Fraction(1), of=values, side=side)",
        'return cls(values.column, 0, 1, Fraction(1), over="scale", of=values, side=side)',
        f"{TAILS}::test_rows_that_are_scaled_or_missing_are_bounded_too",
    ),
    Mutant(
        "tails: both sides miss with all that may be missed",
        "tail_bias",
        "each = miss / max(len(sides), 1)",
        "each = miss",
        f"{TAILS}::test_bounds_are_wider_with_more_confidence_more_noise_and_fewer_people",
    ),
    Mutant(
        "tails: as many people as noise says",
        "tail_bias",
        "fewest = people.rows - margin_of(known_law(people.law), 1 - miss / 5)",
        "fewest = people.rows",
        f"{TAILS}::test_nobody_leaves_everything_possible",
    ),
    Mutant(
        "tails: a range that forgets what was clamped",
        "clipping_table",
        "high + beside.up + off",
        "high + off",
        "tests/statistical/test_front_clipping.py::test_bound_and_range_hold_as_often_as_stated",
    ),
    Mutant(
        "tails: ends that the clamp passes",
        "Mean._settle_tails",
        "if self.tails[0] > low or self.tails[1] < high:",
        "if self.tails[0] > low:",
        f"{TAILS}::test_refusals_name_the_line_and_the_way_out",
    ),
    Mutant(
        "findings: lower is told as higher",
        "_differences",
        '"findings.lower" if value < 0 else "findings.higher"',
        '"findings.lower" if value > 0 else "findings.higher"',
        "tests/unit/kinds/study/test_findings.py::test_a_clear_difference_is_said_with_its_side",
    ),
    Mutant(
        "findings: a difference that may be none is told",
        "_differences",
        "if low <= 0 <= high:",
        "if low <= 0 <= high and False:",
        "tests/unit/kinds/study/test_findings.py::test_no_difference_is_no_finding",
    ),
    Mutant(
        "comparison: each group against the first",
        "_comparison",
        "last = Group(table[0, -1], table[1, -1])",
        "last = Group(table[0, 0], table[1, 0])",
        f"{FRONT}::test_shares_comparisons_and_rates_follow_from_the_cells",
    ),
    Mutant(
        "tests: p-values as they are",
        "tests_table",
        'Reals.of("holm", holm(p_values))',
        'Reals.of("holm", p_values)',
        f"{FRONT}::test_p_values_are_corrected_over_all_tests",
    ),
    Mutant(
        "noise: statistics under any noise",
        "refuse_drowned",
        "if draw.noise.law.variance > (MOST_NOISE * draw.contribution.reach) ** 2:",
        "if False:",
        f"{FRONT}::test_noise_that_drowns_everything_is_refused_before_any_data",
    ),
    Mutant(
        "total: saturated counts are simulated as they are",
        "derived_of",
        "[[within_reason(one) for one in own] if len(own) == 1 else own for own in vectors]",
        "[list(own) for own in vectors]",
        f"{FRONT}::test_whatever_noise_does_there_is_a_range",
    ),
    Mutant(
        "verify: what was read off is not looked at",
        "Verifying.tables",
        "for one in derived_of(result)",
        "for one in ()",
        f"{FRONT}::test_a_folder_tells_everything_and_is_verified",
    ),
]


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:], MUTANTS))
