"""Bugs planted in covariances and correlations. Each must be caught by its test.

python tests/mutants_pair.py            all of them
python tests/mutants_pair.py charge     those whose name contains "charge"
"""

from __future__ import annotations

import sys

from mutants import Mutant, main

PAIRS = "tests/property/test_pairs.py"
COSTS = f"{PAIRS}::test_every_row_costs_at_most_the_price_and_one_of_them_costs_it"
BOTH = f"{PAIRS}::test_a_row_counts_where_both_columns_do"
BOX = f"{PAIRS}::test_ranges_hold_every_point_of_their_box"
WORST = f"{PAIRS}::test_the_worst_unit_comes_near_the_charge"

MUTANTS = [
    Mutant(
        "pair: the charge forgets rows at both ends",
        "pair_charge",
        "for u, v in product((0, one.reach**2), (0, two.reach**2))",
        "for u, v in product((0, one.reach**2), (0,))",
        COSTS,
    ),
    Mutant(
        "pair: the charge forgets the products",
        "pair_charge",
        "w[0] * u + w[1] * v + w[2] * u * v",
        "w[0] * u + w[1] * v",
        COSTS,
    ),
    Mutant(
        "pair: the charge of all rows is that of one",
        "pair_charge",
        "units = full * first.rows_per_cell**2 + rest**2",
        "units = full + rest",
        WORST,
    ),
    Mutant(
        "pair: the charge of two units is that of one",
        "pair_charge",
        "twice = 1 if first.sides == 1 else 2",
        "twice = 1",
        WORST,
    ),
    Mutant(
        "pair: a product may be as large as it likes",
        "Paired.of",
        "if most > LARGEST_SQUARE:",
        "if most > LARGEST_SQUARE**9:",
        f"{PAIRS}::test_what_is_refused",
    ),
    Mutant(
        "pair: a row counts where one column does",
        "multiply_pair",
        "there = first.notnull() & second.notnull()",
        "there = first.notnull() | second.notnull()",
        BOTH,
    ),
    Mutant(
        "pair: squares counted from 0",
        "multiply_pair",
        "centre = total.centre if sum(total.powers) == 2 else 0",
        "centre = 0",
        BOTH,
    ),
    Mutant(
        "pair: the second column read from the first",
        "Layout._placed",
        "chosen[name] = multiply_pair(one, two, value)",
        "chosen[name] = multiply_pair(one, one, value)",
        BOTH,
    ),
    Mutant(
        "pair: a range forgets that means have a sign",
        "postprocess/pairs.py::_one",
        "highs = _between(product + for_product, min(corners), c1, c2)",
        "highs = _between(product + for_product, max(corners), c1, c2)",
        BOX,
    ),
    Mutant(
        "pair: a range is that of the noisy number of rows",
        "postprocess/pairs.py::_one",
        "c1, c2 = max(1, count - for_count), count + for_count",
        "c1, c2 = max(1, count), max(1, count)",
        BOX,
    ),
    Mutant(
        "correlation by law: the noise of the products forgotten",
        "correlation_by_law",
        "            np.ones(len(r)),\n",
        "            np.zeros(len(r)),\n",
        "tests/statistical/test_correlations.py::test_correlations_are_covered[0.0-even-gaussian]",
    ),
    Mutant(
        "correlation by law: a fifth missed where a twentieth may be",
        "correlation_by_law",
        "rest = float(miss * (1 - 2 * _OF_A_MEAN - 2 * _OF_A_VARIANCE))",
        "rest = 4 * float(miss)",
        "tests/statistical/test_correlations.py::test_correlations_are_covered[0.5-even-gaussian]",
    ),
    Mutant(
        "correlation by law: an old release told by the newest rule",
        "formed_range",
        'if query.kind == "correlation" and rules("moments") > _BOXED:',
        'if query.kind == "correlation" and rules("moments") > 1:',
        "tests/unit/show/test_range_rules.py::test_folders_made_before_rules_had_versions_verify",
    ),
]


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:], MUTANTS))
