"""When two spellings are the same text: composed and decomposed letters are, everything else is not."""

from __future__ import annotations

import unicodedata


def same_text(text: str) -> str:
    """The one spelling all Unicode twins of a text share (normalisation form C).

    >>> same_text("e\\u0301") == "é", same_text("A") == "a", same_text("x ") == "x"
    (True, False, False)
    """
    return unicodedata.normalize("NFC", text)
