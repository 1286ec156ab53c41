"""The lists of planted bugs keep up with the code: each has exactly one place, and its test exists."""

from importlib import import_module
from pathlib import Path

import pytest

import mutants
import mutants_choices
import mutants_front
import mutants_health
import mutants_infer
import mutants_ledger
import mutants_publish
import mutants_stream
import mutants_tables
from planted_place import planted

ROOT = Path(__file__).parents[2]
# A new list is found by the name of its file; the ledger's bugs are of another make.
LISTS = [import_module(path.stem) for path in sorted((ROOT / "tests").glob("mutants*.py"))]
NAMES = ("MUTANTS", "SOURCES")
ALL = [
    one for listed in LISTS if listed is not mutants_ledger for name in NAMES for one in getattr(listed, name, ())
]


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
