"""Whether the vectors of an entry are better drawn together, for the price of drawing them one by one."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from epsilog.accounting.rounding import up_to
from epsilog.core.joint_moments import KINDS, shapes_of, together_charge
from epsilog.core.measure import contribution
from epsilog.core.pair import PAIRED
from epsilog.core.price import RHO_UNITS
from epsilog.kinds.mean.plan.moments import formed_margin
from epsilog.roles.plan import Plan
from epsilog.roles.planned import Draw, Remark
from epsilog.words import plain

_DIGITS = 10**12
_LARGE = 10**9


def joined(plan: Plan) -> Plan:
    """The same plan, entry by entry with its vectors drawn together where that has the smaller margin.

    Only where the noise may be Gaussian and no error was asked for. The price stays within that of the parts.
    """
    for at, query in enumerate(plan.spec.publish):
        free = query.kind in KINDS and query.error is None and query.mechanism != "laplace"
        if free and plan.share.coin == "zcdp":
            plan = _better(plan, at)
    return plan


def _better(plan: Plan, at: int) -> Plan:
    apart = plan.draws_of(at)
    others = [number for number, query in enumerate(plan.spec.publish) if query.together]
    spec = plan.spec.joined([*others, at])
    draws = together_for(replace(plan, spec=spec), at, sum(draw.charge.price().rho for draw in apart))
    before, after = _margin(plan, at, apart), _margin(replace(plan, spec=spec), at, draws)
    if after >= before:
        return plan
    rest = [draw for draw in plan.draws if draw.query != at]
    named = (("entry", plan.spec.publish[at].name),)
    why = Remark("plan.why.together", (*named, ("margin", plain(after)), ("other", plain(before))))
    if plan.spec.publish[at].kind in PAIRED:
        why = Remark("plan.why.together.pair", (*named, ("part", plain(100 * after / before, 3, "up"))))
    alone = {f"plan.why.{kind}" for kind in ("auto.gaussian", "auto.laplace", "asked.gaussian")}
    reasons = [one for one in plan.reasons if one.key not in alone or named[0] not in one.values]
    both = sorted([*rest, *draws], key=lambda one: (one.query, one.part))
    return replace(plan, spec=spec, draws=tuple(both), reasons=(*reasons, why))


def together_for(plan: Plan, at: int, units: int) -> tuple[Draw, ...]:
    """The vectors of an entry that is drawn together, with the least noise that so many units of rho pay for."""
    spec, query = plan.spec, plan.spec.publish[at]
    measures = query.measures()
    moved = [contribution(one, query.grid(), spec.protect.unit, spec.bound) for one in measures]
    shapes = shapes_of(measures, moved)
    least = together_charge(measures, moved, shapes)
    times = least.l2_squared / (2 * least.sigma_squared) * RHO_UNITS / units
    # Rounded up, every one of them: more noise, and no higher price.
    variances = [_up(shape * times) for shape in shapes]
    return tuple(
        Draw(at, part, "gaussian", variance, one.grain, one)
        for part, (variance, one) in enumerate(zip(variances, moved, strict=True))
    )


def _up(variance: Fraction) -> Fraction:
    return up_to(variance, _DIGITS) if variance < 10**6 else up_to(variance, 1)


def _margin(plan: Plan, at: int, draws: tuple[Draw, ...]) -> float:
    query, laws = plan.spec.publish[at], [draw.noise.law for draw in draws]
    # A correlation is nothing at all in small cells, however it is drawn: compared where it is something.
    return formed_margin(query, laws, plan.spec.confidence, _LARGE if query.kind in PAIRED else None)
