"""A live release: paid once, published tick by tick, the same values whatever dies on the way. Read this first.

::

    spec ─ plan ─► reserve ─► start ─► state 0 ─► commit the opening record
                                          │
       the clock closes tick t  ─►  look at the input, draw  ─►  state t on disk  ─►  ledger: tick t  ─►  values.csv

Everything that can be refused without a look at a row is refused before a price is held. After that the order of a
tick is what the promise rests on (docs/proofs/streams.md, section 3): nothing of a tick is seen before its state
and its entry are on disk, and what is on disk is published as it stands. Whoever is killed in between is taken up
by the next process: the same value at least once, no tick lost, no second draw for a tick that was seen.

The mechanisms of a stream: one for each entry, stepped tick by tick, put away and taken up again.

They are the mechanisms of the plan, priced by the plan; a stream has none of its own.
"""

from __future__ import annotations

import datetime as dt
import json
import os
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from functools import cache, partial
from pathlib import Path
from typing import Final, NoReturn

import numpy as np

from epsilog.core.ledger import Receipt, State
from epsilog.core.measure import contribution
from epsilog.core.mechanism import RandomWords
from epsilog.errors import EpsilogError, PrivacyError, SourceError, SpecError
from epsilog.ledger import Ledger
from epsilog.ledger.failpoint import reach
from epsilog.live.changes import ChangeLog
from epsilog.live.clock import StreamClock
from epsilog.live.go_on import Continuation, chain_of, going_on, must_continue
from epsilog.live.look import VALUES, Place, values_of, verified_ticks
from epsilog.live.state import Standing, compare, put_away, taken_up
from epsilog.live.values import digest_after, digest_of_opening
from epsilog.live.vault import SPOOL, Vault
from epsilog.noise import system
from epsilog.pay import door
from epsilog.pay.edition import refuse_a_second_meaning
from epsilog.pay.opening import Opening, opening_of, ticks_of
from epsilog.pay.paid import Priced, pay_once
from epsilog.pay.request import Request
from epsilog.pay.steward_look import last_look
from epsilog.pay.stream_request import StreamRequest
from epsilog.plan.planned_question import refuse_a_planned_name
from epsilog.registry.draws import draw_of, mechanism_of
from epsilog.roles.drawn import CORNERS, STEPS, Part, cells_of, try_out
from epsilog.roles.plan import Plan
from epsilog.roles.tick import Cell, Tick
from epsilog.show.conditions import software
from epsilog.sources.feed import Feed, Wanted
from epsilog.sources.feed_bounding import Room
from epsilog.sources.feed_spool import Spool
from epsilog.sources.no_core_dumps import no_core_dumps

_NUMBERS: Final = 40_000  # of an entry that are tried


def parts_of(plan: Plan) -> list[Part]:
    """One part for each entry of the plan's spec, in order."""
    return [_part(plan, at) for at in range(len(plan.spec.publish))]


def _part(plan: Plan, at: int) -> Part:
    planned = plan.vectors_of(at)
    if len(planned) != 1:
        raise PrivacyError("a stream draws one vector for each entry", where="plan")
    (one,) = planned
    return draw_of(one).live(one, mechanism_of(one), plan)


