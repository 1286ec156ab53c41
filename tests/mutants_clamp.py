"""Bugs planted in the finding of clamps and bins. Each must be caught by its test.

python tests/mutants_clamp.py            all of them
python tests/mutants_clamp.py price      those whose name contains "price"
"""

from __future__ import annotations

import sys

from mutants import Mutant, main

UNIT = "tests/unit/first/test_sought.py"
RAW = "tests/property/test_cut_neighbours.py"
PUBLISHED = "tests/integration/publish/test_unknown_clamp.py"
JOINT = "tests/property/test_together.py"
SAME = f"{UNIT}::test_what_one_unit_may_do_is_the_same_whatever_is_found"

MUTANTS = [
    Mutant(
        "clamp: a mean's highest number of grains depends on what is found",
        "Clamp.total",
        "last, centre, over = first + 2 * REACH, first + REACH",
        "last, centre, over = math.ceil(high / step), first + REACH",
        SAME,
    ),
    Mutant(
        "clamp: a sum's grain is that of its upper end alone",
        "Clamp.total",
        "step = max(abs(low), abs(high)) / REACH",
        "step = (abs(high) or 1) / REACH",
        SAME,
    ),
    Mutant(
        "clamp: what was found becomes part of the request",
        "Clamp.to_dict",
        'return {"within": [spell_number(mark) for mark in self.within], "keep": spell_number(self.keep)}',
        'return {"within": [spell_number(mark) for mark in self.within], "keep": '
        'spell_number(self.keep), "at": self.found}',
        SAME,
    ),
    Mutant(
        "clamp: crossed ends stay crossed",
        "Clamp.ends",
        "low = self.marks[min(self.found)]",
        "low = self.marks[self.found[0]]",
        f"{UNIT}::test_ends_of_quantiles_that_crossed_are_put_in_order",
    ),
    Mutant(
        "clamp: the upper end below its stretch",
        "Clamp.ends",
        "high = self.marks[max(self.found) + 1]",
        "high = self.marks[max(self.found)]",
        f"{UNIT}::test_ends_of_quantiles_that_crossed_are_put_in_order",
    ),
    Mutant(
        "clamp: the wrong tail asked for",
        "Clamp.shares",
        "return (self.keep,) if high else (1 - self.keep,)",
        "return (self.keep,)",
        f"{UNIT}::test_which_ends_are_looked_for",
    ),
    Mutant(
        "clamp: a missing value beyond the clamp that was found",
        "Clamp.total",
        "min(max(round(outside / step), first), last)",
        "round(outside / step)",
        f"{UNIT}::test_a_missing_value_stays_inside_the_clamp_that_is_found",
    ),
    Mutant(
        "clamp: ends so close that grains cannot be counted",
        "roles/sought.py::Clamp.__post_init__",
        "if max(map(abs, self.outer)) * 2 * REACH > nearest * 2**52:",
        "if max(map(abs, self.outer)) > nearest * 2**52:",
        f"{UNIT}::test_refused_without_a_look",
    ),
    Mutant(
        "clamp: a stored place before the first candidate",
        "roles/sought.py::Clamp.__post_init__",
        """        if self.found is not None and not all(0 <= at < len(self.marks) - 1 for at in self.found):
            raise SpecError("what was found is none of the candidates", where="between")""",
        """        if self.found is not None and not all(at < len(self.marks) - 1 for at in self.found):
            raise SpecError("what was found is none of the candidates", where="between")""",
        f"{PUBLISHED}::test_a_stored_release_that_found_something_else_is_refused",
    ),
    Mutant(
        "bins: edges that fall together",
        "EvenBins.edges",
        "places[at] = max(places[at], places[at - 1] + 1 if at else 1)",
        "places[at] = max(places[at], 1)",
        f"{UNIT}::test_bins_always_are_as_many_as_was_said",
    ),
    Mutant(
        "bounds: one unit's rows counted once under replace",
        "planned_ends",
        "return PlannedEnds(number, parameter, moved.l1, cut.shares, cut.grid.size)",
        "return PlannedEnds(number, parameter, spec.bound.rows or 1, cut.shares, cut.grid.size)",
        f"{RAW}::test_what_is_said_of_ranks_is_what_the_mechanism_proves",
    ),
    Mutant(
        "ranks: said to be nearer than they are",
        "PlannedEnds.off",
        "rate = self.parameter / (2 * self.rows * max(above, parts - above))",
        "rate = self.parameter / (self.rows * max(above, parts - above))",
        f"{RAW}::test_what_is_said_of_ranks_is_what_the_mechanism_proves",
    ),
    Mutant(
        "price: finding is free",
        "Plan.charge",
        "tuple(stage.charge for stage in self.stages)",
        'tuple(stage.charge for stage in self.stages if stage.field != "cuttings")',
        f"{PUBLISHED}::test_charged_in_both_currencies",
    ),
    Mutant(
        "price: many ranks at the price of one",
        "PlannedEnds.charge",
        "return charges.Repeated(charges.BoundedRange(self.parameter), len(self.shares))",
        "return charges.Repeated(charges.BoundedRange(self.parameter), 1)",
        f"{RAW}::test_what_is_said_of_ranks_is_what_the_mechanism_proves",
    ),
    Mutant(
        "source: rows outside the rest of the table are ranked",
        "Layout._cell",
        "cell = ibis.cases((self._place(table, axis, tally).notnull(), cell))",
        "cell = ibis.cases((self._place(table, axis, tally).isnull(), cell), else_=cell)",
        f"{RAW}::test_each_histogram_counts_the_rows_inside_its_own_table",
    ),
    Mutant(
        "source: histograms beside other keys taken for one",
        "one_per_table",
        "known = tables.setdefault((tally.grid, tally.during, tally.beside), {})",
        "known = tables.setdefault((tally.grid, tally.during, Grid()), {})",
        f"{RAW}::test_each_histogram_counts_the_rows_inside_its_own_table",
    ),
    Mutant(
        "draw: noise on grains of the widest clamp",
        "Request.mechanisms_of",
        "if settled.draws == self.plan.draws:",
        "if settled.draws:",
        f"{PUBLISHED}::test_charged_in_both_currencies",
    ),
    Mutant(
        "together: rows at the ends forgotten",
        "together_charge",
        "for square in (0, total.reach**2)",
        "for square in (0,)",
        f"{JOINT}::test_the_price_is_that_of_the_worst_row_whatever_the_variances",
    ),
    Mutant(
        "together: squares counted from their middle after all",
        "Squares.of_values",
        "centre = high * 5 // 7 if together else high // 2",
        "centre = high // 2",
        f"{JOINT}::test_every_row_costs_at_most_the_price_and_rows_in_the_middle_and_at_the_ends_cost_it",
    ),
    Mutant(
        "together: two units that change places taken for one",
        "together_charge",
        "twice = 1 if first.sides == 1 else 2",
        "twice = 1",
        f"{JOINT}::test_the_worst_units_come_near_the_charge",
    ),
    Mutant(
        "together: all rows of a unit priced as one",
        "together_charge",
        "units = full * first.rows_per_cell**2 + rest**2",
        "units = full + rest",
        f"{JOINT}::test_the_worst_units_come_near_the_charge",
    ),
    Mutant(
        "together: taken for one number moved by one grain",
        "together_charge",
        "return Gaussian(2 / worst, 2 * twice * units)",
        "return Gaussian(1 / worst, twice * units)",
        f"{JOINT}::test_the_charge_is_never_taken_for_that_of_one_number",
    ),
    Mutant(
        "together: taken although it is worse or not",
        "kinds/mean/plan.py::join_vectors",
        'free = query.kind in KINDS and query.error is None and query.mechanism != "laplace"',
        "free = query.kind in KINDS",
        f"{JOINT}::test_taken_where_it_is_better_and_where_noise_may_be_gaussian",
    ),
    Mutant(
        "found: a grain that cannot be written",
        "roles/sought.py::Clamp.__post_init__",
        "if shared * 2 * max(Fraction(REACH), *map(abs, self.outer)) >= _FINEST:",
        "if shared >= _LONGEST**300:",
        f"{UNIT}::test_refused_without_a_look",
    ),
    Mutant(
        "found: even bins tested for being even",
        "_wrong",
        "query.every is None and query.ask.sought is None)",
        "query.every is None)",
        f"{UNIT}::test_refused_without_a_look",
    ),
    Mutant(
        "stored: the share that is kept gets lost",
        "_stored_clamp",
        'exact(record["keep"], "keep"))',
        'exact("0.98", "keep"))',
        f"{PUBLISHED}::test_a_request_is_the_same_in_python_in_a_file_and_in_the_books",
    ),
]


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:], MUTANTS))
