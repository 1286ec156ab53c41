"""What somebody wants to publish: a request, complete and free of data. YAML spells it, Python builds it."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from typing import Any, Final, Protocol

from epsilog.core.bounds import Bounds, BoundSearch, Crowd, check_bound_search, check_choice, crowds_of
from epsilog.core.clock import fits_within
from epsilog.core.during import During
from epsilog.core.measure import check_norm, contribution
from epsilog.core.number import exact, same_text, spell_number
from epsilog.core.origin import Origin
from epsilog.core.source import Tally
from epsilog.core.unit import Protect
from epsilog.core.unknown import KeySearch, Unknown, key_search_of, keys_of_one
from epsilog.errors import SpecError
from epsilog.roles.about import check_independent
from epsilog.roles.cut import Cut, check_bounds, cuts_of, places_of, with_found_ends
from epsilog.roles.entry import Entry
from epsilog.roles.moments import KINDS as TOGETHER
from epsilog.roles.participations import participations_of
from epsilog.roles.shape import check_ticks, is_series
from epsilog.roles.stream_rules import Said, check_live
from epsilog.words.advice import did_you_mean

# What may be published where windows of periods are protected: what docs/proofs/windows.md speaks of.


KINDS: Final = ("rows", "persons", "sum")


def check_windowed(spec: Spec, query: Entry, where: str) -> None:
    """Refuse whatever is more than counts and sums over declared keys and ticks."""
    if spec.protect.unit.window is None:
        return
    if query.kind not in KINDS or query.levels or query.ask.tails or query.ask.is_statistical:
        raise SpecError(
            "where windows are protected, rows or persons are counted or a column is added up",
            where=where,
            hint="publish a mean as its sum and its rows",
        )
    if query.about != "data" or spec.tests:
        raise SpecError(
            "where windows are protected, ranges are about the noise alone",
            where=where,
            hint="leave `about` and tests out",
        )
    if spec.cuts() or any(isinstance(axis, Unknown) for axis in query.by):
        raise SpecError(
            "where windows are protected, keys and ends are declared",
            where=where,
            hint="say the keys in `by` and the ends in `between`",
        )
    if spec.bound.choose is not None or spec.bound.norm is not None:
        raise SpecError(
            "where windows are protected, bounds say how much of one period counts",
            where="bound",
            hint="bound: {rows: 4, cells: 4}",
        )


VERSION: Final = 1
_LONGEST: Final = 80


@dataclass(frozen=True)
class Spend:
    """What may be spent, from which account: a share of it, priced through the account's own conversion.

    `epsilon` None asks which epsilon the errors need. `events` is the part of the account's delta for events that
    finding unknown keys may use; entries that find divide it evenly.
    """

    account: str
    epsilon: Fraction | None = None
    delta: Fraction = Fraction(0)
    events: Fraction = Fraction(0)

    def __post_init__(self) -> None:
        if self.epsilon is not None:
            object.__setattr__(self, "epsilon", exact(self.epsilon, "spend.epsilon", above=0, at_most=10**6))
        object.__setattr__(self, "delta", exact(self.delta, "spend.delta", at_least=0, below=1))
        object.__setattr__(self, "events", exact(self.events, "spend.events", at_least=0, below=1))


@dataclass(frozen=True)
class Tidy:
    """Post-processing for readers; the raw numbers stay beside.

    whole     non-negative whole numbers
    totals    rows for the sums over each key, made so that the table adds up
    """

    whole: bool = False
    totals: bool = False


class Test(Protocol):
    """A test asked of what is published: made of its noisy numbers, so it costs nothing."""

    @property
    def of(self) -> str:
        """The name of the entry it is asked of."""
        ...

    def check(self, entries: Mapping[str, Entry], where: str) -> None:
        """Refuse a test that its entry cannot answer."""
        ...

    def to_dict(self) -> dict[str, Any]:
        """As it is stored."""
        ...

    def line(self) -> str:
        """As a file writes it."""
        ...


@dataclass(frozen=True)
class Spec:
    """A request; `tests` are asked of its entries, `stream` says that it is a live one, and the rules of its clock.

    >>> from epsilog import Query, Unit
    >>> spec = Spec("visits", "2026-W46", Origin("visits.csv", {"patient_id": "text"}), Protect(Unit("patient_id")),
    ...             Bounds(rows=4), (Query("rows"),), Spend("clinic/2026", Fraction(1, 2), Fraction(1, 10**6)))
    >>> spec.key
    'visits@2026-W46#7b035a9cad7ad836'
    """

    release: str
    edition: str
    source: Origin
    protect: Protect
    bound: Bounds
    publish: tuple[Entry, ...]
    spend: Spend
    during: During | None = None
    confidence: Fraction = Fraction(95, 100)
    tidy: Tidy = Tidy()
    tests: tuple[Test, ...] = ()
    stream: Said | None = None

    def __post_init__(self) -> None:
        for name in ("release", "edition"):
            text = getattr(self, name)
            if not isinstance(text, str) or not text.strip() or len(text) > _LONGEST:
                raise SpecError(
                    f"say a name of 1 to {_LONGEST} characters", where=name, hint="a short name, such as visits"
                )
            object.__setattr__(self, name, same_text(text))
        if not self.publish:
            raise SpecError("nothing to publish", where="publish", hint="publish: [{count: rows}]")
        if self.during is None and self.protect.unit.per is not None:
            # Persons protected within a period: every entry needs days. If one stretch was said, it is that one.
            said = {query.during for query in self.publish if query.during is not None}
            object.__setattr__(self, "during", said.pop() if len(said) == 1 else None)
        object.__setattr__(self, "publish", tuple(query.within(self.during) for query in self.publish))
        if self.stream is not None:
            object.__setattr__(self, "publish", tuple(replace(query, live=True) for query in self.publish))
        object.__setattr__(self, "confidence", exact(self.confidence, "confidence", above=0, below=1))
        names = [query.name for query in self.publish]
        if len(set(names)) != len(names):
            raise SpecError("two entries have the same name", where="publish", hint="give each a `name`")
        try:
            _ = self.digest
        except UnicodeEncodeError:
            raise SpecError(
                "holds half a character, which cannot be written", where="text", hint="save the file as UTF-8"
            ) from None
        self._check_columns()
        self._check_looks()
        self._check_tests()
        for at, query in enumerate(self.publish):
            self._check_query(query, f"publish[{at}]")
        if self.stream is not None:
            check_live(self, self.stream.late or "drop")

    def _check_tests(self) -> None:
        if len(set(self.tests)) != len(self.tests):
            raise SpecError("the same test is asked twice", where="test", hint="leave one of them out")
        known = {query.name: query for query in self.publish}
        for at, test in enumerate(self.tests):
            test.check(known, f"publish[{len(self.publish) + at}].test")  # a file has its tests among the entries

    def _check_columns(self) -> None:
        wanted = set().union(*(query.columns() for query in self.publish))
        times = {days.time for days in (self.during, *(query.during for query in self.publish)) if days is not None}
        wanted |= times
        if self.protect.unit.each != "row":
            wanted.add(self.protect.unit.each)
        for name in sorted(wanted - set(self.source.kinds)):
            hint = did_you_mean(name, list(self.source.kinds))
            raise SpecError(f"the column {name[:60]!r} is not declared", where="source.columns", hint=hint)
        self._check_lookups()
        kinds = self.source.kinds
        for query in self.publish:
            if query.during is not None and kinds[query.during.time] not in ("date", "timestamp", "instant"):
                raise SpecError(
                    "is not a date, timestamp or instant",
                    where=f"source.columns.{query.during.time}",
                    hint="declare it as `date`, `timestamp` or `instant`",
                )
            if query.every == "1h" and query.during is not None and kinds[query.during.time] == "date":
                raise SpecError("a date has no hours", where="every", hint="every: 1d")
            query.ask.check_columns(kinds)
            chosen = () if query.ask.chosen is None else (query.ask.chosen,)
            for name in query.ask.numbers():
                if kinds[name] not in ("integer", "number"):
                    raise SpecError(
                        "is not a number or an integer",
                        where=f"source.columns.{name}",
                        hint="declare it as `number` or `integer`",
                    )
            for keys in (*query.by, *chosen):
                if kinds[keys.column] not in ("text", "integer", "boolean"):
                    raise SpecError(
                        "cannot be a key: text, integer or boolean",
                        where=f"source.columns.{keys.column}",
                        hint="declare it as `text`, `integer` or `boolean`",
                    )
        if self.protect.unit.per is not None and len(times) > 1:
            # A person within a month is one unit only as long as one column says which month.
            raise SpecError(
                "persons are protected within a period: one column says when, for all",
                where="time",
                hint="the same `time` in every entry, or `during` for all",
            )

    def _check_looks(self) -> None:
        if (looks := self.looks()) and not self.spend.events:
            raise SpecError(
                "unknown keys need a delta of their own: a rare key may show with that probability",
                where="spend.events",
                hint="spend: {events: 1e-7, …}, from an account with a delta for events (--events)",
            )
        if not looks and self.spend.events:
            raise SpecError(
                "a delta for events is for unknown keys, and there are none",
                where="spend.events",
                hint="leave `events` out",
            )
        if self.bound.choose is not None:
            check_choice(self)
        if isinstance(self.bound.choose, BoundSearch):
            check_bound_search(self)
        for _ in looks:
            keys_of_one(self.protect.unit, self.bound)

    def looks(self) -> tuple[KeySearch, ...]:
        """What has to be found first, each once, in the order of the entries."""
        found = (key_search_of(query) for query in self.publish)
        return tuple(dict.fromkeys(look for look in found if look is not None))

    def settled(self, keys: Sequence[Sequence[str]]) -> Spec:
        """The same request with the keys that were found for each look; its digest and its key stay the same."""
        known = dict(zip(self.looks(), keys, strict=True))
        entries = []
        for query in self.publish:
            look = key_search_of(query)
            if look is not None:
                own = known[look]
                by = tuple(axis.found(own) if isinstance(axis, Unknown) else axis for axis in query.by)
                query = replace(query, by=by)
            entries.append(query)
        return replace(self, publish=tuple(entries))

    @property
    def found(self) -> tuple[tuple[str, ...], ...] | None:
        """The keys of each look, once it is done; None before, and where every key was declared."""
        keys = {
            key_search_of(query): axis for query in self.publish for axis in query.by if isinstance(axis, Unknown)
        }
        if not keys or not all(axis.settled for axis in keys.values()):
            return None
        return tuple(keys[look].keys for look in self.looks())

    def cuts(self) -> tuple[Cut, ...]:
        """The ends and edges that have to be found first, each once, in the order of the entries."""
        return tuple(dict.fromkeys(cut for query in self.publish for cut in cuts_of(query)))

    def answered(self, places: Sequence[Sequence[int]]) -> Spec:
        """The same request with what was found for each cut; its digest and its key stay the same."""
        known = {cut: tuple(found) for cut, found in zip(self.cuts(), places, strict=True)}
        return replace(self, publish=tuple(with_found_ends(query, known) for query in self.publish))

    @property
    def places(self) -> tuple[tuple[int, ...], ...] | None:
        """Which stretches between candidates were drawn for each cut; None before, and where nothing was cut."""
        found = {cut: at for query in self.publish for cut, at in places_of(query).items()}
        return tuple(at for at in found.values() if at is not None) if found and all(found.values()) else None

    def crowds(self) -> tuple[Crowd, ...]:
        """What a paid look counts before bounds are chosen; () where they are said or chosen by facts."""
        chosen = self.bound.choose
        return crowds_of(self.publish, chosen) if isinstance(chosen, BoundSearch) else ()

    def joined(self, entries: Sequence[int]) -> Spec:
        """The same request, the vectors of these entries drawn together; its digest and its key stay the same."""
        if any(self.publish[at].kind not in TOGETHER for at in entries):
            raise SpecError("the vectors of such an entry are drawn one by one", where="publish")
        publish = list(self.publish)
        for at, one in enumerate(self.publish):
            if one.kind in TOGETHER:
                publish[at] = one.asking(together=at in entries)
        return replace(self, publish=tuple(publish))

    def binned(self, bins: Mapping[int, int]) -> Spec:
        """The same request, these survival entries in so many bins; its digest and its key stay the same."""
        publish = list(self.publish)
        for at, many in bins.items():
            query = publish[at]
            if query.ask.exits is None or query.expect is None:
                raise SpecError(
                    "bins are chosen for survival entries that say `expect`",
                    where="publish",
                    hint="expect: 500, a public guess of the people in an arm; or bins: 20",
                )
            publish[at] = query.asking(exits=query.ask.exits.within_bins(many))
        return replace(self, publish=tuple(publish))

    def _check_lookups(self) -> None:
        unit = self.protect.unit
        for lookup in self.source.join:
            if unit.each in lookup.columns:
                raise SpecError(
                    "the column that says who is protected is in the rows, not in a lookup",
                    where="protect.each",
                    hint="a column of `source.columns`",
                )
            # A line of a private lookup is somebody's. Only where all of a person is one unit, and the key is that
            # person, does it come and go with the rows it is joined to. A column called "row" is nobody's name.
            if not lookup.public and (unit.each == "row" or unit.each != lookup.on or unit.per is not None):
                raise SpecError(
                    "a lookup that is not public is joined on the persons protected, and not `per` a period",
                    where="source.join",
                    hint="say `public: true` if anybody may know it",
                )

    def _check_query(self, query: Entry, where: str) -> None:
        unit = self.protect.unit
        if unit.per is not None and query.during is None:
            raise SpecError(
                f"persons are protected within {unit.per}: say which days the release covers",
                where="during",
                hint="during: {time: …, from: 2026-01-01, to: 2026-12-31}",
            )
        if query.map is not None and query.map.over is not None:
            self._check_ratio(query, query.map.over, f"{where}, map.over")
        if query.total is not None:
            if unit.neighbours != "replace":
                raise SpecError(
                    "a public `total` goes with `neighbours: replace`: adding or removing somebody changes it",
                    where=f"{where}, total",
                    hint="protect: {each: …, neighbours: replace}",
                )
            used = query.ask.is_studied or query.about == "population"
            used = used or any(test.of == query.name for test in self.tests)
            if not self.tidy.whole and not query.levels and not used:
                raise SpecError(
                    "a public `total` needs `tidy: {whole: true}` or a hierarchy",
                    where=f"{where}, total",
                    hint="tidy: {whole: true}",
                )
        check_windowed(self, query, where)
        if self.bound.is_open:
            return  # the plan checks what it chooses
        if self.bound.norm is not None:
            check_norm(query, self.tidy.whole, where)
        try:
            check_bounds(query, unit, self.bound)
            for measure in query.measures():
                check_independent(self, query, contribution(measure, query.grid(), unit, self.bound))
            if is_series(query):
                check_ticks(query)
                participations_of(query, self.bound, unit)
        except SpecError as error:
            raise SpecError(
                error.what, where=f"{where}, {error.where}" if error.where else where, hint=error.hint
            ) from None

    def _check_ratio(self, query: Entry, over: str, where: str) -> None:
        """A map divides by another entry that counts over the same keys."""
        others = {one.name: one for one in self.publish if one is not query}
        if over not in others:
            raise SpecError(f"no other entry is called {over[:60]!r}", where=where, hint=did_you_mean(over, others))
        other = others[over]
        same = len(other.by) == 1 and other.by[0].keys == query.by[0].keys and other.every is None
        if other.kind not in ("rows", "persons") or not same:
            raise SpecError(
                "a map divides by a count over the same keys", where=where, hint="over: the name of such an entry"
            )

    def tallies(self) -> tuple[Tally, ...]:
        """One per entry, in order: what the source is asked for."""
        return tuple(Tally(query.grid(), query.in_cells(), query.during) for query in self.publish)

    def crosses_blocks(self, query: Entry) -> bool:
        """Whether one cell of the query may hold several units of one person."""
        per = self.protect.unit.per
        return per is not None and (query.every is None or not fits_within(query.every, per))  # type: ignore[arg-type]

    def to_dict(self) -> dict[str, Any]:
        """The canonical form: complete, exact, free of data."""
        unit = self.protect.unit
        return {
            "version": VERSION,
            "release": self.release,
            "edition": self.edition,
            "source": self.source.to_dict(),
            "protect": {
                **{name: getattr(unit, name) for name in ("each", "per", "window", "neighbours")},
                "zone": self.protect.zone,
            },
            "bound": self.bound.to_dict(asked=True),
            "publish": [query.to_dict() for query in self.publish],
            "spend": {
                "from": self.spend.account,
                "epsilon": None if self.spend.epsilon is None else spell_number(self.spend.epsilon),
                "delta": spell_number(self.spend.delta),
                **({"events": spell_number(self.spend.events)} if self.spend.events else {}),
            },
            "during": None if self.during is None else self.during.to_dict(),
            "confidence": spell_number(self.confidence),
            "tidy": {"whole": self.tidy.whole, "totals": self.tidy.totals},
            **({"tests": [test.to_dict() for test in self.tests]} if self.tests else {}),
            **({"stream": self.stream.to_dict()} if self.stream is not None else {}),
        }

    @cached_property
    def digest(self) -> str:
        """SHA-256 of the canonical form."""
        text = json.dumps(self.to_dict(), sort_keys=True, ensure_ascii=False, separators=(",", ":"))
        return hashlib.sha256(text.encode()).hexdigest()

    @property
    def key(self) -> str:
        """The idempotency key: name, edition and digest. The same key is the same release, never fresh noise."""
        return f"{self.release}@{self.edition}#{self.digest[:16]}"
