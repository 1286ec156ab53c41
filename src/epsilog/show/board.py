"""The board pack: one page that a board decides on before a release, or files after it. Reads no data.

It says for every table how far its numbers may be off, what one person risks, what ten such releases cost, who is
protected and who is not, what the promise rests on, which rules it touches, and how to check it.
"""

from __future__ import annotations

import datetime as dt
import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Final

from epsilog.accounting.promise import Limit, Promise, advantage, loss_limit, posterior_limit, success
from epsilog.core.price import DELTA_UNITS, EPSILON_UNITS
from epsilog.core.unknown import Unknown
from epsilog.errors import SpecError
from epsilog.plan.cost import room_for
from epsilog.plan.explain import plan_sections, read_lines, unit_words
from epsilog.plan.planner import margin
from epsilog.registry.shows import FORMS
from epsilog.registry.stage_words import STAGE_WORDS
from epsilog.roles.budget import Purse
from epsilog.roles.page import Page
from epsilog.roles.plan import Plan
from epsilog.roles.planned import remark_text
from epsilog.roles.telling import Speaker
from epsilog.show.card import Card
from epsilog.show.certificate import read_certificate
from epsilog.show.explain import PRIOR, Telling, moment
from epsilog.show.legal import rules_for
from epsilog.show.release import Release
from epsilog.show.report import derived_parts, findings_part
from epsilog.show.result import derived_of, tables_of
from epsilog.show.verifying import Verifying, check_folder
from epsilog.words import Language, join_names, language, percent, plain, say

if TYPE_CHECKING:
    from epsilog.accounting.allowance import Allowance
    from epsilog.ledger import Ledger
    from epsilog.ledger.reading import Account
    from epsilog.roles.derived import Derived
    from epsilog.roles.table import Table
    from epsilog.show.certificate import Certificate
    from epsilog.show.verifying import Verdict


# What one release costs when it is made again and again.


@dataclass(frozen=True)
class Repeated:
    """So many releases like this one about the same people, in the currency of its account.

    main     1e-12 of epsilon or rho: what accounts add up
    promise  what that many together keep, read at the delta of one of them, plus the deltas of their events
    """

    times: int
    main: int
    promise: Promise

    def belief(self, prior: Fraction) -> Limit:
        """The most that a belief may become."""
        if self.promise.delta >= 1:
            return Limit(1.0, 1.0)
        return posterior_limit(prior, self.promise.epsilon, self.promise.delta)


def repeat_release(plan: Plan, times: int) -> Repeated:
    """That many such releases together, each with fresh noise.

    Charges are added in the account's currency and read once: adding up the epsilons that single releases show at
    a delta would claim more than it costs under zCDP, and hide that their deltas add up as well.
    """
    share, price = plan.share, plan.price
    main = times * price.main
    if share.coin == "pure":
        return Repeated(times, main, Promise(float(Purse("pure", Fraction(0)).epsilon(main))))
    reading = share.delta - share.for_events
    delta = reading + Fraction(times * price.delta, DELTA_UNITS)
    return Repeated(
        times, main, Promise(float(Purse("zcdp", reading).epsilon(main)), float(min(delta, Fraction(1))))
    )


TIMES: Final = (1, 2, 5, 10)
_WEAK: Final = 0.9
_DENIABLE: Final = 100
_MOST: Final = 6
_LINE: Final = "_" * 30  # to sign on
_MARKS: Final = {"holds": "✓", "fails": "✗", "unchecked": "–"}
_SINGLE: Final = ("rows", "persons", "histogram", "sum")


class Asked(Telling):
    """What a plan says before there is a card: everything but receipts, conditions and the account's promise."""

    def __init__(self, plan: Plan, lang: Language) -> None:
        Speaker.__init__(self, plan, lang)
        self.promise = Promise(float(plan.share.epsilon), float(plan.share.delta))


@dataclass(frozen=True)
class Evidence:
    """What was checked of a release's folder: its certificate, the verdict on it, and where the folder lies."""

    certificate: Certificate
    verdict: Verdict
    folder: str


