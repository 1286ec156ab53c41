"""Pages about the names one can import, from their docstrings: the package root, the auditor, checks, errors."""

from __future__ import annotations

import dataclasses
import importlib
import inspect
import re
from typing import Any

from pages import Group, Item

# Which modules have a page, and what it is called.
MODULES = {
    "epsilog": "Names of the package",
    "epsilog.audit": "The auditor",
    "epsilog.testing": "Checks for your own code",
    "epsilog.ledger": "The ledger",
    "epsilog.errors": "Errors and exit codes",
}
GROUP = Group(
    "Look up: names in Python",
    3,
    tuple(Item(title, f"reference/{module.replace('.', '-')}-names.html") for module, title in MODULES.items()),
)


def make() -> dict[str, str]:
    """Every page by its place on the site, as Markdown."""
    return {item.target: _page(module) for item, module in zip(GROUP.items, MODULES, strict=True)}


def names_of(module: str) -> list[str]:
    """The public names of a module: those it lists, or those it defines itself."""
    found = importlib.import_module(module)
    if hasattr(found, "__all__"):
        return sorted(found.__all__, key=str.lower)
    return [
        name
        for name, one in vars(found).items()
        if not name.startswith("_") and inspect.getdoc(one) and getattr(one, "__module__", "").startswith(module)
    ]


def _page(module: str) -> str:
    found = importlib.import_module(module)
    lines = [f"# {MODULES[module]}", "", f"`import {module}`", "", _words(inspect.getdoc(found) or ""), ""]
    for name in names_of(module):
        lines += _name(name, getattr(found, name))
    return "\n".join(lines)


def _name(name: str, one: Any) -> list[str]:
    lines = [f"## {name}", "", "```python", _signature(name, one), "```", "", _words(inspect.getdoc(one) or ""), ""]
    if inspect.isclass(one):
        for inner, value in vars(one).items():
            if inner.startswith("_") or not inspect.isroutine(inspect.unwrap(getattr(value, "__func__", value))):
                continue
            words = inspect.getdoc(value)
            if words:
                lines += [f"### {name}.{inner}", "", "```python", _signature(inner, getattr(one, inner)), "```", ""]
                lines += [_words(words), ""]
    return lines


def _signature(name: str, one: Any) -> str:
    """How it is called; long ones with one argument a line."""
    if dataclasses.is_dataclass(one) and inspect.isclass(one):
        name = one.__name__
    try:
        said = str(inspect.signature(one))
    except (TypeError, ValueError):
        return name
    said = re.sub(r" at 0x[0-9a-f]+", "", said).replace("'", "")
    text = f"{name}{said}"
    if len(text) <= 90:
        return text
    return text.replace("(", "(\n    ", 1).replace(", ", ",\n    ") if text.count("[") == 0 else text


def _words(text: str) -> str:
    """A docstring as Markdown: examples and indented blocks become code, aligned lists of fields too."""
    lines: list[str] = []
    for block in re.split(r"\n\s*\n", text):
        rows = block.splitlines()
        lined = all(re.match(r"^(?:\w+(?:, \w+)*\s{2,}\S|\s{4,}\S)", row) for row in rows)
        if rows[0].lstrip().startswith(">>>") or lined or any("──" in row for row in rows):
            lines += ["```python" if rows[0].lstrip().startswith(">>>") else "```text", *rows, "```", ""]
        elif block.strip() != "::":
            lines += [re.sub(r"::$", ":", block.replace("``", "`")), ""]
    return "\n".join(lines)
