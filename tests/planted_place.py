"""Where a planted bug goes: found by the name of what it is in, so that a list follows code that moves.

A place is a name that only one function, method or class of our source has (`Plan.answered`, `noisy_from`); of a
name that several have, with its file before it (`ledger/paying.py::_pay_once`); of code outside of functions, a
file alone.
"""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path


@cache
def names_of(root: Path) -> dict[str, list[tuple[Path, int, int]]]:
    """Every name with its files and first and last lines (the decorators belong to it)."""
    found: dict[str, list[tuple[Path, int, int]]] = {}

    def walk(path: Path, body: list[ast.stmt], before: str) -> None:
        for node in body:
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
                first = min([node.lineno, *(one.lineno for one in node.decorator_list)])
                found.setdefault(before + node.name, []).append((path, first, node.end_lineno or first))
                if isinstance(node, ast.ClassDef):
                    walk(path, node.body, f"{before}{node.name}.")

    for path in sorted(root.rglob("*.py")):
        walk(path, ast.parse(path.read_text(encoding="utf-8")).body, "")
    return found


def place_of(root: Path, place: str) -> tuple[Path, int, int]:
    """The file of a place, and where its text begins and ends in it."""
    if place.endswith(".py"):
        return root / place, 0, len((root / place).read_text(encoding="utf-8"))
    file, _, name = place.rpartition("::")
    met = [one for one in names_of(root).get(name, []) if not file or one[0] == root / file]
    if len(met) != 1:
        raise LookupError(f"{place}: {len(met)} places have this name")
    path, first, last = met[0]
    lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
    return path, len("".join(lines[: first - 1])), len("".join(lines[:last]))


def planted(root: Path, place: str, old: str, new: str) -> tuple[Path, str]:
    """The file with the bug in it, and its text then; refused unless what is to be changed is there once."""
    path, first, last = place_of(root, place)
    text = path.read_text(encoding="utf-8")
    inside = text[first:last]
    if inside.count(old) != 1:
        raise LookupError(f"{place}: what is to be changed is there {inside.count(old)} times")
    return path, text[:first] + inside.replace(old, new) + text[last:]
