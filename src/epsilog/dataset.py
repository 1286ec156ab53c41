"""Dataset: the verbs of a notebook."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Literal, NoReturn

from epsilog.core.bounds import Bounds
from epsilog.core.during import During
from epsilog.core.number import Number, exact
from epsilog.core.origin import ColumnKind, Lookup, Origin
from epsilog.core.uncollected import pause_collection
from epsilog.core.unit import Protect, Unit
from epsilog.errors import PrivacyError, SpecError
from epsilog.kinds.study.ask.question import Question
from epsilog.roles.entry import Entry
from epsilog.roles.spec import Spec, Spend, Tidy

if TYPE_CHECKING:
    from epsilog.ledger import Ledger
    from epsilog.ledger.reading import Account, Line
    from epsilog.live.stream import Stream
    from epsilog.pay.door import Progress
    from epsilog.roles.plan import Plan
    from epsilog.roles.stream_rules import Rules
    from epsilog.show.release import Release


class Dataset:
    """Private rows, who is protected in them, and the account that pays: everything but the questions.

    source     a file or glob (.csv, .parquet), or a Polars, pandas or Arrow table; with `table` a database:
               a DuckDB or SQLite file, or postgresql://host/name
    columns    name → text, integer, number, date, timestamp, instant or boolean; columns not named are not read
    protect    who is protected; must repeat what the account says, and so must `zone`
    bound      what one of them may contribute
    join       lookups that add columns by a key (epsilog.core.origin.Lookup)
    name       what releases are called; the file's name if not said
    formats    of columns that write dates their own way: {"visited_at": "%m/%d/%Y"}

    >>> import polars, tempfile
    >>> from pathlib import Path
    >>> from epsilog import Allowance, Bounds, Dataset, Keys, Ledger, Query, Terms, Unit
    >>> ledger = Ledger.open(Path(tempfile.mkdtemp()) / "ledger.db", create=True)
    >>> ledger.open_account("clinic", Terms(Unit("patient"), Allowance.pure(2)), by="Ada")
    >>> rows = polars.DataFrame({"patient": ["ann", "bob", "bob"], "region": ["North", "South", "South"]})
    >>> visits = Dataset(rows, columns={"patient": "text", "region": "text"}, protect=Unit("patient"),
    ...                  bound=Bounds(rows=2), ledger=ledger, account="clinic", name="visits")
    >>> regions = Query("rows", by=(Keys("region", ("North", "South")),))
    >>> plan = visits.plan(regions, epsilon=0.5)          # reads no row, spends nothing
    >>> plan.draws[0].law, str(plan.draws[0].parameter)   # two visits at epsilon 0.5: noise of scale 4
    ('laplace', '4')
    >>> release = visits.publish(regions, epsilon=0.5, edition="2026-W46")
    >>> release.result.values[0].size, visits.publish(regions, epsilon=0.5, edition="2026-W46").repeated
    (2, True)
    >>> visits.balance().share                            # the second time was free: it is the same release
    0.25
    >>> [line.kind for line in visits.history()]
    ['open', 'reserve', 'start', 'commit', 'deliver']
    >>> visits
    Dataset('visits')
    """

    def __init__(
        self,
        source: object,
        *,
        columns: Mapping[str, ColumnKind],
        protect: Unit,
        zone: str = "UTC",
        bound: Bounds = Bounds(),
        ledger: Ledger,
        account: str,
        name: str = "",
        encoding: Literal["utf-8", "gb18030"] = "utf-8",
        delimiter: str = ",",
        table: str | None = None,
        join: Sequence[Lookup] = (),
        formats: Mapping[str, str] | None = None,
        quote: Literal["double", "none"] = "double",
    ) -> None:
        from epsilog.ledger import Ledger as Books

        if not isinstance(ledger, Books):
            # Not opened here: whoever opens books says whether they may be made, and closes them.
            hint = 'ledger=Ledger.open("ledger.db")'
            raise SpecError("must be an open ledger", where="ledger", hint=hint)
        place = str(source) if isinstance(source, str | Path) else None
        self._name = name or table or (Path(place).stem if place else "frame")
        self._frame = None if place is not None else source
        del source  # so that no traceback of ours, however curious, can show it
        self._protect = Protect(protect, zone)
        file, database = (place, None) if table is None else (None, place)
        self._origin = Origin(
            file, dict(columns), encoding, delimiter, database, table, tuple(join), dict(formats or {}), quote
        )
        self._bound = bound
        self._ledger = ledger
        self._account = account

    def __repr__(self) -> str:
        return f"Dataset({self._name!r})"

    def __reduce__(self) -> NoReturn:
        raise PrivacyError("private rows are not pickled", hint="publish them, or keep them in memory")

    def spec(
        self,
        queries: Entry | Sequence[Entry],
        *,
        epsilon: Number | None = None,
        delta: Number = 0,
        events: Number = 0,
        edition: str = "draft",
        during: During | None = None,
        confidence: Number = Fraction(95, 100),
        tidy: Tidy = Tidy(),
        tests: Sequence[Question] = (),
    ) -> Spec:
        """The request these words stand for; `epsilog.spec.file.to_yaml` writes it down.

        `events` is the delta that finding unknown keys may use: `by={"diagnosis": "unknown"}`. `tests` are asked of
        the noisy tables and cost nothing (epsilog.kinds.study.ask.question).
        """
        return self._asked(queries, edition, epsilon, delta, events, during, confidence, tidy, tests)

    def _asked(
        self,
        queries: Entry | Sequence[Entry],
        edition: str,
        epsilon: Number | None,
        delta: Number,
        events: Number,
        during: During | None,
        confidence: Number,
        tidy: Tidy,
        tests: Sequence[Question],
    ) -> Spec:
        share = None if epsilon is None else exact(epsilon, "epsilon")
        asked = (queries,) if isinstance(queries, Entry) else queries
        if isinstance(asked, str | Mapping) or not isinstance(asked, Iterable):
            raise _no_query()
        asked = tuple(asked)
        if not all(isinstance(query, Entry) for query in asked):
            raise _no_query()
        return Spec(
            release=self._name,
            edition=edition,
            source=self._origin,
            protect=self._protect,
            bound=self._bound,
            publish=asked,
            spend=Spend(self._account, share, exact(delta, "delta"), exact(events, "events")),
            during=during,
            confidence=exact(confidence, "confidence"),
            tidy=tidy,
            tests=tuple(tests),
        )

    def plan(
        self,
        queries: Entry | Sequence[Entry],
        *,
        epsilon: Number | None = None,
        delta: Number = 0,
        events: Number = 0,
        edition: str = "draft",
        during: During | None = None,
        confidence: Number = Fraction(95, 100),
        tidy: Tidy = Tidy(),
        tests: Sequence[Question] = (),
    ) -> Plan:
        """What it would cost and how exact it would be. Reads no row, spends nothing."""
        from epsilog.pay.edition import another_release, warn_of_taken_name
        from epsilog.pay.trial import plan_and_try
        from epsilog.plan.currency import warn_of_closing

        spec = self._asked(queries, edition, epsilon, delta, events, during, confidence, tidy, tests)
        terms = self._ledger.account(self._account).terms
        terms.must_match(spec.protect.unit, spec.protect.zone)
        made = warn_of_closing(plan_and_try(spec, terms), self._ledger)
        return made if another_release(spec, self._ledger) is None else warn_of_taken_name(made)

    def publish(
        self,
        queries: Entry | Sequence[Entry],
        *,
        edition: str,
        epsilon: Number | None = None,
        delta: Number = 0,
        events: Number = 0,
        during: During | None = None,
        confidence: Number = Fraction(95, 100),
        tidy: Tidy = Tidy(),
        tests: Sequence[Question] = (),
        progress: Progress | None = None,
    ) -> Release:
        """Pay, read, draw, store, deliver. The same request in the same edition is the same release, for free."""
        with pause_collection():
            from epsilog.publish.pipeline import publish
        spec = self._asked(queries, edition, epsilon, delta, events, during, confidence, tidy, tests)
        return publish(spec, self._ledger, frame=self._frame, progress=progress)

    @contextmanager
    def stream(
        self,
        queries: Entry | Sequence[Entry],
        *,
        edition: str,
        folder: str | Path,
        epsilon: Number | None = None,
        delta: Number = 0,
        during: During | None = None,
        confidence: Number = Fraction(95, 100),
        rules: Rules | Mapping[str, object] | None = None,
        key: str | Path | None = None,
    ) -> Iterator[Stream]:
        """Hold a live release: opened and paid for as a whole, or taken up where it was left. docs/streams.md.

        folder   its public folder; the private state lies beside it, in FOLDER.private
        rules    when ticks close and what becomes of late rows: {"wait": "15m", "late": "drop", "future": "hold"},
                 as under `stream` in a spec, or epsilog.roles.stream_rules.Rules
        key      the file of the key that encrypts the state; one of its own in the private folder if not said

        Inside, `run()` publishes tick after tick as the clock closes them, `published()` says what is out, and
        `close()` ends it for ever.
        """
        from epsilog.live.look import Place
        from epsilog.live.stream import open_stream
        from epsilog.pay.stream_request import StreamRequest
        from epsilog.roles.stream_rules import Rules, Said

        spec = self._asked(queries, edition, epsilon, delta, 0, during, confidence, Tidy(), ())
        place = Place(Path(folder), key=None if key is None else Path(key))
        said = Said.of(rules) if isinstance(rules, Rules) else Said.read(rules or {})
        with open_stream(StreamRequest.of(spec, said), self._ledger, place) as held:
            yield held

    def balance(self) -> Account:
        """The account as it stands now."""
        return self._ledger.account(self._account)

    def history(self) -> list[Line]:
        """What was written about the account, oldest first."""
        return self._ledger.history(self._account)


def _no_query() -> SpecError:
    return SpecError(
        "is a Entry, or a list of them",
        where="queries",
        hint='Query("rows", by={"region": ["North", "South"]}); {count: rows} is how a spec file says it',
    )
