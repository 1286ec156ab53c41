"""Bugs planted in live series: feeds, clocks, states, the order of a tick. Each must be caught by its test.

python tests/mutants_stream.py            all of them
python tests/mutants_stream.py state      those whose name contains "state"
"""

from __future__ import annotations

import sys

from mutants import Mutant, main

FEED = "tests/unit/sources/test_feed.py"
PLACES = "tests/unit/sources/test_feed_places.py"
STREAM = "tests/integration/publish/test_stream.py"
KILLED = "tests/integration/publish/test_stream_killed.py"
SMOOTH = "tests/unit/publish/test_stream_smooth.py"
CLOCK = "tests/unit/publish/test_stream_clock.py"
SPEC = "tests/unit/publish/test_spec_stream.py"
EXTEND = "tests/integration/publish/test_stream_extend.py"
ENDLESS = "tests/integration/publish/test_stream_endless.py"
CHECKPOINT = "tests/unit/mechanisms/series/test_checkpoint.py"

MUTANTS = [
    Mutant(
        "feed: a row too many",
        "sources/feed_bounding.py",
        "if unit.rows >= room.rows:",
        "if unit.rows > room.rows:",
        f"{FEED}::test_each_bound_by_itself",
    ),
    Mutant(
        "feed: a cell too many",
        "sources/feed_bounding.py",
        "len(unit.cells) >= room.cells",
        "len(unit.cells) > room.cells",
        f"{FEED}::test_each_bound_by_itself",
    ),
    Mutant(
        "feed: a row too many in a cell",
        "sources/feed_bounding.py",
        "unit.cells.get(cell, 0) >= room.rows_per_cell",
        "unit.cells.get(cell, 0) > room.rows_per_cell",
        f"{FEED}::test_each_bound_by_itself",
    ),
    Mutant(
        "feed: retired units forgotten with the process",
        "sources/feed.py",
        "series.counters.restore(own)",
        "pass",
        f"{FEED}::test_what_was_counted_outlives_the_process",
    ),
    Mutant(
        "feed: held rows forgotten with the process",
        "sources/feed.py",
        "series.sums.restore(own)",
        "pass",
        f"{FEED}::test_what_was_counted_outlives_the_process",
    ),
    Mutant(
        "feed: the months of a person are one unit",
        "sources/feed_bounding.py",
        "{'' if block is None else block}",
        "",
        f"{FEED}::test_units_of_a_period_have_room_in_each",
    ),
    Mutant(
        "feed: units let go before their period is over",
        "sources/feed.py",
        "before = tick_of(tick_start(period, per), self._every) - self._ticks.first",
        "before = self.open",
        f"{FEED}::test_units_of_periods_that_are_over_are_let_go_and_all_counts_as_before",
    ),
    Mutant(
        "feed: units of a tick in two periods let go with the first",
        "sources/feed.py",
        "before = tick_of(tick_start(period, per), self._every) - self._ticks.first",
        "before = tick_of(tick_start(period, per), self._every) - self._ticks.first + 1",
        f"{FEED}::test_units_of_periods_that_are_over_are_let_go_and_all_counts_as_before",
    ),
    Mutant(
        "feed: spellings of one person are two units",
        "sources/feed_reading.py",
        "return None if raw is None else key_read(raw, kind)",
        "return raw or None",
        f"{FEED}::test_twins_in_unicode_are_one_person",
    ),
    Mutant(
        "feed: a late row counts in a closed tick",
        "sources/feed.py",
        "if tick < self.open:",
        "if tick < 0:",
        f"{FEED}::test_late_rows_by_the_declared_rule",
    ),
    Mutant(
        "feed: rows of the future never dropped",
        "sources/feed.py",
        'if tick > current and self._future == "drop":',
        "if False:",
        f"{FEED}::test_rows_of_the_future_by_the_declared_rule",
    ),
    Mutant(
        "feed: a quotation mark that is not closed is read",
        "sources/feed_lines.py",
        "delimiter=origin.delimiter, strict=True)",
        "delimiter=origin.delimiter)",
        f"{FEED}::test_a_broken_line_counts_nowhere_and_takes_nobody_with_it",
    ),
    Mutant(
        "feed: the end of a long line is taken for a row",
        "sources/feed_lines.py",
        "skip = place.skipping or is_header or len(line) > LONGEST",
        "skip = is_header or len(line) > LONGEST",
        f"{FEED}::test_a_line_too_long_is_skipped_however_it_arrives",
    ),
    Mutant(
        "feed: what is remembered is what has the name by then",
        "sources/feed_lines.py",
        "            self.places.remember(found, file)\n",
        "            with opened(found.path) as by_name:\n                self.places.remember(found, by_name)\n",
        f"{PLACES}::test_a_file_turned_over_while_it_is_read_is_read_once",
    ),
    Mutant(
        "feed: a file is found, and another one read",
        "sources/feed_lines.py",
        "if file is not None and self.places.is_still(found, file):",
        "if file is not None:",
        f"{PLACES}::test_a_file_turned_over_between_finding_and_reading_is_read_once",
    ),
    Mutant(
        "feed: a file that was put back is read again",
        "sources/feed_places.py",
        "least, better = one.offset, one",
        "pass",
        f"{PLACES}::test_a_file_that_leaves_and_comes_back_is_read_on",
    ),
    Mutant(
        "feed: a place goes when its name is used again",
        "sources/feed_places.py",
        "                before.names = tuple(one for one in before.names if one != name)\n",
        "                self._numbers[before.number].remove(before)\n"
        "                self._beginnings[before.length][before.beginning].remove(before)\n",
        f"{PLACES}::test_whatever_is_done_to_files_every_row_that_was_there_at_a_look_counts_once",
    ),
    Mutant(
        "feed: a number is one file for ever",
        "sources/feed_places.py",
        "if taken.get(id(one), number) == number and one.is_in(file)]",
        "if taken.get(id(one), number) == number and one.offset <= _size(file)]",
        f"{PLACES}::test_a_number_that_is_used_again_makes_no_file_new",
    ),
    Mutant(
        "feed: the end of what was read is not compared",
        "sources/feed_places.py",
        "return _digest(file, start, self.offset - start) == self.ending",
        "return True",
        f"{PLACES}::test_files_that_begin_alike_and_go_on_otherwise_are_two_files",
    ),
    Mutant(
        "feed: a number is a file, whatever its device is",
        "sources/feed_places.py",
        "                number = number_of(file)\n                if number in once:",
        "                number = (0, number_of(file)[1])\n                if number in once:",
        f"{PLACES}::test_files_of_two_devices_are_two_files",
    ),
    Mutant(
        "feed: another file is read on in the middle of a line",
        "sources/feed_places.py",
        "                self._refuse_a_changeling(found, taken)",
        "                found.place = self._names.get(found.names[0])",
        f"{PLACES}::test_another_file_in_the_place_of_one_that_was_read_is_refused",
    ),
    Mutant(
        "feed: hidden copies are read",
        "sources/feed_lines.py",
        'and (hidden or not path.name.startswith("."))',
        "and True",
        f"{PLACES}::test_hidden_entries_and_what_is_no_file_are_not_read",
    ),
    Mutant(
        "clock: the wait forgotten",
        "publish/stream_clock.py",
        "return end + dt.timedelta(seconds=self._rules.wait)",
        "return end",
        f"{STREAM}::test_ticks_close_by_the_clock_and_not_before",
    ),
    Mutant(
        "clock: an hour that comes twice closes when it has come once",
        "publish/stream_clock.py",
        "return max(read).replace(tzinfo=None)",
        "return min(read).replace(tzinfo=None)",
        f"{CLOCK}::test_an_hour_that_comes_twice_closes_when_it_is_over_for_good",
    ),
    Mutant(
        "clock: a tick closed before its time",
        "publish/stream.py",
        "if self.clock.until(before.tick) > 0:",
        "if False:",
        f"{STREAM}::test_ticks_close_by_the_clock_and_not_before",
    ),
    Mutant(
        "tick: published without a state",
        "publish/stream.py",
        "        put_away(self._vault, self.receipt.id, standing)\n        reach(",
        "        reach(",
        f"{KILLED}::test_killed_at_a_step_of_a_tick",
    ),
    Mutant(
        "tick: drawn again although it was entered",
        "publish/stream.py",
        "if missing:",
        "if False:",
        f"{KILLED}::test_killed_at_a_step_of_a_tick",
    ),
    Mutant(
        "tick: a value that was drawn and entered never published",
        "publish/stream.py",
        "        self.values.publish(standing.size, standing.lines)\n",
        "",
        f"{KILLED}::test_killed_at_a_step_of_a_tick",
    ),
    Mutant(
        "state: one that was put back is taken",
        "publish/stream_state.py",
        "if number == standing.tick and digest == standing.digest:",
        "if number >= standing.tick:",
        f"{KILLED}::test_a_state_that_was_put_back_is_refused",
    ),
    Mutant(
        "state: a copy with another draw is taken",
        "publish/stream_state.py",
        "if number == standing.tick and digest == standing.digest:",
        "if number == standing.tick:",
        f"{KILLED}::test_a_copy_that_runs_elsewhere_publishes_nothing",
    ),
    Mutant(
        "state: books that were put back are believed",
        "publish/stream_state.py",
        "if number < standing.tick - 1:",
        "if False:",
        f"{KILLED}::test_books_that_were_put_back_are_refused",
    ),
    Mutant(
        "state: a second process may run",
        "publish/stream_vault.py",
        "fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)",
        "pass",
        f"{KILLED}::test_one_process_at_a_time",
    ),
    Mutant(
        "state: a key that others can read",
        "publish/stream_vault.py",
        "if open_to_others:",
        "if False:",
        f"{STREAM}::test_the_state_is_encrypted_and_bound_to_its_stream",
    ),
    Mutant(
        "state: left behind when the stream is closed",
        "publish/stream.py",
        "        self._standing = None\n        self._vault.destroy()",
        "        self._standing = None",
        f"{STREAM}::test_closing_destroys_the_state_and_gives_nothing_back",
    ),
    Mutant(
        "state: a walk forgets its oldest row",
        "mechanisms/series/checkpoint.py",
        "kept = min(part._count, part._keep)",
        "kept = min(part._count, part._keep - 1)",
        f"{CHECKPOINT}::test_a_series_taken_up_again_goes_on_exactly",
    ),
    Mutant(
        "state: block noises forgotten",
        "mechanisms/series/checkpoint.py",
        "state.sums[level] = dict(zip(at.tolist(), rows, strict=True))",
        "pass",
        f"{CHECKPOINT}::test_a_series_taken_up_again_goes_on_exactly",
    ),
    Mutant(
        "request: late rows carried into another period",
        "core/live.py",
        'if unit.per is not None and late == "next":',
        "if False:",
        f"{STREAM}::test_persons_of_a_period_need_ticks_within_it",
    ),
    Mutant(
        "request: the spec's rules and the command's differ unseen",
        "core/stream_rules.py",
        "if self._given.get(name, value) != value:",
        "if False:",
        f"{SPEC}::test_two_places_that_differ_are_refused",
    ),
    Mutant(
        "request: a stream of other rules than its spec's",
        "publish/stream_request.py",
        "if self.spec.stream is not None and not self.spec.stream.agrees(self.rules):",
        "if False:",
        f"{SPEC}::test_two_places_that_differ_are_refused",
    ),
    Mutant(
        "request: a live spec is published at once",
        "publish/request.py",
        "if spec.stream is not None:",
        "if False:",
        f"{STREAM}::test_a_live_spec_is_not_published_at_once",
    ),
    Mutant(
        "request: persons of two periods in one tick",
        "core/live.py",
        "for one in query.in_cells()) and spec.crosses_blocks(query):",
        "for one in query.in_cells()) and False:",
        f"{STREAM}::test_persons_of_a_period_need_ticks_within_it",
    ),
    Mutant(
        "extend: the noise of the stream before left out of the range",
        "publish/stream_continue.py",
        "joined = [*(strand.times(kept) for strand in strands), entry.strand(number)]",
        "joined = [entry.strand(number)]",
        f"{EXTEND}::test_the_range_holds_all_noises_and_is_no_wider_than_their_sum",
    ),
    Mutant(
        "extend: a chain tells of its last noise alone",
        "publish/stream_continue.py",
        "if at + 1 < len(chain) and name not in opening.carries:",
        "if True:",
        f"{EXTEND}::test_the_range_holds_all_noises_and_is_no_wider_than_their_sum",
    ),
    Mutant(
        "extend: continued before all of the stream before is out",
        "publish/stream_continue.py",
        "if last is None or last[0] != self._before.ticks.size:",
        "if last is None:",
        f"{EXTEND}::test_nothing_is_continued_until_all_before_is_out_and_never_after_an_early_end",
    ),
    Mutant(
        "extend: what the books do not vouch for is continued",
        "publish/stream_look.py",
        "if (len(found), digest) != (last or (0, digest)):",
        "if False:",
        f"{EXTEND}::test_nothing_is_continued_until_all_before_is_out_and_never_after_an_early_end",
    ),
    Mutant(
        "extend: what was taken over forgotten with the process",
        "publish/stream.py",
        "self._continuation.restore(standing.brought)",
        "pass",
        f"{EXTEND}::test_nothing_is_continued_until_all_before_is_out_and_never_after_an_early_end",
    ),
    Mutant(
        "extend: nothing fades between two horizons",
        "publish/stream_continue.py",
        "kept = float(shape.keep**since) if isinstance(shape, Decay) else 1.0",
        "kept = 1.0",
        f"{EXTEND}::test_what_goes_on_is_the_last_value_before_and_its_own",
    ),
    Mutant(
        "extend: a window that knows too few ticks is called whole",
        "publish/stream_continue.py",
        "full = since >= shape.ticks(ticks.every)",
        "full = True",
        f"{EXTEND}::test_what_goes_on_is_the_last_value_before_and_its_own",
    ),
    Mutant(
        "extend: another question is called a continuation",
        "publish/stream_continue.py",
        "if not same or (spec.protect",
        "if (spec.protect",
        f"{EXTEND}::test_what_does_not_fit_is_refused_before_anything_is_paid",
    ),
    Mutant(
        "extend: a Laplace strand is bounded as if it were normal",
        "postprocess/joined_ranges.py",
        "logs = logs - count * np.log1p(-(tilt**2) * square)",
        "logs = logs + tilt**2 * square * count / 2",
        "tests/unit/postprocess/test_joined_ranges.py::test_the_sum_stays_within_the_margin_as_often_as_it_says",
    ),
    Mutant(
        "endless: persons of periods that nobody paid for",
        "core/live.py",
        "if spec.protect.unit.per is not None or spec.protect.unit.window is not None:",
        "if False:",
        f"{ENDLESS}::test_what_needs_an_end_is_refused",
    ),
    Mutant(
        "endless: a running total without an end",
        "core/live.py",
        "if query.shape not in (None, PerStep()) and not isinstance(query.shape, Window | Decay):",
        "if False:",
        f"{ENDLESS}::test_what_needs_an_end_is_refused",
    ),
    Mutant(
        "endless: published at once",
        "publish/request.py",
        "if any(query.during is not None and query.during.is_endless for query in spec.publish):",
        "if False:",
        f"{ENDLESS}::test_a_release_has_a_last_day",
    ),
    Mutant(
        "noise: a seed goes on with a real stream",
        "publish/stream.py",
        "if rng.reproducible and not self.opening.reproducible:",
        "if False:",
        f"{STREAM}::test_a_seed_cannot_go_on_with_a_real_stream",
    ),
    Mutant(
        "values: later ticks that were published are cut off and drawn again",
        "publish/stream_values.py",
        "if len(known) > len(lines):",
        "if False:",
        f"{KILLED}::test_books_and_state_put_back_together_are_given_away_by_what_was_published",
    ),
    Mutant(
        "spool: half a line is read as a row",
        "sources/feed_spool.py",
        'b"\\r\\rtorn\\n"',
        'b"\\n"',
        "tests/integration/publish/test_stream_spool.py::test_half_a_line_of_standard_input_is_nobody_s",
    ),
    Mutant(
        "values: the digest of a tick forgets those before",
        "publish/stream_values.py",
        'return hashlib.sha256(before.encode() + b"\\n" + lines).hexdigest()',
        "return hashlib.sha256(lines).hexdigest()",
        f"{STREAM}::test_published_values_that_were_changed_are_found",
    ),
    Mutant(
        "smooth: fed with what was drawn instead of what was written",
        "publish/stream_smooth.py",
        "as_read(cells[at].value or 0.0)",
        "float(cells[at].value or 0.0)",
        f"{SMOOTH}::test_numbers_count_as_they_are_written",
    ),
    Mutant(
        "smooth: a deviation in the place of a variance",
        "publish/stream_smooth.py",
        "centre = entry.bank.step(noisy, entry.variance)",
        "centre = entry.bank.step(noisy, entry.variance**0.5)",
        f"{SMOOTH}::test_the_band_covers_what_wanders_as_a_filter_says_and_would_not_with_another_noise",
    ),
    Mutant(
        "smooth: the disagreement of the filters left out of the band",
        "postprocess/smooth_online.py",
        "apart = self._spread + (self._mean - self._value) ** 2",
        "apart = self._spread",
        "tests/unit/postprocess/test_series_smooth.py::test_the_bank_says_how_far_its_filters_disagree",
    ),
]

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:], MUTANTS))
