"""Keys of a column as they are written in a file: a list, or groups within groups.

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

from fractions import Fraction
from functools import partial
from typing import Any

from epsilog.core.document import Node
from epsilog.core.grid import Keys
from epsilog.core.level import Level
from epsilog.core.unknown import UNKNOWN, Unknown
from epsilog.roles.place import placed


def keys_from(column: str, node: Node, entry: Node) -> Keys:
    """The keys of one column; a complaint names the line of its cause."""
    if node.value == UNKNOWN:
        return placed(lambda: Unknown(column), entry, node)
    if isinstance(node.value, dict) and UNKNOWN in node.value:
        limits = node.mapping(UNKNOWN)[UNKNOWN].mapping("most", "longest")
        given: dict[str, Any] = {name: limit.whole(at_least=1) for name, limit in limits.items()}
        return placed(lambda: Unknown(column, **given), entry, node)
    if not isinstance(node.value, dict):
        return placed(lambda: Keys(column, _listed(node)), entry, node)
    fields = node.mapping("under", "weights", required=("under",))
    said = fields["under"].mapping()
    if not said:
        fields["under"].refuse("a hierarchy has levels", "under: {region: {North: [c1, c2], South: [c3]}}")
    weights = fields["weights"].mapping(column, *said) if "weights" in fields else {}
    levels: list[Level] = []
    for name, level in said.items():
        if isinstance(level.value, dict):
            groups = tuple((group, _listed(keys)) for group, keys in level.value.items())
        elif levels:
            groups = ((level.word(), levels[-1].keys),)
        else:
            level.refuse("the first level says its groups", f"{name}: {{North: [c1, c2], South: [c3]}}")
        weight = weights[name].number(above=0) if name in weights else Fraction(1)
        levels.append(placed(partial(Level, name, groups, weight), entry, level))
    own = weights[column].number(above=0) if column in weights else Fraction(1)
    return placed(lambda: Keys.in_groups(column, levels, own), entry, fields["under"])


def _listed(node: Node) -> tuple[str, ...]:
    return tuple(key.word() for key in node.items())
