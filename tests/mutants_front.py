"""Bugs planted in the front door, one at a time; each must make the test that is named for it fail.

    python tests/mutants_front.py            all of them
    python tests/mutants_front.py ties       those whose name contains "ties"

The form and the runner are those of tests/mutants.py.
"""

from __future__ import annotations

import sys

import mutants
from mutants import Mutant

CONFORMS = "tests/unit/sources/test_conformance.py::test_csv_through_duckdb_conforms"
NEIGHBOURS = "tests/property/test_bounding_neighbours.py::test_one_unit_moves_the_answers_exactly_as_far_as_stated"
ORDER = "tests/unit/sources/test_numbers.py::test_the_order_is_a_bijection_and_portable"
MEASURE = "tests/unit/sources/test_each_measure.py"
SAME, TOTAL = "tests/unit/sources/test_same_integers.py", "tests/unit/sources/test_total.py"

NORM = "tests/property/test_norm.py::test_one_unit_moves_the_answers_as_far_as_the_norm_and_no_further"
NORMING = "tests/unit/sources/test_norming.py::test_scaling_is_exact_and_never_overflows"
RUNS = "tests/unit/sources/test_runs.py"
NORM_PLAN = "tests/unit/kinds/series/test_norm_plan.py"

SOURCES = [
    Mutant(
        "sources: a norm that scales nobody",
        "sources/norming.py::scale_entry",
        "longer = ibis.greatest(squares, most**2)",
        "longer = ibis.greatest(squares * 0, most**2)",
        NORM,
    ),
    Mutant(
        "sources: scaling that takes the guess for the root",
        "sources/norming.py::scale_entry",
        "for down in range(3)]",
        "for down in range(1)]",
        NORMING,
    ),
    Mutant(
        "sources: scaling rounded up, a grain beyond the norm",
        "sources/norming.py::scale_entry",
        "* longer <= limit, guess - down)",
        "* longer <= limit, guess - down + 1)",
        NORM,
    ),
    Mutant(
        "sources: a unit taken for short by one row too many",
        "Norming.added",
        "found.n > math.floor(self._bounds.norm or 0)",
        "found.n > math.floor(self._bounds.norm or 0) + 1",
        NORM,
    ),
    Mutant(
        "sources: all units scaled together, one of them longer by itself",
        "Norming.added",
        'joined.group_by("key", cell=',
        "joined.group_by(key=joined.key * 0, cell=",
        NORM,
    ),
    Mutant(
        "sources: squares in 64 bits",
        "sources/norming.py::_wide",
        "return factorial(1) * number",
        "return number * 1",
        NORMING,
    ),
    Mutant(
        "sources: sorted units whose guess is taken for the root",
        "sources/runs.py",
        "DOUBT: Final = 2.0**-13",
        "DOUBT: Final = -1.0",
        f"{RUNS}::test_scaling_is_exact_wherever_a_float_is_in_doubt",
    ),
    Mutant(
        "sources: sorted units rounded to the nearest grain",
        "sources/runs.py::scale_units",
        "found: Numbers = whole.astype(np.int64)",
        "found: Numbers = np.rint(guess).astype(np.int64)",
        NORM,
    ),
    Mutant(
        "sources: a block of sorted rows that ends within a unit",
        "_whole_units",
        "            end = int(np.searchsorted(packed, unit << above))",
        "            end = done + BLOCK",
        f"{RUNS}::test_every_way_as_the_reference_has_it",
    ),
    Mutant(
        "sources: a unit dealt out into several parts, each as long as the norm",
        "Sorting._sorted",
        "numbered.rows.filter(numbered.rows.key % parts == part)",
        'numbered.rows.filter(numbered.rows[f"c{at}"] % parts == part)',
        f"{RUNS}::test_every_way_as_the_reference_has_it",
    ),
    Mutant(
        "sources: squares of sorted units in 64 bits",
        "sources/runs.py::scale_units",
        "else sizes.astype(object)",
        "else sizes",
        f"{RUNS}::test_scaling_is_exact_wherever_a_float_is_in_doubt",
    ),
    Mutant(
        "sources: a missing value sorted as the lowest one",
        "Runs._vector",
        "present = many if codes.all() else np.add.reduceat((codes > 0).astype(np.int64), starts)",
        "present = many",
        f"{RUNS}::test_sums_of_packed_rows",
    ),
    Mutant(
        "core: a replaced vector counted once",
        "core/measure.py::_norm_contribution",
        "times = 1 if sides == 1 else 2 if",
        "times = 1 if sides >= 1 else 2 if",
        NORM,
    ),
    Mutant(
        "core: sums of both signs priced as if of one",
        "core/measure.py::_norm_contribution",
        "or measure.is_one_sided else 4\n    moved = Sensitivity(",
        "or measure.is_one_sided else 2\n    moved = Sensitivity(",
        NORM,
    ),
    Mutant(
        "publish: Laplace noise under a norm",
        "laws_for",
        """    if vector.contribution.norm is not None:
        return ("gaussian",)""",
        """    if vector.contribution.norm is not None:
        return ("laplace",)""",
        NORM_PLAN,
    ),
    Mutant(
        "sources: the cap on cells keeps one too many",
        "_last_kept",
        "agg(last=one_of_the_smallest(cells.z, most))",
        "agg(last=one_of_the_smallest(cells.z, most + 1))",
        CONFORMS,
    ),
    Mutant(
        "sources: the cap on many cells keeps one too many",
        "_last_kept",
        "ranked.filter(ranked.rank < most)",
        "ranked.filter(ranked.rank <= most)",
        MEASURE,
    ),
    Mutant(
        "sources: ties kept, because the order forgets the cell",
        "order",
        'return (a * cell.cast("int64") + b) % PRIME',
        'return (a * quotient(cell.cast("int64"), 2) + b) % PRIME',
        ORDER,
    ),
    Mutant(
        "sources: no cap on cells where rows are capped too",
        "sources/bounding.py::in_order",
        "kept = summed.filter(summed.rank < limits.cells)",
        "kept = summed",
        CONFORMS,
    ),
    Mutant(
        "sources: the last kept cell lost, which makes the stated bound a lie to the planner",
        "sources/bounding.py::in_order",
        "(found.z <= found.last)",
        "(found.z < found.last)",
        CONFORMS,
    ),
    Mutant(
        "sources: the cap on rows ignored",
        "sources/bounding.py::in_order",
        "a=ibis.greatest(ibis.least(kept.a, kept.left), 0)",
        "a=kept.a",
        CONFORMS,
    ),
    Mutant(
        "sources: rows granted twice, to the first cell after they are used up",
        "sources/bounding.py::in_order",
        "left=limits.rows - (counted.a.sum().over(upto) - counted.a)",
        "left=limits.rows - (counted.a.sum().over(upto) - counted.a) + 1",
        f"{NEIGHBOURS}[person-Bounds(rows=5, cells=4, rows_per_cell=2)]",
    ),
    Mutant(
        "sources: the cap on rows in a cell ignored",
        "grant_rows",
        "most = cells.n if limits.rows_per_cell is None else ibis.least(cells.n, limits.rows_per_cell)",
        "most = cells.n",
        CONFORMS,
    ),
    Mutant(
        "sources: a null id kept as a person",
        "Layout.rows",
        'read["id"] = name_of(who, self.kinds[self.id])',
        'read["id"] = name_of(who, self.kinds[self.id]).coalesce("nobody")',
        CONFORMS,
    ),
    Mutant(
        "sources: an unknown key kept in the first cell",
        "Layout._place",
        'return table[f"i{self.keys[axis]}"].cast("int64")',
        'return table[f"i{self.keys[axis]}"].coalesce(0).cast("int64")',
        f"{SAME}::test_texts_in_every_form",
    ),
    Mutant(
        "sources: units within a period grouped by person only",
        "Layout.block_of",
        "return self.blocks[tally.during.time] if self.blocks and tally.during is not None else None",
        "return None",
        CONFORMS,
    ),
    Mutant(
        "sources: persons counted once per block",
        "Counting._added",
        "kept.count() if block is None else kept.id.nunique()",
        "kept.count()",
        CONFORMS,
    ),
    Mutant(
        "sources: NaN clamped to the upper end",
        "sources/reading.py::number_of",
        "return ibis.cases((column.abs() <= LARGEST, column))",
        "return column",
        CONFORMS,
    ),
    Mutant(
        "sources: a missing value becomes an end of the range",
        "grains",
        "return ibis.cases((number.notnull(), weight), else_=missing).cast(kind)",
        "return weight.cast(kind)",
        CONFORMS,
    ),
    Mutant(
        "sources: clamped before rounding to the grain",
        "grains",
        "ibis.greatest(ibis.least(floor(size + 0.5), float(total.high)), float(total.low))",
        "floor(ibis.greatest(ibis.least(size, float(total.high) + 0.5), float(total.low)) + 0.5)",
        CONFORMS,
    ),
    Mutant(
        "sources: values not clamped at all below",
        "grains",
        "ibis.greatest(ibis.least(floor(size + 0.5), float(total.high)), float(total.low))",
        "ibis.greatest(ibis.least(floor(size + 0.5), float(total.high)), -2.0**30)",
        f"{SAME}::test_one_tally_alone_or_among_others",
    ),
    Mutant(
        "sources: the sum of a unit not clamped to what it is granted",
        "contribution_to_cell",
        "bounded = ibis.greatest(ibis.least(total, allowed * high), allowed * low)",
        "bounded = total",
        CONFORMS,
    ),
    Mutant(
        "sources: a mean's sum not scaled down",
        "contribution_to_cell",
        "bounded = ibis.cases((present > allowed, quotient(total * allowed, present)), else_=total)",
        "bounded = total",
        CONFORMS,
    ),
    Mutant(
        "sources: order by another unit's data",
        "Counting.find_units",
        "a=ibis.cases((heavy, multiplier(name))),",
        'a=ibis.cases((heavy, multiplier(found.id.min().over(ibis.window()).cast("string")))),',
        f"{SAME}::test_every_unit_by_itself_adds_up_to_all_of_them",
    ),
    Mutant(
        "sources: units cut short by the first threshold are left so",
        "Counting._cells",
        "short = short.filter(short.found.coalesce(0) < limits.cells)",
        "short = short.filter(short.found.coalesce(0) < 0)",
        f"{MEASURE}::test_persons_who_are_always_in_the_same_places",
    ),
    Mutant(
        "sources: units that are taken again are counted twice",
        "Counting._cells",
        'parts.append(cells.anti_join(again, "key"))',
        "parts.append(cells)",
        f"{MEASURE}::test_persons_who_are_always_in_the_same_places",
    ),
    Mutant(
        "sources: Unicode twins are two persons",
        "text_of",
        'return compose_text(column.nullif(""))',
        'return column.nullif("")',
        CONFORMS,
    ),
    Mutant(
        "sources: an offset added instead of taken away",
        "wall_of",
        "utc = moment - _offset(bare.re_extract(parted, 6))",
        "utc = moment + _offset(bare.re_extract(parted, 6))",
        CONFORMS,
    ),
    Mutant(
        "sources: days of the table ignored where there are no ticks",
        "Layout._cell",
        ".between(first, last), cell))",
        ".between(first, last) | True, cell))",
        CONFORMS,
    ),
    Mutant(
        "sources: the last nanosecond of a day falls into the next",
        "sources/physical.py::_time",
        'return Physical(f"CASE WHEN {nanos} > -9223372036854775000 THEN {floor} END", naive)',
        'return Physical(f"epoch_us(CAST({column} AS TIMESTAMP))", naive)',
        f"{SAME}::test_typed_columns_mean_what_their_texts_mean",
    ),
    Mutant(
        "sources: the engine's words attached to the error",
        "withheld",
        "refusal = SourceError(",
        "raise SourceError(",
        f"{TOTAL}::test_what_an_engine_raises_is_not_attached",
    ),
    Mutant(
        "sources: an optimiser of the engine trusted that loses rows",
        "sources/engine.py",
        '_LOSES_ROWS: Final = "top_n_window_elimination"',
        '_LOSES_ROWS: Final = "top_n"',
        f"{MEASURE}::test_a_measure_alone",
    ),
    Mutant(
        "sources: the engine may read other files",
        "Engine.shut",
        'self.run("SET enable_external_access = false")',
        "pass",
        f"{TOTAL}::test_the_engine_is_locked_in",
    ),
]

