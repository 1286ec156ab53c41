"""A series of coefficients whose number the data choose: every candidate's noise, fixed before any data.

It is a `SeriesDraw` with more than one way to come out. Until the choice is made it speaks of the widest candidate;
afterwards, of the one that was chosen (`picked`). What it costs is the same for all: the choice, and one fixed
price for whichever coefficients are told. Nothing here can draw: `kept_plan` makes these, `draw` draws.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, replace
from fractions import Fraction
from typing import Any, Final

import numpy as np

from epsilog.core import charge as charges
from epsilog.core.number import exact, spell_number, whole
from epsilog.core.series_method import ChosenCoefficients
from epsilog.errors import LedgerError
from epsilog.kinds.series.plan.planned import SeriesDraw, series_draw_of
from epsilog.postprocess.ranges import Integers
from epsilog.roles.entry import Entry
from epsilog.roles.shape import PerStep, method_of
from epsilog.roles.spec import Spec

_SHARED: Final = ("query", "part")


def chosen_of(query: Entry) -> ChosenCoefficients | None:
    """How an entry chooses its number of coefficients, if it does."""
    method = method_of(query)
    return method if isinstance(method, ChosenCoefficients) else None


def entries_of(query: Entry) -> tuple[Entry, ...]:
    """The same entry with each number of coefficients it may come to, as if that had been said."""
    method = chosen_of(query)
    assert method is not None
    return tuple(replace(query, shape=PerStep(fixed), name=query.name) for fixed in method.fixed)


def widest_entry(query: Entry) -> Entry:
    """The entry as if the largest of its candidates had been said; any other entry as it is."""
    method = chosen_of(query)
    return query if method is None else entries_of(query)[method.among.index(max(method.among))]


@dataclass(frozen=True)
class KeptDraw(SeriesDraw):
    """Entry `query` of `publish`, told by as many coefficients as an exponential mechanism picks.

    options   the series with each number of coefficients, in the order of the request
    choice    the epsilon of the choice
    amount    the price of the coefficients, whichever: rho under Gaussian noise, pure epsilon under Laplace noise
    picked    which option it was; None before
    """

    options: tuple[SeriesDraw, ...]
    choice: Fraction
    amount: Fraction
    picked: int | None

    @classmethod
    def of(
        cls,
        entry: Entry,
        options: Sequence[SeriesDraw],
        choice: Fraction,
        amount: Fraction,
        picked: int | None = None,
    ) -> KeptDraw:
        """With the numbers of the option that was picked, or of the widest."""
        told = max(options, key=lambda one: one.widest) if picked is None else options[picked]
        given = {field.name: getattr(told, field.name) for field in fields(SeriesDraw)}
        return cls(**{**given, "entry": entry}, options=tuple(options), choice=choice, amount=amount, picked=picked)

    @property
    def method(self) -> ChosenCoefficients:
        """What the request says."""
        method = chosen_of(self.entry)
        assert method is not None
        return method

    @property
    def kept(self) -> int | None:
        """How many coefficients were chosen."""
        return None if self.picked is None else self.method.among[self.picked]

    @property
    def charge(self) -> charges.Composed:
        """The choice, and what every candidate's coefficients cost at most."""
        gaussian = self.law == "gaussian"
        told = charges.Gaussian(1 / self.amount, 2) if gaussian else charges.Pure(self.amount)
        return charges.Composed((charges.BoundedRange(self.choice), told))

    def told(self, values: Integers) -> tuple[KeptDraw, Integers]:
        """What was drawn, taken apart: the draw that knows its choice, and the series in its steps.

        A drawn number is a step times the number of candidates, and the place of the chosen one added.
        """
        places = np.unique(values % len(self.options))
        if self.picked is not None or len(places) != 1:
            raise LedgerError("a choice was not made once", where="result")
        made = KeptDraw.of(self.entry, self.options, self.choice, self.amount, int(places[0]))
        return made, np.asarray(values // len(self.options))

    def checked(self, values: Integers) -> None:
        """Refuse a stored series that does not say how many coefficients it kept."""
        if self.picked is None:
            raise LedgerError("a stored series does not say how many coefficients it kept", where="result")

    def to_dict(self) -> dict[str, Any]:
        """As it is stored."""
        options = [
            {name: said for name, said in one.to_dict().items() if name not in _SHARED} for one in self.options
        ]
        kept = {"choice": spell_number(self.choice), "amount": spell_number(self.amount), "kept": self.kept}
        return {"query": self.query, "part": self.part, "choose": {**kept, "options": options}}


def kept_draw_from(spec: Spec, record: Mapping[str, Any]) -> KeptDraw:
    """Read a stored one back: candidates are those of the request, and what one unit may do is the same for all."""
    entry, said = spec.publish[record["query"]], record["choose"]
    method = chosen_of(entry)
    if method is None:
        raise LedgerError("a choice of coefficients where the request has none", where="plan")
    shared = {name: record[name] for name in _SHARED}
    options = tuple(
        series_draw_of(spec, fixed, {**shared, **one})
        for fixed, one in zip(entries_of(entry), said["options"], strict=True)
    )
    if len({(one.participation, one.law) for one in options}) != 1:
        raise LedgerError("candidates of one choice are for different units or laws", where="plan")
    kept = None if said["kept"] is None else whole(said["kept"], "kept")
    if kept is not None and kept not in method.among:
        raise LedgerError("a stored series keeps what was no candidate", where="plan")
    picked = None if kept is None else method.among.index(kept)
    choice, amount = exact(said["choice"], "choice", above=0), exact(said["amount"], "amount", above=0)
    return KeptDraw.of(entry, options, choice, amount, picked)
