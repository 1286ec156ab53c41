"""A release in sentences, from its card alone or with the account that paid: for terminals and for the report."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING, Final

from epsilog.accounting.promise import Promise, advantage, group_promise, loss_limit, posterior_limit, success
from epsilog.core.grid import Keys, Ticks
from epsilog.core.measure import Contribution, Persons, Total
from epsilog.core.unit import Unit
from epsilog.core.unknown import Unknown
from epsilog.plan.cost import price_in
from epsilog.plan.derivation import NAMES, period_words
from epsilog.plan.planner import margin
from epsilog.registry.shows import asked_as, asked_record, shown_of
from epsilog.registry.stage_words import STAGE_WORDS
from epsilog.roles.about import forms_of, is_statistical
from epsilog.roles.entry import Entry
from epsilog.roles.error import error_word
from epsilog.roles.plan import Plan
from epsilog.roles.planned import Planned
from epsilog.roles.range_rules import FIRST
from epsilog.roles.shape import about_of
from epsilog.roles.smoothed import is_smoothed
from epsilog.roles.table import tidied_as
from epsilog.roles.telling import Speaker, counted_as
from epsilog.show.card import Card, not_protected
from epsilog.show.release import Release
from epsilog.words import Language, join_names, language, percent, plain, say

if TYPE_CHECKING:
    from epsilog.ledger.reading import Account


# Who is protected, in the words of an explanation.


def of_unit(unit: Unit, family: str, lang: Language, *, bounded: bool = False) -> str:
    """The words of a family that fit the unit; with `bounded`, one period of it, which bounds are about.

    >>> of_unit(Unit("id", per="1h", window=24), "one", "en")
    'person within 24 hours in a row'
    """
    if unit.each == "row":
        return say(f"release.{family}.row", lang)
    given = {"each": unit.each} if family == "unit" else {}
    if unit.per is None:
        return say(f"release.{family}.person", lang, **given)
    if unit.steps > 1 and not bounded:
        given |= {"window": f"{unit.steps:,}", "period": period_words(unit.per, lang)}
        return say(f"release.{family}.window", lang, **given)
    return say(f"release.{family}.period", lang, period=say(f"ledger.period.{NAMES[unit.per]}", lang), **given)


def window_weight(unit: Unit, name: str, moved: Contribution, lang: Language) -> list[str]:
    """What bounds of one period mean for a window of them."""
    if unit.per is None or moved.periods == 1:
        return []
    period = period_words(unit.per, lang)
    return [say("release.weight.window", lang, name=name, many=f"{moved.periods:,}", period=period)]


def window_cost(unit: Unit, lang: Language) -> list[str]:
    """Why an account of windows has one balance."""
    if unit.per is None or unit.window is None:
        return []
    return [say("release.cost.window", lang, window=f"{unit.window:,}", period=period_words(unit.per, lang))]


def over_time(code: str, unit: Unit, lang: Language) -> dict[str, str]:
    """What the sentence about longer times needs, if that is the code."""
    if unit.per is None or not code.startswith("persons_over"):
        return {}
    if code == "persons_over_several_windows":
        return {"period": period_words(unit.per, lang), "window": f"{unit.steps:,}"}
    return {"period": say(f"ledger.period.{NAMES[unit.per]}", lang)}


# Stored moments as people read them.


def moment(text: str) -> str:
    """A stored moment as people read it.

    >>> moment("2026-11-17T21:05:00.000000+00:00")
    '2026-11-17 21:05 UTC'
    """
    return f"{text[:10]} {text[11:16]} UTC"


PRIOR: Final = Fraction(1, 10)
_PEOPLE: Final = 4
_WEAK: Final = 0.9
_DENIABLE: Final = 100


@dataclass(frozen=True)
class Section:
    """A heading (the last part of its key in the catalogue) and what stands under it."""

    name: str
    lines: tuple[str, ...]

    def heading(self, lang: str | None) -> str:
        """Its heading in the reader's language."""
        return say(f"release.heading.{self.name}", lang)


