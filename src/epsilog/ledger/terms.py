"""What an account protects and promises. Fixed when it is opened, repeated by whoever spends from it."""

from __future__ import annotations

import zoneinfo
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final

from epsilog.accounting.allowance import Allowance
from epsilog.core.charge import EPSILON_UNITS
from epsilog.core.number import exact, whole, written
from epsilog.core.unit import Unit
from epsilog.errors import LedgerError, PrivacyError, SpecError
from epsilog.ledger.amount import Amount, Currency

_VERSION: Final = 1


@dataclass(frozen=True)
class Terms:
    """Unit, zone, currency and cap of a root account; its departments and projects share them.

    >>> from epsilog.core.unit import Unit
    >>> terms = Terms(Unit("patient_id", per="1mo"), zone="Asia/Shanghai", epsilon=2, delta="1e-6")
    >>> terms.currency, terms.cap.rho
    ('zcdp', 88749137264)
    """

    unit: Unit
    epsilon: Fraction
    delta: Fraction = Fraction(0)
    for_events: Fraction = Fraction(0)
    zone: str = "UTC"
    per_metre: bool = False
    failures: int = 3

    def __post_init__(self) -> None:
        object.__setattr__(self, "epsilon", exact(self.epsilon, "epsilon", above=0, at_most=10**6))
        object.__setattr__(self, "delta", exact(self.delta, "delta", at_least=0, below=1))
        object.__setattr__(self, "for_events", exact(self.for_events, "for_events", at_least=0))
        object.__setattr__(self, "failures", whole(self.failures, "failures", at_least=1, at_most=1000))
        if self.zone not in zoneinfo.available_timezones():
            raise SpecError(f"{self.zone[:60]!r} is not a time zone", where="zone", hint="such as Asia/Shanghai or UTC")
        if self.delta and self.for_events >= self.delta:
            raise SpecError("leaves no delta for the conversion", where="for_events", hint="about half of delta")
        if not self.delta and self.for_events:
            raise SpecError("a pure account has no delta to reserve", where="for_events")
        if self.per_metre and self.delta:
            raise SpecError("an account per metre has no delta", where="delta")
        if not self.cap.epsilon and not self.cap.rho:
            raise SpecError("the allowance is smaller than the smallest unit", where="epsilon")

    @property
    def currency(self) -> Currency:
        """Pure epsilon, (rho, delta), or epsilon per metre."""
        return "per-metre" if self.per_metre else "zcdp" if self.delta else "pure"

    @property
    def cap(self) -> Amount:
        """The cap in integers, rounded down."""
        if self.currency == "zcdp":
            cap = Allowance.approximate(self.epsilon, self.delta, for_events=self.for_events).cap
            return Amount(rho=cap.rho, delta=cap.delta)
        return Amount(epsilon=int(self.epsilon * EPSILON_UNITS))

    def to_dict(self) -> dict[str, Any]:
        """The permanent record."""
        return {
            "version": _VERSION,
            "unit": {
                "each": self.unit.each,
                "per": self.unit.per,
                "window": self.unit.window,
                "neighbours": self.unit.neighbours,
            },
            "zone": self.zone,
            "epsilon": written(self.epsilon),
            "delta": written(self.delta),
            "for_events": written(self.for_events),
            "per_metre": self.per_metre,
            "failures": self.failures,
        }

    @classmethod
    def from_dict(cls, record: Mapping[str, Any]) -> Terms:
        """Read a stored record back."""
        try:
            if record["version"] != _VERSION:
                raise LedgerError(f"unknown version of an account's terms: {str(record['version'])[:20]!r}")
            fields = {key: value for key, value in record.items() if key not in ("version", "unit")}
            return cls(unit=Unit(**record["unit"]), **fields)
        except (KeyError, TypeError, SpecError):
            raise LedgerError("an account's terms cannot be read", where="terms") from None

    def must_match(self, unit: Unit, zone: str) -> None:
        """Refuse a request that protects somebody else than the account does."""
        if unit != self.unit or zone != self.zone:
            raise PrivacyError(
                f"the account protects {self.unit} in {self.zone}, the request {unit} in {zone}",
                where="protect",
                hint="repeat the account's words; another unit needs another account, approved as such",
            )
