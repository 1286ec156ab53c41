"""A ledger and a model of it in plain dictionaries are asked the same things, whatever comes to mind; they agree.

The model knows nothing of journals, pages or databases: an account is its cap, its children and what was posted per
block; a release is a state. Every answer, refusal and balance is compared.
"""

from __future__ import annotations

import itertools
import tempfile
from collections import defaultdict
from contextlib import nullcontext
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from epsilog.accounting.allowance import Allowance
from epsilog.errors import BudgetExceeded, EpsilogError, LedgerError, PolicyError, PrivacyError, SpecError
from epsilog.ledger import Ledger, State
from ledger_places import Places
from ledger_scenes import BOARD, pure, pure_terms

CAP = 100
FAILURES = 2
BLOCKS = ("2026-01", "2026-02", "2026-03")
KEYS = [f"key {n}" for n in range(12)]
_numbers = itertools.count()


@dataclass
class ModelAccount:
    name: str
    parent: ModelAccount | None
    cap: int
    timed: bool
    held: dict[str, int] = field(default_factory=lambda: defaultdict(int))
    spent: dict[str, int] = field(default_factory=lambda: defaultdict(int))
    full: set[str] = field(default_factory=set)
    children: list[ModelAccount] = field(default_factory=list)
    stopped: bool = False
    failures: int = 0

    def lineage(self) -> list[ModelAccount]:
        return [*(self.parent.lineage() if self.parent else []), self]


@dataclass
class ModelRelease:
    account: ModelAccount
    request: str
    cost: int
    blocks: tuple[str, ...]
    state: State
    receipt: str
    results: dict[int, bytes] = field(default_factory=dict)
    ticks: list[str] = field(default_factory=list)
    closed: bool = False