def try_stream(made: Plan) -> None:
    """Refuse a stream one of whose entries cannot be stepped, put away and taken up again."""
    for at, part in enumerate(parts_of(made)):
        query = made.spec.publish[at]
        width = len(cells_of(query))
        ticks = min(query.grid().size // width, STEPS, max(len(CORNERS), _NUMBERS // width))

        def step_through(part: Part = part, width: int = width, ticks: int = ticks) -> None:
            part.start(system)
            for tick in range(ticks):
                part.step(np.resize(np.array(CORNERS[tick % len(CORNERS)], dtype=np.int64), width), system)
            part.resume(part.save())

        try_out(step_through, f"publish[{at}]")


Words = Callable[[int], RandomWords]
Told = Callable[["Stream", "Tick | None"], None]
_OWNER: Final = "stream.json"
_GLANCE: Final = 0.5


def words_of_the_system(number: int) -> RandomWords:
    """The same source for every tick; tests hand in seeded ones, which say so on the record."""
    return system


class Stream:
    """An open stream, held by this process. Private: it holds its state. `open_stream` makes it."""

    def __init__(
        self,
        request: StreamRequest,
        opening: Opening,
        receipt: Receipt,
        ledger: Ledger,
        place: Place,
        words: Words,
        spool: Spool | None,
    ) -> None:
        self.request, self.opening, self.receipt, self.place = request, opening, receipt, place
        self._ledger, self._words, self._spool = ledger, words, spool
        self._vault = place.vault
        self.ticks = opening.ticks
        self.clock = StreamClock(self.ticks, request.spec.protect.zone, opening.rules, opening.since, place.seconds)
        self._parts: list[Part] = parts_of(opening.plan)
        # A release that wrote no `stdin` into the record had another spelling for numbers of JSON.
        self._feed = feed_of(request, opening.plan, self._vault, place.base, spool, early=opening.stdin is None)
        self.values = values_of(place.folder, opening)
        self._continuation = _continuation(opening, receipt, ledger)
        self._log = ChangeLog(self._vault, receipt.id)
        self._standing: Standing | None = None

    def __repr__(self) -> str:
        done = "stopped" if self._standing is None else f"{self._standing.tick} of {self.ticks.size} ticks"
        return f"Stream({self.receipt.key!r}, {done})"

    def __reduce__(self) -> NoReturn:
        raise PrivacyError("a stream holds its state and is not pickled")

    @property
    def done(self) -> int:
        """How many ticks are published."""
        return self._held.tick

    @property
    def is_over(self) -> bool:
        """Whether the horizon is."""
        return self.done >= self.ticks.size

    @property
    def _held(self) -> Standing:
        if self._standing is None:
            raise PrivacyError("this stream has stopped in the middle of a tick", hint="open it again")
        return self._standing

    def resume(self) -> None:
        """Take up the state; what was drawn and not published is published now, as it stands."""
        standing = taken_up(self._vault, self.receipt.id)
        first = digest_of_opening(self.opening.to_bytes())
        missing = compare(standing, self._ledger.last_tick(self.receipt), first)
        if len(standing.parts) != len(self._parts):
            raise PrivacyError("the state of the stream cannot be read", where="state")
        for part, raw in zip(self._parts, standing.parts, strict=True):
            part.resume(raw)
        self._feed.restore(standing.feed)
        self._log.take_up(self._feed, standing.log)
        if self._continuation is not None:
            self._continuation.restore(standing.brought)
        self.values.begin()
        if missing:
            self._ledger.tick(self.receipt, standing.tick, standing.digest)
        self.values.publish(standing.size, standing.lines)
        self._standing = standing

    def run(
        self, *, ticks: int | None = None, told: Told | None = None, keep_on: Callable[[], bool] = lambda: True
    ) -> int:
        """Publish tick after tick as the clock closes them, until the horizon or `ticks` of them; returns how many.

        `told` hears of every tick, and of every wait (with None); `keep_on` is asked between.
        """
        made = 0
        while not self.is_over and (ticks is None or made < ticks) and keep_on():
            if (left := self.clock.until(self.done)) > 0:
                self._look()
                if told is not None:
                    told(self, None)
                time.sleep(min(_GLANCE, left))
                continue
            tick = self.step()
            made += 1
            if told is not None:
                told(self, tick)
        return made

    def step(self) -> Tick:
        """Close the next tick and publish it. Its time must have come."""
        before = self._held
        if self.is_over:
            raise PrivacyError("all ticks that were paid for are published", where="horizon", hint="extend it")
        if self.clock.until(before.tick) > 0:
            raise PrivacyError("this tick is not over yet", where="clock", hint="ticks close by the clock")
        self._standing = None  # until the tick is on disk there is no state to go on from
        number = before.tick + 1
        cells = door._seal(lambda: self._drawn(number), _stop_error, passes=EpsilogError)
        cells = self._continued(number, cells)
        tick = Tick(number, self.opening.label(number), tuple(cells))
        lines = self.values.lines(number, tick.label, cells)
        log = self._log.write_down(self._feed, number)
        reach("stream changed")
        standing = Standing(
            number,
            digest_after(before.digest, lines),
            before.digest,
            lines,
            before.size + len(before.lines),
            tuple(part.save() for part in self._parts),
            self._feed.head(),
            "" if self._continuation is None else self._continuation.save(),
            log,
        )
        reach("stream drawn")
        put_away(self._vault, self.receipt.id, standing)
        reach("stream saved")
        self._ledger.tick(self.receipt, number, standing.digest)
        reach("stream entered")
        self.values.publish(standing.size, lines)
        reach("stream published")
        self._log.sweep()
        self._standing = standing
        return tick

    def _drawn(self, number: int) -> list[Cell]:
        """Read, close, draw. The only place where private numbers and noise meet."""
        self._read()
        reach("stream read")
        rng = self._words(number)
        if rng.reproducible and not self.opening.reproducible:
            raise PrivacyError("noise from a seed protects nobody, and this stream is a real one")
        rows = self._feed.close()
        return [cell for part, row in zip(self._parts, rows, strict=True) for cell in part.step(row, rng)]

    def _continued(self, number: int, cells: list[Cell]) -> list[Cell]:
        """Beside what was drawn, what it comes to with the last tick of the stream before: public numbers only."""
        if self._continuation is None:
            return cells
        if not self._continuation.knows and (folder := _folder_before(self.place)) is not None:
            self._continuation.look(self._ledger, self.receipt.account, folder)
        return self._continuation.told(number, cells)

    def _look(self) -> None:
        """Read what has come, so that less is left when the tick closes. Cut short, it stops the stream."""
        before, self._standing = self._held, None
        door._seal(self._read, _stop_error, passes=EpsilogError)
        self._standing = before

    def _read(self) -> None:
        if self._spool is not None:
            self._spool.sync()
        self._feed.look(self.clock.now())

    def published(self) -> list[Tick]:
        """Every tick of values.csv, its digests checked against the books; per-step entries smoothed beside."""
        return verified_ticks(self.values, self.opening, self._ledger.last_tick(self.receipt))

    def close(self) -> None:
        """End it for ever: no more ticks, nothing given back, the state destroyed."""
        self._ledger.close_stream(self.receipt)
        reach("stream closed")
        self._standing = None
        self._vault.destroy()


def close_stream(request: StreamRequest, ledger: Ledger, place: Place) -> None:
    """End a stream that nobody runs: no more ticks, nothing given back, the state destroyed. Twice is as once."""
    receipt = ledger.find(request.spend.account, request.key)
    if receipt is None:
        raise SpecError("no such stream was opened", where="spec", hint="open it: epsilog stream run SPEC")
    vault = place.vault
    if not vault.folder.is_dir():
        ledger.close_stream(receipt)
        return
    with vault.lock():
        ledger.close_stream(receipt)
        reach("stream closed")
        vault.destroy()


def feed_of(
    request: StreamRequest,
    plan: Plan,
    vault: Vault,
    base: Path | None,
    spool: Spool | None,
    *,
    early: bool = False,
) -> Feed:
    """The feed of a stream: each entry with the room its sensitivity was worked out from."""
    spec = request.spec
    wanted = []
    for query in spec.publish:
        (measure,) = query.in_cells()
        moved = contribution(measure, query.grid(), spec.protect.unit, spec.bound)
        wanted.append(Wanted(query, None if spec.protect.unit.each == "row" else Room.of(moved)))
    return Feed(
        spec.source,
        spec.protect,
        wanted,
        secret=vault.secret("units"),
        late=request.rules.late,
        future=request.rules.future,
        base=base,
        spool=None if spool is None else spool.path,
        early=early,
    )


@contextmanager
def open_stream(
    request: StreamRequest,
    ledger: Ledger,
    place: Place,
    *,
    stdin: object | None = None,
    words: Words = words_of_the_system,
    continues: str | None = None,
    waiting: Callable[[str, int, int], None] = lambda step, done, total: None,
) -> Iterator[Stream]:
    """Hold a stream: open and pay for it, or take it up where it was left. One process at a time.

    `continues` is the key of the stream whose days end where these begin; its public folder is `place.before`.
    A refusal before the first look costs nothing. `stdin` is a stream of bytes to read rows from; they are written
    to a spool in the private folder before they count. Whether there is one is part of the record: a stream is
    taken up as it was opened.
    """
    vault = place.vault
    with ExitStack() as held:

        @cache
        def hold() -> Spool | None:
            """Take the private folder, once and until the stream is let go, and the rows of standard input."""
            held.enter_context(no_core_dumps())
            held.enter_context(vault.lock() if vault.folder.is_dir() else _nobody(vault))
            return None if stdin is None else Spool(vault.folder, request.spec.source, stdin)

        ready = partial(_ready, request, ledger, place, words, continues, hold)
        known = pay_once(request, ledger, ready, waiting)
        if not known.repeated:
            reach("stream opened")
        elif ledger.is_closed(known):
            raise PrivacyError("the stream is closed", where="edition", hint="a new edition is a new stream")
        spool = hold()
        ledger.deliver(known)
        opening = opening_of(request, ledger, known)
        if vault.fingerprint != opening.key:
            raise PrivacyError("this is another key than the stream was opened with", where=vault.key_file.name)
        if opening.stdin is not None or ledger.last_tick(known) is not None:
            _must_read_as_it_began(opening, vault, spool is not None)
        stream = Stream(request, opening, known, ledger, place, words, spool)
        stream.resume()
        if spool is not None:
            spool.start()
        try:
            yield stream
        finally:
            if spool is not None:
                spool.stop()


@contextmanager
def _ready(
    request: StreamRequest,
    ledger: Ledger,
    place: Place,
    words: Words,
    continues: str | None,
    hold: Callable[[], Spool | None],
) -> Iterator[Priced]:
    """Refuse, plan, try, take the folder, and say the price of the whole horizon. No row is read."""
    refuse_a_second_meaning(request, ledger)
    refuse_a_planned_name(request.release, request.spend.account, ledger)
    if continues is not None:
        must_continue(request, continues, ledger)
    asked = Request.of(request.spec, ledger)
    try_stream(asked.plan)
    place.vault.make()
    spool = hold()
    if (place.folder / VALUES).exists():  # before anything of what lies there is touched
        raise SpecError(
            "the folder holds published values of another stream, or of this one in another ledger",
            where=place.folder.name,
            hint="--ledger PLACE where it was opened; for a new stream --out ANOTHER",
        )
    _must_be_free(place.vault, ledger)
    feed = feed_of(request, asked.plan, place.vault, place.base, spool)
    feed.check()
    ticks_of(asked.plan)
    looked = last_look(request.spend.account, ledger)
    quicker = PrivacyError("another process opened this stream just now", where="key", hint="run it again")

    def make(receipt: Receipt) -> bytes:
        return _begin(request, asked.plan, receipt, place, words, feed, continues, looked, spool is not None)

    yield asked.price_at(ledger, make, quicker)


def _begin(
    request: StreamRequest,
    plan: Plan,
    receipt: Receipt,
    place: Place,
    words: Words,
    feed: Feed,
    continues: str | None,
    looked: str,
    stdin: bool,
) -> bytes:
    """The opening record, the first state put away before it is stored. No row is read."""
    vault = place.vault
    owner = {"account": receipt.account, "key": receipt.key}
    if place.before is not None:
        owner["before"] = os.path.relpath(place.before, place.folder.parent)
    (vault.folder / _OWNER).write_text(json.dumps(owner), encoding="utf-8")
    rng = words(0)
    parts = parts_of(plan)
    for part in parts:
        part.start(rng)
    opening = Opening(
        plan,
        request.rules,
        dt.datetime.fromtimestamp(place.seconds(), dt.UTC).isoformat(timespec="seconds"),
        vault.fingerprint,
        software(),
        rng.reproducible,
        continues,
        () if continues is None else going_on(request.spec),
        stdin=stdin,
        looked=looked,
    )
    place.folder.mkdir(parents=True, exist_ok=True)
    record = opening.to_bytes()
    size = len(values_of(place.folder, opening).header)
    saved = tuple(part.save() for part in parts)
    standing = Standing(0, digest_of_opening(record), "", b"", size, saved, feed.head(), log="[]")
    put_away(vault, receipt.id, standing)
    reach("stream ready")
    return record


def reads_stdin(opening: Opening, vault: Vault) -> bool:
    """Whether the rows of a stream come on standard input. Earlier releases did not say; their spool does."""
    return opening.stdin if opening.stdin is not None else any(vault.folder.glob(f"{SPOOL}.*"))


def _must_read_as_it_began(opening: Opening, vault: Vault, stdin: bool) -> None:
    """Refuse to read the file where a pipe was read before, or the other way round: rows would count twice."""
    began = reads_stdin(opening, vault)
    if began != stdin:
        raise PrivacyError(
            "this stream reads its standard input: it was opened so"
            if began
            else "this stream reads the file of its spec: it was opened so",
            where="stdin",
            hint="epsilog stream run SPEC --stdin" if began else "leave --stdin out; a new edition is a new stream",
        )


def _must_be_free(vault: Vault, ledger: Ledger) -> None:
    """Refuse to write over the state of a stream that may still go on; clear away what never came to be one.

    Only these books can say that a stream never came to be. One they do not know may be open in other books, and
    its state is all that lets it go on.
    """
    if not vault.has_state:
        return
    live = True
    with suppress(OSError, ValueError, KeyError, TypeError, EpsilogError):
        owner = json.loads((vault.folder / _OWNER).read_text(encoding="utf-8"))
        known = ledger.find(owner["account"], owner["key"])
        live = known is None or known.state in (State.STARTED, State.COMMITTED, State.DELIVERED)
    if live:
        raise SpecError(
            "the private folder holds the state of another stream, or of this one in another ledger",
            where=vault.folder.name,
            hint="--ledger PLACE where it was opened; for a new stream --out ANOTHER",
        )
    vault.forget()


def _continuation(opening: Opening, receipt: Receipt, ledger: Ledger) -> Continuation | None:
    chain = chain_of(opening, receipt.account, ledger)
    return Continuation(opening, chain) if chain else None


def _folder_before(place: Place) -> Path | None:
    """Where the stream before publishes, as it was said when this one was opened."""
    with suppress(OSError, ValueError, KeyError, TypeError):
        owner = json.loads((place.vault.folder / _OWNER).read_text(encoding="utf-8"))
        return place.folder.parent / str(owner["before"])
    return None


@contextmanager
def _nobody(vault: Vault) -> Iterator[None]:
    raise PrivacyError(
        "the private folder of the stream is missing: the stream cannot continue, and nothing will be drawn again",
        where=vault.folder.name,
        hint="put the folder back as it was left; otherwise a new edition is a new stream",
    )
    yield


def _stop_error(kind: str) -> EpsilogError:
    return SourceError(
        "the stream stopped in the middle of a tick; nothing of that tick was published",
        where="source",
        hint="the cause is withheld because it may depend on private data; run the stream again to continue",
    )
