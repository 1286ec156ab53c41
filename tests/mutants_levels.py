"""Bugs planted in hierarchies and maps, one at a time. Each must be caught by the test named for it.

python tests/mutants_levels.py            all of them
python tests/mutants_levels.py map        those whose name contains "map"
"""

from __future__ import annotations

import sys

from mutants import Mutant, main

TREES = "tests/unit/postprocess/test_trees.py"
LEVELS = "tests/unit/kinds/cells/test_hierarchy.py"
MAPS = "tests/unit/show/test_map.py"
MOVED = f"{LEVELS}::test_no_unit_moves_a_level_further_than_stated"

MUTANTS = [
    Mutant(
        "levels: one unit's rows in a group are taken for those in one cell",
        "contribution",
        "per_cell = min(rows, per_cell * min(cells, grid.widest(measure.up)))",
        "per_cell = min(rows, per_cell)",
        MOVED,
    ),
    Mutant(
        "levels: a group is as wide as the narrowest",
        "Grid.widest",
        "return max(self.hierarchy[1].runs(up))",
        "return min(self.hierarchy[1].runs(up))",
        MOVED,
    ),
    Mutant(
        "levels: whatever the source says it bounded is added up",
        "DrawCells.exact",
        "if not beside[0].contribution.sensitivity.covers(cells.sensitivity):",
        "if False:",
        f"{LEVELS}::test_a_source_that_moves_further_than_planned_is_refused",
    ),
    Mutant(
        "levels: a public total is allowed where people come and go",
        "Spec._check_query",
        'if unit.neighbours != "replace":',
        "if False:",
        f"{LEVELS}::test_a_public_total_goes_with_replace",
    ),
    Mutant(
        "levels: weights of levels are forgotten",
        "roles/budget.py::vectors_of",
        "query.level_weights()[part] if query.levels else 1",
        "1",
        f"{LEVELS}::test_the_budget_is_divided_over_levels_by_weight",
    ),
    Mutant(
        "fit: a node listens to itself by the wrong variance",
        "postprocess/tree_fit.py::shares_of",
        "round(_ONE * under / (under + variances[level]))",
        "round(_ONE * variances[level] / (under + variances[level]))",
        f"{TREES}::test_two_passes_are_the_dense_solution",
    ),
    Mutant(
        "fit: corrections are dealt out evenly",
        "postprocess/tree_fit.py::shares_of",
        "(int(_ONE * (one / under)) for one in running)",
        "(int(_ONE * ((at + 1) / len(running))) for at, one in enumerate(running))",
        f"{TREES}::test_two_passes_are_the_dense_solution",
    ),
    Mutant(
        "fit: cells are rounded one by one",
        "postprocess/tree_fit.py::in_steps",
        "    return np.concatenate((running[:1], np.diff(running, axis=0)))",
        "    return cells * STEPS // 2**scale",
        f"{TREES}::test_tables_add_up_and_stay_within_a_step",
    ),
    Mutant(
        "ranges: what lies outside a family is forgotten",
        "_outside",
        "    _add_terms(terms, outer, gives)\n",
        "",
        f"{TREES}::test_coefficients_are_those_of_the_dense_solution",
    ),
    Mutant(
        "ranges: a tenth too short",
        "postprocess/tree_ranges.py",
        "    return high + smooth\n",
        "    return 0.9 * high\n",
        "tests/statistical/test_level_ranges.py::test_ranges_of_fits_hold_the_truth",
    ),
    Mutant(
        "whole: nothing is exchanged across a node",
        "Search._look",
        "swap = min(self.swap[left], self.swap[right], *across)",
        "swap = min(self.swap[left], self.swap[right])",
        f"{TREES}::test_no_whole_table_is_nearer",
    ),
    Mutant(
        "whole: cells go below zero",
        "Search._look",
        "(less, node) if self.total[node] >= step else (_NEVER, -1)",
        "(less, node)",
        f"{TREES}::test_no_whole_table_is_nearer",
    ),
    Mutant(
        "map: what touches zero is coloured",
        "show/map/draw.py::places_of",
        "seen, known = counts.low > 0,",
        "seen, known = counts.low >= 0,",
        f"{MAPS}::test_only_ranges_above_zero_are_seen",
    ),
    Mutant(
        "map: a rate is told where its divisor may be nothing",
        "show/map/draw.py::places_of",
        "known = (below.low[places] > 0) & (divisor > 0)",
        "known = divisor > 0",
        f"{MAPS}::test_rates_are_divided_by_what_is_public_or_published",
    ),
    Mutant(
        "map: shapes are looked at after paying",
        "publish/pipeline.py::_ready",
        "    door.check_maps(spec)\n",
        "",
        f"{MAPS}::test_shapes_that_cannot_be_drawn_cost_nothing",
    ),
]

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:], MUTANTS))
