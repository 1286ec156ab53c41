"""A refusal in the reader's language.

The library refuses in English: its words are part of what programs rely on. The catalogue knows the common ones as
sentences with gaps. One that fits is said again in the other language with the same fillings; one that is not known
stays as it is, which is better than a guess.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from epsilog.words import CATALOGUE, Language, say

_PREFIX: Final = "refusal."


def in_language(text: str, lang: Language) -> str:
    """What or hint of a refusal in a language; in English, or where it is unknown, unchanged.

    >>> in_language("the field 'edition' is missing", "zh"), in_language("something else", "zh")
    ("缺少字段 'edition'", 'something else')
    """
    if lang == "en":
        return text
    for name, pattern in _patterns():
        found = pattern.fullmatch(text)
        if found is not None:
            fillings = {gap: in_language(filling, lang) for gap, filling in found.groupdict().items()}
            return say(f"refusal.{name}", lang, **fillings)
    return text


@lru_cache(maxsize=1)
def _patterns() -> tuple[tuple[str, re.Pattern[str]], ...]:
    """Every sentence as a pattern, the ones that say most first: a gap must not swallow what another one says."""
    known = [(key.removeprefix(_PREFIX), text) for key, text in CATALOGUE["en"].items() if key.startswith(_PREFIX)]
    known.sort(key=lambda pair: -len(re.sub(r"\{\w+\}", "", pair[1])))
    return tuple((name, re.compile(_pattern(text), re.DOTALL)) for name, text in known)


def _pattern(text: str) -> str:
    pieces = re.split(r"\{(\w+)\}", text)
    return "".join(f"(?P<{piece}>.+)" if at % 2 else re.escape(piece) for at, piece in enumerate(pieces))
