"""What is read off a noisy table besides its cells: shares, comparisons, standardised rates, quantiles.

All of it is made of the published numbers, so none of it costs anything.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Final, Literal, get_args

from epsilog.core.about import ABOUT
from epsilog.core.candidates import read_shares
from epsilog.core.grid import MOST_BINS
from epsilog.core.number import exact, written
from epsilog.core.text import same_text
from epsilog.core.unknown import Unknown
from epsilog.errors import SpecError

if TYPE_CHECKING:
    from epsilog.core.measure import Contribution
    from epsilog.roles.query import Query
    from epsilog.roles.spec import Spec

Show = Literal["proportion", "difference", "relative_risk", "odds_ratio", "standardised", "quantiles", "recipe"]
Method = Literal["auto", "exact", "wilson", "credible", "fieller"]
MeanMethod = Literal["missing", "sure", "student"]
SHOW: Final[tuple[Show, ...]] = get_args(Show)
METHODS: Final[tuple[Method, ...]] = get_args(Method)
MEAN_METHODS: Final[tuple[MeanMethod, ...]] = get_args(MeanMethod)
CONTRASTS: Final[tuple[Show, ...]] = ("difference", "relative_risk", "odds_ratio")
POPULATION_KINDS: Final = ("rows", "persons", "histogram", "mean", "expectation", "survival")
SUREST: Final = Fraction(999, 1000)
MOST_ARMS: Final = 1_000
MOST_CELLS: Final = 200_000
MOST_PEOPLE: Final = 10**8
Weights = tuple[tuple[str, Fraction], ...]


@dataclass(frozen=True)
class Standard:
    """A standard population: how much each key of a column weighs; and, where it is public, how many live there.

    With `population` a rate is events over those numbers; without, a risk is events over everybody in the table.

    >>> Standard("age", {"0-39": 50, "40-64": 30, "65+": 20}).weights[0]
    ('0-39', Fraction(50, 1))
    """

    column: str
    weights: Weights
    population: Weights = ()

    def __post_init__(self) -> None:
        for name in ("weights", "population"):
            found = _weights(getattr(self, name), f"standard.{name}")
            object.__setattr__(self, name, found)
        if not self.weights or not any(weight for _, weight in self.weights):
            raise SpecError("weights are not all 0", where="standard", hint="{age: {0-39: 50, 40-64: 30, 65+: 20}}")
        if self.population and any(people <= 0 for _, people in self.population):
            raise SpecError(
                "a rate needs a population above 0",
                where="standard.population",
                hint="population: {0-39: 5000, 40+: 4000}",
            )
        if self.population and [key for key, _ in self.population] != [key for key, _ in self.weights]:
            raise SpecError(
                "name the same keys as the weights, in their order",
                where="standard.population",
                hint="population: {0-39: 5000, 40+: 4000}",
            )

    def to_dict(self) -> dict[str, Any]:
        """As it is stored: lists, because their order is that of the cells."""
        record: dict[str, Any] = {"column": self.column, "weights": [[key, written(n)] for key, n in self.weights]}
        if self.population:
            record["population"] = [[key, written(number)] for key, number in self.population]
        return record


def _weights(given: object, where: str) -> Weights:
    pairs = list(given.items()) if isinstance(given, Mapping) else given
    if not isinstance(pairs, list | tuple) or not all(isinstance(pair, list | tuple) for pair in pairs):
        raise SpecError("is a number for each key", where=where, hint="standard: {age: {0-39: 50, 40+: 50}}")
    found = tuple((same_text(str(key)), exact(number, where, at_least=0)) for key, number in pairs)
    if len({key for key, _ in found}) != len(found):
        raise SpecError("names a key twice", where=where, hint="name each key once")
    return found


@dataclass(frozen=True)
class Study:
    """What to read off a table of counts.

    show       the first column of the table is the outcome, its first key the event. `proportion`: its share in
               every group; `difference`, `relative_risk`, `odds_ratio`: every key of the second column against its
               last; `standardised` risks or rates; `quantiles` of a histogram; `recipe`, of a survival entry:
               the textbook's own recipe beside the curve
    method     of the interval of a share; "auto" is exact where n is public and Fieller's otherwise
    at         which quantiles of a histogram

    >>> Study(("difference", "odds_ratio")).show
    ('difference', 'odds_ratio')
    """

    show: tuple[Show, ...]
    method: Method = "auto"
    standard: Standard | None = None
    at: tuple[Fraction, ...] = ()

    def __post_init__(self) -> None:
        if isinstance(self.show, str) or not self.show or len(set(self.show)) != len(self.show):
            raise SpecError("say what to show, each once", where="show", hint="[difference, relative_risk]")
        for word in self.show:
            if word not in SHOW:
                raise SpecError(
                    f"unknown figure {str(word)[:40]!r}", where="show", hint="one of " + ", ".join(SHOW)
                )
        object.__setattr__(self, "show", tuple(self.show))
        if self.method not in METHODS:
            raise SpecError("unknown method", where="method", hint="one of " + ", ".join(METHODS))
        if self.method != "auto" and "proportion" not in self.show:
            raise SpecError("a method is that of a proportion", where="method", hint="leave it out")
        if (self.standard is not None) != ("standardised" in self.show):
            hint = "show: [standardised], standard: {age: {0-39: 50, 40-64: 30, 65+: 20}}"
            raise SpecError("a standardised rate says `standard`, nothing else does", where="standard", hint=hint)
        object.__setattr__(self, "at", read_shares(self.at) if self.at else ())
        if bool(self.at) != ("quantiles" in self.show):
            raise SpecError("quantiles say `at`, nothing else does", where="at", hint="at: [0.25, 0.5, 0.75]")

    def to_dict(self) -> dict[str, Any]:
        """As it is stored."""
        record: dict[str, Any] = {"show": list(self.show), "method": self.method}
        if self.standard is not None:
            record["standard"] = self.standard.to_dict()
        if self.at:
            record["at"] = [written(share) for share in self.at]
        return record

    @classmethod
    def from_dict(cls, record: Mapping[str, Any]) -> Study:
        """Read it back."""
        standard = None
        if "standard" in record:
            said = record["standard"]
            pairs = {
                name: tuple((key, exact(number, name)) for key, number in said.get(name, ()))
                for name in ("weights", "population")
            }
            standard = Standard(said["column"], **pairs)
        at = tuple(exact(share, "at") for share in record.get("at", ()))
        return cls(tuple(record["show"]), record["method"], standard, at)


def about_population(query: Query) -> dict[str, Any]:
    """What a mean or quantiles become where they are about the population; nothing for other entries.

    A mean needs a sum of squares as well; quantiles are read off a noisy histogram, whose bins are as wide as the
    grain.
    """
    if query.about != "population" or query.kind not in ("mean", "quantiles"):
        return {}
    if query.kind == "mean":
        return {"kind": "expectation"}
    if query.between is None or query.at is None:
        raise SpecError("quantiles need `between` and `at`", where="between", hint="between: [80, 220]")
    low, high = (exact(end, "between") for end in query.between)
    edges = steps_between(low, high, query.grain)
    given = {"kind": "histogram", "edges": edges, "between": None, "grain": None, "at": None, "about": "data"}
    name = query.name or f"{'median' if tuple(query.at) == (Fraction(1, 2),) else 'quantiles'}-{query.column}"
    return given | {"study": Study(("quantiles",), at=tuple(query.at)), "name": name}


def steps_between(low: Fraction, high: Fraction, grain: Fraction | None) -> tuple[Fraction, ...]:
    """Edges of bins of one width; a width not said is 1, 2 or 5 times a power of ten, a hundred bins at most.

    >>> [str(edge) for edge in steps_between(Fraction(80), Fraction(220), None)[:3]]
    ['80', '82', '84']
    """
    if low >= high:
        raise SpecError("the lower end must be below the upper end", where="between", hint="between: [low, high]")
    step = exact(grain, "grain", above=0) if grain is not None else _width(high - low)
    many = math.ceil((high - low) / step)
    if many > MOST_BINS:
        raise SpecError(f"there are at most {MOST_BINS:,} bins", where="grain", hint="use a coarser grain")
    return (*(low + at * step for at in range(many)), high)


def _width(span: Fraction) -> Fraction:
    power = Fraction(10) ** (math.floor(math.log10(span)) - 3)
    while True:
        for times in (1, 2, 5):
            if span / (power * times) <= 100:
                return power * times
        power *= 10


def check_study(query: Query) -> None:
    """Refuse what cannot be read off a table, whatever is in it."""
    if query.about not in ABOUT:
        raise SpecError("is about the data or about the population", where="about", hint="about: population")
    if query.method not in MEAN_METHODS:
        raise SpecError("unknown method of a mean", where="method", hint="one of " + ", ".join(MEAN_METHODS))
    if query.method != "missing" and query.kind != "expectation":
        raise SpecError(
            "this method is for means about the population",
            where="method",
            hint="about: population, or leave it out",
        )
    if query.kind == "expectation" and query.about != "population":
        raise SpecError("an expectation is about the population", where="about", hint="ask for a mean")
    if query.about == "population" and query.kind not in POPULATION_KINDS:
        raise SpecError(
            "what a population is like is told of counts, proportions, means and quantiles",
            where="about",
            hint="leave `about` out: ranges are then about the data",
        )
    if query.about == "population" and any(isinstance(axis, Unknown) for axis in query.by):
        raise SpecError(
            "keys that were found are those that happened to be common, and ranges would not know it",
            where="about",
            hint="declare the keys, or leave `about` out",
        )
    if query.about == "population" and (query.shape is not None or query.levels):
        raise SpecError("is about one table, not a series or a hierarchy", where="about", hint="leave it out")
    told = query.about == "population" or query.study is not None
    if told and query.sought is not None:
        raise SpecError(
            "bins that were found are even in these rows, and ranges about a population would not know it",
            where="edges",
            hint="declare the edges",
        )
    if query.total is not None and told and query.total > MOST_PEOPLE:
        raise SpecError(f"is at most {MOST_PEOPLE:,} people", where="public.n", hint="public: {n: 5000}")
    if (query.exits is not None) != (query.kind == "survival"):
        raise SpecError(
            "survival says time, event and horizon",
            where="survival",
            hint="survival: {time: days, event: died, horizon: 30d}",
        )
    if query.exits is not None:
        _check_exits(query)
    study = query.study
    if study is None:
        return
    if "recipe" in study.show:
        _check_recipe(query, study)
        return
    if query.kind != ("histogram" if "quantiles" in study.show else "rows") or query.every is not None:
        raise SpecError(
            "this is read off a table of counts, without `every`", where="show", hint="leave `every` out, or `show`"
        )
    if any(isinstance(axis, Unknown) or axis.under for axis in query.by):
        raise SpecError(
            "this is read off declared keys without levels", where="show", hint="by: {region: [North, South]}"
        )
    if "proportion" in study.show:
        if not query.by or query.by[0].size != 2:
            raise SpecError(
                "a share has two keys: of those with it and of those without",
                where="proportion",
                hint="proportion: {infected: [yes, no]}",
            )
        public = query.total is not None and len(query.by) == 1
        if study.method not in (
            ("auto", "exact", "wilson", "credible") if public else ("auto", "exact", "fieller")
        ):
            raise SpecError(
                "this method is for another case",
                where="method",
                hint="where n is public: exact, wilson, credible; otherwise: fieller, exact",
            )
    if {*CONTRASTS, "standardised"} & set(study.show):
        _check_comparison(query, study)


def _check_exits(query: Query) -> None:
    if query.every is not None:
        raise SpecError(
            "a survival entry has its own time", where="every", hint="leave it out, or give `by` the years"
        )
    if any(isinstance(axis, Unknown) or axis.under for axis in query.by):
        raise SpecError("arms are declared keys without levels", where="by", hint="by: {arm: [A, B]}")
    if query.exits is not None and query.exits.status in {axis.column for axis in query.by}:
        raise SpecError(
            "what ends follow-up cannot divide the arms", where="survival.event", hint="another column in `by`"
        )
    if math.prod(axis.size for axis in query.by) > MOST_ARMS:
        raise SpecError(f"a survival entry has at most {MOST_ARMS:,} arms", where="by", hint="fewer keys in `by`")


def _check_recipe(query: Query, study: Study) -> None:
    """The recipe's own limits: nobody lost, one group, a public n; all of them public statements."""
    if query.exits is None or study.show != ("recipe",):
        raise SpecError(
            "the textbook's recipe is shown beside a survival curve, alone", where="show", hint="show: [recipe]"
        )
    if not query.exits.complete:
        raise SpecError(
            "with people lost to follow-up one person can move the recipe's curve by 1, and its noise hides nobody",
            where="show",
            hint="leave `recipe` out; or say `complete: true` where nobody can be lost before the horizon",
        )
    if query.by:
        raise SpecError("the recipe divides by a public n, and arms have none", where="show", hint="leave out `by`")
    if not query.total:
        raise SpecError(
            "the recipe divides by a public n of 1 or more",
            where="show",
            hint="public: {n: 5000}, with protect: {neighbours: replace}",
        )


