"""Sentences of the front door: init, check, publish, verify."""

from typing import Final

FRONT: Final[dict[str, str]] = {}
