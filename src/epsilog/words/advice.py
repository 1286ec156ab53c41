"""What to write instead: advice that goes with a number out of its bounds, and with YAML that does not parse.

A refusal that only says no sends its reader to the manual. Advice is made from what the user wrote and from public
bounds; no data is near.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable
from typing import Final

# What a newcomer most often gets wrong, by the last word of the field.
_FIELDS: Final = {
    "epsilon": "such as 0.5: a smaller number is more private and less exact",
    "delta": "0 for pure epsilon, or a tiny number such as 1e-8",
    "events": "a part of delta, such as 1e-9",
    "rows": "such as 4: so many rows of one unit count, further ones are left out",
    "cells": "such as 4: one unit counts in so many cells of a table, and not in further ones",
    "rows_per_cell": "such as 1: so many rows of one unit count in one cell",
    "norm": "such as 5: what one unit adds is scaled down to this length",
    "window": "such as 24: so many ticks in a row",
    "expect": "such as 200: a public guess of a typical number",
    "error": 'such as 25, or "5%" with `expect`: how far off a number may be',
    "weight": "such as 2: twice as important as an entry of weight 1",
    "confidence": "such as 0.95",
    "grain": "such as 1: the step in which values are added up",
    "bins": "such as 10",
    "k": "such as 3",
    "speed": "such as 3600: so many seconds of the data in one second",
}
_LAST: Final = re.compile(r"([A-Za-z_]+)(?:\[[0-9]+\])?$")


def number_advice(
    field: str, above: object = None, at_least: object = None, below: object = None, at_most: object = None
) -> str:
    """What a number may be: an example where the field is a common one, else its bounds.

    >>> number_advice("spend.delta", at_least=0, below=1)
    '0 for pure epsilon, or a tiny number such as 1e-8'
    >>> number_advice("times", at_least=1, at_most=9), number_advice("scale", above=0), number_advice("x")
    ('a number from 1 to 9', 'a number above 0', 'write a plain number such as 0.5')
    """
    last = _LAST.search(field)
    if last is not None and last[1] in _FIELDS:
        return _FIELDS[last[1]]
    if at_least is not None and at_most is not None:
        return f"a number from {at_least} to {at_most}"
    low = f"above {above}" if above is not None else "" if at_least is None else f"{at_least} or more"
    high = f"below {below}" if below is not None else "" if at_most is None else f"at most {at_most}"
    said = " and ".join(part for part in (low, high) if part)
    return f"a number {said}" if said else "write a plain number such as 0.5"


def yaml_advice(text: str, line: int, column: int, problem: str, opened: tuple[str, int] | None) -> str:
    """What to change where YAML stopped making sense; lines and columns count from 0.

    opened    what was being read ("while parsing a flow mapping") and the line it began on, if the parser says so

    >>> yaml_advice("release: visits: now", 0, 15, "mapping values are not allowed in this context", None)
    'text that holds `: ` stands in quotes: "a: b"'
    """
    lines = text.split("\n")
    here = lines[line] if line < len(lines) else ""
    if any("\t" in _indent(one) for one in lines[max(0, line - 1) : line + 2]):
        return "use spaces, not tabs"
    quoted = _open_quote(lines[: line + 1])
    if quoted is not None:
        return f"line {quoted + 1} opens a quote and does not close it"
    doing, start = opened or ("", line)
    if "flow mapping" in doing or "flow sequence" in doing:
        sign = "{ … }" if "mapping" in doing else "[ … ]"
        return f"line {start + 1} opens {sign}: is it closed, with a comma between its parts?"
    if "cannot start any token" in problem or "alphabetic or numeric" in problem:
        # The parser stands on the sign itself, or just behind it.
        sign = next((one for one in here[max(0, column - 1) : column + 1][::-1] if one in "%@`*&"), "such a sign")
        return f"text that begins with {sign} stands in quotes"
    if "not allowed in this context" in problem:
        before = next((at for at in range(line - 1, -1, -1) if lines[at].strip()), None)
        if here.count(": ") < 2 and before is not None and ":" not in lines[before]:
            return f"line {before + 1} has no colon: a field is `name: value`"
        return 'text that holds `: ` stands in quotes: "a: b"'
    if "expected ':'" in problem:
        return "a colon and a space follow the name of a field: `name: value`"
    return "fields of one level begin in the same column, and each is `name: value`"


def _indent(line: str) -> str:
    return line[: len(line) - len(line.lstrip())]


def _open_quote(lines: list[str]) -> int | None:
    """The first line on which a quote begins that its line does not close; text over several lines is rare here."""
    for at, line in enumerate(lines):
        mark = ""
        for index, letter in enumerate(line):
            if mark:
                mark = "" if letter == mark and not (mark == '"' and line[index - 1] == "\\") else mark
            elif letter in "\"'" and (index == 0 or line[index - 1] in " [{,:"):
                mark = letter
            elif letter == "#" and (index == 0 or line[index - 1] == " "):
                break
        if mark:
            return at
    return None


# A hint for a word nobody knows: the nearest one, or the whole short list.


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
