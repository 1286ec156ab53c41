"""The list of bugs planted in the series room keeps up with the code: each has one place, and its test exists."""

from pathlib import Path

import pytest

from mutants_series import MUTANTS

ROOT = Path(__file__).parents[4]


@pytest.mark.parametrize("mutant", MUTANTS, ids=lambda mutant: mutant.name)
def test_a_planted_bug_still_has_a_place(mutant):
    assert (ROOT / "src" / "epsilog" / mutant.file).read_text("utf-8").count(mutant.old) == 1
    file, _, test = mutant.test.partition("::")
    assert f"def {test}(" in (ROOT / file).read_text("utf-8")


def test_there_are_as_many_as_we_say():
    assert len({mutant.name for mutant in MUTANTS}) == len(MUTANTS) >= 20
