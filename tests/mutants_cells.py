"""Bugs planted in what a cell means: who is one person, and that no cell decides a failure.

python tests/mutants_cells.py            all of them
python tests/mutants_cells.py person     those whose name contains "person"
"""

from __future__ import annotations

import sys

from mutants import Mutant, main

IDENTITY, LONG = "tests/unit/sources/test_identity.py", "tests/unit/sources/test_long_cells.py"
DATES = "tests/unit/sources/test_date_formats.py::test_every_engine_reads_a_format_alike"
LOOK = "tests/integration/test_cli_look.py"

MUTANTS = [
    Mutant(
        "person: bytes with a backslash are spelled by their digits",
        "bytes_or_none",
        '        return raw.decode("utf-8").replace(BYTES, MENDED)\n',
        '        return raw.decode("utf-8") if b"\\\\" not in raw else BYTES + raw.hex()\n',
        f"{IDENTITY}::test_what_python_calls_equal_is_one_person",
    ),
    Mutant(
        "person: whole numbers of SQLite lose their digits from 2^53 on",
        "number_or_none",
        "return str(int(value)) if value == math.floor(value) else",
        "return str(int(value)) if value == math.floor(value) and abs(value) < 2**53 else",
        f"{IDENTITY}::test_equal_numbers_of_sqlite_are_one_person",
    ),
    Mutant(
        "person: whole floats of a file are spelled as floats",
        "sources/physical.py::_text",
        'f"CAST(CAST({column} AS BIGINT) AS VARCHAR)", far)',
        'f"CAST(CAST({column} AS BIGINT) AS VARCHAR)", spelled).replace(str(2**63), str(2**53))',
        f"{IDENTITY}::test_equal_numbers_in_parquet_files_of_two_types_are_one_person",
    ),
    Mutant(
        "person: equal numbers of JSON are several",
        "Feed._count",
        "name_of(said if self._early else one_spelling(said), ",
        "name_of(said, ",
        "tests/unit/sources/test_feed.py::test_equal_numbers_of_json_are_one_person",
    ),
    Mutant(
        "cell: one that is no JSON stops a Parquet file",
        "sources/parts.py::_stored_types",
        '"JSON in Parquet" if kind == "JSON" else kind for',
        "kind for",
        f"{IDENTITY}::test_json_in_parquet_is_refused_by_its_schema",
    ),
    Mutant(
        "cell: JSON of a frame is handed on as it is",
        "sources/frames.py::_plain",
        "kind.extension_name not in _KNOWN:",
        "not kind.extension_name:",
        f"{IDENTITY}::test_a_type_of_somebody_s_own_is_read_as_what_it_is_stored_as",
    ),
    Mutant(
        "person: a mended text names somebody",
        "sources/reading.py::name_of",
        "return ibis.cases((~column.contains(MENDED), text_of(column)))",
        "return text_of(column)",
        f"{IDENTITY}::test_a_text_that_had_to_be_mended_names_nobody",
    ),
    Mutant(
        "person: a mended text names somebody in a stream",
        "sources/feed_reading.py::name_of",
        "return None if isinstance(who, str) and (MENDED in who or BYTES in who) else who",
        "return who",
        f"{IDENTITY}::test_a_stream_names_persons_by_the_same_rule",
    ),
    Mutant(
        "person: what the engine writes for a broken text is believed",
        "_whole",
        "CASE WHEN {one} = {other} THEN {one} WHEN",
        "CASE WHEN true THEN {one} WHEN",
        f"{IDENTITY}::test_broken_texts_of_a_file_change_nothing_about_the_others",
    ),
    Mutant(
        "person: objects of a frame are spelled as keys are",
        "FrameParts.engine",
        "as_arrow(self._frame, wanted, self._person)",
        "as_arrow(self._frame, wanted)",
        f"{IDENTITY}::test_what_python_calls_equal_is_one_person",
    ),
    Mutant(
        "person: floats among objects are spelled by their shortest decimals",
        "sources/identity.py::_spell",
        "_exactly(*float.as_integer_ratio(value)) if named else",
        "number_or_none(value) if named else",
        f"{IDENTITY}::test_what_python_tells_apart_stays_apart",
    ),
    Mutant(
        "cell: an object's own failure is the reading's",
        "_safely",
        "    except Exception:  # whatever a class",
        "    except ValueError:  # whatever a class",
        f"{IDENTITY}::test_no_cell_of_a_frame_decides_a_failure",
    ),
    Mutant(
        "cell: a long text is read in Parquet and frames",
        "_if_short",
        'return f"CASE WHEN {size} <= {LONGEST} THEN',
        'return f"CASE WHEN {size} >= 0 THEN',
        f"{LONG}::test_long_texts_in_parquet",
    ),
    Mutant(
        "cell: one long text starves the engine",
        "care_for",
        '"OutOfMemoryException": "memory",',
        "",
        f"{LONG}::test_a_text_longer_than_the_engine_s_memory_forfeits_no_release",
    ),
    Mutant(
        "date: a format is forgotten in files",
        "view",
        "physical(source, kind, origin.columns[column], column, origin.formats.get(column))",
        "physical(source, kind, origin.columns[column], column)",
        DATES,
    ),
    Mutant(
        "date: noon is midnight",
        "core/date_format.py",
        "str(hour % 12 + (12 if half",
        "str(hour + (12 if half",
        "tests/unit/sources/test_date_formats.py::test_noon_is_noon_and_midnight_is_midnight",
    ),
    Mutant(
        "date: what a server reads need not match to its end",
        "usual_in_postgres",
        "literal(f'^(?:{found.pattern})$')})",
        "literal(f'^(?:{found.pattern})')})",
        DATES,
    ),
    Mutant(
        "date: an account does not fix how its periods are written",
        "fix_time_column",
        'said = f"{kind} {column}" if written is None else',
        'said = f"{kind} {column}" if True else',
        "tests/unit/spec/test_spec_formats.py::test_an_account_fixes_how_its_periods_are_written",
    ),
    Mutant(
        "look: nobody writes it down",
        "pay/steward_look.py::look",
        "    _write_down(spec, ledger, plan.blocks)\n",
        "",
        f"{LOOK}::test_every_look_is_written_down_before_a_row_is_read_and_spends_nothing",
    ),
    Mutant(
        "look: a later card is silent",
        "publish/pipeline.py::_answer",
        "software(), rng.reproducible, day)",
        "software(), rng.reproducible)",
        f"{LOOK}::test_the_card_of_a_later_release_says_that_there_was_a_look",
    ),
    Mutant(
        "look: a share is told as a number",
        "tell",
        "RowsFound(one, share_of(fit, rows))",
        "RowsFound(one, str(fit))",
        f"{LOOK}::test_a_look_says_in_words_what_can_be_read",
    ),
    Mutant(
        "check: a missing signing key is nobody's business",
        "_ours",
        '("sign", lambda: check_key(place.signing_key, place.ledger)),',
        '("sign", lambda: None),',
        f"{LOOK}::test_check_is_ready_only_where_publish_would_go_through",
    ),
    Mutant(
        "draft: a row's number is proposed as a person",
        "sources/draft.py::_role",
        'return "person" if different < len(said) else "once"',
        'return "person"',
        "tests/integration/test_cli_draft_guesses.py::test_the_person_is_what_comes_back_and_not_the_row",
    ),
    Mutant(
        "draft: of two ways to read a date the first is taken",
        "sources/draft_dates.py::ways_of",
        "tuple(ways[:2]), best",
        "tuple(ways[:1]), best",
        "tests/integration/test_cli_draft_guesses.py::test_the_way_dates_are_written_is_proposed",
    ),
    Mutant(
        "address: keywords are taken for the name of a file, and printed",
        "is_server",
        'return "://" in str(place) or _TELLING.search(str(place)) is not None',
        'return "://" in str(place)',
        "tests/integration/test_cli_addresses.py::test_no_command_prints_a_password",
    ),
]


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:], MUTANTS))
