"""Bugs planted in choices, quantiles, rankings and thresholds, one at a time. Each must be caught by its test.

python tests/mutants_tables.py             all of them
python tests/mutants_tables.py threshold   those whose name contains "threshold"
"""

from __future__ import annotations

import sys

from mutants import Mutant, main

TABLES, UNIT, PROPERTY = "mechanisms/tables", "tests/unit/mechanisms", "tests/property"
CHOOSING = f"{PROPERTY}/test_choosing.py"
QUANTILES = f"{PROPERTY}/test_choosing_quantiles.py"
THRESHOLDS = f"{PROPERTY}/test_choosing_threshold.py"

MUTANTS = [
    Mutant(
        "choose: the two sides of a move forgotten",
        "Reach.each",
        "return cls(moved if monotone else 2 * moved, one_way=monotone)",
        "return cls(moved, one_way=monotone)",
        f"{CHOOSING}::test_the_exponential_mechanism_on_every_pair",
    ),
    Mutant(
        "choose: the spread of a table taken from its largest cell",
        "Reach.of",
        "min(sensitivity.l1, math.isqrt(2 * squared))",
        "math.isqrt(squared)",
        f"{CHOOSING}::test_the_spread_from_norms_is_never_too_small",
    ),
    Mutant(
        "choose: the declared reach not looked at",
        "refuse_unless_within",
        "if not covers.covers(scored.reach):",
        "if False:",
        f"{UNIT}/test_choose.py::test_refuses_candidates_that_may_move_further_and_quotes_no_utility",
    ),
    Mutant(
        "choose: the exponent multiplied by the spread",
        "Choice.rate",
        "return self.epsilon / self.covers.spread",
        "return self.epsilon * self.covers.spread",
        f"{CHOOSING}::test_the_exponential_mechanism_on_every_pair",
    ),
    Mutant(
        "choose: the worst candidate favoured",
        "Choose.__call__",
        "exponential_choice(scored.utilities, self.rate, rng=rng)",
        "exponential_choice(-scored.utilities, self.rate, rng=rng)",
        f"{UNIT}/test_choose.py::test_the_draw_is_the_samplers_with_the_rate_that_is_charged",
    ),
    Mutant(
        "flip: charged as if it had a bounded range",
        "Flip.charge",
        "return charge.Pure(self.epsilon)",
        "return charge.BoundedRange(self.epsilon)  # type: ignore[return-value]",
        f"{CHOOSING}::test_permute_and_flip_is_not_an_eighth_of_epsilon_squared",
    ),
    Mutant(
        "within: one grain too good",
        "_weight",
        "return Fraction(exp_minus(rate * (t + 1), _BITS)[1], 1 << _BITS)",
        "return Fraction(exp_minus(rate * (t + 2), _BITS)[1], 1 << _BITS)",
        f"{UNIT}/test_choose.py::test_the_promise_holds_for_every_table_and_is_the_best_possible",
    ),
    Mutant(
        "top: a drawn label not taken away",
        "GroupTop._group",
        "left = np.delete(left, at)",
        "left = np.delete(left, 0)",
        f"{UNIT}/test_choose.py::test_top_names_each_label_once_and_only_so_many",
    ),
    Mutant(
        "quantile: noise for one row whatever a unit may have",
        "Quantile.rate",
        "return self.epsilon / (2 * self.rows * weight_of_a_row(self.share))",
        "return self.epsilon / (2 * weight_of_a_row(self.share))",
        f"{QUANTILES}::test_one_quantile_on_every_pair",
    ),
    Mutant(
        "quantile: one row weighs the smaller side",
        "weight_of_a_row",
        "return max(share.numerator, share.denominator - share.numerator)",
        "return min(share.numerator, share.denominator - share.numerator)",
        f"{QUANTILES}::test_one_quantile_on_every_pair",
    ),
    Mutant(
        "quantile: the rows of a bin counted on neither side",
        "bin_distances",
        "too_high = (b - a) * below - a * (counts + above)",
        "too_high = (b - a) * below - a * above",
        f"{QUANTILES}::test_distances_are_distances_of_ranks",
    ),
    Mutant(
        "quantile: counts beyond every bound let through",
        "mechanisms/tables/ranks.py::limit_counts",
        "return np.clip(counts, 0, FULLEST)",
        "return counts",
        f"{QUANTILES}::test_any_table_is_held_without_moving_further_apart",
    ),
    Mutant(
        "threshold: one key of a unit counted, not all",
        "Threshold.delta",
        "ceiling(self.cells * at_least(self.law, self.threshold - 1) * DELTA_UNITS)",
        "ceiling(at_least(self.law, self.threshold - 1) * DELTA_UNITS)",
        f"{THRESHOLDS}::test_laplace_keeps_its_epsilon_and_delta_on_every_pair",
    ),
    Mutant(
        "threshold: the one unit that is there already forgotten",
        "Threshold.delta",
        "at_least(self.law, self.threshold - 1) * DELTA_UNITS",
        "at_least(self.law, self.threshold) * DELTA_UNITS",
        f"{THRESHOLDS}::test_laplace_keeps_its_epsilon_and_delta_on_every_pair",
    ),
    Mutant(
        "threshold: one below the threshold is shown",
        "Threshold.__call__",
        "shown = noisy >= self.threshold",
        "shown = noisy >= self.threshold - 1",
        f"{UNIT}/test_threshold.py::test_every_shown_count_reaches_the_threshold_and_the_rest_is_silent",
    ),
    Mutant(
        "threshold: delta not charged",
        "Threshold.charge",
        "return charge.Laplace(self.law.scale, self.cells, self.cells) + hidden",
        "return charge.Laplace(self.law.scale, self.cells, self.cells)",
        f"{UNIT}/test_threshold.py::test_the_charge_is_that_of_the_noise_and_of_the_event",
    ),
    Mutant(
        "threshold: the bound on a unit's keys not looked at",
        "Threshold.__call__",
        "if seen.cells > self.cells:",
        "if False:",
        f"{UNIT}/test_threshold.py::test_refuses_units_in_more_keys_and_says_nothing_private",
    ),
    Mutant(
        "threshold: keys in the order of the source",
        "Seen.present",
        "return iter(sorted(found.items()))",
        "return iter(found.items())",
        f"{UNIT}/test_threshold.py::test_the_order_of_the_source_does_not_show",
    ),
    Mutant(
        "threshold: twins added up",
        "Seen.present",
        "found[name] = max(count, found.get(name, 0))",
        "found[name] = count + found.get(name, 0)",
        f"{THRESHOLDS}::test_one_unit_moves_present_keys_by_one_in_at_most_its_cells",
    ),
    Mutant(
        "threshold: keys nobody has are keys",
        "Seen.present",
        "if count >= 1:",
        "if True:",
        f"{UNIT}/test_threshold.py::test_keys_nobody_has_are_no_keys_and_twins_are_one",
    ),
    Mutant(
        "threshold: how many keys there are is shown",
        "Seen.__repr__",
        'return f"Seen(private keys, at most',
        'return f"Seen({len(self.keys)} private keys, at most',
        f"{UNIT}/test_threshold.py::test_refuses_units_in_more_keys_and_says_nothing_private",
    ),
    Mutant(
        "rare: the tail one place further out",
        "_laplace",
        "return Fraction(_high(t / scale), _ONE + exp_minus(1 / scale, _BITS)[0])",
        "return Fraction(_high((t + 1) / scale), _ONE + exp_minus(1 / scale, _BITS)[0])",
        f"{UNIT}/test_threshold.py::test_the_tail_is_an_upper_bound_right_to_six_digits",
    ),
    Mutant(
        "rare: blocks counted at one weight each",
        "_gaussian",
        "weight = step * _high(Fraction(t * t) / (2 * variance))",
        "weight = _high(Fraction(t * t) / (2 * variance))",
        f"{UNIT}/test_threshold.py::test_the_tail_of_wide_noise_is_an_upper_bound_to_one_part_in_fifty",
    ),
]


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:], MUTANTS))
