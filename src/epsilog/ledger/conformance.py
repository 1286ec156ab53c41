"""Whether a ledger keeps its promises: a set of checks anybody can run against their own database."""

from __future__ import annotations

import secrets
import threading
from collections.abc import Callable
from fractions import Fraction

from epsilog.accounting.allowance import Allowance
from epsilog.core.charge import Gaussian, Pure
from epsilog.core.unit import Unit
from epsilog.errors import BudgetExceeded, EpsilogError, LedgerError, PolicyError, PrivacyError, SpecError
from epsilog.ledger.chain import digest_of
from epsilog.ledger.ledger import Ledger
from epsilog.ledger.receipt import State
from epsilog.ledger.terms import Terms

_BOARD = ("Ada", "Grace")


def check_ledger(open_ledger: Callable[[], Ledger]) -> int:
    """Run every check; returns how many there were, or raises AssertionError at the first that fails.

    `open_ledger` opens the same ledger each time it is called, one made for the purpose: the checks open accounts
    (under names never used before), spend from them and stop them again. Two handles are used at once.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     check_ledger(lambda: Ledger.open(f"{folder}/ledger.db", create=True))
    51
    """
    with open_ledger() as ledger, open_ledger() as other:
        checks = _Checks(ledger, other)
        for check in (
            checks.states,
            checks.keys,
            checks.caps,
            checks.blocks,
            checks.tree,
            checks.race,
            checks.refunds,
            checks.stops,
            checks.results,
            checks.streams,
            checks.governance,
            checks.turning,
            checks.whole,
        ):
            check()
        return checks.count