def smoothed_exact(plan: Plan, at: int, lang: Language) -> str:
    """What the smoothed column of a table is, and what its band promises."""
    query, shown = plan.spec.publish[at], shown_of(plan, at)
    if plan.rule("smooth") == FIRST:
        return say("release.exact.smoothed", lang, name=query.name)
    known = next(found for draw in plan.vectors_of(at) if (found := shown.known_noise(draw)) is not None)
    if known.is_fine:
        return say("release.exact.smoothed.raw", lang, name=query.name)
    sure = percent(float(plan.spec.confidence), lang, "down", 2)
    return say("release.exact.smoothed.average", lang, name=query.name, confidence=sure)


def lines(subject: Release | Card, lang: str | None = None) -> list[str]:
    """The whole explanation, a heading before each part."""
    said: list[str] = []
    for section in sections(subject, lang):
        said += [*([""] if said else []), section.heading(lang), *(f"  {line}" for line in section.lines)]
    return said


def sections(subject: Release | Card, lang: str | None = None, at: str = "") -> list[Section]:
    """The explanation part by part; what to beware of comes first. `at` says when the account was read."""
    card = subject if isinstance(subject, Card) else Card.of(subject)
    account = None if isinstance(subject, Card) else subject.account
    told = Telling(card, language(lang))
    parts = {
        "warnings": told.warnings(),
        "published": told.published(),
        "protected": told.protected(),
        "exact": told.exactness(),
        "weight": told.weights(),
        "budget": told.budget(account, at or card.drawn_at),
        "open": told.unprotected(),
        "rules": told.rules(),
        "record": [f"{name}: {value}" for name, value in told.record()] + [say("release.record.check", lang)],
    }
    return [Section(name, tuple(found)) for name, found in parts.items() if found]


