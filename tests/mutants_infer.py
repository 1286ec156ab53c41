"""Bugs planted in inference and survival, one at a time. Each must be caught by its test.

python tests/mutants_infer.py             all of them
python tests/mutants_infer.py log-rank    those whose name contains "log-rank"
"""

from __future__ import annotations

import sys

from mutants import Mutant, main

INFER, LIFE = "postprocess/infer", "postprocess/life"
PROPORTION = "tests/unit/postprocess/infer/test_proportion.py"
TABLES = "tests/unit/postprocess/infer/test_tables.py"
MEAN, SIZES = "tests/unit/postprocess/infer/test_mean.py", "tests/statistical/infer/test_sizes.py"
DROWNED = "tests/statistical/life/test_survival_coverage.py"
BINS = "tests/statistical/life/test_inside_coverage.py"
CURVES, ORACLES = "tests/unit/postprocess/life/test_life.py", "tests/unit/postprocess/life/test_oracles.py"

RISKS = "tests/statistical/infer/test_standardised_risk.py"

MUTANTS = [
    Mutant(
        "survival: those at risk taken as told, however much of them is noise",
        "Reading.unsure",
        "0.0 * part if self.firm else",
        "0.0 * part if True else",
        f"{BINS}::test_ranges_hold_where_noise_outweighs_those_at_risk",
    ),
    Mutant(
        "survival: the part of noise in those at risk forgotten by later bins",
        "Reading.unsure",
        "np.maximum.accumulate(part, axis=-1))",
        "part * (np.arange(bins) < 3))",
        f"{BINS}::test_ranges_hold_where_noise_outweighs_those_at_risk",
    ),
    Mutant(
        "survival: a hazard with an end where nobody may be at risk",
        "hazard_limits",
        "np.where(sure > 0, sure, 1.0), np.inf)",
        "np.where(sure > 0, sure, 1.0), reach)",
        "tests/unit/postprocess/life/test_inside.py::test_where_noise_may_be_all_who_are_at_risk_nothing_is_known",
    ),
    Mutant(
        "survival: a mean that counts time in which nobody may be at risk",
        "mean_within",
        "for told in (0.0, z)]",
        "for told in (0.0, 0.0)]",
        "tests/unit/postprocess/life/test_inside.py::test_a_mean_counts_no_time_in_which_nobody_may_be_at_risk",
    ),
    Mutant(
        "survival: a cause that may have more than who is left",
        "postprocess/life/causes.py::_open",
        "return np.asarray(np.minimum(more, left))",
        "return np.asarray(more)",
        "tests/unit/postprocess/life/test_inside.py::test_a_cause_has_no_more_than_who_is_left",
    ),
    Mutant(
        "survival: a release of version 4 read by the rule of version 5",
        "takes_risk",
        "return version < 5",
        "return version < 4",
        "tests/unit/show/test_range_rules.py::test_those_at_risk_are_taken_as_told_until_the_fifth_rule",
    ),
    Mutant(
        "infer: a standardised risk whose small cells were lifted, without the mirror image",
        "standardised_risk",
        "ends[0, row] = min(low, 2 * middle - high)",
        "ends[0, row] = low",
        f"{RISKS}::test_ranges_hold_it_where_noise_outweighs_events_or_people",
    ),
    Mutant(
        "infer: a stratum of nobody but noise has the risk that noise says",
        "standardised_risk",
        "peopled = a[row] + b[row] > nobody",
        "peopled = a[row] + b[row] > -1e300",
        f"{RISKS}::test_ranges_hold_it_where_noise_outweighs_events_or_people",
    ),
    Mutant(
        "infer: both tails tested at all that may be missed",
        "limits",
        "half = float(1 - confidence) / 2 * (1 - lost)",
        "half = float(1 - confidence) * (1 - lost)",
        f"{PROPORTION}::test_exact_intervals_to_six_digits",
    ),
    Mutant(
        "infer: the inner end of a bracket taken for the lower limit",
        "limits",
        "half[some], True)[0]",
        "half[some], True)[1]",
        f"{PROPORTION}::test_each_end_is_rejected_by_its_own_tail_just_outside",
    ),
    Mutant(
        "infer: noise of at least z counted as noise above z",
        "NoisyCount.part",
        "weight = self._noise(step - 1) if upper",
        "weight = self._noise(step) if upper",
        f"{PROPORTION}::test_exact_intervals_to_six_digits",
    ),
    Mutant(
        "infer: counts beyond the reach of the noise forgotten",
        "NoisyCount.part",
        "return sum_ + mine.above(z[some] + reach, theta)",
        "return sum_",
        f"{PROPORTION}::test_each_end_is_rejected_by_its_own_tail_just_outside",
    ),
    Mutant(
        "infer: what large factorials lose not allowed for",
        "postprocess/infer/exact.py",
        "_ROUNDING: Final = 2.0**-50",
        "_ROUNDING: Final = 2.0**-60",
        f"{PROPORTION}::test_what_large_factorials_lose_is_allowed_for",
    ),
    Mutant(
        "infer: the lower limit taken at the fewest people",
        "postprocess/infer/two_cells.py::_exact",
        "exact.limits(Binomial(most), a, law, one, rest)",
        "exact.limits(Binomial(least), a, law, one, rest)",
        "tests/statistical/infer/test_mean_coverage.py::test_the_exact_interval_of_two_cells_covers_at_least_as_stated",
    ),
    Mutant(
        "infer: a total beyond what can be worked out cut to it",
        "postprocess/infer/two_cells.py::_exact",
        "np.where((most == 0) | many, 0.0, low)",
        "np.where(most == 0, 0.0, low)",
        f"{PROPORTION}::test_more_people_than_can_be_worked_out_have_no_lower_limit",
    ),
    Mutant(
        "infer: an exact total let in beside comers and goers",
        "PublicTotal.__init__",
        'if neighbours != "replace":',
        'if neighbours == "replaced":',
        f"{PROPORTION}::test_an_exact_total_needs_replace_neighbours",
    ),
    Mutant(
        "infer: a mean's own noise left out of its interval",
        "postprocess/infer/mean.py::_not_rejected",
        "scales = (np.full(len(which), scale), np.abs(m) * count_scale)",
        "scales = (np.full(len(which), 0.0), np.abs(m) * count_scale)",
        "tests/statistical/infer/test_mean_coverage.py::test_intervals_of_means_cover_as_stated",
    ),
    Mutant(
        "infer: squares not counted from their centre",
        "spread_of_values",
        "variance = float(Fraction(clamp.centre)) + q / people - off**2",
        "variance = q / people - off**2",
        f"{MEAN}::test_grains_and_centres_do_not_matter",
    ),
    Mutant(
        "infer: the bias of a clamp told for the other end",
        "clipping_bias",
        "for at in (2, 0))",
        "for at in (0, 2))",
        f"{MEAN}::test_the_bias_of_a_clamp",
    ),
    Mutant(
        "infer: a quantile ends at the first edge that chance rejected",
        "quantile",
        "high = min(bins, int(np.flatnonzero(off <= reach)[-1]) + 1)",
        "high = int(np.flatnonzero(np.append(off[:-1] > reach[:-1], True))[0])",
        "tests/statistical/infer/test_quantile_coverage.py::test_a_gap_in_the_middle_does_not_pull_the_interval_away",
    ),
    Mutant(
        "infer: simulated tables without noise of their own",
        "independence",
        "shape[:2]).reshape(shape) + fresh(law, shape, rng)",
        "shape[:2]).reshape(shape) + 0 * fresh(law, shape, rng)",
        f"{SIZES}::test_independence_has_the_size_it_states",
    ),
    Mutant(
        "infer: ties counted for the finding",
        "p_value",
        "as_large = simulated >= observed - 1e-9 * np.abs(observed)",
        "as_large = simulated > observed + 1e-9 * np.abs(observed)",
        f"{TABLES}::test_p_values_count_ties_against_the_finding",
    ),
    Mutant(
        "infer: a simulation that depends on more than what was published",
        "replay",
        'digest.update(b"\\x00" + text.encode())',
        'digest.update(b"\\x00" + str(id(part)).encode())',
        f"{TABLES}::test_the_same_release_gives_the_same_answer_and_a_seed_another",
    ),
    Mutant(
        "infer: Holm's steps in the wrong order",
        "holm",
        "np.arange(len(found), 0, -1)",
        "np.arange(1, len(found) + 1)",
        f"{TABLES}::test_holm",
    ),
    Mutant(
        "infer: squares that do not stray with their sums",
        "postprocess/infer/two_means.py::_simulate",
        "+ 2 * mean * strayed",
        "+ 0 * mean * strayed",
        f"{SIZES}::test_two_means_far_from_the_middle_of_their_clamp",
    ),
    Mutant(
        "life: those who leave in a bin not at risk in it",
        "Tidy.at_risk",
        "return np.asarray(later + self.followed[..., None])",
        "return np.asarray(later - leaving + self.followed[..., None])",
        f"{ORACLES}::test_kaplan_meier_and_its_interval",
    ),
    Mutant(
        "life: cells lifted to 0 one by one",
        "postprocess/life/exits.py::tidy_exits",
        "rising = np.maximum(isotonic(np.cumsum(cells, axis=-1).astype(np.float64)), 0.0)",
        "rising = np.cumsum(np.maximum(cells, 0), axis=-1).astype(np.float64)",
        f"{CURVES}::test_noise_is_averaged_and_not_lifted_cell_by_cell",
    ),
    Mutant(
        "life: an event weighed like a loss",
        "log_gradient",
        "events = censored - np.tril(np.ones((bins, bins))) / left[..., None, :]",
        "events = censored - 0 * np.tril(np.ones((bins, bins))) / left[..., None, :]",
        f"{CURVES}::test_gradients_are_derivatives",
    ),
    Mutant(
        "life: Greenwood's variance alone",
        "log_variances",
        "return np.asarray(greenwood), np.asarray(noise * squares)",
        "return np.asarray(greenwood), np.asarray(0 * noise * squares)",
        f"{CURVES}::test_the_noise_widens_every_interval",
    ),
    Mutant(
        "life: one noise for all causes",
        "log_variances",
        "squares = causes * (events**2).sum(axis=-1)",
        "squares = (events**2).sum(axis=-1)",
        f"{CURVES}::test_every_cause_brings_its_own_noise",
    ),
    Mutant(
        "life: the log-rank test without the noise in its variance",
        "postprocess/life/logrank.py::_off",
        "    if noise > 0:",
        "    if noise < 0:",
        f"{CURVES}::test_the_log_rank_statistic_holds_the_noise",
    ),
    Mutant(
        "life: a log-rank null without censoring of its own",
        "postprocess/life/logrank.py::_simulate",
        "cells[:, 1, bin_] = rng.binomial(people, lost[bin_])",
        "cells[:, 1, bin_] = 0",
        f"{CURVES}::test_simulated_strata_lose_people_as_they_did",
    ),
    Mutant(
        "life: the textbook recipe under censoring",
        "split_curve",
        "if complete is not True:",
        "if complete is None:",
        f"{CURVES}::test_the_textbook_recipe_refuses_censoring",
    ),
    Mutant(
        "life: a competing cause forgotten in the survival before",
        "cumulative_incidence",
        "before = np.concatenate([[1.0], survival(tidy)[:-1]])",
        "before = np.ones(len(survival(tidy)))",
        f"{ORACLES}::test_competing_risks",
    ),
    Mutant(
        "life: noise told relative to the events it made up",
        "hazard_limits",
        "return np.asarray(np.maximum(value - np.hypot(below, reach), 0.0)), np.asarray(value + above)",
        "return value * np.exp(-np.hypot(exponent, reach / value.clip(1e-9))), np.asarray(value + above)",
        f"{DROWNED}::test_events_that_drown_in_noise_are_held",
    ),
    Mutant(
        "life: less than an event, told on the scale of many",
        "hazard_limits",
        "few = sampling > _FEWER * value",
        "few = sampling > 1e9 * value",
        f"{CURVES}::test_limits_of_a_hazard_hold_poissons_and_do_not_leap",
    ),
    Mutant(
        "life: a rare cause without the noise of its cells",
        "cumulative_incidence",
        "noisy = exits.law.variance * (sum(part.sum(axis=1) for part, _ in squares) + rest**2)",
        "noisy = exits.law.variance * rest**2",
        f"{DROWNED}::test_a_rare_cause_is_held_and_does_not_fill_the_picture",
    ),
    Mutant(
        "life: a band no wider than its points",
        "stray_quantile",
        "return float(np.sort(strays)[min(",
        "return 1.959964 + 0 * float(np.sort(strays)[min(",
        f"{DROWNED}::test_bands_cover_the_whole_curve_as_stated",
    ),
    Mutant(
        "skewed means: a bound of a sum's tail that is no bound",
        "_tighten",
        "one**2 / np.where(fine, two, 1.0)",
        "one**2 / np.where(fine, 3 * two, 1.0)",
        "tests/statistical/infer/test_skewed_means.py::test_no_law_of_values_beats_the_bound_of_its_sum",
    ),
    Mutant(
        "skewed means: Student's range for everybody",
        "method_of_mean",
        'return "student" if rule == FIRST else query.ask.method',
        'return "student"',
        "tests/unit/show/test_range_rules.py::"
        "test_a_mean_about_the_population_has_the_range_of_its_method_and_of_its_rule",
    ),
    Mutant(
        "skewed means: people who were missed are not counted",
        "postprocess/infer/skewed_mean.py::_missing",
        "share = np.clip((m - near[which]) / gap[which], 0.0, 1.0)",
        "share = np.clip((m - near[which]) / gap[which], 1.0, 1.0)",
        "tests/statistical/infer/test_skewed_means.py::test_what_chance_kept_out_is_held",
    ),
]

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:], MUTANTS))
