"""Bugs planted in what a release says: ranges of means, shares, names of files, drafts. Each is caught by its test.

python tests/mutants_release.py            all of them
python tests/mutants_release.py mean       those whose name contains "mean"
"""

from __future__ import annotations

import sys

from mutants import Mutant, main

MEANS, PORTIONS = "tests/unit/postprocess/test_means.py", "tests/unit/words/test_portions.py"
COVERED = f"{MEANS}::test_every_mean_is_covered_as_often_as_stated"
SPREAD = f"{MEANS}::test_a_spread_holds_the_noise_at_every_mean_and_is_little_wider"

MUTANTS = [
    Mutant(
        "mean: a stretch is served by its near end",
        "_spread",
        "np.array(ends[1:], dtype=np.float64) / FINER",
        "np.array(ends[:-1], dtype=np.float64) / FINER",
        f"{MEANS}::test_a_spread_of_wide_noise_holds_at_the_far_end_of_every_stretch_and_is_little_wider",
    ),
    Mutant(
        "mean: the noise of the count is forgotten",
        "strays",
        "tail(span + shifts) + tail(span - shifts)",
        "2 * tail(span + 0 * shifts)",
        COVERED,
    ),
    Mutant(
        "mean: only one side of the noise may miss",
        "strays",
        "tail(span + shifts) + tail(span - shifts)",
        "tail(span - shifts)",
        SPREAD,
    ),
    Mutant(
        "mean: the wrong end of a stretch is the answer",
        "postprocess/means.py::_least",
        "found = np.maximum(_starts(sums, counts, within[at]), edges[at])",
        "found = np.maximum(_starts(sums, counts, within[at]), edges[at + 1])",
        f"{MEANS}::test_a_range_holds_every_mean_that_would_be_no_surprise",
    ),
    Mutant(
        "mean: the search jumps one stretch too far",
        "postprocess/means.py::_least",
        'side="left") - 1, middle)',
        'side="left"), middle)',
        f"{MEANS}::test_a_range_holds_every_mean_that_would_be_no_surprise",
    ),
    Mutant(
        "mean: a count below one says something",
        "mean_range",
        "lost = (counts < 1) | (low > ceiling)",
        "lost = (low > ceiling)",
        f"{MEANS}::test_without_rows_nothing_is_claimed",
    ),
    Mutant(
        "mean: a saturated number is believed",
        "mean_range",
        "    lost |= (np.abs(sums) >= _SATURATED) | (counts >= _SATURATED)\n",
        "",
        f"{MEANS}::test_what_saturated_says_nothing",
    ),
    Mutant(
        "mean: a limit that does not fit is cut short",
        "postprocess/means.py::_starts",
        "np.where(within >= WIDEST, -FINER * _FAR, _ratio(sums - within, counts))",
        "_ratio(sums - within, counts)",
        f"{MEANS}::test_the_widest_noise_stays_within_integers",
    ),
    Mutant(
        "shares: what is left is rounded by itself",
        "Standing.shown",
        "return used, cost, _below(rest)",
        'return used, cost, plain(100 * (1 - self.after), 3, "up")',
        f"{PORTIONS}::test_an_account_shows_no_more_than_a_hundred_and_no_price_too_small",
    ),
    Mutant(
        "shares: a total is rounded down",
        "portions_of",
        "together = -(-sum(parts) * units // whole)",
        "together = sum(parts) * units // whole",
        f"{PORTIONS}::test_portions_of_more_add_up_to_their_total_which_is_rounded_up",
    ),
    Mutant(
        "card: the folder of a file is published",
        "Origin.to_dict",
        "None if self.file is None else _last_name(self.file)",
        "self.file",
        "tests/unit/spec/test_source_names.py::test_a_published_folder_does_not_say_where_the_file_lies",
    ),
    Mutant(
        "draft: codes with a leading zero become numbers",
        "sources/draft.py::_kind",
        " and not any(_CODE.fullmatch(value) for value in said)",
        "",
        "tests/integration/test_cli_front_init.py::test_codes_stay_text_however_many_look_like_numbers",
    ),
    Mutant(
        "draft: ids of another kind are left out",
        "_column",
        "if len(fitting) < len(said) and _NAMES_A_PERSON.search(name):",
        "if False:",
        "tests/integration/test_cli_front_init.py::test_ids_are_text_unless_all_are_numbers",
    ),
    Mutant(
        "draft: somebody's row becomes the names of columns",
        "_csv",
        "if not is_header and is_row(header, rows):",
        "if False:",
        "tests/integration/test_cli_first_lines.py"
        "::test_a_file_without_a_header_is_refused_and_nothing_of_it_is_said",
    ),
    Mutant(
        "calibrate: a guess is taken for the answer",
        "accounting/calibrate.py::_widest",
        "        if good(made(below)):\n            low, high = below, 4 * below if good(made(above)) else above",
        "        low, high = below * 2, above * 2",
        "tests/unit/accounting/test_calibrate.py::test_guesses_on_a_fine_grid_are_not_believed",
    ),
    Mutant(
        "release: an old folder rendered by today's rules",
        "plan/stored.py::read_plan",
        'rules_from(record["ranges"]) if "ranges" in record else ()',
        'rules_from(record["ranges"]) if "ranges" in record else ((\'smooth\', 99),)',
        "tests/unit/show/test_range_rules.py::test_folders_made_before_rules_had_versions_verify",
    ),
    Mutant(
        "release: a hostile file waited for",
        "opened_plain",
        "os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC",
        "os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC",
        "tests/unit/show/test_artefact.py::test_a_link_or_a_pipe_in_place_of_a_file_is_found",
    ),
    Mutant(
        "release: a living writer's folder swept",
        "_sweep",
        "        if held is not None:\n            shutil.rmtree(path",
        "        if True:\n            shutil.rmtree(path",
        "tests/integration/publish/test_leftovers.py::"
        "test_what_a_killed_writer_left_is_swept_and_what_a_living_one_has_is_not",
    ),
    Mutant(
        "release: a key that others may read accepted",
        "read_key",
        "if found.st_mode & 0o077:",
        "if found.st_mode & 0o002:",
        "tests/integration/publish/test_leftovers.py::test_a_key_that_others_may_use_is_refused",
    ),
]


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:], MUTANTS))
