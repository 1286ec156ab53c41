"""Rules of the house that a machine can check: file sizes and names, error codes, documented commands."""

from __future__ import annotations

import ast
from pathlib import Path

import typer

from epsilog import errors
from epsilog.cli.app import application

ROOT = Path(__file__).parents[2]
SOURCES = sorted((ROOT / "src").rglob("*.py"))
BANNED = {"utils", "util", "helpers", "helper", "common", "base", "misc", "manager", "managers", "tools"}


def test_no_file_is_too_long() -> None:
    assert len(SOURCES) > 40
    lengths = {
        path: path.read_text(encoding="utf-8").count("\n") for path in [*SOURCES, *(ROOT / "tests").rglob("*.py")]
    }
    assert {str(path): length for path, length in lengths.items() if length > 600} == {}


def test_no_file_hides_behind_a_vague_name() -> None:
    names = {part.removesuffix(".py") for path in SOURCES for part in path.relative_to(ROOT / "src").parts}
    assert names & BANNED == set()


def test_every_module_says_what_it_is() -> None:
    silent = [str(path) for path in SOURCES if not ast.get_docstring(ast.parse(path.read_text(encoding="utf-8")))]
    assert silent == []


def test_error_codes_are_distinct_per_kind_and_shared_below_it() -> None:
    kinds = errors.EpsilogError.__subclasses__()
    codes = {kind.__name__: kind.code for kind in kinds}
    assert codes == {"SpecError": 2, "PrivacyError": 3, "PolicyError": 4, "SourceError": 5, "LedgerError": 6}
    assert errors.EpsilogError.code == 1
    for kind in kinds:
        for below in kind.__subclasses__():
            assert below.code == kind.code
            assert below.__name__ in (errors.__doc__ or "")


def test_every_command_and_option_is_documented() -> None:
    text = (ROOT / "docs" / "reference.md").read_text(encoding="utf-8")
    command = typer.main.get_command(application())
    commands = dict(command.commands)  # type: ignore[attr-defined]
    front = {"new", "init", "recommend", "plan", "check", "publish", "explain", "verify", "board", "map"}
    assert set(commands) == front | {
        "price",
        "convert",
        "calibrate",
        "meaning",
        "noise",
        "audit",
        "attack",
        "ledger",
        "demo",
        "reproduce",
        "stream",
    }
    books = commands.pop("ledger").commands
    told = "open show history debit allocate move raise turn approve stop resume recover refund"
    assert set(books) == {*told.split(), "verify", "anchor", "backup", "restore", "migrate"}
    shared = text.partition("### `epsilog ledger`")[2].partition("\n### ")[0]
    for name, inner in {**commands, **{f"ledger {name}": inner for name, inner in books.items()}}.items():
        assert f"### `epsilog {name}" in text
        section = text.partition(f"### `epsilog {name}")[2].partition("\n### ")[0].partition("\n## ")[0]
        assert (inner.help or "").strip(), name
        for parameter in inner.params:
            for option in parameter.opts:
                if option.startswith("--") and option not in ("--json", "--lang", "--help"):
                    place = section + shared if name.startswith("ledger ") else section
                    assert f"`{option}" in place, f"{name} {option} is not in docs/reference.md"
