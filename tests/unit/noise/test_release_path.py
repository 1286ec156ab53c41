"""Nothing on the way to a release can be seeded: the reproducible generator is named in two files only."""

from __future__ import annotations

import ast
from pathlib import Path

import epsilog

SOURCE = Path(epsilog.__file__).parent
DEFINED_IN = "noise/randomness.py"
ALLOWED = {DEFINED_IN, "testing/__init__.py"}


def names_in(text: str) -> set[str]:
    found = set()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.ClassDef):
            found.add(node.name)
        elif isinstance(node, ast.Name):
            found.add(node.id)
        elif isinstance(node, ast.Attribute):
            found.add(node.attr)
        elif isinstance(node, ast.alias):
            found.add(node.name)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            found.add(node.value)  # getattr(module, "…")
    return found


def test_only_the_testing_module_may_build_a_seeded_generator():
    files = sorted(SOURCE.rglob("*.py"))
    assert len(files) > 20, "the sources must have been found"
    users = {
        str(file.relative_to(SOURCE))
        for file in files
        if "ReproducibleRandomness" in names_in(file.read_text("utf-8"))
    }
    assert DEFINED_IN in users
    assert users <= ALLOWED


def test_the_search_would_find_each_way_of_naming_it():
    for line in (
        "from epsilog.noise.randomness import ReproducibleRandomness as R",
        "rng = randomness.ReproducibleRandomness(1)",
        "rng = getattr(randomness, 'ReproducibleRandomness')(1)",
    ):
        assert "ReproducibleRandomness" in names_in(line)


def test_it_is_not_among_the_public_names_of_the_room():
    import epsilog.noise

    assert "ReproducibleRandomness" not in vars(epsilog.noise)


def test_no_source_of_noise_uses_numpys_or_pythons_generators():
    others = {"random", "default_rng", "Generator", "SystemRandom"}
    for file in (SOURCE / "noise").rglob("*.py"):
        assert not names_in(file.read_text("utf-8")) & others, file.name
