"""The cells of a table, all of them public: every combination of declared keys, ticks and bins.

A cell nobody is in is a cell like any other and gets noise like any other: data never decides which cells
there are.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise, product
from typing import Any, Final

from epsilog.core.clock import PERIODS, Period, tick_label
from epsilog.core.exit import Exit
from epsilog.core.number import exact, same_text, spell_number, whole
from epsilog.errors import SpecError
from epsilog.words.advice import did_you_mean

# A level of a hierarchy: groups of the keys below it, each a public name for a run of them.


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
        return {"name": self.name, "groups": groups, "weight": spell_number(self.weight)}

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


MOST_CELLS: Final = 20_000_000
MOST_BINS: Final = 1_000


@dataclass(frozen=True)
class Keys:
    """A column's declared values; rows with any other value fall outside the table.

    under      levels above them, from the nearest upwards: every group a run of what lies below it
    weight     how much the keys themselves matter against those levels when the budget is divided

    >>> Keys("region", ("North", "South")).labels()
    ('North', 'South')
    """

    column: str
    keys: tuple[str, ...]
    under: tuple[Level, ...] = ()
    weight: Fraction = Fraction(1)

    def __post_init__(self) -> None:
        if isinstance(self.keys, str) or not all(isinstance(key, str) for key in self.keys):
            hint = 'a list of texts, such as ["North", "South"]; numbers in quotes'
            raise SpecError("keys are texts", where=f"by.{self.column}", hint=hint)
        spelled = [same_text(key) for key in self.keys]
        if not spelled:
            raise SpecError(
                "a table needs at least one key",
                where=f"by.{self.column}",
                hint="by: {region: [North, South]}, or leave `by` out",
            )
        if len(set(spelled)) != len(spelled):
            raise SpecError(
                "the same key is written twice (keys that look alike count as one)",
                where=f"by.{self.column}",
                hint="write each key once",
            )
        object.__setattr__(self, "keys", tuple(spelled))
        object.__setattr__(self, "weight", exact(self.weight, f"by.{self.column}.weights", above=0, at_most=10**6))
        self._check_levels()

    def _check_levels(self) -> None:
        if len(self.under) > MOST_LEVELS:
            raise SpecError(
                f"a hierarchy has at most {MOST_LEVELS} levels",
                where=f"by.{self.column}.under",
                hint="leave some levels out",
            )
        below = self.keys
        for level in self.under:
            try:
                must_be_the_same(level, below)
            except SpecError as error:
                raise SpecError(error.what, where=f"by.{self.column}.{error.where}", hint=error.hint) from None
            if level.members != below:
                raise SpecError(
                    "the groups name their members in another order than the level below",
                    where=f"by.{self.column}.under.{level.name}",
                    hint="Keys.in_groups puts them in order",
                )
            below = level.keys

    @classmethod
    def in_groups(cls, column: str, levels: Sequence[Level], weight: Fraction = Fraction(1)) -> Keys:
        """Keys named by their groups alone, put in the order of the hierarchy.

        >>> regions = Level("region", (("North", ("c1", "c2")), ("South", ("c3",))))
        >>> Keys.in_groups("clinic", (regions, Level("country", (("Home", ("South", "North")),)))).keys
        ('c3', 'c1', 'c2')
        """
        ordered = in_order(levels)
        return cls(column, ordered[0].members, ordered, weight)

    def runs(self, up: int) -> tuple[int, ...]:
        """How many keys lie under each group of a level; level 0 are the keys themselves."""
        counts = dict.fromkeys(self.keys, 1)
        for level in self.under[:up]:
            counts = {group: sum(counts[key] for key in members) for group, members in level.groups}
        return tuple(counts.values())

    def to_dict(self) -> dict[str, Any]:
        """As it is stored."""
        record: dict[str, Any] = {"column": self.column, "keys": list(self.keys)}
        if self.under:
            record["under"] = [level.to_dict() for level in self.under]
            record["weight"] = spell_number(self.weight)
        return record

    @property
    def size(self) -> int:
        """How many keys."""
        return len(self.keys)

    @property
    def room(self) -> int:
        """How many keys there may be at most; unknown keys may be fewer than this."""
        return self.size

    def labels(self) -> tuple[str, ...]:
        """What the table shows for each."""
        return self.keys


@dataclass(frozen=True)
class Ticks:
    """A declared stretch of wall-clock time, both ends included, cut into ticks.

    >>> import datetime as dt
    >>> from epsilog.core.clock import tick_of
    >>> first = tick_of(dt.datetime(2026, 1, 30), "1d")
    >>> Ticks("visited_at", "1d", first, first + 2).labels()
    ('2026-01-30', '2026-01-31', '2026-02-01')
    """

    column: str
    every: Period
    first: int
    last: int

    def __post_init__(self) -> None:
        if self.every not in PERIODS:
            raise SpecError(f"unknown step {self.every!r}", where="every", hint="one of " + ", ".join(PERIODS))
        if self.last < self.first:
            raise SpecError("ends before it begins", where="to", hint="`to` is the last day, on or after `from`")

    @property
    def size(self) -> int:
        """How many ticks."""
        return self.last - self.first + 1

    def labels(self) -> tuple[str, ...]:
        """What the table shows for each."""
        return tuple(tick_label(tick, self.every) for tick in range(self.first, self.last + 1))


@dataclass(frozen=True)
class Bins:
    """Stretches of a number between declared edges: closed on the left, the last one on both sides.

    A value beyond the ends counts in the nearest bin; a missing one counts nowhere.

    >>> Bins("systolic", tuple(map(Fraction, (80, 120, 140, 220)))).labels()
    ('[80, 120)', '[120, 140)', '[140, 220]')
    """

    column: str
    edges: tuple[Fraction, ...]

    def __post_init__(self) -> None:
        edges = tuple(exact(edge, "edges") for edge in self.edges)
        if not 2 <= len(edges) <= MOST_BINS + 1:
            raise SpecError(
                f"a histogram has 1 to {MOST_BINS:,} bins", where="edges", hint="between: [0, 100], bins: 10"
            )
        if any(left >= right for left, right in pairwise(edges)):
            raise SpecError("edges must grow", where="edges", hint="edges: [0, 18, 65, 120]")
        if any(float(left) == float(right) for left, right in pairwise(edges)):
            raise SpecError(
                "edges must differ as floating-point numbers", where="edges", hint="edges that are further apart"
            )
        object.__setattr__(self, "edges", edges)

    @property
    def size(self) -> int:
        """How many bins."""
        return len(self.edges) - 1

    def labels(self) -> tuple[str, ...]:
        """What the table shows for each."""
        texts = [f"{float(edge):.12g}" for edge in self.edges]
        pairs = list(pairwise(texts))
        return tuple(
            f"[{low}, {high}{']' if at == len(pairs) - 1 else ')'}" for at, (low, high) in enumerate(pairs)
        )


Axis = Keys | Ticks | Bins | Exit


@dataclass(frozen=True)
class Grid:
    """All cells, numbered from 0 in the order of `keys`: the last axis runs fastest. No axis means one cell.

    >>> grid = Grid((Keys("region", ("North", "South")), Keys("sex", ("f", "m"))))
    >>> grid.size, grid.strides, list(grid.keys())[:3]
    (4, (2, 1), [('North', 'f'), ('North', 'm'), ('South', 'f')])
    """

    axes: tuple[Axis, ...] = ()

    def __post_init__(self) -> None:
        names = [axis.column for axis in self.axes]
        if len(set(names)) != len(names):
            raise SpecError("a column can divide a table only once", where="by", hint="name each column once")
        names += [level.name for axis in self.axes if isinstance(axis, Keys) for level in axis.under]
        if len(set(names)) != len(names):
            raise SpecError(
                "a level is called like a column or another level",
                where="by",
                hint="give each level a name of its own",
            )
        if sum(isinstance(axis, Keys) and bool(axis.under) for axis in self.axes) > 1:
            raise SpecError("a table has one hierarchy", where="by", hint="the other goes into another entry")
        whole(self.room, "cells", at_least=1, at_most=MOST_CELLS)

    @property
    def size(self) -> int:
        """How many cells."""
        return math.prod(axis.size for axis in self.axes)

    @property
    def room(self) -> int:
        """How many cells there may be at most, whichever keys are found: what sensitivities are made for."""
        return math.prod(axis.room if isinstance(axis, Keys) else axis.size for axis in self.axes)

    @property
    def strides(self) -> tuple[int, ...]:
        """By how much the number of a cell grows with each axis's own number."""
        return tuple(math.prod(axis.size for axis in self.axes[at + 1 :]) for at in range(len(self.axes)))

    @property
    def hierarchy(self) -> tuple[int, Keys] | None:
        """Which axis has levels above it, if one has."""
        axes = enumerate(self.axes)
        return next(((at, axis) for at, axis in axes if isinstance(axis, Keys) and axis.under), None)

    def roll_up(self, up: int) -> Grid:
        """The cells of a level of the hierarchy: its groups in place of the keys.

        >>> regions = Level("region", (("North", ("c1", "c2")), ("South", ("c3",))))
        >>> Grid((Keys.in_groups("clinic", (regions,)), Keys("sex", ("f", "m")))).roll_up(1).size
        4
        """
        if up == 0:
            return self
        assert self.hierarchy is not None, "no hierarchy, no levels"
        at, keys = self.hierarchy
        level = keys.under[up - 1]
        return Grid((*self.axes[:at], Keys(level.name, level.keys), *self.axes[at + 1 :]))

    def widest(self, up: int) -> int:
        """The most cells that are added up in one cell of a level."""
        return max(self.hierarchy[1].runs(up)) if self.hierarchy is not None else 1

    def keys(self) -> Iterator[tuple[str, ...]]:
        """The labels of every cell, in order."""
        return product(*(axis.labels() for axis in self.axes))
