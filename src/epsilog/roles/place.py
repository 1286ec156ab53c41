"""Where in a file the cause of a complaint was written: the library names a field, the reader wants a line."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final, NoReturn, TypeVar

from epsilog.core.document import Node
from epsilog.errors import EpsilogError, SpecError

T = TypeVar("T")
_LONGEST_HINT: Final = 300
# What other rooms call a field of the request.
_CALLED_OTHERWISE: Final = {"account": "spend.from", "key": "edition", "zone": "protect.zone", "plan": "publish"}
_TOP: Final = ("bound.", "during", "protect.", "source.", "spend.", "stream.")


def placed(make: Callable[[], T], root: Node, here: Node) -> T:
    """Make a noun; where it refuses, say at which line its cause was written.

    >>> from epsilog.core.document import parse_document
    >>> from epsilog.core.bounds import Bounds
    >>> root = parse_document("release: visits\\nbound:\\n  rows: 0\\n", "spec.yaml")
    >>> placed(lambda: Bounds(rows=0), root, root)  # doctest: +ELLIPSIS
    Traceback (most recent call last):
        ...
    epsilog.errors.SpecError: spec.yaml:3, bound.rows: must be at least 1, got 0 (hint: such as 4: ...)
    """
    try:
        return make()
    except SpecError as error:
        if re.match(rf"{re.escape(root.file)}(:|$)", error.where):
            raise
        _point(error, root, here)


@contextmanager
def pointing(root: Node) -> Iterator[None]:
    """Let every refusal of the library that names a field of the request say the line it was written on.

    >>> from epsilog.core.document import parse_document
    >>> root = parse_document("release: visits\\nspend:\\n  epsilon: 9\\n", "spec.yaml")
    >>> with pointing(root):
    ...     raise EpsilogError("too much", where="spend.epsilon")
    Traceback (most recent call last):
        ...
    epsilog.errors.EpsilogError: spec.yaml:3, spend.epsilon: too much
    """
    try:
        yield
    except EpsilogError as error:
        error.where = place_of(error.where, root)
        raise


def place_of(where: str, root: Node) -> str:
    """File, line and field for a field the library names; anything else stays as it is."""
    found, left = _found(_CALLED_OTHERWISE.get(where, where), root, root)
    if found is root:
        found, left = _in_an_entry(where, root), ""
    if found is root or re.match(rf"{re.escape(root.file)}(:|$)", where):
        return where
    return _said(found, left)


def _in_an_entry(where: str, root: Node) -> Node:
    """The first entry's field of this name, where the request itself has none: days may be said in an entry."""
    entries = root.value.get("publish") if isinstance(root.value, dict) else None
    for entry in entries.value if isinstance(entries, Node) and isinstance(entries.value, list) else ():
        node, left = _followed(entry, where)
        if where and not left and node is not entry:
            return node
    return root


def _point(error: SpecError, root: Node, here: Node) -> NoReturn:
    hint = error.hint if len(error.hint) <= _LONGEST_HINT else error.hint[: _LONGEST_HINT - 1] + "…"
    raise SpecError(error.what, where=_said(*_found(error.where, root, here)), hint=hint) from None


def _found(where: str, root: Node, here: Node) -> tuple[Node, str]:
    """The node nearest to what a complaint names, and what is left of the name there."""
    found, left = here, ""
    for part in where.split(", ") if where else ():
        # The library counts from the top of a request; a part of it is read with its own node as the root.
        path = part.removeprefix(f"{root.field}.") if root.field else part
        starts = [(start, _followed(start, path)) for start in (found, root)]
        start, (node, rest) = next((way for way in starts if way[1][0] is not way[0]), starts[0])
        found, left = (node, rest) if node is not start else (found, path)
    return found, left


def _said(found: Node, left: str) -> str:
    # A field that is not there is named at the line of what should hold it.
    if left and found.field and not left.startswith(_TOP):
        left = f"{found.field}.{left}"
    field = left or found.field
    return f"{found.file}:{found.line}" + (f", {field}" if field else "")


def _followed(node: Node, path: str) -> tuple[Node, str]:
    """As far as a path such as publish[0].by.region leads, and what is left of it."""
    if isinstance(node.value, list):
        numbered = re.match(r"\[([0-9]+)\]\.?", path)
        if numbered and int(numbered[1]) < len(node.value):
            return _followed(node.value[int(numbered[1])], path[numbered.end() :])
    elif isinstance(node.value, dict):
        # Names of columns may hold dots, so the longest name that fits is taken.
        for name in sorted(node.value, key=len, reverse=True):
            if path == name or (path.startswith(name) and path[len(name)] in ".["):
                return _followed(node.value[name], path[len(name) :].removeprefix("."))
    return node, path
