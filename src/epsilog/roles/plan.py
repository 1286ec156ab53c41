"""What a release will cost and how exact it will be, fixed before any data is touched."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any, Final, Literal

from epsilog.accounting.allowance import Allowance
from epsilog.accounting.filter import Amount, Filter
from epsilog.core import charge as charges
from epsilog.core.bounds import Bounds
from epsilog.core.joint_moments import together_charge
from epsilog.core.law import DiscreteGaussian, DiscreteLaplace, Noise
from epsilog.core.ledger import Receipt
from epsilog.core.measure import Contribution, Measure, Total, contribution
from epsilog.core.number import exact, written
from epsilog.core.unknown import Unknown, look_of
from epsilog.errors import EpsilogError, LedgerError, PrivacyError
from epsilog.first.bound.plan import Counts, Glancing, bounds_tried, glancing_from
from epsilog.first.ends.ask import places_of
from epsilog.first.ends.plan import Cutting, cut_with, cutting_from
from epsilog.first.keys.plan import Find, find_from, searched
from epsilog.kinds.alert.plan.planned import AlertDraw, alert_draw_from
from epsilog.kinds.choice.plan.pick import PICK_LAWS, Pick
from epsilog.kinds.repeat.plan.kind import repeat_draw_from
from epsilog.kinds.repeat.plan.planned import RepeatDraw
from epsilog.kinds.series.plan.kept import chosen_of, kept_draw_from
from epsilog.kinds.series.plan.planned import SeriesDraw, series_draw_from
from epsilog.kinds.series.plan.radius import radius_draw_from
from epsilog.ledger.block import EVERYTHING
from epsilog.roles.query import PICKED
from epsilog.roles.range_rules import FIRST, Versions, newest_rules, rules_from
from epsilog.roles.shape import Alert, is_series, radius_of, repeated_of
from epsilog.roles.spec import Spec
from epsilog.spec.record import spec_from_dict

VERSION: Final = 1


@dataclass(frozen=True)
class Remark:
    """A sentence of the catalogue, kept as its key and its fillings so that it can be said in any language."""

    key: str
    values: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True)
class Draw:
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
        reach = self.contribution.sensitivity
        if self.law == "laplace":
            return charges.Laplace(self.parameter, reach.l1, reach.l2_squared)
        return charges.Gaussian(self.parameter, reach.l2_squared)

    @property
    def noise(self) -> Noise:
        """The law of the noise in each cell, in the data's own units."""
        law = DiscreteLaplace(self.parameter) if self.law == "laplace" else DiscreteGaussian(self.parameter)
        return Noise(law, self.grain)

    def to_dict(self) -> dict[str, Any]:
        """As it is stored. Sensitivities are not: they follow from the spec."""
        return {"query": self.query, "part": self.part, "law": self.law, "parameter": written(self.parameter)}


