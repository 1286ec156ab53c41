"""Ask what a population is like: shares, comparisons and quantiles read off tables, and survival.

::

    - table: {infected: [yes, no], vaccinated: [yes, no]}       # or table: [infected, vaccinated], with `by`
      show: [difference, relative_risk, odds_ratio]
    - proportion: {infected: [yes, no]}                         # or a boolean column: proportion: infected
      by: {region: [North, South]}
      about: population
    - survival: {time: days, event: readmitted, horizon: 30d, by: {arm: [A, B]}}
    - survival: {time: days, event: died, horizon: 365d, withdrawn: evenly}   # or `at the end`; else any order
      expect: 700                                               # people in an arm, a guess: the plan chooses bins
    - survival: {time: days, event: died, horizon: 30d, complete: true}      # nobody can be lost before the horizon
      public: {n: 5000}
      show: [recipe]
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any, ClassVar, Final

from epsilog.core.exit import NO, UNITS, WITHDRAWN, YES, Exit, even_ends
from epsilog.core.grid import MOST_BINS, Axis, Bins, Keys
from epsilog.core.measure import Measure, Rows
from epsilog.core.number import ABOUT, exact
from epsilog.core.origin import ColumnKind
from epsilog.core.unknown import Unknown
from epsilog.errors import SpecError
from epsilog.kinds.study.ask.study import CONTRASTS, METHODS, SHOW, Standard, Study, Weights
from epsilog.roles.ask import Ask, Refused, Written
from epsilog.roles.document import Node
from epsilog.roles.place import keys_from, make_at
from epsilog.roles.ranges import (
    FOUND_BINS,
    NO_COLUMN,
    NO_EDGES,
    ends_lines,
    ends_record,
    refusal,
    spell_list,
    stored_ends,
)
from epsilog.roles.text import number, quote_text, word

if TYPE_CHECKING:
    from epsilog.roles.entry import Entry

MOST_ARMS: Final = 1_000
_HORIZON: Final = re.compile(r"([0-9][0-9./]*)\s*(h|d|w|mo|y)")
_SURVIVAL: Final = (
    "survival says time, event and horizon",
    "survival",
    "survival: {time: days, event: died, horizon: 30d}",
)
_COUNTED: Final = (
    "this is read off a table of counts, without `every`",
    "show",
    "leave `every` out, or `show`",
)


@dataclass(frozen=True)
class Studied(Ask):
    """A table of counts off which something is read.

    edges      of a histogram whose quantiles are told
    study      what is read off the table besides the cells
    exits      when and how people leave follow-up, of a survival entry
    """

    kind: ClassVar[str] = "study"
    names: ClassVar[tuple[str, ...]] = ("rows", "histogram", "survival")
    words: ClassVar[tuple[str, ...]] = ("table", "proportion", "survival")
    details: ClassVar[tuple[str, ...]] = ("about", "show", "method", "standard", "population", "public")
    meant: ClassVar[Mapping[str, Mapping[str, Any]]] = {
        "table": {"kind": "rows"},
        "proportion": {"kind": "rows", "study": Study(("proportion",))},
    }
    refusals: ClassVar[Mapping[str, Refused]] = {
        **dict.fromkeys(("study", "standard", "population"), _COUNTED),
        "exits": _SURVIVAL,
    }
    adds_up: ClassVar[tuple[str, ...]] = ("rows", "histogram")
    tells_population: ClassVar[tuple[str, ...]] = ("rows", "histogram", "survival")

    word: str
    column: str | None = None
    edges: tuple[Fraction, ...] | None = None
    study: Study | None = None
    exits: Exit | None = None

    @classmethod
    def refuse(cls, word: str, name: str) -> SpecError | None:
        """Bins that are found, and whatever is no table of counts."""
        if name == "sought" and word == "histogram":
            return refusal(FOUND_BINS)
        return None if word in cls.names else refusal(_COUNTED)

    def __post_init__(self) -> None:
        if (self.exits is not None) != (self.word == "survival"):
            raise refusal(_SURVIVAL)
        if self.word not in self.names:
            raise refusal(_COUNTED)
        if (self.column is not None) != (self.word == "histogram"):
            raise refusal(NO_COLUMN)
        if (self.edges is not None) != (self.word == "histogram"):
            raise refusal(NO_EDGES)

    @property
    def is_studied(self) -> bool:
        """Whether something is read off its table."""
        return self.study is not None

    @property
    def is_statistical(self) -> bool:
        """All of it speaks of a population."""
        return True

    def check(self, entry: Entry) -> None:
        """Refuse what cannot be read off a table, whatever is in it."""
        if self.exits is not None:
            _check_exits(entry, self.exits)
        study = self.study
        if study is None:
            return
        if "recipe" in study.show:
            _check_recipe(entry, study, self.exits)
            return
        if self.word != ("histogram" if "quantiles" in study.show else "rows") or entry.every is not None:
            raise refusal(_COUNTED)
        if any(isinstance(axis, Unknown) or axis.under for axis in entry.by):
            raise SpecError(
                "this is read off declared keys without levels", where="show", hint="by: {region: [North, South]}"
            )
        if "proportion" in study.show:
            _check_share(entry, study)
        if {*CONTRASTS, "standardised"} & set(study.show):
            _check_comparison(entry, study)

    def may_have_total(self, entry: Entry) -> bool:
        """Where people are not divided into arms."""
        return self.exits is None or not entry.by

    def check_columns(self, kinds: Mapping[str, ColumnKind]) -> None:
        """The kinds of time and event."""
        if self.exits is not None:
            self.exits.check_kinds(kinds)

    def columns(self) -> set[str]:
        """Time and event, or the column of a histogram."""
        return super().columns() | (set() if self.exits is None else {self.exits.column, self.exits.status})

    def axes(self) -> tuple[Axis, ...]:
        """Bins, or how people leave."""
        if self.exits is not None:
            return (self.exits,)
        return () if self.edges is None or self.column is None else (Bins(self.column, self.edges),)

    def in_cells(self, entry: Entry) -> tuple[Measure, ...]:
        """Rows."""
        return (Rows(of=self.column),)

    def forms(self) -> tuple[str, ...]:
        """Curves, shares, comparisons."""
        if self.exits is not None:
            causes = ("incidence",) if len(self.exits.causes) > 1 else ()
            return ("curve", "summary", *causes, *(("recipe",) if self.study is not None else ()))
        if self.study is None:
            return ()
        shown = {"difference": "comparison", "relative_risk": "comparison", "odds_ratio": "comparison"}
        found = dict.fromkeys(shown.get(one, one) for one in self.study.show)
        return tuple(form for form in ("proportion", "comparison", "standardised", "quantiles") if form in found)

    def stem(self, by: tuple[Keys, ...]) -> tuple[str, tuple[Keys, ...]]:
        """A share is named by its outcome, survival by its time."""
        if self.exits is not None:
            return f"survival-{self.exits.column}", by
        if self.study is not None and self.study.show[0] == "proportion":
            return f"proportion-{by[0].column}", by[1:]
        return super().stem(by)

    def bins_are_said(self, entry: Entry) -> bool:
        """Whether a survival entry names the usual bins itself, where a plan would have chosen others."""
        if self.exits is None or entry.expect is None or not self.exits.said:
            return False
        return self.exits.ends == even_ends(self.exits.horizon)

    @classmethod
    def read(cls, said: Written, given: Mapping[str, Any]) -> dict[str, Any]:
        """The parts of an entry that are about the population, and the columns of a table."""
        fields, node, what = said.fields, said.node, said.word
        found: dict[str, Any] = {}
        if "about" in fields:
            found["about"] = fields["about"].choice(ABOUT)
        if "public" in fields:
            if "total" in fields:
                fields["total"].refuse("`public: {n: …}` says it already", "leave `total` out")
            found["total"] = fields["public"].mapping("n", required=("n",))["n"].whole(at_least=0, at_most=2**53)
        by = tuple(given.get("by", ()))
        if what == "survival":
            found |= {"kind": "survival", **_survival(fields["survival"], node, by)}
        show = [one.choice(SHOW) for one in fields["show"].items()] if "show" in fields else []
        if what == "table":
            found |= {"kind": "rows", "by": _columns(fields["table"], node, by, said.booleans)}
        if what == "proportion":
            found |= {"kind": "rows", "by": (*_outcome(fields["proportion"], node), *by)}
            show = ["proportion", *(one for one in show if one != "proportion")]
        if what == "mean":  # the method of a mean is its own
            fields = {name: field for name, field in fields.items() if name != "method"}
        if show or any(name in fields for name in ("method", "standard", "population")):
            found["study"] = _study(node, fields, show)
            if "at" in given:
                found["at"] = None
        return found

    @classmethod
    def stored(cls, record: Mapping[str, Any]) -> dict[str, Any]:
        """Read them back."""
        found = stored_ends(record, "edges")
        found |= {"study": Study.from_dict(record["study"])} if "study" in record else {}
        return found | ({"exits": Exit.from_dict(record["exits"])} if "exits" in record else {})

    def to_dict(self, entry: Entry) -> dict[str, Any]:
        """As they are stored."""
        record = ends_record("edges", self.edges, None)
        record |= {} if self.study is None else {"study": self.study.to_dict()}
        record |= {} if self.exits is None else {"exits": self.exits.to_dict()}
        if self.bins_are_said(entry):
            record["exits"]["said"] = True
        return record

    def what_lines(self, entry: Entry) -> list[str]:
        """The first lines."""
        if self.exits is not None:
            return exit_lines(self.exits, bins=self.bins_are_said(entry))
        return super().what_lines(entry)

    def study_lines(self, entry: Entry) -> list[str]:
        """What is read off it."""
        study = self.study
        if study is None:
            return []
        lines = [f"show: [{', '.join(study.show)}]"]
        lines += [] if study.method == "auto" else [f"method: {study.method}"]
        lines += [f"at: {spell_list(study.at)}"] if study.at else []
        if study.standard is not None:
            lines.append(f"standard: {{{word(study.standard.column)}: {_weights(study.standard.weights)}}}")
            if study.standard.population:
                lines.append(f"population: {_weights(study.standard.population)}")
        return lines

    def range_lines(self, entry: Entry) -> list[str]:
        """The edges of a histogram."""
        return ends_lines(None, edges=self.edges)


def study_of(entry: Entry) -> Study | None:
    """What is read off the table of an entry; None where nothing is."""
    return entry.ask.study if isinstance(entry.ask, Studied) else None


def standard_of(entry: Entry) -> Standard | None:
    """The population that rates are standardised to."""
    study = study_of(entry)
    return None if study is None else study.standard


def is_rate(entry: Entry) -> bool:
    """Whether standardised numbers are rates of a public population."""
    standard = standard_of(entry)
    return standard is not None and bool(standard.population)


def about_population(said: Mapping[str, Any]) -> dict[str, Any]:
    """What a mean or quantiles become where they are about the population; nothing for other entries.

    A mean needs a sum of squares as well; quantiles are read off a noisy histogram, whose bins are as wide as the
    grain.
    """
    if said.get("about") != "population" or said["kind"] not in ("mean", "quantiles"):
        return {}
    if said["kind"] == "mean":
        return {"kind": "expectation"}
    between, at = said.get("between"), said.get("at")
    if between is None or at is None:
        raise SpecError("quantiles need `between` and `at`", where="between", hint="between: [80, 220]")
    low, high = (exact(end, "between") for end in between)
    edges = steps_between(low, high, said.get("grain"))
    given = {"kind": "histogram", "edges": edges, "between": None, "grain": None, "at": None, "about": "data"}
    name = said.get("name") or f"{'median' if tuple(at) == (Fraction(1, 2),) else 'quantiles'}-{said.get('column')}"
    return given | {"study": Study(("quantiles",), at=tuple(at)), "name": name}


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


def _check_exits(query: Entry, exits: Exit) -> None:
    if query.every is not None:
        raise SpecError(
            "a survival entry has its own time", where="every", hint="leave it out, or give `by` the years"
        )
    if any(isinstance(axis, Unknown) or axis.under for axis in query.by):
        raise SpecError("arms are declared keys without levels", where="by", hint="by: {arm: [A, B]}")
    if exits.status in {axis.column for axis in query.by}:
        raise SpecError(
            "what ends follow-up cannot divide the arms", where="survival.event", hint="another column in `by`"
        )
    if math.prod(axis.size for axis in query.by) > MOST_ARMS:
        raise SpecError(f"a survival entry has at most {MOST_ARMS:,} arms", where="by", hint="fewer keys in `by`")


def _check_recipe(query: Entry, study: Study, exits: Exit | None) -> None:
    """The recipe's own limits: nobody lost, one group, a public n; all of them public statements."""
    if exits is None or study.show != ("recipe",):
        raise SpecError(
            "the textbook's recipe is shown beside a survival curve, alone", where="show", hint="show: [recipe]"
        )
    if not exits.complete:
        raise SpecError(
            "if people are lost to follow-up, one person can move the recipe's curve by 1, and its noise would "
            "hide nobody",
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


def _check_comparison(query: Entry, study: Study) -> None:
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


def _check_share(query: Entry, study: Study) -> None:
    if not query.by or query.by[0].size != 2:
        raise SpecError(
            "a share has two keys: of those with it and of those without",
            where="proportion",
            hint="proportion: {infected: [yes, no]}",
        )
    public = query.total is not None and len(query.by) == 1
    if study.method not in (("auto", "exact", "wilson", "credible") if public else ("auto", "exact", "fieller")):
        raise SpecError(
            "this method is for another case",
            where="method",
            hint="where n is public: exact, wilson, credible; otherwise: fieller, exact",
        )


def _study(node: Node, fields: Mapping[str, Node], show: list[str]) -> Study:
    said: dict[str, Any] = {"show": tuple(show)}
    if "standard" in fields:
        if "standardised" not in show:
            said["show"] = (*show, "standardised")
        columns = fields["standard"].mapping()
        if len(columns) != 1:
            fields["standard"].refuse("weighs the keys of one column", "standard: {age: {0-39: 50, 40+: 50}}")
        ((column, weights),) = columns.items()
        people = _numbers(fields["population"]) if "population" in fields else {}
        given: Any = _numbers(weights)
        said["standard"] = make_at(lambda: Standard(column, given, tuple(people.items())), node, fields["standard"])
    elif "population" in fields:
        fields["population"].refuse("a population goes with `standard`", "standard: {age: {0-39: 50, 40+: 50}}")
    if "method" in fields:
        said["method"] = fields["method"].choice(METHODS)
    if "at" in fields:
        said["at"] = tuple(share.number() for share in fields["at"].items())
    return make_at(lambda: Study(**said), node, node)


def _numbers(node: Node) -> dict[str, Fraction]:
    return {name: number.number(at_least=0) for name, number in node.mapping().items()}


def _columns(node: Node, entry: Node, by: tuple[Keys, ...], booleans: frozenset[str]) -> tuple[Keys, ...]:
    """The columns of a table in their order: with their keys, or named, and their keys under `by` or boolean."""
    if node.value in ({}, []):
        node.refuse("a table has columns", "table: {infected: [yes, no], vaccinated: [yes, no]}")
    if isinstance(node.value, dict):
        return (*(keys_from(name, keys, entry) for name, keys in node.mapping().items()), *by)
    known = {name: Keys(name, ("true", "false")) for name in booleans} | {keys.column: keys for keys in by}
    names = [column.word() for column in node.items()]
    for name, column in zip(names, node.items(), strict=True):
        if name not in known:
            hint = "table: {infected: [yes, no], vaccinated: [yes, no]}"
            column.refuse(f"the keys of {name[:60]!r} are not declared", hint)
    return (*(known[name] for name in names), *(keys for keys in by if keys.column not in names))


def _outcome(node: Node, entry: Node) -> tuple[Keys, ...]:
    """The column a share is of; a name alone is that of a boolean."""
    if isinstance(node.value, dict):
        found = tuple(keys_from(name, keys, entry) for name, keys in node.mapping().items())
        if len(found) != 1:
            node.refuse("a share is that of one column", "proportion: {infected: [yes, no]}")
        return found
    return (Keys(node.text(), ("true", "false")),)


def _survival(node: Node, entry: Node, by: tuple[Keys, ...]) -> dict[str, Any]:
    known = ("time", "event", "horizon", "bins", "ends", "by", "complete", "withdrawn")
    fields = node.mapping(*known, required=("time", "event", "horizon"))
    text = fields["horizon"].word().strip()
    match = _HORIZON.fullmatch(text)
    if match is None:
        fields["horizon"].refuse(f"{text[:40]!r} is no horizon", "30d, 24h, 8w, 12mo or 5y: in units of the time")
    unit = next(unit for unit in UNITS if unit == match[2])
    horizon = fields["horizon"].asking(lambda _, name: _number(match[1], name))
    said: dict[str, Any] = {"unit": unit}
    if "complete" in fields:
        said["complete"] = fields["complete"].flag()
    if "withdrawn" in fields:
        said["withdrawn"] = fields["withdrawn"].choice(WITHDRAWN)
    event = fields["event"]
    if isinstance(event.value, dict):
        codes = event.mapping("column", "causes", "censored", required=("column", "causes"))
        status = codes["column"].text()
        said["causes"] = tuple(code.word() for code in codes["causes"].items())
        said["censored"] = tuple(code.word() for code in codes["censored"].items()) if "censored" in codes else ()
    else:
        status = event.text()
    if "by" in fields and not fields["by"].value:
        fields["by"].refuse("says no column with its keys", "by: {arm: [A, B]}, or leave `by` out")
    arms = (
        tuple(keys_from(name, keys, entry) for name, keys in fields["by"].mapping().items())
        if "by" in fields
        else ()
    )
    time = fields["time"].text()
    if "ends" in fields:
        ends = tuple(end.number(above=0) for end in fields["ends"].items())
        if not ends or ends[-1] != horizon:
            fields["ends"].refuse("the last bin ends at the horizon", "ends: [7, 14, 30], with horizon: 30d")
        exits = make_at(lambda: Exit(time, status, ends, **said), entry, node)
    else:
        bins = fields["bins"].whole(at_least=1) if "bins" in fields else None
        exits = make_at(lambda: Exit.within(time, status, horizon, bins, **said), entry, node)
    return {"exits": exits, "by": (*by, *arms)}


def _number(text: str, name: str) -> Fraction:
    return exact(text, name, above=0)


def exit_lines(exits: Exit, *, bins: bool = False) -> list[str]:
    """The first lines of a survival entry; the usual number of bins is told where it was asked for (`bins`)."""
    event = word(exits.status)
    if (exits.causes, exits.censored) != (YES, NO):
        said = [f"column: {event}", f"causes: [{', '.join(map(word, exits.causes))}]"]
        said += [f"censored: [{', '.join(map(word, exits.censored))}]"] if exits.censored else []
        event = "{" + ", ".join(said) + "}"
    lines = ["survival:", f"  time: {word(exits.column)}", f"  event: {event}"]
    lines.append(f"  horizon: {quote_text(number(exits.horizon) + exits.unit)}")
    if bins:
        lines.append(f"  bins: {len(exits.ends)}")
    elif exits.chosen is None and exits.ends != even_ends(exits.horizon):
        lines.append(f"  ends: [{', '.join(map(number, exits.ends))}]")
    if exits.complete:
        lines.append("  complete: true")
    if exits.withdrawn != "unknown":
        lines.append(f"  withdrawn: {exits.withdrawn}")
    return lines


def _weights(pairs: Weights) -> str:
    return "{" + ", ".join(f"{quote_text(key)}: {number(weight)}" for key, weight in pairs) + "}"
