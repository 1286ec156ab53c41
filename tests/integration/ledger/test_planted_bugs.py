"""The list of planted bugs keeps up with the code; `python tests/mutants_ledger.py` runs them all."""

from __future__ import annotations

import pytest

from mutants_ledger import MUTANTS, ROOT, Mutant, survives
from planted_place import planted


@pytest.mark.parametrize("mutant", MUTANTS, ids=lambda mutant: mutant.test.rpartition("::")[2])
def test_a_planted_bug_still_has_a_place(mutant: Mutant) -> None:
    assert planted(ROOT / "src" / "epsilog", mutant.place, mutant.old, mutant.new)
    assert mutant.new != mutant.old
    file, _, name = mutant.test.partition("::")
    assert f"def {name.partition('[')[0]}(" in (ROOT / file).read_text("utf-8")


@pytest.mark.nightly
@pytest.mark.parametrize("mutant", MUTANTS, ids=lambda mutant: mutant.test.rpartition("::")[2])
def test_a_planted_bug_is_caught(mutant: Mutant) -> None:
    assert not survives(mutant)
