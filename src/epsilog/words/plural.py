"""English nouns after a number: one row, two rows. Chinese nouns have one form."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Final

# Those of the catalogue, and no others: whatever else ends in s may be a verb.
_NOUNS: Final = frozenset(
    [
        "accounts",
        "alerts",
        "bins",
        "blanks",
        "blocks",
        "bounds",
        "candidates",
        "cells",
        "characters",
        "claims",
        "comparisons",
        "days",
        "degrees",
        "draws",
        "entries",
        "failures",
        "files",
        "grains",
        "groups",
        "hours",
        "keys",
        "minutes",
        "months",
        "names",
        "numbers",
        "persons",
        "places",
        "quarters",
        "questions",
        "releases",
        "rows",
        "samples",
        "seconds",
        "steps",
        "tables",
        "ticks",
        "transactions",
        "units",
        "weeks",
        "years",
    ]
)
_COUNTED: Final = re.compile(
    r"\{(?P<gap>\w+)\} (?P<which>(?:more|other|such|planned|whole) )?(?P<noun>[a-z]+s)\b(?P<verb> (?:are|have)\b)?"
)
_VERBS: Final = {" are": " is", " have": " has"}


def agree_in_number(template: str, values: Mapping[str, object]) -> str:
    """A template whose nouns agree with the numbers that will stand before them.

    >>> agree_in_number("{n} rows of {m} entries are new", {"n": 1, "m": "2"})
    '{n} row of {m} entries are new'
    >>> agree_in_number("{n} more entries are new", {"n": "1"})
    '{n} more entry is new'
    """
    if not any(str(values[gap]) == "1" for gap in _counts(template)):
        return template

    def agreeing(found: re.Match[str]) -> str:
        if str(values[found["gap"]]) != "1" or found["noun"] not in _NOUNS:
            return found[0]
        one = found["noun"].removesuffix("ies") + "y" if found["noun"].endswith("ies") else found["noun"][:-1]
        return f"{{{found['gap']}}} {found['which'] or ''}{one}{_VERBS.get(found['verb'] or '', '')}"

    return _COUNTED.sub(agreeing, template)


@lru_cache(maxsize=4096)
def _counts(template: str) -> frozenset[str]:
    return frozenset(found["gap"] for found in _COUNTED.finditer(template) if found["noun"] in _NOUNS)
