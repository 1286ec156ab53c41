"""A release: what was published, paid for and stored. Everything here is public."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from epsilog.core.ledger import Receipt
from epsilog.ledger.reading import Account
from epsilog.roles.plan import Plan
from epsilog.show.conditions import Condition
from epsilog.show.result import Result

if TYPE_CHECKING:
    from epsilog.roles.derived import Derived
    from epsilog.roles.table import Table


@dataclass(frozen=True, eq=False, repr=False)
class Release:
    """The stored result with the receipt that paid for it.

    repeated     the key was known: this is the first release again, no data was read and nothing was spent
    account      the account that paid, as it stands now
    ledger       the ledger's identity
    fingerprint  SHA-256 of the stored bytes, as the journal has it
    conditions   assertions this guarantee rests on, such as refunds two people vouched for
    """

    result: Result
    receipt: Receipt
    repeated: bool
    account: Account
    ledger: str
    fingerprint: str
    conditions: tuple[Condition, ...] = ()

    @property
    def plan(self) -> Plan:
        """The plan it followed."""
        return self.result.plan

    def __repr__(self) -> str:
        seed = ", made with a seed: protects nobody" if self.result.reproducible else ""
        return f"Release({self.receipt.key!r}, paid by {self.receipt.account!r}{seed})"

    @cached_property
    def tables(self) -> tuple[Table, ...]:
        """One table per entry of `publish`: every cell with its value and its range."""
        from epsilog.show.result import tables_of

        return tables_of(self.result)

    @cached_property
    def derived(self) -> tuple[Derived, ...]:
        """What was read off the tables: shares, comparisons, curves, and the tests at the end."""

        from epsilog.show.result import derived_of

        return derived_of(self.result)