class LedgerMachine(RuleBasedStateMachine):
    """See the module."""

    new_place: Any = None

    @initialize(timed=st.booleans())
    def begin(self, timed: bool) -> None:
        self.timed = timed
        self.place = type(self).new_place()
        self.ledger = Ledger.open(self.place, create=True)
        self.ledger.open_account("root", pure_terms(CAP, per="1mo" if timed else None, failures=FAILURES), by="Ada")
        self.accounts = [ModelAccount("root", None, CAP, timed)]
        self.releases: dict[str, ModelRelease] = {}
        self.all_stopped = False

    def teardown(self) -> None:
        if not hasattr(self, "ledger"):
            return
        verdict = self.ledger.verify()
        self.ledger.close()
        assert verdict.damage is None, verdict.damage

    def _stopped(self, account: ModelAccount) -> bool:
        return self.all_stopped or any(above.stopped for above in account.lineage())

    # What the model expects of a payment: the error, or None.

    def _refusal(self, account: ModelAccount, cost: int, blocks: tuple[str, ...]) -> type[EpsilogError] | None:
        if self._stopped(account) or account.children:
            return PolicyError
        for above in account.lineage():
            for block in blocks:
                if above.held[block] + above.spent[block] + cost > above.cap:
                    return BudgetExceeded
                if block in above.full:
                    return PolicyError
        return None

    def _spend(self, account: ModelAccount, cost: int, blocks: tuple[str, ...]) -> None:
        for above in account.lineage():
            for block in blocks:
                above.spent[block] += cost
                if above.spent[block] == above.cap:
                    above.full.add(block)

    @rule(
        which=st.integers(0, 9),
        key=st.sampled_from(KEYS),
        cost=st.integers(1, 60),
        request=st.sampled_from(["plan", "another plan"]),
        blocks=st.sets(st.sampled_from(BLOCKS), min_size=1, max_size=2),
        started=st.booleans(),
    )
    def pay(self, which: int, key: str, cost: int, request: str, blocks: set[str], started: bool) -> None:
        account = self.accounts[which % len(self.accounts)]
        touched = tuple(sorted(blocks)) if self.timed else ("*",)
        given = touched if self.timed else ()
        act = self.ledger.debit if started else self.ledger.reserve
        known = self.releases.get(key)
        if known is not None:
            if (known.account, known.request, known.cost, known.blocks) != (account, request, cost, touched):
                with pytest.raises(SpecError, match="another request"):
                    act(account.name, pure(cost), request, key=key, blocks=given)
            elif known.state in (State.FORFEITED, State.RELEASED):
                with pytest.raises(PrivacyError, match="new edition"):
                    act(account.name, pure(cost), request, key=key, blocks=given)
            else:
                self._ask_again(key, started)
            return
        refusal = self._refusal(account, cost, touched)
        if refusal is not None:
            with pytest.raises(refusal):
                act(account.name, pure(cost), request, key=key, blocks=given)
            return
        receipt = act(account.name, pure(cost), request, key=key, blocks=given)
        state = State.STARTED if started else State.RESERVED
        assert (receipt.state, receipt.repeated, receipt.blocks) == (state, False, touched)
        self.releases[key] = ModelRelease(account, request, cost, touched, state, receipt.id)
        if started:
            self._spend(account, cost, touched)
        else:
            for above in account.lineage():
                for block in touched:
                    above.held[block] += cost

    @precondition(lambda self: self.releases)
    @rule(data=st.data(), started=st.booleans())
    def pay_again(self, data: st.DataObject, started: bool) -> None:
        key = data.draw(st.sampled_from(sorted(self.releases)))
        if self.releases[key].state in (State.FORFEITED, State.RELEASED):
            with pytest.raises(PrivacyError, match="new edition"):
                self._ask_again(key, started)
        else:
            self._ask_again(key, started)

    def _ask_again(self, key: str, started: bool) -> None:
        """The same request again gives the first receipt; where it is stopped, only what is committed already."""
        known = self.releases[key]
        act = self.ledger.debit if started else self.ledger.reserve
        given = known.blocks if self.timed else ()
        if known.state in (State.RESERVED, State.STARTED) and self._stopped(known.account):
            with pytest.raises(PolicyError):
                act(known.account.name, pure(known.cost), known.request, key=key, blocks=given)
            return
        again = act(known.account.name, pure(known.cost), known.request, key=key, blocks=given)
        assert (again.id, again.state, again.repeated) == (known.receipt, known.state, True)

    @precondition(lambda self: self.releases)
    @rule(data=st.data())
    def start(self, data: st.DataObject) -> None:
        release = self._some(data)
        if release.state is not State.RESERVED:
            with pytest.raises(PrivacyError):
                self.ledger.start(release.receipt)
            return
        if self._stopped(release.account):
            with pytest.raises(PolicyError):
                self.ledger.start(release.receipt)
            return
        self.ledger.start(release.receipt)
        self._free(release)
        self._spend(release.account, release.cost, release.blocks)
        release.state = State.STARTED

    @precondition(lambda self: self.releases)
    @rule(data=st.data(), value=st.binary(max_size=3), tick=st.integers(0, 2), last=st.booleans())
    def commit(self, data: st.DataObject, value: bytes, tick: int, last: bool) -> None:
        release = self._some(data)
        stored = release.results.get(tick)
        if (stored is not None and stored != value) or (stored is None and release.state is not State.STARTED):
            with pytest.raises(PrivacyError):
                self.ledger.commit(release.receipt, value, tick=tick, last=last)
            return
        self.ledger.commit(release.receipt, value, tick=tick, last=last)
        if stored is None:
            release.results[tick] = value
            release.state = State.COMMITTED if last else release.state

    @precondition(lambda self: self.releases)
    @rule(data=st.data(), tick=st.integers(0, 2))
    def deliver(self, data: st.DataObject, tick: int) -> None:
        release = self._some(data)
        if tick not in release.results:
            with pytest.raises(EpsilogError):
                self.ledger.deliver(release.receipt, tick=tick)
            return
        assert self.ledger.deliver(release.receipt, tick=tick) == release.results[tick]
        found = self.ledger.find("root", next(k for k, r in self.releases.items() if r is release))
        assert found is not None
        # A stream is DELIVERED with the first tick handed out after its last; nothing but the word changes.
        assert found.state in (release.state, State.DELIVERED)
        if release.state is State.COMMITTED:
            release.state = found.state

    @precondition(lambda self: self.releases)
    @rule(data=st.data(), value=st.sampled_from("ab"), ahead=st.integers(-2, 1))
    def tick(self, data: st.DataObject, value: str, ahead: int) -> None:
        release = self._some(data)
        number, value = max(1, len(release.ticks) + 1 + ahead), 64 * value
        refusal: type[EpsilogError] | None = None
        if release.state not in (State.COMMITTED, State.DELIVERED):
            refusal = PrivacyError
        elif number <= len(release.ticks):
            refusal = None if release.ticks[number - 1] == value else LedgerError
        elif release.closed or number > len(release.ticks) + 1:
            refusal = LedgerError
        elif self._stopped(release.account):
            refusal = PolicyError
        else:
            release.ticks.append(value)
        with nullcontext() if refusal is None else pytest.raises(refusal):
            self.ledger.tick(release.receipt, number, value)
        assert self.ledger.last_tick(release.receipt) == (
            (len(release.ticks), release.ticks[-1]) if release.ticks else None
        )

    @precondition(lambda self: self.releases)
    @rule(data=st.data())
    def close_stream(self, data: st.DataObject) -> None:
        release = self._some(data)
        opened = release.state in (State.COMMITTED, State.DELIVERED)
        with nullcontext() if opened else pytest.raises(PrivacyError):
            self.ledger.close_stream(release.receipt)
        release.closed = release.closed or opened
        assert self.ledger.is_closed(release.receipt) == release.closed

    @precondition(lambda self: self.releases)
    @rule(data=st.data())
    def release(self, data: st.DataObject) -> None:
        release = self._some(data)
        if release.state is not State.RESERVED:
            with pytest.raises(PrivacyError):
                self.ledger.release(release.receipt, why="cancelled")
            return
        self.ledger.release(release.receipt, why="cancelled")
        self._free(release)
        release.state = State.RELEASED

    @precondition(lambda self: self.releases)
    @rule(data=st.data())
    def forfeit(self, data: st.DataObject) -> None:
        release = self._some(data)
        if release.state is not State.STARTED:
            with pytest.raises(PrivacyError):
                self.ledger.forfeit(release.receipt, why="failed")
            return
        self.ledger.forfeit(release.receipt, why="failed")
        release.state = State.FORFEITED
        release.account.failures += 1
        if release.account.failures >= FAILURES:
            release.account.stopped = True

    @precondition(lambda self: self.releases)
    @rule(data=st.data())
    def refund(self, data: st.DataObject) -> None:
        release = self._some(data)
        if release.state is not State.FORFEITED or release.results:
            with pytest.raises(PrivacyError):
                self.ledger.assert_refund(release.receipt, approvers=BOARD, why="nothing left")
            return
        self.ledger.assert_refund(release.receipt, approvers=BOARD, why="nothing left")
        for above in release.account.lineage():
            for block in release.blocks:
                above.spent[block] -= release.cost
        release.state = State.RELEASED

    @rule(which=st.integers(0, 9), stop=st.booleans())
    def stop_or_resume(self, which: int, stop: bool) -> None:
        account = self.accounts[which % len(self.accounts)]
        if stop:
            self.ledger.stop(account.name, by="Ada", why="a doubt")
            account.stopped = True
        else:
            self.ledger.resume(account.name, approvers=BOARD, why="no doubt")
            account.stopped, account.failures = False, 0
            account.full.clear()

    @rule()
    def stop_or_resume_everything(self) -> None:
        if self.all_stopped:
            self.ledger.resume(None, approvers=BOARD, why="checked")
        else:
            self.ledger.stop(None, by="Grace", why="a leak")
        self.all_stopped = not self.all_stopped

    @precondition(lambda self: len(self.accounts) < 6)
    @rule(which=st.integers(0, 9), tenths=st.integers(1, 9))
    def allocate(self, which: int, tenths: int) -> None:
        parent = self.accounts[which % len(self.accounts)]
        name = f"child-{len(self.accounts)}"
        cap = parent.cap * tenths // 10
        given = sum(child.cap for child in parent.children)
        if self._stopped(parent):
            with pytest.raises(PolicyError):
                self.ledger.allocate(parent.name, {name: f"{tenths}/10"}, by="Ada")
        elif given + cap > parent.cap or cap == 0:
            with pytest.raises((PrivacyError, SpecError)):
                self.ledger.allocate(parent.name, {name: f"{tenths}/10"}, by="Ada")
        else:
            self.ledger.allocate(parent.name, {name: f"{tenths}/10"}, by="Ada")
            child = ModelAccount(f"{parent.name}/{name}", parent, cap, self.timed)
            parent.children.append(child)
            self.accounts.append(child)

    @rule(by=st.integers(-5, 40))
    def raise_cap(self, by: int) -> None:
        root = self.accounts[0]
        if by <= 0:
            with pytest.raises(EpsilogError):
                self.ledger.raise_cap("root", Allowance.pure(f"{root.cap + by}e-12"), approvers=BOARD, why="why")
            return
        self.ledger.raise_cap("root", Allowance.pure(f"{root.cap + by}e-12"), approvers=BOARD, why="why")
        root.cap += by
        root.full.clear()

    @precondition(lambda self: len(self.accounts) > 1)
    @rule(which=st.integers(0, 9), tenths=st.integers(-5, 5).filter(bool))
    def move_reserve(self, which: int, tenths: int) -> None:
        child = self.accounts[1 + which % (len(self.accounts) - 1)]
        assert child.parent is not None
        moved = child.parent.cap * abs(tenths) // 10
        cap = child.cap + (moved if tenths > 0 else -moved)
        others = sum(other.cap for other in child.parent.children if other is not child)
        most = max((child.held[block] + child.spent[block] for block in {*child.held, *child.spent}), default=0)
        fits = others + cap <= child.parent.cap and cap > 0 and most <= cap
        fits = fits and sum(below.cap for below in child.children) <= cap and moved > 0
        if not fits:
            with pytest.raises((PrivacyError, SpecError)):
                self.ledger.move_reserve(child.name, f"{tenths}/10", approvers=BOARD, why="why")
            return
        self.ledger.move_reserve(child.name, f"{tenths}/10", approvers=BOARD, why="why")
        child.cap = cap
        child.full.clear()

    @rule()
    def close_and_open_again(self) -> None:
        self.ledger.close()
        self.ledger = Ledger.open(self.place)

    @invariant()
    def the_books_say_the_same(self) -> None:
        if not hasattr(self, "ledger"):
            return
        found = {account.name: account for account in self.ledger.accounts()}
        assert set(found) == {account.name for account in self.accounts}
        for account in self.accounts:
            seen = {balance.block: balance for balance in found[account.name].balances}
            for block in {*account.held, *account.spent, *seen}:
                held, spent = account.held[block], account.spent[block]
                assert held + spent <= account.cap
                if block in seen:
                    assert (seen[block].held.main, seen[block].spent.main) == (held, spent), (account.name, block)
                    if block != "*" or not self.timed:
                        assert seen[block].cap.main == account.cap
                else:
                    assert (held, spent) == (0, 0)
            assert bool(found[account.name].stopped) == account.stopped
            assert found[account.name].failures == account.failures
        assert (self.ledger.stopped is not None) == self.all_stopped
        for key, release in self.releases.items():
            receipt = self.ledger.find("root", key)
            assert receipt is not None
            assert (receipt.id, receipt.state, receipt.account) == (
                release.receipt,
                release.state,
                release.account.name,
            )

    def _some(self, data: st.DataObject) -> ModelRelease:
        return self.releases[data.draw(st.sampled_from(sorted(self.releases)))]

    def _free(self, release: ModelRelease) -> None:
        for above in release.account.lineage():
            for block in release.blocks:
                above.held[block] -= release.cost


def _run(new_place: Any, examples: int, steps: int) -> None:
    machine = type("Machine", (LedgerMachine,), {"new_place": staticmethod(new_place)})
    run_state_machine_as_test(
        machine,
        settings=settings(
            max_examples=examples,
            stateful_step_count=steps,
            deadline=None,
            database=None,
            suppress_health_check=list(HealthCheck),
            phases=[Phase.generate, Phase.shrink],
        ),
    )


@pytest.mark.parametrize("examples", [25, pytest.param(600, marks=pytest.mark.nightly)])
def test_a_file_agrees_with_the_model(tmp_path: Path, examples: int) -> None:
    def fresh() -> str:
        return str(Path(tempfile.mkdtemp(dir=tmp_path)) / f"{next(_numbers)}.db")

    _run(fresh, examples, 40)


@pytest.mark.parametrize("examples", [6, pytest.param(200, marks=pytest.mark.nightly)])
def test_a_server_agrees_with_the_model(places: Places, examples: int) -> None:
    _run(places.server, examples, 30)
