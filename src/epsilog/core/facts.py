"""What is publicly known of how much one unit has, to choose bounds from. It is never taken from the data."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Final

from epsilog.core.number import exact, whole, written
from epsilog.errors import SpecError

if TYPE_CHECKING:
    from epsilog.roles.entry import Entry
    from epsilog.roles.spec import Spec

MOST_ROWS: Final = 1_000_000
MOST_KINDS: Final = 40
COUNTED: Final = ("rows", "persons", "histogram", "sum")


@dataclass(frozen=True)
class Facts:
    """About how many units there are, and how many rows one of them has: so many rows, for such a share of them.

    rows_per_cell   how many of a unit's rows lie in the same cell of a table, as long as it has cells enough

    Facts are guesses that anybody may read. Where they are wrong the bounds fit badly; the promise is the same,
    because the bounds that are chosen are enforced whatever the data holds.

    >>> Facts(20_000, {1: Fraction(3, 5), 4: "0.3", 40: "0.1"}).mean
    Fraction(29, 5)
    """

    units: int
    rows: tuple[tuple[int, Fraction], ...]
    rows_per_cell: int = 1

    def __post_init__(self) -> None:
        object.__setattr__(self, "units", whole(self.units, "units", at_least=1, at_most=2**40))
        each = whole(self.rows_per_cell, "rows_per_cell", at_least=1, at_most=MOST_ROWS)
        object.__setattr__(self, "rows_per_cell", each)
        given: object = self.rows
        pairs: Sequence[tuple[object, object]]
        if isinstance(given, Mapping):
            pairs = list(given.items())
        elif isinstance(given, Sequence) and not isinstance(given, str):
            pairs = list(given)
        else:
            pairs = [(given, 1)]
        if not 1 <= len(pairs) <= MOST_KINDS:
            raise SpecError(f"say 1 to {MOST_KINDS} numbers of rows", where="rows", hint=_HINT)
        read = [
            (whole(many, "rows", at_least=1, at_most=MOST_ROWS), exact(share, "rows", above=0, at_most=1))
            for many, share in pairs
        ]
        object.__setattr__(self, "rows", tuple(sorted(read)))
        if len({many for many, _ in read}) != len(read):
            raise SpecError("says the same number of rows twice", where="rows", hint="rows: {1: 60%, 4: 40%}")
        if (together := sum(share for _, share in read)) != 1:
            raise SpecError(
                f"the shares add up to {float(100 * together):.6g} %, not to 100 %", where="rows", hint=_HINT
            )

    @property
    def most(self) -> int:
        """The most rows anybody is thought to have."""
        return self.rows[-1][0]

    @property
    def mean(self) -> Fraction:
        """The rows of one unit on average."""
        return sum((many * share for many, share in self.rows), Fraction(0))

    def to_dict(self) -> dict[str, Any]:
        """As a request stores it."""
        rows = [[many, written(share)] for many, share in self.rows]
        return {"units": self.units, "rows": rows, "rows_per_cell": self.rows_per_cell}

    @classmethod
    def from_dict(cls, record: Mapping[str, Any]) -> Facts:
        """Read it back."""
        rows = tuple((many, exact(share, "rows")) for many, share in record["rows"])
        return cls(record["units"], rows, record["rows_per_cell"])


def check_choice(spec: Spec) -> None:
    """Refuse what no bound is chosen for."""
    if spec.protect.unit.each == "row":
        raise SpecError(
            "`each: row` protects single rows: bounds on persons would tie rows together",
            where="bound.choose",
            hint="drop `bound`, or protect persons",
        )
    if spec.looks():
        raise SpecError(
            "which keys will be found is not known when bounds are chosen",
            where="bound.choose",
            hint="bound: {cells: 4, rows_per_cell: 1}",
        )
    for at, query in enumerate(spec.publish):
        _check_entry(query, f"publish[{at}]")


def _check_entry(query: Entry, where: str) -> None:
    if query.kind not in COUNTED:
        raise SpecError(
            "bounds are chosen for counts, histograms and sums: what a bound does to this depends on the values",
            where=f"{where}, bound.choose",
            hint="bound: {rows: 4, cells: 4}",
        )
    if query.sought is not None:
        raise SpecError(
            "what is to be found is bounded by what is said",
            where=f"{where}, bound.choose",
            hint="bound: {rows: 4, cells: 4}",
        )
    if query.shape is not None:
        raise SpecError(
            "what a series tells is bounded by what is said",
            where=f"{where}, bound.choose",
            hint="bound: {rows: 4, cells: 4}",
        )
    if query.error is not None:
        raise SpecError(
            "an error is met by noise, and what a bound leaves out is none: no choice could keep it",
            where=f"{where}, error",
            hint="say an epsilon instead, or a bound",
        )


_HINT: Final = 'rows: {1: "60%", 4: "30%", 40: "10%"}'
