"""What is planned for one entry: its noise chosen, its price known, nothing drawn."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Literal, Protocol

from epsilog.core import charge as charges
from epsilog.core.law import DiscreteGaussian, DiscreteLaplace, Noise
from epsilog.core.measure import Contribution, Measure, Total, contribution
from epsilog.core.number import exact, spell_number
from epsilog.core.participation import Participation
from epsilog.errors import CurrencyMismatch, LedgerError
from epsilog.postprocess.ranges import Integers
from epsilog.roles.budget import charge_of, law_of
from epsilog.roles.entry import Entry
from epsilog.roles.shape import ticks_of
from epsilog.roles.spec import Spec
from epsilog.words import CATALOGUE, language, say


@dataclass(frozen=True)
class Remark:
    """A sentence of the catalogue, kept as its key and its fillings so that it can be said in any language."""

    key: str
    values: tuple[tuple[str, str], ...] = ()


def remark_text(remark: Remark, lang: str | None = None) -> str:
    """A remark as a sentence; a filling that is itself a key of the catalogue is said in the same language.

    >>> remark_text(Remark("plan.why.pure", (("entry", "visits"), ("part", "plan.part.rows"))))[:31]
    'visits, number of rows: Laplace'
    """
    tongue = language(lang)
    known = CATALOGUE[tongue]
    values = {name: say(text, tongue) if text in known else text for name, text in remark.values}
    return say(remark.key, tongue, **values)


class Planned(Protocol):
    """One vector, series, choice or model of a release: what it costs, what one unit may do to it, what is kept."""

    @property
    def kind(self) -> str:
        """Which kind draws and shows it."""
        ...

    @property
    def query(self) -> int:
        """The number of its entry in `publish`."""
        ...

    @property
    def part(self) -> int:
        """Which vector of the entry it is."""
        ...

    @property
    def law(self) -> str:
        """The name of its noise, or of how it chooses."""
        ...

    @property
    def parameter(self) -> Fraction:
        """How much of it: a scale, a variance, an epsilon."""
        ...

    @property
    def grain(self) -> Fraction:
        """The step of its exact numbers."""
        ...

    @property
    def contribution(self) -> Contribution:
        """What one unit may do to its exact numbers."""
        ...

    @property
    def charge(self) -> charges.Charge:
        """What it costs."""
        ...

    def price(self, coin: str) -> int:
        """The same in units of 1e-12 of one currency."""
        ...

    def size_of(self, entry: Entry) -> int:
        """How many whole numbers a result keeps of it."""
        ...

    def checked(self, values: Integers) -> None:
        """Refuse stored numbers that it could not have said."""
        ...

    def to_dict(self) -> dict[str, Any]:
        """As it is stored."""
        ...


class OneVector:
    """What is planned for one vector of an entry: its price follows from its charge."""

    def price(self: Planned, coin: str) -> int:
        """The same in units of 1e-12 of one currency."""
        found = self.charge.price().rho if coin == "zcdp" else self.charge.pure()
        if found is None:
            raise CurrencyMismatch("Gaussian noise has no price in pure epsilon", where="mechanism")
        return found

    def size_of(self: Planned, entry: Entry) -> int:
        """How many whole numbers a result keeps of it."""
        return entry.size_of(self.part)


class Timed(Planned, Protocol):
    """What is planned for a table with ticks."""

    @property
    def entry(self) -> Entry:
        """The entry."""
        ...

    @property
    def ticks(self) -> int:
        """How many ticks it has."""
        ...

    @property
    def participation(self) -> Participation:
        """In which ticks one unit may be, and how often."""
        ...


class OneSeries(OneVector):
    """What is planned for all ticks of an entry together."""

    @property
    def grain(self: Planned) -> Fraction:
        """The step of the grid the bounded table lives on."""
        return self.contribution.grain

    @property
    def ticks(self: Timed) -> int:
        """How many ticks."""
        return ticks_of(self.entry)

    @property
    def cells(self: Timed) -> int:
        """How many series."""
        return self.entry.grid().size // self.ticks

    def noise_record(
        self: Timed, mechanism: str, law: str, parameter: dict[str, Any], **more: object
    ) -> dict[str, Any]:
        """What a card says of its noise, and of what one unit may do."""
        return {
            "of": {"sum": "sum", "persons": "persons"}.get(self.entry.kind, "rows"),
            "mechanism": mechanism,
            "law": law,
            "parameter": parameter,
            "grain": spell_number(self.grain),
            **more,
            "charge": self.charge.to_dict(),
            **moved_record(self),
        }


@dataclass(frozen=True)
class Draw(OneVector):
    """One vector of the release and the noise it gets: entry `query` of `publish`, its measure number `part`.

    `parameter` is the scale of Laplace noise or the variance of Gaussian noise, in grains (or their square).
    """

    query: int
    part: int
    law: Literal["laplace", "gaussian"]
    parameter: Fraction
    grain: Fraction
    contribution: Contribution

    @property
    def charge(self) -> charges.Laplace | charges.Gaussian:
        """What it costs."""
        return charge_of(self.law, self.parameter, self.contribution.sensitivity)

    @property
    def kind(self) -> str:
        """Noise in every cell: drawn as counts and sums are."""
        return "cells"

    @property
    def noise(self) -> Noise:
        """The law of the noise in each cell, in the data's own units."""
        return Noise(self.in_grains, self.grain)

    @property
    def in_grains(self) -> DiscreteLaplace | DiscreteGaussian:
        """The same in grains."""
        return law_of(self.law, self.parameter)

    def checked(self, values: Integers) -> None:
        """Any number may be noisy."""

    def to_dict(self) -> dict[str, Any]:
        """As it is stored. Sensitivities are not: they follow from the spec."""
        return {"query": self.query, "part": self.part, "law": self.law, "parameter": spell_number(self.parameter)}


