"""The filter: adds prices until the next one would break the promise, and then says no.

Valid under full adaptivity: every question, its mechanism and its parameters may depend on all earlier answers.

* approximate zCDP: go on while the sum of rho and the sum of delta stay within their caps (Whitehouse, Ramdas,
  Rogers and Wu 2023, Theorem 1; for delta = 0 Feldman and Zrnic 2021);
* pure epsilon, and epsilon per metre: go on while the sum stays within its cap (Rogers, Roth, Ullman, Vadhan 2016).

One account has one currency at a time. Two *random* filters joined by "or" are no filter, because the choice
between them may depend on the answers; a filter made of privacy-loss distributions is none either
(docs/proofs/composition.md has the example). Pure epsilon is not random: its sum bounds the loss on every path. So
an account with a delta may be turned from rho to pure epsilon and back (docs/proofs/turning.md).
Each charge costs one price and two additions, however many came before. Not thread-safe: the ledger holds a lock.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final

from epsilog.accounting.allowance import Allowance
from epsilog.core.charge import Charge, known_kind, same_currency
from epsilog.errors import BudgetExceeded, CurrencyMismatch, LedgerError, PrivacyError

VERSION: Final = 1
_FIELDS: Final = frozenset({"version", "allowance", "spent", "spent_delta"})
_NAMES: Final = {"pure": "epsilon", "zcdp": "rho", "per-metre": "epsilon per metre"}


@dataclass(frozen=True)
class Amount:
    """Money of one account: 1e-12 of rho, of epsilon or of epsilon per metre, and 1e-18 of delta.

    >>> Amount(2, 0) + Amount(3, 1)
    Amount(main=5, delta=1)
    """

    main: int
    delta: int

    def __add__(self, other: Amount) -> Amount:
        return Amount(self.main + other.main, self.delta + other.delta)


class Filter:
    """An allowance and what is left of it.

    >>> from epsilog.core.charge import Pure
    >>> account = Filter(Allowance.approximate(1, 1e-6))
    >>> for _ in range(487):
    ...     account.spend(Pure("0.01"))
    >>> account.admits(Pure("0.01")), round(account.share, 4)
    (False, 0.9997)
    """

    def __init__(self, allowance: Allowance) -> None:
        if type(allowance) is not Allowance:
            raise PrivacyError("a filter stands on an Allowance", where="allowance")
        self._allowance = allowance
        self._spent = Amount(0, 0)

    @property
    def allowance(self) -> Allowance:
        """What may be spent in all; never changes."""
        return self._allowance

    @property
    def spent(self) -> Amount:
        """The sum of everything paid."""
        return self._spent

    @property
    def remaining(self) -> Amount:
        """What is left."""
        return Amount(self._allowance.cap - self._spent.main, self._allowance.cap_delta - self._spent.delta)

    @property
    def share(self) -> float:
        """The used part of the tighter cap, between 0 and 1."""
        pairs = ((self._spent.main, self._allowance.cap), (self._spent.delta, self._allowance.cap_delta))
        return float(max(Fraction(spent, cap) for spent, cap in pairs if cap))

    def price(self, charge: Charge) -> Amount:
        """What a charge costs in this account's currency; CurrencyMismatch where it cannot be said."""
        known_kind(charge)
        same_currency(charge, "per-metre" if self._allowance.coin == "per-metre" else "persons")
        if self._allowance.coin == "per-metre":
            return Amount(charge.per_metre(), 0)
        if self._allowance.coin == "zcdp":
            price = charge.price()
            return Amount(price.rho, price.delta)
        epsilon = charge.pure()
        if epsilon is None:
            if self._allowance.is_turned:
                raise CurrencyMismatch(
                    "this account counts in pure epsilon now, and this charge has no finite epsilon at delta = 0",
                    where="charge",
                    hint="use Laplace noise, or have two people turn it: epsilog ledger turn … --to rho",
                )
            raise CurrencyMismatch(
                "this account promises delta = 0, and this charge has no finite epsilon at delta = 0",
                where="charge",
                hint="use Laplace noise, or an account with a delta",
            )
        return Amount(epsilon, 0)

    def admits(self, charge: Charge) -> bool:
        """Whether `spend` would accept it now. Depends on charges only, never on data."""
        try:
            return self._fits(self._spent + self.price(charge))
        except CurrencyMismatch:
            return False

    def spend(self, charge: Charge) -> None:
        """Pay, or refuse and leave everything as it was."""
        after = self._spent + self.price(charge)
        if not self._fits(after):
            raise BudgetExceeded(self._refusal(after), where="charge", hint=self._ways_out())
        self._spent = after

    def _fits(self, total: Amount) -> bool:
        return total.main <= self._allowance.cap and total.delta <= self._allowance.cap_delta

    def _refusal(self, after: Amount) -> str:
        name, cap = _NAMES[self._allowance.coin], self._allowance
        over = f"{name} would reach {after.main / 1e12:.12g} of {cap.cap / 1e12:.12g}"
        if after.delta > cap.cap_delta:
            over += f", delta of events {after.delta / 1e18:.6g} of {cap.cap_delta / 1e18:.6g}"
        return f"{over}; nothing was spent"

    def _ways_out(self) -> str:
        left = f"{self.remaining.main / 1e12:.6g}"
        return (
            f"ask with more noise (at most {_NAMES[self._allowance.coin]} {left} is left), "
            "reuse an answer already published (free), or ask the board for a new account"
        )

    def to_dict(self) -> dict[str, Any]:
        """The state: an allowance and two integers."""
        return {
            "version": VERSION,
            "allowance": self._allowance.to_dict(),
            "spent": self._spent.main,
            "spent_delta": self._spent.delta,
        }

    @classmethod
    def from_dict(cls, record: object) -> Filter:
        """Read the state strictly; an overdrawn or malformed state means the books cannot be trusted."""
        if not isinstance(record, Mapping) or set(record) != _FIELDS:
            raise LedgerError(f"a filter has exactly the fields {sorted(_FIELDS)}", where="filter")
        if type(record["version"]) is not int or record["version"] != VERSION:
            raise LedgerError(f"unknown version; this release reads {VERSION}", where="filter.version")
        spent, delta = record["spent"], record["spent_delta"]
        if type(spent) is not int or type(delta) is not int or spent < 0 or delta < 0:
            raise LedgerError("spent amounts are whole numbers from 0", where="filter.spent")
        restored = cls(Allowance.from_dict(record["allowance"]))
        restored._spent = Amount(spent, delta)
        if not restored._fits(restored._spent):
            raise LedgerError("more was spent than allowed", where="filter.spent")
        return restored

    def __repr__(self) -> str:
        return f"Filter({self._allowance!r}, spent={self._spent.main}, spent_delta={self._spent.delta})"
