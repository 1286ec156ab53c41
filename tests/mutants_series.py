"""Bugs planted in the series room, one at a time. Each must be caught by its test.

python tests/mutants_series.py             all of them
python tests/mutants_series.py monitor     those whose name contains "monitor"
"""

from __future__ import annotations

import sys

from mutants import Mutant, main

SERIES, UNIT, PROPERTY = "mechanisms/series", "tests/unit/mechanisms/series", "tests/property/test_series.py"
RUNNING = f"{UNIT}/test_running.py"

BAND, COLUMNS = "tests/unit/postprocess/test_smooth_band.py", "tests/unit/publish/test_smooth_columns.py"
SUMS = "tests/unit/postprocess/test_laplace_sums.py"
HELD = "tests/statistical/test_smooth_bands.py::test_bands_hold_on_average_and_where_it_is_busy"

MUTANTS = [
    Mutant(
        "spells: called the better choice whatever the numbers do",
        "publish/repeat_plan.py",
        "told < 0.98 * smoothed",
        "told < 98 * smoothed",
        "tests/unit/publish/test_repeat_plan.py::test_declared_moves_decide_which_is_better",
    ),
    Mutant(
        "smooth: a tick predicted by itself",
        "postprocess/band_predictors.py",
        "        out[..., tick] = total\n",
        "        out[..., tick] = total + values[..., tick]\n",
        f"{BAND}::test_no_prediction_without_a_season_uses_its_own_tick",
    ),
    Mutant(
        "smooth: errors taken for nought",
        "postprocess/smooth_band.py",
        "    wide = np.maximum(goal * form + doubt, 1e-4 * noise)\n",
        "    wide = np.maximum(likely * form, 1e-4 * noise) / 4\n",
        HELD,
    ),
    Mutant(
        "smooth: Laplace noise undone as if it had half its variance",
        "postprocess/band_noise.py",
        "(2 * square + variance * (1 - far))",
        "(2 * square + variance / 2 * (1 - far))",
        f"{BAND}::test_the_bounded_risk_is_unbiased",
    ),
    Mutant(
        "smooth: an old release rendered by the new rule",
        "publish/table.py",
        'vectors[0], result.plan.rule("smooth")))',
        "vectors[0], 2))",
        "tests/unit/publish/test_range_rules.py::test_folders_made_before_rules_had_versions_verify",
    ),
    Mutant(
        "smooth: a band that holds on average said to hold at every tick",
        "publish/smooth_columns.py",
        "holds = EVERY_TICK if known.is_fine else ON_AVERAGE",
        "holds = EVERY_TICK",
        f"{COLUMNS}::test_the_table_says_what_kind_of_confidence_the_band_has",
    ),
    Mutant(
        "smooth: noise below a grain smoothed all the same",
        "publish/smooth_columns.py",
        "draw.grain, draw.parameter < 1)",
        "draw.grain, False)",
        f"{COLUMNS}::test_noise_finer_than_the_numbers_leaves_the_raw_range",
    ),
    Mutant(
        "series: a replaced unit counted on one side only",
        "core/participation.py",
        "l1, l2_squared = 2 * l1, (2 if aligned and not self.signed else 4) * l2_squared",
        "l1, l2_squared = 2 * l1, l2_squared",
        f"{RUNNING}::test_replacing_one_unit_by_another",
    ),
    Mutant(
        "series: grains of one contribution not squared",
        "core/participation.py",
        "l2_squared * self.most**2",
        "l2_squared * self.most",
        f"{RUNNING}::test_norms_scale_with_the_grains_of_one_contribution",
    ),
    Mutant(
        "series: a unit without a span taken for one with a span",
        "core/participation.py",
        "if self.span is not None and (other.span is None or other.span > self.span):",
        "if self.span is not None and other.span is not None and other.span > self.span:",
        f"{RUNNING}::test_a_narrow_span_is_not_covered_by_a_promise_without_one",
    ),
    Mutant(
        "series: contributions closer than declared let in",
        "core/participation.py",
        "self.apart <= other.apart",
        "self.apart >= other.apart",
        f"{RUNNING}::test_refusals_say_no_value",
    ),
    Mutant(
        "series: several contributions priced as one",
        f"{SERIES}/toeplitz.py",
        "times, apart = participation.within(n), participation.apart",
        "times, apart = 1, participation.apart",
        f"{RUNNING}::test_no_pattern_moves_the_answers_further_than_stated",
    ),
    Mutant(
        "series: the last column's norm charged for all",
        f"{SERIES}/toeplitz.py",
        "most_square = max(most_square, weight * weight * square)",
        "most_square = max(most_square, square)",
        f"{RUNNING}::test_no_pattern_moves_the_answers_further_than_stated",
    ),
    Mutant(
        "series: values not held, so that answers wrap",
        f"{SERIES}/factorised.py",
        "return np.clip(values, -self.strategy.largest, self.strategy.largest)",
        "return values",
        f"{RUNNING}::test_values_beyond_all_bounds_are_held_and_nothing_wraps",
    ),
    Mutant(
        "series: a state may draw twice",
        f"{SERIES}/factorised.py",
        "        state.spent = True\n",
        "",
        f"{RUNNING}::test_a_state_draws_once",
    ),
    Mutant(
        "series: one level of the tree forgotten in the price",
        f"{SERIES}/tree.py",
        "for level in range(self.levels):\n            crowd",
        "for level in range(1, self.levels):\n            crowd",
        f"{RUNNING}::test_no_pattern_moves_the_answers_further_than_stated",
    ),
    Mutant(
        "series: buffers thought to fade twice as fast as they do",
        f"{SERIES}/buffered.py",
        "powers = [-(-power * decay >> SHIFT)",
        "powers = [(power * decay // 2 >> SHIFT)",
        f"{UNIT}/test_buffered.py::test_no_pattern_moves_the_rounded_answers_further_than_stated",
    ),
    Mutant(
        "series: buffers fade by wrapped products",
        f"{SERIES}/buffered.py",
        "self._whole = (self._whole >> SHIFT) * self._decays + (below >> FINE) + lifted",
        "self._whole = (self._whole * self._decays >> SHIFT) + lifted",
        f"{UNIT}/test_buffered.py::test_answers_are_the_stated_floors_of_exact_fractions",
    ),
    Mutant(
        "series: blocks of one level only in the price",
        f"{SERIES}/subtraction_blocks.py",
        "participation.most * levels_of(horizon, arity)",
        "participation.most",
        f"{UNIT}/test_subtraction.py::test_blocks_telescope_to_totals_and_no_pattern_moves_them_further",
    ),
    Mutant(
        "series: overlaps of an endless strategy not added",
        f"{SERIES}/outer.py",
        "square += 2 * (times - apart) * int(worst[apart * participation.apart])",
        "square += 0",
        f"{UNIT}/test_endless.py::test_no_pattern_moves_the_answers_further_than_stated",
    ),
    Mutant(
        "series: answers that point apart taken for aligned",
        f"{SERIES}/outer.py",
        "aligned=bool(overlaps.min() >= 0)",
        "aligned=True",
        f"{UNIT}/test_endless.py::test_no_pattern_moves_the_answers_further_than_stated",
    ),
    Mutant(
        "series: a transform's unit is in one step whatever it says",
        f"{SERIES}/transform.py",
        "times = participation.within(self.horizon)",
        "times = 1",
        f"{UNIT}/test_transform.py::test_the_norm_is_that_of_a_person_on_every_day",
    ),
    Mutant(
        "series: a transform's sum norm without its cells",
        f"{SERIES}/transform.py",
        "rounded_root(self.keep * self.cells * square)",
        "rounded_root(self.keep * square)",
        f"{UNIT}/test_transform.py::test_a_unit_spread_over_cells_is_covered_in_both_norms",
    ),
    Mutant(
        "series: monitor noise without the number of alerts",
        f"{SERIES}/monitor.py",
        "return (1 if self.monotone else 2) * self.at_most * self.reach / self.for_queries",
        "return (1 if self.monotone else 2) * self.reach / self.for_queries",
        f"{UNIT}/test_monitor.py::test_exact_probabilities_of_all_short_transcripts",
    ),
    Mutant(
        "series: monitor called monotone when signed",
        f"{SERIES}/monitor.py",
        'return participation.neighbours == "add-remove" and not participation.signed',
        'return participation.neighbours == "add-remove"',
        f"{UNIT}/test_monitor.py::test_exact_probabilities_of_all_short_transcripts",
    ),
    Mutant(
        "series: monitor goes on after its last alert",
        f"{SERIES}/monitor.py",
        "        state.left -= 1\n",
        "",
        f"{UNIT}/test_monitor.py::test_after_the_last_alert_it_refuses_and_nothing_is_drawn_twice",
    ),
    Mutant(
        "series: a window forgets one step too early",
        f"{SERIES}/window_budget.py",
        "self._recent[0][0] <= self._step - self.width:",
        "self._recent[0][0] <= self._step - self.width + 1:",
        f"{UNIT}/test_events.py::test_no_window_of_any_history_spends_more_than_epsilon",
    ),
    Mutant(
        "series: questions of a window not counted",
        f"{SERIES}/events.py",
        "        state.questions.spend(price)\n",
        "",
        f"{UNIT}/test_events.py::test_questions_are_counted_at_every_step_they_are_asked",
    ),
    Mutant(
        "series: cover taken on trust",
        f"{SERIES}/cover.py",
        "if not covers.covers(exact.participation):",
        "if not exact.participation.covers(exact.participation):",
        f"{UNIT}/test_events.py::test_refusals",
    ),
    Mutant(
        "series: a unit anywhere let into a window",
        f"{SERIES}/windowed.py",
        "if self.covers.span is None or self.covers.span > self.width:",
        "if self.covers.span is not None and self.covers.span > self.width:",
        f"{UNIT}/test_events.py::test_refusals",
    ),
    Mutant(
        "series: several cells of one step taken for one",
        f"{SERIES}/windowed.py",
        "self.covers.together.most",
        "self.covers.most",
        f"{UNIT}/test_events.py::test_a_unit_in_several_cells_of_one_step_moves_a_row_by_all_of_them",
    ),
    Mutant(
        "series: spells do not look how full their windows are",
        f"{SERIES}/spells.py",
        "amount = min(wanted, affordable(self._recent, self.spell))",
        "amount = wanted",
        f"{UNIT}/test_spells.py::test_whatever_a_pacer_says_no_window_overspends_and_the_stream_goes_on",
    ),
    Mutant(
        "series: steps of a sum after the first are free",
        f"{SERIES}/spells.py",
        "        self.budget.spend(paid)\n        if len(self._recent):\n"
        "            self._recent = np.concatenate([self._recent[1:], [amount]])\n",
        "        amount = 0 if self.added else amount\n        if len(self._recent):\n"
        "            self._recent = np.concatenate([self._recent[1:], [amount]])\n",
        f"{UNIT}/test_spells.py::test_no_history_lets_a_neighbour_move_what_is_told_by_more_than_epsilon",
    ),
    Mutant(
        "series: the noise of a sum made for all its steps together at one step's price",
        f"{SERIES}/spells.py",
        "scale = self.reach / Fraction(amount * self.epsilon, _FINE)\n        noisy",
        "scale = self.reach / Fraction(amount * self.epsilon * state.added, _FINE)\n        noisy",
        f"{UNIT}/test_spells.py::test_the_noise_of_a_sum_is_what_was_paid_for",
    ),
    Mutant(
        "series: a pacer of spells told the exact sum",
        f"{SERIES}/spells.py",
        "state.told(released, variance)",
        "state.told(state.total.astype(np.float64), variance)",
        f"{UNIT}/test_spells.py::test_pacers_are_told_noisy_numbers_and_nothing_else",
    ),
    Mutant(
        "series: steps of one unit taken never to meet in a group",
        f"{SERIES}/grouped.py",
        "covers.times * min(covers.times, most)",
        "covers.times",
        f"{UNIT}/test_grouped.py::test_no_grouping_and_no_pattern_moves_the_sums_further",
    ),
    Mutant(
        "series: a pacer of groups told the exact sum",
        f"{SERIES}/grouped.py",
        "state.pacer.told(released.copy(), state.inside)",
        "state.pacer.told(state.total.astype(np.float64), state.inside)",
        f"{UNIT}/test_grouped.py::test_pacers_are_told_noisy_numbers_and_nothing_else",
    ),
    Mutant(
        "series: a sum kept when its group has ended",
        f"{SERIES}/grouped.py",
        "state.total, state.inside = np.zeros(state.cells, dtype=np.int64), 0",
        "state.inside = 0",
        f"{UNIT}/test_grouped.py::test_every_step_is_in_exactly_one_group_whatever_the_pacer_says",
    ),
    Mutant(
        "series: more samples than paid for",
        f"{SERIES}/adaptive.py",
        "if state.since < state.gap or state.taken >= self.samples:",
        "if state.since < state.gap:",
        f"{UNIT}/test_grouped.py::test_no_more_samples_than_paid_for",
    ),
    Mutant(
        "series: samples of entries counted apiece bounded by their number",
        f"{SERIES}/sampling.py",
        "covers.times if covers.apiece else min(covers.within(steps), count)",
        "min(covers.within(steps), count)",
        f"{UNIT}/test_grouped.py::test_entries_counted_apiece_may_meet_in_one_group",
    ),
    Mutant(
        "series: the choice of coefficients priced as a vote",
        f"{SERIES}/kept.py",
        "Reach.each(moved)",
        "Reach.each(max(1, moved // 4))",
        f"{UNIT}/test_kept.py::test_no_unit_moves_what_is_dropped_further_than_priced",
    ),
    Mutant(
        "radius: a radius for one draw fewer than there are",
        f"{SERIES}/radius.py",
        "        radius = secret_radius(self.draws, self.cells, self.scale, rng)\n        return saturating_add",
        "        radius = secret_radius(max(1, self.draws - 1), self.cells, self.scale, rng)\n"
        "        return saturating_add",
        f"{UNIT}/test_radius.py::test_the_radius_is_drawn_for_as_many_points_as_there_are",
    ),
    Mutant(
        "radius: one draw more after the horizon",
        f"{SERIES}/radius.py",
        "if state.done >= self.horizon:",
        "if state.done > self.horizon:",
        f"{UNIT}/test_radius.py::test_as_many_points_are_drawn_as_there_are_groups",
    ),
    Mutant(
        "radius: a state stepped from twice",
        f"{SERIES}/radius.py",
        "        state.spent = True\n",
        "",
        f"{UNIT}/test_radius.py::test_secrets_are_not_shown_and_states_are_used_once",
    ),
    Mutant(
        "radius: rows of a group not held, so that sums wrap",
        f"{SERIES}/radius.py",
        "return np.clip(values, -most, most)",
        "return values",
        f"{UNIT}/test_radius.py::test_values_beyond_the_room_are_held_and_nothing_wraps",
    ),
    Mutant(
        "radius: a unit counted in one step of a group",
        "core/radius_reach.py",
        "min(covers.times, -(-group // covers.apart))",
        "1",
        f"{UNIT}/test_radius.py::test_no_unit_moves_a_group_further_than_stated",
    ),
    Mutant(
        "radius: a replaced unit in another cell counted once",
        "core/radius_reach.py",
        "cells > 1 or covers.signed or",
        "covers.signed or",
        f"{UNIT}/test_radius.py::test_no_unit_moves_a_group_further_than_stated",
    ),
    Mutant(
        "radius: a unit that leaves a block for another pays in full in both",
        "core/radius_reach.py",
        " or covers.span is not None",
        "",
        "tests/property/test_exchanged_blocks.py"
        "::test_a_unit_that_only_comes_or_goes_costs_at_most_half_of_what_is_charged",
    ),
    Mutant(
        "radius: steps of the sampler that do not halve",
        "noise/radius.py",
        "at_most(mode + s, mode, 1) and at_most(mode - s, mode, 1)",
        "at_most(mode + s, mode) and at_most(mode - s, mode)",
        "tests/unit/noise/test_radius.py::test_no_weight_is_larger_than_the_steps_it_is_drawn_under",
    ),
    Mutant(
        "radius: a bracket of weights not rounded outward",
        "noise/radius.py",
        "    spare = work - bits\n    return low >> spare, -(-high >> spare)",
        "    spare = work - bits\n    return low >> spare, high >> spare",
        "tests/unit/noise/test_radius.py::test_ratios_are_certified_and_close_in",
    ),
    Mutant(
        "radius: points of a ball without signs",
        "noise/radius.py",
        "row[place - 1] = -size if _below(2, rng) else size",
        "row[place - 1] = size",
        "tests/statistical/test_radius.py::test_every_point_of_a_ball_is_as_likely",
    ),
    Mutant(
        "radius: a range for noise of another number of draws",
        "publish/radius_draw.py",
        "return SecretRadius(draws_of(self.ticks, self.group), self.cells, self.parameter)",
        "return SecretRadius(1, self.cells, self.parameter)",
        "tests/integration/publish/test_radius.py::test_it_is_published_told_and_verified",
    ),
    Mutant(
        "radius: a stored plan with other groups than its request",
        "publish/radius_draw.py",
        "if asked is not None and group != asked:",
        "if asked is not None and group > asked:",
        "tests/integration/publish/test_radius.py::test_a_stored_series_that_says_what_it_could_not_is_refused",
    ),
    Mutant(
        "margins by law: one tail taken for both",
        "postprocess/laplace_sums.py",
        "room = miss / 2 - _ALIAS - left",
        "room = miss - _ALIAS - left",
        f"{SUMS}::test_margins_hold_by_counting_every_sum",
    ),
    Mutant(
        "margins by law: whole noise taken for continuous noise of the same scale",
        "postprocess/laplace_sums.py",
        "(self.factors / (2 * math.tanh(rate / 2)) + self.more)",
        "(self.factors / rate)",
        f"{SUMS}::test_margins_hold_by_counting_every_sum",
    ),
    Mutant(
        "margins by law: a block told by its first tick",
        "mechanisms/series/weighed.py",
        "return _counted([line[:end] for end in ends], of_tick)",
        "return _counted([line[: max(1, end - end // 16)] for end in ends], of_tick)",
        f"{SUMS}::test_no_noise_is_told_lighter_than_it_is",
    ),
    Mutant(
        "margins by law: weights rounded down",
        "mechanisms/series/weighed.py",
        "np.minimum(np.floor(-np.log2(some) * _FINE), _LEAST)",
        "np.minimum(np.ceil(-np.log2(some) * _FINE), _LEAST)",
        f"{SUMS}::test_no_noise_is_told_lighter_than_it_is",
    ),
    Mutant(
        "margins by law: one answer of a level of a tree where there are many",
        "mechanisms/series/weighed.py",
        "np.where(kind > 0, 2 ** np.arange(len(kind)), 0)",
        "np.where(kind > 0, 1, 0)",
        f"{SUMS}::test_the_running_tree_is_as_sure_as_it_says_and_half_as_wide_as_it_was",
    ),
    Mutant(
        "margins: an old plan told by the newest rule",
        "publish/series_plan.py",
        "    if version == FIRST:\n        if not isinstance(strategy, Dense | Transform):",
        "    if version == 0:\n        if not isinstance(strategy, Dense | Transform):",
        "tests/unit/publish/test_range_rules.py"
        "::test_the_first_rule_of_series_still_gives_the_margins_of_old_folders",
    ),
    Mutant(
        "radius: taken under few steps of a unit, where Laplace noise is smaller",
        "publish/radius_plan.py",
        "draw.sums.variance >= plainly.variance or draw.widest > laplace.margin(confidence)",
        "draw.sums.variance < 0",
        "tests/integration/publish/test_radius.py::test_the_plan_takes_it_where_it_is_better",
    ),
]

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:], MUTANTS))
