"""A level of a hierarchy: groups of the keys below it, each a public name for a run of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final

from epsilog.core.number import exact, written
from epsilog.core.text import same_text
from epsilog.errors import SpecError
from epsilog.words.suggestion import did_you_mean

_LONGEST: Final = 80
MOST_LEVELS: Final = 8


@dataclass(frozen=True)
class Level:
    """Regions over clinics, countries over regions: a name, its groups in order, and how much the level matters.

    weight     against the other levels of the same table when the budget is divided

    >>> Level("region", (("North", ("c1", "c2")), ("South", ("c3",)))).keys
    ('North', 'South')
    """

    name: str
    groups: tuple[tuple[str, tuple[str, ...]], ...]
    weight: Fraction = Fraction(1)

    def __post_init__(self) -> None:
        if not isinstance(self.name, str) or not self.name.strip() or len(self.name) > _LONGEST:
            raise SpecError(
                f"a level has a name of 1 to {_LONGEST} characters",
                where="by",
                hint="region: {North: [c1, c2], South: [c3]}",
            )
        object.__setattr__(self, "name", same_text(self.name))
        spelled = tuple((same_text(group), tuple(map(same_text, members))) for group, members in self.groups)
        if not spelled or not all(members for _, members in spelled):
            raise SpecError(
                "a level has groups, and each of them members",
                where=f"under.{self.name}",
                hint="region: {North: [c1, c2], South: [c3]}",
            )
        if len({group for group, _ in spelled}) != len(spelled):
            raise SpecError(
                "two groups have the same name",
                where=f"under.{self.name}",
                hint="give each group a name of its own",
            )
        object.__setattr__(self, "groups", spelled)
        object.__setattr__(self, "weight", exact(self.weight, "weights", above=0, at_most=10**6))

    @property
    def keys(self) -> tuple[str, ...]:
        """The names of its groups."""
        return tuple(group for group, _ in self.groups)

    @property
    def members(self) -> tuple[str, ...]:
        """The keys of the level below, group by group."""
        return tuple(key for _, members in self.groups for key in members)

    def to_dict(self) -> dict[str, Any]:
        """As it is stored."""
        groups = [[group, list(members)] for group, members in self.groups]
        return {"name": self.name, "groups": groups, "weight": written(self.weight)}

    @classmethod
    def from_dict(cls, record: Mapping[str, Any]) -> Level:
        """Read it back."""
        groups = tuple((group, tuple(members)) for group, members in record["groups"])
        return cls(record["name"], groups, exact(record["weight"], "weight"))


def in_order(levels: Sequence[Level]) -> tuple[Level, ...]:
    """The same levels with every group's members in the order the level above names them in.

    >>> region = Level("region", (("North", ("c1",)), ("South", ("c2", "c3"))))
    >>> in_order((region, Level("country", (("Home", ("South", "North")),))))[0].keys
    ('South', 'North')
    """
    found = list(levels)
    for at in range(len(found) - 1, 0, -1):
        below, wanted = dict(found[at - 1].groups), found[at].members
        must_be_the_same(found[at], tuple(below))
        found[at - 1] = Level(found[at - 1].name, tuple((key, below[key]) for key in wanted), found[at - 1].weight)
    return tuple(found)


def must_be_the_same(level: Level, below: tuple[str, ...]) -> None:
    """Refuse a level that does not hold every key below it exactly once."""
    members, where = level.members, f"under.{level.name}"
    if twice := next((key for key in members if members.count(key) > 1), None) if len(members) < 1000 else None:
        raise SpecError(f"{twice[:60]!r} is in two groups", where=where, hint="each belongs to one")
    if len(set(members)) != len(members):
        raise SpecError("a key is in two groups", where=where, hint="each belongs to one")
    if strange := next((key for key in members if key not in set(below)), None):
        hint = did_you_mean(strange, list(below[:1000]))
        raise SpecError(f"{strange[:60]!r} is not a key of the level below", where=where, hint=hint)
    if lost := sorted(set(below) - set(members)):
        raise SpecError(f"{lost[0][:60]!r} is in no group", where=where, hint="every key belongs to one")
