"""Who finds what is found first, in this order. Only `publish` and `live` may ask."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from epsilog.first.bound.draw import FindBound
from epsilog.first.ends.draw import FindEnds
from epsilog.first.keys.draw import FindKeys
from epsilog.roles.stage import Finder

FINDS: Final[Mapping[str, Finder]] = {"bound": FindBound(), "keys": FindKeys(), "ends": FindEnds()}
