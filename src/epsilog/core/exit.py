"""How people leave follow-up: one axis of a table, on which everybody is in exactly one place.

The places are an event of each cause in each bin of time, being lost to follow-up in each bin, and one last place
for everybody still followed at the horizon. So one person with one row moves one cell by 1, whatever is later read
off.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from typing import Any, Final

from epsilog.core.number import exact, whole, written
from epsilog.core.text import same_text
from epsilog.errors import SpecError

MOST_BINS: Final = 200
LONGEST: Final = 10**9  # in the unit of the time: more than anybody lives in hours
UNITS: Final = ("h", "d", "w", "mo", "y")
YES: Final = ("true",)
NO: Final = ("false",)


@dataclass(frozen=True)
class Exit:
    """Places by time and by what ended the follow-up.

    column     the time from the start to the event or to the last that was heard, a number in `unit`
    status     the column that says what it was
    causes     its codes that are events, one row of places each; `censored` those that are none, () for all others
    ends       where the bins of time end, the last being the horizon; a bin holds its end and not its beginning,
               the first also what happens at 0
    complete   a public statement that nobody can be lost before the horizon (the cells stay the same); only the
               textbook's recipe needs it

    >>> days = Exit("days", "readmitted", tuple(map(Fraction, (10, 20, 30))))
    >>> days.size, days.labels()[:2], days.labels()[-2:]
    (7, ('true (0, 10]', 'true (10, 20]'), ('censored (20, 30]', 'followed beyond 30'))

    A row without a time, with a negative one, or with a code that is not declared lies outside the table.
    """

    column: str
    status: str
    ends: tuple[Fraction, ...]
    causes: tuple[str, ...] = YES
    censored: tuple[str, ...] = NO
    unit: str = "d"
    complete: bool = False

    def __post_init__(self) -> None:
        if self.column == self.status:
            raise SpecError(
                "time and event are two columns",
                where="survival.event",
                hint="survival: {time: days, event: died, horizon: 30d}",
            )
        ends = tuple(exact(end, "survival.ends", above=0, at_most=LONGEST) for end in self.ends)
        if not 1 <= len(ends) <= MOST_BINS or any(float(one) >= float(two) for one, two in pairwise(ends)):
            raise SpecError(
                f"times grow, 1 to {MOST_BINS} of them", where="survival.ends", hint="ends: [7, 14, 30]"
            )
        object.__setattr__(self, "ends", ends)
        if self.unit not in UNITS:
            hint = "30d, 24h, 8w, 12mo or 5y"
            raise SpecError("say the unit of the time", where="survival.horizon", hint=hint)
        for name in ("causes", "censored"):
            codes = getattr(self, name)
            if isinstance(codes, str) or not all(isinstance(code, str) for code in codes):
                raise SpecError(
                    "codes are a list of texts", where=f"survival.event.{name}", hint="[relapse, death]"
                )
            object.__setattr__(self, name, tuple(same_text(code) for code in codes))
        if not isinstance(self.complete, bool):
            raise SpecError("is true or false", where="survival.complete", hint="complete: true")
        if not self.causes or len(set(self.codes)) != len(self.codes):
            raise SpecError(
                "name every code once, and at least one that is an event",
                where="survival.event",
                hint="event: {column: status, causes: [died], censored: [moved]}",
            )

    @classmethod
    def within(cls, column: str, status: str, horizon: object, bins: int | None = None, **said: Any) -> Exit:
        """Bins of equal length: one for each unit of a whole horizon of at most a hundred, else fifty.

        >>> len(Exit.within("days", "readmitted", 30).ends), len(Exit.within("days", "readmitted", 365).ends)
        (30, 50)
        """
        last = exact(horizon, "survival.horizon", above=0)
        usual = int(last) if last.denominator == 1 and last <= 100 else 50
        many = usual if bins is None else whole(bins, "survival.bins", at_least=1, at_most=MOST_BINS)
        return cls(column, status, tuple(last * (at + 1) / many for at in range(many)), **said)

    @property
    def codes(self) -> tuple[str, ...]:
        """Every declared code, events first."""
        return (*self.causes, *self.censored)

    @property
    def horizon(self) -> Fraction:
        """The end of the last bin."""
        return self.ends[-1]

    @property
    def size(self) -> int:
        """How many places."""
        return (len(self.causes) + 1) * len(self.ends) + 1

    def labels(self) -> tuple[str, ...]:
        """What the table shows for each."""
        texts = [f"{float(end):.12g}" for end in (Fraction(0), *self.ends)]
        rows = (*self.causes, "censored")
        spans = [f"({low}, {high}]" for low, high in pairwise(texts)]
        return (*(f"{row} {span}" for row in rows for span in spans), f"followed beyond {texts[-1]}")

    def check_kinds(self, kinds: Mapping[str, str]) -> None:
        """Refuse columns that cannot say when or what."""
        if kinds[self.column] not in ("integer", "number"):
            raise SpecError(
                "a time to an event is a number or an integer",
                where=f"source.columns.{self.column}",
                hint="declare it as `integer` or `number`",
            )
        allowed = ("boolean",) if (self.causes, self.censored) == (YES, NO) else ("text", "integer", "boolean")
        if kinds[self.status] not in allowed:
            raise SpecError(
                "an event is a boolean, or says its codes",
                where=f"source.columns.{self.status}",
                hint="event: {column: status, causes: [relapse, death], censored: [alive]}",
            )

    def to_dict(self) -> dict[str, Any]:
        """As it is stored."""
        record: dict[str, Any] = {
            "column": self.column,
            "status": self.status,
            "ends": [written(end) for end in self.ends],
            "causes": list(self.causes),
            "censored": list(self.censored),
            "unit": self.unit,
        }
        return record | ({"complete": True} if self.complete else {})

    @classmethod
    def from_dict(cls, record: dict[str, Any]) -> Exit:
        """Read it back."""
        ends = tuple(exact(end, "survival.ends") for end in record["ends"])
        listed = {name: tuple(record[name]) for name in ("causes", "censored")}
        return cls(**{**record, "ends": ends, **listed})
