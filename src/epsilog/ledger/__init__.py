"""The ledger: one book for everything, exact under concurrency, crash, rollback and tampering.

::

    with Ledger.open("ledger.db", create=True) as ledger:
        ledger.open_account("clinic/2026", Terms(Unit("patient_id"), Allowance.approximate(2, 1e-6)), by="Ada")
        receipt = ledger.debit("clinic/2026", charge, plan_digest, key="visits 2026-02")
        # open the data, draw the noise
        ledger.commit(receipt, result)
        ledger.deliver(receipt)
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from epsilog.ledger.anchor import Anchor as Anchor
    from epsilog.ledger.anchor import Anchors as Anchors
    from epsilog.ledger.ledger import Ledger as Ledger
    from epsilog.ledger.receipt import Receipt as Receipt
    from epsilog.ledger.receipt import State as State
    from epsilog.ledger.terms import Terms as Terms

_HOMES = {
    "Anchor": "anchor",
    "Anchors": "anchor",
    "Ledger": "ledger",
    "Receipt": "receipt",
    "State": "receipt",
    "Terms": "terms",
}
__all__ = ["Anchor", "Anchors", "Ledger", "Receipt", "State", "Terms"]


def __getattr__(name: str) -> Any:
    # Looked up late: a reader of one noun need not wait for a database library.
    if name not in _HOMES:
        raise AttributeError(name)
    from importlib import import_module

    return getattr(import_module(f"epsilog.ledger.{_HOMES[name]}"), name)
