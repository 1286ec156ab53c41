"""A plan in plain words, English and 简体中文: what it costs, how exact it is, and how each number came about."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from epsilog.accounting.meaning import Meaning, meaning
from epsilog.core.measure import Persons, Total
from epsilog.core.number import spell_number
from epsilog.core.price import RHO_UNITS, Budget
from epsilog.plan.cost import Standing, standing_of
from epsilog.plan.currency import OtherLeg, better_currency, other_leg
from epsilog.plan.derivation import derivation, period_words
from epsilog.plan.planner import margin
from epsilog.registry.shows import SHOWS, asked_as, asked_record, shown_of
from epsilog.registry.stage_words import STAGE_WORDS, stage_entry_record, stage_record
from epsilog.roles.about import about_record
from epsilog.roles.error import error_word
from epsilog.roles.plan import Plan, epsilon_of
from epsilog.roles.planned import Planned, Remark, remark_text
from epsilog.roles.shown import Shown
from epsilog.words import Language, hundredths, join_names, language, plain, say

if TYPE_CHECKING:
    from epsilog.ledger.reading import Account

_MOST_ERRORS: Final = 3  # entries whose errors are compared in one sentence


def plan_lines(plan: Plan, lang: str | None = None, account: Account | None = None) -> list[str]:
    """The whole plan, a sentence or two per line, warnings first."""
    return [line for _, lines in plan_sections(plan, lang, account) for line in lines]


def plan_sections(
    plan: Plan,
    lang: str | None = None,
    account: Account | None = None,
    *,
    above: Sequence[Account] = (),
    turns: bool | None = None,
) -> list[tuple[str, list[str]]]:
    """The same under its headings; `above` are the accounts over the paying one.

    `turns` says whether its tree could be turned to the other currency now (`plan.currency.can_turn`); None: nobody
    asked the ledger.
    """
    tongue = language(lang)
    words = unit_words(plan, tongue)
    expected = [line for stage in STAGE_WORDS.values() for line in stage.expected(plan, tongue, words)]
    ways = [line for one in plan.draws for line in shown_of(plan, one.query).choices(plan, one, tongue)]
    parts = [
        ("plan.title.beware", [remark_text(one, tongue) for one in plan.warnings]),
        ("plan.title.entries", _entries(plan, tongue)),
        ("plan.title.cost", _cost(plan, tongue, account, above, turns)),
        ("plan.title.error", [*expected, *_errors(plan, tongue)]),
        ("plan.title.series", ways),
        ("plan.title.person", _person(plan, tongue)),
        ("plan.title.meaning", _meaning(plan, tongue)),
        ("plan.title.sensitivity", _sensitivity(plan, tongue, words)),
        ("plan.title.bound", [remark_text(one, tongue) for one in plan.reasons if _is_choice(one)]),
        ("plan.title.why", [remark_text(one, tongue) for one in plan.reasons if not _is_choice(one)]),
        ("plan.title.next", [say("plan.next.nothing", tongue), say("plan.next.once", tongue)]),
    ]
    return [(_title(key, tongue, words), lines) for key, lines in parts if lines]


def _is_choice(reason: Remark) -> bool:
    """Whether it is about a bound that the plan chose."""
    return reason.key.startswith("plan.choose.")


def _sensitivity(plan: Plan, lang: Language, unit: str) -> list[str]:
    lines = [line for stage in STAGE_WORDS.values() for line in stage.steps(plan, lang, unit)]
    lines += derivation(plan, lang, unit, unit_words(plan, lang, bounded=True))
    for at in range(len(plan.spec.publish)):
        lines += shown_of(plan, at).together(plan, plan.vectors_of(at), lang)
    return lines


def read_lines(plan: Plan, lang: Language) -> list[str]:
    """What ranges will speak of, what will be read off the tables, and what is tested."""
    said = []
    for at in range(len(plan.spec.publish)):
        said += shown_of(plan, at).announce(plan, plan.vectors_of(at), lang)
    return [*said, *(line for shown in SHOWS.values() for line in shown.asked_lines(plan, lang))]


def _title(key: str, lang: Language, unit: str) -> str:
    return say(key, lang, unit=unit) if key == "plan.title.meaning" else say(key, lang)


def unit_words(plan: Plan, lang: Language, *, bounded: bool = False) -> str:
    """Who is protected, in a few words; with `bounded`, what bounds are about: one period of a window."""
    unit = plan.spec.protect.unit
    if unit.each == "row":
        return say("plan.unit.row", lang)
    if unit.per is None:
        return say("plan.unit.person", lang, each=unit.each)
    period = period_words(unit.per, lang)
    if unit.steps > 1 and not bounded:
        return say("plan.unit.window", lang, each=unit.each, window=f"{unit.steps:,}", period=period)
    return say("plan.unit.period", lang, each=unit.each, period=period)


def _entries(plan: Plan, lang: Language) -> list[str]:
    lines = []
    for query in plan.spec.publish:
        shown = asked_as(query)
        lines.append(" ".join((shown.entry_line(query, lang), *shown.shape_words(query, lang))))
    return lines + read_lines(plan, lang) + _days(plan, lang)


def _days(plan: Plan, lang: Language) -> list[str]:
    zone, covered = plan.spec.protect.zone, [(query.name, query.during) for query in plan.spec.publish]
    said = [
        {"entry": name, "first": days.first.isoformat(), "last": days.last.isoformat()}
        for name, days in covered
        if days is not None
    ]
    if len({days for _, days in covered}) == 1 and said:
        return [say("plan.entry.all_days", lang, zone=zone, first=said[0]["first"], last=said[0]["last"])]
    return [say("plan.entry.days", lang, zone=zone, **values) for values in said]


def price_line(plan: Plan, lang: Language) -> str:
    """What the release costs, by itself."""
    epsilon = plain(float(epsilon_of(plan)), 6)
    if plan.share.coin == "pure":
        return say("plan.cost.pure", lang, epsilon=epsilon)
    rho, delta = plain(plan.price.main / RHO_UNITS, 4, "up"), plain(float(plan.share.delta))
    return say("plan.cost.zcdp", lang, rho=rho, epsilon=epsilon, delta=delta)


def _cost(
    plan: Plan, lang: Language, account: Account | None, above: Sequence[Account], turns: bool | None
) -> list[str]:
    price, share = plan.price.main, plan.share
    lines = [price_line(plan, lang)]
    if share.cap - price > share.cap // 10**5:
        part, left = hundredths(price / share.cap), hundredths(1 - price / share.cap, "down")
        lines.append(say("plan.cost.share", lang, part=part, left=left))
    per = plan.spec.protect.unit.per
    if len(plan.blocks) == 1:
        lines.append(say("plan.cost.one_block", lang, block=plan.blocks[0]))
    elif per is not None and plan.blocks:
        period = period_words(per, lang)
        ends = {"first": plan.blocks[0], "last": plan.blocks[-1]}
        lines.append(say("plan.cost.blocks", lang, blocks=f"{len(plan.blocks):,}", period=period, **ends))
    if per is not None and plan.spec.protect.unit.window is not None:
        said = {"window": f"{plan.spec.protect.unit.window:,}", "period": period_words(per, lang)}
        lines.append(say("plan.cost.window", lang, **said))
    for one in (account, *above) if account is not None else ():
        lines.append(standing_line(plan, one, lang))
    if account is not None:
        counted = {"failures": f"{account.failures:,}", "limit": f"{account.terms.failures:,}"}
        lines.append(say("plan.cost.failures", lang, account=account.name, **counted))
        promise = account.terms.allowance.promise
        values = {"account": (above[-1] if above else account).name, "unit": unit_words(plan, lang)}
        values["epsilon"] = plain(float(promise.epsilon), 6)
        if promise.delta:
            lines.append(say("plan.cost.promise.zcdp", lang, delta=plain(float(promise.delta)), **values))
        else:
            lines.append(say("plan.cost.promise.pure", lang, **values))
        lines += _currency(plan, account, values["account"], turns, lang)
    return lines


def _currency(plan: Plan, account: Account, root: str, turns: bool | None, lang: Language) -> list[str]:
    """Advice: the other currency, where it would pay for more releases like this one."""
    better = better_currency(plan, account.terms.allowance)
    if better is None:
        return _other_leg(plan, account, root, turns, lang)
    said = {"there": f"{better.there:,}", "here": f"{better.here:,}"}
    said["epsilon"] = plain(float(account.terms.allowance.epsilon), 6)
    return [say("plan.cost.better.zcdp", lang, delta=plain(float(better.delta)), **said)]


def _other_leg(plan: Plan, account: Account, root: str, turns: bool | None, lang: Language) -> list[str]:
    """The same request in the other currency: errors, how many fit, how to turn, or that it cannot be."""
    allowance = account.terms.allowance
    said = [say("plan.cost.turned", lang, account=root)] if allowance.is_turned else []
    other = other_leg(plan, account.terms, account.cap.main)
    if other is None:
        return said
    return [*said, other_line(other, root, turns, lang)]


def other_line(other: OtherLeg, root: str, turns: bool | None, lang: Language) -> str:
    """The other currency: errors and room there, and how to turn, or that it cannot be."""
    way = {"root": root, "to": other.leg}
    if turns is False:
        return say(f"plan.cost.other.not.{other.leg}", lang, **way)
    errors = [
        say("plan.cost.other.error", lang, entry=entry, there=_up(there), here=_up(here))
        for entry, there, here in other.errors[:_MOST_ERRORS]
    ]
    told = join_names(errors, lang) if errors else say("plan.cost.other.same", lang)
    counted = {"there": f"{other.there:,}", "here": f"{other.here:,}"}
    how = say("plan.cost.other.now" if turns else "plan.cost.other.if", lang, **way)
    between = "" if lang == "zh" else " "
    return say(f"plan.cost.other.{other.leg}", lang, errors=told, **counted) + between + how


def standing_line(plan: Plan, account: Account, lang: Language) -> str:
    """Where an account stands before and after this release."""
    now = standing_of(plan, account)
    if now.stopped is not None:
        return say("plan.cost.stopped", lang, account=now.account)
    before, part, left = now.shown
    if not now.fits:
        return say("plan.cost.refused", lang, account=now.account, before=before, part=part)
    if now.block is None:
        return say("plan.cost.account", lang, account=now.account, before=before, part=part, left=left)
    return say("plan.cost.block", lang, account=now.account, block=now.block, before=before, part=part, left=left)


def _meaning(plan: Plan, lang: Language) -> list[str]:
    """Belief and attack; only where neighbours differ by being in the data, and people are what is protected."""
    unit = plan.spec.protect.unit
    if unit.each == "row" or unit.neighbours != "add-remove":
        return []
    means = meaning(Budget(epsilon_of(plan), plan.share.delta), lang)
    # The last of these sentences is about ten such releases: that is what the account limits.
    return list(means.key_sentences()[:-1]) if isinstance(means, Meaning) else []


def _errors(plan: Plan, lang: Language) -> list[str]:
    lines = []
    for at in range(len(plan.spec.publish)):
        off = partial(margin, plan, at)
        lines.append(shown_of(plan, at).error(plan, plan.vectors_of(at), lang, off))
    return [*lines, say("plan.error.about", lang)]


def _up(error: float) -> str:
    return plain(error, way="up")


def _person(plan: Plan, lang: Language) -> list[str]:
    spec, unit, words = plan.spec, plan.spec.protect.unit, unit_words(plan, lang)
    lines = [say("plan.person.row", lang) if unit.each == "row" else say("plan.person.unit", lang, unit=words)]
    if unit.neighbours == "replace":
        lines.append(say("plan.person.replace", lang, unit=words))
    words = unit_words(plan, lang, bounded=True)
    for draw in plan.draws:
        query = spec.publish[draw.query]
        measure, moved = query.measures()[draw.part], draw.contribution
        if draw.part == 0:
            said = {"cells": f"{moved.cells:,}", "size": f"{query.grid().size:,}", "rows": f"{moved.rows:,}"}
            if moved.norm is not None:
                rows = plain(float(spec.bound.norm or 0), 12)
                lines.append(
                    say("plan.person.norm", lang, entry=query.name, unit=words, size=said["size"], rows=rows)
                )
            elif query.grid().size == 1:
                lines.append(say("plan.person.single", lang, entry=query.name, unit=words, rows=said["rows"]))
            else:
                lines.append(say("plan.person.entry", lang, entry=query.name, unit=words, **said))
        if isinstance(measure, Total) and (told := error_word(measure)) != "rows":
            reach = plain(float(moved.reach * draw.grain), 6)
            lines.append(say(f"plan.person.{told}", lang, entry=query.name, reach=reach, column=measure.column))
        if draw.part == 0 and unit.per is not None and len(plan.blocks) > 1 and not isinstance(measure, Persons):
            blocks = len(plan.blocks)
            said = {
                "blocks": f"{blocks:,}",
                "each": unit.each,
                "period": period_words(unit.per, lang),
            }
            if moved.norm is None:
                rows = f"{blocks * moved.rows:,}"
                lines.append(say("plan.person.blocks", lang, entry=query.name, rows=rows, **said))
            else:
                lines.append(say("plan.person.blocks.norm", lang, entry=query.name, **said))
        if draw.part == 0 and unit.per is not None and moved.periods > 1:
            said = {
                "many": f"{moved.periods:,}",
                "each": unit.each,
                "period": period_words(unit.per, lang),
            }
            lines.append(say("plan.person.window", lang, entry=query.name, **said))
    return lines


# The same for machines: every figure a reader sees, with a schema version. Holds no sentence and no data.


SCHEMA: Final = "epsilog.plan/1"  # name and version


def plan_record(plan: Plan, account: Account | None = None, *, above: Sequence[Account] = ()) -> dict[str, Any]:
    """Exact numbers as text, whole numbers as they are, errors as floats of nine digits."""
    spec, share, price = plan.spec, plan.share, plan.price
    accounts = [] if account is None else [account, *above]
    return {
        "schema": SCHEMA,
        "release": spec.release,
        "edition": spec.edition,
        "key": spec.key,
        "digest": spec.digest,
        "protect": spec.to_dict()["protect"],
        "bound": spec.bound.to_dict(),
        **stage_record(plan),
        "confidence": spell_number(spec.confidence),
        "currency": share.coin,
        "price": {
            "units": price.main,
            "epsilon": spell_number(epsilon_of(plan)),
            "delta": spell_number(share.delta),
        },
        "share": {
            "epsilon": spell_number(share.epsilon),
            "delta": spell_number(share.delta),
            "units": share.cap,
            "unspent": share.cap - price.main,
        },
        "blocks": list(plan.blocks),
        "accounts": [_standing_record(standing_of(plan, one)) for one in accounts],
        "promise": None
        if account is None
        else {
            "epsilon": spell_number(account.terms.allowance.epsilon),
            "delta": spell_number(account.terms.allowance.delta),
        },
        "entries": [_entry(plan, at) for at in range(len(spec.publish))],
        **asked_record(spec),
        "reasons": [_remark(one) for one in plan.reasons],
        "warnings": [_remark(one) for one in plan.warnings],
    }


def _standing_record(now: Standing) -> dict[str, Any]:
    told = {name: getattr(now, name) for name in ("account", "block", "cap", "used", "price", "fits")}
    return {**told, "stopped": now.stopped is not None}


def _entry(plan: Plan, at: int) -> dict[str, Any]:
    query, shown, planned = plan.spec.publish[at], shown_of(plan, at), plan.vectors_of(at)
    return {
        "name": query.name,
        "kind": query.kind,
        "cells": query.shown().size,
        "margin": _nine(margin(plan, at)),
        "margin_rows": shown.margin_rows(query),
        **about_record(query),
        **stage_entry_record(plan, at),
        **shown.entry_record(plan, planned),
        "draws": [_draw(plan, shown, draw) for draw in planned],
    }


def _draw(plan: Plan, shown: Shown[Any], draw: Planned) -> dict[str, Any]:
    moved, norms = draw.contribution, draw.contribution.sensitivity
    charge, together = draw.charge, plan.spec.publish[draw.query].ask.together  # the entry then says what they cost
    return {
        "law": draw.law,
        "parameter": spell_number(draw.parameter),
        "grain": spell_number(draw.grain),
        "price": None if together else charge.pure() if plan.share.coin == "pure" else charge.price().rho,
        **shown.record(plan, draw),
        "contribution": {
            "cells": moved.cells,
            "rows_per_cell": moved.rows_per_cell,
            "rows": moved.rows,
            "reach": moved.reach,
            "sides": moved.sides,
            "l1": norms.l1,
            "l2_squared": norms.l2_squared,
            **({} if moved.norm is None else {"norm": moved.norm.most}),
            **({} if moved.periods == 1 else {"periods": moved.periods}),
        },
    }


def _remark(remark: Remark) -> dict[str, Any]:
    return {"key": remark.key, "values": dict(remark.values)}


def _nine(value: float) -> float:
    return float(f"{value:.9g}")
