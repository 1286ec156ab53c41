"""What is read off a noisy table besides its cells: shares, comparisons, standardised rates, quantiles.

All of it is made of the published numbers, so none of it costs anything.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final, Literal, get_args

from epsilog.core.number import exact, same_text, spell_number
from epsilog.errors import SpecError
from epsilog.roles.candidates import read_shares

Show = Literal["proportion", "difference", "relative_risk", "odds_ratio", "standardised", "quantiles", "recipe"]
Method = Literal["auto", "exact", "wilson", "credible", "fieller"]
SHOW: Final[tuple[Show, ...]] = get_args(Show)
METHODS: Final[tuple[Method, ...]] = get_args(Method)
CONTRASTS: Final[tuple[Show, ...]] = ("difference", "relative_risk", "odds_ratio")
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
        record: dict[str, Any] = {
            "column": self.column,
            "weights": [[key, spell_number(n)] for key, n in self.weights],
        }
        if self.population:
            record["population"] = [[key, spell_number(number)] for key, number in self.population]
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
            record["at"] = [spell_number(share) for share in self.at]
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
