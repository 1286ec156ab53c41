"""A release in sentences, from its card alone or with the account that paid: for terminals and for the report."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING, Final

from epsilog.accounting.promise import Promise, advantage, group_promise, loss_limit, posterior_limit, success
from epsilog.core.candidates import Sum
from epsilog.core.grid import Bins, Keys, Ticks
from epsilog.core.measure import Persons, Total
from epsilog.core.unit import Unit
from epsilog.core.unknown import Unknown
from epsilog.first.bound.words import found_first
from epsilog.first.ends.words import cut_words
from epsilog.kinds.alert.plan.planned import AlertDraw, alerts_of
from epsilog.kinds.alert.words.alerts import alert_exact, alert_weight
from epsilog.kinds.cells.words.levels import levels_lines
from epsilog.kinds.choice.plan.pick import Pick, pick_of
from epsilog.kinds.choice.show.columns import is_ordered
from epsilog.kinds.mean.plan.moments import FORMED
from epsilog.kinds.mean.words.measured import OWN_WORDS, told_of
from epsilog.kinds.repeat.plan.planned import RepeatDraw, repeats_of
from epsilog.kinds.repeat.words.repeats import repeat_exact, repeat_weight
from epsilog.kinds.series.plan.planned import SeriesDraw, series_of
from epsilog.kinds.series.words.shapes import series_exact, series_weight, shape_words, smoothed_exact
from epsilog.kinds.study.words.study import about_lines, exact_key, exact_survival, survival_rules, words_of
from epsilog.plan.cost import price_in
from epsilog.plan.counted import counted_as
from epsilog.plan.planner import ASSUMED_ROWS, margin
from epsilog.plan.unit_words import of_unit, over_time, period_word, window_cost, window_weight
from epsilog.postprocess.ranges import margin_of
from epsilog.roles.planned import Draw, Planned
from epsilog.roles.query import PICKED, Query
from epsilog.roles.range_rules import FIRST
from epsilog.roles.smoothed import is_smoothed
from epsilog.roles.table import tidied_as
from epsilog.show.card import Card, not_protected
from epsilog.show.moment import moment
from epsilog.show.release import Release
from epsilog.words import Language, language, listed, percent, plain, say

if TYPE_CHECKING:
    from epsilog.ledger.reading import Account

PRIOR: Final = Fraction(1, 10)
_PEOPLE: Final = 4
_WEAK: Final = 0.9
_PARTS: Final = {"rows": ".count", **{name: f".{name}" for name in OWN_WORDS}}
_DENIABLE: Final = 100


@dataclass(frozen=True)
class Section:
    """A heading (the last part of its key in the catalogue) and what stands under it."""

    name: str
    lines: tuple[str, ...]

    def heading(self, lang: str | None) -> str:
        """Its heading in the reader's language."""
        return say(f"release.heading.{self.name}", lang)


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