class Telling(Speaker):
    """What a card says, in one language."""

    def __init__(self, card: Card, lang: Language) -> None:
        super().__init__(card.plan, lang)
        self.card = card
        self.promise = Promise(float(self.plan.share.epsilon), float(self.plan.share.delta))

    def warnings(self) -> list[str]:
        """What a reader must see before anything else."""
        said = [self.say("release.seeded")] if self.card.reproducible else []
        if advantage(*self.promise) > _WEAK:
            said.append(self.say("meaning.weak", success=percent(success(*self.promise), self.lang, "up")))
        said += [self.say("release.looked", day=self.card.looked)] if self.card.looked else []
        return said + [condition.text(self.lang) for condition in self.card.conditions]

    def published(self) -> list[str]:
        """Which tables there are."""
        spec = self.spec
        said = [self.say("release.published", release=spec.release, edition=spec.edition, at=self.drawn_at)]
        for entry, query in zip(self.card.record()["tables"], spec.publish, strict=True):
            given = {"name": query.name, "what": self.what(query), "cells": f"{entry['cells']:,}"}
            if entry["totals"]:
                said.append(self.say("release.table.totals", totals=f"{entry['totals']:,}", **given))
            else:
                said.append(self.say("release.table", **given))
        return said

    @property
    def drawn_at(self) -> str:
        """When, to the minute, in UTC."""
        return moment(self.card.drawn_at)

    def heading(self, query: Entry) -> str:
        """What a table shows, after the name its author gave it, if any."""
        usual = replace(query, name="").name
        named = "" if query.name == usual else query.name + (": " if self.lang == "en" else "：")
        return named + self.what(query)

    def what(self, query: Entry) -> str:
        """What a table shows, by what."""
        column = {} if query.column is None else {"column": query.column}
        column |= {} if query.ask.per is None else {"per": query.ask.per.column}
        shown = asked_as(query)
        axes = shown.divided_by(query)
        kind, more = shown.what(query, self.lang)
        parts = [self.say(f"release.what.{kind or counted_as(query, self.spec)}", **column, **more)]
        if keys := [axis.column for axis in axes if isinstance(axis, Keys)]:
            parts.append(self.say("release.by", columns=join_names(keys, self.lang)))
        if query.during is not None:
            days = {"first": query.during.first.isoformat(), "last": query.during.last.isoformat()}
            ticks = next((axis for axis in axes if isinstance(axis, Ticks)), None)
            if ticks is None:
                parts.append(self.say("release.days", **days))
            else:
                parts.append(self.say("release.every", period=self.period(ticks.every), **days))
        for stage in STAGE_WORDS.values():
            parts += stage.words(query, self.lang)
        parts += shown.shape_words(query, self.lang)
        return (" " if self.lang == "en" else "，").join(parts)

    def period(self, every: str) -> str:
        """A period's name."""
        return self.say(f"ledger.period.{NAMES[every]}")

    def of_unit(self, family: str, *, bounded: bool = False) -> str:
        """The words of a family that fit the unit; with `bounded`, one period of it, which bounds are about."""
        return of_unit(self.unit, family, self.lang, bounded=bounded)

    @property
    def relation(self) -> str:
        """How neighbours differ."""
        return "add" if self.unit.neighbours == "add-remove" else "replace"

    def belief(self) -> tuple[str, str]:
        """The belief to start from and the most it can become, as figures."""
        limit = posterior_limit(PRIOR, *self.promise)
        return percent(float(PRIOR), self.lang), percent(limit.value, self.lang, "up")

    def risk(self) -> str:
        """How far a belief about one unit can move."""
        limit = posterior_limit(PRIOR, *self.promise)
        prior, posterior = self.belief()
        given = {"prior": prior, "posterior": posterior, "subject": self.of_unit("subject")}
        if not self.promise.delta:
            return self.say(f"release.risk.{self.relation}.pure", **given)
        failure = percent(limit.failure, self.lang, "up")
        return self.say(f"release.risk.{self.relation}.approx", failure=failure, **given)

    def protected(self) -> list[str]:
        """Who is protected and what that means."""
        moved, rare = loss_limit(*self.promise)
        factor = math.exp(moved) if moved <= 700 else math.inf
        said = [self.say(f"release.protects.{self.relation}", unit=self.of_unit("unit")), self.risk()]
        shown = plain(factor, way="up")
        if factor <= _DENIABLE:
            given = {"factor": shown, "subject": self.of_unit("subject")}
            if rare:
                # With a delta no ratio bounds every result: Gaussian noise has results far beyond any factor.
                given["failure"] = percent(rare, self.lang, "up")
            kind = "approx" if rare else "pure"
            said.append(self.say(f"release.deniable.{self.relation}.{kind}", **given))
        else:
            said.append(self.say("release.undeniable", factor=shown))
        whole = self.card.allowance.promise
        limit = posterior_limit(PRIOR, whole.epsilon, whole.delta)
        prior = percent(float(PRIOR), self.lang)
        if limit.value > 0.9999:
            said.append(self.say("release.risk.account.none"))
        else:
            given = {"prior": prior, "posterior": percent(limit.value, self.lang, "up")}
            if whole.delta:
                failure = percent(limit.failure, self.lang, "up")
                said.append(self.say("release.risk.account.approx", failure=failure, **given))
            else:
                said.append(self.say("release.risk.account.pure", **given))
        return [*said, self.say("release.epsilon")]

    def exact(self, at: int) -> str:
        """How exact one table is."""
        return shown_of(self.plan, at).exact(self, self.plan.vectors_of(at), partial(margin, self.plan, at))

    def exactness(self) -> list[str]:
        """How exact the numbers are and what the ranges speak of."""
        spec = self.spec
        said = []
        for stage in STAGE_WORDS.values():
            said += stage.found(self.plan, self.lang, self.times())
        said += [self.exact(at) for at in range(len(spec.publish))]
        said += [*self.about(), self.say("release.exact.each")]
        if not spec.tidy.whole and any(query.kind in ("rows", "persons", "histogram") for query in spec.publish):
            said.append(self.say("release.exact.below"))
        for at, query in enumerate(spec.publish):
            how = tidied_as(query, spec.tidy)
            if is_smoothed(query, how):
                said.append(smoothed_exact(self.plan, at, self.lang))
            said += shown_of(self.plan, at).notes(self, self.plan.vectors_of(at))
            if query.levels:
                continue
            if how.whole and query.total is not None:
                said.append(self.say("release.tidy.public", name=query.name, total=f"{query.total:,}"))
                continue
            if how.whole:
                kind = "both" if how.totals else "whole"
                said.append(self.say(f"release.tidy.{kind}", name=query.name))
            if how.totals:
                said.append(self.say("release.tidy.totals", name=query.name))
            elif spec.tidy.totals and query.kind == "persons":
                said.append(self.say("release.tidy.persons", name=query.name))
        return said

    def about(self) -> list[str]:
        """What the ranges speak of."""
        spec, said = self.spec, []
        if is_statistical(spec):
            said.append(self.say("release.exact.mixed"))
        else:
            picked = {bool(asked_as(query).distances) for query in spec.publish}
            said += [self.say("release.exact.bounded")] if False in picked else []
            said += [self.say("release.exact.picked")] if True in picked else []
            other = any(about_of(query) != "data" for query in spec.publish)
            said += [self.say("release.exact.otherwise")] if other else []
        for at in range(len(spec.publish)):
            said += shown_of(self.plan, at).about(self, self.plan.vectors_of(at))
        if not is_statistical(spec):
            return said
        asked = bool(asked_record(spec))
        if asked or any(forms_of(query) for query in spec.publish):
            said.append(self.say("release.exact.free"))
        for query in spec.publish:
            if query.total is not None and (query.ask.is_studied or query.about == "population"):
                said.append(self.say("release.exact.public", name=query.name, total=f"{query.total:,}"))
        return said

    def weights(self) -> list[str]:
        """What one unit may contribute to each table."""
        said = []
        for at, query in enumerate(self.spec.publish):
            for draw in self.plan.draws:
                if draw.query == at:
                    said += self._weight(query, draw)
        return said

    def _weight(self, query: Entry, draw: Planned) -> list[str]:
        measure, moved, said = query.measures()[draw.part], draw.contribution, []
        one = self.of_unit("one", bounded=True)
        if draw.part == 0:
            if self.unit.each == "row":
                said.append(self.say("release.weight.row", name=query.name))
            elif moved.norm is not None:
                length = {
                    "rows": plain(float(self.spec.bound.norm or 0), 12),
                    "grain": plain(float(draw.grain), 12),
                }
                said.append(self.say("release.weight.norm", name=query.name, one=one, **length))
            elif isinstance(measure, Persons):
                said.append(self.say("release.weight.persons", name=query.name, one=one, cells=f"{moved.cells:,}"))
            else:
                numbers = {"rows": moved.rows, "cells": moved.cells, "per_cell": moved.rows_per_cell}
                texts = {name: f"{number:,}" for name, number in numbers.items()}
                said.append(self.say("release.weight.rows", name=query.name, one=one, **texts))
        if isinstance(measure, Total) and (told := error_word(measure)) != "rows":
            low, high = (plain(float(end * measure.grain), 12) for end in (measure.low, measure.high))
            clamp = f"release.weight.{'clamp' if told == 'value' else told}"
            said.append(self.say(clamp, name=query.name, column=measure.column, low=low, high=high))
        said += window_weight(self.unit, query.name, moved, self.lang) if draw.part == 0 else []
        return [*said, shown_of(self.plan, draw.query).weight(self, draw, self.of_unit("one"))]

    def budget(self, account: Account | None, at: str) -> list[str]:
        """The price, and the account that paid it."""
        epsilon, delta = (plain(value, 6, "up") for value in self.promise)
        said = [
            self.say("release.cost.approx", epsilon=epsilon, delta=delta)
            if self.promise.delta
            else self.say("release.cost.pure", epsilon=epsilon)
        ]
        allowance = self.card.allowance if account is None else account.terms.allowance
        cap = allowance.cap if account is None else account.cap.main
        share = percent(price_in(self.plan, allowance) / cap, self.lang, "up")
        said.append(self.say("release.cost.share", share=share, account=self.card.account))
        if blocks := self.plan.blocks:
            said.append(self.say("release.cost.blocks", count=f"{len(blocks):,}", first=blocks[0], last=blocks[-1]))
        said += window_cost(self.unit, self.lang)
        if account is not None:
            said += self._standing(account, at)
        promise = self.card.allowance.promise
        epsilon, delta = plain(float(promise.epsilon), 6, "up"), plain(float(promise.delta), 6, "up")
        one = self.of_unit("one")
        if promise.delta:
            said.append(self.say("release.account.approx", epsilon=epsilon, delta=delta, one=one))
        else:
            said.append(self.say("release.account.pure", epsilon=epsilon, one=one))
        if self.card.allowance.is_turned:
            said.append(self.say("release.account.turned"))
        return said

    def _standing(self, account: Account, at: str) -> list[str]:
        used, left = self.used_and_left(account)
        said = [self.say("release.account.used", account=account.name, used=used, left=left, at=moment(at))]
        if len(account.balances) > 1:
            said.append(self.say("release.account.fullest"))
        releases = f"{account.releases:,}"
        if account.simple_epsilon is None:
            return [*said, self.say("release.account.sums.none", releases=releases)]
        epsilon, delta = (plain(float(one), 6, "up") for one in (account.simple_epsilon, account.simple_delta))
        return [*said, self.say("release.account.sums", releases=releases, epsilon=epsilon, delta=delta)]

    def used_and_left(self, account: Account) -> tuple[str, str]:
        """The used share rounded up and what is left rounded down."""
        return percent(account.share, self.lang, "up"), percent(max(0.0, 1 - account.share), self.lang, "down")

    def unprotected(self) -> list[str]:
        """What the promise does not cover."""
        said = []
        for code in not_protected(self.plan):
            if code == "groups":
                said.append(self._groups())
                continue
            said.append(self.say(f"release.open.{code}", **over_time(code, self.unit, self.lang)))
        return said

    def _groups(self) -> str:
        group = group_promise(_PEOPLE, self.promise)
        given = {"epsilon": plain(group.epsilon, 4, "up"), "single": plain(self.promise.epsilon, 4, "up")}
        if not group.delta:
            return self.say("release.open.groups.pure", people=_PEOPLE, **given)
        chances = {"delta": plain(group.delta, 3, "up"), "chance": plain(self.promise.delta, 3, "up")}
        return self.say("release.open.groups.approx", people=_PEOPLE, **given, **chances)

    def rules(self) -> list[str]:
        """What happened to rows that do not fit."""
        if self.unit.each == "row":
            said = [self.say("release.rule.ids.kept")]
        else:
            said = [self.say("release.rule.ids.dropped", each=self.unit.each)]
        unknown = [(query, axis) for query in self.spec.publish for axis in query.by if isinstance(axis, Unknown)]
        said += [self.say("release.rule.found", name=query.name, column=axis.column) for query, axis in unknown]
        if any(not isinstance(axis, Unknown) for query in self.spec.publish for axis in query.by):
            said.append(self.say("release.rule.keys"))
        if any(query.during for query in self.spec.publish):
            said.append(self.say("release.rule.times"))
        for query in self.spec.publish:
            said += asked_as(query).missing_rules(self, query)
        for at in range(len(self.spec.publish)):
            said += shown_of(self.plan, at).rules(self, self.plan.vectors_of(at))
        if self.unit.each != "row":
            said.append(self.say("release.rule.bounds" if self.spec.bound.norm is None else "release.rule.norm"))
        return said

    def record(self) -> list[tuple[str, str]]:
        """Names and numbers to look it up by."""
        card = self.card
        return [
            (self.say("release.record.key"), self.spec.key),
            (self.say("release.record.drawn"), self.drawn_at),
            (self.say("release.record.account"), card.account),
            (self.say("release.record.receipt"), card.receipt),
            (self.say("release.record.ledger"), card.ledger),
            (self.say("release.record.fingerprint"), card.fingerprint),
            (self.say("release.record.software"), ", ".join(f"{name} {found}" for name, found in card.software)),
        ]
