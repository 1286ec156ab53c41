"""Who is protected, and by which clock."""

from __future__ import annotations

from dataclasses import dataclass

from epsilog.core.clock import zone_named
from epsilog.core.unit import Unit, check_window


@dataclass(frozen=True)
class Protect:
    """Who is protected, in which time zone; must repeat what the account says.

    >>> Protect(Unit("patient_id", per="1mo"), "Asia/Shanghai").zone
    'Asia/Shanghai'
    """

    unit: Unit
    zone: str = "UTC"

    def __post_init__(self) -> None:
        check_window(self.unit)
        zone_named(self.zone)