@dataclass(frozen=True)
class Pack:
    """What a board pack is made from. Give a card for a release, or only a plan for one that is asked for.

    account    the account that paid, or would pay, as it stands; above: the accounts over it
    turns      whether that account could be turned to its other currency now; None where nobody asked the ledger
    tables     the published tables, where their numbers are to be shown; derived: what was read off them
    """

    plan: Plan
    card: Card | None = None
    account: Account | None = None
    above: tuple[Account, ...] = ()
    tables: tuple[Table, ...] = ()
    derived: tuple[Derived, ...] = ()
    evidence: Evidence | None = None
    turns: bool | None = None

    @classmethod
    def of(cls, subject: Release | Card | Plan, account: Account | None = None) -> Pack:
        """The pack of a release, of a card alone, or of a plan."""
        if isinstance(subject, Plan):
            return cls(subject, account=account)
        if isinstance(subject, Card):
            return cls(subject.plan, subject, account)
        return cls(subject.plan, Card.of(subject), account or subject.account, (), subject.tables, subject.derived)


def board_html(pack: Pack, lang: str | None = None, at: str | None = None) -> str:
    """The page, in English or 简体中文; `at` is when it is made."""
    return Board(pack, language(lang), at or dt.datetime.now(dt.UTC).isoformat(timespec="seconds")).html()


