"""`as: {per-step: radius}`: every tick, or sums of a few, with uniform noise within one secret radius."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final

from epsilog.core.number import exact, whole, written
from epsilog.errors import SpecError

RADIUS: Final = "radius"
AUTO: Final = "auto"
LONGEST: Final = 2**20
_WHERE: Final = "as.per-step.radius"
_HINT: Final = "radius, {radius: {group: 12}}, or {radius: {group: auto, moves: 6}}"


@dataclass(frozen=True)
class Radius:
    """One radius is drawn for the whole series, and nobody is told it; noise is uniform within it. Made for persons
    who may be in every tick, under pure epsilon.

    group   how many ticks are told by one sum; None leaves it to the plan, which reads no data
    moves   how far the numbers go from tick to tick, where that is public: what the plan chooses the group by

    >>> Radius().to_dict(), Radius(12).to_dict(), Radius(None, Fraction(6)).to_dict()
    ('radius', {'radius': {'group': 12}}, {'radius': {'group': 'auto', 'moves': '6'}})
    >>> Radius(12).name, Radius(None).name
    ('radius-12', 'radius-groups')
    """

    group: int | None = 1
    moves: Fraction | None = None

    def __post_init__(self) -> None:
        if self.group is not None:
            object.__setattr__(self, "group", whole(self.group, f"{_WHERE}.group", at_least=1, at_most=LONGEST))
        if self.moves is not None:
            moves = exact(self.moves, f"{_WHERE}.moves", at_least=0, at_most=2**40)
            object.__setattr__(self, "moves", moves)
            if self.group is not None:
                raise SpecError("moves is for a group the plan chooses", where=f"{_WHERE}.moves", hint=_HINT)

    @property
    def is_single(self) -> bool:
        """Whether every tick is told by itself."""
        return self.group == 1

    @property
    def live(self) -> bool:
        """Whether a live series can be made this way: the radius is drawn before the first tick."""
        return True

    @property
    def about(self) -> str:
        """What its ranges are about, in one word: the tick, or the mean of the ticks told with it."""
        return "data" if self.is_single else "group"

    @property
    def name(self) -> str:
        """A word for it, as the end of a name."""
        if self.group is None:
            return f"{RADIUS}-groups"
        return RADIUS if self.is_single else f"{RADIUS}-{self.group}"

    def fits(self, ticks: int) -> None:
        """Refuse a series that is shorter than a group."""
        if self.group is not None and self.group > ticks:
            raise SpecError(
                f"a series of {ticks:,} ticks has no group of {self.group:,}",
                where=f"{_WHERE}.group",
                hint="a smaller group, or group: auto",
            )

    def to_dict(self) -> str | dict[str, Any]:
        """As it is stored."""
        if self.is_single:
            return RADIUS
        said: dict[str, Any] = {"group": AUTO if self.group is None else self.group}
        return {RADIUS: said | ({} if self.moves is None else {"moves": written(self.moves)})}


def radius_from(said: object) -> Radius:
    """Read what stands behind the word."""
    if not isinstance(said, Mapping) or not {"group"} <= set(said) <= {"group", "moves"}:
        raise SpecError("says how many ticks make a group", where=_WHERE, hint=_HINT)
    group = None if said["group"] == AUTO else whole(said["group"], f"{_WHERE}.group", at_least=1, at_most=LONGEST)
    moves = exact(said["moves"], f"{_WHERE}.moves") if "moves" in said else None
    return Radius(group, moves)
