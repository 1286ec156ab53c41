"""Sentences of plans: what a release costs and how exact it is."""

from typing import Final

PLAN: Final[dict[str, str]] = {}
