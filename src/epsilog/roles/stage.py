"""What is found before the answers, for a price: a bound, keys, ends. A stage is data; finding it is a draw."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, Protocol

from epsilog.core.charge import Charge
from epsilog.core.mechanism import RandomWords
from epsilog.core.source import Progress, Source
from epsilog.roles.budget import Coin, Vector
from epsilog.roles.spec import Spec

if TYPE_CHECKING:
    from epsilog.roles.plan import Plan


class Stage(Protocol):
    """One search of a plan: its noise chosen, its price known, nothing drawn."""

    @property
    def field(self) -> str:
        """Where a stored plan keeps it: look, finds or cuttings."""
        ...

    @property
    def charge(self) -> Charge:
        """What it costs, whatever it finds."""
        ...

    @property
    def afterwards(self) -> Charge | None:
        """What is kept for all that comes after it, whatever it finds; None where that has its own price."""
        return None

    @property
    def unsaid(self) -> tuple[str, str]:
        """What a stored release does not say that has not found it, and what its card does not say."""
        ...

    def pays_for(self, drawn: Sequence[Charge]) -> bool:
        """Whether all that comes after costs no more than is kept for it, if something is."""
        return True

    def is_found(self, spec: Spec) -> bool:
        """Whether it or a spec holds what was found."""
        ...

    def to_dict(self) -> dict[str, Any]:
        """As it is stored."""
        ...


class Searcher(Protocol):
    """Who plans all stages of one sort that share a budget with the answers. Reads nothing."""

    @property
    def part(self) -> int:
        """The `part` of its vectors, below 0: they are no measures of an entry."""
        ...

    def vectors(self, spec: Spec) -> tuple[Vector, ...]:
        """What its searches take part with when a budget is divided; none where everything is declared."""
        ...

    def planned(self, spec: Spec, parts: Sequence[int], coin: Coin) -> tuple[Stage, ...]:
        """The searches that these parts of a budget pay for, in the order of `vectors`."""
        ...

    def named(self, spec: Spec, vector: Vector) -> str:
        """What one of its vectors looks for, as a column is called."""
        ...

    def refuse_errors(self, spec: Spec) -> None:
        """Refuse a request that says errors and no epsilon, where something is to be found."""
        ...


class Finder(Protocol):
    """Who finds all stages of one sort. `registry.finds` has them in their order; paid is paid before the first."""

    def check(self, plan: Plan) -> None:
        """Refuse searches that cannot be made, or cost another price than the plan says. Reads nothing."""
        ...

    def trial(self, plan: Plan, rng: RandomWords) -> None:
        """Search corner tables, before anything is paid."""
        ...

    def ways(self, plan: Plan) -> Iterable[Plan]:
        """Plans as the search may leave this one, at its corners; the same plan where nothing is searched for."""
        ...

    def find(self, plan: Plan, source: Source, rng: RandomWords, progress: Progress) -> Plan:
        """Search, and hand on a plan that knows what was found. The same plan where nothing is searched for:
        no data is touched then."""
        ...
