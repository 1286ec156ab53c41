"""Bugs planted where files are told apart and read: names, links, lookups, lines. Each is caught by its test.

python tests/mutants_files.py            all of them
python tests/mutants_files.py names      those whose name contains "names"
"""

from __future__ import annotations

import sys

import mutants
from mutants import Mutant

APART = "tests/unit/sources/test_rows_apart.py"
CORES = "tests/unit/sources/test_no_core_dumps.py"
FIRST = "tests/integration/test_cli_first_steps.py"
LOOK = "tests/integration/test_cli_look_words.py"
RAGGED = "tests/unit/sources/test_ragged_lines.py"
LINES = "tests/unit/sources/test_csv_lines.py"
ONCE = "tests/unit/sources/test_one_file_once.py"

MUTANTS = [
    Mutant(
        "files: names instead of files are told apart",
        "identity_of",
        "return (status.st_dev, status.st_ino) if status.st_ino else str(path)",
        "return str(path)",
        f"{ONCE}::test_one_file_is_read_once",
    ),
    Mutant(
        "files: a hidden copy is read as well",
        "sources/place.py::_entries",
        'os.listdir(folder) if not name.startswith("."))',
        "os.listdir(folder))",
        f"{ONCE}::test_one_file_is_read_once",
    ),
    Mutant(
        "files: a star takes what is hidden",
        "_alike",
        'if pattern.startswith(".") or not name.startswith("."):',
        "if name:",
        f"{ONCE}::test_what_is_asked_for_by_a_dot_is_found",
    ),
    Mutant(
        "files: a file that came in the place of another is read twice",
        "OpenFiles.__init__",
        "what = identity_of(status, file)",
        "what = str(file)",
        f"{ONCE}::test_names_that_come_to_mean_one_file_are_read_once",
    ),
    Mutant(
        "files: told apart by what is open, read by name",
        "OpenFiles.paths",
        "by_number = _HELD.is_dir()",
        "by_number = False",
        f"{ONCE}::test_what_was_told_apart_is_what_is_read",
    ),
    Mutant(
        "files: a loop of links is walked round",
        "_folders",
        "                seen.add(what)\n",
        "",
        f"{ONCE}::test_a_loop_below_is_not_walked_round",
    ),
    Mutant(
        "lookups: rows that are their own public lookup",
        "check_apart",
        "if lookup.public and not rows.isdisjoint(lines):",
        "if lookup.public and rows is lines:",
        f"{APART}::test_a_file_of_rows_is_no_public_lookup",
    ),
    Mutant(
        "lookups: told apart before the reading only",
        "lend_lookup",
        "        check_apart(rows, parts.identities, lookup)\n",
        "",
        f"{APART}::test_a_lookup_that_becomes_the_rows_is_refused_while_reading",
    ),
    Mutant(
        "lookups: looked at behind the paid line",
        "Door._unlocked",
        "            manager.check_lookups()\n",
        "",
        f"{APART}::test_a_lookup_that_nothing_asks_for_is_looked_at_before_anything_is_paid",
    ),
    Mutant(
        "lookups: a view of the rows on a server",
        "sources/postgres_server.py",
        "AND r.ev_type = '1'",
        "AND r.ev_type = '0'",
        f"{APART}::test_a_table_of_rows_is_no_public_lookup_under_any_name",
    ),
    Mutant(
        "lookups: a view of the rows in a DuckDB file",
        "sources/duckdb_file.py::_tables_behind",
        'steps += step.get("children", [])',
        "steps += []",
        f"{APART}::test_a_table_of_rows_is_no_public_lookup_under_any_name",
    ),
    Mutant(
        "lookups: a view of the rows in an SQLite file",
        "sources/sqlite_file.py::_tables_behind",
        "found.add(table.casefold())",
        "found.add(origin.table)",
        f"{APART}::test_a_table_of_rows_is_no_public_lookup_under_any_name",
    ),
    Mutant(
        "refusals: the first line of a CSV is quoted",
        "missing_column",
        'near = _near(origin, name, found) if certain else ""',
        "near = _near(origin, name, found)",
        f"{FIRST}::test_nothing_of_the_first_line_of_a_csv_is_quoted",
    ),
    Mutant(
        "refusals: the values of an enumeration are quoted",
        "sources/physical.py::physical",
        "re.sub(r'[(].*[)]', '(…)', stored, flags=re.DOTALL)[:40]",
        "stored[:40]",
        "tests/unit/sources/test_database_files.py::test_a_type_that_cannot_be_read_is_named_without_its_values",
    ),
    Mutant(
        "cores: a crash while rows are open writes them to the disk",
        "_Doors.shut",
        "resource.setrlimit(resource.RLIMIT_CORE, (0, self._limits[1]))",
        "resource.getrlimit(resource.RLIMIT_CORE)",
        f"{CORES}::test_no_core_is_written_while_rows_are_open",
    ),
    Mutant(
        "cores: a collector that cores are piped to gets them",
        "_Doors.shut",
        "if was == 1 and _prctl(_SET_DUMPABLE, 0) == 0:",
        "if was == 1:",
        f"{CORES}::test_no_core_is_written_while_rows_are_open",
    ),
    Mutant(
        "cores: the first source that is closed opens the door for all",
        "_Doors.open",
        "            if self._holding:\n",
        "            if self._holding > 1:\n",
        f"{CORES}::test_the_last_one_leaves_everything_as_it_was",
    ),
    Mutant(
        "cores: a live series may be dumped",
        "open_stream",
        "            held.enter_context(no_core_dumps())\n",
        "",
        f"{CORES}::test_a_live_series_is_not_dumped",
    ),
    Mutant(
        "lines: a cell goes on behind its quotation mark",
        "_regular",
        "fine = (beside == ord(delimiter)) |",
        "fine = (beside >= 0) |",
        f"{LINES}::test_blocks_and_threads_change_nothing",
    ),
    Mutant(
        "lines: an open quotation mark reads as if it were closed",
        "sources/csv_lines.py::cells_of",
        "strict=True",
        "strict=False",
        f"{LINES}::test_an_open_quotation_mark_hides_nobody",
    ),
    Mutant(
        "lines: a carriage return ends no line",
        "_one_ending",
        'block = block.replace(b"\\r", b"\\n")',
        'block = block.replace(b"\\r\\n", b"\\n")',
        f"{LINES}::test_blocks_and_threads_change_nothing",
    ),
    Mutant(
        "lines: half a character is mended otherwise at the end of a block",
        "decode_lines",
        'return (lines + b"\\n" * 3).decode(encoding, "replace")[:-3]',
        'return lines.decode(encoding, "replace")',
        f"{LINES}::test_blocks_and_threads_change_nothing",
    ),
    Mutant(
        "lines: a line without end is read after all",
        "sources/csv_lines.py::blocks_of",
        "yield _without_long(block)",
        "yield block",
        f"{LINES}::test_long_lines_count_nowhere_and_take_nobody_along",
    ),
    Mutant(
        "lines: the header is a row",
        "sources/csv_lines.py::blocks_of",
        'rest, skipping, is_header = b"", False, True',
        'rest, skipping, is_header = b"", False, False',
        f"{LINES}::test_blocks_and_threads_change_nothing",
    ),
    Mutant(
        "lines: a cell over several lines is let through",
        "_check_lines",
        "if lines.whole(at_least=1) != 1:",
        "if lines.whole(at_least=1) < 1:",
        f"{LINES}::test_a_cell_over_several_lines_has_no_price_and_is_refused",
    ),
    Mutant(
        "lines: a live line with a cell too many is read in part",
        "_of_csv",
        "if cells is None or len(cells) != len(header):",
        "del (cells or [])[len(header) :]\n    if cells is None or len(cells) != len(header):",
        f"{RAGGED}::test_a_ragged_line_is_nothing_in_batch_and_live_wherever_it_stands",
    ),
    Mutant(
        "look: lines that count nowhere are not told",
        "tell",
        "share_of(lines - rows, lines)",
        "share_of(rows - rows, lines)",
        f"{LOOK}::test_lines_with_other_cells_than_the_header_are_told_in_a_word",
    ),
    Mutant(
        "look: an id that occurs once is not said to be an event",
        "_is_once",
        'return 0 < int(found["rows"][0]) == int(found["different"][0])',
        'return 0 > int(found["rows"][0]) == int(found["different"][0])',
        f"{LOOK}::test_an_id_that_never_comes_back_is_called_an_event",
    ),
    Mutant(
        "look: codes of events are not compared",
        "_lists",
        'yield Asked(ends.status, "cause", frozenset(ends.causes))',
        'yield Asked(ends.status, "value")',
        f"{LOOK}::test_codes_that_end_follow_up_are_compared",
    ),
]

if __name__ == "__main__":
    mutants.MUTANTS[:] = MUTANTS
    sys.exit(mutants.main(sys.argv[1:]))
