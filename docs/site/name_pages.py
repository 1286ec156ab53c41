"""Pages about the names one can import, from their docstrings: the package root, the auditor, checks, errors."""

from __future__ import annotations

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
    "Look up: Names in Python",
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
    try:
        signature = inspect.signature(one)
    except (TypeError, ValueError):
        return name
    if inspect.isclass(one):
        signature = signature.replace(return_annotation=inspect.Signature.empty)
    said = re.sub(r" at 0x[0-9a-f]+", "", str(signature)).replace("'", "")
    if len(name + said) <= 90:
        return name + said
    result = said.rpartition(")")[2] if " -> " in said else ""
    arguments = [re.sub(r" at 0x[0-9a-f]+", "", str(one)).replace("'", "") for one in signature.parameters.values()]
    starred = [f"{one}," for one in arguments]
    for at, one in enumerate(signature.parameters.values()):
        if one.kind is one.KEYWORD_ONLY:
            starred.insert(at, "*,")
            break
    return "\n".join([f"{name}(", *(f"    {one}" for one in starred), f"){result}"])


def _words(text: str) -> str:
    """A docstring as Markdown: examples and drawings become code, aligned lists of fields tables."""
    lines: list[str] = []
    for block in re.split(r"\n\s*\n", text):
        rows = block.splitlines()
        if rows and rows[0].lstrip().startswith(">>>"):
            lines += ["```python", *rows, "```", ""]
        elif (fields := _fields(rows)) is not None:
            lines += ["| field | what it says |", "|---|---|"]
            lines += [f"| `{name}` | {' '.join(words).replace('|', '/')} |" for name, words in fields]
            lines += [""]
        elif any("──" in row for row in rows) or (rows and all(row.startswith("    ") for row in rows)):
            lines += ["```text", *rows, "```", ""]
        elif block.strip() != "::":
            lines += [re.sub(r"::$", ":", block.replace("``", "`")), ""]
    return "\n".join(lines)


def _fields(rows: list[str]) -> list[tuple[str, list[str]]] | None:
    """A list `name   what it says` by its columns, going on below; None where the rows are no such list.

    >>> _fields(["coin        in which", "            currency", "for_events  the part"])
    [('coin', ['in which', 'currency']), ('for_events', ['the part'])]
    """
    opening = re.match(r"^(\w+(?:, \w+)*\s{2,})\S", rows[0]) if rows else None
    if opening is None:
        return None
    column, found = len(opening[1]), list[tuple[str, list[str]]]()
    for row in rows:
        name, words = row[:column].strip(), row[column:].strip()
        if row[column - 1 : column] != " " or (name and not re.fullmatch(r"\w+(?:, \w+)*", name)):
            return None
        if name:
            found.append((name, [words]))
        else:
            found[-1][1].append(words)
    return found
