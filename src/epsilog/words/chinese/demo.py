"""."""

from typing import Final

DEMO: Final[dict[str, str]] = {}
