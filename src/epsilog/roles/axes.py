"""The columns a table is divided by, in whichever of the plain ways Python says them."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from epsilog.core.grid import Keys, Level
from epsilog.core.unknown import UNKNOWN, Unknown
from epsilog.errors import SpecError


def axes_of(given: object) -> tuple[Keys, ...]:
    """Keys by column.

    >>> [keys.size for keys in axes_of({"region": ["North", "South"], "sex": ["f", "m", "?"]})]
    [2, 3]
    >>> axes_of({"diagnosis": "unknown"})[0].room
    1000
    >>> axes_of({"clinic": {"under": {"region": {"North": ["c1", "c2"], "South": ["c3"]}}}})[0].under[0].keys
    ('North', 'South')
    """
    if isinstance(given, Keys):
        return (given,)
    if isinstance(given, Mapping):
        return tuple(_axis(column, keys) for column, keys in given.items())
    if not isinstance(given, list | tuple) or not all(isinstance(axis, Keys) for axis in given):
        hint = 'by={"region": ["North", "South"]}, or by=(Keys("region", ("North", "South")),)'
        raise SpecError("is no list of keys", where="by", hint=hint)
    return tuple(given)


def _axis(column: object, said: object) -> Keys:
    if isinstance(column, str) and said == UNKNOWN:
        return Unknown(column)
    if isinstance(column, str) and isinstance(said, Mapping) and set(said) == {UNKNOWN}:
        limits = said[UNKNOWN]
        if not isinstance(limits, Mapping) or not set(limits) <= {"most", "longest"}:
            raise SpecError("unknown keys say `most` and `longest`", where=f"by.{column}", hint='"unknown"')
        return Unknown(column, **limits)
    return (
        _read_hierarchy(column, said) if isinstance(said, Mapping) else Keys(str(column), _read_keys(column, said))
    )


def _read_hierarchy(column: object, said: Mapping[str, Any]) -> Keys:
    """A hierarchy as a file spells it: levels under `under`, and `weights`."""
    if not isinstance(column, str) or not set(said) <= {"under", "weights"} or "under" not in said:
        hint = '{"clinic": {"under": {"region": {"North": ["c1", "c2"], "South": ["c3"]}, "country": "Home"}}}'
        raise SpecError("a hierarchy says what its keys lie under", where="by", hint=hint)
    levels, weights = said["under"], said.get("weights", {})
    if not isinstance(levels, Mapping) or not isinstance(weights, Mapping) or not levels:
        raise SpecError(
            "name the levels and their groups",
            where=f"by.{column}.under",
            hint="by: {clinic: {under: {region: {North: [c1, c2]}}}}",
        )
    if strange := set(weights) - {column, *levels}:
        raise SpecError(
            f"no level is called {str(min(map(str, strange)))[:60]!r}",
            where=f"by.{column}.weights",
            hint="name a level of `under`",
        )
    found: list[Level] = []
    for name, groups in levels.items():
        if isinstance(groups, str) and found:
            groups = {groups: found[-1].keys}
        if not isinstance(groups, Mapping):
            raise SpecError(
                "name the groups and their members",
                where=f"by.{column}.under.{name}",
                hint="region: {North: [c1, c2], South: [c3]}",
            )
        members = tuple((group, _read_keys(group, keys)) for group, keys in groups.items())
        found.append(Level(name, members, weights.get(name, Fraction(1))))
    return Keys.in_groups(column, found, weights.get(column, Fraction(1)))


def _read_keys(column: object, keys: object) -> tuple[str, ...]:
    if not isinstance(column, str) or not isinstance(keys, list | tuple):
        raise SpecError("name a column and list its keys", where="by", hint='{"region": ["North", "South"]}')
    return tuple(keys)
