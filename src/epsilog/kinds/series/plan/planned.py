"""A series of a release: integer questions about all its ticks, their noise, and how far each tick may be off.

A `Draw` adds noise to every cell of a table. A `SeriesDraw` asks a strategy's questions about the whole series,
adds noise to the answers, and reads every tick off the noisy answers. What is stored of it is exact: the strategy
by its name and constants, the noise, what one unit may do, and the margin of every tick, so that a release looks
the same on every machine. Nothing here can draw, nor ask: `shapes` makes these, `draw` draws.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby
from typing import Any, Final, Literal

from epsilog.core import charge as charges
from epsilog.core.bounded import Sensitivity
from epsilog.core.law import DiscreteGaussian, DiscreteLaplace
from epsilog.core.measure import Contribution, contribution
from epsilog.core.number import exact, spell_number, whole
from epsilog.core.participation import Participation
from epsilog.core.series_method import Fast
from epsilog.errors import LedgerError
from epsilog.postprocess.ranges import Integers
from epsilog.roles.budget import charge_of, law_of
from epsilog.roles.entry import Entry
from epsilog.roles.participations import participations_of
from epsilog.roles.planned import OneSeries
from epsilog.roles.shape import LONGEST, Alert, is_series, method_of
from epsilog.roles.spec import Spec

BLOCKS: Final = "subtracted blocks"
SKIPPED: Final = -(2**62)  # of a tick FAST did not sample: no noisy number is so far below zero
_FIELDS: Final = ("times", "apart", "most", "signed", "neighbours", "span", "apiece")


@dataclass(frozen=True)
class SeriesDraw(OneSeries):
    """Entry `query` of `publish`, made of its ticks together.

    strategy       which questions are asked: a name of mechanisms.series.choice
    constants      the whole numbers a fitted strategy is made of
    parameter      scale of Laplace noise or variance of Gaussian noise on every answer
    participation  what one unit may do, of all that its bounds allow to say what suits the strategy best
    reach          how far that moves the answers
    margins        how far off each tick may be at the release's confidence, in steps
    finer          how many steps a grain has: so many that a step is small beside the smallest margin
    """

    query: int
    part: int
    strategy: str
    constants: tuple[tuple[int, ...], ...]
    law: Literal["laplace", "gaussian", "radius"]
    parameter: Fraction
    participation: Participation
    reach: Sensitivity
    margins: tuple[int, ...]
    finer: int
    contribution: Contribution
    entry: Entry

    @property
    def kind(self) -> str:
        """A series."""
        return "series"

    @property
    def step(self) -> Fraction:
        """The step in which values are stored and margins are told."""
        return self.grain / self.finer

    @property
    def noise(self) -> DiscreteLaplace | DiscreteGaussian:
        """The law of the noise on every answer."""
        return law_of("laplace" if self.law == "laplace" else "gaussian", self.parameter)

    @property
    def charge(self) -> charges.Charge:
        """What it costs, for all its ticks."""
        if self.strategy == BLOCKS and self.law != "gaussian":
            return charges.Pure(self.reach.l1 / self.parameter)
        return charge_of("gaussian" if self.law == "gaussian" else "laplace", self.parameter, self.reach)

    @property
    def widest(self) -> float:
        """The largest margin of all ticks, in the data's units."""
        return float(max(self.margins) * self.step)

    @property
    def closest(self) -> float:
        """The smallest."""
        return float(min(self.margins) * self.step)

    @property
    def _margins(self) -> list[int] | list[list[int]]:
        """As they are stored: one by one, or of a series without an end [margin, for how many ticks]."""
        if self.entry.during is None or not self.entry.during.is_endless:
            return list(self.margins)
        return [[margin, len(list(run))] for margin, run in groupby(self.margins)]

    def checked(self, values: Integers) -> None:
        """Refuse what no sampling could have said: too many samples, or some cells of a tick without the others."""
        method = method_of(self.entry)
        if not isinstance(method, Fast):
            return
        said = values.reshape(self.cells, self.ticks) != SKIPPED
        alike = bool((said == said[:1]).all())
        if not alike or not said[0, 0] or int(said[0].sum()) > method.samples:
            raise LedgerError("a stored sampling says what it could not", where="result")

    def to_dict(self) -> dict[str, Any]:
        """As it is stored."""
        return {
            "query": self.query,
            "part": self.part,
            "series": self.strategy,
            "constants": [list(numbers) for numbers in self.constants],
            "law": self.law,
            "parameter": spell_number(self.parameter),
            "participation": participation_record(self.participation),
            "reach": [self.reach.l1, self.reach.l2_squared],
            "margins": self._margins,
            "finer": self.finer,
        }


def participation_record(way: Participation) -> dict[str, Any]:
    """What one unit may do, as it is stored."""
    return {name: getattr(way, name) for name in _FIELDS}


def series_draw_from(spec: Spec, record: Mapping[str, Any]) -> SeriesDraw:
    """Read a stored one back; what one unit may do must follow from the spec."""
    return series_draw_of(spec, spec.publish[record["query"]], record)


def series_draw_of(spec: Spec, query: Entry, record: Mapping[str, Any]) -> SeriesDraw:
    """The same of an entry at hand."""
    if not is_series(query) or isinstance(query.shape, Alert) or record["law"] not in ("laplace", "gaussian"):
        raise LedgerError("a series where the request has none", where="plan")
    (measure,) = query.measures()
    moved = contribution(measure, query.grid(), spec.protect.unit, spec.bound)
    said = Participation(**record["participation"])
    if said not in participations_of(query, spec.bound, spec.protect.unit):
        raise LedgerError("a stored series says another thing about units than its request", where="plan")
    draw = SeriesDraw(
        record["query"],
        whole(record["part"], "part", at_most=0),
        str(record["series"]),
        tuple(tuple(whole(number, "constants") for number in numbers) for numbers in record["constants"]),
        record["law"],
        exact(record["parameter"], "parameter", above=0),
        said,
        Sensitivity(*record["reach"]),
        _stored_margins(record["margins"]),
        whole(record["finer"], "finer", at_least=1, at_most=1000),
        moved,
        query,
    )
    if len(draw.margins) != draw.ticks:
        raise LedgerError("a stored series has another number of ticks", where="plan")
    return draw


def _stored_margins(stored: Sequence[Any]) -> tuple[int, ...]:
    found: list[int] = []
    for one in stored:
        margin, count = one if isinstance(one, list) else (one, 1)
        found += [whole(margin, "margins")] * whole(count, "margins", at_least=1, at_most=LONGEST)
        if len(found) > LONGEST:
            raise LedgerError("a stored series has more ticks than a series can have", where="plan")
    return tuple(found)
