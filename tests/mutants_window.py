"""Bugs planted in windows of periods: each must be caught by its test.

python tests/mutants_window.py             all of them
python tests/mutants_window.py ledger      those whose name contains "ledger"
"""

from __future__ import annotations

import sys

from mutants import Mutant, main

NEIGHBOURS = "tests/property/test_window_neighbours.py"
SERIES = "tests/property/test_window_series.py"
PUBLISHED = "tests/integration/publish/test_windows.py"
REPEATED = "tests/integration/publish/test_repeats.py"
BLANK = "tests/integration/publish/test_blanks.py"
SPELLED = "tests/integration/publish/test_spells.py"
LIVE = "tests/integration/publish/test_stream_repeats.py"
ENDLESS = "tests/integration/publish/test_stream_endless.py"

MUTANTS = [
    Mutant(
        "window: blocks that share a cell taken for blocks that do not",
        "core/measure.py::over_all_periods",
        "(many if keeps_apart(grid, unit) else many**2) * one.l2_squared",
        "many * one.l2_squared",
        f"{NEIGHBOURS}::test_no_window_moves_a_table_further_than_stated_nor_elsewhere",
    ),
    Mutant(
        "window: one period too few",
        "periods_met",
        "return min(unit.window, tick_of(last, per) - tick_of(first, per) + 1)",
        "return min(unit.window, tick_of(last, per) - tick_of(first, per))",
        f"{SERIES}::test_finer_ticks_and_months_are_counted_by_the_calendar",
    ),
    Mutant(
        "window: any tick lies within any period",
        "keeps_apart",
        "return ticks is not None and unit.per is not None and fits_within(ticks.every, period_named(unit.per))",
        "return ticks is not None and unit.per is not None",
        f"{NEIGHBOURS}::test_no_window_moves_a_table_further_than_stated_nor_elsewhere",
    ),
    Mutant(
        "window: a series that pays for one period",
        "participations_of",
        "ways += [said(many, all_of_it), said(1, many * all_of_it)]",
        "ways += [said(1, all_of_it)]",
        f"{SERIES}::test_no_window_moves_the_answers_further_than_stated",
    ),
    Mutant(
        "window: somebody who comes and goes taken for somebody who comes",
        "participations_of",
        "signed = unit.window is not None or (",
        "signed = unit.window == 0 or (",
        f"{SERIES}::test_no_window_moves_the_answers_further_than_stated",
    ),
    Mutant(
        "window: bounds over the person and not over the period",
        "Layout._placed",
        "        per: Any = self.protect.unit.per\n",
        '        per: Any = "1y"\n',
        f"{NEIGHBOURS}::test_no_window_moves_a_table_further_than_stated_nor_elsewhere",
    ),
    Mutant(
        "window: live counters over the person and not over the period",
        "Feed._count",
        "block = None if self._unit.per is None else",
        "block = None if self._unit.block is None else",
        f"{NEIGHBOURS}::test_live_windows_keep_the_same_promise",
    ),
    Mutant(
        "window: repeated values with noise for one cell of a tick",
        "window_participation",
        "way = min((one for one in ways if not one.apiece), key=lambda one: one.most)",
        "way = min(ways, key=lambda one: one.most)",
        f"{REPEATED}::test_the_window_of_the_unit_is_the_window_of_the_method",
    ),
    Mutant(
        "window: repeated values in windows of half the length",
        "window_participation",
        "width = way.span if way.span is not None else ticks_of(query)",
        "width = way.span // 2 if way.span is not None else ticks_of(query)",
        f"{REPEATED}::test_the_window_of_the_unit_is_the_window_of_the_method",
    ),
    Mutant(
        "window: a repeated value takes all that is left",
        "epsilon_for_value",
        "return down(left / 2)",
        "return down(left * 2)",
        f"{REPEATED}::test_no_window_is_overspent_whatever_is_fresh",
    ),
    Mutant(
        "window: a value taken for fresh where nothing was left",
        "amounts",
        "        if is_fresh and not offer:\n",
        "        if is_fresh and offer < 0:\n",
        f"{REPEATED}::test_no_window_is_overspent_whatever_is_fresh",
    ),
    Mutant(
        "window: spells whose sum of several ticks has the noise of one",
        "Spells.step",
        "        scale = self.reach / Fraction(amount * self.epsilon, _FINE)\n        noisy",
        "        scale = self.reach / Fraction(amount * state.added * self.epsilon, _FINE)\n        noisy",
        f"{SPELLED}::test_whoever_leaves_one_window_out_loses_at_most_epsilon",
    ),
    Mutant(
        "window: spells stored with more than a window has",
        "SpellDraw.checked",
        "if (total[self.width :] - total[: len(total) - self.width] > FINE).any() or",
        "if (total[self.width :] - total[: len(total) - self.width] > 2 * FINE).any() or",
        f"{SPELLED}::test_what_no_run_could_say_is_refused",
    ),
    Mutant(
        "window: spells shown with the exact sum of their ticks",
        "Spells.step",
        "state.last = SpellValue(noisy, state.added, amount)",
        "state.last = SpellValue(state.total.copy(), state.added, amount)",
        f"{SPELLED}::test_whoever_leaves_one_window_out_loses_at_most_epsilon",
    ),
    Mutant(
        "window: a mean of spells with the range of one tick",
        "means",
        "low, high = FINER * (shown - wide) // parts",
        "low, high = FINER * (shown - wide // parts) // parts",
        f"{SPELLED}::test_the_range_of_a_mean_is_that_of_its_sum",
    ),
    Mutant(
        "window: spells that publish the last noisy mean itself",
        "spell_columns",
        "    if version != FIRST:\n        middle",
        "    if version == FIRST:\n        middle",
        "tests/unit/kinds/repeat/test_spell_values.py::test_early_values_are_the_smoothed_ones",
    ),
    Mutant(
        "window: live spells that publish the last noisy mean itself",
        "SpellPart.step",
        "if self._version != FIRST:",
        "if self._version == FIRST:",
        "tests/unit/kinds/repeat/test_spell_values.py::test_live_values_are_those_of_a_release_by_the_rule_of_their_day",
    ),
    Mutant(
        "window: a level of spells outside the range of what was told",
        "postprocess/spell_level.py::within",
        "    return np.clip(steps, low, high)",
        "    return np.asarray(steps + 0 * low)",
        "tests/unit/kinds/repeat/test_spell_values.py::test_a_value_is_the_level_held_within_the_range_of_the_last_mean",
    ),
    Mutant(
        "window: blank noughts in the usual error",
        "_typical_error",
        "wide = (high - low)[~np.isnan(high)]",
        "wide = np.nan_to_num(high - low)",
        f"{BLANK}::test_it_is_reported_with_dashes_and_verified",
    ),
    Mutant(
        "window: blank noughts in an Arrow table",
        "Figures.arrow",
        "floats(self.steps, self.step), self.blank)",
        "floats(self.steps, self.step))",
        f"{BLANK}::test_no_number_stands_before_the_first_fresh_value",
    ),
    Mutant(
        "window: live repeated values forget at a restart what their window spent",
        "_read_watch",
        "        _refill(getattr(state, name), name, fields)\n",
        "        pass\n",
        f"{LIVE}::test_killed_the_same_value_is_published",
    ),
    Mutant(
        "window: live repeated values show the exact row",
        "RepeatPart.step",
        "zip(self._keys, self._state.last.tolist(), strict=True)",
        "zip(self._keys, row.tolist(), strict=True)",
        f"{LIVE}::test_live_and_at_once_are_the_same_from_the_same_words_for_the_same_price",
    ),
    Mutant(
        "window: live repeated values with the noise of a smaller reach",
        "step_events",
        "exact = BoundedSeries(row[None, :], events.grain, events.covers)",
        "exact = BoundedSeries(2 * row[None, :], events.grain, events.covers)",
        f"{LIVE}::test_whoever_leaves_hours_of_one_window_out_loses_at_most_what_was_paid",
    ),
    Mutant(
        "window: a live repeated value with the range of the best one",
        "RepeatPart.step",
        "self._draw.margin(self._state.spent, self._confidence)",
        "self._draw.margin(self._draw.best, self._confidence)",
        f"{LIVE}::test_live_and_at_once_are_the_same_from_the_same_words_for_the_same_price",
    ),
    Mutant(
        "window: a live repeated value called fresh",
        "RepeatPart.step",
        'said: Freshness = "yes" if fresh else "no"',
        'said: Freshness = "yes"',
        f"{LIVE}::test_live_and_at_once_are_the_same_from_the_same_words_for_the_same_price",
    ),
    Mutant(
        "window: live spells forget at a restart what their window spent",
        "resumed_spells",
        '    state._recent = _array(fields["recent"], np.int64, state._recent.shape)\n',
        "",
        f"{LIVE}::test_spells_that_are_taken_up_go_on_exactly",
    ),
    Mutant(
        "window: live spells forget at a restart the sum that is open",
        "resumed_spells",
        '    state.total = _array(fields["total"], np.int64, (cells,))\n',
        "",
        f"{LIVE}::test_spells_that_are_taken_up_go_on_exactly",
    ),
    Mutant(
        "window: live spells forget at a restart what their pacer learned",
        "SpellPart.resume",
        "            pacer.told(*self._spells.hand_over(one), end - before, added)\n",
        "",
        f"{LIVE}::test_spells_that_are_taken_up_go_on_exactly",
    ),
    Mutant(
        "window: repeated values without an end, in one window as long",
        "_check_endless",
        "if query.shape not in (None, PerStep()) and not isinstance(query.shape, Window | Decay):",
        "if query.shape is not None and not isinstance(query.shape, PerStep | Window | Decay):",
        f"{ENDLESS}::test_what_needs_an_end_is_refused",
    ),
    Mutant(
        "window: ledger keeps a balance for each block",
        "period_of",
        "per: str | None = None if windows else unit",
        "per: str | None = unit",
        f"{PUBLISHED}::test_releases_of_different_months_share_one_balance",
    ),
    Mutant(
        "window: ledger takes an account from before windows had a tick",
        "Terms.must_match",
        "if self.unit.window is not None and self.version == _VERSION:",
        "if self.unit.window is not None and self.version > _WINDOWS:",
        f"{PUBLISHED}::test_an_account_of_old_terms_is_readable_and_pays_nothing",
    ),
    Mutant(
        "window: a plan that pays block by block",
        "plan/planner.py::_blocks",
        "per = spec.protect.unit.block",
        "per = spec.protect.unit.per",
        f"{PUBLISHED}::test_releases_of_different_months_share_one_balance",
    ),
    Mutant(
        "window: an approved calendar that pays block by block",
        "Calendar.loads",
        "per = self.protect.unit.block",
        "per = self.protect.unit.per",
        f"{PUBLISHED}::test_a_calendar_of_windows_adds_up_over_all_time",
    ),
    Mutant(
        "window: another length of window matches the account",
        "Unit.__post_init__",
        '        if self.window is not None:\n            object.__setattr__(self, "window", whole',
        '        if self.window is not None:\n            object.__setattr__(self, "window", 2 or whole',
        f"{PUBLISHED}::test_a_request_repeats_the_window_and_its_tick",
    ),
]

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:], MUTANTS))
