"""Which room may name which: the rules of the house. No import breaks one, and no contract leaves one out."""

from __future__ import annotations

import ast
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[2]
LAYERS = (
    ("errors",),
    ("words",),
    ("core",),
    ("noise", "accounting"),
    ("mechanisms", "sources", "postprocess", "ledger"),
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
GENERIC = {"spec", "plan", "show", "pay", "publish", "live", "year"}


def imports() -> set[tuple[str, str]]:
    """Every import at run time between modules of ours."""
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
    return (here in GENERIC and there in ("kinds", "first")) or FLOOR[there] >= FLOOR[here]


def test_the_rules_see_what_they_forbid() -> None:
    """One of each kind, so that an empty list means something."""
    wrong = {
        ("epsilog.kinds.mean.plan", "epsilog.kinds.cells.plan"),
        ("epsilog.plan.planner", "epsilog.kinds.cells.plan"),
        ("epsilog.publish.pipeline", "epsilog.first.keys.draw"),
        ("epsilog.kinds.mean.plan", "epsilog.plan.planner"),
        ("epsilog.sources.duck", "epsilog.roles.spec"),
    }
    right = {
        ("epsilog.kinds.mean.plan", "epsilog.kinds.mean.ask"),
        ("epsilog.plan.planner", "epsilog.registry.plans"),
        ("epsilog.registry.plans", "epsilog.kinds.mean.plan"),
        ("epsilog.cli.publish", "epsilog.kinds.mean.plan"),
    }
    assert len(breaks(wrong | right)) == len(wrong)


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
