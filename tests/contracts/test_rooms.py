"""Which room may name which: the rules of the house. No import breaks one, and no contract leaves one out."""

from __future__ import annotations

import ast
import inspect
import re
import tomllib
from collections.abc import Iterable
from pathlib import Path

import pytest

from epsilog.registry.asks import ASKS
from epsilog.registry.draws import DRAWS
from epsilog.registry.finds import FINDS
from epsilog.registry.plans import PLANS
from epsilog.registry.shows import SHOWS
from epsilog.registry.stage_words import STAGE_WORDS
from epsilog.registry.table import Table
from epsilog.roles.ask import Ask
from epsilog.roles.drawn import Drawn
from epsilog.roles.planner import Planner
from epsilog.roles.shown import Shown
from epsilog.roles.stage import Finder
from epsilog.roles.stage_words import StageWords
from import_rows import rows_in

ROOT = Path(__file__).parents[2]
LAYERS = (
    ("errors",),
    ("words",),
    ("core",),
    ("noise", "accounting"),
    ("mechanisms", "sources", "postprocess", "ledger"),
    ("device",),
    ("roles",),
    ("kinds", "first"),
    ("registry",),
    ("spec",),
    ("plan",),
    ("show",),
    ("pay",),
    ("publish", "live", "year"),
    ("audit", "dataset"),
    ("testing",),
    ("classic",),
    ("cli",),
)
FLOOR = {room: floor for floor, rooms in enumerate(LAYERS) for room in rooms}
OF_A_DEVICE = {"errors", "core", "noise"}
GENERIC = {"spec", "plan", "show", "pay", "publish", "live", "year"}
# What the rows of each table may name: one role of a kind, or of what is found first.
ROWS = {
    "registry/asks": r"kinds\.\w+\.ask",
    "registry/plans": r"kinds\.\w+\.plan",
    "registry/draws": r"kinds\.\w+\.draw",
    "registry/shows": r"kinds\.\w+\.show",
    "registry/finds": r"first\.\w+\.draw",
    "registry/stage_words": r"first\.\w+\.words",
}


def imports() -> set[tuple[str, str]]:
    """Every import at run time between modules of ours; a row of a table is one."""
    modules = {
        ".".join(path.relative_to(ROOT / "src").with_suffix("").parts).removesuffix(".__init__"): path
        for path in (ROOT / "src").rglob("*.py")
    }
    found = set()
    for name, path in modules.items():
        tree = ast.parse(path.read_text(encoding="utf-8"))
        for_types = {
            id(inner)
            for node in ast.walk(tree)
            if isinstance(node, ast.If) and getattr(node.test, "id", "") == "TYPE_CHECKING"
            for line in node.body
            for inner in ast.walk(line)
        }
        found |= {(name, there) for _, there in rows_in(tree)}
        for node in ast.walk(tree):
            if id(node) in for_types:
                continue
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("epsilog"):
                whole = [f"{node.module}.{one.name}" for one in node.names]
                found |= {(name, one if one in modules else str(node.module)) for one in whole}
            elif isinstance(node, ast.Import):
                found |= {(name, one.name) for one in node.names if one.name.startswith("epsilog")}
    return found


def breaks(edges: set[tuple[str, str]]) -> list[str]:
    """The imports that break a rule, as `a -> b`."""
    return sorted(f"{a} -> {b}" for a, b in edges if _broken(a, b))


def _broken(a: str, b: str) -> bool:
    here, there = (one.split(".")[1] if "." in one else "" for one in (a, b))
    if here not in FLOOR or there not in FLOOR:
        return False
    if here == there == "kinds":
        return a.split(".")[2:3] != b.split(".")[2:3]
    if here == there:
        return False
    if here == "device":
        return there not in OF_A_DEVICE and not b.startswith("epsilog.mechanisms.local")
    return (here in GENERIC and there in ("kinds", "first")) or FLOOR[there] >= FLOOR[here]


def test_the_rules_see_what_they_forbid() -> None:
    """One of each kind, so that an empty list means something."""
    wrong = {
        ("epsilog.kinds.mean.plan", "epsilog.kinds.cells.plan"),
        ("epsilog.plan.planner", "epsilog.kinds.cells.plan"),
        ("epsilog.publish.pipeline", "epsilog.first.keys.draw"),
        ("epsilog.kinds.mean.plan", "epsilog.plan.planner"),
        ("epsilog.sources.duck", "epsilog.roles.spec"),
        ("epsilog.device.device", "epsilog.ledger.books"),
        ("epsilog.device.answer", "epsilog.mechanisms.tables.laplace"),
    }
    right = {
        ("epsilog.kinds.mean.plan", "epsilog.kinds.mean.ask"),
        ("epsilog.device.answer", "epsilog.mechanisms.local.rappor"),
        ("epsilog.plan.planner", "epsilog.registry.plans"),
        ("epsilog.registry.plans", "epsilog.kinds.mean.plan"),
        ("epsilog.cli.publish", "epsilog.kinds.mean.plan"),
    }
    assert len(breaks(wrong | right)) == len(wrong)


