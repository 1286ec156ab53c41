"""Whatever can be wrong with a request and is known without reading a row: looked at in order, nothing spent."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final, Literal, TypeVar

from epsilog.core.ledger import State
from epsilog.errors import BudgetExceeded, EpsilogError, PolicyError
from epsilog.pay.door import Door
from epsilog.pay.edition import another_release, name_is_taken, open_stream_of
from epsilog.pay.key import used_up
from epsilog.pay.request import refuse_live
from epsilog.pay.trial import plan_and_try
from epsilog.plan.cost import standing_of
from epsilog.plan.currency import closes
from epsilog.plan.planned_question import KEY as TIME_COLUMN
from epsilog.plan.planned_question import another_question, fix_time_column
from epsilog.roles.spec import Spec
from epsilog.show.map.draw import check_maps

if TYPE_CHECKING:
    from epsilog.ledger import Ledger
    from epsilog.ledger.reading import Account
    from epsilog.roles.plan import Plan

T = TypeVar("T")
Step = Literal["spec", "source", "map", "account", "plan", "budget", "key", "sign", "folder"]
STEPS: Final[tuple[Step, ...]] = ("spec", "source", "map", "account", "plan", "budget", "key")


@dataclass(frozen=True)
class Finding:
    """What one step found: nothing wrong, a remark, or why it is refused; skipped where it would mean nothing."""

    step: Step
    error: EpsilogError | None = None
    remark: str = ""
    skipped: bool = False
    files: tuple[int, int] | None = None  # how many were found, under how many names
    ticks: tuple[str, str] | None = None  # how many a live series has published, of how many


PUBLISHED: Final = Finding("key", remark="published")


def check(
    spec: Spec, ledger: Ledger | None, base: Path | None = None, *, missing: EpsilogError | None = None
) -> list[Finding]:
    """Look at source, shapes, account, plan, budget and key of a readable spec; `missing`: why there is no ledger.

    Reads the header of the file and no row; writes nothing into the ledger.
    """
    if ledger is not None and _try(lambda: _key(spec, ledger))[0] == PUBLISHED:
        # The stored release costs nothing, however little is left, and comes back whatever became of the file.
        steps = [step for step in STEPS if step not in ("spec", "key") and (step != "map" or _has_shapes(spec))]
        return [Finding("spec"), *(Finding(step, remark="stored", skipped=True) for step in steps), PUBLISHED]
    _, error = _try(lambda: refuse_live(spec))
    findings = [Finding("spec", error)]
    files, error = _try(lambda: _header(spec, base))
    findings.append(Finding("source", error, files=files))
    if _has_shapes(spec):
        _, error = _try(lambda: check_maps(spec, base))
        findings.append(Finding("map", error))
    account: Account | None = None
    planned: Plan | None = None
    if ledger is None:
        findings.append(Finding("account", missing, skipped=missing is None))
        _, error = _try(lambda: plan_and_try(spec))
        return [*findings, Finding("plan", error), Finding("budget", skipped=True), Finding("key", skipped=True)]
    account, error = _try(lambda: ledger.account(spec.spend.account))
    if account is not None:
        found = account
        _, error = _try(lambda: _matches(spec, found, ledger))
    findings.append(Finding("account", error))
    terms = None if account is None or error is not None else account.terms
    planned, error = _try(lambda: plan_and_try(spec, terms))
    findings.append(Finding("plan", error))
    if account is None or planned is None or terms is None:
        return [*findings, Finding("budget", skipped=True), Finding("key", skipped=True)]
    return [*findings, _budget(planned, account, ledger), _key(spec, ledger)]


def _try(work: Callable[[], T]) -> tuple[T | None, EpsilogError | None]:
    try:
        return work(), None
    except EpsilogError as error:
        return None, error


def _has_shapes(spec: Spec) -> bool:
    return any(query.map is not None and query.map.geojson is not None for query in spec.publish)


def _header(spec: Spec, base: Path | None) -> tuple[int, int] | None:
    door = Door(None, base)
    with door.opened(spec, answers=False):
        return door.count_files(spec)


def _matches(spec: Spec, account: Account, ledger: Ledger) -> None:
    account.terms.must_match(spec.protect.unit, spec.protect.zone)
    if ledger.find(account.name, TIME_COLUMN) is not None:  # so nothing is written by comparing with it
        fix_time_column(spec, ledger, ())


def _budget(planned: Plan, account: Account, ledger: Ledger) -> Finding:
    error = _unpaid(planned, account, ledger)
    leg = None if error is not None else closes(planned, ledger)
    return Finding("budget", error, remark="" if leg is None else f"closes.{leg}")


def _unpaid(planned: Plan, account: Account, ledger: Ledger) -> EpsilogError | None:
    """Why the ledger would refuse to pay now, if it would: the account itself or one above it."""
    if ledger.stopped is not None:
        return PolicyError("the whole ledger is stopped", where="ledger", hint="epsilog ledger show")
    if account.divided:
        return PolicyError(
            f"{account.name} is divided: what is left of it is its reserve",
            where="spend.from",
            hint="spend from an account below it, or have two people move the reserve",
        )
    spec = planned.spec
    unplanned = ledger.calendar_refusal(account.name, planned.charge, key=spec.key, blocks=planned.blocks)
    wrong = unplanned or another_question(spec, ledger)
    if wrong is not None and ledger.find(account.name, spec.key) is None:
        return wrong
    known = {one.name: one for one in ledger.accounts()}
    paying: Account | None = account
    while paying is not None:
        now = standing_of(planned, paying)
        if now.stopped is not None:
            return PolicyError(f"{paying.name} is stopped", where="spend.from", hint="two people may resume it")
        if not now.fits:
            left = max(0, now.cap - now.used)
            return BudgetExceeded(
                f"{paying.name} cannot pay: the release costs {now.price / 1e12:.6g}, {left / 1e12:.6g} is left",
                where="spend",
                hint="spend less, publish fewer cells, or have two people raise the cap",
            )
        paying = known.get(paying.parent) if paying.parent is not None else None
    return None


def _key(spec: Spec, ledger: Ledger) -> Finding:
    receipt = ledger.find(spec.spend.account, spec.key)
    if receipt is None:
        if another_release(spec, ledger) is None:
            return Finding("key")
        stream, wrong = _try(lambda: open_stream_of(spec, ledger))
        if stream is not None and spec.stream is not None:
            remark = "stream.closed" if stream.is_closed else "stream.open"
            return Finding("key", remark=remark, ticks=(f"{stream.done:,}", stream.total))
        return Finding("key", wrong or name_is_taken(stream))
    if receipt.state in (State.COMMITTED, State.DELIVERED):
        return PUBLISHED
    if receipt.state in (State.RESERVED, State.STARTED) and not ledger.is_abandoned(receipt):
        return Finding("key", remark="under_way")
    return Finding("key", used_up(receipt))
