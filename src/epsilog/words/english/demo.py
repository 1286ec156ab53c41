"""."""

from typing import Final

DEMO: Final[dict[str, str]] = {"word.total": "total", "money.times": "{times} ×"}
