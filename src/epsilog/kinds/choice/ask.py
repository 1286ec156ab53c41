"""Ask for quantiles, and for the best of declared keys.

::

    median: age, between: [0, 100]
    quantiles: age, between: [0, 100], at: [0.25, 0.5, 0.75]
    top: diagnosis, among: [flu, cold, mumps], k: 2         # best: persons, or {sum: cost, between: [0, 1000]}
    most_common: diagnosis, among: [flu, cold, mumps]       # one of them; `choose` says what the best is
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any, ClassVar, Final

from epsilog.core.grid import Axis, Bins, Grid, Keys
from epsilog.core.measure import Contribution, Measure, Persons, Rows, Total
from epsilog.core.number import spell_number, whole
from epsilog.errors import SpecError
from epsilog.roles.ask import Ask, Refused, Written
from epsilog.roles.candidates import Sum, bins_around, read_shares, values_between
from epsilog.roles.ranges import (
    NO_BETWEEN,
    NO_COLUMN,
    ends_lines,
    ends_record,
    number_lines,
    number_record,
    refusal,
    spell_list,
    stored_ends,
    stored_numbers,
    stored_sum,
    sum_from,
    sum_lines,
)
from epsilog.roles.text import word as spelled

if TYPE_CHECKING:
    from epsilog.roles.entry import Entry

MIDDLE: Final = (Fraction(1, 2),)
_AT: Final = ("quantiles say `at`, other queries do not", "at", "at: [0.25, 0.5, 0.75]")
_TOP: Final = "the top of a list says `among` and `k`, other queries do not"
_TOP_HINT: Final = "top: diagnosis, among: [flu, cold, mumps], k: 2"
_GRAIN: Final = ("`grain` and `missing` belong to sums, means, quantiles and the like", "grain", "leave them out")


@dataclass(frozen=True)
class Choice(Ask):
    """Quantiles, or the top of a list: answers that are chosen and have no noise of their own.

    between, grain    the values a quantile can be: multiples of the grain between these ends
    at                which quantiles, as shares of the rows
    among, k          the keys to choose from, and how many of them; `best` says what the best have most of

    >>> Choice("quantiles", "age", between=(Fraction(0), Fraction(100)), grain=Fraction(1), at=MIDDLE).values()
    (0, Fraction(1, 1), 101)
    """

    kind: ClassVar[str] = "choice"
    names: ClassVar[tuple[str, ...]] = ("quantiles", "top")
    words: ClassVar[tuple[str, ...]] = ("median", "quantiles", "top", "most_common", "choose")
    details: ClassVar[tuple[str, ...]] = ("at", "among", "k", "best")
    meant: ClassVar[Mapping[str, Mapping[str, Any]]] = {
        "median": {"kind": "quantiles", "at": MIDDLE},
        "most_common": {"kind": "top", "k": 1},
        "choose": {"kind": "top", "k": 1},
    }
    is_chosen: ClassVar[bool] = True
    refusals: ClassVar[Mapping[str, Refused]] = {
        "at": _AT,
        **{name: (f"{_TOP}: `{name}` does not belong here", name, _TOP_HINT) for name in ("among", "k", "best")},
    }

    word: str
    column: str | None = None
    between: tuple[Fraction, Fraction] | None = None
    grain: Fraction | None = None
    at: tuple[Fraction, ...] | None = None
    among: tuple[str, ...] | None = None
    k: int | None = None
    best: str | Sum | None = None

    @classmethod
    def refuse(cls, word: str, name: str) -> SpecError | None:
        """What a quantile cannot have, though it has ends."""
        if word != "quantiles":
            return None
        if name == "missing":
            return SpecError("a missing value has no rank", where="missing", hint="leave it out")
        if name == "sought":
            what = "the values a quantile can be are declared"
            return SpecError(what, where="between", hint="between: [low, high]")
        return None

    def __post_init__(self) -> None:
        if self.column is None:
            raise refusal(NO_COLUMN)
        quantiles = self.word == "quantiles"
        if (self.between is not None) != quantiles:
            raise refusal(NO_BETWEEN)
        if self.grain is not None and not quantiles:
            raise refusal(_GRAIN)
        if (self.at is not None) != quantiles:
            raise refusal(_AT)
        if not quantiles and self.best is None:
            object.__setattr__(self, "best", "rows")  # as a spec file that says nothing
        top = {"among": self.among, "k": self.k, "best": self.best}
        odd = [name for name, given in top.items() if (given is None) != quantiles]
        if odd:
            what = "does not belong here" if quantiles else "is missing"
            raise SpecError(f"{_TOP}: `{odd[0]}` {what}", where=odd[0], hint=_TOP_HINT)
        if self.at is not None:
            object.__setattr__(self, "at", read_shares(self.at))
        if self.among is not None:
            object.__setattr__(self, "among", Keys(self.column, self.among).keys)
            object.__setattr__(self, "k", whole(self.k, "k", at_least=1, at_most=len(self.among)))
            if not isinstance(self.best, Sum) and self.best not in ("rows", "persons"):
                raise SpecError("the best have most rows, persons or a sum", where="best", hint="best: persons")

    def check(self, entry: Entry) -> None:
        """Refuse a choice of noise."""
        if entry.mechanism != "auto":
            raise SpecError("a choice has no noise of its own", where="mechanism", hint="leave it out")

    @property
    def chosen(self) -> Keys | None:
        """The declared keys."""
        return None if self.among is None else Keys(self.column or "", self.among)

    def numbers(self) -> tuple[str, ...]:
        """The column of a quantile, and what the best have most of."""
        own = super().numbers() if self.among is None else ()
        return (*own, *((self.best.column,) if isinstance(self.best, Sum) else ()))

    @property
    def rounds(self) -> int:
        """How many answers each group gives."""
        return len(self.at) if self.at is not None else self.k or 1

    def candidates(self) -> Keys | Bins:
        """What is chosen from in each group: the values a quantile can be, or the declared keys."""
        return self.chosen or bins_around(self.column or "", *self.values())

    def values(self) -> tuple[int, Fraction, int]:
        """The values a quantile can be: multiples of a step, from which one on, and how many."""
        assert self.between is not None
        return values_between(self.between, self.grain)

    def axes(self) -> tuple[Axis, ...]:
        """The candidates."""
        return (self.candidates(),)

    def shown(self, grid: Grid) -> Grid:
        """The answers of each group."""
        groups = grid.axes[:-1]
        name, labels = "place", tuple(str(place + 1) for place in range(self.k or 0))
        if self.at is not None:
            name, labels = "quantile", tuple(f"{float(share):.12g}" for share in self.at)
        while any(axis.column == name for axis in groups):
            name += " (asked)"
        return Grid((*groups, Keys(name, labels)))

    def in_cells(self, entry: Entry) -> tuple[Measure, ...]:
        """What candidates are compared by."""
        if self.at is not None:
            return (Rows(of=self.column),)
        if isinstance(self.best, Sum):
            return (self.best.total(),)
        return (Rows(),) if self.best == "rows" else (Persons(),)

    def stem(self, by: tuple[Keys, ...]) -> tuple[str, tuple[Keys, ...]]:
        """By the word a file has for it."""
        what = f"top-{self.k}" if self.at is None else "median" if self.at == MIDDLE else self.word
        return f"{what}-{self.column}", by

    @classmethod
    def read(cls, said: Written, given: Mapping[str, Any]) -> dict[str, Any]:
        """The shares of quantiles; the candidates of a choice, how many of them, and what the best have most of."""
        what, fields, found = said.word, said.fields, dict[str, Any]()
        if what in cls.words:
            found["kind"] = "quantiles" if what in ("median", "quantiles") else "top"
            found["column"] = fields[what].text()
        if what == "median":
            if "at" in fields:
                fields["at"].refuse("a median is at 0.5", "quantiles: …, at: [0.25, 0.5, 0.75]")
            return found | {"at": MIDDLE}
        if "at" in fields:
            found["at"] = tuple(share.number() for share in fields["at"].items())
        if "among" in fields:
            found["among"] = tuple(key.word() for key in fields["among"].items())
        if what in ("most_common", "choose") and "k" in fields:
            fields["k"].refuse(f"`{what}` chooses one", "top: …, k: 3")
        if what == "choose" and "best" not in fields:
            hint = "best: rows, best: persons or best: {sum: cost, between: …}"
            said.node.refuse("say what the best has most of", hint)
        if found.get("kind") == "top":
            found |= {"k": 1 if what != "top" else None, "best": "rows"}
        if "k" in fields:
            found["k"] = fields["k"].whole(at_least=1)
        if "best" in fields:
            best = fields["best"]
            summed = isinstance(best.value, Mapping)
            hint = "best: {sum: cost, between: [0, 1000]}"
            found["best"] = sum_from(best, hint) if summed else best.choice(("rows", "persons"))
        return found

    @classmethod
    def stored(cls, record: Mapping[str, Any]) -> dict[str, Any]:
        """Read them back."""
        found = stored_ends(record, "between") | stored_ends(record, "at") | stored_numbers(record, "grain")
        if "among" in record:
            best = record["best"]
            found |= {"among": tuple(record["among"]), "k": record["k"]}
            found["best"] = stored_sum(best) if isinstance(best, Mapping) else best
        return found

    def to_dict(self, entry: Entry) -> dict[str, Any]:
        """As they are stored."""
        record = ends_record("between", self.between, None) | number_record(grain=self.grain)
        if self.at is not None:
            record["at"] = [spell_number(share) for share in self.at]
        if self.among is not None:
            best = self.best.to_dict() if isinstance(self.best, Sum) else self.best
            record |= {"among": list(self.among), "k": self.k, "best": best}
        return record

    def what_lines(self, entry: Entry) -> list[str]:
        """What is chosen, and from what."""
        column = spelled(self.column or "")
        if self.at is not None:
            what = [f"quantiles: {column}", f"at: {spell_list(self.at)}"]
            return [f"median: {column}"] if self.at == MIDDLE else what
        lines = [f"top: {column}", f"among: [{', '.join(map(spelled, self.among or ()))}]", f"k: {self.k}"]
        if self.best != "rows":
            lines.append(f"best: {sum_lines(self.best) if isinstance(self.best, Sum) else self.best}")
        return lines

    def range_lines(self, entry: Entry) -> list[str]:
        """Ends and grain."""
        return [*ends_lines(None, between=self.between), *number_lines(grain=self.grain)]


def choice_of(entry: Entry) -> Choice:
    """The ask of an entry that is chosen."""
    assert isinstance(entry.ask, Choice)
    return entry.ask


def spread(measure: Measure, moved: Contribution, groups: int) -> int:
    """The largest rise minus the largest fall of a group's cells, added up over the groups; in grains.

    >>> from epsilog.core.bounds import Bounds
    >>> from epsilog.core.grid import Grid, Keys
    >>> from epsilog.core.measure import Rows, contribution
    >>> from epsilog.core.unit import Unit
    >>> ills = Grid((Keys("illness", ("flu", "cold", "mumps")),))
    >>> once_each = contribution(Rows(), ills, Unit("patient"), Bounds(cells=3, rows_per_cell=1))
    >>> spread(Rows(), once_each, 1)             # all of them up by at most one: differences move by one
    1
    >>> spread(Rows(), contribution(Rows(), ills, Unit("patient", neighbours="replace"), Bounds(rows=2)), 1)
    4

    Proof. Let e = rows_per_cell · reach, the most one unit puts into one cell (`contribution`), and d the move of
    one group. Two cells, or a cell and one that stays, move apart by at most max(d, 0) - min(d, 0), and in every
    group that is at most the L1 norm of d: added up, at most that of the whole table.
    One group by itself. Add/remove, no row lowers a cell: d lies in [0, e] or in [-e, 0], so e. Add/remove, rows
    may lower a cell: in [-e, e], so 2e. Replace, one vector goes and another comes: twice that. Groups: as often.
    Saturation at ±2^61 moves no cell further or the other way.
    """
    single = moved.rows_per_cell * moved.reach
    if isinstance(measure, Total) and not measure.is_one_sided:
        single *= 2
    return min(moved.sensitivity.l1, groups * moved.sides * single)