def misplaced(found: Iterable[tuple[str, str]]) -> list[str]:
    """Rows outside the tables, and rows of another role than that of their table."""
    return sorted(
        f"{table}: {row}"
        for table, row in found
        if not (rule := ROWS.get(table)) or re.fullmatch(rf"epsilog\.{rule}(\.\w+)*", row) is None
    )


def test_a_row_names_the_role_of_its_table() -> None:
    source = ROOT / "src" / "epsilog"
    found = [
        (str(path.relative_to(source).with_suffix("")), row)
        for path in sorted(source.rglob("*.py"))
        for _, row in rows_in(ast.parse(path.read_text(encoding="utf-8")))
    ]
    assert len(found) > 25
    assert misplaced(found) == []
    wrong = [("registry/shows", "epsilog.kinds.cells.draw"), ("show/plot", "epsilog.kinds.cells.show")]
    assert len(misplaced([*found, *wrong])) == 2


def test_a_bad_row_is_an_import_that_breaks_a_rule() -> None:
    """A row in a room that may name no kind, as text and as the import it stands for."""
    tree = ast.parse('Table({"cells": "epsilog.kinds.cells.draw:DrawCells"}, objects=True)')
    rows = {("epsilog.show.plot", row) for _, row in rows_in(tree)}
    assert breaks(rows) == ["epsilog.show.plot -> epsilog.kinds.cells.draw"]


def unsaid(role: type) -> set[str]:
    """What a role leaves to the kind: its members without a body."""
    (said,) = ast.parse(inspect.getsource(role)).body
    assert isinstance(said, ast.ClassDef)
    members = [one for one in said.body if isinstance(one, ast.FunctionDef)]
    return {one.name for one in members if ast.unparse(one.body[-1]) == "..."}


def left_out(row: type, role: type) -> list[str]:
    """What a role leaves to the kind, and the kind does not say."""
    return sorted(one for one in unsaid(role) if getattr(row, one, None) is getattr(role, one))


def test_what_a_kind_leaves_out_is_noticed() -> None:
    half = type("Half", (type(PLANS["mean"]), Planner), {"read": Planner.read})
    assert left_out(half, Planner) == ["read"]


@pytest.mark.parametrize(
    ("table", "role"),
    [(PLANS, Planner), (SHOWS, Shown), (DRAWS, Drawn), (FINDS, Finder), (STAGE_WORDS, StageWords)],
)
def test_every_row_is_what_its_table_says(table: Table[object], role: type) -> None:
    """No type checker sees a row: each loads, is of the role, of the folder that it is called after, and whole."""
    assert len(table) >= 3
    assert role is StageWords or unsaid(role)
    for name, row in table.items():
        assert role in type(row).__mro__, name
        assert name in type(row).__module__.split("."), name
        assert left_out(type(row), role) == [], name


def test_every_ask_is_one() -> None:
    assert len(ASKS) >= 4
    for name, asked in ASKS.items():
        assert issubclass(asked, Ask), name
        assert asked.kind == name
        assert not asked.__abstractmethods__


def test_no_import_breaks_a_rule() -> None:
    found = imports()
    assert len(found) > 3000
    assert breaks(found) == []


def test_no_contract_leaves_an_import_out() -> None:
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["importlinter"][
        "contracts"
    ]
    assert len(contracts) > 15
    assert [one["name"] for one in contracts if "ignore_imports" in one] == []


def test_every_folder_is_a_package() -> None:
    """One without `__init__.py` works, and no contract of imports sees it."""
    source = ROOT / "src" / "epsilog"
    folders = {file.parent for file in source.rglob("*.py")}
    assert len(folders) > 40
    assert sorted(str(one.relative_to(source)) for one in folders if not (one / "__init__.py").is_file()) == []


def test_folders_of_unit_tests_are_those_of_the_source() -> None:
    here, there = ROOT / "tests" / "unit", ROOT / "src" / "epsilog"
    folders = {file.parent.relative_to(here) for file in here.rglob("test_*.py")}
    assert len(folders) > 25
    assert sorted(str(one) for one in folders if not (there / one).is_dir()) == []