def _check_comparison(query: Query, study: Study) -> None:
    if len(query.by) < 2 or query.by[0].size != 2:
        hint = "table: {infected: [yes, no], vaccinated: [yes, no]}"
        raise SpecError("risks need an outcome of two keys first, then the groups", where="show", hint=hint)
    if set(CONTRASTS) & set(study.show) and query.by[1].size < 2:
        raise SpecError(
            "a comparison needs two groups or more", where=f"by.{query.by[1].column}", hint="name two keys or more"
        )
    if study.standard is None:
        return
    strata = next((axis for axis in query.by[1:] if axis.column == study.standard.column), None)
    if strata is None:
        raise SpecError(
            "is a column of the table, after the outcome",
            where="standard",
            hint="standard: {age: {0-39: 50, 40+: 50}}, with `by: {age: …}`",
        )
    if strata.size > MOST_ARMS:
        raise SpecError(f"weighs at most {MOST_ARMS:,} keys", where="standard", hint="fewer keys")
    if strata.keys != tuple(key for key, _ in study.standard.weights):
        raise SpecError(
            "weighs every key of its column, in the table's order",
            where="standard",
            hint="the same keys as `by`, in the same order",
        )


def check_independent(spec: Spec, query: Query, moved: Contribution) -> None:
    """Refuse intervals and tests about a population where one person may be several rows of it."""
    asked = any(question.of == query.name for question in spec.tests)
    if query.about == "data" and query.study is None and query.exits is None and not asked:
        return
    if query.grid().size > MOST_CELLS:
        raise SpecError(f"statistics are made of at most {MOST_CELLS:,} cells", where="by", hint="fewer keys")
    if spec.confidence > SUREST:
        raise SpecError("what is simulated can be sure up to 0.999", where="confidence", hint="confidence: 0.99")
    if moved.rows != 1 or moved.norm is not None:
        raise SpecError(
            "what is said about a population takes rows to be different people",
            where="bound.rows",
            hint="bound: {rows: 1}, so that each person is in it once",
        )
