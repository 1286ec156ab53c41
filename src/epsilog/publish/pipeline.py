"""From a request to a release: pay, read bounded, draw, store, deliver. Read this file first.

::

    spec ── plan ──► reserve ──► start ──► bounded ──► grains ──► commit ──► deliver ──► Release
            no data touched │   on disk │       private, in memory │       public

Everything that can be refused without a look at a row is refused before a price is held. Once `start` is on disk
the price is spent, whatever happens: whether the rest succeeds may depend on data. So a failure behind that line
has one wording, whatever its cause; the key is forfeited and never drawn again. A key that has been drawn gives the
stored release: the same bytes, no data read, nothing spent.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from epsilog.core.ledger import Receipt, State
from epsilog.core.mechanism import RandomWords
from epsilog.core.source import Source
from epsilog.errors import LedgerError, SpecError
from epsilog.ledger import Ledger
from epsilog.ledger.chain import digest_of
from epsilog.ledger.failpoint import reach
from epsilog.noise import system
from epsilog.pay.door import Door, Progress
from epsilog.pay.edition import refuse_a_second_meaning
from epsilog.pay.paid import Priced, pay_once
from epsilog.pay.request import Request, refuse_live
from epsilog.pay.steward_look import last_look
from epsilog.plan.planned_question import refuse_another_question
from epsilog.publish.drawing import draw_all, unpack_choices
from epsilog.publish.stages import find_first, read_bounded
from epsilog.roles.spec import Spec
from epsilog.show.conditions import conditions_of, software
from epsilog.show.release import Release
from epsilog.show.result import Result


def publish(
    spec: Spec,
    ledger: Ledger,
    *,
    frame: object | None = None,
    base: Path | None = None,
    progress: Progress | None = None,
) -> Release:
    """Pay for a release and make it; for a known key, hand out the stored one.

    frame      the rows, where the spec names no file: a Polars, pandas or Arrow table
    base       the folder that relative file names start from; the working directory if None
    progress   called with a step (read, wait), how much of it is done, and how much there is

    A refusal before data is opened costs nothing. A failure after it costs the price.
    """
    door = Door(frame, base, progress)
    del frame  # so that no traceback of ours, however curious, can show it
    return publish_with(system, spec, ledger, door)


def publish_with(rng: RandomWords, spec: Spec, ledger: Ledger, door: Door) -> Release:
    """The same with given random words. Not for releases: `publish` and `epsilog.testing` are its only callers."""
    refuse_live(spec)
    receipt = pay_once(spec, ledger, lambda: _ready(rng, spec, ledger, door), door.progress)
    if receipt.repeated:
        return _deliver(ledger, receipt)
    reach("publish committed")
    release = _deliver(ledger, receipt)
    reach("publish delivered")
    return release


@contextmanager
def _ready(rng: RandomWords, spec: Spec, ledger: Ledger, door: Door) -> Iterator[Priced]:
    """Refuse, plan, open the source as far as its header, and say the price. No row is read."""
    refuse_a_second_meaning(spec, ledger)
    refuse_another_question(spec, ledger)
    door.check_maps(spec)
    request = Request.of(spec, ledger)
    day = last_look(spec.spend.account, ledger)
    with door.opened(request.plan.spec) as source:

        def make(receipt: Receipt) -> bytes:
            noisy = door.behind(lambda: _answer(source, request, rng, door, day), receipt.id)
            reach("publish drawn")
            return noisy

        yield request.price_at(ledger, make)


def _answer(source: Source, request: Request, rng: RandomWords, door: Door, day: str) -> bytes:
    """Read, draw, write down. The only place where private numbers and noise meet."""
    plan = find_first(request.plan, source, rng, door.reading)
    exact = read_bounded(plan.spec, source, door.reading)
    reach("publish read")
    plan, grains = unpack_choices(plan, draw_all(request.mechanisms_of(plan), plan, exact, rng))
    now = dt.datetime.now(dt.UTC).isoformat(timespec="seconds")
    return Result(plan, grains, now, software(), rng.reproducible, day).to_bytes()


def find_stored(wanted: Spec | str, ledger: Ledger, account: str | None = None) -> Release:
    """A release that was made before, by its spec or its key: nothing is read, nothing is spent."""
    if isinstance(wanted, Spec):
        account, key = wanted.spend.account, wanted.key
    else:
        key = wanted
    if account is None:
        raise SpecError("say which account paid", where="account", hint="the account of `spend.from`")
    receipt = ledger.find(account, key)
    if receipt is None or receipt.state not in (State.COMMITTED, State.DELIVERED):
        raise SpecError("nothing was published under this key", where="key", hint="epsilog ledger history")
    return _deliver(ledger, receipt)


def _deliver(ledger: Ledger, receipt: Receipt) -> Release:
    body = ledger.deliver(receipt)
    result = Result.from_bytes(body)
    if not result.plan.is_paid_by(receipt):
        raise LedgerError("the stored result is not what this receipt paid for", hint="epsilog ledger verify")
    return Release(
        result=result,
        receipt=replace(receipt, state=State.DELIVERED),
        repeated=receipt.repeated,
        account=ledger.account(receipt.account),
        ledger=ledger.identity,
        fingerprint=digest_of(body),
        conditions=conditions_of(receipt.account, ledger),
    )
