"""What an account protects and promises. Fixed when it is opened, repeated by whoever spends from it.

Two acts change terms, each an entry that two people agreed to: a larger allowance, and the currency in which the
same promise is counted (`turning`).
"""

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
from epsilog.core.unit import Unit, check_window
from epsilog.errors import EpsilogError, LedgerError, PrivacyError, SpecError

_VERSION: Final = 1
_WINDOWS: Final = (
    2  # of terms that protect a window of periods, since it says its tick and has one balance for all time
)


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
    version: int = 0  # of the record; 0 is the one that says this unit

    def __post_init__(self) -> None:
        if not isinstance(self.unit, Unit) or not isinstance(self.allowance, Allowance):
            raise SpecError("an account needs a Unit and an Allowance", where="terms")
        if self.version == 0:
            object.__setattr__(self, "version", _VERSION if self.unit.window is None else _WINDOWS)
        if self.version == _WINDOWS:
            check_window(self.unit)
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

    @property
    def period(self) -> str | None:
        """The time blocks the account keeps balances for; None where it has one balance for all time."""
        return period_of(self.to_dict())

    def must_match(self, unit: Unit, zone: str) -> None:
        """Refuse a request that protects somebody else than the account does."""
        if self.unit.window is not None and self.version == _VERSION:
            raise PrivacyError(
                "the account was opened before windows had a tick of their own: no request can match it",
                where="spend.from",
                hint="open another: epsilog ledger open … --per 1h --window 24",
            )
        if unit != self.unit or zone != self.zone:
            raise PrivacyError(
                f"the account protects {_spell(self.unit, self.zone)}, the request {_spell(unit, zone)}",
                where="protect",
                hint="repeat the account's words; another unit needs another account, approved as such",
            )

    def to_dict(self) -> dict[str, Any]:
        """The permanent record."""
        unit = self.unit
        return {
            "version": self.version,
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
        version = record["version"]
        if type(version) is not int or version not in (_VERSION, _WINDOWS):
            raise LedgerError("an account's terms are of an unknown version", where="terms.version")
        try:
            unit = Unit(**record["unit"])
            if version == _WINDOWS and unit.window is None:
                raise LedgerError("an account's terms cannot be read", where="terms")
            return cls(unit, Allowance.from_dict(record["allowance"]), record["zone"], record["failures"], version)
        except (EpsilogError, TypeError):
            raise LedgerError("an account's terms cannot be read", where="terms") from None


def period_of(record: Mapping[str, Any]) -> str | None:
    """The time blocks of an account by its stored terms: paid for apart only because no unit is in two of them.

    A window of periods lies in several, so its account has one balance for all time. Terms of the first version
    that say a window are read as they were written, and no request matches them.
    """
    unit = record["unit"]
    windows = record["version"] == _WINDOWS and unit["window"] is not None
    per: str | None = None if windows else unit["per"]
    return per


def _spell(unit: Unit, zone: str) -> str:
    """A unit as a spec file spells it, so that a refusal can be copied."""
    said = {"each": unit.each, "per": unit.per, "window": unit.window, "zone": zone, "neighbours": unit.neighbours}
    plain = {"per": None, "window": None, "neighbours": "add-remove"}
    return "{" + ", ".join(f"{name}: {word}" for name, word in said.items() if plain.get(name, "") != word) + "}"


@lru_cache(maxsize=4096)
def _read(text: str) -> Terms:
    # Terms seldom change, and then their text does: the few in use are read once per process.
    try:
        return Terms.from_dict(json.loads(text))
    except json.JSONDecodeError:
        raise LedgerError("an account's terms cannot be read", where="terms") from None
