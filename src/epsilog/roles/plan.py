"""What a release will cost and how exact it will be, fixed before any data is touched."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any, Final, TypeVar

from epsilog.accounting.allowance import Allowance
from epsilog.accounting.filter import Amount, Filter
from epsilog.core import charge as charges
from epsilog.core.ledger import Receipt
from epsilog.errors import PrivacyError
from epsilog.ledger.block import EVERYTHING
from epsilog.roles.budget import Purse
from epsilog.roles.entry import Entry
from epsilog.roles.moments import together_charge
from epsilog.roles.planned import Draw, Planned, Remark, noisy_from
from epsilog.roles.range_rules import FIRST, Versions, newest_rules
from epsilog.roles.shape import Alert, is_series, repeated_of
from epsilog.roles.spec import Spec
from epsilog.roles.stage import Stage

VERSION: Final = 1
P = TypeVar("P")


@dataclass(frozen=True)
class Plan:
    """A spec with its noise chosen, priced in one currency.

    share       the part of an account that `spend` asked for, as an allowance of its own: the charge fits into it
    blocks      the time blocks the release touches; () where the account has none
    reasons     why these mechanisms and this division of the budget
    warnings    what a careful reader should know before paying
    stages      what is found first: a bound, keys, ends; once it is found, the stage or the spec holds it
    options     the plans under every bound that a look may choose, until it has; until then the bound is the widest
    rules       the versions of the rules its ranges are made by; one that is not named is the first
    in_words    says it in a few lines to whoever prints it
    """

    spec: Spec
    share: Allowance
    draws: tuple[Planned, ...]
    blocks: tuple[str, ...] = ()
    reasons: tuple[Remark, ...] = ()
    warnings: tuple[Remark, ...] = ()
    stages: tuple[Stage, ...] = ()
    options: tuple[Plan, ...] = field(default=(), compare=False, repr=False)
    rules: Versions = field(default_factory=newest_rules)
    in_words: Callable[[Plan], str] = field(default=repr, compare=False, repr=False)

    def rule(self, name: str) -> int:
        """The version of one rule of ranges that this plan was made with."""
        return dict(self.rules).get(name, FIRST)

    @property
    def charge(self) -> charges.Composed:
        """What the whole release costs, all stages of it."""
        first: tuple[charges.Charge, ...] = tuple(stage.charge for stage in self.stages)
        kept = tuple(stage.afterwards for stage in self.stages if stage.afterwards is not None)
        if kept:
            # What the vectors cost differs from bound to bound, and never exceeds what is kept for them.
            return charges.Composed((*first, *kept))
        return charges.Composed(sum((self.charges_of(at) for at in range(len(self.spec.publish))), first))

    def charges_of(self, query: int) -> tuple[charges.Charge, ...]:
        """What the vectors of one entry cost: one by one, or drawn together."""
        entry, drawn = self.spec.publish[query], self.draws_of(query)
        if not entry.ask.together:
            return tuple(one.charge for one in self.vectors_of(query))
        moved = [one.contribution for one in drawn]
        return (together_charge(entry.measures(), moved, [one.parameter for one in drawn]),)

    @property
    def price(self) -> Amount:
        """The same in the currency of the account."""
        return Filter(self.share).price(self.charge)

    def __str__(self) -> str:
        return self.in_words(self)

    def __repr__(self) -> str:
        return f"Plan({self.spec.key!r}, {len(self.spec.publish)} entries, paid by {self.spec.spend.account!r})"

    def is_paid_by(self, receipt: Receipt) -> bool:
        """Whether a receipt is for this request, this noise and these blocks."""
        touched = self.blocks or (EVERYTHING,)
        return (receipt.request, receipt.charge, receipt.blocks) == (self.spec.digest, self.charge, touched)

    def draws_of(self, query: int) -> tuple[Draw, ...]:
        """The noisy vectors of one entry of `publish`, in the order of its measures; none where it is chosen."""
        return tuple(draw for draw in self.draws if draw.query == query and isinstance(draw, Draw))

    @property
    def sizes(self) -> list[int]:
        """How many whole numbers a result keeps of each draw."""
        return [one.size_of(self.spec.publish[one.query]) for one in self.draws]

    def vectors_of(self, query: int) -> tuple[Planned, ...]:
        """Everything that is drawn for one entry of `publish`, noisy or chosen."""
        return tuple(one for one in self.draws if one.query == query)

    def vector_of(self, query: int, made: type[P]) -> P:
        """The same of an entry with one vector, which is made in this way."""
        (found,) = self.vectors_of(query)
        assert isinstance(found, made)
        return found

    def to_dict(self) -> dict[str, Any]:
        """What is stored with the release: enough to render everything again. Remarks are not part of it."""
        stored = {
            "version": VERSION,
            "spec": self.spec.to_dict(),
            "share": self.share.to_dict(),
            "draws": [draw.to_dict() for draw in self.draws],
            "blocks": list(self.blocks),
        }
        if self.spec.bound.choose is not None:
            stored["bound"] = self.spec.bound.to_dict()
        staged: dict[str, list[dict[str, Any]]] = {}
        for stage in self.stages:
            staged.setdefault(stage.field, []).append(stage.to_dict())
        if "look" in staged:
            (stored["look"],) = staged["look"]
        if together := [at for at, query in enumerate(self.spec.publish) if query.ask.together]:
            stored["together"] = together
        if "finds" in staged:
            stored["finds"] = staged["finds"]
        if self.found is not None:
            stored["found"] = [list(keys) for keys in self.found]
        if "cuttings" in staged:
            stored["cuttings"] = staged["cuttings"]
        if self.places is not None:
            stored["places"] = [list(found) for found in self.places]
        if bins := [
            [at, one.ask.exits.chosen]
            for at, one in enumerate(self.spec.publish)
            if one.ask.exits and one.ask.exits.chosen
        ]:
            stored["bins"] = bins
        if self.rules:
            stored["ranges"] = dict(self.rules)
        return stored

    @property
    def found(self) -> tuple[tuple[str, ...], ...] | None:
        """The keys of each search, once it is done; None before, and where every key was declared."""
        return self.spec.found

    def settled(self, found: Sequence[Sequence[str]]) -> Plan:
        """The same plan, its keys found: the request, the noise and the price are what they were."""
        return replace(self, spec=self.spec.settled(found))

    @property
    def places(self) -> tuple[tuple[int, ...], ...] | None:
        """Which stretches between candidates were drawn for each cut; None before, and where nothing was cut."""
        return self.spec.places

    def answered(self, places: Sequence[Sequence[int]]) -> Plan:
        """The same plan, its clamps and bins found: the grains have their length; noise and price are the same."""
        spec = self.spec.answered(places)
        draws = []
        for draw in self.draws:
            if isinstance(draw, Draw):
                found = noisy_from(spec, draw.to_dict())
                if found.contribution != replace(draw.contribution, grain=found.contribution.grain):
                    raise PrivacyError("what was found changes what one unit may do", where="plan")
                draw = found
            draws.append(draw)
        return replace(self, spec=spec, draws=tuple(draws))

    @property
    def is_paid_for(self) -> bool:
        """Whether the vectors cost no more than a look has left for them; nothing to ask without one.

        It leaves nothing for searches of another kind: a request with both is refused before, and here once more.
        """
        keeps = any(stage.afterwards is not None for stage in self.stages)
        if keeps and len(self.stages) > 1:
            return False
        drawn = [charge for at in range(len(self.spec.publish)) for charge in self.charges_of(at)]
        return all(stage.pays_for(drawn) for stage in self.stages)


# Which kind an entry is of.


def kind_of(query: Entry) -> str:
    """The kind that plans it: a folder of `kinds`.

    >>> from epsilog import Query
    >>> kind_of(Query("rows")), kind_of(Query("top", "what", among=("flu", "cold"), k=1))
    ('cells', 'choice')
    """
    if isinstance(query.shape, Alert):
        return "alert"
    if repeated_of(query) is not None:
        return "repeat"
    if is_series(query):
        return "series"
    return query.ask.kind


def kind_in(plan: Plan, at: int) -> str:
    """The kind that planned an entry: that of what was planned for it, or its own where that is plain noise."""
    planned = plan.vectors_of(at)[0].kind
    return kind_of(plan.spec.publish[at]) if planned == "cells" else planned


# What one release keeps by itself.


def epsilon_of(plan: Plan) -> Fraction:
    """The epsilon this release alone keeps, read at the delta of its share.

    It speaks of one fixed release. It is never added up to say where an account stands.
    """
    share = plan.share
    # The part of delta for events is used up by events; only the rest reads rho as an epsilon.
    purse = Purse("pure" if share.coin == "pure" else "zcdp", share.delta - share.for_events, share.for_events)
    return min(share.epsilon, purse.epsilon(plan.price.main))
