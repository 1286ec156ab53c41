"""."""

from typing import Final

SCREENS: Final[dict[str, str]] = {"word.total": "total", "money.times": "{times} ×"}
