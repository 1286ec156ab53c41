"""How people leave follow-up: one axis of a table, on which everybody is in exactly one place.

The places are an event of each cause in each bin of time, being lost to follow-up in each bin, and one last place
for everybody still followed at the horizon, also who was lost on that very day: nothing of the follow-up is missing
then. So one person with one row moves one cell by 1, whatever is later read off.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import pairwise
from typing import Any, Final, Literal

from epsilog.core.number import exact, same_text, spell_number, whole
from epsilog.errors import SpecError

MOST_BINS: Final = 200
LONGEST: Final = 10**9  # in the unit of the time: more than anybody lives in hours
UNITS: Final = ("h", "d", "w", "mo", "y")
YES: Final = ("true",)
NO: Final = ("false",)
# What may be said; and `half`, by which releases made before the fourth rule read `evenly`.
Withdrawn = Literal["unknown", "evenly", "at the end", "half"]
WITHDRAWN: Final[tuple[Withdrawn, ...]] = ("unknown", "evenly", "at the end")


@dataclass(frozen=True)
class Exit:
    """Places by time and by what ended the follow-up.

    column     the time from the start to the event or to the last that was heard, a number in `unit`
    status     the column that says what it was
    causes     its codes that are events, one row of places each; `censored` those that are none, () for all others
    ends       where the bins of time end, the last being the horizon; a bin holds its end and not its beginning,
               the first also what happens at 0
    complete   a public statement that nobody can be lost before the horizon (the cells stay the same); the
               textbook's recipe needs it
    withdrawn  a public statement when people are lost inside a bin: `evenly`, events and losses being spread alike
               over it, `at the end`, after its events, or `unknown`: ranges then hold every order of both
    said       whether the bins were asked for; if not, a plan may choose them (`chosen`: how many) by a public
               guess of how many people there are

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
    withdrawn: Withdrawn = "unknown"
    said: bool = field(default=True, compare=False)
    chosen: int | None = field(default=None, compare=False)

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
        if self.withdrawn not in WITHDRAWN:
            raise SpecError(
                "says when people are lost inside a bin",
                where="survival.withdrawn",
                hint="one of " + ", ".join(WITHDRAWN),
            )
        if self.complete and self.withdrawn != "unknown":
            raise SpecError(
                "nobody can be lost, so there is nothing to say about when",
                where="survival.withdrawn",
                hint="leave it out, or `complete`",
            )
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
        many = None if bins is None else whole(bins, "survival.bins", at_least=1, at_most=MOST_BINS)
        return cls(column, status, even_ends(last, many), said=bins is not None, **said)

    def within_bins(self, many: int) -> Exit:
        """The same request with so many bins chosen by a plan: of whole units where the horizon has enough of them.

        >>> [str(end) for end in Exit.within("days", "died", 365).within_bins(5).ends]
        ['73', '146', '219', '292', '365']
        >>> [str(end) for end in Exit.within("days", "died", 10).within_bins(4).ends]
        ['3', '5', '8', '10']
        """
        if self.said:
            raise SpecError("the bins were said", where="survival.bins", hint="leave them out")
        many = whole(many, "survival.bins", at_least=1, at_most=MOST_BINS)
        ends = even_ends(self.horizon, many)
        if self.horizon.denominator == 1 and many <= self.horizon:
            ends = tuple(Fraction(math.ceil(end)) for end in ends)
        return replace(self, ends=ends, chosen=many)

    @property
    def order(self) -> Withdrawn:
        """What is known of the order of events and losses inside a bin: all of it where nobody is lost."""
        return "at the end" if self.complete else self.withdrawn

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
            "ends": [spell_number(end) for end in (self.ends if self.chosen is None else even_ends(self.horizon))],
            "causes": list(self.causes),
            "censored": list(self.censored),
            "unit": self.unit,
        }
        record |= {"complete": True} if self.complete else {}
        return record | ({"withdrawn": self.withdrawn} if self.withdrawn != "unknown" else {})

    @classmethod
    def from_dict(cls, record: dict[str, Any]) -> Exit:
        """Read it back."""
        ends = tuple(exact(end, "survival.ends") for end in record["ends"])
        listed = {name: tuple(record[name]) for name in ("causes", "censored")}
        said = {"said": record.get("said", bool(ends) and ends != even_ends(ends[-1]))}
        return cls(**{**record, "ends": ends, **listed, **said})


def even_ends(horizon: Fraction, many: int | None = None) -> tuple[Fraction, ...]:
    """Ends of bins of equal length; so many as is usual where none are said."""
    usual = int(horizon) if horizon.denominator == 1 and horizon <= 100 else 50
    many = usual if many is None else many
    return tuple(horizon * (at + 1) / many for at in range(many))