def grain_of(measure: Measure) -> Fraction:
    """The step of the grid a measure lives on."""
    return measure.grain if isinstance(measure, Total) else Fraction(1)


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
    draws: tuple[Draw | Pick | SeriesDraw | AlertDraw | RepeatDraw, ...]
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

    def series_of(self, query: int) -> SeriesDraw | None:
        """The series of one entry of `publish`, where its ticks are made together."""
        return next((one for one in self.draws if one.query == query and isinstance(one, SeriesDraw)), None)

    def alerts_of(self, query: int) -> AlertDraw | None:
        """The alerts of one entry of `publish`, where it is watched."""
        return next((one for one in self.draws if one.query == query and isinstance(one, AlertDraw)), None)

    @property
    def sizes(self) -> list[int]:
        """How many whole numbers a result keeps of each draw."""
        return [
            one.stored if isinstance(one, RepeatDraw) else self.spec.publish[one.query].size_of(one.part)
            for one in self.draws
        ]

    def repeats_of(self, query: int) -> RepeatDraw | None:
        """The repeated values of one entry of `publish`, where it says some now and then."""
        return next((one for one in self.draws if one.query == query and isinstance(one, RepeatDraw)), None)

    def vectors_of(self, query: int) -> tuple[Draw | Pick | SeriesDraw | AlertDraw | RepeatDraw, ...]:
        """Everything that is drawn for one entry of `publish`, noisy or chosen."""
        return tuple(one for one in self.draws if one.query == query)

    def pick_of(self, query: int) -> Pick | None:
        """The choice of one entry of `publish`; None where its numbers are noisy."""
        return next((one for one in self.draws if one.query == query and isinstance(one, Pick)), None)

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
                found = _draw(spec, draw.to_dict())
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

    @classmethod
    def from_dict(cls, record: object) -> Plan:
        """Read it back strictly; sensitivities are derived afresh from the spec."""
        try:
            if (
                not isinstance(record, Mapping)
                or type(record["version"]) is not int
                or record["version"] != VERSION
            ):
                raise LedgerError(
                    f"a stored plan of an unknown version; this release reads {VERSION}", where="plan"
                )
            spec = spec_from_dict(record["spec"])
            if spec.bound.choose is not None:
                spec = replace(spec, bound=spec.bound.chosen(Bounds(**record["bound"])))
            spec = spec.joined([int(at) for at in record["together"]]) if "together" in record else spec
            spec = spec.binned({int(at): many for at, many in record["bins"]}) if "bins" in record else spec
            draws = tuple(_draw(spec, entry) for entry in record["draws"])
            parts = [(at, part) for at, query in enumerate(spec.publish) for part in range(len(query.measures()))]
            if sorted((draw.query, draw.part) for draw in draws) != parts:
                raise LedgerError("a stored plan does not draw every vector once", where="plan")
            finds = tuple(find_from(spec, entry) for entry in record.get("finds", ()))
            searched(spec.looks(), finds)
            cuttings = tuple(cutting_from(spec, entry) for entry in record.get("cuttings", ()))
            cut_with(spec.cuts(), cuttings)
            share, blocks = Allowance.from_dict(record["share"]), tuple(record["blocks"])
            glancing = glancing_from(spec, record.get("look"))
            rules = rules_from(record["ranges"]) if "ranges" in record else ()
            plan = cls(spec, share, draws, blocks, (), (), finds, cuttings, glancing, rules=rules)
            if glancing is not None and not (
                plan.is_paid_for and spec.bound in [spec.bound.chosen(one) for one in bounds_tried(spec)]
            ):
                raise LedgerError("a stored plan has a bound or noise that its look did not pay for", where="plan")
            if "found" in record:
                plan = plan.settled([tuple(keys) for keys in record["found"]])
            if "places" in record:
                plan = plan.answered([tuple(found) for found in record["places"]])
        except (KeyError, TypeError, ValueError, AttributeError, IndexError):
            raise LedgerError("a stored plan cannot be read", where="plan") from None
        except LedgerError:
            raise
        except EpsilogError as error:
            raise LedgerError(error.what, where="plan", hint=error.hint) from None
        if plan.to_dict() != record:
            raise LedgerError("a stored plan is not written the way this release writes it", where="plan")
        return plan


def _draw(spec: Spec, record: Mapping[str, Any]) -> Draw | Pick | SeriesDraw | AlertDraw | RepeatDraw:
    query = spec.publish[record["query"]]
    if "alert" in record or isinstance(query.shape, Alert):
        return alert_draw_from(spec, record)
    if "repeat" in record or repeated_of(query) is not None:
        return repeat_draw_from(spec, record)
    if "radius" in record or radius_of(query) is not None:
        return radius_draw_from(spec, record)
    if "choose" in record or chosen_of(query) is not None:
        return kept_draw_from(spec, record)
    if "series" in record or is_series(query):
        return series_draw_from(spec, record)
    measure = query.measures()[record["part"]]
    moved = contribution(measure, query.grid(), spec.protect.unit, spec.bound)
    if query.kind in PICKED and record["law"] in PICK_LAWS:
        parameter = exact(record["parameter"], "parameter", above=0)
        pick = Pick(record["query"], record["part"], record["law"], parameter, moved, query)
        if pick.law == "flip" and (query.at is not None or query.k != 1):
            raise LedgerError("a law that cannot choose this", where="plan")
        return pick
    laws = ("laplace", "gaussian") if moved.norm is None and not query.together else ("gaussian",)
    if query.kind in PICKED or record["law"] not in laws:
        raise LedgerError("an unknown law", where="plan")
    return Draw(
        record["query"],
        record["part"],
        record["law"],
        exact(record["parameter"], "parameter", above=0),
        moved.grain,
        moved,
    )
