"""Ask for numbers that are made of several noisy vectors: means, variances, ratios, covariances, correlations.

::

    mean: systolic, between: [80, 220]              # about: population for a range that holds sampling too
    mean: systolic, between: [80, 220], tails: [40, 300]
    variance: systolic, between: [80, 220]          # or deviation
    ratio: cost, between: [0, 1000], per: {sum: stays, between: [0, 10]}
    correlation: systolic, between: [80, 220], with: {column: age, between: [0, 100]}

Tails are the rows of a mean that its clamp moved, counted beside it: from them follows how far clamping moved the
mean. ``{mean: systolic, between: [80, 220], tails: [40, 300]}`` counts, with noise, the rows below 80 and those
above 220. With nobody outside [40, 300] a row was moved by at most 40 up or 80 down, so the two counts bound what
clamping did to the mean (docs/proofs/infer.md, section 3). They are vectors of the same entry, drawn from the same
bounded rows and paid like them. Where a tail ends with the clamp nothing is counted.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING, Any, ClassVar, Final, Literal, get_args

from epsilog.core.grid import Keys
from epsilog.core.measure import Beyond, Measure, Rows, Side, Squares, Total
from epsilog.core.number import exact, spell_number
from epsilog.core.pair import PAIR_PARTS, PAIRED, Paired
from epsilog.errors import SpecError
from epsilog.roles.ask import Ask, Refused, Written
from epsilog.roles.candidates import Sum
from epsilog.roles.cut import check_ends, settle_ends
from epsilog.roles.document import Node
from epsilog.roles.place import make_at
from epsilog.roles.ranges import (
    NO_BETWEEN,
    NO_COLUMN,
    ends_from,
    ends_lines,
    ends_record,
    number_lines,
    number_record,
    numbers_from,
    refusal,
    spell_list,
    stored_ends,
    stored_numbers,
    stored_sum,
    sum_from,
    sum_lines,
)
from epsilog.roles.sought import Clamp
from epsilog.roles.text import word as spelled

if TYPE_CHECKING:
    from epsilog.roles.entry import Entry

MeanMethod = Literal["missing", "sure", "student"]
MEAN_METHODS: Final[tuple[MeanMethod, ...]] = get_args(MeanMethod)
TAILED: Final = ("mean", "expectation")
CENTRED: Final = ("mean", "variance", "deviation", "expectation")
_PER: Final = "per: {sum: stays, between: [0, 10]}"
_WITH: Final = "with: {column: age, between: [0, 100]}"
_TAILS: Final = ("tails are those of a mean's clamp", "tails", "leave it out")
_METHOD: Final = (
    "this method is for means about the population",
    "method",
    "about: population, or leave it out",
)
# The noisy vectors each number is made of, and what they are called.
PARTS: Final[dict[str, tuple[str, ...]]] = {
    "mean": ("sum", "rows"),
    "variance": ("sum", "squares", "rows"),
    "deviation": ("sum", "squares", "rows"),
    "ratio": ("above", "below"),
    "expectation": ("sum", "squares", "rows"),
    **PAIR_PARTS,
}


@dataclass(frozen=True)
class Mean(Ask):
    """A number made of several sums. An `expectation` is a mean about the population.

    between, grain, missing   the clamp, the step values are rounded to, and what a missing value counts as
    per        what a ratio divides by; the second column of a covariance or correlation, `with` in a spec file
    sought     a clamp to be found first
    tails      ends no value passes: the rows a mean's clamp moved are counted beside it
    method     how the range of a mean about the population is made (docs/statistics.md): `missing`; `sure`;
               `student`, which is a public statement that values are nearly symmetric
    together   what a plan chose, not a request: roles/moments.py
    """

    kind: ClassVar[str] = "mean"
    names: ClassVar[tuple[str, ...]] = tuple(PARTS)
    words: ClassVar[tuple[str, ...]] = ("mean", "variance", "deviation", "ratio", *PAIRED)
    details: ClassVar[tuple[str, ...]] = ("tails", "per", "with")
    refusals: ClassVar[Mapping[str, Refused]] = {
        "per": ("a ratio says `per`, other queries do not", "per", _PER),
        "tails": _TAILS,
        "method": _METHOD,
    }
    tells_population: ClassVar[tuple[str, ...]] = ("expectation",)  # what `Query` makes of such a mean

    word: str
    column: str | None = None
    between: tuple[Fraction, Fraction] | None = None
    grain: Fraction | None = None
    missing: Fraction | None = None
    per: Sum | None = None
    sought: Clamp | None = None
    tails: tuple[Fraction, Fraction] | None = None
    method: MeanMethod = "missing"
    together: bool = field(default=False, compare=False)

    def __post_init__(self) -> None:
        clamped = self.word not in ("expectation", *PAIRED)
        settle_ends(self, clamped=clamped, centred=self.word in CENTRED)
        if self.column is None:
            raise refusal(NO_COLUMN)
        if self.between is None:
            raise refusal(NO_BETWEEN)
        self._check_other()
        self._settle_tails()
        if self.method not in MEAN_METHODS:
            raise SpecError("unknown method of a mean", where="method", hint="one of " + ", ".join(MEAN_METHODS))
        if self.method != "missing" and self.word != "expectation":
            raise refusal(_METHOD)

    def _check_other(self) -> None:
        """Refuse a second column that is missing, or none."""
        paired = self.word in PAIRED
        hint, where = (_WITH, "with") if paired else (_PER, "per")
        if (self.per is not None) != (self.word == "ratio" or paired):
            what = "covariances and correlations say `with`" if paired else "a ratio says `per`"
            raise SpecError(f"{what}, other queries do not", where=where, hint=hint)
        if self.per is None:
            return
        if self.per.column == self.column:
            raise SpecError("two different columns are compared", where="with" if paired else "per.sum", hint=_WITH)
        if paired and self.per.sought is not None:
            raise SpecError("a covariance or correlation needs declared ends", where="with.between", hint=hint)
        if self.word == "ratio" and self.per.between[0] < 0:
            raise SpecError("what a ratio divides by is never below 0", where="per.between", hint=_PER)

    def _settle_tails(self) -> None:
        """Read the ends of the tails, and refuse what cannot be bounded from them, whatever is in the data."""
        if self.tails is None:
            return
        if self.word not in TAILED:
            raise refusal(_TAILS)
        if self.sought is not None:
            raise SpecError(
                "the ends of a clamp that is found are not known yet, so no tails can be counted beyond them",
                where="tails",
                hint="declare the clamp: between: [80, 220]",
            )
        ends = tuple(self.tails)
        if len(ends) != 2:
            raise SpecError("give two ends", where="tails", hint="tails: [40, 300]")
        object.__setattr__(self, "tails", tuple(exact(end, "tails") for end in ends))
        assert self.between is not None
        low, high = (exact(end, "between") for end in self.between)
        if self.tails[0] > low or self.tails[1] < high:
            raise SpecError(
                "values are taken to lie within these ends, so they hold the clamp",
                where="tails",
                hint="tails: ends no value passes, at or beyond those of `between`",
            )
        if not self.sides:
            raise SpecError("end where the clamp ends: nothing is counted", where="tails", hint="leave it out")

    def check(self, entry: Entry) -> None:
        """Refuse what an unknown clamp does not go with, and an expectation that is not about the population."""
        check_ends(entry)
        if self.word == "expectation" and entry.about != "population":
            raise SpecError("an expectation is about the population", where="about", hint="ask for a mean")

    def may_have_total(self, entry: Entry) -> bool:
        """Where it is about the population, and not divided."""
        return self.word == "expectation" and not entry.by

    def numbers(self) -> tuple[str, ...]:
        """Both columns."""
        return (*super().numbers(), *(() if self.per is None else (self.per.column,)))

    def parts(self, entry: Entry) -> tuple[str, ...]:
        """Sums, squares and rows, then the tails."""
        parts = PARTS[self.word]
        return (*(parts if self.word != "expectation" or entry.total is None else parts[:-1]), *self.sides)

    def in_cells(self, entry: Entry) -> tuple[Measure, ...]:
        """A mean is a sum around the middle of its range, and a count; a variance has a sum of squares as well."""
        assert self.column is not None
        assert self.between is not None
        if self.word in PAIRED:
            one, two = self.pair
            return tuple(Paired.of(one, two, part, together=self.together) for part in PAIR_PARTS[self.word])
        centred = self.word in CENTRED
        if self.sought is not None:
            total = self.sought.total(self.column, self.missing, centred=centred)
        else:
            total = Total.between(self.column, *self.between, self.grain, self.missing, centred=centred)
        if self.per is not None:
            return (total, self.per.total())
        rows = Rows(of=self.column if self.missing is None else None)
        tails = tuple(Beyond.of_values(self.clamped, side) for side in self.sides)
        if self.word == "mean":
            return (total, rows, *tails)
        squares = Squares.of_values(total, together=self.together)
        return (total, squares, *((rows,) if entry.total is None else ()), *tails)

    @property
    def pair(self) -> tuple[Total, Total]:
        """The clamped sums of both columns, counted from the middles of their ranges."""
        assert self.per is not None
        other = self.per
        return self.clamped, Total.between(other.column, *other.between, other.grain, other.missing, centred=True)

    @property
    def clamped(self) -> Total:
        """The sum whose values are clamped, counted from the middle of its range."""
        assert self.column is not None
        assert self.between is not None
        return Total.between(self.column, *self.between, self.grain, self.missing, centred=True)

    @property
    def furthest(self) -> dict[Side, Fraction]:
        """How far clamping may have moved one row on each side that has a tail: to the clamp as it is on the grain.

        >>> Mean("mean", "age", (Fraction(18), Fraction(90)), tails=(Fraction(18), Fraction(120))).furthest
        {'over': Fraction(30, 1)}
        """
        assert self.tails is not None
        total = self.clamped
        found: dict[Side, Fraction] = {
            "under": total.low * total.grain - self.tails[0],
            "over": self.tails[1] - total.high * total.grain,
        }
        return {side: far for side, far in found.items() if far > 0}

    @property
    def sides(self) -> tuple[Side, ...]:
        """On which sides of the clamp there is a tail."""
        return () if self.tails is None else tuple(self.furthest)

    def forms(self) -> tuple[str, ...]:
        """What clamping did, where tails are counted."""
        return () if self.tails is None else ("clipping",)

    def stem(self, by: tuple[Keys, ...]) -> tuple[str, tuple[Keys, ...]]:
        """With its second column."""
        what = "mean" if self.word == "expectation" else self.word
        between = "with" if self.word in PAIRED else "per"
        return f"{what}-{self.column}" + ("" if self.per is None else f"-{between}-{self.per.column}"), by

    @classmethod
    def read(cls, said: Written, given: Mapping[str, Any]) -> dict[str, Any]:
        """The tails and the second column."""
        fields, found = said.fields, dict[str, Any]()
        if said.word in cls.words:
            found["column"] = fields[said.word].text()
        if "tails" in fields:
            found["tails"] = ends_from(fields["tails"])
        if "per" in fields:
            found["per"] = sum_from(fields["per"], _PER)
        if "with" in fields:
            if "per" in fields or said.word not in PAIRED:
                fields["with"].refuse(
                    "covariances and correlations say `with`, other queries do not",
                    "correlation: systolic, with: {column: age, …}",
                )
            found["per"] = _other(fields["with"])
        elif "per" in fields and said.word in PAIRED:
            fields["per"].refuse("a ratio says `per`", _WITH)
        if said.word == "mean" and "method" in fields:
            found["method"] = fields["method"].choice(MEAN_METHODS)
        return found

    @classmethod
    def stored(cls, record: Mapping[str, Any]) -> dict[str, Any]:
        """Read them back."""
        found = stored_ends(record, "between") | stored_ends(record, "tails")
        found |= stored_numbers(record, "grain", "missing")
        found |= {"per": stored_sum(record["per"])} if "per" in record else {}
        return found | ({"method": record["method"]} if "method" in record else {})

    def to_dict(self, entry: Entry) -> dict[str, Any]:
        """As they are stored."""
        record = ends_record("between", self.between, self.sought)
        if self.tails is not None:
            record["tails"] = [spell_number(end) for end in self.tails]
        record |= number_record(grain=self.grain, missing=self.missing)
        record |= {} if self.per is None else {"per": self.per.to_dict()}
        return record | ({} if self.method == "missing" else {"method": self.method})

    def what_lines(self, entry: Entry) -> list[str]:
        """A mean about the population is written as a mean."""
        return [f"{'mean' if self.word == 'expectation' else self.word}: {spelled(self.column or '')}"]

    def study_lines(self, entry: Entry) -> list[str]:
        """How its range is made."""
        return [] if self.method == "missing" else [f"method: {self.method}"]

    def range_lines(self, entry: Entry) -> list[str]:
        """Ends, tails, the second column, grain, and what a missing value is."""
        lines = ends_lines(self.sought, between=self.between)
        lines += [] if self.tails is None else [f"tails: {spell_list(self.tails)}"]
        if self.per is not None:
            pair = self.word in PAIRED
            lines.append(f"with: {sum_lines(self.per, 'column')}" if pair else f"per: {sum_lines(self.per)}")
        return [*lines, *number_lines(grain=self.grain, missing=self.missing)]


def mean_of(entry: Entry) -> Mean:
    """The ask of an entry that is a mean, or another number of this kind."""
    assert isinstance(entry.ask, Mean)
    return entry.ask


def _other(node: Node) -> Sum:
    """The second column of a covariance or correlation."""
    fields = node.mapping("column", "between", "grain", "missing", required=("column", "between"))
    given: dict[str, Any] = numbers_from(fields, "grain", "missing")
    return make_at(lambda: Sum(fields["column"].text(), ends_from(fields["between"]), **given), node, node)
