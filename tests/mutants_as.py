"""Bugs planted on the way of a series through a release. Each must be caught by its test.

python tests/mutants_as.py             all of them
python tests/mutants_as.py margin      those whose name contains "margin"
"""

from __future__ import annotations

import sys

from mutants import Mutant, main

BOUNDS = "tests/property/test_series_bounds.py"
NEIGHBOURS = "tests/property/test_series_neighbours.py"
PLANNED = "tests/unit/kinds/series/test_series_plan.py"
PUBLISHED = "tests/integration/publish/test_series.py"
METHODS = "tests/integration/publish/test_series_methods.py"
KEPT = "tests/integration/publish/test_series_kept.py"
TRIAL = "tests/unit/pay/test_trial.py"
RANGES = "tests/statistical/test_series_ranges.py"

MUTANTS = [
    Mutant(
        "bounds: several cells of one tick taken for one",
        "participations_of",
        "in_a_tick = min(all_of_it, min(cells, beside) * full)",
        "in_a_tick = min(all_of_it, full)",
        f"{BOUNDS}::test_no_table_of_a_unit_moves_the_answers_further_than_stated",
    ),
    Mutant(
        "bounds: one contribution too few",
        "participations_of",
        "many * min(own, cells, -(-all_of_it // in_a_tick))), in_a_tick)",
        "many * min(own, cells, max(1, all_of_it // in_a_tick - 1))), in_a_tick)",
        f"{BOUNDS}::test_no_table_of_a_unit_moves_the_answers_further_than_stated",
    ),
    Mutant(
        "bounds: sums below zero taken for sums above it",
        "participations_of",
        "isinstance(measure, Total) and not measure.is_one_sided",
        "isinstance(measure, Total) and measure.is_one_sided",
        f"{BOUNDS}::test_no_table_of_a_unit_moves_the_answers_further_than_stated",
    ),
    Mutant(
        "bounds: a tick that lies in two blocks counted in one",
        "most_ticks",
        "for number in range(tick_of(begins, block), tick_of(ends, block) + 1):",
        "for number in range(tick_of(begins, block), tick_of(begins, block) + 1):",
        f"{BOUNDS}::test_ticks_of_a_block_are_counted_like_a_calendar",
    ),
    Mutant(
        "bounds: contributions over cells overlaid as if none met",
        "mechanisms/series/toeplitz.py::reach",
        "if participation.apiece and not coefficients[1:].any():",
        "if participation.apiece:",
        f"{BOUNDS}::test_no_table_of_a_unit_moves_the_answers_further_than_stated",
    ),
    Mutant(
        "bounds: all that is counted apiece put into one step at the weight of one",
        "Participation.together",
        "return Participation(1, 1, self.times * self.most,",
        "return Participation(1, 1, self.most,",
        f"{BOUNDS}::test_no_table_of_a_unit_moves_the_answers_further_than_stated",
    ),
    Mutant(
        "bounds: entries of coefficients counted as the steps they share",
        "Transform.reach",
        "times = participation.within(self.horizon)",
        "times = min(self.horizon, participation.within(self.horizon)) // 2 + 1",
        f"{BOUNDS}::test_no_table_of_a_unit_moves_the_answers_further_than_stated",
    ),
    Mutant(
        "bounds: coefficients of several cells normed as one cell's",
        "kinds/series/plan/shapes.py::_choice",
        "return coefficients(shape, method.keep,",
        "return coefficients((ticks, 1), method.keep,",
        f"{METHODS}::test_cells_have_coefficients_of_their_own",
    ),
    Mutant(
        "plan: another number of coefficients than was asked for",
        "strategy_of",
        "if draw.constants != ((method.keep,),):",
        "if False:",
        f"{METHODS}::test_a_stored_plan_keeps_to_the_method_of_its_request",
    ),
    Mutant(
        "table: ranges of coefficients said to be about the data",
        "about_of",
        "return query.about if method is None else method.about",
        "return query.about",
        f"{METHODS}::test_what_is_lost_is_said_wherever_ranges_are",
    ),
    Mutant(
        "kept: the coefficients noised as if the choice were free",
        "kept_at",
        "choice, amount = epsilon_for(for_choice, 1, coin), Fraction(units - for_choice, UNITS)",
        "choice, amount = epsilon_for(for_choice, 1, coin), Fraction(units, UNITS)",
        f"{KEPT}::test_a_plan_shows_every_candidate_and_one_price",
    ),
    Mutant(
        "kept: the price of many numbers written as that of one",
        "Kept.charge",
        "charge.Gaussian(1 / self.rho, 2)",
        "charge.Gaussian(1 / (2 * self.rho), 1)",
        "tests/unit/mechanisms/series/test_kept.py::test_the_charge_is_not_that_of_one_number",
    ),
    Mutant(
        "kept: a stored candidate with less noise believed",
        "kinds/series/draw.py::_build_choice",
        "if (made.law, made.sensitivity) != (option.noise, option.reach) or strategy_of(option) != made.strategy:",
        "if False:",
        f"{KEPT}::test_forged_plans_and_results_are_refused",
    ),
    Mutant(
        "kept: the ranges of another number than was chosen",
        "KeptDraw.of",
        "if picked is None else options[picked]",
        "if picked is None else options[0]",
        f"{KEPT}::test_the_ranges_are_those_of_the_chosen_number",
    ),
    Mutant(
        "kept: scores that move as the coefficients that are told do",
        "Kept.chooser",
        "moved = rounded_root(self.whole.reach(self.covers).l2_squared)",
        "moved = rounded_root(self.whole.reach(self.covers).l2_squared) // 4",
        f"{KEPT}::test_both_stages_lose_no_more_than_they_were_paid",
    ),
    Mutant(
        "total: a public cost that is not held",
        "Kept.cost",
        "return limit_to_60_bits(math.ceil(math.sqrt(keep * self.cells * float(law.variance))))",
        "return math.ceil(math.sqrt(keep * self.cells * float(law.variance)))",
        "tests/unit/mechanisms/series/test_kept.py::test_a_cost_beyond_a_word_is_held",
    ),
    Mutant(
        "total: the norm of what is dropped is not held",
        "Kept.dropped",
        "return {k: limit_to_60_bits(math.isqrt(sum(energies[k:]))) for k in self.candidates}",
        "return {k: math.isqrt(sum(energies[k:])) for k in self.candidates}",
        "tests/unit/mechanisms/series/test_kept.py::test_what_is_dropped_is_held",
    ),
    Mutant(
        "total: a candidate that cannot be drawn found out when it is picked",
        "Kept.__post_init__",
        "_ = self.charge, self._releases",
        "_ = self.charge",
        "tests/unit/mechanisms/series/test_kept.py::test_noise_that_no_candidate_could_draw_is_refused_at_once",
    ),
    Mutant(
        "total: noise that no sampler draws accepted by the plan",
        "kinds/series/plan/planner.py::_drawable",
        "drawn = [one for one in found if is_drawable(one.candidate.law)]",
        "drawn = list(found)",
        f"{TRIAL}::test_a_running_sum_with_too_much_noise_is_refused_or_told_by_another_strategy",
    ),
    Mutant(
        "total: a release paid for before it was tried",
        "Request.of",
        "        try_plan(plan, mechanisms)\n",
        "",
        f"{TRIAL}::test_every_door_tries_before_it_pays",
    ),
    Mutant(
        "total: a choice of one's own paid for before it was tried",
        "choose_with",
        "        try_choice(mechanism, question.labels)\n",
        "",
        f"{TRIAL}::test_every_door_tries_before_it_pays",
    ),
    Mutant(
        "total: a stream opened before its steps were tried",
        "live/stream.py::_ready",
        "    try_stream(asked.plan)\n",
        "",
        f"{TRIAL}::test_the_steps_of_a_stream_are_tried_before_it_is_opened",
    ),
    Mutant(
        "total: only the shown bound of a paid look is tried",
        "FindBound.ways",
        "return plan.options or (plan,)",
        "return (plan,)",
        f"{TRIAL}::test_every_way_the_stages_may_come_out_is_tried",
    ),
    Mutant(
        "bounds: half of FAST's samples paid for",
        "mechanisms/series/sampling.py::reach",
        "times = covers.times if covers.apiece else min(covers.within(steps), count)",
        "times = covers.times if covers.apiece else min(covers.within(steps), -(-count // 2))",
        "tests/unit/mechanisms/series/test_grouped.py::test_no_sampling_and_no_pattern_moves_the_samples_further",
    ),
    Mutant(
        "fast: the samples told without noise",
        "draw_samples",
        "found[tick] = in_steps(noisy[None, :] / float(draw.grain), 1)",
        "found[tick] = series.values[tick]",
        f"{METHODS}::test_fast_says_no_more_than_its_samples",
    ),
    Mutant(
        "fast: ticks that were not sampled believed",
        "SeriesDraw.checked",
        "if not alike or not said[0, 0] or int(said[0].sum()) > method.samples:",
        "if False:",
        f"{METHODS}::test_fast_says_no_more_than_its_samples",
    ),
    Mutant(
        "dense: later ticks looked at in a live series",
        "running_totals",
        'if live or steps > LONGEST_SHIPPED or known_coin(coin) != "pure":',
        'if steps > LONGEST_SHIPPED or known_coin(coin) != "pure":',
        f"{METHODS}::test_questions_about_later_ticks_are_for_whole_series_only",
    ),
    Mutant(
        "margin: one tail of Laplace sums taken for both",
        "laplace_factors",
        "room = miss / 2 - _ALIAS - left",
        "room = miss - _ALIAS - left",
        "tests/unit/postprocess/test_laplace_ranges.py::test_the_tail_is_the_one_of_the_closed_form",
    ),
    Mutant(
        "price: a cheaper plan believed",
        "refuse_another_price",
        "if mechanism.charge != planned.charge:",
        "if mechanism.charge == planned.charge and False:",
        f"{PLANNED}::test_a_mechanism_is_not_made_from_a_cheaper_plan",
    ),
    Mutant(
        "plan: a stored participation that the request does not allow",
        "series_draw_of",
        "if said not in participations_of(query, spec.bound, spec.protect.unit):",
        "if False:",
        f"{PLANNED}::test_a_stored_plan_is_read_back_and_forgeries_are_not",
    ),
    Mutant(
        "margin: a normal law taken for granted",
        "_factor",
        "return min(bounds) * _WIDER",
        "return min(bounds) * 0.9",
        f"{PLANNED}::test_margins_are_those_of_the_mechanism_that_draws",
    ),
    Mutant(
        "margin: a longer sum looked up as a shorter one",
        "rounded_up",
        "return count if count <= _EVERY else step",
        "return count if count <= _EVERY else _EVERY",
        f"{PLANNED}::test_sums_of_whole_draws_are_never_rounded_down",
    ),
    Mutant(
        "margin: an error met at the typical tick only",
        "kinds/series/plan/shapes.py::_widest",
        "return float(series_margins(law, gains.max(keepdims=True), most, 2 * steps, confidence)[0])",
        "return float(series_margins(law, gains.min(keepdims=True), most, 2 * steps, confidence)[0])",
        f"{PLANNED}::test_errors_are_met_at_every_tick_or_refused",
    ),
    Mutant(
        "margin: the noise of the line forgotten",
        "alerts_for",
        "unsure = pair_margin(blank.reach / blank.for_threshold, blank.parameter, confidence)",
        "unsure = pair_margin(Fraction(1), blank.parameter / 4, confidence)",
        f"{RANGES}::test_alerts_are_as_sure_as_they_say",
    ),
    Mutant(
        "table: cells and ticks changed places",
        "rows_of",
        "return np.ascontiguousarray(table.values.reshape(cells, draw.ticks).T)",
        "return np.ascontiguousarray(table.values.reshape(draw.ticks, cells))",
        f"{PUBLISHED}::test_cells_and_ticks_keep_their_places",
    ),
    Mutant(
        "table: the source's own bound not looked at",
        "rows_of",
        "if not draw.contribution.sensitivity.covers(table.sensitivity) or",
        "if",
        f"{PUBLISHED}::test_a_table_that_moves_further_than_planned_is_refused",
    ),
    Mutant(
        "alert: more alerts than were paid for believed",
        "AlertDraw.checked",
        "if len(given) > self.shape.at_most or",
        "if",
        f"{PUBLISHED}::test_a_watch_that_says_what_it_could_not_is_refused",
    ),
]

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:], MUTANTS))
