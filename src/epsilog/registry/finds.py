"""Who finds what is found first, in this order. Only `publish` and `live` may ask."""

from __future__ import annotations

from typing import Final

from epsilog.registry.table import Table
from epsilog.roles.stage import Finder

FINDS: Final = Table[Finder](
    {
        "bound": "epsilog.first.bound.draw:FindBound",
        "keys": "epsilog.first.keys.draw:FindKeys",
        "ends": "epsilog.first.ends.draw:FindEnds",
    },
    objects=True,
)
