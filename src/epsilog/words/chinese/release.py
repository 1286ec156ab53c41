"""Sentences of releases: tables, cards, reports and certificates."""

from typing import Final

RELEASE: Final[dict[str, str]] = {}
