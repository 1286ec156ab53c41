"""The lists of planted bugs keep up with the code: each has exactly one place, and its test exists."""

from pathlib import Path

import pytest

import mutants
import mutants_as
import mutants_board
import mutants_calendar
import mutants_cells
import mutants_choices
import mutants_clamp
import mutants_files
import mutants_front
import mutants_health
import mutants_infer
import mutants_ledger
import mutants_levels
import mutants_local
import mutants_look
import mutants_pair
import mutants_publish
import mutants_release
import mutants_series
import mutants_stream
import mutants_tables
import mutants_unknown
import mutants_window
from planted_place import planted

ROOT = Path(__file__).parents[2]
LISTS = (mutants.MUTANTS, mutants_front.SOURCES, mutants_publish.MUTANTS, mutants_release.MUTANTS)
MORE = (mutants_tables.MUTANTS, mutants_choices.MUTANTS, mutants_calendar.MUTANTS, mutants_unknown.MUTANTS)
LATER = (mutants_levels.MUTANTS, mutants_series.MUTANTS, mutants_clamp.MUTANTS, mutants_infer.MUTANTS)
LAST = (
    mutants_as.MUTANTS,
    mutants_board.MUTANTS,
    mutants_cells.MUTANTS,
    mutants_files.MUTANTS,
    mutants_health.MUTANTS,
    mutants_local.MUTANTS,
    mutants_look.MUTANTS,
    mutants_pair.MUTANTS,
    mutants_stream.MUTANTS,
    mutants_window.MUTANTS,
)
ALL = [mutant for listed in (*LISTS, *MORE, *LATER, *LAST) for mutant in listed]


@pytest.mark.parametrize("mutant", ALL, ids=lambda mutant: mutant.name)
def test_a_planted_bug_still_has_a_place(mutant: mutants.Mutant) -> None:
    assert planted(ROOT / "src" / "epsilog", mutant.place, mutant.old, mutant.new)
    assert mutant.new != mutant.old
    file, _, name = mutant.test.partition("::")
    test = name.rpartition("::")[2].partition("[")[0]
    assert f"def {test}(" in (ROOT / file).read_text("utf-8") if test else (ROOT / file).exists()


@pytest.mark.parametrize("mutant", mutants_ledger.MUTANTS, ids=lambda mutant: f"{mutant.place}: {mutant.old[:30]}")
def test_a_bug_planted_in_the_ledger_still_has_a_place(mutant: mutants_ledger.Mutant) -> None:
    assert planted(ROOT / "src" / "epsilog", mutant.place, mutant.old, mutant.new)
    assert mutant.new != mutant.old
    file, _, name = mutant.test.partition("::")
    assert f"def {name.partition('[')[0]}(" in (ROOT / file).read_text("utf-8") if name else (ROOT / file).exists()


def test_there_are_as_many_as_we_say() -> None:
    names = [mutant.name for mutant in ALL]
    assert len(set(names)) == len(names)
    assert len(mutants.MUTANTS) >= 25
    assert len(mutants_ledger.MUTANTS) >= 100
    assert len(mutants_front.SOURCES) >= 12
    assert len(mutants_publish.MUTANTS) >= 12
    assert len(mutants_choices.MUTANTS) >= 18
    assert len(mutants_tables.MUTANTS) >= 20
    assert len(mutants_infer.MUTANTS) >= 25
    assert len(mutants_health.MUTANTS) >= 20
    assert len(mutants_stream.MUTANTS) >= 25
