"""What the range of a published number speaks of."""

from __future__ import annotations

from typing import Final, Literal, get_args

About = Literal["data", "population"]
ABOUT: Final[tuple[About, ...]] = get_args(About)
