"""What a kind must say so that its entries can be planned: the second of the four protocols.

A planner reads no rows and draws nothing. `registry.plans` names them all.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any, Protocol

from epsilog.core.number import Number
from epsilog.errors import PrivacyError, SpecError
from epsilog.postprocess.joined_ranges import Strands
from epsilog.roles.budget import Coin, Vector
from epsilog.roles.entry import Entry
from epsilog.roles.plan import Plan
from epsilog.roles.planned import Planned, Remark
from epsilog.roles.spec import Spec
from epsilog.words import plain

Reasoned = tuple[Planned, Remark]  # what is planned, and why it is so


class Planner(Protocol):
    """How entries of one kind get their noise. What has a body here may be left as it is."""

    @property
    def marks(self) -> tuple[str, ...]:
        """Fields by which a stored record shows that this kind wrote it; without one its entry says the kind."""
        return ()

    def pull(self, vector: Vector, coin: Coin) -> Fraction:
        """What the part of a vector of weight 1 is proportional to: squared in rho, cubed in epsilon."""
        ...

    def best(self, spec: Spec, vector: Vector, units: int, coin: Coin) -> Reasoned:
        """The least noise that so many units of 1e-12 pay for."""
        ...

    def better(self, spec: Spec, vector: Vector, units: int, coin: Coin) -> Reasoned | None:
        """The same for an entry of another kind, where this kind can do better; None elsewhere."""
        return None

    def within(self, spec: Spec, vectors: Sequence[Vector], coin: Coin) -> tuple[Reasoned, ...]:
        """The cheapest noise for all vectors of an entry that says an error."""
        raise SpecError(
            "no noise is known for an error of this",
            where=f"publish[{vectors[0].query}].error",
            hint="say an epsilon and no error",
        )

    def margin(self, plan: Plan, at: int, rows: Number | None) -> float:
        """How far off a number of entry `at` may be at the release's confidence, in the data's own units."""
        ...

    def margin_at(self, plan: Plan, at: int, times: Fraction, coin: Coin) -> float:
        """The same, if what is planned for it cost so many times as much; not a number where nothing does."""
        ...

    def margin_words(self, plan: Plan, at: int) -> Remark | None:
        """What a picture of margins says beside the name of an entry; None where a margin is that of any cell."""
        return None

    def read(self, spec: Spec, record: Mapping[str, Any]) -> Planned:
        """One stored thing read back strictly; what one unit may do follows from the spec."""
        ...

    def warnings(self, plan: Plan, query: Entry, margin: float) -> list[Remark]:
        """What a careful reader should know of an entry of this kind before paying."""
        if query.expect is not None and float(query.expect) <= margin:
            values = (
                ("entry", query.name),
                ("expect", plain(float(query.expect))),
                ("margin", plain(margin, way="up")),
            )
            return [Remark("plan.warn.drowned", values)]
        if margin > 0:
            return [Remark("plan.warn.drown", (("entry", query.name), ("margin", plain(margin, way="up"))))]
        return []

    def why_divided(self, queries: Sequence[Entry]) -> list[Remark]:
        """What is said of how a budget was divided over these entries, of any kind."""
        return []

    def improve(self, plan: Plan) -> Plan:
        """The same plan, its entries of this kind better for the same price."""
        return plan

    def settle(self, spec: Spec, plan: Plan) -> Spec:
        """The request with what it leaves to the plan, chosen by the noise of its plan; price and noise stay."""
        return spec

    def why_settled(self, plan: Plan) -> list[Remark]:
        """Why it was settled so."""
        return []

    def refuse(self, plan: Plan) -> None:
        """Refuse a plan under whose noise nothing would be left to say."""
        return

    def compare(self, plan: Plan) -> list[Remark]:
        """What public facts say of other ways to publish the entries; refused where a guess would be closer."""
        return []

    def strands(self, planned: Planned) -> Strands:
        """The noise of every tick of a series whose numbers may go on in a stream after it."""
        raise PrivacyError("only the numbers of a series continue in another stream", where="plan")
