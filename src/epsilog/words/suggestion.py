"""A hint for a word nobody knows: the nearest one, or the whole short list."""

from __future__ import annotations

import difflib
from collections.abc import Iterable


def did_you_mean(word: str, options: Iterable[str]) -> str:
    """The hint that goes with an unknown word.

    >>> did_you_mean("lapalce", ["laplace", "gaussian"])
    'did you mean laplace?'
    >>> did_you_mean("zzz", ["laplace", "gaussian"])
    'one of laplace, gaussian'
    """
    known = list(options)
    near = difflib.get_close_matches(str(word)[:80].lower(), [option.lower() for option in known], n=1)
    if near:
        return f"did you mean {next(option for option in known if option.lower() == near[0])}?"
    return "one of " + ", ".join(known)