class Telling:
    """What a card says, in one language."""

    def __init__(self, card: Card, lang: Language) -> None:
        self.card = card
        self.plan, self.spec = card.plan, card.plan.spec
        self.unit: Unit = self.spec.protect.unit
        self.lang = lang
        self.promise = Promise(float(self.plan.share.epsilon), float(self.plan.share.delta))

    def say(self, key: str, **values: object) -> str:
        """A sentence of the catalogue."""
        return say(key, self.lang, **values)

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

    def heading(self, query: Query) -> str:
        """What a table shows, after the name its author gave it, if any."""
        usual = replace(query, name="").name
        named = "" if query.name == usual else query.name + (": " if self.lang == "en" else "：")
        return named + self.what(query)

    def what(self, query: Query) -> str:
        """What a table shows, by what."""
        axes = query.grid().axes[:-1] if query.kind in PICKED else query.grid().axes
        column = {} if query.column is None else {"column": query.column}
        column |= {} if query.per is None else {"per": query.per.column}
        if query.at is not None:
            column["shares"] = listed((plain(float(share), 6) for share in query.at), self.lang)
        if query.kind == "top":
            best = query.best.column if isinstance(query.best, Sum) else ""
            said = self.say("release.best.sum", column=best) if best else self.say(f"release.best.{query.best}")
            column |= {"k": f"{query.k:,}", "candidates": f"{query.candidates().size:,}", "best": said}
        kind = counted_as(query, self.spec)
        column |= words_of(query, self.lang)
        if query.at == (Fraction(1, 2),):
            kind, column = "median", {"column": query.column or ""}
        parts = [self.say(f"release.what.{kind}", **column)]
        if keys := [axis.column for axis in axes if isinstance(axis, Keys)]:
            parts.append(self.say("release.by", columns=listed(keys, self.lang)))
        if query.during is not None:
            days = {"first": query.during.first.isoformat(), "last": query.during.last.isoformat()}
            ticks = next((axis for axis in axes if isinstance(axis, Ticks)), None)
            if ticks is None:
                parts.append(self.say("release.days", **days))
            else:
                parts.append(self.say("release.every", period=self.period(ticks.every), **days))
        parts += [*cut_words(query, self.lang), *shape_words(query, self.lang)]
        return (" " if self.lang == "en" else "，").join(parts)

    def period(self, every: str) -> str:
        """A period's name."""
        return period_word(every, self.lang)

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

    def times(self) -> str:
        """The confidence in words."""
        sure = self.spec.confidence
        if sure.denominator <= 100:
            return self.say("release.times", some=sure.numerator, all=sure.denominator)
        return self.say("release.times.share", share=percent(float(sure), self.lang, "down", 2))

    def exact(self, at: int) -> str:
        """How exact one table is."""
        query, draws = self.spec.publish[at], self.plan.draws_of(at)
        if (alerts := alerts_of(self.plan, at)) is not None:
            return alert_exact(alerts, self.times(), self.lang)
        if (repeats := repeats_of(self.plan, at)) is not None:
            return repeat_exact(repeats, self.times(), self.plan, self.lang)
        if (series := series_of(self.plan, at)) is not None:
            return series_exact(series, self.times(), self.lang)
        if (pick := pick_of(self.plan, at)) is not None:
            off = plain(float(pick.off(self.spec.confidence)), 3, "up")
            return self.say(f"release.exact.{query.kind}", name=query.name, times=self.times(), margin=off)
        if query.kind == "mean":
            said = "release.exact.mean" if query.expect is not None else "release.exact.mean.assumed"
            rows = plain(float(query.expect)) if query.expect is not None else f"{ASSUMED_ROWS:,}"
            half = plain(margin(self.plan, at), 3, "up")
            return self.say(said, name=query.name, times=self.times(), rows=rows, margin=half)
        if query.kind in FORMED:
            family = query.kind if query.kind in ("ratio", "expectation", "correlation") else "spread"
            key = f"release.exact.{family}"
            if family == "expectation" and self.plan.rule("mean") != FIRST:
                key += f".{query.method}"
            return self.say(key, name=query.name, times=self.times())
        if query.exits is not None:
            return exact_survival(self, query)
        if key := exact_key(query):
            return self.say(key, name=query.name, times=self.times())
        half = plain(float(margin_of(draws[0].noise.law, self.spec.confidence) * draws[0].grain), 3, "up")
        return self.say("release.exact.number", name=query.name, times=self.times(), margin=half)

    def exactness(self) -> list[str]:
        """How exact the numbers are and what the ranges speak of."""
        spec = self.spec
        said = found_first(self.plan, self.lang, self.times())
        said += [self.exact(at) for at in range(len(spec.publish))]
        said += [*about_lines(self), self.say("release.exact.each")]
        if not spec.tidy.whole and any(query.kind in ("rows", "persons", "histogram") for query in spec.publish):
            said.append(self.say("release.exact.below"))
        for query in spec.publish:
            how = tidied_as(query, spec.tidy)
            if is_smoothed(query, how):
                said.append(smoothed_exact(self.plan, query, self.lang))
            if is_ordered(query):
                said.append(self.say("release.tidy.ordered", name=query.name))
            if query.levels:
                said += levels_lines(self, query, whole=how.whole)
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

    def weights(self) -> list[str]:
        """What one unit may contribute to each table."""
        said = []
        for at, query in enumerate(self.spec.publish):
            for draw in self.plan.draws:
                if draw.query == at:
                    said += self._weight(query, draw)
        return said

    def _weight(self, query: Query, draw: Planned) -> list[str]:
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
        if isinstance(measure, Total) and (told := told_of(measure)) != "rows":
            low, high = (plain(float(end * measure.grain), 12) for end in (measure.low, measure.high))
            clamp = f"release.weight.{'clamp' if told == 'value' else told}"
            said.append(self.say(clamp, name=query.name, column=measure.column, low=low, high=high))
        said += window_weight(self.unit, query.name, moved, self.lang) if draw.part == 0 else []
        one = self.of_unit("one")
        if isinstance(draw, Pick):
            reach = plain(float(draw.reach * draw.grain), 6, "up")
            law = self.say(f"release.law.{draw.law}")
            return [*said, self.say(f"release.weight.{query.kind}", name=query.name, one=one, reach=reach, law=law)]
        if isinstance(draw, AlertDraw):
            return [*said, alert_weight(draw, one, self.lang)]
        if isinstance(draw, RepeatDraw):
            return [*said, repeat_weight(draw, one, self.lang)]
        if isinstance(draw, SeriesDraw):
            return [*said, series_weight(draw, one, self.lang)]
        key = "release.weight.noise"
        if query.kind in (*FORMED, "mean"):
            key += _PARTS.get(query.parts[draw.part], ".sum")
        assert isinstance(draw, Draw)
        moves = float(moved.sensitivity.l1 * draw.grain)
        if moved.norm is not None:
            key, moves = key + ".norm", math.sqrt(moved.sensitivity.l2_squared) * float(draw.grain)
        said.append(
            self.say(
                key,
                name=query.called(draw.part),
                one=one,
                reach=plain(moves, 6, "up"),
                law=self.say(f"release.law.{draw.law}"),
                deviation=plain(draw.noise.mean_absolute),
            )
        )
        return said

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
            if query.kind in PICKED:
                said.append(self.say(f"release.rule.{query.kind}", name=query.name))
                if isinstance(query.best, Sum) and query.best.missing is None:
                    said.append(self.say("release.rule.missing", name=query.name))
                elif isinstance(query.best, Sum):
                    value = plain(float(query.best.missing or 0), 12)
                    said.append(self.say("release.rule.missing.as", name=query.name, value=value))
            elif any(isinstance(axis, Bins) for axis in query.grid().axes):
                said.append(self.say("release.rule.bins", name=query.name))
            elif query.missing is not None:
                value = plain(float(query.missing), 12)
                said.append(self.say("release.rule.missing.as", name=query.name, value=value))
            elif query.column is not None:
                said.append(self.say("release.rule.missing", name=query.name))
        said += survival_rules(self)
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
