"""A function is an imperative or a noun that says what it does or gives, never a bare participle (`settled`)."""

import ast
from pathlib import Path

SOURCE = Path(__file__).parents[2] / "src" / "epsilog"
# Participles that do not end in -ed.
IRREGULAR = (
    "begun bound bought broken brought built caught chosen cut done drawn driven fed felt found frozen given gone "
    "grown heard held hidden kept known laid led left lent lost made meant met paid put read said seen sent set "
    "shown shut spent split spoken spread stood sworn taken taught thought thrown told torn understood woken won "
    "worn written sought swept"
)
# Imperatives and nouns that look like one, and a public name of `epsilog.testing`.
ALLOWED = {"read": "imperative", "put": "imperative", "spread": "noun", "seeded": "public"}


def is_bare_participle(name: str) -> bool:
    """Whether a name is nothing but a participle; one with a noun beside it says more."""
    word = name.strip("_")
    return "_" not in word and (word.endswith("ed") or word in IRREGULAR.split())


def functions() -> list[tuple[str, str]]:
    """Every module-level function with its file."""
    return [
        (path.relative_to(SOURCE).as_posix(), node.name)
        for path in sorted(SOURCE.rglob("*.py"))
        for node in ast.parse(path.read_text(encoding="utf-8")).body
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    ]


def test_no_function_is_a_bare_participle() -> None:
    """The list of what is allowed is no longer than what is used."""
    met = [(path, name) for path, name in functions() if is_bare_participle(name)]
    wrong = [f"{path}: {name}" for path, name in met if name.strip("_") not in ALLOWED]
    assert not wrong, wrong
    assert {name.strip("_") for _, name in met} == set(ALLOWED)


def test_participles_are_recognised() -> None:
    """Those that were here, and names that are none."""
    assert all(is_bare_participle(name) for name in ("told", "_settled", "looked", "opened", "drawn", "known"))
    assert not any(is_bare_participle(name) for name in ("read_bounded", "open_file", "margin", "find_stored"))
    assert len(functions()) > 1000
