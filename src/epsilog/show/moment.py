"""Stored moments as people read them."""

from __future__ import annotations


def moment(text: str) -> str:
    """A stored moment as people read it.

    >>> moment("2026-11-17T21:05:00.000000+00:00")
    '2026-11-17 21:05 UTC'
    """
    return f"{text[:10]} {text[11:16]} UTC"