class _Checks:
    def __init__(self, ledger: Ledger, other: Ledger) -> None:
        self.ledger = ledger
        self.other = other
        self.count = 0
        self._word = secrets.token_hex(4)
        self._names = 0

    def that(self, holds: bool, promise: str) -> None:
        self.count += 1
        if not holds:
            raise AssertionError(f"check {self.count}: {promise}")

    def refused(self, act: Callable[[], object], kind: type[EpsilogError], promise: str) -> None:
        try:
            act()
        except kind:
            self.that(True, promise)
        except EpsilogError as error:
            self.that(False, f"{promise} (said {type(error).__name__} instead of {kind.__name__})")
        else:
            self.that(False, promise)

    def account(self, cap: int = 100, per: str | None = None, failures: int = 100) -> str:
        self._names += 1
        name = f"check-{self._word}-{self._names}"
        terms = Terms(Unit("person", per=per), Allowance.pure(f"{cap}e-12"), failures=failures)
        self.ledger.open_account(name, terms, by="Ada")
        return name

    def used(self, name: str, block: str = "*") -> tuple[int, int]:
        for balance in self.other.account(name).balances:
            if balance.block == block:
                return balance.held.main, balance.spent.main
        return 0, 0

    def states(self) -> None:
        name = self.account()
        receipt = self.ledger.reserve(name, _units(30), "plan", key="k")
        self.that(self.used(name) == (30, 0), "reserving holds the price")
        self.refused(
            lambda: self.ledger.commit(receipt, b"x"), PrivacyError, "nothing is committed before the start"
        )
        self.ledger.start(receipt)
        self.that(self.used(name) == (0, 30), "starting spends what was held")
        self.refused(lambda: self.ledger.release(receipt, why="no"), PrivacyError, "no way back after the start")
        self.ledger.commit(receipt, b"noisy")
        self.that(self.ledger.deliver(receipt) == b"noisy", "what was committed is delivered")
        self.that(self.other.deliver(receipt) == b"noisy", "and delivered again with the same value")
        found = self.other.find(name, "k")
        self.that(found is not None and found.state is State.DELIVERED, "the receipt says how far it has come")
        self.that(self.used(name) == (0, 30), "delivering costs nothing more")

    def keys(self) -> None:
        name = self.account()
        first = self.ledger.debit(name, _units(10), "plan", key="k")
        again = self.other.debit(name, _units(10), "plan", key="k")
        self.that((again.id, again.repeated) == (first.id, True), "a known key gives the first receipt")
        self.that(self.used(name) == (0, 10), "and is paid once")
        self.refused(
            lambda: self.other.debit(name, _units(10), "else", key="k"), SpecError, "a key is one request's"
        )
        self.refused(lambda: self.other.debit(name, _units(11), "plan", key="k"), SpecError, "at one price")
        self.ledger.forfeit(first, why="failed")
        self.refused(
            lambda: self.other.debit(name, _units(10), "plan", key="k"),
            PrivacyError,
            "a lost key is not drawn again",
        )

    def caps(self) -> None:
        name = self.account(cap=10)
        self.ledger.debit(name, _units(9), "plan", key="most")
        self.refused(lambda: self.other.debit(name, _units(2), "plan", key="more"), BudgetExceeded, "the cap holds")
        self.that(self.used(name) == (0, 9), "a refusal spends nothing")
        self.that(self.other.find(name, "more") is None, "and leaves no receipt")
        self.ledger.debit(name, _units(1), "plan", key="the last")
        self.that(self.used(name) == (0, 10), "the cap can be used to the last unit")
        self.refused(
            lambda: self.ledger.debit(name, Pure(Fraction(1, 10**30)), "plan", key="dust"),
            EpsilogError,
            "and no further",
        )

    def blocks(self) -> None:
        name = self.account(cap=10, per="1mo")
        self.ledger.debit(name, _units(10), "plan", key="a", blocks=["2026-01"])
        self.ledger.debit(name, _units(4), "plan", key="b", blocks=["2026-02", "2026-03"])
        spent = [self.used(name, block)[1] for block in ("2026-01", "2026-02", "2026-03")]
        self.that(spent == [10, 4, 4], "each block touched pays in full")
        both = ["2026-01", "2026-02"]
        self.refused(
            lambda: self.ledger.debit(name, _units(1), "plan", key="c", blocks=both),
            EpsilogError,
            "one full block refuses",
        )
        self.refused(lambda: self.ledger.debit(name, _units(1), "plan", key="d"), SpecError, "blocks are said")

    def tree(self) -> None:
        root = self.account(cap=100)
        self.ledger.allocate(root, {"a": "0.5", "b": "0.3"}, by="Ada")
        self.ledger.debit(f"{root}/a", _units(50), "plan", key="k")
        self.that(self.used(root) == self.used(f"{root}/a") == (0, 50), "a debit is posted to all above")
        self.refused(
            lambda: self.ledger.debit(f"{root}/a", _units(1), "plan", key="l"), EpsilogError, "a share is a cap"
        )
        self.refused(
            lambda: self.other.allocate(root, {"c": "0.3"}, by="Ada"), PrivacyError, "shares do not exceed it"
        )
        self.refused(
            lambda: self.other.debit(f"{root}/b", _units(1), "else", key="k"),
            SpecError,
            "a key is one in the whole tree",
        )

    def race(self) -> None:
        name = self.account(cap=20)
        paid: list[str] = []

        def spend(ledger: Ledger, word: str) -> None:
            for n in range(20):
                try:
                    ledger.debit(name, _units(1), "plan", key=f"{word} {n}")
                except EpsilogError:
                    continue
                paid.append(word)

        threads = [
            threading.Thread(target=spend, args=pair)
            for pair in ((self.ledger, "a"), (self.other, "b"), (self.ledger, "c"))
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.that(len(paid) == 20, "racing writers are given exactly the cap")
        self.that(self.used(name) == (0, 20), "and the books agree")

    def refunds(self) -> None:
        name = self.account()
        held = self.ledger.reserve(name, _units(10), "plan", key="a")
        self.ledger.release(held, why="cancelled")
        self.that(self.used(name) == (0, 0), "what never started is given back")
        lost = self.ledger.debit(name, _units(10), "plan", key="b")
        self.ledger.forfeit(lost, why="failed")
        self.that(self.used(name) == (0, 10), "what started stays spent")
        self.refused(
            lambda: self.ledger.assert_refund(lost, approvers=["Ada"], why="sure"),
            PolicyError,
            "one person is not enough",
        )
        self.ledger.assert_refund(lost, approvers=_BOARD, why="sure")
        self.that(self.used(name) == (0, 0), "two may assert it back")

    def stops(self) -> None:
        name = self.account(failures=1)
        held = self.ledger.reserve(name, _units(1), "plan", key="held")
        self.ledger.stop(name, by="Ada", why="a doubt")
        self.refused(lambda: self.other.debit(name, _units(1), "plan", key="k"), PolicyError, "a stop stops")
        self.refused(lambda: self.other.start(held), PolicyError, "even what was held")
        self.ledger.resume(name, approvers=_BOARD, why="cleared")
        lost = self.other.debit(name, _units(1), "plan", key="k")
        self.ledger.forfeit(lost, why="failed")
        self.refused(lambda: self.other.debit(name, _units(1), "plan", key="l"), PolicyError, "failures stop it")

    def results(self) -> None:
        name = self.account()
        stream = self.ledger.debit(name, _units(1), "plan", key="k")
        self.ledger.commit(stream, b"", tick=0, last=False)
        self.ledger.commit(stream, b"\x00\xff", tick=1)
        self.that(
            (self.other.deliver(stream, tick=0), self.other.deliver(stream, tick=1)) == (b"", b"\x00\xff"),
            "every tick has its own bytes",
        )
        self.refused(lambda: self.other.commit(stream, b"fresh", tick=1), PrivacyError, "a tick is drawn once")

    def streams(self) -> None:
        name = self.account()
        stream = self.ledger.debit(name, _units(1), "plan", key="k")
        values = [digest_of(b"%d" % number) for number in range(4)]
        self.refused(lambda: self.ledger.tick(stream, 1, values[1]), PrivacyError, "no tick before the opening")
        self.ledger.commit(stream, b"the opening record")
        self.refused(lambda: self.other.tick(stream, 2, values[2]), LedgerError, "no tick is left out")
        self.ledger.tick(stream, 1, values[1])
        self.other.tick(stream, 1, values[1])
        self.that(self.other.last_tick(stream) == (1, values[1]), "a tick is entered once")
        self.refused(lambda: self.other.tick(stream, 1, values[2]), LedgerError, "a tick has one value")
        self.ledger.stop(name, by="Ada", why="a doubt")
        self.refused(lambda: self.other.tick(stream, 2, values[2]), PolicyError, "a stop stops a stream")
        self.ledger.resume(name, approvers=_BOARD, why="cleared")
        self.other.tick(stream, 2, values[2])
        self.other.close_stream(stream)
        self.refused(lambda: self.ledger.tick(stream, 3, values[3]), LedgerError, "a closed stream is closed")
        self.that(self.used(name) == (0, 1), "ticks cost nothing")

    def governance(self) -> None:
        name = self.account(cap=10)
        more = Allowance.pure("20e-12")
        self.refused(
            lambda: self.ledger.raise_cap(name, more, approvers=["Ada", "ADA"], why="more"),
            PolicyError,
            "one is not two",
        )
        self.ledger.raise_cap(name, more, approvers=_BOARD, why="more")
        self.ledger.debit(name, _units(20), "plan", key="k")
        self.that(self.used(name) == (0, 20), "a raised cap can be spent")
        self.refused(
            lambda: self.ledger.open_account(name.upper(), self.ledger.account(name).terms, by="Ada"),
            SpecError,
            "no second account that looks like the first",
        )

    def turning(self) -> None:
        name = f"check-{self._word}-turn"
        terms = Terms(Unit("person"), Allowance.approximate(1, "1e-6"))
        self.ledger.open_account(name, terms, by="Ada")
        self.other.debit(name, _units(10**11), "plan", key="learnt")
        held = self.other.reserve(name, _units(5 * 10**10), "plan", key="held")
        self.ledger.turn(name, "pure", approvers=_BOARD, why="few tables")
        self.that(self.used(name) == (5 * 10**10, 10**11), "a turn prices everything anew")
        self.other.debit(name, _units(3 * 10**11), "plan", key="after")
        self.other.start(held)
        self.that(self.used(name) == (0, 45 * 10**10), "a price from before a turn books nothing")
        self.refused(
            lambda: self.ledger.debit(name, Gaussian(Fraction(10**9), 1), "plan", key="gauss"),
            PrivacyError,
            "pure epsilon pays for nothing without an epsilon",
        )
        self.refused(
            lambda: self.ledger.turn(name, "rho", approvers=_BOARD, why="no"),
            PrivacyError,
            "what does not fit stays",
        )

    def whole(self) -> None:
        verdict = self.other.verify()
        if verdict.damage is not None:
            raise LedgerError(f"entry {verdict.damage.seq}: {verdict.damage.words}")
        self.that(self.ledger.stopped is None, "the books verify and nothing is stopped")


def _units(count: int) -> Pure:
    return Pure(Fraction(count, 10**12))