@dataclass(frozen=True)
class TickNoise:
    """What a smoother must know of the noise on every tick: its law, whatever radius was drawn.

    Uniform noise within a radius that hardly varies has shorter tails than either law a smoother knows by name; the
    Gaussian one is the nearer of the two (docs/proofs/radius.md, section 4).
    """

    noise: Noise
    grain: Fraction
    law: Literal["laplace", "gaussian"] = "gaussian"

    @property
    def parameter(self) -> Fraction:
        """The variance, in squared grains."""
        return Fraction(self.noise.law.variance)


def grain_of(measure: Measure) -> Fraction:
    """The step of the grid a measure lives on."""
    return measure.grain if isinstance(measure, Total) else Fraction(1)


def noisy_from(spec: Spec, record: Mapping[str, Any]) -> Draw:
    """A stored one read back; what one unit may do follows from the spec."""
    query = spec.publish[record["query"]]
    measure = query.measures()[record["part"]]
    moved = contribution(measure, query.grid(), spec.protect.unit, spec.bound)
    laws = ("laplace", "gaussian") if moved.norm is None and not query.ask.together else ("gaussian",)
    if record["law"] not in laws:
        raise LedgerError("an unknown law", where="plan")
    parameter = exact(record["parameter"], "parameter", above=0)
    return Draw(record["query"], record["part"], record["law"], parameter, moved.grain, moved)


# What one unit may do to a vector, as cards say it.


def moved_record(draw: Planned) -> dict[str, Any]:
    """How much of a vector one unit may touch, and how far it may move it."""
    moved = draw.contribution
    return {
        "contribution": {
            "cells": moved.cells,
            "rows_per_cell": moved.rows_per_cell,
            "rows": moved.rows,
            "reach": moved.reach,
            "sides": moved.sides,
            **({} if moved.norm is None else {"norm": moved.norm.most}),
            **({} if moved.periods == 1 else {"periods": moved.periods}),
        },
        "sensitivity": {"l1": moved.sensitivity.l1, "l2_squared": moved.sensitivity.l2_squared},
    }
