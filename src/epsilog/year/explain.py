"""A planned calendar in plain words, English and 简体中文, and as figures for machines."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from shlex import quote
from typing import Any, Final

from epsilog.core.during import Slot
from epsilog.core.number import spell_number
from epsilog.ledger.block import EVERYTHING
from epsilog.ledger.remaining import Remaining
from epsilog.plan.derivation import NAMES, period_words
from epsilog.plan.explain import unit_words
from epsilog.postprocess.sums import margin_of_sum
from epsilog.roles.budget import Purse
from epsilog.words import Language, join_names, language, plain, say
from epsilog.year.calendar import Calendar, Report, ticks_in
from epsilog.year.compare import Ways
from epsilog.year.plan import CalendarPlan, Planned

SCHEMA: Final = "epsilog.calendar/1"


def calendar_sections(
    planned: CalendarPlan,
    ways: Ways,
    lang: str | None = None,
    *,
    file: str = "year.yaml",
    left: Remaining | None = None,
    unopened: bool = False,
) -> list[tuple[str, list[str]]]:
    """Everything under its headings, a sentence or two per line.

    file      what the calendar was read from
    left      what the account has left
    unopened  whether there are books, and the account is not in them: then nothing is possible yet
    """
    tongue = language(lang)
    parts = [
        ("calendar.title.possible", _possible(planned, tongue, left, unopened)),
        ("calendar.title.division", _division(planned, tongue)),
        ("calendar.title.sums", _sums(planned, tongue)),
        ("calendar.title.person", _person(planned, tongue)),
        ("calendar.title.ways", _ways(ways, tongue)),
        ("calendar.title.next", _next(planned, tongue, file)),
    ]
    return [(say(key, tongue), lines) for key, lines in parts if lines]


def how_often(report: Report, lang: Language) -> str:
    """How often a report is published, in a word or two."""
    often = say(f"calendar.every.{NAMES[report.cadence]}", lang)
    return often if report.together is None else f"{often} ({say(f'calendar.ticks.{NAMES[report.every]}', lang)})"


def units(planned: CalendarPlan, lang: Language) -> str:
    """Who is protected, in a few words."""
    return unit_words(planned.reports[0].plan, lang)


def _possible(planned: CalendarPlan, lang: Language, left: Remaining | None, unopened: bool) -> list[str]:
    epsilon, purse = plain(float(planned.epsilon), 6), planned.purse
    if purse.coin == "pure":
        lines = [say("calendar.needs.pure", lang, epsilon=epsilon)]
    else:
        rho, delta = plain(planned.total / 1e12, 4, "up"), plain(float(purse.delta))
        lines = [say("calendar.needs.zcdp", lang, rho=rho, epsilon=epsilon, delta=delta)]
    lines += _currency(planned, lang)
    if unopened and planned.feasible:
        lines.append(say("calendar.unopened", lang, account=planned.calendar.spend.account))
    elif planned.budget is not None:
        lines += _budget(planned, planned.budget, purse, lang) if left is None or left.enough else []
    if left is not None and (left.used or not left.enough):
        lines.append(remaining_words(left, lang))
    per = planned.calendar.protect.unit.block
    if per is not None:
        block = max(planned.blocks, key=lambda one: planned.blocks[one])
        lines.append(say("calendar.block", lang, period=period_words(per, lang), block=block))
    return lines + _left_out(planned.calendar, lang)


def _currency(planned: CalendarPlan, lang: Language) -> list[str]:
    """Which currency was chosen for a calendar, and what must be done first."""
    if planned.other is None:
        return []
    leg = "pure" if planned.purse.coin == "pure" else "rho"
    pairs = zip(planned.reports, planned.other.reports, strict=True)
    errors = [
        say("plan.cost.other.error", lang, entry=one.report.name, there=_wide(one), here=_wide(other))
        for one, other in pairs
        if one.margin != other.margin
    ]
    told = join_names(errors[:3], lang) if errors else say("plan.cost.other.same", lang)
    lines = [say(f"calendar.chosen.{leg}", lang, errors=told)]
    if planned.turn:
        lines.append(say("calendar.turn_first", lang, account=planned.calendar.spend.account, leg=planned.turn))
    return lines


def _wide(one: Planned) -> str:
    return plain(one.margin, way="up")


def _budget(planned: CalendarPlan, budget: int, purse: Purse, lang: Language) -> list[str]:
    if planned.feasible:
        if budget - planned.total <= budget // 10**4:
            return [say("calendar.fits.exactly", lang)]
        part = planned.total / budget
        parts = {"part": plain(100 * part, 3, "up"), "left": plain(100 * (1 - part), 3, "down")}
        return [say("calendar.fits", lang, **parts)]
    said = planned.calendar.spend.epsilon
    if said is None or purse.allowance(said).cap != budget:  # the account has less than the calendar would spend
        said = purse.epsilon(budget)
    given = plain(float(said), 6)
    if planned.wider is None:
        return [say("calendar.too_dear.hopeless", lang, budget=given), say("calendar.saves", lang)]
    wider = plain(float(planned.wider), 3, "up")
    return [say("calendar.too_dear", lang, budget=given, wider=wider), say("calendar.saves", lang)]


def remaining_words(left: Remaining, lang: Language) -> str:
    """Whether what is left of the account is enough for what is still planned, in parts of its cap."""
    cap = max(1, left.left + left.used)
    where = "δ" if left.part == "delta" else "" if left.block == EVERYTHING else left.block
    said = {
        "account": f"{left.account} ({where})" if where else left.account,
        "used": plain(100 * left.used / cap, 3, "up"),
        "left": plain(100 * left.left / cap, 3, "down"),
        "needed": plain(100 * left.needed / cap, 3, "up"),
        "paid": f"{left.paid:,}",
    }
    return say(f"calendar.left.{'enough' if left.enough else 'short'}", lang, **said)


def _left_out(calendar: Calendar, lang: Language) -> list[str]:
    lines = []
    for every in dict.fromkeys(report.cadence for report in calendar.reports):
        slots = calendar.slots(next(one for one in calendar.reports if one.cadence == every))
        covered = (slots[-1].last - slots[0].first).days + 1
        left_out = (calendar.last - calendar.first).days + 1 - covered
        if left_out:
            words = say(f"calendar.every.{NAMES[every]}", lang)
            lines.append(say("calendar.whole_ticks", lang, left_out=left_out, every=words))
    return lines


def _division(planned: CalendarPlan, lang: Language) -> list[str]:
    reports = [one for one in planned.reports if one.share is not None]
    lines = []
    if any(one.report.query.error is not None for one in planned.reports):
        lines.append(say("calendar.division.errors", lang))
    if any(one.report.query.error is None for one in reports) and planned.feasible:
        lines.append(say(f"calendar.division.{planned.purse.coin}", lang))
        for one in reports:
            epsilon = one.share.epsilon if one.share is not None else None
            for end in ("floor", "cap"):
                limit = getattr(one.report, end)
                if epsilon is not None and limit is not None and abs(epsilon / limit - 1) < 1e-4:
                    said = plain(float(limit), 6)
                    lines.append(say(f"calendar.division.{end}", lang, report=one.report.name, epsilon=said))
    return lines


def _sums(planned: CalendarPlan, lang: Language) -> list[str]:
    lines = []
    for one in planned.reports:
        if one.sum_of is not None:
            said = {"report": one.report.name, "fine": one.sum_of, "parts": one.parts}
            lines.append(say("calendar.sum.is", lang, margin=f"±{plain(one.margin, way='up')}", **said))
            continue
        for fine in planned.reports:
            if fine.share is not None and fine.report.adds_up_to(one.report) and one.report.together is None:
                parts = max(ticks_in(slot, fine.report.every) for slot in one.slots)
                drawn = fine.plan.draws_of(0)[0]
                off = margin_of_sum(drawn.noise.law, parts, planned.calendar.confidence) * float(drawn.grain)
                said = {"report": one.report.name, "fine": fine.report.name, "parts": parts}
                lines.append(say("calendar.sum.not", lang, margin=f"±{plain(off, way='up')}", **said))
    return lines


def _person(planned: CalendarPlan, lang: Language) -> list[str]:
    per, lines = planned.calendar.protect.unit.block, []
    dearest = max(planned.reports, key=lambda one: one.price * one.met)
    for one in planned.reports:
        if one.share is None:
            continue
        report, said = one.report, {"report": one.report.name}
        ticks = say(f"calendar.ticks.{NAMES[report.every]}", lang)
        if report.together is not None:
            moved, size = one.plan.draws[0].contribution, one.plan.spec.publish[0].grid().size
            period = period_words(report.together, lang)
            said |= {"ticks": ticks, "period": period, "cells": f"{moved.cells:,}", "size": f"{size:,}"}
            lines.append(say("calendar.person.together", lang, **said))
        elif per is not None:
            period = period_words(per, lang)
            lines.append(say("calendar.person.period", lang, times=f"{one.met:,}", period=period, **said))
        elif one is dearest and one.met > 1:
            every = say(f"calendar.every.{NAMES[report.every]}", lang)
            said |= {"every": every, "ticks": ticks, "times": f"{one.met:,}"}
            lines.append(say("calendar.person.singly", lang, **said))
    return lines


def _ways(ways: Ways, lang: Language) -> list[str]:
    lines = []
    for name in ("pure", "zcdp", "frozen"):
        value = getattr(ways, name)
        if value is None and name == "frozen" and ways.extra_missing:
            lines.append(say("calendar.ways.extra", lang))
        elif value is None:
            lines.append(say("calendar.ways.none", lang, way=say(f"calendar.way.{name}", lang)))
        else:
            said = {"epsilon": plain(float(value), 4, "up")}
            if name != "pure":
                said["delta"] = plain(float(ways.delta))
            lines.append(say(f"calendar.ways.{name}", lang, **said))
    return lines


def _next(planned: CalendarPlan, lang: Language, file: str) -> list[str]:
    lines = [say("calendar.next.nothing", lang)]
    if planned.feasible:
        first: Planned = next(one for one in planned.reports if one.share is not None)
        release, account = f"{first.report.name}@{first.slots[0].label}", planned.calendar.spend.account
        lines.append(say("calendar.next.spec", lang, file=quote(file), release=quote(release)))
        lines.append(say("calendar.next.approve", lang, account=account, file=quote(file)))
        lines.append(say("calendar.next.digest", lang, digest=planned.digest))
    return lines


def calendar_record(planned: CalendarPlan, ways: Ways, left: Remaining | None = None) -> dict[str, Any]:
    """Every figure a reader sees, with a schema version: exact numbers as text, whole ones as they are."""
    calendar, purse = planned.calendar, planned.purse
    return {
        "schema": SCHEMA,
        "calendar": calendar.name,
        "from": calendar.first.isoformat(),
        "to": calendar.last.isoformat(),
        "account": calendar.spend.account,
        "request_digest": calendar.digest,
        "digest": planned.digest if planned.feasible else None,
        "currency": purse.coin,
        **({} if planned.other is None else {"chosen": True, "turn_first": planned.turn or None}),
        "delta": spell_number(purse.delta),
        "confidence": spell_number(calendar.confidence),
        "feasible": planned.feasible,
        "left": None if left is None else {**asdict(left), "enough": left.enough},
        "units": planned.total,
        "budget_units": planned.budget,
        "epsilon": spell_number(planned.epsilon),
        "wider": None if planned.wider is None else float(f"{float(planned.wider):.6g}"),
        "ways": {
            "delta": spell_number(ways.delta),
            "pure": None if ways.pure is None else spell_number(ways.pure),
            "zcdp": None if ways.zcdp is None else spell_number(ways.zcdp),
            "frozen": None if ways.frozen is None else float(f"{ways.frozen:.9g}"),
        },
        "reports": [_report(one) for one in planned.reports],
        "possible": None if planned.possible is None else [_report(one) for one in planned.possible.reports],
    }


def _report(one: Planned) -> dict[str, Any]:
    slots: Sequence[Slot] = one.slots
    share = one.share
    return {
        "report": one.report.name,
        "every": one.report.every,
        "published": one.report.cadence,
        "times": len(slots),
        "first": slots[0].label,
        "last": slots[-1].label,
        "met_by_one_unit": one.met,
        "asked": None if one.target is None else float(f"{float(one.target):.9g}"),
        "error": float(f"{one.margin:.9g}"),
        "price_units": one.price,
        "law": one.plan.draws[0].law,
        "epsilon": None if share is None or share.epsilon is None else spell_number(share.epsilon),
        "sum_of": one.sum_of,
        "parts": one.parts,
    }
