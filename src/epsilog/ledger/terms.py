"""What an account protects and promises. Fixed when it is opened, repeated by whoever spends from it."""

from __future__ import annotations

import json
import zoneinfo
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

from epsilog.accounting.allowance import Allowance
from epsilog.accounting.filter import Amount, Filter
from epsilog.core.charge import Charge
from epsilog.core.number import whole
from epsilog.core.unit import Unit
from epsilog.errors import EpsilogError, LedgerError, PrivacyError, SpecError

_VERSION: Final = 1


@dataclass(frozen=True)
class Terms:
    """Unit, zone and allowance of a root account; its departments and projects share them.

    >>> from epsilog.core.unit import Unit
    >>> terms = Terms(Unit("patient_id", per="1mo"), Allowance.approximate(2, 1e-6), zone="Asia/Shanghai")
    >>> terms.cap.main / 1e12
    0.088152688379
    """

    unit: Unit
    allowance: Allowance
    zone: str = "UTC"
    failures: int = 3

    def __post_init__(self) -> None:
        if not isinstance(self.unit, Unit) or not isinstance(self.allowance, Allowance):
            raise SpecError("an account needs a Unit and an Allowance", where="terms")
        object.__setattr__(self, "failures", whole(self.failures, "failures", at_least=1, at_most=1000))
        try:
            zoneinfo.ZoneInfo(self.zone)
        except (ValueError, OSError, TypeError, zoneinfo.ZoneInfoNotFoundError):
            hint = "such as Asia/Shanghai or UTC"
            raise SpecError(f"{str(self.zone)[:60]!r} is not a time zone", where="zone", hint=hint) from None

    @property
    def cap(self) -> Amount:
        """The cap in integers, rounded down."""
        return Amount(self.allowance.cap, self.allowance.cap_delta)

    def cost_of(self, charge: Charge) -> Amount:
        """What a charge costs here; refused where it cannot be said in this currency."""
        return Filter(self.allowance).price(charge)

    def must_match(self, unit: Unit, zone: str) -> None:
        """Refuse a request that protects somebody else than the account does."""
        if unit != self.unit or zone != self.zone:
            raise PrivacyError(
                f"the account protects {_spelled(self.unit, self.zone)}, the request {_spelled(unit, zone)}",
                where="protect",
                hint="repeat the account's words; another unit needs another account, approved as such",
            )

    def to_dict(self) -> dict[str, Any]:
        """The permanent record."""
        unit = self.unit
        return {
            "version": _VERSION,
            "unit": {"each": unit.each, "per": unit.per, "window": unit.window, "neighbours": unit.neighbours},
            "zone": self.zone,
            "allowance": self.allowance.to_dict(),
            "failures": self.failures,
        }

    @classmethod
    def from_text(cls, text: str) -> Terms:
        """Read the stored form of `to_dict`."""
        return _read(text)

    @classmethod
    def from_dict(cls, record: object) -> Terms:
        """Read a stored record back; anything else means the books cannot be trusted."""
        if not isinstance(record, Mapping) or set(record) != {"version", "unit", "zone", "allowance", "failures"}:
            raise LedgerError("an account's terms cannot be read", where="terms")
        if type(record["version"]) is not int or record["version"] != _VERSION:
            raise LedgerError("an account's terms are of an unknown version", where="terms.version")
        try:
            unit = Unit(**record["unit"])
            return cls(unit, Allowance.from_dict(record["allowance"]), record["zone"], record["failures"])
        except (EpsilogError, TypeError):
            raise LedgerError("an account's terms cannot be read", where="terms") from None


def _spelled(unit: Unit, zone: str) -> str:
    """A unit as a spec file spells it, so that a refusal can be copied."""
    said = {"each": unit.each, "per": unit.per, "window": unit.window, "zone": zone, "neighbours": unit.neighbours}
    plain = {"per": None, "window": None, "neighbours": "add-remove"}
    return "{" + ", ".join(f"{name}: {word}" for name, word in said.items() if plain.get(name, "") != word) + "}"


@lru_cache(maxsize=4096)
def _read(text: str) -> Terms:
    # Terms never change, so the few accounts in use are read once per process.
    try:
        return Terms.from_dict(json.loads(text))
    except json.JSONDecodeError:
        raise LedgerError("an account's terms cannot be read", where="terms") from None
