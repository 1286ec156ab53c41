"""Ledgers ready for a test: accounts, charges and the few sums every test asks for."""

from __future__ import annotations

from epsilog.accounting.allowance import Allowance
from epsilog.accounting.filter import Amount
from epsilog.core.charge import Pure
from epsilog.core.unit import Unit
from epsilog.ledger import Ledger, Terms

UNIT = 10**12
BOARD = ("Ada", "Grace")


def pure(units: int) -> Pure:
    """A charge of this many of the smallest units there are, in a pure account."""
    return Pure(f"{units}e-12")


def pure_terms(units: int, *, per: str | None = None, failures: int = 1000) -> Terms:
    """An account with a cap of this many smallest units."""
    return Terms(Unit("patient_id", per=per), Allowance.pure(f"{units}e-12"), failures=failures)


def opened(place: str, cap: int = 1000, *, name: str = "clinic", per: str | None = None) -> Ledger:
    """A new ledger with one account."""
    ledger = Ledger.open(place, create=True)
    ledger.open_account(name, pure_terms(cap, per=per), by="Ada")
    return ledger


def used(ledger: Ledger, name: str = "clinic", block: str = "*") -> tuple[int, int]:
    """Held and spent, in smallest units."""
    for balance in ledger.account(name).balances:
        if balance.block == block:
            return balance.held.main, balance.spent.main
    return 0, 0


def whole(ledger: Ledger) -> None:
    """The books verify."""
    verdict = ledger.verify()
    assert verdict.damage is None, verdict.damage
    assert ledger.stopped is None


def nothing_above_a_cap(ledger: Ledger) -> None:
    """Every balance, of every account and block, is within its cap."""
    for account in ledger.accounts():
        for balance in account.balances:
            total = balance.held + balance.spent
            assert total.main <= balance.cap.main, balance
            assert total.delta <= balance.cap.delta, balance
            assert min(balance.held.main, balance.spent.main, balance.held.delta, balance.spent.delta) >= 0, balance


def amount(main: int, delta: int = 0) -> Amount:
    """Shorter."""
    return Amount(main, delta)


def totals(ledger: Ledger) -> dict[str, object]:
    """Everything the books add up to, as tests/golden/ledger-totals.json keeps it."""
    return {
        "entries": len(ledger.history()),
        "accounts": {
            a.name: {
                "cap": [a.cap.main, a.cap.delta],
                "releases": a.releases,
                "stopped": a.stopped,
                "balances": {b.block: [b.held.main, b.held.delta, b.spent.main, b.spent.delta] for b in a.balances},
            }
            for a in ledger.accounts()
        },
    }
