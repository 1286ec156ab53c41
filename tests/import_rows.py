"""The rows of closed tables are imports: contracts of imports and the rules of the rooms read them as such."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from importlinter.contracts.forbidden import ForbiddenContract
from importlinter.contracts.layers import LayersContract

if TYPE_CHECKING:
    from grimp import ImportGraph
    from importlinter import ContractCheck

ROW = re.compile(r"(epsilog(?:\.\w+)+):\w+")


def rows_in(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """The line and the module of every text `module:Name` of ours, wherever it stands."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and (row := ROW.fullmatch(node.value)):
            yield node.lineno, row[1]


@cache
def _rows(root: str) -> tuple[tuple[str, str, int], ...]:
    found = []
    for path in sorted(Path(root).rglob("*.py")):
        name = ".".join((Path(root).name, *path.relative_to(root).with_suffix("").parts)).removesuffix(".__init__")
        found += [(name, there, line) for line, there in rows_in(ast.parse(path.read_text(encoding="utf-8")))]
    return tuple(found)


def _with_rows(graph: ImportGraph) -> ImportGraph:
    spec = find_spec("epsilog")
    assert spec is not None
    places: Iterable[str] = spec.submodule_search_locations or ()
    for importer, imported, line in (row for root in places for row in _rows(root)):
        graph.add_import(importer=importer, imported=imported, line_number=line, line_contents=f'"{imported}"')
    return graph


class Forbidden(ForbiddenContract):
    """What may not be imported, nor named in a row."""

    def check(self, graph: ImportGraph, verbose: bool) -> ContractCheck:
        """See import-linter."""
        return super().check(_with_rows(graph), verbose)


class Layers(LayersContract):
    """Floors that stand on floors below, by imports and by rows."""

    def check(self, graph: ImportGraph, verbose: bool) -> ContractCheck:
        """See import-linter."""
        return super().check(_with_rows(graph), verbose)