class Board:
    """One page being written."""

    def __init__(self, pack: Pack, lang: Language, at: str) -> None:
        self.pack, self.lang, self.at = pack, lang, at
        self.told = Asked(pack.plan, lang) if pack.card is None else Telling(pack.card, lang)
        self.spec = pack.plan.spec

    def say(self, key: str, **values: object) -> str:
        """A sentence of the catalogue."""
        return say(key, self.lang, **values)

    def html(self) -> str:
        """The whole page."""
        spec, card = self.spec, self.pack.card
        title = self.say("board.title", release=spec.release, edition=spec.edition)
        if card is None:
            lead = self.say("board.lead.plan")
        else:
            lead = self.say("board.lead.release", at=moment(card.drawn_at), account=card.account)
        page = Page(self.lang, title, lead)
        if alarms := self.alarms():
            page.section(self.say("release.heading.warnings"), alarms, "alarm")
        self._tiles(page)
        if card is None:
            if remarks := [remark_text(one, self.lang) for one in self.pack.plan.warnings]:
                page.section(self.say("plan.title.beware"), remarks)
            page.open(self.say("board.heading.decision"))
            page.listed(self.decision())
            page.part(self.say("board.sign.decision"), self._signatures())
            page.close()
        findings_part(page, self.told, self.pack.derived)
        self._numbers(page)
        page.section(self.say("board.heading.risk"), self.risk())
        self._ten(page)
        page.open(kind="pair")
        page.section(self.say("board.heading.protected"), self.protected())
        page.section(self.say("board.heading.open"), self.told.unprotected())
        page.close(group=True)
        page.section(self.say("release.heading.weight"), self.told.weights())
        page.section(self.say("board.heading.public"), self.public())
        page.section(self.say("board.heading.assumed"), self.assumed())
        self._law(page)
        self._certificate(page)
        return page.html(self.say("board.footer", at=moment(self.at)))

    def alarms(self) -> list[str]:
        """What must be read first."""
        said = [] if self.pack.card is None else self.told.warnings()
        evidence = self.pack.evidence
        if evidence is not None and not evidence.verdict.whole:
            said = [self.say("board.certificate.broken"), *said]
        if self.pack.card is None and advantage(*self.told.promise) > _WEAK:
            sure = percent(success(*self.told.promise), self.lang, "up")
            said.append(self.say("meaning.weak", success=sure))
        return said

    def decision(self) -> list[str]:
        """What is asked, what it takes from the account, and that it is final."""
        spec = self.spec
        asked = {"account": spec.spend.account, "release": spec.release, "edition": spec.edition}
        said = [self.say("board.decision.ask", **asked)]
        cost = self.say("plan.title.cost")
        parts = plan_sections(
            self.pack.plan, self.lang, self.pack.account, above=self.pack.above, turns=self.pack.turns
        )
        said += [line for title, lines in parts if title == cost for line in lines]
        if self.pack.account is None:
            said.append(self.say("board.decision.books"))
        said.append(self.say("board.decision.bound", digest=spec.digest))
        return [*said, self.say("board.decision.final")]

    def risk(self) -> list[str]:
        """Plausible deniability in one sentence, what epsilon is not, and what the whole account may come to."""
        told, promise = self.told, self.told.promise
        moved, rare = loss_limit(*promise)
        factor = math.exp(moved) if moved <= 700 else math.inf
        prior, posterior = told.belief()
        given = {"factor": plain(factor, way="up"), "prior": prior, "posterior": posterior}
        if factor > _DENIABLE:
            said = [self.say("board.risk.none", **given)]
        elif rare:
            failure = percent(rare, self.lang, "up")
            subject = told.of_unit("subject")
            key = f"board.risk.{told.relation}.approx"
            said = [self.say(key, failure=failure, subject=subject, **given)]
        else:
            said = [self.say(f"board.risk.{told.relation}.pure", subject=told.of_unit("subject"), **given)]
        said.append(self.say("board.risk.epsilon"))
        if promise.delta:
            said.append(self.say("board.risk.delta", delta=plain(promise.delta, 3, "up")))
        said.append(self.say("board.risk.attack", success=percent(success(*promise), self.lang, "up")))
        allowance = self._allowance()
        if allowance is None:
            return said
        turned = [self.say("release.account.turned")] if allowance.is_turned else []
        return [*said, self._whole_account(allowance), *turned]

    def _allowance(self) -> Allowance | None:
        if self.pack.card is not None:
            return self.pack.card.allowance
        return None if self.pack.account is None else self.pack.account.terms.allowance

    def _whole_account(self, allowance: Allowance) -> str:
        account = self.spec.spend.account
        limit = posterior_limit(PRIOR, allowance.promise.epsilon, allowance.promise.delta)
        if limit.value > 0.9999:
            return self.say("board.risk.account.none", account=account)
        rare = percent(limit.failure, self.lang, "up")
        given = {"prior": percent(float(PRIOR), self.lang), "posterior": percent(limit.value, self.lang, "up")}
        given["rare"] = self.say("board.risk.account.rare", failure=rare) if limit.failure else ""
        return self.say("board.risk.account", account=account, **given)

    def protected(self) -> list[str]:
        """Who is protected."""
        return [self.say(f"release.protects.{self.told.relation}", unit=self.told.of_unit("unit"))]

    def public(self) -> list[str]:
        """What is known without noise: declarations, found keys, public totals."""
        said, exact = [self.say("board.public.request")], False
        for query in self.spec.publish:
            unknown = [axis.column for axis in query.by if isinstance(axis, Unknown)]
            declared = [axis.column for axis in query.by if not isinstance(axis, Unknown)]
            when = "finding" if self.pack.card is None else "found"
            if declared:
                said.append(self.say("board.public.keys", name=query.name, columns=join_names(declared, self.lang)))
            said += [self.say(f"board.public.{when}", name=query.name, column=column) for column in unknown]
            if query.ask.sought is not None:
                said.append(self.say(f"board.public.{when}.ends", name=query.name, column=query.column))
            if query.total is not None:
                exact = True
                said.append(self.say("board.public.total", name=query.name, total=f"{query.total:,}"))
        if self.told.relation == "replace":
            exact = True
            said.append(self.say("board.public.count"))
        return said if exact else [*said, self.say("board.public.nothing")]

    def assumed(self) -> list[str]:
        """What the mathematics takes for granted."""
        unit, card = self.told.unit, self.pack.card
        seeded = card is not None and card.reproducible
        person = "board.assumed.row" if unit.each == "row" else "board.assumed.person"
        return [
            self.say("board.assumed.curator"),
            self.say(person, **({} if unit.each == "row" else {"each": unit.each})),
            self.say("board.assumed.seed" if seeded else "board.assumed.random"),
            self.say("board.assumed.keys"),
            self.say("board.assumed.ledger"),
            self.say("board.assumed.software"),
        ]

    def exactness(self) -> list[str]:
        """How far off every number may be."""
        if self.pack.card is not None:
            return self.told.exactness()
        plan = self.pack.plan
        unit, said = unit_words(plan, self.lang), []
        for stage in STAGE_WORDS.values():
            said += stage.missing(plan, self.lang, unit)
        said += [self.told.exact(at) for at in range(len(self.spec.publish))]
        return [*said, *self.told.about(), *read_lines(plan, self.lang), self.say("release.exact.each")]

    def _numbers(self, page: Page) -> None:
        page.open(self.say("release.heading.exact"))
        page.listed(self.exactness())
        if self.pack.tables:
            from epsilog.roles.table import stem
            from epsilog.show.report import preview

            for place, (table, query) in enumerate(zip(self.pack.tables, self.spec.publish, strict=True)):
                page.say(self.told.heading(query), "caption")
                file = stem(place, query)
                preview(page, table, f"tables/{file}.csv", self.told)
                read = [one for one in self.pack.derived if one.entry == place]
                files = {one.key: f"tables/{one.file(file)}.csv" for one in read}
                derived_parts(page, self.told, read, {}, files, 0)
            for one in self.pack.derived:
                if one.entry is None:
                    FORMS[one.form].part(page, self.told, one, f"tables/{one.file(one.name)}.csv")
        page.close()

    def _tiles(self, page: Page) -> None:
        prior, posterior = self.told.belief()
        page.open(kind="tiles")
        belief = self.say("release.tile.belief.figure", prior=prior, posterior=posterior)
        page.tile(
            self.say("release.tile.belief"), belief, self.say("board.tile.belief", unit=self.told.of_unit("unit"))
        )
        page.tile(self.say("release.tile.error"), *self._errors())
        ten = repeat_release(self.pack.plan, 10)
        page.tile(
            self.say("board.tile.ten"),
            self.say("board.tile.ten.figure", epsilon=plain(ten.promise.epsilon, 3, "up")),
            self._ten_words(ten),
        )
        page.close(group=True)

    def _errors(self) -> tuple[str, str | list[str]]:
        if self.pack.tables:
            from epsilog.show.report import usual_errors

            return usual_errors(self.told, self.pack.tables, self.pack.derived)
        plan, queries = self.pack.plan, self.spec.publish
        # One number has one error; what depends on how many rows there will be needs its whole sentence.
        plain_ones = [at for at, query in enumerate(queries) if query.kind in _SINGLE and query.about == "data"]
        if plain_ones == [0] and len(queries) == 1:
            return f"±{plain(margin(plan, 0), 3, 'up')}", self.told.exact(0)
        lines = [
            f"±{plain(margin(plan, at), 3, 'up')} · {self.told.heading(queries[at])}"
            if at in plain_ones
            else self.told.exact(at)
            for at in range(min(len(queries), _MOST))
        ]
        more = len(queries) - _MOST
        return "", [*lines, *([self.say("release.tile.error.more", more=more)] if more > 0 else [])]

    def _ten_words(self, ten: Repeated) -> str:
        if self.pack.plan.share.coin == "pure":
            return self.say("board.tile.ten.pure")
        spent = plain(ten.main / EPSILON_UNITS, 4, "up")
        return self.say("board.tile.ten.zcdp", rho=spent, delta=plain(ten.promise.delta, 3, "up"))

    def _ten(self, page: Page) -> None:
        plan, lang = self.pack.plan, self.lang
        coin = "pure" if plan.share.coin == "pure" else "zcdp"
        prior = percent(float(PRIOR), lang)
        names = ["board.ten.releases"] + ([f"board.ten.spent.{coin}"] if coin == "zcdp" else [])
        columns = [self.say(name) for name in (*names, "board.ten.epsilon", "board.ten.delta")]
        columns.append(self.say("board.ten.belief", prior=prior))
        rows = []
        for many in (repeat_release(plan, times) for times in TIMES):
            spent = [plain(many.main / EPSILON_UNITS, 4, "up")] if coin == "zcdp" else []
            epsilon, delta = plain(many.promise.epsilon, 4, "up"), plain(many.promise.delta, 3, "up")
            limit = percent(many.belief(PRIOR).value, lang, "up")
            rows.append([str(many.times), *spent, epsilon, delta, limit])
        page.open(self.say("board.heading.ten"))
        page.table([(column, True) for column in columns], rows, [False] * len(rows))
        page.listed(self._room(coin))
        page.close()

    def _room(self, coin: str) -> list[str]:
        said = [self.say(f"board.ten.{coin}")]
        per, account = self.told.unit.block, self.pack.account
        if per is not None:
            said.append(self.say("board.ten.blocks", period=self.told.period(per)))
        if account is not None:
            count = room_for(self.pack.plan, account)
            given = {"account": account.name, "at": moment(self.at)}
            key = "board.ten.room" if count else "board.ten.room.none"
            said.append(self.say(key, **given, **({"count": f"{count:,}"} if count else {})))
        return said

    def _law(self, page: Page) -> None:
        page.open(self.say("board.heading.law"))
        page.say(self.say("law.advice"), "strong")
        seeded = self.pack.card is not None and self.pack.card.reproducible
        rules = rules_for(self.told, reproducible=seeded)
        says, shows, left = (self.say(f"law.{name}") for name in ("says", "shows", "left"))
        gap = "" if self.lang == "zh" else " "
        for rule in rules:
            page.part(rule.name, [(says, rule.says), (shows, gap.join(rule.shows)), (left, rule.left)])
        page.close()

    def _signatures(self) -> Sequence[tuple[str, str]]:
        pairs = [(self.say("board.sign.choice"), self.say("board.sign.choices"))]
        return [*pairs, *((self.say(f"board.sign.{name}"), _LINE) for name in ("name", "date"))]

    def _certificate(self, page: Page) -> None:
        card, evidence, spec = self.pack.card, self.pack.evidence, self.spec
        page.open(self.say("board.heading.request" if card is None else "board.heading.certificate"))
        request = (self.say("board.certificate.request"), spec.digest)
        if card is None:
            page.record([(self.say("release.record.key"), spec.key), request])
            page.close()
            return
        page.record([*self.told.record(), request, *self._signed()])
        if evidence is None:
            page.say(self.say("board.certificate.none"))
        else:
            page.say(self.say("board.certificate.checked"))
            checks = evidence.verdict.checks
            page.listed([f"{_MARKS[one.outcome]} {one.sentence}" for one in checks], "checks")
            command = f"epsilog verify {evidence.folder} --trust PUBLIC_KEY --ledger LEDGER"
            page.say(self.say("board.certificate.how", command=command))
        page.say(self.say("board.certificate.page"), "note")
        page.close()

    def _signed(self) -> list[tuple[str, str]]:
        if self.pack.evidence is None:
            return []
        certificate = self.pack.evidence.certificate
        count = self.say("board.certificate.count", count=len(certificate.files))
        pairs = [
            (self.say("board.certificate.card"), str(certificate.body["card"])),
            (self.say("board.certificate.files"), count),
            (self.say("board.certificate.signer"), certificate.key),
        ]
        if certificate.head is not None:
            entry = self.say("board.certificate.entry", seq=certificate.head.seq, hash=certificate.head.hash)
            pairs.append((self.say("board.certificate.head"), entry))
        return pairs


# The board pack of a folder: verified first, its numbers read back from its own tables.


def pack_of_folder(
    folder: Path, *, trusted: Sequence[str] = (), ledger: Ledger | None = None, lang: str | None = None
) -> Pack:
    """Verify a folder and gather what its page says.

    Numbers are shown only where they are the fingerprinted ones. A folder whose card cannot be believed has no
    page. The account is shown where the ledger is the one that paid.
    """
    certificate = read_certificate(folder)
    verdict = check_folder(folder, tuple(trusted), ledger, lang)
    quiet = Verifying(folder, lang)
    card = quiet.card(certificate)
    if card is None:
        raise SpecError(
            "the card of this folder cannot be believed", where=folder.name, hint=f"epsilog verify {folder.name}"
        )
    result = quiet.tables(card)
    account = None
    if ledger is not None and ledger.identity == card.ledger:
        account = next((one for one in ledger.accounts() if one.name == card.account), None)
    return Pack(
        card.plan,
        card,
        account,
        tables=() if result is None else tables_of(result),
        derived=() if result is None else derived_of(result),
        evidence=Evidence(certificate, verdict, folder.name),
    )
