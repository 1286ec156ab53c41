"""Where in a file the cause of a complaint was written: the library names a field, the reader wants a line.

Keys of a column as they are written in a file: a list, or groups within groups.

::

    by:
      region: [North, South]                                  # a list of keys
      clinic:                                                 # or a hierarchy, from the nearest level upwards
        under:
          region: {North: [c1, c2], South: [c3]}
          country: Home                                       # one group that holds everything
        weights: {clinic: 2, region: 1, country: 1}           # how much each level matters; 1 if not said
      diagnosis: unknown                                      # or nothing: the keys are found, and that is paid
      device: {unknown: {most: 200, longest: 40}}             # no more keys than this, none longer than this
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from fractions import Fraction
from functools import partial
from typing import Any, Final, NoReturn, TypeVar

from epsilog.core.grid import Keys, Level
from epsilog.core.unknown import UNKNOWN, Unknown
from epsilog.errors import EpsilogError, SpecError
from epsilog.roles.document import Node

T = TypeVar("T")
_LONGEST_HINT: Final = 300
# What other rooms call a field of the request.
_CALLED_OTHERWISE: Final = {"account": "spend.from", "key": "edition", "zone": "protect.zone", "plan": "publish"}
_TOP: Final = ("bound.", "during", "protect.", "source.", "spend.", "stream.")


def make_at(make: Callable[[], T], root: Node, here: Node) -> T:
    """Make a noun; where it refuses, say at which line its cause was written.

    >>> from epsilog.roles.document import parse_document
    >>> from epsilog.core.bounds import Bounds
    >>> root = parse_document("release: visits\\nbound:\\n  rows: 0\\n", "spec.yaml")
    >>> make_at(lambda: Bounds(rows=0), root, root)  # doctest: +ELLIPSIS
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

    >>> from epsilog.roles.document import parse_document
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
    found, left = _nearest(_CALLED_OTHERWISE.get(where, where), root, root)
    if found is root:
        found, left = _in_an_entry(where, root), ""
    if found is root or re.match(rf"{re.escape(root.file)}(:|$)", where):
        return where
    return _spell(found, left)


def _in_an_entry(where: str, root: Node) -> Node:
    """The first entry's field of this name, where the request itself has none: days may be said in an entry."""
    entries = root.value.get("publish") if isinstance(root.value, dict) else None
    for entry in entries.value if isinstance(entries, Node) and isinstance(entries.value, list) else ():
        node, left = _follow(entry, where)
        if where and not left and node is not entry:
            return node
    return root


def _point(error: SpecError, root: Node, here: Node) -> NoReturn:
    hint = error.hint if len(error.hint) <= _LONGEST_HINT else error.hint[: _LONGEST_HINT - 1] + "…"
    raise SpecError(error.what, where=_spell(*_nearest(error.where, root, here)), hint=hint) from None


def _nearest(where: str, root: Node, here: Node) -> tuple[Node, str]:
    """The node nearest to what a complaint names, and what is left of the name there."""
    found, left = here, ""
    for part in where.split(", ") if where else ():
        # The library counts from the top of a request; a part of it is read with its own node as the root.
        path = part.removeprefix(f"{root.field}.") if root.field else part
        starts = [(start, _follow(start, path)) for start in (found, root)]
        start, (node, rest) = next((way for way in starts if way[1][0] is not way[0]), starts[0])
        found, left = (node, rest) if node is not start else (found, path)
    return found, left


def _spell(found: Node, left: str) -> str:
    # A field that is not there is named at the line of what should hold it.
    if left and found.field and not left.startswith(_TOP):
        left = f"{found.field}.{left}"
    field = left or found.field
    return f"{found.file}:{found.line}" + (f", {field}" if field else "")


def _follow(node: Node, path: str) -> tuple[Node, str]:
    """As far as a path such as publish[0].by.region leads, and what is left of it."""
    if isinstance(node.value, list):
        numbered = re.match(r"\[([0-9]+)\]\.?", path)
        if numbered and int(numbered[1]) < len(node.value):
            return _follow(node.value[int(numbered[1])], path[numbered.end() :])
    elif isinstance(node.value, dict):
        # Names of columns may hold dots, so the longest name that fits is taken.
        for name in sorted(node.value, key=len, reverse=True):
            if path == name or (path.startswith(name) and path[len(name)] in ".["):
                return _follow(node.value[name], path[len(name) :].removeprefix("."))
    return node, path


def keys_from(column: str, node: Node, entry: Node) -> Keys:
    """The keys of one column; a complaint names the line of its cause."""
    if node.value == UNKNOWN:
        return make_at(lambda: Unknown(column), entry, node)
    if isinstance(node.value, dict) and UNKNOWN in node.value:
        limits = node.mapping(UNKNOWN)[UNKNOWN].mapping("most", "longest")
        given: dict[str, Any] = {name: limit.whole(at_least=1) for name, limit in limits.items()}
        return make_at(lambda: Unknown(column, **given), entry, node)
    if not isinstance(node.value, dict):
        return make_at(lambda: Keys(column, _names_in(node)), entry, node)
    fields = node.mapping("under", "weights", required=("under",))
    said = fields["under"].mapping()
    if not said:
        fields["under"].refuse("a hierarchy has levels", "under: {region: {North: [c1, c2], South: [c3]}}")
    weights = fields["weights"].mapping(column, *said) if "weights" in fields else {}
    levels: list[Level] = []
    for name, level in said.items():
        if isinstance(level.value, dict):
            groups = tuple((group, _names_in(keys)) for group, keys in level.value.items())
        elif levels:
            groups = ((level.word(), levels[-1].keys),)
        else:
            level.refuse("the first level says its groups", f"{name}: {{North: [c1, c2], South: [c3]}}")
        weight = weights[name].number(above=0) if name in weights else Fraction(1)
        levels.append(make_at(partial(Level, name, groups, weight), entry, level))
    own = weights[column].number(above=0) if column in weights else Fraction(1)
    return make_at(lambda: Keys.in_groups(column, levels, own), entry, fields["under"])


def _names_in(node: Node) -> tuple[str, ...]:
    return tuple(key.word() for key in node.items())
