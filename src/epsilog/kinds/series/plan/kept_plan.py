"""Plan a series whose number of coefficients the data choose: what the choice gets, and every candidate's noise."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from epsilog.accounting.rounds import epsilon_for
from epsilog.core.limits import refuse_undrawable
from epsilog.core.measure import Contribution
from epsilog.core.participation import Participation
from epsilog.errors import SpecError
from epsilog.kinds.series.plan.kept import KeptDraw, chosen_of, entries_of
from epsilog.kinds.series.plan.shapes import UNITS, drawn_as, fixed_option, widest_at
from epsilog.roles.budget import Coin
from epsilog.roles.entry import Entry
from epsilog.roles.range_rules import NEWEST


def kept_at(
    query: Entry,
    at: int,
    moved: Contribution,
    ways: Sequence[Participation],
    units: int,
    coin: Coin,
    confidence: Fraction,
) -> KeptDraw:
    """The description of a choice and of all it may lead to, for so many units of 1e-12 together."""
    method = chosen_of(query)
    assert method is not None
    wanted = "laplace" if coin == "pure" else "gaussian"
    if query.mechanism not in ("auto", wanted):
        raise SpecError(
            f"coefficients whose number is chosen have {wanted.capitalize()} noise in this currency",
            where="mechanism",
            hint="leave it out",
        )
    for_choice = int(units * method.share)
    if not 0 < for_choice < units:
        raise SpecError(
            "the choice would be paid with less than 1e-12", where=f"as.per-step.{method.basis}.share", hint="more"
        )
    choice, amount = epsilon_for(for_choice, 1, coin), Fraction(units - for_choice, UNITS)
    # One way to say what a unit does must hold for the choice and for every candidate: the best for the widest one.
    most = max(method.among)
    way = min(ways, key=lambda one: fixed_option(query, method.basis, most, one, coin, amount).typical)
    options = []
    for fixed, keep in zip(entries_of(query), method.among, strict=True):
        option = fixed_option(query, method.basis, keep, way, coin, amount)
        refuse_undrawable(option.candidate.law)
        options.append(drawn_as(fixed, at, moved, option, confidence))
    return KeptDraw.of(query, options, choice, amount)


def widest_kept(
    draw: KeptDraw, coin: Coin, units: int, confidence: Fraction, version: int = NEWEST["series"]
) -> float:
    """The margin of the worst tick of the widest candidate, in the data's units, if the draw had another price."""
    widest = max(draw.options, key=lambda one: one.widest)
    return widest_at(widest, coin, max(1, int(units * (1 - draw.method.share))), confidence, version)
