"""What a release will cost and how exact it will be, fixed before any data is touched."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Final

from epsilog.accounting.allowance import Allowance
from epsilog.accounting.filter import Amount, Filter
from epsilog.core import charge as charges
from epsilog.core.joint_moments import together_charge
from epsilog.core.ledger import Receipt
from epsilog.core.unknown import Unknown, look_of
from epsilog.errors import PrivacyError
from epsilog.first.ends.ask import places_of
from epsilog.ledger.block import EVERYTHING
from epsilog.roles.planned import Draw, Planned, Remark, noisy_from
from epsilog.roles.range_rules import FIRST, Versions, newest_rules
from epsilog.roles.spec import Spec

if TYPE_CHECKING:
    from epsilog.first.bound.plan import Counts, Glancing
    from epsilog.first.ends.plan import Cutting
    from epsilog.first.keys.plan import Find

VERSION: Final = 1


@dataclass(frozen=True)
class Plan:
    """A spec with its noise chosen, priced in one currency.

    share       the part of an account that `spend` asked for, as an allowance of its own: the charge fits into it
    blocks      the time blocks the release touches; () where the account has none
    reasons     why these mechanisms and this division of the budget
    warnings    what a careful reader should know before paying
    finds       the searches for unknown keys, which come first; once they are done, the spec holds what they found
    cuttings    the quantiles that find clamps and bins, which come next; the same
    glancing    the look that chooses the bound, before everything; until then the bound is the widest one
    options     the plans under every bound that the look may choose, until it has
    rules       the versions of the rules its ranges are made by; one that is not named is the first
    """

    spec: Spec
    share: Allowance
    draws: tuple[Planned, ...]
    blocks: tuple[str, ...] = ()
    reasons: tuple[Remark, ...] = ()
    warnings: tuple[Remark, ...] = ()
    finds: tuple[Find, ...] = ()
    cuttings: tuple[Cutting, ...] = ()
    glancing: Glancing | None = None
    options: tuple[Plan, ...] = field(default=(), compare=False, repr=False)
    rules: Versions = field(default_factory=newest_rules)

    def rule(self, name: str) -> int:
        """The version of one rule of ranges that this plan was made with."""
        return dict(self.rules).get(name, FIRST)

    @property
    def charge(self) -> charges.Composed:
        """What the whole release costs, all stages of it."""
        if self.glancing is not None:
            # What the vectors cost differs from bound to bound, and never exceeds what is kept for them.
            return charges.Composed((self.glancing.charge, self.glancing.afterwards))
        first: tuple[charges.Charge, ...] = tuple(find.charge for find in self.finds)
        first += tuple(cutting.charge for cutting in self.cuttings)
        return charges.Composed(sum((self.charges_of(at) for at in range(len(self.spec.publish))), first))

    def charges_of(self, query: int) -> tuple[charges.Charge, ...]:
        """What the vectors of one entry cost: one by one, or drawn together."""
        entry, drawn = self.spec.publish[query], self.draws_of(query)
        if not entry.together:
            return tuple(one.charge for one in self.vectors_of(query))
        moved = [one.contribution for one in drawn]
        return (together_charge(entry.measures(), moved, [one.parameter for one in drawn]),)

    @property
    def price(self) -> Amount:
        """The same in the currency of the account."""
        return Filter(self.share).price(self.charge)

    def __str__(self) -> str:
        from epsilog.plan.brief import brief

        return brief(self)

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
        if self.glancing is not None:
            stored["look"] = self.glancing.to_dict()
        if together := [at for at, query in enumerate(self.spec.publish) if query.together]:
            stored["together"] = together
        if self.finds:
            stored["finds"] = [find.to_dict() for find in self.finds]
        if self.found is not None:
            stored["found"] = [list(keys) for keys in self.found]
        if self.cuttings:
            stored["cuttings"] = [cutting.to_dict() for cutting in self.cuttings]
        if self.places is not None:
            stored["places"] = [list(found) for found in self.places]
        if bins := [
            [at, one.exits.chosen] for at, one in enumerate(self.spec.publish) if one.exits and one.exits.chosen
        ]:
            stored["bins"] = bins
        if self.rules:
            stored["ranges"] = dict(self.rules)
        return stored

    @property
    def found(self) -> tuple[tuple[str, ...], ...] | None:
        """The keys of each search, once it is done; None before, and where every key was declared."""
        keys = {
            look_of(query): axis for query in self.spec.publish for axis in query.by if isinstance(axis, Unknown)
        }
        if not keys or not all(axis.settled for axis in keys.values()):
            return None
        return tuple(keys[look].keys for look in self.spec.looks())

    def settled(self, found: Sequence[Sequence[str]]) -> Plan:
        """The same plan, its keys found: the request, the noise and the price are what they were."""
        return replace(self, spec=self.spec.settled(found))

    @property
    def places(self) -> tuple[tuple[int, ...], ...] | None:
        """Which stretches between candidates were drawn for each cut; None before, and where nothing was cut."""
        found = {cut: at for query in self.spec.publish for cut, at in places_of(query).items()}
        return tuple(at for at in found.values() if at is not None) if found and all(found.values()) else None

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

    def looked(self, at: int, counts: Counts) -> Plan:
        """The same plan under the bound that was chosen by what the look told: the price is what it was."""
        assert self.glancing is not None
        return replace(self.options[at], glancing=self.glancing.seen(counts), options=(), warnings=self.warnings)

    @property
    def is_paid_for(self) -> bool:
        """Whether the vectors cost no more than the look has left for them; nothing to ask without one.

        It leaves nothing for searches of another kind: a request with both is refused before, and here once more.
        """
        if self.glancing is not None and (self.finds or self.cuttings):
            return False
        drawn = [charge for at in range(len(self.spec.publish)) for charge in self.charges_of(at)]
        return self.glancing is None or self.glancing.pays_for(drawn)