POSTGRES, FILES = "tests/unit/sources/test_postgres.py", "tests/unit/sources/test_database_files.py"
SOURCES += [
    Mutant(
        "databases: a product beyond binary64 is an error of the server",
        "PostgresSql.visit_Multiply",
        "WHEN {x} > {_float(most)} THEN",
        "WHEN {x} > {_float(math.inf)} THEN",
        f"{POSTGRES}::test_factors_beyond_binary64_are_infinite_and_not_an_error",
    ),
    Mutant(
        "databases: a text that rounds to infinity is cast, which is an error of the server",
        "sources/postgres_types.py::_number",
        "rpad(digits, 309, '0') >= '{most}'",
        "rpad(digits, 309, '0') > '{most}'",
        f"{POSTGRES}::test_a_text_is_the_number_python_says",
    ),
    Mutant(
        "databases: a numeric that rounds to 0 is cast, which is an error of the server",
        "sources/postgres_types.py::_number",
        "small = _decimal(_VANISHING)",
        'small = "0"',
        f"{POSTGRES}::test_a_numeric_is_the_number_python_says",
    ),
    Mutant(
        "databases: texts compared as the server's collation likes",
        "sources/postgres_types.py::_text",
        """spelled = f'{plain} COLLATE "C"'""",
        "spelled = column",
        f"{POSTGRES}::test_texts_are_compared_by_their_bytes_whatever_the_collation_says",
    ),
    Mutant(
        "databases: texts compared as the file's collation likes, so that a row meets two keys",
        "_bare",
        "THEN decode(encode({column})) END",
        "THEN {column} END",
        f"{FILES}::test_a_collation_is_taken_off_a_column_before_anything_compares_it",
    ),
    Mutant(
        "databases: read in a transaction that may write",
        "sources/postgres_engine.py",
        '"BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"',
        '"BEGIN ISOLATION LEVEL REPEATABLE READ"',
        f"{POSTGRES}::test_the_users_tables_are_read_in_a_read_only_transaction",
    ),
    Mutant(
        "databases: two persons with bytes for names become one",
        "bytes_or_none",
        "return BYTES + raw.hex()",
        'return "?"',
        f"{FILES}::test_sqlite_has_a_type_for_every_value",
    ),
    Mutant(
        "databases: a role without temporary tables found out after the price is spent",
        "_able",
        "(not temporary,",
        "(False,",
        f"{POSTGRES}::test_a_role_without_temporary_tables_is_refused_before_anything_is_read",
    ),
    Mutant(
        "databases: passwords in specs",
        "_check_address",
        'if secret or any("password" in name for name, _ in given):',
        "if secret:",
        "tests/unit/sources/test_databases.py::test_addresses_that_are_refused",
    ),
    Mutant(
        "joins: every line of a lookup kept, so that rows are multiplied",
        "_first_lines",
        "ranked.filter(ranked.rank == 0)",
        "ranked.filter(ranked.rank >= 0)",
        "tests/unit/sources/test_joins.py::"
        "test_one_person_moves_no_more_than_the_bound_however_often_the_lookup_has_them",
    ),
    Mutant(
        "joins: a private line that belongs to many months",
        "Spec._check_lookups",
        "unit.each != lookup.on or unit.per is not None)",
        "unit.each != lookup.on)",
        "tests/unit/spec/test_specfile_lookups.py::test_what_is_refused",
    ),
    Mutant(
        "joins: a column called row taken for the rows that are protected",
        "Spec._check_lookups",
        '(unit.each == "row" or unit.each != lookup.on',
        "(unit.each != lookup.on",
        "tests/unit/spec/test_specfile_lookups.py::test_what_is_refused",
    ),
]

if __name__ == "__main__":
    mutants.MUTANTS[:] = SOURCES
    sys.exit(mutants.main(sys.argv[1:]))
